/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Batches to text: the value encoders that json, csv, tsv and table share. A format chooses a
 * style, makes a plan from the schema once and hands it batches; what a style means for each
 * Arrow type is decided in text_bind.c and nowhere else.
 *
 * The plan is const after ss_text_new but for the workers' own scratch space, so workers may
 * encode batches side by side.
 */
#ifndef SS_FORMAT_TEXT_H
#define SS_FORMAT_TEXT_H

#include "arrow/cdata.h"
#include "base/buf.h"
#include "base/err.h"

enum ss_text_kind {
	SS_TEXT_JSON, /* objects with keys, quoted strings, base64 */
	SS_TEXT_CSV,  /* delimited cells, quotes doubled, nested values as JSON, \x hex */
	SS_TEXT_TSV,  /* delimited cells, backslash escapes, nested values as JSON, \x hex */
	SS_TEXT_RAW,  /* cells for people: strings as they are, nested values as JSON, \x hex */
};

enum ss_text_quote { SS_TEXT_QUOTE_MINIMAL, SS_TEXT_QUOTE_ALL, SS_TEXT_QUOTE_NONE };
enum ss_text_nan { SS_TEXT_NAN_REFUSE, SS_TEXT_NAN_NULL, SS_TEXT_NAN_STRING };

struct ss_text_style {
	enum ss_text_kind kind;
	struct ss_str record_begin; /* before and behind every record */
	struct ss_str record_end;
	struct ss_str null_value; /* as it is written */

	/* JSON */
	bool pretty;
	unsigned depth; /* indentation that a record starts with, in steps of two blanks */
	bool decimal_string;
	enum ss_text_nan nan;

	/* CSV, TSV */
	struct ss_str null_text; /* what a cell must not look like */
	bool lone_null;		 /* with a single column null must not be an empty line */
	char delimiter;
	enum ss_text_quote quote;
	bool guard;   /* an apostrophe before text that a spreadsheet takes for a formula */
	bool flatten; /* structs become columns */
};

struct ss_text;

/* style's strings and schema must outlive the plan. SS_EUSAGE names the column that has no
 * text form. */
enum ss_status ss_text_new(const struct ArrowSchema *schema, const struct ss_text_style *style,
			   unsigned workers, struct ss_text **text,
			   struct ss_err *err) SS_NODISCARD;
void ss_text_free(struct ss_text *text); /* NULL is allowed */

/* Appends all records of a batch whose first has the number first. SS_EDATA names record and
 * column of a value that cannot be written; out is then as it was. */
enum ss_status ss_text_encode(struct ss_text *text, unsigned worker, const struct ArrowArray *batch,
			      uint64_t first, struct ss_buf *out, struct ss_err *err) SS_NODISCARD;

/* Appends the cells of one column, nothing between them, and to ends, a buffer of size_t, the
 * offset in out behind each. Frames and keys of the style are not written. */
enum ss_status ss_text_cells(struct ss_text *text, unsigned worker, size_t column,
			     const struct ArrowArray *array, uint64_t first, struct ss_buf *out,
			     struct ss_buf *ends, struct ss_err *err) SS_NODISCARD;

/* Columns as the style sees them (structs taken apart when it flattens): name and type. */
size_t ss_text_columns(const struct ss_text *text) SS_NODISCARD;
struct ss_str ss_text_column_name(const struct ss_text *text, size_t i) SS_NODISCARD;
/* Numbers, which people read from the right. */
bool ss_text_column_number(const struct ss_text *text, size_t i) SS_NODISCARD;

/* One cell of CSV or TSV by the rules of the style; false when it must not be written bare. */
bool ss_text_put_cell(const struct ss_text_style *style, struct ss_str cell,
		      struct ss_buf *out) SS_NODISCARD;

#endif
