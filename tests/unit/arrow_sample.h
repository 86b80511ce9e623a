/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schemas and arrays with made-up contents for the tests of lib/arrow: every type, nested,
 * nullable, with dictionaries at all levels. The contents depend on the seed alone. All
 * memory is the arena's. Included by tests/unit/arrow_*.c only.
 */
#ifndef SS_TESTS_ARROW_SAMPLE_H
#define SS_TESTS_ARROW_SAMPLE_H

#include "base/defs.h" /* the feature macros, before the system's headers */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arrow/read.h"
#include "arrow/write.h"
#include "base/arena.h"
#include "base/num.h"
#include "check.h"

/* Ends the program: what follows would only repeat the failure. */
#define REQUIRE(x)                                                                      \
	do {                                                                            \
		if (!(x)) {                                                             \
			fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #x); \
			exit(1);                                                        \
		}                                                                       \
	} while (0)

struct sample {
	struct ss_arena arena;
	struct ArrowSchema *schema;
	uint64_t state;
};

static SS_UNUSED uint64_t
sample_next(struct sample *s)
{
	uint64_t z = s->state += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

static SS_UNUSED struct ArrowSchema *
sample_field(struct sample *s, const char *format, const char *name, int64_t n_children)
{
	struct ArrowSchema *field = ss_arena_calloc(&s->arena, 1, sizeof(*field));

	field->format = format;
	field->name = name;
	field->flags = ARROW_FLAG_NULLABLE;
	field->n_children = n_children;
	if (n_children > 0)
		field->children =
			ss_arena_calloc(&s->arena, (size_t)n_children, sizeof(*field->children));
	return field;
}

static SS_UNUSED const char *
sample_metadata(struct sample *s, const char *const *pairs)
{
	struct ss_buf buf = {0};
	const char *copy;

	for (; *pairs != NULL; pairs += 2)
		ss_arrow_metadata_add(&buf, ss_str(pairs[0]), ss_str(pairs[1]));
	copy = ss_arena_str(&s->arena, ss_buf_str(&buf)).p;
	ss_buf_release(&buf);
	return copy;
}

static SS_UNUSED struct ArrowSchema *
sample_dictionary(struct sample *s, const char *index, const char *name, struct ArrowSchema *values)
{
	struct ArrowSchema *field = sample_field(s, index, name, 0);

	field->dictionary = values;
	return field;
}

static SS_UNUSED struct ArrowSchema *
sample_list(struct sample *s, const char *format, const char *name, struct ArrowSchema *item)
{
	struct ArrowSchema *field = sample_field(s, format, name, 1);

	field->children[0] = item;
	return field;
}

/* A value that other programs can show, too: small, within a day or a few thousand years. */
static SS_UNUSED uint64_t
sample_value(struct sample *s, const struct ss_arrow_type *type)
{
	static const uint64_t per_second[] = {1, 1000, 1000000, 1000000000};
	uint64_t v = sample_next(s);
	double real = (double)(int64_t)(v % 2000001) / 64 - 10000;
	float single = (float)real;
	uint32_t bits;

	switch (type->kind) {
	case SS_ARROW_DECIMAL: return v % 20000 - 10000;
	case SS_ARROW_DATE32: return v % 40000 - 10000;
	case SS_ARROW_DATE64: return (v % 40000 - 10000) * 86400000u;
	case SS_ARROW_TIME32:
	case SS_ARROW_TIME64: return v % (86400 * per_second[type->unit]);
	case SS_ARROW_TIMESTAMP:
	case SS_ARROW_DURATION:
		return v % (4000000000u * per_second[type->unit]) -
		       1000000000u * per_second[type->unit];
	case SS_ARROW_FLOAT64: memcpy(&v, &real, 8); return v;
	case SS_ARROW_FLOAT32: memcpy(&bits, &single, 4); return bits;
	case SS_ARROW_FLOAT16: return 0x3C00 | (v & 0x3FF);
	default: return v;
	}
}

static SS_UNUSED bool
sample_is_null(const struct ArrowArray *array, int64_t i)
{
	const uint8_t *bits = array->buffers[0];

	return bits != NULL && !(bits[i >> 3] >> (i & 7) & 1);
}

static SS_UNUSED void
sample_fixed(struct sample *s, const struct ArrowSchema *schema, const struct ss_arrow_type *type,
	     struct ArrowArray *array)
{
	size_t size = type->bits / 8;
	size_t n = (size_t)array->length;
	uint8_t *p = ss_arena_calloc(&s->arena, n + 8, size > 0 ? size : 1);

	array->buffers[1] = p;
	for (size_t i = 0; i < n; i++) {
		uint64_t v = sample_value(s, type);
		int64_t sign = (int64_t)v >> 63;
		int64_t wide[4] = {(int64_t)v, sign, sign, sign};

		if (sample_is_null(array, (int64_t)i))
			continue;
		if (schema->dictionary != NULL)
			wide[0] = (int64_t)(v % (uint64_t)array->dictionary->length);
		if (type->bits == 1)
			p[i >> 3] |= (uint8_t)((v & 1) << (i & 7));
		else if (type->kind == SS_ARROW_FIXED_BINARY)
			for (size_t k = 0; k < size; k++)
				p[i * size + k] = (uint8_t)sample_next(s);
		else
			memcpy(p + i * size, wide, size);
	}
}

/* Offsets of 4 or 8 bytes with lengths below limit; returns the last. */
static SS_UNUSED size_t
sample_offsets(struct sample *s, struct ArrowArray *array, unsigned size, unsigned limit)
{
	size_t n = (size_t)array->length;
	uint8_t *p = ss_arena_calloc(&s->arena, n + 1, size);
	size_t at = 0;

	array->buffers[1] = p;
	for (size_t i = 0; i < n; i++) {
		if (!sample_is_null(array, (int64_t)i))
			at += (size_t)(sample_next(s) % limit);
		memcpy(p + (i + 1) * size, &at, size);
	}
	return at;
}

static SS_UNUSED void
sample_validity(struct sample *s, struct ArrowArray *array)
{
	int64_t n = array->length;
	uint8_t *bits = ss_arena_calloc(&s->arena, 1, (size_t)n / 8 + 1);

	for (int64_t i = 0; i < n; i++) {
		bool null = sample_next(s) % 5 == 0;

		array->null_count += null;
		bits[i >> 3] |= (uint8_t)(!null << (i & 7));
	}
	/* Bits behind the end must not reach the stream. */
	if (n & 7)
		bits[n >> 3] |= (uint8_t)(0xFF << (n & 7));
	array->buffers[0] = array->null_count > 0 ? bits : NULL;
}

static SS_UNUSED struct ArrowArray *
sample_array(struct sample *s, struct ArrowSchema *schema, int64_t n)
{
	static const char text[] = "ab\xc3\xa9 \xe2\x82\xac\"\\\nxyz";
	struct ArrowArray *array = ss_arena_calloc(&s->arena, 1, sizeof(*array));
	struct ss_arrow_type type;
	struct ss_err err;
	bool large = strchr("UZ", schema->format[0]) != NULL || strcmp(schema->format, "+L") == 0;
	uint8_t *data;
	size_t below = (size_t)n;

	REQUIRE(ss_arrow_type_of(schema, &type, &err) == SS_OK);
	array->length = n;
	array->buffers = ss_arena_calloc(&s->arena, 3, sizeof(*array->buffers));
	array->n_children = schema->n_children;
	if (schema->flags & ARROW_FLAG_NULLABLE && type.kind != SS_ARROW_NULL)
		sample_validity(s, array);
	if (schema->dictionary != NULL) {
		/* One for all batches: kept where nobody else looks. */
		if (schema->dictionary->private_data == NULL)
			schema->dictionary->private_data = sample_array(s, schema->dictionary, 7);
		array->dictionary = schema->dictionary->private_data;
	}
	switch (type.kind) {
	case SS_ARROW_NULL: array->null_count = n; break;
	case SS_ARROW_UTF8:
	case SS_ARROW_LARGE_UTF8:
		/* Whole copies of the text: any cut would have to fall between characters. */
		below = sample_offsets(s, array, large ? 8 : 4, 4);
		data = ss_arena_calloc(&s->arena, below + 1, sizeof(text));
		for (size_t i = 0; i < below; i++)
			memcpy(data + i * (sizeof(text) - 1), text, sizeof(text) - 1);
		for (int64_t i = 0; i <= n; i++) {
			if (large)
				((int64_t *)(uintptr_t)array->buffers[1])[i] *=
					(int64_t)sizeof(text) - 1;
			else
				((int32_t *)(uintptr_t)array->buffers[1])[i] *=
					(int32_t)sizeof(text) - 1;
		}
		array->buffers[2] = data;
		break;
	case SS_ARROW_BINARY:
	case SS_ARROW_LARGE_BINARY:
		below = sample_offsets(s, array, large ? 8 : 4, 20);
		data = ss_arena_alloc(&s->arena, below + 1);
		for (size_t i = 0; i < below; i++)
			data[i] = (uint8_t)sample_next(s);
		array->buffers[2] = data;
		break;
	case SS_ARROW_LIST:
	case SS_ARROW_LARGE_LIST:
	case SS_ARROW_MAP: below = sample_offsets(s, array, large ? 8 : 4, 4); break;
	case SS_ARROW_FIXED_LIST: below *= (size_t)type.width; break;
	case SS_ARROW_STRUCT: break;
	default: sample_fixed(s, schema, &type, array); break;
	}
	array->children = ss_arena_calloc(&s->arena, (size_t)schema->n_children + 1,
					  sizeof(*array->children));
	for (int64_t i = 0; i < schema->n_children; i++)
		array->children[i] = sample_array(s, schema->children[i], (int64_t)below);
	return array;
}

/* A structure with the given columns; no nulls at the top. */
static SS_UNUSED void
sample_schema(struct sample *s, struct ArrowSchema *const *columns, int64_t n,
	      const char *const *pairs)
{
	s->schema = sample_field(s, "+s", "", n);
	s->schema->flags = 0;
	for (int64_t i = 0; i < n; i++)
		s->schema->children[i] = columns[i];
	s->schema->metadata = pairs != NULL ? sample_metadata(s, pairs) : NULL;
}

/* Every type that can be written. */
static SS_UNUSED void
sample_all(struct sample *s, const char *const *pairs)
{
	static const char *const plain[] = {
		"n",
		"b",
		"c",
		"C",
		"s",
		"S",
		"i",
		"I",
		"l",
		"L",
		"e",
		"f",
		"g",
		"u",
		"U",
		"z",
		"Z",
		"w:16",
		"tdD",
		"tdm",
		"tts",
		"ttm",
		"ttu",
		"ttn",
		"tDs",
		"tDm",
		"tDu",
		"tDn",
		"tss:",
		"tsm:UTC",
		"tsu:Europe/Rome",
		"tsn:",
		"d:38,2",
		"d:10,0",
		"d:4,4",
	};
	static const char *const uuid[] = {"ARROW:extension:name", "arrow.uuid",
					   "ARROW:extension:metadata", "", NULL};
	enum { N = SS_ARRAY_LEN(plain) };
	struct ArrowSchema *columns[N + 16];
	struct ArrowSchema *item, *entries, *line;
	int64_t n = 0;

	for (size_t i = 0; i < N; i++)
		columns[n++] = sample_field(s, plain[i],
					    ss_arena_printf(&s->arena, "c%zu_%s", i, plain[i]), 0);
	columns[17]->metadata = sample_metadata(s, uuid);
	columns[6]->flags = 0; /* without nulls */
	columns[13]->flags = 0;
	columns[n++] = sample_dictionary(s, "c", "d8", sample_field(s, "u", "", 0));
	columns[n++] = sample_dictionary(s, "s", "d16", sample_field(s, "u", "", 0));
	columns[n++] = sample_dictionary(s, "i", "d32", sample_field(s, "tdD", "", 0));
	columns[n++] = sample_dictionary(s, "C", "du8", sample_field(s, "u", "", 0));
	line = sample_field(s, "+s", "item", 3);
	line->children[0] = sample_field(s, "l", "n", 0);
	line->children[1] = sample_dictionary(s, "c", "colour", sample_field(s, "u", "", 0));
	line->children[2] = sample_list(s, "+l", "tags", sample_field(s, "u", "item", 0));
	columns[n++] = sample_list(s, "+l", "lines", line);
	columns[n++] = sample_list(s, "+L", "large", sample_field(s, "d:12,3", "item", 0));
	columns[n++] = sample_list(s, "+w:3", "fixed", sample_field(s, "i", "item", 0));
	item = sample_list(s, "+l", "item", sample_field(s, "b", "item", 0));
	columns[n++] = sample_list(s, "+l", "list_list", item);
	entries = sample_field(s, "+s", "entries", 2);
	entries->flags = 0;
	entries->children[0] = sample_field(s, "u", "key", 0);
	entries->children[0]->flags = 0;
	entries->children[1] = sample_field(s, "i", "value", 0);
	columns[n++] = sample_list(s, "+m", "map", entries);
	item = sample_field(s, "+s", "outer", 1);
	item->children[0] = sample_field(s, "+s", "inner", 1);
	item->children[0]->children[0] = sample_field(s, "u", "x", 0);
	columns[n++] = item;
	sample_schema(s, columns, n, pairs);
}

/* Appends a whole stream: batches of the given lengths, numbered from promise->first. Where
 * messages begin goes to places, if it is not NULL. */
static SS_UNUSED void
sample_stream(struct sample *s, const struct ss_promise *promise, const int64_t *lengths, size_t n,
	      struct ss_buf *out, size_t *places, struct ArrowArray **arrays)
{
	struct ss_ipc_writer w;
	struct ss_ipc_message message;
	struct ArrowArray *array = sample_array(s, s->schema, n > 0 ? lengths[0] : 0);
	uint64_t chain = 0;
	uint64_t first = promise->first;
	size_t k = 0;

	ss_ipc_writer_init(&w, s->schema);
	ss_ipc_put_schema(&w, promise, out, &message);
	ss_ipc_seal(out, &message, &chain);
	if (places != NULL)
		places[k++] = message.at;
	for (size_t i = 0; i < w.n_dictionaries; i++) {
		ss_ipc_put_dictionary(&w, i, array, out, &message);
		ss_ipc_seal(out, &message, &chain);
		if (places != NULL)
			places[k++] = message.at;
	}
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			array = sample_array(s, s->schema, lengths[i]);
		REQUIRE(ss_ipc_put_batch(&w, array, first, out, &message));
		ss_ipc_seal(out, &message, &chain);
		first += (uint64_t)lengths[i];
		if (places != NULL)
			places[k++] = message.at;
		if (arrays != NULL)
			arrays[i] = array;
	}
	if (places != NULL) {
		places[k++] = out->len;
		places[k] = out->len + 8;
	}
	ss_ipc_put_end(out);
	ss_ipc_writer_release(&w);
}

/* A descriptor from which the bytes can be read. */
static SS_UNUSED int
sample_descriptor(const struct ss_buf *bytes)
{
	FILE *file = tmpfile();
	int fd;

	REQUIRE(file != NULL);
	REQUIRE(bytes->len == 0 || fwrite(bytes->p, 1, bytes->len, file) == bytes->len);
	REQUIRE(fflush(file) == 0);
	fd = dup(fileno(file));
	fclose(file);
	REQUIRE(fd >= 0 && lseek(fd, 0, SEEK_SET) == 0);
	return fd;
}

/* Reads and decodes all of it. events counts the streams that were announced. */
static SS_UNUSED enum ss_status
sample_read(int fd, const struct ss_reader_options *options, uint64_t *records, unsigned *events,
	    struct ss_err *err)
{
	struct ss_reader *reader = ss_reader_new(fd, options);
	struct ss_raw_batch raw = {0};
	struct ss_batch batch = {0};
	struct ss_stream *stream = NULL;
	enum ss_event event = SS_EVENT_STREAM;
	enum ss_status status = SS_OK;

	*records = 0;
	*events = 0;
	*err = (struct ss_err){0};
	while (status == SS_OK && event != SS_EVENT_END) {
		status = ss_reader_next(reader, &event, &stream, &raw, err);
		if (status == SS_OK && event == SS_EVENT_BATCH)
			status = ss_batch_decode(&raw, &batch, err);
		if (status == SS_OK && event == SS_EVENT_BATCH)
			*records += raw.records;
		*events += status == SS_OK && event == SS_EVENT_STREAM;
	}
	ss_batch_release(&batch);
	ss_raw_batch_release(&raw);
	ss_reader_free(reader);
	return status;
}

static SS_UNUSED enum ss_status
sample_read_bytes(const struct ss_buf *bytes, const struct ss_reader_options *options,
		  uint64_t *records, unsigned *events, struct ss_err *err)
{
	int fd = sample_descriptor(bytes);
	enum ss_status status = sample_read(fd, options, records, events, err);

	close(fd);
	return status;
}

#endif
