/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binds what has values inside: dictionaries, structs, lists, maps, and the batch itself. A
 * struct without nulls costs literals only; one with nulls, and every list, is a group.
 */
#include "format/text_step.h"

static void bind_value(struct ss_text_group *g, const struct ss_text_node *node,
		       const struct ArrowArray *array, const uint8_t *validity, size_t depth);

static ss_text_run_fn
table_run(const struct ss_text_node *node)
{
	switch (node->type.bits) {
	case 8: return ss_text_run_table8;
	case 16: return ss_text_run_table16;
	case 32: return ss_text_run_table32;
	default: return ss_text_run_table64;
	}
}

/* Text of all values of a dictionary; an entry that cannot be written only matters when a row
 * has it. */
static const size_t *
render_values(struct ss_text_group *g, struct ss_text_group *child, const struct ss_text_step *s)
{
	const struct ArrowArray *array = s->array;
	size_t n = (size_t)array->dictionary->length;
	size_t *ends;

	child->text.len = 0;
	child->ends.len = 0;
	ends = (size_t *)(void *)ss_buf_extend(&child->ends, (n + 1) * sizeof(*ends));
	ends[0] = 0;
	(void)ss_buf_reserve(&child->text, 1);
	ss_text_render(child, 0, n, &child->text, ends + 1);
	if (g->fault->trouble == SS_TEXT_FINE)
		return ends;
	child->text.len = 0;
	for (size_t i = 0; i < n; i++) {
		g->fault->trouble = SS_TEXT_FINE;
		ss_text_render(child, i, 1, &child->text, ends + 1 + i);
		ends[i + 1] = child->text.len;
		for (size_t row = 0; g->fault->trouble && row < (size_t)array->length; row++) {
			if (s->validity != NULL && ss_text_is_null(s->validity, row))
				continue;
			if (ss_text_index_at(s, row) == i) {
				g->fault->row = row;
				return ends;
			}
		}
	}
	g->fault->trouble = SS_TEXT_FINE;
	return ends;
}

static void
bind_table(struct ss_text_group *g, const struct ss_text_node *node, const struct ArrowArray *array,
	   const uint8_t *validity, size_t depth)
{
	const struct ArrowArray *values = array->dictionary;
	struct ss_text_group *child = ss_text_child_group(g);
	struct ss_text_step *s;
	const size_t *ends;
	size_t longest = 0;

	ss_text_begin_group(child, g->style, g->fault);
	bind_value(child, node->values, values, ss_text_validity(values), depth);
	ss_text_finish_group(child);
	s = ss_text_add_step(g, node, array, table_run(node));
	s->validity = validity;
	s->values = array->buffers[1];
	s->size = node->type.bits / 8;
	if (g->fault->trouble != SS_TEXT_FINE)
		return;
	ends = render_values(g, child, s);
	ss_text_begin_table(g, s);
	for (size_t i = 0; i < (size_t)values->length; i++) {
		size_t len = ends[i + 1] - ends[i];

		longest = SS_MAX(longest, len);
		ss_text_add_entry(g, s, ss_str_n((const char *)child->text.p + ends[i], len));
	}
	ss_text_end_table(g, s, longest);
}

/* More values than rows: the strings are looked up where they are, only those that rows have. */
static void
bind_indexed(struct ss_text_group *g, const struct ss_text_node *node,
	     const struct ArrowArray *array, const uint8_t *validity)
{
	const struct ArrowArray *values = array->dictionary;
	bool outside;
	ss_text_run_fn run = ss_text_string_run(g->style, false, &outside);
	struct ss_text_step *s;

	if (outside && validity == NULL)
		ss_text_literal(g, SS_STR("\""));
	s = ss_text_add_step(g, node, array, run);
	if (outside && validity == NULL)
		ss_text_literal(g, SS_STR("\""));
	s->quoted = outside && validity != NULL;
	s->validity = validity;
	s->values = array->buffers[1];
	s->size = node->type.bits / 8;
	s->access = node->values->type.kind == SS_ARROW_UTF8 ? SS_TEXT_INDEXED32
							     : SS_TEXT_INDEXED64;
	s->offsets = values->buffers[1];
	s->bytes = values->buffers[2] ? values->buffers[2] : "";
	s->check = true;
	s->text = true;
	s->expand = 6;
	s->fixed_width += 4;
}

static void
bind_dictionary(struct ss_text_group *g, const struct ss_text_node *node,
		const struct ArrowArray *array, const uint8_t *validity, size_t depth)
{
	enum ss_arrow_kind kind = node->values->type.kind;
	bool strings = kind == SS_ARROW_UTF8 || kind == SS_ARROW_LARGE_UTF8;

	if (strings && node->values->values == NULL && array->dictionary->null_count == 0 &&
	    array->dictionary->length > array->length)
		bind_indexed(g, node, array, validity);
	else
		bind_table(g, node, array, validity, depth);
}

/* Values as a group's text, one piece a row. style is that of the pieces. */
static void
bind_rows(struct ss_text_group *g, const struct ss_text_style *style,
	  const struct ss_text_node *node, const struct ArrowArray *array, const uint8_t *validity,
	  size_t depth)
{
	struct ss_text_group *child = ss_text_child_group(g);
	struct ss_text_step *s;
	bool outside;

	ss_text_begin_group(child, style, g->fault);
	bind_value(child, node, array, NULL, depth);
	ss_text_finish_group(child);
	s = ss_text_add_step(g, node, array,
			     style == g->style ? ss_text_run_group
					       : ss_text_string_run(g->style, false, &outside));
	s->validity = validity;
	s->child = child;
	s->access = SS_TEXT_RENDERED;
	s->elements = SS_TEXT_FIXED;
	s->size = 1;
	s->expand = style == g->style ? 1 : 2;
	s->fixed_width += 4;
}

static void
bind_fields(struct ss_text_group *g, const struct ss_text_node *node,
	    const struct ArrowArray *array, size_t depth)
{
	if (node->n_children == 0) {
		ss_text_literal(g, SS_STR("{}"));
		return;
	}
	ss_text_literal(g, SS_STR("{"));
	for (size_t i = 0; i < node->n_children; i++) {
		const struct ss_text_node *child = &node->children[i];
		const struct ArrowArray *values = array->children[i];

		if (i != 0)
			ss_text_literal(g, SS_STR(","));
		ss_text_newline(g, depth + 1);
		ss_text_literal(g, child->key);
		bind_value(g, child, values, ss_text_validity(values), depth + 1);
	}
	ss_text_newline(g, depth);
	ss_text_literal(g, SS_STR("}"));
}

static void
fail_null_key(struct ss_text_group *g, const struct ss_text_node *node,
	      const struct ArrowArray *keys)
{
	struct ss_text_step at = {.node = node, .fault = g->fault};

	for (size_t i = 0; keys->null_count != 0 && i < (size_t)keys->length; i++)
		if (ss_arrow_is_null(keys, (int64_t)i))
			ss_text_fail(&at, i, SS_TEXT_NULL_KEY);
}

static void
bind_elements(struct ss_text_group *g, const struct ss_text_node *node,
	      const struct ArrowArray *array, size_t depth)
{
	const struct ss_text_node *element = &node->children[0];
	const struct ArrowArray *values = array->children[0];

	ss_text_newline(g, depth + 1);
	if (node->object) {
		fail_null_key(g, node, values->children[0]);
		bind_value(g, &element->children[0], values->children[0], NULL, depth + 1);
		ss_text_literal(g, g->style->pretty ? SS_STR(": ") : SS_STR(":"));
		bind_value(g, &element->children[1], values->children[1],
			   ss_text_validity(values->children[1]), depth + 1);
	} else {
		bind_value(g, element, values, ss_text_validity(values), depth + 1);
	}
	ss_text_literal(g, SS_STR(","));
}

static void
bind_list(struct ss_text_group *g, const struct ss_text_node *node, const struct ArrowArray *array,
	  const uint8_t *validity, size_t depth)
{
	struct ss_text_group *child = ss_text_child_group(g);
	bool fixed = node->type.kind == SS_ARROW_FIXED_LIST;
	struct ss_text_step *s;

	ss_text_begin_group(child, g->style, g->fault);
	bind_elements(child, node, array, depth);
	ss_text_finish_group(child);
	s = ss_text_add_step(g, node, array, ss_text_run_group);
	s->validity = validity;
	s->child = child;
	s->elements = fixed				       ? SS_TEXT_FIXED
		      : node->type.kind == SS_ARROW_LARGE_LIST ? SS_TEXT_OFFSETS64
							       : SS_TEXT_OFFSETS32;
	s->size = (size_t)node->type.width;
	s->offsets = fixed ? NULL : array->buffers[1];
	s->open = node->object ? '{' : '[';
	s->close = node->object ? '}' : ']';
	s->trim = 1;
	s->expand = 1;
	ss_text_newline(g, depth);
	s->closing_at = ss_text_take_literal(g, &s->closing_len);
	s->fixed_width += s->closing_len + 4;
	ss_text_fault_up(s, 0, (size_t)array->length);
}

static void
bind_value(struct ss_text_group *g, const struct ss_text_node *node, const struct ArrowArray *array,
	   const uint8_t *validity, size_t depth)
{
	if (g->fault->trouble != SS_TEXT_FINE)
		return;
	if (node->values != NULL)
		bind_dictionary(g, node, array, validity, depth);
	else if (!ss_text_nested(node))
		ss_text_bind_leaf(g, node, array, validity);
	else if (node->type.kind != SS_ARROW_STRUCT)
		bind_list(g, node, array, validity, depth);
	else if (validity != NULL)
		bind_rows(g, g->style, node, array, validity, depth);
	else
		bind_fields(g, node, array, depth);
}

struct cells {
	struct ss_text *text;
	struct ss_text_group *group;
	size_t rows;
	size_t n; /* cells so far */
};

static void
fail_lone_null(const struct cells *c, const struct ss_text_node *node, const uint8_t *validity)
{
	struct ss_text_step at = {.node = node, .fault = c->group->fault};

	if (!c->text->style.lone_null || c->text->n_columns != 1 ||
	    c->text->style.quote != SS_TEXT_QUOTE_NONE)
		return;
	for (size_t i = 0; i < c->rows; i++)
		if (node->type.kind == SS_ARROW_NULL ||
		    (validity != NULL && ss_text_is_null(validity, i)))
			ss_text_fail(&at, i, SS_TEXT_LONE_NULL);
}

static void
bind_cell(struct cells *c, const struct ss_text_node *node, const struct ArrowArray *array,
	  const uint8_t *validity)
{
	fail_lone_null(c, node, validity);
	if (ss_text_nested(node) && node->values == NULL)
		bind_rows(c->group, &c->text->json, node, array, validity, 0);
	else
		bind_value(c->group, node, array, validity, 0);
	c->n++;
}

/* What is null in either; the group's bits were reserved, so they do not move. */
static const uint8_t *
join_validity(struct ss_text_group *g, const uint8_t *a, const uint8_t *b, size_t rows)
{
	size_t len = (rows + 7) / 8;
	uint8_t *bits;

	if (a == NULL || b == NULL)
		return a != NULL ? a : b;
	bits = ss_buf_extend(&g->bits, len);
	for (size_t i = 0; i < len; i++)
		bits[i] = a[i] & b[i];
	return bits;
}

static void
bind_cells(struct cells *c, const struct ss_text_node *node, const struct ArrowArray *array,
	   const uint8_t *outer)
{
	const uint8_t *validity = join_validity(c->group, outer, ss_text_validity(array), c->rows);

	if (c->text->style.flatten && node->type.kind == SS_ARROW_STRUCT) {
		for (size_t i = 0; i < node->n_children; i++)
			bind_cells(c, &node->children[i], array->children[i], validity);
		return;
	}
	if (c->n != 0)
		ss_text_literal(c->group, ss_str_n(&c->text->style.delimiter, 1));
	bind_cell(c, node, array, validity);
}

static size_t
count_nodes(const struct ss_text_node *node)
{
	size_t n = 1;

	for (size_t i = 0; i < node->n_children; i++)
		n += count_nodes(&node->children[i]);
	return n;
}

void
ss_text_bind_batch(struct ss_text *text, struct ss_text_worker *worker,
		   const struct ArrowArray *batch)
{
	struct ss_text_group *g = &worker->group;
	struct cells cells = {text, g, (size_t)batch->length, 0};

	ss_text_begin_group(g, &text->style, &worker->fault);
	ss_text_literal(g, text->style.record_begin);
	if (text->style.kind == SS_TEXT_JSON) {
		bind_fields(g, &text->root, batch, text->style.depth);
	} else {
		if (text->style.flatten)
			(void)ss_buf_reserve(&g->bits,
					     count_nodes(&text->root) * (cells.rows / 8 + 1));
		for (size_t i = 0; i < text->root.n_children; i++)
			bind_cells(&cells, &text->root.children[i], batch->children[i], NULL);
	}
	ss_text_literal(g, text->style.record_end);
	ss_text_finish_group(g);
}

void
ss_text_bind_column(struct ss_text *text, struct ss_text_worker *worker,
		    const struct ss_text_node *node, const struct ArrowArray *array)
{
	struct ss_text_group *g = &worker->group;
	struct cells cells = {text, g, (size_t)array->length, 0};

	ss_text_begin_group(g, &text->style, &worker->fault);
	bind_cell(&cells, node, array, ss_text_validity(array));
	ss_text_finish_group(g);
}
