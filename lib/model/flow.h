/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model: the pass before YAML that lets {datatype: char[3..15]} be written
 * without quotes. YAML forbids "[" inside an unquoted text between braces, so a valid document
 * is never changed.
 */
#ifndef SS_MODEL_FLOW_H
#define SS_MODEL_FLOW_H

#include "base/buf.h"
#include "base/err.h"
#include "model/datatype.h"

/* A character that the pass put in: its place, from 1, in the text with all of them. */
struct ss_flow_insert {
	int line;
	int column;
	int ordinal; /* 1 for the first of its line */
};

/* A zeroed struct is empty. */
struct ss_flow {
	struct ss_buf text;    /* what YAML reads */
	struct ss_buf inserts; /* struct ss_flow_insert, in order */
};

void ss_flow_release(struct ss_flow *flow);

/* text has been through ss_text_clean. Inside {...} only, a value that begins "word[" gets
 * quotes up to its matching "]". SS_EUSAGE for a missing "]", for a tab as indentation, and for
 * more depth or items between brackets than the limits of defs.h allow: YAML would read all of
 * a collection ahead before it hands out the first item. */
enum ss_status ss_flow_quote(struct ss_place start, struct ss_str text, struct ss_flow *flow,
			     struct ss_err *err) SS_NODISCARD;

/* The column that a 1-based place in flow->text has in the text as the user has it; lines are
 * the same. */
int ss_flow_column(const struct ss_flow *flow, int line, int column) SS_NODISCARD;
/* The character before that place is one that the pass put in. */
bool ss_flow_inserted(const struct ss_flow *flow, int line, int column) SS_NODISCARD;

#endif
