/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ss-gen: makes records of a structure, as an Arrow IPC stream. See ss-gen(1).
 */
#include <stdio.h>
#include <unistd.h>

#include "cli/report.h"
#include "cli/run.h"
#include "gen.h"
#include "model/node.h"

static enum ss_status
check_operands(const struct gen_options *options, const struct ss_opt_result *result,
	       struct ss_err *err)
{
	size_t wanted = options->inline_text != NULL ? 0 : 1;

	if (options->output != NULL &&
	    (options->check || options->types || options->explain != NULL))
		return ss_err_set(err, SS_EUSAGE, "option-conflict",
				  "--output goes with none of --check, --explain, --types");
	if (options->check + options->types + (options->explain != NULL) > 1)
		return ss_err_set(err, SS_EUSAGE, "option-conflict",
				  "one of --check, --explain and --types at a time");
	if (options->types && result->n_operands <= 1)
		return SS_OK;
	if (options->types)
		return ss_err_set(err, SS_EUSAGE, "extra-operand",
				  "one datatype at a time: \"%s\" is one too many",
				  result->operands[1]);
	if (options->json && !options->check)
		return ss_err_set(err, SS_EUSAGE, "option-conflict", "--json goes with --check");
	if (result->n_operands == wanted)
		return SS_OK;
	if (result->n_operands > wanted)
		ss_err_set(err, SS_EUSAGE, "extra-operand",
			   wanted == 0 ? "-e makes the structure: \"%s\" is one too many"
				       : "one structure at a time: \"%s\" is one too many",
			   result->operands[wanted]);
	else
		ss_err_set(err, SS_EUSAGE, "no-structure", "no structure given");
	return ss_err_hint(err, "ss-gen FILE, or ss-gen -e 'id: sequence[1]; n: int[1..9]'");
}

static int
run(const struct gen_options *options, const struct ss_opt_result *result)
{
	if (options->types)
		return gen_types(result->n_operands != 0 ? result->operands[0] : NULL);
	if (options->check)
		return gen_check(options);
	if (options->explain != NULL)
		return gen_explain(options);
	if (options->output == NULL && isatty(STDOUT_FILENO))
		return gen_preview(options);
	return gen_stream(options);
}

int
main(int argc, char **argv)
{
	struct ss_program program = gen_program;
	struct ss_opt_result result;
	struct gen_options options = {.count = NULL};
	char version[64];
	struct ss_err err;
	int status;

	ss_run_start();
	snprintf(version, sizeof(version), "libfyaml %s\nvalue generator 0",
		 ss_node_library_version());
	program.version = version;
	if (ss_opt_parse(&program, argc, argv, &result, &err) != SS_OK)
		return ss_report(PROGRAM, &err);
	if (ss_opt_answer(&program, &result, &status))
		return status;
	if (ss_opt_apply(gen_option_rows, gen_option_count, &result, &options, &err) != SS_OK)
		return ss_report(PROGRAM, &err);
	if (check_operands(&options, &result, &err) != SS_OK)
		return ss_report(PROGRAM, &err);
	options.file = result.n_operands != 0 ? result.operands[0] : NULL;
	return run(&options, &result);
}
