/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model: as ss_node_parse (node.h), for a piece of a text that begins at start.
 */
#ifndef SS_MODEL_YAML_H
#define SS_MODEL_YAML_H

#include "model/datatype.h"
#include "model/node.h"

enum ss_status ss_node_parse_at(struct ss_arena *arena, struct ss_place start,
				struct ss_str text, struct ss_node *root,
				struct ss_err *err) SS_NODISCARD;

#endif
