/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes messages of a stream into buffers. Stateless but for a flattened view of the schema,
 * which is const after init, so workers may encode batches side by side; only the chain is
 * serial: a message is laid down with sixteen '0' as digits and hashed by its worker
 * (ss_ipc_message.hash), and ss_ipc_seal puts the chained value in, in order.
 *
 * What is written follows facts of other readers: bodies and buffers aligned to 64, no
 * validity bitmap without nulls, offsets present for 0 records, dictionaries directly after
 * the schema with ids 0, 1, 2 in depth-first field order, never deltas or compressed.
 * Nothing here fails: schemas come from the plan or from a checked reader.
 */
#ifndef SS_ARROW_WRITE_H
#define SS_ARROW_WRITE_H

#include "arrow/cdata.h"
#include "arrow/ipc.h"

/* A message inside a buffer. */
struct ss_ipc_message {
	size_t at;     /* offset of the marker in the buffer */
	size_t size;   /* whole message */
	size_t digits; /* offset of the 16 digits in the buffer */
	uint64_t hash; /* h of ss-stream(5), over the message with '0' digits */
};

struct ss_ipc_node;

struct ss_ipc_writer {
	const struct ArrowSchema *schema; /* borrowed */
	struct ss_ipc_node *nodes;	  /* columns depth first */
	size_t n_nodes;
	size_t n_dictionaries;
};

/* schema must outlive the writer. */
void ss_ipc_writer_init(struct ss_ipc_writer *w, const struct ArrowSchema *schema);
void ss_ipc_writer_release(struct ss_ipc_writer *w);

/* Append one message to out and describe it. promise goes into the schema message. */
void ss_ipc_put_schema(const struct ss_ipc_writer *w, const struct ss_promise *promise,
		       struct ss_buf *out, struct ss_ipc_message *message);
/* The dictionary of id k (0 .. n_dictionaries-1), found in array's tree. */
void ss_ipc_put_dictionary(const struct ss_ipc_writer *w, size_t k, const struct ArrowArray *array,
			   struct ss_buf *out, struct ss_ipc_message *message);
/* false, with out as it was, when the body would be larger than SS_BODY_WRITE_MAX. */
bool ss_ipc_put_batch(const struct ss_ipc_writer *w, const struct ArrowArray *array, uint64_t first,
		      struct ss_buf *out, struct ss_ipc_message *message) SS_NODISCARD;

/* Chains the message: writes the 16 digits and moves *chain on. *chain is 0 before a schema. */
void ss_ipc_seal(struct ss_buf *out, const struct ss_ipc_message *message, uint64_t *chain);

/* The end marker, and the abort mark with "ss: aborted: REASON" behind it. */
void ss_ipc_put_end(struct ss_buf *out);
void ss_ipc_put_abort(struct ss_buf *out, const char *reason);

#endif
