/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uuid: random UUIDs of version 4, variant 10 (RFC 9562, section 5.4), as Arrow's extension
 * type arrow.uuid. Bytes 0 to 7 are draw 0 and bytes 8 to 15 draw 1, little endian, with the
 * six fixed bits put in.
 */
#include "gen/bind.h"
#include "gen/each.h"
#include "gen/types.h"

static enum ss_status
uuid_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	  struct ss_err *err)
{
	(void)binder;
	(void)datatype;
	if (ss_bind_arguments(op, 0, 0, err) != SS_OK)
		return err->status;
	op->kind = SS_COLUMN_FIXED;
	op->width = 16;
	op->format = "w:16";
	op->extension = "arrow.uuid";
	return SS_OK;
}

static void
uuid_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct ss_key key = op->key;
	uint64_t *out = SS_COLUMN_VALUES(column, uint64_t, rows->count * 2);

	/* Byte 6 holds the version in its high half, byte 8 the variant in its top bits. */
	SS_EACH_ROW(rows, i, addr, {
		struct ss_draws d = ss_draws(key, addr);

		out[2 * i] = (ss_draw(d, 0) & 0xFF0FFFFFFFFFFFFFu) | 0x0040000000000000u;
		out[2 * i + 1] = (ss_draw(d, 1) & 0xFFFFFFFFFFFFFF3Fu) | 0x80u;
	});
}

static void
uuid_describe(const struct ss_op *op, struct ss_buf *text)
{
	(void)op;
	ss_buf_printf(text, "random UUIDs of version 4");
}

const struct ss_type ss_type_uuid = {
	.name = "uuid",
	.syntax = "uuid",
	.help = "random UUID of version 4",
	.example = "uuid",
	.bind = uuid_bind,
	.fill = uuid_fill,
	.describe = uuid_describe,
};
