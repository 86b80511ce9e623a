/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams one after another: what continues, what begins anew and what is refused, with the
 * words that name the first difference; inputs that are no streams; abort marks; and that a
 * message is handed out as soon as the pipe holds it.
 */
#include "arrow_sample.h"

struct piece {
	const char *structure;
	const char *seed;
	const char *format; /* of its column */
	struct ss_promise promise;
};

#define WHOLE(f, n)                                               \
	{                                                         \
		.first = (f), .records = (n), .has_records = true \
	}
#define SHARD(f, n, i, of, all)                                                                  \
	{                                                                                        \
		.first = (f), .records = (n), .has_records = true, .shard = (i), .shards = (of), \
		.total = (all), .has_total = true                                                \
	}
#define PART(i, of)                                                           \
	{                                                                     \
		.records = 4, .has_records = true, .part = (i), .parts = (of) \
	}

struct join_case {
	const char *what;
	struct piece pieces[3];
	enum ss_status status;
	const char *says; /* part of the message */
	unsigned events;
	uint64_t records;
	bool partial;
	bool foreign;
};

static const struct join_case cases[] = {
	{"two that continue",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"a", "1", "i", WHOLE(5, 3)}},
	 SS_OK,
	 NULL,
	 1,
	 8,
	 false,
	 false},
	{"a gap",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"a", "1", "i", WHOLE(7, 3)}},
	 SS_EDATA,
	 "one ends before record 5, the next begins at record 7",
	 1,
	 5,
	 false,
	 false},
	{"an allowed gap",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"a", "1", "i", WHOLE(7, 3)}},
	 SS_OK,
	 NULL,
	 1,
	 8,
	 true,
	 false},
	{"an overlap",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"a", "1", "i", WHOLE(4, 3)}},
	 SS_EDATA,
	 "overlap: one ends before record 5, the next begins at record 4",
	 1,
	 5,
	 true,
	 false},
	{"another seed",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"a", "2", "i", WHOLE(5, 3)}},
	 SS_EDATA,
	 "joined streams differ: ss:seed \"1\" against \"2\"",
	 1,
	 5,
	 false,
	 false},
	{"another type",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"a", "1", "l", WHOLE(5, 3)}},
	 SS_EDATA,
	 "joined streams differ: column \"x\": int32 against int64",
	 1,
	 5,
	 false,
	 false},
	{"another scale",
	 {{"a", "1", "d:5,2", WHOLE(0, 5)}, {"a", "1", "d:5,3", WHOLE(5, 3)}},
	 SS_EDATA,
	 "decimal128(5, 2) against decimal128(5, 3)",
	 1,
	 5,
	 false,
	 false},
	{"another structure",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"b", "1", "l", WHOLE(0, 3)}},
	 SS_OK,
	 NULL,
	 2,
	 8,
	 false,
	 false},
	{"back to the first structure",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"b", "1", "l", WHOLE(0, 3)}, {"a", "1", "i", WHOLE(5, 2)}},
	 SS_OK,
	 NULL,
	 3,
	 10,
	 false,
	 false},
	{"back to the first structure with an overlap",
	 {{"a", "1", "i", WHOLE(0, 5)}, {"b", "1", "l", WHOLE(0, 3)}, {"a", "1", "i", WHOLE(0, 5)}},
	 SS_EDATA,
	 "overlap",
	 2,
	 8,
	 false,
	 false},
	{"all parts",
	 {{"a", "1", "i", PART(1, 2)}, {"b", "1", "l", PART(2, 2)}},
	 SS_OK,
	 NULL,
	 2,
	 8,
	 false,
	 false},
	{"the first part alone",
	 {{"a", "1", "i", PART(1, 2)}},
	 SS_EDATA,
	 "ends after part 1 of 2",
	 1,
	 4,
	 false,
	 false},
	{"the first part alone, allowed",
	 {{"a", "1", "i", PART(1, 2)}},
	 SS_OK,
	 NULL,
	 1,
	 4,
	 true,
	 false},
	{"the second part alone",
	 {{"a", "1", "i", PART(2, 2)}},
	 SS_EDATA,
	 "part 1 of 2 is missing",
	 0,
	 0,
	 false,
	 false},
	{"a part left out",
	 {{"a", "1", "i", PART(1, 3)}, {"b", "1", "l", PART(3, 3)}},
	 SS_EDATA,
	 "part 2 of 3 is missing",
	 1,
	 4,
	 false,
	 false},
	{"one shard", {{"a", "1", "i", SHARD(5, 5, 1, 3, 15)}}, SS_OK, NULL, 1, 5, false, false},
	{"two shards of three",
	 {{"a", "1", "i", SHARD(0, 5, 0, 3, 15)}, {"a", "1", "i", SHARD(5, 5, 1, 3, 15)}},
	 SS_EDATA,
	 "have 10 of 15 records",
	 1,
	 10,
	 false,
	 false},
	{"two shards of three, allowed",
	 {{"a", "1", "i", SHARD(0, 5, 0, 3, 15)}, {"a", "1", "i", SHARD(5, 5, 1, 3, 15)}},
	 SS_OK,
	 NULL,
	 1,
	 10,
	 true,
	 false},
	{"all shards",
	 {{"a", "1", "i", SHARD(0, 5, 0, 3, 15)},
	  {"a", "1", "i", SHARD(5, 5, 1, 3, 15)},
	  {"a", "1", "i", SHARD(10, 5, 2, 3, 15)}},
	 SS_OK,
	 NULL,
	 1,
	 15,
	 false,
	 false},
	{"no records", {{"a", "1", "i", WHOLE(0, 0)}}, SS_OK, NULL, 1, 0, false, false},
	{"endless", {{"a", "1", "i", {.first = 3}}}, SS_OK, NULL, 1, 6, false, false},
	{"foreign ones",
	 {{NULL, "1", "i", WHOLE(0, 5)}, {NULL, "2", "i", WHOLE(0, 3)}},
	 SS_OK,
	 NULL,
	 1,
	 8,
	 false,
	 true},
	{"foreign ones of two types",
	 {{NULL, "1", "i", WHOLE(0, 5)}, {NULL, "2", "f", WHOLE(0, 3)}},
	 SS_EDATA,
	 "column \"x\": int32 against float32",
	 1,
	 5,
	 false,
	 true},
};

static void
append(const struct piece *piece, struct ss_buf *out)
{
	const char *pairs[] = {"ss:structure", piece->structure, "ss:seed", piece->seed, NULL};
	struct sample s = {.state = 1};
	struct ArrowSchema *column = sample_field(&s, piece->format, "x", 0);
	int64_t length = piece->promise.has_records ? (int64_t)piece->promise.records : 6;

	sample_schema(&s, &column, 1, piece->structure != NULL ? pairs : NULL);
	sample_stream(&s, &piece->promise, &length, 1, out, NULL, NULL);
	ss_arena_release(&s.arena);
}

static void
run_case(const struct join_case *c)
{
	struct ss_reader_options options = {.name = "test", .partial = c->partial};
	struct ss_buf out = {0};
	struct ss_err err;
	uint64_t records;
	unsigned events;
	enum ss_status status;

	for (size_t i = 0; i < SS_ARRAY_LEN(c->pieces) && c->pieces[i].format != NULL; i++)
		append(&c->pieces[i], &out);
	for (size_t i = 0; c->foreign && i + 3 <= out.len; i++) {
		if (memcmp(out.p + i, "ss:", 3) == 0)
			memcpy(out.p + i, "xx:", 3);
	}
	status = sample_read_bytes(&out, &options, &records, &events, &err);
	if (status != c->status || records != c->records || events != c->events ||
	    (c->says != NULL && strstr(err.message, c->says) == NULL)) {
		fprintf(stderr, "%s: status %d, %u streams, %llu records: %s\n", c->what, status,
			events, (unsigned long long)records, err.message);
		exit(1);
	}
	ss_buf_release(&out);
}

static void
refuses(const void *bytes, size_t len, const char *says)
{
	struct ss_reader_options options = {.name = "test"};
	struct ss_buf buf = {0};
	struct ss_err err;
	uint64_t records;
	unsigned events;

	ss_buf_put(&buf, bytes, len);
	REQUIRE(sample_read_bytes(&buf, &options, &records, &events, &err) == SS_EDATA);
	if (strstr(err.message, says) == NULL) {
		fprintf(stderr, "\"%s\" lacks \"%s\"\n", err.message, says);
		exit(1);
	}
	ss_buf_release(&buf);
}

static void
other_inputs(void)
{
	refuses("", 0, "empty input: expected a record stream");
	refuses("{\"id\": 1}\n{\"id\": 2}\n", 20, "starts with \"{\"id\": 1}\"");
	refuses("x", 1, "starts with \"x\"");
	refuses("id,name\r\n", 9, "starts with \"id,name\"");
	refuses("ARROW1\0\0", 8, "an Arrow file");
	refuses("PAR1....", 8, "a Parquet file");
	refuses("\x1f\x8b\x08\0\0\0\0\0", 8, "gzip");
	refuses("\x28\xb5\x2f\xfd\0\0\0\0", 8, "zstd");
	refuses("\x98\x01\0\0\x10\0\0\0", 8, "before version 0.15");
	refuses("\0\0\0\0\0\0\0\0", 8, "0x00000000");
	refuses("\xff\xff\xff\xff", 4, "cut short");
	refuses("\xff\xff\xff\xff\0\0\0\0", 8, "an end marker where a stream should begin");
	refuses("\xff\xff\xff\xff\xf8\xff\xff\x7f", 8, "bytes of metadata");
	/* A claim of 64 MiB behind which nothing comes costs nothing. */
	refuses("\xff\xff\xff\xff\0\0\0\x04", 8, "cut short");
}

static void
aborts(void)
{
	const struct piece piece = {"a", "1", "i", WHOLE(0, 5)};
	struct ss_buf out = {0};
	char reason[400];

	ss_ipc_put_abort(&out, "no space left");
	refuses(out.p, out.len, "the producer aborted: no space left");
	ss_buf_clear(&out);
	append(&piece, &out);
	out.len -= 8;
	ss_ipc_put_abort(&out, "a\tb");
	refuses(out.p, out.len, "the producer aborted: a\\x09b");
	ss_buf_clear(&out);
	for (size_t i = 0; i + 1 < sizeof(reason); i += 3)
		memcpy(reason + i, "\xe2\x82\xac", 3);
	reason[sizeof(reason) - 1] = '\0';
	ss_ipc_put_abort(&out, reason);
	/* 66 characters of 3 bytes are within 200. */
	reason[198] = '\0';
	refuses(out.p, out.len, reason);
	ss_buf_release(&out);
}

/* A reader must not wait for more than the message that it hands out. */
static void
prompt(void)
{
	const struct piece piece = {"a", "1", "i", WHOLE(0, 5000)};
	struct ss_reader_options options = {.name = "test"};
	struct ss_buf out = {0};
	struct ss_raw_batch raw = {0};
	struct ss_stream *stream = NULL;
	struct ss_reader *reader;
	enum ss_event event;
	struct ss_err err;
	int ends[2];

	append(&piece, &out);
	REQUIRE(pipe(ends) == 0);
	alarm(20);
	REQUIRE(write(ends[1], out.p, out.len - 8) == (ssize_t)out.len - 8);
	reader = ss_reader_new(ends[0], &options);
	REQUIRE(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_OK);
	REQUIRE(event == SS_EVENT_STREAM);
	REQUIRE(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_OK);
	REQUIRE(event == SS_EVENT_BATCH && raw.records == 5000);
	REQUIRE((uintptr_t)(raw.bytes.p + raw.body) % 64 == 0);
	close(ends[1]);
	REQUIRE(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_EDATA);
	REQUIRE(strstr(err.message, "without an end marker") != NULL);
	alarm(0);
	ss_raw_batch_release(&raw);
	ss_reader_free(reader);
	close(ends[0]);
	ss_buf_release(&out);
}

static void
joints(void)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(cases); i++)
		run_case(&cases[i]);
}

int
main(void)
{
	RUN(joints);
	RUN(other_inputs);
	RUN(aborts);
	RUN(prompt);
	return check_done();
}
