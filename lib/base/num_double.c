/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shortest text of floating-point numbers, after Raffaello Giulietti, "The Schubfach way to
 * render doubles", 2020. A number is c * 2^q; all reals between its neighbours' midpoints
 * read back as it. One power of ten 10^k is taken so that this interval holds at least one
 * and at most a few multiples of 10^k; the text is the multiple of 10^(k+1) in it, if there
 * is one, else the nearest multiple of 10^k. Floats use the same code: their c and q are some
 * of those of doubles. Invariant: exact for every finite number, no rounding mode matters.
 */
#include "base/num.h"

#include "base/digits.h"
#include "base/pow10_table.h"

/* Digits of the longest result; a shorter one is filled up with zeros to as many. */
#define DIGITS_MAX 17
/* Decimal exponents of the first digit that are written without "e". */
#define PLAIN_MIN (-4)
#define PLAIN_MAX 15

/* digits * 10^exponent */
struct decimal {
	uint64_t digits;
	int exponent;
};

static const uint64_t powers[DIGITS_MAX + 1] = {
	UINT64_C(1),
	UINT64_C(10),
	UINT64_C(100),
	UINT64_C(1000),
	UINT64_C(10000),
	UINT64_C(100000),
	UINT64_C(1000000),
	UINT64_C(10000000),
	UINT64_C(100000000),
	UINT64_C(1000000000),
	UINT64_C(10000000000),
	UINT64_C(100000000000),
	UINT64_C(1000000000000),
	UINT64_C(10000000000000),
	UINT64_C(100000000000000),
	UINT64_C(1000000000000000),
	UINT64_C(10000000000000000),
	UINT64_C(100000000000000000),
};

/* Decimal digits of 0 < v < 10^17. */
static inline unsigned
count_digits(uint64_t v)
{
	/* bits * log10(2), which is right or one too small. */
	const unsigned guess = (64 - (unsigned)__builtin_clzll(v)) * 1233 >> 12;

	return guess + (v >= powers[guess]);
}

/* floor(log2(10^e)), |e| < 1650. Right shifts of negative numbers are arithmetic with every
 * compiler that we support. */
static inline int
floor_log2_pow10(int e)
{
	return (e * 1741647) >> 19;
}

/* g * cp / 2^128 with a sticky bit at the bottom for what is cut off. */
static inline uint64_t
round_to_odd(uint64_t high, uint64_t low, uint64_t cp)
{
	const ss_u128 x = (ss_u128)low * cp;
	const ss_u128 y = (ss_u128)high * cp + (uint64_t)(x >> 64);

	return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* c * 2^q, c > 0. closer: the neighbour below is half as far as the one above. */
static inline struct decimal
shortest(uint64_t c, int q, bool closer)
{
	/* floor(log10(2^q)), or of 3/4 * 2^q where the interval is that much narrower. */
	const int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22;
	const int h = q + floor_log2_pow10(-k) + 1;
	const uint64_t high = pow10_table[-k - POW10_K_MIN].high;
	const uint64_t low = pow10_table[-k - POW10_K_MIN].low;
	/* Everything in quarters, so that midpoints are whole. */
	const uint64_t below = round_to_odd(high, low, (4 * c - 2 + closer) << h);
	const uint64_t value = round_to_odd(high, low, (4 * c) << h);
	const uint64_t above = round_to_odd(high, low, (4 * c + 2) << h);
	/* Ties go to the even number when they are read, so its interval is closed. */
	const uint64_t least = below + (c & 1);
	const uint64_t most = above - (c & 1);
	const uint64_t s = value / 4;

	if (s >= 10) {
		const uint64_t tens = s / 10;
		const bool down_in = least <= 40 * tens;
		const bool up_in = 40 * tens + 40 <= most;

		if (down_in != up_in)
			return (struct decimal){tens + up_in, k + 1};
	}
	const bool down_in = least <= 4 * s;
	const bool up_in = 4 * s + 4 <= most;

	if (down_in != up_in)
		return (struct decimal){s + up_in, k};

	const uint64_t middle = 4 * s + 2;
	const bool up = value > middle || (value == middle && (s & 1) != 0);

	return (struct decimal){s + up, k};
}

static char *
put_exponent(char *p, int exponent)
{
	unsigned e = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent;

	*p++ = 'e';
	*p++ = exponent < 0 ? '-' : '+';
	if (e >= 100) {
		*p++ = (char)('0' + e / 100);
		ss_digits_store16(p, ss_digits_2(e % 100));
		return p + 2;
	}
	if (e >= 10)
		*p++ = (char)('0' + e / 10);
	*p++ = (char)('0' + e % 10);
	return p;
}

/* The layout of a positive number. The digits stay in registers: sixteen of them, behind the
 * first one, are a 128-bit number from which a shift takes the fraction. */
static inline char *
put_decimal(char *p, struct decimal d)
{
	const unsigned n = count_digits(d.digits);
	const int e = d.exponent + (int)n - 1;
	const uint64_t full = d.digits * powers[DIGITS_MAX - n];
	const uint64_t e8 = UINT64_C(100000000);
	const uint64_t upper = full / e8;
	const uint64_t first = upper / e8;
	const uint64_t words[2] = {
		ss_digits_8((uint32_t)(upper - first * e8)),
		ss_digits_8((uint32_t)(full - upper * e8)),
	};
	const ss_u128 chars = ((ss_u128)(words[1] + SS_DIGITS_ZEROS) << 64) |
			      (words[0] + SS_DIGITS_ZEROS);
	int rest = 0; /* digits behind the first one, without zeros at the end */

	if (words[1] != 0)
		rest = 16 - __builtin_clzll(words[1]) / 8;
	else if (words[0] != 0)
		rest = 8 - __builtin_clzll(words[0]) / 8;

	if (e >= 0 && e <= PLAIN_MAX) {
		*p = (char)('0' + first);
		ss_digits_store128(p + 1, chars);
		p[e + 1] = '.';
		/* What is shifted in counts as digits only up to rest, or it is the 0 of ".0". */
		ss_digits_store128(p + e + 2, chars >> (8 * e));
		return p + SS_MAX(rest, e + 1) + 2;
	}
	if (e < 0 && e >= PLAIN_MIN) {
		ss_digits_store64(p, UINT64_C(0x3030303030302e30));
		p += 1 - e;
		*p = (char)('0' + first);
		ss_digits_store128(p + 1, chars);
		return p + rest + 1;
	}
	*p++ = (char)('0' + first);
	*p = '.';
	ss_digits_store128(p + 1, chars);
	return put_exponent(p + (rest == 0 ? 0 : rest + 1), e);
}

char *
ss_num_double(char *p, double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	*p = '-';
	p += bits >> 63;

	const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
	const int biased = (int)(bits >> 52 & 0x7ff);

	ss_dassert(biased != 0x7ff);
	if (biased != 0)
		return put_decimal(p, shortest(fraction | UINT64_C(1) << 52, biased - 1075,
					       fraction == 0 && biased > 1));
	if (fraction != 0)
		return put_decimal(p, shortest(fraction, -1074, false));
	memcpy(p, "0.0", 3);
	return p + 3;
}

char *
ss_num_float(char *p, float v)
{
	uint32_t bits;

	memcpy(&bits, &v, sizeof(bits));
	*p = '-';
	p += bits >> 31;

	const uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
	const int biased = (int)(bits >> 23 & 0xff);

	ss_dassert(biased != 0xff);
	if (biased != 0)
		return put_decimal(p, shortest(fraction | UINT32_C(1) << 23, biased - 150,
					       fraction == 0 && biased > 1));
	if (fraction != 0)
		return put_decimal(p, shortest(fraction, -149, false));
	memcpy(p, "0.0", 3);
	return p + 3;
}
