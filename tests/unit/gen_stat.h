/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statistics for the generator's tests. Seeds are fixed, so a test gives the same result in
 * every run; the limits are those of p = 1e-6 on either side: too uneven and too even are both
 * wrong. No libm, so that test programs link like the tools.
 */
#ifndef SS_TESTS_UNIT_GEN_STAT_H
#define SS_TESTS_UNIT_GEN_STAT_H

#include "check.h"

/* Square root by Newton's method; v >= 0. */
static inline SS_UNUSED double
stat_sqrt(double v)
{
	double r = v > 1 ? v : 1;

	for (unsigned i = 0; i < 200; i++)
		r = (r + v / r) / 2;
	return r;
}

/* The value that chi-square with so many degrees of freedom passes with p = 1e-6 (z = 4.753),
 * after Wilson and Hilferty, 1931: good to a few per cent from 3 degrees on. */
static inline SS_UNUSED double
stat_chi_limit(size_t degrees, double z)
{
	const double spread = 2.0 / (9.0 * (double)degrees);
	const double root = 1 - spread + z * stat_sqrt(spread);

	return root > 0 ? root * root * root * (double)degrees : 0;
}

/* Whether counts of n cells, each expected as often, look uniform. */
static inline SS_UNUSED bool
stat_uniform(const char *what, const uint32_t *counts, size_t n)
{
	double total = 0, chi = 0, expected;

	for (size_t i = 0; i < n; i++)
		total += counts[i];
	expected = total / (double)n;
	for (size_t i = 0; i < n; i++)
		chi += (counts[i] - expected) * (counts[i] - expected) / expected;
	return check_note(chi < stat_chi_limit(n - 1, 4.753) && chi > stat_chi_limit(n - 1, -4.753),
			  "%s: chi-square %.1f with %zu cells of %.0f", what, chi, n, expected);
}

/* Whether a count of n trials with probability p is within 4.9 standard deviations. */
static inline SS_UNUSED bool
stat_rate(const char *what, uint64_t count, uint64_t n, double p)
{
	const double mean = (double)n * p, sigma = stat_sqrt((double)n * p * (1 - p));
	const double off = (double)count - mean;

	return check_note(off <= 4.9 * sigma && off >= -4.9 * sigma,
			  "%s: %" PRIu64 " of %" PRIu64 ", expected %.0f +- %.0f", what, count, n,
			  mean, sigma);
}

/* Pairs of small numbers: are both uniform and do they say nothing about each other? */
#define STAT_SIDE 32

struct stat_table {
	uint32_t cells[STAT_SIDE * STAT_SIDE];
};

/* A and b below STAT_SIDE. */
static inline SS_UNUSED void
stat_pair(struct stat_table *table, uint64_t a, uint64_t b)
{
	table->cells[a % STAT_SIDE * STAT_SIDE + b % STAT_SIDE]++;
}

static inline SS_UNUSED bool
stat_independent(const char *what, const struct stat_table *table)
{
	return stat_uniform(what, table->cells, SS_ARRAY_LEN(table->cells));
}

#endif
