/* SPDX-License-Identifier: Apache-2.0 */
/*
 * date[MIN..MAX]: days, both ends included. Bounds may be relative to now and today; an
 * instant stands for the UTC day it falls on.
 */
#include "gen/moment.h"
#include "gen/types.h"

#define DAY_MICROS INT64_C(86400000000)

static int64_t
day_of(const struct ss_instant *instant)
{
	int64_t day = instant->micros / DAY_MICROS;

	return instant->micros % DAY_MICROS < 0 ? day - 1 : day;
}

static enum ss_status
date_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	  struct ss_err *err)
{
	struct ss_str lo_text, hi_text;
	struct ss_instant lo, hi;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_moment_instants(binder, datatype, &lo_text, &hi_text, &lo, &hi, err) != SS_OK)
		return err->status;
	return ss_moment_bind(binder, op, day_of(&lo), day_of(&hi), lo_text, hi_text, 4, "tdD",
			      err);
}

const struct ss_type ss_type_date = {
	.name = "date",
	.syntax = "date[MIN..MAX]",
	.help = "day from MIN to MAX; bounds such as 2024-01-31, today, today-18y",
	.example = "date[2020-01-01..2024-12-31]",
	.bind = date_bind,
	.fill = ss_moment_fill,
	.describe = ss_moment_describe,
};
