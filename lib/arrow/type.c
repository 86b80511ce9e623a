/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types of the C data interface: format strings into struct ss_arrow_type, names for
 * messages, and the comparison of schemas. Called when a stream begins and for messages,
 * never per batch.
 */
#include "arrow/cdata.h"

/* Formats without parameters. */
struct plain_format {
	const char *format;
	const char *name;
	enum ss_arrow_kind kind;
	unsigned bits;
	enum ss_arrow_unit unit;
};

static const struct plain_format plain_formats[] = {
	{"n", "null", SS_ARROW_NULL, 0, SS_UNIT_SECOND},
	{"b", "bool", SS_ARROW_BOOL, 1, SS_UNIT_SECOND},
	{"c", "int8", SS_ARROW_INT8, 8, SS_UNIT_SECOND},
	{"C", "uint8", SS_ARROW_UINT8, 8, SS_UNIT_SECOND},
	{"s", "int16", SS_ARROW_INT16, 16, SS_UNIT_SECOND},
	{"S", "uint16", SS_ARROW_UINT16, 16, SS_UNIT_SECOND},
	{"i", "int32", SS_ARROW_INT32, 32, SS_UNIT_SECOND},
	{"I", "uint32", SS_ARROW_UINT32, 32, SS_UNIT_SECOND},
	{"l", "int64", SS_ARROW_INT64, 64, SS_UNIT_SECOND},
	{"L", "uint64", SS_ARROW_UINT64, 64, SS_UNIT_SECOND},
	{"e", "float16", SS_ARROW_FLOAT16, 16, SS_UNIT_SECOND},
	{"f", "float32", SS_ARROW_FLOAT32, 32, SS_UNIT_SECOND},
	{"g", "float64", SS_ARROW_FLOAT64, 64, SS_UNIT_SECOND},
	{"u", "utf8", SS_ARROW_UTF8, 0, SS_UNIT_SECOND},
	{"U", "large_utf8", SS_ARROW_LARGE_UTF8, 0, SS_UNIT_SECOND},
	{"vu", "utf8_view", SS_ARROW_UTF8_VIEW, 0, SS_UNIT_SECOND},
	{"z", "binary", SS_ARROW_BINARY, 0, SS_UNIT_SECOND},
	{"Z", "large_binary", SS_ARROW_LARGE_BINARY, 0, SS_UNIT_SECOND},
	{"vz", "binary_view", SS_ARROW_BINARY_VIEW, 0, SS_UNIT_SECOND},
	{"tdD", "date32", SS_ARROW_DATE32, 32, SS_UNIT_SECOND},
	{"tdm", "date64", SS_ARROW_DATE64, 64, SS_UNIT_MILLI},
	{"tts", "time32[s]", SS_ARROW_TIME32, 32, SS_UNIT_SECOND},
	{"ttm", "time32[ms]", SS_ARROW_TIME32, 32, SS_UNIT_MILLI},
	{"ttu", "time64[us]", SS_ARROW_TIME64, 64, SS_UNIT_MICRO},
	{"ttn", "time64[ns]", SS_ARROW_TIME64, 64, SS_UNIT_NANO},
	{"tDs", "duration[s]", SS_ARROW_DURATION, 64, SS_UNIT_SECOND},
	{"tDm", "duration[ms]", SS_ARROW_DURATION, 64, SS_UNIT_MILLI},
	{"tDu", "duration[us]", SS_ARROW_DURATION, 64, SS_UNIT_MICRO},
	{"tDn", "duration[ns]", SS_ARROW_DURATION, 64, SS_UNIT_NANO},
	{"tiM", "interval[month]", SS_ARROW_INTERVAL, 32, SS_UNIT_SECOND},
	{"tiD", "interval[day, ms]", SS_ARROW_INTERVAL, 64, SS_UNIT_SECOND},
	{"tin", "interval[month, day, ns]", SS_ARROW_INTERVAL, 128, SS_UNIT_SECOND},
	{"+l", "list", SS_ARROW_LIST, 0, SS_UNIT_SECOND},
	{"+L", "large_list", SS_ARROW_LARGE_LIST, 0, SS_UNIT_SECOND},
	{"+vl", "list_view", SS_ARROW_LIST_VIEW, 0, SS_UNIT_SECOND},
	{"+vL", "large_list_view", SS_ARROW_LIST_VIEW, 0, SS_UNIT_SECOND},
	{"+s", "struct", SS_ARROW_STRUCT, 0, SS_UNIT_SECOND},
	{"+m", "map", SS_ARROW_MAP, 0, SS_UNIT_SECOND},
	{"+r", "run_end_encoded", SS_ARROW_RUN_END_ENCODED, 0, SS_UNIT_SECOND},
};

static const char *const unit_names[] = {"s", "ms", "us", "ns"};

/* Names in messages stop growing here; nobody reads further. */
#define NAME_MAX_BYTES 400

static const struct plain_format *
find_plain(const char *format)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(plain_formats); i++) {
		if (strcmp(plain_formats[i].format, format) == 0)
			return &plain_formats[i];
	}
	return NULL;
}

/* "10,2" or "10,2,256". */
static bool
parse_decimal(const char *text, struct ss_arrow_type *type)
{
	int64_t part[3] = {0, 0, 128};
	unsigned n = 0;

	for (struct ss_str rest = ss_str(text); n < 3; n++) {
		ptrdiff_t comma = ss_str_find(rest, SS_STR(","));
		size_t len = comma < 0 ? rest.len : (size_t)comma;

		if (!ss_str_to_i64(ss_str_n(rest.p, len), &part[n]))
			return false;
		if (comma < 0) {
			n++;
			break;
		}
		if (n == 2)
			return false;
		rest = ss_str_n(rest.p + len + 1, rest.len - len - 1);
	}
	if (n < 2 || part[0] < 1 || part[0] > 76 || part[1] < -76 || part[1] > 76)
		return false;
	if (part[2] != 32 && part[2] != 64 && part[2] != 128 && part[2] != 256)
		return false;
	type->kind = SS_ARROW_DECIMAL;
	type->precision = (unsigned)part[0];
	type->scale = (int)part[1];
	type->bits = (unsigned)part[2];
	return true;
}

static bool
parse_width(const char *text, enum ss_arrow_kind kind, struct ss_arrow_type *type)
{
	if (!ss_str_to_i64(ss_str(text), &type->width) || type->width < 0 ||
	    type->width > INT32_MAX)
		return false;
	type->kind = kind;
	/* As width says, in bits; a list has no values of its own. */
	if (kind == SS_ARROW_FIXED_BINARY) {
		if (type->width > INT32_MAX / 8)
			return false;
		type->bits = (unsigned)type->width * 8;
	}
	return true;
}

static bool
parse_timestamp(const char *format, struct ss_arrow_type *type)
{
	static const char units[] = "smun";
	const char *unit = format[2] != '\0' ? strchr(units, format[2]) : NULL;

	if (unit == NULL || format[3] != ':')
		return false;
	type->kind = SS_ARROW_TIMESTAMP;
	type->bits = 64;
	type->unit = (enum ss_arrow_unit)(unit - units);
	type->zone = format + 4;
	return true;
}

static bool
parse_format(const char *format, struct ss_arrow_type *type)
{
	const struct plain_format *plain = find_plain(format);

	*type = (struct ss_arrow_type){.zone = ""};
	if (plain != NULL) {
		type->kind = plain->kind;
		type->bits = plain->bits;
		type->unit = plain->unit;
		return true;
	}
	if (strncmp(format, "d:", 2) == 0)
		return parse_decimal(format + 2, type);
	if (strncmp(format, "w:", 2) == 0)
		return parse_width(format + 2, SS_ARROW_FIXED_BINARY, type);
	if (strncmp(format, "+w:", 3) == 0)
		return parse_width(format + 3, SS_ARROW_FIXED_LIST, type);
	if (strncmp(format, "ts", 2) == 0)
		return parse_timestamp(format, type);
	if (strncmp(format, "+ud:", 4) == 0 || strncmp(format, "+us:", 4) == 0) {
		type->kind = SS_ARROW_UNION;
		return true;
	}
	return false;
}

/* The part of a name that needs no child. */
static void
put_own_name(const char *format, struct ss_buf *text)
{
	const struct plain_format *plain = find_plain(format);
	struct ss_arrow_type type;

	if (plain != NULL) {
		ss_buf_puts(text, ss_str(plain->name));
		return;
	}
	if (!parse_format(format, &type)) {
		ss_buf_puts(text, SS_STR("unknown"));
		return;
	}
	switch (type.kind) {
	case SS_ARROW_DECIMAL:
		ss_buf_printf(text, "decimal%u(%u, %d)", type.bits, type.precision, type.scale);
		break;
	case SS_ARROW_FIXED_BINARY:
		ss_buf_printf(text, "fixed_size_binary(%lld)", (long long)type.width);
		break;
	case SS_ARROW_FIXED_LIST:
		ss_buf_printf(text, "fixed_size_list(%lld)", (long long)type.width);
		break;
	case SS_ARROW_TIMESTAMP:
		ss_buf_printf(text, "timestamp[%s%s%s]", unit_names[type.unit],
			      type.zone[0] != '\0' ? ", " : "", type.zone);
		break;
	default:
		ss_buf_puts(text, strncmp(format, "+ud:", 4) == 0 ? SS_STR("dense_union")
								  : SS_STR("sparse_union"));
		break;
	}
}

enum ss_status
ss_arrow_type_of(const struct ArrowSchema *schema, struct ss_arrow_type *type, struct ss_err *err)
{
	if (schema->format != NULL && parse_format(schema->format, type))
		return SS_OK;
	return ss_err_set(err, SS_EDATA, "unknown-arrow-type",
			  "column \"%s\": Arrow has no type of format \"%s\"",
			  schema->name ? schema->name : "", schema->format ? schema->format : "");
}

void
ss_arrow_type_name(const struct ArrowSchema *schema, struct ss_buf *text)
{
	struct ss_arrow_type type;

	if (text->len > NAME_MAX_BYTES) {
		ss_buf_puts(text, SS_STR("..."));
		return;
	}
	if (schema->dictionary != NULL) {
		ss_buf_puts(text, SS_STR("dictionary<"));
		put_own_name(schema->format, text);
		ss_buf_puts(text, SS_STR(", "));
		ss_arrow_type_name(schema->dictionary, text);
		ss_buf_putc(text, '>');
		return;
	}
	put_own_name(schema->format, text);
	if (schema->n_children == 0)
		return;
	if (!parse_format(schema->format, &type))
		return;
	ss_buf_putc(text, '<');
	for (int64_t i = 0; i < schema->n_children && text->len <= NAME_MAX_BYTES; i++) {
		const struct ArrowSchema *child = schema->children[i];

		if (i > 0)
			ss_buf_puts(text, SS_STR(", "));
		if (type.kind == SS_ARROW_STRUCT || type.kind == SS_ARROW_UNION)
			ss_buf_printf(text, "%s: ", child->name ? child->name : "");
		ss_arrow_type_name(child, text);
	}
	ss_buf_putc(text, '>');
}

unsigned
ss_arrow_unit_digits(enum ss_arrow_unit unit)
{
	return 3 * (unsigned)unit;
}

bool
ss_arrow_metadata(const struct ArrowSchema *schema, const char *key, struct ss_str *value)
{
	const char *p = schema->metadata;
	struct ss_str want = ss_str(key);
	int32_t n;

	if (p == NULL)
		return false;
	memcpy(&n, p, 4);
	p += 4;
	for (int32_t i = 0; i < n; i++) {
		struct ss_str part[2];

		for (int j = 0; j < 2; j++) {
			int32_t len;

			memcpy(&len, p, 4);
			part[j] = ss_str_n(p + 4, (size_t)len);
			p += 4 + len;
		}
		if (ss_str_eq(part[0], want)) {
			*value = part[1];
			return true;
		}
	}
	return false;
}

void
ss_arrow_metadata_add(struct ss_buf *metadata, struct ss_str key, struct ss_str value)
{
	int32_t n = 0;
	int32_t key_len = (int32_t)key.len;
	int32_t value_len = (int32_t)value.len;

	if (metadata->len == 0)
		ss_buf_zero(metadata, 4);
	memcpy(&n, metadata->p, 4);
	n++;
	memcpy(metadata->p, &n, 4);
	ss_buf_put(metadata, &key_len, 4);
	ss_buf_puts(metadata, key);
	ss_buf_put(metadata, &value_len, 4);
	ss_buf_puts(metadata, value);
}

static const char *
name_of(const struct ArrowSchema *schema)
{
	return schema->name != NULL ? schema->name : "";
}

/* "d:5,2" and "d:5,2,128" are one type. */
static bool
same_format(const char *a, const char *b)
{
	struct ss_arrow_type x, y;

	if (strcmp(a, b) == 0)
		return true;
	return strncmp(a, "d:", 2) == 0 && parse_format(a, &x) && parse_format(b, &y) &&
	       x.kind == y.kind && x.bits == y.bits && x.precision == y.precision &&
	       x.scale == y.scale;
}

/* path is what stands in front of the name of a nested column. */
static bool
column_differs(const struct ArrowSchema *a, const struct ArrowSchema *b, struct ss_buf *path,
	       struct ss_buf *difference)
{
	const int64_t flags = ARROW_FLAG_NULLABLE | ARROW_FLAG_DICTIONARY_ORDERED |
			      ARROW_FLAG_MAP_KEYS_SORTED;
	bool same_shape = same_format(a->format, b->format) && a->n_children == b->n_children &&
			  (a->dictionary == NULL) == (b->dictionary == NULL);
	size_t mark = path->len;

	ss_buf_puts(path, ss_str(name_of(a)));
	if (strcmp(name_of(a), name_of(b)) != 0) {
		ss_buf_printf(difference, "column \"%.*s\" against \"%.*s%s\"",
			      SS_STR_ARGS(ss_buf_str(path)), (int)mark, (const char *)path->p,
			      name_of(b));
		return true;
	}
	if (!same_shape) {
		ss_buf_printf(difference, "column \"%.*s\": ", SS_STR_ARGS(ss_buf_str(path)));
		ss_arrow_type_name(a, difference);
		ss_buf_puts(difference, SS_STR(" against "));
		ss_arrow_type_name(b, difference);
		return true;
	}
	if ((a->flags & flags) != (b->flags & flags)) {
		int64_t differing = (a->flags ^ b->flags) & flags;

		ss_buf_printf(difference, "column \"%.*s\": %s in one of them only",
			      SS_STR_ARGS(ss_buf_str(path)),
			      differing & ARROW_FLAG_NULLABLE		  ? "nulls"
			      : differing & ARROW_FLAG_DICTIONARY_ORDERED ? "an ordered dictionary"
									  : "sorted keys");
		return true;
	}
	ss_buf_putc(path, '.');
	if (a->dictionary != NULL && column_differs(a->dictionary, b->dictionary, path, difference))
		return true;
	for (int64_t i = 0; i < a->n_children; i++) {
		if (column_differs(a->children[i], b->children[i], path, difference))
			return true;
	}
	path->len = mark;
	return false;
}

bool
ss_arrow_schema_differs(const struct ArrowSchema *a, const struct ArrowSchema *b,
			struct ss_buf *difference)
{
	struct ss_buf path = {0};
	bool differs = false;

	/* The top is a structure without a name: what matters are its columns. */
	if (strcmp(a->format, "+s") != 0 || strcmp(b->format, "+s") != 0) {
		differs = column_differs(a, b, &path, difference);
	} else {
		for (int64_t i = 0; i < a->n_children && i < b->n_children && !differs; i++)
			differs = column_differs(a->children[i], b->children[i], &path, difference);
		if (!differs && a->n_children != b->n_children) {
			ss_buf_printf(difference, "%lld columns against %lld",
				      (long long)a->n_children, (long long)b->n_children);
			differs = true;
		}
	}
	ss_buf_release(&path);
	return differs;
}
