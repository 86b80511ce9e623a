/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as a YAML document. Whatever the bytes are, there is a tree within the limits, or an
 * error with a place inside the document; and the same bytes give the same again.
 */
#include "fuzz.h"

#include "json_check.h"
#include "model/node.h"

static size_t
count_nodes(const struct ss_node *node, unsigned depth)
{
	size_t n = 1;

	FUZZ_CHECK(depth <= SS_YAML_DEPTH_MAX, "nested %u deep", depth);
	FUZZ_CHECK(node->line >= 1 && node->column >= 1, "%d:%d", node->line, node->column);
	if (node->kind == SS_NODE_SCALAR) {
		struct json_text text = {node->text.p, node->text.p + node->text.len};

		FUZZ_CHECK(node->text.len <= SS_YAML_SCALAR_BYTES_MAX, "%zu bytes", node->text.len);
		FUZZ_CHECK(*text.end == '\0', "no NUL behind a text");
		while (text.p < text.end) {
			size_t len = json_utf8(&text);

			FUZZ_CHECK(len > 0, "text that is not UTF-8 at %d:%d", node->line,
				   node->column);
			text.p += len;
		}
		return n;
	}
	for (size_t i = 0; i < node->count; i++) {
		if (node->kind == SS_NODE_MAPPING) {
			FUZZ_CHECK(node->keys[i].kind == SS_NODE_SCALAR, "a key that is no scalar");
			FUZZ_CHECK(ss_node_get(node, node->keys[i].text) == &node->items[i],
				   "a key that is there twice");
			n += count_nodes(&node->keys[i], depth + 1);
		}
		n += count_nodes(&node->items[i], depth + 1);
	}
	return n;
}

FUZZ_FYAML_LEAKS

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = fuzz_copy(data, size);
	const struct ss_str text = {(const char *)copy, size};
	struct ss_arena arena = {0};
	struct ss_node root = {0};
	struct ss_node same = {0};
	struct ss_err err = {0};
	struct ss_err err2 = {0};
	enum ss_status status = ss_node_parse(&arena, "fuzz.yaml", text, &root, &err);

	if (status == SS_OK) {
		FUZZ_CHECK(count_nodes(&root, 0) <= 2 * SS_YAML_EVENTS_MAX, "too many nodes");
	} else {
		fuzz_check_error(status, &err);
		FUZZ_CHECK(status == SS_EUSAGE, "status %d", (int)status);
		FUZZ_CHECK(strcmp(err.file, "fuzz.yaml") == 0, "file \"%s\"", err.file);
	}
	FUZZ_CHECK(ss_node_parse(&arena, "fuzz.yaml", text, &same, &err2) == status,
		   "another status");
	FUZZ_CHECK(err.line == err2.line && err.column == err2.column &&
			   strcmp(err.message, err2.message) == 0,
		   "\"%s\", then \"%s\"", err.message, err2.message);
	FUZZ_CHECK(memcmp(copy, data, size) == 0, "the text was changed");
	ss_arena_release(&arena);
	free(copy);
	return 0;
}
