/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only door to libfyaml: its events become nodes in the caller's arena. Limits are ours and
 * hold while events come in. An alias shares the nodes of its anchor and is counted as if it
 * were written out, so a bomb costs no memory and whoever walks the tree is bounded too. The
 * library prints nothing: its messages are collected and put in our words.
 */
#include "model/yaml.h"

#include <libfyaml.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "model/clean.h"
#include "model/flow.h"
#include "model/names.h"

#define ANCHORS_MAX 4096

struct anchor {
	struct ss_str name;
	struct ss_node node;
	size_t events;	 /* of the node, aliases expanded */
	unsigned height; /* collections inside each other in the node */
};

struct frame {
	enum ss_node_kind kind;
	size_t first; /* its children on the stack begin here */
	struct ss_place place;
	struct ss_str anchor;
	size_t events;	 /* seen before its own */
	unsigned height; /* of its highest child */
};

struct reader {
	struct ss_arena *arena;
	struct ss_err *err;
	struct ss_place start;
	struct ss_place last; /* of the last event that had one */
	struct ss_flow flow;
	struct fy_diag *diag;
	struct fy_parser *parser;
	struct ss_buf stack;   /* struct ss_node: children of the open collections */
	struct ss_buf anchors; /* struct anchor *, sorted by name */
	struct frame frames[SS_YAML_DEPTH_MAX];
	unsigned depth;
	size_t events;
	unsigned documents;
	struct ss_node *root;
	bool done; /* root is set */
};

static enum ss_status
fail(struct reader *r, struct ss_place place, const char *code, const char *message,
     const char *hint)
{
	(void)ss_place_error(r->err, place, code, "%s", message);
	return ss_err_hint(r->err, "%s", hint);
}

/* Line and column from 1, as the library has them, in the user's text. */
static struct ss_place
place_at(const struct reader *r, int line, int column)
{
	struct ss_place place = r->start;

	column = ss_flow_column(&r->flow, line, column);
	place.column = line == 1 ? r->start.column + column - 1 : column;
	place.line += line - 1;
	return place;
}

static int
count_lines(const struct ss_flow *flow)
{
	int lines = 1;

	for (size_t i = 0; i + 1 < flow->text.len; i++)
		lines += flow->text.p[i] == '\n';
	return lines;
}

static enum ss_status
fail_syntax(struct reader *r)
{
	const struct fy_diag_error *error = NULL;
	void *iterator = NULL;
	struct ss_place place = r->last;
	const char *cause;
	const char *hint;

	/* The first message is the cause, later ones are about its consequences. */
	error = fy_diag_errors_iterate(r->diag, &iterator);
	if (error == NULL || error->msg == NULL)
		return fail(r, place, "bad-yaml", "bad YAML", "compare it with the examples");
	/* At the end of input the library points behind the last line. */
	if (error->line > 0 && error->column > 0 && error->line <= count_lines(&r->flow))
		place = place_at(r, error->line, error->column);
	cause = ss_yaml_cause(error->msg, &hint);
	if (cause != NULL)
		return fail(r, place, "bad-yaml", cause, hint);
	(void)ss_place_error(r->err, place, "bad-yaml", "bad YAML: %s", error->msg);
	return ss_err_hint(r->err, "put quotes round texts with special characters");
}

static struct ss_str
token_text(struct fy_token *token)
{
	size_t len = 0;
	const char *p = token != NULL ? fy_token_get_text(token, &len) : NULL;

	return ss_str_n(p, p != NULL ? len : 0);
}

static struct ss_node *
nodes(const struct reader *r)
{
	return (struct ss_node *)(void *)r->stack.p;
}

static size_t
n_nodes(const struct reader *r)
{
	return r->stack.len / sizeof(struct ss_node);
}

/* Where name is, or belongs, among the anchors. */
static size_t
find_anchor(const struct reader *r, struct ss_str name, struct anchor **found)
{
	struct anchor **anchors = (struct anchor **)(void *)r->anchors.p;
	size_t lo = 0;
	size_t hi = r->anchors.len / sizeof(*anchors);

	*found = NULL;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = ss_str_cmp(anchors[mid]->name, name);

		if (order == 0) {
			*found = anchors[mid];
			return mid;
		}
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static enum ss_status
add_anchor(struct reader *r, const struct anchor *anchor)
{
	struct anchor *there;
	size_t at = find_anchor(r, anchor->name, &there);
	size_t n = r->anchors.len / sizeof(there);
	struct anchor **anchors;

	if (there != NULL) {
		*there = *anchor;
		return SS_OK;
	}
	if (n == ANCHORS_MAX)
		return fail(r, r->last, "too-many", "more than 4096 anchors",
			    "split the file into nested structures");
	there = ss_arena_alloc(r->arena, sizeof(*there));
	*there = *anchor;
	(void)ss_buf_extend(&r->anchors, sizeof(there));
	anchors = (struct anchor **)(void *)r->anchors.p;
	memmove(anchors + at + 1, anchors + at, (n - at) * sizeof(there));
	anchors[at] = there;
	return SS_OK;
}

static enum ss_status
count_events(struct reader *r, size_t n)
{
	if (n > SS_YAML_EVENTS_MAX || r->events + n > SS_YAML_EVENTS_MAX) {
		(void)ss_place_error(r->err, r->last, "too-many",
				     "more than %d YAML events, aliases expanded",
				     SS_YAML_EVENTS_MAX);
		return ss_err_hint(r->err, "use fewer aliases, or split the file into nested "
					   "structures");
	}
	r->events += n;
	return SS_OK;
}

static enum ss_status
check_key(struct reader *r, const struct ss_node *key, size_t n_keys, struct ss_place place)
{
	if (key->kind != SS_NODE_SCALAR)
		return fail(r, place, "bad-key", "a key must be a text",
			    "put quotes round a key that begins with a bracket or a brace");
	if (key->plain && ss_str_eq(key->text, SS_STR("<<")))
		return fail(r, place, "merge-key", "merge keys (\"<<\") are not supported",
			    "write the keys out, or name a whole mapping with an alias");
	if (n_keys >= SS_YAML_KEYS_MAX) {
		(void)ss_place_error(r->err, place, "too-many", "more than %d keys in a mapping",
				     SS_YAML_KEYS_MAX);
		return ss_err_hint(r->err, "split it into nested structures");
	}
	return SS_OK;
}

/* Hands a finished node to the open collection, or makes it the root. */
static enum ss_status
add_node(struct reader *r, const struct ss_node *node, struct ss_str anchor, size_t events,
	 unsigned height)
{
	struct ss_place place = {r->start.file, node->line, node->column};
	enum ss_status status = SS_OK;

	if (anchor.len > 0)
		status = add_anchor(r, &(struct anchor){anchor, *node, events, height});
	if (status != SS_OK)
		return status;
	if (r->depth == 0) {
		*r->root = *node;
		r->done = true;
		return SS_OK;
	}
	struct frame *frame = &r->frames[r->depth - 1];
	size_t children = n_nodes(r) - frame->first;

	frame->height = SS_MAX(frame->height, height);
	if (frame->kind == SS_NODE_MAPPING && children % 2 == 0)
		status = check_key(r, node, children / 2, place);
	if (status == SS_OK)
		ss_buf_put(&r->stack, node, sizeof(*node));
	return status;
}

static enum ss_status
check_tag(struct reader *r, struct fy_event *event)
{
	struct fy_token *tag = fy_event_get_tag_token(event);
	const struct fy_mark *mark = tag != NULL ? fy_token_start_mark(tag) : NULL;
	struct ss_place place = r->last;

	if (tag == NULL)
		return SS_OK;
	if (mark != NULL && mark->line >= 0)
		place = place_at(r, mark->line + 1, mark->column + 1);
	return fail(r, place, "tag", "tags (\"!...\") are not supported",
		    "take it away: every value is read as text");
}

static enum ss_status
add_scalar(struct reader *r, struct fy_event *event)
{
	struct fy_token *token = event->scalar.value;
	struct ss_str text = token_text(token);
	struct ss_str anchor = ss_arena_str(r->arena, token_text(event->scalar.anchor));
	enum fy_scalar_style style = token != NULL ? fy_token_scalar_style(token) : FYSS_PLAIN;
	struct ss_node node = {.kind = SS_NODE_SCALAR};
	const struct fy_mark *mark = token != NULL ? fy_token_start_mark(token) : NULL;
	bool inserted = false;

	if (text.len > SS_YAML_SCALAR_BYTES_MAX) {
		(void)ss_place_error(r->err, r->last, "too-large",
				     "a text of %zu bytes, more than %zu", text.len,
				     SS_YAML_SCALAR_BYTES_MAX);
		return ss_err_hint(r->err, "shorten it");
	}
	if (text.len > 0 && memchr(text.p, '\0', text.len) != NULL)
		return fail(r, r->last, "control-character", "a text with a NUL character",
			    "take \"\\0\" away");
	if (text.len > 0 && ss_utf8_check(text.p, text.len) != text.len)
		return fail(r, r->last, "invalid-utf-8", "an escape that is no character",
			    "write the character itself");
	if (mark != NULL)
		inserted = ss_flow_inserted(&r->flow, mark->line + 1, mark->column + 1);
	node.plain = style == FYSS_PLAIN || (style == FYSS_SINGLE_QUOTED && inserted);
	node.text = ss_arena_str(r->arena, text);
	node.line = r->last.line;
	node.column = r->last.column;
	return add_node(r, &node, anchor, 1, 0);
}

static enum ss_status
add_alias(struct reader *r, struct fy_event *event)
{
	struct ss_str name = token_text(event->alias.anchor);
	struct anchor *anchor;
	struct ss_node node;
	enum ss_status status;

	for (unsigned i = 0; i < r->depth; i++) {
		if (ss_str_eq(r->frames[i].anchor, name))
			return fail(r, r->last, "bad-alias", "an alias inside what it names",
				    "an alias can only name what ended before it");
	}
	(void)find_anchor(r, name, &anchor);
	if (anchor == NULL) {
		(void)ss_place_error(r->err, r->last, "bad-alias",
				     "no anchor \"&%.*s\" before this", SS_BRIEF_ARGS(name));
		return ss_err_hint(r->err, "put quotes round a text that begins with \"*\"");
	}
	status = count_events(r, anchor->events);
	if (status != SS_OK)
		return status;
	if (r->depth + anchor->height > SS_YAML_DEPTH_MAX)
		return fail(r, r->last, "too-deep", "aliases nest too many collections",
			    "nest structures with object[name] instead");
	node = anchor->node;
	node.line = r->last.line;
	node.column = r->last.column;
	return add_node(r, &node, (struct ss_str){0}, anchor->events, anchor->height);
}

static enum ss_status
open_collection(struct reader *r, enum ss_node_kind kind, struct fy_token *anchor)
{
	if (r->depth == SS_YAML_DEPTH_MAX) {
		(void)ss_place_error(r->err, r->last, "too-deep",
				     "more than %d collections inside each other",
				     SS_YAML_DEPTH_MAX);
		return ss_err_hint(r->err, "nest structures with object[name] instead");
	}
	r->frames[r->depth++] = (struct frame){
		.kind = kind,
		.first = n_nodes(r),
		.place = r->last,
		.anchor = ss_arena_str(r->arena, token_text(anchor)),
		.events = r->events - 1,
	};
	return SS_OK;
}

static enum ss_status
check_equal_keys(struct reader *r, const struct ss_node *mapping)
{
	struct ss_str *names = ss_calloc(mapping->count + 1, sizeof(*names));
	size_t first = 0;
	size_t second = 0;
	bool equal;

	for (size_t i = 0; i < mapping->count; i++)
		names[i] = mapping->keys[i].text;
	equal = ss_names_equal(names, mapping->count, &first, &second);
	ss_free(names);
	if (!equal)
		return SS_OK;
	const struct ss_node *key = &mapping->keys[second];
	struct ss_place place = {r->start.file, key->line, key->column};

	(void)ss_place_error(r->err, place, "duplicate-key",
			     "key \"%.*s\" appears twice, first on line %d",
			     SS_BRIEF_ARGS(key->text), mapping->keys[first].line);
	return ss_err_hint(r->err, "rename or remove one of the two");
}

static enum ss_status
close_collection(struct reader *r)
{
	struct frame frame = r->frames[--r->depth];
	const struct ss_node *children = nodes(r) + frame.first;
	size_t n = n_nodes(r) - frame.first;
	struct ss_node node = {
		.kind = frame.kind,
		.count = frame.kind == SS_NODE_MAPPING ? n / 2 : n,
		.line = frame.place.line,
		.column = frame.place.column,
	};
	enum ss_status status = SS_OK;

	node.items = ss_arena_calloc(r->arena, node.count, sizeof(node));
	if (frame.kind == SS_NODE_SEQUENCE) {
		if (n > 0)
			memcpy(node.items, children, n * sizeof(node));
	} else {
		node.keys = ss_arena_calloc(r->arena, node.count, sizeof(node));
		for (size_t i = 0; i < node.count; i++) {
			node.keys[i] = children[2 * i];
			node.items[i] = children[2 * i + 1];
		}
		status = check_equal_keys(r, &node);
	}
	r->stack.len = frame.first * sizeof(node);
	if (status != SS_OK)
		return status;
	return add_node(r, &node, frame.anchor, r->events - frame.events, frame.height + 1);
}

static enum ss_status
start_document(struct reader *r)
{
	if (r->documents++ == 0)
		return SS_OK;
	return fail(r, r->last, "two-documents", "a second document begins here",
		    "keep one document in a file: split it at the lines \"---\"");
}

static enum ss_status
take_event(struct reader *r, struct fy_event *event)
{
	struct fy_token *token = fy_event_get_token(event);
	const struct fy_mark *mark = token != NULL ? fy_event_start_mark(event) : NULL;
	enum ss_status status = SS_OK;

	if (mark != NULL && mark->line >= 0)
		r->last = place_at(r, mark->line + 1, mark->column + 1);
	if (event->type == FYET_ALIAS)
		r->last.column--; /* from the name to its "*" */
	else
		status = count_events(r, 1);
	if (status == SS_OK)
		status = check_tag(r, event);
	if (status != SS_OK)
		return status;
	switch (event->type) {
	case FYET_DOCUMENT_START: return start_document(r);
	case FYET_SCALAR: return add_scalar(r, event);
	case FYET_ALIAS: return add_alias(r, event);
	case FYET_MAPPING_START:
		return open_collection(r, SS_NODE_MAPPING, event->mapping_start.anchor);
	case FYET_SEQUENCE_START:
		return open_collection(r, SS_NODE_SEQUENCE, event->sequence_start.anchor);
	case FYET_MAPPING_END:
	case FYET_SEQUENCE_END: return close_collection(r);
	default: return SS_OK;
	}
}

static enum ss_status
take_events(struct reader *r)
{
	for (;;) {
		struct fy_event *event = fy_parser_parse(r->parser);
		enum ss_status status;

		if (event == NULL)
			break;
		status = take_event(r, event);
		fy_parser_event_free(r->parser, event);
		if (status != SS_OK)
			return status;
	}
	if (fy_parser_get_stream_error(r->parser))
		return fail_syntax(r);
	if (!r->done || ss_node_is_empty(r->root))
		return fail(r, r->start, "empty-file", "there is nothing in it",
			    "write a structure: name: and data:");
	return SS_OK;
}

static void
discard_output(struct fy_diag *diag, void *user, const char *text, size_t len)
{
	(void)diag;
	(void)user;
	(void)text;
	(void)len;
}

static enum ss_status
parse(struct reader *r)
{
	struct fy_diag_cfg diag_cfg;
	struct fy_parse_cfg cfg = {
		.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_JSON_NONE |
			 FYPCF_DISABLE_DEPTH_LIMIT | FYPCF_DEFAULT_VERSION_1_2,
	};
	enum ss_status status;

	(void)ss_buf_reserve(&r->stack, sizeof(struct ss_node)); /* never NULL */
	fy_diag_cfg_default(&diag_cfg);
	diag_cfg.fp = NULL; /* some messages go past output_fn */
	diag_cfg.output_fn = discard_output;
	r->diag = fy_diag_create(&diag_cfg);
	if (r->diag == NULL)
		return ss_err_set(r->err, SS_EFAIL, "no-memory", "no memory for the YAML parser");
	fy_diag_set_collect_errors(r->diag, true);
	cfg.diag = r->diag;
	r->parser = fy_parser_create(&cfg);
	if (r->parser == NULL ||
	    fy_parser_set_string(r->parser, (const char *)r->flow.text.p, r->flow.text.len) != 0)
		status = ss_err_set(r->err, SS_EFAIL, "no-memory", "no memory for the YAML parser");
	else
		status = take_events(r);
	if (r->parser != NULL)
		fy_parser_destroy(r->parser);
	fy_diag_destroy(r->diag);
	return status;
}

enum ss_status
ss_node_parse_at(struct ss_arena *arena, struct ss_place start, struct ss_str text,
		 struct ss_node *root, struct ss_err *err)
{
	struct reader r = {
		.arena = arena,
		.err = err,
		.start = start,
		.last = start,
		.root = root,
	};
	struct ss_buf clean = {0};
	enum ss_status status = ss_text_clean(start, text, &clean, err);

	if (status == SS_OK)
		status = ss_flow_quote(start, ss_buf_str(&clean), &r.flow, err);
	if (status == SS_OK) {
		ss_buf_putc(&r.flow.text, '\0');
		r.flow.text.len--;
		status = parse(&r);
	}
	ss_buf_release(&clean);
	ss_buf_release(&r.stack);
	ss_buf_release(&r.anchors);
	ss_flow_release(&r.flow);
	return status;
}

enum ss_status
ss_node_parse(struct ss_arena *arena, const char *name, struct ss_str text, struct ss_node *root,
	      struct ss_err *err)
{
	return ss_node_parse_at(arena, (struct ss_place){name, 1, 1}, text, root, err);
}

const char *
ss_node_library_version(void)
{
	const char *version = fy_library_version();

	return version != NULL ? version : "unknown";
}
