/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/base: digits of small numbers, made side by side in the lanes of one 64-bit
 * word instead of one after the other (the idea is folklore; see Paul Khuong, "How to print
 * integers really fast", 2017). Words are built with the first character in the lowest byte
 * and stored in that order on every machine. No tables, so no input can read out of bounds.
 */
#ifndef SS_BASE_DIGITS_H
#define SS_BASE_DIGITS_H

#include <string.h>

#include "base/defs.h"

#define SS_DIGITS_ZEROS UINT64_C(0x3030303030303030)

static inline void
ss_digits_store64(char *p, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	memcpy(p, &word, sizeof(word));
}

static inline void
ss_digits_store32(char *p, uint32_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap32(word);
#endif
	memcpy(p, &word, sizeof(word));
}

static inline void
ss_digits_store16(char *p, uint16_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap16(word);
#endif
	memcpy(p, &word, sizeof(word));
}

/* Turns lanes of at least 16 bits that hold 0..99 into two digits of one byte each, values
 * 0..9; mask has 0x0f at the bottom of each lane. 103 / 1024 is a tenth near enough. */
static inline uint64_t
ss_digits_lanes(uint64_t lanes, uint64_t mask)
{
	const uint64_t tens = ((lanes * 103) >> 10) & mask;

	/* tens + ((lanes - 10 * tens) << 8), with one multiplication for three steps. */
	return (lanes << 8) - tens * ((10 << 8) - 1);
}

/* Two characters. */
static inline uint16_t
ss_digits_2(unsigned v)
{
	return (uint16_t)(0x3030 + ss_digits_lanes(v, 0x0f));
}

/* Eight digits of v < 10^8 as bytes 0..9, the first in the lowest byte. */
static inline uint64_t
ss_digits_8(uint32_t v)
{
	const uint64_t high = v / 10000;
	/* As in ss_digits_lanes: the quotient at the bottom, the rest in the next lane. */
	const uint64_t fours = ((uint64_t)v << 32) - high * ((UINT64_C(10000) << 32) - 1);
	/* 10486 / 2^20 is a hundredth near enough for four digits. */
	const uint64_t hundreds = ((fours * 10486) >> 20) & UINT64_C(0x0000007f0000007f);
	const uint64_t twos = (fours << 16) - hundreds * ((100 << 16) - 1);

	return ss_digits_lanes(twos, UINT64_C(0x000f000f000f000f));
}

/* Sixteen characters, the first in the lowest byte. */
static inline void
ss_digits_store128(char *p, ss_u128 chars)
{
	ss_digits_store64(p, (uint64_t)chars);
	ss_digits_store64(p + 8, (uint64_t)(chars >> 64));
}

/* Exactly width digits, 1..8, v < 10^width; writes eight bytes. */
static inline char *
ss_digits_pad8(char *p, uint32_t v, unsigned width)
{
	ss_digits_store64(p, (ss_digits_8(v) + SS_DIGITS_ZEROS) >> (64 - 8 * width));
	return p + width;
}

#endif
