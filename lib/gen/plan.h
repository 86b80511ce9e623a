/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A plan: a structure bound to datatypes, with the schema of its stream. Bound once, const
 * afterwards, shared by all workers. A maker fills batches of a plan, one maker a worker.
 */
#ifndef SS_GEN_PLAN_H
#define SS_GEN_PLAN_H

#include "arrow/write.h"
#include "base/option.h"
#include "gen/type.h"

struct ss_plan_options {
	int64_t seed;
	int64_t now_s;		/* seconds since the epoch */
	uint64_t records;	/* record numbers stay below this */
	bool has_count;		/* records is the whole run's count, see ss_binder */
	uint64_t batch_records; /* --batch, 0 for the default */
	const struct ss_option_list *ref_counts; /* "NAME=COUNT" each, checked; may be NULL */
};

struct ss_plan {
	struct ss_arena arena;
	const struct ss_structure *structure;
	struct ss_op *root; /* kind STRUCT */
	struct ArrowSchema schema;
	struct ss_ipc_writer writer;
	uint64_t batch_records; /* a power of two */
	bool uses_now;
};

/* Binds structure, which the model owns; model and structure must outlive the plan. */
enum ss_status ss_plan_bind(struct ss_plan *plan, struct ss_model *model,
			    const struct ss_structure *structure,
			    const struct ss_plan_options *options, struct ss_err *err) SS_NODISCARD;
void ss_plan_release(struct ss_plan *plan);

/* The op at a path of keys ("line_items.unit_price"; an array is passed through), or NULL
 * with an error that names the nearest key. */
const struct ss_op *ss_plan_find(const struct ss_plan *plan, struct ss_str path,
				 struct ss_err *err) SS_NODISCARD;

struct ss_maker {
	const struct ss_plan *plan;
	struct ss_arena arena;
	struct ss_column root;
};

void ss_maker_init(struct ss_maker *maker, const struct ss_plan *plan);
void ss_maker_release(struct ss_maker *maker);
/* Makes records first .. first + count - 1; the array is good until the next call. */
const struct ArrowArray *ss_maker_fill(struct ss_maker *maker, uint64_t first, size_t count);

#endif
