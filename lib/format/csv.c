/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CSV (RFC 4180, LF line ends unless told otherwise) and TSV (PostgreSQL's COPY text form:
 * backslash escapes, \N for null, no quotes).
 *
 * In CSV null is an empty cell without quotes and the empty string has quotes, which is how
 * PostgreSQL tells them apart. One case has no answer that suits all readers: a single column
 * that is null would be an empty line. PostgreSQL takes that for a null, but most other
 * readers skip the line, and with it the record. So such a null is written as "" (the record
 * stays, PostgreSQL reads an empty string) unless --null is given, be it empty: then the line
 * is as told. With --quote none it is refused.
 */
#include "format/text.h"

#include "base/mem.h"
#include "format/format.h"

struct csv_options {
	const char *delimiter;
	int quote; /* enum ss_text_quote */
	const char *null;
	bool no_header;
	bool crlf;
	bool bom;
	bool guard_formulas;
	bool flatten;
};

#define OPTION_NULL(text)                                                                          \
	{                                                                                          \
		.name = "null", .kind = SS_OPT_TEXT, .offset = offsetof(struct csv_options, null), \
		.argument = "TEXT", .help = "write null as TEXT (default: " text ")",              \
	}
#define OPTION_FLAG(flag, member, text)                                                            \
	{                                                                                          \
		.name = flag, .kind = SS_OPT_FLAG, .offset = offsetof(struct csv_options, member), \
		.help = text,                                                                      \
	}
#define OPTIONS_COMMON                                                                                \
	OPTION_FLAG("no-header", no_header, "leave out the line of column names"),                    \
		OPTION_FLAG("crlf", crlf, "end lines with CR LF"),                                    \
		OPTION_FLAG("bom", bom, "begin with a byte order mark"),                              \
		OPTION_FLAG(                                                                          \
			"guard-formulas", guard_formulas,                                             \
			"put an apostrophe before text that a spreadsheet would take for a formula"), \
		OPTION_FLAG("flatten", flatten, "write the fields of a struct as columns a.b")

static const struct ss_option csv_options[] = {
	{.name = "delimiter",
	 .kind = SS_OPT_TEXT,
	 .offset = offsetof(struct csv_options, delimiter),
	 .argument = "CHAR",
	 .help = "character between cells, \\t for a tab (default: comma)"},
	{.name = "quote",
	 .kind = SS_OPT_CHOICE,
	 .offset = offsetof(struct csv_options, quote),
	 .argument = "WHICH",
	 .choices = "minimal|all|none",
	 .help = "quote the cells that need it (default), all but null, or none"},
	OPTION_NULL("empty, without quotes"),
	OPTIONS_COMMON,
};

static const struct ss_option tsv_options[] = {
	OPTION_NULL("\\N"),
	OPTIONS_COMMON,
};

static enum ss_status
take_delimiter(const char *text, char *delimiter, struct ss_err *err)
{
	*delimiter = ',';
	if (text == NULL)
		return SS_OK;
	if (strcmp(text, "\\t") == 0)
		text = "\t";
	*delimiter = text[0];
	if (text[0] == '\0' || text[1] != '\0' || (text[0] & 0x80)) {
		ss_err_set(err, SS_EUSAGE, "bad-delimiter",
			   "delimiter \"%s\" is not one ASCII character", text);
		return ss_err_hint(err, "--delimiter ';' or --delimiter '\\t'");
	}
	if ((text[0] < ' ' && text[0] != '\t') || text[0] == 0x7f ||
	    strchr("\"\\+-.:", text[0]) != NULL || (text[0] >= '0' && text[0] <= '9') ||
	    ((text[0] | 32) >= 'a' && (text[0] | 32) <= 'z')) {
		ss_err_set(err, SS_EUSAGE, "bad-delimiter",
			   "delimiter \"%s\" may be part of a value", text);
		return ss_err_hint(err, "use a comma, a semicolon, a bar or \\t");
	}
	return SS_OK;
}

/* The text of null must stay one cell and must not be what a number, bool or byte column says;
 * text columns are told apart cell by cell. */
static enum ss_status
check_null(struct ss_str null, const struct ss_text_style *style, struct ss_err *err)
{
	static const struct ss_str words[] = {{"true", 4},     {"false", 5},	 {"NaN", 3},
					      {"Infinity", 8}, {"-Infinity", 9}, {"\\.", 2}};
	size_t digit = ss_str_starts(null, SS_STR("-"));
	bool value = null.len > digit && null.p[digit] >= '0' && null.p[digit] <= '9';

	for (size_t i = 0; i < SS_ARRAY_LEN(words); i++)
		value = value || ss_str_eq(null, words[i]);
	value = value || ss_str_starts(null, SS_STR("\\x")) || ss_str_starts(null, SS_STR("\\\\"));
	if (value) {
		ss_err_set(err, SS_EUSAGE, "bad-null", "null text \"%.*s\" may be a value",
			   SS_STR_ARGS(null));
		return ss_err_hint(err, "use a word that no value is, such as NULL");
	}
	for (size_t i = 0; i < null.len; i++) {
		char c = null.p[i];

		if (c != style->delimiter && c != '"' && c != '\n' && c != '\r')
			continue;
		return ss_err_set(err, SS_EUSAGE, "bad-null",
				  "null text \"%.*s\" holds a delimiter, quote or line end",
				  SS_STR_ARGS(null));
	}
	return SS_OK;
}

static enum ss_status
put_header(const struct ss_text *text, const struct ss_text_style *style, struct ss_buf *out,
	   struct ss_err *err)
{
	for (size_t i = 0; i < ss_text_columns(text); i++) {
		struct ss_str name = ss_text_column_name(text, i);

		if (i != 0)
			ss_buf_putc(out, style->delimiter);
		if (!ss_text_put_cell(style, name, out)) {
			ss_err_set(err, SS_EUSAGE, "needs-quotes",
				   "the name of column \"%.*s\" cannot be written without quotes",
				   SS_STR_ARGS(name));
			return ss_err_hint(err,
					   "use --quote minimal, another --null or --no-header");
		}
	}
	ss_buf_puts(out, style->record_end);
	return SS_OK;
}

/* Flattening may give a column the name that another has. */
static enum ss_status
check_names(const struct ss_text *text, struct ss_err *err)
{
	for (size_t i = 0; i < ss_text_columns(text); i++) {
		for (size_t k = 0; k < i; k++) {
			struct ss_str name = ss_text_column_name(text, i);

			if (!ss_str_eq(name, ss_text_column_name(text, k)))
				continue;
			ss_err_set(err, SS_EUSAGE, "duplicate-column",
				   "--flatten gives two columns the name \"%.*s\"",
				   SS_STR_ARGS(name));
			return ss_err_hint(err, "rename one of them, or leave --flatten out");
		}
	}
	return SS_OK;
}

static enum ss_status
open_style(const struct ArrowSchema *schema, const struct csv_options *o,
	   const struct ss_format_context *context, struct ss_text_style *style, void **state,
	   struct ss_buf *out, struct ss_err *err)
{
	struct ss_text *text = NULL;
	size_t at = out->len;
	enum ss_status status;

	*state = NULL;
	if (o->null != NULL)
		style->null_text = ss_str(o->null);
	style->null_value = style->null_text;
	style->record_end = o->crlf ? SS_STR("\r\n") : SS_STR("\n");
	style->guard = o->guard_formulas;
	style->flatten = o->flatten;
	style->nan = SS_TEXT_NAN_STRING;
	status = check_null(style->null_text, style, err);
	if (status == SS_OK)
		status = ss_text_new(schema, style, context->workers, &text, err);
	if (status == SS_OK && o->flatten)
		status = check_names(text, err);
	if (status == SS_OK && o->bom)
		ss_buf_puts(out, SS_STR("\xef\xbb\xbf"));
	if (status == SS_OK && !o->no_header)
		status = put_header(text, style, out, err);
	if (status != SS_OK) {
		out->len = at;
		ss_text_free(text);
		return status;
	}
	*state = text;
	return SS_OK;
}

static enum ss_status
csv_open(const struct ArrowSchema *schema, const void *options,
	 const struct ss_format_context *context, void **state, struct ss_buf *out,
	 struct ss_err *err)
{
	const struct csv_options *o = options;
	struct ss_text_style style = {
		.kind = SS_TEXT_CSV,
		.quote = (enum ss_text_quote)o->quote,
		.lone_null = o->null == NULL,
	};
	enum ss_status status = take_delimiter(o->delimiter, &style.delimiter, err);

	*state = NULL;
	return status == SS_OK ? open_style(schema, o, context, &style, state, out, err) : status;
}

static enum ss_status
tsv_open(const struct ArrowSchema *schema, const void *options,
	 const struct ss_format_context *context, void **state, struct ss_buf *out,
	 struct ss_err *err)
{
	struct ss_text_style style = {
		.kind = SS_TEXT_TSV,
		.delimiter = '\t',
		.null_text = SS_STR("\\N"),
	};

	return open_style(schema, options, context, &style, state, out, err);
}

static enum ss_status
csv_encode(void *state, unsigned worker, const struct ArrowArray *batch, uint64_t first,
	   struct ss_buf *out, struct ss_err *err)
{
	return ss_text_encode(state, worker, batch, first, out, err);
}

static void
csv_close(void *state, bool complete, struct ss_buf *out)
{
	(void)complete;
	(void)out;
	ss_text_free(state);
}

const struct ss_format ss_format_csv = {
	.name = "csv",
	.suffixes = "csv",
	.help = "comma-separated values, RFC 4180",
	.flags = SS_FORMAT_ONE,
	.options = csv_options,
	.n_options = SS_ARRAY_LEN(csv_options),
	.options_size = sizeof(struct csv_options),
	.open = csv_open,
	.encode = csv_encode,
	.close = csv_close,
};

const struct ss_format ss_format_tsv = {
	.name = "tsv",
	.suffixes = "tsv tab",
	.help = "tab-separated values with backslash escapes, as PostgreSQL's COPY",
	.flags = SS_FORMAT_ONE,
	.options = tsv_options,
	.n_options = SS_ARRAY_LEN(tsv_options),
	.options_size = sizeof(struct csv_options),
	.open = tsv_open,
	.encode = csv_encode,
	.close = csv_close,
};
