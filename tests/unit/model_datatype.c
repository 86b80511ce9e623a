/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/model/datatype.c and span.c: the grammar with its places and errors, ranges,
 * and instants with spans at both sides of the calendar.
 */
#include "model_make.h"

#include "base/date.h"
#include "model/span.h"

#define NOW INT64_C(1709210096) /* 2024-02-29T12:34:56Z */

static bool
raw(struct ss_str name)
{
	return ss_str_eq(name, SS_STR("regex"));
}

/* "name(arg@column, "quoted"@column)", or the error. */
static void
parse(struct ss_buf *to, const char *text)
{
	struct ss_arena arena = {0};
	struct ss_datatype datatype;
	struct ss_err err = {0};
	struct ss_place place = {"t", 7, 11};

	ss_buf_clear(to);
	if (ss_datatype_parse(&arena, ss_str(text), place, raw, &datatype, &err) != SS_OK) {
		CHECK(err.status == SS_EUSAGE && err.hint[0] != '\0');
		CHECK_STR(err.file, "t");
		CHECK_EQ_I64(err.line, 7);
		ss_buf_printf(to, "%d: %s", err.column, err.message);
	} else {
		ss_buf_printf(to, "%.*s", SS_STR_ARGS(datatype.name));
		if (datatype.brackets)
			ss_buf_putc(to, '(');
		for (size_t i = 0; i < datatype.n_args; i++) {
			const struct ss_datatype_arg *arg = &datatype.args[i];
			const char *quote = arg->quoted ? "\"" : "";

			ss_buf_printf(to, "%s%s%.*s%s@%d", i > 0 ? ", " : "", quote,
				      SS_STR_ARGS(arg->text), quote, arg->place.column);
		}
		if (datatype.brackets)
			ss_buf_putc(to, ')');
	}
	ss_arena_release(&arena);
}

static void
test_grammar(void)
{
	static const struct {
		const char *text;
		const char *want;
	} samples[] = {
		{"boolean", "boolean"},
		{"  full name ", "full name"},
		{"int[]", "int()"},
		{"int[ ]", "int()"},
		{"int[1..9]", "int(1..9@15)"},
		{" int [ -5 .. -1 ] ", "int(-5 .. -1@18)"},
		{"enum[\"a,b\", c]", "enum(\"a,b\"@16, c@23)"},
		{"enum[\"a\\\"b\\\\\", \"]\", \"\"]", "enum(\"a\"b\\\"@16, \"]\"@26, \"\"@31)"},
		{"enum[NO,yes,007,1e3,~]", "enum(NO@16, yes@19, 007@23, 1e3@27, ~@31)"},
		{"enum[5\", 6\"]", "enum(5\"@16, 6\"@20)"},
		{"enum[a\\, b]", "enum(a\\@16, b@20)"},
		{"array[array[int[1..9], 2..3], 0..4]",
		 "array(array[int[1..9], 2..3]@17, 0..4@41)"},
		{"array[enum[\"a]\", \"b,c\"], 1..2]", "array(enum[\"a]\", \"b,c\"]@17, 1..2@36)"},
		{"enum[é, b]", "enum(é@16, b@19)"},
		{"regex[[a,]\"\\]x]", "regex([a,]\"\\]x@17)"},
		{"regex[]", "regex()"},
		{"", "11: the datatype is empty"},
		{"   ", "11: the datatype is empty"},
		{"int[1..9", "11: \"int[1..9\" has no \"]\" at its end"},
		{" int[1..9", "12: \"int[1..9\" has no \"]\" at its end"},
		{"regex[ab", "11: \"regex[ab\" has no \"]\" at its end"},
		{"regex[", "11: \"regex[\" has no \"]\" at its end"},
		{"enum[\"a]", "11: \"enum[\"a]\" has no \"]\" at its end"},
		{"int[1..9] x", "20: text behind the last \"]\" of \"int[1..9] x\""},
		{"enum[a], b]", "18: text behind the last \"]\" of \"enum[a], b]\""},
		{"int[1]]", "17: text behind the last \"]\" of \"int[1]]\""},
		{"int1..9]", "11: \"int1..9]\" has a \"]\" without a \"[\" before it"},
		{"[1..9]", "11: \"[1..9]\" has no name before its \"[\""},
		{"enum[a,,b]", "18: argument 2 of \"enum[a,,b]\" is empty"},
		{"enum[a, ]", "18: argument 2 of \"enum[a, ]\" is empty"},
		{"enum[,]", "16: argument 1 of \"enum[,]\" is empty"},
		{"enum[\"a\\n\"]", "16: bad escape in \"a\\n\""},
		{"enum[b, \"a\" x]", "19: text behind the closing quote in \"a\" x"},
	};
	struct ss_buf got = {0};

	for (size_t i = 0; i < SS_ARRAY_LEN(samples); i++) {
		parse(&got, samples[i].text);
		if (!CHECK_STRN((const char *)got.p, got.len, samples[i].want))
			printf("# %zu: %.*s\n", i, (int)got.len, (const char *)got.p);
	}
	ss_buf_release(&got);
}

static void
test_long_texts_keep_the_cause(void)
{
	struct ss_buf text = {0};
	struct ss_buf got = {0};

	ss_buf_printf(&text, "enum[");
	for (int i = 0; i < 3000; i++)
		ss_buf_printf(&text, "é");
	ss_buf_putc(&text, '\0');
	parse(&got, (const char *)text.p);
	CHECK(ss_str_find(ss_buf_str(&got), SS_STR("has no \"]\" at its end")) > 0);
	ss_buf_release(&text);
	ss_buf_release(&got);
}

static void
test_nested_places(void)
{
	struct ss_arena arena = {0};
	struct ss_datatype outer, inner;
	struct ss_err err = {0};
	struct ss_place place = {"t", 3, 5};

	CHECK(ss_datatype_parse(&arena, SS_STR("array[ é[ x ], 1..2]"), place, NULL, &outer,
				&err) == SS_OK);
	CHECK(ss_datatype_of_arg(&arena, &outer.args[0], NULL, &inner, &err) == SS_OK);
	CHECK_EQ_I64(inner.place.column, 12);
	CHECK_EQ_I64(inner.args[0].place.column, 15);
	ss_arena_release(&arena);
}

static void
test_ranges(void)
{
	static const struct {
		const char *arg;
		const char *lo; /* NULL: refused */
		const char *hi;
	} samples[] = {
		{" -5 .. -1 ", "-5", "-1"}, {"0..0", "0", "0"},	 {"1.50..2.50", "1.50", "2.50"},
		{"a..b..c", "a", "b..c"},   {"5-9", NULL, NULL}, {"..9", NULL, NULL},
		{"1..", NULL, NULL},	    {"7", NULL, NULL},	 {"\"1..2\"", NULL, NULL},
	};
	struct ss_arena arena = {0};

	for (size_t i = 0; i < SS_ARRAY_LEN(samples); i++) {
		struct ss_datatype datatype;
		struct ss_err err = {0};
		struct ss_str lo = {0};
		struct ss_str hi = {0};
		const char *text = ss_arena_printf(&arena, "int[%s]", samples[i].arg);
		struct ss_place place = {"t", 1, 1};

		if (!CHECK(ss_datatype_parse(&arena, ss_str(text), place, NULL, &datatype, &err) ==
			   SS_OK))
			continue;
		if (ss_datatype_range(&datatype, &datatype.args[0], &lo, &hi, &err) != SS_OK) {
			CHECK(samples[i].lo == NULL && err.column == 5);
			continue;
		}
		if (CHECK(samples[i].lo != NULL)) {
			CHECK_STRN(lo.p, lo.len, samples[i].lo);
			CHECK_STRN(hi.p, hi.len, samples[i].hi);
		}
	}
	ss_arena_release(&arena);
}

static void
test_instants(void)
{
	static const struct {
		const char *text;
		const char *want; /* microseconds as text, then d for a date, n for uses now */
		unsigned digits;
	} samples[] = {
		{"2024-01-31", "2024-01-31T00:00:00.000000 d", 0},
		{"2024-01-31+1M", "2024-02-29T00:00:00.000000 d", 0},
		{"2023-01-31 + 1M", "2023-02-28T00:00:00.000000 d", 0},
		{"2024-02-29-1y", "2023-02-28T00:00:00.000000 d", 0},
		{"2024-03-31-1M", "2024-02-29T00:00:00.000000 d", 0},
		{"2024-01-31+1M-1d", "2024-02-28T00:00:00.000000 d", 0},
		{"2024-01-31-1d+1M", "2024-02-29T00:00:00.000000 d", 0},
		{"2024-01-31+2w", "2024-02-14T00:00:00.000000 d", 0},
		{"2024-01-31+36h", "2024-02-01T12:00:00.000000", 0},
		{"2024-01-01T12:00:00+02:00", "2024-01-01T10:00:00.000000", 0},
		{"2024-01-01T12:00:00-0230", "2024-01-01T14:30:00.000000", 0},
		{"2024-01-01T12:00:00-02:00-2d", "2023-12-30T14:00:00.000000", 0},
		{"2024-01-01T12:00:00Z", "2024-01-01T12:00:00.000000", 0},
		{"2024-01-01T12:00Z+90s-1m", "2024-01-01T12:00:30.000000", 0},
		{"2024-01-01T00:00:00.250", "2024-01-01T00:00:00.250000", 3},
		{"1969-12-31T23:59:59.5-1M", "1969-11-30T23:59:59.500000", 1},
		{"now", "2024-02-29T12:34:56.000000 n", 0},
		{" now ", "2024-02-29T12:34:56.000000 n", 0},
		{"now-1y+2d", "2023-03-02T12:34:56.000000 n", 0},
		{"now-0d", "2024-02-29T12:34:56.000000 n", 0},
		{"today", "2024-02-29T00:00:00.000000 dn", 0},
		{"today+1y", "2025-02-28T00:00:00.000000 dn", 0},
		{"today+3h", "2024-02-29T03:00:00.000000 n", 0},
		{"0001-01-01", "0001-01-01T00:00:00.000000 d", 0},
		{"9999-12-31T23:59:59", "9999-12-31T23:59:59.000000", 0},
		{"0001-02-01-1M", "0001-01-01T00:00:00.000000 d", 0},
		{"9998-12-31+1y", "9999-12-31T00:00:00.000000 d", 0},
	};

	for (size_t i = 0; i < SS_ARRAY_LEN(samples); i++) {
		struct ss_instant got;
		char text[80];
		char *end;
		const char *wrong = ss_instant_parse(ss_str(samples[i].text), NOW, &got);

		if (!CHECK(wrong == NULL)) {
			printf("# %s: %s\n", samples[i].text, wrong);
			continue;
		}
		end = ss_timestamp_put(text, got.micros, 6, 'T');
		snprintf(end, 8, "%s%s%s", got.date_only || got.uses_now ? " " : "",
			 got.date_only ? "d" : "", got.uses_now ? "n" : "");
		if (!CHECK_STR(text, samples[i].want))
			printf("# %s: %s\n", samples[i].text, text);
		CHECK_EQ_I64(got.digits, samples[i].digits);
	}
}

static void
test_wrong_instants(void)
{
	static const struct {
		const char *text;
		const char *want; /* part of the text */
	} samples[] = {
		{"", "not a date"},
		{"x", "not a date"},
		{"Now", "not a date"},
		{"5-9", "not a date"},
		{"+3d", "not a date"},
		{"2024-02-30", "no such date"},
		{"2023-02-29+1d", "no such date"},
		{"2024-01-01T24:00:00", "no such date"},
		{"2024-01-01T00:00:00.1234567", "no such date"},
		{"now3d", "expected a span"},
		{"nowadays", "expected a span"},
		{"now+", "expected a span"},
		{"now+d", "expected a span"},
		{"now+3", "expected a span"},
		{"now+3x", "expected a span"},
		{"now+3D", "expected a span"},
		{"now+3d2h", "expected a span"},
		{"now--3d", "expected a span"},
		{"2024-01-01+3x", "no such date"},
		{"0001-01-01-1d", "the year"},
		{"0001-01-01-1s", "the year"},
		{"0001-01-31-1M", "the year"},
		{"9999-12-31+1d", "the year"},
		{"9999-12-31T23:59:59+1s", "the year"},
		{"9999-12-01+1M", "the year"},
		{"9999-01-01+1y", "the year"},
		{"now+9223372036854775807y", "the year"},
		{"now-99999999999999999999999999s", "the year"},
		{"now+400000000000w", "the year"},
		{"now+400000000000M", "the year"},
	};

	for (size_t i = 0; i < SS_ARRAY_LEN(samples); i++) {
		struct ss_instant got;
		const char *wrong = ss_instant_parse(ss_str(samples[i].text), NOW, &got);

		if (!CHECK(wrong != NULL && strstr(wrong, samples[i].want) != NULL))
			printf("# \"%s\": %s\n", samples[i].text, wrong != NULL ? wrong : "taken");
	}
	for (int64_t now = INT64_MIN; now < 0; now += INT64_MAX / 3) {
		struct ss_instant got;

		CHECK(ss_instant_parse(SS_STR("now"), now, &got) != NULL || now > -62135596801);
		CHECK(ss_instant_parse(SS_STR("today-1d"), now, &got) != NULL ||
		      now > -62135596801);
	}
}

int
main(void)
{
	RUN(test_grammar);
	RUN(test_long_texts_keep_the_cause);
	RUN(test_nested_places);
	RUN(test_ranges);
	RUN(test_instants);
	RUN(test_wrong_instants);
	return check_done();
}
