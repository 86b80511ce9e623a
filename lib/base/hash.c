/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one door to xxHash. On x86-64 the library's own dispatch picks the widest vectors that
 * the machine has; the results are the same everywhere, which tests/unit/hash.c holds against
 * fixed vectors, because they are part of the formats.
 */
#include "base/hash.h"

#include <xxhash.h>
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>
#endif

uint64_t
ss_hash64(const void *p, size_t len)
{
	return XXH3_64bits(p, len);
}

struct ss_hash128
ss_hash128(const void *p, size_t len, uint64_t seed)
{
	const XXH128_hash_t hash = XXH3_128bits_withSeed(p, len, seed);

	return (struct ss_hash128){.lo = hash.low64, .hi = hash.high64};
}

unsigned
ss_hash_library_version(void)
{
	return XXH_versionNumber();
}
