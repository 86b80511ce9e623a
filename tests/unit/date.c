/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/date.c: every day of the 9999 years against a calendar that counts days
 * one by one, all seconds of a day, and the parsers at both sides of each limit.
 */
#include "check.h"

#include "base/date.h"

static bool
naive_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned
naive_month_days(int year, unsigned month)
{
	static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return days[month - 1] + (month == 2 && naive_leap(year));
}

static void
test_every_day(void)
{
	struct ss_civil c = {.year = 1, .month = 1, .day = 1};

	for (int32_t days = SS_DAYS_MIN; days <= SS_DAYS_MAX; days++) {
		const struct ss_civil got = ss_date_civil(days);
		char text[32];
		char want[32];
		char *end = ss_date_put(text, days);
		int32_t back = -1;

		CHECK(got.year == c.year && got.month == c.month && got.day == c.day);
		CHECK_EQ_I64(ss_date_days(c.year, c.month, c.day), days);
		snprintf(want, sizeof(want), "%04d-%02u-%02u", c.year, c.month, c.day);
		CHECK_STRN(text, (size_t)(end - text), want);
		CHECK(ss_date_parse(ss_str(want), &back) && back == days);
		if (c.day == 1)
			CHECK_EQ_I64(ss_date_month_days(c.year, c.month),
				     naive_month_days(c.year, c.month));
		if (c.day++ == naive_month_days(c.year, c.month)) {
			c.day = 1;
			if (c.month++ == 12) {
				c.month = 1;
				c.year++;
			}
		}
	}
	CHECK_EQ_I64(c.year, 10000);
	CHECK_EQ_I64(ss_date_days(1970, 1, 1), 0);
	CHECK_EQ_I64(ss_date_days(2000, 2, 29), 11016);
	CHECK_EQ_I64(ss_date_civil(SS_DAYS_MIN - 1).year, 0);
	CHECK_EQ_I64(ss_date_civil(SS_DAYS_MAX + 1).year, 10000);
}

static void
test_add_months(void)
{
	uint64_t seed = 1;

	CHECK_EQ_I64(ss_date_add_months(ss_date_days(2023, 1, 31), 1), ss_date_days(2023, 2, 28));
	CHECK_EQ_I64(ss_date_add_months(ss_date_days(2024, 1, 31), 1), ss_date_days(2024, 2, 29));
	CHECK_EQ_I64(ss_date_add_months(ss_date_days(2024, 2, 29), -12), ss_date_days(2023, 2, 28));
	CHECK_EQ_I64(ss_date_add_months(ss_date_days(2024, 3, 31), -1), ss_date_days(2024, 2, 29));
	CHECK_EQ_I64(ss_date_add_months(0, 0), 0);
	CHECK_EQ_I64(ss_date_add_months(0, INT64_MAX), SS_DAYS_MAX);
	CHECK_EQ_I64(ss_date_add_months(0, INT64_MIN), SS_DAYS_MIN);
	CHECK_EQ_I64(ss_date_add_months(SS_DAYS_MAX, 1), SS_DAYS_MAX);
	CHECK_EQ_I64(ss_date_add_months(SS_DAYS_MIN, -1), SS_DAYS_MIN);
	CHECK_EQ_I64(ss_date_add_months(SS_DAYS_MIN, 12 * 9998 + 11), ss_date_days(9999, 12, 1));
	for (unsigned i = 0; i < 100000; i++) {
		const int32_t days = (int32_t)(check_random(&seed) % 1000000);
		const int months = (int)(check_random(&seed) % 4000) - 2000;
		struct ss_civil c = ss_date_civil(days);

		for (int m = 0; m < months; m++)
			if (c.month++ == 12) {
				c.month = 1;
				c.year++;
			}
		for (int m = 0; m > months; m--)
			if (--c.month == 0) {
				c.month = 12;
				c.year--;
			}
		c.day = SS_MIN(c.day, naive_month_days(c.year, c.month));
		CHECK_EQ_I64(ss_date_add_months(days, months),
			     ss_date_days(c.year, c.month, c.day));
	}
}

static void
test_every_second(void)
{
	for (int64_t s = 0; s < 86400; s++) {
		const long long h = s / 3600;
		const long long m = s / 60 % 60;
		const long long r = s % 60;
		char text[32];
		char want[32];
		char *end = ss_time_put(text, s, 0);
		int64_t micros;
		unsigned digits;

		snprintf(want, sizeof(want), "%02lld:%02lld:%02lld", h, m, r);
		CHECK_STRN(text, (size_t)(end - text), want);
		CHECK(ss_time_parse(ss_str(want), &micros, &digits) && micros == s * 1000000 &&
		      digits == 0);
	}
}

static void
test_fractions(void)
{
	static const struct {
		int64_t value;
		unsigned digits;
		const char *text;
	} cases[] = {
		{1, 3, "00:00:00.001"},
		{86399999, 3, "23:59:59.999"},
		{1, 6, "00:00:00.000001"},
		{INT64_C(86399999999), 6, "23:59:59.999999"},
		{1, 9, "00:00:00.000000001"},
		{INT64_C(3600123456789), 9, "01:00:00.123456789"},
		{INT64_C(86399999999999), 9, "23:59:59.999999999"},
	};

	for (size_t i = 0; i < SS_ARRAY_LEN(cases); i++) {
		char text[64];
		char *end;

		memset(text, '#', sizeof(text));
		end = ss_time_put(text, cases[i].value, cases[i].digits);
		CHECK(*end == '#');
		CHECK_STRN(text, (size_t)(end - text), cases[i].text);
	}
}

static void
test_timestamp_put(void)
{
	static const int64_t unit[] = {1, 1000, 1000000, 1000000000};
	uint64_t seed = 2;

	for (unsigned i = 0; i < 400000; i++) {
		const unsigned u = i % 4;
		/* Nanoseconds reach from 1677 to 2262 only. */
		const int64_t low = u == 3 ? -106000 : SS_DAYS_MIN;
		const int64_t high = u == 3 ? 106000 : SS_DAYS_MAX;
		const int64_t days =
			low + (int64_t)(check_random(&seed) % (uint64_t)(high - low + 1));
		const int64_t second = (int64_t)(check_random(&seed) % 86400);
		const int64_t rest =
			i % 5 == 0 ? 0 : (int64_t)(check_random(&seed) % (uint64_t)unit[u]);
		const struct ss_civil c = ss_date_civil((int32_t)days);
		char text[64];
		char want[64];
		char *end = ss_timestamp_put(text, (days * 86400 + second) * unit[u] + rest, 3 * u,
					     'T');
		int len = snprintf(want, sizeof(want), "%04d-%02u-%02uT%02d:%02d:%02d", c.year,
				   c.month, c.day, (int)(second / 3600), (int)(second / 60 % 60),
				   (int)(second % 60));

		if (u > 0)
			snprintf(want + len, sizeof(want) - (size_t)len, ".%0*lld", (int)(3 * u),
				 (long long)rest);
		CHECK_STRN(text, (size_t)(end - text), want);
		if (u <= 2) {
			int64_t micros;
			unsigned digits;

			CHECK(ss_timestamp_parse(ss_str(want), &micros, &digits));
			CHECK_EQ_I64(micros, (days * 86400 + second) * 1000000 +
						     rest * (1000000 / unit[u]));
			CHECK_EQ_I64(digits, 3 * u);
		}
	}
	char text[64];
	char *end = ss_timestamp_put(text, -1, 0, ' ');

	CHECK_STRN(text, (size_t)(end - text), "1969-12-31 23:59:59");
}

/* Whatever the numbers are, nothing is written behind the room and no sanitizer speaks. */
static void
test_any_value_is_safe(void)
{
	static const int64_t values[] = {INT64_MIN, INT64_MAX, -1, INT64_C(1) << 62, 253402300800};

	for (size_t i = 0; i < SS_ARRAY_LEN(values); i++) {
		for (unsigned digits = 0; digits <= 9; digits += 3) {
			char text[64];

			memset(text, '#', sizeof(text));
			ss_timestamp_put(text, values[i], digits, 'T');
			ss_time_put(text, values[i], digits);
			CHECK(ss_date_civil((int32_t)values[i]).day - 1 < 31);
			CHECK(text[63] == '#');
		}
	}
}

static void
test_date_parse_refuses(void)
{
	static const char *const bad[] = {
		"",	      "2023-02-29", "1900-02-29",  "2023-04-31",  "2023-00-01",
		"2023-13-01", "2023-01-00", "2023-01-32",  "0000-01-01",  "2023-1-01",
		"2023-01-1",  "2023/01/01", "20230101",	   "2023-01-01 ", " 2023-01-01",
		"+023-01-01", "2023-01-0a", "10000-01-01",
	};
	int32_t days = 42;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		if (!CHECK(!ss_date_parse(ss_str(bad[i]), &days)))
			printf("# \"%s\" was taken\n", bad[i]);
	CHECK_EQ_I64(days, 42);
	CHECK(ss_date_parse(SS_STR("2000-02-29"), &days) && days == 11016);
}

static void
test_time_parse(void)
{
	static const char *const bad[] = {
		"",	      "12",	 "12:",	      "24:00",	   "12:60",  "12:00:60",
		"23:59:60",   "1:00",	 "12:00:00.", "12:00:0",   "12:00 ", "12:00:00.1234567",
		"12:00:00,5", "12:00.5", "-1:00",     "12:00:00Z",
	};
	int64_t micros = 42;
	unsigned digits = 42;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		if (!CHECK(!ss_time_parse(ss_str(bad[i]), &micros, &digits)))
			printf("# \"%s\" was taken\n", bad[i]);
	CHECK(micros == 42 && digits == 42);
	CHECK(ss_time_parse(SS_STR("23:59"), &micros, &digits) && digits == 0);
	CHECK_EQ_I64(micros, INT64_C(86340000000));
	CHECK(ss_time_parse(SS_STR("00:00:01.5"), &micros, &digits) && digits == 1);
	CHECK_EQ_I64(micros, 1500000);
	CHECK(ss_time_parse(SS_STR("00:00:00.000001"), &micros, &digits) && digits == 6);
	CHECK_EQ_I64(micros, 1);
}

static void
test_timestamp_parse(void)
{
	static const struct {
		const char *text;
		int64_t micros;
	} good[] = {
		{"1970-01-01T00:00", 0},
		{"1970-01-01 00:00:00Z", 0},
		{"1970-01-01T01:30:00+01:30", 0},
		{"1970-01-01T01:30:00+0130", 0},
		{"1970-01-01T01:00+01", 0},
		{"1969-12-31T23:00:00-01:00", 0},
		{"1969-12-31T23:00:00-01", 0},
		{"1969-12-31T22:30:00-0130", 0},
		{"1970-01-01T00:00:00.25Z", 250000},
		{"1969-12-31T23:59:59.999999", -1},
		{"1970-01-01T00:00+00:00", 0},
		{"0001-01-01T00:00:00", SS_DAYS_MIN * INT64_C(86400000000)},
		{"9999-12-31T23:59:59.999999", (SS_DAYS_MAX + 1) * INT64_C(86400000000) - 1},
	};
	static const char *const bad[] = {
		"1970-01-01",
		"1970-01-01T",
		"1970-01-01t00:00",
		"1970-01-01T00:00z",
		"1970-01-01T00:00+",
		"1970-01-01T00:00+1",
		"1970-01-01T00:00+01:",
		"1970-01-01T00:00+24:00",
		"1970-01-01T00:00+01:60",
		"1970-01-01T00:00+01:300",
		"1970-01-01T00:00Z ",
		"1970-02-30T00:00",
		"1970-01-01T24:00",
		"1970-01-01  00:00",
		"0001-01-01T00:00+00:01",
		"9999-12-31T23:59:59-00:01",
		"1970-01-01T00:00Z+01",
		"1970-01-01T00:00:00.",
		"1970-01-01T00:00+013",
	};
	int64_t micros;
	unsigned digits;

	for (size_t i = 0; i < SS_ARRAY_LEN(good); i++) {
		const bool taken = ss_timestamp_parse(ss_str(good[i].text), &micros, &digits);

		if (!CHECK(taken && micros == good[i].micros))
			printf("# \"%s\" is wrong\n", good[i].text);
	}
	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		if (!CHECK(!ss_timestamp_parse(ss_str(bad[i]), &micros, &digits)))
			printf("# \"%s\" was taken\n", bad[i]);
}

int
main(void)
{
	RUN(test_every_day);
	RUN(test_add_months);
	RUN(test_every_second);
	RUN(test_fractions);
	RUN(test_timestamp_put);
	RUN(test_any_value_is_safe);
	RUN(test_date_parse_refuses);
	RUN(test_time_parse);
	RUN(test_timestamp_parse);
	return check_done();
}
