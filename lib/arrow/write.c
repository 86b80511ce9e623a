/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes the messages of a stream. A message is laid down in one go: framing, metadata, body,
 * all in the caller's buffer; the walk over the columns runs twice, first to fill in where
 * each buffer will lie, then to copy, so that the body is reserved once and written once. The
 * hash comes last, while the message is in cache. Called by ss-gen's workers and ss-fmt arrow.
 */
#include "arrow/write.h"

#include "arrow/flatbuf.h"
#include "arrow/layout.h"
#include "arrow/message.h"
#include "base/num.h"

/* A message under construction. */
struct draft {
	struct ss_fb_writer fb;
	struct ss_fb_slots slots; /* of the Message table */
	struct ss_ipc_message *message;
};

/* The walk over the columns of a batch. Without a body it measures. */
struct walk {
	const struct ss_ipc_node *node;
	uint8_t *fields;  /* next FieldNode */
	uint8_t *buffers; /* next Buffer */
	uint8_t *body;
	uint64_t size;
};

/* One pair in the vector's place i. Returns where the value's bytes lie. */
static size_t
put_pair(struct ss_fb_writer *fb, size_t vector, size_t i, struct ss_str key, struct ss_str value)
{
	struct ss_fb_slots pair;
	size_t at = ss_fb_put_table(fb, "44", &pair);

	ss_fb_refer(fb, vector + 4 + 4 * i, at);
	at = ss_fb_put_string(fb, key);
	ss_fb_link(fb, &pair, 0, at);
	at = ss_fb_put_string(fb, value);
	ss_fb_link(fb, &pair, 1, at);
	return at + 4;
}

/* Everything in front of the header: framing, Message, custom metadata with the checksum's
 * sixteen '0' first. */
static void
begin_message(struct draft *draft, enum ss_message_type type, const struct ss_pair *pairs,
	      size_t n_pairs)
{
	static const struct ss_str zeros = {"0000000000000000", SS_IPC_DIGITS};
	struct ss_fb_writer *fb = &draft->fb;
	size_t at = fb->out->len;
	size_t vector;

	draft->message->at = at;
	ss_buf_zero(fb->out, 12);
	ss_store32(fb->out->p + at, SS_IPC_MARKER);
	fb->base = at + 8;
	ss_fb_put_table(fb, "21484", &draft->slots);
	ss_fb_refer(fb, fb->base, draft->slots.at);
	ss_fb_set(fb, &draft->slots, SS_MESSAGE_VERSION, SS_METADATA_V5);
	ss_fb_set(fb, &draft->slots, SS_MESSAGE_HEADER_TYPE, (uint64_t)type);
	vector = ss_fb_put_vector(fb, n_pairs + 1, 4, 4);
	ss_fb_link(fb, &draft->slots, SS_MESSAGE_METADATA, vector);
	draft->message->digits = put_pair(fb, vector, 0, SS_STR("ss:xxh3"), zeros);
	for (size_t i = 0; i < n_pairs; i++)
		put_pair(fb, vector, i + 1, pairs[i].key, pairs[i].value);
}

/* Pads the metadata: the body starts at a multiple of SS_IPC_ALIGN. */
static void
end_metadata(struct draft *draft)
{
	struct ss_buf *out = draft->fb.out;
	size_t at = draft->message->at;

	ss_buf_zero(out, (at - out->len) & (SS_IPC_ALIGN - 1));
	ss_store32(out->p + at + 4, (uint32_t)(out->len - at - 8));
}

static void
end_message(struct draft *draft)
{
	const struct ss_buf *out = draft->fb.out;
	struct ss_ipc_message *message = draft->message;

	message->size = out->len - message->at;
	message->hash = ss_hash64(out->p + message->at, message->size);
}

/* The next buffer: where it lies, or its bytes and the padding. src NULL stands for zeros. */
static void
put_buffer(struct walk *walk, const void *src, uint64_t len)
{
	uint64_t padded = (len + SS_IPC_ALIGN - 1) & ~(uint64_t)(SS_IPC_ALIGN - 1);

	if (walk->body == NULL) {
		ss_store64(walk->buffers, walk->size);
		ss_store64(walk->buffers + 8, len);
		walk->buffers += 16;
	} else {
		if (src != NULL && len != 0)
			memcpy(walk->body + walk->size, src, len);
		else
			len = 0;
		memset(walk->body + walk->size + len, 0, padded - len);
	}
	walk->size += padded;
}

/* As put_buffer for bits; those behind the last one are cleared, whatever the source holds. */
static void
put_bits(struct walk *walk, const void *src, int64_t n)
{
	uint64_t len = ((uint64_t)n + 7) / 8;
	uint64_t at = walk->size;

	put_buffer(walk, src, len);
	if (walk->body != NULL && (n & 7) != 0)
		walk->body[at + len - 1] &= (uint8_t)((1u << (n & 7)) - 1);
}

/* Offsets of a column; returns the last one. */
static uint64_t
put_offsets(struct walk *walk, const struct ArrowArray *array, unsigned size)
{
	const uint8_t *offsets = array->buffers[1];
	const uint8_t *last;

	put_buffer(walk, offsets, ((uint64_t)array->length + 1) * size);
	if (offsets == NULL)
		return 0;
	last = offsets + (uint64_t)array->length * size;
	return size == 4 ? ss_load32(last) : ss_load64(last);
}

static void
walk_column(struct walk *walk, const struct ArrowArray *array)
{
	const struct ss_ipc_node *node = walk->node++;
	uint64_t n = (uint64_t)array->length;
	uint64_t data;

	if (walk->body == NULL) {
		ss_store64(walk->fields, n);
		ss_store64(walk->fields + 8,
			   node->layout == SS_LAYOUT_NONE ? n : (uint64_t)array->null_count);
		walk->fields += 16;
	}
	if (node->layout == SS_LAYOUT_NONE)
		return;
	if (array->null_count > 0)
		put_bits(walk, array->buffers[0], array->length);
	else
		put_buffer(walk, NULL, 0);
	switch (node->layout) {
	case SS_LAYOUT_FIXED:
		if (node->type.bits == 1)
			put_bits(walk, array->buffers[1], array->length);
		else
			put_buffer(walk, array->buffers[1], n * (node->type.bits / 8));
		break;
	case SS_LAYOUT_VARIABLE:
		data = put_offsets(walk, array, node->offset_size);
		put_buffer(walk, array->buffers[2], data);
		break;
	case SS_LAYOUT_LIST: (void)put_offsets(walk, array, node->offset_size); break;
	default: break;
	}
	for (size_t i = 0; i < node->n_children; i++)
		walk_column(walk, array->children[i]);
}

static void
walk_columns(struct walk *walk, const struct ArrowArray *const *columns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		walk_column(walk, columns[i]);
}

/* What is to be laid down as a RecordBatch: sibling columns and the nodes that describe them. */
struct body {
	const struct ss_ipc_node *nodes;
	const struct ArrowArray *const *columns;
	size_t n_columns;
	size_t n_nodes;
	size_t n_buffers;
	uint64_t length;
};

/* The RecordBatch table with its vectors, filled in by a measuring walk. Returns the table's
 * place and leaves the size of the body in size. */
static size_t
put_record_batch(struct ss_fb_writer *fb, const struct body *body, uint64_t *size)
{
	struct ss_fb_slots slots;
	size_t nodes, buffers;
	struct walk walk;

	ss_fb_put_table(fb, "844", &slots);
	ss_fb_set(fb, &slots, SS_BATCH_LENGTH, body->length);
	nodes = ss_fb_put_vector(fb, body->n_nodes, 16, 8);
	ss_fb_link(fb, &slots, SS_BATCH_NODES, nodes);
	buffers = ss_fb_put_vector(fb, body->n_buffers, 16, 8);
	ss_fb_link(fb, &slots, SS_BATCH_BUFFERS, buffers);
	walk = (struct walk){
		.node = body->nodes,
		.fields = fb->out->p + nodes + 4,
		.buffers = fb->out->p + buffers + 4,
	};
	walk_columns(&walk, body->columns, body->n_columns);
	*size = walk.size;
	return slots.at;
}

static void
put_body(struct draft *draft, const struct body *body, uint64_t size)
{
	struct walk walk = {.node = body->nodes};

	ss_fb_set(&draft->fb, &draft->slots, SS_MESSAGE_BODY_LENGTH, size);
	walk.body = ss_buf_extend(draft->fb.out, size);
	walk_columns(&walk, body->columns, body->n_columns);
}

static struct ss_str
decimal(char *text, uint64_t value)
{
	return ss_str_n(text, (size_t)(ss_num_u64(text, value) - text));
}

static struct ss_str
part_of(char *text, uint64_t part, uint64_t parts)
{
	char *p = ss_num_u64(text, part);

	*p++ = '/';
	p = ss_num_u64(p, parts);
	return ss_str_n(text, (size_t)(p - text));
}

void
ss_ipc_writer_init(struct ss_ipc_writer *w, const struct ArrowSchema *schema)
{
	struct ss_ipc_layout layout;

	ss_ipc_layout_init(&layout, schema);
	*w = (struct ss_ipc_writer){
		.schema = schema,
		.nodes = layout.nodes,
		.n_nodes = layout.n_nodes,
		.n_dictionaries = layout.n_dictionaries,
	};
}

void
ss_ipc_writer_release(struct ss_ipc_writer *w)
{
	struct ss_ipc_layout layout = {.nodes = w->nodes};

	ss_ipc_layout_release(&layout);
	*w = (struct ss_ipc_writer){0};
}

void
ss_ipc_put_schema(const struct ss_ipc_writer *w, const struct ss_promise *promise,
		  struct ss_buf *out, struct ss_ipc_message *message)
{
	struct draft draft = {.fb = {.out = out}, .message = message};
	char text[5][2 * SS_NUM_MAX];
	struct ss_pair pairs[6];
	size_t n = 0;
	size_t at;

	pairs[n++] = (struct ss_pair){SS_STR("ss:version"), ss_str(SS_IPC_VERSION)};
	pairs[n++] = (struct ss_pair){SS_STR("ss:first"), decimal(text[0], promise->first)};
	if (promise->has_records)
		pairs[n++] =
			(struct ss_pair){SS_STR("ss:records"), decimal(text[1], promise->records)};
	if (promise->parts > 0)
		pairs[n++] = (struct ss_pair){SS_STR("ss:part"),
					      part_of(text[2], promise->part, promise->parts)};
	if (promise->has_total)
		pairs[n++] = (struct ss_pair){SS_STR("ss:total"), decimal(text[3], promise->total)};
	if (promise->shards > 0)
		pairs[n++] = (struct ss_pair){SS_STR("ss:shard"),
					      part_of(text[4], promise->shard, promise->shards)};
	begin_message(&draft, SS_MESSAGE_SCHEMA, pairs, n);
	at = ss_ipc_put_schema_table(&draft.fb, w->nodes, w->schema);
	ss_fb_link(&draft.fb, &draft.slots, SS_MESSAGE_HEADER, at);
	end_metadata(&draft);
	end_message(&draft);
}

/* The values of dictionary k somewhere below these columns; *seen counts the ones met. The
 * order is that of layout.c. */
static const struct ArrowArray *
find_dictionary(const struct ArrowSchema *schema, const struct ArrowArray *array, size_t k,
		size_t *seen)
{
	const struct ArrowArray *found = NULL;

	if (schema->dictionary != NULL) {
		found = find_dictionary(schema->dictionary, array->dictionary, k, seen);
		if (found == NULL && (*seen)++ == k)
			found = array->dictionary;
		return found;
	}
	for (int64_t i = 0; i < schema->n_children && found == NULL; i++)
		found = find_dictionary(schema->children[i], array->children[i], k, seen);
	return found;
}

void
ss_ipc_put_dictionary(const struct ss_ipc_writer *w, size_t k, const struct ArrowArray *array,
		      struct ss_buf *out, struct ss_ipc_message *message)
{
	const struct ss_ipc_layout layout = {.nodes = w->nodes, .n_nodes = w->n_nodes};
	const struct ss_ipc_node *node = ss_ipc_layout_dictionary(&layout, k);
	struct draft draft = {.fb = {.out = out}, .message = message};
	size_t seen = 0;
	const struct ArrowArray *values = find_dictionary(w->schema, array, k, &seen);
	struct body body = {
		.nodes = &w->nodes[node->values],
		.columns = &values,
		.n_columns = 1,
		.n_nodes = ss_ipc_layout_span(&layout, node->values),
		.length = (uint64_t)values->length,
	};
	struct ss_fb_slots slots;
	uint64_t size;
	size_t at;

	for (size_t i = 0; i < body.n_nodes; i++)
		body.n_buffers += body.nodes[i].n_buffers;
	begin_message(&draft, SS_MESSAGE_DICTIONARY, NULL, 0);
	at = ss_fb_put_table(&draft.fb, "84", &slots);
	ss_fb_link(&draft.fb, &draft.slots, SS_MESSAGE_HEADER, at);
	ss_fb_set(&draft.fb, &slots, SS_DICTIONARY_ID, k);
	at = put_record_batch(&draft.fb, &body, &size);
	ss_fb_link(&draft.fb, &slots, SS_DICTIONARY_DATA, at);
	end_metadata(&draft);
	put_body(&draft, &body, size);
	end_message(&draft);
}

bool
ss_ipc_put_batch(const struct ss_ipc_writer *w, const struct ArrowArray *array, uint64_t first,
		 struct ss_buf *out, struct ss_ipc_message *message)
{
	struct draft draft = {.fb = {.out = out}, .message = message};
	char text[SS_NUM_MAX];
	struct ss_pair pair = {SS_STR("ss:first"), decimal(text, first)};
	struct body body = {
		.nodes = w->nodes,
		.columns = (const struct ArrowArray *const *)array->children,
		.n_columns = (size_t)w->schema->n_children,
		.length = (uint64_t)array->length,
	};
	size_t before = out->len;
	uint64_t size;
	size_t at;

	/* Columns end where the dictionaries' own nodes begin. */
	for (size_t i = 0; i < w->n_nodes; i++) {
		if (w->nodes[i].parent != SIZE_MAX &&
		    w->nodes[w->nodes[i].parent].schema->dictionary != NULL)
			break;
		body.n_nodes = i + 1;
		body.n_buffers += w->nodes[i].n_buffers;
	}
	begin_message(&draft, SS_MESSAGE_BATCH, &pair, 1);
	at = put_record_batch(&draft.fb, &body, &size);
	if (size > SS_BODY_WRITE_MAX) {
		out->len = before;
		return false;
	}
	ss_fb_link(&draft.fb, &draft.slots, SS_MESSAGE_HEADER, at);
	end_metadata(&draft);
	put_body(&draft, &body, size);
	end_message(&draft);
	return true;
}

void
ss_ipc_seal(struct ss_buf *out, const struct ss_ipc_message *message, uint64_t *chain)
{
	char digits[SS_NUM_MAX];

	*chain = ss_ipc_chain(*chain, message->hash);
	ss_num_hex64(digits, *chain);
	memcpy(out->p + message->digits, digits, SS_IPC_DIGITS);
}

void
ss_ipc_put_end(struct ss_buf *out)
{
	ss_store32(ss_buf_extend(out, 4), SS_IPC_MARKER);
	ss_buf_zero(out, 4);
}

void
ss_ipc_put_abort(struct ss_buf *out, const char *reason)
{
	uint8_t *p = ss_buf_extend(out, 8);

	ss_store32(p, SS_IPC_MARKER);
	ss_store32(p + 4, SS_IPC_ABORT_SIZE);
	ss_buf_puts(out, SS_STR(SS_IPC_ABORT_TEXT));
	ss_buf_puts(out, ss_str(reason));
	ss_buf_putc(out, '\n');
}
