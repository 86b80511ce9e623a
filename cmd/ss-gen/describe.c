/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The jobs that make no stream: preview on a terminal, --check, --explain, --types.
 */
#include <inttypes.h>

#include "base/mem.h"
#include "cli/output.h"
#include "cli/report.h"
#include "format/format.h"
#include "gen.h"

/* Text to an open output, its failure reported. */
static int
print_to(struct ss_output *output, struct ss_buf *text)
{
	struct ss_err err;
	enum ss_status status = ss_output_write(output, text->p, text->len, &err);

	if (status == SS_OK)
		status = ss_output_commit(output, &err);
	ss_output_abandon(output);
	ss_buf_release(text);
	return status == SS_OK ? 0 : ss_report(PROGRAM, &err);
}

/* Text to standard output. */
static int
print(struct ss_buf *text)
{
	struct ss_output output;
	struct ss_err err;

	if (ss_output_open(&output, NULL, &err) == SS_OK)
		return print_to(&output, text);
	ss_buf_release(text);
	return ss_report(PROGRAM, &err);
}

static enum ss_status
preview_text(const struct gen_run *run, const struct ss_plan *plan, unsigned columns,
	     struct ss_buf *text, struct ss_err *err)
{
	const struct ss_format *table = ss_format_named("table");
	const struct ss_format_context context = {
		.workers = 1,
		.terminal_columns = columns,
		.first = run->first,
	};
	void *options = ss_zalloc(table->options_size + 1);
	struct ss_maker maker;
	void *state = NULL;
	enum ss_status status;

	ss_maker_init(&maker, plan);
	status = table->open(&plan->schema, options, &context, &state, text, err);
	for (uint64_t done = 0; status == SS_OK && done < run->records;) {
		size_t count = (size_t)SS_MIN(run->records - done, plan->batch_records);
		const struct ArrowArray *batch = ss_maker_fill(&maker, run->first + done, count);

		status = table->encode(state, 0, batch, run->first + done, text, err);
		done += count;
	}
	table->close(state, status == SS_OK, text);
	ss_maker_release(&maker);
	ss_free(options);
	return status;
}

#define PREVIEW_DEFAULT 10
#define PREVIEW_MAX 1000

int
gen_preview(const struct gen_options *options)
{
	struct ss_output output;
	struct ss_buf text = {0};
	struct gen_run run;
	struct ss_model model;
	struct ss_plan plan;
	struct ss_err err;
	enum ss_status status;
	int exit_status;

	if (gen_run_from(options, PREVIEW_DEFAULT, &run, &err) != SS_OK ||
	    gen_bind(options, &run, &model, &plan, &err) != SS_OK)
		return ss_report(PROGRAM, &err);
	run.records = SS_MIN(run.records, (uint64_t)PREVIEW_MAX);
	status = ss_output_open(&output, NULL, &err);
	if (status == SS_OK)
		status = preview_text(&run, &plan, output.columns, &text, &err);
	ss_plan_release(&plan);
	ss_model_release(&model);
	if (status != SS_OK) {
		ss_output_abandon(&output);
		ss_buf_release(&text);
		return ss_report(PROGRAM, &err);
	}
	exit_status = print_to(&output, &text);
	if (exit_status == 0 && !options->quiet)
		ss_note(PROGRAM, "preview of %" PRIu64 " records; pipe to ss-fmt for data",
			run.records);
	return exit_status;
}

int
gen_check(const struct gen_options *options)
{
	struct ss_buf text = {0};
	struct gen_run run;
	struct ss_model model;
	struct ss_plan plan;
	struct ss_err err;
	enum ss_status status = gen_run_from(options, 100, &run, &err);
	int exit_status = 0;

	if (status == SS_OK)
		status = gen_bind(options, &run, &model, &plan, &err);
	if (options->json) {
		ss_buf_printf(&text, "{\"errors\":%d,\"messages\":[", status != SS_OK);
		if (status != SS_OK)
			ss_report_json(&err, &text);
		ss_buf_puts(&text, SS_STR("]}\n"));
	} else if (status == SS_OK && !options->quiet) {
		ss_buf_printf(&text,
			      "%s: ok: structure \"%.*s\", %zu field%s, %" PRIu64
			      " records a batch\n",
			      plan.structure->file, SS_STR_ARGS(plan.structure->name),
			      plan.structure->n_fields, plan.structure->n_fields == 1 ? "" : "s",
			      plan.batch_records);
	}
	if (status != SS_OK && !options->json)
		(void)ss_report(PROGRAM, &err);
	exit_status = (int)status;
	if (status == SS_OK) {
		ss_plan_release(&plan);
		ss_model_release(&model);
	}
	return text.len != 0 && print(&text) != 0 ? 1 : exit_status;
}

static void
line(struct ss_buf *text, const char *label, struct ss_str value)
{
	if (value.len != 0)
		ss_buf_printf(text, "%-12s %.*s\n", label, SS_STR_ARGS(value));
}

static void
explain_op(const struct ss_plan *plan, const struct ss_op *op, const char *path,
	   struct ss_buf *text)
{
	const struct ss_field *field = op->field;
	struct ss_buf part = {0};
	struct ArrowSchema schema = {.format = op->format, .name = ""};

	line(text, "field", ss_str(path));
	line(text, "structure", plan->structure->name);
	line(text, "datatype", op->datatype->text);
	op->type->describe(op, &part);
	line(text, "makes", ss_buf_str(&part));
	ss_buf_clear(&part);
	if (field != NULL) {
		line(text, "description", field->description);
		line(text, "output name", field->name);
		ss_buf_printf(&part, "%s:%d:%d", field->place.file, field->place.line,
			      field->place.column);
		line(text, "written at", ss_buf_str(&part));
		ss_buf_clear(&part);
	}
	if (op->n_children == 0) {
		ss_arrow_type_name(&schema, &part);
		line(text, op->dictionary != NULL ? "dictionary of" : "arrow type",
		     ss_buf_str(&part));
		ss_buf_clear(&part);
	}
	line(text, "refers to", op->reference);
	ss_buf_printf(&part, "%016" PRIx64 "%016" PRIx64, op->key.a, op->key.b);
	line(text, "key", ss_buf_str(&part));
	ss_buf_clear(&part);
	ss_buf_printf(&part, "%.1f a record, at most %.0f", op->bytes_expected, op->bytes_worst);
	line(text, "bytes", ss_buf_str(&part));
	ss_buf_release(&part);
}

int
gen_explain(const struct gen_options *options)
{
	struct ss_buf text = {0};
	struct gen_run run;
	struct ss_model model;
	struct ss_plan plan;
	const struct ss_op *op;
	struct ss_err err;

	if (gen_run_from(options, 100, &run, &err) != SS_OK ||
	    gen_bind(options, &run, &model, &plan, &err) != SS_OK)
		return ss_report(PROGRAM, &err);
	op = ss_plan_find(&plan, ss_str(options->explain), &err);
	if (op != NULL)
		explain_op(&plan, op, options->explain, &text);
	ss_plan_release(&plan);
	ss_model_release(&model);
	return op != NULL ? print(&text) : ss_report(PROGRAM, &err);
}

static const char *
type_name(void *ctx, size_t i)
{
	const struct ss_type *type = ss_type_at(i);

	(void)ctx;
	return type != NULL ? type->name : NULL;
}

int
gen_types(const char *name)
{
	struct ss_buf text = {0};
	const struct ss_type *type;

	if (name == NULL) {
		for (size_t i = 0; (type = ss_type_at(i)) != NULL; i++)
			ss_buf_printf(&text, "%-32s %s\n", type->syntax, type->help);
		return print(&text);
	}
	type = ss_type_named(ss_str(name));
	if (type == NULL) {
		const char *near = ss_str_nearest(ss_str(name), type_name, NULL);
		struct ss_err err;

		ss_err_set(&err, SS_EUSAGE, "unknown-datatype", "unknown datatype \"%s\"", name);
		if (near != NULL)
			ss_err_hint(&err, "did you mean \"%s\"?", near);
		return ss_report(PROGRAM, &err);
	}
	line(&text, "datatype", ss_str(type->name));
	line(&text, "written as", ss_str(type->syntax));
	line(&text, "makes", ss_str(type->help));
	if (type->example != NULL)
		line(&text, "example", ss_str(type->example));
	return print(&text);
}
