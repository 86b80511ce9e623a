/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flattens a schema into the order in which Arrow lays columns down: parents before their
 * children, values of dictionaries apart. Dictionaries are numbered in field order, one that
 * is used inside another's values first, so that a reader can decode them as they come.
 * Called once per stream.
 */
#include "arrow/layout.h"

#include "base/mem.h"

enum ss_layout
ss_layout_of(enum ss_arrow_kind kind)
{
	switch (kind) {
	case SS_ARROW_NULL: return SS_LAYOUT_NONE;
	case SS_ARROW_UTF8:
	case SS_ARROW_LARGE_UTF8:
	case SS_ARROW_BINARY:
	case SS_ARROW_LARGE_BINARY: return SS_LAYOUT_VARIABLE;
	case SS_ARROW_LIST:
	case SS_ARROW_LARGE_LIST:
	case SS_ARROW_MAP: return SS_LAYOUT_LIST;
	case SS_ARROW_FIXED_LIST: return SS_LAYOUT_FIXED_LIST;
	case SS_ARROW_STRUCT: return SS_LAYOUT_STRUCT;
	case SS_ARROW_UTF8_VIEW:
	case SS_ARROW_BINARY_VIEW:
	case SS_ARROW_UNION:
	case SS_ARROW_RUN_END_ENCODED:
	case SS_ARROW_LIST_VIEW:
	case SS_ARROW_INTERVAL: return SS_LAYOUT_OTHER;
	default: return SS_LAYOUT_FIXED;
	}
}

static size_t
count_nodes(const struct ArrowSchema *schema)
{
	size_t n = 1;

	if (schema->dictionary != NULL)
		return n + count_nodes(schema->dictionary);
	for (int64_t i = 0; i < schema->n_children; i++)
		n += count_nodes(schema->children[i]);
	return n;
}

static unsigned
offset_size_of(enum ss_arrow_kind kind)
{
	switch (kind) {
	case SS_ARROW_UTF8:
	case SS_ARROW_BINARY:
	case SS_ARROW_LIST:
	case SS_ARROW_MAP: return 4;
	case SS_ARROW_LARGE_UTF8:
	case SS_ARROW_LARGE_BINARY:
	case SS_ARROW_LARGE_LIST: return 8;
	default: return 0;
	}
}

static unsigned
n_buffers_of(enum ss_layout layout)
{
	switch (layout) {
	case SS_LAYOUT_FIXED:
	case SS_LAYOUT_LIST: return 2;
	case SS_LAYOUT_VARIABLE: return 3;
	case SS_LAYOUT_FIXED_LIST:
	case SS_LAYOUT_STRUCT: return 1;
	default: return 0;
	}
}

/* Appends the column and what is below it. */
static void
flatten(struct ss_ipc_layout *layout, const struct ArrowSchema *schema, size_t parent)
{
	size_t at = layout->n_nodes++;
	struct ss_ipc_node *node = &layout->nodes[at];
	struct ss_err err;

	*node = (struct ss_ipc_node){
		.schema = schema,
		.parent = parent,
		.dictionary = SS_NO_DICTIONARY,
	};
	if (ss_arrow_type_of(schema, &node->type, &err) != SS_OK)
		node->type.kind = SS_ARROW_NULL; /* the caller promised otherwise */
	node->layout = ss_layout_of(node->type.kind);
	node->offset_size = offset_size_of(node->type.kind);
	node->n_buffers = n_buffers_of(node->layout);
	if (schema->dictionary != NULL)
		return;
	node->n_children = (size_t)schema->n_children;
	for (int64_t i = 0; i < schema->n_children; i++)
		flatten(layout, schema->children[i], at);
}

static void
number_dictionaries(struct ss_ipc_layout *layout, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		struct ss_ipc_node *node = &layout->nodes[i];

		if (node->schema->dictionary == NULL)
			continue;
		number_dictionaries(layout, node->values,
				    node->values + ss_ipc_layout_span(layout, node->values));
		node->dictionary = layout->n_dictionaries++;
	}
}

void
ss_ipc_layout_init(struct ss_ipc_layout *layout, const struct ArrowSchema *schema)
{
	size_t n = 0;

	*layout = (struct ss_ipc_layout){0};
	for (int64_t i = 0; i < schema->n_children; i++)
		n += count_nodes(schema->children[i]);
	layout->nodes = ss_calloc(n, sizeof(*layout->nodes));
	for (int64_t i = 0; i < schema->n_children; i++)
		flatten(layout, schema->children[i], SIZE_MAX);
	layout->n_columns = layout->n_nodes;
	for (size_t i = 0; i < layout->n_columns; i++)
		layout->n_buffers += layout->nodes[i].n_buffers;
	/* The list grows while it is walked: values may hold dictionaries themselves. */
	for (size_t i = 0; i < layout->n_nodes; i++) {
		if (layout->nodes[i].schema->dictionary == NULL)
			continue;
		layout->nodes[i].values = layout->n_nodes;
		flatten(layout, layout->nodes[i].schema->dictionary, i);
	}
	number_dictionaries(layout, 0, layout->n_columns);
}

void
ss_ipc_layout_release(struct ss_ipc_layout *layout)
{
	ss_free(layout->nodes);
	*layout = (struct ss_ipc_layout){0};
}

size_t
ss_ipc_layout_span(const struct ss_ipc_layout *layout, size_t i)
{
	size_t pending = 1;
	size_t begin = i;

	while (pending > 0)
		pending += layout->nodes[i++].n_children - 1;
	return i - begin;
}

const struct ss_ipc_node *
ss_ipc_layout_dictionary(const struct ss_ipc_layout *layout, size_t k)
{
	for (size_t i = 0; i < layout->n_nodes; i++) {
		if (layout->nodes[i].dictionary == k)
			return &layout->nodes[i];
	}
	return NULL;
}
