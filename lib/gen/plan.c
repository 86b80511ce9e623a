/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binding a structure, its schema, and filling batches of it.
 */
#include "gen/plan.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/date.h"
#include "gen/bind.h"

static const char *
metadata_of(struct ss_arena *arena, struct ss_buf *metadata)
{
	struct ss_str copy = {0};

	if (metadata->len != 0)
		copy = ss_arena_str(arena, ss_buf_str(metadata));
	ss_buf_release(metadata);
	return copy.p;
}

static const char *
field_metadata(struct ss_arena *arena, const struct ss_op *op)
{
	struct ss_buf metadata = {0};

	if (op->extension != NULL) {
		ss_arrow_metadata_add(&metadata, SS_STR("ARROW:extension:name"),
				      ss_str(op->extension));
		ss_arrow_metadata_add(&metadata, SS_STR("ARROW:extension:metadata"), SS_STR(""));
	}
	if (op->datatype != NULL)
		ss_arrow_metadata_add(&metadata, SS_STR("ss:datatype"), op->datatype->text);
	if (op->reference.len != 0)
		ss_arrow_metadata_add(&metadata, SS_STR("ss:ref"), op->reference);
	if (op->count.len != 0)
		ss_arrow_metadata_add(&metadata, SS_STR("ss:count"), op->count);
	if (op->field != NULL && op->field->description.len != 0)
		ss_arrow_metadata_add(&metadata, SS_STR("ss:description"), op->field->description);
	return metadata_of(arena, &metadata);
}

static void
op_schema(struct ss_arena *arena, const struct ss_op *op, struct ArrowSchema *schema)
{
	static const char *const index_formats[] = {[1] = "c", [2] = "s", [4] = "i"};

	schema->format = op->format;
	schema->name = op->field != NULL ? op->field->name.p : "item";
	schema->metadata = field_metadata(arena, op);
	schema->n_children = (int64_t)op->n_children;
	if (op->dictionary != NULL) {
		schema->format = index_formats[op->width];
		schema->dictionary = ss_arena_alloc(arena, sizeof(*schema->dictionary));
		schema->dictionary->format = op->format;
		schema->dictionary->name = "";
	}
	if (op->n_children == 0)
		return;
	schema->children = ss_arena_calloc(arena, op->n_children, sizeof(*schema->children));
	for (size_t i = 0; i < op->n_children; i++) {
		schema->children[i] = ss_arena_alloc(arena, sizeof(*schema->children[i]));
		op_schema(arena, op->children[i], schema->children[i]);
	}
}

static void
root_schema(struct ss_plan *plan, const struct ss_plan_options *options)
{
	struct ss_buf metadata = {0};
	char text[32];
	char *end;

	op_schema(&plan->arena, plan->root, &plan->schema);
	plan->schema.name = "";
	ss_arrow_metadata_add(&metadata, SS_STR("ss:generator"), SS_STR("0"));
	ss_arrow_metadata_add(&metadata, SS_STR("ss:structure"), plan->structure->name);
	snprintf(text, sizeof(text), "%" PRId64, options->seed);
	ss_arrow_metadata_add(&metadata, SS_STR("ss:seed"), ss_str(text));
	/* Only where it matters: shards of a structure without a clock join whenever they ran. */
	if (plan->uses_now) {
		end = ss_timestamp_put(text, options->now_s, 0, 'T');
		*end++ = 'Z';
		ss_arrow_metadata_add(&metadata, SS_STR("ss:now"),
				      ss_str_n(text, (size_t)(end - text)));
	}
	snprintf(text, sizeof(text), "%" PRIu64, plan->batch_records);
	ss_arrow_metadata_add(&metadata, SS_STR("ss:batch"), ss_str(text));
	plan->schema.metadata = metadata_of(&plan->arena, &metadata);
}

/* The largest power of two whose expected body keeps to L2 and the pipe, and that cannot
 * outgrow 32-bit offsets however the lengths fall. */
static enum ss_status
choose_batch(struct ss_plan *plan, uint64_t asked, struct ss_err *err)
{
	const double expected = plan->root->bytes_expected, worst = plan->root->bytes_worst;
	uint64_t records = asked != 0 ? asked : SS_BATCH_RECORDS_MAX;

	if (expected > (double)SS_BODY_WRITE_MAX || worst > (double)SS_RECORD_WORST_MAX) {
		ss_place_error(err, plan->structure->place, "record-too-large",
			       "a record of \"%.*s\" takes %.0f MiB and can reach %.0f MiB; "
			       "at most 64 MiB and 1024 MiB are possible",
			       SS_STR_ARGS(plan->structure->name), expected / 0x1p20,
			       worst / 0x1p20);
		return ss_err_hint(err, "lower the maximum lengths of arrays and texts");
	}
	if (asked != 0 && worst * (double)asked > (double)SS_RECORD_WORST_MAX) {
		ss_err_set(err, SS_EUSAGE, "batch-too-large",
			   "--batch %" PRIu64 " could make a batch of %.0f MiB", asked,
			   worst * (double)asked / 0x1p20);
		return ss_err_hint(err, "ask for fewer records a batch");
	}
	if (asked == 0)
		while (records > 1 && (expected * (double)records > (double)SS_BATCH_BODY_TARGET ||
				       worst * (double)records > (double)SS_RECORD_WORST_MAX))
			records /= 2;
	plan->batch_records = records;
	return SS_OK;
}

/* A count that nothing asks for is a slip of the pen. */
static enum ss_status
check_ref_counts(const struct ss_option_list *list, const bool *used, struct ss_err *err)
{
	for (size_t i = 0; list != NULL && i < list->count; i++) {
		if (used[i])
			continue;
		ss_err_set(err, SS_EUSAGE, "unused-count",
			   "--ref-count %s: no ref in the structure asks for that count",
			   list->items[i]);
		return ss_err_hint(err, "it serves ref[NAME.field, 1..count]");
	}
	return SS_OK;
}

enum ss_status
ss_plan_bind(struct ss_plan *plan, struct ss_model *model, const struct ss_structure *structure,
	     const struct ss_plan_options *options, struct ss_err *err)
{
	bool used[SS_OPTION_MANY_MAX] = {false};
	struct ss_binder binder = {
		.arena = &plan->arena,
		.model = model,
		.now_s = options->now_s,
		.records = options->records,
		.has_count = options->has_count,
		.ref_counts = options->ref_counts,
		.ref_counts_used = used,
		.radix = 1,
	};

	*plan = (struct ss_plan){.structure = structure};
	plan->root = ss_arena_alloc(&plan->arena, sizeof(*plan->root));
	plan->root->key = ss_key_root(structure->name, options->seed);
	plan->root->type = ss_type_named(SS_STR("object"));
	if (ss_bind_structure(&binder, structure, plan->root, err) != SS_OK ||
	    check_ref_counts(options->ref_counts, used, err) != SS_OK ||
	    choose_batch(plan, options->batch_records, err) != SS_OK) {
		ss_arena_release(&plan->arena);
		return err->status;
	}
	plan->uses_now = binder.uses_now;
	root_schema(plan, options);
	ss_ipc_writer_init(&plan->writer, &plan->schema);
	return SS_OK;
}

void
ss_plan_release(struct ss_plan *plan)
{
	ss_ipc_writer_release(&plan->writer);
	ss_arena_release(&plan->arena);
}

static const char *
child_key(void *ctx, size_t i)
{
	const struct ss_op *op = ctx;

	return i < op->n_children && op->children[i]->field != NULL ? op->children[i]->field->key.p
								    : NULL;
}

/* The child whose key begins path, the longest first since keys may hold dots. */
static const struct ss_op *
match_child(const struct ss_op *op, struct ss_str path)
{
	const struct ss_op *best = NULL;

	for (size_t i = 0; i < op->n_children; i++) {
		const struct ss_field *field = op->children[i]->field;

		if (field == NULL || !ss_str_starts(path, field->key) ||
		    (path.len > field->key.len && path.p[field->key.len] != '.'))
			continue;
		if (best == NULL || field->key.len > best->field->key.len)
			best = op->children[i];
	}
	return best;
}

const struct ss_op *
ss_plan_find(const struct ss_plan *plan, struct ss_str path, struct ss_err *err)
{
	const struct ss_op *op = plan->root, *child;

	for (;;) {
		while (op->kind == SS_COLUMN_LIST && op->n_children == 1)
			op = op->children[0];
		child = match_child(op, path);
		if (child == NULL) {
			const char *near = ss_str_nearest(path, child_key, (void *)(uintptr_t)op);

			ss_err_set(err, SS_EUSAGE, "unknown-field",
				   "structure \"%.*s\" has no field \"%.*s\"",
				   SS_STR_ARGS(plan->structure->name), SS_STR_ARGS(path));
			if (near != NULL)
				ss_err_hint(err, "did you mean \"%s\"?", near);
			return NULL;
		}
		if (path.len == child->field->key.len)
			return child;
		path.p += child->field->key.len + 1;
		path.len -= child->field->key.len + 1;
		op = child;
	}
}

void
ss_maker_init(struct ss_maker *maker, const struct ss_plan *plan)
{
	*maker = (struct ss_maker){.plan = plan};
	ss_column_init(&maker->root, plan->root, &maker->arena);
}

void
ss_maker_release(struct ss_maker *maker)
{
	ss_column_release(&maker->root);
	ss_arena_release(&maker->arena);
}

const struct ArrowArray *
ss_maker_fill(struct ss_maker *maker, uint64_t first, size_t count)
{
	const struct ss_rows rows = {.count = count, .first = first};

	ss_column_clear(&maker->root);
	ss_op_fill(maker->plan->root, &rows, &maker->root);
	ss_column_export(&maker->root, maker->plan->root);
	return &maker->root.array;
}
