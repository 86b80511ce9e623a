/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/format/csv.c: quoting, null against empty, options, TSV's escapes, and what is
 * refused.
 */
#include "format_run.h"

struct options { /* as csv.c has them */
	const char *delimiter;
	int quote;
	const char *null;
	bool no_header;
	bool crlf;
	bool bom;
	bool guard_formulas;
	bool flatten;
};

static struct ss_arena arena;

static struct outcome
run_strings(const char *name, const struct options *options, size_t n, const char *const *strings)
{
	return run_column(name, options, &arena, make_field(&arena, "u", "v"),
			  make_strings(&arena, n, strings));
}

#define STRINGS(name, options, ...)                                                        \
	run_strings(name, options, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), \
		    (const char *[]){__VA_ARGS__})

/* Every way in which a cell can need quotes, and a second column so that lines are not empty. */
static struct outcome
run_two(const char *name, const struct options *options)
{
	const char *const strings[] = {"a,b",  "q\"q",	  "l\nf",
				       "c\rr", " lead",	  "trail\t",
				       "",     NULL,	  "\xc3\xa9\xf0\x9f\x98\x80",
				       "\\.",  "in side", "0123456789abcdefgh,\""};
	const int8_t numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	struct ArrowSchema *fields[] = {make_field(&arena, "u", "te\"xt"),
					make_field(&arena, "c", "n")};
	struct ArrowArray *columns[] = {make_strings(&arena, 12, strings),
					make_values(&arena, 12, "111111110111", numbers, 1)};

	return run_format(name, options, &arena, 2, fields, 12, columns);
}

static void
test_quotes(void)
{
	CHECK_OUTCOME(
		run_two("csv", NULL),
		"\"te\"\"xt\",n\n\"a,b\",1\n\"q\"\"q\",2\n\"l\nf\",3\n\"c\rr\",4\n\" lead\",5\n"
		"\"trail\t\",6\n\"\",7\n,8\n\xc3\xa9\xf0\x9f\x98\x80,\n\"\\.\",10\nin side,11\n"
		"\"0123456789abcdefgh,\"\"\",12\n");
	CHECK_OUTCOME(
		run_two("csv", &(struct options){.quote = 1, .crlf = true, .bom = true}),
		"\xef\xbb\xbf\"te\"\"xt\",\"n\"\r\n\"a,b\",\"1\"\r\n\"q\"\"q\",\"2\"\r\n\"l\nf\",\"3\"\r\n"
		"\"c\rr\",\"4\"\r\n\" lead\",\"5\"\r\n\"trail\t\",\"6\"\r\n\"\",\"7\"\r\n,\"8\"\r\n"
		"\"\xc3\xa9\xf0\x9f\x98\x80\",\r\n\"\\.\",\"10\"\r\n\"in side\",\"11\"\r\n"
		"\"0123456789abcdefgh,\"\"\",\"12\"\r\n");
	CHECK_OUTCOME(
		run_two("csv",
			&(struct options){.delimiter = ";", .no_header = true, .null = "in side"}),
		"a,b;1\n\"q\"\"q\";2\n\"l\nf\";3\n\"c\rr\";4\n\" lead\";5\n\"trail\t\";6\n\"\";7\n"
		"in side;8\n\xc3\xa9\xf0\x9f\x98\x80;in side\n\"\\.\";10\n\"in side\";11\n"
		"\"0123456789abcdefgh,\"\"\";12\n");
	/* Without a special byte in the column the other path is taken. */
	CHECK_OUTCOME(STRINGS("csv", NULL, "x", "", " a", "b ", "c d"),
		      "v\nx\n\"\"\n\" a\"\n\"b \"\nc d\n");
	CHECK_OUTCOME(STRINGS("csv", (&(struct options){.quote = 1}), "x", "", " a"),
		      "\"v\"\n\"x\"\n\"\"\n\" a\"\n");
	CHECK_OUTCOME(STRINGS("csv", (&(struct options){.delimiter = "\\t"}), "a,b", "a\tb"),
		      "v\na,b\n\"a\tb\"\n");
}

static void
test_lone_null(void)
{
	CHECK_OUTCOME(STRINGS("csv", NULL, "x", NULL, "y"), "v\nx\n\"\"\ny\n");
	CHECK_OUTCOME(STRINGS("csv", NULL, "x", "", "y"), "v\nx\n\"\"\ny\n");
	CHECK_OUTCOME(STRINGS("csv", (&(struct options){.null = ""}), "x", NULL, ""),
		      "v\nx\n\n\"\"\n");
	CHECK_OUTCOME(STRINGS("csv", (&(struct options){.null = "NULL"}), "NULL", NULL, ""),
		      "v\n\"NULL\"\nNULL\n\"\"\n");
	CHECK_OUTCOME(STRINGS("csv", (&(struct options){.quote = 1}), "x", NULL),
		      "\"v\"\n\"x\"\n\"\"\n");
	CHECK_REFUSED(STRINGS("csv", (&(struct options){.quote = 2}), "x", NULL), SS_EDATA,
		      "lone-null",
		      "record 1, column \"v\": null would be an empty line, which readers skip");
	CHECK_OUTCOME(STRINGS("tsv", NULL, "x", NULL, ""), "v\nx\n\\N\n\n");
}

static void
test_quote_none(void)
{
	const struct options none = {.quote = 2};

	CHECK_OUTCOME(STRINGS("csv", &none, "x", "y z"), "v\nx\ny z\n");
	CHECK_REFUSED(
		STRINGS("csv", &none, "x", "a,b"), SS_EDATA, "needs-quotes",
		"record 1, column \"v\": text holds what must be quoted in CSV (delimiter, quote, "
		"line end, outer blank)");
	CHECK_REFUSED(
		STRINGS("csv", &none, "x", " b"), SS_EDATA, "needs-quotes",
		"record 1, column \"v\": text holds what must be quoted in CSV (delimiter, quote, "
		"line end, outer blank)");
	CHECK_REFUSED(STRINGS("csv", &none, ""), SS_EDATA, "like-null",
		      "record 0, column \"v\": text could not be told from null");
	CHECK_REFUSED(STRINGS("csv", (&(struct options){.quote = 2, .null = "-"}), "a", "-"),
		      SS_EDATA, "like-null",
		      "record 1, column \"v\": text could not be told from null");
	CHECK_REFUSED(run_column("csv", &none, &arena, make_field(&arena, "u", "a,b"),
				 make_strings(&arena, 0, NULL)),
		      SS_EUSAGE, "needs-quotes",
		      "the name of column \"a,b\" cannot be written without quotes");
}

static void
test_tsv(void)
{
	CHECK_OUTCOME(STRINGS("tsv", NULL, "a\tb", "c\nd", "e\rf", "g\\h", "\\N", NULL, "q\"", " "),
		      "v\na\\tb\nc\\nd\ne\\rf\ng\\\\h\n\\\\N\n\\N\nq\"\n \n");
	CHECK_OUTCOME(STRINGS("tsv", NULL, "plain", NULL), "v\nplain\n\\N\n");
	CHECK_OUTCOME(STRINGS("tsv", (&(struct options){.null = "-"}), "a", NULL), "v\na\n-\n");
	CHECK_REFUSED(STRINGS("tsv", (&(struct options){.null = "-"}), "a", "-"), SS_EDATA,
		      "like-null", "record 1, column \"v\": text could not be told from null");
	CHECK_REFUSED(STRINGS("tsv", (&(struct options){.null = ""}), NULL, ""), SS_EDATA,
		      "like-null", "record 1, column \"v\": text could not be told from null");
	CHECK_OUTCOME(run_column("tsv", NULL, &arena, make_field(&arena, "z", "v\t"),
				 make_bytes(&arena, 2, ((struct ss_str[]){{"\xab", 1}, {NULL, 0}}),
					    false)),
		      "v\\t\n\\\\xab\n\\N\n");
}

static void
test_guard(void)
{
	const struct options guard = {.guard_formulas = true};

	CHECK_OUTCOME(
		STRINGS("csv", &guard, "=1+1", "+a", "-b", "@c", "\td", "\re", "f=", "=\"x\""),
		"v\n'=1+1\n'+a\n'-b\n'@c\n\"'\td\"\n\"'\re\"\nf=\n\"'=\"\"x\"\"\"\n");
	CHECK_OUTCOME(STRINGS("tsv", &guard, "=1", "\td"), "v\n'=1\n'\\td\n");
	CHECK_OUTCOME(run_column("csv", &guard, &arena, make_field(&arena, "c", "=v"),
				 make_values(&arena, 1, NULL, "\xff", 1)),
		      "'=v\n-1\n");
}

static void
test_values(void)
{
	const double numbers[] = {__builtin_nan(""), __builtin_inf(), -__builtin_inf()};
	struct ArrowSchema *field =
		make_dictionary_field(&arena, "c", "v", make_field(&arena, "u", ""));
	struct ArrowArray *array = make_values(&arena, 4, "1101", "\0\1\0\1", 1);
	const char *const words[] = {"a,b", ""};

	CHECK_OUTCOME(run_column("csv", NULL, &arena, make_field(&arena, "g", "v"),
				 make_values(&arena, 3, NULL, numbers, 8)),
		      "v\nNaN\nInfinity\n-Infinity\n");
	CHECK_OUTCOME(run_column("csv", NULL, &arena, make_field(&arena, "z", "v"),
				 make_bytes(&arena, 2,
					    ((struct ss_str[]){{"\x00\xff", 2}, {"", 0}}), false)),
		      "v\n\\x00ff\n\\x\n");
	CHECK_OUTCOME(run_column("csv", NULL, &arena, make_field(&arena, "tsm:UTC", "v"),
				 make_values(&arena, 1, NULL, (int64_t[]){0}, 8)),
		      "v\n1970-01-01T00:00:00.000Z\n");
	CHECK_OUTCOME(run_column("csv", &(struct options){.quote = 1}, &arena,
				 make_field(&arena, "b", "v"),
				 make_values(&arena, 2, NULL, "\1", 0)),
		      "\"v\"\n\"true\"\n\"false\"\n");
	array->dictionary = make_strings(&arena, 2, words);
	CHECK_OUTCOME(run_column("csv", NULL, &arena, field, array),
		      "v\n\"a,b\"\n\"\"\n\"\"\n\"\"\n");
}

static struct outcome
run_nested(const char *name, const struct options *options)
{
	const char *const texts[] = {"x\"", NULL, "y"};
	struct ArrowSchema *element = make_field(&arena, "u", "item");
	struct ArrowSchema *inner[] = {make_field(&arena, "c", "b"), make_field(&arena, "u", "c")};
	struct ArrowSchema *fields[] = {make_schema(&arena, "+l", "l", 1, &element),
					make_schema(&arena, "+s", "a", 2, inner)};
	struct ArrowArray *children[] = {make_values(&arena, 3, "110", "\1\2\3", 1),
					 make_strings(&arena, 3, texts)};
	struct ArrowArray *columns[] = {
		make_list(&arena, 3, "101", ((int[]){2, 0, 1}), make_strings(&arena, 3, texts)),
		make_struct(&arena, 3, "011", 2, children)};

	return run_format(name, options, &arena, 2, fields, 3, columns);
}

static void
test_nested(void)
{
	CHECK_OUTCOME(run_nested("csv", NULL),
		      "l,a\n\"[\"\"x\\\"\"\"\",null]\",\n,\"{\"\"b\"\":2,\"\"c\"\":null}\"\n"
		      "\"[\"\"y\"\"]\",\"{\"\"b\"\":null,\"\"c\"\":\"\"y\"\"}\"\n");
	CHECK_OUTCOME(run_nested("tsv", NULL),
		      "l\ta\n[\"x\\\\\"\",null]\t\\N\n\\N\t{\"b\":2,\"c\":null}\n"
		      "[\"y\"]\t{\"b\":null,\"c\":\"y\"}\n");
	CHECK_OUTCOME(run_nested("csv", &(struct options){.flatten = true}),
		      "l,a.b,a.c\n\"[\"\"x\\\"\"\"\",null]\",,\n,2,\n\"[\"\"y\"\"]\",,y\n");
}

static void
test_refused_options(void)
{
	static const struct {
		struct options options;
		const char *code;
		const char *message;
	} cases[] = {
		{{.delimiter = "ab"},
		 "bad-delimiter",
		 "delimiter \"ab\" is not one ASCII character"},
		{{.delimiter = ""}, "bad-delimiter", "delimiter \"\" is not one ASCII character"},
		{{.delimiter = "\""}, "bad-delimiter", "delimiter \"\"\" may be part of a value"},
		{{.delimiter = "1"}, "bad-delimiter", "delimiter \"1\" may be part of a value"},
		{{.null = "0"}, "bad-null", "null text \"0\" may be a value"},
		{{.null = "-1"}, "bad-null", "null text \"-1\" may be a value"},
		{{.null = "true"}, "bad-null", "null text \"true\" may be a value"},
	};

	for (size_t i = 0; i < SS_ARRAY_LEN(cases); i++)
		CHECK_REFUSED(STRINGS("csv", &cases[i].options, "x"), SS_EUSAGE, cases[i].code,
			      cases[i].message);
	CHECK_EQ_I64(STRINGS("csv", (&(struct options){.null = "a,b"}), "x").status, SS_EUSAGE);
}

static void
test_names(void)
{
	struct ArrowSchema *inner = make_field(&arena, "c", "b");
	struct ArrowSchema *fields[] = {make_field(&arena, "c", "a.b"),
					make_schema(&arena, "+s", "a", 1, &inner)};
	struct ArrowArray *value = make_values(&arena, 1, NULL, "\1", 1);
	struct ArrowArray *columns[] = {value, make_struct(&arena, 1, NULL, 1, &value)};

	CHECK_REFUSED(run_format("csv", &(struct options){.flatten = true}, &arena, 2, fields, 1,
				 columns),
		      SS_EUSAGE, "duplicate-column",
		      "--flatten gives two columns the name \"a.b\"");
	CHECK_OUTCOME(run_format("csv", NULL, &arena, 2, fields, 0, columns), "a.b,a\n");
}

int
main(void)
{
	RUN(test_quotes);
	RUN(test_lone_null);
	RUN(test_quote_none);
	RUN(test_tsv);
	RUN(test_guard);
	RUN(test_values);
	RUN(test_nested);
	RUN(test_refused_options);
	RUN(test_names);
	ss_arena_release(&arena);
	return check_done();
}
