/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The value function's randomness: counter-based and keyed. A draw is a pure function of a
 * 128-bit key (seed, structure, field keys), a 64-bit address (record number and element
 * indices) and the number of the draw within the value; no state passes from value to value.
 *
 *     x = address * C0 + key.a          a Weyl sequence, injective in the address
 *     s = mum(x, x ^ key.b)             mum(p, q) = low ^ high half of the product p * q
 *     y = x ^ key.b
 *     draw j = mum(s + (j + 1) * C1, y + (j + 1) * C2)
 *
 * The multiply-and-fold step is the one of Wang Yi's wyhash and wyrand. x stays in every
 * draw, so two addresses whose s happens to collide still differ. C0 to C2 are odd with
 * about half their bits set and no two related by a small factor: C0 is 2^64 / golden ratio,
 * C1 the fraction of sqrt(3) and C2 that of sqrt(7), made odd.
 *
 * These formulas are frozen by the golden files and by ss-determinism(7).
 */
#ifndef SS_GEN_DRAW_H
#define SS_GEN_DRAW_H

#include "base/defs.h"
#include "base/str.h"

#define SS_DRAW_C0 0x9E3779B97F4A7C15u
#define SS_DRAW_C1 0xBB67AE8584CAA73Bu
#define SS_DRAW_C2 0xA54FF53A5F1D36F1u

/* Element addresses: two odd multipliers, see ss_address_child. */
#define SS_ADDRESS_M 0xD1342543DE82EF95u
#define SS_ADDRESS_P 0x9E6C63D0876A9A47u

struct ss_key {
	uint64_t a;
	uint64_t b;
};

/* The key of a structure under a seed, and of a field (or "[]", an array's element) within
 * something that has a key. XXH3-128: of the name with the seed; of the outer key's 16 bytes
 * followed by the field's key, seed 0. */
struct ss_key ss_key_root(struct ss_str structure, int64_t seed) SS_NODISCARD;
struct ss_key ss_key_child(struct ss_key outer, struct ss_str field) SS_NODISCARD;

/* The address of element index of an array at an address. Linear, so that no two elements
 * of one array meet as long as records < 2^38 and indices < 2^24, nor of an array in an array
 * as long as records < 2^40 and both indices < 1024 (searched: the multipliers' lattice has no
 * shorter vector). A hash would collide by chance after some 2^32 elements. */
static inline uint64_t
ss_address_child(uint64_t address, uint64_t index)
{
	return address * SS_ADDRESS_M + (index + 1) * SS_ADDRESS_P;
}

static inline uint64_t
ss_mum(uint64_t p, uint64_t q)
{
	ss_u128 product = (ss_u128)p * q;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The draws of one value. */
struct ss_draws {
	uint64_t s;
	uint64_t y;
};

static inline struct ss_draws
ss_draws(struct ss_key key, uint64_t address)
{
	uint64_t x = address * SS_DRAW_C0 + key.a;
	uint64_t y = x ^ key.b;

	return (struct ss_draws){.s = ss_mum(x, y), .y = y};
}

/* Draw j of the value: 64 uniform bits. */
static inline uint64_t
ss_draw(struct ss_draws d, uint64_t j)
{
	return ss_mum(d.s + (j + 1) * SS_DRAW_C1, d.y + (j + 1) * SS_DRAW_C2);
}

/* The first draw, when one is enough. */
static inline uint64_t
ss_draw_first(struct ss_key key, uint64_t address)
{
	return ss_draw(ss_draws(key, address), 0);
}

/* Uniform in 0 .. n-1 by multiply-high; n = 0 stands for 2^64. The bias is below n / 2^64. */
static inline uint64_t
ss_draw_below(uint64_t draw, uint64_t n)
{
	return n == 0 ? draw : (uint64_t)(((ss_u128)draw * n) >> 64);
}

/* Uniform in [0, 1) in steps of 2^-53. */
static inline double
ss_draw_unit(uint64_t draw)
{
	return (double)(draw >> 11) * 0x1p-53;
}

/* Uniform in 0 .. n-1 for any n > 0: draws j and j+1 of the value as a 128-bit fraction. */
ss_u128 ss_draw_below_wide(struct ss_draws d, uint64_t j, ss_u128 n) SS_NODISCARD;

#endif
