/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Alphabets and random letters, see letters.h.
 */
#include "gen/letters.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/utf8.h"

void
ss_alphabet_default(struct ss_alphabet *alphabet)
{
	*alphabet = (struct ss_alphabet){.count = 52, .bytes_max = 1, .fast = true};
	for (unsigned i = 0; i < 26; i++) {
		alphabet->ascii[i] = (uint8_t)('a' + i);
		alphabet->ascii[26 + i] = (uint8_t)('A' + i);
	}
}

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

static void
finish(struct ss_alphabet *alphabet)
{
	alphabet->fast = alphabet->count <= SS_LETTERS_FAST_MAX;
	alphabet->bytes_max = 1;
	for (size_t i = 0; i < alphabet->count; i++) {
		char text[4];
		unsigned bytes = (unsigned)ss_utf8_put(text, alphabet->codes[i]);

		alphabet->bytes_max = SS_MAX(alphabet->bytes_max, bytes);
		if (alphabet->fast)
			alphabet->ascii[i] = (uint8_t)text[0];
	}
	alphabet->fast = alphabet->fast && alphabet->bytes_max == 1;
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

static void
put_fast(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t draw, size_t count,
	 struct ss_buf *out)
{
	const uint32_t k = (uint32_t)alphabet->count;
	const uint8_t *table = alphabet->ascii;
	uint8_t *p = ss_buf_reserve(out, count);

	/* Whole groups are stored; the last one may run into the slack behind the buffer. */
	for (size_t i = 0; i < count; i += 8) {
		uint64_t letters = eight(ss_draw(draws, draw++), k);

		for (unsigned t = 0; t < 8; t++)
			p[i + t] = table[letters >> 8 * t & 63];
	}
	out->len += count;
}

void
ss_letters_put(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t first_draw,
	       size_t count, struct ss_buf *out)
{
	if (alphabet->fast) {
		put_fast(alphabet, draws, first_draw, count, out);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t pick = ss_draw_below(ss_draw(draws, first_draw + i), alphabet->count);
		char *p = (char *)ss_buf_reserve(out, 4);

		out->len += ss_utf8_put(p, alphabet->codes[pick]);
	}
}
