/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object[NAME]: the fields of another structure as a nested record.
 */
#include "gen/bind.h"
#include "gen/types.h"

/* Refuses a structure that contains itself, and spells the circle out. */
static enum ss_status
check_circle(const struct ss_binder *binder, const struct ss_structure *nested,
	     const struct ss_datatype *datatype, struct ss_err *err)
{
	struct ss_buf circle = {0};
	const struct ss_scope *scope = binder->scope;

	while (scope != NULL && scope->structure != nested)
		scope = scope->outer;
	if (scope == NULL)
		return SS_OK;
	ss_buf_puts(&circle, nested->name);
	for (const struct ss_scope *s = binder->scope; s != scope->outer; s = s->outer) {
		struct ss_buf front = {0};

		ss_buf_puts(&front, s->structure->name);
		ss_buf_puts(&front, SS_STR(" -> "));
		ss_buf_put(&front, circle.p, circle.len);
		ss_buf_release(&circle);
		circle = front;
	}
	ss_place_error(err, datatype->place, "circular-structure",
		       "structure \"%.*s\" contains itself: %.*s", SS_STR_ARGS(nested->name),
		       SS_STR_ARGS(ss_buf_str(&circle)));
	ss_buf_release(&circle);
	return ss_err_hint(err, "refer to the other record by its key instead of nesting it");
}

static enum ss_status
object_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	    struct ss_err *err)
{
	const struct ss_structure *nested;

	if (ss_bind_arguments(op, 1, 1, err) != SS_OK ||
	    ss_model_nested(binder->model, binder->scope->structure->file, datatype->args[0].text,
			    datatype->args[0].place, &nested, err) != SS_OK ||
	    check_circle(binder, nested, datatype, err) != SS_OK)
		return err->status;
	return ss_bind_structure(binder, nested, op, err);
}

static void
object_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	for (size_t i = 0; i < op->n_children; i++)
		ss_op_fill(op->children[i], rows, &column->children[i]);
}

static void
object_describe(const struct ss_op *op, struct ss_buf *text)
{
	ss_buf_printf(text, "nested record of %zu fields", op->n_children);
}

const struct ss_type ss_type_object = {
	.name = "object",
	.syntax = "object[NAME]",
	.help = "nested record: the fields of structure NAME, from NAME.yaml beside the file",
	.example = NULL,
	.bind = object_bind,
	.fill = object_fill,
	.describe = object_describe,
};
