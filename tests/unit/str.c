/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/str.c: order, search, strict numbers at both sides of their limits, and
 * the nearest word against the plain recursive definition of the distance.
 */
#include "check.h"

#include <stdlib.h>

#include "base/str.h"

static void
test_cmp(void)
{
	CHECK_EQ_I64(ss_str_cmp(SS_STR("a"), SS_STR("b")), -1);
	CHECK_EQ_I64(ss_str_cmp(SS_STR("b"), SS_STR("a")), 1);
	CHECK_EQ_I64(ss_str_cmp(SS_STR("a"), SS_STR("a")), 0);
	CHECK_EQ_I64(ss_str_cmp(SS_STR("a"), SS_STR("ab")), -1);
	CHECK_EQ_I64(ss_str_cmp(SS_STR("a\0b"), SS_STR("a\0a")), 1);
	CHECK_EQ_I64(ss_str_cmp(SS_STR("\xff"), SS_STR("a")), 1);
	CHECK_EQ_I64(ss_str_cmp(ss_str_n(NULL, 0), SS_STR("a")), -1);
	CHECK_EQ_I64(ss_str_cmp(ss_str_n(NULL, 0), SS_STR("")), 0);
}

static void
test_nocase_starts_ends(void)
{
	CHECK(ss_str_eq_nocase(SS_STR("aBz"), SS_STR("AbZ")));
	CHECK(!ss_str_eq_nocase(SS_STR("aBz"), SS_STR("aB")));
	CHECK(!ss_str_eq_nocase(SS_STR("@["), SS_STR("`{")));
	CHECK(!ss_str_eq_nocase(SS_STR("\xc3\x84"), SS_STR("\xc3\xa4")));
	CHECK(ss_str_starts(SS_STR("abc"), SS_STR("ab")));
	CHECK(ss_str_starts(SS_STR("abc"), ss_str_n(NULL, 0)));
	CHECK(!ss_str_starts(SS_STR("ab"), SS_STR("abc")));
	CHECK(!ss_str_starts(SS_STR("abc"), SS_STR("bc")));
	CHECK(ss_str_ends(SS_STR("abc"), SS_STR("bc")));
	CHECK(ss_str_ends(ss_str_n(NULL, 0), SS_STR("")));
	CHECK(!ss_str_ends(SS_STR("bc"), SS_STR("abc")));
	CHECK(!ss_str_ends(SS_STR("abc"), SS_STR("ab")));
}

static void
test_trim_find(void)
{
	CHECK(ss_str_eq(ss_str_trim(SS_STR(" \t\r\nab c\n ")), SS_STR("ab c")));
	CHECK_EQ_I64(ss_str_trim(SS_STR(" \n")).len, 0);
	CHECK_EQ_I64(ss_str_trim(SS_STR("\v")).len, 1);
	CHECK_EQ_I64(ss_str_find(SS_STR("abcabc"), SS_STR("ca")), 2);
	CHECK_EQ_I64(ss_str_find(SS_STR("abc"), SS_STR("abcd")), -1);
	CHECK_EQ_I64(ss_str_find(SS_STR("abc"), SS_STR("")), 0);
	CHECK_EQ_I64(ss_str_find(SS_STR("a\0bc"), SS_STR("\0b")), 1);
	CHECK_EQ_I64(ss_str_find(ss_str_n(NULL, 0), SS_STR("a")), -1);
}

static void
test_u64(void)
{
	static const char *const bad[] = {
		"",
		"-1",
		"+1",
		" 1",
		"1 ",
		"0x1",
		"1.",
		"a",
		"18446744073709551616",
		"184467440737095516150",
	};
	uint64_t v = 7;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		CHECK(!ss_str_to_u64(ss_str(bad[i]), &v));
	CHECK(v == 7);
	CHECK(ss_str_to_u64(SS_STR("0"), &v) && v == 0);
	CHECK(ss_str_to_u64(SS_STR("0000000000000000000000000007"), &v) && v == 7);
	CHECK(ss_str_to_u64(SS_STR("18446744073709551615"), &v) && v == UINT64_MAX);
	CHECK(!ss_str_to_u64(SS_STR("1\0"), &v));
}

static void
test_i64(void)
{
	static const char *const bad[] = {
		"", "-", "--1", "+1", "- 1", "1-", "9223372036854775808", "-9223372036854775809",
	};
	int64_t v = 7;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		CHECK(!ss_str_to_i64(ss_str(bad[i]), &v));
	CHECK(v == 7);
	CHECK(ss_str_to_i64(SS_STR("-0"), &v) && v == 0);
	CHECK(ss_str_to_i64(SS_STR("-1"), &v) && v == -1);
	CHECK(ss_str_to_i64(SS_STR("9223372036854775807"), &v) && v == INT64_MAX);
	CHECK(ss_str_to_i64(SS_STR("-9223372036854775808"), &v) && v == INT64_MIN);
}

static void
test_double(void)
{
	static const char *const bad[] = {
		"",    "-",  "+1", ".5",    "5.",     "1e",  "1e+",   "inf", "nan",
		"0x1", "1 ", " 1", "1e400", "-1e400", "1,5", "1.5.5", "1_0",
	};
	static const char *const good[] = {
		"0",	 "-0.5", "1e-3", "1E+3", "007.25", "1e-400", "1.7976931348623157e308",
		"5e-324"};
	char text[66];
	double v = 7;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++)
		CHECK(!ss_str_to_double(ss_str(bad[i]), &v));
	CHECK(!ss_str_to_double(SS_STR("1\0"), &v));
	CHECK(!(v < 7) && !(v > 7));
	for (size_t i = 0; i < SS_ARRAY_LEN(good); i++) {
		const double want = strtod(good[i], NULL);

		CHECK(ss_str_to_double(ss_str(good[i]), &v) && memcmp(&v, &want, sizeof(v)) == 0);
	}
	memset(text, '1', sizeof(text));
	CHECK(ss_str_to_double(ss_str_n(text, 64), &v));
	CHECK(!ss_str_to_double(ss_str_n(text, 65), &v));
}

struct words {
	const char *const *list;
	size_t n;
};

static const char *
word_at(void *ctx, size_t i)
{
	const struct words *words = ctx;

	return i < words->n ? words->list[i] : NULL;
}

static const char *
nearest(const char *word, const char *const *list, size_t n)
{
	struct words words = {list, n};
	const char *found = ss_str_nearest(ss_str(word), word_at, &words);

	return found == NULL ? "(none)" : found;
}

static void
test_nearest(void)
{
	static const char *const names[] = {"integer", "varchar",  "boolean",
					    "date",    "datetime", "x"};
	const size_t n = SS_ARRAY_LEN(names);

	CHECK_STR(nearest("intger", names, n), "integer");
	CHECK_STR(nearest("itneger", names, n), "integer");
	CHECK_STR(nearest("INTEGER", names, n), "integer");
	CHECK_STR(nearest("dtae", names, n), "date");
	CHECK_STR(nearest("dates", names, n), "date");
	CHECK_STR(nearest("daettime", names, n), "datetime");
	CHECK_STR(nearest("boolaen", names, n), "boolean");
	CHECK_STR(nearest("boolxxx", names, n), "(none)");
	CHECK_STR(nearest("boolexx", names, n), "boolean");
	CHECK_STR(nearest("y", names, n), "(none)");
	CHECK_STR(nearest("", names, n), "(none)");
	CHECK_STR(nearest("xy", names, n), "x");
	CHECK_STR(nearest("date", names, 0), "(none)");
	CHECK_STR(nearest("dace", names, n), "date");
	CHECK_STR(nearest("dacx", names, n), "(none)");
}

/* The definition, without a table. */
static size_t
distance(const char *a, size_t n, const char *b, size_t m)
{
	size_t best;

	if (n == 0 || m == 0)
		return n + m;
	best = distance(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
	best = SS_MIN(best, distance(a, n - 1, b, m) + 1);
	best = SS_MIN(best, distance(a, n, b, m - 1) + 1);
	if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1])
		best = SS_MIN(best, distance(a, n - 2, b, m - 2) + 1);
	return best;
}

static void
test_nearest_against_definition(void)
{
	uint64_t seed = 3;

	for (unsigned round = 0; round < 2000; round++) {
		char words[2][8];
		const char *list[1] = {words[1]};
		size_t len[2];
		size_t d;

		for (unsigned w = 0; w < 2; w++) {
			len[w] = 3 + check_random(&seed) % 4;
			for (size_t i = 0; i < len[w]; i++)
				words[w][i] = (char)('a' + check_random(&seed) % 3);
			words[w][len[w]] = '\0';
		}
		d = distance(words[0], len[0], words[1], len[1]);
		CHECK_STR(nearest(words[0], list, 1),
			  d <= SS_MAX((size_t)1, len[0] / 3) ? words[1] : "(none)");
	}
}

static void
test_nearest_long_words(void)
{
	char words[3][80];
	const char *const list[] = {words[1], words[2]};

	for (unsigned w = 0; w < 3; w++) {
		memset(words[w], 'a', sizeof(words[w]));
		words[w][w == 1 ? 79 : 64] = '\0';
	}
	CHECK(nearest(words[0], list, 2) == words[2]);
	words[0][64] = 'a';
	words[0][65] = '\0';
	CHECK_STR(nearest(words[0], list, 2), "(none)");
}

int
main(void)
{
	RUN(test_cmp);
	RUN(test_nocase_starts_ends);
	RUN(test_trim_find);
	RUN(test_u64);
	RUN(test_i64);
	RUN(test_double);
	RUN(test_nearest);
	RUN(test_nearest_against_definition);
	RUN(test_nearest_long_words);
	return check_done();
}
