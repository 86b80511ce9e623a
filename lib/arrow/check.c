/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks over whole columns. Loops run over blocks of constant length: that is what gcc turns
 * into vectors at -O2, where it does not for a length it cannot see. Called by decode.c for
 * every column of every batch.
 */
#include "arrow/check.h"

#include <string.h>

#include "base/utf8.h"

#define BLOCK 32

uint64_t
ss_check_zero_bits(const uint8_t *bits, uint64_t n)
{
	uint64_t ones = 0;
	uint64_t i = 0;
	uint64_t word;

	for (; i + 64 <= n; i += 64) {
		memcpy(&word, bits + i / 8, 8);
		ones += (unsigned)__builtin_popcountll(word);
	}
	if (i < n) {
		word = 0;
		memcpy(&word, bits + i / 8, (n - i + 7) / 8);
		word &= ~(~(uint64_t)0 << (n - i));
		ones += (unsigned)__builtin_popcountll(word);
	}
	return n - ones;
}

static bool
check_offsets32(const int32_t *offsets, uint64_t n)
{
	int32_t fallen = offsets[0] < 0;
	uint64_t i = 0;

	for (; i + BLOCK <= n; i += BLOCK) {
		int32_t block = 0;

		for (unsigned j = 0; j < BLOCK; j++)
			block |= offsets[i + j + 1] < offsets[i + j];
		fallen |= block;
	}
	for (; i < n; i++)
		fallen |= offsets[i + 1] < offsets[i];
	return fallen == 0;
}

static bool
check_offsets64(const int64_t *offsets, uint64_t n)
{
	bool fallen = offsets[0] < 0;

	for (uint64_t i = 0; i < n; i++)
		fallen |= offsets[i + 1] < offsets[i];
	return !fallen;
}

bool
ss_check_offsets(const void *offsets, uint64_t n, unsigned size)
{
	return size == 4 ? check_offsets32(offsets, n) : check_offsets64(offsets, n);
}

static uint8_t
max8(const uint8_t *p, uint64_t n)
{
	uint8_t max = 0;
	uint64_t i = 0;

	for (; i + BLOCK <= n; i += BLOCK) {
		uint8_t block = 0;

		for (unsigned j = 0; j < BLOCK; j++)
			block = SS_MAX(block, p[i + j]);
		max = SS_MAX(max, block);
	}
	for (; i < n; i++)
		max = SS_MAX(max, p[i]);
	return max;
}

static uint16_t
max16(const uint16_t *p, uint64_t n)
{
	uint16_t max = 0;
	uint64_t i = 0;

	for (; i + BLOCK <= n; i += BLOCK) {
		uint16_t block = 0;

		for (unsigned j = 0; j < BLOCK; j++)
			block = SS_MAX(block, p[i + j]);
		max = SS_MAX(max, block);
	}
	for (; i < n; i++)
		max = SS_MAX(max, p[i]);
	return max;
}

static uint32_t
max32(const uint32_t *p, uint64_t n)
{
	uint32_t max = 0;
	uint64_t i = 0;

	for (; i + BLOCK <= n; i += BLOCK) {
		uint32_t block = 0;

		for (unsigned j = 0; j < BLOCK; j++)
			block = SS_MAX(block, p[i + j]);
		max = SS_MAX(max, block);
	}
	for (; i < n; i++)
		max = SS_MAX(max, p[i]);
	return max;
}

uint64_t
ss_check_max_index(const void *indices, uint64_t n, unsigned size)
{
	const uint64_t *wide = indices;
	uint64_t max = 0;

	switch (size) {
	case 1: return max8(indices, n);
	case 2: return max16(indices, n);
	case 4: return max32(indices, n);
	default:
		for (uint64_t i = 0; i < n; i++)
			max = SS_MAX(max, wide[i]);
		return max;
	}
}

static uint64_t
offset_at(const void *offsets, unsigned size, uint64_t i)
{
	return size == 4 ? ((const uint32_t *)offsets)[i] : ((const uint64_t *)offsets)[i];
}

/* Whether the texts are valid as one and none begins inside a character: then each is. */
static bool
all_utf8(const void *offsets, unsigned size, const uint8_t *data, uint64_t n)
{
	uint64_t begin = offset_at(offsets, size, 0);
	uint64_t end = offset_at(offsets, size, n);
	bool inside = false;

	if (ss_utf8_check(data + begin, end - begin) != end - begin)
		return false;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t at = offset_at(offsets, size, i);

		if (at < end)
			inside |= (data[at] & 0xC0) == 0x80;
	}
	return !inside;
}

uint64_t
ss_check_utf8(const void *offsets, unsigned size, const uint8_t *data, uint64_t n,
	      const uint8_t *validity)
{
	if (n == 0 || all_utf8(offsets, size, data, n))
		return n;
	/* Null rows may hold anything: ask row by row. */
	for (uint64_t i = 0; i < n; i++) {
		uint64_t at = offset_at(offsets, size, i);
		uint64_t len = offset_at(offsets, size, i + 1) - at;

		if (validity != NULL && !(validity[i >> 3] >> (i & 7) & 1))
			continue;
		if (ss_utf8_check(data + at, len) != len)
			return i;
	}
	return n;
}
