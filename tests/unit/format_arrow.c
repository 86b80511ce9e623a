/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/format/arrow.c: what it writes is read back by lib/arrow, as one stream, with
 * its dictionaries; a changed dictionary and a failed run do not look whole.
 */
#include "format_run.h"

#include "arrow/read.h"

static struct ss_arena arena;

static struct ArrowSchema *
schema_of(void)
{
	struct ArrowSchema *element = make_field(&arena, "u", "item");
	struct ArrowSchema *fields[] = {
		make_field(&arena, "i", "id"),
		make_dictionary_field(&arena, "c", "d", make_field(&arena, "u", "")),
		make_schema(&arena, "+l", "l", 1, &element)};

	return make_schema(&arena, "+s", "", 3, fields);
}

static struct ArrowArray *
batch_of(const char *second_word)
{
	const char *const words[] = {"a", second_word};
	const char *const texts[] = {"x", NULL};
	struct ArrowArray *columns[] = {
		make_values(&arena, 2, "10", ((int32_t[]){7, 0}), 4),
		make_values(&arena, 2, NULL, "\1\0", 1),
		make_list(&arena, 2, NULL, ((int[]){2, 0}), make_strings(&arena, 2, texts))};

	columns[1]->dictionary = make_strings(&arena, 2, words);
	return make_struct(&arena, 2, NULL, 3, columns);
}

static enum ss_status
encode(unsigned batches, const char *last_word, bool complete, struct ss_buf *out,
       struct ss_err *err)
{
	const struct ss_format *format = ss_format_named("arrow");
	struct ss_format_context context = {.workers = 1, .first = 40};
	enum ss_status status;
	void *state;

	status = format->open(schema_of(), NULL, &context, &state, out, err);
	for (unsigned i = 0; i < batches && status == SS_OK; i++)
		status = format->encode(state, 0, batch_of(i + 1 == batches ? last_word : "b"),
					40 + 2 * i, out, err);
	format->close(state, complete && status == SS_OK, out);
	return status;
}

/* Reads the stream and writes its records as JSON. */
static enum ss_status
read_back(const struct ss_buf *bytes, struct ss_buf *json, struct ss_err *err)
{
	const struct ss_format *format = ss_format_named("json");
	const struct ss_reader_options options = {.name = "test", .partial = true};
	struct ss_format_context context = {.workers = 1};
	uint64_t zero[32] = {0};
	struct ss_raw_batch raw = {0};
	struct ss_batch batch = {0};
	struct ss_reader *reader;
	enum ss_status status;
	void *state = NULL;
	FILE *file = tmpfile();

	if (!CHECK(file != NULL && fwrite(bytes->p, 1, bytes->len, file) == bytes->len))
		return SS_EFAIL;
	rewind(file);
	reader = ss_reader_new(fileno(file), &options);
	for (;;) {
		enum ss_event event;
		struct ss_stream *stream;

		status = ss_reader_next(reader, &event, &stream, &raw, err);
		if (status != SS_OK || event == SS_EVENT_END)
			break;
		if (event == SS_EVENT_STREAM) {
			CHECK(state == NULL);
			CHECK_EQ_I64(stream->promise.first, 40);
			status = format->open(&stream->schema, zero, &context, &state, json, err);
		} else {
			status = ss_batch_decode(&raw, &batch, err);
			if (status == SS_OK)
				status = format->encode(state, 0, &batch.array, raw.first, json,
							err);
		}
		if (!CHECK(status == SS_OK))
			break;
	}
	format->close(state, status == SS_OK, json);
	ss_batch_release(&batch);
	ss_raw_batch_release(&raw);
	ss_reader_free(reader);
	fclose(file);
	return status;
}

#define RECORDS "{\"id\":7,\"d\":\"b\",\"l\":[\"x\",null]}\n{\"id\":null,\"d\":\"a\",\"l\":[]}\n"

static void
test_round_trip(void)
{
	struct ss_buf bytes = {0}, json = {0};
	struct ss_err err = {0};

	CHECK_EQ_I64(encode(2, "b", true, &bytes, &err), SS_OK);
	CHECK_EQ_I64(read_back(&bytes, &json, &err), SS_OK);
	CHECK_STRN((const char *)json.p, json.len, RECORDS RECORDS);
	ss_buf_clear(&bytes);
	ss_buf_clear(&json);
	CHECK_EQ_I64(encode(1, "b", true, &bytes, &err), SS_OK);
	CHECK_EQ_I64(read_back(&bytes, &json, &err), SS_OK);
	CHECK_STRN((const char *)json.p, json.len, RECORDS);
	ss_buf_clear(&bytes);
	ss_buf_clear(&json);
	CHECK_EQ_I64(encode(0, "b", true, &bytes, &err), SS_OK);
	CHECK_EQ_I64(read_back(&bytes, &json, &err), SS_OK);
	CHECK_EQ_I64(json.len, 0);
	ss_buf_release(&bytes);
	ss_buf_release(&json);
}

static void
test_not_whole(void)
{
	struct ss_buf bytes = {0}, json = {0};
	struct ss_err err = {0};

	CHECK_EQ_I64(encode(1, "b", false, &bytes, &err), SS_OK);
	CHECK_EQ_I64(read_back(&bytes, &json, &err), SS_EDATA);
	ss_buf_clear(&bytes);
	CHECK_EQ_I64(encode(2, "c", true, &bytes, &err), SS_EDATA);
	CHECK_STR(err.message, "dictionary of column \"d\" changes at record 42");
	CHECK_EQ_I64(read_back(&bytes, &json, &err), SS_EDATA);
	ss_buf_release(&bytes);
	ss_buf_release(&json);
}

int
main(void)
{
	RUN(test_round_trip);
	RUN(test_not_whole);
	ss_arena_release(&arena);
	return check_done();
}
