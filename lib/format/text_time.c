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
#define LANES(a, b, c, d) \
	((uint64_t)(a) | (uint64_t)(b) << 16 | (uint64_t)(c) << 32 | (uint64_t)(d) << 48)

/* Two digits each of four numbers below 100 in the 16-bit lanes of a word, in their places. */
static inline uint64_t
digits_of_lanes(uint64_t lanes)
{
	uint64_t tens = lanes * 103 >> 10 & UINT64_C(0x000f000f000f000f);

	return (tens | (lanes - tens * 10) << 8) | UINT64_C(0x3030303030303030);
}

/* "YYYY-MM-DDT": 11 bytes, one more is scribbled. day counts from 0001-01-01. Years begin in
 * March here, so that the day of the year gives month and day, leap year or not. */
static SS_TEXT_INLINE char *
put_day(const struct ss_text_calendar *calendar, char *p, uint32_t day)
{
	uint32_t n1 = 4 * (day + 306) + 3; /* from 0000-03-01 */
	uint32_t century = n1 / 146097;
	uint32_t n2 = n1 % 146097 | 3;
	uint64_t p2 = UINT64_C(2939745) * n2;
	uint32_t day_of_year = (uint32_t)p2 / 2939745 / 4;
	uint32_t year = 100 * century + (uint32_t)(p2 >> 32) + (day_of_year >= 306);
	uint32_t high = year * 5243 >> 19; /* year / 100 */
	uint32_t twos = high | (year - high * 100) << 16;
	uint32_t tens = twos * 103 >> 10 & 0x000f000f;
	uint32_t digits = (tens | (twos - tens * 10) << 8) | 0x30303030;

	memcpy(p, &digits, 4);
	memcpy(p + 4, calendar->days[day_of_year], 8);
	return p + 11;
}

void
ss_text_calendar_init(struct ss_text_calendar *calendar)
{
	for (int32_t i = 0; i < 366; i++) {
		char text[SS_TEXT_SLACK];

		ss_date_put(text, ss_date_days(1999, 3, 1) + i);
		memcpy(calendar->days[i], text + 4, 6);
		memcpy(calendar->days[i] + 6, "T", 2);
	}
}

/* "HH:MM:SS" */
static SS_TEXT_INLINE char *
put_clock(char *p, uint32_t second)
{
	/* Hours as 32.32 fixed point, 2^32/3600 rounded up: after a whole day the error is far
	 * below a second. What is behind the point, times 60, gives minutes, then seconds. */
	uint64_t hours = (uint64_t)second * 1193047;
	uint64_t minutes = (hours & UINT32_MAX) * 60;
	uint64_t seconds = (minutes & UINT32_MAX) * 60;
	uint64_t digits = digits_of_lanes(LANES(hours >> 32, minutes >> 32, seconds >> 32, 0));
	uint64_t text = (digits & 0xffff) | (uint64_t)':' << 16 | (digits >> 16 & 0xffff) << 24 |
			(uint64_t)':' << 40 | (digits >> 32) << 48;

	memcpy(p, &text, 8);
	return p + 8;
}

/* Three digits of v < 1000; a fourth byte is scribbled. */
static SS_TEXT_INLINE char *
put_three(char *p, uint32_t v)
{
	uint32_t high = v * 41 >> 12;
	uint32_t low = v - high * 100;
	uint32_t tens = low * 103 >> 10;
	uint32_t text = ('0' + high) | ('0' + tens) << 8 | ('0' + (low - tens * 10)) << 16;

	memcpy(p, &text, 4);
	return p + 3;
}

static SS_TEXT_INLINE char *
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
static SS_TEXT_INLINE char *
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

/* As put_day, from the days of the column that are known. */
static SS_TEXT_INLINE char *
put_known_day(struct ss_text_days *known, char *p, uint32_t day)
{
	uint32_t *tag = &known->days[day % SS_TEXT_DAYS].tag;
	char *text = known->days[day % SS_TEXT_DAYS].text;

	if (SS_UNLIKELY(*tag != day + 1)) {
		put_day(&known->calendar, text, day);
		*tag = day + 1;
		known->misses++;
	}
	memcpy(p, text, 8);
	memcpy(p + 8, text + 8, 4);
	return p + 11;
}

/* An instant as days and a time of day; lowest is the instant of 0001-01-01 in its unit. */
static SS_TEXT_INLINE char *
put_instant(const struct ss_text_step *s, size_t row, char *p, int64_t v, uint32_t unit,
	    unsigned digits, bool known)
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
		/* 64 bits reach from 1677 to 2262 only, and their span in days has no room left. */
		int64_t civil = v / (int64_t)day_units - (v % (int64_t)day_units < 0);

		since = (uint64_t)v - (uint64_t)SS_DAYS_MIN * day_units;
		day = (uint64_t)(civil - SS_DAYS_MIN);
	}
	rest = since - day * day_units;
	second = digits <= 3 ? (uint32_t)rest / unit : (uint32_t)(rest / unit);
	p = known ? put_known_day(s->days, p, (uint32_t)day)
		  : put_day(&s->days->calendar, p, (uint32_t)day);
	p = put_clock(p, second);
	if (digits != 0)
		p = put_fraction(p, (uint32_t)(rest - (uint64_t)second * unit), digits);
	*p = 'Z';
	return p + s->zulu;
}

static SS_TEXT_INLINE char *
put_date32(const struct ss_text_step *s, size_t row, char *p)
{
	uint32_t day = (uint32_t)((const int32_t *)s->values)[row] - (uint32_t)SS_DAYS_MIN;

	if (SS_UNLIKELY(day > SS_DAYS_MAX - SS_DAYS_MIN)) {
		ss_text_fail(s, row, SS_TEXT_BAD_YEAR);
		day = 0;
	}
	return put_day(&s->days->calendar, p, day) - 1;
}

static SS_TEXT_INLINE char *
put_date64(const struct ss_text_step *s, size_t row, char *p)
{
	const uint64_t day_units = (uint64_t)DAY_SECONDS * 1000;
	uint64_t since =
		(uint64_t)((const int64_t *)s->values)[row] - (uint64_t)SS_DAYS_MIN * day_units;

	if (SS_UNLIKELY(since >= (uint64_t)(SS_DAYS_MAX - SS_DAYS_MIN + 1) * day_units)) {
		ss_text_fail(s, row, SS_TEXT_BAD_YEAR);
		since = 0;
	}
	return put_day(&s->days->calendar, p, (uint32_t)(since / day_units)) - 1;
}

#define TIME(name, type, unit, digits)                                                            \
	static SS_TEXT_INLINE char *put_##name(const struct ss_text_step *s, size_t row, char *p) \
	{                                                                                         \
		return put_time(s, row, p, (uint64_t)((const type *)s->values)[row], unit,        \
				digits);                                                          \
	}                                                                                         \
	static SS_TEXT_RUN(run_##name, put_##name)
#define INSTANT(name, unit, digits)                                                               \
	static SS_TEXT_INLINE char *put_direct_##name(const struct ss_text_step *s, size_t row,   \
						      char *p)                                    \
	{                                                                                         \
		return put_instant(s, row, p, ((const int64_t *)s->values)[row], unit, digits,    \
				   false);                                                        \
	}                                                                                         \
	static SS_TEXT_INLINE char *put_##name(const struct ss_text_step *s, size_t row, char *p) \
	{                                                                                         \
		return put_instant(s, row, p, ((const int64_t *)s->values)[row], unit, digits,    \
				   true);                                                         \
	}                                                                                         \
	static void run_##name(const struct ss_text_step *step, size_t row, size_t n, char **pos) \
	{                                                                                         \
		if (ask_days(step->days)) {                                                       \
			SS_TEXT_LOOP(put_##name);                                                 \
			judge_days(step->days, n);                                                \
		} else {                                                                          \
			SS_TEXT_LOOP(put_direct_##name);                                          \
		}                                                                                 \
	}

static bool
ask_days(struct ss_text_days *days)
{
	if (days->direct == 0)
		return true;
	days->direct--;
	return false;
}

static void
judge_days(struct ss_text_days *days, size_t n)
{
	if (days->misses > n / 2)
		days->direct = 64;
	days->misses = 0;
}

TIME(time_s, int32_t, 1, 0)
TIME(time_ms, int32_t, 1000, 3)
TIME(time_us, int64_t, 1000000, 6)
TIME(time_ns, int64_t, 1000000000, 9)
INSTANT(instant_s, 1, 0)
INSTANT(instant_ms, 1000, 3)
INSTANT(instant_us, 1000000, 6)
INSTANT(instant_ns, 1000000000, 9)
static SS_TEXT_RUN(run_date32, put_date32) static SS_TEXT_RUN(run_date64, put_date64)

	ss_text_run_fn ss_text_time_run(const struct ss_arrow_type *type)
{
	static const ss_text_run_fn times[] = {run_time_s, run_time_ms, run_time_us, run_time_ns};
	static const ss_text_run_fn instants[] = {run_instant_s, run_instant_ms, run_instant_us,
						  run_instant_ns};

	switch (type->kind) {
	case SS_ARROW_DATE32: return run_date32;
	case SS_ARROW_DATE64: return run_date64;
	case SS_ARROW_TIME32:
	case SS_ARROW_TIME64: return times[type->unit];
	case SS_ARROW_TIMESTAMP: return instants[type->unit];
	default: return NULL;
	}
}
