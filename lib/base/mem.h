/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checked allocation. The only file that dies when memory runs out: one line on standard
 * error and _exit with status 1. What was being written stays incomplete and nameless (the
 * output file has no name before it is whole, a stream has no end marker), so dying on the
 * spot loses nothing in silence. Sizes that come from outside are checked against a limit
 * before they get here.
 */
#ifndef SS_BASE_MEM_H
#define SS_BASE_MEM_H

#include "base/defs.h"

/* Never return NULL; size 0 gives a unique pointer. Memory of ss_alloc is not cleared,
 * that of ss_zalloc is. Freed with ss_free. */
void *ss_alloc(size_t size) SS_NODISCARD __attribute__((malloc));
void *ss_zalloc(size_t size) SS_NODISCARD __attribute__((malloc));
void *ss_realloc(void *p, size_t size) SS_NODISCARD;

/* count * size with overflow check; cleared. */
void *ss_calloc(size_t count, size_t size) SS_NODISCARD __attribute__((malloc));

/* Memory aligned to 64 bytes, for Arrow buffers; freed with ss_free. Not cleared. */
void *ss_alloc_aligned(size_t size) SS_NODISCARD;

void ss_free(void *p);

/* Allocations so far, all threads: tests compare it for different record counts. */
uint64_t ss_mem_count(void);

#endif
