/* SPDX-License-Identifier: Apache-2.0 */
/*
 * array[TYPE, MIN..MAX]: a list of values of any datatype, the length uniform. Each element
 * has an address of its own, so elements are values like any other.
 */
#include <inttypes.h>

#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

/* Address, ordinal and row of an element while it is made. */
#define ELEMENT_BYTES 20.0

struct array_state {
	uint64_t lo, span, max;
};

static enum ss_status
bind_element(struct ss_binder *binder, const struct ss_datatype *datatype,
	     const struct array_state *state, struct ss_op *op, struct ss_err *err)
{
	struct ss_binder inner = *binder;
	struct ss_op *element = ss_arena_alloc(binder->arena, sizeof(*element));
	struct ss_datatype *element_type = ss_arena_alloc(binder->arena, sizeof(*element_type));
	enum ss_status status;

	if (ss_datatype_of_arg(binder->arena, &datatype->args[0], ss_bind_is_raw, element_type,
			       err) != SS_OK)
		return err->status;
	inner.level++;
	inner.element = true;
	if (__builtin_mul_overflow(inner.radix, state->max, &inner.radix))
		inner.radix = 0;
	element->key = ss_key_child(op->key, SS_STR("[]"));
	status = ss_bind_datatype(&inner, element_type, element, err);
	binder->uses_now = inner.uses_now;
	binder->columns = inner.columns;
	binder->text_bytes = inner.text_bytes;
	op->children = ss_arena_alloc(binder->arena, sizeof(*op->children));
	op->children[0] = element;
	op->n_children = 1;
	return status;
}

static enum ss_status
array_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	   struct ss_err *err)
{
	struct array_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	const struct ss_op *element;
	int64_t lo, hi;

	if (ss_bind_arguments(op, 2, 2, err) != SS_OK ||
	    ss_bind_int_range(datatype, &datatype->args[1], 0, SS_ARRAY_LENGTH_MAX, &lo, &hi,
			      err) != SS_OK)
		return err->status;
	*state = (struct array_state){
		.lo = (uint64_t)lo,
		.span = (uint64_t)(hi - lo) + 1,
		.max = SS_MAX((uint64_t)hi, (uint64_t)1),
	};
	op->state = state;
	op->kind = SS_COLUMN_LIST;
	op->format = "+l";
	if (bind_element(binder, datatype, state, op, err) != SS_OK)
		return err->status;
	element = op->children[0];
	op->bytes_expected = 4 + ((double)lo + (double)hi) / 2 * element->bytes_expected;
	op->bytes_worst = 4 + (double)hi * SS_MAX(element->bytes_worst, ELEMENT_BYTES);
	return SS_OK;
}

/* The rows of all elements: addresses, ordinals, and the row that holds each. */
static void
element_rows(const struct array_state *state, const struct ss_rows *rows, const int32_t *offsets,
	     struct ss_rows_scratch *scratch, struct ss_rows *out)
{
	size_t count = (size_t)offsets[rows->count];
	uint64_t *address, *ordinal;
	uint32_t *outer_row;

	ss_buf_clear(&scratch->address);
	ss_buf_clear(&scratch->ordinal);
	ss_buf_clear(&scratch->outer_row);
	address = (uint64_t *)(void *)ss_buf_extend(&scratch->address, count * sizeof(*address));
	ordinal = (uint64_t *)(void *)ss_buf_extend(&scratch->ordinal, count * sizeof(*ordinal));
	outer_row =
		(uint32_t *)(void *)ss_buf_extend(&scratch->outer_row, count * sizeof(*outer_row));
	for (size_t row = 0; row < rows->count; row++) {
		size_t start = (size_t)offsets[row], end = (size_t)offsets[row + 1];
		uint64_t at = ss_rows_address(rows, row);
		uint64_t number = ss_rows_ordinal(rows, row) * state->max;

		for (size_t k = start; k < end; k++) {
			address[k] = ss_address_child(at, k - start);
			ordinal[k] = number + (k - start);
			outer_row[k] = (uint32_t)row;
		}
	}
	*out = (struct ss_rows){
		.count = count,
		.address = address,
		.ordinal = ordinal,
		.outer_row = outer_row,
		.outer = rows,
	};
}

static void
array_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct array_state *state = op->state;
	const struct ss_key key = op->key;
	int32_t *offsets = SS_COLUMN_OFFSETS(column, rows->count + 1);
	struct ss_rows elements;
	int32_t end = 0;

	offsets[0] = 0;
	SS_EACH_ROW(rows, i, addr, {
		end += (int32_t)(state->lo + ss_draw_below(ss_draw_first(key, addr), state->span));
		offsets[i + 1] = end;
	});
	element_rows(state, rows, offsets, &column->element_rows, &elements);
	ss_op_fill(op->children[0], &elements, &column->children[0]);
}

static void
array_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct array_state *state = op->state;

	ss_buf_printf(text, "%" PRIu64 " to %" PRIu64 " elements of %.*s", state->lo,
		      state->lo + state->span - 1, SS_STR_ARGS(op->children[0]->datatype->text));
}

const struct ss_type ss_type_array = {
	.name = "array",
	.syntax = "array[TYPE, MIN..MAX]",
	.help = "list of MIN to MAX values of any datatype",
	.example = "array[int[1..9], 0..5]",
	.bind = array_bind,
	.fill = array_fill,
	.describe = array_describe,
};
