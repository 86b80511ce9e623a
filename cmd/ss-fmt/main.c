/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ss-fmt: encodes a record stream. This file is its command line: which format, whose options,
 * from where, to where. Everything that can be wrong with it is found before the first byte is
 * read.
 */
#include "base/defs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "cli/opt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/run.h"
#include "cli/source.h"
#include "convert.h"
#include "format/format.h"

#define NAME "ss-fmt"

struct options {
	const char *output;
	const char *format;
	uint64_t threads;
	int progress;
	bool quiet;
	bool verbose;
	bool foreign;
	bool partial;
};

static const struct ss_option rows[] = {
	{"format", 'f', SS_OPT_TEXT, offsetof(struct options, format), "FORMAT", NULL,
	 "the format, instead of the first operand", false},
	{"output", 'o', SS_OPT_FILE, offsetof(struct options, output), "FILE", NULL,
	 "write to FILE, which appears when it is whole", false},
	{"threads", 'j', SS_OPT_COUNT, offsetof(struct options, threads), "N", NULL,
	 "threads (default: the CPUs that this process may use)", false},
	{"progress", 0, SS_OPT_CHOICE, offsetof(struct options, progress), NULL,
	 SS_PROGRESS_CHOICES, "a line on a terminal, nothing, or JSON lines on stderr", false},
	{"foreign", 0, SS_OPT_FLAG, offsetof(struct options, foreign), NULL, NULL,
	 "take a stream whose first message another program has rewritten", false},
	{"partial", 0, SS_OPT_FLAG, offsetof(struct options, partial), NULL, NULL,
	 "take joined streams of which parts or shards are missing", false},
	{"quiet", 'q', SS_OPT_FLAG, offsetof(struct options, quiet), NULL, NULL,
	 "no progress on a terminal", false},
	{"verbose", 'v', SS_OPT_FLAG, offsetof(struct options, verbose), NULL, NULL,
	 "say at the end how many records and bytes were written", false},
};

static const char examples[] =
	"ss-gen -n 1M invoice.yaml | ss-fmt json -o invoices.ndjson\t"
	"A million invoices as JSON lines\n"
	"ss-gen -n 1k invoice.yaml | ss-fmt csv --null NULL >invoices.csv\t"
	"As CSV, with a word for null\n"
	"ss-gen -n 5 -e 'id: sequence[1]; amount: decimal[0.01..99.99]' | ss-fmt table\t"
	"A look at a few records\n"
	"cat part-*.arrows | ss-fmt arrow -o whole.arrows\t"
	"Join the shards of a run\n";

/* What parse_command found out. */
struct command {
	struct options options;
	const struct ss_format *format;
	void *format_options;
	const char *file; /* NULL: standard input */
};

static const char *
format_name(void *ctx, size_t i)
{
	const struct ss_format *format = ss_format_at(i);

	(void)ctx;
	return format == NULL ? NULL : format->name;
}

static const char *
operand_words(size_t position, size_t i)
{
	return position == 0 ? format_name(NULL, i) : NULL;
}

/* One group for ss-fmt and one for every format; titles live in text. */
static struct ss_opt_group *
make_groups(struct ss_buf *text)
{
	struct ss_opt_group *groups;
	size_t n = 0;
	size_t at = 0;

	while (ss_format_at(n) != NULL) {
		const struct ss_format *format = ss_format_at(n++);

		ss_buf_printf(text, "Format %s (%s)", format->name, format->help);
		ss_buf_putc(text, '\0');
	}
	groups = ss_calloc(n + 2, sizeof(*groups));
	groups[0] = (struct ss_opt_group){"Options", rows, SS_ARRAY_LEN(rows)};
	for (size_t i = 0; i < n; i++) {
		const struct ss_format *format = ss_format_at(i);
		const char *title = (const char *)text->p + at;

		groups[i + 1] = (struct ss_opt_group){title, format->options, format->n_options};
		at += strlen(title) + 1;
	}
	return groups;
}

static enum ss_status
unknown_format(const char *name, struct ss_err *err)
{
	const char *near = ss_str_nearest(ss_str(name), format_name, NULL);
	struct ss_buf list = {0};

	if (access(name, F_OK) == 0 || strchr(name, '/') != NULL) {
		ss_err_set(err, SS_EUSAGE, "no-format", "no format is given");
		return ss_err_hint(err, "say it first, as in: " NAME " json %s", name);
	}
	ss_err_set(err, SS_EUSAGE, "unknown-format", "unknown format \"%s\"", name);
	if (near != NULL)
		return ss_err_hint(err, "did you mean \"%s\"?", near);
	for (size_t i = 0; ss_format_at(i) != NULL; i++)
		ss_buf_printf(&list, "%s%s", i > 0 ? ", " : "", ss_format_at(i)->name);
	ss_err_hint(err, "the formats are: %.*s", SS_STR_ARGS(ss_buf_str(&list)));
	ss_buf_release(&list);
	return err->status;
}

/* Finds the format; *used is how many operands that took. */
static enum ss_status
choose_format(struct command *command, const struct ss_opt_result *result, size_t *used,
	      struct ss_err *err)
{
	const struct options *options = &command->options;

	*used = 0;
	if (options->format != NULL) {
		command->format = ss_format_named(options->format);
		return command->format != NULL ? SS_OK : unknown_format(options->format, err);
	}
	if (result->n_operands > 0) {
		command->format = ss_format_named(result->operands[0]);
		if (command->format != NULL) {
			*used = 1;
			return SS_OK;
		}
	}
	if (options->output != NULL)
		command->format = ss_format_for_path(options->output);
	if (command->format != NULL)
		return SS_OK;
	if (result->n_operands > 0)
		return unknown_format(result->operands[0], err);
	ss_err_set(err, SS_EUSAGE, "no-format", "no format is given");
	return ss_err_hint(err, "say it first, as in \"" NAME " json\"; see \"" NAME " --help\"");
}

/* Refuses options of another format: they would be ignored in silence. */
static enum ss_status
check_strays(const struct ss_format *format, const struct ss_opt_result *result, struct ss_err *err)
{
	for (size_t i = 0; i < result->n_settings; i++) {
		const char *name = result->settings[i].row->name;
		char spelling[SS_OPT_SPELLING_MAX];
		struct ss_buf owners = {0};

		if (ss_opt_find(rows, SS_ARRAY_LEN(rows), name) != NULL ||
		    ss_opt_find(format->options, format->n_options, name) != NULL)
			continue;
		for (size_t k = 0; ss_format_at(k) != NULL; k++) {
			const struct ss_format *other = ss_format_at(k);

			if (ss_opt_find(other->options, other->n_options, name) != NULL)
				ss_buf_printf(&owners, "%s%s", owners.len > 0 ? ", " : "",
					      other->name);
		}
		ss_err_set(err, SS_EUSAGE, "stray-option", "\"%s\" is not an option of %s",
			   ss_opt_spelling(&result->settings[i], spelling), format->name);
		ss_err_hint(err, "it belongs to %.*s", SS_STR_ARGS(ss_buf_str(&owners)));
		ss_buf_release(&owners);
		return err->status;
	}
	return SS_OK;
}

/* A file that is named as compressed must not hold plain text. */
static enum ss_status
check_compression(const struct command *command, struct ss_err *err)
{
	static const struct {
		const char *suffix;
		const char *program;
	} known[] = {{".gz", "gzip"},
		     {".zst", "zstd"},
		     {".lz4", "lz4"},
		     {".xz", "xz"},
		     {".bz2", "bzip2"}};
	const char *path = command->options.output;

	for (size_t i = 0; path != NULL && i < SS_ARRAY_LEN(known); i++) {
		if (!ss_str_ends(ss_str(path), ss_str(known[i].suffix)))
			continue;
		ss_err_set(err, SS_EUSAGE, "no-compression",
			   "cannot compress the output, as the name \"%s\" promises", path);
		return ss_err_hint(err, "use: " NAME " %s | %s >FILE", command->format->name,
				   known[i].program);
	}
	return SS_OK;
}

static enum ss_status
parse_command(struct command *command, const struct ss_opt_result *result, struct ss_err *err)
{
	enum ss_status status =
		ss_opt_apply(rows, SS_ARRAY_LEN(rows), result, &command->options, err);
	size_t used = 0;

	if (status == SS_OK)
		status = choose_format(command, result, &used, err);
	if (status == SS_OK)
		status = check_strays(command->format, result, err);
	if (status == SS_OK)
		status = check_compression(command, err);
	if (status != SS_OK)
		return status;
	if (result->n_operands - used > 1) {
		ss_err_set(err, SS_EUSAGE, "too-many-operands", "more than one file: \"%s\"",
			   result->operands[used + 1]);
		return ss_err_hint(err, "join them: cat FILE... | " NAME " %s",
				   command->format->name);
	}
	command->file = result->n_operands > used ? result->operands[used] : NULL;
	command->format_options = ss_zalloc(command->format->options_size);
	return ss_opt_apply(command->format->options, command->format->n_options, result,
			    command->format_options, err);
}

static enum ss_status
check_terminals(const struct command *command, const struct ss_source *input,
		const struct ss_output *output, struct ss_err *err)
{
	if (command->file == NULL && input->terminal) {
		ss_err_set(err, SS_EUSAGE, "no-input",
			   "no input: standard input is a terminal, not a record stream");
		return ss_err_hint(err, "use: ss-gen FILE | " NAME " %s", command->format->name);
	}
	if (output->terminal && (command->format->flags & SS_FORMAT_BINARY)) {
		ss_err_set(err, SS_EUSAGE, "binary-to-terminal",
			   "%s is binary, and the output is a terminal", command->format->name);
		return ss_err_hint(err, "use -o FILE, a pipe or another format");
	}
	return SS_OK;
}

/* From open descriptors to a committed output. */
static enum ss_status
run(const struct command *command, const struct ss_source *input, struct ss_output *output,
    struct ss_err *err)
{
	struct ss_progress progress;
	const struct convert_options options = {
		.input_fd = input->fd,
		.reader = {.foreign = command->options.foreign,
			   .partial = command->options.partial,
			   .name = input->name},
		.format = command->format,
		.format_options = command->format_options,
		.output = output,
		.progress = &progress,
		.threads = ss_run_threads(command->options.threads, false),
	};
	char text[SS_PROGRESS_TEXT_MAX];
	uint64_t records = 0;
	enum ss_status status;

	ss_progress_start(&progress, NAME, (enum ss_progress_mode)command->options.progress,
			  command->options.quiet, 0);
	status = convert(&options, &records, err);
	ss_progress_end(&progress, records, output->bytes);
	if (status != SS_OK) {
		if (output->in_place && records > 0 && ss_run_stopped() == 0)
			ss_note(NAME, "%llu record%s written before the failure",
				(unsigned long long)records, records == 1 ? " was" : "s were");
		return status;
	}
	status = ss_output_commit(output, err);
	if (status == SS_OK && command->options.verbose)
		ss_note(NAME, "%s", ss_progress_summary(&progress, records, output->bytes, text));
	return status;
}

static enum ss_status
open_and_run(const struct command *command, struct ss_err *err)
{
	struct ss_output output = {.fd = -1};
	struct ss_source input;
	enum ss_status status = ss_source_open(&input, command->file, err);

	if (status != SS_OK)
		return status;
	status = ss_output_open(&output, command->options.output, err);
	if (status == SS_OK)
		status = check_terminals(command, &input, &output, err);
	if (status == SS_OK)
		status = run(command, &input, &output, err);
	ss_output_abandon(&output);
	ss_source_close(&input);
	return status;
}

static int
answer(const struct ss_program *program, int argc, char **argv)
{
	struct ss_opt_result result;
	struct command command = {.format = NULL};
	struct ss_err err;
	struct ss_buf usage = {0};
	enum ss_status status = ss_opt_parse(program, argc, argv, &result, &err);
	int exit_status = 0;

	if (status == SS_OK && ss_opt_answer(program, &result, &exit_status))
		return exit_status;
	if (status == SS_OK)
		status = parse_command(&command, &result, &err);
	if (status == SS_OK)
		status = open_and_run(&command, &err);
	ss_free(command.format_options);
	if (status == SS_OK)
		return EXIT_SUCCESS;
	/* What a stopped run reports is only the consequence. */
	if (ss_run_stopped() != 0)
		ss_run_reraise(ss_run_stopped());
	exit_status = ss_report(NAME, &err);
	if (err.code != NULL && strcmp(err.code, "no-input") == 0) {
		ss_opt_usage(program, &usage);
		if (ss_io_write(STDERR_FILENO, usage.p, usage.len, "standard error", &err) != SS_OK)
			exit_status = SS_EUSAGE;
		ss_buf_release(&usage);
	}
	return exit_status;
}

int
main(int argc, char **argv)
{
	struct ss_buf titles = {0};
	struct ss_buf version = {0};
	struct ss_opt_group *groups = make_groups(&titles);
	struct ss_program program = {
		.name = NAME,
		.synopsis = "FORMAT [OPTION...] [FILE]\n[OPTION...] -o FILE.FORMAT [FILE]",
		.summary = "Encodes a record stream, from FILE or standard input, in a format.",
		.examples = examples,
		.groups = groups,
		.see = "ss-gen(1), ss-stream(5)",
		.operand_words = operand_words,
	};
	int status;

	ss_run_start();
	ss_buf_puts(&version, SS_STR("formats"));
	for (size_t i = 0; ss_format_at(i) != NULL; i++)
		ss_buf_printf(&version, " %s", ss_format_at(i)->name);
	ss_buf_putc(&version, '\0');
	program.version = (const char *)version.p;
	status = answer(&program, argc, argv);
	ss_free(groups);
	ss_buf_release(&titles);
	ss_buf_release(&version);
	return status;
}
