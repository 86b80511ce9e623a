/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/cli/opt.c, help.c and completion.c: the table of a made-up program against
 * command lines that are right and wrong.
 */
#include "check.h"

#include <stdlib.h>

#include "cli/opt.h"

struct options {
	bool quiet;
	bool pretty;
	uint64_t count;
	uint64_t batch;
	const char *seed;
	const char *output;
	const char *types;
	int quote;
	struct ss_option_list names;
};

#define AT(field) offsetof(struct options, field)

static const struct ss_option general[] = {
	{"count", 'n', SS_OPT_COUNT, AT(count), "N", NULL, "records of the whole run", false},
	{"seed", 's', SS_OPT_TEXT, AT(seed), "SEED", NULL, "seed", false},
	{"output", 'o', SS_OPT_FILE, AT(output), "FILE", NULL, "write to FILE", false},
	{"batch", 0, SS_OPT_SIZE, AT(batch), "BYTES", NULL, "bytes of a batch", false},
	{"types", 0, SS_OPT_TEXT, AT(types), "[NAME]", NULL, "print the datatypes", false},
	{"name", 'N', SS_OPT_MANY, AT(names), "NAME", NULL, "a name, many times", false},
	{"quiet", 'q', SS_OPT_FLAG, AT(quiet), NULL, NULL, "no progress", false},
	{"debug", 0, SS_OPT_FLAG, AT(pretty), NULL, NULL, "for the makers", true},
};

static const struct ss_option csv[] = {
	{"quote", 0, SS_OPT_CHOICE, AT(quote), NULL, "minimal|all|none", "what to quote", false},
	{"pretty", 0, SS_OPT_FLAG, AT(pretty), NULL, NULL, "it's [not] \"small\": \\ $x `y`",
	 false},
};

static const struct ss_opt_group groups[] = {
	{"Options", general, SS_ARRAY_LEN(general)},
	{"csv", csv, SS_ARRAY_LEN(csv)},
	{NULL, NULL, 0},
};

static const char *
words(size_t position, size_t i)
{
	static const char *const formats[] = {"csv", "json", NULL};

	return position == 0 ? formats[i] : NULL;
}

static const struct ss_program program = {
	.name = "ss-try",
	.synopsis = "[OPTION...] FILE\n[OPTION...] -e TEXT",
	.summary = "Tries options.",
	.examples = "ss-try -n 5 x.yaml\tFive of them\nss-try y\tAnother",
	.groups = groups,
	.see = "ss-structure(5)",
	.version = "libtry 1.2",
	.operand_words = words,
};

static struct ss_opt_result result;
static struct ss_err err;

#define MAX_ARGS 16

/* Parses "a b c" split at blanks; "_" stands for an empty argument. */
static enum ss_status
parse(const char *line)
{
	static char text[512];
	static char *argv[MAX_ARGS];
	int argc = 0;
	char *save = NULL;

	snprintf(text, sizeof(text), "ss-try %s", line);
	for (char *p = strtok_r(text, " ", &save); p != NULL && argc < MAX_ARGS;
	     p = strtok_r(NULL, " ", &save)) {
		if (strcmp(p, "_") == 0)
			p[0] = '\0';
		argv[argc++] = p;
	}
	err = (struct ss_err){.status = SS_OK};
	return ss_opt_parse(&program, argc, argv, &result, &err);
}

static enum ss_status
apply(const char *line, struct options *options)
{
	enum ss_status status = parse(line);

	memset(options, 0, sizeof(*options));
	for (const struct ss_opt_group *group = groups; status == SS_OK && group->title; group++)
		status = ss_opt_apply(group->rows, group->count, &result, options, &err);
	return status;
}

static void
test_spellings_that_are_right(void)
{
	struct options o;

	CHECK(apply("-n10k --seed=7 a -qo out.csv --quote all b", &o) == SS_OK);
	CHECK_EQ_I64(o.count, 10000);
	CHECK_STR(o.seed, "7");
	CHECK_STR(o.output, "out.csv");
	CHECK(o.quiet && !o.pretty);
	CHECK_EQ_I64(o.quote, 1);
	CHECK_EQ_I64(result.n_operands, 2);
	CHECK_STR(result.operands[0], "a");
	CHECK_STR(result.operands[1], "b");

	CHECK(apply("-qn 5 --count 6 --batch=64KiB -", &o) == SS_OK);
	CHECK_EQ_I64(o.count, 6);
	CHECK_EQ_I64(o.batch, 65536);
	CHECK_STR(result.operands[0], "-");

	CHECK(apply("-s -1 -- -q --count", &o) == SS_OK);
	CHECK_STR(o.seed, "-1");
	CHECK(!o.quiet);
	CHECK_EQ_I64(result.n_operands, 2);

	CHECK(apply("--seed= --name=a -N b -Nc", &o) == SS_OK);
	CHECK_STR(o.seed, "");
	CHECK_EQ_I64(o.names.count, 3);
	CHECK_STR(o.names.items[2], "c");
}

static void
test_optional_arguments(void)
{
	struct options o;

	CHECK(apply("--types x", &o) == SS_OK);
	CHECK_STR(o.types, "");
	CHECK_STR(result.operands[0], "x");
	CHECK(apply("--types=int x", &o) == SS_OK);
	CHECK_STR(o.types, "int");
}

static void
wrong(const char *line, const char *code, const char *message, const char *hint)
{
	struct options o;

	CHECK(apply(line, &o) == SS_EUSAGE);
	CHECK_STR(err.code, code);
	CHECK_STR(err.message, message);
	CHECK_STR(err.hint, hint);
}

static void
test_spellings_that_are_wrong(void)
{
	static const char see[] = "see \"ss-try --help\"";

	wrong("--cuont 5", "unknown-option", "unknown option \"--cuont\"",
	      "did you mean \"--count\"?");
	wrong("--cuont=5", "unknown-option", "unknown option \"--cuont\"",
	      "did you mean \"--count\"?");
	wrong("--co 5", "unknown-option", "unknown option \"--co\"", see);
	wrong("--debgu", "unknown-option", "unknown option \"--debgu\"", see);
	wrong("--verion", "unknown-option", "unknown option \"--verion\"",
	      "did you mean \"--version\"?");
	wrong("-qx", "unknown-option", "unknown option \"-x\"", see);
	wrong("-pretty", "unknown-option", "unknown option \"-pretty\"",
	      "did you mean \"--pretty\"?");
	wrong("---count", "unknown-option", "unknown option \"---count\"",
	      "did you mean \"--count\"?");
	wrong("x --count", "missing-argument", "option \"--count\" needs an argument: N", see);
	wrong("-qn", "missing-argument", "option \"-n\" needs an argument: N", see);
	wrong("--quote", "missing-argument",
	      "option \"--quote\" needs an argument: minimal|all|none", see);
	wrong("--quiet=yes", "superfluous-argument",
	      "option \"--quiet\" takes no argument, not \"yes\"", "");
	wrong("-n ten", "bad-argument",
	      "option \"-n\" wants a count such as 1000, 10k or 1e6, not \"ten\"", "");
	wrong("--count=-1", "bad-argument",
	      "option \"--count\" wants a count such as 1000, 10k or 1e6, not \"-1\"", "");
	wrong("--batch 1.5", "bad-argument",
	      "option \"--batch\" wants a size such as 64KiB or 1MB, not \"1.5\"", "");
	wrong("--quote=al", "bad-argument",
	      "option \"--quote\" wants \"minimal\", \"all\" or \"none\", not \"al\"", "");
	/* The first error is the one that is told. */
	wrong("--nope -n", "unknown-option", "unknown option \"--nope\"", see);
}

static void
test_help_wins_anywhere(void)
{
	CHECK(parse("-n 5 x -h") == SS_OK && result.help);
	CHECK(parse("--nope --help") == SS_OK && result.help);
	CHECK(parse("-qV") == SS_OK && result.version && !result.help);
	CHECK(parse("--completion=zsh") == SS_OK);
	CHECK_STR(result.completion, "zsh");
	CHECK(parse("-- --help") == SS_OK && !result.help);
	CHECK(parse("-s --help") == SS_OK && !result.help);
}

static void
test_too_many(void)
{
	static char *argv[SS_OPT_SETTINGS_MAX + 2];
	char name[] = "ss-try";
	char option[] = "-q";
	char operand[] = "x";

	argv[0] = name;
	for (int i = 1; i < SS_OPT_SETTINGS_MAX + 2; i++)
		argv[i] = option;
	CHECK(ss_opt_parse(&program, SS_OPT_SETTINGS_MAX + 1, argv, &result, &err) == SS_OK);
	CHECK(ss_opt_parse(&program, SS_OPT_SETTINGS_MAX + 2, argv, &result, &err) == SS_EUSAGE);
	CHECK_STR(err.code, "too-many-options");
	for (int i = 1; i < SS_OPT_SETTINGS_MAX + 2; i++)
		argv[i] = operand;
	CHECK(ss_opt_parse(&program, SS_OPT_SETTINGS_MAX + 2, argv, &result, &err) == SS_EUSAGE);
	CHECK_STR(err.code, "too-many-operands");
}

static void
test_help_text(void)
{
	struct ss_buf out = {0};

	ss_opt_help(&program, &out);
	CHECK_STRN((const char *)out.p, out.len,
		   "Usage: ss-try [OPTION...] FILE\n"
		   "   or: ss-try [OPTION...] -e TEXT\n"
		   "Tries options.\n"
		   "\n"
		   "Examples:\n"
		   "  Five of them:\n"
		   "    ss-try -n 5 x.yaml\n"
		   "  Another:\n"
		   "    ss-try y\n"
		   "\n"
		   "Options:\n"
		   "  -n, --count=N       records of the whole run\n"
		   "  -s, --seed=SEED     seed\n"
		   "  -o, --output=FILE   write to FILE\n"
		   "      --batch=BYTES   bytes of a batch\n"
		   "      --types[=NAME]  print the datatypes\n"
		   "  -N, --name=NAME     a name, many times\n"
		   "  -q, --quiet         no progress\n"
		   "\n"
		   "csv:\n"
		   "      --quote=minimal|all|none\n"
		   "                      what to quote\n"
		   "      --pretty        it's [not] \"small\": \\ $x `y`\n"
		   "\n"
		   "Help:\n"
		   "  -h, --help          print this and exit\n"
		   "  -V, --version       print versions and exit\n"
		   "\n"
		   "See ss-try(1) for the exit statuses; ss-structure(5)\n");
	ss_buf_clear(&out);
	ss_opt_version(&program, &out);
	ss_buf_putc(&out, '\0');
	CHECK(strncmp((const char *)out.p, "ss-try ", 7) == 0);
	CHECK(strstr((const char *)out.p, "\nstream conventions 1 (") != NULL);
	CHECK(strstr((const char *)out.p, "\nlibtry 1.2\n") != NULL);
	ss_buf_release(&out);
}

static void
test_completions(void)
{
	static const char *const shells[] = {"bash", "zsh", "fish"};
	struct ss_buf out = {0};

	for (size_t i = 0; i < SS_ARRAY_LEN(shells); i++) {
		ss_buf_clear(&out);
		CHECK(ss_opt_completion(&program, shells[i], &out));
		ss_buf_putc(&out, '\0');
		CHECK(strstr((const char *)out.p, "count") != NULL);
		CHECK(strstr((const char *)out.p, "minimal all none") != NULL);
		CHECK(strstr((const char *)out.p, "csv json") != NULL);
		CHECK(strstr((const char *)out.p, "version") != NULL);
		CHECK(strstr((const char *)out.p, "debug") == NULL);
	}
	CHECK(!ss_opt_completion(&program, "tcsh", &out));
	ss_buf_release(&out);
}

int
main(void)
{
	RUN(test_spellings_that_are_right);
	RUN(test_optional_arguments);
	RUN(test_spellings_that_are_wrong);
	RUN(test_help_wins_anywhere);
	RUN(test_too_many);
	RUN(test_help_text);
	RUN(test_completions);
	return check_done();
}
