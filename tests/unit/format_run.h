/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a format over one batch and keeps what came out, for the format tests.
 */
#ifndef SS_TESTS_FORMAT_RUN_H
#define SS_TESTS_FORMAT_RUN_H

#include "check.h"
#include "format_make.h"
#include "format/format.h"

struct outcome {
	struct ss_buf out;
	struct ss_err err;
	enum ss_status status;
};

/* options: the format's own struct, or NULL for the defaults. The batch is sent rounds times. */
static inline struct outcome
run_format_times(const char *name, const void *options, struct ss_arena *arena, size_t n,
		 struct ArrowSchema *const *fields, size_t rows, struct ArrowArray *const *columns,
		 unsigned terminal, unsigned rounds)
{
	const struct ss_format *format = ss_format_named(name);
	struct ss_format_context context = {.workers = 1, .terminal_columns = terminal};
	struct outcome o = {0};
	uint64_t zero[32] = {0};
	void *state;

	o.status = format->open(make_schema(arena, "+s", "", n, fields), options ? options : zero,
				&context, &state, &o.out, &o.err);
	for (unsigned i = 0; i < rounds && o.status == SS_OK; i++)
		o.status = format->encode(state, 0, make_struct(arena, rows, NULL, n, columns),
					  (uint64_t)i * rows, &o.out, &o.err);
	if (state != NULL)
		format->close(state, o.status == SS_OK, &o.out);
	return o;
}

static inline struct outcome
run_format(const char *name, const void *options, struct ss_arena *arena, size_t n,
	   struct ArrowSchema *const *fields, size_t rows, struct ArrowArray *const *columns)
{
	return run_format_times(name, options, arena, n, fields, rows, columns, 0, 1);
}

/* One column. */
static inline struct outcome
run_column(const char *name, const void *options, struct ss_arena *arena, struct ArrowSchema *field,
	   struct ArrowArray *column)
{
	return run_format(name, options, arena, 1, &field, (size_t)column->length, &column);
}

#define CHECK_OUTCOME(o, want)                                                          \
	do {                                                                            \
		struct outcome o_ = (o);                                                \
		CHECK_EQ_I64(o_.status, SS_OK);                                         \
		CHECK_STRN(o_.out.p ? (const char *)o_.out.p : "", o_.out.len, (want)); \
		ss_buf_release(&o_.out);                                                \
	} while (0)

#define CHECK_REFUSED(o, want_status, want_code, want_message) \
	do {                                                   \
		struct outcome o_ = (o);                       \
		CHECK_EQ_I64(o_.status, (want_status));        \
		if (CHECK(o_.err.code != NULL))                \
			CHECK_STR(o_.err.code, (want_code));   \
		CHECK_STR(o_.err.message, (want_message));     \
		CHECK(o_.err.hint[0] != '\0');                 \
		ss_buf_release(&o_.out);                       \
	} while (0)

#endif
