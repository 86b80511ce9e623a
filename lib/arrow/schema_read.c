/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A Schema table into the C data interface. Counts, depth and copied bytes are bounded before
 * memory is spent on them: tables may point at one shared child, so a few bytes could stand
 * for a tree without end. Called once per stream.
 */
#include "arrow/stream.h"

#include "base/utf8.h"

struct schema_reader {
	struct ss_fb *fb;
	struct ss_arena *arena;
	struct ss_err *err;
	struct ss_buf path; /* of the column at hand, for messages */
	size_t n_fields;
	size_t copied; /* bytes of names and pairs */
};

#define PATH_OF(r) SS_STR_ARGS(ss_buf_str(&(r)->path))

static enum ss_status
damaged(struct schema_reader *r, const char *what)
{
	if (r->path.len == 0)
		return ss_err_set(r->err, SS_EDATA, "damaged-schema", "schema: %s", what);
	return ss_err_set(r->err, SS_EDATA, "damaged-schema", "column \"%.*s\": %s", PATH_OF(r),
			  what);
}

/* Shared strings are copied as often as they are used; no honest writer gets near this. */
static enum ss_status
account(struct schema_reader *r, size_t bytes)
{
	r->copied += bytes;
	if (r->copied > 4 * r->fb->n)
		return ss_err_set(r->err, SS_EDATA, "damaged-schema",
				  "the schema's texts are larger than the schema");
	return SS_OK;
}

static enum ss_status
copy_text(struct schema_reader *r, struct ss_str text, const char **copy)
{
	if (ss_utf8_check(text.p, text.len) != text.len)
		return damaged(r, "a name that is not UTF-8");
	if (text.len != 0 && memchr(text.p, 0, text.len) != NULL)
		return damaged(r, "a name with a NUL character");
	*copy = ss_arena_str(r->arena, text).p;
	return account(r, text.len);
}

static enum ss_status
read_pairs(struct schema_reader *r, const struct ss_fb_table *table, unsigned slot,
	   const char **metadata)
{
	struct ss_fb_vector pairs;
	struct ss_buf text = {0};
	enum ss_status status = SS_OK;

	*metadata = NULL;
	if (!ss_fb_vector(r->fb, table, slot, 4, 4, &pairs) || pairs.count == 0)
		return SS_OK;
	if (pairs.count > SS_PAIRS_READ_MAX)
		return damaged(r, "too many pairs of metadata");
	for (size_t i = 0; i < pairs.count && status == SS_OK; i++) {
		struct ss_fb_table pair;
		struct ss_str key, value;

		ss_fb_element(r->fb, &pairs, i, &pair);
		ss_fb_string(r->fb, &pair, 0, &key);
		ss_fb_string(r->fb, &pair, 1, &value);
		status = account(r, key.len + value.len);
		if (status == SS_OK)
			ss_arrow_metadata_add(&text, key, value);
	}
	*metadata = ss_arena_str(r->arena, ss_buf_str(&text)).p;
	ss_buf_release(&text);
	return status;
}

static const char *
int_format(struct schema_reader *r, const struct ss_fb_table *type)
{
	int64_t bits = ss_fb_int(r->fb, type, 0, 4, 0);
	bool is_signed = ss_fb_int(r->fb, type, 1, 1, 0) != 0;

	switch (bits) {
	case 8: return is_signed ? "c" : "C";
	case 16: return is_signed ? "s" : "S";
	case 32: return is_signed ? "i" : "I";
	case 64: return is_signed ? "l" : "L";
	default: return NULL;
	}
}

static const char *
pick(const char *const *names, size_t n, int64_t i)
{
	return i >= 0 && (uint64_t)i < n ? names[i] : NULL;
}

static const char *
decimal_format(struct schema_reader *r, const struct ss_fb_table *type)
{
	int64_t precision = ss_fb_int(r->fb, type, 0, 4, 0);
	int64_t scale = ss_fb_int(r->fb, type, 1, 4, 0);
	int64_t bits = ss_fb_int(r->fb, type, 2, 4, 128);
	int64_t most = bits == 32 ? 9 : bits == 64 ? 18 : bits == 128 ? 38 : bits == 256 ? 76 : 0;

	if (precision < 1 || precision > most || scale < 0 || scale > precision)
		return NULL;
	if (bits == 128)
		return ss_arena_printf(r->arena, "d:%d,%d", (int)precision, (int)scale);
	return ss_arena_printf(r->arena, "d:%d,%d,%d", (int)precision, (int)scale, (int)bits);
}

static const char *
timestamp_format(struct schema_reader *r, const struct ss_fb_table *type)
{
	static const char units[] = "smun";
	int64_t unit = ss_fb_int(r->fb, type, 0, 2, 0);
	struct ss_str zone;
	const char *copy;

	ss_fb_string(r->fb, type, 1, &zone);
	if (unit < 0 || unit > 3 || copy_text(r, zone, &copy) != SS_OK)
		return NULL;
	return ss_arena_printf(r->arena, "ts%c:%s", units[unit], copy);
}

static const char *
time_format(struct schema_reader *r, const struct ss_fb_table *type)
{
	static const char *const formats[] = {"tts", "ttm", "ttu", "ttn"};
	int64_t unit = ss_fb_int(r->fb, type, 0, 2, SS_UNIT_MILLI);
	int64_t bits = ss_fb_int(r->fb, type, 1, 4, 32);

	return bits == (unit <= SS_UNIT_MILLI ? 32 : 64)
		       ? pick(formats, SS_ARRAY_LEN(formats), unit)
		       : NULL;
}

static const char *
width_format(struct schema_reader *r, const struct ss_fb_table *type, const char *letters)
{
	int64_t width = ss_fb_int(r->fb, type, 0, 4, 0);

	if (width < 0 || (uint64_t)width > SS_BODY_READ_MAX)
		return NULL;
	return ss_arena_printf(r->arena, "%s:%d", letters, (int)width);
}

/* The format string of a type, NULL when its table makes no sense. */
static const char *
format_of(struct schema_reader *r, int64_t id, const struct ss_fb_table *type)
{
	static const char *const floats[] = {"e", "f", "g"};
	static const char *const durations[] = {"tDs", "tDm", "tDu", "tDn"};
	static const char *const intervals[] = {"tiM", "tiD", "tin"};
	static const char *const dates[] = {"tdD", "tdm"};
	static const char *const unions[] = {"+us:", "+ud:"};
	static const char *const plain[] = {
		[SS_FB_NULL] = "n",
		[SS_FB_BINARY] = "z",
		[SS_FB_UTF8] = "u",
		[SS_FB_BOOL] = "b",
		[SS_FB_LIST] = "+l",
		[SS_FB_STRUCT] = "+s",
		[SS_FB_MAP] = "+m",
		[SS_FB_LARGE_BINARY] = "Z",
		[SS_FB_LARGE_UTF8] = "U",
		[SS_FB_LARGE_LIST] = "+L",
		[SS_FB_RUN_END] = "+r",
		[SS_FB_BINARY_VIEW] = "vz",
		[SS_FB_UTF8_VIEW] = "vu",
		[SS_FB_LIST_VIEW] = "+vl",
		[SS_FB_LARGE_LIST_VIEW] = "+vL",
	};

	switch (id) {
	case SS_FB_INT: return int_format(r, type);
	case SS_FB_FLOAT: return pick(floats, 3, ss_fb_int(r->fb, type, 0, 2, 0));
	case SS_FB_DECIMAL: return decimal_format(r, type);
	case SS_FB_DATE: return pick(dates, 2, ss_fb_int(r->fb, type, 0, 2, 1));
	case SS_FB_TIME: return time_format(r, type);
	case SS_FB_TIMESTAMP: return timestamp_format(r, type);
	case SS_FB_INTERVAL: return pick(intervals, 3, ss_fb_int(r->fb, type, 0, 2, 0));
	case SS_FB_DURATION: return pick(durations, 4, ss_fb_int(r->fb, type, 0, 2, 1));
	case SS_FB_UNION: return pick(unions, 2, ss_fb_int(r->fb, type, 0, 2, 0));
	case SS_FB_FIXED_BINARY: return width_format(r, type, "w");
	case SS_FB_FIXED_LIST: return width_format(r, type, "+w");
	default: return pick(plain, SS_ARRAY_LEN(plain), id);
	}
}

static enum ss_status
refuse_type(struct schema_reader *r, const struct ArrowSchema *schema)
{
	struct ss_buf name = {0};

	ss_arrow_type_name(schema, &name);
	ss_err_set(r->err, SS_EDATA, "not-supported",
		   "column \"%.*s\": type %.*s is not supported yet", PATH_OF(r),
		   SS_STR_ARGS(ss_buf_str(&name)));
	ss_buf_release(&name);
	return SS_EDATA;
}

/* Whether the type's children are what it needs. Called when they have been read. */
static enum ss_status
check_shape(struct schema_reader *r, const struct ArrowSchema *schema)
{
	struct ss_arrow_type type;
	const struct ArrowSchema *entries;
	enum ss_status status = ss_arrow_type_of(schema, &type, r->err);

	if (status != SS_OK)
		return status;
	switch (ss_layout_of(type.kind)) {
	case SS_LAYOUT_OTHER: return refuse_type(r, schema);
	case SS_LAYOUT_LIST:
	case SS_LAYOUT_FIXED_LIST:
		if (schema->n_children != 1)
			return damaged(r, "a list needs one column of elements");
		break;
	case SS_LAYOUT_STRUCT: return SS_OK;
	default:
		return schema->n_children == 0 ? SS_OK
					       : damaged(r, "nested columns in a plain type");
	}
	entries = schema->children[0];
	if (type.kind == SS_ARROW_MAP &&
	    (entries->n_children != 2 || strcmp(entries->format, "+s") != 0 ||
	     entries->dictionary != NULL))
		return damaged(r, "a map needs a column of keys and values");
	return SS_OK;
}

/* Turns the column into indices of a dictionary whose values are what it was. */
static enum ss_status
read_encoding(struct schema_reader *r, const struct ss_fb_table *encoding,
	      struct ArrowSchema *schema)
{
	struct ArrowSchema *values = ss_arena_calloc(r->arena, 1, sizeof(*values));
	int64_t *id = ss_arena_alloc(r->arena, sizeof(*id));
	struct ss_fb_table index;

	*values = *schema;
	values->name = "";
	values->metadata = NULL;
	values->flags = (schema->flags & ARROW_FLAG_MAP_KEYS_SORTED) | ARROW_FLAG_NULLABLE;
	schema->flags &= ~(int64_t)ARROW_FLAG_MAP_KEYS_SORTED;
	*id = ss_fb_int(r->fb, encoding, SS_ENCODING_ID, 8, 0);
	schema->format = "i";
	if (ss_fb_table(r->fb, encoding, SS_ENCODING_INDEX, &index))
		schema->format = int_format(r, &index);
	if (ss_fb_int(r->fb, encoding, SS_ENCODING_ORDERED, 1, 0) != 0)
		schema->flags |= ARROW_FLAG_DICTIONARY_ORDERED;
	if (schema->format == NULL || ss_fb_int(r->fb, encoding, SS_ENCODING_KIND, 2, 0) != 0)
		return damaged(r, "a dictionary with unknown indices");
	schema->n_children = 0;
	schema->children = NULL;
	schema->dictionary = values;
	schema->private_data = id;
	return SS_OK;
}

/* Name, type and pairs: all of a field but what lies below it. */
static enum ss_status
read_head(struct schema_reader *r, const struct ss_fb_table *table, struct ArrowSchema *schema)
{
	int64_t id = ss_fb_int(r->fb, table, SS_FIELD_TYPE_TYPE, 1, 0);
	struct ss_fb_table type;
	struct ss_str name;
	enum ss_status status;

	ss_fb_string(r->fb, table, SS_FIELD_NAME, &name);
	status = copy_text(r, name, &schema->name);
	if (status != SS_OK)
		return status;
	if (r->path.len > 0)
		ss_buf_putc(&r->path, '.');
	ss_buf_puts(&r->path, name);
	if (ss_fb_int(r->fb, table, SS_FIELD_NULLABLE, 1, 0) != 0)
		schema->flags |= ARROW_FLAG_NULLABLE;
	if (!ss_fb_table(r->fb, table, SS_FIELD_TYPE, &type))
		return damaged(r, "a column without a type");
	schema->format = format_of(r, id, &type);
	if (schema->format == NULL)
		return damaged(r, "a type that Arrow does not have");
	if (id == SS_FB_MAP && ss_fb_int(r->fb, &type, 0, 1, 0) != 0)
		schema->flags |= ARROW_FLAG_MAP_KEYS_SORTED;
	return read_pairs(r, table, SS_FIELD_METADATA, &schema->metadata);
}

/* What can be said when the columns below the field are known. */
static enum ss_status
read_tail(struct schema_reader *r, const struct ss_fb_table *table, struct ArrowSchema *schema)
{
	enum ss_status status = check_shape(r, schema);
	struct ss_fb_table encoding;

	if (status == SS_OK && ss_fb_table(r->fb, table, SS_FIELD_DICTIONARY, &encoding))
		status = read_encoding(r, &encoding, schema);
	if (status == SS_OK && r->fb->bad)
		status = damaged(r, "the metadata is damaged");
	return status;
}

/* The fields in a slot of table as children of schema, and theirs. */
static enum ss_status
read_fields(struct schema_reader *r, const struct ss_fb_table *table, unsigned slot, unsigned depth,
	    struct ArrowSchema *schema)
{
	size_t mark = r->path.len;
	struct ss_fb_vector fields;

	if (!ss_fb_vector(r->fb, table, slot, 4, 4, &fields) || fields.count == 0)
		return SS_OK;
	if (depth > SS_STREAM_DEPTH_MAX)
		return damaged(r, "nested too deeply");
	if (fields.count > SS_COLUMNS_MAX - r->n_fields)
		return ss_err_set(r->err, SS_EDATA, "too-large", "more than %d columns",
				  SS_COLUMNS_MAX);
	r->n_fields += fields.count;
	schema->n_children = (int64_t)fields.count;
	schema->children = ss_arena_calloc(r->arena, fields.count, sizeof(*schema->children));
	for (size_t i = 0; i < fields.count; i++) {
		struct ArrowSchema *child = ss_arena_calloc(r->arena, 1, sizeof(*child));
		struct ss_fb_table field;
		enum ss_status status;

		schema->children[i] = child;
		if (!ss_fb_element(r->fb, &fields, i, &field))
			return damaged(r, "the metadata is damaged");
		status = read_head(r, &field, child);
		if (status == SS_OK)
			status = read_fields(r, &field, SS_FIELD_CHILDREN, depth + 1, child);
		if (status == SS_OK)
			status = read_tail(r, &field, child);
		if (status != SS_OK)
			return status;
		r->path.len = mark;
	}
	return SS_OK;
}

enum ss_status
ss_schema_read(struct ss_fb *fb, const struct ss_fb_table *table, struct ss_arena *arena,
	       struct ArrowSchema *schema, struct ss_err *err)
{
	struct schema_reader r = {.fb = fb, .arena = arena, .err = err};
	struct ss_fb_vector fields;
	enum ss_status status;

	*schema = (struct ArrowSchema){.format = "+s", .name = ""};
	if (ss_fb_int(fb, table, SS_SCHEMA_ENDIANNESS, 2, 0) != 0)
		return ss_err_set(err, SS_EDATA, "not-supported",
				  "big-endian streams are not supported");
	if (!ss_fb_vector(fb, table, SS_SCHEMA_FIELDS, 4, 4, &fields))
		return ss_err_set(err, SS_EDATA, "damaged-schema", "a schema without columns");
	status = read_pairs(&r, table, SS_SCHEMA_METADATA, &schema->metadata);
	if (status == SS_OK)
		status = read_fields(&r, table, SS_SCHEMA_FIELDS, 1, schema);
	if (status == SS_OK && fb->bad)
		status = ss_err_set(err, SS_EDATA, "damaged-schema", "the metadata is damaged");
	ss_buf_release(&r.path);
	return status;
}
