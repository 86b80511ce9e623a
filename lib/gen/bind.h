/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What datatypes are bound with: the run's facts, where in the structure we are, and how to
 * bind what they contain. Lives as long as ss_plan_bind runs.
 */
#ifndef SS_GEN_BIND_H
#define SS_GEN_BIND_H

#include "base/num.h"
#include "base/option.h"
#include "gen/type.h"

/* A structure being bound: one link a nested object. References climb it, cycles show in it. */
struct ss_scope {
	const struct ss_structure *structure;
	struct ss_key key;
	unsigned level; /* arrays around it */
	uint64_t radix; /* as in the binder */
	const struct ss_scope *outer;
};

struct ss_binder {
	struct ss_arena *arena;
	struct ss_model *model;
	int64_t now_s;
	uint64_t records; /* of the whole run: bounds of sequences */
	bool has_count;	  /* records is what the user asked for and may serve as "count" */
	const struct ss_option_list *ref_counts; /* "s=N" of --ref-count, well-formed */
	bool *ref_counts_used;			 /* one for each */
	bool uses_now;				 /* set when a bound depends on the clock */

	const struct ss_scope *scope; /* structure whose field is bound */
	unsigned level;		      /* arrays around the field */
	bool element;		      /* an array's element is bound: its holder is scope itself */
	unsigned depth;		      /* objects and arrays around the field */
	uint64_t radix;	   /* product of the maximum lengths of the arrays around; 0: over 2^64 */
	size_t columns;	   /* bound so far */
	size_t text_bytes; /* of datatypes bound so far: what aliases could multiply */
};

/* Binds a datatype expression to op, whose key and field are set. */
enum ss_status ss_bind_datatype(struct ss_binder *binder, const struct ss_datatype *datatype,
				struct ss_op *op, struct ss_err *err) SS_NODISCARD;
/* Binds a field of scope; its key is derived here. */
enum ss_status ss_bind_field(struct ss_binder *binder, const struct ss_scope *scope,
			     const struct ss_field *field, struct ss_op **op,
			     struct ss_err *err) SS_NODISCARD;
/* Binds all visible fields of a structure as the children of op (kind STRUCT). */
enum ss_status ss_bind_structure(struct ss_binder *binder, const struct ss_structure *structure,
				 struct ss_op *op, struct ss_err *err) SS_NODISCARD;

/* Exactly count arguments, none quoted unless quoted_ok. "int wants int[MIN..MAX]". */
enum ss_status ss_bind_arguments(const struct ss_op *op, size_t least, size_t most,
				 struct ss_err *err) SS_NODISCARD;
/* The error for a reversed range: "int range: min 9 is above max 3". */
enum ss_status ss_bind_reversed(const struct ss_datatype *datatype, struct ss_str lo,
				struct ss_str hi, struct ss_err *err);
/* A range of whole numbers in the argument; each within least..most. */
enum ss_status ss_bind_int_range(const struct ss_datatype *datatype,
				 const struct ss_datatype_arg *arg, int64_t least, int64_t most,
				 int64_t *lo, int64_t *hi, struct ss_err *err) SS_NODISCARD;

/* Sets kind FIXED with the narrowest signed integer that holds lo..hi. */
void ss_bind_int_column(struct ss_op *op, int64_t lo, int64_t hi);
/* A dictionary column over distinct values: index width by their number. */
void ss_bind_dictionary(struct ss_binder *binder, struct ss_op *op, const struct ss_str *values,
			size_t count);

/* Whether a field's datatype makes lists or records: no single value to refer to. */
bool ss_bind_holds_records(struct ss_binder *binder, const struct ss_field *field) SS_NODISCARD;

/* The type of raw expressions for ss_datatype_parse. */
bool ss_bind_is_raw(struct ss_str name);

#endif
