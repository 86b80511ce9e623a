/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A parsed YAML or JSON document: scalars keep the text as written, because this language
 * reads "no", "007" and "1e3" as text; whoever needs a number converts (base/str.h). Lives in
 * the caller's arena.
 */
#ifndef SS_MODEL_NODE_H
#define SS_MODEL_NODE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum ss_node_kind { SS_NODE_SCALAR, SS_NODE_SEQUENCE, SS_NODE_MAPPING };

struct ss_node {
	enum ss_node_kind kind;
	bool plain;	       /* SCALAR written without quotes */
	struct ss_str text;    /* SCALAR: UTF-8, NUL-terminated behind len */
	struct ss_node *keys;  /* MAPPING: count scalars, in order, no two equal */
	struct ss_node *items; /* MAPPING: values; SEQUENCE: elements */
	size_t count;
	int line;   /* 1-based, in the file as the user has it */
	int column; /* 1-based, in characters; of a quoted scalar behind its quote */
};

/* An absent or empty value: "key:" with nothing behind it, "~" or "null" unquoted. */
bool ss_node_is_empty(const struct ss_node *node) SS_NODISCARD;
/* The value of a key of a mapping, or NULL. */
const struct ss_node *ss_node_get(const struct ss_node *mapping, struct ss_str key) SS_NODISCARD;

/* Parses one document, as YAML 1.2 (a JSON file is YAML). SS_EUSAGE with place for: bad
 * syntax, more or less than one document, equal keys in a mapping (both lines named), merge
 * keys, tags, directives other than %YAML 1.1 and 1.2, more than 32 empty lines in a row inside
 * a scalar, a limit of defs.h, NUL, invalid UTF-8, UTF-16. A BOM and CRLF are taken. Anchors and
 * aliases work, counted after expansion. Before YAML sees the bytes, an unquoted value inside
 * {...} that begins "word[" is quoted up to its matching "]" (columns still count in the
 * original). name is used as the file of errors. root and all it points to live in arena. */
enum ss_status ss_node_parse(struct ss_arena *arena, const char *name, struct ss_str text,
			     struct ss_node *root, struct ss_err *err) SS_NODISCARD;

/* Version of the YAML library as it runs. */
const char *ss_node_library_version(void) SS_NODISCARD;

#endif
