/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bump allocation with one lifetime: everything that is bound once and lives as long as the
 * run (structures, plans) comes from an arena and is freed with it. Not thread-safe.
 */
#ifndef SS_BASE_ARENA_H
#define SS_BASE_ARENA_H

#include "base/defs.h"
#include "base/str.h"

struct ss_arena_block;

/* A zeroed struct is an empty arena. */
struct ss_arena {
	struct ss_arena_block *blocks; /* newest first */
	size_t used;		       /* bytes of the newest block */
	size_t total;		       /* bytes handed out */
};

/* Cleared memory, aligned to 16. Never NULL. */
void *ss_arena_alloc(struct ss_arena *arena, size_t size) SS_NODISCARD;
void *ss_arena_calloc(struct ss_arena *arena, size_t count, size_t size) SS_NODISCARD;

/* A copy of the bytes with a NUL behind them (not counted in the length). */
struct ss_str ss_arena_str(struct ss_arena *arena, struct ss_str s) SS_NODISCARD;
char *ss_arena_printf(struct ss_arena *arena, const char *format, ...) SS_NODISCARD SS_PRINTF(2, 3);

/* Frees all; the arena is empty again. */
void ss_arena_release(struct ss_arena *arena);

#endif
