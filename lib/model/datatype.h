/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A datatype expression: name[arg, arg, ...], arguments nest. This file knows the grammar and
 * no names: "int[1..9]", "array[object[item], 1..5]", "enum[\"a,b\", c]". Which names there
 * are is lib/gen's business.
 *
 *     datatype = name [ "[" args "]" ]       blanks around everything are free
 *     args     = arg { "," arg }             commas inside brackets or quotes do not count
 *     arg      = '"' text '"' | text         in quotes, \" and \\ are the only escapes
 */
#ifndef SS_MODEL_DATATYPE_H
#define SS_MODEL_DATATYPE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

/* Where a text of the user's stands. */
struct ss_place {
	const char *file; /* NUL-terminated; "<inline>" for -e */
	int line;
	int column;
};

struct ss_datatype_arg {
	struct ss_str text; /* trimmed; quotes taken off and escapes undone when quoted */
	bool quoted;
	struct ss_place place;
};

struct ss_datatype {
	struct ss_str text; /* the whole expression, trimmed */
	struct ss_str name; /* as written; names are compared without case */
	struct ss_datatype_arg *args;
	size_t n_args;
	bool brackets; /* "int[]" differs from "int" */
	struct ss_place place;
};

/* SS_EUSAGE with place for a missing "]" (the hint says that " #" and ": " need quotes in
 * YAML), text behind it, an empty argument, a bad escape, an empty expression. When is_raw
 * (may be NULL) says so for the name, everything up to the last character, which must be
 * "]", is one argument as it stands. The text must live as long as the result. */
typedef bool (*ss_datatype_raw_fn)(struct ss_str name);
enum ss_status ss_datatype_parse(struct ss_arena *arena, struct ss_str text, struct ss_place place,
				 ss_datatype_raw_fn is_raw, struct ss_datatype *out,
				 struct ss_err *err) SS_NODISCARD;

/* Parses an argument as a datatype of its own (array elements). */
enum ss_status ss_datatype_of_arg(struct ss_arena *arena, const struct ss_datatype_arg *arg,
				  ss_datatype_raw_fn is_raw, struct ss_datatype *out,
				  struct ss_err *err) SS_NODISCARD;

/* Splits an unquoted argument "lo..hi" at its first ".."; both sides trimmed and not empty.
 * SS_EUSAGE naming what was expected otherwise ("int wants min..max, not \"5-9\""). */
enum ss_status ss_datatype_range(const struct ss_datatype *datatype,
				 const struct ss_datatype_arg *arg, struct ss_str *lo,
				 struct ss_str *hi, struct ss_err *err) SS_NODISCARD;

/* Sets an error at the place of the datatype or of one of its arguments. */
enum ss_status ss_place_error(struct ss_err *err, struct ss_place place, const char *code,
			      const char *format, ...) SS_PRINTF(4, 5);

#endif
