/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser of datatype expressions: one pass that splits at the top level's commas and
 * leaves nested expressions to later calls, so it needs no recursion. Called by lib/gen while
 * a plan is bound.
 */
#include "model/datatype.h"

#include <stdarg.h>
#include <stdio.h>

#include "model/clean.h"
#include "model/scan.h"

#define HINT_QUOTES "in YAML, put quotes round a datatype that contains \" #\" or \": \""

/* Walks a text and knows the place of where it is: a prefix is never counted twice. */
struct cursor {
	struct ss_str text;
	struct ss_place place; /* of offset at */
	size_t at;
};

static struct ss_place
place_of(struct cursor *cursor, size_t offset)
{
	for (; cursor->at < offset; cursor->at++) {
		unsigned char c = (unsigned char)cursor->text.p[cursor->at];

		if ((c & 0xc0) != 0x80)
			cursor->place.column++;
	}
	return cursor->place;
}

static enum ss_status
missing_bracket(const struct ss_datatype *out, struct ss_err *err)
{
	(void)ss_place_error(err, out->place, "missing-bracket", "\"%.*s\" has no \"]\" at its end",
			     SS_BRIEF_ARGS(out->text));
	return ss_err_hint(err, HINT_QUOTES);
}

/* arg->text begins with a quote: takes the quotes off and undoes the escapes. */
static enum ss_status
unquote(struct ss_arena *arena, struct ss_datatype_arg *arg, struct ss_err *err)
{
	const struct ss_str raw = arg->text;
	char *to = ss_arena_alloc(arena, raw.len);
	size_t n = 0;
	size_t i;

	for (i = 1; i < raw.len && raw.p[i] != '"'; i++) {
		if (raw.p[i] == '\\') {
			i++;
			if (i >= raw.len || (raw.p[i] != '"' && raw.p[i] != '\\')) {
				(void)ss_place_error(err, arg->place, "bad-escape",
						     "bad escape in %.*s", SS_BRIEF_ARGS(raw));
				return ss_err_hint(err, "in quotes only \\\" and \\\\ are escapes");
			}
		}
		to[n++] = raw.p[i];
	}
	if (i >= raw.len) {
		(void)ss_place_error(err, arg->place, "missing-quote", "%.*s has no closing quote",
				     SS_BRIEF_ARGS(raw));
		return ss_err_hint(err, "write \\\" for a quote inside quotes");
	}
	if (i + 1 != raw.len) {
		(void)ss_place_error(err, arg->place, "text-behind-quote",
				     "text behind the closing quote in %.*s", SS_BRIEF_ARGS(raw));
		return ss_err_hint(err, "write \\\" for a quote inside quotes");
	}
	arg->text = ss_str_n(to, n);
	arg->quoted = true;
	return SS_OK;
}

static enum ss_status
add_arg(struct ss_arena *arena, struct ss_datatype *out, struct cursor *cursor, size_t from,
	size_t to, struct ss_err *err)
{
	struct ss_datatype_arg *arg = &out->args[out->n_args];
	struct ss_str piece = ss_str_n(cursor->text.p + from, to - from);
	struct ss_str text = ss_str_trim(piece);

	if (text.len == 0) {
		(void)ss_place_error(err, place_of(cursor, from), "empty-argument",
				     "argument %zu of \"%.*s\" is empty", out->n_args + 1,
				     SS_BRIEF_ARGS(out->text));
		return ss_err_hint(err, "take the comma away, or write \"\" for an empty text");
	}
	*arg = (struct ss_datatype_arg){
		.text = text,
		.place = place_of(cursor, from + (size_t)(text.p - piece.p)),
	};
	out->n_args++;
	return text.p[0] == '"' ? unquote(arena, arg, err) : SS_OK;
}

/* text.p[open] is the "[" behind the name. */
static enum ss_status
split_args(struct ss_arena *arena, struct ss_datatype *out, size_t open, struct ss_err *err)
{
	const struct ss_str text = out->text;
	struct cursor cursor = {text, out->place, 0};
	struct ss_bracket_scan scan = {0};
	size_t from = open + 1;
	size_t commas = 0;
	enum ss_status status;

	for (size_t i = open; i < text.len; i++)
		commas += text.p[i] == ',';
	out->args = ss_arena_calloc(arena, commas + 1, sizeof(*out->args));
	for (size_t i = open; i < text.len; i++) {
		bool split = text.p[i] == ',' && scan.depth == 1 && !scan.quoted;

		ss_bracket_step(&scan, text.p[i]);
		if (!split && scan.depth > 0)
			continue;
		if (scan.depth == 0 && i + 1 != text.len) {
			(void)ss_place_error(err, place_of(&cursor, i + 1), "text-behind-bracket",
					     "text behind the last \"]\" of \"%.*s\"",
					     SS_BRIEF_ARGS(text));
			return ss_err_hint(err, "put quotes round an argument with brackets");
		}
		if (scan.depth == 0 && out->n_args == 0 &&
		    ss_str_trim(ss_str_n(text.p + from, i - from)).len == 0)
			return SS_OK;
		status = add_arg(arena, out, &cursor, from, i, err);
		if (status != SS_OK || scan.depth == 0)
			return status;
		from = i + 1;
	}
	return missing_bracket(out, err);
}

static enum ss_status
take_raw(struct ss_arena *arena, struct ss_datatype *out, size_t open, struct ss_err *err)
{
	struct cursor cursor = {out->text, out->place, 0};
	size_t last = out->text.len - 1;

	if (out->text.p[last] != ']')
		return missing_bracket(out, err);
	out->args = ss_arena_calloc(arena, 1, sizeof(*out->args));
	out->args[0].text = ss_str_n(out->text.p + open + 1, last - open - 1);
	out->args[0].place = place_of(&cursor, open + 1);
	out->n_args = out->args[0].text.len > 0;
	return SS_OK;
}

enum ss_status
ss_datatype_parse(struct ss_arena *arena, struct ss_str text, struct ss_place place,
		  ss_datatype_raw_fn is_raw, struct ss_datatype *out, struct ss_err *err)
{
	struct ss_str trimmed = ss_str_trim(text);
	size_t open = 0;

	*out = (struct ss_datatype){.text = trimmed};
	out->place = place;
	if (trimmed.len == 0) {
		(void)ss_place_error(err, place, "empty-datatype", "the datatype is empty");
		return ss_err_hint(err, "write one, such as int[1..999]");
	}
	out->place = place_of(&(struct cursor){text, place, 0}, (size_t)(trimmed.p - text.p));
	while (open < trimmed.len && trimmed.p[open] != '[' && trimmed.p[open] != ']')
		open++;
	out->name = ss_str_trim(ss_str_n(trimmed.p, open));
	if (out->name.len == 0 || (open < trimmed.len && trimmed.p[open] == ']')) {
		(void)ss_place_error(err, out->place, "missing-name",
				     open < trimmed.len && trimmed.p[open] == ']'
					     ? "\"%.*s\" has a \"]\" without a \"[\" before it"
					     : "\"%.*s\" has no name before its \"[\"",
				     SS_BRIEF_ARGS(trimmed));
		return ss_err_hint(err, "write name[argument, ...], such as int[1..999]");
	}
	if (open == trimmed.len)
		return SS_OK;
	out->brackets = true;
	if (is_raw != NULL && is_raw(out->name))
		return take_raw(arena, out, open, err);
	return split_args(arena, out, open, err);
}

enum ss_status
ss_datatype_of_arg(struct ss_arena *arena, const struct ss_datatype_arg *arg,
		   ss_datatype_raw_fn is_raw, struct ss_datatype *out, struct ss_err *err)
{
	return ss_datatype_parse(arena, arg->text, arg->place, is_raw, out, err);
}

enum ss_status
ss_datatype_range(const struct ss_datatype *datatype, const struct ss_datatype_arg *arg,
		  struct ss_str *lo, struct ss_str *hi, struct ss_err *err)
{
	ptrdiff_t dots = arg->quoted ? -1 : ss_str_find(arg->text, SS_STR(".."));

	if (dots >= 0) {
		size_t at = (size_t)dots;

		*lo = ss_str_trim(ss_str_n(arg->text.p, at));
		*hi = ss_str_trim(ss_str_n(arg->text.p + at + 2, arg->text.len - at - 2));
		if (lo->len != 0 && hi->len != 0)
			return SS_OK;
	}
	(void)ss_place_error(err, arg->place, "bad-range", "%.*s wants min..max, not \"%.*s\"",
			     SS_BRIEF_ARGS(datatype->name), SS_BRIEF_ARGS(arg->text));
	return ss_err_hint(err, "write the lower bound, two points, and the upper bound");
}

enum ss_status
ss_place_error(struct ss_err *err, struct ss_place place, const char *code, const char *format, ...)
{
	char message[2 * SS_ERR_MESSAGE_MAX];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	(void)ss_err_set(err, SS_EUSAGE, code, "%s", message);
	return ss_err_at(err, place.file, place.line, place.column);
}
