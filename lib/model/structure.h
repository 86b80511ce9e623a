/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structures: named, ordered sets of fields, from files, from -e, and nested ones by name.
 * A model owns every structure that a run reads, each file once. Everything lives in the
 * model's arena.
 */
#ifndef SS_MODEL_STRUCTURE_H
#define SS_MODEL_STRUCTURE_H

#include "model/datatype.h"
#include "model/node.h"

struct ss_field {
	struct ss_str key;	   /* names the field in references and in the value function */
	struct ss_str name;	   /* in the output: the alias, or the key; NUL-terminated */
	struct ss_str description; /* len 0 when there is none */
	bool hidden;		   /* not in the output */
	struct ss_str datatype_text;
	struct ss_place key_place;
	struct ss_place place; /* of the datatype */
};

struct ss_structure {
	struct ss_str name;	   /* "name:", NUL-terminated */
	struct ss_str geolocation; /* locale selector as written, len 0 when absent */
	const char *file;	   /* as opened; "<inline>" */
	struct ss_field *fields;   /* in declaration order, keys distinct, output names distinct */
	size_t n_fields;
	struct ss_place place;
};

/* A zeroed struct with structures_dir set (or NULL) is an empty model. */
struct ss_model {
	struct ss_arena arena;
	const char *structures_dir;	/* --structures: overrides where nested files are sought */
	struct ss_model_entry *entries; /* files read so far */
	size_t total_bytes;
};

void ss_model_release(struct ss_model *model);

/* Reads a structure file; "-" is standard input. Errors are SS_EUSAGE with place and remedy
 * (unknown keys get the nearest known one, from keys.def). */
enum ss_status ss_model_load(struct ss_model *model, const char *path,
			     const struct ss_structure **structure,
			     struct ss_err *err) SS_NODISCARD;

/* A structure named "inline" from -e: fields separated by ";" or newline outside brackets
 * and quotes, each "key: datatype" or "key: {...}". */
enum ss_status ss_model_inline(struct ss_model *model, const char *text,
			       const struct ss_structure **structure,
			       struct ss_err *err) SS_NODISCARD;

/* The structure that object[name] or ref[name.f] means inside a file: name.yaml (or .yml)
 * beside that file, or in structures_dir. name may hold letters, digits, "_", "-" and "."
 * but no "/" and no leading "."; place is where the user wrote it. */
enum ss_status ss_model_nested(struct ss_model *model, const char *from_file, struct ss_str name,
			       struct ss_place place, const struct ss_structure **structure,
			       struct ss_err *err) SS_NODISCARD;

/* Whether path is one of the files that the model has read, by device and inode. */
bool ss_model_has_read(const struct ss_model *model, const char *path) SS_NODISCARD;

/* The field of a key, or NULL. */
const struct ss_field *ss_structure_field(const struct ss_structure *structure,
					  struct ss_str key) SS_NODISCARD;

#endif
