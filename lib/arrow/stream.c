/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams: the schema and the dictionaries that batches refer to, shared between threads by
 * reference count. Built by the reader alone, before the first batch; after that only the
 * count moves.
 */
#include "arrow/stream.h"

#include <stdlib.h>

#include "base/mem.h"

struct ss_stream *
ss_stream_ref(struct ss_stream *stream)
{
	__atomic_fetch_add(&stream->private_data->references, 1, __ATOMIC_RELAXED);
	return stream;
}

void
ss_stream_unref(struct ss_stream *stream)
{
	struct ss_stream_private *p;

	if (stream == NULL)
		return;
	p = stream->private_data;
	if (__atomic_sub_fetch(&p->references, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	for (size_t i = 0; i < p->n_slots; i++) {
		struct ss_dictionary *values = p->slots[i].values;

		if (values == NULL)
			continue;
		ss_array_space_release(&values->space);
		ss_buf_release(&values->bytes);
		ss_free(values);
	}
	ss_free(p->slots);
	ss_free(p->slot_of);
	ss_ipc_layout_release(&p->layout);
	ss_arena_release(&p->arena);
	ss_free(p);
	ss_free(stream);
}

void
ss_stream_column_path(const struct ss_ipc_layout *layout, size_t node, char *path, size_t room)
{
	size_t chain[2 * SS_STREAM_DEPTH_MAX];
	size_t depth = 0;
	size_t len = 0;

	for (; node != SIZE_MAX && depth < SS_ARRAY_LEN(chain); node = layout->nodes[node].parent)
		chain[depth++] = node;
	while (depth-- > 0) {
		const char *name = layout->nodes[chain[depth]].schema->name;
		size_t n = strlen(name);

		/* Values of a dictionary have no name of their own. */
		if (n == 0 && len > 0)
			continue;
		if (len > 0 && len + 1 < room)
			path[len++] = '.';
		n = SS_MIN(n, room - 1 - len);
		memcpy(path + len, name, n);
		len += n;
	}
	path[len] = '\0';
}

static int
compare_slots(const void *a, const void *b)
{
	const struct ss_dictionary_slot *x = a;
	const struct ss_dictionary_slot *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Merges the slots of fields that share an id; they must have the same values. */
static enum ss_status
merge_slots(struct ss_stream_private *p, struct ss_err *err)
{
	const struct ss_ipc_node *nodes = p->layout.nodes;
	struct ss_buf difference = {0};
	enum ss_status status = SS_OK;

	for (size_t i = 0; i < p->layout.n_dictionaries && status == SS_OK; i++) {
		struct ss_dictionary_slot slot = p->slots[i];
		const struct ss_dictionary_slot *last = &p->slots[p->n_slots - (p->n_slots > 0)];

		if (p->n_slots == 0 || last->id != slot.id)
			p->slots[p->n_slots++] = slot;
		else if (ss_arrow_schema_differs(nodes[last->column].schema,
						 nodes[slot.column].schema, &difference))
			status = ss_err_set(err, SS_EDATA, "damaged-schema",
					    "dictionary %lld is used with two types of values",
					    (long long)slot.id);
		p->slot_of[slot.number] = p->n_slots - 1;
	}
	ss_buf_release(&difference);
	return status;
}

static enum ss_status
find_slots(struct ss_stream_private *p, struct ss_err *err)
{
	size_t n = p->layout.n_dictionaries;

	p->slots = ss_calloc(n + 1, sizeof(*p->slots));
	p->slot_of = ss_calloc(n + 1, sizeof(*p->slot_of));
	for (size_t i = 0; i < p->layout.n_nodes; i++) {
		const struct ss_ipc_node *node = &p->layout.nodes[i];

		if (node->dictionary == SS_NO_DICTIONARY)
			continue;
		memcpy(&p->slots[node->dictionary].id, node->schema->private_data, sizeof(int64_t));
		p->slots[node->dictionary].number = node->dictionary;
		p->slots[node->dictionary].column = node->values;
	}
	qsort(p->slots, n, sizeof(*p->slots), compare_slots);
	return merge_slots(p, err);
}

enum ss_status
ss_stream_read_schema(struct ss_fb *fb, const struct ss_fb_table *table, struct ss_stream **stream,
		      struct ss_err *err)
{
	struct ss_stream *s = ss_zalloc(sizeof(*s));
	struct ss_stream_private *p = ss_zalloc(sizeof(*p));
	enum ss_status status;

	s->private_data = p;
	p->references = 1;
	status = ss_schema_read(fb, table, &p->arena, &s->schema, err);
	if (status == SS_OK) {
		ss_ipc_layout_init(&p->layout, &s->schema);
		status = find_slots(p, err);
	}
	if (status != SS_OK) {
		ss_stream_unref(s);
		return status;
	}
	*stream = s;
	return SS_OK;
}

static enum ss_status
decode_dictionary(struct ss_stream *stream, struct ss_message *message,
		  const struct ss_fb_table *data, struct ss_dictionary_slot *slot,
		  struct ss_dictionary *values, size_t body, struct ss_err *err)
{
	struct ss_record_batch batch;
	struct ArrowArray **column;
	enum ss_status status = ss_message_batch(&message->fb, data, &batch, err);

	if (status == SS_OK)
		status = ss_decode_columns(stream, slot->column, 1, &message->fb, &batch,
					   values->bytes.p + body, message->body_size,
					   &values->space, &column, err);
	if (status == SS_OK)
		values->array = column[0];
	return status;
}

enum ss_status
ss_stream_add_dictionary(struct ss_stream *stream, struct ss_message *message, struct ss_buf *bytes,
			 size_t body, struct ss_err *err)
{
	struct ss_stream_private *p = stream->private_data;
	struct ss_fb *fb = &message->fb;
	struct ss_dictionary_slot key = {0};
	struct ss_dictionary_slot *slot = NULL;
	struct ss_dictionary *values;
	struct ss_fb_table data;
	enum ss_status status;

	key.id = ss_fb_int(fb, &message->header, SS_DICTIONARY_ID, 8, 0);
	for (size_t low = 0, high = p->n_slots; low < high && slot == NULL;) {
		size_t middle = low + (high - low) / 2;

		if (p->slots[middle].id == key.id)
			slot = &p->slots[middle];
		else if (p->slots[middle].id < key.id)
			low = middle + 1;
		else
			high = middle;
	}
	if (!ss_fb_table(fb, &message->header, SS_DICTIONARY_DATA, &data) || fb->bad)
		return ss_err_set(err, SS_EDATA, "damaged-metadata", "the metadata is damaged");
	if (slot == NULL)
		return ss_err_set(err, SS_EDATA, "unknown-dictionary",
				  "dictionary %lld belongs to no column", (long long)key.id);
	if (ss_fb_int(fb, &message->header, SS_DICTIONARY_DELTA, 1, 0) != 0)
		return ss_err_set(err, SS_EDATA, "not-supported",
				  "dictionary %lld: additions (deltas) are not supported yet",
				  (long long)key.id);
	if (slot->values != NULL)
		return ss_err_set(
			err, SS_EDATA, "not-supported", "dictionary %lld%s", (long long)key.id,
			stream->ours ? " comes twice" : ": replacements are not supported yet");
	values = ss_zalloc(sizeof(*values));
	values->bytes = *bytes;
	*bytes = (struct ss_buf){0};
	status = decode_dictionary(stream, message, &data, slot, values, body, err);
	if (status != SS_OK) {
		ss_array_space_release(&values->space);
		ss_buf_release(&values->bytes);
		ss_free(values);
		return status;
	}
	slot->values = values;
	return SS_OK;
}

const struct ss_dictionary_slot *
ss_stream_missing_dictionary(const struct ss_stream *stream)
{
	const struct ss_stream_private *p = stream->private_data;

	for (size_t i = 0; i < p->n_slots; i++) {
		if (p->slots[i].values == NULL)
			return &p->slots[i];
	}
	return NULL;
}
