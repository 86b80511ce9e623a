/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as a record stream: read as they are, and once more with the chain of ss:xxh3 made
 * right, since hardly any mutation would get past it. What the reader hands out goes through
 * every format. JSON must be JSON and have as many values as there are records; what the format
 * arrow writes must be readable and give the same JSON again.
 */
#include "fuzz.h"

#include "arrow/message.h"
#include "arrow/read.h"
#include "base/hash.h"
#include "format/format.h"
#include "json_check.h"

#define FORMATS_MAX 8
#define RECORDS_MAX 20000	     /* a batch of nothing but nulls may claim 2^31 */
#define BYTES_MAX ((size_t)64 << 20) /* long names times many rows */

struct encoder {
	const struct ss_format *format;
	void *state;
	bool failed;
	struct ss_buf out;
};

struct run {
	uint64_t seed; /* of the formats' options */
	struct encoder encoders[FORMATS_MAX];
	size_t n_encoders;
	unsigned streams;
	uint64_t records; /* of the last structure */
	bool json_array;
	bool utf8;
	bool whole; /* the input ended well, with one structure */
};

/* Everything that one encoder has, checked. */
static void
close_encoder(struct run *run, struct encoder *e, bool complete)
{
	long values;

	if (e->state == NULL)
		return;
	e->format->close(e->state, complete && !e->failed, &e->out);
	e->state = NULL;
	if (!complete || e->failed || strcmp(e->format->name, "json") != 0 || !run->utf8)
		return;
	values = json_values(e->out.p, e->out.len);
	FUZZ_CHECK(values == (run->json_array ? 1 : (long)run->records),
		   "%ld values of %llu records", values, (unsigned long long)run->records);
}

static void
open_encoder(struct run *run, struct encoder *e, const struct ss_stream *stream)
{
	const struct ss_format_context context = {.workers = 1,
						  .terminal_columns = run->seed & 1 ? 80 : 0,
						  .first = stream->promise.first};
	uint64_t options[64] = {0};
	struct ss_err err = {0};
	enum ss_status status;

	ss_buf_clear(&e->out);
	FUZZ_CHECK(e->format->options_size <= sizeof(options), "options too large");
	fuzz_options(e->format->options, e->format->n_options, run->seed, options);
	status = e->format->open(&stream->schema, options, &context, &e->state, &e->out, &err);
	e->failed = status != SS_OK;
	if (status != SS_OK) {
		fuzz_check_error(status, &err);
		FUZZ_CHECK(e->state == NULL, "a state after a failure");
	}
	for (size_t i = 0; i < e->format->n_options; i++)
		if (strcmp(e->format->name, "json") == 0 &&
		    strcmp(e->format->options[i].name, "array") == 0)
			run->json_array = *((bool *)options + e->format->options[i].offset);
}

static void
begin(struct run *run, const struct ss_stream *stream)
{
	run->n_encoders = 0;
	for (size_t i = 0; ss_format_at(i) != NULL; i++) {
		struct encoder *e = &run->encoders[i];

		FUZZ_CHECK(i < FORMATS_MAX, "more formats than FORMATS_MAX");
		close_encoder(run, e, true);
		e->format = ss_format_at(i);
		open_encoder(run, e, stream);
		run->n_encoders++;
	}
	run->streams++;
	run->records = 0;
	/* The text of streams of ours is taken as their writer left it. */
	run->utf8 = !stream->ours;
}

static void
encode(struct run *run, const struct ss_raw_batch *raw, const struct ss_batch *batch)
{
	struct ss_err err = {0};

	run->records += raw->records;
	for (size_t i = 0; i < run->n_encoders; i++) {
		struct encoder *e = &run->encoders[i];
		enum ss_status status;

		if (e->failed)
			continue;
		status = e->format->encode(e->state, 0, &batch->array, raw->first, &e->out, &err);
		e->failed = status != SS_OK || e->out.len > BYTES_MAX;
		if (status != SS_OK)
			fuzz_check_error(status, &err);
	}
}

/* Reads it all into run, whose outputs stay until finish. */
static enum ss_status
read_all(struct run *run, const void *p, size_t size, const struct ss_reader_options *options)
{
	int fd = fuzz_descriptor(p, size);
	struct ss_reader *reader = ss_reader_new(fd, options);
	struct ss_raw_batch raw = {0};
	struct ss_batch batch = {0};
	struct ss_stream *stream = NULL;
	struct ss_err err = {0};
	enum ss_event event = SS_EVENT_STREAM;
	enum ss_status status = SS_OK;

	while (status == SS_OK && event != SS_EVENT_END) {
		status = ss_reader_next(reader, &event, &stream, &raw, &err);
		if (status == SS_OK && event == SS_EVENT_STREAM)
			begin(run, stream);
		if (status != SS_OK || event != SS_EVENT_BATCH)
			continue;
		if (raw.records > RECORDS_MAX)
			break;
		status = ss_batch_decode(&raw, &batch, &err);
		if (status == SS_OK)
			encode(run, &raw, &batch);
	}
	if (status != SS_OK)
		fuzz_check_error(status, &err);
	run->whole = status == SS_OK && event == SS_EVENT_END && run->streams == 1;
	for (size_t i = 0; i < run->n_encoders; i++)
		close_encoder(run, &run->encoders[i], run->whole);
	ss_batch_release(&batch);
	ss_raw_batch_release(&raw);
	ss_reader_free(reader);
	close(fd);
	return status;
}

static void
finish(struct run *run)
{
	for (size_t i = 0; i < FORMATS_MAX; i++)
		ss_buf_release(&run->encoders[i].out);
}

static const struct encoder *
encoder_named(const struct run *run, const char *name)
{
	for (size_t i = 0; i < run->n_encoders; i++)
		if (strcmp(run->encoders[i].format->name, name) == 0)
			return &run->encoders[i];
	return NULL;
}

/* The stream that the format arrow wrote says the same. */
static void
check_again(const struct run *run)
{
	const struct ss_reader_options options = {.name = "again"};
	const struct encoder *arrow = encoder_named(run, "arrow");
	const struct encoder *json = encoder_named(run, "json");
	struct run again = {.seed = run->seed};
	const struct encoder *got;
	enum ss_status status;

	if (!run->whole || arrow == NULL || arrow->failed || json->failed)
		return;
	status = read_all(&again, arrow->out.p, arrow->out.len, &options);
	FUZZ_CHECK(status == SS_OK && again.whole, "what was written cannot be read");
	got = encoder_named(&again, "json");
	FUZZ_CHECK(!got->failed && fuzz_same(&got->out, &json->out), "%zu bytes of JSON, then %zu",
		   json->out.len, got->out.len);
	finish(&again);
}

static void
try(const void *p, size_t size, uint64_t seed, const struct ss_reader_options *options)
{
	struct run run = {.seed = seed};

	if (read_all(&run, p, size, options) == SS_OK)
		check_again(&run);
	finish(&run);
}

/* Makes the chain right, message by message, as far as they can be told apart. */
static bool
reseal(uint8_t *p, size_t size)
{
	static const char hex[] = "0123456789abcdef";
	uint64_t chain = 0;
	bool sealed = false;

	for (size_t at = 0; size - at >= 8;) {
		struct ss_message_key key = {.key = "ss:xxh3"};
		struct ss_message message;
		struct ss_err err;
		uint32_t metadata;
		size_t whole;
		size_t digits;
		bool any;

		memcpy(&metadata, p + at + 4, sizeof(metadata));
		if (metadata == 0) {
			at += 8;
			continue;
		}
		if (metadata > size - at - 8 ||
		    ss_message_parse(&message, p + at + 8, metadata, &err) != SS_OK ||
		    ss_message_keys(&message, &key, 1, &any, &err) != SS_OK ||
		    message.body_size > size - at - 8 - metadata)
			break;
		whole = 8 + metadata + (size_t)message.body_size;
		if (message.type == SS_MESSAGE_SCHEMA)
			chain = 0;
		if (key.count == 1 && key.value.len == SS_IPC_DIGITS) {
			digits = (size_t)((const uint8_t *)key.value.p - (p + at));
			chain = ss_ipc_chain(chain, ss_message_hash(p + at, whole, digits));
			for (int i = 0; i < SS_IPC_DIGITS; i++)
				p[at + digits + (size_t)i] =
					(uint8_t)hex[chain >> (60 - 4 * i) & 15];
			sealed = true;
		}
		at += whole;
	}
	return sealed;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t seed = ss_hash64(data, size);
	struct ss_reader_options options = {.name = "fuzz", .foreign = (seed >> 8 & 3) == 0};
	uint8_t *copy = fuzz_copy(data, size);

	try(data, size, seed, &options);
	if (reseal(copy, size) && memcmp(copy, data, size) != 0) {
		options = (struct ss_reader_options){.name = "fuzz", .partial = seed >> 8 & 1};
		try(copy, size, seed, &options);
	}
	free(copy);
	return 0;
}
