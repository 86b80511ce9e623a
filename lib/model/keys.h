/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of YAML keys: one row a key in keys.def. Validation, the pages and the JSON
 * Schemas walk it; there is no second list.
 */
#ifndef SS_MODEL_KEYS_H
#define SS_MODEL_KEYS_H

#include "base/defs.h"

enum ss_key_where { SS_KEY_STRUCTURE, SS_KEY_FIELD };
enum ss_key_value { SS_KEY_TEXT, SS_KEY_BOOLEAN, SS_KEY_MAPPING };

struct ss_key_row {
	enum ss_key_where where;
	const char *name;
	enum ss_key_value value;
	bool required;
	const char *help;
};

/* All rows, grouped by where; NULL at the end. */
const struct ss_key_row *ss_key_row(size_t i) SS_NODISCARD;

#endif
