/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sequence[START, STEP]: the record number as a key. Inside arrays the number is the mixed
 * radix of record number and element indices by the arrays' maximum lengths: unique and the
 * same on every shard, with gaps.
 */
#include <inttypes.h>

#include "gen/bind.h"
#include "gen/types.h"

struct sequence_state {
	int64_t start, step;
};

static enum ss_status
whole_number(const struct ss_datatype_arg *arg, const char *what, int64_t *value,
	     struct ss_err *err)
{
	if (ss_str_to_i64(arg->text, value))
		return SS_OK;
	ss_place_error(err, arg->place, "bad-bound",
		       "sequence wants a whole number of 64 bits as %s, not \"%.*s\"", what,
		       SS_STR_ARGS(arg->text));
	return ss_err_hint(err, "write for example sequence[1] or sequence[100, 10]");
}

/* Whether start + (numbers - 1) * step stays within int64. */
static bool
fits(const struct sequence_state *state, uint64_t records, uint64_t radix)
{
	ss_u128 numbers = (ss_u128)records * radix;
	ss_i128 last;

	if (radix == 0 || numbers >> 64 != 0)
		return false;
	if (numbers == 0)
		return true;
	last = (ss_i128)(numbers - 1);
	if (__builtin_mul_overflow(last, (ss_i128)state->step, &last))
		return false;
	last += state->start;
	return last >= INT64_MIN && last <= INT64_MAX;
}

static enum ss_status
sequence_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	      struct ss_err *err)
{
	struct sequence_state *state = ss_arena_alloc(binder->arena, sizeof(*state));

	*state = (struct sequence_state){1, 1};
	if (ss_bind_arguments(op, 0, 2, err) != SS_OK)
		return err->status;
	if (datatype->n_args > 0 &&
	    whole_number(&datatype->args[0], "start", &state->start, err) != SS_OK)
		return err->status;
	if (datatype->n_args > 1 &&
	    whole_number(&datatype->args[1], "step", &state->step, err) != SS_OK)
		return err->status;
	if (state->step == 0) {
		ss_place_error(err, datatype->args[1].place, "bad-bound",
			       "sequence step must not be 0: all values would be equal");
		return ss_err_hint(err, "use const[%" PRId64 "] for one value", state->start);
	}
	if (!fits(state, binder->records, binder->radix)) {
		ss_place_error(err, datatype->place, "sequence-overflow",
			       "sequence leaves 64 bits within %" PRIu64
			       " records (array lengths count by their maximum)",
			       binder->records);
		return ss_err_hint(err, "lower the count, the step or the arrays' maximum lengths");
	}
	op->state = state;
	ss_bind_int_column(op, INT64_MIN, INT64_MAX);
	return SS_OK;
}

static void
sequence_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct sequence_state *state = op->state;
	uint64_t *out = SS_COLUMN_VALUES(column, uint64_t, rows->count);

	for (size_t i = 0; i < rows->count; i++)
		out[i] = (uint64_t)state->start + ss_rows_ordinal(rows, i) * (uint64_t)state->step;
}

static void
sequence_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct sequence_state *state = op->state;

	ss_buf_printf(text, "record number from %" PRId64 " in steps of %" PRId64, state->start,
		      state->step);
}

const struct ss_type ss_type_sequence = {
	.name = "sequence",
	.syntax = "sequence[START, STEP]",
	.help = "record number as a key, from START (1) in steps of STEP (1)",
	.example = "sequence[1]",
	.bind = sequence_bind,
	.fill = sequence_fill,
	.describe = sequence_describe,
};
