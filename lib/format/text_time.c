/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps that write dates, times and instants (ISO 8601, UTC). Own code beside base/date.h
 * because here the fields go straight from one 64-bit word to text: calendar by Neri and
 * Schneider, "Euclidean affine functions and their application to calendar algorithms", 2022.
 *
 * Every value is compared with the years 1 to 9999 before it is used; what lies outside is
 * reported and written as the first day.
 */
#include "format/text_step.h"

#include "base/date.h"

#define DAY_SECONDS 86400
#define NANO_DAYS_MIN (-106752) /* the day of the lowest nanosecond */
#define LANES(a, b, c, d)                                                                          \
	((uint64_t)(a) | (uint64_t)(b) << 16 | (uint64_t)(c) << 32 | (uint64_t)(d) << 48)

/* Two digits each of four numbers below 100 in the 16-bit lanes of a word, in their places. */
static inline uint64_t
digits_of_lanes(uint64_t lanes)
{
	uint64_t tens = lanes * 103 >> 10 & UINT64_C(0x000f000f000f000f);

	return (tens | (lanes - tens * 10) << 8) | UINT64_C(0x3030303030303030);
}

/* "YYYY-MM-DDT": 11 bytes, one more is scribbled. day counts from 0001-01-01. */
static inline char *
put_day(char *p, uint32_t day)
{
	uint32_t n1 = 4 * (day + 306) + 3; /* from 0000-03-01 */
	uint32_t century = n1 / 146097;
	uint32_t n2 = n1 % 146097 | 3;
	uint64_t p2 = UINT64_C(2939745) * n2;
	uint32_t day_of_year = (uint32_t)p2 / 2939745 / 4;
	uint32_t n3 = 2141 * day_of_year + 197913;
	uint32_t next = day_of_year >= 306;
	uint32_t year = 100 * century + (uint32_t)(p2 >> 32) + next;
	uint32_t month = (n3 >> 16) - (next ? 12 : 0);
	uint64_t digits = digits_of_lanes(
		LANES(year / 100, year % 100, month, (n3 & 0xffff) / 2141 + 1));
	uint64_t rest = (uint64_t)'-' | (digits >> 32 & 0xffff) << 8 | (uint64_t)'-' << 24 |
			(digits >> 48) << 32 | (uint64_t)'T' << 48;

	memcpy(p, &digits, 4);
	memcpy(p + 4, &rest, 8);
	return p + 11;
}

/* "HH:MM:SS" */
static inline char *
put_clock(char *p, uint32_t second)
{
	uint32_t hour = second / 3600;
	uint32_t minute = (second - hour * 3600) / 60;
	uint64_t digits = digits_of_lanes(
		LANES(hour, minute, second - hour * 3600 - minute * 60, 0));
	uint64_t text = (digits & 0xffff) | (uint64_t)':' << 16 | (digits >> 16 & 0xffff) << 24 |
			(uint64_t)':' << 40 | (digits >> 32) << 48;

	memcpy(p, &text, 8);
	return p + 8;
}

/* Three digits of v < 1000; a fourth byte is scribbled. */
static inline char *
put_three(char *p, uint32_t v)
{
	uint32_t high = v * 41 >> 12;
	uint32_t low = v - high * 100;
	uint32_t tens = low * 103 >> 10;
	uint32_t text = ('0' + high) | ('0' + tens) << 8 | ('0' + (low - tens * 10)) << 16;

	memcpy(p, &text, 4);
	return p + 3;
}

static inline char *
put_fraction(char *p, uint32_t fraction, unsigned digits)
{
	*p++ = '.';
	if (digits == 9) {
		p = put_three(p, fraction / 1000000);
		fraction %= 1000000;
	}
	if (digits >= 6) {
		p = put_three(p, fraction / 1000);
		fraction %= 1000;
	}
	return put_three(p, fraction);
}

/* digits is a constant where this is inlined, so the divisions become multiplications. */
static inline char *
put_time(const struct ss_text_step *s, size_t row, char *p, uint64_t v, uint32_t unit,
	 unsigned digits)
{
	uint32_t second;

	if (SS_UNLIKELY(v >= (uint64_t)unit * DAY_SECONDS)) {
		ss_text_fail(s, row, SS_TEXT_BAD_TIME);
		v = 0;
	}
	second = (uint32_t)(v / unit);
	p = put_clock(p, second);
	return digits == 0 ? p : put_fraction(p, (uint32_t)(v - (uint64_t)second * unit), digits);
}

/* An instant as days and a time of day; lowest is the instant of 0001-01-01 in its unit. */
static inline char *
put_instant(const struct ss_text_step *s, size_t row, char *p, int64_t v, uint32_t unit,
	unsigned digits)
{
	const uint64_t day_units = (uint64_t)DAY_SECONDS * unit;
	uint64_t since, day, rest;
	uint32_t second;

	if (digits < 9) {
		since = (uint64_t)v - (uint64_t)SS_DAYS_MIN * day_units;
		if (SS_UNLIKELY(since >= (uint64_t)(SS_DAYS_MAX - SS_DAYS_MIN + 1) * day_units)) {
			ss_text_fail(s, row, SS_TEXT_BAD_YEAR);
			since = 0;
		}
		day = since / day_units;
	} else {
		/* 64 bits of nanoseconds reach from 1677 to 2262; start from the first of them. */
		since = (uint64_t)v - (uint64_t)NANO_DAYS_MIN * day_units;
		day = since / day_units;
	}
	rest = since - day * day_units;
	second = (uint32_t)(rest / unit);
	if (digits == 9)
		day = (uint64_t)((int64_t)day + NANO_DAYS_MIN - SS_DAYS_MIN);
	p = put_clock(put_day(p, (uint32_t)day), second);
	if (digits != 0)
		p = put_fraction(p, (uint32_t)(rest - (uint64_t)second * unit), digits);
	*p = 'Z';
	return p + s->zulu;
}

static inline char *
put_date32(const struct ss_text_step *s, size_t row, char *p)
{
	uint32_t day = (uint32_t)((const int32_t *)s->values)[row] - (uint32_t)SS_DAYS_MIN;

	if (SS_UNLIKELY(day > SS_DAYS_MAX - SS_DAYS_MIN)) {
		ss_text_fail(s, row, SS_TEXT_BAD_YEAR);
		day = 0;
	}
	return put_day(p, day) - 1;
}

static inline char *
put_date64(const struct ss_text_step *s, size_t row, char *p)
{
	const uint64_t day_units = (uint64_t)DAY_SECONDS * 1000;
	uint64_t since = (uint64_t)((const int64_t *)s->values)[row] -
			 (uint64_t)SS_DAYS_MIN * day_units;

	if (SS_UNLIKELY(since >= (uint64_t)(SS_DAYS_MAX - SS_DAYS_MIN + 1) * day_units)) {
		ss_text_fail(s, row, SS_TEXT_BAD_YEAR);
		since = 0;
	}
	return put_day(p, (uint32_t)(since / day_units)) - 1;
}

#define TIME(name, type, unit, digits)                                                             \
	static inline char *put_##name(const struct ss_text_step *s, size_t row, char *p)          \
	{                                                                                          \
		return put_time(s, row, p, (uint64_t)((const type *)s->values)[row], unit, digits); \
	}                                                                                          \
	static SS_TEXT_RUN(run_##name, put_##name)
#define INSTANT(name, unit, digits)                                                                \
	static inline char *put_##name(const struct ss_text_step *s, size_t row, char *p)          \
	{                                                                                          \
		return put_instant(s, row, p, ((const int64_t *)s->values)[row], unit, digits);    \
	}                                                                                          \
	static SS_TEXT_RUN(run_##name, put_##name)

TIME(time_s, int32_t, 1, 0)
TIME(time_ms, int32_t, 1000, 3)
TIME(time_us, int64_t, 1000000, 6)
TIME(time_ns, int64_t, 1000000000, 9)
INSTANT(instant_s, 1, 0)
INSTANT(instant_ms, 1000, 3)
INSTANT(instant_us, 1000000, 6)
INSTANT(instant_ns, 1000000000, 9)
static SS_TEXT_RUN(run_date32, put_date32)
static SS_TEXT_RUN(run_date64, put_date64)

ss_text_run_fn
ss_text_time_run(const struct ss_arrow_type *type)
{
	static const ss_text_run_fn times[] = { run_time_s, run_time_ms, run_time_us, run_time_ns };
	static const ss_text_run_fn instants[] = { run_instant_s, run_instant_ms, run_instant_us,
		run_instant_ns };

	switch (type->kind) {
	case SS_ARROW_DATE32:
		return run_date32;
	case SS_ARROW_DATE64:
		return run_date64;
	case SS_ARROW_TIME32:
	case SS_ARROW_TIME64:
		return times[type->unit];
	case SS_ARROW_TIMESTAMP:
		return instants[type->unit];
	default:
		return NULL;
	}
}
