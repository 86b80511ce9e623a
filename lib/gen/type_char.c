/* SPDX-License-Identifier: Apache-2.0 */
/*
 * char[MIN..MAX], char[MIN..MAX, CLASS]: text of random characters, the length uniform. The
 * length is draw 0 of the value, letters come from draw 1 on, so that another length bound
 * keeps the letters.
 */
#include <inttypes.h>

#include "gen/bind.h"
#include "gen/each.h"
#include "gen/letters.h"
#include "gen/types.h"

struct char_state {
	struct ss_alphabet alphabet;
	uint64_t lo, span;
};

static enum ss_status
char_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	  struct ss_err *err)
{
	struct char_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	int64_t lo, hi;

	if (ss_bind_arguments(op, 1, 2, err) != SS_OK ||
	    ss_bind_int_range(datatype, &datatype->args[0], 0, SS_TEXT_LENGTH_MAX, &lo, &hi, err) !=
		    SS_OK)
		return err->status;
	ss_alphabet_default(&state->alphabet);
	if (datatype->n_args == 2 &&
	    ss_alphabet_parse(binder->arena, &datatype->args[1], &state->alphabet, err) != SS_OK)
		return err->status;
	state->lo = (uint64_t)lo;
	state->span = (uint64_t)(hi - lo) + 1;
	op->state = state;
	op->kind = SS_COLUMN_BYTES;
	op->format = "u";
	op->bytes_expected = 4 + ((double)lo + (double)hi) / 2 * state->alphabet.bytes_max;
	op->bytes_worst = 4 + (double)hi * state->alphabet.bytes_max;
	return SS_OK;
}

/* Short texts over one or two runs of characters, such as letters of both cases: everything that
 * does not depend on the row stays in registers, and all rows share one reservation. */
static void
fill_short(const struct char_state *state, struct ss_key key, const struct ss_rows *rows,
	   int32_t *offsets, struct ss_buf *out)
{
	const uint64_t base = state->alphabet.base, start = state->alphabet.steps[0].start;
	const uint64_t gap = state->alphabet.steps[0].gap;
	const uint32_t k = (uint32_t)state->alphabet.count;
	const uint64_t lo = state->lo, span = state->span;
	const size_t most = (size_t)(lo + span - 1), groups = (most + 7) / 8;
	uint8_t *const begin = ss_buf_reserve(out, rows->count * most), *p = begin;

	/* A group may run into the next text, which is made later, or into the slack. */
	SS_EACH_ROW(rows, i, addr, {
		struct ss_draws d = ss_draws(key, addr);
		uint64_t length = lo + ss_draw_below(ss_draw(d, 0), span);

		for (size_t g = 0; g < groups; g++) {
			uint64_t letters = ss_letters_step(ss_draw(d, 1 + g), k);
			uint64_t text =
				letters + base + ((letters + start) >> 7 & SS_EACH_BYTE) * gap;

			memcpy(p + 8 * g, &text, sizeof(text));
		}
		p += length;
		offsets[i + 1] = (int32_t)(p - begin);
	});
	out->len = (size_t)(p - begin);
}

static void
char_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct char_state *state = op->state;
	const struct ss_key key = op->key;
	const uint64_t lo = state->lo, span = state->span;
	int32_t *offsets = SS_COLUMN_OFFSETS(column, rows->count + 1);

	offsets[0] = 0;
	if (state->alphabet.fast && state->alphabet.n_steps <= 1 &&
	    lo + span - 1 <= SS_LETTERS_WHOLE_MAX) {
		fill_short(state, key, rows, offsets, &column->values);
		return;
	}
	SS_EACH_ROW(rows, i, addr, {
		struct ss_draws d = ss_draws(key, addr);
		uint64_t length = lo + ss_draw_below(ss_draw(d, 0), span);

		ss_letters_put(&state->alphabet, d, 1, length, lo + span - 1, &column->values);
		offsets[i + 1] = (int32_t)column->values.len;
	});
}

static void
char_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct char_state *state = op->state;

	ss_buf_printf(text, "%" PRIu64 " to %" PRIu64 " random characters out of %zu", state->lo,
		      state->lo + state->span - 1, state->alphabet.count);
}

const struct ss_type ss_type_char = {
	.name = "char",
	.syntax = "char[MIN..MAX, CLASS]",
	.help = "random text of MIN to MAX characters, letters unless a class such as A-Z0-9 is given",
	.example = "char[8..8, A-Z0-9]",
	.bind = char_bind,
	.fill = char_fill,
	.describe = char_describe,
};
