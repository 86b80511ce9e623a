/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small schemas and arrays by hand, for the format tests and bench/micro_format.c. All memory
 * is the arena's. Validity is a text of '1' and '0', or NULL; a null string is NULL.
 */
#ifndef SS_TESTS_FORMAT_MAKE_H
#define SS_TESTS_FORMAT_MAKE_H

#include <string.h>

#include "arrow/cdata.h"
#include "base/arena.h"

#define MAKE_CHILDREN_MAX 16

static inline struct ArrowSchema *
make_schema(struct ss_arena *arena, const char *format, const char *name, size_t n,
	    struct ArrowSchema *const *children)
{
	struct ArrowSchema *s = ss_arena_alloc(arena, sizeof(*s));

	s->format = format;
	s->name = name;
	s->flags = ARROW_FLAG_NULLABLE;
	s->n_children = (int64_t)n;
	s->children = ss_arena_calloc(arena, n + 1, sizeof(struct ArrowSchema *));
	for (size_t i = 0; i < n; i++)
		s->children[i] = children[i];
	return s;
}

static inline struct ArrowSchema *
make_field(struct ss_arena *arena, const char *format, const char *name)
{
	return make_schema(arena, format, name, 0, NULL);
}

static inline struct ArrowSchema *
make_dictionary_field(struct ss_arena *arena, const char *index, const char *name,
		      struct ArrowSchema *values)
{
	struct ArrowSchema *s = make_schema(arena, index, name, 0, NULL);

	s->dictionary = values;
	return s;
}

static inline struct ArrowArray *
make_array(struct ss_arena *arena, size_t rows, const char *validity, size_t n_buffers)
{
	struct ArrowArray *a = ss_arena_alloc(arena, sizeof(*a));
	uint8_t *bits;

	a->length = (int64_t)rows;
	a->n_buffers = (int64_t)n_buffers;
	a->buffers = ss_arena_calloc(arena, n_buffers + 1, sizeof(void *));
	if (validity == NULL)
		return a;
	bits = ss_arena_alloc(arena, rows / 8 + 1);
	for (size_t i = 0; i < rows; i++) {
		bits[i / 8] = (uint8_t)(bits[i / 8] | (validity[i] == '1') << (i % 8));
		a->null_count += validity[i] != '1';
	}
	a->buffers[0] = bits;
	return a;
}

/* Fixed-width values, size bytes each; bits for bool are values too (size 0). */
static inline struct ArrowArray *
make_values(struct ss_arena *arena, size_t rows, const char *validity, const void *values,
	    size_t size)
{
	struct ArrowArray *a = make_array(arena, rows, validity, 2);
	size_t len = size != 0 ? rows * size : rows / 8 + 1;
	uint8_t *copy = ss_arena_alloc(arena, len + 1);

	if (rows != 0)
		memcpy(copy, values, len);
	a->buffers[1] = copy;
	return a;
}

static inline struct ArrowArray *
make_bytes(struct ss_arena *arena, size_t rows, const struct ss_str *strings, bool large)
{
	struct ArrowArray *a = make_array(arena, rows, NULL, 3);
	int32_t *offsets = ss_arena_calloc(arena, rows + 1, sizeof(*offsets));
	int64_t *offsets64 = ss_arena_calloc(arena, rows + 1, sizeof(*offsets64));
	uint8_t *bits = ss_arena_alloc(arena, rows / 8 + 1);
	size_t len = 0;
	char *bytes;

	for (size_t i = 0; i < rows; i++) {
		len += strings[i].len;
		offsets[i + 1] = (int32_t)len;
		offsets64[i + 1] = (int64_t)len;
		a->null_count += strings[i].p == NULL;
		bits[i / 8] = (uint8_t)(bits[i / 8] | (strings[i].p != NULL) << (i % 8));
	}
	/* Exactly as long as the strings are, so that a sanitizer sees a byte too much. */
	bytes = ss_arena_alloc(arena, len + (len == 0));
	for (size_t i = 0; i < rows; i++)
		if (strings[i].len != 0)
			memcpy(bytes + offsets[i], strings[i].p, strings[i].len);
	if (a->null_count != 0)
		a->buffers[0] = bits;
	a->buffers[1] = large ? (const void *)offsets64 : (const void *)offsets;
	a->buffers[2] = bytes;
	return a;
}

static inline struct ArrowArray *
make_strings(struct ss_arena *arena, size_t rows, const char *const *strings)
{
	struct ss_str *list = ss_arena_calloc(arena, rows + 1, sizeof(*list));

	for (size_t i = 0; i < rows; i++)
		list[i] = strings[i] != NULL ? ss_str(strings[i]) : ss_str_n(NULL, 0);
	return make_bytes(arena, rows, list, false);
}

static inline struct ArrowArray *
make_struct(struct ss_arena *arena, size_t rows, const char *validity, size_t n,
	    struct ArrowArray *const *children)
{
	struct ArrowArray *a = make_array(arena, rows, validity, 1);

	a->n_children = (int64_t)n;
	a->children = ss_arena_calloc(arena, n + 1, sizeof(struct ArrowArray *));
	for (size_t i = 0; i < n; i++)
		a->children[i] = children[i];
	return a;
}

/* counts: elements of each row. */
static inline struct ArrowArray *
make_list(struct ss_arena *arena, size_t rows, const char *validity, const int *counts,
	  struct ArrowArray *elements)
{
	struct ArrowArray *a = make_struct(arena, rows, validity, 1, &elements);
	int32_t *offsets = ss_arena_calloc(arena, rows + 1, sizeof(*offsets));
	const void **buffers = ss_arena_calloc(arena, 2, sizeof(void *));

	for (size_t i = 0; i < rows; i++)
		offsets[i + 1] = offsets[i] + counts[i];
	buffers[0] = a->buffers[0];
	buffers[1] = offsets;
	a->buffers = buffers;
	a->n_buffers = 2;
	return a;
}

#endif
