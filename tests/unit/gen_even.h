/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For tests of datatypes: values of a column, and the test that every value of a range comes and
 * comes as often as any other.
 */
#ifndef SS_TESTS_UNIT_GEN_EVEN_H
#define SS_TESTS_UNIT_GEN_EVEN_H

#include "gen_make.h"
#include "gen_stat.h"

/* Value i of a column of whole numbers of any width. */
static inline SS_UNUSED int64_t
whole(const struct ArrowArray *column, const char *format, size_t i)
{
	const void *p = column->buffers[1];

	switch (format[0]) {
	case 'c': return ((const int8_t *)p)[i];
	case 's': return ((const int16_t *)p)[i];
	case 'i': return ((const int32_t *)p)[i];
	case 't':
		return strncmp(format, "tdD", 3) == 0 || strncmp(format, "tts", 3) == 0 ||
				       strncmp(format, "ttm", 3) == 0
			       ? ((const int32_t *)p)[i]
			       : ((const int64_t *)p)[i];
	default: return ((const int64_t *)p)[i];
	}
}

static inline SS_UNUSED const char *
format_of(const struct made *made, size_t k)
{
	return made->plan.schema.children[k]->format;
}

#define VALUES_MAX 4096

/* The only field of fields draws lo .. lo + n - 1, each as often, and is of this format. */
static inline SS_UNUSED void
expect_even(const char *fields, const char *format, int64_t lo, size_t n, size_t per_value)
{
	static uint32_t counts[VALUES_MAX];
	struct made made;

	memset(counts, 0, sizeof(counts));
	if (!CHECK(n <= VALUES_MAX) || !made_bind(&made, fields))
		return;
	CHECK_STR(format_of(&made, 0), format);
	for (size_t done = 0; done < n * per_value; done += 1000) {
		const struct ArrowArray *column = made_column(&made, 0, done, 1000);

		for (size_t i = 0; i < 1000; i++) {
			int64_t v = whole(column, format, i) - lo;

			if (!check_note(v >= 0 && (size_t)v < n, "\"%s\" makes %" PRId64, fields,
					v + lo))
				goto out;
			counts[v]++;
		}
	}
	if (n > 2)
		stat_uniform(fields, counts, n);
	for (size_t i = 0; i < n; i++)
		check_note(counts[i] != 0, "\"%s\" never makes %" PRId64, fields, lo + (int64_t)i);
out:
	made_release(&made);
}

#endif
