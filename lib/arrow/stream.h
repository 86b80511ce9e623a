/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a stream owns behind its public face, and the decoding of a body into arrays, which
 * batches and dictionaries share. Private to lib/arrow.
 *
 * Invariant: once a batch refers to a stream, nothing in it changes but the reference count.
 */
#ifndef SS_ARROW_STREAM_H
#define SS_ARROW_STREAM_H

#include "arrow/layout.h"
#include "arrow/message.h"
#include "arrow/read.h"
#include "base/arena.h"

/* Memory for a tree of arrays; grows to the largest batch and stays. */
struct ss_array_space {
	size_t n_arrays; /* capacity: columns, nested ones counted */
	struct ArrowArray *arrays;
	struct ArrowArray **pointers; /* children */
	const void **buffers;	      /* three of each column */
	struct ss_buf scratch;	      /* buffers that had to be changed or moved */
};

struct ss_dictionary {
	struct ss_buf bytes; /* the message that array borrows from */
	struct ss_array_space space;
	struct ArrowArray *array;
};

/* A dictionary id of the stream. Fields that share one have the same slot. */
struct ss_dictionary_slot {
	int64_t id;
	size_t number;		      /* of a dictionary of the layout with this id */
	size_t column;		      /* node of its values */
	struct ss_dictionary *values; /* NULL until its message came */
};

struct ss_stream_private {
	unsigned references;
	struct ss_arena arena; /* the schema */
	struct ss_ipc_layout layout;
	struct ss_dictionary_slot *slots; /* by ascending id */
	size_t n_slots;
	size_t *slot_of; /* per dictionary of the layout */
};

/* A stream with the schema of the table; references 1. */
enum ss_status ss_stream_read_schema(struct ss_fb *fb, const struct ss_fb_table *table,
				     struct ss_stream **stream, struct ss_err *err) SS_NODISCARD;
/* Reads Schema into stream->schema, whose memory is the arena's. */
enum ss_status ss_schema_read(struct ss_fb *fb, const struct ss_fb_table *table,
			      struct ss_arena *arena, struct ArrowSchema *schema,
			      struct ss_err *err) SS_NODISCARD;
/* Decodes a dictionary message and keeps bytes, which is left empty. */
enum ss_status ss_stream_add_dictionary(struct ss_stream *stream, struct ss_message *message,
					struct ss_buf *bytes, size_t body,
					struct ss_err *err) SS_NODISCARD;
/* A dictionary that has not come yet, or NULL. */
const struct ss_dictionary_slot *
ss_stream_missing_dictionary(const struct ss_stream *stream) SS_NODISCARD;
/* The column's path, such as "items.price", cut to the room. */
void ss_stream_column_path(const struct ss_ipc_layout *layout, size_t node, char *path,
			   size_t room);

/* Sibling columns from nodes[first] on, n of them, over the nodes and buffers of batch; each
 * has batch->length rows. children gets the array of their pointers. */
enum ss_status ss_decode_columns(const struct ss_stream *stream, size_t first, size_t n,
				 const struct ss_fb *fb, const struct ss_record_batch *batch,
				 const uint8_t *body, uint64_t body_size,
				 struct ss_array_space *space, struct ArrowArray ***children,
				 struct ss_err *err) SS_NODISCARD;
void ss_array_space_release(struct ss_array_space *space);

#endif
