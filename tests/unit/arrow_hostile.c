/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams that are sealed rightly and lie all the same: the checksum says that the bytes are
 * what was sent, not that the sender is honest. Arrays are spoiled before they are written,
 * or the writer is told wrong numbers; the reader must name what is wrong.
 */
#include "arrow_sample.h"

enum { ROWS = 100 };

struct subject {
	struct sample s;
	struct ArrowArray *array;
	struct ss_promise promise;
	uint64_t first; /* that the batch claims */
	bool no_batch;
	bool ours;
};

static void
make(struct subject *t)
{
	struct ArrowSchema *columns[5];

	*t = (struct subject){.s = {.state = 3}, .ours = true};
	t->promise = (struct ss_promise){.records = ROWS, .has_records = true};
	columns[0] = sample_field(&t->s, "u", "text", 0);
	columns[1] = sample_list(&t->s, "+l", "list", sample_field(&t->s, "i", "item", 0));
	columns[2] = sample_dictionary(&t->s, "c", "colour", sample_field(&t->s, "u", "", 0));
	columns[3] = sample_field(&t->s, "l", "full", 0);
	columns[3]->flags = 0;
	columns[4] = sample_field(&t->s, "d:10,2", "price", 0);
	sample_schema(&t->s, columns, 5, NULL);
	t->array = sample_array(&t->s, t->s.schema, ROWS);
}

static void
write_stream(struct subject *t, struct ss_buf *out)
{
	struct ss_ipc_writer w;
	struct ss_ipc_message message;
	uint64_t chain = 0;

	ss_ipc_writer_init(&w, t->s.schema);
	ss_ipc_put_schema(&w, &t->promise, out, &message);
	ss_ipc_seal(out, &message, &chain);
	ss_ipc_put_dictionary(&w, 0, t->array, out, &message);
	ss_ipc_seal(out, &message, &chain);
	if (!t->no_batch) {
		REQUIRE(ss_ipc_put_batch(&w, t->array, t->first, out, &message));
		ss_ipc_seal(out, &message, &chain);
	}
	ss_ipc_put_end(out);
	ss_ipc_writer_release(&w);
	for (size_t i = 0; !t->ours && i + 3 <= out->len; i++) {
		if (memcmp(out->p + i, "ss:", 3) == 0)
			memcpy(out->p + i, "xx:", 3);
	}
}

/* says NULL: it is right. */
static void
judge(struct subject *t, const char *says)
{
	const struct ss_reader_options options = {.name = "test"};
	struct ss_buf out = {0};
	struct ss_err err;
	uint64_t records;
	unsigned events;
	enum ss_status status;

	write_stream(t, &out);
	status = sample_read_bytes(&out, &options, &records, &events, &err);
	if (status != (says == NULL ? SS_OK : SS_EDATA) ||
	    (says != NULL && strstr(err.message, says) == NULL)) {
		fprintf(stderr, "status %d, \"%s\" where \"%s\" is expected\n", status, err.message,
			says != NULL ? says : "");
		exit(1);
	}
	ss_buf_release(&out);
	ss_arena_release(&t->s.arena);
}

static void *
buffer(const struct subject *t, int64_t column, unsigned i)
{
	return (void *)(uintptr_t)t->array->children[column]->buffers[i];
}

static void
promises(void)
{
	struct subject t;

	make(&t);
	judge(&t, NULL);
	make(&t);
	t.first = 1;
	judge(&t, "record 0 is expected, the batch begins at 1");
	make(&t);
	t.promise.first = 1;
	judge(&t, "record 1 is expected, the batch begins at 0");
	make(&t);
	t.promise.records = ROWS + 1;
	judge(&t, "the stream ends after 100 of 101 records");
	make(&t);
	t.promise.records = ROWS - 1;
	judge(&t, "more than the 99 records");
	make(&t);
	t.promise.records = 0;
	t.no_batch = true;
	judge(&t, "ends without a batch");
	make(&t);
	t.no_batch = true;
	t.ours = false;
	judge(&t, NULL);
	make(&t);
	t.promise.first = t.first = UINT64_MAX - 10;
	judge(&t, "beyond 2^64");
}

static void
offsets(void)
{
	/* In the blocks that are checked as vectors and behind them. */
	static const int64_t rows[] = {1, 31, 32, 33, 64, 96, 99};
	struct subject t;

	for (size_t i = 0; i < SS_ARRAY_LEN(rows); i++) {
		int32_t *at;

		for (int64_t column = 0; column < 2; column++) {
			make(&t);
			at = buffer(&t, column, 1);
			at[rows[i]] = at[rows[i] + 1] + 1;
			judge(&t, column == 0
					  ? "column \"text\": offsets that are negative or fall"
					  : "column \"list\": offsets that are negative or fall");
		}
	}
	make(&t);
	((int32_t *)buffer(&t, 0, 1))[0] = -1;
	judge(&t, "column \"text\": offsets");
	make(&t);
	((int32_t *)buffer(&t, 1, 1))[ROWS] += 1;
	judge(&t, "column \"list.item\"");
}

static void
indices(void)
{
	struct subject t;
	const struct ArrowArray *column;
	int64_t null = 0;

	for (int64_t row = 0; row < ROWS; row += 9) {
		make(&t);
		column = t.array->children[2];
		if (!sample_is_null(column, row)) {
			((int8_t *)buffer(&t, 2, 1))[row] = row % 2 ? 7 : -1;
			judge(&t, "an index beyond the dictionary's 7 entries");
		} else {
			judge(&t, NULL);
		}
	}
	/* What a null row holds is nobody's business. */
	make(&t);
	while (!sample_is_null(t.array->children[2], null))
		null++;
	((int8_t *)buffer(&t, 2, 1))[null] = 99;
	judge(&t, NULL);
}

static void
counts(void)
{
	struct subject t;

	make(&t);
	t.array->children[0]->null_count++;
	judge(&t, "column \"text\"");
	make(&t);
	t.array->children[0]->null_count = ROWS + 1;
	judge(&t, "101 nulls in 100 rows");
	make(&t);
	t.array->children[3]->null_count = t.array->children[0]->null_count;
	t.array->children[3]->buffers[0] = t.array->children[0]->buffers[0];
	judge(&t, "column \"full\": nulls in a column that has none");
	make(&t);
	t.array->children[3]->length--;
	judge(&t, "column \"full\": 99 rows where 100 are needed");
}

/* Text is looked at, of strangers and of ours: a hash is no proof of honesty. */
static void
text(void)
{
	struct subject t;

	for (unsigned i = 0; i < 2; i++) {
		make(&t);
		t.ours = i == 0;
		((char *)buffer(&t, 0, 2))[0] = (char)0xFF;
		judge(&t, "column \"text\": text that is not UTF-8 in row");
	}
	/* Whole as one text, but cut inside a character. */
	make(&t);
	t.ours = false;
	for (int64_t row = 1; row < ROWS; row++) {
		int32_t *at = buffer(&t, 0, 1);

		/* The text begins "ab\xc3\xa9". */
		if (at[row] == at[row - 1] || at[row] == at[row + 1])
			continue;
		at[row] += 3;
		break;
	}
	judge(&t, "text that is not UTF-8 in row");
}

/* Sets a field of the Buffer with this index in the batch of a foreign stream. */
static void
buffer_entries(void)
{
	/* text has buffers 0 to 2, list 3 and 4, its items 5 and 6, colour 7 and 8, full 9, 10. */
	static const struct {
		size_t buffer, field;
		int64_t value;
	} cases[] = {
		{2, 1, 1},	  {2, 1, -8},	     {2, 0, 4},
		{2, 0, -64},	  {2, 0, 1 << 20},   {2, 0, 0},
		{8, 1, ROWS - 1}, {8, 1, INT64_MAX}, {8, 0, INT64_MAX - 7},
		{1, 1, 4 * ROWS}, {10, 0, 0},
	};
	const struct ss_reader_options options = {.name = "test"};

	for (size_t i = 0; i < SS_ARRAY_LEN(cases); i++) {
		struct ss_buf out = {0};
		struct ss_err err;
		uint64_t records;
		unsigned events;
		struct subject t;
		size_t at = 0;

		make(&t);
		t.ours = false;
		write_stream(&t, &out);
		/* The vector of Buffers begins with their count, and {0, 13} is the first. */
		for (size_t k = 0; k + 20 < out.len; k += 4) {
			if (memcmp(out.p + k, "\x0d\0\0\0\0\0\0\0\0\0\0\0\x0d\0\0\0\0\0\0\0", 20) ==
			    0)
				at = k + 4;
		}
		REQUIRE(at != 0);
		memcpy(out.p + at + 16 * cases[i].buffer + 8 * cases[i].field, &cases[i].value, 8);
		if (sample_read_bytes(&out, &options, &records, &events, &err) != SS_EDATA) {
			fprintf(stderr, "buffer entry %zu passed\n", i);
			exit(1);
		}
		ss_buf_release(&out);
		ss_arena_release(&t.s.arena);
	}
}

int
main(void)
{
	RUN(promises);
	RUN(offsets);
	RUN(indices);
	RUN(counts);
	RUN(text);
	RUN(buffer_entries);
	return check_done();
}
