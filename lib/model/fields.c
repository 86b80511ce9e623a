/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields: the strict reading of one field's keys, and what must hold among all fields of a
 * structure. Called for structure files and for -e.
 */
#include "model/fields.h"

#include "base/buf.h"
#include "base/mem.h"
#include "model/clean.h"
#include "model/names.h"

#define EXAMPLE "write \"%.*s: int[1..999]\", for example"

static struct ss_place
node_place(const char *file, const struct ss_node *node)
{
	return (struct ss_place){file, node->line, node->column};
}

/* A key's value that must be a text. */
static enum ss_status
read_text(const char *file, const struct ss_node *key, const struct ss_node *value,
	  struct ss_str *text, struct ss_err *err)
{
	if (value->kind == SS_NODE_SCALAR && !ss_node_is_empty(value) &&
	    ss_str_trim(value->text).len > 0) {
		*text = value->text;
		return SS_OK;
	}
	if (value->kind == SS_NODE_SCALAR)
		(void)ss_place_error(err, node_place(file, value), "empty-value",
				     "\"%.*s\" is empty", SS_BRIEF_ARGS(key->text));
	else
		(void)ss_place_error(err, node_place(file, value), "wrong-value",
				     "\"%.*s\" must be a text, not a %s", SS_BRIEF_ARGS(key->text),
				     value->kind == SS_NODE_SEQUENCE ? "list" : "mapping");
	return ss_err_hint(err, value->kind == SS_NODE_SCALAR && value->text.len > 0
					? "put quotes round it if that text is meant"
					: "write a text behind it");
}

static enum ss_status
read_boolean(const char *file, const struct ss_node *key, const struct ss_node *value, bool *flag,
	     struct ss_err *err)
{
	if (value->kind == SS_NODE_SCALAR && value->plain) {
		*flag = ss_str_eq(value->text, SS_STR("true"));
		if (*flag || ss_str_eq(value->text, SS_STR("false")))
			return SS_OK;
	}
	(void)ss_place_error(err, node_place(file, value), "wrong-value",
			     "\"%.*s\" must be true or false", SS_BRIEF_ARGS(key->text));
	return ss_err_hint(err, "write \"%.*s: true\"", SS_BRIEF_ARGS(key->text));
}

/* The names of the rows of one place, for the search of the nearest. */
static const char *
key_name(void *ctx, size_t i)
{
	const enum ss_key_where *where = ctx;
	const struct ss_key_row *row;

	for (size_t k = 0; (row = ss_key_row(k)) != NULL; k++) {
		if (row->where == *where && i-- == 0)
			return row->name;
	}
	return NULL;
}

bool
ss_key_known(enum ss_key_where where, struct ss_str key)
{
	const char *name;

	for (size_t i = 0; (name = key_name(&where, i)) != NULL; i++) {
		if (ss_str_eq(key, ss_str(name)))
			return true;
	}
	return false;
}

enum ss_status
ss_key_unknown(const char *file, enum ss_key_where where, const struct ss_node *key,
	       struct ss_err *err)
{
	const char *nearest = ss_str_nearest(key->text, key_name, &where);
	struct ss_buf list = {0};
	const char *name;

	(void)ss_place_error(err, node_place(file, key), "unknown-key", "unknown key \"%.*s\"",
			     SS_BRIEF_ARGS(key->text));
	if (nearest != NULL)
		return ss_err_hint(err, "did you mean \"%s\"?", nearest);
	for (size_t i = 0; (name = key_name(&where, i)) != NULL; i++)
		ss_buf_printf(&list, "%s%s", i > 0 ? ", " : "", name);
	(void)ss_err_hint(err, "a %s takes %.*s%s",
			  where == SS_KEY_STRUCTURE ? "structure" : "field",
			  SS_STR_ARGS(ss_buf_str(&list)),
			  where == SS_KEY_STRUCTURE ? "; fields stand under data" : "");
	ss_buf_release(&list);
	return err->status;
}

static enum ss_status
read_field_key(const char *file, const struct ss_node *key, const struct ss_node *value,
	       struct ss_field *field, struct ss_err *err)
{
	if (ss_str_eq(key->text, SS_STR("datatype"))) {
		field->place = node_place(file, value);
		return read_text(file, key, value, &field->datatype_text, err);
	}
	if (ss_str_eq(key->text, SS_STR("alias")))
		return read_text(file, key, value, &field->name, err);
	if (ss_str_eq(key->text, SS_STR("hidden")))
		return read_boolean(file, key, value, &field->hidden, err);
	if (!ss_str_eq(key->text, SS_STR("description")))
		return ss_key_unknown(file, SS_KEY_FIELD, key, err);
	if (ss_node_is_empty(value))
		return SS_OK;
	return read_text(file, key, value, &field->description, err);
}

static enum ss_status
read_mapping(const char *file, const struct ss_node *key, const struct ss_node *value,
	     struct ss_field *field, struct ss_err *err)
{
	for (size_t i = 0; i < value->count; i++) {
		enum ss_status status =
			read_field_key(file, &value->keys[i], &value->items[i], field, err);

		if (status != SS_OK)
			return status;
	}
	if (field->datatype_text.len > 0)
		return SS_OK;
	(void)ss_place_error(err, field->key_place, "missing-key",
			     "field \"%.*s\" has no \"datatype\"", SS_BRIEF_ARGS(key->text));
	return ss_err_hint(err, "add one, such as datatype: int[1..999]");
}

enum ss_status
ss_field_read(const char *file, const struct ss_node *key, const struct ss_node *value,
	      struct ss_field *field, struct ss_err *err)
{
	*field = (struct ss_field){
		.key = key->text,
		.name = key->text,
		.key_place = node_place(file, key),
		.place = node_place(file, value),
	};
	if (key->text.len == 0) {
		(void)ss_place_error(err, field->key_place, "empty-key", "a field without a name");
		return ss_err_hint(err, "write its name before the \":\"");
	}
	if (value->kind == SS_NODE_MAPPING)
		return read_mapping(file, key, value, field, err);
	if (value->kind == SS_NODE_SCALAR && !ss_node_is_empty(value) &&
	    ss_str_trim(value->text).len > 0) {
		field->datatype_text = value->text;
		return SS_OK;
	}
	(void)ss_place_error(err, field->place, "missing-datatype",
			     value->kind == SS_NODE_SCALAR
				     ? "field \"%.*s\" has no datatype"
				     : "field \"%.*s\" is a list, not a datatype",
			     SS_BRIEF_ARGS(key->text));
	return ss_err_hint(err, EXAMPLE, SS_BRIEF_ARGS(key->text));
}

/* The i-th field that the output shows. */
static const struct ss_field *
visible(const struct ss_structure *structure, size_t i)
{
	const struct ss_field *field = structure->fields;

	for (;; field++) {
		if (!field->hidden && i-- == 0)
			return field;
	}
}

enum ss_status
ss_fields_check(const struct ss_structure *structure, struct ss_err *err)
{
	struct ss_str *names = ss_calloc(structure->n_fields + 1, sizeof(*names));
	size_t n = 0;
	size_t first = 0;
	size_t second = 0;
	bool equal;

	for (size_t i = 0; i < structure->n_fields; i++) {
		if (!structure->fields[i].hidden)
			names[n++] = structure->fields[i].name;
	}
	equal = ss_names_equal(names, n, &first, &second);
	ss_free(names);
	if (n == 0) {
		(void)ss_place_error(err, structure->place, "no-fields",
				     structure->n_fields > 0 ? "all fields are hidden"
							     : "there are no fields");
		return ss_err_hint(err, structure->n_fields > 0
						? "take \"hidden: true\" off one field"
						: "write at least one, such as id: int[1..999]");
	}
	if (!equal)
		return SS_OK;
	const struct ss_field *a = visible(structure, first);
	const struct ss_field *b = visible(structure, second);

	(void)ss_place_error(
		err, b->key_place, "duplicate-name",
		"fields \"%.*s\" (line %d) and \"%.*s\" (line %d) both come out as \"%.*s\"",
		SS_BRIEF_ARGS(a->key), a->key_place.line, SS_BRIEF_ARGS(b->key), b->key_place.line,
		SS_BRIEF_ARGS(b->name));
	return ss_err_hint(err, "give one of them another alias");
}

const struct ss_field *
ss_structure_field(const struct ss_structure *structure, struct ss_str key)
{
	for (size_t i = 0; i < structure->n_fields; i++) {
		if (ss_str_eq(structure->fields[i].key, key))
			return &structure->fields[i];
	}
	return NULL;
}
