/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Schema table of a stream, from the C data interface. Defaults that are not zero in
 * Arrow's schema language (Date.unit, Time.unit ...) are always written, so nothing here
 * depends on them. Called by write.c once per stream.
 */
#include "arrow/message.h"

static uint64_t
is_signed(enum ss_arrow_kind kind)
{
	return kind == SS_ARROW_INT8 || kind == SS_ARROW_INT16 || kind == SS_ARROW_INT32 ||
	       kind == SS_ARROW_INT64;
}

static size_t
put_int_type(struct ss_fb_writer *fb, const struct ss_arrow_type *type)
{
	struct ss_fb_slots slots;

	ss_fb_put_table(fb, "41", &slots);
	ss_fb_set(fb, &slots, 0, type->bits);
	ss_fb_set(fb, &slots, 1, is_signed(type->kind));
	return slots.at;
}

/* A table of one to three scalars. */
static size_t
put_scalars(struct ss_fb_writer *fb, const char *widths, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t values[] = {a, b, c};
	struct ss_fb_slots slots;

	ss_fb_put_table(fb, widths, &slots);
	for (unsigned i = 0; widths[i] != '\0'; i++)
		ss_fb_set(fb, &slots, i, values[i]);
	return slots.at;
}

static size_t
put_timestamp(struct ss_fb_writer *fb, const struct ss_arrow_type *type)
{
	struct ss_fb_slots slots;
	size_t zone;

	if (type->zone[0] == '\0')
		return put_scalars(fb, "2", type->unit, 0, 0);
	ss_fb_put_table(fb, "24", &slots);
	ss_fb_set(fb, &slots, 0, type->unit);
	zone = ss_fb_put_string(fb, ss_str(type->zone));
	ss_fb_link(fb, &slots, 1, zone);
	return slots.at;
}

static enum ss_fb_type
fb_type_of(enum ss_arrow_kind kind)
{
	switch (kind) {
	case SS_ARROW_NULL: return SS_FB_NULL;
	case SS_ARROW_BOOL: return SS_FB_BOOL;
	case SS_ARROW_FLOAT16:
	case SS_ARROW_FLOAT32:
	case SS_ARROW_FLOAT64: return SS_FB_FLOAT;
	case SS_ARROW_DECIMAL: return SS_FB_DECIMAL;
	case SS_ARROW_UTF8: return SS_FB_UTF8;
	case SS_ARROW_LARGE_UTF8: return SS_FB_LARGE_UTF8;
	case SS_ARROW_BINARY: return SS_FB_BINARY;
	case SS_ARROW_LARGE_BINARY: return SS_FB_LARGE_BINARY;
	case SS_ARROW_FIXED_BINARY: return SS_FB_FIXED_BINARY;
	case SS_ARROW_DATE32:
	case SS_ARROW_DATE64: return SS_FB_DATE;
	case SS_ARROW_TIME32:
	case SS_ARROW_TIME64: return SS_FB_TIME;
	case SS_ARROW_TIMESTAMP: return SS_FB_TIMESTAMP;
	case SS_ARROW_DURATION: return SS_FB_DURATION;
	case SS_ARROW_LIST: return SS_FB_LIST;
	case SS_ARROW_LARGE_LIST: return SS_FB_LARGE_LIST;
	case SS_ARROW_FIXED_LIST: return SS_FB_FIXED_LIST;
	case SS_ARROW_STRUCT: return SS_FB_STRUCT;
	case SS_ARROW_MAP: return SS_FB_MAP;
	default: return SS_FB_INT;
	}
}

static size_t
put_type(struct ss_fb_writer *fb, const struct ss_ipc_node *node)
{
	const struct ss_arrow_type *type = &node->type;

	switch (fb_type_of(type->kind)) {
	case SS_FB_INT: return put_int_type(fb, type);
	case SS_FB_FLOAT: /* half, single, double */
		return put_scalars(fb, "2", type->bits / 32, 0, 0);
	case SS_FB_DECIMAL:
		return put_scalars(fb, "444", type->precision, (uint64_t)(int64_t)type->scale,
				   type->bits);
	case SS_FB_DATE: /* days, milliseconds */
		return put_scalars(fb, "2", type->bits / 64, 0, 0);
	case SS_FB_TIME: return put_scalars(fb, "24", type->unit, type->bits, 0);
	case SS_FB_TIMESTAMP: return put_timestamp(fb, type);
	case SS_FB_DURATION: return put_scalars(fb, "2", type->unit, 0, 0);
	case SS_FB_FIXED_BINARY:
	case SS_FB_FIXED_LIST: return put_scalars(fb, "4", (uint64_t)type->width, 0, 0);
	case SS_FB_MAP:
		return put_scalars(fb, "1", (node->schema->flags & ARROW_FLAG_MAP_KEYS_SORTED) != 0,
				   0, 0);
	default: return put_scalars(fb, "", 0, 0, 0);
	}
}

/* The interface's metadata as a vector of KeyValue; linked to slot. */
static void
put_metadata(struct ss_fb_writer *fb, const struct ss_fb_slots *owner, unsigned slot,
	     const char *metadata)
{
	int32_t n;
	size_t vector;

	memcpy(&n, metadata, 4);
	metadata += 4;
	vector = ss_fb_put_vector(fb, (size_t)n, 4, 4);
	ss_fb_link(fb, owner, slot, vector);
	for (int32_t i = 0; i < n; i++) {
		struct ss_fb_slots pair;

		ss_fb_put_table(fb, "44", &pair);
		ss_fb_refer(fb, vector + 4 + 4 * (size_t)i, pair.at);
		for (unsigned part = 0; part < 2; part++) {
			int32_t len;
			size_t at;

			memcpy(&len, metadata, 4);
			at = ss_fb_put_string(fb, ss_str_n(metadata + 4, (size_t)len));
			ss_fb_link(fb, &pair, part, at);
			metadata += 4 + len;
		}
	}
}

static void
put_encoding(struct ss_fb_writer *fb, const struct ss_fb_slots *field,
	     const struct ss_ipc_node *node)
{
	struct ss_fb_slots slots;
	size_t at = ss_fb_put_table(fb, "841", &slots);

	ss_fb_link(fb, field, SS_FIELD_DICTIONARY, at);
	ss_fb_set(fb, &slots, SS_ENCODING_ID, node->dictionary);
	ss_fb_set(fb, &slots, SS_ENCODING_ORDERED,
		  (node->schema->flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0);
	at = put_int_type(fb, &node->type);
	ss_fb_link(fb, &slots, SS_ENCODING_INDEX, at);
}

/* The Field of node i; *next is the node behind what it covers. A dictionary's field has the
 * type and the children of its values. */
static size_t
put_field(struct ss_fb_writer *fb, const struct ss_ipc_node *nodes, size_t i, size_t *next)
{
	const struct ss_ipc_node *node = &nodes[i];
	const struct ArrowSchema *schema = node->schema;
	bool encoded = schema->dictionary != NULL;
	size_t typed = encoded ? node->values : i;
	size_t child = typed + 1;
	struct ss_fb_slots slots;
	char widths[] = "4114044";
	size_t at, vector;

	if (encoded)
		widths[SS_FIELD_DICTIONARY] = '4';
	if (schema->metadata == NULL)
		widths[SS_FIELD_METADATA] = '\0';
	ss_fb_put_table(fb, widths, &slots);
	ss_fb_set(fb, &slots, SS_FIELD_NULLABLE, (schema->flags & ARROW_FLAG_NULLABLE) != 0);
	ss_fb_set(fb, &slots, SS_FIELD_TYPE_TYPE, fb_type_of(nodes[typed].type.kind));
	at = ss_fb_put_string(fb, ss_str(schema->name != NULL ? schema->name : ""));
	ss_fb_link(fb, &slots, SS_FIELD_NAME, at);
	at = put_type(fb, &nodes[typed]);
	ss_fb_link(fb, &slots, SS_FIELD_TYPE, at);
	if (encoded)
		put_encoding(fb, &slots, node);
	if (schema->metadata != NULL)
		put_metadata(fb, &slots, SS_FIELD_METADATA, schema->metadata);
	vector = ss_fb_put_vector(fb, nodes[typed].n_children, 4, 4);
	ss_fb_link(fb, &slots, SS_FIELD_CHILDREN, vector);
	for (size_t k = 0; k < nodes[typed].n_children; k++) {
		at = put_field(fb, nodes, child, &child);
		ss_fb_refer(fb, vector + 4 + 4 * k, at);
	}
	*next = encoded ? i + 1 : child;
	return slots.at;
}

size_t
ss_ipc_put_schema_table(struct ss_fb_writer *fb, const struct ss_ipc_node *nodes,
			const struct ArrowSchema *schema)
{
	struct ss_fb_slots slots;
	size_t node = 0;
	size_t at, vector;

	ss_fb_put_table(fb, schema->metadata != NULL ? "244" : "24", &slots);
	if (schema->metadata != NULL)
		put_metadata(fb, &slots, SS_SCHEMA_METADATA, schema->metadata);
	vector = ss_fb_put_vector(fb, (size_t)schema->n_children, 4, 4);
	ss_fb_link(fb, &slots, SS_SCHEMA_FIELDS, vector);
	for (size_t i = 0; i < (size_t)schema->n_children; i++) {
		at = put_field(fb, nodes, node, &node);
		ss_fb_refer(fb, vector + 4 + 4 * i, at);
	}
	return slots.at;
}
