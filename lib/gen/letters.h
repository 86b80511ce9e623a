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

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "gen/draw.h"
#include "model/datatype.h"

#define SS_LETTERS_FAST_MAX 64
#define SS_LETTERS_RUNS_MAX 8

/* Characters in code point order, so that letter numbers become characters by additions. */
struct ss_alphabet {
	size_t count;
	unsigned bytes_max;    /* longest character in UTF-8 */
	bool fast;	       /* ASCII and at most SS_LETTERS_FAST_MAX characters */
	const uint32_t *codes; /* count code points, ascending */

	/* fast: letter number n is the character codes[0] + n, plus the gap of each run of
	 * neighbours that starts at or below n. More runs than fit go through codes. */
	size_t n_runs;
	struct {
		uint64_t start; /* 0x80 - first letter number, in each byte */
		uint64_t gap;	/* code points left out before the run */
	} runs[SS_LETTERS_RUNS_MAX];
};

/* A-Z and a-z. */
void ss_alphabet_default(struct ss_alphabet *alphabet);
/* A class as in a regular expression's brackets: single characters and ranges such as
 * "A-Z0-9_"; "-" stands for itself at either end, "\\" before a character takes it as it is.
 * Characters that stand twice count once. */
enum ss_status ss_alphabet_parse(struct ss_arena *arena, const struct ss_datatype_arg *arg,
				 struct ss_alphabet *alphabet, struct ss_err *err) SS_NODISCARD;

/* Appends count characters, at most most of any value of the column, drawn from draws first_draw,
 * first_draw + 1, ... of the value. */
void ss_letters_put(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t first_draw,
		    size_t count, size_t most, struct ss_buf *out);

/* Eight letter numbers from a draw, letter 0 in the lowest byte; k <= 64. The first is the
 * portable twin of the second, which uses vectors where there are some. */
uint64_t ss_letters_eight_portable(uint64_t draw, uint32_t k) SS_NODISCARD;
uint64_t ss_letters_eight(uint64_t draw, uint32_t k) SS_NODISCARD;

#endif
