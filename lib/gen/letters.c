/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Alphabets and random letters, see letters.h.
 */
#include "gen/letters.h"

#include <stdlib.h>

#include "base/utf8.h"

/* The next character of a class; *special says that it is an unescaped "-". */
static bool
next_code(struct ss_str *rest, uint32_t *code, bool *special)
{
	size_t bytes;

	if (rest->len == 0)
		return false;
	*special = rest->p[0] == '-';
	if (rest->p[0] == '\\' && rest->len > 1) {
		rest->p++;
		rest->len--;
		*special = false;
	}
	*code = ss_utf8_next(rest->p, rest->len, &bytes);
	rest->p += bytes;
	rest->len -= bytes;
	return true;
}

static enum ss_status
class_error(const struct ss_datatype_arg *arg, struct ss_err *err, const char *what)
{
	ss_place_error(err, arg->place, "bad-class", "character class \"%.*s\" %s",
		       SS_STR_ARGS(arg->text), what);
	return ss_err_hint(err, "write single characters and ranges, for example A-Z0-9_");
}

uint32_t
ss_alphabet_code(const struct ss_alphabet *alphabet, uint64_t number)
{
	size_t low = 0, high = alphabet->n_runs;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (alphabet->runs[middle].first <= number)
			low = middle;
		else
			high = middle;
	}
	return alphabet->runs[low].code + (uint32_t)(number - alphabet->runs[low].first);
}

/* What the fast path needs, from count and runs. */
static void
finish(struct ss_alphabet *alphabet)
{
	const struct ss_letter_run *runs = alphabet->runs;
	const uint32_t last = ss_alphabet_code(alphabet, alphabet->count - 1);
	char text[4];

	alphabet->bytes_max = (unsigned)ss_utf8_put(text, last);
	alphabet->fast = alphabet->count <= SS_LETTERS_FAST_MAX && alphabet->bytes_max == 1;
	if (!alphabet->fast)
		return;
	alphabet->base = SS_EACH_BYTE * runs[0].code;
	alphabet->n_steps = alphabet->n_runs - 1;
	for (size_t i = 0; i < SS_MIN(alphabet->n_steps, (size_t)SS_LETTERS_STEPS_MAX); i++) {
		uint32_t length = runs[i + 1].first - runs[i].first;

		alphabet->steps[i].start = SS_EACH_BYTE * (0x80 - runs[i + 1].first);
		alphabet->steps[i].gap = runs[i + 1].code - (runs[i].code + length);
	}
	for (size_t i = 0; i < alphabet->count; i++)
		alphabet->table[i] = (uint8_t)ss_alphabet_code(alphabet, i);
}

void
ss_alphabet_default(struct ss_alphabet *alphabet)
{
	static const struct ss_letter_run runs[] = {{0, 'A'}, {26, 'a'}};

	*alphabet = (struct ss_alphabet){.count = 52, .runs = runs, .n_runs = SS_ARRAY_LEN(runs)};
	finish(alphabet);
}

/* A range of code points as it was written, both ends included. */
struct range {
	uint32_t lo, hi;
};

static int
by_lo(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	return (x->lo > y->lo) - (x->lo < y->lo);
}

static void
put_range(struct ss_buf *ranges, uint32_t lo, uint32_t hi)
{
	struct range range = {lo, hi};

	if (lo <= hi)
		ss_buf_put(ranges, &range, sizeof(range));
}

static bool
ascii_alnum(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Reads the class into ranges; surrogates are no characters and left out. */
static enum ss_status
read_class(const struct ss_datatype_arg *arg, struct ss_buf *ranges, struct ss_err *err)
{
	struct ss_str rest = arg->text;
	uint32_t lo, hi;
	bool dash;

	if (rest.len != 0 && rest.p[0] == '^')
		return class_error(arg, err, "begins with ^, but names what is in it");
	for (size_t i = 0; i + 1 < rest.len; i++)
		if (rest.p[i] == '\\' && ascii_alnum(rest.p[++i]))
			return class_error(arg, err, "has a backslash before a letter or digit");
	while (next_code(&rest, &lo, &dash)) {
		struct ss_str ahead = rest;

		hi = lo;
		if (next_code(&ahead, &hi, &dash) && dash && ahead.len != 0) {
			(void)next_code(&ahead, &hi, &dash);
			rest = ahead;
		} else {
			hi = lo;
		}
		if (hi < lo)
			return class_error(arg, err, "has a range that runs backwards");
		put_range(ranges, lo, SS_MIN(hi, (uint32_t)0xD7FF));
		put_range(ranges, SS_MAX(lo, (uint32_t)0xE000), hi);
	}
	return ranges->len != 0 ? SS_OK : class_error(arg, err, "has no character");
}

/* Sorted ranges to runs: overlaps merge, neighbours join. */
static void
make_runs(struct ss_arena *arena, const struct range *ranges, size_t n_ranges,
	  struct ss_alphabet *alphabet)
{
	struct ss_letter_run *runs = ss_arena_calloc(arena, n_ranges, sizeof(*runs));
	uint32_t end = 0; /* behind the last code point taken */

	for (size_t i = 0; i < n_ranges; i++) {
		uint32_t lo = i == 0 ? ranges[i].lo : SS_MAX(ranges[i].lo, end);

		if (i != 0 && ranges[i].hi < end)
			continue;
		if (i == 0 || lo != end)
			runs[alphabet->n_runs++] =
				(struct ss_letter_run){(uint32_t)alphabet->count, lo};
		end = ranges[i].hi + 1;
		alphabet->count += end - lo;
	}
	alphabet->runs = runs;
}

enum ss_status
ss_alphabet_parse(struct ss_arena *arena, const struct ss_datatype_arg *arg,
		  struct ss_alphabet *alphabet, struct ss_err *err)
{
	struct ss_buf ranges = {0};
	enum ss_status status = read_class(arg, &ranges, err);
	size_t n_ranges = ranges.len / sizeof(struct range);

	*alphabet = (struct ss_alphabet){0};
	if (status == SS_OK) {
		qsort(ranges.p, n_ranges, sizeof(struct range), by_lo);
		make_runs(arena, (const struct range *)(const void *)ranges.p, n_ranges, alphabet);
		finish(alphabet);
	}
	ss_buf_release(&ranges);
	return status;
}

uint64_t
ss_letters_eight_portable(uint64_t draw, uint32_t k)
{
	uint64_t low = (uint32_t)draw, high = draw >> 32, letters = 0;

	for (unsigned t = 0; t < 4; t++) {
		low = (uint32_t)low * (uint64_t)k;
		high = (uint32_t)high * (uint64_t)k;
		letters |= (low >> 32) << 8 * t;
		letters |= (high >> 32) << (32 + 8 * t);
	}
	return letters;
}

void
ss_letters_put_wide(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t first_draw,
		    size_t count, struct ss_buf *out)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t pick = ss_draw_below(ss_draw(draws, first_draw + i), alphabet->count);
		char *p = (char *)ss_buf_reserve(out, 4);

		out->len += ss_utf8_put(p, ss_alphabet_code(alphabet, pick));
	}
}
