/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the datatypes that make numbers and booleans: both bounds are reached and nothing
 * beyond, all values are as likely, and the column is of the type that the bounds ask for.
 */
#include "gen_even.h"

/* A01 */
static void
ints_are_even(void)
{
	expect_even("n: int[0..6]", "c", 0, 7, 1000);
	expect_even("n: int[1..8]", "c", 1, 8, 1000);
	expect_even("n: int[-6..6]", "c", -6, 13, 1000);
	expect_even("n: int[0..99]", "c", 0, 100, 1000);
	expect_even("n: int[1..1000]", "s", 1, 1000, 300);
	expect_even("n: int[-128..127]", "c", -128, 256, 300);
	expect_even("n: int[127..128]", "s", 127, 2, 1000);
	expect_even("n: int[32767..32770]", "i", 32767, 4, 1000);
	expect_even("n: int[2147483640..2147483650]", "l", 2147483640, 11, 1000);
	expect_even("n: int[-9223372036854775808..-9223372036854775805]", "l", INT64_MIN, 4, 1000);
	expect_even("n: int[9223372036854775805..9223372036854775807]", "l", INT64_MAX - 2, 3,
		    1000);
}

/* A02 */
static void
one_value(void)
{
	expect_even("n: int[0..0]", "c", 0, 1, 1000);
	expect_even("n: int[-5..-5]", "c", -5, 1, 1000);
	expect_even("n: int[-100..-100]", "c", -100, 1, 1000);
	expect_even("n: INT[7..7]", "c", 7, 1, 1000);
	expect_even("n: date[1970-01-02..1970-01-02]", "tdD", 1, 1, 1000);
	expect_even("n: time[00:00:01..00:00:01]", "tts", 1, 1, 1000);
}

/* A03: the widest ranges. */
static void
wide_ints(void)
{
	static const char fields[] = "a: int[-9223372036854775808..-1]; "
				     "b: int[1..9223372036854775807]; "
				     "c: int[-9223372036854775808..9223372036854775807]";
	static uint32_t tops[3][64];
	const size_t n = 100000;
	uint64_t negative = 0;
	struct made made;

	if (!made_bind(&made, fields))
		return;
	for (uint64_t first = 0; first < n; first += 10000) {
		struct ArrowArray **columns = ss_maker_fill(&made.maker, first, 10000)->children;

		for (size_t i = 0; i < 10000; i++) {
			int64_t a = whole(columns[0], "l", i), b = whole(columns[1], "l", i);
			int64_t c = whole(columns[2], "l", i);

			CHECK(a < 0 && b > 0);
			negative += c < 0;
			tops[0][((uint64_t)a - (UINT64_C(1) << 63)) >> 57]++;
			tops[1][(uint64_t)b >> 57]++;
			tops[2][(uint64_t)c >> 58]++;
		}
	}
	for (size_t k = 0; k < 3; k++)
		stat_uniform("wide int", tops[k], 64);
	CHECK(negative > n * 49 / 100 && negative < n * 51 / 100);
	made_release(&made);
}

/* A04, and the scale that bounds of different scales get. */
static void
decimals(void)
{
	static const struct {
		const char *fields, *format;
		int64_t lo;
		uint32_t n;
	} cases[] = {
		{"d: decimal[0.2..0.3]", "d:1,1", 2, 2},
		{"d: decimal[0.10..0.30]", "d:2,2", 10, 21},
		{"d: decimal[1.50..1.50]", "d:3,2", 150, 1},
		{"d: decimal[-1..0.25]", "d:3,2", -100, 126},
		{"d: decimal[0..9]", "d:1,0", 0, 10},
		{"d: decimal[-0.05..-0.01]", "d:2,2", -5, 5},
	};
	uint32_t counts[128];
	struct made made;

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++) {
		const ss_i128 *p;

		memset(counts, 0, sizeof(counts));
		if (!made_bind(&made, cases[k].fields))
			continue;
		CHECK_STR(format_of(&made, 0), cases[k].format);
		p = made_column(&made, 0, 0, 21000)->buffers[1];
		for (size_t i = 0; i < 21000; i++) {
			ss_i128 v = p[i] - cases[k].lo;

			if (!CHECK(v >= 0 && v < cases[k].n))
				break;
			counts[v]++;
		}
		if (cases[k].n > 2)
			stat_uniform(cases[k].fields, counts, cases[k].n);
		CHECK(counts[0] != 0 && counts[cases[k].n - 1] != 0);
		if (k == 1)
			for (size_t i = 0; i < 21; i++)
				CHECK(counts[i] >= 850 && counts[i] <= 1150);
		made_release(&made);
	}
}

static void
wide_decimals(void)
{
	static const char fields[] =
		"a: decimal[-99999999999999999999999999999999999999.."
		"99999999999999999999999999999999999999]; "
		"b: decimal[0.00..36893488147419103231.99]; c: decimal[0..18446744073709551615]";
	static uint32_t halves[2], tops[3][32];
	struct made made;

	if (!made_bind(&made, fields))
		return;
	CHECK_STR(format_of(&made, 0), "d:38,0");
	CHECK_STR(format_of(&made, 1), "d:22,2");
	CHECK_STR(format_of(&made, 2), "d:20,0");
	for (uint64_t first = 0; first < 50000; first += 10000) {
		struct ArrowArray **columns = ss_maker_fill(&made.maker, first, 10000)->children;
		const ss_i128 *a = columns[0]->buffers[1], *b = columns[1]->buffers[1];
		const ss_i128 *c = columns[2]->buffers[1];
		const ss_i128 e19 = (ss_i128)10000000000000000000u, most = e19 * e19 - 1;

		for (size_t i = 0; i < 10000; i++) {
			CHECK(a[i] >= -most && a[i] <= most);
			halves[a[i] < 0]++;
			/* The sum needs all 128 bits. */
			tops[0][((ss_u128)a[i] + (ss_u128)most) / (ss_u128)(most / 16 + 1)]++;
			CHECK(b[i] >= 0 && b[i] < ((ss_i128)1 << 65) * 100);
			tops[1][b[i] / 100 >> 60]++;
			CHECK(c[i] >= 0 && c[i] <= UINT64_MAX);
			tops[2][c[i] >> 59]++;
		}
	}
	stat_rate("negative decimals", halves[1], 50000, 0.5);
	for (size_t k = 0; k < 3; k++)
		stat_uniform("wide decimal", tops[k], 32);
	made_release(&made);
}

static void
doubles(void)
{
	static const char fields[] = "a: double[-1..1]; b: double[0.9..0.9]; "
				     "c: double[-1.7976931348623157e308..1.7976931348623157e308]; "
				     "d: double[1..1.0000000000000002]";
	static uint32_t cells[64], ends[2];
	struct made made;
	const double *a, *b, *c, *d;
	struct ArrowArray **columns;

	if (!made_bind(&made, fields))
		return;
	CHECK_STR(format_of(&made, 0), "g");
	columns = ss_maker_fill(&made.maker, 0, 60000)->children;
	a = columns[0]->buffers[1], b = columns[1]->buffers[1];
	c = columns[2]->buffers[1], d = columns[3]->buffers[1];
	for (size_t i = 0; i < 60000; i++) {
		CHECK(a[i] >= -1 && a[i] <= 1);
		cells[(size_t)((a[i] + 1) * 32) % 64]++;
		CHECK(memcmp(&b[i], &(double){0.9}, 8) == 0);
		CHECK(c[i] - c[i] == 0); /* neither infinite nor NaN */
		CHECK(d[i] >= 1 && d[i] <= 1.0000000000000002);
		ends[d[i] > 1]++;
	}
	stat_uniform("double", cells, 64);
	CHECK(ends[0] != 0 && ends[1] != 0);
	made_release(&made);
}

static void
booleans(void)
{
	static const char fields[] = "a: boolean; b: boolean[0]; c: boolean[1]; d: boolean[0.25]; "
				     "e: boolean[1e-3]; f: boolean[0.9999999]; g: boolean[0.0]";
	static const double p[] = {0.5, 0, 1, 0.25, 0.001, 0.9999999, 0};
	const size_t n = 100003; /* not a multiple of 8 */
	struct made made;
	struct ArrowArray **columns;

	if (!made_bind(&made, fields))
		return;
	columns = ss_maker_fill(&made.maker, 0, n)->children;
	for (size_t k = 0; k < SS_ARRAY_LEN(p); k++) {
		const uint8_t *bits = columns[k]->buffers[1];
		uint64_t ones = 0;

		CHECK_STR(format_of(&made, k), "b");
		for (size_t i = 0; i < n; i++)
			ones += bits[i / 8] >> i % 8 & 1;
		check_note(bits[n / 8] >> n % 8 == 0, "column %zu: bits behind the last", k);
		stat_rate("boolean", ones, n, p[k]);
	}
	made_release(&made);
}

static void
sequences(void)
{
	static const char fields[] = "a: sequence; b: sequence[100]; c: sequence[0, -3]; "
				     "d: sequence[-5, 10]; e: sequence[9223372036854775807, -1]";
	struct made made;
	struct ArrowArray **columns;

	if (!made_bind(&made, fields))
		return;
	columns = ss_maker_fill(&made.maker, 41, 20)->children;
	for (int64_t i = 0; i < 20; i++) {
		CHECK_EQ_I64(whole(columns[0], "l", (size_t)i), 42 + i);
		CHECK_EQ_I64(whole(columns[1], "l", (size_t)i), 141 + i);
		CHECK_EQ_I64(whole(columns[2], "l", (size_t)i), (41 + i) * -3);
		CHECK_EQ_I64(whole(columns[3], "l", (size_t)i), (41 + i) * 10 - 5);
		CHECK_EQ_I64(whole(columns[4], "l", (size_t)i), INT64_MAX - 41 - i);
	}
	CHECK_STR(format_of(&made, 0), "l");
	made_release(&made);
}

/* The last record of the run may have the last number. */
static void
sequences_to_the_end(void)
{
	static const char fields[] = "a: sequence[9223372036853775808]; "
				     "b: sequence[-9223372036853775809, -1]";
	struct made made;
	struct ArrowArray **columns;

	if (!made_bind(&made, fields))
		return;
	columns = ss_maker_fill(&made.maker, 999999, 1)->children;
	CHECK_EQ_I64(whole(columns[0], "l", 0), INT64_MAX);
	CHECK_EQ_I64(whole(columns[1], "l", 0), INT64_MIN);
	made_release(&made);
}

static void
references(void)
{
	expect_even("r: ref[customer.id, 1..100]", "c", 1, 100, 300);
	expect_even("r: ref[customer.id, -3..300]", "s", -3, 304, 100);
	expect_even("r: ref[customer.id, 999990..count]", "l", 999990, 11, 1000);
}

int
main(void)
{
	RUN(ints_are_even);
	RUN(one_value);
	RUN(wide_ints);
	RUN(decimals);
	RUN(wide_decimals);
	RUN(doubles);
	RUN(booleans);
	RUN(sequences);
	RUN(sequences_to_the_end);
	RUN(references);
	return check_done();
}
