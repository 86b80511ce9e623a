/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes streams with every type and reads them back: schemas, metadata and each buffer must
 * be the same, at batch lengths around the borders of bytes and blocks; and the bytes of a
 * small message are held against what the FlatBuffers format says by hand.
 */
#include "arrow_sample.h"

#include "base/mem.h"

static void
equal_bytes(const void *a, const void *b, size_t n)
{
	REQUIRE(n == 0 || memcmp(a, b, n) == 0);
}

/* Bits behind the last one are clear in what was written. */
static void
clean_tail(const void *bits, size_t n)
{
	REQUIRE(bits == NULL || n % 8 == 0 || ((const uint8_t *)bits)[n / 8] >> (n % 8) == 0);
}

/* a is what was written, b what was read. */
static void
equal_arrays(const struct ArrowSchema *schema, const struct ArrowArray *a,
	     const struct ArrowArray *b)
{
	bool large = strchr("UZ", schema->format[0]) != NULL || strcmp(schema->format, "+L") == 0;
	size_t n = (size_t)a->length;
	struct ss_arrow_type type;
	struct ss_err err;
	size_t last = 0;

	REQUIRE(ss_arrow_type_of(schema, &type, &err) == SS_OK);
	REQUIRE(a->length == b->length && a->null_count == b->null_count && b->offset == 0);
	for (int64_t i = 0; i < a->length && type.kind != SS_ARROW_NULL; i++)
		REQUIRE(sample_is_null(a, i) == sample_is_null(b, i));
	clean_tail(b->null_count > 0 ? b->buffers[0] : NULL, n);
	switch (type.kind) {
	case SS_ARROW_NULL:
	case SS_ARROW_STRUCT:
	case SS_ARROW_FIXED_LIST: break;
	case SS_ARROW_BOOL:
		equal_bytes(a->buffers[1], b->buffers[1], (n + 7) / 8);
		clean_tail(b->buffers[1], n);
		break;
	case SS_ARROW_UTF8:
	case SS_ARROW_LARGE_UTF8:
	case SS_ARROW_BINARY:
	case SS_ARROW_LARGE_BINARY:
		memcpy(&last, (const char *)a->buffers[1] + n * (large ? 8 : 4), large ? 8 : 4);
		equal_bytes(a->buffers[2], b->buffers[2], last);
		equal_bytes(a->buffers[1], b->buffers[1], (n + 1) * (large ? 8 : 4));
		break;
	case SS_ARROW_LIST:
	case SS_ARROW_LARGE_LIST:
	case SS_ARROW_MAP:
		equal_bytes(a->buffers[1], b->buffers[1], (n + 1) * (large ? 8 : 4));
		break;
	default:
		equal_bytes(a->buffers[1], b->buffers[1], n * type.bits / 8);
		REQUIRE(n == 0 || (uintptr_t)b->buffers[1] % 16 == 0);
		break;
	}
	REQUIRE(a->n_children == b->n_children);
	for (int64_t i = 0; i < a->n_children; i++)
		equal_arrays(schema->children[i], a->children[i], b->children[i]);
	if (schema->dictionary != NULL)
		equal_arrays(schema->dictionary, a->dictionary, b->dictionary);
}

static void
equal_metadata(const struct ArrowSchema *a, const struct ArrowSchema *b)
{
	struct ss_str x, y;

	for (size_t i = 0; i < 2; i++) {
		const char *key = i == 0 ? "ARROW:extension:name" : "ss:structure";
		bool has = ss_arrow_metadata(a, key, &x);

		REQUIRE(has == ss_arrow_metadata(b, key, &y));
		REQUIRE(!has || ss_str_eq(x, y));
	}
	for (int64_t i = 0; i < a->n_children; i++)
		equal_metadata(a->children[i], b->children[i]);
}

static void
round_trip(const int64_t *lengths, size_t n, uint64_t seed)
{
	static const char *const pairs[] = {"ss:structure", "all", "ss:seed", "1", NULL};
	struct sample s = {.state = seed};
	struct ss_promise promise = {.first = 1000,
				     .has_records = true,
				     .part = 1,
				     .parts = 1,
				     .total = 5,
				     .has_total = true,
				     .shard = 1,
				     .shards = 3};
	struct ArrowArray *arrays[16];
	struct ss_reader_options options = {.name = "test"};
	struct ss_buf out = {0};
	struct ss_buf text = {0};
	struct ss_raw_batch raw = {0};
	struct ss_batch batch = {0};
	struct ss_stream *stream = NULL;
	struct ss_reader *reader;
	enum ss_event event;
	struct ss_err err;
	uint64_t first = promise.first;
	int fd;

	for (size_t i = 0; i < n; i++)
		promise.records += (uint64_t)lengths[i];
	sample_all(&s, pairs);
	sample_stream(&s, &promise, lengths, n, &out, NULL, arrays);
	REQUIRE(out.len % 64 == 8);
	fd = sample_descriptor(&out);
	reader = ss_reader_new(fd, &options);
	REQUIRE(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_OK);
	REQUIRE(event == SS_EVENT_STREAM && stream->ours && stream->number == 0);
	REQUIRE(memcmp(&stream->promise, &promise, sizeof(promise)) == 0);
	if (ss_arrow_schema_differs(s.schema, &stream->schema, &text)) {
		fprintf(stderr, "%.*s\n", SS_STR_ARGS(ss_buf_str(&text)));
		exit(1);
	}
	equal_metadata(s.schema, &stream->schema);
	for (size_t i = 0; i < n; i++) {
		REQUIRE(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_OK);
		REQUIRE(event == SS_EVENT_BATCH && raw.first == first && raw.number == i);
		REQUIRE(raw.records == (uint64_t)lengths[i]);
		if (ss_batch_decode(&raw, &batch, &err) != SS_OK)
			fprintf(stderr, "%s\n", err.message);
		REQUIRE(batch.array.length == lengths[i]);
		equal_arrays(s.schema, arrays[i], &batch.array);
		first += raw.records;
	}
	REQUIRE(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_OK);
	REQUIRE(event == SS_EVENT_END);
	REQUIRE(ss_reader_bytes(reader) == out.len && ss_reader_records(reader) == promise.records);
	ss_batch_release(&batch);
	ss_raw_batch_release(&raw);
	ss_reader_free(reader);
	close(fd);
	ss_buf_release(&out);
	ss_buf_release(&text);
	ss_arena_release(&s.arena);
}

/* One int16 column 7, 8, 9, as facts of the format have it, with the keys of a batch. */
static void
exact_bytes(void)
{
	static const char head[] =
		"\xff\xff\xff\xff\x38\x01\x00\x00"			   /* 8 + 312 = 320 */
		"\x18\x00\x00\x00"					   /* root at 0x20 */
		"\x0e\x00\x18\x00\x0c\x00\x0e\x00\x04\x00\x10\x00\x08\x00" /* vtable */
		"\0\0\0\0\0\0"
		"\x14\x00\x00\x00"		   /* 0x20: vtable at 0x0c */
		"\x8c\x00\x00\x00"		   /* header at 0x24 + 0x8c = 0xb0 */
		"\x10\x00\x00\x00"		   /* custom_metadata at 0x38 */
		"\x04\x00\x03\x00"		   /* V5, RecordBatch */
		"\x40\0\0\0\0\0\0\0"		   /* body of 64 */
		"\x02\x00\x00\x00"		   /* 0x38: two pairs */
		"\x10\x00\x00\x00\x44\x00\x00\x00" /* at 0x4c and 0x84 */
		"\x08\x00\x0c\x00\x04\x00\x08\x00" /* 0x44 */
		"\x08\x00\x00\x00\x08\x00\x00\x00\x10\x00\x00\x00"
		"\x07\x00\x00\x00ss:xxh3\0"
		"\x10\x00\x00\x00"
		"0000000000000000\0\0"
		"\x08\x00\x0c\x00\x04\x00\x08\x00\0\0" /* 0x7a */
		"\x0a\x00\x00\x00\x08\x00\x00\x00\x14\x00\x00\x00"
		"\x08\x00\x00\x00ss:first\0\0\0\0"
		"\x01\x00\x00\x00"
		"0\0"
		"\x0a\x00\x18\x00\x10\x00\x04\x00\x08\x00" /* 0xa6: vtable of RecordBatch */
		"\x0a\x00\x00\x00\x18\x00\x00\x00\x2c\x00\x00\x00\0\0\0\0"
		"\x03\0\0\0\0\0\0\0" /* 0xc0: three records */
		"\0\0\0\0\x01\0\0\0" /* one node */
		"\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		"\0\0\0\0\x02\0\0\0" /* two buffers */
		"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		"\0\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0";
	static const char tail[] = "\x07\x00\x08\x00\x09\x00";
	struct sample s = {0};
	struct ArrowSchema *column = sample_field(&s, "s", "x", 0);
	struct ArrowArray array = {.length = 3, .n_buffers = 2};
	struct ArrowArray root = {.length = 3, .n_children = 1};
	struct ArrowArray *children[] = {&array};
	const int16_t values[] = {7, 8, 9};
	const void *buffers[] = {NULL, values};
	struct ss_ipc_writer w;
	struct ss_ipc_message message;
	struct ss_buf out = {0};
	uint64_t chain = 0;

	array.buffers = buffers;
	root.children = children;
	sample_schema(&s, &column, 1, NULL);
	ss_ipc_writer_init(&w, s.schema);
	REQUIRE(ss_ipc_put_batch(&w, &root, 0, &out, &message));
	REQUIRE(message.at == 0 && message.size == out.len && out.len == 320 + 64);
	equal_bytes(out.p, head, sizeof(head) - 1);
	equal_bytes(out.p + 320, tail, sizeof(tail) - 1);
	for (size_t i = 320 + 6; i < out.len; i++)
		REQUIRE(out.p[i] == 0);
	REQUIRE(message.hash == ss_hash64(out.p, out.len));
	REQUIRE(memcmp(out.p + message.digits, "0000000000000000", 16) == 0);
	ss_ipc_seal(&out, &message, &chain);
	REQUIRE(chain == ss_ipc_chain(0, message.hash));
	ss_buf_release(&out);
	ss_ipc_writer_release(&w);
	ss_arena_release(&s.arena);
}

/* A body above the limit is refused and leaves nothing behind. */
static void
large_body(void)
{
	struct sample s = {0};
	struct ArrowSchema *column = sample_field(&s, "w:1048576", "x", 0);
	struct ArrowArray array = {.length = 65, .n_buffers = 2};
	struct ArrowArray root = {.length = 65, .n_children = 1};
	struct ArrowArray *children[] = {&array};
	void *values = ss_zalloc((size_t)65 << 20);
	const void *buffers[] = {NULL, values};
	struct ss_ipc_writer w;
	struct ss_ipc_message message;
	struct ss_buf out = {0};

	array.buffers = buffers;
	root.children = children;
	sample_schema(&s, &column, 1, NULL);
	ss_ipc_writer_init(&w, s.schema);
	ss_buf_puts(&out, SS_STR("before"));
	REQUIRE(!ss_ipc_put_batch(&w, &root, 0, &out, &message));
	REQUIRE(ss_str_eq(ss_buf_str(&out), SS_STR("before")));
	array.length = root.length = 64;
	REQUIRE(ss_ipc_put_batch(&w, &root, 0, &out, &message));
	ss_buf_release(&out);
	ss_free(values);
	ss_ipc_writer_release(&w);
	ss_arena_release(&s.arena);
}

static void
round_trips(void)
{
	static const int64_t none[] = {0};
	static const int64_t few[] = {1, 0, 7, 8, 9};
	static const int64_t many[] = {63, 64, 65, 1000, 31, 33};

	round_trip(none, 1, 1);
	round_trip(few, 5, 2);
	for (uint64_t seed = 3; seed < 20; seed++)
		round_trip(many, 6, seed);
}

int
main(void)
{
	RUN(exact_bytes);
	RUN(round_trips);
	RUN(large_body);
	return check_done();
}
