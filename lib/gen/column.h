/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A column being filled: Arrow buffers that are reused from batch to batch, and scratch space
 * for the elements of arrays. One tree per worker, shaped like the plan's ops.
 */
#ifndef SS_GEN_COLUMN_H
#define SS_GEN_COLUMN_H

#include "arrow/cdata.h"
#include "base/arena.h"
#include "base/buf.h"
#include "gen/rows.h"

enum ss_column_kind {
	SS_COLUMN_FIXED,  /* values of op->width bytes */
	SS_COLUMN_BITS,	  /* booleans */
	SS_COLUMN_BYTES,  /* int32 offsets and data: utf8, binary */
	SS_COLUMN_STRUCT, /* children only */
	SS_COLUMN_LIST,	  /* int32 offsets and one child */
};

/* Text values that a dictionary column picks from: distinct, at least one. */
struct ss_dictionary {
	size_t count;
	const int32_t *offsets; /* count + 1 */
	const char *data;
	struct ArrowArray array; /* the same, for the stream */
	const void *buffers[3];
};

struct ss_dictionary *ss_dictionary_new(struct ss_arena *arena, const struct ss_str *values,
					size_t count) SS_NODISCARD;

struct ss_op;

struct ss_column {
	size_t length;
	struct ss_buf offsets; /* BYTES, LIST */
	struct ss_buf values;  /* FIXED, BITS, BYTES */
	struct ss_column *children;
	size_t n_children;

	/* LIST: rows of the elements. climb: for references to the holder. */
	struct ss_rows_scratch element_rows;
	struct ss_rows_scratch climb;

	struct ArrowArray array; /* after ss_column_export */
	const void *buffers[3];
	struct ArrowArray **child_arrays;
};

/* A tree for op; columns live in arena, their buffers on the heap. */
void ss_column_init(struct ss_column *column, const struct ss_op *op, struct ss_arena *arena);
void ss_column_release(struct ss_column *column);
void ss_column_clear(struct ss_column *column);

/* Room for count values of FIXED type T, to be stored by the fill. */
#define SS_COLUMN_VALUES(column, T, count) \
	((T *)(void *)ss_buf_extend(&(column)->values, (count) * sizeof(T)))
#define SS_COLUMN_OFFSETS(column, count) \
	((int32_t *)(void *)ss_buf_extend(&(column)->offsets, (count) * sizeof(int32_t)))

/* Sets up column->array over the buffers; good until the column changes. */
void ss_column_export(struct ss_column *column, const struct ss_op *op);

#endif
