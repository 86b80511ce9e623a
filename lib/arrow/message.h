/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrow's metadata tables: numbers of slots and enums (Arrow format/Message.fbs, Schema.fbs),
 * and the verified view of a Message that the reader works on. Private to lib/arrow.
 */
#ifndef SS_ARROW_MESSAGE_H
#define SS_ARROW_MESSAGE_H

#include "arrow/flatbuf.h"
#include "arrow/layout.h"
#include "base/err.h"

#define SS_METADATA_V4 3
#define SS_METADATA_V5 4
#define SS_IPC_DIGITS 16
#define SS_IPC_ABORT_TEXT "ss: aborted: "
/* Bytes of metadata and pairs of it that a reader looks at. */
#define SS_METADATA_READ_MAX ((size_t)64 << 20)
#define SS_PAIRS_READ_MAX 65536

enum ss_message_type {
	SS_MESSAGE_NONE,
	SS_MESSAGE_SCHEMA,
	SS_MESSAGE_DICTIONARY,
	SS_MESSAGE_BATCH,
};

/* Slots of each table. */
enum {
	SS_MESSAGE_VERSION = 0,
	SS_MESSAGE_HEADER_TYPE = 1,
	SS_MESSAGE_HEADER = 2,
	SS_MESSAGE_BODY_LENGTH = 3,
	SS_MESSAGE_METADATA = 4,

	SS_SCHEMA_ENDIANNESS = 0,
	SS_SCHEMA_FIELDS = 1,
	SS_SCHEMA_METADATA = 2,

	SS_FIELD_NAME = 0,
	SS_FIELD_NULLABLE = 1,
	SS_FIELD_TYPE_TYPE = 2,
	SS_FIELD_TYPE = 3,
	SS_FIELD_DICTIONARY = 4,
	SS_FIELD_CHILDREN = 5,
	SS_FIELD_METADATA = 6,

	SS_ENCODING_ID = 0,
	SS_ENCODING_INDEX = 1,
	SS_ENCODING_ORDERED = 2,
	SS_ENCODING_KIND = 3,

	SS_BATCH_LENGTH = 0,
	SS_BATCH_NODES = 1,
	SS_BATCH_BUFFERS = 2,
	SS_BATCH_COMPRESSION = 3,
	SS_BATCH_VARIADIC = 4,

	SS_DICTIONARY_ID = 0,
	SS_DICTIONARY_DATA = 1,
	SS_DICTIONARY_DELTA = 2,
};

/* Field.type_type. */
enum ss_fb_type {
	SS_FB_NULL = 1,
	SS_FB_INT = 2,
	SS_FB_FLOAT = 3,
	SS_FB_BINARY = 4,
	SS_FB_UTF8 = 5,
	SS_FB_BOOL = 6,
	SS_FB_DECIMAL = 7,
	SS_FB_DATE = 8,
	SS_FB_TIME = 9,
	SS_FB_TIMESTAMP = 10,
	SS_FB_INTERVAL = 11,
	SS_FB_LIST = 12,
	SS_FB_STRUCT = 13,
	SS_FB_UNION = 14,
	SS_FB_FIXED_BINARY = 15,
	SS_FB_FIXED_LIST = 16,
	SS_FB_MAP = 17,
	SS_FB_DURATION = 18,
	SS_FB_LARGE_BINARY = 19,
	SS_FB_LARGE_UTF8 = 20,
	SS_FB_LARGE_LIST = 21,
	SS_FB_RUN_END = 22,
	SS_FB_BINARY_VIEW = 23,
	SS_FB_UTF8_VIEW = 24,
	SS_FB_LIST_VIEW = 25,
	SS_FB_LARGE_LIST_VIEW = 26,
};

struct ss_pair {
	struct ss_str key;
	struct ss_str value;
};

/* The Schema table; nodes are those of a layout of schema. Returns its place. */
size_t ss_ipc_put_schema_table(struct ss_fb_writer *fb, const struct ss_ipc_node *nodes,
			       const struct ArrowSchema *schema);

/* A Message whose table, header and pairs lie inside the metadata. */
struct ss_message {
	struct ss_fb fb;
	enum ss_message_type type;
	struct ss_fb_table header;
	struct ss_fb_vector pairs;
	uint64_t body_size;
};

/* A RecordBatch table: what the decoder walks. */
struct ss_record_batch {
	uint64_t length;
	struct ss_fb_vector nodes;
	struct ss_fb_vector buffers;
};

/* How often a key of the project is there, and its value if it is once. */
struct ss_message_key {
	const char *key;
	unsigned count;
	struct ss_str value;
};

/* Checks the Message at p. The error has no place: the caller knows it. */
enum ss_status ss_message_parse(struct ss_message *message, const uint8_t *p, size_t n,
				struct ss_err *err) SS_NODISCARD;
/* Looks the keys up in one pass; any_ours: whether a key starts with "ss:". */
enum ss_status ss_message_keys(struct ss_message *message, struct ss_message_key *keys, size_t n,
			       bool *any_ours, struct ss_err *err) SS_NODISCARD;
/* Checks a RecordBatch; compressed ones are refused by name. */
enum ss_status ss_message_batch(struct ss_fb *fb, const struct ss_fb_table *table,
				struct ss_record_batch *batch, struct ss_err *err) SS_NODISCARD;
/* The h of a message whose digits lie at digits inside it; the bytes are as before after. */
uint64_t ss_message_hash(uint8_t *p, size_t size, size_t digits) SS_NODISCARD;
/* Sixteen lower-case hex digits, nothing else. */
bool ss_message_chain_value(struct ss_str text, uint64_t *value) SS_NODISCARD;
/* A plain decimal number: digits without leading zeros. */
bool ss_message_decimal(struct ss_str text, uint64_t *value) SS_NODISCARD;

#endif
