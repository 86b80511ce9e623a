/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which values to make: the addresses of a run of rows. At the top they are consecutive
 * record numbers; inside arrays each element has an address of its own and knows the row of
 * the record that holds it, so that references can climb.
 */
#ifndef SS_GEN_ROWS_H
#define SS_GEN_ROWS_H

#include "base/buf.h"
#include "base/defs.h"

struct ss_rows {
	size_t count;
	uint64_t first;		   /* address and ordinal of row 0 when the vectors are NULL */
	const uint64_t *address;   /* what values are drawn from; NULL: first + i */
	const uint64_t *ordinal;   /* number behind sequence: mixed radix of record number and
				   * element indices by the arrays' maximum lengths */
	const uint32_t *outer_row; /* of each row in outer; NULL at the top */
	const struct ss_rows *outer;
};

static inline uint64_t
ss_rows_address(const struct ss_rows *rows, size_t i)
{
	return rows->address != NULL ? rows->address[i] : rows->first + i;
}

static inline uint64_t
ss_rows_ordinal(const struct ss_rows *rows, size_t i)
{
	return rows->ordinal != NULL ? rows->ordinal[i] : rows->first + i;
}

/* The rows that hold these, as many as there are rows here (a holder repeats): what
 * ref[parent.f] recomputes. levels counts arrays on the way, at most as deep as rows are.
 * The vectors live in scratch, which may be used again afterwards. */
struct ss_rows_scratch {
	struct ss_buf address, ordinal, outer_row;
};

void ss_rows_climb(const struct ss_rows *rows, unsigned levels, struct ss_rows_scratch *scratch,
		   struct ss_rows *out);
void ss_rows_scratch_release(struct ss_rows_scratch *scratch);

#endif
