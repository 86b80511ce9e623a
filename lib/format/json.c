/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON: one object a line (NDJSON), or one array. Objects follow the columns' order. Integers
 * have all their digits, decimals their scale and never an exponent; dates, times and instants
 * are ISO 8601 text (instants in UTC with Z, without it when the column has no zone), durations
 * the count of the column's unit, bytes base64, arrow.uuid columns lower-case text. A map is
 * an object when its keys are text, else an array of {"key", "value"}.
 */
#include "format/text.h"

#include "base/mem.h"
#include "format/format.h"

struct json_options {
	bool array;
	bool pretty;
	int decimal; /* number, string */
	int nan;     /* enum ss_text_nan */
};

static const struct ss_option json_options[] = {
	{.name = "array",
	 .kind = SS_OPT_FLAG,
	 .offset = offsetof(struct json_options, array),
	 .help = "write one JSON array instead of one object a line"},
	{.name = "pretty",
	 .kind = SS_OPT_FLAG,
	 .offset = offsetof(struct json_options, pretty),
	 .help = "write one member a line, indented by two blanks"},
	{.name = "decimal",
	 .kind = SS_OPT_CHOICE,
	 .offset = offsetof(struct json_options, decimal),
	 .argument = "HOW",
	 .choices = "number|string",
	 .help = "write decimals as numbers (default) or strings"},
	{.name = "nan",
	 .kind = SS_OPT_CHOICE,
	 .offset = offsetof(struct json_options, nan),
	 .argument = "HOW",
	 .choices = "refuse|null|string",
	 .help = "what becomes of NaN and infinities: refuse (default), null, or a string"},
};

struct json {
	struct ss_text *text;
	bool array;
	uint64_t first; /* record that has no separator before it */
};

static enum ss_status
json_open(const struct ArrowSchema *schema, const void *options,
	  const struct ss_format_context *context, void **state, struct ss_buf *out,
	  struct ss_err *err)
{
	const struct json_options *o = options;
	struct ss_text_style style = {
		.kind = SS_TEXT_JSON,
		.null_value = SS_STR("null"),
		.record_end = o->array ? SS_STR("") : SS_STR("\n"),
		.pretty = o->pretty,
		.decimal_string = o->decimal != 0,
		.nan = (enum ss_text_nan)o->nan,
	};
	struct ss_text *text;
	struct json *json;
	enum ss_status status;

	*state = NULL;
	if (o->array && context->second) {
		ss_err_set(err, SS_EUSAGE, "second-structure",
			   "a second structure does not go into the same JSON array");
		return ss_err_hint(err, "convert them one by one, or leave out --array");
	}
	if (o->array) {
		style.record_begin = o->pretty ? SS_STR(",\n  ") : SS_STR(",\n");
		style.depth = 1;
	}
	status = ss_text_new(schema, &style, context->workers, &text, err);
	if (status != SS_OK)
		return status;
	json = ss_zalloc(sizeof(*json));
	json->text = text;
	json->array = o->array;
	json->first = context->first;
	if (o->array)
		ss_buf_putc(out, '[');
	*state = json;
	return SS_OK;
}

static enum ss_status
json_encode(void *state, unsigned worker, const struct ArrowArray *batch, uint64_t first,
	    struct ss_buf *out, struct ss_err *err)
{
	struct json *json = state;
	size_t at = out->len;
	enum ss_status status = ss_text_encode(json->text, worker, batch, first, out, err);

	/* Workers do not know of each other: who has the first record takes its comma away. */
	if (status == SS_OK && json->array && first == json->first && out->len != at) {
		memmove(out->p + at, out->p + at + 1, out->len - at - 1);
		out->len--;
	}
	return status;
}

static void
json_close(void *state, bool complete, struct ss_buf *out)
{
	struct json *json = state;

	if (json == NULL)
		return;
	if (complete && json->array)
		ss_buf_puts(out, SS_STR("\n]\n"));
	ss_text_free(json->text);
	ss_free(json);
}

const struct ss_format ss_format_json = {
	.name = "json",
	.suffixes = "json ndjson jsonl",
	.help = "JSON, one object a line",
	.options = json_options,
	.n_options = SS_ARRAY_LEN(json_options),
	.options_size = sizeof(struct json_options),
	.open = json_open,
	.encode = json_encode,
	.close = json_close,
};
