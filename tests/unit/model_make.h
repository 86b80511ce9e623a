/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For the tests of lib/model: one line per outcome, so that a check compares texts.
 */
#ifndef SS_TESTS_UNIT_MODEL_MAKE_H
#define SS_TESTS_UNIT_MODEL_MAKE_H

#include "check.h"

#include <time.h>

#include "base/buf.h"
#include "model/structure.h"

/* "LINE:COLUMN: message; hint" */
static inline SS_UNUSED void
make_error(struct ss_buf *to, const struct ss_err *err)
{
	ss_buf_printf(to, "%d:%d: %s; %s", err->line, err->column, err->message, err->hint);
}

/* As JSON would write it, with every scalar a text; an empty value is "null". */
static inline SS_UNUSED void
make_node(struct ss_buf *to, const struct ss_node *node)
{
	if (node->kind == SS_NODE_SCALAR) {
		if (ss_node_is_empty(node))
			ss_buf_printf(to, "null");
		else
			ss_buf_printf(to, "\"%.*s\"", SS_STR_ARGS(node->text));
		return;
	}
	ss_buf_putc(to, node->kind == SS_NODE_MAPPING ? '{' : '[');
	for (size_t i = 0; i < node->count; i++) {
		if (i > 0)
			ss_buf_putc(to, ',');
		if (node->kind == SS_NODE_MAPPING) {
			ss_buf_printf(to, "\"%.*s\":", SS_STR_ARGS(node->keys[i].text));
		}
		make_node(to, &node->items[i]);
	}
	ss_buf_putc(to, node->kind == SS_NODE_MAPPING ? '}' : ']');
}

/* Fields as "key>name=datatype", hidden ones with "!" before, separated by " | ". */
static inline SS_UNUSED void
make_fields(struct ss_buf *to, const struct ss_structure *structure)
{
	ss_buf_printf(to, "%.*s:", SS_STR_ARGS(structure->name));
	for (size_t i = 0; i < structure->n_fields; i++) {
		const struct ss_field *field = &structure->fields[i];

		ss_buf_printf(to, "%s %s%.*s>%.*s=%.*s", i > 0 ? " |" : "",
			      field->hidden ? "!" : "", SS_STR_ARGS(field->key),
			      SS_STR_ARGS(field->name), SS_STR_ARGS(field->datatype_text));
	}
}

static inline SS_UNUSED double
make_seconds(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* How much slower than a plain build the sanitizers may be. */
#ifdef SS_SANITIZED
#define MAKE_SLOWER 20.0
#else
#define MAKE_SLOWER 1.0
#endif

#endif
