/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Message table that every message begins with, and the keys of the project in it. What
 * comes out has been checked to lie inside the metadata. Called by the reader, serially, and
 * by the decoder, which looks at the same bytes again.
 */
#include "arrow/message.h"

#include "base/hash.h"

static enum ss_status
damaged(struct ss_err *err)
{
	return ss_err_set(err, SS_EDATA, "damaged-metadata", "the metadata is damaged");
}

enum ss_status
ss_message_parse(struct ss_message *message, const uint8_t *p, size_t n, struct ss_err *err)
{
	struct ss_fb_table root;
	int64_t version, type, body;

	*message = (struct ss_message){.fb = {.p = p, .n = n}};
	ss_fb_root(&message->fb, &root);
	version = ss_fb_int(&message->fb, &root, SS_MESSAGE_VERSION, 2, 0);
	type = ss_fb_int(&message->fb, &root, SS_MESSAGE_HEADER_TYPE, 1, 0);
	body = ss_fb_int(&message->fb, &root, SS_MESSAGE_BODY_LENGTH, 8, 0);
	ss_fb_vector(&message->fb, &root, SS_MESSAGE_METADATA, 4, 4, &message->pairs);
	if (!ss_fb_table(&message->fb, &root, SS_MESSAGE_HEADER, &message->header) ||
	    message->fb.bad)
		return damaged(err);
	if (version != SS_METADATA_V4 && version != SS_METADATA_V5)
		return ss_err_set(err, SS_EDATA, "arrow-version",
				  "Arrow metadata version V%lld; V4 and V5 can be read",
				  (long long)version + 1);
	if (type < SS_MESSAGE_SCHEMA || type > SS_MESSAGE_BATCH)
		return ss_err_set(err, SS_EDATA, "arrow-message", "%s, not a schema or a batch",
				  type == 4 || type == 5 ? "an Arrow tensor"
							 : "an unknown message");
	if (body < 0 || body % 8 != 0)
		return ss_err_set(err, SS_EDATA, "damaged-metadata",
				  "a body of %lld bytes, which is no multiple of 8",
				  (long long)body);
	message->type = (enum ss_message_type)type;
	message->body_size = (uint64_t)body;
	return SS_OK;
}

enum ss_status
ss_message_keys(struct ss_message *message, struct ss_message_key *keys, size_t n, bool *any_ours,
		struct ss_err *err)
{
	*any_ours = false;
	if (message->pairs.count > SS_PAIRS_READ_MAX)
		return ss_err_set(err, SS_EDATA, "too-large", "more than %d pairs of metadata",
				  SS_PAIRS_READ_MAX);
	for (size_t i = 0; i < message->pairs.count; i++) {
		struct ss_fb_table table;
		struct ss_str key, value;

		ss_fb_element(&message->fb, &message->pairs, i, &table);
		ss_fb_string(&message->fb, &table, 0, &key);
		ss_fb_string(&message->fb, &table, 1, &value);
		if (message->fb.bad)
			return damaged(err);
		if (!ss_str_starts(key, SS_STR("ss:")))
			continue;
		*any_ours = true;
		for (size_t k = 0; k < n; k++) {
			if (!ss_str_eq(key, ss_str(keys[k].key)))
				continue;
			keys[k].count++;
			keys[k].value = value;
		}
	}
	return SS_OK;
}

static const char *
codec_name(struct ss_fb *fb, const struct ss_fb_table *compression)
{
	switch (ss_fb_int(fb, compression, 0, 1, 0)) {
	case 0: return "lz4";
	case 1: return "zstd";
	default: return "an unknown codec";
	}
}

enum ss_status
ss_message_batch(struct ss_fb *fb, const struct ss_fb_table *table, struct ss_record_batch *batch,
		 struct ss_err *err)
{
	int64_t length = ss_fb_int(fb, table, SS_BATCH_LENGTH, 8, 0);
	struct ss_fb_table compression;

	*batch = (struct ss_record_batch){0};
	ss_fb_vector(fb, table, SS_BATCH_NODES, 16, 8, &batch->nodes);
	ss_fb_vector(fb, table, SS_BATCH_BUFFERS, 16, 8, &batch->buffers);
	if (fb->bad)
		return damaged(err);
	if (ss_fb_table(fb, table, SS_BATCH_COMPRESSION, &compression)) {
		ss_err_set(err, SS_EDATA, "not-supported",
			   "compressed bodies (%s) are not supported yet",
			   codec_name(fb, &compression));
		return ss_err_hint(err, "write the stream without compression");
	}
	if (fb->bad)
		return damaged(err);
	if (length < 0 || length > INT32_MAX)
		return ss_err_set(err, SS_EDATA, "damaged-metadata", "%lld records in a batch",
				  (long long)length);
	batch->length = (uint64_t)length;
	return SS_OK;
}

uint64_t
ss_message_hash(uint8_t *p, size_t size, size_t digits)
{
	uint8_t saved[SS_IPC_DIGITS];
	uint64_t hash;

	memcpy(saved, p + digits, sizeof(saved));
	memset(p + digits, '0', sizeof(saved));
	hash = ss_hash64(p, size);
	memcpy(p + digits, saved, sizeof(saved));
	return hash;
}

bool
ss_message_chain_value(struct ss_str text, uint64_t *value)
{
	*value = 0;
	if (text.len != SS_IPC_DIGITS)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c >= '0' && c <= '9')
			*value = *value << 4 | (uint64_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*value = *value << 4 | (uint64_t)(c - 'a' + 10);
		else
			return false;
	}
	return true;
}

bool
ss_message_decimal(struct ss_str text, uint64_t *value)
{
	if (text.len > 1 && text.p[0] == '0')
		return false;
	return ss_str_to_u64(text, value);
}
