/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparison, search and strict parsing of byte views, and the search for the nearest word
 * behind every "did you mean". Nothing here allocates, keeps state or looks at a locale
 * (strtod sees the C locale: the process never calls setlocale).
 */
#include "base/defs.h" /* the feature macros, before str.h reaches for the system */
#include "base/str.h"

#include <math.h>
#include <stdlib.h>

#define DOUBLE_CHARS_MAX 64
/* Longer words have no near candidate worth the time. */
#define NEAREST_BYTES_MAX 64

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

int
ss_str_cmp(struct ss_str a, struct ss_str b)
{
	const size_t common = SS_MIN(a.len, b.len);
	const int order = common == 0 ? 0 : memcmp(a.p, b.p, common);

	if (order != 0)
		return order < 0 ? -1 : 1;
	return (a.len > b.len) - (a.len < b.len);
}

bool
ss_str_eq_nocase(struct ss_str a, struct ss_str b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (lower(a.p[i]) != lower(b.p[i]))
			return false;
	return true;
}

bool
ss_str_starts(struct ss_str s, struct ss_str prefix)
{
	return s.len >= prefix.len && ss_str_eq(ss_str_n(s.p, prefix.len), prefix);
}

bool
ss_str_ends(struct ss_str s, struct ss_str suffix)
{
	if (suffix.len == 0)
		return true;
	return s.len >= suffix.len &&
	       ss_str_eq(ss_str_n(s.p + (s.len - suffix.len), suffix.len), suffix);
}

struct ss_str
ss_str_trim(struct ss_str s)
{
	while (s.len > 0 && is_blank(s.p[0])) {
		s.p++;
		s.len--;
	}
	while (s.len > 0 && is_blank(s.p[s.len - 1]))
		s.len--;
	return s;
}

ptrdiff_t
ss_str_find(struct ss_str s, struct ss_str needle)
{
	const char *found;

	if (needle.len == 0)
		return 0;
	if (s.len < needle.len)
		return -1;
	found = memmem(s.p, s.len, needle.p, needle.len);
	return found == NULL ? -1 : found - s.p;
}

bool
ss_str_to_u64(struct ss_str s, uint64_t *value)
{
	uint64_t v = 0;

	if (s.len == 0)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		if (!is_digit(s.p[i]) || __builtin_mul_overflow(v, 10u, &v) ||
		    __builtin_add_overflow(v, (unsigned)(s.p[i] - '0'), &v))
			return false;
	}
	*value = v;
	return true;
}

bool
ss_str_to_i64(struct ss_str s, int64_t *value)
{
	const bool negative = s.len > 0 && s.p[0] == '-';
	const uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
	uint64_t v;

	if (negative)
		s = ss_str_n(s.p + 1, s.len - 1);
	if (!ss_str_to_u64(s, &v) || v > limit)
		return false;
	/* The detour by v - 1 serves the smallest number, which has no positive twin. */
	*value = !negative || v == 0 ? (int64_t)v : -(int64_t)(v - 1) - 1;
	return true;
}

/* Skips digits; false when there is none. */
static bool
skip_digits(struct ss_str s, size_t *i)
{
	const size_t start = *i;

	while (*i < s.len && is_digit(s.p[*i]))
		++*i;
	return *i > start;
}

bool
ss_str_to_double(struct ss_str s, double *value)
{
	char text[DOUBLE_CHARS_MAX + 1];
	size_t i = 0;
	double v;

	if (s.len == 0 || s.len > DOUBLE_CHARS_MAX)
		return false;
	if (s.p[0] == '-')
		i = 1;
	if (!skip_digits(s, &i))
		return false;
	if (i < s.len && s.p[i] == '.') {
		i++;
		if (!skip_digits(s, &i))
			return false;
	}
	if (i < s.len && (s.p[i] == 'e' || s.p[i] == 'E')) {
		i++;
		if (i < s.len && (s.p[i] == '-' || s.p[i] == '+'))
			i++;
		if (!skip_digits(s, &i))
			return false;
	}
	if (i != s.len)
		return false;
	memcpy(text, s.p, s.len);
	text[s.len] = '\0';
	v = strtod(text, NULL);
	if (!isfinite(v))
		return false;
	*value = v;
	return true;
}

/* Optimal string alignment distance, no part longer than NEAREST_BYTES_MAX. */
static size_t
edit_distance(struct ss_str a, struct ss_str b)
{
	size_t rows[3][NEAREST_BYTES_MAX + 1];
	size_t *before = rows[0];
	size_t *above = rows[1];
	size_t *row = rows[2];

	for (size_t j = 0; j <= b.len; j++)
		above[j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		size_t *const oldest = before;

		row[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			const char ca = lower(a.p[i - 1]);
			const char cb = lower(b.p[j - 1]);
			size_t best = above[j - 1] + (ca == cb ? 0 : 1);

			best = SS_MIN(best, above[j] + 1);
			best = SS_MIN(best, row[j - 1] + 1);
			if (i > 1 && j > 1 && ca == lower(b.p[j - 2]) && lower(a.p[i - 2]) == cb)
				best = SS_MIN(best, before[j - 2] + 1);
			row[j] = best;
		}
		before = above;
		above = row;
		row = oldest;
	}
	return above[b.len];
}

const char *
ss_str_nearest(struct ss_str word, ss_candidate_fn candidate, void *ctx)
{
	const size_t near = SS_MAX((size_t)1, word.len / 3);
	const char *nearest = NULL;
	const char *name;
	size_t least = near + 1;

	if (word.len > NEAREST_BYTES_MAX)
		return NULL;
	for (size_t i = 0; (name = candidate(ctx, i)) != NULL; i++) {
		const struct ss_str other = ss_str(name);
		size_t distance;

		if (other.len > NEAREST_BYTES_MAX || other.len > word.len + near ||
		    word.len > other.len + near)
			continue;
		distance = edit_distance(word, other);
		/* Words with nothing in common ("x" and "y") are no slip of the pen. */
		if (distance < least && distance < SS_MAX(word.len, other.len)) {
			least = distance;
			nearest = name;
		}
	}
	return nearest;
}
