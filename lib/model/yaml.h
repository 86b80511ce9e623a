/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model: the YAML reader, and its messages.
 */
#ifndef SS_MODEL_YAML_H
#define SS_MODEL_YAML_H

#include "model/datatype.h"
#include "model/node.h"

/* As ss_node_parse (node.h), for a piece of a text that begins at start. */
enum ss_status ss_node_parse_at(struct ss_arena *arena, struct ss_place start, struct ss_str text,
				struct ss_node *root, struct ss_err *err) SS_NODISCARD;

/* What a message of the YAML library means, and the remedy; NULL when it is not known. */
const char *ss_yaml_cause(const char *theirs, const char **hint) SS_NODISCARD;

#endif
