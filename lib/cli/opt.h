/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Command lines: POSIX utility syntax with GNU long options, from tables of struct ss_option.
 * From the same tables a program makes its help and its completions; no program has an option
 * switch.
 *
 * Short options may be grouped (-qn10) and take their argument attached or next. Long names
 * are written whole: they are not abbreviated, so that a new option never changes what a
 * script means. "--" ends options, operands may stand anywhere, "-" is an operand. -h/--help,
 * -V/--version and the hidden --completion=SHELL belong to every program and are in no table.
 */
#ifndef SS_CLI_OPT_H
#define SS_CLI_OPT_H

#include "base/defs.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/option.h"

struct ss_opt_group {
	const char *title; /* "Options", "json", ... */
	const struct ss_option *rows;
	size_t count;
};

/* What a program is, for help, version and completions. */
struct ss_program {
	const char *name;     /* "ss-gen" */
	const char *synopsis; /* lines, without the name: "[OPTION...] FILE\n[OPTION...] -e TEXT" */
	const char *summary;  /* one sentence */
	const char *examples; /* lines "command\tcomment" */
	const struct ss_opt_group *groups; /* title NULL ends */
	const char *see;		   /* "ss-structure(5), ss-types(7)", or NULL */
	const char *version;		   /* more lines for --version, or NULL */
	/* Words that complete the operand at a position (0-based), NULL behind the last; no
	 * words: files. NULL: files everywhere. */
	const char *(*operand_words)(size_t position, size_t i);
};

struct ss_opt_setting {
	const struct ss_option *row; /* of the group where it was found first */
	const char *value;	     /* NULL for flags and an optional argument left out */
	int letter;		     /* as the user wrote it: 0 for the long name */
};

#define SS_OPT_SETTINGS_MAX 512

struct ss_opt_result {
	struct ss_opt_setting settings[SS_OPT_SETTINGS_MAX];
	size_t n_settings;
	const char *operands[SS_OPT_SETTINGS_MAX];
	size_t n_operands;
	bool help;		/* -h, --help */
	bool version;		/* -V, --version */
	const char *completion; /* --completion=bash|zsh|fish */
};

/* Splits argv by the program's groups. SS_EUSAGE for an unknown option (with the nearest), a
 * missing or a superfluous argument. Groups may share a name, if it takes an argument in all
 * of them or in none. An error does not stop it: --help, --version and --completion win
 * wherever they stand, and then the result is SS_OK. */
enum ss_status ss_opt_parse(const struct ss_program *program, int argc, char **argv,
			    struct ss_opt_result *result, struct ss_err *err) SS_NODISCARD;

/* Answers --help, --version or --completion on standard output, whose failure is reported:
 * true when one of them was asked for, and *status is the exit status. To be called when
 * ss_opt_parse said SS_OK, before anything else. */
bool ss_opt_answer(const struct ss_program *program, const struct ss_opt_result *result,
		   int *status) SS_NODISCARD;

/* Stores the settings whose name is in rows into target, checked by kind; a later one wins.
 * Settings that rows lack are left alone: the caller decides whether they are allowed. An optional argument that
 * was left out stores "" as text and leaves other kinds as they are. */
enum ss_status ss_opt_apply(const struct ss_option *rows, size_t count,
			    const struct ss_opt_result *result, void *target,
			    struct ss_err *err) SS_NODISCARD;

/* The row of a long name, or NULL. */
const struct ss_option *ss_opt_find(const struct ss_option *rows, size_t count,
				    const char *name) SS_NODISCARD;
/* The option as the user wrote it, "--count" or "-n", for messages. text has room for
 * SS_OPT_SPELLING_MAX bytes; returned. */
#define SS_OPT_SPELLING_MAX 64
const char *ss_opt_spelling(const struct ss_opt_setting *setting, char *text);

void ss_opt_usage(const struct ss_program *program, struct ss_buf *out);
void ss_opt_help(const struct ss_program *program, struct ss_buf *out);
void ss_opt_version(const struct ss_program *program, struct ss_buf *out);
/* shell: "bash", "zsh" or "fish". false for another. */
bool ss_opt_completion(const struct ss_program *program, const char *shell,
		       struct ss_buf *out) SS_NODISCARD;

#endif
