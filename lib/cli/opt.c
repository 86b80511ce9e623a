/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parsing of command lines by tables. Two steps, because the rows that hold may depend on an
 * operand (the format of ss-fmt): ss_opt_parse splits argv by all rows that the program knows,
 * ss_opt_apply stores the settings of the rows that are in force.
 */
#include "cli/opt.h"

#include <stdio.h>

#include "base/num.h"
#include "base/str.h"

/* Of every program; parse turns them into the fields of the result. */
static const struct ss_option own_rows[] = {
	{.name = "help", .letter = 'h', .kind = SS_OPT_FLAG},
	{.name = "version", .letter = 'V', .kind = SS_OPT_FLAG},
	{.name = "completion", .kind = SS_OPT_TEXT, .argument = "SHELL", .hidden = true},
};

struct parser {
	const struct ss_program *program;
	struct ss_opt_result *result;
	char **argv;
	int argc;
	int at; /* the next argument */
	struct ss_err *err;
	enum ss_status status; /* of the first error, which err holds */
};

static bool
takes_argument(const struct ss_option *row)
{
	return row->kind != SS_OPT_FLAG;
}

static bool
argument_is_optional(const struct ss_option *row)
{
	return row->argument != NULL && row->argument[0] == '[';
}

/* What stands for the argument in messages. */
static const char *
argument_name(const struct ss_option *row)
{
	if (row->argument != NULL)
		return row->argument;
	return row->choices != NULL ? row->choices : "ARGUMENT";
}

const struct ss_option *
ss_opt_find(const struct ss_option *rows, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

static const struct ss_option *
find_long(const struct ss_program *program, struct ss_str name)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(own_rows); i++)
		if (ss_str_eq(ss_str(own_rows[i].name), name))
			return &own_rows[i];
	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++)
		for (size_t i = 0; i < group->count; i++)
			if (ss_str_eq(ss_str(group->rows[i].name), name))
				return &group->rows[i];
	return NULL;
}

static const struct ss_option *
find_letter(const struct ss_program *program, char letter)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(own_rows); i++)
		if (own_rows[i].letter == letter)
			return &own_rows[i];
	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++)
		for (size_t i = 0; i < group->count; i++)
			if (group->rows[i].letter == letter)
				return &group->rows[i];
	return NULL;
}

/* The i-th long name that may be suggested. */
static const char *
candidate(void *ctx, size_t i)
{
	const struct ss_program *program = ctx;

	if (i < SS_ARRAY_LEN(own_rows))
		return own_rows[i].hidden ? "" : own_rows[i].name;
	i -= SS_ARRAY_LEN(own_rows);
	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++) {
		if (i < group->count)
			return group->rows[i].hidden ? "" : group->rows[i].name;
		i -= group->count;
	}
	return NULL;
}

/* The first error stays; an own option that follows it still wins. */
static struct ss_err *
first_error(struct parser *parser, struct ss_err *spare)
{
	return parser->status == SS_OK ? parser->err : spare;
}

static void
unknown_option(struct parser *parser, struct ss_str name, const char *dashes)
{
	struct ss_err spare;
	struct ss_err *err = first_error(parser, &spare);
	struct ss_program program = *parser->program;
	const char *near = name.len > 1 ? ss_str_nearest(name, candidate, &program) : NULL;

	parser->status = ss_err_set(err, SS_EUSAGE, "unknown-option", "unknown option \"%s%.*s\"",
				    dashes, SS_STR_ARGS(name));
	if (near != NULL)
		ss_err_hint(err, "did you mean \"--%s\"?", near);
	else
		ss_err_hint(err, "see \"%s --help\"", program.name);
}

static void
add_setting(struct parser *parser, const struct ss_option *row, const char *value, int letter)
{
	struct ss_opt_result *result = parser->result;
	struct ss_err spare;

	if (row == &own_rows[0])
		result->help = true;
	else if (row == &own_rows[1])
		result->version = true;
	else if (row == &own_rows[2])
		result->completion = value;
	else if (result->n_settings < SS_OPT_SETTINGS_MAX)
		result->settings[result->n_settings++] =
			(struct ss_opt_setting){.row = row, .value = value, .letter = letter};
	else
		parser->status = ss_err_set(first_error(parser, &spare), SS_EUSAGE,
					    "too-many-options", "more than %d options",
					    SS_OPT_SETTINGS_MAX);
}

static void
add_operand(struct parser *parser, const char *operand)
{
	struct ss_opt_result *result = parser->result;
	struct ss_err spare;

	if (result->n_operands < SS_OPT_SETTINGS_MAX)
		result->operands[result->n_operands++] = operand;
	else
		parser->status = ss_err_set(first_error(parser, &spare), SS_EUSAGE,
					    "too-many-operands", "more than %d operands",
					    SS_OPT_SETTINGS_MAX);
}

/* The option's argument is the next word. */
static void
take_next(struct parser *parser, const struct ss_option *row, int letter)
{
	const struct ss_opt_setting setting = {.row = row, .letter = letter};
	char spelling[SS_OPT_SPELLING_MAX];
	struct ss_err spare;
	struct ss_err *err;

	if (parser->at < parser->argc) {
		add_setting(parser, row, parser->argv[parser->at++], letter);
		return;
	}
	err = first_error(parser, &spare);
	parser->status = ss_err_set(err, SS_EUSAGE, "missing-argument",
				    "option \"%s\" needs an argument: %s",
				    ss_opt_spelling(&setting, spelling), argument_name(row));
	ss_err_hint(err, "see \"%s --help\"", parser->program->name);
}

static void
parse_long(struct parser *parser, const char *text)
{
	const char *equals = strchr(text, '=');
	const struct ss_str name = equals == NULL ? ss_str(text)
						  : ss_str_n(text, (size_t)(equals - text));
	const struct ss_option *row = find_long(parser->program, name);
	struct ss_err spare;

	if (row == NULL) {
		unknown_option(parser, name, "--");
	} else if (equals != NULL && !takes_argument(row)) {
		parser->status = ss_err_set(
			first_error(parser, &spare), SS_EUSAGE, "superfluous-argument",
			"option \"--%s\" takes no argument, not \"%s\"", row->name, equals + 1);
	} else if (equals != NULL) {
		add_setting(parser, row, equals + 1, 0);
	} else if (!takes_argument(row) || argument_is_optional(row)) {
		add_setting(parser, row, NULL, 0);
	} else {
		take_next(parser, row, 0);
	}
}

/* A group of letters, the last of which may have its argument attached. */
static void
parse_short(struct parser *parser, const char *text)
{
	for (const char *p = text; *p != '\0'; p++) {
		const struct ss_option *row = find_letter(parser->program, *p);

		if (row == NULL) {
			/* "-count" is a slip for "--count"; else the letter alone is shown. */
			if (p == text && find_long(parser->program, ss_str(text)) != NULL)
				unknown_option(parser, ss_str(text), "-");
			else
				unknown_option(parser, ss_str_n(p, 1), "-");
			return;
		}
		if (!takes_argument(row) || argument_is_optional(row)) {
			add_setting(parser, row, NULL, *p);
			continue;
		}
		if (p[1] != '\0')
			add_setting(parser, row, p + 1, *p);
		else
			take_next(parser, row, *p);
		return;
	}
}

enum ss_status
ss_opt_parse(const struct ss_program *program, int argc, char **argv, struct ss_opt_result *result,
	     struct ss_err *err)
{
	struct parser parser = {.program = program,
				.result = result,
				.argv = argv,
				.argc = argc,
				.at = 1,
				.err = err,
				.status = SS_OK};
	bool options = true;

	result->n_settings = 0;
	result->n_operands = 0;
	result->help = false;
	result->version = false;
	result->completion = NULL;
	while (parser.at < argc) {
		const char *text = argv[parser.at++];

		if (!options || text[0] != '-' || text[1] == '\0')
			add_operand(&parser, text);
		else if (strcmp(text, "--") == 0)
			options = false;
		else if (text[1] == '-')
			parse_long(&parser, text + 2);
		else
			parse_short(&parser, text + 1);
	}
	if (result->help || result->version || result->completion != NULL)
		return SS_OK;
	return parser.status;
}

const char *
ss_opt_spelling(const struct ss_opt_setting *setting, char *text)
{
	if (setting->letter != 0)
		snprintf(text, SS_OPT_SPELLING_MAX, "-%c", setting->letter);
	else
		snprintf(text, SS_OPT_SPELLING_MAX, "--%s", setting->row->name);
	return text;
}

/* The i-th of choices "a|b|c". */
static bool
choice_at(const char *choices, size_t i, struct ss_str *choice)
{
	struct ss_str rest = ss_str(choices);

	for (;;) {
		const ptrdiff_t bar = ss_str_find(rest, SS_STR("|"));

		*choice = ss_str_n(rest.p, bar < 0 ? rest.len : (size_t)bar);
		if (i-- == 0)
			return true;
		if (bar < 0)
			return false;
		rest = ss_str_n(rest.p + bar + 1, rest.len - (size_t)bar - 1);
	}
}

static enum ss_status
bad_choice(const char *spelling, const struct ss_option *row, const char *value, struct ss_err *err)
{
	struct ss_buf list = {0};
	struct ss_str choice;
	size_t n = 0;
	enum ss_status status;

	while (choice_at(row->choices, n, &choice))
		n++;
	for (size_t i = 0; choice_at(row->choices, i, &choice); i++) {
		if (i > 0)
			ss_buf_puts(&list, i + 1 < n ? SS_STR(", ") : SS_STR(" or "));
		ss_buf_printf(&list, "\"%.*s\"", SS_STR_ARGS(choice));
	}
	status = ss_err_set(err, SS_EUSAGE, "bad-argument", "option \"%s\" wants %.*s, not \"%s\"",
			    spelling, SS_STR_ARGS(ss_buf_str(&list)), value);
	ss_buf_release(&list);
	return status;
}

static enum ss_status
store_choice(const char *spelling, const struct ss_option *row, const char *value, int *target,
	     struct ss_err *err)
{
	struct ss_str choice;

	for (size_t i = 0; choice_at(row->choices, i, &choice); i++) {
		if (ss_str_eq(choice, ss_str(value))) {
			*target = (int)i;
			return SS_OK;
		}
	}
	return bad_choice(spelling, row, value, err);
}

static enum ss_status
store(const struct ss_opt_setting *setting, const struct ss_option *row, void *target,
      struct ss_err *err)
{
	const char *value = setting->value;
	char text[SS_OPT_SPELLING_MAX];
	const char *spelling = ss_opt_spelling(setting, text);
	void *field = (char *)target + row->offset;
	struct ss_option_list *list;

	switch (row->kind) {
	case SS_OPT_FLAG: *(bool *)field = true; return SS_OK;
	case SS_OPT_TEXT:
	case SS_OPT_FILE:
	case SS_OPT_DIR: *(const char **)field = value == NULL ? "" : value; return SS_OK;
	case SS_OPT_COUNT:
		if (value == NULL || ss_num_parse_count(ss_str(value), field))
			return SS_OK;
		return ss_err_set(
			err, SS_EUSAGE, "bad-argument",
			"option \"%s\" wants a count such as 1000, 10k or 1e6, not \"%s\"",
			spelling, value);
	case SS_OPT_SIZE:
		if (value == NULL || ss_num_parse_size(ss_str(value), field))
			return SS_OK;
		return ss_err_set(err, SS_EUSAGE, "bad-argument",
				  "option \"%s\" wants a size such as 64KiB or 1MB, not \"%s\"",
				  spelling, value);
	case SS_OPT_CHOICE:
		return value == NULL ? SS_OK : store_choice(spelling, row, value, field, err);
	case SS_OPT_MANY:
		list = field;
		if (list->count == SS_OPTION_MANY_MAX)
			return ss_err_set(err, SS_EUSAGE, "too-many-options",
					  "option \"%s\" is given more than %d times", spelling,
					  SS_OPTION_MANY_MAX);
		list->items[list->count++] = value == NULL ? "" : value;
		return SS_OK;
	}
	return SS_OK;
}

enum ss_status
ss_opt_apply(const struct ss_option *rows, size_t count, const struct ss_opt_result *result,
	     void *target, struct ss_err *err)
{
	for (size_t i = 0; i < result->n_settings; i++) {
		const struct ss_opt_setting *setting = &result->settings[i];
		const struct ss_option *row = ss_opt_find(rows, count, setting->row->name);
		enum ss_status status;

		if (row == NULL)
			continue;
		status = store(setting, row, target, err);
		if (status != SS_OK)
			return status;
	}
	return SS_OK;
}
