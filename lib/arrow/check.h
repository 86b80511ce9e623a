/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The checks that look at every value of a column, written so that compilers make vectors of
 * them. Private to lib/arrow; no allocation, no errors: the decoder words them.
 */
#ifndef SS_ARROW_CHECK_H
#define SS_ARROW_CHECK_H

#include "base/defs.h"

/* Cleared bits among the first n. */
uint64_t ss_check_zero_bits(const uint8_t *bits, uint64_t n) SS_NODISCARD;
/* Whether n+1 offsets of 4 or 8 bytes start at or above 0 and never fall. */
bool ss_check_offsets(const void *offsets, uint64_t n, unsigned size) SS_NODISCARD;
/* The largest of n indices of 1, 2, 4 or 8 bytes, read as unsigned; 0 for none. */
uint64_t ss_check_max_index(const void *indices, uint64_t n, unsigned size) SS_NODISCARD;
/* The first row whose text is not UTF-8, or n. data_len is at least the last offset; rows
 * that validity (may be NULL) clears are not looked at. */
uint64_t ss_check_utf8(const void *offsets, unsigned size, const uint8_t *data, uint64_t n,
		       const uint8_t *validity) SS_NODISCARD;

#endif
