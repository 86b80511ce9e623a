/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decimal[MIN..MAX]: exact decimals of up to 38 digits, uniform over the steps of the larger
 * scale of the two bounds; both ends are as likely as any other value.
 */
#include "base/num.h"
#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

struct decimal_state {
	ss_i128 lo;
	ss_u128 span; /* number of values: at most 2 * 10^38 - 1, so it fits */
	unsigned scale;
	struct ss_str lo_text, hi_text;
};

static enum ss_status
parse_bound(const struct ss_datatype *datatype, const struct ss_datatype_arg *arg,
	    struct ss_str text, ss_i128 *value, unsigned *scale, struct ss_err *err)
{
	if (ss_num_parse_decimal(text, value, scale))
		return SS_OK;
	ss_place_error(err, arg->place, "bad-bound",
		       "%.*s wants numbers of at most 38 digits as bounds, not \"%.*s\"",
		       SS_STR_ARGS(datatype->name), SS_STR_ARGS(text));
	return ss_err_hint(err, "write for example decimal[0.01..9999.99]");
}

/* Brings value from its scale to a larger one; false when it leaves the 38 digits. */
static bool
rescale(ss_i128 *value, unsigned from, unsigned to)
{
	const ss_i128 limit = (ss_i128)(ss_num_pow10(SS_DECIMAL_DIGITS_MAX) - 1);
	ss_i128 factor = (ss_i128)ss_num_pow10(to - from);

	if (*value > limit / factor || *value < -limit / factor)
		return false;
	*value *= factor;
	return true;
}

static enum ss_status
decimal_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	     struct ss_err *err)
{
	struct decimal_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	const struct ss_datatype_arg *arg = datatype->args;
	unsigned lo_scale = 0, hi_scale = 0, digits;
	ss_i128 hi = 0;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_datatype_range(datatype, arg, &state->lo_text, &state->hi_text, err) != SS_OK ||
	    parse_bound(datatype, arg, state->lo_text, &state->lo, &lo_scale, err) != SS_OK ||
	    parse_bound(datatype, arg, state->hi_text, &hi, &hi_scale, err) != SS_OK)
		return err->status;
	state->scale = SS_MAX(lo_scale, hi_scale);
	if (!rescale(&state->lo, lo_scale, state->scale) || !rescale(&hi, hi_scale, state->scale)) {
		ss_place_error(err, arg->place, "bad-bound",
			       "decimal bounds need more than 38 digits at %u decimal places",
			       state->scale);
		return err->status;
	}
	if (state->lo > hi)
		return ss_bind_reversed(datatype, state->lo_text, state->hi_text, err);
	state->span = (ss_u128)hi - (ss_u128)state->lo + 1;
	digits = SS_MAX(ss_num_digits((ss_u128)(state->lo < 0 ? -state->lo : state->lo)),
			ss_num_digits((ss_u128)(hi < 0 ? -hi : hi)));
	digits = SS_MAX(digits, state->scale);
	op->state = state;
	op->kind = SS_COLUMN_FIXED;
	op->width = 16;
	op->format = ss_arena_printf(binder->arena, "d:%u,%u", digits, state->scale);
	return SS_OK;
}

static void
decimal_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct decimal_state *state = op->state;
	const struct ss_key key = op->key;
	const ss_i128 lo = state->lo;
	ss_i128 *out = SS_COLUMN_VALUES(column, ss_i128, rows->count);

	if (state->span >> 64 == 0) {
		const uint64_t span = (uint64_t)state->span;

		SS_EACH_ROW(rows, i, addr,
			    out[i] = lo + (ss_i128)ss_draw_below(ss_draw_first(key, addr), span));
	} else {
		const ss_u128 span = state->span;

		SS_EACH_ROW(rows, i, addr,
			    out[i] = (ss_i128)((ss_u128)lo +
					       ss_draw_below_wide(ss_draws(key, addr), 0, span)));
	}
}

static void
decimal_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct decimal_state *state = op->state;

	ss_buf_printf(text, "uniform decimals from %.*s to %.*s, %u decimal places",
		      SS_STR_ARGS(state->lo_text), SS_STR_ARGS(state->hi_text), state->scale);
}

const struct ss_type ss_type_decimal = {
	.name = "decimal",
	.syntax = "decimal[MIN..MAX]",
	.help = "exact decimal of up to 38 digits, as many places as the bounds have",
	.example = "decimal[0.01..9999.99]",
	.bind = decimal_bind,
	.fill = decimal_fill,
	.describe = decimal_describe,
};
