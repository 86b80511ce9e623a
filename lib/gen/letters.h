/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uniform characters over an alphabet: the one way in which text gets its random letters.
 *
 * An alphabet of k <= 64 characters takes 8 letters from a 64-bit draw, four from each
 * 32-bit half: p = half * k, the letter is the high half of p, its low half goes on. A group
 * of four has relative bias below 64^4 / 2^32 = 2^-8 between single tuples, and a letter by
 * itself below 2^-20. Larger alphabets take one letter from a draw by multiply-high.
 */
#ifndef SS_GEN_LETTERS_H
#define SS_GEN_LETTERS_H

#include "base/defs.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "gen/draw.h"
#include "model/datatype.h"

#define SS_LETTERS_FAST_MAX 64
#define SS_LETTERS_STEPS_MAX 8
#define SS_EACH_BYTE UINT64_C(0x0101010101010101)

/* Neighbours in code point order. */
struct ss_letter_run {
	uint32_t first; /* letter number of the run's first character */
	uint32_t code;	/* its code point */
};

/* Characters in code point order, so that a letter number becomes a character by additions. */
struct ss_alphabet {
	size_t count;
	unsigned bytes_max; /* longest character in UTF-8 */
	bool fast;	    /* ASCII and at most SS_LETTERS_FAST_MAX characters */
	const struct ss_letter_run *runs;
	size_t n_runs;

	/* fast: the same for eight letters at once. A letter number n is the character base + n,
	 * plus the gap of each step that starts at or below n; base is in each byte. More steps
	 * than fit go through table. */
	uint64_t base;
	size_t n_steps;
	struct {
		uint64_t start; /* 0x80 - first letter number, in each byte */
		uint64_t gap;	/* code points left out before the run */
	} steps[SS_LETTERS_STEPS_MAX];
	uint8_t table[SS_LETTERS_FAST_MAX];
};

/* The code point of a letter number below count. */
uint32_t ss_alphabet_code(const struct ss_alphabet *alphabet, uint64_t number) SS_NODISCARD;

/* A-Z and a-z. */
void ss_alphabet_default(struct ss_alphabet *alphabet);
/* What may stand: single characters and ranges such as
 * "A-Z0-9_"; "-" stands for itself at either end, "\\" before a character takes it as it is.
 * Characters that stand twice count once. */
enum ss_status ss_alphabet_parse(struct ss_arena *arena, const struct ss_datatype_arg *arg,
				 struct ss_alphabet *alphabet, struct ss_err *err) SS_NODISCARD;

/* ss_letters_put for alphabets that are not fast. */
void ss_letters_put_wide(const struct ss_alphabet *alphabet, struct ss_draws draws,
			 uint64_t first_draw, size_t count, struct ss_buf *out);

/* Eight letter numbers from a draw, letter 0 in the lowest byte; k <= 64. The portable twin of
 * ss_letters_step below, which uses vectors where there are some. */
uint64_t ss_letters_eight_portable(uint64_t draw, uint32_t k) SS_NODISCARD;

/* What follows is inline because a profile said so: the loop over rows keeps the alphabet in
 * registers. */
#ifdef __SSE2__
/* Both halves side by side: _mm_mul_epu32 multiplies the low 32 bits of each 64-bit lane,
 * which is just where the remainder of the step before stands. */
static inline uint64_t
ss_letters_step(uint64_t draw, uint32_t k)
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
ss_letters_step(uint64_t draw, uint32_t k)
{
	return ss_letters_eight_portable(draw, k);
}
#endif

/* Eight letter numbers to eight characters. Bytes never carry into each other: a letter
 * number is below 64 and a character below 128. */
static inline uint64_t
ss_letters_text(const struct ss_alphabet *alphabet, uint64_t letters)
{
	uint64_t text = letters + alphabet->base;

	if (SS_UNLIKELY(alphabet->n_steps > SS_LETTERS_STEPS_MAX)) {
		text = 0;
		for (unsigned t = 0; t < 64; t += 8)
			text |= (uint64_t)alphabet->table[letters >> t & 63] << t;
		return text;
	}
	for (size_t i = 0; i < alphabet->n_steps; i++)
		text += ((letters + alphabet->steps[i].start) >> 7 & SS_EACH_BYTE) *
			alphabet->steps[i].gap;
	return text;
}

/* Texts of up to this many letters are made in one go whatever their length: a branch that
 * depends on a random length is mispredicted, and costs more than letters made in vain. */
#define SS_LETTERS_WHOLE_MAX 32

/* Appends count characters, at most most of any value of the column, drawn from draws first_draw,
 * first_draw + 1, ... of the value. */
static inline void
ss_letters_put(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t first_draw,
	       size_t count, size_t most, struct ss_buf *out)
{
	const size_t made = most <= SS_LETTERS_WHOLE_MAX ? most : count;
	uint8_t *p;

	if (SS_UNLIKELY(!alphabet->fast)) {
		ss_letters_put_wide(alphabet, draws, first_draw, count, out);
		return;
	}
	/* Whole groups are stored; the last one may run into the slack behind the buffer. */
	p = ss_buf_reserve(out, made);
	for (size_t i = 0; i < made; i += 8) {
		uint64_t draw = ss_draw(draws, first_draw++);
		uint64_t text =
			ss_letters_text(alphabet, ss_letters_step(draw, (uint32_t)alphabet->count));

		memcpy(p + i, &text, sizeof(text));
	}
	out->len += count;
}

#endif
