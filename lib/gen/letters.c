/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Alphabets and random letters, see letters.h.
 */
#include "gen/letters.h"

#include <stdlib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/utf8.h"

#define EACH_BYTE UINT64_C(0x0101010101010101)

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

/* Splits codes into runs of neighbours: all the fast path needs to know. */
static void
finish(struct ss_alphabet *alphabet)
{
	const uint32_t *codes = alphabet->codes;
	char text[4];

	alphabet->bytes_max = (unsigned)ss_utf8_put(text, codes[alphabet->count - 1]);
	alphabet->fast = alphabet->count <= SS_LETTERS_FAST_MAX && alphabet->bytes_max == 1;
	for (size_t i = 1; alphabet->fast && i < alphabet->count; i++) {
		if (codes[i] == codes[i - 1] + 1)
			continue;
		if (alphabet->n_runs < SS_LETTERS_RUNS_MAX) {
			alphabet->runs[alphabet->n_runs].start = EACH_BYTE * (0x80 - i);
			alphabet->runs[alphabet->n_runs].gap = codes[i] - codes[i - 1] - 1;
		}
		alphabet->n_runs++;
	}
}

void
ss_alphabet_default(struct ss_alphabet *alphabet)
{
	static const uint32_t codes[52] = {
		'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
		'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
		'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
		'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
	};

	*alphabet = (struct ss_alphabet){.count = SS_ARRAY_LEN(codes), .codes = codes};
	finish(alphabet);
}

static int
by_code(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

#define CLASS_MAX 65536

enum ss_status
ss_alphabet_parse(struct ss_arena *arena, const struct ss_datatype_arg *arg,
		  struct ss_alphabet *alphabet, struct ss_err *err)
{
	struct ss_str rest = arg->text;
	uint8_t *seen = ss_arena_alloc(arena, 0x110000 / 8);
	uint32_t *codes = ss_arena_calloc(arena, CLASS_MAX, sizeof(*codes));
	uint32_t lo, hi;
	bool dash;

	*alphabet = (struct ss_alphabet){.codes = codes};
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
		for (uint32_t code = lo; code <= hi; code++) {
			if ((code >= 0xD800 && code < 0xE000) || (seen[code / 8] >> code % 8 & 1))
				continue;
			if (alphabet->count == CLASS_MAX)
				return class_error(arg, err, "has more than 65536 characters");
			seen[code / 8] |= (uint8_t)(1u << code % 8);
			codes[alphabet->count++] = code;
		}
	}
	if (alphabet->count == 0)
		return class_error(arg, err, "has no character");
	qsort(codes, alphabet->count, sizeof(*codes), by_code);
	finish(alphabet);
	return SS_OK;
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

#ifdef __SSE2__
/* Both halves side by side: _mm_mul_epu32 multiplies the low 32 bits of each 64-bit lane,
 * which is just where the remainder of the step before stands. */
static inline uint64_t
eight(uint64_t draw, uint32_t k)
{
	const __m128i factor = _mm_set1_epi64x((long long)k);
	__m128i halves = _mm_set_epi64x((long long)(draw >> 32), (long long)draw);
	__m128i p0 = _mm_mul_epu32(halves, factor);
	__m128i p1 = _mm_mul_epu32(p0, factor);
	__m128i p2 = _mm_mul_epu32(p1, factor);
	__m128i p3 = _mm_mul_epu32(p2, factor);
	/* Letter t is in bits 32 to 37 of its lane: gather them into one 32-bit word. */
	__m128i word = _mm_or_si128(
		_mm_or_si128(_mm_srli_epi64(p0, 32), _mm_slli_epi64(_mm_srli_epi64(p1, 32), 8)),
		_mm_or_si128(_mm_slli_epi64(_mm_srli_epi64(p2, 32), 16),
			     _mm_slli_epi64(_mm_srli_epi64(p3, 32), 24)));

	return (uint64_t)_mm_cvtsi128_si64(_mm_shuffle_epi32(word, _MM_SHUFFLE(3, 1, 2, 0)));
}
#else
static inline uint64_t
eight(uint64_t draw, uint32_t k)
{
	return ss_letters_eight_portable(draw, k);
}
#endif

uint64_t
ss_letters_eight(uint64_t draw, uint32_t k)
{
	return eight(draw, k);
}

/* Eight letter numbers to eight characters. Bytes never carry into each other: a letter
 * number is below 64 and a character below 128. */
static inline uint64_t
to_characters(const struct ss_alphabet *alphabet, uint64_t letters)
{
	uint64_t text = letters + EACH_BYTE * alphabet->codes[0];

	if (SS_UNLIKELY(alphabet->n_runs > SS_LETTERS_RUNS_MAX)) {
		text = 0;
		for (unsigned t = 0; t < 64; t += 8)
			text |= (uint64_t)alphabet->codes[letters >> t & 63] << t;
		return text;
	}
	for (size_t i = 0; i < alphabet->n_runs; i++)
		text += ((letters + alphabet->runs[i].start) >> 7 & EACH_BYTE) *
			alphabet->runs[i].gap;
	return text;
}

/* Texts of up to this many letters are made in one go whatever their length: a branch that
 * depends on a random length is mispredicted, and costs more than letters made in vain. */
#define WHOLE_MAX 32

static void
put_fast(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t draw, size_t count,
	 size_t most, struct ss_buf *out)
{
	const uint32_t k = (uint32_t)alphabet->count;
	const size_t made = most <= WHOLE_MAX ? most : count;
	uint8_t *p = ss_buf_reserve(out, made);

	/* Whole groups are stored; the last one may run into the slack behind the buffer. */
	for (size_t i = 0; i < made; i += 8) {
		uint64_t text = to_characters(alphabet, eight(ss_draw(draws, draw++), k));

		memcpy(p + i, &text, sizeof(text));
	}
	out->len += count;
}

void
ss_letters_put(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t first_draw,
	       size_t count, size_t most, struct ss_buf *out)
{
	if (alphabet->fast) {
		put_fast(alphabet, draws, first_draw, count, most, out);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t pick = ss_draw_below(ss_draw(draws, first_draw + i), alphabet->count);
		char *p = (char *)ss_buf_reserve(out, 4);

		out->len += ss_utf8_put(p, alphabet->codes[pick]);
	}
}
