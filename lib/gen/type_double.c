/* SPDX-License-Identifier: Apache-2.0 */
/*
 * double[MIN..MAX]: binary floating point, uniform in [MIN, MAX]. The sum is formed so that
 * it cannot overflow and has the same bits on every machine (no contraction, no libm).
 */
#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

struct double_state {
	double lo, hi;
};

static enum ss_status
parse_bound(const struct ss_datatype_arg *arg, struct ss_str text, double *value,
	    struct ss_err *err)
{
	if (ss_str_to_double(text, value))
		return SS_OK;
	ss_place_error(err, arg->place, "bad-bound",
		       "double wants finite numbers as bounds, not \"%.*s\"", SS_STR_ARGS(text));
	return ss_err_hint(err, "write for example double[0..1] or double[-1e3..1e3]");
}

static enum ss_status
double_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	    struct ss_err *err)
{
	struct double_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	const struct ss_datatype_arg *arg = datatype->args;
	struct ss_str lo, hi;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_datatype_range(datatype, arg, &lo, &hi, err) != SS_OK ||
	    parse_bound(arg, lo, &state->lo, err) != SS_OK ||
	    parse_bound(arg, hi, &state->hi, err) != SS_OK)
		return err->status;
	if (state->lo > state->hi)
		return ss_bind_reversed(datatype, lo, hi, err);
	op->state = state;
	op->kind = SS_COLUMN_FIXED;
	op->width = 8;
	op->format = "g";
	return SS_OK;
}

static void
double_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct double_state *state = op->state;
	const struct ss_key key = op->key;
	const double lo = state->lo, hi = state->hi;
	double *out = SS_COLUMN_VALUES(column, double, rows->count);

	SS_EACH_ROW(rows, i, addr, {
		double u = ss_draw_unit(ss_draw_first(key, addr));
		double v = lo * (1.0 - u) + hi * u;

		out[i] = v < lo ? lo : v > hi ? hi : v;
	});
}

static void
double_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct double_state *state = op->state;

	ss_buf_printf(text, "uniform doubles from %g to %g", state->lo, state->hi);
}

const struct ss_type ss_type_double = {
	.name = "double",
	.syntax = "double[MIN..MAX]",
	.help = "binary floating point number, uniform",
	.example = "double[-1..1]",
	.bind = double_bind,
	.fill = double_fill,
	.describe = double_describe,
};
