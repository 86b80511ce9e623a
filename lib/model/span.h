/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds of dates and instants as the language writes them: absolute ("2024-01-01",
 * "2024-01-01T12:00:00+02:00"), or relative to the run's now: "now", "today", each with any
 * number of "+3d", "-2M" (s m h d w M y; months and years clamp to the month's last day).
 */
#ifndef SS_MODEL_SPAN_H
#define SS_MODEL_SPAN_H

#include "base/defs.h"
#include "base/str.h"

struct ss_instant {
	int64_t micros;	 /* since the epoch, UTC */
	unsigned digits; /* of the fraction as written: 0..6 */
	bool date_only;	 /* "2024-01-01", "today" and what is a whole number of days from them */
	bool uses_now;	 /* the value depends on the run's clock */
};

/* now_s: seconds since the epoch. NULL when it parsed, otherwise what is wrong with it, as a
 * static text such as "not a date" or "the year is not within 1 to 9999". */
const char *ss_instant_parse(struct ss_str text, int64_t now_s,
			     struct ss_instant *out) SS_NODISCARD;

#endif
