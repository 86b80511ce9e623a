/* SPDX-License-Identifier: Apache-2.0 */
/*
 * References. ref[s.f, A..B] and ref[s.f, A..count] draw a key from a range, as foreign keys
 * to dense ids do; ref[parent.f] takes the value of the record that embeds this one, by
 * recomputing it: values are pure functions, so nothing has to be passed down.
 *
 * Both are a target op filled at the rows that hold these, some arrays further out.
 */
#include <inttypes.h>

#include "gen/int.h"
#include "gen/types.h"

struct ref_state {
	const struct ss_op *target;
	unsigned levels;    /* arrays between this value and the record that holds the target */
	struct ss_str name; /* as written: "customer.id" */
};

static const char *
field_key(void *ctx, size_t i)
{
	const struct ss_structure *structure = ctx;

	return i < structure->n_fields ? structure->fields[i].key.p : NULL;
}

static enum ss_status
bind_parent(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_str key,
	    struct ss_op *op, struct ref_state *state, struct ss_err *err)
{
	const struct ss_scope *scope =
		binder->element || binder->scope == NULL ? binder->scope : binder->scope->outer;
	const struct ss_datatype_arg *arg = datatype->args;
	const struct ss_field *field;
	struct ss_binder outer = *binder;
	struct ss_op *target;

	if (scope == NULL) {
		ss_place_error(err, arg->place, "no-parent",
			       "ref[%.*s] has no parent: this structure is not nested in another",
			       SS_STR_ARGS(arg->text));
		return ss_err_hint(err, "generate the structure that embeds it");
	}
	field = ss_structure_field(scope->structure, key);
	if (field == NULL) {
		const char *near =
			ss_str_nearest(key, field_key, (void *)(uintptr_t)scope->structure);

		ss_place_error(err, arg->place, "unknown-field",
			       "the parent structure \"%.*s\" has no field \"%.*s\"",
			       SS_STR_ARGS(scope->structure->name), SS_STR_ARGS(key));
		if (near != NULL)
			ss_err_hint(err, "did you mean \"%s\"?", near);
		return err->status;
	}
	if (ss_bind_holds_records(binder, field)) {
		ss_place_error(err, arg->place, "bad-reference",
			       "ref[%.*s] wants a single value; \"%.*s\" is a list or record",
			       SS_STR_ARGS(arg->text), SS_STR_ARGS(key));
		return ss_err_hint(err, "refer to a field with one value");
	}
	state->levels = binder->level - scope->level;
	outer.level = scope->level;
	outer.element = false;
	outer.radix = scope->radix;
	if (ss_bind_field(&outer, scope, field, &target, err) != SS_OK)
		return err->status;
	binder->uses_now = binder->uses_now || outer.uses_now;
	binder->text_bytes = outer.text_bytes;
	state->target = target;
	op->reference = ss_str(ss_arena_printf(
		binder->arena, "%.*s.%.*s", SS_STR_ARGS(scope->structure->name), SS_STR_ARGS(key)));
	return SS_OK;
}

/* The count behind "A..count": what --ref-count says of the structure, else the run's. */
static enum ss_status
find_count(const struct ss_binder *binder, const struct ss_datatype_arg *arg,
	   struct ss_str structure, int64_t *count, struct ss_err *err)
{
	const struct ss_option_list *list = binder->ref_counts;
	uint64_t value = binder->records;
	bool found = binder->has_count;

	for (size_t i = 0; list != NULL && i < list->count; i++) {
		struct ss_str item = ss_str(list->items[i]);
		ptrdiff_t equals = ss_str_find(item, SS_STR("="));

		if (equals < 0 || !ss_str_eq(ss_str_n(item.p, (size_t)equals), structure))
			continue;
		if (!ss_num_parse_count(ss_str(item.p + equals + 1), &value))
			continue;
		found = true;
		binder->ref_counts_used[i] = true;
	}
	if (!found || value > INT64_MAX) {
		ss_place_error(err, arg->place, "no-count",
			       "the count of \"%.*s\" is not known to this run",
			       SS_STR_ARGS(structure));
		return ss_err_hint(err, "say it with --ref-count %.*s=N", SS_STR_ARGS(structure));
	}
	*count = (int64_t)value;
	return SS_OK;
}

static enum ss_status
bind_range(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_str structure,
	   struct ss_op *op, struct ref_state *state, struct ss_err *err)
{
	const struct ss_datatype_arg *arg = &datatype->args[1];
	struct ss_op *target = ss_arena_alloc(binder->arena, sizeof(*target));
	struct ss_str lo_text, hi_text;
	int64_t lo, hi;
	bool wide;

	if (ss_datatype_range(datatype, arg, &lo_text, &hi_text, err) != SS_OK)
		return err->status;
	wide = ss_str_eq(hi_text, SS_STR("count"));
	if (!wide) {
		if (ss_bind_int_range(datatype, arg, INT64_MIN, INT64_MAX, &lo, &hi, err) != SS_OK)
			return err->status;
	} else {
		if (!ss_str_to_i64(lo_text, &lo)) {
			ss_place_error(err, arg->place, "bad-bound",
				       "ref wants a whole number before ..count, not \"%.*s\"",
				       SS_STR_ARGS(lo_text));
			return ss_err_hint(err, "write for example ref[%.*s, 1..count]",
					   SS_STR_ARGS(datatype->args[0].text));
		}
		if (find_count(binder, arg, structure, &hi, err) != SS_OK)
			return err->status;
		op->count = ss_str(ss_arena_printf(binder->arena, "%" PRId64, hi));
		if (lo > hi && binder->records != 0) {
			ss_place_error(err, arg->place, "reversed-range",
				       "ref range: min %" PRId64 " is above the count %" PRId64, lo,
				       hi);
			return ss_err_hint(err, "generate more records or say --ref-count %.*s=N",
					   SS_STR_ARGS(structure));
		}
	}
	target->key = op->key;
	ss_int_bind(binder, target, lo, SS_MAX(lo, hi), wide);
	target->type = &ss_type_int;
	state->target = target;
	return SS_OK;
}

static enum ss_status
ref_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
	 struct ss_err *err)
{
	struct ref_state *state = ss_arena_alloc(binder->arena, sizeof(*state));
	const struct ss_datatype_arg *arg = datatype->args;
	struct ss_str structure, key;
	ptrdiff_t dot;

	if (ss_bind_arguments(op, 1, 2, err) != SS_OK)
		return err->status;
	dot = ss_str_find(arg->text, SS_STR("."));
	if (dot <= 0 || (size_t)dot + 1 == arg->text.len) {
		ss_place_error(err, arg->place, "bad-reference",
			       "ref wants STRUCTURE.FIELD, not \"%.*s\"", SS_STR_ARGS(arg->text));
		return ss_err_hint(err, "write ref[customer.id, 1..100] or ref[parent.id]");
	}
	structure = ss_str_n(arg->text.p, (size_t)dot);
	key = ss_str_n(arg->text.p + dot + 1, arg->text.len - (size_t)dot - 1);
	state->name = arg->text;
	if (datatype->n_args == 2) {
		if (bind_range(binder, datatype, structure, op, state, err) != SS_OK)
			return err->status;
		op->reference = arg->text;
	} else if (ss_str_eq(structure, SS_STR("parent"))) {
		if (bind_parent(binder, datatype, key, op, state, err) != SS_OK)
			return err->status;
	} else {
		ss_place_error(err, datatype->place, "unsupported-reference",
			       "ref[%.*s] without a range is not supported yet",
			       SS_STR_ARGS(arg->text));
		return ss_err_hint(err, "write ref[%.*s, 1..count] or ref[%.*s, 1..N]",
				   SS_STR_ARGS(arg->text), SS_STR_ARGS(arg->text));
	}
	op->state = state;
	op->kind = state->target->kind;
	op->format = state->target->format;
	op->extension = state->target->extension;
	op->width = state->target->width;
	op->dictionary = state->target->dictionary;
	op->bytes_expected = state->target->bytes_expected;
	op->bytes_worst = state->target->bytes_worst;
	return SS_OK;
}

static void
ref_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
{
	const struct ref_state *state = op->state;
	struct ss_rows holders;

	ss_rows_climb(rows, state->levels, &column->climb, &holders);
	state->target->type->fill(state->target, &holders, column);
}

static void
ref_describe(const struct ss_op *op, struct ss_buf *text)
{
	const struct ref_state *state = op->state;

	ss_buf_printf(text, "refers to %.*s: ", SS_STR_ARGS(state->name));
	state->target->type->describe(state->target, text);
}

const struct ss_type ss_type_ref = {
	.name = "ref",
	.syntax = "ref[STRUCTURE.FIELD, MIN..MAX]",
	.help = "key of another structure, up to MAX or \"count\"; ref[parent.FIELD] for the "
		"embedding record's",
	.example = "ref[customer.id, 1..100]",
	.bind = ref_bind,
	.fill = ref_fill,
	.describe = ref_describe,
};
