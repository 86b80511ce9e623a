/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Uniform whole numbers between two bounds, shared by int and ref.
 */
#ifndef SS_GEN_INT_H
#define SS_GEN_INT_H

#include "gen/bind.h"

/* Sets op's column (the narrowest integer, or int64 when wide) and state. lo <= hi. */
void ss_int_bind(struct ss_binder *binder, struct ss_op *op, int64_t lo, int64_t hi, bool wide);
void ss_int_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column);
void ss_int_describe(const struct ss_op *op, struct ss_buf *text);

#endif
