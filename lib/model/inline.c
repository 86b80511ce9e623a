/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structures from the command line (-e): splits the text into fields, keeping lines and
 * columns for messages. A datatype is taken as it stands, so " #" and ": " need no quotes
 * here; what begins with a brace or a quote is read as YAML.
 */
#include "model/structure.h"

#include "base/buf.h"
#include "model/clean.h"
#include "model/fields.h"
#include "model/names.h"
#include "model/yaml.h"

/* Walks the text; place is that of i, so no prefix is counted twice. */
struct walker {
	struct ss_str text;
	size_t i;
	struct ss_place place;
};

/* Brackets and quotes around the character that comes next. */
struct nesting {
	char open[SS_YAML_DEPTH_MAX];
	unsigned depth;
	char quote; /* 0 outside quotes */
	bool escaped;
	bool begins; /* a text may begin with the next character */
};

static void
advance(struct walker *w, size_t to)
{
	for (; w->i < to; w->i++) {
		unsigned char c = (unsigned char)w->text.p[w->i];

		if (c == '\n') {
			w->place.line++;
			w->place.column = 1;
		} else if ((c & 0xc0) != 0x80) {
			w->place.column++;
		}
	}
}

static void
skip_blanks(struct walker *w)
{
	size_t i = w->i;

	while (i < w->text.len && (w->text.p[i] == ' ' || w->text.p[i] == '\t'))
		i++;
	advance(w, i);
}

/* A quote opens where a text begins: single ones not inside "[", where the datatype language
 * does not know them. false when too much is nested. */
static bool
step(struct nesting *n, char c)
{
	char inner = n->depth > 0 ? n->open[n->depth - 1] : 0;

	if (n->quote != 0) {
		if (n->escaped)
			n->escaped = false;
		else if (c == '\\' && n->quote == '"')
			n->escaped = true;
		else if (c == n->quote)
			n->quote = 0;
		return true;
	}
	if (n->begins && (c == '"' || (c == '\'' && inner != '['))) {
		n->quote = c;
	} else if (c == '[' || c == '{') {
		if (n->depth == SS_YAML_DEPTH_MAX)
			return false;
		n->open[n->depth++] = c;
	} else if ((c == ']' && inner == '[') || (c == '}' && inner == '{')) {
		n->depth--;
	}
	if (c != ' ' && c != '\t' && c != '\n')
		n->begins = c == '[' || c == '{' || c == ',' || c == ':';
	return true;
}

static enum ss_status
fail(struct ss_err *err, struct ss_place place, const char *code, const char *message,
     const char *hint)
{
	(void)ss_place_error(err, place, code, "%s", message);
	return ss_err_hint(err, "%s", hint);
}

/* Where the field that begins at i ends: at ";", a line's end, or the end of the text. */
static enum ss_status
field_end(const struct walker *w, size_t *end, struct ss_err *err)
{
	struct nesting n = {.begins = true};
	size_t i;

	for (i = w->i; i < w->text.len; i++) {
		char c = w->text.p[i];

		if (n.quote == 0 && n.depth == 0 && (c == ';' || c == '\n'))
			break;
		if (!step(&n, c))
			return fail(err, w->place, "too-deep",
				    "more than 64 brackets inside each other",
				    "nest structures with object[name] instead");
	}
	*end = i;
	return SS_OK;
}

/* The ":" between key and datatype: the first with a blank behind it, else the first; before
 * any bracket. The length of the field when there is none. */
static size_t
key_end(struct ss_str field)
{
	size_t first = field.len;
	size_t i = 0;

	if (field.p[0] == '"' || field.p[0] == '\'') {
		for (i = 1; i < field.len && field.p[i] != field.p[0]; i++)
			i += field.p[i] == '\\' && field.p[0] == '"';
	}
	for (; i < field.len && field.p[i] != '[' && field.p[i] != '{'; i++) {
		if (field.p[i] != ':')
			continue;
		if (i + 1 == field.len || field.p[i + 1] == ' ' || field.p[i + 1] == '\t')
			return i;
		first = SS_MIN(first, i);
	}
	return first;
}

/* What stands at w, as YAML when it begins like something that only YAML knows. */
static enum ss_status
read_node(struct ss_arena *arena, const struct walker *w, struct ss_str text, struct ss_node *node,
	  struct ss_err *err)
{
	if (text.len > 0 && strchr("{\"'", text.p[0]) != NULL)
		return ss_node_parse_at(arena, w->place, text, node, err);
	*node = (struct ss_node){
		.kind = SS_NODE_SCALAR,
		.plain = true,
		.text = ss_arena_str(arena, text),
		.line = w->place.line,
		.column = w->place.column,
	};
	return SS_OK;
}

static enum ss_status
read_field(struct ss_arena *arena, struct walker *w, size_t end, struct ss_field *field,
	   struct ss_err *err)
{
	struct ss_str text = ss_str_trim(ss_str_n(w->text.p + w->i, end - w->i));
	size_t colon = key_end(text);
	size_t start = w->i;
	struct ss_node key;
	struct ss_node value;
	enum ss_status status;

	if (colon == text.len) {
		(void)ss_place_error(err, w->place, "missing-datatype",
				     "\"%.*s\" is no field: it has no \":\"", SS_BRIEF_ARGS(text));
		return ss_err_hint(err, "write \"key: datatype\", fields separated by \";\"");
	}
	status = read_node(arena, w, ss_str_trim(ss_str_n(text.p, colon)), &key, err);
	if (status == SS_OK && key.kind != SS_NODE_SCALAR)
		return fail(err, w->place, "bad-key", "a key must be a text",
			    "write \"key: datatype\", fields separated by \";\"");
	advance(w, start + colon + 1);
	skip_blanks(w);
	text = ss_str_trim(ss_str_n(text.p + colon + 1, text.len - colon - 1));
	if (status == SS_OK)
		status = read_node(arena, w, text, &value, err);
	if (status == SS_OK)
		status = ss_field_read(w->place.file, &key, &value, field, err);
	return status;
}

static enum ss_status
check_equal_keys(const struct ss_structure *structure, struct ss_str *names, struct ss_err *err)
{
	size_t first;
	size_t second;

	for (size_t i = 0; i < structure->n_fields; i++)
		names[i] = structure->fields[i].key;
	if (!ss_names_equal(names, structure->n_fields, &first, &second))
		return SS_OK;
	(void)ss_place_error(err, structure->fields[second].key_place, "duplicate-key",
			     "key \"%.*s\" appears twice, first on line %d, column %d",
			     SS_BRIEF_ARGS(names[second]), structure->fields[first].key_place.line,
			     structure->fields[first].key_place.column);
	return ss_err_hint(err, "rename or remove one of the two");
}

static enum ss_status
read_fields(struct ss_arena *arena, struct walker *w, struct ss_structure *structure,
	    struct ss_err *err)
{
	size_t max = 1;
	size_t end = 0;
	enum ss_status status = SS_OK;

	for (size_t i = 0; i < w->text.len; i++)
		max += w->text.p[i] == ';' || w->text.p[i] == '\n';
	max = SS_MIN(max, (size_t)SS_FIELDS_MAX);
	structure->fields = ss_arena_calloc(arena, max, sizeof(*structure->fields));
	while (status == SS_OK && w->i < w->text.len) {
		skip_blanks(w);
		status = field_end(w, &end, err);
		if (status != SS_OK)
			break;
		if (end > w->i && structure->n_fields == max)
			return fail(err, w->place, "too-many", "more than 4096 fields",
				    "group fields into nested structures");
		if (end > w->i)
			status = read_field(arena, w, end,
					    &structure->fields[structure->n_fields++], err);
		advance(w, SS_MIN(end + 1, w->text.len));
	}
	if (status == SS_OK)
		status = check_equal_keys(
			structure,
			ss_arena_calloc(arena, structure->n_fields + 1, sizeof(struct ss_str)),
			err);
	return status == SS_OK ? ss_fields_check(structure, err) : status;
}

enum ss_status
ss_model_inline(struct ss_model *model, const char *text, const struct ss_structure **structure,
		struct ss_err *err)
{
	static const char file[] = "<inline>";
	struct ss_structure *made = ss_arena_alloc(&model->arena, sizeof(*made));
	struct ss_place start = {file, 1, 1};
	struct ss_buf clean = {0};
	enum ss_status status = ss_text_clean(start, ss_str(text), &clean, err);

	*made = (struct ss_structure){.name = SS_STR("inline"), .file = file, .place = start};
	if (status == SS_OK) {
		struct walker w = {ss_buf_str(&clean), 0, start};

		status = read_fields(&model->arena, &w, made, err);
	}
	ss_buf_release(&clean);
	if (status == SS_OK)
		*structure = made;
	return status;
}
