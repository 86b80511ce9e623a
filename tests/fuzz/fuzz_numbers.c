/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as the text of a number, date, time, instant or span, through every parser: what one
 * takes, its printer must write so that it reads back as the same, and doubles must be what
 * strtod says. The first bytes also serve as a number to print, when no parser takes them.
 */
#include "fuzz.h"

#include "base/date.h"
#include "base/num.h"
#include "model/span.h"

static struct ss_str
text_between(const char *p, const char *end)
{
	FUZZ_CHECK(end > p && end <= p + SS_NUM_MAX, "%td bytes", end - p);
	return ss_str_n(p, (size_t)(end - p));
}

static void
check_integers(struct ss_str s)
{
	char p[2 * SS_NUM_MAX];
	uint64_t u, u2;
	int64_t i, i2;

	if (ss_str_to_u64(s, &u))
		FUZZ_CHECK(ss_str_to_u64(text_between(p, ss_num_u64(p, u)), &u2) && u == u2, "u64");
	if (ss_str_to_i64(s, &i))
		FUZZ_CHECK(ss_str_to_i64(text_between(p, ss_num_i64(p, i)), &i2) && i == i2, "i64");
	if (ss_num_parse_count(s, &u))
		FUZZ_CHECK(ss_num_parse_count(text_between(p, ss_num_u64(p, u)), &u2) && u == u2,
			   "count");
	if (ss_num_parse_size(s, &u))
		FUZZ_CHECK(ss_num_parse_size(text_between(p, ss_num_u64(p, u)), &u2) && u == u2,
			   "size");
}

static void
check_decimal(struct ss_str s)
{
	char p[2 * SS_NUM_MAX];
	ss_i128 a, b;
	unsigned scale, scale2;

	if (!ss_num_parse_decimal(s, &a, &scale))
		return;
	FUZZ_CHECK(scale <= SS_DECIMAL_DIGITS_MAX, "scale %u", scale);
	FUZZ_CHECK(ss_num_digits(a < 0 ? -(ss_u128)a : (ss_u128)a) <= SS_DECIMAL_DIGITS_MAX,
		   "more than 38 digits");
	FUZZ_CHECK(
		ss_num_parse_decimal(text_between(p, ss_num_decimal(p, a, scale)), &b, &scale2) &&
			a == b && scale == scale2,
		"decimal \"%.*s\" of scale %u", SS_STR_ARGS(s), scale);
}

static void
check_one_double(double v)
{
	char p[2 * SS_NUM_MAX];
	struct ss_str s = text_between(p, ss_num_double(p, v));
	double again = 0;
	char z[SS_NUM_MAX + 1];

	memcpy(z, s.p, s.len);
	z[s.len] = '\0';
	FUZZ_CHECK(ss_str_to_double(s, &again) && memcmp(&v, &again, sizeof(v)) == 0,
		   "%a prints as %s", v, z);
	again = strtod(z, NULL);
	FUZZ_CHECK(memcmp(&v, &again, sizeof(v)) == 0, "%a prints as %s, which is %a", v, z, again);
}

static void
check_one_float(float v)
{
	char p[2 * SS_NUM_MAX];
	struct ss_str s = text_between(p, ss_num_float(p, v));
	char z[SS_NUM_MAX + 1];
	float again;

	memcpy(z, s.p, s.len);
	z[s.len] = '\0';
	again = strtof(z, NULL);
	FUZZ_CHECK(memcmp(&v, &again, sizeof(v)) == 0, "%a prints as %s", (double)v, z);
}

static void
check_doubles(struct ss_str s)
{
	char z[SS_NUM_MAX + 1];
	uint64_t bits = 0;
	double d;
	float f;

	if (ss_str_to_double(s, &d)) {
		double want;

		FUZZ_CHECK(s.len <= 64, "%zu characters", s.len);
		memcpy(z, s.p, s.len);
		z[s.len] = '\0';
		want = strtod(z, NULL);
		FUZZ_CHECK(memcmp(&want, &d, sizeof(d)) == 0, "\"%s\" is %a, not %a", z, want, d);
		check_one_double(d);
	}
	if (s.len > 0)
		memcpy(&bits, s.p, SS_MIN(s.len, sizeof(bits)));
	memcpy(&d, &bits, sizeof(d));
	if (__builtin_isfinite(d))
		check_one_double(d);
	memcpy(&f, &bits, sizeof(f));
	if (__builtin_isfinite(f))
		check_one_float(f);
}

static void
check_dates(struct ss_str s)
{
	static const int64_t second = 1000000;
	char p[2 * SS_NUM_MAX];
	int64_t micros, micros2;
	unsigned digits, digits2;
	int32_t days;

	if (ss_date_parse(s, &days)) {
		struct ss_civil c = ss_date_civil(days);

		FUZZ_CHECK(ss_str_eq(text_between(p, ss_date_put(p, days)), s), "date \"%.*s\"",
			   SS_STR_ARGS(s));
		FUZZ_CHECK(ss_date_days(c.year, c.month, c.day) == days, "day %d", days);
	}
	if (ss_time_parse(s, &micros, &digits)) {
		FUZZ_CHECK(micros >= 0 && micros < 86400 * second && digits <= 6, "time");
		FUZZ_CHECK(ss_time_parse(text_between(p, ss_time_put(p, micros, 6)), &micros2,
					 &digits2) &&
				   micros == micros2 && digits2 == 6,
			   "time \"%.*s\"", SS_STR_ARGS(s));
	}
	if (ss_timestamp_parse(s, &micros, &digits)) {
		FUZZ_CHECK(digits <= 6, "timestamp");
		FUZZ_CHECK(ss_timestamp_parse(text_between(p, ss_timestamp_put(p, micros, 6, 'T')),
					      &micros2, &digits2) &&
				   micros == micros2,
			   "timestamp \"%.*s\" is %lld", SS_STR_ARGS(s), (long long)micros);
	}
}

static void
check_span(struct ss_str s)
{
	static const int64_t now = 1709208000; /* a leap day, 2024-02-29T12:00:00Z */
	static const int64_t day = INT64_C(86400000000);
	struct ss_instant instant;
	const char *wrong = ss_instant_parse(s, now, &instant);
	char p[2 * SS_NUM_MAX];
	int64_t micros;
	unsigned digits;

	if (wrong != NULL) {
		FUZZ_CHECK(wrong[0] != '\0', "no words");
		return;
	}
	FUZZ_CHECK(instant.digits <= 6, "%u digits", instant.digits);
	FUZZ_CHECK(!instant.date_only || instant.micros % day == 0, "a date with a time");
	FUZZ_CHECK(ss_timestamp_parse(text_between(p, ss_timestamp_put(p, instant.micros, 6, ' ')),
				      &micros, &digits) &&
			   micros == instant.micros,
		   "instant \"%.*s\" is %lld", SS_STR_ARGS(s), (long long)instant.micros);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);
	const struct ss_str s = ss_str_n((const char *)copy, size);

	check_integers(s);
	check_decimal(s);
	check_doubles(s);
	check_dates(s);
	check_span(s);
	free(copy);
	return 0;
}
