/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/utf8.c: every code point there and back, every first two bytes with all
 * boundary bytes behind them against a decoder written from the definition, at every offset
 * of a longer text, and the widths.
 */
#include "check.h"

#include <stdlib.h>

#include "base/utf8.h"

/* The definition: decode, then refuse what has a shorter form or is no scalar value. Returns
 * the bytes of the sequence or 0. */
static size_t
naive_sequence(const uint8_t *p, size_t len)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint32_t code;
	size_t n;

	if (p[0] < 0x80)
		return 1;
	if ((p[0] & 0xe0) == 0xc0) {
		n = 2;
		code = p[0] & 0x1f;
	} else if ((p[0] & 0xf0) == 0xe0) {
		n = 3;
		code = p[0] & 0x0f;
	} else if ((p[0] & 0xf8) == 0xf0) {
		n = 4;
		code = p[0] & 0x07;
	} else {
		return 0;
	}
	if (len < n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3f);
	}
	return code < least[n] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0 : n;
}

static size_t
naive_check(const uint8_t *p, size_t len)
{
	size_t i = 0;

	while (i < len) {
		const size_t n = naive_sequence(p + i, len - i);

		if (n == 0)
			return i;
		i += n;
	}
	return len;
}

static void
test_every_code_point(void)
{
	for (uint32_t code = 0; code <= 0x10ffff; code++) {
		char p[8] = {0};
		const size_t n = ss_utf8_put(p, code);
		const bool surrogate = code >= 0xd800 && code <= 0xdfff;
		size_t bytes = 0;

		CHECK_EQ_I64(ss_utf8_check(p, n), surrogate ? 0 : n);
		for (size_t cut = 1; cut < n; cut++)
			CHECK_EQ_I64(ss_utf8_check(p, cut), 0);
		if (surrogate)
			continue;
		CHECK_EQ_I64(naive_sequence((const uint8_t *)p, n), n);
		CHECK_EQ_I64(ss_utf8_next(p, n, &bytes), code);
		CHECK_EQ_I64(bytes, n);
		CHECK_EQ_I64(ss_utf8_count(ss_str_n(p, n)), 1);
	}
}

static void
test_boundary_bytes(void)
{
	static const uint8_t edges[] = {0x00, 0x41, 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x91,
					0x9f, 0xa0, 0xa1, 0xbf, 0xc0, 0xc2, 0xe0, 0xff};

	for (unsigned first = 0; first < 256; first++) {
		for (unsigned second = 0; second < 256; second++) {
			for (size_t i = 0; i < SS_ARRAY_LEN(edges); i++) {
				for (size_t j = 0; j < SS_ARRAY_LEN(edges); j++) {
					const uint8_t p[4] = {(uint8_t)first, (uint8_t)second,
							      edges[i], edges[j]};

					for (size_t len = 0; len <= 4; len++)
						CHECK_EQ_I64(ss_utf8_check(p, len),
							     naive_check(p, len));
				}
			}
		}
	}
}

/* The pieces are exactly as long as they are said to be: the sanitizer sees reads behind. */
static void
test_every_offset(void)
{
	static const char *const pieces[] = {
		"\x80",	    "\xff",	    "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
		"\xe2\x82", "\xed\xa0\x80", "a",
	};

	for (size_t len = 0; len <= 70; len++) {
		for (size_t at = 0; at <= len; at++) {
			for (size_t i = 0; i < SS_ARRAY_LEN(pieces); i++) {
				const size_t n = strlen(pieces[i]);
				const size_t total = len + n;
				char *p = malloc(total);

				if (!CHECK(p != NULL))
					return;
				memset(p, 'x', total);
				memcpy(p + at, pieces[i], n);
				CHECK_EQ_I64(ss_utf8_check(p, total),
					     naive_check((const uint8_t *)p, total));
				free(p);
			}
		}
	}
}

static void
test_random_texts(void)
{
	uint64_t seed = 1;

	for (unsigned round = 0; round < 100000; round++) {
		char p[80];
		size_t len = 0;
		size_t codes = 0;

		while (len < 60) {
			const unsigned bits = 7 + (unsigned)(check_random(&seed) % 14);
			const uint32_t code = (uint32_t)(check_random(&seed) >> (64 - bits));

			if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
				continue;
			len += ss_utf8_put(p + len, code);
			codes++;
		}
		CHECK_EQ_I64(ss_utf8_check(p, len), len);
		CHECK_EQ_I64(ss_utf8_count(ss_str_n(p, len)), codes);
		p[check_random(&seed) % len] = (char)check_random(&seed);
		CHECK_EQ_I64(ss_utf8_check(p, len), naive_check((const uint8_t *)p, len));
	}
	CHECK_EQ_I64(ss_utf8_check(NULL, 0), 0);
	CHECK_EQ_I64(ss_utf8_count(ss_str_n(NULL, 0)), 0);
}

static void
test_width(void)
{
	static const struct {
		uint32_t code;
		unsigned width;
	} widths[] = {
		{'a', 1},      {0xe9, 1},   {0x300, 0},	 {0x36f, 0},   {0x370, 1},   {0x4e2d, 2},
		{0xac00, 2},   {0x1160, 0}, {0x1100, 2}, {0x1f600, 2}, {0x20000, 2}, {0xff21, 2},
		{0xff71, 1},   {0x200d, 0}, {0xfe0f, 0}, {0x20ac, 1},  {0x3042, 2},  {0x303f, 1},
		{0x10ffff, 1}, {0x5d0, 1},  {0x5b0, 0},	 {0x2fffd, 2}, {0x2fffe, 1}, {0x20e3, 0},
	};

	for (size_t i = 0; i < SS_ARRAY_LEN(widths); i++)
		if (!CHECK_EQ_I64(ss_utf8_width(widths[i].code), widths[i].width))
			printf("# U+%04" PRIX32 "\n", widths[i].code);
}

int
main(void)
{
	RUN(test_every_code_point);
	RUN(test_boundary_bytes);
	RUN(test_every_offset);
	RUN(test_random_texts);
	RUN(test_width);
	return check_done();
}
