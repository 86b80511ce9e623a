/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads streams, ours and foreign, and believes nothing: every offset, length and count is
 * checked before it is used, and for streams of ours the chain before anything of a message
 * reaches the caller (ss-stream(5) has the rules).
 *
 * Reading is split so that it can be parallel. ss_reader_next is serial: it frames the next
 * message, verifies its metadata and follows the promises. ss_batch_decode is the costly
 * part (hash of the body, offsets, indices, decompression) and may run on any thread.
 *
 * Errors are SS_EDATA with the byte offset and the batch number in the message.
 */
#ifndef SS_ARROW_READ_H
#define SS_ARROW_READ_H

#include "arrow/cdata.h"
#include "arrow/ipc.h"

/* One stream between its schema and its end marker: schema, dictionaries, what it promises.
 * Immutable once a batch refers to it (a replaced dictionary makes a new one), shared between
 * threads by reference count. */
struct ss_stream {
	struct ArrowSchema schema;
	struct ss_promise promise; /* first 0 and no records for foreign streams */
	bool ours;
	uint64_t number; /* 0, 1, ... in input order */
	struct ss_stream_private *private_data;
};

struct ss_stream *ss_stream_ref(struct ss_stream *stream);
void ss_stream_unref(struct ss_stream *stream); /* NULL is allowed */

/* A record batch as it was framed; reused from message to message. A zeroed struct is empty. */
struct ss_raw_batch {
	struct ss_stream *stream; /* a reference is held */
	struct ss_buf bytes;	  /* the whole message, 64-byte aligned body at body */
	size_t start;		  /* of the message in bytes: what it takes to align the body */
	size_t body;
	uint64_t body_size;
	uint64_t first;	       /* record number of its first record */
	uint64_t records;      /* as the metadata says */
	uint64_t offset;       /* of the message in the input, for errors */
	uint64_t number;       /* batch number in its stream, from 0 */
	uint64_t chain_before; /* value of the chain before this message (ours) */
	uint64_t chain;	       /* value that this message claims (ours) */
};

/* A decoded batch: array borrows from raw, from the stream's dictionaries, and from scratch
 * space inside. Good until the next decode into the same struct or the next use of raw. A
 * zeroed struct is empty. */
struct ss_batch {
	struct ArrowArray array;
	struct ss_batch_private *private_data;
};

struct ss_reader_options {
	bool foreign;	  /* --foreign: take streams whose head was lost by another program */
	bool partial;	  /* --partial: missing parts and shards at the joints are allowed */
	const char *name; /* of the input, for messages */
};

struct ss_reader;

struct ss_reader *ss_reader_new(int fd, const struct ss_reader_options *options) SS_NODISCARD;
void ss_reader_free(struct ss_reader *reader);

enum ss_event {
	SS_EVENT_STREAM, /* a new structure begins: *stream is set (borrowed; ref to keep) */
	SS_EVENT_BATCH,	 /* raw holds a batch, not yet decoded */
	SS_EVENT_END,	 /* the input ended as promised */
};

/* The next event. Joined streams that continue give no SS_EVENT_STREAM of their own; another
 * ss:structure does. SS_OK or SS_EDATA / SS_EFAIL (read error); after a failure the reader
 * must not be used again. An aborted stream is SS_EDATA with the producer's reason. */
enum ss_status ss_reader_next(struct ss_reader *reader, enum ss_event *event,
			      struct ss_stream **stream, struct ss_raw_batch *raw,
			      struct ss_err *err) SS_NODISCARD;

/* Records and bytes read so far. */
uint64_t ss_reader_records(const struct ss_reader *reader) SS_NODISCARD;
uint64_t ss_reader_bytes(const struct ss_reader *reader) SS_NODISCARD;

/* Verifies and lays out raw as arrays. Thread-safe for different raw and batch. */
enum ss_status ss_batch_decode(struct ss_raw_batch *raw, struct ss_batch *batch,
			       struct ss_err *err) SS_NODISCARD;

void ss_raw_batch_release(struct ss_raw_batch *raw);
void ss_batch_release(struct ss_batch *batch);

#endif
