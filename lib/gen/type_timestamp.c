/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timestamp[MIN..MAX]: instants in UTC, both ends included, in steps of the finer precision
 * that the bounds are written with (s, ms or µs). A date stands for its first second as the
 * lower bound and for its last as the upper one.
 */
#include "gen/moment.h"
#include "gen/types.h"

static enum ss_status
timestamp_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	       struct ss_err *err)
{
	struct ss_str lo_text, hi_text;
	struct ss_instant lo, hi;
	int64_t unit;
	unsigned digits;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_moment_instants(binder, datatype, &lo_text, &hi_text, &lo, &hi, err) != SS_OK)
		return err->status;
	if (hi.date_only)
		hi.micros += INT64_C(86399000000);
	digits = ss_moment_unit(SS_MAX(lo.digits, hi.digits), &unit);
	/* Bounds are whole units, so division by a negative value rounds nothing. */
	return ss_moment_bind(binder, op, lo.micros / unit, hi.micros / unit, lo_text, hi_text, 8,
			      digits == 0   ? "tss:UTC"
			      : digits == 3 ? "tsm:UTC"
					    : "tsu:UTC",
			      err);
}

const struct ss_type ss_type_timestamp = {
	.name = "timestamp",
	.syntax = "timestamp[MIN..MAX]",
	.help = "instant in UTC from MIN to MAX; bounds such as 2024-01-31T12:00:00Z, now-30d",
	.example = "timestamp[2024-01-01..2024-12-31]",
	.bind = timestamp_bind,
	.fill = ss_moment_fill,
	.describe = ss_moment_describe,
};
