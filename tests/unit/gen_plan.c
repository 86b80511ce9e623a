/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of plans: the rule for batch sizes, what the schema says, finding fields by path, and
 * that a field's values hang on seed, structure and keys alone.
 */
#include "gen_make.h"
#include "gen_stat.h"

#include "gen/type.h"

static void
expect_batch(const char *fields, uint64_t asked, uint64_t want)
{
	struct ss_plan_options options = MADE_OPTIONS;
	struct made made;

	options.batch_records = asked;
	if (!check_note(made_try(&made, fields, &options), "\"%s\": %s", fields, made.err.message))
		return;
	check_note(made.plan.batch_records == want,
		   "\"%s\": %" PRIu64 " records a batch, not %" PRIu64, fields,
		   made.plan.batch_records, want);
	made_release(&made);
}

/* The largest power of two whose expected body is at most 512 KiB, at most 65536. */
static void
batch_rule(void)
{
	expect_batch("a: int[1..9]", 0, 65536);
	expect_batch("a: boolean", 0, 65536);
	expect_batch("a: uuid", 0, 32768);
	expect_batch("a: uuid; b: boolean", 0, 16384);
	expect_batch("a: int[0..9223372036854775807]", 0, 65536);
	expect_batch("a: int[0..9223372036854775807]; b: boolean", 0, 32768);
	expect_batch("a: char[500..500]; b: int[1..999999]", 0, 1024);
	expect_batch("a: char[4..4]", 0, 65536);
	expect_batch("a: char[5..5]", 0, 32768);
	expect_batch("a: array[int[0..1], 0..8]", 0, 65536);
	expect_batch("a: array[int[0..1], 0..9]", 0, 32768);
	expect_batch("a: char[1000000..1000000]", 0, 1);
	expect_batch("a: decimal[0..1]; b: decimal[0..1]", 0, 16384);
	expect_batch("a: array[array[boolean, 0..1000], 0..100]", 0, 128);
	/* Expected 17 KB, so 16 would do, but the longest take 357 MB in the making, at 20 bytes an
	 * element, and must stay below 2^30. */
	expect_batch("a: array[array[array[array[array[array[array[array[array[array[array[array["
		     "boolean, 0..4], 0..4], 0..4], 0..4], 0..4], 0..4], 0..4], 0..4], 0..4], "
		     "0..4], 0..4], 0..4]",
		     0, 2);
}

static void
batch_asked(void)
{
	struct ss_plan_options options = MADE_OPTIONS;
	struct made made;

	expect_batch("a: int[1..9]", 1, 1);
	expect_batch("a: char[500..500]", 65536, 65536);
	options.batch_records = 1024;
	CHECK(!made_try(&made, "a: char[0..10000000]", &options));
	CHECK(strcmp(made.err.code, "batch-too-large") == 0);
	options.batch_records = 64;
	CHECK(made_try(&made, "a: char[0..10000000]", &options));
	made_release(&made);
}

static void
too_large(void)
{
	made_refused("a: array[char[10000000..10000000], 7..7]", "record-too-large");
	made_refused("a: array[array[uuid, 0..10000000], 0..10]", "record-too-large");
	made_refused("a: array[array[array[int[1..2], 0..10000000], 0..10000000], 0..10000000]",
		     "record-too-large");
}

static bool
metadata_is(const struct ArrowSchema *schema, const char *key, const char *want)
{
	struct ss_str value = {0};
	bool found = ss_arrow_metadata(schema, key, &value);

	return check_note(want == NULL ? !found : found && ss_str_eq(value, ss_str(want)),
			  "%s is \"%.*s\"", key, SS_STR_ARGS(value));
}

static void
schema_says(void)
{
	const struct ArrowSchema *schema;
	struct made made;

	if (!made_bind(&made, "id: {datatype: int[1..9], alias: ID, description: 'the \"key\"'}; "
			      "at: timestamp[now-1d..now]; r: ref[c.id, 1..5]; "
			      "h: {datatype: uuid, hidden: true}; l: array[boolean, 0..2]"))
		return;
	schema = &made.plan.schema;
	CHECK_STR(schema->format, "+s");
	CHECK_EQ_I64(schema->n_children, 4);
	CHECK_STR(schema->children[0]->name, "ID");
	CHECK_STR(schema->children[1]->name, "at");
	CHECK_STR(schema->children[3]->format, "+l");
	CHECK_STR(schema->children[3]->children[0]->name, "item");
	metadata_is(schema, "ss:generator", "0");
	metadata_is(schema, "ss:structure", "inline");
	metadata_is(schema, "ss:seed", "7");
	metadata_is(schema, "ss:now", "2026-12-01T00:00:00Z");
	metadata_is(schema, "ss:batch", "32768");
	metadata_is(schema->children[0], "ss:datatype", "int[1..9]");
	metadata_is(schema->children[0], "ss:description", "the \"key\"");
	metadata_is(schema->children[1], "ss:description", NULL);
	metadata_is(schema->children[2], "ss:ref", "c.id");
	metadata_is(schema->children[3], "ss:datatype", "array[boolean, 0..2]");
	made_release(&made);
	if (!made_bind(&made, "a: date[2020-01-01..2020-01-02]"))
		return;
	CHECK(!made.plan.uses_now);
	metadata_is(&made.plan.schema, "ss:now", NULL);
	made_release(&made);
}

static void
find_by_path(void)
{
	static const char *const near[][2] = {{"idd", "id"}, {"naem", "name"}};
	const struct ss_op *op;
	struct made made;
	struct ss_err err;

	if (!made_bind(&made, "id: sequence; name: char[1..2]; name.x: int[1..9]; "
			      "list: array[array[int[1..3], 0..2], 0..2]"))
		return;
	op = ss_plan_find(&made.plan, SS_STR("name"), &err);
	CHECK(op != NULL && strcmp(op->type->name, "char") == 0);
	op = ss_plan_find(&made.plan, SS_STR("name.x"), &err);
	CHECK(op != NULL && strcmp(op->type->name, "int") == 0);
	op = ss_plan_find(&made.plan, SS_STR("list"), &err);
	CHECK(op != NULL && strcmp(op->type->name, "array") == 0);
	for (size_t i = 0; i < SS_ARRAY_LEN(near); i++) {
		char hint[64];

		CHECK(ss_plan_find(&made.plan, ss_str(near[i][0]), &err) == NULL);
		CHECK(err.status == SS_EUSAGE && strcmp(err.code, "unknown-field") == 0);
		snprintf(hint, sizeof(hint), "did you mean \"%s\"?", near[i][1]);
		CHECK_STR(err.hint, hint);
	}
	CHECK(ss_plan_find(&made.plan, SS_STR(""), &err) == NULL);
	CHECK(ss_plan_find(&made.plan, SS_STR("list.x"), &err) == NULL);
	CHECK(ss_plan_find(&made.plan, SS_STR("id."), &err) == NULL);
	made_release(&made);
}

#define N 4096

/* The int64 column k of fields under a seed. */
static bool
values_of(const char *fields, int64_t seed, size_t k, int64_t *out)
{
	struct ss_plan_options options = MADE_OPTIONS;
	struct made made;

	options.seed = seed;
	if (!check_note(made_try(&made, fields, &options), "\"%s\": %s", fields, made.err.message))
		return false;
	memcpy(out, made_column(&made, k, 0, N)->buffers[1], N * sizeof(*out));
	made_release(&made);
	return true;
}

#define WIDE "int[0..9223372036854775807]"

/* Neighbours, order, aliases and what is hidden do not matter; key and seed do. */
static void
only_the_key_matters(void)
{
	static const struct {
		const char *fields;
		int64_t seed;
		size_t column;
		bool same;
	} cases[] = {
		{"a: " WIDE, 1, 0, true},
		{"b: uuid; a: " WIDE "; c: char[1..9]", 1, 1, true},
		{"a: {datatype: '" WIDE "', alias: z, description: d}", 1, 0, true},
		{"h: {datatype: uuid, hidden: true}; a: " WIDE, 1, 0, true},
		{"a: ref[x.y, 0..9223372036854775807]", 1, 0, true},
		{"b: " WIDE, 1, 0, false},
		{"A: " WIDE, 1, 0, false},
		{"a: " WIDE, 2, 0, false},
		{"a: " WIDE, -1, 0, false},
		{"a: " WIDE, INT64_MIN + 1, 0, false},
	};
	static int64_t reference[N], other[N];

	if (!values_of("a: " WIDE, 1, 0, reference))
		return;
	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++) {
		size_t equal = 0;

		if (!values_of(cases[k].fields, cases[k].seed, cases[k].column, other))
			continue;
		for (size_t i = 0; i < N; i++)
			equal += reference[i] == other[i];
		check_note(equal == (cases[k].same ? N : 0), "\"%s\" under %" PRId64 ": %zu equal",
			   cases[k].fields, cases[k].seed, equal);
	}
}

/* Through the engine's eyes what gen_draw.c tests on raw draws. */
static void
columns_are_independent(void)
{
	static const char fields[] =
		"a: int[0..31]; b: int[0..31]; c: enum[0,1,2,3,4,5,6,7,8,9,10,"
		"11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31]; "
		"d: array[int[0..31], 1..1]";
	static struct stat_table pairs[4][4], serial[4];
	const int8_t *columns[4];
	struct made made;

	if (!made_bind(&made, fields))
		return;
	for (uint64_t first = 0; first < 200000; first += 20000) {
		struct ArrowArray **arrays = ss_maker_fill(&made.maker, first, 20000)->children;

		for (size_t k = 0; k < 4; k++)
			columns[k] = (k < 3 ? arrays[k] : arrays[k]->children[0])->buffers[1];
		for (size_t i = 0; i < 20000; i++)
			for (size_t k = 0; k < 4; k++) {
				for (size_t m = 0; m < k; m++)
					stat_pair(&pairs[k][m], (uint64_t)columns[k][i],
						  (uint64_t)columns[m][i]);
				if (i > 0)
					stat_pair(&serial[k], (uint64_t)columns[k][i - 1],
						  (uint64_t)columns[k][i]);
			}
	}
	for (size_t k = 0; k < 4; k++) {
		stat_independent("consecutive records", &serial[k]);
		for (size_t m = 0; m < k; m++)
			stat_independent("two fields", &pairs[k][m]);
	}
	made_release(&made);
}

int
main(void)
{
	RUN(batch_rule);
	RUN(batch_asked);
	RUN(too_large);
	RUN(schema_says);
	RUN(find_by_path);
	RUN(only_the_key_matters);
	RUN(columns_are_independent);
	return check_done();
}
