/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/num.c, num_parse.c and num_double.c against snprintf, strtod and a naive
 * 128-bit printer. Every writer's scribbling is checked to stay within SS_NUM_MAX.
 */
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/num.h"

#define GUARD 16

/* A place to write to, with guards that done() checks. */
static char area[GUARD + SS_NUM_MAX + GUARD];

static char *
fresh(void)
{
	memset(area, '#', sizeof(area));
	return area + GUARD;
}

/* The text written so far, terminated; the guards must be whole. */
static const char *
done(char *end)
{
	for (unsigned i = 0; i < GUARD; i++)
		CHECK(area[i] == '#' && area[sizeof(area) - 1 - i] == '#');
	CHECK(end > area + GUARD && end <= area + GUARD + SS_NUM_MAX);
	*end = '\0';
	return area + GUARD;
}

/* Random numbers of every length. */
static uint64_t
random_u64(uint64_t *seed)
{
	const uint64_t v = check_random(seed);

	return v >> (check_random(seed) & 63);
}

static void
check_u64(uint64_t v)
{
	char want[32];

	snprintf(want, sizeof(want), "%" PRIu64, v);
	CHECK_STR(done(ss_num_u64(fresh(), v)), want);
	snprintf(want, sizeof(want), "%" PRId64, (int64_t)v);
	CHECK_STR(done(ss_num_i64(fresh(), (int64_t)v)), want);
	snprintf(want, sizeof(want), "%016" PRIx64, v);
	CHECK_STR(done(ss_num_hex64(fresh(), v)), want);
}

static void
test_integers(void)
{
	uint64_t seed = 1;
	uint64_t power = 1;

	for (uint64_t v = 0; v < 200000; v++)
		check_u64(v);
	for (unsigned n = 0; n < 20; n++, power *= 10)
		for (int64_t d = -2; d <= 2; d++)
			check_u64(power + (uint64_t)d);
	for (unsigned n = 0; n < 64; n++)
		for (int64_t d = -2; d <= 2; d++)
			check_u64((UINT64_C(1) << n) + (uint64_t)d);
	for (unsigned i = 0; i < 1000000; i++)
		check_u64(random_u64(&seed));
}

static void
test_pad(void)
{
	uint64_t seed = 2;

	for (unsigned i = 0; i < 200000; i++) {
		const unsigned width = 1 + (unsigned)(check_random(&seed) % 19);
		const uint64_t v = random_u64(&seed) % (uint64_t)ss_num_pow10(width);
		char want[32];

		snprintf(want, sizeof(want), "%0*" PRIu64, (int)width, v);
		CHECK_STR(done(ss_num_pad(fresh(), v, width)), want);
	}
	for (unsigned width = 1; width <= 19; width++) {
		char want[32];

		snprintf(want, sizeof(want), "%.*s", (int)width, "9999999999999999999");
		CHECK_STR(done(ss_num_pad(fresh(), (uint64_t)ss_num_pow10(width) - 1, width)),
			  want);
	}
	char *p = fresh();

	CHECK(ss_num_pad(p, 0, 0) == p);
}

/* The naive printer: one digit after the other. */
static void
naive_decimal(char *text, ss_i128 v, unsigned scale)
{
	const bool negative = v < 0;
	ss_u128 rest = negative ? 0 - (ss_u128)v : (ss_u128)v;
	char reverse[64];
	unsigned n = 0;

	for (unsigned digit = 0; digit <= scale || rest != 0; digit++, rest /= 10) {
		if (digit == scale && scale != 0)
			reverse[n++] = '.';
		reverse[n++] = (char)('0' + (unsigned)(rest % 10));
	}
	if (negative)
		reverse[n++] = '-';
	for (unsigned i = 0; i < n; i++)
		text[i] = reverse[n - 1 - i];
	text[n] = '\0';
}

static void
check_decimal(ss_i128 v, unsigned scale)
{
	char want[64];
	ss_i128 back;
	unsigned back_scale;
	const char *text;

	naive_decimal(want, v, scale);
	text = done(ss_num_decimal(fresh(), v, scale));
	CHECK_STR(text, want);
	CHECK(ss_num_parse_decimal(ss_str(text), &back, &back_scale) && back == v &&
	      back_scale == scale);
}

static void
test_decimal(void)
{
	uint64_t seed = 3;

	CHECK_STR(done(ss_num_decimal(fresh(), -5, 2)), "-0.05");
	CHECK_STR(done(ss_num_decimal(fresh(), 1250, 2)), "12.50");
	CHECK_STR(done(ss_num_decimal(fresh(), 7, 0)), "7");
	CHECK_STR(done(ss_num_decimal(fresh(), 0, 0)), "0");
	CHECK_STR(done(ss_num_decimal(fresh(), 0, 3)), "0.000");
	CHECK_STR(done(ss_num_decimal(fresh(), -1, 38)),
		  "-0.00000000000000000000000000000000000001");
	for (unsigned scale = 0; scale <= 38; scale++) {
		for (unsigned n = 0; n <= 38; n++) {
			const ss_i128 power = (ss_i128)ss_num_pow10(n);

			for (int d = -2; d <= (n < 38 ? 2 : -1); d++) {
				check_decimal(power + d, scale);
				check_decimal(-power - d, scale);
			}
		}
		for (int d = -2; d <= 2; d++)
			for (unsigned bits = 60; bits < 126; bits++)
				check_decimal(((ss_i128)1 << bits) + d, scale);
	}
	for (unsigned i = 0; i < 1000000; i++) {
		const unsigned n = (unsigned)(check_random(&seed) % 38) + 1;
		const ss_u128 v = (((ss_u128)check_random(&seed) << 64) | check_random(&seed)) %
				  ss_num_pow10(n);
		const unsigned scale = (unsigned)(check_random(&seed) % 39);

		check_decimal((check_random(&seed) & 1) != 0 ? -(ss_i128)v : (ss_i128)v, scale);
	}
}

static void
test_pow10_digits(void)
{
	ss_u128 power = 1;

	for (unsigned n = 0; n <= 38; n++, power *= 10) {
		CHECK(ss_num_pow10(n) == power);
		CHECK_EQ_I64(ss_num_digits(power), n + 1);
		if (n > 0)
			CHECK_EQ_I64(ss_num_digits(power - 1), n);
	}
	CHECK_EQ_I64(ss_num_digits(0), 1);
	CHECK_EQ_I64(ss_num_digits(~(ss_u128)0), 39);
}

struct parsed {
	const char *text;
	int64_t unscaled;
	unsigned scale;
};

static void
test_parse_decimal(void)
{
	static const struct parsed good[] = {
		{"1.50", 150, 2},
		{"1e3", 1000, 0},
		{"-0.05", -5, 2},
		{"+7", 7, 0},
		{"1.5e1", 15, 0},
		{"1.50e1", 150, 1},
		{"15e-1", 15, 1},
		{"007", 7, 0},
		{"0", 0, 0},
		{"0.000", 0, 3},
		{"0e99999999999", 0, 0},
		{"1E+2", 100, 0},
		{"1e-38", 1, 38},
		{"1e00000000003", 1000, 0},
		{"-0", 0, 0},
		{"1.0e-37", 10, 38},
		{"10e-39", 1, 38},
		{"0e-99", 0, 38},
	};
	static const char *const bad[] = {
		"",
		"-",
		"+",
		"1.",
		".5",
		"1e",
		"1e+",
		"1e-39",
		"1e38",
		" 1",
		"1 ",
		"1_0",
		"0x1",
		"--1",
		"1.2.3",
		"1e3.5",
		"nan",
		"1e999999999999999999999",
		"100000000000000000000000000000000000000",
		"0.123456789012345678901234567890123456789",
	};
	char text[80];
	ss_i128 v = 42;
	unsigned scale = 42;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		if (!CHECK(!ss_num_parse_decimal(ss_str(bad[i]), &v, &scale)))
			printf("# \"%s\" was taken\n", bad[i]);
	CHECK(v == 42 && scale == 42);
	for (size_t i = 0; i < SS_ARRAY_LEN(good); i++) {
		const bool taken = ss_num_parse_decimal(ss_str(good[i].text), &v, &scale);

		if (!CHECK(taken && v == good[i].unscaled && scale == good[i].scale))
			printf("# \"%s\" is wrong\n", good[i].text);
	}
	CHECK(ss_num_parse_decimal(SS_STR("99999999999999999999999999999999999999"), &v, &scale) &&
	      v == (ss_i128)ss_num_pow10(38) - 1);
	CHECK(ss_num_parse_decimal(SS_STR("1e37"), &v, &scale) && v == (ss_i128)ss_num_pow10(37));
	/* 64 characters, zeros for the most part: the value is what counts. */
	memset(text, '0', sizeof(text));
	memcpy(text, "1.5", 3);
	CHECK(ss_num_parse_decimal(ss_str_n(text, 64), &v, &scale) && scale <= 38 &&
	      v == 15 * (ss_i128)ss_num_pow10(scale - 1));
	CHECK(!ss_num_parse_decimal(ss_str_n(text, 65), &v, &scale));
	CHECK(!ss_num_parse_decimal(SS_STR("1\0"), &v, &scale));
}

struct counted {
	const char *text;
	uint64_t value;
};

static void
test_parse_count_size(void)
{
	static const struct counted counts[] = {
		{"0", 0},
		{"10", 10},
		{"10k", 10000},
		{"1e6", 1000000},
		{"1.5M", 1500000},
		{"2G", 2000000000},
		{"3T", 3000000000000},
		{"0.001k", 1},
		{"1.5e1", 15},
		{"18446744073709551615", UINT64_MAX},
		{"1.0", 1},
	};
	static const struct counted sizes[] = {
		{"10", 10},	     {"10B", 10},
		{"1kB", 1000},	     {"1k", 1000},
		{"1Ki", 1024},	     {"1KiB", 1024},
		{"1.5MiB", 1572864}, {"2GB", 2000000000},
		{"1GiB", 1 << 30},   {"1Gi", 1 << 30},
		{"1MB", 1000000},    {"1Mi", 1 << 20},
		{"0.5KiB", 512},     {"16777215TiB", UINT64_C(16777215) << 40},
	};
	static const char *const bad_counts[] = {
		"",
		"k",
		"-1",
		"+1",
		"1.5",
		"1K",
		"1m",
		"1kk",
		"1e6k",
		"1 k",
		"1.2345k",
		"1Ki",
		"1B",
		"18446744073709551616",
		"18446744073709552k",
		"1e20",
		"1e",
		".5k",
		"0.0001k",
	};
	static const char *const bad_sizes[] = {
		"", "B", "1b", "1KB", "1kib", "0.3KiB", "16777216TiB", "1e3Ki", "-1B", "1BB", "1iB",
	};
	uint64_t v = 42;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad_counts); i++)
		if (!CHECK(!ss_num_parse_count(ss_str(bad_counts[i]), &v)))
			printf("# \"%s\" was taken\n", bad_counts[i]);
	for (size_t i = 0; i < SS_ARRAY_LEN(bad_sizes); i++)
		if (!CHECK(!ss_num_parse_size(ss_str(bad_sizes[i]), &v)))
			printf("# \"%s\" was taken\n", bad_sizes[i]);
	CHECK(v == 42);
	for (size_t i = 0; i < SS_ARRAY_LEN(counts); i++) {
		CHECK(ss_num_parse_count(ss_str(counts[i].text), &v) && v == counts[i].value);
		CHECK(ss_num_parse_size(ss_str(counts[i].text), &v) && v == counts[i].value);
	}
	for (size_t i = 0; i < SS_ARRAY_LEN(sizes); i++)
		if (!CHECK(ss_num_parse_size(ss_str(sizes[i].text), &v) && v == sizes[i].value))
			printf("# \"%s\" gives %" PRIu64 "\n", sizes[i].text, v);
}

/* Significant digits of a text of ss_num_double, and the value of the last one as an exponent
 * of ten; the zeros of a plain integer do not count. */
static int
significant(const char *text)
{
	int n = 0;
	int zeros = 0;

	for (; *text != '\0' && *text != 'e'; text++) {
		if (*text < '0' || *text > '9' || (n == 0 && *text == '0'))
			continue;
		zeros = *text == '0' ? zeros + 1 : 0;
		n++;
	}
	return n - zeros;
}

static void
check_double(double v)
{
	const char *text = done(ss_num_double(fresh(), v));
	const double back = strtod(text, NULL);
	const int n = significant(text);
	char other[64];

	if (!CHECK(memcmp(&back, &v, sizeof(v)) == 0))
		printf("# %a gives \"%s\"\n", v, text);
	if (fpclassify(v) == FP_ZERO)
		return;
	/* No shorter text reads back, and of those as long the nearest was taken. */
	if (n > 1) {
		snprintf(other, sizeof(other), "%.*e", n - 2, v);
		CHECK(strtod(other, NULL) < v || strtod(other, NULL) > v);
	}
	snprintf(other, sizeof(other), "%.*e", n - 1, v);
	if (strtod(other, NULL) <= v && strtod(other, NULL) >= v) {
		const double a = strtod(other, NULL);
		char mine[64];

		snprintf(mine, sizeof(mine), "%.*e", n - 1, back);
		CHECK(memcmp(&a, &v, sizeof(v)) == 0);
		CHECK_STR(mine, other);
	}
}

static void
check_float(float v)
{
	const char *text = done(ss_num_float(fresh(), v));
	const float back = strtof(text, NULL);
	const int n = significant(text);
	char other[64];

	if (!CHECK(memcmp(&back, &v, sizeof(v)) == 0))
		printf("# %a gives \"%s\"\n", (double)v, text);
	if (n > 1) {
		snprintf(other, sizeof(other), "%.*e", n - 2, (double)v);
		CHECK(strtof(other, NULL) < v || strtof(other, NULL) > v);
	}
}

static void
test_double_forms(void)
{
	static const struct {
		double v;
		const char *text;
	} forms[] = {
		{0.0, "0.0"},
		{-0.0, "-0.0"},
		{0.1, "0.1"},
		{3.0, "3.0"},
		{-100.0, "-100.0"},
		{1e300, "1e+300"},
		{-1.5e300, "-1.5e+300"},
		{5e-324, "5e-324"},
		{1e15, "1000000000000000.0"},
		{9007199254740993.0, "9007199254740992.0"},
		{9999999999999998.0, "9999999999999998.0"},
		{1e16, "1e+16"},
		{12345678901234568.0, "1.2345678901234568e+16"},
		{0.0001, "0.0001"},
		{0.00012345678901234567, "0.00012345678901234567"},
		{0.00001, "1e-5"},
		{1.25e-10, "1.25e-10"},
		{123456.789, "123456.789"},
		{2.2250738585072014e-308, "2.2250738585072014e-308"},
		{2.225073858507201e-308, "2.225073858507201e-308"},
		{DBL_MAX, "1.7976931348623157e+308"},
		{2.98023223876953125e-8, "2.9802322387695312e-8"},
		{9.5367431640625e-7, "9.5367431640625e-7"},
		{1.0 / 3, "0.3333333333333333"},
		{4.35, "4.35"},
		{2e-44, "2e-44"},
		{9007199254740991.0, "9007199254740991.0"},
		{1e22, "1e+22"},
		{1e23, "1e+23"},
		{5e-323, "5e-323"},
		{9.109383632044565e-31, "9.109383632044565e-31"},
		{0.30000000000000004, "0.30000000000000004"},
	};

	for (size_t i = 0; i < SS_ARRAY_LEN(forms); i++) {
		CHECK_STR(done(ss_num_double(fresh(), forms[i].v)), forms[i].text);
		check_double(forms[i].v);
	}
	CHECK_STR(done(ss_num_float(fresh(), 0.1F)), "0.1");
	CHECK_STR(done(ss_num_float(fresh(), 16777216.0F)), "16777216.0");
	CHECK_STR(done(ss_num_float(fresh(), FLT_MAX)), "3.4028235e+38");
	CHECK_STR(done(ss_num_float(fresh(), 1e-45F)), "1e-45");
	CHECK_STR(done(ss_num_float(fresh(), FLT_MIN)), "1.1754944e-38");
	CHECK_STR(done(ss_num_float(fresh(), 8.5899346e9F)), "8589935000.0");
	CHECK_STR(done(ss_num_float(fresh(), -0.0F)), "-0.0");
	CHECK_STR(done(ss_num_float(fresh(), 0.0F)), "0.0");
}

static double
double_of(uint64_t bits)
{
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

static void
test_double_hard(void)
{
	/* All powers of two, where the interval is lopsided, and their neighbours; all powers of
	 * ten; the smallest and largest of each kind. */
	for (uint64_t e = 0; e < 0x7ff; e++)
		for (int64_t d = -3; d <= 3; d++)
			if ((int64_t)(e << 52) + d >= 0)
				check_double(double_of((e << 52) + (uint64_t)d));
	for (int e = -323; e <= 308; e++) {
		char text[16];
		uint64_t bits;
		double v;

		snprintf(text, sizeof(text), "1e%d", e);
		v = strtod(text, NULL);
		memcpy(&bits, &v, sizeof(bits));
		for (int64_t d = -2; d <= 2; d++)
			check_double(double_of(bits + (uint64_t)d));
	}
	for (unsigned i = 0; i < 63; i++)
		check_double(double_of(UINT64_C(1) << i));
	for (uint64_t i = 0; i < 100000; i++)
		check_double((double)i / 100);
}

static void
test_double_random(void)
{
	uint64_t seed = 4;

	for (unsigned i = 0; i < 1000000;) {
		const double v = double_of(check_random(&seed));

		if (!isfinite(v))
			continue;
		check_double(v);
		i++;
	}
	for (unsigned i = 0; i < 300000; i++) {
		/* Short decimals and integers are what data is made of. */
		check_double((double)(random_u64(&seed) >> 12) / 1000);
		check_double((double)random_u64(&seed));
	}
}

static void
test_float_random(void)
{
	uint64_t seed = 6;

	for (unsigned i = 0; i < 500000; i++) {
		const uint32_t bits = i < 1024 ? i << 23 : (uint32_t)check_random(&seed);
		float v;

		memcpy(&v, &bits, sizeof(v));
		if (isfinite(v))
			check_float(v);
	}
}

int
main(void)
{
	RUN(test_integers);
	RUN(test_pad);
	RUN(test_decimal);
	RUN(test_pow10_digits);
	RUN(test_parse_decimal);
	RUN(test_parse_count_size);
	RUN(test_double_forms);
	RUN(test_double_hard);
	RUN(test_double_random);
	RUN(test_float_random);
	return check_done();
}
