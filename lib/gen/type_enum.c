/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enum[A, B, ...]: one of the texts, each as likely; a text that stands twice is twice as
 * likely. The column is a dictionary of the distinct texts.
 */
#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

struct enum_state {
	size_t picks;	       /* texts as written */
	const uint32_t *index; /* of each in the dictionary */
};

static enum ss_status
enum_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	  struct ss_err *err)
{
	struct enum_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	struct ss_str *values;
	uint32_t *index;
	size_t count = 0;

	if (ss_bind_arguments(op, 1, SIZE_MAX, err) != SS_OK)
		return err->status;
	values = ss_arena_calloc(binder->arena, datatype->n_args, sizeof(*values));
	index = ss_arena_calloc(binder->arena, datatype->n_args, sizeof(*index));
	for (size_t i = 0; i < datatype->n_args; i++) {
		size_t k = 0;

		while (k < count && !ss_str_eq(values[k], datatype->args[i].text))
			k++;
		if (k == count)
			values[count++] = datatype->args[i].text;
		index[i] = (uint32_t)k;
	}
	*state = (struct enum_state){datatype->n_args, index};
	op->state = state;
	ss_bind_dictionary(binder, op, values, count);
	return SS_OK;
}

#define FILL(T)                                                                                 \
	do {                                                                                    \
		T *out = SS_COLUMN_VALUES(column, T, rows->count);                              \
		SS_EACH_ROW(rows, i, addr,                                                      \
			    out[i] = (T)index[ss_draw_below(ss_draw_first(key, addr), picks)]); \
	} while (0)

static void
enum_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct enum_state *state = op->state;
	const struct ss_key key = op->key;
	const uint32_t *index = state->index;
	const size_t picks = state->picks;

	switch (op->width) {
	case 1: FILL(int8_t); break;
	case 2: FILL(int16_t); break;
	default: FILL(int32_t); break;
	}
}

static void
enum_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct enum_state *state = op->state;

	ss_buf_printf(text, "one of %zu texts (%zu distinct)", state->picks, op->dictionary->count);
}

const struct ss_type ss_type_enum = {
	.name = "enum",
	.syntax = "enum[A,B,...]",
	.help = "one of the texts; quote one that holds a comma or bracket: \"a,b\"",
	.example = "enum[new,paid,shipped]",
	.bind = enum_bind,
	.fill = enum_fill,
	.describe = enum_describe,
};
