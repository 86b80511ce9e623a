/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schemas to plans: what each column is and is called, checked once. Everything that a type
 * could refuse is refused here, so that binding and rendering only meet bad values.
 */
#include "format/text_step.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"

#define DECIMAL_SCALE_MAX 76

struct planner {
	struct ss_text *text;
	struct ss_err *err;
};

bool
ss_text_nested(const struct ss_text_node *node)
{
	switch (node->type.kind) {
	case SS_ARROW_STRUCT:
	case SS_ARROW_LIST:
	case SS_ARROW_LARGE_LIST:
	case SS_ARROW_FIXED_LIST:
	case SS_ARROW_MAP: return true;
	default: return false;
	}
}

void
ss_text_put_json_string(struct ss_buf *out, struct ss_str s)
{
	char *p = (char *)ss_buf_reserve(out, s.len * 6 + 2 + SS_TEXT_SLACK);
	size_t len;

	p[0] = '"';
	len = ss_text_escape_json(p + 1, s);
	p[1 + len] = '"';
	out->len += len + 2;
}

/* A copy that may be read in steps of 16. */
static struct ss_str
padded(struct ss_arena *arena, struct ss_str s)
{
	char *p = ss_arena_alloc(arena, s.len + SS_TEXT_PAD);

	if (s.len != 0)
		memcpy(p, s.p, s.len);
	return ss_str_n(p, s.len);
}

static enum ss_status
refuse_type(const struct planner *pl, const struct ArrowSchema *schema,
	    const struct ss_text_node *node)
{
	struct ss_buf name = {0};

	ss_arrow_type_name(schema, &name);
	ss_err_set(pl->err, SS_EUSAGE, "unsupported-type",
		   "column \"%.*s\": type %.*s has no text form", SS_STR_ARGS(node->path),
		   SS_STR_ARGS(ss_buf_str(&name)));
	ss_buf_release(&name);
	return ss_err_hint(pl->err, "leave the column out or convert it before this tool");
}

static int
compare_names(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

/* Readers keep one of two equal keys of an object and drop the other. */
static enum ss_status
check_distinct(const struct planner *pl, const struct ArrowSchema *schema)
{
	size_t n = (size_t)schema->n_children;
	const char **names;
	const char *twice = NULL;

	if (n < 2)
		return SS_OK;
	names = ss_calloc(n, sizeof(*names));
	for (size_t i = 0; i < n; i++)
		names[i] = schema->children[i]->name ? schema->children[i]->name : "";
	qsort(names, n, sizeof(*names), compare_names);
	for (size_t i = 1; i < n && twice == NULL; i++)
		if (strcmp(names[i - 1], names[i]) == 0)
			twice = names[i];
	ss_free(names);
	if (twice == NULL)
		return SS_OK;
	ss_err_set(pl->err, SS_EUSAGE, "duplicate-column", "two columns are named \"%s\"", twice);
	return ss_err_hint(pl->err,
			   "rename one of them: JSON readers keep only one of two equal keys");
}

static enum ss_status
check_type(const struct planner *pl, const struct ArrowSchema *schema,
	   const struct ss_text_node *node)
{
	switch (node->type.kind) {
	case SS_ARROW_INTERVAL:
	case SS_ARROW_UNION:
	case SS_ARROW_RUN_END_ENCODED:
	case SS_ARROW_LIST_VIEW: return refuse_type(pl, schema, node);
	case SS_ARROW_DECIMAL:
		if (node->type.scale > DECIMAL_SCALE_MAX || node->type.scale < -DECIMAL_SCALE_MAX)
			return refuse_type(pl, schema, node);
		return SS_OK;
	default: return SS_OK;
	}
}

static bool
is_uuid(const struct ArrowSchema *schema, const struct ss_arrow_type *type)
{
	struct ss_str name;

	return type->kind == SS_ARROW_FIXED_BINARY && type->width == 16 &&
	       ss_arrow_metadata(schema, "ARROW:extension:name", &name) &&
	       ss_str_eq(name, SS_STR("arrow.uuid"));
}

static bool
is_text(const struct ss_text_node *node)
{
	const struct ss_text_node *values = node->values ? node->values : node;

	return values->type.kind == SS_ARROW_UTF8 || values->type.kind == SS_ARROW_LARGE_UTF8 ||
	       values->type.kind == SS_ARROW_UTF8_VIEW;
}

static void
name_node(const struct planner *pl, const char *name, const struct ss_text_node *parent,
	  struct ss_text_node *node)
{
	struct ss_arena *arena = &pl->text->arena;
	struct ss_buf key = {0};

	if (parent == NULL)
		node->path = ss_arena_str(arena, ss_str(name));
	else
		node->path = ss_str(ss_arena_printf(arena, "%s.%s", parent->path.p, name));
	ss_text_put_json_string(&key, ss_str(name));
	ss_buf_puts(&key, pl->text->style.pretty ? SS_STR(": ") : SS_STR(":"));
	node->key = ss_arena_str(arena, ss_buf_str(&key));
	ss_buf_release(&key);
}

/* The keys "key" and "value" of a map are ours, whatever the stream calls them. */
static const char *
child_name(const struct ArrowSchema *parent, const struct ss_text_node *node, bool entries,
	   size_t i)
{
	const char *name = parent->children[i]->name ? parent->children[i]->name : "";

	if (entries)
		return i == 0 ? "key" : "value";
	return node->type.kind == SS_ARROW_STRUCT ? name : "[]";
}

static enum ss_status
plan_node(const struct planner *pl, const struct ArrowSchema *schema, bool entries,
	  struct ss_text_node *node)
{
	struct ss_arena *arena = &pl->text->arena;
	enum ss_status status = ss_arrow_type_of(schema, &node->type, pl->err);

	if (status == SS_OK)
		status = check_type(pl, schema, node);
	if (status != SS_OK)
		return status;
	node->uuid = is_uuid(schema, &node->type);
	if (schema->dictionary != NULL) {
		node->values = ss_arena_calloc(arena, 1, sizeof(*node->values));
		node->values->path = node->path;
		status = plan_node(pl, schema->dictionary, false, node->values);
		if (status == SS_OK && pl->text->style.kind != SS_TEXT_JSON &&
		    ss_text_nested(node->values))
			status = refuse_type(pl, schema, node);
		return status;
	}
	if (!ss_text_nested(node))
		return SS_OK;
	if (node->type.kind == SS_ARROW_STRUCT && !entries) {
		status = check_distinct(pl, schema);
		if (status != SS_OK)
			return status;
	}
	node->n_children = (size_t)schema->n_children;
	node->children = ss_arena_calloc(arena, node->n_children, sizeof(*node->children));
	for (size_t i = 0; i < node->n_children; i++) {
		struct ss_text_node *child = &node->children[i];

		name_node(pl, child_name(schema, node, entries, i), node, child);
		status = plan_node(pl, schema->children[i], node->type.kind == SS_ARROW_MAP, child);
		if (status != SS_OK)
			return status;
	}
	if (node->type.kind == SS_ARROW_MAP)
		node->object = is_text(&node->children[0].children[0]);
	return SS_OK;
}

static size_t
count_columns(const struct ss_text *text, const struct ss_text_node *node)
{
	size_t n = 0;

	if (!text->style.flatten || node->type.kind != SS_ARROW_STRUCT)
		return 1;
	for (size_t i = 0; i < node->n_children; i++)
		n += count_columns(text, &node->children[i]);
	return n;
}

static void
add_columns(struct ss_text *text, const struct ss_text_node *node)
{
	if (!text->style.flatten || node->type.kind != SS_ARROW_STRUCT) {
		text->columns[text->n_columns++] = node;
		return;
	}
	for (size_t i = 0; i < node->n_children; i++)
		add_columns(text, &node->children[i]);
}

static enum ss_status
plan_columns(const struct planner *pl, const struct ArrowSchema *schema)
{
	struct ss_text *text = pl->text;
	size_t n = 0;
	enum ss_status status = SS_OK;

	text->root.type.kind = SS_ARROW_STRUCT;
	if (text->style.kind == SS_TEXT_JSON)
		status = check_distinct(pl, schema);
	text->root.n_children = (size_t)schema->n_children;
	text->root.children =
		ss_arena_calloc(&text->arena, text->root.n_children, sizeof(*text->root.children));
	for (size_t i = 0; i < text->root.n_children && status == SS_OK; i++) {
		const char *name = schema->children[i]->name ? schema->children[i]->name : "";

		if (ss_utf8_check(name, strlen(name)) != strlen(name))
			return ss_err_set(pl->err, SS_EDATA, "invalid-utf8",
					  "name of column %zu is not valid UTF-8", i + 1);
		name_node(pl, name, NULL, &text->root.children[i]);
		status = plan_node(pl, schema->children[i], false, &text->root.children[i]);
	}
	if (status != SS_OK)
		return status;
	for (size_t i = 0; i < text->root.n_children; i++)
		n += count_columns(text, &text->root.children[i]);
	text->columns = ss_arena_calloc(&text->arena, n, sizeof(const struct ss_text_node *));
	for (size_t i = 0; i < text->root.n_children; i++)
		add_columns(text, &text->root.children[i]);
	if (text->style.lone_null && text->n_columns == 1 &&
	    text->style.quote != SS_TEXT_QUOTE_NONE)
		text->style.null_value = padded(&text->arena, SS_STR("\"\""));
	return SS_OK;
}

enum ss_status
ss_text_new(const struct ArrowSchema *schema, const struct ss_text_style *style, unsigned workers,
	    struct ss_text **out, struct ss_err *err)
{
	struct ss_text *text = ss_zalloc(sizeof(*text));
	struct planner pl = {text, err};
	enum ss_status status;

	*out = NULL;
	text->style = *style;
	text->style.null_value = padded(&text->arena, style->null_value);
	text->json.kind = SS_TEXT_JSON;
	text->json.nan = style->kind == SS_TEXT_JSON ? style->nan : SS_TEXT_NAN_STRING;
	text->json.null_value = padded(&text->arena, SS_STR("null"));
	text->n_workers = SS_MAX(workers, 1u);
	text->workers = ss_calloc(text->n_workers, sizeof(*text->workers));
	status = plan_columns(&pl, schema);
	if (status != SS_OK) {
		ss_text_free(text);
		return status;
	}
	*out = text;
	return SS_OK;
}

void
ss_text_free(struct ss_text *text)
{
	if (text == NULL)
		return;
	for (unsigned i = 0; i < text->n_workers; i++)
		ss_text_group_release(&text->workers[i].group);
	ss_free(text->workers);
	ss_arena_release(&text->arena);
	ss_free(text);
}

size_t
ss_text_columns(const struct ss_text *text)
{
	return text->n_columns;
}

struct ss_str
ss_text_column_name(const struct ss_text *text, size_t i)
{
	return text->columns[i]->path;
}

bool
ss_text_column_number(const struct ss_text *text, size_t i)
{
	const struct ss_text_node *node = text->columns[i];

	if (node->values != NULL)
		node = node->values;
	return ss_text_number_run(&node->type) != NULL;
}
