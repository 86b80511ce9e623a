/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The serial half of reading: frames messages, follows the promises of streams of ours and
 * the order that Arrow asks of all, and stops at the first thing that is not as it must be.
 * Bodies of batches are not looked at here (decode.c does, in parallel), but for streams of
 * ours each batch leaves with the chain values that its decoder must find.
 */
#include "arrow/read.h"

#include "arrow/input.h"
#include "arrow/join.h"
#include "arrow/promise.h"
#include "arrow/sniff.h"
#include "arrow/stream.h"
#include "base/mem.h"

enum phase {
	AT_START,  /* nothing has come yet */
	IN_STREAM, /* behind a schema */
	BETWEEN,   /* behind an end marker */
};

struct ss_reader {
	struct ss_input input;
	const char *name;
	bool foreign;
	enum phase phase;
	struct ss_join join;
	struct ss_stream *stream; /* the current one */
	uint64_t first;		  /* record number of its first record */
	uint64_t records;	  /* of it so far */
	uint64_t batches;	  /* of it so far */
	uint64_t chain;
	uint64_t streams;
	uint64_t total_records;
	uint64_t message_at; /* offset of the message at hand */
};

static struct ss_str
bytes_of(const struct ss_raw_batch *raw)
{
	return ss_str_n((const char *)raw->bytes.p + raw->start, raw->bytes.len - raw->start);
}

/* Says where, in front of the message. */
static enum ss_status
place(const struct ss_reader *r, struct ss_err *err)
{
	unsigned long long at = r->message_at;

	if (r->phase == IN_STREAM)
		ss_err_prefix(err, "batch %llu at byte %llu", (unsigned long long)r->batches, at);
	else
		ss_err_prefix(err, "stream at byte %llu", at);
	return err->status;
}

static enum ss_status
cut_short(const struct ss_reader *r, struct ss_err *err)
{
	ss_err_set(err, SS_EDATA, "cut-short",
		   "the input ends after %llu bytes, inside a message: it is cut short",
		   (unsigned long long)r->input.offset);
	ss_err_hint(err, "see what the program before this one said");
	return place(r, err);
}

/* The chain value that a message of ours claims. */
static enum ss_status
claim_of(const struct ss_message_key *key, uint64_t *claim, struct ss_err *err)
{
	if (key->count != 1 || !ss_message_chain_value(key->value, claim))
		return ss_err_set(err, SS_EDATA, "checksum", "damaged, its checksum is missing");
	return SS_OK;
}

/* Whether the message in raw hashes to the claim. */
static bool
chain_holds(struct ss_raw_batch *raw, const struct ss_message_key *key, uint64_t before,
	    uint64_t claim)
{
	struct ss_str bytes = bytes_of(raw);
	size_t digits = (size_t)(key->value.p - bytes.p);

	return ss_ipc_chain(before,
			    ss_message_hash(raw->bytes.p + raw->start, bytes.len, digits)) == claim;
}

static enum ss_status
check_chain(struct ss_raw_batch *raw, const struct ss_message_key *key, uint64_t *chain,
	    struct ss_err *err)
{
	uint64_t claim;
	enum ss_status status = claim_of(key, &claim, err);

	if (status != SS_OK)
		return status;
	if (!chain_holds(raw, key, *chain, claim))
		return ss_err_set(err, SS_EDATA, "checksum", "damaged, the checksum is wrong");
	*chain = claim;
	return SS_OK;
}

static enum ss_status
begin_stream(struct ss_reader *r, struct ss_message *message, struct ss_raw_batch *raw,
	     bool *continues, struct ss_err *err)
{
	struct ss_message_key keys[SS_N_KEYS];
	struct ss_promise promise = {0};
	struct ss_stream *stream;
	bool ours;
	enum ss_status status;

	ss_promise_keys(keys);
	status = ss_message_keys(message, keys, SS_N_KEYS, &ours, err);
	r->chain = 0;
	if (status == SS_OK && message->body_size != 0)
		status = ss_err_set(err, SS_EDATA, "damaged-schema", "a schema with a body");
	if (status == SS_OK && ours)
		status = check_chain(raw, &keys[SS_KEY_XXH3], &r->chain, err);
	if (status == SS_OK && ours)
		status = ss_promise_read(keys, &promise, err);
	if (status != SS_OK)
		return status;
	status = ss_stream_read_schema(&message->fb, &message->header, &stream, err);
	if (status != SS_OK)
		return status;
	stream->ours = ours;
	stream->promise = promise;
	stream->number = r->streams++;
	ss_stream_unref(r->stream);
	r->stream = stream;
	r->records = 0;
	r->batches = 0;
	status = ss_join_begin(&r->join, stream, continues, &r->first, err);
	if (status == SS_OK)
		r->phase = IN_STREAM;
	return status;
}

static enum ss_status
end_stream(struct ss_reader *r, struct ss_err *err)
{
	const struct ss_promise *promise = &r->stream->promise;

	if (r->stream->ours && r->batches == 0)
		return ss_err_set(err, SS_EDATA, "too-few-records",
				  "the stream ends without a batch");
	if (promise->has_records && r->records != promise->records)
		return ss_err_set(err, SS_EDATA, "too-few-records",
				  "the stream ends after %llu of %llu records",
				  (unsigned long long)r->records,
				  (unsigned long long)promise->records);
	ss_join_end(&r->join, r->records);
	r->phase = BETWEEN;
	return SS_OK;
}

/* Rule for messages of strangers: a checksum means that the head of ours got lost. */
static enum ss_status
check_stranger(const struct ss_reader *r, const struct ss_message_key *key, struct ss_err *err)
{
	if (key->count == 0 || r->foreign)
		return SS_OK;
	ss_err_set(err, SS_EDATA, "checksum",
		   "checksums without a beginning: the head is damaged, or a program copied them");
	return ss_err_hint(err, "--foreign, if a program between copied them");
}

static enum ss_status
read_dictionary(struct ss_reader *r, struct ss_message *message, struct ss_raw_batch *raw,
		struct ss_err *err)
{
	struct ss_message_key keys[SS_N_KEYS];
	bool any;
	enum ss_status status;

	ss_promise_keys(keys);
	status = ss_message_keys(message, keys, SS_N_KEYS, &any, err);
	if (status == SS_OK)
		status = r->stream->ours ? check_chain(raw, &keys[SS_KEY_XXH3], &r->chain, err)
					 : check_stranger(r, &keys[SS_KEY_XXH3], err);
	if (status == SS_OK && r->batches > 0)
		status = ss_err_set(err, SS_EDATA, "not-supported",
				    r->stream->ours ? "a dictionary behind a batch"
						    : "dictionaries behind the first batch are not "
						      "supported yet");
	if (status == SS_OK)
		status = ss_stream_add_dictionary(r->stream, message, &raw->bytes, raw->body, err);
	return status;
}

/* What a batch of ours says of itself; wrong numbers of a damaged batch are called damage. */
static enum ss_status
follow_promise(struct ss_reader *r, struct ss_raw_batch *raw, const struct ss_message_key *keys,
	       struct ss_err *err)
{
	const struct ss_promise *promise = &r->stream->promise;
	uint64_t expected = r->first + r->records;
	uint64_t claimed;
	enum ss_status status = claim_of(&keys[SS_KEY_XXH3], &raw->chain, err);

	if (status != SS_OK)
		return status;
	raw->chain_before = r->chain;
	status = ss_promise_number(&keys[SS_KEY_FIRST], &claimed, err);
	if (status == SS_OK && claimed != expected)
		status = ss_err_set(err, SS_EDATA, "lost-batch",
				    "record %llu is expected, the batch begins at %llu",
				    (unsigned long long)expected, (unsigned long long)claimed);
	if (status == SS_OK && promise->has_records && raw->records > promise->records - r->records)
		status = ss_err_set(err, SS_EDATA, "too-many-records",
				    "more than the %llu records that were announced",
				    (unsigned long long)promise->records);
	if (status == SS_OK && expected + raw->records < expected)
		status = ss_err_set(err, SS_EDATA, "damaged-promise", "record numbers beyond 2^64");
	if (status != SS_OK && !chain_holds(raw, &keys[SS_KEY_XXH3], r->chain, raw->chain))
		status = ss_err_set(err, SS_EDATA, "checksum", "damaged, the checksum is wrong");
	r->chain = raw->chain;
	return status;
}

static enum ss_status
read_batch(struct ss_reader *r, struct ss_message *message, struct ss_raw_batch *raw,
	   struct ss_err *err)
{
	const struct ss_dictionary_slot *missing = ss_stream_missing_dictionary(r->stream);
	struct ss_message_key keys[SS_N_KEYS];
	struct ss_record_batch batch;
	bool any;
	enum ss_status status;

	ss_promise_keys(keys);
	status = ss_message_keys(message, keys, SS_N_KEYS, &any, err);
	if (status == SS_OK)
		status = ss_message_batch(&message->fb, &message->header, &batch, err);
	if (status != SS_OK)
		return status;
	/* Columns of nulls have no buffers: only this stops a few bytes from becoming gigabytes of
	 * text. Any other column has at least a bit a row. */
	if (batch.length > SS_MAX(8 * raw->body_size, (uint64_t)SS_BARE_ROWS_MAX)) {
		ss_err_set(err, SS_EDATA, "too-large",
			   "%llu rows in a body of %llu bytes; rows without data may be %d",
			   (unsigned long long)batch.length, (unsigned long long)raw->body_size,
			   SS_BARE_ROWS_MAX);
		return ss_err_hint(err, "let the producer write smaller batches");
	}
	raw->records = batch.length;
	status = r->stream->ours ? follow_promise(r, raw, keys, err)
				 : check_stranger(r, &keys[SS_KEY_XXH3], err);
	if (status == SS_OK && missing != NULL)
		status = ss_err_set(err, SS_EDATA, "missing-dictionary",
				    "dictionary %lld has not come", (long long)missing->id);
	if (status != SS_OK)
		return status;
	raw->stream = ss_stream_ref(r->stream);
	raw->first = r->first + r->records;
	raw->number = r->batches++;
	r->records += raw->records;
	r->total_records += raw->records;
	return SS_OK;
}

/* Appends exactly len bytes of the message. */
static enum ss_status
take(struct ss_reader *r, size_t len, struct ss_raw_batch *raw, struct ss_err *err)
{
	size_t got;
	enum ss_status status = ss_input_take(&r->input, len, &raw->bytes, &got, err);

	if (status == SS_OK && got < len)
		return cut_short(r, err);
	return status;
}

/* The whole message into raw, its body aligned. */
static enum ss_status
take_message(struct ss_reader *r, size_t metadata, struct ss_raw_batch *raw,
	     struct ss_message *message, struct ss_err *err)
{
	enum ss_status status;

	if (metadata > SS_METADATA_READ_MAX || metadata % 8 != 0) {
		ss_err_set(err, SS_EDATA, "damaged-framing", "%zu bytes of metadata", metadata);
		return place(r, err);
	}
	ss_buf_clear(&raw->bytes);
	raw->start = (SS_IPC_ALIGN - (8 + metadata)) & (SS_IPC_ALIGN - 1);
	ss_buf_zero(&raw->bytes, raw->start);
	status = take(r, 8 + metadata, raw, err);
	if (status != SS_OK)
		return status;
	raw->body = raw->bytes.len;
	status = ss_message_parse(message, raw->bytes.p + raw->start + 8, metadata, err);
	if (status != SS_OK)
		return place(r, err);
	raw->body_size = message->body_size;
	if (raw->body_size > SS_BODY_READ_MAX) {
		ss_err_set(err, SS_EDATA, "too-large", "a body of %llu bytes; at most %zu are read",
			   (unsigned long long)raw->body_size, SS_BODY_READ_MAX);
		ss_err_hint(err, "write smaller batches");
		return place(r, err);
	}
	status = take(r, (size_t)raw->body_size, raw, err);
	/* The buffer may have moved. */
	message->fb.p = raw->bytes.p + raw->start + 8;
	return status;
}

/* Reads on to the next message. Behind the last stream *ended is set; at an end marker
 * *size is 0. */
static enum ss_status
next_header(struct ss_reader *r, size_t *size, bool *ended, struct ss_err *err)
{
	struct ss_str head;
	enum ss_status status = ss_input_peek(&r->input, 8, &head, err);

	if (status != SS_OK)
		return status;
	r->message_at = r->input.offset;
	*ended = head.len == 0;
	if (head.len == 0 && r->phase == BETWEEN)
		return ss_join_finish(&r->join, err);
	if (head.len == 0 && r->phase == IN_STREAM) {
		ss_err_set(err, SS_EDATA, "cut-short",
			   "the input ends after %llu bytes without an end marker: it is cut short",
			   (unsigned long long)r->input.offset);
		ss_err_hint(err, "see what the program before this one said");
		return place(r, err);
	}
	if (r->phase == AT_START && !ss_sniff_is_stream(head)) {
		status = ss_input_peek(&r->input, 64, &head, err);
		return status != SS_OK ? status : ss_sniff_describe(head, err);
	}
	if (head.len < 8)
		return cut_short(r, err);
	if (!ss_sniff_is_stream(head)) {
		ss_err_set(err, SS_EDATA, "damaged-framing",
			   r->phase == BETWEEN ? "what follows the end marker is no stream"
					       : "no message begins here");
		return place(r, err);
	}
	*size = ss_load32((const uint8_t *)head.p + 4);
	return SS_OK;
}

/* An abort mark, if it is one. */
static enum ss_status
check_abort(struct ss_reader *r, struct ss_err *err)
{
	struct ss_buf text = {0};
	struct ss_str head;
	size_t got;
	enum ss_status status =
		ss_input_peek(&r->input, 8 + sizeof(SS_IPC_ABORT_TEXT) - 1, &head, err);

	if (status != SS_OK || head.len < 8 ||
	    !ss_str_eq(ss_str_n(head.p + 8, head.len - 8), SS_STR(SS_IPC_ABORT_TEXT)))
		return status;
	status = ss_input_take(&r->input, head.len + SS_SNIFF_REASON_MAX, &text, &got, err);
	if (status == SS_OK)
		status = ss_sniff_abort(ss_str_n((const char *)text.p + head.len, got - head.len),
					err);
	ss_buf_release(&text);
	return status;
}

/* One message or marker; *done when it makes an event. */
static enum ss_status
step(struct ss_reader *r, enum ss_event *event, struct ss_stream **stream, struct ss_raw_batch *raw,
     bool *done, struct ss_err *err)
{
	struct ss_message message;
	bool continues;
	size_t size = 0;
	enum ss_status status = next_header(r, &size, done, err);

	if (status != SS_OK)
		return status;
	*event = SS_EVENT_END;
	if (*done)
		return SS_OK;
	if (size == SS_IPC_ABORT_SIZE) {
		status = check_abort(r, err);
		if (status != SS_OK)
			return status;
	}
	raw->offset = r->message_at;
	if (size == 0 && r->phase == IN_STREAM) {
		ss_buf_clear(&raw->bytes);
		status = take(r, 8, raw, err);
		if (status == SS_OK)
			status = end_stream(r, err) == SS_OK ? SS_OK : place(r, err);
		return status;
	}
	if (size == 0) {
		ss_err_set(err, SS_EDATA, "damaged-framing",
			   "an end marker where a stream should begin");
		return place(r, err);
	}
	status = take_message(r, size, raw, &message, err);
	if (status != SS_OK)
		return status;
	if ((message.type == SS_MESSAGE_SCHEMA) == (r->phase == IN_STREAM)) {
		ss_err_set(err, SS_EDATA, "damaged-framing",
			   r->phase == IN_STREAM ? "a schema where none may be"
						 : "a stream that does not begin with its schema");
		return place(r, err);
	}
	switch (message.type) {
	case SS_MESSAGE_SCHEMA:
		status = begin_stream(r, &message, raw, &continues, err);
		*event = SS_EVENT_STREAM;
		*stream = r->stream;
		*done = status == SS_OK && !continues;
		break;
	case SS_MESSAGE_DICTIONARY: status = read_dictionary(r, &message, raw, err); break;
	default:
		status = read_batch(r, &message, raw, err);
		*event = SS_EVENT_BATCH;
		*done = true;
		break;
	}
	return status == SS_OK ? SS_OK : place(r, err);
}

struct ss_reader *
ss_reader_new(int fd, const struct ss_reader_options *options)
{
	struct ss_reader *r = ss_zalloc(sizeof(*r));

	r->name = options->name != NULL ? options->name : "input";
	r->foreign = options->foreign;
	r->join.partial = options->partial;
	ss_input_init(&r->input, fd, r->name);
	return r;
}

void
ss_reader_free(struct ss_reader *r)
{
	if (r == NULL)
		return;
	ss_stream_unref(r->stream);
	ss_join_release(&r->join);
	ss_input_release(&r->input);
	ss_free(r);
}

enum ss_status
ss_reader_next(struct ss_reader *r, enum ss_event *event, struct ss_stream **stream,
	       struct ss_raw_batch *raw, struct ss_err *err)
{
	enum ss_status status = SS_OK;
	bool done = false;

	ss_stream_unref(raw->stream);
	raw->stream = NULL;
	while (status == SS_OK && !done)
		status = step(r, event, stream, raw, &done, err);
	if (status == SS_EDATA)
		ss_err_at(err, r->name, 0, 0);
	return status;
}

uint64_t
ss_reader_records(const struct ss_reader *r)
{
	return r->total_records;
}

uint64_t
ss_reader_bytes(const struct ss_reader *r)
{
	return r->input.offset;
}

void
ss_raw_batch_release(struct ss_raw_batch *raw)
{
	ss_stream_unref(raw->stream);
	ss_buf_release(&raw->bytes);
	*raw = (struct ss_raw_batch){0};
}
