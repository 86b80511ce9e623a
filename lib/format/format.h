/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Output formats: one file and one row of formats.def each. A format turns batches into
 * bytes; it never touches a descriptor, a thread or a clock.
 *
 * open checks the schema once and says what it cannot encode, before any output. encode is
 * called once a batch: side by side by several workers when the format is not ORDERED, in
 * record order by one at a time when it is. State is const for encode but for what belongs
 * to the worker.
 */
#ifndef SS_FORMAT_FORMAT_H
#define SS_FORMAT_FORMAT_H

#include "arrow/cdata.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/option.h"

enum ss_format_flags {
	SS_FORMAT_ORDERED = 1, /* encode depends on the batches before */
	SS_FORMAT_BINARY = 2,  /* refuse to write it to a terminal */
	SS_FORMAT_ONE = 4,     /* describes its columns: one structure an output */
};

/* What open is told besides the format's own options. */
struct ss_format_context {
	unsigned workers;	   /* encode's worker is below this */
	unsigned terminal_columns; /* width of the terminal that the output goes to, 0 for none */
	uint64_t first;		   /* record number of the first record */
	bool second;		   /* the output has another structure already */
};

struct ss_format {
	const char *name;
	const char *suffixes; /* file name endings without dots, blank-separated; may be "" */
	const char *help;     /* one line */
	unsigned flags;
	const struct ss_option *options; /* rows into the format's options struct; zero bytes are
					  * the defaults */
	size_t n_options;
	size_t options_size;

	/* Header bytes go to out. SS_EUSAGE names the column that cannot be encoded and the
	 * option that helps. The schema outlives the state. *state is NULL after a failure. */
	enum ss_status (*open)(const struct ArrowSchema *schema, const void *options,
			       const struct ss_format_context *context, void **state,
			       struct ss_buf *out, struct ss_err *err);
	/* Appends a batch to out. first is the number of its first record. Fails only for values
	 * that the format has no way to write (SS_EDATA with record number and column). */
	enum ss_status (*encode)(void *state, unsigned worker, const struct ArrowArray *batch,
				 uint64_t first, struct ss_buf *out, struct ss_err *err);
	/* Trailer bytes go to out; frees the state. complete is false when the run failed: then
	 * nothing may be appended that makes the output look whole. state may be NULL. */
	void (*close)(void *state, bool complete, struct ss_buf *out);
};

/* The registry, sorted by name. NULL behind the last. */
const struct ss_format *ss_format_at(size_t i) SS_NODISCARD;
/* By name, without case. NULL when there is none. */
const struct ss_format *ss_format_named(const char *name) SS_NODISCARD;
/* By the ending of a file name, compression endings not looked at. NULL when there is none. */
const struct ss_format *ss_format_for_path(const char *path) SS_NODISCARD;

#endif
