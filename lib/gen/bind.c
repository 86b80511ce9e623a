/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binding datatypes and structures: where every mistake of the user's is found, before the
 * first byte of output.
 */
#include "gen/bind.h"

#include <inttypes.h>

#include "gen/types.h"

static const char *
type_name(void *ctx, size_t i)
{
	const struct ss_type *type = ss_type_at(i);

	(void)ctx;
	return type != NULL ? type->name : NULL;
}

bool
ss_bind_is_raw(struct ss_str name)
{
	(void)name;
	return false;
}

static enum ss_status
unknown_datatype(const struct ss_datatype *datatype, struct ss_err *err)
{
	const char *near = ss_str_nearest(datatype->name, type_name, NULL);

	ss_place_error(err, datatype->place, "unknown-datatype", "unknown datatype \"%.*s\"",
		       SS_STR_ARGS(datatype->name));
	if (near != NULL)
		return ss_err_hint(err, "did you mean \"%s\"?", near);
	return ss_err_hint(err, "ss-gen --types lists what there is");
}

enum ss_status
ss_bind_datatype(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
		 struct ss_err *err)
{
	const struct ss_type *type = ss_type_named(datatype->name);

	if (type == NULL)
		return unknown_datatype(datatype, err);
	op->type = type;
	op->datatype = datatype;
	if (++binder->columns > SS_COLUMNS_MAX)
		return ss_place_error(err, datatype->place, "too-many-columns",
				      "more than %d columns, nested ones counted", SS_COLUMNS_MAX);
	binder->text_bytes += datatype->text.len;
	if (binder->text_bytes > SS_DATATYPE_BYTES_MAX)
		return ss_place_error(err, datatype->place, "too-large",
				      "more than %d bytes of datatypes, aliases written out",
				      SS_DATATYPE_BYTES_MAX);
	if (++binder->depth > SS_STRUCTURE_DEPTH_MAX)
		return ss_place_error(err, datatype->place, "too-deep",
				      "more than %d objects and arrays inside each other",
				      SS_STRUCTURE_DEPTH_MAX);
	if (type->bind(binder, datatype, op, err) != SS_OK)
		return err->status;
	binder->depth--;
	if (op->bytes_worst == 0) {
		op->bytes_expected = op->kind == SS_COLUMN_BITS ? 0.125 : op->width;
		op->bytes_worst = op->kind == SS_COLUMN_BITS ? 1 : op->width;
	}
	return SS_OK;
}

enum ss_status
ss_bind_field(struct ss_binder *binder, const struct ss_scope *scope, const struct ss_field *field,
	      struct ss_op **op, struct ss_err *err)
{
	struct ss_binder inner = *binder;
	struct ss_datatype *datatype = ss_arena_alloc(binder->arena, sizeof(*datatype));
	enum ss_status status;

	*op = ss_arena_alloc(binder->arena, sizeof(**op));
	(*op)->field = field;
	(*op)->key = ss_key_child(scope->key, field->key);
	inner.scope = scope;
	inner.element = false;
	status = ss_datatype_parse(binder->arena, field->datatype_text, field->place,
				   ss_bind_is_raw, datatype, err);
	if (status == SS_OK)
		status = ss_bind_datatype(&inner, datatype, *op, err);
	binder->uses_now = inner.uses_now;
	binder->columns = inner.columns;
	binder->text_bytes = inner.text_bytes;
	if (status != SS_OK)
		ss_err_path(err, field->key);
	return status;
}

enum ss_status
ss_bind_structure(struct ss_binder *binder, const struct ss_structure *structure, struct ss_op *op,
		  struct ss_err *err)
{
	struct ss_scope *scope = ss_arena_alloc(binder->arena, sizeof(*scope));

	*scope = (struct ss_scope){
		.structure = structure,
		.key = op->key,
		.level = binder->level,
		.radix = binder->radix,
		.outer = binder->scope,
	};
	op->kind = SS_COLUMN_STRUCT;
	op->format = "+s";
	op->children = ss_arena_calloc(binder->arena, structure->n_fields, sizeof(*op->children));
	for (size_t i = 0; i < structure->n_fields; i++) {
		struct ss_op *child;

		/* Hidden fields are bound all the same: they must be right. */
		if (ss_bind_field(binder, scope, &structure->fields[i], &child, err) != SS_OK)
			return err->status;
		if (structure->fields[i].hidden)
			continue;
		op->children[op->n_children++] = child;
		op->bytes_expected += child->bytes_expected;
		op->bytes_worst += child->bytes_worst;
	}
	return SS_OK;
}

enum ss_status
ss_bind_arguments(const struct ss_op *op, size_t least, size_t most, struct ss_err *err)
{
	const struct ss_datatype *datatype = op->datatype;

	if (datatype->n_args >= least && datatype->n_args <= most &&
	    (datatype->n_args != 0 || !datatype->brackets))
		return SS_OK;
	ss_place_error(err, datatype->place, "bad-arguments", "\"%.*s\" is not how %s is written",
		       SS_STR_ARGS(datatype->text), op->type->name);
	if (op->type->example != NULL && strcmp(op->type->example, op->type->syntax) != 0)
		return ss_err_hint(err, "write %s, for example %s", op->type->syntax,
				   op->type->example);
	return ss_err_hint(err, "write %s", op->type->syntax);
}

enum ss_status
ss_bind_reversed(const struct ss_datatype *datatype, struct ss_str lo, struct ss_str hi,
		 struct ss_err *err)
{
	ss_place_error(err, datatype->place, "reversed-range",
		       "%.*s range: min %.*s is above max %.*s", SS_STR_ARGS(datatype->name),
		       SS_STR_ARGS(lo), SS_STR_ARGS(hi));
	return ss_err_hint(err, "put the smaller bound first");
}

enum ss_status
ss_bind_int_range(const struct ss_datatype *datatype, const struct ss_datatype_arg *arg,
		  int64_t least, int64_t most, int64_t *lo, int64_t *hi, struct ss_err *err)
{
	struct ss_str lo_text, hi_text, bad;

	if (ss_datatype_range(datatype, arg, &lo_text, &hi_text, err) != SS_OK)
		return err->status;
	bad = lo_text;
	if (ss_str_to_i64(lo_text, lo) && *lo >= least && *lo <= most) {
		bad = hi_text;
		if (ss_str_to_i64(hi_text, hi) && *hi >= least && *hi <= most) {
			if (*lo <= *hi)
				return SS_OK;
			return ss_bind_reversed(datatype, lo_text, hi_text, err);
		}
	}
	ss_place_error(err, arg->place, "bad-bound",
		       "%.*s wants whole numbers from %" PRId64 " to %" PRId64
		       " as bounds, not \"%.*s\"",
		       SS_STR_ARGS(datatype->name), least, most, SS_STR_ARGS(bad));
	return err->status;
}

void
ss_bind_int_column(struct ss_op *op, int64_t lo, int64_t hi)
{
	static const char *const formats[] = {"c", "s", "i", "l"};
	unsigned k = lo >= INT8_MIN && hi <= INT8_MAX	  ? 0
		     : lo >= INT16_MIN && hi <= INT16_MAX ? 1
		     : lo >= INT32_MIN && hi <= INT32_MAX ? 2
							  : 3;

	op->kind = SS_COLUMN_FIXED;
	op->width = 1u << k;
	op->format = formats[k];
}

void
ss_bind_dictionary(struct ss_binder *binder, struct ss_op *op, const struct ss_str *values,
		   size_t count)
{
	op->kind = SS_COLUMN_FIXED;
	op->width = count <= 128 ? 1 : count <= 32768 ? 2 : 4;
	op->format = "u";
	op->dictionary = ss_dictionary_new(binder->arena, values, count);
}

bool
ss_bind_holds_records(struct ss_binder *binder, const struct ss_field *field)
{
	struct ss_datatype datatype;
	struct ss_err ignored;
	const struct ss_type *type;

	if (ss_datatype_parse(binder->arena, field->datatype_text, field->place, ss_bind_is_raw,
			      &datatype, &ignored) != SS_OK)
		return false;
	type = ss_type_named(datatype.name);
	return type == &ss_type_array || type == &ss_type_object;
}
