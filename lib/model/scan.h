/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model. Brackets and quotes of datatype expressions, one character at a time,
 * so that the datatype parser, the flow pass and -e agree on where an expression ends. A quote
 * opens only where an argument begins: the inch sign of enum[5", 6"] is text.
 */
#ifndef SS_MODEL_SCAN_H
#define SS_MODEL_SCAN_H

#include "base/defs.h"

/* A zeroed struct stands before the first character. */
struct ss_bracket_scan {
	unsigned depth; /* "[" open */
	bool begins;	/* the next character may begin an argument */
	bool quoted;	/* inside "..." */
	bool escaped;	/* behind a backslash inside "..." */
};

static inline void
ss_bracket_step(struct ss_bracket_scan *scan, char c)
{
	if (scan->quoted) {
		if (scan->escaped)
			scan->escaped = false;
		else if (c == '\\')
			scan->escaped = true;
		else if (c == '"')
			scan->quoted = false;
		return;
	}
	if (c == '"' && scan->begins) {
		scan->quoted = true;
		scan->begins = false;
	} else if (c == '[') {
		scan->depth++;
		scan->begins = true;
	} else if (c == ']') {
		scan->depth -= scan->depth > 0;
		scan->begins = false;
	} else if (c == ',') {
		scan->begins = scan->depth > 0;
	} else if (c != ' ' && c != '\t' && c != '\n') {
		scan->begins = false;
	}
}

#endif
