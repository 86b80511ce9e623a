/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounds of dates and instants (span.h). An absolute date or timestamp, "now" or "today", then
 * spans, taken from left to right; every step stays within the years 1 to 9999, so nothing
 * overflows. Called while a plan is bound.
 */
#include "model/span.h"

#include "base/date.h"

#define SECOND INT64_C(1000000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define MICROS_MIN (SS_DAYS_MIN * DAY)
#define MICROS_MAX (SS_DAYS_MAX * DAY + DAY - 1)
#define AMOUNT_MAX INT64_C(400000000000) /* more seconds than 9999 years have */

static const char out_of_years[] = "the year is not within 1 to 9999";
static const char no_span[] = "expected a span such as +3d or -2M; units are s m h d w M y";

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Microseconds of a fixed unit, 0 for months and years, -1 for no unit. */
static int64_t
unit_micros(char unit)
{
	switch (unit) {
	case 's': return SECOND;
	case 'm': return MINUTE;
	case 'h': return HOUR;
	case 'd': return DAY;
	case 'w': return 7 * DAY;
	case 'M':
	case 'y': return 0;
	default: return -1;
	}
}

static const char *
add_fixed(int64_t amount, int64_t micros, struct ss_instant *out)
{
	int64_t span;
	int64_t sum;

	if (__builtin_mul_overflow(amount, micros, &span) ||
	    __builtin_add_overflow(out->micros, span, &sum) || sum < MICROS_MIN || sum > MICROS_MAX)
		return out_of_years;
	out->micros = sum;
	if (micros < DAY)
		out->date_only = false;
	return NULL;
}

static const char *
add_months(int64_t months, struct ss_instant *out)
{
	int64_t time = ((out->micros % DAY) + DAY) % DAY;
	int32_t days = (int32_t)((out->micros - time) / DAY);
	struct ss_civil civil = ss_date_civil(days);
	int64_t target = (int64_t)civil.year * 12 + (civil.month - 1) + months;

	if (target < 12 || target >= INT64_C(12) * 10000)
		return out_of_years;
	out->micros = ss_date_add_months(days, months) * DAY + time;
	return NULL;
}

/* Takes one "+3d" off the front of *text. */
static const char *
add_span(struct ss_str *text, struct ss_instant *out)
{
	bool minus = text->p[0] == '-';
	int64_t amount = 0;
	int64_t micros;
	size_t i = 1;
	char unit;

	if (!minus && text->p[0] != '+')
		return no_span;
	while (i < text->len && is_blank(text->p[i]))
		i++;
	if (i == text->len || !is_digit(text->p[i]))
		return no_span;
	for (; i < text->len && is_digit(text->p[i]); i++) {
		amount = amount * 10 + (text->p[i] - '0');
		if (amount > AMOUNT_MAX)
			return out_of_years;
	}
	micros = i < text->len ? unit_micros(text->p[i]) : -1;
	if (micros < 0)
		return no_span;
	unit = text->p[i];
	*text = ss_str_trim(ss_str_n(text->p + i + 1, text->len - i - 1));
	amount = minus ? -amount : amount;
	if (micros > 0)
		return add_fixed(amount, micros, out);
	return add_months(unit == 'y' ? amount * 12 : amount, out);
}

/* Where the spans at the end of an absolute date or timestamp begin: these end in a digit or
 * "Z", spans in a unit. */
static size_t
spans_start(struct ss_str text)
{
	size_t end = text.len;

	for (;;) {
		size_t i = end;

		while (i > 0 && is_blank(text.p[i - 1]))
			i--;
		if (i == 0 || unit_micros(text.p[i - 1]) < 0)
			return end;
		i--;
		if (i == 0 || !is_digit(text.p[i - 1]))
			return end;
		while (i > 0 && is_digit(text.p[i - 1]))
			i--;
		while (i > 0 && is_blank(text.p[i - 1]))
			i--;
		if (i == 0 || (text.p[i - 1] != '+' && text.p[i - 1] != '-'))
			return end;
		end = i - 1;
	}
}

static const char *
parse_absolute(struct ss_str text, struct ss_instant *out)
{
	int32_t days;

	if (ss_date_parse(text, &days)) {
		out->micros = days * DAY;
		out->date_only = true;
		return NULL;
	}
	if (ss_timestamp_parse(text, &out->micros, &out->digits))
		return NULL;
	if (text.len >= 10 && is_digit(text.p[0]) && text.p[4] == '-' && text.p[7] == '-')
		return "no such date or time";
	return "not a date or timestamp; write 2024-01-31, 2024-01-31T23:59:59, now or today";
}

static const char *
set_now(int64_t now_s, bool today, struct ss_instant *out)
{
	if (__builtin_mul_overflow(now_s, SECOND, &out->micros) || out->micros < MICROS_MIN ||
	    out->micros > MICROS_MAX)
		return out_of_years;
	out->uses_now = true;
	out->date_only = today;
	if (today)
		out->micros -= ((out->micros % DAY) + DAY) % DAY;
	return NULL;
}

const char *
ss_instant_parse(struct ss_str text, int64_t now_s, struct ss_instant *out)
{
	struct ss_str rest = ss_str_trim(text);
	const char *wrong;
	size_t taken;

	*out = (struct ss_instant){0};
	if (ss_str_starts(rest, SS_STR("now"))) {
		taken = 3;
		wrong = set_now(now_s, false, out);
	} else if (ss_str_starts(rest, SS_STR("today"))) {
		taken = 5;
		wrong = set_now(now_s, true, out);
	} else {
		taken = spans_start(rest);
		wrong = parse_absolute(ss_str_trim(ss_str_n(rest.p, taken)), out);
	}
	rest = ss_str_trim(ss_str_n(rest.p + taken, rest.len - taken));
	while (wrong == NULL && rest.len > 0)
		wrong = add_span(&rest, out);
	return wrong;
}
