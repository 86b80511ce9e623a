/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For tests of lib/gen: binds fields written as with -e, or a structure file, and fills batches
 * in this process. One struct made at a time holds model, plan and maker together.
 */
#ifndef SS_TESTS_UNIT_GEN_MAKE_H
#define SS_TESTS_UNIT_GEN_MAKE_H

#include "check.h"

#include "gen/plan.h"

struct made {
	struct ss_model model;
	struct ss_plan plan;
	struct ss_maker maker;
	struct ss_err err;
	bool bound;
};

/* 2026-12-01T00:00:00Z, a million records, seed 7. */
#define MADE_OPTIONS                                                                  \
	{                                                                             \
		.seed = 7, .now_s = 1796083200, .records = 1000000, .has_count = true \
	}

/* Binds fields with options; the error stays in made->err. */
static inline SS_UNUSED bool
made_try(struct made *made, const char *fields, const struct ss_plan_options *options)
{
	const struct ss_structure *structure;
	enum ss_status status;

	memset(made, 0, sizeof(*made));
	status = ss_model_inline(&made->model, fields, &structure, &made->err);
	if (status == SS_OK)
		status = ss_plan_bind(&made->plan, &made->model, structure, options, &made->err);
	if (status != SS_OK) {
		ss_model_release(&made->model);
		return false;
	}
	ss_maker_init(&made->maker, &made->plan);
	made->bound = true;
	return true;
}

static inline SS_UNUSED bool
made_bind(struct made *made, const char *fields)
{
	const struct ss_plan_options options = MADE_OPTIONS;

	return check_note(made_try(made, fields, &options), "\"%s\": %s", fields,
			  made->err.message);
}

/* As made_bind, for a structure file (nested ones stand beside it). */
static inline SS_UNUSED bool
made_load(struct made *made, const char *path)
{
	const struct ss_plan_options options = MADE_OPTIONS;
	const struct ss_structure *structure;

	memset(made, 0, sizeof(*made));
	if (ss_model_load(&made->model, path, &structure, &made->err) != SS_OK ||
	    ss_plan_bind(&made->plan, &made->model, structure, &options, &made->err) != SS_OK) {
		ss_model_release(&made->model);
		return check_note(false, "\"%s\": %s", path, made->err.message);
	}
	ss_maker_init(&made->maker, &made->plan);
	made->bound = true;
	return true;
}

static inline SS_UNUSED void
made_release(struct made *made)
{
	if (!made->bound)
		return;
	ss_maker_release(&made->maker);
	ss_plan_release(&made->plan);
	ss_model_release(&made->model);
	made->bound = false;
}

/* Column k of records first .. first + count - 1; good until the next call. */
static inline SS_UNUSED const struct ArrowArray *
made_column(struct made *made, size_t k, uint64_t first, size_t count)
{
	return ss_maker_fill(&made->maker, first, count)->children[k];
}

/* Fields that must be refused: with this code, as wrong usage, and with a place. */
static inline SS_UNUSED bool
made_refused(const char *fields, const char *code)
{
	const struct ss_plan_options options = MADE_OPTIONS;
	struct made made;

	if (made_try(&made, fields, &options)) {
		made_release(&made);
		return check_note(false, "\"%s\" is taken", fields);
	}
	return check_note(made.err.status == SS_EUSAGE && strcmp(made.err.code, code) == 0 &&
				  made.err.line >= 1 && made.err.column >= 1 &&
				  made.err.message[0] != '\0',
			  "\"%s\": %s at %d:%d, code %s, not %s", fields, made.err.message,
			  made.err.line, made.err.column, made.err.code, code);
}

#endif
