/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as the text of -e: a structure, bound to a plan, of which three records are made. They
 * must be the same one by one as together, be JSON, and come through a stream unchanged. Nested
 * structures are those of schemas/structures, if the target runs at the top of the tree.
 */
#include "fuzz.h"

#include "arrow/read.h"
#include "format/format.h"
#include "gen/plan.h"
#include "json_check.h"

#define RECORDS 3
#define BYTES_MAX 1e6 /* of one record; more is only slow */

struct json {
	const struct ss_format *format;
	void *state;
	struct ss_buf out;
};

static void
json_begin(struct json *json, const struct ArrowSchema *schema)
{
	const struct ss_format_context context = {.workers = 1};
	uint64_t options[64] = {0};
	struct ss_err err = {0};

	*json = (struct json){.format = ss_format_named("json")};
	FUZZ_CHECK(json->format->open(schema, options, &context, &json->state, &json->out, &err) ==
			   SS_OK,
		   "%s", err.message);
}

static void
json_add(struct json *json, const struct ArrowArray *array, uint64_t first)
{
	struct ss_err err = {0};

	FUZZ_CHECK(json->format->encode(json->state, 0, array, first, &json->out, &err) == SS_OK,
		   "%s", err.message);
}

static void
json_end(struct json *json)
{
	json->format->close(json->state, true, &json->out);
}

static void
put_stream(const struct ss_plan *plan, const struct ArrowArray *array, struct ss_buf *out)
{
	const struct ss_promise promise = {.records = RECORDS, .has_records = true};
	struct ss_ipc_message message;
	uint64_t chain = 0;

	ss_ipc_put_schema(&plan->writer, &promise, out, &message);
	ss_ipc_seal(out, &message, &chain);
	for (size_t k = 0; k < plan->writer.n_dictionaries; k++) {
		ss_ipc_put_dictionary(&plan->writer, k, array, out, &message);
		ss_ipc_seal(out, &message, &chain);
	}
	FUZZ_CHECK(ss_ipc_put_batch(&plan->writer, array, 0, out, &message), "too large");
	ss_ipc_seal(out, &message, &chain);
	ss_ipc_put_end(out);
}

/* The stream as JSON. */
static void
read_stream(const struct ss_buf *bytes, struct json *json)
{
	const struct ss_reader_options options = {.name = "fuzz"};
	int fd = fuzz_descriptor(bytes->p, bytes->len);
	struct ss_reader *reader = ss_reader_new(fd, &options);
	struct ss_raw_batch raw = {0};
	struct ss_batch batch = {0};
	struct ss_stream *stream = NULL;
	struct ss_err err = {0};
	enum ss_event event = SS_EVENT_STREAM;

	while (event != SS_EVENT_END) {
		FUZZ_CHECK(ss_reader_next(reader, &event, &stream, &raw, &err) == SS_OK, "%s",
			   err.message);
		if (event == SS_EVENT_STREAM)
			json_begin(json, &stream->schema);
		if (event != SS_EVENT_BATCH)
			continue;
		FUZZ_CHECK(ss_batch_decode(&raw, &batch, &err) == SS_OK, "%s", err.message);
		json_add(json, &batch.array, raw.first);
	}
	json_end(json);
	ss_batch_release(&batch);
	ss_raw_batch_release(&raw);
	ss_reader_free(reader);
	close(fd);
}

static void
check_plan(const struct ss_plan *plan)
{
	struct ss_buf stream = {0};
	struct json json[3];
	struct ss_maker maker;
	const struct ArrowArray *array;

	ss_maker_init(&maker, plan);
	json_begin(&json[0], &plan->schema);
	json_begin(&json[1], &plan->schema);
	for (uint64_t i = 0; i < RECORDS; i++)
		json_add(&json[0], ss_maker_fill(&maker, i, 1), i);
	array = ss_maker_fill(&maker, 0, RECORDS);
	json_add(&json[1], array, 0);
	put_stream(plan, array, &stream);
	json_end(&json[0]);
	json_end(&json[1]);
	read_stream(&stream, &json[2]);
	for (size_t i = 1; i < 3; i++)
		FUZZ_CHECK(fuzz_same(&json[0].out, &json[i].out), "%zu: %.*s, not %.*s", i,
			   SS_STR_ARGS(ss_buf_str(&json[i].out)),
			   SS_STR_ARGS(ss_buf_str(&json[0].out)));
	FUZZ_CHECK(json_values(json[0].out.p, json[0].out.len) == RECORDS, "bad JSON: %.*s",
		   SS_STR_ARGS(ss_buf_str(&json[0].out)));
	for (size_t i = 0; i < 3; i++)
		ss_buf_release(&json[i].out);
	ss_buf_release(&stream);
	ss_maker_release(&maker);
}

FUZZ_FYAML_LEAKS

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ss_plan_options options = {
		.seed = 7, .now_s = 1796083200, .records = 1000, .has_count = true};
	struct ss_model model = {.structures_dir = "schemas/structures"};
	const struct ss_structure *structure = NULL;
	struct ss_plan plan;
	struct ss_err err = {0};
	char *text = malloc(size + 1);
	enum ss_status status;

	FUZZ_CHECK(text != NULL, "no memory");
	if (size > 0)
		memcpy(text, data, size);
	text[size] = '\0';
	status = ss_model_inline(&model, text, &structure, &err);
	if (status == SS_OK)
		status = ss_plan_bind(&plan, &model, structure, &options, &err);
	if (status == SS_OK) {
		if (plan.root->bytes_worst < BYTES_MAX)
			check_plan(&plan);
		ss_plan_release(&plan);
	} else {
		fuzz_check_error(SS_EUSAGE, &err);
		FUZZ_CHECK(err.file[0] != '\0' && err.line >= 1, "no place: %s", err.message);
	}
	ss_model_release(&model);
	free(text);
	return 0;
}
