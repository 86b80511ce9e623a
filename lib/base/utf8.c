/* SPDX-License-Identifier: Apache-2.0 */
/*
 * UTF-8: validation of everything that enters, counting, single code points, and the columns
 * that a table needs. ASCII goes sixteen bytes at a time. Invariant: no byte outside the
 * given ones is read.
 */
#include "base/utf8.h"

#include "base/width_table.h"

#define HIGH_BITS UINT64_C(0x8080808080808080)
#define LOW_BITS UINT64_C(0x0101010101010101)

static inline uint64_t
load64(const void *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

static inline bool
is_tail(uint8_t byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Bytes of the well-formed sequence at p, whose first byte is no ASCII; 0 when it is none. */
static inline size_t
sequence(const uint8_t *p, size_t len)
{
	const uint8_t first = p[0];

	if (first < 0xc2 || first > 0xf4 || len < 2)
		return 0;
	if (first < 0xe0)
		return is_tail(p[1]) ? 2 : 0;
	if (first < 0xf0) {
		/* No overlong forms below U+0800, no surrogates. */
		const uint8_t least = first == 0xe0 ? 0xa0 : 0x80;
		const uint8_t most = first == 0xed ? 0x9f : 0xbf;

		return len >= 3 && p[1] >= least && p[1] <= most && is_tail(p[2]) ? 3 : 0;
	}
	/* No overlong forms below U+10000, nothing above U+10FFFF. */
	const uint8_t least = first == 0xf0 ? 0x90 : 0x80;
	const uint8_t most = first == 0xf4 ? 0x8f : 0xbf;

	return len >= 4 && p[1] >= least && p[1] <= most && is_tail(p[2]) && is_tail(p[3]) ? 4 : 0;
}

/* Bytes of ASCII in front of p, at most len. */
static inline size_t
ascii_prefix(const uint8_t *p, size_t len)
{
	size_t i = 0;

	for (; len - i >= 16; i += 16)
		if (((load64(p + i) | load64(p + i + 8)) & HIGH_BITS) != 0)
			break;
	if (len - i >= 8 && (load64(p + i) & HIGH_BITS) == 0)
		i += 8;
	/* The last word may overlap what was looked at already. */
	if (len - i < 8 && len >= 8 && (load64(p + len - 8) & HIGH_BITS) == 0)
		return len;
	while (i < len && p[i] < 0x80)
		i++;
	return i;
}

size_t
ss_utf8_check(const void *p, size_t len)
{
	const uint8_t *bytes = p;
	size_t i = 0;

	for (;;) {
		i += ascii_prefix(bytes + i, len - i);
		/* Scripts other than Latin come in runs. */
		while (i < len && bytes[i] >= 0x80) {
			const size_t n = sequence(bytes + i, len - i);

			if (n == 0)
				return i;
			i += n;
		}
		if (i == len)
			return len;
	}
}

size_t
ss_utf8_count(struct ss_str s)
{
	size_t tails = 0;
	size_t i = 0;

	/* A tail byte has bit 7 and not bit 6. */
	for (; s.len - i >= 8; i += 8) {
		const uint64_t word = load64(s.p + i);

		tails += (size_t)__builtin_popcountll((word >> 7) & ~(word >> 6) & LOW_BITS);
	}
	for (; i < s.len; i++)
		tails += is_tail((uint8_t)s.p[i]);
	return s.len - tails;
}

uint32_t
ss_utf8_next(const char *p, size_t len, size_t *bytes)
{
	const uint8_t *u = (const uint8_t *)p;

	ss_dassert(len > 0);
	if (u[0] < 0x80 || len < 2) {
		*bytes = 1;
		return u[0];
	}
	if (u[0] < 0xe0 || len < 3) {
		*bytes = 2;
		return (u[0] & 0x1fu) << 6 | (u[1] & 0x3fu);
	}
	if (u[0] < 0xf0 || len < 4) {
		*bytes = 3;
		return (u[0] & 0x0fu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
	}
	*bytes = 4;
	return (u[0] & 0x07u) << 18 | (u[1] & 0x3fu) << 12 | (u[2] & 0x3fu) << 6 | (u[3] & 0x3fu);
}

size_t
ss_utf8_put(char *p, uint32_t code)
{
	uint8_t *u = (uint8_t *)p;

	if (code < 0x80) {
		u[0] = (uint8_t)code;
		return 1;
	}
	if (code < 0x800) {
		u[0] = (uint8_t)(0xc0 | code >> 6);
		u[1] = (uint8_t)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		u[0] = (uint8_t)(0xe0 | code >> 12);
		u[1] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
		u[2] = (uint8_t)(0x80 | (code & 0x3f));
		return 3;
	}
	u[0] = (uint8_t)(0xf0 | code >> 18);
	u[1] = (uint8_t)(0x80 | (code >> 12 & 0x3f));
	u[2] = (uint8_t)(0x80 | (code >> 6 & 0x3f));
	u[3] = (uint8_t)(0x80 | (code & 0x3f));
	return 4;
}

static bool
in_ranges(const struct code_range *ranges, size_t n, uint32_t code)
{
	size_t low = 0;
	size_t high = n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (code > ranges[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && code >= ranges[low].first;
}

unsigned
ss_utf8_width(uint32_t code)
{
	if (code < 0x300)
		return 1;
	if (in_ranges(zero_ranges, SS_ARRAY_LEN(zero_ranges), code))
		return 0;
	return in_ranges(wide_ranges, SS_ARRAY_LEN(wide_ranges), code) ? 2 : 1;
}
