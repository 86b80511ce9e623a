/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stream: Arrow IPC streaming format, metadata V5, little endian (Apache Arrow,
 * "Columnar Format", "IPC Streaming Format"), with the project's conventions of ss-stream(5):
 * every message carries ss:xxh3 as its first custom metadata key, schema and batch messages
 * carry promises. What writer and reader share.
 */
#ifndef SS_ARROW_IPC_H
#define SS_ARROW_IPC_H

#include "base/defs.h"
#include "base/hash.h"

#define SS_IPC_MARKER 0xFFFFFFFFu
#define SS_IPC_ALIGN 64 /* messages, metadata and buffers of ours */
#define SS_IPC_ABORT_SIZE 0x00010000u
#define SS_IPC_VERSION "1" /* of the stream conventions, ss:version */

/* The promises of a schema message, in the clear. */
struct ss_promise {
	uint64_t first;	  /* ss:first: record number of the first record */
	uint64_t records; /* ss:records: how many this stream has */
	bool has_records; /* false only for endless runs and joins of unknown length */
	uint64_t total;	  /* ss:total: records of the whole run over all shards */
	bool has_total;
	uint32_t part, parts;	/* ss:part i/n, 1-based; 0/0 when absent */
	uint32_t shard, shards; /* ss:shard i/n, 0-based; 0/0 when absent */
};

/* The chain: c = XXH3-64(previous c, h), both 8 bytes little endian. */
static inline uint64_t
ss_ipc_chain(uint64_t previous, uint64_t message_hash)
{
	uint64_t pair[2] = {previous, message_hash};

	return ss_hash64(pair, sizeof(pair));
}

#endif
