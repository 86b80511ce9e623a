/* SPDX-License-Identifier: Apache-2.0 */
/*
 * boolean, boolean[P]: true with probability P, one half by default.
 */
#include "gen/bind.h"
#include "gen/types.h"

struct boolean_state {
	uint64_t threshold; /* true when the draw is below */
	bool always;	    /* P = 1, which no threshold says */
	double p;
};

static enum ss_status
boolean_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	     struct ss_err *err)
{
	struct boolean_state *state = ss_arena_alloc(binder->arena, sizeof(*state));

	if (ss_bind_arguments(op, 0, 1, err) != SS_OK)
		return err->status;
	state->p = 0.5;
	if (datatype->n_args == 1 && (!ss_str_to_double(datatype->args[0].text, &state->p) ||
				      state->p < 0 || state->p > 1)) {
		ss_place_error(err, datatype->args[0].place, "bad-probability",
			       "boolean wants a probability from 0 to 1, not \"%.*s\"",
			       SS_STR_ARGS(datatype->args[0].text));
		return ss_err_hint(err, "write for example boolean[0.25]");
	}
	state->always = state->p >= 1;
	state->threshold = state->always ? UINT64_MAX : (uint64_t)(state->p * 0x1p64);
	op->state = state;
	op->kind = SS_COLUMN_BITS;
	op->format = "b";
	return SS_OK;
}

/* A bit each of up to 64 rows from row on, the first lowest. */
static inline uint64_t
bits_of(struct ss_key key, const struct ss_rows *rows, size_t row, size_t n, uint64_t threshold)
{
	uint64_t bits = 0;

	if (rows->address == NULL) {
		for (size_t k = 0; k < n; k++)
			bits |= (uint64_t)(ss_draw_first(key, rows->first + row + k) < threshold)
				<< k;
	} else {
		for (size_t k = 0; k < n; k++)
			bits |= (uint64_t)(ss_draw_first(key, rows->address[row + k]) < threshold)
				<< k;
	}
	return bits;
}

static void
boolean_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct boolean_state *state = op->state;
	const struct ss_key key = op->key;
	const uint64_t threshold = state->threshold;
	const size_t bytes = (rows->count + 7) / 8;
	uint8_t *out = ss_buf_extend(&column->values, bytes);

	/* Whole words are stored; the last one may run into the slack behind the buffer. */
	for (size_t i = 0; i < rows->count; i += 64) {
		size_t n = SS_MIN(rows->count - i, (size_t)64);
		uint64_t word = state->always ? UINT64_MAX >> (64 - n)
					      : bits_of(key, rows, i, n, threshold);

		memcpy(out + i / 8, &word, sizeof(word));
	}
}

static void
boolean_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct boolean_state *state = op->state;

	ss_buf_printf(text, "true with probability %g", state->p);
}

const struct ss_type ss_type_boolean = {
	.name = "boolean",
	.syntax = "boolean[P]",
	.help = "true with probability P, one half when P is left out",
	.example = "boolean[0.25]",
	.bind = boolean_bind,
	.fill = boolean_fill,
	.describe = boolean_describe,
};
