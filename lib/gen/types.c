/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of datatypes, and the one call that fills a column.
 */
#include "gen/types.h"

static const struct ss_type *const types[] = {
#define SS_TYPE(name) &ss_type_##name,
#include "gen/types.def"
#undef SS_TYPE
};

const struct ss_type *
ss_type_at(size_t i)
{
	return i < SS_ARRAY_LEN(types) ? types[i] : NULL;
}

const struct ss_type *
ss_type_named(struct ss_str name)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(types); i++)
		if (ss_str_eq_nocase(name, ss_str(types[i]->name)))
			return types[i];
	return NULL;
}

void
ss_op_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	column->length = rows->count;
	op->type->fill(op, rows, column);
}
