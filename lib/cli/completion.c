/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Completion scripts for bash, zsh and fish from the option table. The output is a file of its
 * own for each shell; nothing in it is written by hand elsewhere. Names that several groups
 * share come once, from the first.
 */
#include "cli/opt.h"

#include "base/str.h"

/* What the three shells have to know that is in no table. */
static const struct ss_option own_rows[] = {
	{.name = "help", .letter = 'h', .kind = SS_OPT_FLAG, .help = "print help and exit"},
	{.name = "version", .letter = 'V', .kind = SS_OPT_FLAG, .help = "print versions and exit"},
};

typedef void (*row_fn)(const struct ss_option *row, struct ss_buf *out);

/* Is there a row of the same name before this one? */
static bool
is_repeated(const struct ss_program *program, const struct ss_option *row)
{
	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++) {
		const struct ss_option *first = ss_opt_find(group->rows, group->count, row->name);

		if (first != NULL)
			return first != row;
	}
	return false;
}

static void
each_row(const struct ss_program *program, row_fn put, struct ss_buf *out)
{
	for (const struct ss_opt_group *group = program->groups; group->title != NULL; group++)
		for (size_t i = 0; i < group->count; i++)
			if (!group->rows[i].hidden && !is_repeated(program, &group->rows[i]))
				put(&group->rows[i], out);
	for (size_t i = 0; i < SS_ARRAY_LEN(own_rows); i++)
		put(&own_rows[i], out);
}

/* Text with the characters of a set escaped by a backslash and ' written for '...'. */
static void
put_quoted(const char *text, const char *set, struct ss_buf *out)
{
	for (const char *p = text; *p != '\0'; p++) {
		if (*p == '\'') {
			ss_buf_puts(out, SS_STR("'\\''"));
			continue;
		}
		if (strchr(set, *p) != NULL)
			ss_buf_putc(out, '\\');
		ss_buf_putc(out, *p);
	}
}

/* "a|b|c" as "a b c". */
static void
put_choices(const char *choices, struct ss_buf *out)
{
	for (const char *p = choices; *p != '\0'; p++)
		ss_buf_putc(out, *p == '|' ? ' ' : *p);
}

static bool
is_optional(const struct ss_option *row)
{
	return row->argument != NULL && row->argument[0] == '[';
}

static bool
has_words(const struct ss_program *program, size_t position)
{
	return program->operand_words != NULL && program->operand_words(position, 0) != NULL;
}

static void
put_words(const struct ss_program *program, size_t position, struct ss_buf *out)
{
	const char *word;

	if (program->operand_words == NULL)
		return;
	for (size_t i = 0; (word = program->operand_words(position, i)) != NULL; i++)
		ss_buf_printf(out, "%s%s", i > 0 ? " " : "", word);
}

/* ---- bash ---- */

static void
bash_words(const struct ss_option *row, struct ss_buf *out)
{
	if (row->letter != 0)
		ss_buf_printf(out, "-%c ", row->letter);
	ss_buf_printf(out, "--%s%s ", row->name,
		      row->kind == SS_OPT_FLAG || is_optional(row) ? "" : "=");
}

/* A branch for the word that follows an option with an argument. */
static void
bash_case(const struct ss_option *row, struct ss_buf *out)
{
	if (row->kind == SS_OPT_FLAG || is_optional(row))
		return;
	ss_buf_puts(out, SS_STR("\t"));
	if (row->letter != 0)
		ss_buf_printf(out, "-%c|", row->letter);
	ss_buf_printf(out, "--%s)\n\t\t", row->name);
	if (row->kind == SS_OPT_CHOICE) {
		ss_buf_puts(out, SS_STR("mapfile -t COMPREPLY < <(compgen -W '"));
		put_choices(row->choices, out);
		ss_buf_puts(out, SS_STR("' -- \"$cur\")"));
	} else if (row->kind == SS_OPT_FILE) {
		ss_buf_puts(out, SS_STR("compopt -o filenames 2>/dev/null; "
					"mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"));
	} else if (row->kind == SS_OPT_DIR) {
		ss_buf_puts(out, SS_STR("compopt -o filenames 2>/dev/null; "
					"mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")"));
	} else {
		ss_buf_putc(out, ':');
	}
	ss_buf_puts(out, SS_STR("\n\t\treturn ;;\n"));
}

/* An alternative of the pattern of options that take the next word. */
static void
bash_skip(const struct ss_option *row, struct ss_buf *out)
{
	if (row->kind == SS_OPT_FLAG || is_optional(row))
		return;
	if (row->letter != 0)
		ss_buf_printf(out, "-%c|", row->letter);
	ss_buf_printf(out, "--%s|", row->name);
}

static void
put_bash(const struct ss_program *program, const char *function, struct ss_buf *out)
{
	ss_buf_printf(out, "# bash completion for %s; written by %s --completion=bash\n",
		      program->name, program->name);
	ss_buf_printf(out,
		      "%s() {\n"
		      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
		      "\tlocal i operands=0\n"
		      "\tCOMPREPLY=()\n"
		      /* "=" is a word of its own for bash. */
		      "\tif [[ $cur == '=' ]]; then cur=''; "
		      "elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
		      "\tcase $prev in\n",
		      function);
	each_row(program, bash_case, out);
	ss_buf_puts(out, SS_STR("\tesac\n"
				"\tif [[ $cur == -* ]]; then\n"
				"\t\tmapfile -t COMPREPLY < <(compgen -W '"));
	each_row(program, bash_words, out);
	ss_buf_puts(out,
		    SS_STR("' -- \"$cur\")\n"
			   "\t\t[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
			   "\t\treturn\n"
			   "\tfi\n"));
	if (has_words(program, 0)) {
		ss_buf_puts(out, SS_STR("\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
					"\t\tcase ${COMP_WORDS[i]} in\n"
					"\t\t"));
		each_row(program, bash_skip, out);
		ss_buf_puts(out, SS_STR("=) ((i++)) ;;\n"
					"\t\t-?*) ;;\n"
					"\t\t*) ((operands++)) ;;\n"
					"\t\tesac\n"
					"\tdone\n"
					"\tif ((operands == 0)); then\n"
					"\t\tmapfile -t COMPREPLY < <(compgen -W '"));
		put_words(program, 0, out);
		ss_buf_puts(out, SS_STR("' -- \"$cur\")\n"
					"\t\treturn\n"
					"\tfi\n"));
	}
	ss_buf_puts(out, SS_STR("\tcompopt -o filenames 2>/dev/null\n"
				"\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"));
	ss_buf_printf(out, "}\ncomplete -F %s %s\n", function, program->name);
}

/* ---- zsh ---- */

static void
zsh_argument(const struct ss_option *row, struct ss_buf *out)
{
	/* "[NAME]" is optional: two colons. */
	ss_buf_puts(out, is_optional(row) ? SS_STR("::") : SS_STR(":"));
	put_quoted(row->argument != NULL ? row->argument : row->name, ":\\[]", out);
	if (row->kind == SS_OPT_CHOICE) {
		ss_buf_puts(out, SS_STR(":("));
		put_choices(row->choices, out);
		ss_buf_putc(out, ')');
	} else if (row->kind == SS_OPT_FILE) {
		ss_buf_puts(out, SS_STR(":_files"));
	} else if (row->kind == SS_OPT_DIR) {
		ss_buf_puts(out, SS_STR(":_files -/"));
	} else {
		ss_buf_puts(out, SS_STR(": "));
	}
}

static void
zsh_row(const struct ss_option *row, struct ss_buf *out)
{
	const bool flag = row->kind == SS_OPT_FLAG;
	const bool many = row->kind == SS_OPT_MANY;
	const char *assign = flag ? "" : is_optional(row) ? "=-" : "=";

	ss_buf_puts(out, SS_STR(" \\\n\t"));
	if (many)
		ss_buf_puts(out, SS_STR("'*'"));
	else if (row->letter != 0)
		ss_buf_printf(out, "'(-%c --%s)'", row->letter, row->name);
	if (row->letter != 0)
		ss_buf_printf(out, "{-%c%s,--%s%s}'", row->letter, flag ? "" : "+", row->name,
			      assign);
	else
		ss_buf_printf(out, "'--%s%s", row->name, assign);
	ss_buf_putc(out, '[');
	put_quoted(row->help, "[]\\", out);
	ss_buf_putc(out, ']');
	if (!flag)
		zsh_argument(row, out);
	ss_buf_putc(out, '\'');
}

static void
put_zsh(const struct ss_program *program, struct ss_buf *out)
{
	ss_buf_printf(out, "#compdef %s\n# written by %s --completion=zsh\n_arguments -s -S",
		      program->name, program->name);
	each_row(program, zsh_row, out);
	if (has_words(program, 0)) {
		ss_buf_puts(out, SS_STR(" \\\n\t'1:operand:("));
		put_words(program, 0, out);
		ss_buf_puts(out, SS_STR(")'"));
	}
	ss_buf_puts(out, SS_STR(" \\\n\t'*:file:_files'\n"));
}

/* ---- fish ---- */

static void
fish_row(const struct ss_option *row, struct ss_buf *out)
{
	if (row->letter != 0)
		ss_buf_printf(out, " -s %c", row->letter);
	ss_buf_printf(out, " -l %s", row->name);
	switch (row->kind) {
	case SS_OPT_FLAG: break;
	case SS_OPT_CHOICE:
		ss_buf_puts(out, SS_STR(" -x -a '"));
		put_choices(row->choices, out);
		ss_buf_putc(out, '\'');
		break;
	case SS_OPT_FILE: ss_buf_puts(out, SS_STR(" -r -F")); break;
	case SS_OPT_DIR: ss_buf_puts(out, SS_STR(" -x -a '(__fish_complete_directories)'")); break;
	case SS_OPT_TEXT:
	case SS_OPT_COUNT:
	case SS_OPT_SIZE:
	case SS_OPT_MANY:
		/* With an argument that may be left out, fish must not wait for one. */
		if (!is_optional(row))
			ss_buf_puts(out, SS_STR(" -x"));
		break;
	}
	ss_buf_puts(out, SS_STR(" -d '"));
	/* In single quotes of fish, ' and \ are escaped by a backslash. */
	for (const char *p = row->help; *p != '\0'; p++) {
		if (*p == '\'' || *p == '\\')
			ss_buf_putc(out, '\\');
		ss_buf_putc(out, *p);
	}
	ss_buf_puts(out, SS_STR("'\n"));
}

static void
put_fish(const struct ss_program *program, struct ss_buf *out)
{
	struct ss_buf rows = {0};
	struct ss_str rest;

	ss_buf_printf(out, "# fish completion for %s; written by %s --completion=fish\n",
		      program->name, program->name);
	if (has_words(program, 0)) {
		ss_buf_printf(out, "complete -c %s -n '__fish_is_first_arg' -a '", program->name);
		put_words(program, 0, out);
		ss_buf_puts(out, SS_STR("'\n"));
	}
	each_row(program, fish_row, &rows);
	rest = ss_buf_str(&rows);
	while (rest.len > 0) {
		const size_t len = (size_t)ss_str_find(rest, SS_STR("\n")) + 1;

		ss_buf_printf(out, "complete -c %s", program->name);
		ss_buf_put(out, rest.p, len);
		rest = ss_str_n(rest.p + len, rest.len - len);
	}
	ss_buf_release(&rows);
}

bool
ss_opt_completion(const struct ss_program *program, const char *shell, struct ss_buf *out)
{
	char function[SS_OPT_SPELLING_MAX];
	size_t len = 0;

	function[len++] = '_';
	for (const char *p = program->name; *p != '\0' && len + 1 < sizeof(function); p++)
		function[len++] = *p == '-' ? '_' : *p;
	function[len] = '\0';
	if (strcmp(shell, "bash") == 0)
		put_bash(program, function, out);
	else if (strcmp(shell, "zsh") == 0)
		put_zsh(program, out);
	else if (strcmp(shell, "fish") == 0)
		put_fish(program, out);
	else
		return false;
	return true;
}
