/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table for people. Widths come from the first rows; on a terminal, what does not fit is
 * cut, the widest columns first, and columns that still have no room are left out; a line in
 * front says how many.
 * Elsewhere nothing is cut, so a later, longer cell breaks the alignment instead. Control
 * characters are spelt out: data must not steer the terminal.
 */
#include "format/text.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "format/format.h"

#define MEASURED_ROWS 1000
#define NARROW 8  /* columns are not cut below this, unless one alone is too wide */
#define BETWEEN 2 /* blanks between columns */
#define ELLIPSIS "\xe2\x80\xa6"

struct table_column {
	struct ss_buf text;
	struct ss_buf ends; /* size_t */
	size_t width;
	bool number;
};

struct table {
	struct ss_text *text;
	struct table_column *columns;
	size_t n_columns;
	size_t kept;  /* columns that are shown */
	size_t limit; /* of a line, 0 for none */
	bool begun;
};

/* One character as it is shown. */
struct glyph {
	char text[12];
	size_t len;   /* bytes of text */
	size_t width; /* columns */
	size_t taken; /* bytes of the source */
};

/* Controls, and the marks that reorder what stands around them. */
static bool
unprintable(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
	       code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

static struct glyph
glyph_at(struct ss_str s, size_t at)
{
	static const char hex[] = "0123456789abcdef";
	struct glyph g = {0};
	uint32_t code = ss_utf8_next(s.p + at, s.len - at, &g.taken);

	if (!unprintable(code)) {
		memcpy(g.text, s.p + at, g.taken);
		g.len = g.taken;
		g.width = ss_utf8_width(code);
		return g;
	}
	g.text[g.len++] = '\\';
	if (code == '\n' || code == '\t' || code == '\r') {
		g.text[g.len++] = code == '\n' ? 'n' : code == '\t' ? 't' : 'r';
	} else {
		g.text[g.len++] = 'u';
		for (unsigned shift = 16; shift != 0; shift -= 4)
			g.text[g.len++] = hex[code >> (shift - 4) & 15];
	}
	g.width = g.len;
	return g;
}

static size_t
width_of(struct ss_str s)
{
	size_t width = 0;

	for (size_t i = 0; i < s.len;) {
		struct glyph g = glyph_at(s, i);

		width += g.width;
		i += g.taken;
	}
	return width;
}

static void
put_blanks(struct ss_buf *out, size_t n)
{
	if (n != 0)
		memset(ss_buf_extend(out, n), ' ', n);
}

/* The text within room columns, an ellipsis for what is cut. */
static void
put_within(struct ss_buf *out, struct ss_str s, size_t room)
{
	size_t used = 0;

	for (size_t i = 0; i < s.len;) {
		struct glyph g = glyph_at(s, i);

		if (used + g.width + 1 > room) {
			ss_buf_puts(out, SS_STR(ELLIPSIS));
			return;
		}
		ss_buf_put(out, g.text, g.len);
		used += g.width;
		i += g.taken;
	}
}

static void
put_all(struct ss_buf *out, struct ss_str s)
{
	for (size_t i = 0; i < s.len;) {
		struct glyph g = glyph_at(s, i);

		ss_buf_put(out, g.text, g.len);
		i += g.taken;
	}
}

/* last: no blanks are needed behind. */
static void
put_cell(const struct table *table, size_t column, struct ss_str s, bool last, struct ss_buf *out)
{
	const struct table_column *c = &table->columns[column];
	size_t width = width_of(s), pad = c->width > width ? c->width - width : 0;

	if (column != 0)
		put_blanks(out, BETWEEN);
	if (c->number)
		put_blanks(out, pad);
	if (table->limit != 0 && width > c->width) {
		size_t at = out->len;

		put_within(out, s, c->width);
		/* A wide character that had no room leaves a column open. */
		width = width_of(ss_str_n((const char *)out->p + at, out->len - at));
		pad = c->width > width ? c->width - width : 0;
	} else {
		put_all(out, s);
	}
	if (!last && (!c->number || width > c->width))
		put_blanks(out, pad);
}

static struct ss_str
cell(const struct table_column *c, size_t row)
{
	const size_t *ends = (const size_t *)(const void *)c->ends.p;
	size_t from = row != 0 ? ends[row - 1] : 0;

	return ss_str_n((const char *)c->text.p + from, ends[row] - from);
}

/* Cuts the widest of the kept columns until they fit. */
static void
shrink(struct table *table)
{
	size_t total = (table->kept - 1) * BETWEEN;

	for (size_t i = 0; i < table->kept; i++)
		total += table->columns[i].width;
	while (total > table->limit) {
		struct table_column *widest = &table->columns[0];

		for (size_t i = 1; i < table->kept; i++)
			if (table->columns[i].width > widest->width)
				widest = &table->columns[i];
		if (widest->width <= 1)
			return;
		widest->width--;
		total--;
	}
}

static void
fit(struct table *table)
{
	table->kept = table->n_columns;
	if (table->limit == 0 || table->n_columns == 0)
		return;
	for (size_t i = 0; i < table->n_columns; i++)
		table->columns[i].width = SS_MIN(table->columns[i].width, table->limit);
	for (;; table->kept--) {
		size_t least = (table->kept - 1) * BETWEEN;

		for (size_t i = 0; i < table->kept; i++)
			least += SS_MIN(table->columns[i].width, (size_t)NARROW);
		if (least <= table->limit || table->kept == 1) {
			shrink(table);
			return;
		}
	}
}

static void
put_rule(const struct table *table, struct ss_buf *out)
{
	for (size_t i = 0; i < table->kept; i++) {
		size_t width = table->columns[i].width;

		if (i != 0)
			put_blanks(out, BETWEEN);
		memset(ss_buf_extend(out, width), '-', width);
	}
	ss_buf_putc(out, '\n');
}

/* Widths from rows that are rendered already, and the header. */
static void
begin(struct table *table, size_t rows, struct ss_buf *out)
{
	size_t left_out;

	for (size_t i = 0; i < table->n_columns; i++) {
		struct table_column *c = &table->columns[i];

		c->number = ss_text_column_number(table->text, i);
		c->width = SS_MAX(width_of(ss_text_column_name(table->text, i)), (size_t)1);
		for (size_t row = 0; row < SS_MIN(rows, (size_t)MEASURED_ROWS); row++)
			c->width = SS_MAX(c->width, width_of(cell(c, row)));
	}
	fit(table);
	left_out = table->n_columns - table->kept;
	if (left_out != 0)
		ss_buf_printf(out, ELLIPSIS " (+%zu column%s)\n", left_out,
			      left_out == 1 ? "" : "s");
	for (size_t i = 0; i < table->kept; i++)
		put_cell(table, i, ss_text_column_name(table->text, i), i + 1 == table->kept, out);
	ss_buf_putc(out, '\n');
	put_rule(table, out);
	table->begun = true;
}

static enum ss_status
table_open(const struct ArrowSchema *schema, const void *options,
	   const struct ss_format_context *context, void **state, struct ss_buf *out,
	   struct ss_err *err)
{
	struct ss_text_style style = {
		.kind = SS_TEXT_RAW,
		.null_value = SS_STR("NULL"),
		.nan = SS_TEXT_NAN_STRING,
	};
	struct ss_text *text;
	struct table *table;
	enum ss_status status;

	(void)options;
	(void)out;
	*state = NULL;
	status = ss_text_new(schema, &style, 1, &text, err);
	if (status != SS_OK)
		return status;
	table = ss_zalloc(sizeof(*table));
	table->text = text;
	table->n_columns = table->kept = ss_text_columns(text);
	table->columns = ss_calloc(table->n_columns, sizeof(*table->columns));
	table->limit = context->terminal_columns;
	*state = table;
	return SS_OK;
}

static enum ss_status
table_encode(void *state, unsigned worker, const struct ArrowArray *batch, uint64_t first,
	     struct ss_buf *out, struct ss_err *err)
{
	struct table *table = state;
	size_t rows = (size_t)batch->length;

	(void)worker;
	if (rows == 0)
		return SS_OK;
	for (size_t i = 0; i < table->kept; i++) {
		struct table_column *c = &table->columns[i];
		enum ss_status status;

		ss_buf_clear(&c->text);
		ss_buf_clear(&c->ends);
		status = ss_text_cells(table->text, 0, i, batch->children[i], first, &c->text,
				       &c->ends, err);
		if (status != SS_OK)
			return status;
	}
	if (!table->begun)
		begin(table, rows, out);
	for (size_t row = 0; row < rows; row++) {
		for (size_t i = 0; i < table->kept; i++)
			put_cell(table, i, cell(&table->columns[i], row), i + 1 == table->kept,
				 out);
		ss_buf_putc(out, '\n');
	}
	return SS_OK;
}

static void
table_close(void *state, bool complete, struct ss_buf *out)
{
	struct table *table = state;

	if (table == NULL)
		return;
	if (complete && !table->begun)
		begin(table, 0, out);
	for (size_t i = 0; i < table->n_columns; i++) {
		ss_buf_release(&table->columns[i].text);
		ss_buf_release(&table->columns[i].ends);
	}
	ss_free(table->columns);
	ss_text_free(table->text);
	ss_free(table);
}

const struct ss_format ss_format_table = {
	.name = "table",
	.suffixes = "txt",
	.help = "a table for people, cut to the terminal",
	.flags = SS_FORMAT_ORDERED,
	.open = table_open,
	.encode = table_encode,
	.close = table_close,
};
