/* SPDX-License-Identifier: Apache-2.0 */
/*
 * time[MIN..MAX]: times of day, both ends included, in steps of the finer precision that the
 * bounds are written with (s, ms or µs).
 */
#include "base/date.h"
#include "gen/moment.h"
#include "gen/types.h"

static enum ss_status
time_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	  struct ss_err *err)
{
	struct ss_str lo_text, hi_text;
	int64_t lo, hi = 0, unit;
	unsigned lo_digits, hi_digits = 0, digits;
	bool lo_ok;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_datatype_range(datatype, datatype->args, &lo_text, &hi_text, err) != SS_OK)
		return err->status;
	lo_ok = ss_time_parse(lo_text, &lo, &lo_digits);
	if (!lo_ok || !ss_time_parse(hi_text, &hi, &hi_digits)) {
		ss_place_error(err, datatype->args->place, "bad-bound",
			       "time bound \"%.*s\" is not a time of day",
			       SS_STR_ARGS(lo_ok ? hi_text : lo_text));
		return ss_err_hint(
			err, "write 08:30 or 08:30:00 or 08:30:00.000, up to 23:59:59.999999");
	}
	digits = ss_moment_unit(SS_MAX(lo_digits, hi_digits), &unit);
	return ss_moment_bind(binder, op, lo / unit, hi / unit, lo_text, hi_text,
			      digits == 6 ? 8 : 4,
			      digits == 0   ? "tts"
			      : digits == 3 ? "ttm"
					    : "ttu",
			      err);
}

const struct ss_type ss_type_time = {
	.name = "time",
	.syntax = "time[MIN..MAX]",
	.help = "time of day from MIN to MAX, such as 08:00..17:30",
	.example = "time[08:00:00..17:30:00]",
	.bind = time_bind,
	.fill = ss_moment_fill,
	.describe = ss_moment_describe,
};
