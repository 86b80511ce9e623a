/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of gen/draw.h and draw.c: the vectors of ss-determinism(7), computed apart from this
 * code (Python's integers and its xxhash module); bounded draws against a naive computation;
 * and what the value function promises of neighbours: records, fields, seeds, elements and
 * draws of one value say nothing about each other.
 */
#include "gen_stat.h"

#include <stdlib.h>

#include "gen/draw.h"

#define KEY(text, seed) ss_key_root(ss_str(text), seed)

static void
keys_vectors(void)
{
	static const struct {
		const char *name;
		int64_t seed;
		uint64_t a, b;
	} roots[] = {
		{"", 0, 0x6001c324468d497f, 0x99aa06d3014798d8},
		{"inline", 0, 0xb9f1965dba34bcc2, 0x4cdd8124a1f4f7eb},
		{"invoice", 42, 0x1f619b9af33a22bd, 0xd6e6d2f488863827},
		{"invoice", -1, 0x9e50f36c5d5732b6, 0xa395f0bfd63038de},
		{"invoice", INT64_MIN, 0x9c2f919b9849737b, 0x41ee4485396f393f},
		{"citt\xc3\xa0", 7, 0x06690e6b196cdef6, 0x964b0a2880ca8c2e},
	};
	struct ss_key key = KEY("invoice", 42);

	for (size_t i = 0; i < SS_ARRAY_LEN(roots); i++) {
		struct ss_key root = KEY(roots[i].name, roots[i].seed);

		check_note(root.a == roots[i].a && root.b == roots[i].b,
			   "key of \"%s\" under %" PRId64 " is %016" PRIx64 " %016" PRIx64,
			   roots[i].name, roots[i].seed, root.a, root.b);
	}
	CHECK(ss_key_child(key, SS_STR("id")).a == 0x39484c484755ad41);
	CHECK(ss_key_child(key, SS_STR("id")).b == 0x04793a18987b3525);
	CHECK(ss_key_child(key, SS_STR("[]")).a == 0x555f861a61aea27f);
	CHECK(ss_key_child(key, SS_STR("")).b == 0x3b3ae0038f1ec041);
	key = ss_key_child(ss_key_child(ss_key_child(key, SS_STR("items")), SS_STR("[]")),
			   SS_STR("price"));
	CHECK(key.a == 0x3cf8e83562809724 && key.b == 0x1861afb33b360122);
}

static void
draws_vectors(void)
{
	static const struct {
		uint64_t address;
		uint64_t draws[4]; /* numbers 0, 1, 2 and 15 */
	} values[] = {
		{0,
		 {0xa8b0ce4ed46e60f1, 0x975436e020a0040f, 0x679d066379818407, 0x9cf4f28855a35001}},
		{1,
		 {0x03e2ef8635826f19, 0x360c70890e138ec2, 0x69efb5876875367c, 0x28ddf8eb91ea27e4}},
		{UINT64_C(1) << 32,
		 {0xa190e7ec4268ae47, 0x7020b717ccb481fb, 0xe9e2c42f299152b8, 0x5caf99eb852c66c4}},
		{UINT64_MAX,
		 {0xd29a5327b95657ca, 0xdbf67fd3c80c159d, 0x5e56147a2627b594, 0x9739699877bd4e85}},
	};
	static const uint64_t numbers[4] = {0, 1, 2, 15};
	const struct ss_key key = ss_key_child(KEY("inline", 0), SS_STR("n"));

	for (size_t i = 0; i < SS_ARRAY_LEN(values); i++)
		for (size_t k = 0; k < 4; k++)
			check_note(ss_draw(ss_draws(key, values[i].address), numbers[k]) ==
					   values[i].draws[k],
				   "draw %" PRIu64 " of address %" PRIu64, numbers[k],
				   values[i].address);
	CHECK(ss_draw_first(key, 0) == values[0].draws[0]);
	CHECK(ss_draw_first((struct ss_key){0, 0}, 0) == 0x3ff954e9465227e8);
	CHECK(ss_draw_first((struct ss_key){0x0123456789abcdef, 0x0fedcba987654321}, 7) ==
	      0xecd36f70bcafd375);
}

static void
addresses_vectors(void)
{
	CHECK(ss_address_child(0, 0) == 0x9e6c63d0876a9a47);
	CHECK(ss_address_child(0, 1) == 0x3cd8c7a10ed5348e);
	CHECK(ss_address_child(1, 0) == 0x6fa0891465ed89dc);
	CHECK(ss_address_child(918273645, 19) == 0xb0d73183efbba5fd);
	CHECK(ss_address_child(UINT64_MAX, UINT64_C(1) << 20) == 0x0a40b5364d57aab2);
}

static void
below_is_in_range(void)
{
	uint64_t random = 1;

	CHECK(ss_draw_below(0, 7) == 0 && ss_draw_below(UINT64_MAX, 7) == 6);
	CHECK(ss_draw_below(UINT64_MAX, 1) == 0);
	CHECK(ss_draw_below(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
	CHECK(ss_draw_below(12345, 0) == 12345);
	for (unsigned i = 0; i < 100000; i++) {
		uint64_t draw = check_random(&random), n = check_random(&random) >> draw % 64;

		CHECK(n == 0 || ss_draw_below(draw, n) < n);
	}
	CHECK(ss_draw_unit(0) == 0.0);
	CHECK(ss_draw_unit(UINT64_MAX) == 1.0 - 0x1p-53);
}

/* High half of the product of two 128-bit numbers, digit by digit in base 2^32. */
static ss_u128
naive_high(ss_u128 p, ss_u128 q)
{
	uint64_t product[8] = {0};

	for (unsigned i = 0; i < 4; i++) {
		uint64_t carry = 0;

		for (unsigned k = 0; k < 4; k++) {
			uint64_t step =
				(uint64_t)(uint32_t)(p >> 32 * i) * (uint32_t)(q >> 32 * k) +
				product[i + k] + carry;

			product[i + k] = (uint32_t)step;
			carry = step >> 32;
		}
		product[i + 4] += carry;
	}
	return (ss_u128)(product[7] << 32 | product[6]) << 64 | (product[5] << 32 | product[4]);
}

static void
below_wide_is_exact(void)
{
	static const uint64_t edges[] = {0, 1, 2, UINT32_MAX, UINT64_MAX - 1, UINT64_MAX};
	const struct ss_key key = KEY("wide", 1);
	uint64_t random = 2;

	for (unsigned i = 0; i < 200000; i++) {
		const struct ss_draws d = ss_draws(key, i);
		uint64_t hi = i < 36 ? edges[i / 6] : check_random(&random) >> i % 64;
		uint64_t lo = i < 36 ? edges[i % 6] : check_random(&random);
		ss_u128 n = (ss_u128)hi << 64 | lo;
		ss_u128 fraction = (ss_u128)ss_draw(d, i % 3) << 64 | ss_draw(d, i % 3 + 1);
		ss_u128 got = ss_draw_below_wide(d, i % 3, SS_MAX(n, (ss_u128)1));

		if (!CHECK(got == naive_high(fraction, SS_MAX(n, (ss_u128)1))) ||
		    !CHECK(got < SS_MAX(n, (ss_u128)1)))
			return;
	}
}

static int
order_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static size_t
equal_neighbours(uint64_t *values, size_t n)
{
	size_t equal = 0;

	qsort(values, n, sizeof(*values), order_u64);
	for (size_t i = 1; i < n; i++)
		equal += values[i] == values[i - 1];
	return equal;
}

#define GRID 1024

/* Elements of records, of their elements, and the records themselves, all in one: the
 * corners of what the header promises are in it. */
static void
addresses_differ(void)
{
	static const uint64_t starts[] = {0, UINT64_C(1) << 20, (UINT64_C(1) << 38) - GRID};
	size_t n = 0;
	uint64_t *all = malloc(sizeof(*all) * (SS_ARRAY_LEN(starts) + 1) * GRID * GRID);

	if (!CHECK(all != NULL))
		return;
	for (size_t s = 0; s < SS_ARRAY_LEN(starts); s++)
		for (uint64_t record = 0; record < GRID; record++)
			for (uint64_t i = 0; i < GRID; i++)
				all[n++] = ss_address_child(starts[s] + record,
							    i < GRID / 2 ? i
									 : (UINT64_C(1) << 24) - 1 -
										   (i - GRID / 2));
	for (uint64_t i = 0; i < GRID; i++)
		for (uint64_t k = 0; k < GRID; k++)
			all[n++] = ss_address_child(ss_address_child(i, k), i);
	CHECK_EQ_I64(equal_neighbours(all, n), 0);
	free(all);
}

#define KEYS 100000

static void
keys_differ(void)
{
	uint64_t *all = malloc(sizeof(*all) * KEYS * 4);
	size_t n = 0;
	char name[32];

	if (!CHECK(all != NULL))
		return;
	for (int64_t i = 0; i < KEYS; i++) {
		snprintf(name, sizeof(name), "field_%" PRId64, i);
		all[n++] = KEY("order", i).a;
		all[n++] = KEY("order", -1 - i).b;
		all[n++] = KEY(name, 0).a;
		all[n++] = ss_key_child(KEY("order", 0), ss_str(name)).b;
	}
	CHECK_EQ_I64(equal_neighbours(all, n), 0);
	free(all);
	/* A path is not the concatenation of its names. */
	CHECK(ss_key_child(ss_key_child(KEY("s", 1), SS_STR("a")), SS_STR("bc")).a !=
	      ss_key_child(ss_key_child(KEY("s", 1), SS_STR("ab")), SS_STR("c")).a);
}

/* All pairs of 64-bit draws of many values are new ones: no collisions in 4 million. */
static void
draws_differ(void)
{
	const size_t n = 1000000;
	uint64_t *all = malloc(sizeof(*all) * 4 * n);
	const struct ss_key a = KEY("d", 1), b = KEY("d", 2);

	if (!CHECK(all != NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		all[4 * i] = ss_draw(ss_draws(a, i), 0);
		all[4 * i + 1] = ss_draw(ss_draws(a, i), 1);
		all[4 * i + 2] = ss_draw(ss_draws(b, i), 0);
		all[4 * i + 3] = ss_draw(ss_draws(b, ss_address_child(i, 0)), 0);
	}
	CHECK_EQ_I64(equal_neighbours(all, 4 * n), 0);
	free(all);
}

#define PAIRS 131072
#define TOP(draw) ((draw) >> 59)

/* Two families of draws against each other, by their top and their low bits. */
static void
against(const char *what, struct ss_key p, struct ss_key q, uint64_t delta, uint64_t j)
{
	static struct stat_table top, low, cross;

	memset(&top, 0, sizeof(top));
	memset(&low, 0, sizeof(low));
	memset(&cross, 0, sizeof(cross));
	for (uint64_t i = 0; i < PAIRS; i++) {
		uint64_t a = ss_draw(ss_draws(p, i), 0), b = ss_draw(ss_draws(q, i + delta), j);

		stat_pair(&top, TOP(a), TOP(b));
		stat_pair(&low, a, b);
		stat_pair(&cross, TOP(a), b);
	}
	stat_independent(what, &top);
	stat_independent(what, &low);
	stat_independent(what, &cross);
}

static void
records_are_independent(void)
{
	const struct ss_key key = ss_key_child(KEY("s", 0), SS_STR("f"));

	for (unsigned bit = 0; bit < 40; bit += bit < 4 ? 1 : 5)
		against("records", key, key, UINT64_C(1) << bit, 0);
	against("records 3 apart", key, key, 3, 0);
	against("an element", key, key, ss_address_child(0, 0), 0);
	against("the next element", key, key, SS_ADDRESS_P, 0);
}

static void
draws_of_a_value_are_independent(void)
{
	const struct ss_key key = ss_key_child(KEY("s", 0), SS_STR("f"));

	for (uint64_t j = 1; j < 16; j += j)
		against("draws of a value", key, key, 0, j);
	against("draws of neighbours", key, key, 1, 1);
}

static void
fields_are_independent(void)
{
	const struct ss_key root = KEY("s", 0);
	const struct ss_key a = ss_key_child(root, SS_STR("a"));

	against("fields a and b", a, ss_key_child(root, SS_STR("b")), 0, 0);
	against("fields a and aa", a, ss_key_child(root, SS_STR("aa")), 0, 0);
	against("a field and its elements", a, ss_key_child(a, SS_STR("[]")), 0, 0);
	against("a structure and its field", root, a, 0, 0);
}

static void
seeds_are_independent(void)
{
	static const int64_t seeds[] = {1, 2, 3, 256, INT64_C(1) << 32, INT64_MIN, -1};
	const struct ss_key zero = ss_key_child(KEY("s", 0), SS_STR("a"));

	for (size_t i = 0; i < SS_ARRAY_LEN(seeds); i++)
		against("seeds", zero, ss_key_child(KEY("s", seeds[i]), SS_STR("a")), 0, 0);
	against("seeds and records", ss_key_child(KEY("s", 1), SS_STR("a")),
		ss_key_child(KEY("s", 2), SS_STR("a")), 1, 0);
	against("structures", zero, ss_key_child(KEY("t", 0), SS_STR("a")), 0, 0);
}

/* Related keys, which hashing never makes: the function by itself takes them as well. */
static void
key_bits_are_independent(void)
{
	const struct ss_key key = KEY("bits", 3);

	for (unsigned bit = 0; bit < 64; bit += 9) {
		struct ss_key other = key;

		other.a ^= UINT64_C(1) << bit;
		against("a bit of a", key, other, 0, 0);
		other = key;
		other.b ^= UINT64_C(1) << bit;
		against("a bit of b", key, other, 0, 0);
	}
}

static void
no_serial_correlation(void)
{
	const struct ss_key key = ss_key_child(KEY("serial", 0), SS_STR("f"));
	static const unsigned lags[] = {1, 2, 3, 7, 64, 1000};
	const size_t n = 200000;

	for (size_t k = 0; k < SS_ARRAY_LEN(lags); k++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += (ss_draw_unit(ss_draw_first(key, i)) - 0.5) *
			       (ss_draw_unit(ss_draw_first(key, i + lags[k])) - 0.5);
		/* Products have variance 1/144. */
		sum = sum * 12 / stat_sqrt((double)n);
		check_note(sum < 4.9 && sum > -4.9, "lag %u: %.2f standard deviations", lags[k],
			   sum);
	}
}

/* Every bit of a draw is a fair coin, and flips with one half when one bit of the address
 * does. */
static void
every_bit_is_fair(void)
{
	const struct ss_key key = ss_key_child(KEY("bits", 0), SS_STR("f"));
	static uint32_t ones[64], flips[64][64];
	const uint64_t n = 2048;
	char what[64];

	for (uint64_t i = 0; i < n; i++) {
		uint64_t draw = ss_draw_first(key, i);

		for (unsigned in = 0; in < 64; in++) {
			uint64_t other = ss_draw_first(key, i ^ UINT64_C(1) << in) ^ draw;

			for (unsigned out = 0; out < 64; out++)
				flips[in][out] += (uint32_t)(other >> out & 1);
		}
		for (unsigned out = 0; out < 64; out++)
			ones[out] += (uint32_t)(draw >> out & 1);
	}
	for (unsigned in = 0; in < 64; in++) {
		snprintf(what, sizeof(what), "bit %u", in);
		stat_rate(what, ones[in], n, 0.5);
		for (unsigned out = 0; out < 64; out++) {
			snprintf(what, sizeof(what), "bit %u when bit %u flips", out, in);
			stat_rate(what, flips[in][out], n, 0.5);
		}
	}
}

int
main(void)
{
	RUN(keys_vectors);
	RUN(draws_vectors);
	RUN(addresses_vectors);
	RUN(below_is_in_range);
	RUN(below_wide_is_exact);
	RUN(addresses_differ);
	RUN(keys_differ);
	RUN(draws_differ);
	RUN(records_are_independent);
	RUN(draws_of_a_value_are_independent);
	RUN(fields_are_independent);
	RUN(seeds_are_independent);
	RUN(key_bits_are_independent);
	RUN(no_serial_correlation);
	RUN(every_bit_is_fair);
	return check_done();
}
