/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of what datatypes share: moments in time reach both bounds and nothing beyond, what
 * cannot be made is refused by name, and the registry is whole. Numbers and texts have files of
 * their own, nesting is in gen_rows.c.
 */
#include "gen_even.h"

#include "gen/type.h"

/* A05, A06: the last day and second; leap days; UTC whatever TZ says. */
static void
dates(void)
{
	expect_even("d: date[2023-12-30..2023-12-31]", "tdD", 19721, 2, 1000);
	expect_even("d: date[2023-02-28..2024-03-01]", "tdD", 19416, 368, 60);
	expect_even("d: date[1969-12-30..1970-01-02]", "tdD", -2, 4, 1000);
	expect_even("d: date[0001-01-01..0001-01-03]", "tdD", -719162, 3, 1000);
	expect_even("d: date[9999-12-30..9999-12-31]", "tdD", 2932895, 2, 1000);
	expect_even("d: date[today-1d..today]", "tdD", 20787, 2, 1000);
	expect_even("d: date[now-1d..now]", "tdD", 20787, 2, 1000);
}

static void
times(void)
{
	expect_even("t: time[23:59:57..23:59:59]", "tts", 86397, 3, 1000);
	expect_even("t: time[08:00..08:01]", "tts", 28800, 61, 300);
	expect_even("t: time[00:00:00.000..00:00:00.999]", "ttm", 0, 1000, 100);
	expect_even("t: time[23:59:59.9..23:59:59.999]", "ttm", 86399900, 100, 100);
	expect_even("t: time[23:59:59.999990..23:59:59.999999]", "ttu", 86399999990, 10, 1000);
}

static void
timestamps(void)
{
	expect_even("t: timestamp[2023-12-31T23:59:58..2023-12-31T23:59:59]", "tss:UTC", 1704067198,
		    2, 1000);
	expect_even("t: timestamp[2024-01-01T00:00:00.000Z..2024-01-01T00:00:00.099Z]", "tsm:UTC",
		    1704067200000, 100, 300);
	expect_even("t: timestamp[2024-01-01T00:00:00Z..2024-01-01T00:00:00.000009Z]", "tsu:UTC",
		    1704067200000000, 10, 1000);
	expect_even("t: timestamp[1969-12-31T23:59:58Z..1970-01-01T00:00:01Z]", "tss:UTC", -2, 4,
		    1000);
	expect_even("t: timestamp[1969-12-31T23:59:59.998Z..1970-01-01T00:00:00.001Z]", "tsm:UTC",
		    -2, 4, 1000);
	expect_even("t: timestamp[2024-01-01T02:00:00+02:00..2024-01-01T00:00:03Z]", "tss:UTC",
		    1704067200, 4, 1000);
	expect_even("t: timestamp[2024-02-29T23:59:57Z..2024-02-29]", "tss:UTC", 1709251197, 3,
		    1000);
	expect_even("t: timestamp[2024-02-29..2024-02-29T00:00:01Z]", "tss:UTC", 1709164800, 2,
		    1000);
	expect_even("t: timestamp[now-3s..now]", "tss:UTC", 1796083197, 4, 1000);
}

/* A date is the first second of a lower bound and the last of an upper one. */
static void
timestamp_of_dates(void)
{
	static uint32_t hours[48];
	struct made made;
	const int64_t *p;

	if (!made_bind(&made, "t: timestamp[2024-02-28..2024-02-29]"))
		return;
	p = made_column(&made, 0, 0, 48000)->buffers[1];
	for (size_t i = 0; i < 48000; i++) {
		int64_t second = p[i] - 1709078400;

		if (!CHECK(second >= 0 && second < 172800))
			break;
		hours[second / 3600]++;
	}
	stat_uniform("timestamp", hours, 48);
	made_release(&made);
}

static void
refused(void)
{
	static const char *const cases[][2] = {
		{"n: int[9..3]", "reversed-range"},
		{"n: date[2024-02-02..2024-02-01]", "reversed-range"},
		{"n: char[5..2]", "reversed-range"},
		{"n: decimal[0.2..0.1]", "reversed-range"},
		{"n: double[1..0]", "reversed-range"},
		{"n: time[10:00..09:59]", "reversed-range"},
		{"n: timestamp[now..now-1s]", "reversed-range"},
		{"n: bytes[2..1]", "reversed-range"},
		{"n: array[int[1..2], 3..1]", "reversed-range"},
		{"n: ref[a.b, 5..1]", "reversed-range"},
		{"n: ref[a.b, 1000001..count]", "reversed-range"},
		{"n: int[0..9223372036854775808]", "bad-bound"},
		{"n: int[-9223372036854775809..0]", "bad-bound"},
		{"n: int[1.5..2]", "bad-bound"},
		{"n: int[+1..2]", "bad-bound"},
		{"n: int[1..1e3]", "bad-bound"},
		{"n: char[-1..2]", "bad-bound"},
		{"n: char[0..10000001]", "bad-bound"},
		{"n: bytes[0..10000001]", "bad-bound"},
		{"n: array[int[1..2], 0..10000001]", "bad-bound"},
		{"n: decimal[0..100000000000000000000000000000000000000]", "bad-bound"},
		{"n: decimal[0.01..99999999999999999999999999999999999999]", "bad-bound"},
		{"n: decimal[a..b]", "bad-bound"},
		{"n: double[0..nan]", "bad-bound"},
		{"n: double[0..inf]", "bad-bound"},
		{"n: double[0..1e999]", "bad-bound"},
		{"n: date[2023-02-29..2024-01-01]", "bad-bound"},
		{"n: date[2023-01-01..2023-13-01]", "bad-bound"},
		{"n: timestamp[2024-01-01T24:00:00..2024-02-01]", "bad-bound"},
		{"n: time[00:00..24:00]", "bad-bound"},
		{"n: sequence[a]", "bad-bound"},
		{"n: sequence[1, 0]", "bad-bound"},
		{"n: ref[a.b, x..count]", "bad-bound"},
		{"n: boolean[1.1]", "bad-probability"},
		{"n: boolean[-0.1]", "bad-probability"},
		{"n: boolean[nan]", "bad-probability"},
		{"n: char[1..2, z-a]", "bad-class"},
		{"n: int", "bad-arguments"},
		{"n: int[1..2, 3]", "bad-arguments"},
		{"n: uuid[1]", "bad-arguments"},
		{"n: enum", "bad-arguments"},
		{"n: const", "bad-arguments"},
		{"n: array[int[1..2]]", "bad-arguments"},
		{"n: sequence[1,2,3]", "bad-arguments"},
		{"n: strng", "unknown-datatype"},
		{"n: array[strng, 1..2]", "unknown-datatype"},
		{"n: const[123456789012345678901234567890123456789]", "bad-number"},
		{"n: ref[customer]", "bad-reference"},
		{"n: ref[.id, 1..2]", "bad-reference"},
		{"n: ref[a., 1..2]", "bad-reference"},
		{"n: ref[parent.id]", "no-parent"},
		{"n: ref[customer.id]", "unsupported-reference"},
		{"n: sequence[9223372036854775807]", "sequence-overflow"},
		{"n: sequence[9223372036853775809]", "sequence-overflow"},
		{"n: sequence[-9223372036853775810, -1]", "sequence-overflow"},
		{"n: sequence[0, 9223372036854775807]", "sequence-overflow"},
		{"n: sequence[-9223372036854775808, -1]", "sequence-overflow"},
	};

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++)
		made_refused(cases[k][0], cases[k][1]);
}

/* All types in the registry say what they are, in order, and their examples work. */
static void
registry(void)
{
	struct made made;
	const struct ss_type *type;
	size_t n = 0;

	for (; (type = ss_type_at(n)) != NULL; n++) {
		char field[128];

		CHECK(type->name[0] != '\0' && type->help[0] != '\0');
		CHECK(strncmp(type->syntax, type->name, strlen(type->name)) == 0);
		CHECK(type->bind != NULL && type->fill != NULL && type->describe != NULL);
		CHECK(n == 0 || strcmp(ss_type_at(n - 1)->name, type->name) < 0);
		CHECK(ss_type_named(ss_str(type->name)) == type);
		if (type->example == NULL)
			continue;
		snprintf(field, sizeof(field), "f: %s", type->example);
		if (made_bind(&made, field)) {
			struct ss_buf text = {0};

			type->describe(made.plan.root->children[0], &text);
			check_note(text.len != 0, "%s says nothing", type->name);
			ss_buf_release(&text);
			CHECK(made_column(&made, 0, 0, 100)->length == 100);
			made_release(&made);
		}
	}
	CHECK(n >= 16);
	CHECK(ss_type_named(SS_STR("Int")) != NULL && ss_type_named(SS_STR("in")) == NULL);
}

int
main(void)
{
	RUN(dates);
	RUN(times);
	RUN(timestamps);
	RUN(timestamp_of_dates);
	RUN(refused);
	RUN(registry);
	return check_done();
}
