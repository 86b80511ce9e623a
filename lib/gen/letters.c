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

/* Splits codes into runs of neighbours: all the fast path needs to know. */
static void
finish(struct ss_alphabet *alphabet)
{
	const uint32_t *codes = alphabet->codes;
	char text[4];

	alphabet->bytes_max = (unsigned)ss_utf8_put(text, codes[alphabet->count - 1]);
	alphabet->first = SS_EACH_BYTE * (codes[0] & 0x7F);
	alphabet->fast = alphabet->count <= SS_LETTERS_FAST_MAX && alphabet->bytes_max == 1;
	for (size_t i = 1; alphabet->fast && i < alphabet->count; i++) {
		if (codes[i] == codes[i - 1] + 1)
			continue;
		if (alphabet->n_runs < SS_LETTERS_RUNS_MAX) {
			alphabet->runs[alphabet->n_runs].start = SS_EACH_BYTE * (0x80 - i);
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

uint64_t
ss_letters_eight(uint64_t draw, uint32_t k)
{
	return ss_letters_step(draw, k);
}

void
ss_letters_put_wide(const struct ss_alphabet *alphabet, struct ss_draws draws, uint64_t first_draw,
		    size_t count, struct ss_buf *out)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t pick = ss_draw_below(ss_draw(draws, first_draw + i), alphabet->count);
		char *p = (char *)ss_buf_reserve(out, 4);

		out->len += ss_utf8_put(p, alphabet->codes[pick]);
	}
}
