/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XXH3 (Yann Collet, xxHash specification), the one door to xxHash. 64 bits for the stream's
 * chain, 128 bits for the keys of the value function; both are part of the formats, so the
 * results must never change.
 */
#ifndef SS_BASE_HASH_H
#define SS_BASE_HASH_H

#include "base/defs.h"

struct ss_hash128 {
	uint64_t lo;
	uint64_t hi;
};

uint64_t ss_hash64(const void *p, size_t len) SS_NODISCARD;
struct ss_hash128 ss_hash128(const void *p, size_t len, uint64_t seed) SS_NODISCARD;

/* Of the library as it runs, major * 10000 + minor * 100 + release. */
unsigned ss_hash_library_version(void) SS_NODISCARD;

#endif
