/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Civil dates and instants in the proleptic Gregorian calendar and UTC, without TZ or libc
 * time state. Days count from 1970-01-01; instants are a count of seconds plus a fraction in
 * microseconds. Years 0001 to 9999. Algorithms: Howard Hinnant, "chrono-Compatible Low-Level
 * Date Algorithms"; Neri and Schneider, "Euclidean affine functions and their application to
 * calendar algorithms", 2022.
 */
#ifndef SS_BASE_DATE_H
#define SS_BASE_DATE_H

#include "base/defs.h"
#include "base/str.h"

#define SS_DAYS_MIN (-719162) /* 0001-01-01 */
#define SS_DAYS_MAX 2932896   /* 9999-12-31 */

struct ss_civil {
	int year;
	unsigned month; /* 1..12 */
	unsigned day;	/* 1..31 */
};

int32_t ss_date_days(int year, unsigned month, unsigned day) SS_NODISCARD;
struct ss_civil ss_date_civil(int32_t days) SS_NODISCARD;
unsigned ss_date_month_days(int year, unsigned month) SS_NODISCARD;

/* Adds calendar months; the day is clamped to the target month's last. */
int32_t ss_date_add_months(int32_t days, int64_t months) SS_NODISCARD;

/* "YYYY-MM-DD", ten bytes; days within SS_DAYS_MIN..SS_DAYS_MAX. Returns the byte behind. */
char *ss_date_put(char *p, int32_t days);
/* "HH:MM:SS" and, with digits > 0, a point and that many digits of fraction (3, 6 or 9, in
 * units of 10^-digits s). The value counts those units since midnight. */
char *ss_time_put(char *p, int64_t value, unsigned digits);
/* "YYYY-MM-DDTHH:MM:SS[.fraction]" of an instant in units of 10^-digits s (digits 0, 3, 6, 9). */
char *ss_timestamp_put(char *p, int64_t value, unsigned digits, char separator);

/* "YYYY-MM-DD", strict: the day must exist. */
bool ss_date_parse(struct ss_str s, int32_t *days) SS_NODISCARD;
/* "HH:MM[:SS[.fraction]]": microseconds since midnight; digits is the number of fraction
 * digits written (0..6; more is refused). 24:00 and leap seconds are refused. */
bool ss_time_parse(struct ss_str s, int64_t *micros, unsigned *digits) SS_NODISCARD;
/* "YYYY-MM-DDTHH:MM[:SS[.fraction]][Z|+HH:MM|-HH:MM|+HHMM|+HH]", T or a blank; without an
 * offset it is UTC. Microseconds since the epoch, offset applied; digits as above. */
bool ss_timestamp_parse(struct ss_str s, int64_t *micros, unsigned *digits) SS_NODISCARD;

#endif
