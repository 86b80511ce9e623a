/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Access to parsed nodes, and the search for equal names that the YAML reader (keys of a
 * mapping) and the structure loader (output names) share.
 */
#include "model/node.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/names.h"

struct entry {
	struct ss_str name;
	size_t index;
};

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a;
	const struct entry *y = b;
	int order = ss_str_cmp(x->name, y->name);

	if (order != 0)
		return order;
	return x->index < y->index ? -1 : x->index > y->index;
}

bool
ss_names_equal(const struct ss_str *names, size_t n, size_t *first, size_t *second)
{
	struct entry *entries;
	bool found = false;

	if (n < 2)
		return false;
	entries = ss_calloc(n, sizeof(*entries));
	for (size_t i = 0; i < n; i++)
		entries[i] = (struct entry){names[i], i};
	qsort(entries, n, sizeof(*entries), compare_entries);
	for (size_t i = 1; i < n; i++) {
		if (!ss_str_eq(entries[i - 1].name, entries[i].name))
			continue;
		if (!found || entries[i].index < *second) {
			*first = entries[i - 1].index;
			*second = entries[i].index;
		}
		found = true;
	}
	ss_free(entries);
	return found;
}

bool
ss_node_is_empty(const struct ss_node *node)
{
	if (node == NULL)
		return true;
	return node->kind == SS_NODE_SCALAR && node->plain &&
	       (node->text.len == 0 || ss_str_eq(node->text, SS_STR("~")) ||
		ss_str_eq(node->text, SS_STR("null")));
}

const struct ss_node *
ss_node_get(const struct ss_node *mapping, struct ss_str key)
{
	if (mapping->kind != SS_NODE_MAPPING)
		return NULL;
	for (size_t i = 0; i < mapping->count; i++) {
		if (ss_str_eq(mapping->keys[i].text, key))
			return &mapping->items[i];
	}
	return NULL;
}
