/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments in time, see moment.h.
 */
#include "gen/moment.h"

#include "gen/each.h"

enum ss_status
ss_moment_instants(struct ss_binder *binder, const struct ss_datatype *datatype,
		   struct ss_str *lo_text, struct ss_str *hi_text, struct ss_instant *lo,
		   struct ss_instant *hi, struct ss_err *err)
{
	const struct ss_datatype_arg *arg = datatype->args;
	struct ss_str bad = {0};
	const char *wrong;

	if (ss_datatype_range(datatype, arg, lo_text, hi_text, err) != SS_OK)
		return err->status;
	if ((wrong = ss_instant_parse(*lo_text, binder->now_s, lo)) != NULL)
		bad = *lo_text;
	else if ((wrong = ss_instant_parse(*hi_text, binder->now_s, hi)) != NULL)
		bad = *hi_text;
	if (wrong != NULL) {
		ss_place_error(err, arg->place, "bad-bound", "%.*s bound \"%.*s\": %s",
			       SS_STR_ARGS(datatype->name), SS_STR_ARGS(bad), wrong);
		return ss_err_hint(err, "write 2024-01-31, 2024-01-31T12:00:00Z, or now and today "
					"with spans such as now-30d (s m h d w M y)");
	}
	if (lo->uses_now || hi->uses_now)
		binder->uses_now = true;
	return SS_OK;
}

enum ss_status
ss_moment_bind(struct ss_binder *binder, struct ss_op *op, int64_t lo, int64_t hi,
	       struct ss_str lo_text, struct ss_str hi_text, unsigned width, const char *format,
	       struct ss_err *err)
{
	struct ss_moment_state *state = ss_arena_alloc(binder->arena, sizeof(*state));

	if (lo > hi)
		return ss_bind_reversed(op->datatype, lo_text, hi_text, err);
	*state = (struct ss_moment_state){lo, (uint64_t)(hi - lo) + 1, lo_text, hi_text};
	op->state = state;
	op->kind = SS_COLUMN_FIXED;
	op->width = width;
	op->format = format;
	return SS_OK;
}

#define FILL(T)                                                                                    \
	do {                                                                                       \
		T *out = SS_COLUMN_VALUES(column, T, rows->count);                                 \
		SS_EACH_ROW(rows, i, addr,                                                         \
			    out[i] = (T)(lo +                                                      \
					 (int64_t)ss_draw_below(ss_draw_first(key, addr), span))); \
	} while (0)

void
ss_moment_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct ss_moment_state *state = op->state;
	const struct ss_key key = op->key;
	const int64_t lo = state->lo;
	const uint64_t span = state->span;

	if (op->width == 4)
		FILL(int32_t);
	else
		FILL(int64_t);
}

void
ss_moment_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct ss_moment_state *state = op->state;

	ss_buf_printf(text, "uniform from %.*s to %.*s, both included", SS_STR_ARGS(state->lo_text),
		      SS_STR_ARGS(state->hi_text));
}

unsigned
ss_moment_unit(unsigned digits, int64_t *micros_per_unit)
{
	if (digits == 0) {
		*micros_per_unit = 1000000;
		return 0;
	}
	*micros_per_unit = digits <= 3 ? 1000 : 1;
	return digits <= 3 ? 3 : 6;
}
