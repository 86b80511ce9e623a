/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps of a batch and of its simple columns. This is where it is decided how a style spells
 * each type, and, because the batch is at hand, where work is saved: no validity bitmap means
 * no test, and quotes that are part of the keys. Structs, lists and dictionaries are in
 * text_nest.c.
 */
#include "format/text_step.h"

#include "base/mem.h"
#include "base/utf8.h"

#define SIMPLE_WIDTH 40
#define BIG_WIDTH 120 /* with it: 76 digits, 76 zeros, sign, point */

void
ss_text_literal(struct ss_text_group *g, struct ss_str s)
{
	ss_buf_puts(&g->literals, s);
}

/* Ends the pending literal and says where it is. */
size_t
ss_text_take_literal(struct ss_text_group *g, size_t *len)
{
	size_t at = g->pending;

	*len = g->literals.len - at;
	ss_buf_zero(&g->literals, SS_TEXT_PAD);
	g->pending = g->literals.len;
	return at;
}

void
ss_text_newline(struct ss_text_group *g, size_t depth)
{
	if (!g->style->pretty)
		return;
	ss_text_literal(g, SS_STR("\n"));
	for (size_t i = 0; i < depth; i++)
		ss_text_literal(g, SS_STR("  "));
}

void
ss_text_begin_group(struct ss_text_group *g, const struct ss_text_style *style,
		    struct ss_text_fault *fault)
{
	g->style = style;
	g->fault = fault;
	g->steps.len = 0;
	g->n_steps = 0;
	g->literals.len = 0;
	g->pending = 0;
	g->tables.len = 0;
	g->texts.len = 0;
	g->bits.len = 0;
	g->used_children = 0;
}

/* The tail is what is pending; from here on the buffers keep their places. */
void
ss_text_finish_group(struct ss_text_group *g)
{
	struct ss_text_step *steps;

	g->tail_at = ss_text_take_literal(g, &g->tail_len);
	ss_buf_zero(&g->texts, SS_TEXT_PAD);
	steps = (struct ss_text_step *)(void *)g->steps.p;
	for (size_t i = 0; i < g->n_steps; i++) {
		struct ss_text_step *s = &steps[i];

		s->prefix = (const char *)g->literals.p + s->prefix_at;
		s->closing = (const char *)g->literals.p + s->closing_at;
		if (s->has_entries) {
			s->entries =
				(const struct ss_text_entry *)(void *)(g->tables.p + s->entries_at);
			s->bytes = (const char *)g->texts.p + s->bytes_at;
		}
	}
}

struct ss_text_group *
ss_text_child_group(struct ss_text_group *g)
{
	struct ss_text_group *child;

	if (g->used_children == g->n_children) {
		child = ss_zalloc(sizeof(*child));
		ss_buf_put(&g->children, &child, sizeof(child));
		g->n_children++;
	}
	memcpy(&child, g->children.p + g->used_children++ * sizeof(child), sizeof(child));
	return child;
}

struct ss_text_step *
ss_text_add_step(struct ss_text_group *g, const struct ss_text_node *node,
		 const struct ArrowArray *array, ss_text_run_fn run)
{
	struct ss_text_step *s =
		(struct ss_text_step *)(void *)ss_buf_extend(&g->steps, sizeof(*s));

	memset(s, 0, sizeof(*s));
	g->n_steps++;
	s->run = run;
	s->node = node;
	s->style = g->style;
	s->fault = g->fault;
	s->array = array;
	s->nan = g->style->nan;
	s->null_value = g->style->null_value.p;
	s->null_len = g->style->null_value.len;
	s->prefix_at = ss_text_take_literal(g, &s->prefix_len);
	s->closing_at = g->pending;
	s->fixed_width = s->prefix_len + SS_MAX(s->null_len, (size_t)8) + 2;
	return s;
}

/* A step whose value may have quotes round it: they join the literals when no row is null. */
static struct ss_text_step *
add_value(struct ss_text_group *g, const struct ss_text_node *node, const struct ArrowArray *array,
	  const uint8_t *validity, bool quoted, ss_text_run_fn run)
{
	struct ss_text_step *s;

	if (quoted && validity == NULL)
		ss_text_literal(g, SS_STR("\""));
	s = ss_text_add_step(g, node, array, run);
	s->validity = validity;
	s->quoted = quoted && validity != NULL;
	if (quoted && validity == NULL)
		ss_text_literal(g, SS_STR("\""));
	return s;
}

/* Arrays of the null type have no buffers. */
const uint8_t *
ss_text_validity(const struct ArrowArray *array)
{
	return array->null_count != 0 && array->n_buffers != 0 ? array->buffers[0] : NULL;
}

/* One entry: the step's prefix and the text. */
void
ss_text_add_entry(struct ss_text_group *g, const struct ss_text_step *s, struct ss_str text)
{
	struct ss_text_entry entry = {(uint32_t)(g->texts.len - s->bytes_at),
				      (uint32_t)(s->prefix_len + text.len)};

	ss_buf_put(&g->texts, g->literals.p + s->prefix_at, s->prefix_len);
	ss_buf_puts(&g->texts, text);
	ss_buf_put(&g->tables, &entry, sizeof(entry));
}

void
ss_text_begin_table(struct ss_text_group *g, struct ss_text_step *s)
{
	s->has_entries = true;
	s->entries_at = g->tables.len;
	s->bytes_at = g->texts.len;
}

void
ss_text_end_table(struct ss_text_group *g, struct ss_text_step *s, size_t longest)
{
	ss_text_add_entry(g, s, g->style->null_value);
	s->n_entries = (g->tables.len - s->entries_at) / sizeof(struct ss_text_entry);
	s->fixed_width += longest;
}

static bool
quote_all(const struct ss_text_style *style)
{
	return style->kind == SS_TEXT_CSV && style->quote == SS_TEXT_QUOTE_ALL;
}

static void
bind_bool(struct ss_text_group *g, const struct ss_text_node *node, const struct ArrowArray *array,
	  const uint8_t *validity)
{
	struct ss_text_step *s = ss_text_add_step(g, node, array, ss_text_run_table_bool);
	bool quoted = quote_all(g->style);

	s->validity = validity;
	s->values = array->buffers[1];
	ss_text_begin_table(g, s);
	ss_text_add_entry(g, s, quoted ? SS_STR("\"false\"") : SS_STR("false"));
	ss_text_add_entry(g, s, quoted ? SS_STR("\"true\"") : SS_STR("true"));
	ss_text_end_table(g, s, 8);
}

static struct ss_text_days *
days_of(struct ss_text_group *g)
{
	bool fresh = g->days.len == 0;
	struct ss_text_days *days;

	if (fresh)
		ss_buf_zero(&g->days, sizeof(*days));
	days = (struct ss_text_days *)(void *)g->days.p;
	if (fresh)
		ss_text_calendar_init(&days->calendar);
	return days;
}

/* Fixed-width values of at most SIMPLE_WIDTH characters. */
static struct ss_text_step *
bind_simple(struct ss_text_group *g, const struct ss_text_node *node,
	    const struct ArrowArray *array, const uint8_t *validity, bool quoted,
	    ss_text_run_fn run)
{
	struct ss_text_step *s = add_value(g, node, array, validity, quoted, run);

	s->values = array->buffers[1];
	s->zulu = node->type.kind == SS_ARROW_TIMESTAMP && node->type.zone[0] != '\0';
	if (ss_text_time_run(&node->type) != NULL)
		s->days = days_of(g);
	s->fixed_width += SIMPLE_WIDTH;
	return s;
}

static void
bind_number(struct ss_text_group *g, const struct ss_text_node *node,
	    const struct ArrowArray *array, const uint8_t *validity)
{
	bool decimal = node->type.kind == SS_ARROW_DECIMAL;
	bool quoted = quote_all(g->style) || (g->style->decimal_string && decimal);
	struct ss_text_step *s =
		bind_simple(g, node, array, validity, quoted, ss_text_number_run(&node->type));

	if (!decimal)
		return;
	s->bits = node->type.bits;
	s->scale = node->type.scale;
	s->digits = node->type.scale > 0 ? (unsigned)node->type.scale : 0;
	s->fixed_width += BIG_WIDTH;
}

static size_t
offset_at(const struct ArrowArray *array, bool large, size_t i)
{
	return large ? (size_t)((const int64_t *)array->buffers[1])[i]
		     : (size_t)((const int32_t *)array->buffers[1])[i];
}

/* Whether each string is valid follows from the whole column, if no string begins inside a
 * character; else each string that is written is looked at by itself. */
static bool
may_be_broken(const struct ArrowArray *array, bool large, const char *bytes, size_t from,
	      size_t len)
{
	if (ss_utf8_check(bytes + from, len) != len)
		return true;
	for (size_t i = 0; i < (size_t)array->length; i++) {
		size_t at = offset_at(array, large, i);

		if (at < from + len && ((uint8_t)bytes[at] & 0xC0) == 0x80)
			return true;
	}
	return false;
}

/* What one look at all bytes of a string column says: SS_TEXT_HAS_SPECIAL, and *check. */
static unsigned
look_at(const struct ss_text_group *g, const struct ArrowArray *array, bool large, bool *check)
{
	size_t n = (size_t)array->length;
	size_t from = n != 0 ? offset_at(array, large, 0) : 0;
	size_t len = n != 0 ? offset_at(array, large, n) - from : 0;
	const char *bytes = array->buffers[2];
	unsigned found = len != 0 ? ss_text_scan(g->style, bytes + from, len) : 0;

	*check = (found & SS_TEXT_HAS_HIGH) && may_be_broken(array, large, bytes, from, len);
	return found;
}

static void
set_expand(const struct ss_text_group *g, struct ss_text_step *s)
{
	s->expand = g->style->kind == SS_TEXT_JSON ? 6 : g->style->kind == SS_TEXT_RAW ? 1 : 2;
	s->fixed_width += 4;
}

static void
bind_string(struct ss_text_group *g, const struct ss_text_node *node,
	    const struct ArrowArray *array, const uint8_t *validity)
{
	bool large = node->type.kind == SS_ARROW_LARGE_UTF8;
	bool views = node->type.kind == SS_ARROW_UTF8_VIEW;
	bool check = views, outside, clean = false;
	struct ss_text_step *s;
	ss_text_run_fn run;

	if (!views)
		clean = !(look_at(g, array, large, &check) & SS_TEXT_HAS_SPECIAL) && !check;
	run = ss_text_string_run(g->style, clean && !large, &outside);
	s = add_value(g, node, array, validity, outside, run);
	s->access = views ? SS_TEXT_VIEWS : large ? SS_TEXT_OFFSETS64 : SS_TEXT_OFFSETS32;
	s->check = check;
	s->text = true;
	set_expand(g, s);
	if (views)
		return;
	if (clean && !large)
		s->expand = 1;
	s->offsets = array->buffers[1];
	s->bytes = array->buffers[2] ? array->buffers[2] : "";
	if (array->length != 0)
		s->limit = offset_at(array, large, (size_t)array->length);
}

static void
bind_bytes(struct ss_text_group *g, const struct ss_text_node *node, const struct ArrowArray *array,
	   const uint8_t *validity)
{
	bool json = g->style->kind == SS_TEXT_JSON;
	struct ss_text_step *s = add_value(g, node, array, validity, json || quote_all(g->style),
					   json ? ss_text_run_base64 : ss_text_run_hex);

	s->expand = 2;
	s->fixed_width += 8;
	switch (node->type.kind) {
	case SS_ARROW_BINARY_VIEW: s->access = SS_TEXT_VIEWS; return;
	case SS_ARROW_FIXED_BINARY:
		s->access = SS_TEXT_FIXED;
		s->size = (size_t)node->type.width;
		s->bytes = array->buffers[1] ? array->buffers[1] : "";
		return;
	default:
		s->access = node->type.kind == SS_ARROW_LARGE_BINARY ? SS_TEXT_OFFSETS64
								     : SS_TEXT_OFFSETS32;
		s->offsets = array->buffers[1];
		s->bytes = array->buffers[2] ? array->buffers[2] : "";
	}
}

void
ss_text_bind_leaf(struct ss_text_group *g, const struct ss_text_node *node,
		  const struct ArrowArray *array, const uint8_t *validity)
{
	bool json = g->style->kind == SS_TEXT_JSON;
	ss_text_run_fn run;

	if (node->uuid) {
		bind_simple(g, node, array, validity, json || quote_all(g->style),
			    ss_text_run_uuid);
		return;
	}
	switch (node->type.kind) {
	case SS_ARROW_NULL: ss_text_literal(g, g->style->null_value); return;
	case SS_ARROW_BOOL: bind_bool(g, node, array, validity); return;
	case SS_ARROW_UTF8:
	case SS_ARROW_LARGE_UTF8:
	case SS_ARROW_UTF8_VIEW: bind_string(g, node, array, validity); return;
	case SS_ARROW_BINARY:
	case SS_ARROW_LARGE_BINARY:
	case SS_ARROW_BINARY_VIEW:
	case SS_ARROW_FIXED_BINARY: bind_bytes(g, node, array, validity); return;
	default: break;
	}
	run = ss_text_time_run(&node->type);
	if (run != NULL)
		bind_simple(g, node, array, validity, json || quote_all(g->style), run);
	else
		bind_number(g, node, array, validity);
}

void
ss_text_group_release(struct ss_text_group *g)
{
	for (size_t i = 0; i < g->n_children; i++) {
		struct ss_text_group *child;

		memcpy(&child, g->children.p + i * sizeof(child), sizeof(child));
		ss_text_group_release(child);
		ss_free(child);
	}
	ss_buf_release(&g->steps);
	ss_buf_release(&g->literals);
	ss_buf_release(&g->tables);
	ss_buf_release(&g->texts);
	ss_buf_release(&g->bits);
	ss_buf_release(&g->days);
	ss_buf_release(&g->slots);
	ss_buf_release(&g->text);
	ss_buf_release(&g->ends);
	ss_buf_release(&g->children);
}
