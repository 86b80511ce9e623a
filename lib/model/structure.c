/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structure files: strict reading of the top level, the model that reads each file once, and
 * the search for nested structures. Called by the tools and, for nested structures, by lib/gen
 * while a plan is bound.
 */
#include "model/structure.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "model/clean.h"
#include "model/fields.h"

#define DIRECTORY_ENTRIES_MAX 10000 /* looked at for a suggestion */

struct directory {
	DIR *dir;
	struct ss_arena *arena; /* the stems live here */
	size_t entries;
};

static struct ss_place
node_place(const char *file, const struct ss_node *node)
{
	return (struct ss_place){file, node->line, node->column};
}

/* Datasets and jobs are other languages; what a file is, its keys say. */
static enum ss_status
check_kind(const char *file, const struct ss_node *root, struct ss_err *err)
{
	if (root->kind != SS_NODE_MAPPING) {
		(void)ss_place_error(err, node_place(file, root), "not-a-structure",
				     "the file is a %s, not a structure",
				     root->kind == SS_NODE_SCALAR ? "text" : "list");
		return ss_err_hint(err, "a structure has the keys name: and data:");
	}
	if (ss_node_get(root, SS_STR("data")) != NULL)
		return SS_OK;
	for (size_t i = 0; i < root->count; i++) {
		const struct ss_node *key = &root->keys[i];
		bool dataset = ss_str_eq(key->text, SS_STR("structures"));

		if (!dataset && !ss_str_eq(key->text, SS_STR("source")))
			continue;
		(void)ss_place_error(err, node_place(file, key), "not-supported",
				     "%s are not supported yet", dataset ? "datasets" : "jobs");
		return ss_err_hint(err, "give a structure: a file with name: and data:");
	}
	return SS_OK;
}

static enum ss_status
check_keys(const char *file, const struct ss_node *root, struct ss_err *err)
{
	for (size_t i = 0; i < root->count; i++) {
		if (!ss_key_known(SS_KEY_STRUCTURE, root->keys[i].text))
			return ss_key_unknown(file, SS_KEY_STRUCTURE, &root->keys[i], err);
	}
	return SS_OK;
}

/* Required, and a text with something in it. */
static enum ss_status
read_name(const char *file, const struct ss_node *root, struct ss_structure *structure,
	  struct ss_err *err)
{
	const struct ss_node *name = ss_node_get(root, SS_STR("name"));
	const struct ss_node *place = name != NULL ? name : root;

	if (name != NULL && name->kind == SS_NODE_SCALAR && !ss_node_is_empty(name) &&
	    ss_str_trim(name->text).len > 0) {
		structure->name = name->text;
		return SS_OK;
	}
	(void)ss_place_error(err, node_place(file, place), "missing-name",
			     name == NULL		    ? "the structure has no \"name\""
			     : name->kind == SS_NODE_SCALAR ? "\"name\" is empty"
							    : "\"name\" must be a text");
	return ss_err_hint(err, "add one, such as name: invoice");
}

static enum ss_status
read_geolocation(const char *file, const struct ss_node *root, struct ss_structure *structure,
		 struct ss_err *err)
{
	const struct ss_node *node = ss_node_get(root, SS_STR("geolocation"));

	if (ss_node_is_empty(node))
		return SS_OK;
	if (node->kind != SS_NODE_SCALAR) {
		(void)ss_place_error(err, node_place(file, node), "wrong-value",
				     "\"geolocation\" must be a text");
		return ss_err_hint(err, "write a country, such as geolocation: italy");
	}
	structure->geolocation = ss_str_trim(node->text);
	return SS_OK;
}

static enum ss_status
read_data(struct ss_arena *arena, const char *file, const struct ss_node *root,
	  struct ss_structure *structure, struct ss_err *err)
{
	const struct ss_node *data = ss_node_get(root, SS_STR("data"));
	const struct ss_node *place = data != NULL ? data : root;

	if (data == NULL || data->kind != SS_NODE_MAPPING || data->count == 0) {
		(void)ss_place_error(err, node_place(file, place), "missing-data",
				     data == NULL ? "the structure has no \"data\""
				     : data->kind == SS_NODE_SEQUENCE
					     ? "\"data\" must be a mapping, not a list"
				     : data->kind == SS_NODE_SCALAR && !ss_node_is_empty(data)
					     ? "\"data\" must be a mapping, not a text"
					     : "\"data\" is empty");
		return ss_err_hint(err, "write the fields under it, each \"key: datatype\"");
	}
	if (data->count > SS_FIELDS_MAX) {
		(void)ss_place_error(err, node_place(file, data), "too-many", "more than %d fields",
				     SS_FIELDS_MAX);
		return ss_err_hint(err, "group fields into nested structures");
	}
	structure->fields = ss_arena_calloc(arena, data->count, sizeof(*structure->fields));
	for (size_t i = 0; i < data->count; i++) {
		enum ss_status status = ss_field_read(file, &data->keys[i], &data->items[i],
						      &structure->fields[i], err);

		if (status != SS_OK)
			return status;
		structure->n_fields++;
	}
	structure->place = node_place(file, data);
	return ss_fields_check(structure, err);
}

static enum ss_status
read_structure(struct ss_arena *arena, const char *file, struct ss_str text,
	       struct ss_structure *structure, struct ss_err *err)
{
	struct ss_node root;
	enum ss_status status = ss_node_parse(arena, file, text, &root, err);

	structure->file = file;
	if (status == SS_OK)
		status = check_kind(file, &root, err);
	if (status == SS_OK)
		status = check_keys(file, &root, err);
	if (status == SS_OK)
		status = read_name(file, &root, structure, err);
	if (status == SS_OK)
		status = read_geolocation(file, &root, structure, err);
	if (status == SS_OK)
		status = read_data(arena, file, &root, structure, err);
	if (status != SS_OK)
		return status;
	structure->place = node_place(file, &root);
	return SS_OK;
}

static enum ss_status
read_file(struct ss_model *model, const char *path, struct ss_structure *structure,
	  struct ss_err *err)
{
	const char *file = strcmp(path, "-") == 0 ? "<stdin>" : path;
	struct ss_buf text = {0};
	enum ss_status status = ss_io_read_file(path, SS_YAML_BYTES_MAX, &text, err);

	model->total_bytes += text.len;
	if (status == SS_OK && model->total_bytes > SS_YAML_TOTAL_BYTES_MAX) {
		(void)ss_place_error(
			err, (struct ss_place){file, 0, 0}, "too-large",
			"the structure and those that it names have more than %zu bytes",
			SS_YAML_TOTAL_BYTES_MAX);
		status = ss_err_hint(err, "generate them separately");
	}
	if (status == SS_OK)
		status = read_structure(&model->arena, file, ss_buf_str(&text), structure, err);
	ss_buf_release(&text);
	return status;
}

void
ss_model_release(struct ss_model *model)
{
	ss_arena_release(&model->arena);
	model->entries = NULL;
	model->total_bytes = 0;
}

enum ss_status
ss_model_load(struct ss_model *model, const char *path, const struct ss_structure **structure,
	      struct ss_err *err)
{
	struct ss_model_entry *entry;
	enum ss_status status;

	for (entry = model->entries; entry != NULL; entry = entry->next) {
		if (strcmp(entry->path, path) == 0) {
			*structure = entry->structure;
			return SS_OK;
		}
	}
	entry = ss_arena_alloc(&model->arena, sizeof(*entry));
	entry->path = ss_arena_str(&model->arena, ss_str(path)).p;
	entry->structure = ss_arena_alloc(&model->arena, sizeof(*entry->structure));
	status = read_file(model, entry->path, entry->structure, err);
	if (status != SS_OK)
		return status;
	entry->next = model->entries;
	model->entries = entry;
	*structure = entry->structure;
	return SS_OK;
}

static bool
is_file_name(struct ss_str name)
{
	if (name.len == 0 || name.len > 240 || name.p[0] == '.')
		return false;
	for (size_t i = 0; i < name.len; i++) {
		char c = name.p[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      c == '_' || c == '-' || c == '.'))
			return false;
	}
	return true;
}

/* The folder of nested files with its slash, "" for the current one. */
static const char *
nested_folder(struct ss_model *model, const char *from_file)
{
	const char *slash = strrchr(from_file, '/');
	struct ss_str folder =
		ss_str_n(from_file, slash != NULL ? (size_t)(slash - from_file) + 1 : 0);

	if (model->structures_dir != NULL) {
		folder = ss_str(model->structures_dir);
		if (folder.len > 0 && folder.p[folder.len - 1] != '/')
			return ss_arena_printf(&model->arena, "%s/", model->structures_dir);
	}
	return ss_arena_str(&model->arena, folder).p;
}

/* The stems of the .yaml and .yml files of a folder. The position is the stream's own, so the
 * index that the search counts up is not needed. */
static const char *
next_structure(void *ctx, size_t i)
{
	struct directory *directory = ctx;
	const struct dirent *entry;

	(void)i;
	while (directory->entries++ < DIRECTORY_ENTRIES_MAX &&
	       (entry = readdir(directory->dir)) != NULL) {
		struct ss_str name = ss_str(entry->d_name);
		size_t end = ss_str_ends(name, SS_STR(".yaml"))	 ? 5
			     : ss_str_ends(name, SS_STR(".yml")) ? 4
								 : 0;

		if (end > 0 && name.len > end)
			return ss_arena_str(directory->arena, ss_str_n(name.p, name.len - end)).p;
	}
	return NULL;
}

static enum ss_status
not_found(struct ss_model *model, const char *folder, struct ss_str name, struct ss_place place,
	  struct ss_err *err)
{
	struct directory directory = {.arena = &model->arena};
	const char *nearest = NULL;

	(void)ss_place_error(err, place, "unknown-structure",
			     "no structure \"%.*s\": there is no file \"%s%.*s.yaml\"",
			     SS_BRIEF_ARGS(name), folder, SS_BRIEF_ARGS(name));
	directory.dir = opendir(folder[0] != '\0' ? folder : ".");
	if (directory.dir != NULL) {
		nearest = ss_str_nearest(name, next_structure, &directory);
		(void)closedir(directory.dir);
	}
	if (nearest != NULL)
		return ss_err_hint(err, "did you mean \"%s\"?", nearest);
	return ss_err_hint(err,
			   "nested structures stand beside the file that names them, or in the "
			   "folder of --structures");
}

enum ss_status
ss_model_nested(struct ss_model *model, const char *from_file, struct ss_str name,
		struct ss_place place, const struct ss_structure **structure, struct ss_err *err)
{
	static const char *const endings[] = {".yaml", ".yml"};
	const char *folder;

	if (!is_file_name(name)) {
		(void)ss_place_error(err, place, "bad-structure-name",
				     "\"%.*s\" cannot name a structure", SS_BRIEF_ARGS(name));
		return ss_err_hint(err,
				   "use letters, digits, \"_\", \"-\" and \".\", not first \".\"");
	}
	folder = nested_folder(model, from_file);
	for (size_t i = 0; i < SS_ARRAY_LEN(endings); i++) {
		const char *path = ss_arena_printf(&model->arena, "%s%.*s%s", folder,
						   SS_STR_ARGS(name), endings[i]);

		if (access(path, F_OK) == 0)
			return ss_model_load(model, path, structure, err);
	}
	return not_found(model, folder, name, place, err);
}

bool
ss_model_has_read(const struct ss_model *model, const char *path)
{
	struct stat here, there;

	if (stat(path, &here) != 0)
		return false;
	for (const struct ss_model_entry *entry = model->entries; entry != NULL;
	     entry = entry->next)
		if (stat(entry->path, &there) == 0 && here.st_dev == there.st_dev &&
		    here.st_ino == there.st_ino)
			return true;
	return false;
}
