/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dates and instants. The calendar is that of Neri and Schneider (see the header): years begin
 * in March, so that the leap day is the last one, and divisions are multiplications. The
 * writers are on the way of every value of a text format and have hardly a branch. Invariant: any
 * argument whatever is safe; one outside the stated range gives a wrong text of right length.
 */
#include "base/date.h"

#include "base/digits.h"
#include "base/yearday_table.h"

#define DAY_SECONDS 86400
#define MICROS INT64_C(1000000)
#define DAY_MICROS (DAY_SECONDS * MICROS)

/* Days and years that make all of the supported past positive: 82 cycles of 400 years. */
#define CYCLES UINT32_C(82)
#define SHIFT_DAYS (UINT32_C(719468) + UINT32_C(146097) * CYCLES)
#define SHIFT_YEARS (UINT32_C(400) * CYCLES)

/* A day's place in centuries and years that begin in March. */
struct place {
	uint32_t century; /* SHIFT_YEARS / 100 included */
	uint32_t year;	  /* of the century */
	uint32_t day;	  /* of the year, 0..365 */
};

static inline struct place
place_of(int32_t days)
{
	const uint32_t n1 = 4 * ((uint32_t)days + SHIFT_DAYS) + 3;
	const uint32_t century = n1 / 146097;
	const uint32_t n2 = (n1 % 146097) | 3;
	/* 2939745 = ceil(2^32 / 1461): high half the year of the century, low half its days. */
	const uint64_t p2 = UINT64_C(2939745) * n2;

	return (struct place){
		.century = century,
		.year = (uint32_t)(p2 >> 32),
		.day = (uint32_t)p2 / 2939745 / 4,
	};
}

static struct ss_civil
civil_of(int32_t days)
{
	const struct place place = place_of(days);
	const uint32_t n3 = 2141 * place.day + 197913;
	const uint32_t month = n3 >> 16;
	const uint32_t next_year = place.day >= 306;

	return (struct ss_civil){
		.year = (int)(100 * place.century + place.year + next_year - SHIFT_YEARS),
		.month = next_year != 0 ? month - 12 : month,
		.day = (n3 & 0xffff) / 2141 + 1,
	};
}

/* Month and day come from a table, which halves the time of the hottest writer. */
static inline char *
put_date(char *p, int32_t days)
{
	const struct place place = place_of(days);
	const uint64_t rest = yearday_table[place.day];
	const uint32_t year = place.year + (uint32_t)(rest >> 56);
	const bool carry = year == 100;
	const uint32_t century = place.century - SHIFT_YEARS / 100 + carry;
	const uint64_t lanes = (uint64_t)century | (uint64_t)(carry ? 0 : year) << 16;

	ss_digits_store32(p, (uint32_t)(ss_digits_lanes(lanes, 0x000f000f) + SS_DIGITS_ZEROS));
	ss_digits_store32(p + 4, (uint32_t)rest);
	ss_digits_store16(p + 8, (uint16_t)(rest >> 32));
	return p + 10;
}

/* "HH:MM:SS" of seconds since midnight. */
static inline char *
put_clock(char *p, uint32_t seconds)
{
	const uint32_t minutes = seconds / 60;
	const uint32_t hours = seconds / 3600;
	const uint64_t lanes = (uint64_t)hours | (uint64_t)(minutes - hours * 60) << 24 |
			       (uint64_t)(seconds - minutes * 60) << 48;
	const uint64_t digits = ss_digits_lanes(lanes, UINT64_C(0x000f00000f00000f));

	/* "00:00:00" in the order of the bytes. */
	ss_digits_store64(p, digits + UINT64_C(0x30303a30303a3030));
	return p + 8;
}

/* The point and exactly digits digits; nothing is written behind them. */
static inline char *
put_fraction(char *p, uint32_t v, unsigned digits)
{
	uint64_t chars;

	switch (digits) {
	case 0: return p;
	case 3:
		/* "0" and the three digits, whose "0" becomes the point. */
		chars = ss_digits_lanes(v / 100 | (uint64_t)(v % 100) << 16, 0x000f000f);
		ss_digits_store32(p, (uint32_t)((chars + SS_DIGITS_ZEROS) ^ ('0' ^ '.')));
		return p + 4;
	case 6:
		chars = ss_digits_8(v) + SS_DIGITS_ZEROS;
		ss_digits_store32(p + 3, (uint32_t)(chars >> 32));
		ss_digits_store32(p, (uint32_t)((chars >> 8) ^ ('0' ^ '.')));
		return p + 7;
	default:
		p[0] = '.';
		p[1] = (char)('0' + v / UINT32_C(100000000));
		ss_digits_store64(p + 2, ss_digits_8(v % UINT32_C(100000000)) + SS_DIGITS_ZEROS);
		return p + 10;
	}
}

/* The clock and the fraction of value, which counts per_second units since midnight. */
static inline char *
put_time(char *p, int64_t value, uint32_t per_second, unsigned digits)
{
	const uint64_t units = (uint64_t)value;
	const uint64_t seconds = units / per_second;

	p = put_clock(p, (uint32_t)seconds);
	return put_fraction(p, (uint32_t)(units - seconds * per_second), digits);
}

static inline char *
put_timestamp(char *p, int64_t value, uint32_t per_second, unsigned digits, char separator)
{
	const int64_t per_day = INT64_C(86400) * per_second;
	int64_t days = value / per_day;
	int64_t rest = value - days * per_day;

	if (rest < 0) {
		days--;
		rest += per_day;
	}
	p = put_date(p, (int32_t)days);
	*p++ = separator;
	return put_time(p, rest, per_second, digits);
}

static bool
is_leap(int year)
{
	/* A multiple of 25 that is one of 4 is one of 100, and one of 16 then one of 400. */
	return (year & (year % 25 != 0 ? 3 : 15)) == 0;
}

unsigned
ss_date_month_days(int year, unsigned month)
{
	if (month == 2)
		return is_leap(year) ? 29 : 28;
	return 30 | (month ^ month >> 3);
}

int32_t
ss_date_days(int year, unsigned month, unsigned day)
{
	const uint32_t before_march = month <= 2;
	const uint32_t y = (uint32_t)year + SHIFT_YEARS - before_march;
	const uint32_t m = before_march != 0 ? month + 12 : month;
	const uint32_t century = y / 100;

	return (int32_t)(1461 * y / 4 - century + century / 4 + (979 * m - 2919) / 32 + day - 1 -
			 SHIFT_DAYS);
}

struct ss_civil
ss_date_civil(int32_t days)
{
	return civil_of(days);
}

int32_t
ss_date_add_months(int32_t days, int64_t months)
{
	struct ss_civil c = civil_of(days);
	int64_t total;
	unsigned last;

	if (months > 12 * 20000)
		return SS_DAYS_MAX;
	if (months < -12 * 20000)
		return SS_DAYS_MIN;
	total = (int64_t)c.year * 12 + (c.month - 1) + months;
	if (total < 12)
		return SS_DAYS_MIN;
	if (total >= 12 * 10000)
		return SS_DAYS_MAX;
	c.year = (int)(total / 12);
	c.month = (unsigned)(total % 12) + 1;
	last = ss_date_month_days(c.year, c.month);
	return ss_date_days(c.year, c.month, SS_MIN(c.day, last));
}

char *
ss_date_put(char *p, int32_t days)
{
	ss_dassert(days >= SS_DAYS_MIN && days <= SS_DAYS_MAX);
	return put_date(p, days);
}

/* One branch per number of digits, so that each divides by a constant. */
char *
ss_time_put(char *p, int64_t value, unsigned digits)
{
	switch (digits) {
	case 0: return put_time(p, value, 1, 0);
	case 3: return put_time(p, value, 1000, 3);
	case 6: return put_time(p, value, 1000000, 6);
	default: return put_time(p, value, 1000000000, 9);
	}
}

char *
ss_timestamp_put(char *p, int64_t value, unsigned digits, char separator)
{
	switch (digits) {
	case 0: return put_timestamp(p, value, 1, 0, separator);
	case 3: return put_timestamp(p, value, 1000, 3, separator);
	case 6: return put_timestamp(p, value, 1000000, 6, separator);
	default: return put_timestamp(p, value, 1000000000, 9, separator);
	}
}

/* Takes exactly n digits off the front of s. */
static bool
take_number(struct ss_str *s, size_t n, unsigned *value)
{
	unsigned v = 0;

	if (s->len < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const char c = s->p[i];

		if (c < '0' || c > '9')
			return false;
		v = v * 10 + (unsigned)(c - '0');
	}
	*s = ss_str_n(s->p + n, s->len - n);
	*value = v;
	return true;
}

static bool
take_char(struct ss_str *s, char c)
{
	if (s->len == 0 || s->p[0] != c)
		return false;
	*s = ss_str_n(s->p + 1, s->len - 1);
	return true;
}

static bool
take_date(struct ss_str *s, int32_t *days)
{
	unsigned year;
	unsigned month;
	unsigned day;

	if (!take_number(s, 4, &year) || !take_char(s, '-') || !take_number(s, 2, &month) ||
	    !take_char(s, '-') || !take_number(s, 2, &day))
		return false;
	if (year < 1 || month < 1 || month > 12 || day < 1 ||
	    day > ss_date_month_days((int)year, month))
		return false;
	*days = ss_date_days((int)year, month, day);
	return true;
}

/* The point and one to six digits behind it; none of it is fine. */
static bool
take_fraction(struct ss_str *s, unsigned *micros, unsigned *digits)
{
	*micros = 0;
	*digits = 0;
	if (!take_char(s, '.'))
		return true;
	while (*digits < 6 && s->len > 0 && s->p[0] >= '0' && s->p[0] <= '9') {
		*micros = *micros * 10 + (unsigned)(s->p[0] - '0');
		*s = ss_str_n(s->p + 1, s->len - 1);
		++*digits;
	}
	for (unsigned i = *digits; i < 6; i++)
		*micros *= 10;
	return *digits > 0;
}

static bool
take_time(struct ss_str *s, int64_t *micros, unsigned *digits)
{
	unsigned hour;
	unsigned minute;
	unsigned second = 0;
	unsigned fraction = 0;

	*digits = 0;
	if (!take_number(s, 2, &hour) || !take_char(s, ':') || !take_number(s, 2, &minute))
		return false;
	if (take_char(s, ':') &&
	    (!take_number(s, 2, &second) || !take_fraction(s, &fraction, digits)))
		return false;
	if (hour > 23 || minute > 59 || second > 59)
		return false;
	*micros = (hour * 3600 + minute * 60 + second) * MICROS + fraction;
	return true;
}

/* "", "Z" or an offset from UTC, which must be all that is left. */
static bool
take_offset(struct ss_str s, int64_t *micros)
{
	unsigned hour;
	unsigned minute = 0;
	bool west;

	*micros = 0;
	if (s.len == 0 || ss_str_eq(s, SS_STR("Z")))
		return true;
	west = take_char(&s, '-');
	if (!west && !take_char(&s, '+'))
		return false;
	if (!take_number(&s, 2, &hour))
		return false;
	if (s.len > 0) {
		take_char(&s, ':');
		if (!take_number(&s, 2, &minute))
			return false;
	}
	if (s.len > 0 || hour > 23 || minute > 59)
		return false;
	*micros = (hour * 60 + minute) * 60 * MICROS;
	if (west)
		*micros = -*micros;
	return true;
}

bool
ss_date_parse(struct ss_str s, int32_t *days)
{
	int32_t d;

	if (!take_date(&s, &d) || s.len > 0)
		return false;
	*days = d;
	return true;
}

bool
ss_time_parse(struct ss_str s, int64_t *micros, unsigned *digits)
{
	int64_t m;
	unsigned n;

	if (!take_time(&s, &m, &n) || s.len > 0)
		return false;
	*micros = m;
	*digits = n;
	return true;
}

bool
ss_timestamp_parse(struct ss_str s, int64_t *micros, unsigned *digits)
{
	int32_t days;
	int64_t time;
	int64_t offset;
	int64_t m;
	unsigned n;

	if (!take_date(&s, &days) || (!take_char(&s, 'T') && !take_char(&s, ' ')) ||
	    !take_time(&s, &time, &n) || !take_offset(s, &offset))
		return false;
	m = days * DAY_MICROS + time - offset;
	/* An offset may lead out of the years that can be written. */
	if (m < SS_DAYS_MIN * DAY_MICROS || m >= (SS_DAYS_MAX + INT64_C(1)) * DAY_MICROS)
		return false;
	*micros = m;
	*digits = n;
	return true;
}
