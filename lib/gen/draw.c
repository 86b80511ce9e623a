/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys of the value function, and the rare draw wider than 64 bits; the rest is inline in
 * draw.h. Called while a plan is bound.
 */
#include "gen/draw.h"

#include "base/buf.h"
#include "base/hash.h"

struct ss_key
ss_key_root(struct ss_str structure, int64_t seed)
{
	struct ss_hash128 h = ss_hash128(structure.p, structure.len, (uint64_t)seed);

	return (struct ss_key){.a = h.lo, .b = h.hi};
}

struct ss_key
ss_key_child(struct ss_key outer, struct ss_str field)
{
	struct ss_buf bytes = {0};
	struct ss_hash128 h;

	ss_buf_put(&bytes, &outer, sizeof(outer));
	ss_buf_puts(&bytes, field);
	h = ss_hash128(bytes.p, bytes.len, 0);
	ss_buf_release(&bytes);
	return (struct ss_key){.a = h.lo, .b = h.hi};
}

/* High 128 bits of the 256-bit product fraction * n, schoolbook in 64-bit halves. */
ss_u128
ss_draw_below_wide(struct ss_draws d, uint64_t j, ss_u128 n)
{
	uint64_t hi = ss_draw(d, j), lo = ss_draw(d, j + 1);
	uint64_t n_hi = (uint64_t)(n >> 64), n_lo = (uint64_t)n;
	ss_u128 low = (ss_u128)lo * n_lo;
	ss_u128 mid_a = (ss_u128)hi * n_lo + (uint64_t)(low >> 64);
	ss_u128 mid_b = (ss_u128)lo * n_hi + (uint64_t)mid_a;

	return (ss_u128)hi * n_hi + (mid_a >> 64) + (mid_b >> 64);
}
