/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of every datatype's values: both bounds are reached and nothing beyond, all values are
 * as likely, the column is of the type that design.md gives it, and what cannot be made is
 * refused by name. Nesting is in gen_rows.c.
 */
#include "gen_make.h"
#include "gen_stat.h"

#include "gen/type.h"

/* Value i of a column of whole numbers of any width. */
static int64_t
whole(const struct ArrowArray *column, const char *format, size_t i)
{
	const void *p = column->buffers[1];

	switch (format[0]) {
	case 'c': return ((const int8_t *)p)[i];
	case 's': return ((const int16_t *)p)[i];
	case 'i': return ((const int32_t *)p)[i];
	case 't':
		return strncmp(format, "tdD", 3) == 0 || strncmp(format, "tts", 3) == 0 ||
				       strncmp(format, "ttm", 3) == 0
			       ? ((const int32_t *)p)[i]
			       : ((const int64_t *)p)[i];
	default: return ((const int64_t *)p)[i];
	}
}

static const char *
format_of(const struct made *made, size_t k)
{
	return made->plan.schema.children[k]->format;
}

#define VALUES_MAX 4096

/* The only field of fields draws lo .. lo + n - 1, each as often, and is of this format. */
static void
expect_even(const char *fields, const char *format, int64_t lo, size_t n, size_t per_value)
{
	static uint32_t counts[VALUES_MAX];
	struct made made;

	memset(counts, 0, sizeof(counts));
	if (!CHECK(n <= VALUES_MAX) || !made_bind(&made, fields))
		return;
	CHECK_STR(format_of(&made, 0), format);
	for (size_t done = 0; done < n * per_value; done += 1000) {
		const struct ArrowArray *column = made_column(&made, 0, done, 1000);

		for (size_t i = 0; i < 1000; i++) {
			int64_t v = whole(column, format, i) - lo;

			if (!check_note(v >= 0 && (size_t)v < n, "\"%s\" makes %" PRId64, fields,
					v + lo))
				goto out;
			counts[v]++;
		}
	}
	if (n > 2)
		stat_uniform(fields, counts, n);
	for (size_t i = 0; i < n; i++)
		check_note(counts[i] != 0, "\"%s\" never makes %" PRId64, fields, lo + (int64_t)i);
out:
	made_release(&made);
}

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
	static const char fields[] = "a: double[-1..1]; b: double[0.1..0.1]; "
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
		CHECK(memcmp(&b[i], &(double){0.1}, 8) == 0);
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
enum_duplicates_are_weights(void)
{
	static uint32_t counts[4], expected[4] = {1, 3, 1, 2};
	static const char fields[] = "e: enum[a,b,\"x,y\",b,d,b,d]";
	struct made made;
	const struct ArrowArray *column;
	const struct ArrowSchema *schema;
	const int8_t *index;
	const int32_t *offsets;

	if (!made_bind(&made, fields))
		return;
	schema = made.plan.schema.children[0];
	CHECK_STR(schema->format, "c");
	CHECK(schema->dictionary != NULL && strcmp(schema->dictionary->format, "u") == 0);
	column = made_column(&made, 0, 0, 70000);
	CHECK_EQ_I64(column->dictionary->length, 4);
	offsets = column->dictionary->buffers[1];
	CHECK_STRN((const char *)column->dictionary->buffers[2], (size_t)offsets[4], "abx,yd");
	CHECK_EQ_I64(offsets[3] - offsets[2], 3);
	index = column->buffers[1];
	for (size_t i = 0; i < 70000; i++)
		counts[(uint8_t)index[i] % 4]++;
	for (size_t k = 0; k < 4; k++)
		stat_rate("enum", counts[k], 70000, expected[k] / 7.0);
	made_release(&made);
}

/* The index grows with the number of distinct values, at 128 and at 32768. */
static void
enum_widths(void)
{
	static const struct {
		unsigned n;
		const char *format;
	} cases[] = {{1, "c"}, {128, "c"}, {129, "s"}, {2000, "s"}};
	struct made made;

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++) {
		static uint32_t counts[2000];
		struct ss_buf text = {0};
		const struct ArrowArray *column;

		memset(counts, 0, sizeof(counts));
		ss_buf_puts(&text, SS_STR("e: enum["));
		for (unsigned i = 0; i < cases[k].n; i++)
			ss_buf_printf(&text, i == 0 ? "v%u" : ",v%u", i);
		ss_buf_puts(&text, SS_STR("]"));
		ss_buf_putc(&text, '\0');
		if (made_bind(&made, (const char *)text.p)) {
			CHECK_STR(format_of(&made, 0), cases[k].format);
			column = made_column(&made, 0, 0, 60000);
			CHECK_EQ_I64(column->dictionary->length, cases[k].n);
			for (size_t i = 0; i < 60000; i++)
				counts[whole(column, cases[k].format, i) & 2047]++;
			if (cases[k].n > 2)
				stat_uniform("enum", counts, cases[k].n);
			made_release(&made);
		}
		ss_buf_release(&text);
	}
}

/* A05, A06: the last day and second; leap days; UTC whatever TZ says. */
static void
dates(void)
{
	expect_even("d: date[2023-12-30..2023-12-31]", "tdD", 19721, 2, 1000);
	expect_even("d: date[2023-02-28..2024-03-01]", "tdD", 19416, 368, 60);
	expect_even("d: date[1969-12-30..1970-01-02]", "tdD", -2, 4, 1000);
	expect_even("d: date[0001-01-01..0001-01-03]", "tdD", -719162, 3, 1000);
	expect_even("d: date[9999-12-30..9999-12-31]", "tdD", 2932895, 2, 1000);
	expect_even("d: date[today-1d..today]", "tdD", 20787, 2, 1000);
	expect_even("d: date[now-1d..now]", "tdD", 20787, 2, 1000);
}

static void
times(void)
{
	expect_even("t: time[23:59:57..23:59:59]", "tts", 86397, 3, 1000);
	expect_even("t: time[08:00..08:01]", "tts", 28800, 61, 300);
	expect_even("t: time[00:00:00.000..00:00:00.999]", "ttm", 0, 1000, 100);
	expect_even("t: time[23:59:59.9..23:59:59.999]", "ttm", 86399900, 100, 100);
	expect_even("t: time[23:59:59.999990..23:59:59.999999]", "ttu", 86399999990, 10, 1000);
}

static void
timestamps(void)
{
	expect_even("t: timestamp[2023-12-31T23:59:58..2023-12-31T23:59:59]", "tss:UTC", 1704067198,
		    2, 1000);
	expect_even("t: timestamp[2024-01-01T00:00:00.000Z..2024-01-01T00:00:00.099Z]", "tsm:UTC",
		    1704067200000, 100, 300);
	expect_even("t: timestamp[2024-01-01T00:00:00Z..2024-01-01T00:00:00.000009Z]", "tsu:UTC",
		    1704067200000000, 10, 1000);
	expect_even("t: timestamp[1969-12-31T23:59:58Z..1970-01-01T00:00:01Z]", "tss:UTC", -2, 4,
		    1000);
	expect_even("t: timestamp[1969-12-31T23:59:59.998Z..1970-01-01T00:00:00.001Z]", "tsm:UTC",
		    -2, 4, 1000);
	expect_even("t: timestamp[2024-01-01T02:00:00+02:00..2024-01-01T00:00:03Z]", "tss:UTC",
		    1704067200, 4, 1000);
	expect_even("t: timestamp[now-3s..now]", "tss:UTC", 1796083197, 4, 1000);
}

/* A date is the first second of a lower bound and the last of an upper one. */
static void
timestamp_of_dates(void)
{
	static uint32_t hours[48];
	struct made made;
	const int64_t *p;

	if (!made_bind(&made, "t: timestamp[2024-02-28..2024-02-29]"))
		return;
	p = made_column(&made, 0, 0, 48000)->buffers[1];
	for (size_t i = 0; i < 48000; i++) {
		int64_t second = p[i] - 1709078400;

		if (!CHECK(second >= 0 && second < 172800))
			break;
		hours[second / 3600]++;
	}
	stat_uniform("timestamp", hours, 48);
	made_release(&made);
}

static void
uuids(void)
{
	static uint32_t nibbles[32][16];
	struct made made;
	const struct ArrowSchema *schema;
	struct ss_str name;
	const uint8_t *p;

	if (!made_bind(&made, "u: uuid"))
		return;
	schema = made.plan.schema.children[0];
	CHECK_STR(schema->format, "w:16");
	CHECK(ss_arrow_metadata(schema, "ARROW:extension:name", &name) &&
	      ss_str_eq(name, SS_STR("arrow.uuid")));
	p = made_column(&made, 0, 0, 32000)->buffers[1];
	for (size_t i = 0; i < 32000; i++)
		for (size_t k = 0; k < 16; k++) {
			nibbles[2 * k][p[i * 16 + k] >> 4]++;
			nibbles[2 * k + 1][p[i * 16 + k] & 15]++;
		}
	for (size_t k = 0; k < 32; k++) {
		if (k == 12)
			CHECK_EQ_I64(nibbles[k][4], 32000); /* version */
		else if (k == 16)
			stat_uniform("variant", &nibbles[k][8], 4);
		else
			stat_uniform("uuid", nibbles[k], 16);
	}
	CHECK_EQ_I64(nibbles[16][8] + nibbles[16][9] + nibbles[16][10] + nibbles[16][11], 32000);
	made_release(&made);
}

static void
byte_strings(void)
{
	static uint32_t lengths[12], values[256];
	struct made made;
	const struct ArrowArray *column;
	const int32_t *offsets;
	const uint8_t *p;

	if (!made_bind(&made, "b: bytes[0..11]"))
		return;
	CHECK_STR(format_of(&made, 0), "z");
	column = made_column(&made, 0, 0, 24000);
	offsets = column->buffers[1];
	p = column->buffers[2];
	CHECK_EQ_I64(offsets[0], 0);
	for (size_t i = 0; i < 24000; i++) {
		int32_t length = offsets[i + 1] - offsets[i];

		if (!CHECK(length >= 0 && length < 12))
			return;
		lengths[length]++;
		/* The last byte, so that every place in a draw counts. */
		if (length > 0)
			values[p[offsets[i + 1] - 1]]++;
	}
	stat_uniform("lengths of bytes", lengths, 12);
	stat_uniform("bytes", values, 256);
	made_release(&made);
}

static void
texts(void)
{
	static uint32_t lengths[13], letters[36], wide[5];
	static const char fields[] = "a: char[3..15]; b: char[8..8, A-Z0-9]; "
				     "c: char[1..3, \xc3\xa0-\xc3\xa4]; d: char[0..0]";
	struct ArrowArray **columns;
	struct made made;

	if (!made_bind(&made, fields))
		return;
	CHECK_STR(format_of(&made, 0), "u");
	columns = ss_maker_fill(&made.maker, 0, 20000)->children;
	for (size_t i = 0; i < 20000; i++) {
		const int32_t *a = columns[0]->buffers[1], *b = columns[1]->buffers[1];
		const int32_t *c = columns[2]->buffers[1], *d = columns[3]->buffers[1];
		const char *text = (const char *)columns[1]->buffers[2] + b[i];
		const uint8_t *utf8 = (const uint8_t *)columns[2]->buffers[2] + c[i];

		CHECK(a[i + 1] - a[i] >= 3 && a[i + 1] - a[i] <= 15);
		lengths[(a[i + 1] - a[i] - 3) % 13]++;
		CHECK_EQ_I64(b[i + 1] - b[i], 8);
		for (size_t t = 0; t < 8; t++)
			letters[(text[t] >= 'A' ? text[t] - 'A' : text[t] - '0' + 26) % 36]++;
		CHECK((c[i + 1] - c[i]) % 2 == 0 && c[i + 1] - c[i] >= 2 && c[i + 1] - c[i] <= 6);
		CHECK(utf8[0] == 0xc3 && utf8[1] >= 0xa0 && utf8[1] <= 0xa4);
		wide[(utf8[1] - 0xa0) % 5]++;
		CHECK_EQ_I64(d[i + 1], 0);
	}
	stat_uniform("lengths of char", lengths, 13);
	stat_uniform("A-Z0-9", letters, 36);
	stat_uniform("non-ASCII", wide, 5);
	made_release(&made);
}

/* Another length bound keeps the letters: they do not depend on draw 0. */
static void
letters_outlive_the_length(void)
{
	struct made one, two;

	if (!made_bind(&one, "t: char[5..5]") || !made_bind(&two, "t: char[20..20]"))
		return;
	for (size_t i = 0; i < 100; i++) {
		const char *p = made_column(&one, 0, i, 1)->buffers[2];
		const char *q = made_column(&two, 0, i, 1)->buffers[2];

		CHECK(memcmp(p, q, 5) == 0);
	}
	made_release(&one);
	made_release(&two);
}

static void
constants(void)
{
	static const struct {
		const char *fields, *format;
		int64_t value;
	} cases[] = {
		{"c: const[7]", "c", 7},	  {"c: const[-129]", "s", -129},
		{"c: const[0]", "c", 0},	  {"c: const[9223372036854775807]", "l", INT64_MAX},
		{"c: const[1.50]", "d:3,2", 150}, {"c: const[-0.05]", "d:2,2", -5},
	};
	static const char *const texts[][2] = {
		{"c: const[EUR]", "EUR"},	{"c: const[007]", "007"},
		{"c: const[\"7\"]", "7"},	{"c: const[1e3]", "1e3"},
		{"c: const[\"true\"]", "true"}, {"c: const[no]", "no"},
		{"c: const[\"\"]", ""},		{"c: const[+1]", "+1"},
		{"c: const[1.]", "1."},		{"c: const[\"a,b]\"]", "a,b]"},
	};
	struct made made;

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++) {
		if (!made_bind(&made, cases[k].fields))
			continue;
		CHECK_STR(format_of(&made, 0), cases[k].format);
		for (size_t i = 0; i < 100; i++) {
			const struct ArrowArray *column = made_column(&made, 0, 0, 100);

			CHECK_EQ_I64(cases[k].format[0] == 'd'
					     ? (int64_t)((const ss_i128 *)column->buffers[1])[i]
					     : whole(column, cases[k].format, i),
				     cases[k].value);
		}
		made_release(&made);
	}
	for (size_t k = 0; k < SS_ARRAY_LEN(texts); k++) {
		const struct ArrowArray *column;

		if (!made_bind(&made, texts[k][0]))
			continue;
		column = made_column(&made, 0, 0, 100);
		if (check_note(column->dictionary != NULL, "%s is no text", texts[k][0]))
			CHECK_STRN((const char *)column->dictionary->buffers[2],
				   (size_t)((const int32_t *)column->dictionary->buffers[1])[1],
				   texts[k][1]);
		made_release(&made);
	}
}

static void
constant_booleans(void)
{
	struct made made;
	struct ArrowArray **columns;

	if (!made_bind(&made, "t: const[true]; f: const[false]"))
		return;
	for (size_t n = 0; n <= 17; n++) {
		columns = ss_maker_fill(&made.maker, 0, n)->children;
		for (size_t i = 0; i < (n + 7) / 8 * 8; i++) {
			CHECK((((const uint8_t *)columns[0]->buffers[1])[i / 8] >> i % 8 & 1) ==
			      (i < n));
			CHECK(((const uint8_t *)columns[1]->buffers[1])[i / 8] == 0);
		}
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

static void
references(void)
{
	expect_even("r: ref[customer.id, 1..100]", "c", 1, 100, 300);
	expect_even("r: ref[customer.id, -3..300]", "s", -3, 304, 100);
	expect_even("r: ref[customer.id, 999990..count]", "l", 999990, 11, 1000);
}

static void
refused(void)
{
	static const char *const cases[][2] = {
		{"n: int[9..3]", "reversed-range"},
		{"n: date[2024-02-02..2024-02-01]", "reversed-range"},
		{"n: char[5..2]", "reversed-range"},
		{"n: decimal[0.2..0.1]", "reversed-range"},
		{"n: double[1..0]", "reversed-range"},
		{"n: time[10:00..09:59]", "reversed-range"},
		{"n: timestamp[now..now-1s]", "reversed-range"},
		{"n: bytes[2..1]", "reversed-range"},
		{"n: array[int[1..2], 3..1]", "reversed-range"},
		{"n: ref[a.b, 5..1]", "reversed-range"},
		{"n: ref[a.b, 1000001..count]", "reversed-range"},
		{"n: int[0..9223372036854775808]", "bad-bound"},
		{"n: int[-9223372036854775809..0]", "bad-bound"},
		{"n: int[1.5..2]", "bad-bound"},
		{"n: int[+1..2]", "bad-bound"},
		{"n: int[1..1e3]", "bad-bound"},
		{"n: char[-1..2]", "bad-bound"},
		{"n: char[0..10000001]", "bad-bound"},
		{"n: bytes[0..10000001]", "bad-bound"},
		{"n: array[int[1..2], 0..10000001]", "bad-bound"},
		{"n: decimal[0..100000000000000000000000000000000000000]", "bad-bound"},
		{"n: decimal[0.01..99999999999999999999999999999999999999]", "bad-bound"},
		{"n: decimal[a..b]", "bad-bound"},
		{"n: double[0..nan]", "bad-bound"},
		{"n: double[0..inf]", "bad-bound"},
		{"n: double[0..1e999]", "bad-bound"},
		{"n: date[2023-02-29..2024-01-01]", "bad-bound"},
		{"n: date[2023-01-01..2023-13-01]", "bad-bound"},
		{"n: timestamp[2024-01-01T24:00:00..2024-02-01]", "bad-bound"},
		{"n: time[00:00..24:00]", "bad-bound"},
		{"n: sequence[a]", "bad-bound"},
		{"n: sequence[1, 0]", "bad-bound"},
		{"n: ref[a.b, x..count]", "bad-bound"},
		{"n: boolean[1.1]", "bad-probability"},
		{"n: boolean[-0.1]", "bad-probability"},
		{"n: boolean[nan]", "bad-probability"},
		{"n: char[1..2, z-a]", "bad-class"},
		{"n: int", "bad-arguments"},
		{"n: int[1..2, 3]", "bad-arguments"},
		{"n: uuid[1]", "bad-arguments"},
		{"n: enum", "bad-arguments"},
		{"n: const", "bad-arguments"},
		{"n: array[int[1..2]]", "bad-arguments"},
		{"n: sequence[1,2,3]", "bad-arguments"},
		{"n: strng", "unknown-datatype"},
		{"n: array[strng, 1..2]", "unknown-datatype"},
		{"n: const[123456789012345678901234567890123456789]", "bad-number"},
		{"n: ref[customer]", "bad-reference"},
		{"n: ref[.id, 1..2]", "bad-reference"},
		{"n: ref[a., 1..2]", "bad-reference"},
		{"n: ref[parent.id]", "no-parent"},
		{"n: ref[customer.id]", "unsupported-reference"},
		{"n: sequence[9223372036854775807]", "sequence-overflow"},
		{"n: sequence[0, 9223372036854775807]", "sequence-overflow"},
		{"n: sequence[-9223372036854775808, -1]", "sequence-overflow"},
	};

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++)
		made_refused(cases[k][0], cases[k][1]);
}

/* All types in the registry say what they are, in order, and their examples work. */
static void
registry(void)
{
	struct made made;
	const struct ss_type *type;
	size_t n = 0;

	for (; (type = ss_type_at(n)) != NULL; n++) {
		char field[128];

		CHECK(type->name[0] != '\0' && type->help[0] != '\0');
		CHECK(strncmp(type->syntax, type->name, strlen(type->name)) == 0);
		CHECK(type->bind != NULL && type->fill != NULL && type->describe != NULL);
		CHECK(n == 0 || strcmp(ss_type_at(n - 1)->name, type->name) < 0);
		CHECK(ss_type_named(ss_str(type->name)) == type);
		if (type->example == NULL)
			continue;
		snprintf(field, sizeof(field), "f: %s", type->example);
		if (made_bind(&made, field)) {
			struct ss_buf text = {0};

			type->describe(made.plan.root->children[0], &text);
			check_note(text.len != 0, "%s says nothing", type->name);
			ss_buf_release(&text);
			CHECK(made_column(&made, 0, 0, 100)->length == 100);
			made_release(&made);
		}
	}
	CHECK(n >= 16);
	CHECK(ss_type_named(SS_STR("Int")) != NULL && ss_type_named(SS_STR("in")) == NULL);
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
	RUN(enum_duplicates_are_weights);
	RUN(enum_widths);
	RUN(dates);
	RUN(times);
	RUN(timestamps);
	RUN(timestamp_of_dates);
	RUN(uuids);
	RUN(byte_strings);
	RUN(texts);
	RUN(letters_outlive_the_length);
	RUN(constants);
	RUN(constant_booleans);
	RUN(sequences);
	RUN(references);
	RUN(refused);
	RUN(registry);
	return check_done();
}
