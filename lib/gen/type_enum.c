/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enum[A, B, ...]: one of the texts, each as likely; a text that stands twice is twice as
 * likely. The column is a dictionary of the distinct texts.
 */
#include "base/hash.h"
#include "base/mem.h"
#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

struct enum_state {
	size_t picks;	       /* texts as written */
	const uint32_t *index; /* of each in the dictionary */
};

/* Sets values to the distinct texts of args in order and index to the place of each there;
 * returns how many there are. */
static size_t
distinct(const struct ss_datatype_arg *args, size_t n, struct ss_str *values, uint32_t *index)
{
	size_t slots = 16, count = 0;
	uint32_t *table; /* place in values + 1, 0 for an empty slot; open addressing */

	while (slots < 2 * n)
		slots *= 2;
	table = ss_calloc(slots, sizeof(*table));
	for (size_t i = 0; i < n; i++) {
		struct ss_str text = args[i].text;
		size_t at = ss_hash64(text.p, text.len) & (slots - 1);

		while (table[at] != 0 && !ss_str_eq(values[table[at] - 1], text))
			at = (at + 1) & (slots - 1);
		if (table[at] == 0) {
			values[count++] = text;
			table[at] = (uint32_t)count;
		}
		index[i] = table[at] - 1;
	}
	ss_free(table);
	return count;
}

static enum ss_status
enum_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	  struct ss_err *err)
{
	struct enum_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	struct ss_str *values;
	uint32_t *index;

	if (ss_bind_arguments(op, 1, SIZE_MAX, err) != SS_OK)
		return err->status;
	values = ss_arena_calloc(binder->arena, datatype->n_args, sizeof(*values));
	index = ss_arena_calloc(binder->arena, datatype->n_args, sizeof(*index));
	*state = (struct enum_state){datatype->n_args, index};
	op->state = state;
	ss_bind_dictionary(binder, op, values,
			   distinct(datatype->args, datatype->n_args, values, index));
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
