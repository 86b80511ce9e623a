/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/model/yaml.c, flow.c and clean.c: what is read, what is refused and where, each
 * limit at both sides, bombs against the clock.
 */
#include "model_make.h"

#include <unistd.h>

struct sample {
	const char *yaml;
	const char *want; /* the nodes, or the error */
};

static void
parse(struct ss_buf *to, struct ss_str yaml)
{
	struct ss_arena arena = {0};
	struct ss_node root;
	struct ss_err err = {0};
	enum ss_status status = ss_node_parse(&arena, "t.yaml", yaml, &root, &err);

	ss_buf_clear(to);
	if (status == SS_OK) {
		make_node(to, &root);
	} else {
		make_error(to, &err);
		CHECK(status == SS_EUSAGE);
		CHECK_STR(err.file, "t.yaml");
		CHECK(err.hint[0] != '\0');
	}
	ss_arena_release(&arena);
}

static void
check_samples(const struct sample *samples, size_t n)
{
	struct ss_buf got = {0};

	for (size_t i = 0; i < n; i++) {
		parse(&got, ss_str(samples[i].yaml));
		if (!CHECK_STRN((const char *)got.p, got.len, samples[i].want))
			printf("# %zu: %.*s\n", i, (int)got.len, (const char *)got.p);
	}
	ss_buf_release(&got);
}

static void
test_values_stay_text(void)
{
	static const struct sample samples[] = {
		{"name: no\nNO: 007\non: 1e3\n1e3: 0x1F\nalias: 22:22\ny: 2024-01-01\n",
		 "{\"name\":\"no\",\"NO\":\"007\",\"on\":\"1e3\",\"1e3\":\"0x1F\",\"alias\":\"22:22\","
		 "\"y\":\"2024-01-01\"}"},
		{"null: ~\nb: null\nc:\nd: \"null\"\ne: '~'\nf: ''\n",
		 "{\"null\":null,\"b\":null,\"c\":null,\"d\":\"null\",\"e\":\"~\",\"f\":\"\"}"},
		{"datatype: enum[NO,yes,007,1e3,~]\n", "{\"datatype\":\"enum[NO,yes,007,1e3,~]\"}"},
		{"{\"name\": \"x\", \"n\": 1.50, \"l\": [true, null]}",
		 "{\"name\":\"x\",\"n\":\"1.50\",\"l\":[\"true\",null]}"},
		{"a: >\n  b\n  c\nd: |\n  e\n  f\n", "{\"a\":\"b c\n\",\"d\":\"e\nf\n\"}"},
		{"%YAML 1.2\n---\na: b\n...\n", "{\"a\":\"b\"}"},
		{"%YAML 1.1\n---\na: no\n", "{\"a\":\"no\"}"},
	};

	check_samples(samples, SS_ARRAY_LEN(samples));
}

static void
test_flow_quotes(void)
{
	static const struct sample samples[] = {
		{"{datatype: char[3..15]}", "{\"datatype\":\"char[3..15]\"}"},
		{"{datatype: enum[\"a,b\", c], alias: x}",
		 "{\"datatype\":\"enum[\"a,b\", c]\",\"alias\":\"x\"}"},
		{"a: {b: {c: array[object[d], 1..5]}, e: int[1..2]}",
		 "{\"a\":{\"b\":{\"c\":\"array[object[d], 1..5]\"},\"e\":\"int[1..2]\"}}"},
		{"a: {b: [int[1..2], x, {c: enum[it's]}]}",
		 "{\"a\":{\"b\":[\"int[1..2]\",\"x\",{\"c\":\"enum[it's]\"}]}}"},
		{"{\"a\":int[1..2],'b':x}", "{\"a\":\"int[1..2]\",\"b\":\"x\"}"},
		{"{a: enum[x # y, p: q]}", "{\"a\":\"enum[x # y, p: q]\"}"},
		{"{a: enum[x,\n  y], b: z}", "{\"a\":\"enum[x, y]\",\"b\":\"z\"}"},
		{"{a: enum[5\", \"]\"], b: z}", "{\"a\":\"enum[5\", \"]\"]\",\"b\":\"z\"}"},
		/* what must not be disturbed */
		{"a: b # {c: int[1]\nd: e", "{\"a\":\"b\",\"d\":\"e\"}"},
		{"a: 'x {c: int[1]}'\nb: \"{c: int[1]\"",
		 "{\"a\":\"x {c: int[1]}\",\"b\":\"{c: int[1]\"}"},
		{"a: |\n  {c: int[1]\nb: >-\n  {c: int[1]\n\n  # no\nc: d",
		 "{\"a\":\"{c: int[1]\n\",\"b\":\"{c: int[1]\n# no\",\"c\":\"d\"}"},
		{"- a: |\n   {b: int[1\n  c: {d: int[1]}",
		 "[{\"a\":\"{b: int[1\n\",\"c\":{\"d\":\"int[1]\"}}]"},
		{"a: text {c\n  {d int[1\nb: x", "{\"a\":\"text {c {d int[1\",\"b\":\"x\"}"},
		{"a: enum[a, b]\nb: [x, 'int[1]']",
		 "{\"a\":\"enum[a, b]\",\"b\":[\"x\",\"int[1]\"]}"},
		{"a: {b: \"enum[c]\", d: 'e[f]', g: h}",
		 "{\"a\":{\"b\":\"enum[c]\",\"d\":\"e[f]\",\"g\":\"h\"}}"},
		{"&a k: |\n  {b: int[1\nl: *a", "{\"k\":\"{b: int[1\n\",\"l\":\"k\"}"},
	};

	check_samples(samples, SS_ARRAY_LEN(samples));
}

static void
test_flow_errors(void)
{
	static const struct sample samples[] = {
		{"a: x\nb: {c: x, d: int[1..2}\ne: enum[f]",
		 "2:14: \"int[\" has no matching \"]\"; close it, or put quotes round the datatype"},
		/* columns behind what the pass put in, in characters of the user's text */
		{"{ä: enum[it's], b: int[1], a: \"x\" y}",
		 "1:35: a comma or a closing bracket is missing; put quotes round a text with "
		 "brackets, braces or commas"},
		{"{a: int[1], b: int[2], a: x}",
		 "1:24: key \"a\" appears twice, first on line 1; rename or remove one of the two"},
	};
	char deep[256];
	struct ss_buf got = {0};

	check_samples(samples, SS_ARRAY_LEN(samples));
	memset(deep, '[', 65);
	memset(deep + 65, ']', 65);
	parse(&got, ss_str_n(deep, 130));
	CHECK_STRN((const char *)got.p, got.len,
		   "1:65: more than 64 collections inside each other; nest structures with "
		   "object[name] instead");
	parse(&got, ss_str_n(deep + 1, 128));
	CHECK(got.p[0] == '[');
	ss_buf_release(&got);
}

static void
test_places(void)
{
	struct ss_arena arena = {0};
	struct ss_err err = {0};
	struct ss_node root;
	const struct ss_node *node;
	struct ss_str yaml =
		SS_STR("# é\né: {ü: enum[ö, it's], a: \"x\", b: int[1], c:\td}\r\nx:\r\n  y: z");

	if (!CHECK(ss_node_parse(&arena, "t", yaml, &root, &err) == SS_OK))
		return;
	CHECK(root.line == 2 && root.column == 1);
	node = &root.items[0];
	CHECK(node->line == 2 && node->column == 4);
	CHECK_EQ_I64(node->items[0].column, 8);
	CHECK(node->items[0].plain);
	CHECK_EQ_I64(node->keys[1].column, 23);
	CHECK_EQ_I64(node->items[1].column, 27); /* behind its quote */
	CHECK(!node->items[1].plain);
	CHECK_EQ_I64(node->items[2].column, 34);
	CHECK_EQ_I64(node->items[3].column, 45);
	CHECK_EQ_I64(root.keys[1].line, 3);
	CHECK(root.items[1].items[0].line == 4 && root.items[1].items[0].column == 6);
	CHECK_STR(root.items[1].items[0].text.p, "z");
	CHECK(ss_node_get(&root, SS_STR("x")) == &root.items[1]);
	CHECK(ss_node_get(&root, SS_STR("nope")) == NULL);
	ss_arena_release(&arena);
}

static void
test_encodings(void)
{
	static const char utf16[] = "\xff\xfe"
				    "a\0:\0 \0b\0";
	static const char utf16_bare[] = "a\0:\0 \0b\0";
	static const char nul[] = "a: b\nc: d\0e\n";
	static const struct sample samples[] = {
		{"\xef\xbb\xbfname: a\ndata: b\n", "{\"name\":\"a\",\"data\":\"b\"}"},
		{"name: a\r\ndata: \"b\r\n  c\"\r\nd: |\r\n  e\r\n",
		 "{\"name\":\"a\",\"data\":\"b c\",\"d\":\"e\n\"}"},
		{"a: b\rc: d\r", "{\"a\":\"b\",\"c\":\"d\"}"},
		{"a: b\nc: \xff\n", "2:4: byte 0xff is not valid UTF-8; save it as UTF-8"},
		{"a: b\nd: \x1b[0m\n",
		 "2:4: control character 0x1b in the text; remove it; in double "
		 "quotes YAML can write it as \"\\x1b\""},
		{"a: \"\\0\"\n", "1:5: a text with a NUL character; take \"\\0\" away"},
		{"data:\n\tid: x\n", "2:1: a tab cannot indent YAML; indent with blanks"},
		{"data:\n  \tid: x\n", "2:3: a tab cannot indent YAML; indent with blanks"},
		{"a: b\n\t# comment\n\t\nc:\td\n", "{\"a\":\"b\",\"c\":\"d\"}"},
	};
	struct ss_buf got = {0};

	check_samples(samples, SS_ARRAY_LEN(samples));
	parse(&got, ss_str_n(utf16, sizeof(utf16) - 1));
	CHECK_STRN((const char *)got.p, got.len, "1:1: the text is UTF-16; save it as UTF-8");
	parse(&got, ss_str_n(utf16_bare, sizeof(utf16_bare) - 1));
	CHECK_STRN((const char *)got.p, got.len, "1:1: the text is UTF-16; save it as UTF-8");
	parse(&got, ss_str_n(nul, sizeof(nul) - 1));
	CHECK(got.len > 4 && memcmp(got.p, "2:5:", 4) == 0);
	ss_buf_release(&got);
}

static void
test_refused(void)
{
	static const struct sample samples[] = {
		{"", "1:1: there is nothing in it; write a structure: name: and data:"},
		{"# only\n\n", "1:1: there is nothing in it; write a structure: name: and data:"},
		{"---\n", "1:1: there is nothing in it; write a structure: name: and data:"},
		{"a: b\n---\nc: d\n",
		 "2:1: a second document begins here; keep one document in a file: split it at the "
		 "lines \"---\""},
		{"a: 1\nb: 2\na: 3\n",
		 "3:1: key \"a\" appears twice, first on line 1; rename or remove one of the two"},
		{"a: 1\n\"a\": 3\n",
		 "2:2: key \"a\" appears twice, first on line 1; rename or remove one of the two"},
		{"b: &x {a: 1}\nc:\n  <<: *x\n  a: 2\n",
		 "3:3: merge keys (\"<<\") are not supported; write the keys out, or name a whole "
		 "mapping with an alias"},
		{"\"<<\": a\n", "{\"<<\":\"a\"}"},
		{"a: !!str 5\n",
		 "1:4: tags (\"!...\") are not supported; take it away: every value is read as text"},
		{"? [a]\n: b\n",
		 "1:3: a key must be a text; put quotes round a key that begins with a bracket or a "
		 "brace"},
		{"%TAG ! x:\n---\na: b\n",
		 "1:1: \"%TAG ! x:\" is not supported; take the line away, or put quotes round a text "
		 "that begins with \"%\""},
		{"a: b\n c: d\n",
		 "1:4: a text that runs over several lines contains \": \"; begin keys in the same "
		 "column, with a blank behind each \":\""},
		{"a:\n  b: c\n d: e\n",
		 "3:2: wrong indentation; begin the keys of one mapping in the same column"},
		{"a: \"b\n", "1:5: a quoted text has no closing quote; close it"},
		{"a: \"\\q\"\n",
		 "1:5: bad escape in double quotes; use single quotes to keep backslashes"},
		{"a: enum[b: c]\n",
		 "1:10: \": \" in an unquoted text, or two items on one line; put quotes round a text "
		 "that contains \": \""},
		{"a: @b\n",
		 "1:4: an unquoted text cannot begin with this character; put quotes round it"},
		{"a: {b: c]\n",
		 "1:9: a bracket closes what another kind opened; match \"[\" and \"{\""},
		{"a: *x\n",
		 "1:4: no anchor \"&x\" before this; put quotes round a text that begins with \"*\""},
		{"a: &x [*x]\n",
		 "1:8: an alias inside what it names; an alias can only name what ended before it"},
		{"&a &b &c x: y\n",
		 "1:7: too many anchors or tags for one value; put quotes round a text that begins "
		 "with \"&\" or \"!\""},
	};

	check_samples(samples, SS_ARRAY_LEN(samples));
}

/* The library must not write, whatever it thinks: its standard error goes to a pipe here. */
static void
test_library_is_silent(void)
{
	static const char *const bad[] = {
		"a: |0\n b\n", "%YAML 2.0\n---\na: b\n", "a: \"b", "- a\nb", "{", "a: &\n",
		"- |10\n b\n"};
	struct ss_buf got = {0};
	int ends[2];
	int keep = dup(STDERR_FILENO);
	char byte;

	if (!CHECK(keep >= 0 && pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0))
		return;
	(void)close(ends[1]);
	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++) {
		parse(&got, ss_str(bad[i]));
		CHECK(got.p[0] != '{' && got.p[0] != '[');
	}
	CHECK(dup2(keep, STDERR_FILENO) >= 0);
	(void)close(keep);
	CHECK_EQ_I64(read(ends[0], &byte, 1), 0);
	(void)close(ends[0]);
	ss_buf_release(&got);
}

static void
test_aliases(void)
{
	struct ss_buf yaml = {0};
	struct ss_buf got = {0};

	ss_buf_printf(&yaml, "x: &x {a: b}\n");
	for (int i = 0; i < 10; i++)
		ss_buf_printf(&yaml, "k%d: &a%d [*x]\nl%d: *a%d\n", i, i, i, i);
	parse(&got, ss_buf_str(&yaml));
	CHECK(ss_str_starts(ss_buf_str(&got), SS_STR("{\"x\":{\"a\":\"b\"},\"k0\":[{\"a\":\"b\"}],"
						     "\"l0\":[{\"a\":\"b\"}],\"k1\":")));
	parse(&got, SS_STR("a: &x 1\nb: *x\nc: &x 2\nd: *x\n"));
	CHECK_STRN((const char *)got.p, got.len,
		   "{\"a\":\"1\",\"b\":\"1\",\"c\":\"2\",\"d\":\"2\"}");
	/* Depth counts through aliases. */
	ss_buf_clear(&yaml);
	ss_buf_printf(&yaml, "- &a0 [x]\n");
	for (int i = 1; i < 70; i++)
		ss_buf_printf(&yaml, "- &a%d [*a%d]\n", i, i - 1);
	parse(&got, ss_buf_str(&yaml));
	CHECK_STRN((const char *)got.p, got.len,
		   "64:9: aliases nest too many collections; nest structures with object[name] "
		   "instead");
	ss_buf_release(&yaml);
	ss_buf_release(&got);
}

static void
repeat(struct ss_buf *to, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ss_buf_puts(to, ss_str(text));
}

/* Each is refused, with these words, within 100 ms. */
/* They take 0.02 s at the most on an idle machine; a bomb that goes off takes minutes. This is
 * no measure of speed, which a busy machine could not keep. */
#define BOMB_SECONDS 5.0

static void
test_bombs(void)
{
	static const struct {
		const char *before;
		const char *again;
		size_t n;
		const char *after;
		const char *want;
	} bombs[] = {
		{"", "[", 100000, "", "1:65: more than 64 collections"},
		{"", "[", 1000000, "", "1:65: more than 64 collections"},
		{"", "{", 100000, "", "1:65: more than 64 collections"},
		{"", "{a: ", 100000, "", "1:257: more than 64 collections"},
		{"", "- ", 100000, "", "1:129: more than 64 collections"},
		{"", "? ", 100000, "", "1:129: more than 64 collections"},
		{"[", "a, ", 300000, "]", "1:300000: more than 100000 items"},
		{"", "&a ", 300000, "", "1:7: too many anchors"},
		{"x: {a: ", "int[", 200000, "", "1:8: \"int[\" has no matching"},
		{"x: {", "a: int[,", 100000, "", "1:8: \"int[\" has no matching"},
		{"a: |\n", " \n", 400000, "", "34:1: more than 32 empty lines"},
		{"a: \"b\n", "\n", 400000, " c\"", "34:1: more than 32 empty lines"},
		{"", "- a\n", 110000, "", "99998:3: more than 100000 YAML events"},
		{"", "a\n", 500000, "", "1:1: a text of 999999 bytes"},
		{"", "x", 1100000, "", "1:1: the text has 1100000 bytes"},
		{"%", "a", 100000, "", "1:1: \"%aaaa"},
		{"", "a: ", 300000, "", "1:5: \": \" in an unquoted text"},
	};
	struct ss_buf yaml = {0};
	struct ss_buf got = {0};

	for (size_t i = 0; i < SS_ARRAY_LEN(bombs); i++) {
		double start;

		ss_buf_clear(&yaml);
		ss_buf_puts(&yaml, ss_str(bombs[i].before));
		repeat(&yaml, bombs[i].again, bombs[i].n);
		ss_buf_puts(&yaml, ss_str(bombs[i].after));
		start = make_seconds();
		parse(&got, ss_buf_str(&yaml));
		if (!CHECK(make_seconds() - start < BOMB_SECONDS * MAKE_SLOWER))
			printf("# bomb %zu took %g s\n", i, make_seconds() - start);
		if (!CHECK(ss_str_starts(ss_buf_str(&got), ss_str(bombs[i].want))))
			printf("# %zu: %.*s\n", i, (int)got.len, (const char *)got.p);
	}
	ss_buf_release(&yaml);
	ss_buf_release(&got);
}

static void
test_alias_bomb(void)
{
	struct ss_arena arena = {0};
	struct ss_buf yaml = {0};
	struct ss_node root;
	struct ss_err err = {0};
	double start;

	ss_buf_printf(&yaml, "a0: &a0 [x, x]\n");
	for (int i = 1; i <= 40; i++)
		ss_buf_printf(&yaml, "a%d: &a%d [*a%d, *a%d]\n", i, i, i - 1, i - 1);
	start = make_seconds();
	CHECK(ss_node_parse(&arena, "t", ss_buf_str(&yaml), &root, &err) == SS_EUSAGE);
	CHECK(make_seconds() - start < BOMB_SECONDS * MAKE_SLOWER);
	CHECK(arena.total < 100000);
	CHECK_STR(err.message, "more than 100000 YAML events, aliases expanded");
	ss_arena_release(&arena);
	ss_buf_release(&yaml);
}

static void
check_limit(const char *what, struct ss_buf *yaml, const char *refused)
{
	struct ss_buf got = {0};

	parse(&got, ss_buf_str(yaml));
	if (refused == NULL)
		CHECK(got.p[0] == '{' || got.p[0] == '[');
	else
		CHECK(ss_str_find(ss_buf_str(&got), ss_str(refused)) > 0);
	if (check_state.failures > 0)
		printf("# %s: %.*s\n", what, (int)SS_MIN(got.len, (size_t)200),
		       (const char *)got.p);
	ss_buf_clear(yaml);
	ss_buf_release(&got);
}

static void
test_limits(void)
{
	struct ss_buf yaml = {0};

	for (size_t i = 0; i <= 1; i++) {
		ss_buf_printf(&yaml, "- ");
		repeat(&yaml, "x", SS_YAML_SCALAR_BYTES_MAX + i);
		check_limit("scalar", &yaml, i ? "a text of 65537 bytes, more than 65536" : NULL);
		for (size_t k = 0; k < SS_YAML_KEYS_MAX + i; k++)
			ss_buf_printf(&yaml, "k%zu: x\n", k);
		check_limit("keys", &yaml, i ? "more than 4096 keys" : NULL);
		/* stream and document start, sequence start and end, document and stream end */
		repeat(&yaml, "- x\n", SS_YAML_EVENTS_MAX - 6 + i);
		check_limit("events", &yaml, i ? "more than 100000 YAML events" : NULL);
		for (size_t k = 0; k < 4096 + i; k++)
			ss_buf_printf(&yaml, "- &a%zu x\n", k);
		check_limit("anchors", &yaml, i ? "more than 4096 anchors" : NULL);
		ss_buf_printf(&yaml, "a: |\n  b\n");
		repeat(&yaml, "\n", 32 + i);
		ss_buf_printf(&yaml, "  c\n");
		check_limit("empty lines", &yaml, i ? "more than 32 empty lines" : NULL);
		repeat(&yaml, "- ", SS_YAML_DEPTH_MAX + i);
		check_limit("depth", &yaml, i ? "more than 64 collections" : NULL);
		ss_buf_printf(&yaml, "- x #");
		repeat(&yaml, "x", SS_YAML_BYTES_MAX - 5 + i);
		check_limit("bytes", &yaml, i ? "more than 1048576" : NULL);
	}
	ss_buf_release(&yaml);
}

/* 20,000 damaged structures: none may crash, hang or come back without a cause. */
static void
test_damage(void)
{
	static const char good[] =
		"name: x # y\ngeolocation: 'it''s'\ndata:\n  a: {datatype: "
		"enum[\"a,b\", c], alias: \"d\\te\"}\n  b: |-\n    int[1..2]\n  - [&x p, "
		"*x, {q: char[1..2]}]\n";
	static const char bytes[] = "{}[]:,#&*!|>'\"%@`-?\n\t a\\";
	struct ss_buf got = {0};
	uint64_t state = 42;
	char text[sizeof(good)];

	for (int i = 0; i < 20000; i++) {
		memcpy(text, good, sizeof(good));
		for (uint64_t k = check_random(&state) % 4 + 1; k > 0; k--) {
			size_t at = check_random(&state) % (sizeof(good) - 1);

			text[at] = bytes[check_random(&state) % (sizeof(bytes) - 1)];
		}
		parse(&got, ss_str_n(text, check_random(&state) % sizeof(good)));
		CHECK(got.len > 0);
	}
	ss_buf_release(&got);
}

int
main(void)
{
	RUN(test_values_stay_text);
	RUN(test_flow_quotes);
	RUN(test_flow_errors);
	RUN(test_places);
	RUN(test_encodings);
	RUN(test_refused);
	RUN(test_library_is_silent);
	RUN(test_aliases);
	RUN(test_bombs);
	RUN(test_alias_bomb);
	RUN(test_limits);
	RUN(test_damage);
	return check_done();
}
