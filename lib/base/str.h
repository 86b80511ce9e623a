/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A borrowed view of bytes: pointer and length, no terminator, may hold NUL. Whoever hands
 * it out says how long the bytes live. struct ss_buf (buf.h) owns bytes; nothing else does.
 */
#ifndef SS_BASE_STR_H
#define SS_BASE_STR_H

#include "base/defs.h"

#include <string.h>

struct ss_str {
	const char *p; /* may be NULL when len is 0 */
	size_t len;
};

#define SS_STR(literal) ((struct ss_str){"" literal, sizeof(literal) - 1})
/* For printf: "%.*s" with SS_STR_ARGS(s). */
#define SS_STR_ARGS(s) (int)SS_MIN((s).len, (size_t)1 << 20), ((s).p ? (s).p : "")

static inline struct ss_str
ss_str(const char *z)
{
	return (struct ss_str){z, strlen(z)};
}

static inline struct ss_str
ss_str_n(const char *p, size_t len)
{
	return (struct ss_str){p, len};
}

static inline bool
ss_str_eq(struct ss_str a, struct ss_str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.p, b.p, a.len) == 0);
}

/* strcmp order of the bytes; a prefix sorts first. */
int ss_str_cmp(struct ss_str a, struct ss_str b) SS_NODISCARD;
bool ss_str_eq_nocase(struct ss_str a, struct ss_str b) SS_NODISCARD; /* ASCII only */
bool ss_str_starts(struct ss_str s, struct ss_str prefix) SS_NODISCARD;
bool ss_str_ends(struct ss_str s, struct ss_str suffix) SS_NODISCARD;
/* Without blanks, tabs, CR and LF at both ends. */
struct ss_str ss_str_trim(struct ss_str s) SS_NODISCARD;
/* Offset of the first needle, or -1. */
ptrdiff_t ss_str_find(struct ss_str s, struct ss_str needle) SS_NODISCARD;

/* Strict parsers: the whole of s, nothing before or after it, no locale. A plus sign is
 * refused, leading zeros are taken. false when s is no such number or does not fit. */
bool ss_str_to_i64(struct ss_str s, int64_t *value) SS_NODISCARD;
bool ss_str_to_u64(struct ss_str s, uint64_t *value) SS_NODISCARD;
/* Finite doubles in C notation ("1", "-0.5", "1e-3"); at most 64 characters. */
bool ss_str_to_double(struct ss_str s, double *value) SS_NODISCARD;

/* The candidate nearest to word by edit distance (transpositions count one, case is free),
 * if near enough to be a slip of the pen; NULL otherwise. candidate(ctx, i) gives NULL at the
 * end. Serves every "did you mean". */
typedef const char *(*ss_candidate_fn)(void *ctx, size_t i);
const char *ss_str_nearest(struct ss_str word, ss_candidate_fn candidate, void *ctx) SS_NODISCARD;

#endif
