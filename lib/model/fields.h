/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model: what structure files and -e share.
 */
#ifndef SS_MODEL_FIELDS_H
#define SS_MODEL_FIELDS_H

#include "model/keys.h"
#include "model/structure.h"

/* One file that was read. */
struct ss_model_entry {
	struct ss_model_entry *next;
	const char *path;
	struct ss_structure *structure;
};

/* Whether keys.def has a key, and the error that it has not: with the nearest, or all. */
bool ss_key_known(enum ss_key_where where, struct ss_str key) SS_NODISCARD;
enum ss_status ss_key_unknown(const char *file, enum ss_key_where where, const struct ss_node *key,
			      struct ss_err *err) SS_NODISCARD;

/* A field from its key and its value, which is a datatype or a mapping of field keys. */
enum ss_status ss_field_read(const char *file, const struct ss_node *key,
			     const struct ss_node *value, struct ss_field *field,
			     struct ss_err *err) SS_NODISCARD;

/* What holds among the fields of a structure: output names differ, one is visible. */
enum ss_status ss_fields_check(const struct ss_structure *structure,
			       struct ss_err *err) SS_NODISCARD;

#endif
