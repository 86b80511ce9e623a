/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What date, time and timestamp share: uniform whole numbers of some unit between two
 * moments, bound from text.
 */
#ifndef SS_GEN_MOMENT_H
#define SS_GEN_MOMENT_H

#include "gen/bind.h"
#include "model/span.h"

struct ss_moment_state {
	int64_t lo; /* in the column's unit */
	uint64_t span;
	struct ss_str lo_text, hi_text;
};

/* Parses both bounds of the only argument as instants; notes the use of the clock. */
enum ss_status ss_moment_instants(struct ss_binder *binder, const struct ss_datatype *datatype,
				  struct ss_str *lo_text, struct ss_str *hi_text,
				  struct ss_instant *lo, struct ss_instant *hi,
				  struct ss_err *err) SS_NODISCARD;
/* Sets op up for lo..hi in units, width 4 or 8; refuses a reversed range. */
enum ss_status ss_moment_bind(struct ss_binder *binder, struct ss_op *op, int64_t lo, int64_t hi,
			      struct ss_str lo_text, struct ss_str hi_text, unsigned width,
			      const char *format, struct ss_err *err) SS_NODISCARD;
void ss_moment_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column);
void ss_moment_describe(const struct ss_op *op, struct ss_buf *text);

/* Digits of a fraction as the unit that holds them: 0 s, 1..3 ms, 4..6 µs, and its size. */
unsigned ss_moment_unit(unsigned digits, int64_t *micros_per_unit) SS_NODISCARD;

#endif
