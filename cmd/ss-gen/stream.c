/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The main job: a stream to standard output or a file.
 */
#include <inttypes.h>

#include "base/date.h"
#include "base/io.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "gen.h"
#include "gen/engine.h"

struct stream {
	struct ss_output output;
	struct ss_progress progress;
	uint64_t records;
};

static enum ss_status
stream_write(void *ctx, const void *p, size_t len, uint64_t records, struct ss_err *err)
{
	struct stream *stream = ctx;
	enum ss_status status = ss_output_write(&stream->output, p, len, err);

	if (status != SS_OK)
		return status;
	stream->records = records;
	ss_progress_step(&stream->progress, records, stream->output.bytes);
	return ss_run_stopped() ? SS_END : SS_OK;
}

/* What the user needs to make the same again. */
static void
say_how_to_repeat(const struct gen_options *options, const struct gen_run *run,
		  const struct ss_plan *plan)
{
	char now[32];

	if (options->quiet)
		return;
	if (options->seed != NULL && strcmp(options->seed, "random") == 0)
		ss_note(PROGRAM, "random seed; repeat with --seed %" PRId64, run->seed);
	if (run->clock && plan->uses_now) {
		char *end = ss_timestamp_put(now, run->now_s, 0, 'T');

		ss_note(PROGRAM, "values depend on the clock; repeat with --now %.*sZ",
			(int)(end - now), now);
	}
}

static enum ss_status
run_engine(const struct gen_options *options, const struct gen_run *run, const struct ss_plan *plan,
	   struct stream *stream, struct ss_err *err)
{
	const struct ss_engine_run engine = {
		.plan = plan,
		.first = run->first,
		.records = run->records,
		.endless = run->endless,
		.promise =
			{
				.first = run->first,
				.records = run->records,
				.has_records = !run->endless,
				.total = run->run_records,
				.has_total = run->has_shard,
				.part = 1,
				.parts = 1,
				.shard = run->shard,
				.shards = run->shards,
			},
		.threads = ss_run_threads(options->threads, run->has_shard),
		.write = stream_write,
		.ctx = stream,
	};
	enum ss_status status;

	ss_progress_start(&stream->progress, PROGRAM, (enum ss_progress_mode)options->progress,
			  options->quiet, run->endless ? 0 : run->records);
	status = ss_engine_run(&engine, err);
	ss_progress_end(&stream->progress, stream->records, stream->output.bytes);
	if (status == SS_OK)
		status = ss_output_commit(&stream->output, err);
	return status;
}

int
gen_stream(const struct gen_options *options)
{
	struct stream stream = {0};
	struct gen_run run;
	struct ss_model model;
	struct ss_plan plan;
	struct ss_err err;
	enum ss_status status;

	if (gen_run_from(options, 100, &run, &err) != SS_OK ||
	    gen_bind(options, &run, &model, &plan, &err) != SS_OK)
		return ss_report(PROGRAM, &err);
	if (options->output != NULL && ss_model_has_read(&model, options->output)) {
		ss_err_set(&err, SS_EUSAGE, "output-is-input",
			   "the output \"%s\" is a file of the structure", options->output);
		status = ss_err_hint(&err, "choose another name");
	} else {
		status = ss_output_open(&stream.output, options->output, &err);
	}
	if (status == SS_OK && stream.output.terminal) {
		ss_err_set(&err, SS_EUSAGE, "binary-to-terminal",
			   "a record stream is binary, and the output is a terminal");
		status = ss_err_hint(&err, "leave out --output for a preview, or pipe to ss-fmt");
	}
	if (status == SS_OK) {
		say_how_to_repeat(options, &run, &plan);
		status = run_engine(options, &run, &plan, &stream, &err);
	}
	if (status != SS_OK)
		ss_output_abandon(&stream.output);
	ss_plan_release(&plan);
	ss_model_release(&model);
	if (status == SS_END)
		ss_run_reraise(ss_run_stopped());
	if (status != SS_OK)
		return ss_report(PROGRAM, &err);
	if (options->verbose)
		ss_note(PROGRAM, "%" PRIu64 " records, %" PRIu64 " bytes", stream.records,
			stream.output.bytes);
	return 0;
}
