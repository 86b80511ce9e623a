/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The option table of ss-gen and what the options mean together.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "base/num.h"
#include "gen.h"
#include "gen/bind.h"
#include "model/span.h"

#define ROW(field) offsetof(struct gen_options, field)

const struct ss_option gen_option_rows[] = {
	{"count", 'n', SS_OPT_TEXT, ROW(count), "N", NULL,
	 "records of the whole run: 100, 10k, 5M, inf (default 100)", false},
	{"seed", 's', SS_OPT_TEXT, ROW(seed), "SEED", NULL,
	 "whole number of 64 bits, or random (default 0)", false},
	{"expression", 'e', SS_OPT_TEXT, ROW(inline_text), "FIELDS", NULL,
	 "fields instead of a file: 'id: sequence[1]; n: int[1..9]'", false},
	{"output", 'o', SS_OPT_FILE, ROW(output), "FILE", NULL,
	 "write to FILE, which appears when it is complete", false},
	{"threads", 'j', SS_OPT_COUNT, ROW(threads), "N", NULL,
	 "threads (default: the CPUs this process may use)", false},
	{"first", 0, SS_OPT_TEXT, ROW(first), "NUMBER", NULL,
	 "start at this record number (default 0)", false},
	{"record", 0, SS_OPT_TEXT, ROW(record), "NUMBER", NULL,
	 "make only the record of this number", false},
	{"shard", 0, SS_OPT_TEXT, ROW(shard), "I/N", NULL,
	 "make part I of N of the run, counted from 0; or auto, auto/N", false},
	{"now", 0, SS_OPT_TEXT, ROW(now), "TIME", NULL,
	 "what now means in structures (default: the clock, or SOURCE_DATE_EPOCH)", false},
	{"ref-count", 0, SS_OPT_MANY, ROW(ref_counts), "NAME=N", NULL,
	 "records of structure NAME, for ref[NAME.f, 1..count]", false},
	{"structures", 0, SS_OPT_DIR, ROW(structures), "DIR", NULL,
	 "where nested structures are (default: beside the file that names them)", false},
	{"batch", 0, SS_OPT_TEXT, ROW(batch), "N", NULL,
	 "records a batch, a power of two up to 65536 (default: by record size)", false},
	{"check", 0, SS_OPT_FLAG, ROW(check), NULL, NULL, "check the structure and make nothing",
	 false},
	{"json", 0, SS_OPT_FLAG, ROW(json), NULL, NULL, "with --check: report as JSON", false},
	{"explain", 0, SS_OPT_TEXT, ROW(explain), "PATH", NULL,
	 "say how a field is made, e.g. line_items.quantity", false},
	{"types", 0, SS_OPT_FLAG, ROW(types), NULL, NULL,
	 "list the datatypes, or describe the one named", false},
	{"progress", 0, SS_OPT_CHOICE, ROW(progress), "MODE", "auto|none|json",
	 "progress on standard error", false},
	{"quiet", 'q', SS_OPT_FLAG, ROW(quiet), NULL, NULL, "no notes and no progress", false},
	{"verbose", 'v', SS_OPT_FLAG, ROW(verbose), NULL, NULL,
	 "say what was made on standard error", false},
};
const size_t gen_option_count = SS_ARRAY_LEN(gen_option_rows);

static const struct ss_opt_group groups[] = {
	{"Options", gen_option_rows, SS_ARRAY_LEN(gen_option_rows)},
	{NULL, NULL, 0},
};

const struct ss_program gen_program = {
	.name = PROGRAM,
	.synopsis = "[OPTION]... FILE\n[OPTION]... -e FIELDS\n--types [NAME]",
	.summary = "Makes records of a structure and writes them as an Arrow IPC stream.",
	.examples = "ss-gen -n 1M -s 42 order.yaml | ss-fmt json -o orders.ndjson\tJSON lines\n"
		    "ss-gen -n 5 -e 'id: sequence[1]; n: int[1..9]' | ss-fmt csv\tno file needed\n"
		    "ss-gen -n 1G --shard 0/8 order.yaml | ss-fmt csv\tthe first of eight parts\n"
		    "ss-gen --record 918273 order.yaml | ss-fmt json\tthat record alone\n"
		    "ss-gen --check order.yaml\tfind mistakes, make nothing",
	.groups = groups,
	.see = "ss-fmt(1), ss-structure(5), ss-stream(5), ss-types(7), ss-determinism(7)",
};

static enum ss_status
bad_value(struct ss_err *err, const char *option, const char *value, const char *wanted)
{
	return ss_err_set(err, SS_EUSAGE, "bad-option-value", "%s wants %s, not \"%s\"", option,
			  wanted, value);
}

static enum ss_status
parse_number(const char *option, const char *text, uint64_t *value, struct ss_err *err)
{
	if (text == NULL || (ss_num_parse_count(ss_str(text), value) && *value <= INT64_MAX))
		return SS_OK;
	return bad_value(err, option, text, "a whole number such as 100, 10k or 5M");
}

static enum ss_status
parse_seed(const char *text, struct gen_run *run, struct ss_err *err)
{
	if (text == NULL)
		return SS_OK;
	if (strcmp(text, "random") == 0) {
		if (getrandom(&run->seed, sizeof(run->seed), 0) != (ssize_t)sizeof(run->seed))
			return ss_err_errno(err, SS_EFAIL, errno, "no-random",
					    "cannot draw a random seed");
		return SS_OK;
	}
	if (ss_str_to_i64(ss_str(text), &run->seed))
		return SS_OK;
	return bad_value(err, "--seed", text, "a whole number of 64 bits or random");
}

static enum ss_status
parse_now(const char *text, struct gen_run *run, struct ss_err *err)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	struct ss_instant instant;

	if (text != NULL) {
		const char *wrong = ss_instant_parse(ss_str(text), 0, &instant);

		if (wrong != NULL || instant.uses_now || instant.digits != 0)
			return bad_value(
				err, "--now", text,
				"an instant in whole seconds such as 2026-12-01T00:00:00Z");
		run->now_s = instant.micros / 1000000;
		return SS_OK;
	}
	if (epoch != NULL) {
		if (!ss_str_to_i64(ss_str(epoch), &run->now_s) || run->now_s < 0 ||
		    run->now_s > INT64_C(253402300799))
			return bad_value(err, "SOURCE_DATE_EPOCH", epoch,
					 "whole seconds since 1970");
		return SS_OK;
	}
	run->now_s = (int64_t)time(NULL);
	run->clock = true;
	return SS_OK;
}

/* The text of --shard with "auto" replaced by what the scheduler's variables say. */
static enum ss_status
resolve_shard(const char *text, char *resolved, size_t size, struct ss_err *err)
{
	const char *whole = getenv("SS_SHARD"), *task = getenv("SLURM_ARRAY_TASK_ID");
	const char *tasks = getenv("SLURM_ARRAY_TASK_COUNT");
	const char *least = getenv("SLURM_ARRAY_TASK_MIN");
	const char *kubernetes = getenv("JOB_COMPLETION_INDEX"), *parallel = getenv("PARALLEL_SEQ");
	int64_t i = 0, offset = 0;

	if (strcmp(text, "auto") == 0) {
		if (whole != NULL) {
			snprintf(resolved, size, "%s", whole);
			return SS_OK;
		}
		if (task != NULL && tasks != NULL && ss_str_to_i64(ss_str(task), &i) &&
		    (least == NULL || ss_str_to_i64(ss_str(least), &offset))) {
			snprintf(resolved, size, "%" PRId64 "/%s", i - offset, tasks);
			return SS_OK;
		}
		ss_err_set(err, SS_EUSAGE, "no-shard",
			   "--shard auto finds neither SS_SHARD nor SLURM_ARRAY_TASK_ID with "
			   "SLURM_ARRAY_TASK_COUNT");
		return ss_err_hint(err, "set SS_SHARD=I/N, or write --shard I/N");
	}
	if (kubernetes != NULL && ss_str_to_i64(ss_str(kubernetes), &i)) {
		snprintf(resolved, size, "%" PRId64 "%s", i, text + 4);
		return SS_OK;
	}
	if (parallel != NULL && ss_str_to_i64(ss_str(parallel), &i)) {
		snprintf(resolved, size, "%" PRId64 "%s", i - 1, text + 4);
		return SS_OK;
	}
	ss_err_set(err, SS_EUSAGE, "no-shard",
		   "--shard %s finds neither JOB_COMPLETION_INDEX nor PARALLEL_SEQ", text);
	return ss_err_hint(err, "write --shard I/N");
}

static enum ss_status
parse_shard(const char *option, struct gen_run *run, struct ss_err *err)
{
	char resolved[64];
	struct ss_str text;
	ptrdiff_t slash;
	uint64_t i, n;

	if (option == NULL)
		return SS_OK;
	if (strcmp(option, "auto") == 0 || strncmp(option, "auto/", 5) == 0) {
		if (resolve_shard(option, resolved, sizeof(resolved), err) != SS_OK)
			return err->status;
		option = resolved;
	}
	text = ss_str(option);
	slash = ss_str_find(text, SS_STR("/"));
	if (slash < 0 || !ss_str_to_u64(ss_str_n(text.p, (size_t)slash), &i) ||
	    !ss_str_to_u64(ss_str_n(text.p + slash + 1, text.len - (size_t)slash - 1), &n) ||
	    n == 0 || n > 1000000 || i >= n)
		return bad_value(err, "--shard", option, "I/N with I from 0 to N-1, such as 0/8");
	run->has_shard = true;
	run->shard = (uint32_t)i;
	run->shards = (uint32_t)n;
	return SS_OK;
}

/* An endless run has room for more records than anybody will wait for, and sequences can
 * still be proved to fit. */
#define ENDLESS_RECORDS (UINT64_C(1) << 48)

static enum ss_status
parse_range(const struct gen_options *options, uint64_t default_count, struct gen_run *run,
	    struct ss_err *err)
{
	uint64_t start, end;

	run->run_records = default_count;
	if (options->count != NULL && strcmp(options->count, "inf") == 0) {
		run->endless = true;
		run->run_records = ENDLESS_RECORDS;
	} else if (parse_number("--count", options->count, &run->run_records, err) != SS_OK) {
		return err->status;
	}
	if (parse_number("--first", options->first, &run->run_first, err) != SS_OK)
		return err->status;
	if (options->record != NULL) {
		if (options->first != NULL || options->count != NULL || run->has_shard)
			return ss_err_set(err, SS_EUSAGE, "option-conflict",
					  "--record goes with none of --count, --first, --shard");
		if (parse_number("--record", options->record, &run->run_first, err) != SS_OK)
			return err->status;
		run->run_records = 1;
	}
	if (run->endless && run->has_shard)
		return ss_err_set(err, SS_EUSAGE, "option-conflict",
				  "--count inf has no parts: it does not go with --shard");
	if (run->run_first > INT64_MAX - run->run_records)
		return ss_err_set(err, SS_EUSAGE, "out-of-range", "record numbers end at %" PRId64,
				  INT64_MAX);
	start = 0;
	end = run->run_records;
	if (run->has_shard) {
		start = (uint64_t)((ss_u128)run->run_records * run->shard / run->shards);
		end = (uint64_t)((ss_u128)run->run_records * (run->shard + 1) / run->shards);
	}
	run->first = run->run_first + start;
	run->records = end - start;
	run->has_count = !run->endless && options->first == NULL && options->record == NULL;
	return SS_OK;
}

static enum ss_status
check_ref_counts(const struct ss_option_list *list, struct ss_err *err)
{
	for (size_t i = 0; i < list->count; i++) {
		struct ss_str item = ss_str(list->items[i]);
		ptrdiff_t equals = ss_str_find(item, SS_STR("="));
		uint64_t count;

		if (equals <= 0 || !ss_num_parse_count(ss_str(item.p + equals + 1), &count) ||
		    count > INT64_MAX)
			return bad_value(err, "--ref-count", item.p, "NAME=COUNT");
		for (size_t k = 0; k < i; k++)
			if (strncmp(list->items[k], item.p, (size_t)equals + 1) == 0)
				return ss_err_set(err, SS_EUSAGE, "option-conflict",
						  "--ref-count %.*s is given twice", (int)equals,
						  item.p);
	}
	return SS_OK;
}

static enum ss_status
parse_batch(const char *text, struct gen_run *run, struct ss_err *err)
{
	if (text == NULL)
		return SS_OK;
	if (ss_num_parse_count(ss_str(text), &run->batch) && run->batch != 0 &&
	    run->batch <= SS_BATCH_RECORDS_MAX && (run->batch & (run->batch - 1)) == 0)
		return SS_OK;
	return bad_value(err, "--batch", text, "a power of two from 1 to 65536");
}

enum ss_status
gen_run_from(const struct gen_options *options, uint64_t default_count, struct gen_run *run,
	     struct ss_err *err)
{
	*run = (struct gen_run){0};
	if (parse_batch(options->batch, run, err) != SS_OK ||
	    check_ref_counts(&options->ref_counts, err) != SS_OK)
		return err->status;
	if (parse_seed(options->seed, run, err) != SS_OK ||
	    parse_now(options->now, run, err) != SS_OK ||
	    parse_shard(options->shard, run, err) != SS_OK)
		return err->status;
	return parse_range(options, default_count, run, err);
}

enum ss_status
gen_bind(const struct gen_options *options, const struct gen_run *run, struct ss_model *model,
	 struct ss_plan *plan, struct ss_err *err)
{
	const struct ss_plan_options plan_options = {
		.seed = run->seed,
		.now_s = run->now_s,
		.records = run->run_first + run->run_records,
		.has_count = run->has_count,
		.batch_records = run->batch,
		.ref_counts = &options->ref_counts,
	};
	const struct ss_structure *structure;
	enum ss_status status;

	*model = (struct ss_model){.structures_dir = options->structures};
	status = options->inline_text != NULL
			 ? ss_model_inline(model, options->inline_text, &structure, err)
			 : ss_model_load(model, options->file, &structure, err);
	if (status == SS_OK)
		status = ss_plan_bind(plan, model, structure, &plan_options, err);
	if (status == SS_OK && plan->uses_now && run->clock &&
	    (run->has_shard || options->first != NULL || options->record != NULL)) {
		ss_plan_release(plan);
		ss_err_set(err, SS_EUSAGE, "needs-now",
			   "the structure depends on the clock, so its parts would not fit "
			   "together");
		status = ss_err_hint(err, "say --now 2026-12-01T00:00:00Z, the same for all parts");
	}
	if (status != SS_OK)
		ss_model_release(model);
	return status;
}
