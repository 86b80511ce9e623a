/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bodies into arrays. Nodes and buffers of a message are walked in the order of the layout;
 * each buffer is checked to lie inside the body behind the one before, and what it holds is
 * checked as far as a wrong value could lead astray: offsets, indices, validity, text of
 * strangers. The arrays borrow the body; only what is misaligned or must be changed is copied.
 * Runs on any thread, one batch per thread at a time.
 */
#include "arrow/stream.h"

#include <stdarg.h>
#include <stdio.h>

#include "arrow/check.h"
#include "base/mem.h"

#define BUFFERS_PER_COLUMN 3

struct decoder {
	const struct ss_stream *stream;
	const struct ss_ipc_layout *layout;
	const uint8_t *metadata;
	const struct ss_record_batch *batch;
	const uint8_t *body;
	uint64_t body_size;
	uint64_t body_used; /* end of the last buffer that holds something */
	struct ss_array_space *space;
	size_t first; /* node of the first column */
	size_t node;  /* columns done */
	size_t buffer;
	size_t pointer; /* children's pointers used */
	struct ss_err *err;
};

struct ss_batch_private {
	struct ss_array_space space;
	const void *no_buffer;
};

/* Stands for buffers without bytes, so that nobody meets a NULL but for validity. */
static const uint64_t nothing[8];

/* The column at hand is the last one begun. */
static enum ss_status SS_PRINTF(2, 3) fail_column(struct decoder *d, const char *format, ...)
{
	char path[160];
	va_list args;
	char what[320];

	ss_stream_column_path(d->layout, d->first + d->node - 1, path, sizeof(path));
	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return ss_err_set(d->err, SS_EDATA, "damaged-batch", "column \"%s\": %s", path, what);
}

static enum ss_status
take_buffer(struct decoder *d, uint64_t need, const uint8_t **p, uint64_t *len)
{
	const uint8_t *entry;
	int64_t offset, size;

	if (d->buffer >= d->batch->buffers.count)
		return fail_column(d, "a buffer is missing");
	entry = d->metadata + d->batch->buffers.at + 16 * d->buffer++;
	offset = (int64_t)ss_load64(entry);
	size = (int64_t)ss_load64(entry + 8);
	*p = (const uint8_t *)nothing;
	*len = 0;
	if (size != 0) {
		if (offset < 0 || size < 0 || offset % 8 != 0 || (uint64_t)offset > d->body_size ||
		    (uint64_t)size > d->body_size - (uint64_t)offset ||
		    (uint64_t)offset < d->body_used)
			return fail_column(d, "a buffer of %lld bytes at %lld is not in the body",
					   (long long)size, (long long)offset);
		d->body_used = (uint64_t)offset + (uint64_t)size;
		*p = d->body + offset;
		*len = (uint64_t)size;
	}
	if (*len < need)
		return fail_column(d, "a buffer of %llu bytes is too short for %llu",
				   (unsigned long long)*len, (unsigned long long)need);
	return SS_OK;
}

/* Room for changed buffers. All of them together are no larger than the body, so the room
 * that the first one makes is enough for all, and none moves. */
static uint8_t *
take_scratch(struct decoder *d, uint64_t len)
{
	struct ss_buf *scratch = &d->space->scratch;
	uint8_t *p;

	if (scratch->len == 0)
		ss_buf_reserve(scratch, d->body_size + 64 * d->batch->buffers.count);
	p = ss_buf_extend(scratch, (len + 63) & ~(uint64_t)63);
	return p;
}

/* Arrow promises 8 bytes; 16 and more of a decimal are worth a copy, so that all may load it. */
static const uint8_t *
align_values(struct decoder *d, const uint8_t *p, uint64_t len, unsigned bits)
{
	uint8_t *copy;

	if (bits != 128 && bits != 256)
		return p;
	if (((uintptr_t)p & 15) == 0 || len == 0)
		return p;
	copy = take_scratch(d, len);
	memcpy(copy, p, len);
	return copy;
}

static enum ss_status
decode_validity(struct decoder *d, const struct ss_ipc_node *node, struct ArrowArray *array)
{
	uint64_t n = (uint64_t)array->length;
	const uint8_t *bits;
	uint64_t len;
	enum ss_status status =
		take_buffer(d, array->null_count > 0 ? (n + 7) / 8 : 0, &bits, &len);

	if (status != SS_OK)
		return status;
	if (array->null_count > 0 && !(node->schema->flags & ARROW_FLAG_NULLABLE))
		return fail_column(d, "nulls in a column that has none");
	if (len == 0)
		return SS_OK;
	if (len < (n + 7) / 8)
		return fail_column(d, "validity of %llu bytes for %llu rows",
				   (unsigned long long)len, (unsigned long long)n);
	if (ss_check_zero_bits(bits, n) != (uint64_t)array->null_count)
		return fail_column(d, "%llu nulls where %lld are announced",
				   (unsigned long long)ss_check_zero_bits(bits, n),
				   (long long)array->null_count);
	if (array->null_count > 0)
		array->buffers[0] = bits;
	return SS_OK;
}

/* Offsets of a column, and the last of them. */
static enum ss_status
decode_offsets(struct decoder *d, unsigned size, struct ArrowArray *array, uint64_t *last)
{
	uint64_t n = (uint64_t)array->length;
	const uint8_t *offsets;
	uint64_t len;
	enum ss_status status = take_buffer(d, n == 0 ? 0 : (n + 1) * size, &offsets, &len);

	if (status != SS_OK)
		return status;
	if (len < size)
		offsets = (const uint8_t *)nothing;
	if (!ss_check_offsets(offsets, n, size))
		return fail_column(d, "offsets that are negative or fall");
	array->buffers[1] = offsets;
	offsets += n * size;
	*last = size == 4 ? ss_load32(offsets) : ss_load64(offsets);
	return SS_OK;
}

static enum ss_status
decode_variable(struct decoder *d, const struct ss_ipc_node *node, struct ArrowArray *array)
{
	bool is_text = node->type.kind == SS_ARROW_UTF8 || node->type.kind == SS_ARROW_LARGE_UTF8;
	uint64_t n = (uint64_t)array->length;
	const uint8_t *data;
	uint64_t last, len, row;
	enum ss_status status = decode_offsets(d, node->offset_size, array, &last);

	if (status != SS_OK)
		return status;
	status = take_buffer(d, 0, &data, &len);
	if (status != SS_OK)
		return status;
	if (last > len)
		return fail_column(d, "offsets reach up to %llu in %llu bytes of data",
				   (unsigned long long)last, (unsigned long long)len);
	array->buffers[2] = data;
	if (!is_text)
		return SS_OK;
	row = ss_check_utf8(array->buffers[1], node->offset_size, data, n, array->buffers[0]);
	if (row != n)
		return fail_column(d, "text that is not UTF-8 in row %llu",
				   (unsigned long long)row);
	return SS_OK;
}

static bool
row_is_valid(const struct ArrowArray *array, uint64_t i)
{
	const uint8_t *bits = array->buffers[0];

	return bits == NULL || (bits[i >> 3] >> (i & 7) & 1);
}

/* Some index is too large. If only null rows have such, they get 0 in a copy. */
static enum ss_status
clear_null_indices(struct decoder *d, struct ArrowArray *array, unsigned size, uint64_t entries)
{
	uint64_t n = (uint64_t)array->length;
	uint8_t *copy = take_scratch(d, n * size);

	memcpy(copy, array->buffers[1], n * size);
	array->buffers[1] = copy;
	for (uint64_t i = 0; i < n; i++) {
		if (!row_is_valid(array, i))
			memset(copy + i * size, 0, size);
		else if (ss_check_max_index(copy + i * size, 1, size) >= entries)
			return fail_column(
				d, "row %llu: an index beyond the dictionary's %llu entries",
				(unsigned long long)i, (unsigned long long)entries);
	}
	return SS_OK;
}

static enum ss_status
decode_indices(struct decoder *d, const struct ss_ipc_node *node, struct ArrowArray *array)
{
	const struct ss_stream_private *stream = d->stream->private_data;
	const struct ss_dictionary_slot *slot = &stream->slots[stream->slot_of[node->dictionary]];
	unsigned size = node->type.bits / 8;
	uint64_t n = (uint64_t)array->length;
	uint64_t entries;

	if (slot->values == NULL)
		return fail_column(d, "its dictionary %lld is missing", (long long)slot->id);
	array->dictionary = slot->values->array;
	entries = (uint64_t)array->dictionary->length;
	if (n > 0 && ss_check_max_index(array->buffers[1], n, size) >= entries)
		return clear_null_indices(d, array, size, entries);
	return SS_OK;
}

static enum ss_status
decode_fixed(struct decoder *d, const struct ss_ipc_node *node, struct ArrowArray *array)
{
	uint64_t n = (uint64_t)array->length;
	uint64_t need = (n * node->type.bits + 7) / 8; /* n < 2^31, bits < 2^31 */
	const uint8_t *values;
	uint64_t len;
	enum ss_status status = take_buffer(d, need, &values, &len);

	if (status != SS_OK)
		return status;
	array->buffers[1] = align_values(d, values, need, node->type.bits);
	if (node->dictionary != SS_NO_DICTIONARY)
		return decode_indices(d, node, array);
	return SS_OK;
}

/* The buffers of a column; below is the least length of what lies below it. */
static enum ss_status
decode_buffers(struct decoder *d, const struct ss_ipc_node *node, struct ArrowArray *array,
	       uint64_t *below)
{
	enum ss_status status;

	*below = (uint64_t)array->length;
	if (node->layout == SS_LAYOUT_NONE) {
		array->null_count = array->length;
		return SS_OK;
	}
	status = decode_validity(d, node, array);
	if (status != SS_OK)
		return status;
	switch (node->layout) {
	case SS_LAYOUT_FIXED: return decode_fixed(d, node, array);
	case SS_LAYOUT_VARIABLE: return decode_variable(d, node, array);
	case SS_LAYOUT_LIST: return decode_offsets(d, node->offset_size, array, below);
	case SS_LAYOUT_FIXED_LIST: *below *= (uint64_t)node->type.width; return SS_OK;
	default: return SS_OK;
	}
}

/* The next FieldNode. A column has as many rows as what holds it, an element column of a list
 * at least as many as the list says. */
static enum ss_status
take_node(struct decoder *d, uint64_t rows, bool exact, struct ArrowArray *array)
{
	const uint8_t *entry = d->metadata + d->batch->nodes.at + 16 * (d->node - 1);
	int64_t length, null_count;

	if (d->node > d->batch->nodes.count)
		return fail_column(d, "it is missing in the batch");
	length = (int64_t)ss_load64(entry);
	null_count = (int64_t)ss_load64(entry + 8);
	if (length < 0 || length > INT32_MAX || (uint64_t)length < rows ||
	    (exact && (uint64_t)length != rows))
		return fail_column(d, "%lld rows where %llu are needed", (long long)length,
				   (unsigned long long)rows);
	if (null_count < 0 || null_count > length)
		return fail_column(d, "%lld nulls in %lld rows", (long long)null_count,
				   (long long)length);
	array->length = length;
	array->null_count = null_count;
	return SS_OK;
}

static enum ss_status
decode_column(struct decoder *d, uint64_t rows, bool exact, struct ArrowArray **result)
{
	size_t i = d->node++;
	const struct ss_ipc_node *node = &d->layout->nodes[d->first + i];
	struct ArrowArray *array = &d->space->arrays[i];
	bool is_struct = node->layout == SS_LAYOUT_STRUCT;
	uint64_t below;
	enum ss_status status;

	*array = (struct ArrowArray){
		.n_buffers = node->n_buffers,
		.n_children = (int64_t)node->n_children,
		.buffers = d->space->buffers + BUFFERS_PER_COLUMN * i,
		.children = d->space->pointers + d->pointer,
	};
	array->buffers[0] = NULL;
	d->pointer += node->n_children;
	*result = array;
	status = take_node(d, rows, exact, array);
	if (status == SS_OK)
		status = decode_buffers(d, node, array, &below);
	for (size_t k = 0; k < node->n_children && status == SS_OK; k++)
		status = decode_column(d, below, is_struct, &array->children[k]);
	return status;
}

static void
reserve_space(struct ss_array_space *space, size_t n)
{
	ss_buf_clear(&space->scratch);
	if (n <= space->n_arrays)
		return;
	ss_free(space->arrays);
	ss_free(space->pointers);
	ss_free(space->buffers);
	space->n_arrays = n;
	space->arrays = ss_calloc(n, sizeof(*space->arrays));
	space->pointers = ss_calloc(n, sizeof(*space->pointers));
	space->buffers = ss_calloc(n, BUFFERS_PER_COLUMN * sizeof(*space->buffers));
}

enum ss_status
ss_decode_columns(const struct ss_stream *stream, size_t first, size_t n, const struct ss_fb *fb,
		  const struct ss_record_batch *batch, const uint8_t *body, uint64_t body_size,
		  struct ss_array_space *space, struct ArrowArray ***children, struct ss_err *err)
{
	const struct ss_ipc_layout *layout = &stream->private_data->layout;
	struct decoder d = {
		.stream = stream,
		.layout = layout,
		.metadata = fb->p,
		.batch = batch,
		.body = body,
		.body_size = body_size,
		.space = space,
		.first = first,
		.pointer = n, /* the first ones are the columns themselves */
		.err = err,
	};
	size_t span = 0;
	enum ss_status status = SS_OK;

	for (size_t i = 0; i < n; i++)
		span += ss_ipc_layout_span(layout, first + span);
	reserve_space(space, span);
	for (size_t i = 0; i < n && status == SS_OK; i++)
		status = decode_column(&d, batch->length, true, &space->pointers[i]);
	if (status != SS_OK)
		return status;
	if (d.node != batch->nodes.count || d.buffer != batch->buffers.count)
		return ss_err_set(err, SS_EDATA, "damaged-batch",
				  "%zu columns and %zu buffers where the schema has %zu and %zu",
				  batch->nodes.count, batch->buffers.count, d.node, d.buffer);
	*children = space->pointers;
	return SS_OK;
}

void
ss_array_space_release(struct ss_array_space *space)
{
	ss_free(space->arrays);
	ss_free(space->pointers);
	ss_free(space->buffers);
	ss_buf_release(&space->scratch);
	*space = (struct ss_array_space){0};
}

/* Ours: the bytes are what was sent. Before anything of the body is looked at. */
static enum ss_status
verify_chain(const struct ss_raw_batch *raw, struct ss_message *message, struct ss_err *err)
{
	struct ss_message_key key = {.key = "ss:xxh3"};
	uint8_t *start = raw->bytes.p + raw->start;
	bool any;
	size_t digits;
	uint64_t hash;
	enum ss_status status = ss_message_keys(message, &key, 1, &any, err);

	if (status != SS_OK)
		return status;
	if (key.count != 1 || key.value.len != SS_IPC_DIGITS)
		return ss_err_set(err, SS_EDATA, "damaged-batch", "its checksum is missing");
	digits = (size_t)((const uint8_t *)key.value.p - start);
	hash = ss_message_hash(start, raw->bytes.len - raw->start, digits);
	if (ss_ipc_chain(raw->chain_before, hash) != raw->chain)
		return ss_err_set(err, SS_EDATA, "checksum", "damaged, the checksum is wrong");
	return SS_OK;
}

static enum ss_status
decode_batch(const struct ss_raw_batch *raw, struct ss_batch *batch, struct ss_err *err)
{
	struct ss_stream *stream = raw->stream;
	struct ss_batch_private *p = batch->private_data;
	size_t metadata = raw->start + 8;
	struct ss_message message;
	struct ss_record_batch table;
	struct ArrowArray **children;
	enum ss_status status =
		ss_message_parse(&message, raw->bytes.p + metadata, raw->body - metadata, err);

	if (status == SS_OK && stream->ours)
		status = verify_chain(raw, &message, err);
	if (status == SS_OK)
		status = ss_message_batch(&message.fb, &message.header, &table, err);
	if (status == SS_OK)
		status = ss_decode_columns(stream, 0, (size_t)stream->schema.n_children,
					   &message.fb, &table, raw->bytes.p + raw->body,
					   raw->body_size, &p->space, &children, err);
	if (status != SS_OK)
		return status;
	p->no_buffer = NULL;
	batch->array = (struct ArrowArray){
		.length = (int64_t)table.length,
		.n_buffers = 1,
		.n_children = stream->schema.n_children,
		.buffers = &p->no_buffer,
		.children = children,
	};
	return SS_OK;
}

enum ss_status
ss_batch_decode(struct ss_raw_batch *raw, struct ss_batch *batch, struct ss_err *err)
{
	enum ss_status status;

	if (batch->private_data == NULL)
		batch->private_data = ss_zalloc(sizeof(*batch->private_data));
	status = decode_batch(raw, batch, err);
	if (status != SS_OK)
		ss_err_prefix(err, "batch %llu at byte %llu", (unsigned long long)raw->number,
			      (unsigned long long)raw->offset);
	return status;
}

void
ss_batch_release(struct ss_batch *batch)
{
	if (batch->private_data != NULL)
		ss_array_space_release(&batch->private_data->space);
	ss_free(batch->private_data);
	*batch = (struct ss_batch){0};
}
