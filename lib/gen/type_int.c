/* SPDX-License-Identifier: Apache-2.0 */
/*
 * int[MIN..MAX]: uniform whole numbers, both ends included, 64 bits.
 */
#include "gen/int.h"
#include "gen/types.h"

static enum ss_status
int_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	 struct ss_err *err)
{
	int64_t lo, hi;
	enum ss_status status = ss_bind_arguments(op, 1, 1, err);

	if (status == SS_OK)
		status = ss_bind_int_range(datatype, &datatype->args[0], INT64_MIN, INT64_MAX, &lo,
					   &hi, err);
	if (status == SS_OK)
		ss_int_bind(binder, op, lo, hi, false);
	return status;
}

const struct ss_type ss_type_int = {
	.name = "int",
	.syntax = "int[MIN..MAX]",
	.help = "whole number, uniform, both ends included, 64 bits",
	.example = "int[1..999]",
	.bind = int_bind,
	.fill = ss_int_fill,
	.describe = ss_int_describe,
};
