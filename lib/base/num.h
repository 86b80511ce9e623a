/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers to text and back, exact and free of locale. The writers store at p and return the
 * byte behind the last one; they may scribble up to SS_NUM_MAX bytes from p, so p needs that
 * much room (struct ss_buf has the slack). No terminator is written.
 */
#ifndef SS_BASE_NUM_H
#define SS_BASE_NUM_H

#include "base/defs.h"
#include "base/str.h"

#define SS_NUM_MAX 64
#define SS_DECIMAL_DIGITS_MAX 38

char *ss_num_u64(char *p, uint64_t v);
char *ss_num_i64(char *p, int64_t v);
/* Exactly width digits with leading zeros; v < 10^width, width <= 19. */
char *ss_num_pad(char *p, uint64_t v, unsigned width);
/* unscaled * 10^-scale with exactly scale digits behind the point ("-0.05", "12.50", "7").
 * 0 <= scale <= 38, |unscaled| < 10^38. */
char *ss_num_decimal(char *p, ss_i128 unscaled, unsigned scale);
/* The shortest text that reads back as v; "0.1", "1e+300", "-0.0", "5e-324"; integers below
 * 1e16 without exponent and with ".0" ("3.0"). v is finite. Algorithm: Schubfach
 * (Giulietti, "The Schubfach way to render doubles", 2020) or as good. */
char *ss_num_double(char *p, double v);
/* Same for a float widened to v: the shortest text that reads back as the same float. */
char *ss_num_float(char *p, float v);
/* Lower-case hex, 16 digits, highest first. */
char *ss_num_hex64(char *p, uint64_t v);

/* A decimal literal: sign, digits, optional fraction, optional exponent, at most 64
 * characters, value within 38 digits. "1.50" gives 150 and scale 2; "1e3" gives 1000 and 0. */
bool ss_num_parse_decimal(struct ss_str s, ss_i128 *unscaled, unsigned *scale) SS_NODISCARD;

/* 10^n for n <= 38. */
ss_u128 ss_num_pow10(unsigned n) SS_NODISCARD;
/* Decimal digits of v; 1 for 0. */
unsigned ss_num_digits(ss_u128 v) SS_NODISCARD;

/* A count: digits with optional k M G T (powers of 1000) or an exponent ("10k", "1e6", "1.5M");
 * whole numbers only. */
bool ss_num_parse_count(struct ss_str s, uint64_t *count) SS_NODISCARD;
/* A size in bytes: as a count, with B, kB, MB, GB (1000) or Ki, KiB, MiB, GiB (1024). */
bool ss_num_parse_size(struct ss_str s, uint64_t *bytes) SS_NODISCARD;

#endif
