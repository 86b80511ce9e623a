/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uniform whole numbers, see int.h. Arithmetic is modulo 2^64, so that a range as wide as
 * int64 itself does not overflow.
 */
#include "gen/int.h"

#include <inttypes.h>

#include "gen/each.h"

struct int_state {
	int64_t lo, hi;
	uint64_t span; /* number of values, 0 for 2^64 */
};

void
ss_int_bind(struct ss_binder *binder, struct ss_op *op, int64_t lo, int64_t hi, bool wide)
{
	struct int_state *state = ss_arena_alloc(binder->arena, sizeof(*state));

	*state = (struct int_state){lo, hi, (uint64_t)hi - (uint64_t)lo + 1};
	op->state = state;
	if (wide)
		ss_bind_int_column(op, INT64_MIN, INT64_MAX);
	else
		ss_bind_int_column(op, lo, hi);
}

#define FILL(T)                                                                                \
	do {                                                                                   \
		T *out = SS_COLUMN_VALUES(column, T, rows->count);                             \
		SS_EACH_ROW(rows, i, addr,                                                     \
			    out[i] = (T)(lo + ss_draw_below(ss_draw_first(key, addr), span))); \
	} while (0)

void
ss_int_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct int_state *state = op->state;
	const struct ss_key key = op->key;
	const uint64_t lo = (uint64_t)state->lo, span = state->span;

	switch (op->width) {
	case 1: FILL(int8_t); break;
	case 2: FILL(int16_t); break;
	case 4: FILL(int32_t); break;
	default: FILL(int64_t); break;
	}
}

void
ss_int_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct int_state *state = op->state;

	ss_buf_printf(text, "uniform whole numbers from %" PRId64 " to %" PRId64, state->lo,
		      state->hi);
}
