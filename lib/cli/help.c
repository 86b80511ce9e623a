/* SPDX-License-Identifier: Apache-2.0 */
/*
 * --help and --version from the table of a program, and the answer to every option that only
 * prints. Examples come first, because they are what most readers of a help text look for.
 */
#include "cli/opt.h"

#include "arrow/ipc.h"
#include "cli/output.h"
#include "cli/report.h"
#include "base/hash.h"
#include "cli/version.h"

#define HELP_COLUMNS 80
/* Options longer than this have their help on the next line. */
#define OPTION_COLUMNS 28

void
ss_opt_usage(const struct ss_program *program, struct ss_buf *out)
{
	const char *line = program->synopsis;
	const char *lead = "Usage:";

	for (;;) {
		const size_t len = strcspn(line, "\n");

		ss_buf_printf(out, "%s %s %.*s\n", lead, program->name, (int)len, line);
		if (line[len] == '\0')
			break;
		line += len + 1;
		lead = "   or:";
	}
}

/* Lines "command\tcomment": the comment stands over its command, which can be copied whole. */
static void
put_examples(const char *examples, struct ss_buf *out)
{
	const char *line = examples;

	ss_buf_puts(out, SS_STR("\nExamples:\n"));
	while (*line != '\0') {
		const size_t len = strcspn(line, "\n");
		const size_t command = SS_MIN(strcspn(line, "\t"), len);

		if (command < len)
			ss_buf_printf(out, "  %.*s:\n", (int)(len - command - 1),
				      line + command + 1);
		ss_buf_printf(out, "    %.*s\n", (int)command, line);
		line += len + (line[len] == '\n');
	}
}

/* "-n, --count=N" into text; returns its length. */
static size_t
put_option(const struct ss_option *row, struct ss_buf *text)
{
	const char *argument = row->argument != NULL ? row->argument : row->choices;

	ss_buf_clear(text);
	if (row->letter != 0)
		ss_buf_printf(text, "  -%c, --%s", row->letter, row->name);
	else
		ss_buf_printf(text, "      --%s", row->name);
	if (row->kind == SS_OPT_FLAG)
		return text->len;
	if (argument == NULL)
		argument = "ARGUMENT";
	if (argument[0] == '[')
		ss_buf_printf(text, "[=%s", argument + 1);
	else
		ss_buf_printf(text, "=%s", argument);
	return text->len;
}

/* Words of help from column indent on, broken at blanks. */
static void
put_wrapped(const char *help, size_t indent, struct ss_buf *out)
{
	const size_t width = HELP_COLUMNS - indent;

	for (;;) {
		size_t len = strlen(help);

		if (len > width) {
			size_t end = width;

			while (end > 0 && help[end] != ' ')
				end--;
			len = end > 0 ? end : SS_MIN(strcspn(help, " "), len);
		}
		ss_buf_printf(out, "%.*s\n", (int)len, help);
		help += len;
		while (*help == ' ')
			help++;
		if (*help == '\0')
			return;
		ss_buf_printf(out, "%*s", (int)indent, "");
	}
}

static void
put_row(const struct ss_option *row, size_t indent, struct ss_buf *text, struct ss_buf *out)
{
	const size_t len = put_option(row, text);

	ss_buf_puts(out, ss_buf_str(text));
	if (len + 2 > indent)
		ss_buf_printf(out, "\n%*s", (int)indent, "");
	else
		ss_buf_printf(out, "%*s", (int)(indent - len), "");
	put_wrapped(row->help, indent, out);
}

/* The column of the help texts: that of the longest option that is not too long. */
static size_t
help_column(const struct ss_program *program, struct ss_buf *text)
{
	size_t longest = sizeof("  -V, --version") - 1;

	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++) {
		for (size_t i = 0; i < group->count; i++) {
			const size_t len =
				group->rows[i].hidden ? 0 : put_option(&group->rows[i], text);

			if (len <= OPTION_COLUMNS)
				longest = SS_MAX(longest, len);
		}
	}
	return longest + 2;
}

void
ss_opt_help(const struct ss_program *program, struct ss_buf *out)
{
	static const struct ss_option own[] = {
		{.name = "help", .letter = 'h', .help = "print this and exit"},
		{.name = "version", .letter = 'V', .help = "print versions and exit"},
	};
	struct ss_buf text = {0};
	const size_t indent = help_column(program, &text);

	ss_opt_usage(program, out);
	ss_buf_printf(out, "%s\n", program->summary);
	if (program->examples != NULL && program->examples[0] != '\0')
		put_examples(program->examples, out);
	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++) {
		/* A group may say by its title alone that something is there. */
		ss_buf_printf(out, "\n%s%s\n", group->title, group->count > 0 ? ":" : "");
		for (size_t i = 0; i < group->count; i++)
			if (!group->rows[i].hidden)
				put_row(&group->rows[i], indent, &text, out);
	}
	ss_buf_puts(out, SS_STR("\nHelp:\n"));
	for (size_t i = 0; i < SS_ARRAY_LEN(own); i++)
		put_row(&own[i], indent, &text, out);
	ss_buf_clear(&text);
	ss_buf_printf(&text, "See %s(1) for the exit statuses%s%s", program->name,
		      program->see != NULL ? "; " : "", program->see != NULL ? program->see : "");
	ss_buf_putc(&text, '\0');
	ss_buf_putc(out, '\n');
	put_wrapped((const char *)text.p, 0, out);
	ss_buf_release(&text);
}

void
ss_opt_version(const struct ss_program *program, struct ss_buf *out)
{
	const unsigned xxhash = ss_hash_library_version();

	ss_buf_printf(out, "%s %s\n", program->name, ss_version());
	ss_buf_puts(out, SS_STR("stream conventions " SS_IPC_VERSION
				" (Arrow IPC stream, metadata V5)\n"));
	ss_buf_printf(out, "xxHash %u.%u.%u\n", xxhash / 10000, xxhash / 100 % 100, xxhash % 100);
	if (program->version != NULL && program->version[0] != '\0') {
		const size_t len = strlen(program->version);

		ss_buf_put(out, program->version, len);
		if (program->version[len - 1] != '\n')
			ss_buf_putc(out, '\n');
	}
}

/* Writes text to standard output as the whole work of the program. */
static int
print(const struct ss_program *program, const struct ss_buf *text)
{
	struct ss_output output;
	struct ss_err err;
	enum ss_status status = ss_output_open(&output, NULL, &err);

	if (status == SS_OK)
		status = ss_output_write(&output, text->p, text->len, &err);
	if (status == SS_OK)
		status = ss_output_commit(&output, &err);
	ss_output_abandon(&output);
	return status == SS_OK ? (int)SS_OK : ss_report(program->name, &err);
}

bool
ss_opt_answer(const struct ss_program *program, const struct ss_opt_result *result, int *status)
{
	struct ss_buf text = {0};
	struct ss_err err;

	if (result->help) {
		ss_opt_help(program, &text);
	} else if (result->version) {
		ss_opt_version(program, &text);
	} else if (result->completion == NULL) {
		return false;
	} else if (!ss_opt_completion(program, result->completion, &text)) {
		ss_err_set(
			&err, SS_EUSAGE, "bad-argument",
			"option \"--completion\" wants \"bash\", \"zsh\" or \"fish\", not \"%s\"",
			result->completion);
		*status = ss_report(program->name, &err);
		return true;
	}
	*status = print(program, &text);
	ss_buf_release(&text);
	return true;
}
