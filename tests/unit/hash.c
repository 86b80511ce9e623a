/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/hash.c: results for every length class of XXH3 against vectors made with
 * the reference implementation without vector instructions, at every alignment. A result
 * that changes would change the formats.
 */
#include "check.h"

#include "base/hash.h"

#define SEED UINT64_C(0x0123456789abcdef)
#define BYTES_MAX 100000

struct vector {
	size_t len;
	uint64_t hash64;
	struct ss_hash128 plain;
	struct ss_hash128 seeded;
};

static const struct vector vectors[] = {
	{0,
	 UINT64_C(0x2d06800538d394c2),
	 {UINT64_C(0x6001c324468d497f), UINT64_C(0x99aa06d3014798d8)},
	 {UINT64_C(0xaaa287af24a9bb3a), UINT64_C(0xa4cb05dbbf09907a)}},
	{1,
	 UINT64_C(0x1c6b2e7f38e96bbc),
	 {UINT64_C(0x1c6b2e7f38e96bbc), UINT64_C(0x5f326d1fe62e1fb9)},
	 {UINT64_C(0x71a410b1b5ad4359), UINT64_C(0x46b9ac64e7bb2f75)}},
	{3,
	 UINT64_C(0x06e4965b04a2c3a9),
	 {UINT64_C(0x06e4965b04a2c3a9), UINT64_C(0xc6ccd6bd55165b6d)},
	 {UINT64_C(0x862c1fc83f8a5498), UINT64_C(0x45435a74999b4d1c)}},
	{4,
	 UINT64_C(0x1d82300df8174ee7),
	 {UINT64_C(0xed288630d6c185b7), UINT64_C(0xc23744fd3b83fc37)},
	 {UINT64_C(0xb3f331ec9bd49ff7), UINT64_C(0x00e8cd723eac3092)}},
	{8,
	 UINT64_C(0xc93cce2be1e7f28b),
	 {UINT64_C(0xb16a243fbdab8744), UINT64_C(0x95b09fdbb205467e)},
	 {UINT64_C(0x54ec728f8dda56be), UINT64_C(0x05c0bf5478254c5a)}},
	{9,
	 UINT64_C(0xcc3c7e5125792938),
	 {UINT64_C(0x8bf22f5ae76129c6), UINT64_C(0xb51ef8cd1a52d2f4)},
	 {UINT64_C(0x480808c7d9525b3d), UINT64_C(0x7cf8c8a66cd467fa)}},
	{16,
	 UINT64_C(0xe5fbf61689128590),
	 {UINT64_C(0x4994e8341069b4ee), UINT64_C(0x56ddb0228bd0f2de)},
	 {UINT64_C(0xef6887704c863b6d), UINT64_C(0x107f05823d4a378f)}},
	{17,
	 UINT64_C(0xcaa0740bba1b82a7),
	 {UINT64_C(0xee8728a23c2b42ad), UINT64_C(0x8e20a9b1587eae40)},
	 {UINT64_C(0xa4f4724e26caa117), UINT64_C(0xc201dde236c432cf)}},
	{32,
	 UINT64_C(0x1b0daa774a12d44d),
	 {UINT64_C(0x3ba8cf9b0e572eff), UINT64_C(0x646495706c30381e)},
	 {UINT64_C(0x716e73a0d459d0d9), UINT64_C(0x311413d1829faaf3)}},
	{128,
	 UINT64_C(0xa791c1d293a5fb68),
	 {UINT64_C(0x867f50c5ba435381), UINT64_C(0x77194f323e0abd03)},
	 {UINT64_C(0xd9e13ae4096f6ed5), UINT64_C(0x621ea9808262f9a8)}},
	{129,
	 UINT64_C(0x1f272b004f966e52),
	 {UINT64_C(0x96f2096567dd6d9e), UINT64_C(0xfcf6474ef45eb9c1)},
	 {UINT64_C(0xd57e3ff023dd7730), UINT64_C(0xf51e0d4b89f88b0d)}},
	{240,
	 UINT64_C(0x81bbdbd8b8e1f8d4),
	 {UINT64_C(0x42524fdda563e806), UINT64_C(0xf34bc3076754353f)},
	 {UINT64_C(0x9a02b85aa5c798ca), UINT64_C(0x3166973de55de02f)}},
	{241,
	 UINT64_C(0x32fad7fc1fa9de61),
	 {UINT64_C(0x32fad7fc1fa9de61), UINT64_C(0xb4abf9bb5fcaff17)},
	 {UINT64_C(0xc04fcb6fb898f800), UINT64_C(0xdda868425be5c8fe)}},
	{512,
	 UINT64_C(0x4ea5ab26d96a72bf),
	 {UINT64_C(0x4ea5ab26d96a72bf), UINT64_C(0x4cbb9da246d00c68)},
	 {UINT64_C(0xd5a6bb5dc8dd2547), UINT64_C(0x581f8d96586817fe)}},
	{1024,
	 UINT64_C(0xfd34fadb6915bdff),
	 {UINT64_C(0xfd34fadb6915bdff), UINT64_C(0xb4435e15d1476405)},
	 {UINT64_C(0xa85aae5da529b42c), UINT64_C(0xd5ee9a349e8b7f12)}},
	{1025,
	 UINT64_C(0xa2b3540fe74765cd),
	 {UINT64_C(0xa2b3540fe74765cd), UINT64_C(0x15079ae9aaefbe1e)},
	 {UINT64_C(0x1f9bd4640ef57d0a), UINT64_C(0x67f8a8c728d5ec5a)}},
	{4096,
	 UINT64_C(0xdc882f9d4921978c),
	 {UINT64_C(0xdc882f9d4921978c), UINT64_C(0xc3665a307dc400ae)},
	 {UINT64_C(0xe33c4031d2dc4514), UINT64_C(0xdaf573a23358a45a)}},
	{65536,
	 UINT64_C(0xca0d8fec0cc4c1fc),
	 {UINT64_C(0xca0d8fec0cc4c1fc), UINT64_C(0x378bdc24ad97e9af)},
	 {UINT64_C(0xa7402b2e77b96aaf), UINT64_C(0xb950a34126ddf1b7)}},
	{99999,
	 UINT64_C(0x8cab71ee6eb9c94b),
	 {UINT64_C(0x8cab71ee6eb9c94b), UINT64_C(0xf090819d93f96ec6)},
	 {UINT64_C(0x80794f69ffc95f83), UINT64_C(0x77a9242e58ad6277)}},
};

static unsigned char bytes[BYTES_MAX + 64];

static void
fill(unsigned char *p)
{
	uint64_t seed = 1;

	for (size_t i = 0; i < BYTES_MAX; i++)
		p[i] = (unsigned char)check_random(&seed);
}

static void
check_vectors(const unsigned char *p)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(vectors); i++) {
		const struct vector *v = &vectors[i];
		const struct ss_hash128 plain = ss_hash128(p, v->len, 0);
		const struct ss_hash128 seeded = ss_hash128(p, v->len, SEED);

		CHECK(ss_hash64(p, v->len) == v->hash64);
		CHECK(plain.lo == v->plain.lo && plain.hi == v->plain.hi);
		CHECK(seeded.lo == v->seeded.lo && seeded.hi == v->seeded.hi);
	}
}

static void
test_vectors(void)
{
	fill(bytes);
	check_vectors(bytes);
	/* From the specification. */
	CHECK(ss_hash64("", 0) == UINT64_C(0x2d06800538d394c2));
}

static void
test_any_alignment(void)
{
	for (size_t shift = 1; shift < 64; shift++) {
		fill(bytes + shift);
		check_vectors(bytes + shift);
	}
}

static void
test_every_bit_counts(void)
{
	unsigned char p[300] = {0};
	const uint64_t before = ss_hash64(p, sizeof(p));
	const struct ss_hash128 before128 = ss_hash128(p, sizeof(p), 0);

	for (size_t i = 0; i < sizeof(p); i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			struct ss_hash128 hash;

			p[i] ^= (unsigned char)(1u << bit);
			hash = ss_hash128(p, sizeof(p), 0);
			CHECK(ss_hash64(p, sizeof(p)) != before);
			CHECK(hash.lo != before128.lo && hash.hi != before128.hi);
			p[i] ^= (unsigned char)(1u << bit);
		}
	}
}

int
main(void)
{
	RUN(test_vectors);
	RUN(test_any_alignment);
	RUN(test_every_bit_counts);
	return check_done();
}
