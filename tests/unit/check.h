/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks for unit tests, printed as TAP. A test is a function without arguments; main calls
 * RUN for each and returns check_done(). A failed check is reported by the line after its
 * test ("not ok"), the first one of each test only, and the test goes on. For one thread.
 */
#ifndef SS_TESTS_UNIT_CHECK_H
#define SS_TESTS_UNIT_CHECK_H

#include "base/defs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct {
	unsigned run;
	unsigned failed;
	unsigned failures; /* of the test that runs */
	char first[1024];  /* what its first failure was */
} check_state;

static inline SS_PRINTF(2, 3) bool check_note(bool good, const char *format, ...)
{
	__builtin_va_list args;

	if (good)
		return true;
	__builtin_va_start(args, format);
	if (check_state.failures++ == 0)
		vsnprintf(check_state.first, sizeof(check_state.first), format, args);
	__builtin_va_end(args);
	return false;
}

static inline SS_UNUSED bool
check_text(const char *file, int line, const char *what, const char *got, size_t got_len,
	   const char *want)
{
	return check_note(got_len == strlen(want) && memcmp(got, want, got_len) == 0,
			  "%s:%d: %s is \"%.*s\", not \"%s\"", file, line, what,
			  (int)SS_MIN(got_len, (size_t)200), got, want);
}

static inline SS_UNUSED bool
check_i64(const char *file, int line, const char *what, int64_t got, int64_t want)
{
	return check_note(got == want, "%s:%d: %s is %" PRId64 ", not %" PRId64, file, line, what,
			  got, want);
}

static inline SS_UNUSED void
check_run(void (*test)(void), const char *name)
{
	check_state.failures = 0;
	test();
	printf("%s %u - %s\n", check_state.failures == 0 ? "ok" : "not ok", ++check_state.run,
	       name);
	if (check_state.failures != 0) {
		check_state.failed++;
		printf("# %s (%u failed)\n", check_state.first, check_state.failures);
	}
	fflush(stdout);
}

/* The plan and the exit status of main. */
static inline SS_UNUSED int
check_done(void)
{
	printf("1..%u\n", check_state.run);
	return check_state.failed == 0 && fflush(stdout) == 0 ? 0 : 1;
}

/* All are true when the check holds, so that a test may stop: if (!CHECK(...)) return. */
#define CHECK(cond) check_note((cond), "%s:%d: %s", __FILE__, __LINE__, #cond)
#define CHECK_EQ_I64(got, want) check_i64(__FILE__, __LINE__, #got, (int64_t)(got), (int64_t)(want))
#define CHECK_STR(got, want) check_text(__FILE__, __LINE__, #got, (got), strlen(got), (want))
#define CHECK_STRN(got, len, want) check_text(__FILE__, __LINE__, #got, (got), (len), (want))
#define RUN(test) check_run(test, #test)

/* Reproducible numbers for tests (splitmix64, Sebastiano Vigna). */
static inline SS_UNUSED uint64_t
check_random(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

#endif
