/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The project's keys in messages and what they promise. Private to lib/arrow; the reader asks
 * for each message of a stream of ours.
 */
#ifndef SS_ARROW_PROMISE_H
#define SS_ARROW_PROMISE_H

#include "arrow/ipc.h"
#include "arrow/message.h"

/* Indices of ss_promise_keys. */
enum {
	SS_KEY_XXH3,
	SS_KEY_VERSION,
	SS_KEY_FIRST,
	SS_KEY_RECORDS,
	SS_KEY_PART,
	SS_KEY_TOTAL,
	SS_KEY_SHARD,
	SS_N_KEYS,
};

/* All keys of the project, not found yet; keys has SS_N_KEYS places. */
void ss_promise_keys(struct ss_message_key *keys);
/* The number of a key that must be there once, plain. */
enum ss_status ss_promise_number(const struct ss_message_key *key, uint64_t *value,
				 struct ss_err *err) SS_NODISCARD;
/* The promises of a schema message, whose checksum has been verified. */
enum ss_status ss_promise_read(const struct ss_message_key *keys, struct ss_promise *promise,
			       struct ss_err *err) SS_NODISCARD;

#endif
