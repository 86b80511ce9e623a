/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Datatypes: one file and one row of types.def each. A datatype is bound once, where
 * everything that can fail for a reason of the user's fails, and then fills columns: a fill
 * returns nothing, allocates nothing per value and depends on nothing but the key of its op
 * and the addresses of the rows.
 */
#ifndef SS_GEN_TYPE_H
#define SS_GEN_TYPE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "gen/column.h"
#include "gen/draw.h"
#include "gen/rows.h"
#include "model/structure.h"

struct ss_binder;

/* A bound datatype. Lives in the plan's arena and is const while filling. */
struct ss_op {
	const struct ss_type *type;
	const struct ss_datatype *datatype;
	const struct ss_field *field; /* NULL for an array's element */
	struct ss_key key;

	/* The column: set by bind. */
	enum ss_column_kind kind;
	const char *format;	 /* Arrow format string of the value type */
	const char *extension;	 /* Arrow extension name, or NULL */
	struct ss_str reference; /* "structure.field" that a ref means, len 0 otherwise */
	struct ss_str count;	 /* what "count" is in its range, len 0 otherwise */
	unsigned width;		 /* bytes of a FIXED value (also of a dictionary index) */
	const struct ss_dictionary *dictionary; /* values of a dictionary column, or NULL */
	struct ss_op **children;		/* STRUCT: visible fields; LIST: the element */
	size_t n_children;
	double bytes_expected; /* of a batch body, per row */
	double bytes_worst;

	const void *state; /* the datatype's own */
};

struct ss_type {
	const char *name;
	const char *syntax;  /* "int[MIN..MAX]" */
	const char *help;    /* one line */
	const char *example; /* a datatype that works on its own, or NULL */

	/* Checks the expression and sets up op. The binder gives arena, place and context. */
	enum ss_status (*bind)(struct ss_binder *binder, const struct ss_datatype *datatype,
			       struct ss_op *op, struct ss_err *err);
	/* Makes the values of rows, appended to an empty column. */
	void (*fill)(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column);
	/* What it makes, in words, for --explain. */
	void (*describe)(const struct ss_op *op, struct ss_buf *text);
};

/* The registry, sorted by name; NULL behind the last. */
const struct ss_type *ss_type_at(size_t i) SS_NODISCARD;
const struct ss_type *ss_type_named(struct ss_str name) SS_NODISCARD;

/* Fills a cleared column. */
void ss_op_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column);

#endif
