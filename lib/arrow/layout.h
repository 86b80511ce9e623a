/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How columns lie in the body of a message: a schema flattened depth first, as the nodes and
 * buffers of a record batch come. Private to lib/arrow; writer and decoder walk the same list,
 * so they cannot disagree on the order.
 *
 * Invariant: the columns of the batch are nodes[0 .. n_columns), nested ones behind their
 * parent; the values of a dictionary column are another such run, from nodes[node.values] on.
 */
#ifndef SS_ARROW_LAYOUT_H
#define SS_ARROW_LAYOUT_H

#include "arrow/cdata.h"

/* Which buffers a column has, in order. */
enum ss_layout {
	SS_LAYOUT_NONE,	      /* none at all: null */
	SS_LAYOUT_FIXED,      /* validity, values of bits each */
	SS_LAYOUT_VARIABLE,   /* validity, offsets of offset_size bytes, data */
	SS_LAYOUT_LIST,	      /* validity, offsets; one child */
	SS_LAYOUT_FIXED_LIST, /* validity; one child */
	SS_LAYOUT_STRUCT,     /* validity; children */
	SS_LAYOUT_OTHER,      /* not supported yet */
};

#define SS_NO_DICTIONARY SIZE_MAX

struct ss_ipc_node {
	const struct ArrowSchema *schema;
	struct ss_arrow_type type; /* of the bytes in a batch: the indices of a dictionary */
	enum ss_layout layout;
	unsigned offset_size; /* 4 or 8, 0 without offsets */
	unsigned n_buffers;
	size_t n_children; /* that follow in a batch: 0 for a dictionary column */
	size_t parent;	   /* index of the enclosing column, SIZE_MAX at the top */
	size_t dictionary; /* number of its dictionary, or SS_NO_DICTIONARY */
	size_t values;	   /* index of the dictionary's own column */
};

struct ss_ipc_layout {
	struct ss_ipc_node *nodes;
	size_t n_nodes;	  /* with those of dictionaries */
	size_t n_columns; /* that a batch holds, nested ones counted */
	size_t n_buffers; /* that a batch holds */
	size_t n_dictionaries;
};

enum ss_layout ss_layout_of(enum ss_arrow_kind kind) SS_NODISCARD;

/* schema is valid (type_of succeeds on all of it) and outlives the layout. */
void ss_ipc_layout_init(struct ss_ipc_layout *layout, const struct ArrowSchema *schema);
void ss_ipc_layout_release(struct ss_ipc_layout *layout);

/* Nodes of the subtree at nodes[i], itself included. */
size_t ss_ipc_layout_span(const struct ss_ipc_layout *layout, size_t i) SS_NODISCARD;

/* The node that holds dictionary k. */
const struct ss_ipc_node *ss_ipc_layout_dictionary(const struct ss_ipc_layout *layout,
						   size_t k) SS_NODISCARD;

#endif
