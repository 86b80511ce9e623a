/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow pass (flow.h): a scanner that knows just enough YAML to tell braces that open a
 * collection from braces in comments, quotes, block scalars and unquoted texts. It copies all
 * that it reads; only quotes round "word[...]" come in. What it does not understand it copies
 * as it is, and the YAML parser behind it complains.
 */
#include "model/flow.h"

#include "model/clean.h"
#include "model/scan.h"

/* libfyaml's time for a text grows with the square of the empty lines in a row in it. */
#define EMPTY_LINES_MAX 32

struct scanner {
	const char *p;
	size_t n;
	size_t i;
	struct ss_place start;
	int line; /* of i, from 1 within the text */
	int column;
	int out_column;
	int inserted; /* characters put in, in inserted_line */
	int inserted_line;
	int parent; /* column from 0 of the key or dash that owns what comes next; -1 at the top */
	char open[SS_YAML_DEPTH_MAX];
	unsigned depth;
	unsigned braces; /* "{" among open */
	bool value;	 /* inside a collection: a value may begin here */
	bool adjacent;	 /* inside a collection: a ":" with no blank behind it separates */
	size_t items;
	bool inside;	 /* a text, or a collection */
	int empty_lines; /* in a row, inside */
	int gap_line;	 /* the first line of too many, 0 for none */
	struct ss_flow *flow;
	struct ss_err *err;
};

static char
peek(const struct scanner *s, size_t ahead)
{
	return s->i + ahead < s->n ? s->p[s->i + ahead] : '\n';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_space(char c)
{
	return is_blank(c) || c == '\n';
}

static bool
is_flow_mark(char c)
{
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-' || c == '.';
}

/* Copies one byte. */
static void
take(struct scanner *s)
{
	char c = s->p[s->i++];

	ss_buf_putc(&s->flow->text, c);
	if (c == '\n') {
		s->line++;
		s->column = 1;
		s->out_column = 1;
		if (s->inside && ++s->empty_lines > EMPTY_LINES_MAX + 1 && s->gap_line == 0)
			s->gap_line = s->line - 1;
		return;
	}
	if (!is_blank(c))
		s->empty_lines = 0;
	if (((unsigned char)c & 0xc0) != 0x80) {
		s->column++;
		s->out_column++;
	}
}

static void
insert(struct scanner *s, char c)
{
	s->inserted = s->inserted_line == s->line ? s->inserted + 1 : 1;
	s->inserted_line = s->line;
	ss_buf_put(&s->flow->inserts, &(struct ss_flow_insert){s->line, s->out_column, s->inserted},
		   sizeof(struct ss_flow_insert));
	ss_buf_putc(&s->flow->text, c);
	s->out_column++;
}

static void
take_blanks(struct scanner *s)
{
	while (s->i < s->n && is_blank(s->p[s->i]))
		take(s);
}

static void
take_rest_of_line(struct scanner *s)
{
	while (s->i < s->n && s->p[s->i] != '\n')
		take(s);
}

static void
take_word(struct scanner *s)
{
	while (s->i < s->n && !is_space(s->p[s->i]) && !(s->depth > 0 && is_flow_mark(s->p[s->i])))
		take(s);
}

static bool
at_comment(const struct scanner *s)
{
	return s->i < s->n && s->p[s->i] == '#' && (s->i == 0 || is_space(s->p[s->i - 1]));
}

static struct ss_place
here(const struct scanner *s)
{
	struct ss_place place = s->start;

	place.column = s->line == 1 ? s->start.column + s->column - 1 : s->column;
	place.line += s->line - 1;
	return place;
}

/* At the opening quote; takes up to and with the closing one. */
static void
take_quoted(struct scanner *s)
{
	char quote = s->p[s->i];
	bool inside = s->inside;

	s->inside = true;
	take(s);
	while (s->i < s->n) {
		char c = s->p[s->i];

		take(s);
		if (c == '\\' && quote == '"' && s->i < s->n)
			take(s);
		else if (c == quote && quote == '\'' && peek(s, 0) == '\'')
			take(s);
		else if (c == quote)
			break;
	}
	s->inside = inside;
}

/* The bytes of "word[...]" at i, 0 when there is no such thing here, n + 1 when its "]" is
 * missing. It may break a line behind "," and "[" only: else a forgotten "]" would pair with
 * one of another field. */
static size_t
bracketed_bytes(const struct scanner *s)
{
	struct ss_bracket_scan scan = {0};
	size_t end = s->i;
	char last = 0;

	while (end < s->n && is_word(s->p[end]))
		end++;
	if (end == s->i || end >= s->n || s->p[end] != '[')
		return 0;
	for (; end < s->n; end++) {
		char c = s->p[end];

		if (c == '\n' && !scan.quoted && last != ',' && last != '[')
			break;
		if (!is_space(c))
			last = c;
		ss_bracket_step(&scan, c);
		if (scan.depth == 0)
			return end + 1 - s->i;
	}
	return s->n + 1;
}

static enum ss_status
quote_value(struct scanner *s, size_t bytes)
{
	size_t end = s->i + bytes;

	if (bytes > s->n) {
		for (end = s->i; s->p[end] != '['; end++)
			continue;
		(void)ss_place_error(s->err, here(s), "missing-bracket",
				     "\"%.*s\" has no matching \"]\"",
				     SS_BRIEF_ARGS(ss_str_n(s->p + s->i, end + 1 - s->i)));
		return ss_err_hint(s->err, "close it, or put quotes round the datatype");
	}
	insert(s, '\'');
	while (s->i < end) {
		if (s->p[s->i] == '\'')
			insert(s, '\'');
		take(s);
	}
	insert(s, '\'');
	return SS_OK;
}

static enum ss_status
take_open(struct scanner *s)
{
	char c = s->p[s->i];

	if (s->depth == SS_YAML_DEPTH_MAX) {
		(void)ss_place_error(s->err, here(s), "too-deep",
				     "more than %d collections inside each other",
				     SS_YAML_DEPTH_MAX);
		return ss_err_hint(s->err, "nest structures with object[name] instead");
	}
	s->open[s->depth++] = c;
	s->braces += c == '{';
	s->value = c == '[';
	s->adjacent = false;
	take(s);
	return SS_OK;
}

static void
take_close(struct scanner *s)
{
	s->depth--;
	s->braces -= s->open[s->depth] == '{';
	s->value = false;
	s->adjacent = true;
	take(s);
}

/* An unquoted text between brackets, on one line. */
static enum ss_status
take_flow_plain(struct scanner *s)
{
	size_t bytes = s->value && s->braces > 0 ? bracketed_bytes(s) : 0;

	s->value = false;
	s->adjacent = false;
	if (bytes > 0)
		return quote_value(s, bytes);
	do {
		take(s);
		if (s->i >= s->n || is_flow_mark(s->p[s->i]) || s->p[s->i] == '\n' || at_comment(s))
			break;
	} while (s->p[s->i] != ':' || !(is_space(peek(s, 1)) || is_flow_mark(peek(s, 1))));
	return SS_OK;
}

static enum ss_status
take_flow_item(struct scanner *s)
{
	char c = s->p[s->i];
	bool separates = c == ':' &&
			 (s->adjacent || is_space(peek(s, 1)) || is_flow_mark(peek(s, 1)));

	if (is_space(c)) {
		take(s);
	} else if (at_comment(s)) {
		take_rest_of_line(s);
	} else if (c == '{' || c == '[') {
		s->items++;
		return take_open(s);
	} else if (c == '}' || c == ']') {
		s->items++;
		take_close(s);
	} else if (c == ',' || separates) {
		s->value = c == ':' || s->open[s->depth - 1] == '[';
		s->adjacent = false;
		take(s);
	} else if (c == '"' || c == '\'') {
		s->items++;
		s->value = false;
		s->adjacent = true;
		take_quoted(s);
	} else if (c == '&' || c == '!') {
		s->items++;
		take_word(s);
	} else {
		s->items++;
		return take_flow_plain(s);
	}
	return SS_OK;
}

/* At "{" or "[" in block context; takes the whole collection. */
static enum ss_status
take_collection(struct scanner *s)
{
	s->inside = true;
	do {
		enum ss_status status = take_flow_item(s);

		if (status != SS_OK)
			return status;
		if (s->items > SS_YAML_EVENTS_MAX) {
			(void)ss_place_error(s->err, here(s), "too-many", "more than %d items",
					     SS_YAML_EVENTS_MAX);
			return ss_err_hint(s->err, "split the file into nested structures");
		}
	} while (s->depth > 0 && s->i < s->n);
	s->inside = false;
	return SS_OK;
}

static bool
at_document_mark(const struct scanner *s)
{
	return s->column == 1 && s->n - s->i >= 3 &&
	       (memcmp(s->p + s->i, "---", 3) == 0 || memcmp(s->p + s->i, "...", 3) == 0) &&
	       is_space(peek(s, 3));
}

/* Blanks at the start of the line that i stands at. */
static size_t
indent(const struct scanner *s, bool tabs)
{
	size_t n = 0;

	while (peek(s, n) == ' ' || (tabs && peek(s, n) == '\t'))
		n++;
	return n;
}

/* Behind "|" or ">": takes the lines that are empty or deeper than the owner. */
static void
take_block_scalar(struct scanner *s)
{
	take_rest_of_line(s);
	s->inside = true;
	while (s->i < s->n) {
		size_t deep;

		take(s);
		deep = indent(s, false);
		if (at_document_mark(s) ||
		    ((int)deep <= s->parent && s->i + deep < s->n && peek(s, deep) != '\n'))
			break;
		take_rest_of_line(s);
	}
	s->inside = false;
}

/* An unquoted text in block context, up to the ":" behind a key, a comment or the end of the
 * line. */
static void
take_block_plain(struct scanner *s)
{
	do {
		take(s);
	} while (s->i < s->n && s->p[s->i] != '\n' && !at_comment(s) &&
		 (s->p[s->i] != ':' || !is_space(peek(s, 1))));
}

/* The lines on which an unquoted text goes on: deeper than its owner, no comment between. */
static void
take_continuation(struct scanner *s)
{
	while (s->i < s->n && s->p[s->i] == '\n') {
		size_t ahead = 1;
		size_t deep;

		while (s->i + ahead < s->n && is_space(peek(s, ahead)))
			ahead++;
		for (deep = ahead; s->p[s->i + deep - 1] != '\n'; deep--)
			continue;
		deep = ahead - deep;
		if (s->i + ahead >= s->n || (int)deep <= s->parent || peek(s, ahead) == '#')
			return;
		s->inside = true;
		while (ahead-- > deep)
			take(s);
		s->inside = false;
		if (at_document_mark(s))
			return;
		while (s->i < s->n && s->p[s->i] != '\n' && !at_comment(s))
			take(s);
	}
}

/* Takes the ":" of a key that began in column (from 0), if there is one. */
static bool
take_key_mark(struct scanner *s, int column)
{
	take_blanks(s);
	if (s->i >= s->n || s->p[s->i] != ':' || !is_space(peek(s, 1)))
		return false;
	s->parent = column;
	take(s);
	return true;
}

/* What stands on a line behind its indentation, with all that it opens. */
static enum ss_status
take_block_line(struct scanner *s)
{
	int first = -1; /* column of what is open on this line: a property or a key */
	int properties = 0;

	for (;;) {
		enum ss_status status = SS_OK;
		char c;

		take_blanks(s);
		if (s->i >= s->n || s->p[s->i] == '\n')
			return SS_OK;
		c = s->p[s->i];
		if (at_comment(s)) {
			take_rest_of_line(s);
			return SS_OK;
		}
		if ((c == '-' || c == '?' || c == ':') && is_space(peek(s, 1))) {
			s->parent = s->column - 1;
			first = -1;
			properties = 0;
			take(s);
			continue;
		}
		first = first < 0 ? s->column - 1 : first;
		if (c == '|' || c == '>') {
			take_block_scalar(s);
			return SS_OK;
		}
		if (c == '&' || c == '!') {
			if (++properties > 2) {
				(void)ss_place_error(s->err, here(s), "bad-yaml",
						     "too many anchors or tags for one value");
				return ss_err_hint(s->err, "put quotes round a text that begins "
							   "with \"&\" or \"!\"");
			}
			take_word(s);
			continue;
		}
		properties = 0;
		if (c == '{' || c == '[')
			status = take_collection(s);
		else if (c == '"' || c == '\'')
			take_quoted(s);
		else if (c == '*')
			take_word(s);
		else
			take_block_plain(s);
		if (status != SS_OK)
			return status;
		if (take_key_mark(s, first))
			first = -1;
		else if (strchr("{[\"'*", c) == NULL)
			take_continuation(s);
	}
}

static enum ss_status
check_tab(struct scanner *s)
{
	size_t spaces = indent(s, false);
	size_t blanks = indent(s, true);

	if (spaces == blanks || s->i + blanks >= s->n || peek(s, blanks) == '\n' ||
	    peek(s, blanks) == '#')
		return SS_OK;
	while (spaces-- > 0)
		take(s);
	(void)ss_place_error(s->err, here(s), "tab", "a tab cannot indent YAML");
	return ss_err_hint(s->err, "indent with blanks");
}

/* %YAML 1.1 and 1.2 mean the same here; the library writes about others to standard error. */
static enum ss_status
check_directive(struct scanner *s)
{
	struct ss_str line = ss_str_n(s->p + s->i, s->n - s->i);
	ptrdiff_t end = ss_str_find(line, SS_STR("\n"));

	if (s->p[s->i] != '%')
		return SS_OK;
	if (end >= 0)
		line.len = (size_t)end;
	line = ss_str_trim(line);
	if (ss_str_eq(line, SS_STR("%YAML 1.1")) || ss_str_eq(line, SS_STR("%YAML 1.2"))) {
		take_rest_of_line(s);
		return SS_OK;
	}
	(void)ss_place_error(s->err, here(s), "bad-yaml", "\"%.*s\" is not supported",
			     SS_BRIEF_ARGS(line));
	return ss_err_hint(s->err, "take the line away, or put quotes round a text that begins "
				   "with \"%%\"");
}

static enum ss_status
take_line(struct scanner *s)
{
	enum ss_status status = SS_OK;

	if (s->p[s->i] == '\n') {
		take(s);
		return SS_OK;
	}
	if (s->column == 1)
		status = check_tab(s);
	if (status == SS_OK && s->column == 1)
		status = check_directive(s);
	if (status != SS_OK)
		return status;
	if (at_document_mark(s)) {
		s->parent = -1;
		for (int k = 0; k < 3; k++)
			take(s);
	}
	return take_block_line(s);
}

enum ss_status
ss_flow_quote(struct ss_place start, struct ss_str text, struct ss_flow *flow, struct ss_err *err)
{
	struct scanner s = {
		.p = text.p,
		.n = text.len,
		.start = start,
		.line = 1,
		.column = 1,
		.out_column = 1,
		.parent = -1,
		.flow = flow,
		.err = err,
	};
	enum ss_status status = SS_OK;

	while (status == SS_OK && s.i < s.n)
		status = take_line(&s);
	if (status != SS_OK || s.gap_line == 0)
		return status;
	start.line += s.gap_line - 1;
	start.column = 1;
	(void)ss_place_error(err, start, "too-many",
			     "more than %d empty lines in a row inside a text", EMPTY_LINES_MAX);
	return ss_err_hint(err, "take some away");
}
