/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How streams that follow each other on one input belong together: the rules of joints in
 * ss-stream(5). Private to lib/arrow; the reader asks at every schema, every end marker and
 * at the end of the input.
 */
#ifndef SS_ARROW_JOIN_H
#define SS_ARROW_JOIN_H

#include "arrow/read.h"

#define SS_JOIN_GROUPS_MAX 4096

/* The streams of one structure so far. */
struct ss_join_group {
	struct ss_stream *stream; /* the first one; a reference is held */
	uint64_t end;		  /* record number behind the last record */
	uint64_t records;
	uint64_t streams;
};

struct ss_join {
	struct ss_join_group *groups;
	size_t n_groups;
	size_t cap;
	size_t current;
	uint32_t part, parts; /* of the last stream */
	bool partial;	      /* missing parts and shards are allowed */
};

/* A stream begins. *continues: it goes on where the group of the stream before it ended.
 * *first is the number of its first record. */
enum ss_status ss_join_begin(struct ss_join *join, struct ss_stream *stream, bool *continues,
			     uint64_t *first, struct ss_err *err) SS_NODISCARD;
/* The current stream ended with so many records. */
void ss_join_end(struct ss_join *join, uint64_t records);
/* The input ended. */
enum ss_status ss_join_finish(const struct ss_join *join, struct ss_err *err) SS_NODISCARD;
void ss_join_release(struct ss_join *join);

#endif
