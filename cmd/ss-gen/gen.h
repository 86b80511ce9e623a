/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ss-gen's own: its options, and the jobs it can be asked for. main.c picks one.
 */
#ifndef SS_GEN_GEN_H
#define SS_GEN_GEN_H

#include "base/err.h"
#include "base/option.h"
#include "cli/opt.h"
#include "gen/plan.h"

#define PROGRAM "ss-gen"

/* As written on the command line. */
struct gen_options {
	const char *count, *seed, *first, *shard, *now, *record, *batch; /* NULL when not given */
	const char *inline_text;					 /* -e */
	const char *structures, *output, *explain;
	uint64_t threads;
	struct ss_option_list ref_counts;
	bool check, json, types, quiet, verbose;
	int progress;
	const char *file; /* the operand, NULL with -e */
};

/* What the options mean. */
struct gen_run {
	uint64_t batch; /* records, 0 for the default */
	int64_t seed;
	int64_t now_s;
	bool clock;			 /* now_s was read from the clock */
	uint64_t first, records;	 /* that this process makes */
	uint64_t run_first, run_records; /* of the whole run */
	bool endless, has_shard;
	uint32_t shard, shards;
	bool has_count; /* run_records may stand for "count" in references */
};

extern const struct ss_program gen_program;
extern const struct ss_option gen_option_rows[];
extern const size_t gen_option_count;

/* Checks and interprets; default_count is what -n is when it is left out. */
enum ss_status gen_run_from(const struct gen_options *options, uint64_t default_count,
			    struct gen_run *run, struct ss_err *err) SS_NODISCARD;

/* Loads and binds what the options name. */
enum ss_status gen_bind(const struct gen_options *options, const struct gen_run *run,
			struct ss_model *model, struct ss_plan *plan,
			struct ss_err *err) SS_NODISCARD;

/* The jobs. Each gives the exit status and has reported its errors. */
int gen_stream(const struct gen_options *options);
int gen_preview(const struct gen_options *options);
int gen_check(const struct gen_options *options);
int gen_explain(const struct gen_options *options);
int gen_types(const char *name);

#endif
