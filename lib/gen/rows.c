/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Climbing from elements to the records that hold them, for references.
 */
#include "gen/rows.h"

void
ss_rows_climb(const struct ss_rows *rows, unsigned levels, struct ss_rows_scratch *scratch,
	      struct ss_rows *out)
{
	const struct ss_rows *up = rows;
	uint64_t *address, *ordinal;
	uint32_t *row;

	if (levels == 0) {
		*out = *rows;
		return;
	}
	ss_buf_clear(&scratch->outer_row);
	ss_buf_clear(&scratch->address);
	ss_buf_clear(&scratch->ordinal);
	row = (uint32_t *)(void *)ss_buf_extend(&scratch->outer_row, rows->count * sizeof(*row));
	address = (uint64_t *)(void *)ss_buf_extend(&scratch->address,
						    rows->count * sizeof(*address));
	ordinal = (uint64_t *)(void *)ss_buf_extend(&scratch->ordinal,
						    rows->count * sizeof(*ordinal));
	for (size_t i = 0; i < rows->count; i++)
		row[i] = rows->outer_row[i];
	up = rows->outer;
	for (unsigned level = 1; level < levels; level++) {
		for (size_t i = 0; i < rows->count; i++)
			row[i] = up->outer_row[row[i]];
		up = up->outer;
	}
	for (size_t i = 0; i < rows->count; i++) {
		address[i] = ss_rows_address(up, row[i]);
		ordinal[i] = ss_rows_ordinal(up, row[i]);
	}
	if (up->outer_row != NULL)
		for (size_t i = 0; i < rows->count; i++)
			row[i] = up->outer_row[row[i]];
	*out = (struct ss_rows){
		.count = rows->count,
		.address = address,
		.ordinal = ordinal,
		.outer_row = up->outer_row != NULL ? row : NULL,
		.outer = up->outer,
	};
}

void
ss_rows_scratch_release(struct ss_rows_scratch *scratch)
{
	ss_buf_release(&scratch->address);
	ss_buf_release(&scratch->ordinal);
	ss_buf_release(&scratch->outer_row);
}
