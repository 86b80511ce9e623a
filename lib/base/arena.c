/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arena: a chain of blocks, filled from the front. Invariant: all bytes of a block behind
 * its used part are zero, because blocks come cleared and nothing is ever given back. Used by
 * whoever binds a structure; never on the way of a record.
 */
#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/mem.h"

#define ARENA_ALIGN ((size_t)16)
#define ARENA_BLOCK_MIN ((size_t)4096)
#define ARENA_BLOCK_MAX ((size_t)1 << 18)

struct ss_arena_block {
	struct ss_arena_block *next;
	size_t size; /* bytes of data */
	alignas(16) unsigned char data[];
};

static struct ss_arena_block *
new_block(size_t size)
{
	struct ss_arena_block *block;
	size_t total;

	if (__builtin_add_overflow(size, sizeof(*block), &total))
		total = SIZE_MAX; /* dies of it */
	block = ss_zalloc(total);
	block->size = size;
	return block;
}

void *
ss_arena_alloc(struct ss_arena *arena, size_t size)
{
	struct ss_arena_block *block = arena->blocks;
	size_t rounded;
	size_t next;
	void *p;

	if (__builtin_add_overflow(SS_MAX(size, (size_t)1), ARENA_ALIGN - 1, &rounded))
		rounded = SIZE_MAX;
	rounded &= ~(ARENA_ALIGN - 1);
	if (block != NULL && block->size - arena->used >= rounded) {
		p = block->data + arena->used;
		arena->used += rounded;
		arena->total += size;
		return p;
	}
	next = block == NULL ? ARENA_BLOCK_MIN : SS_MIN(block->size * 2, ARENA_BLOCK_MAX);
	if (block != NULL && rounded > next / 2) {
		/* A big piece goes behind the newest block, whose room is not wasted so. */
		struct ss_arena_block *big = new_block(rounded);

		big->next = block->next;
		block->next = big;
		arena->total += size;
		return big->data;
	}
	block = new_block(SS_MAX(next, rounded));
	block->next = arena->blocks;
	arena->blocks = block;
	arena->used = rounded;
	arena->total += size;
	return block->data;
}

void *
ss_arena_calloc(struct ss_arena *arena, size_t count, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		total = SIZE_MAX - ARENA_ALIGN; /* dies of it */
	return ss_arena_alloc(arena, total);
}

struct ss_str
ss_arena_str(struct ss_arena *arena, struct ss_str s)
{
	char *p = ss_arena_alloc(arena, s.len + 1);

	if (s.len != 0)
		memcpy(p, s.p, s.len);
	return (struct ss_str){p, s.len};
}

char *
ss_arena_printf(struct ss_arena *arena, const char *format, ...)
{
	va_list args;
	va_list again;
	char *p;
	int len;

	va_start(args, format);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	len = SS_MAX(len, 0);
	p = ss_arena_alloc(arena, (size_t)len + 1);
	vsnprintf(p, (size_t)len + 1, format, again);
	va_end(again);
	return p;
}

void
ss_arena_release(struct ss_arena *arena)
{
	struct ss_arena_block *block = arena->blocks;

	while (block != NULL) {
		struct ss_arena_block *next = block->next;

		ss_free(block);
		block = next;
	}
	*arena = (struct ss_arena){NULL, 0, 0};
}
