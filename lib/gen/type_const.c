/* SPDX-License-Identifier: Apache-2.0 */
/*
 * const[V]: the same value in every record. A JSON number without exponent is a number, true
 * and false are booleans, everything else, and everything in quotes, is text.
 */
#include "base/num.h"
#include "gen/bind.h"
#include "gen/types.h"

struct const_state {
	struct ss_str text;
	ss_i128 value;
};

/* JSON's number grammar without exponent: "-0.50", not "007" or "+1" or "1.". */
static bool
is_number(struct ss_str s)
{
	size_t i = s.len != 0 && s.p[0] == '-', whole = 0, fraction = 0;
	size_t start = i;

	while (i < s.len && s.p[i] >= '0' && s.p[i] <= '9')
		i++, whole++;
	if (whole == 0 || (whole > 1 && s.p[start] == '0'))
		return false;
	if (i == s.len)
		return true;
	if (s.p[i++] != '.')
		return false;
	while (i < s.len && s.p[i] >= '0' && s.p[i] <= '9')
		i++, fraction++;
	return fraction != 0 && i == s.len;
}

static enum ss_status
const_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	   struct ss_err *err)
{
	struct const_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	const struct ss_datatype_arg *arg = datatype->args;
	unsigned scale = 0;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK)
		return err->status;
	state->text = arg->text;
	op->state = state;
	if (!arg->quoted && is_number(arg->text)) {
		int64_t small;

		if (ss_str_to_i64(arg->text, &small)) {
			state->value = small;
			ss_bind_int_column(op, small, small);
			return SS_OK;
		}
		if (!ss_num_parse_decimal(arg->text, &state->value, &scale)) {
			ss_place_error(err, arg->place, "bad-number",
				       "const number \"%.*s\" has more than 38 digits",
				       SS_STR_ARGS(arg->text));
			return ss_err_hint(err, "put it in quotes to make it text");
		}
		op->kind = SS_COLUMN_FIXED;
		op->width = 16;
		op->format = ss_arena_printf(
			binder->arena, "d:%u,%u",
			SS_MAX(ss_num_digits(
				       (ss_u128)(state->value < 0 ? -state->value : state->value)),
			       scale),
			scale);
		return SS_OK;
	}
	if (!arg->quoted &&
	    (ss_str_eq(arg->text, SS_STR("true")) || ss_str_eq(arg->text, SS_STR("false")))) {
		state->value = arg->text.p[0] == 't';
		op->kind = SS_COLUMN_BITS;
		op->format = "b";
		return SS_OK;
	}
	ss_bind_dictionary(binder, op, &arg->text, 1);
	return SS_OK;
}

static void
const_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct const_state *state = op->state;

	if (op->kind == SS_COLUMN_BITS) {
		size_t n = (rows->count + 7) / 8;
		uint8_t *out = ss_buf_extend(&column->values, n);

		memset(out, state->value ? 0xFF : 0, n);
		if (state->value && rows->count % 8 != 0)
			out[n - 1] = (uint8_t)((1u << rows->count % 8) - 1);
		return;
	}
	/* Little endian: the low bytes of the value are the value at any width. */
	for (size_t i = 0; i < rows->count; i++)
		ss_buf_put(&column->values, &state->value, op->width);
}

static void
const_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct const_state *state = op->state;

	ss_buf_printf(text, "always %.*s", SS_STR_ARGS(state->text));
}

const struct ss_type ss_type_const = {
	.name = "const",
	.syntax = "const[VALUE]",
	.help = "the same value always: number, true, false, or text (quotes make text)",
	.example = "const[EUR]",
	.bind = const_bind,
	.fill = const_fill,
	.describe = const_describe,
};
