/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checked allocation: all memory of the project comes through here. Invariant: no function
 * returns NULL; when memory is short the process ends with one line on standard error. The
 * counter is the only mutable global of the tree; tests read it to prove that no allocation
 * happens per record.
 */
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALIGNMENT ((size_t)64)

static atomic_uint_fast64_t allocations;

static SS_NORETURN void
die(void)
{
	static const char line[] = "seedstream: out of memory\n";
	static atomic_flag said = ATOMIC_FLAG_INIT;

	/* Threads run out together; one of them says so and ends the process. */
	while (atomic_flag_test_and_set(&said))
		pause();
	/* Nothing can be done about a failing write here. */
	(void)!write(STDERR_FILENO, line, sizeof(line) - 1);
	_exit(1);
}

static void *
counted(void *p)
{
	if (SS_UNLIKELY(p == NULL))
		die();
	atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
	return p;
}

void *
ss_alloc(size_t size)
{
	return counted(malloc(SS_MAX(size, (size_t)1)));
}

void *
ss_zalloc(size_t size)
{
	return counted(calloc(1, SS_MAX(size, (size_t)1)));
}

void *
ss_realloc(void *p, size_t size)
{
	return counted(realloc(p, SS_MAX(size, (size_t)1)));
}

void *
ss_calloc(size_t count, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		die();
	return ss_zalloc(total);
}

void *
ss_alloc_aligned(size_t size)
{
	size_t rounded;

	/* aligned_alloc wants a multiple of the alignment. */
	if (__builtin_add_overflow(SS_MAX(size, (size_t)1), ALIGNMENT - 1, &rounded))
		die();
	return counted(aligned_alloc(ALIGNMENT, rounded & ~(ALIGNMENT - 1)));
}

void
ss_free(void *p)
{
	free(p);
}

uint64_t
ss_mem_count(void)
{
	return atomic_load_explicit(&allocations, memory_order_relaxed);
}
