/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of option tables: what an option is called, takes and means. Data only, so that
 * formats can bring their own rows; parsing, help and completions are lib/cli/opt.h's, and
 * walk the same rows.
 */
#ifndef SS_BASE_OPTION_H
#define SS_BASE_OPTION_H

#include "base/defs.h"

/* How the argument is checked and what is stored at offset in the target struct. */
enum ss_option_kind {
	SS_OPT_FLAG,   /* no argument; bool, set to true */
	SS_OPT_TEXT,   /* const char *, borrowed from argv */
	SS_OPT_FILE,   /* as TEXT; completed as a file name */
	SS_OPT_DIR,    /* as TEXT; completed as a directory */
	SS_OPT_COUNT,  /* uint64_t: 10k, 5M, 1e6 */
	SS_OPT_SIZE,   /* uint64_t bytes: 64KiB, 1MB */
	SS_OPT_CHOICE, /* int: index of the argument in choices */
	SS_OPT_MANY,   /* struct ss_option_list: every use adds its text, in order */
};

#define SS_OPTION_MANY_MAX 256

struct ss_option_list {
	const char *items[SS_OPTION_MANY_MAX];
	size_t count;
};

struct ss_option {
	const char *name; /* long name without dashes */
	char letter;	  /* short name, 0 for none */
	enum ss_option_kind kind;
	size_t offset;	      /* of the target in the options struct */
	const char *argument; /* name of the argument in help, NULL for flags; "[NAME]" is optional
			       * and then only taken behind "=" */
	const char *choices;  /* CHOICE: "minimal|all|none" */
	const char *help;     /* one line, no full stop */
	bool hidden;	      /* not in help and completions */
};

#endif
