/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Column buffers and their view as Arrow arrays.
 */
#include "gen/column.h"

#include "gen/type.h"

struct ss_dictionary *
ss_dictionary_new(struct ss_arena *arena, const struct ss_str *values, size_t count)
{
	struct ss_dictionary *d = ss_arena_alloc(arena, sizeof(*d));
	int32_t *offsets = ss_arena_calloc(arena, count + 1, sizeof(*offsets));
	size_t total = 0;
	char *data;

	for (size_t i = 0; i < count; i++)
		total += values[i].len;
	data = ss_arena_alloc(arena, total + 1);
	total = 0;
	for (size_t i = 0; i < count; i++) {
		if (values[i].len != 0)
			memcpy(data + total, values[i].p, values[i].len);
		total += values[i].len;
		offsets[i + 1] = (int32_t)total;
	}
	d->count = count;
	d->offsets = offsets;
	d->data = data;
	d->buffers[1] = offsets;
	d->buffers[2] = data;
	d->array = (struct ArrowArray){
		.length = (int64_t)count,
		.n_buffers = 3,
		.buffers = d->buffers,
	};
	return d;
}

void
ss_column_init(struct ss_column *column, const struct ss_op *op, struct ss_arena *arena)
{
	*column = (struct ss_column){.n_children = op->n_children};
	if (op->n_children == 0)
		return;
	column->children = ss_arena_calloc(arena, op->n_children, sizeof(*column->children));
	column->child_arrays =
		ss_arena_calloc(arena, op->n_children, sizeof(*column->child_arrays));
	for (size_t i = 0; i < op->n_children; i++) {
		ss_column_init(&column->children[i], op->children[i], arena);
		column->child_arrays[i] = &column->children[i].array;
	}
}

void
ss_column_release(struct ss_column *column)
{
	for (size_t i = 0; i < column->n_children; i++)
		ss_column_release(&column->children[i]);
	ss_buf_release(&column->offsets);
	ss_buf_release(&column->values);
	ss_rows_scratch_release(&column->element_rows);
	ss_rows_scratch_release(&column->climb);
}

void
ss_column_clear(struct ss_column *column)
{
	column->length = 0;
	ss_buf_clear(&column->offsets);
	ss_buf_clear(&column->values);
	for (size_t i = 0; i < column->n_children; i++)
		ss_column_clear(&column->children[i]);
}

void
ss_column_export(struct ss_column *column, const struct ss_op *op)
{
	int64_t n_buffers = 2;

	column->buffers[0] = NULL;
	column->buffers[1] = column->values.p;
	column->buffers[2] = NULL;
	if (op->kind == SS_COLUMN_BYTES) {
		n_buffers = 3;
		column->buffers[1] = column->offsets.p;
		column->buffers[2] = column->values.p;
	} else if (op->kind == SS_COLUMN_LIST) {
		column->buffers[1] = column->offsets.p;
	} else if (op->kind == SS_COLUMN_STRUCT) {
		n_buffers = 1;
	}
	for (size_t i = 0; i < column->n_children; i++)
		ss_column_export(&column->children[i], op->children[i]);
	column->array = (struct ArrowArray){
		.length = (int64_t)column->length,
		.n_buffers = n_buffers,
		.n_children = (int64_t)column->n_children,
		.buffers = column->buffers,
		.children = column->child_arrays,
		/* The interface has no const; nobody writes to a dictionary. */
		.dictionary = op->dictionary != NULL
				      ? (struct ArrowArray *)(uintptr_t)&op->dictionary->array
				      : NULL,
	};
}
