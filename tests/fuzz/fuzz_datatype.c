/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes as a datatype expression, its arguments as datatypes of their own and as ranges. What
 * parses has its texts inside the expression, and parses the same way again.
 */
#include "fuzz.h"

#include "model/datatype.h"

#define DEPTH_MAX 40

static bool
is_raw(struct ss_str name)
{
	return ss_str_eq_nocase(name, SS_STR("regex")) || ss_str_eq_nocase(name, SS_STR("expr"));
}

static void
check_place(struct ss_place place, int line)
{
	FUZZ_CHECK(place.line >= line && place.column >= 1, "%d:%d", place.line, place.column);
}

static void
check(struct ss_arena *arena, const struct ss_datatype *d, unsigned depth)
{
	struct ss_err err = {0};
	struct ss_datatype again;

	FUZZ_CHECK(d->name.len > 0, "no name");
	FUZZ_CHECK(d->brackets || d->n_args == 0, "arguments without brackets");
	check_place(d->place, 3);
	FUZZ_CHECK(ss_datatype_parse(arena, d->text, d->place, is_raw, &again, &err) == SS_OK,
		   "what parsed does not: %s", err.message);
	FUZZ_CHECK(again.n_args == d->n_args && ss_str_eq(again.name, d->name), "parsed otherwise");
	for (size_t i = 0; i < d->n_args; i++) {
		const struct ss_datatype_arg *arg = &d->args[i];
		struct ss_datatype inner;
		struct ss_str lo, hi;

		check_place(arg->place, 3);
		FUZZ_CHECK(ss_str_eq(arg->text, again.args[i].text) &&
				   arg->quoted == again.args[i].quoted,
			   "argument %zu parsed otherwise", i);
		if (arg->quoted)
			continue;
		FUZZ_CHECK(arg->text.p >= d->text.p &&
				   arg->text.p + arg->text.len <= d->text.p + d->text.len,
			   "argument %zu lies elsewhere", i);
		if (ss_datatype_range(d, arg, &lo, &hi, &err) == SS_OK)
			FUZZ_CHECK(lo.len > 0 && hi.len > 0, "an empty bound");
		else
			fuzz_check_error(SS_EUSAGE, &err);
		if (depth == 0)
			continue;
		if (ss_datatype_of_arg(arena, arg, is_raw, &inner, &err) == SS_OK)
			check(arena, &inner, depth - 1);
		else
			fuzz_check_error(SS_EUSAGE, &err);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ss_place place = {"fuzz.yaml", 3, 7};
	uint8_t *copy = fuzz_copy(data, size);
	struct ss_arena arena = {0};
	struct ss_datatype datatype;
	struct ss_err err = {0};
	enum ss_status status = ss_datatype_parse(&arena, ss_str_n((const char *)copy, size), place,
						  is_raw, &datatype, &err);

	if (status == SS_OK) {
		check(&arena, &datatype, size > 2000 ? 1 : DEPTH_MAX);
	} else {
		fuzz_check_error(SS_EUSAGE, &err);
		FUZZ_CHECK(err.line >= place.line && err.column >= 1, "no place");
	}
	ss_arena_release(&arena);
	free(copy);
	return 0;
}
