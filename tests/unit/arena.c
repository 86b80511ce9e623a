/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/arena.c and mem.c: alignment, cleared and separate pieces, big pieces,
 * texts, and that running out of memory ends the process with one line and status 1.
 */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/mem.h"

static void
test_pieces_are_clear_aligned_and_separate(void)
{
	static unsigned char *pieces[2000];
	static size_t sizes[2000];
	struct ss_arena arena = {0};
	uint64_t seed = 1;
	size_t total = 0;

	for (size_t i = 0; i < SS_ARRAY_LEN(pieces); i++) {
		sizes[i] = check_random(&seed) % (i % 50 == 0 ? 20000 : 200);
		pieces[i] = ss_arena_alloc(&arena, sizes[i]);
		total += sizes[i];
		CHECK(pieces[i] != NULL && ((uintptr_t)pieces[i] & 15) == 0);
		for (size_t j = 0; j < sizes[i]; j++)
			CHECK(pieces[i][j] == 0);
		memset(pieces[i], (int)(i & 0xff), sizes[i]);
	}
	for (size_t i = 0; i < SS_ARRAY_LEN(pieces); i++)
		for (size_t j = 0; j < sizes[i]; j++)
			CHECK(pieces[i][j] == (i & 0xff));
	CHECK_EQ_I64(arena.total, total);
	ss_arena_release(&arena);
	CHECK(arena.blocks == NULL && arena.used == 0 && arena.total == 0);
	CHECK(ss_arena_alloc(&arena, 0) != ss_arena_alloc(&arena, 0));
	ss_arena_release(&arena);
}

static void
test_big_piece_spares_newest_block(void)
{
	struct ss_arena arena = {0};
	char *small = ss_arena_alloc(&arena, 16);
	char *big = ss_arena_alloc(&arena, 1 << 20);
	char *next = ss_arena_alloc(&arena, 16);

	CHECK(next == small + 16);
	big[0] = big[(1 << 20) - 1] = 'x';
	CHECK_EQ_I64(next[0], 0);
	ss_arena_release(&arena);
}

static void
test_few_allocations(void)
{
	struct ss_arena arena = {0};
	const uint64_t before = ss_mem_count();

	for (unsigned i = 0; i < 10000; i++)
		CHECK(ss_arena_calloc(&arena, 2, 8) != NULL);
	CHECK(ss_mem_count() - before > 0);
	CHECK(ss_mem_count() - before < 20);
	ss_arena_release(&arena);
}

static void
test_texts(void)
{
	struct ss_arena arena = {0};
	const struct ss_str copy = ss_arena_str(&arena, SS_STR("a\0b"));

	CHECK_EQ_I64(copy.len, 3);
	CHECK(memcmp(copy.p, "a\0b", 4) == 0);
	CHECK_EQ_I64(ss_arena_str(&arena, ss_str_n(NULL, 0)).len, 0);
	CHECK_STR(ss_arena_printf(&arena, "%s-%d", "x", 42), "x-42");
	CHECK_EQ_I64(strlen(ss_arena_printf(&arena, "%10000d", 1)), 10000);
	ss_arena_release(&arena);
}

static void
test_mem(void)
{
	const uint64_t before = ss_mem_count();
	unsigned char *p = ss_zalloc(100);
	unsigned char *q = ss_alloc_aligned(1);
	unsigned char *r = ss_alloc(0);

	for (unsigned i = 0; i < 100; i++)
		CHECK_EQ_I64(p[i], 0);
	p[99] = 7;
	p = ss_realloc(p, 100000);
	CHECK_EQ_I64(p[99], 7);
	CHECK(((uintptr_t)q & 63) == 0);
	CHECK(r != NULL);
	CHECK_EQ_I64(ss_mem_count() - before, 4);
	ss_free(p);
	ss_free(q);
	ss_free(r);
	ss_free(NULL);
}

static void
exhaust(unsigned way)
{
	struct ss_arena arena = {0};
	/* Behind a volatile, or the compiler complains that it sees what happens. */
	volatile size_t huge = SIZE_MAX - 7;

	switch (way) {
	case 0: ss_free(ss_alloc(huge)); break;
	case 1: ss_free(ss_calloc(huge / 8, 16)); break;
	case 2: ss_free(ss_alloc_aligned(huge)); break;
	case 3: ss_free(ss_arena_alloc(&arena, huge)); break;
	default: ss_free(ss_arena_calloc(&arena, huge / 8, 16)); break;
	}
}

static void
test_no_memory_ends_process(void)
{
	for (unsigned way = 0; way < 5; way++) {
		char line[256] = "";
		size_t len = 0;
		int ends[2];
		int status;
		ssize_t n;
		pid_t child;

		if (!CHECK(pipe(ends) == 0))
			return;
		child = fork();
		if (child == 0) {
			dup2(ends[1], STDERR_FILENO);
			exhaust(way);
			_exit(0);
		}
		close(ends[1]);
		while ((n = read(ends[0], line + len, sizeof(line) - 1 - len)) > 0)
			len += (size_t)n;
		close(ends[0]);
		CHECK(waitpid(child, &status, 0) == child);
		/* The sanitizers have an end of their own for this. */
		if (strstr(line, "Sanitizer") != NULL)
			continue;
		CHECK(WIFEXITED(status));
		CHECK_EQ_I64(WEXITSTATUS(status), 1);
		CHECK_STR(line, "seedstream: out of memory\n");
	}
}

int
main(void)
{
	RUN(test_pieces_are_clear_aligned_and_separate);
	RUN(test_big_piece_spares_newest_block);
	RUN(test_few_allocations);
	RUN(test_texts);
	RUN(test_mem);
	RUN(test_no_memory_ends_process);
	return check_done();
}
