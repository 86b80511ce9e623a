/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bytes[MIN..MAX]: random bytes, the length uniform (draw 0); eight bytes a draw from draw 1
 * on, little endian.
 */
#include <inttypes.h>

#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

struct bytes_state {
	uint64_t lo, span;
};

static enum ss_status
bytes_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	   struct ss_err *err)
{
	struct bytes_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	int64_t lo, hi;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_bind_int_range(datatype, &datatype->args[0], 0, SS_TEXT_LENGTH_MAX, &lo, &hi, err) !=
		    SS_OK)
		return err->status;
	*state = (struct bytes_state){(uint64_t)lo, (uint64_t)(hi - lo) + 1};
	op->state = state;
	op->kind = SS_COLUMN_BYTES;
	op->format = "z";
	op->bytes_expected = 4 + ((double)lo + (double)hi) / 2;
	op->bytes_worst = 4 + (double)hi;
	return SS_OK;
}

static void
bytes_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct bytes_state *state = op->state;
	const struct ss_key key = op->key;
	int32_t *offsets = SS_COLUMN_OFFSETS(column, rows->count + 1);

	offsets[0] = 0;
	SS_EACH_ROW(rows, i, addr, {
		struct ss_draws d = ss_draws(key, addr);
		uint64_t length = state->lo + ss_draw_below(ss_draw(d, 0), state->span);
		uint8_t *p = ss_buf_extend(&column->values, length);

		/* The last store may run into the slack behind the buffer. */
		for (uint64_t k = 0, j = 1; k < length; k += 8, j++) {
			uint64_t draw = ss_draw(d, j);

			memcpy(p + k, &draw, sizeof(draw));
		}
		offsets[i + 1] = (int32_t)column->values.len;
	});
}

static void
bytes_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct bytes_state *state = op->state;

	ss_buf_printf(text, "%" PRIu64 " to %" PRIu64 " random bytes", state->lo,
		      state->lo + state->span - 1);
}

const struct ss_type ss_type_bytes = {
	.name = "bytes",
	.syntax = "bytes[MIN..MAX]",
	.help = "MIN to MAX random bytes",
	.example = "bytes[16..16]",
	.bind = bytes_bind,
	.fill = bytes_fill,
	.describe = bytes_describe,
};
