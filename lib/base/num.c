/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integers and decimals to text and back. The writers are on the way of every value of every
 * text format, so they have next to no branches and no loops: digits come eight at a time
 * (base/digits.h) and powers of ten are divided by with a multiplication. Invariant: nothing
 * is written outside p[0..SS_NUM_MAX).
 */
#include "base/num.h"

#include "base/digits.h"

#define E8 UINT64_C(100000000)
#define E16 UINT64_C(10000000000000000)
#define E19 UINT64_C(10000000000000000000)
/* floor((2^128 - 1) / 10^19) - 2^64, the reciprocal of Moeller and Granlund. */
#define E19_RECIPROCAL UINT64_C(0xd83c94fb6d2ac34a)

static const uint64_t powers[20] = {
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
	UINT64_C(1000000000000000000),
	UINT64_C(10000000000000000000),
};

/* v / 10^n == v * multiplier / 2^(64 + shift) for v < 2^63: shift is floor(log2(10^n)) and the
 * multiplier 2^(64 + shift) / 10^n rounded up, whose error times v stays below one unit. */
static const struct {
	uint64_t multiplier;
	unsigned shift;
} reciprocals[20] = {
	{UINT64_C(0x0), 0}, /* unused */
	{UINT64_C(0xcccccccccccccccd), 3},
	{UINT64_C(0xa3d70a3d70a3d70b), 6},
	{UINT64_C(0x83126e978d4fdf3c), 9},
	{UINT64_C(0xd1b71758e219652c), 13},
	{UINT64_C(0xa7c5ac471b478424), 16},
	{UINT64_C(0x8637bd05af6c69b6), 19},
	{UINT64_C(0xd6bf94d5e57a42bd), 23},
	{UINT64_C(0xabcc77118461cefd), 26},
	{UINT64_C(0x89705f4136b4a598), 29},
	{UINT64_C(0xdbe6fecebdedd5bf), 33},
	{UINT64_C(0xafebff0bcb24aaff), 36},
	{UINT64_C(0x8cbccc096f5088cc), 39},
	{UINT64_C(0xe12e13424bb40e14), 43},
	{UINT64_C(0xb424dc35095cd810), 46},
	{UINT64_C(0x901d7cf73ab0acda), 49},
	{UINT64_C(0xe69594bec44de15c), 53},
	{UINT64_C(0xb877aa3236a4b44a), 56},
	{UINT64_C(0x9392ee8e921d5d08), 59},
	{UINT64_C(0xec1e4a7db69561a6), 63},
};

static inline uint64_t
div_pow10(uint64_t v, unsigned n)
{
	if (SS_UNLIKELY(v >> 63 != 0 || n == 0))
		return v / powers[n];
	return (uint64_t)(((ss_u128)v * reciprocals[n].multiplier) >> 64) >> reciprocals[n].shift;
}

/* v / 10^19 for v < 10^38. */
static inline uint64_t
div_e19(ss_u128 v, uint64_t *rest)
{
	const uint64_t high = (uint64_t)(v >> 64);
	const uint64_t low = (uint64_t)v;
	const ss_u128 estimate = (ss_u128)high * E19_RECIPROCAL + v;
	uint64_t quotient = (uint64_t)(estimate >> 64) + 1;
	uint64_t r = low - quotient * E19;

	if (r > (uint64_t)estimate) {
		quotient--;
		r += E19;
	}
	if (SS_UNLIKELY(r >= E19)) {
		quotient++;
		r -= E19;
	}
	*rest = r;
	return quotient;
}

/* v < 10^8, without leading zeros; writes eight bytes. */
static inline char *
put_small(char *p, uint32_t v)
{
	const uint64_t digits = ss_digits_8(v);
	/* The bit at the top keeps the last digit, also of 0. */
	const unsigned zeros = (unsigned)__builtin_ctzll(digits | UINT64_C(1) << 56) / 8;

	ss_digits_store64(p, (digits + SS_DIGITS_ZEROS) >> (8 * zeros));
	return p + (8 - zeros);
}

static inline char *
put_8(char *p, uint64_t v)
{
	ss_digits_store64(p, ss_digits_8((uint32_t)v) + SS_DIGITS_ZEROS);
	return p + 8;
}

static inline char *
put_u64(char *p, uint64_t v)
{
	if (v < E8)
		return put_small(p, (uint32_t)v);
	if (v < E16) {
		const uint64_t high = v / E8;

		p = put_small(p, (uint32_t)high);
		return put_8(p, v - high * E8);
	}
	const uint64_t high = v / E16;
	const uint64_t low = v - high * E16;
	const uint64_t middle = low / E8;

	p = put_small(p, (uint32_t)high);
	p = put_8(p, middle);
	return put_8(p, low - middle * E8);
}

static inline char *
put_pad(char *p, uint64_t v, unsigned width)
{
	if (SS_LIKELY(width <= 8)) {
		if (SS_UNLIKELY(width == 0))
			return p;
		return ss_digits_pad8(p, (uint32_t)v, width);
	}
	if (width <= 16) {
		const uint64_t high = v / E8;

		p = ss_digits_pad8(p, (uint32_t)high, width - 8);
		return put_8(p, v - high * E8);
	}
	const uint64_t high = v / E16;
	const uint64_t low = v - high * E16;
	const uint64_t middle = low / E8;

	p = ss_digits_pad8(p, (uint32_t)high, width - 16);
	p = put_8(p, middle);
	return put_8(p, low - middle * E8);
}

/* Decimals are printed as integers with at least scale + 1 digits, and in the register the
 * digits behind the point are shifted out by one more place: nothing is divided. */

/* v < 10^8, 0 < scale < 8. */
static inline char *
put_decimal_8(char *p, uint32_t v, unsigned scale)
{
	const uint64_t digits = ss_digits_8(v);
	/* The bit keeps the digit in front of the point, also of 0. */
	const uint64_t kept = digits | UINT64_C(1) << (8 * (7 - scale));
	const unsigned zeros = (unsigned)__builtin_ctzll(kept) / 8;
	const uint64_t chars = (digits + SS_DIGITS_ZEROS) >> (8 * zeros);
	const unsigned whole = 8 - zeros - scale;

	ss_digits_store64(p, chars);
	p[whole] = '.';
	ss_digits_store64(p + whole + 1, chars >> (8 * whole));
	return p + (9 - zeros);
}

/* v < 10^16, 0 < scale < 16. */
static inline char *
put_decimal_16(char *p, uint64_t v, unsigned scale)
{
	const uint64_t upper = v / E8;
	const uint64_t high = ss_digits_8((uint32_t)upper);
	const uint64_t low = ss_digits_8((uint32_t)(v - upper * E8));
	const unsigned least = 15 - scale; /* zeros are dropped up to here */
	const unsigned leading =
		high != 0 ? (unsigned)__builtin_ctzll(high) / 8
			  : 8 + (unsigned)__builtin_ctzll(low | UINT64_C(1) << 56) / 8;
	const unsigned zeros = SS_MIN(leading, least);
	const ss_u128 chars = ((ss_u128)(low + SS_DIGITS_ZEROS) << 64 | (high + SS_DIGITS_ZEROS)) >>
			      (8 * zeros);
	const unsigned whole = 16 - zeros - scale;

	ss_digits_store128(p, chars);
	p[whole] = '.';
	ss_digits_store128(p + whole + 1, chars >> (8 * whole));
	return p + (17 - zeros);
}

/* The rare decimals that do not fit 64 bits: all 38 digits, then what is needed of them. */
static char *
put_wide(char *p, ss_u128 v, unsigned scale)
{
	char digits[SS_NUM_MAX];
	uint64_t low;
	const uint64_t high = div_e19(v, &low);
	const unsigned before = SS_DECIMAL_DIGITS_MAX - scale; /* digits before the point */
	unsigned first = 0;

	put_pad(put_pad(digits, high, 19), low, 19);
	while (first + 1 < before && digits[first] == '0')
		first++;
	if (before == 0) {
		*p++ = '0';
	} else {
		memcpy(p, digits + first, before - first);
		p += before - first;
	}
	if (scale != 0) {
		*p++ = '.';
		memcpy(p, digits + before, scale);
		p += scale;
	}
	return p;
}

char *
ss_num_u64(char *p, uint64_t v)
{
	return put_u64(p, v);
}

char *
ss_num_i64(char *p, int64_t v)
{
	const bool negative = v < 0;

	*p = '-';
	return put_u64(p + negative, negative ? 0 - (uint64_t)v : (uint64_t)v);
}

char *
ss_num_pad(char *p, uint64_t v, unsigned width)
{
	ss_dassert(width <= 19 && v < powers[width]);
	return put_pad(p, v, width);
}

char *
ss_num_decimal(char *p, ss_i128 unscaled, unsigned scale)
{
	const bool negative = unscaled < 0;
	const ss_u128 v = negative ? 0 - (ss_u128)unscaled : (ss_u128)unscaled;

	ss_dassert(scale <= SS_DECIMAL_DIGITS_MAX && v < ss_num_pow10(SS_DECIMAL_DIGITS_MAX));
	*p = '-';
	p += negative;
	if (SS_UNLIKELY(v >> 64 != 0 || scale > 19))
		return put_wide(p, v, scale);
	if (scale == 0)
		return put_u64(p, (uint64_t)v);
	if (v < E8 && scale < 8)
		return put_decimal_8(p, (uint32_t)v, scale);
	if (v < E16 && scale < 16)
		return put_decimal_16(p, (uint64_t)v, scale);

	const uint64_t whole = div_pow10((uint64_t)v, scale);

	p = put_u64(p, whole);
	*p++ = '.';
	return put_pad(p, (uint64_t)v - whole * powers[scale], scale);
}

char *
ss_num_hex64(char *p, uint64_t v)
{
	for (unsigned i = 0; i < 2; i++) {
		/* Spread eight nibbles over eight bytes, the highest into the lowest. */
		uint64_t x = i == 0 ? v >> 32 : v & UINT32_MAX;
		uint64_t letters;

		x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
		x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
		x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
		x = __builtin_bswap64(x);
		letters = ((x + UINT64_C(0x0606060606060606)) >> 4) & UINT64_C(0x0101010101010101);
		ss_digits_store64(p + 8 * i, x + SS_DIGITS_ZEROS + letters * ('a' - '0' - 10));
	}
	return p + 16;
}

ss_u128
ss_num_pow10(unsigned n)
{
	return n <= 19 ? powers[n] : (ss_u128)powers[19] * powers[n - 19];
}

unsigned
ss_num_digits(ss_u128 v)
{
	const uint64_t high = (uint64_t)(v >> 64);
	const unsigned bits = high != 0 ? 128 - (unsigned)__builtin_clzll(high)
					: 64 - (unsigned)__builtin_clzll((uint64_t)v | 1);
	/* bits * log10(2), which is right or one too small. */
	const unsigned guess = bits * 1233 >> 12;

	if (guess > SS_DECIMAL_DIGITS_MAX)
		return guess;
	return v >= ss_num_pow10(guess) ? guess + 1 : SS_MAX(guess, 1u);
}
