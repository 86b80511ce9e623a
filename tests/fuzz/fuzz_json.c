/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as the contents of a batch: column names, texts, decimals, doubles, bytes and nulls of
 * every value. JSON must be JSON, with the very texts that went in; CSV and TSV, taken apart by
 * the rules of RFC 4180 and of PostgreSQL's COPY, must give them too.
 */
#include "fuzz.h"

#include "base/arena.h"
#include "base/hash.h"
#include "../unit/format_make.h"
#include "format/format.h"
#include "json_check.h"

#define ROWS_MAX 8

enum { TEXT, MORE, DECIMAL, DOUBLE, FLOAT, BYTES, COLUMNS };

struct input {
	const uint8_t *p;
	size_t left;
};

static uint8_t
take(struct input *in)
{
	if (in->left == 0)
		return 0;
	in->left--;
	return *in->p++;
}

static void
take_many(struct input *in, void *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((uint8_t *)to)[i] = take(in);
}

/* Characters up to a byte of FF: bytes below 0xc0 are ASCII, the others begin any code point. */
static struct ss_str
take_text(struct input *in, struct ss_arena *arena, bool nul)
{
	struct ss_buf buf = {0};
	struct ss_str s;

	while (in->left > 0) {
		uint8_t c = take(in);
		uint32_t code = c & 0x7f;
		char bytes[4];

		if (c == 0xff)
			break;
		if (c >= 0xc0)
			code = ((uint32_t)c << 16 | (uint32_t)take(in) << 8 | take(in)) % 0x110000;
		if ((code >= 0xd800 && code < 0xe000) || (code == 0 && !nul))
			code = 'x';
		ss_buf_put(&buf, bytes, json_put_utf8(bytes, code));
	}
	s = ss_arena_str(arena, ss_buf_str(&buf));
	ss_buf_release(&buf);
	return s;
}

struct made {
	struct ss_arena arena;
	struct ArrowSchema *schema;
	struct ArrowArray *batch;
	size_t rows;
	struct ss_str names[COLUMNS];
	struct ss_str texts[2][ROWS_MAX]; /* p is NULL for null */
};

static struct ArrowArray *
make_texts(struct made *made, struct input *in, struct ss_str *texts)
{
	for (size_t i = 0; i < made->rows; i++) {
		bool null = take(in) % 8 == 0;

		texts[i] = null ? ss_str_n(NULL, 0) : take_text(in, &made->arena, true);
	}
	return make_bytes(&made->arena, made->rows, texts, false);
}

/* A decimal128 within 38 digits. */
static struct ArrowArray *
make_decimals(struct made *made, struct input *in)
{
	ss_i128 values[ROWS_MAX];
	ss_i128 limit = 1;

	for (int i = 0; i < 38; i++)
		limit *= 10;
	for (size_t i = 0; i < made->rows; i++) {
		take_many(in, &values[i], sizeof(values[i]));
		values[i] %= limit;
	}
	return make_values(&made->arena, made->rows, NULL, values, sizeof(values[0]));
}

static void
make(struct made *made, struct input *in)
{
	static const char *const formats[COLUMNS] = {"u", "u", NULL, "g", "f", "z"};
	struct ArrowSchema *fields[COLUMNS];
	struct ArrowArray *columns[COLUMNS];
	uint64_t values[ROWS_MAX];
	struct ss_str bytes[ROWS_MAX];

	made->rows = take(in) % (ROWS_MAX + 1);
	for (size_t i = 0; i < COLUMNS; i++) {
		const char *format = formats[i];
		struct ss_str own = take_text(in, &made->arena, false);

		if (format == NULL)
			format = ss_arena_printf(&made->arena, "d:38,%d", take(in) % 39);
		made->names[i] =
			ss_str(ss_arena_printf(&made->arena, "%.*s%zu", SS_STR_ARGS(own), i));
		fields[i] = make_field(&made->arena, format, made->names[i].p);
	}
	columns[TEXT] = make_texts(made, in, made->texts[0]);
	columns[MORE] = make_texts(made, in, made->texts[1]);
	columns[DECIMAL] = make_decimals(made, in);
	take_many(in, values, sizeof(values));
	columns[DOUBLE] = make_values(&made->arena, made->rows, NULL, values, 8);
	columns[FLOAT] = make_values(&made->arena, made->rows, NULL, values, 4);
	for (size_t i = 0; i < made->rows; i++)
		bytes[i] = take_text(in, &made->arena, true);
	columns[BYTES] = make_bytes(&made->arena, made->rows, bytes, false);
	made->schema = make_schema(&made->arena, "+s", "", COLUMNS, fields);
	made->batch = make_struct(&made->arena, made->rows, NULL, COLUMNS, columns);
}

/* false when a value was refused. */
static bool
run(const struct made *made, const char *name, const void *options, struct ss_buf *out)
{
	const struct ss_format *format = ss_format_named(name);
	const struct ss_format_context context = {.workers = 1};
	void *state;
	struct ss_err err = {0};
	enum ss_status status;

	status = format->open(made->schema, options, &context, &state, out, &err);
	if (status == SS_OK)
		status = format->encode(state, 0, made->batch, 0, out, &err);
	if (status != SS_OK)
		fuzz_check_error(status, &err);
	format->close(state, status == SS_OK, out);
	return status == SS_OK;
}

/* An option of a format by name. */
static void
set_choice(const char *format, const char *name, int choice, void *options)
{
	const struct ss_format *f = ss_format_named(format);

	for (size_t i = 0; i < f->n_options; i++)
		if (strcmp(f->options[i].name, name) == 0)
			memcpy((char *)options + f->options[i].offset, &choice, sizeof(choice));
}

static struct json_text
json_text(const struct ss_buf *buf)
{
	const char *p = buf->len != 0 ? (const char *)buf->p : "";

	return (struct json_text){p, p + buf->len};
}

/* The member's key and, for a text or null, its value; others are skipped. */
static void
check_member(struct json_text *t, const struct made *made, size_t row, size_t column)
{
	struct ss_str want = made->names[column];
	char *out = malloc((size_t)(t->end - t->p) + 1);
	size_t len;

	FUZZ_CHECK(out != NULL && json_string(t, out, &len) && len == want.len &&
			   memcmp(out, want.p, len) == 0 && json_take(t, ':'),
		   "key %zu of row %zu", column, row);
	if (column > MORE) {
		FUZZ_CHECK(json_value(t), "value %zu of row %zu", column, row);
	} else if (made->texts[column][row].p == NULL) {
		FUZZ_CHECK(json_word(t, "null"), "no null in row %zu", row);
	} else {
		want = made->texts[column][row];
		FUZZ_CHECK(json_string(t, out, &len) && len == want.len &&
				   (len == 0 || memcmp(out, want.p, len) == 0),
			   "text %zu of row %zu", column, row);
	}
	free(out);
}

static void
check_json(const struct made *made)
{
	uint64_t options[64] = {0};
	struct ss_buf out = {0};
	struct json_text t;

	set_choice("json", "nan", 1, options);
	FUZZ_CHECK(run(made, "json", options, &out), "refused");
	t = json_text(&out);
	for (size_t row = 0; row < made->rows; row++) {
		for (size_t column = 0; column < COLUMNS; column++) {
			FUZZ_CHECK(json_take(&t, column == 0 ? '{' : ','), "row %zu", row);
			check_member(&t, made, row, column);
		}
		FUZZ_CHECK(json_take(&t, '}') && json_take(&t, '\n'), "end of row %zu", row);
	}
	FUZZ_CHECK(t.p == t.end, "more than %zu rows", made->rows);
	ss_buf_release(&out);
}

/* Any options: whatever they are, JSON comes out, or a refusal. */
static void
check_options(const struct made *made, uint64_t seed)
{
	static const char *const names[] = {"json", "csv", "tsv", "table"};

	for (size_t i = 0; i < SS_ARRAY_LEN(names); i++) {
		const struct ss_format *format = ss_format_named(names[i]);
		uint64_t options[64] = {0};
		struct ss_buf out = {0};

		fuzz_options(format->options, format->n_options, seed, options);
		if (run(made, names[i], options, &out) && i == 0)
			FUZZ_CHECK(json_values(out.p, out.len) >= 0, "bad JSON: %.*s",
				   SS_STR_ARGS(ss_buf_str(&out)));
		ss_buf_release(&out);
	}
}

/* The next cell as RFC 4180 has it; *bare: it had no quotes. */
static struct ss_str
csv_cell(struct json_text *t, struct ss_buf *cell, bool *bare)
{
	ss_buf_clear(cell);
	*bare = !json_take(t, '"');
	if (*bare) {
		while (t->p < t->end && *t->p != ',' && *t->p != '\n') {
			FUZZ_CHECK(*t->p != '"' && *t->p != '\r', "a bare cell");
			ss_buf_putc(cell, *t->p++);
		}
		return ss_buf_str(cell);
	}
	for (;;) {
		FUZZ_CHECK(t->p < t->end, "a quote is open");
		if (!json_take(t, '"'))
			ss_buf_putc(cell, *t->p++);
		else if (json_take(t, '"'))
			ss_buf_putc(cell, '"');
		else
			return ss_buf_str(cell);
	}
}

/* The next cell of COPY's text format; *null: it is \N. */
static struct ss_str
tsv_cell(struct json_text *t, struct ss_buf *cell, bool *null)
{
	static const char names[] = "bfnrtv\\";
	static const char values[] = "\b\f\n\r\t\v\\";

	ss_buf_clear(cell);
	*null = t->end - t->p >= 2 && memcmp(t->p, "\\N", 2) == 0;
	if (*null) {
		t->p += 2;
		FUZZ_CHECK(t->p < t->end && (*t->p == '\t' || *t->p == '\n'), "more behind \\N");
		return ss_buf_str(cell);
	}
	while (t->p < t->end && *t->p != '\t' && *t->p != '\n') {
		const char *name;

		FUZZ_CHECK(*t->p != '\r', "a bare carriage return");
		if (!json_take(t, '\\')) {
			ss_buf_putc(cell, *t->p++);
			continue;
		}
		name = t->p < t->end && *t->p != '\0' ? strchr(names, *t->p) : NULL;
		FUZZ_CHECK(name != NULL, "an escape that COPY takes for something else");
		ss_buf_putc(cell, values[name - names]);
		t->p++;
	}
	return ss_buf_str(cell);
}

static void
check_cells(const struct made *made, const char *format, char delimiter,
	    struct ss_str (*next)(struct json_text *, struct ss_buf *, bool *))
{
	bool csv = delimiter == ',';
	uint64_t options[64] = {0};
	struct ss_buf out = {0};
	struct ss_buf cell = {0};
	struct json_text t;

	FUZZ_CHECK(run(made, format, options, &out), "refused");
	t = json_text(&out);
	for (size_t row = 0; row <= made->rows; row++) {
		for (size_t column = 0; column < COLUMNS; column++) {
			bool flag;
			struct ss_str got = next(&t, &cell, &flag);
			struct ss_str want = row > 0 && column <= MORE
						     ? made->texts[column][row - 1]
						     : made->names[column];
			bool null = csv ? flag && got.len == 0 : flag;

			if (row == 0 || column <= MORE)
				FUZZ_CHECK(null == (want.p == NULL) && ss_str_eq(got, want),
					   "%s: row %zu, column %zu", format, row, column);
			FUZZ_CHECK(json_take(&t, column + 1 < COLUMNS ? delimiter : '\n'),
				   "%s: behind row %zu, column %zu", format, row, column);
		}
	}
	FUZZ_CHECK(t.p == t.end, "%s: more than %zu rows", format, made->rows);
	ss_buf_release(&out);
	ss_buf_release(&cell);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct made made = {0};

	make(&made, &in);
	check_json(&made);
	check_cells(&made, "csv", ',', csv_cell);
	check_cells(&made, "tsv", '\t', tsv_cell);
	check_options(&made, ss_hash64(data, size));
	ss_arena_release(&made.arena);
	return 0;
}
