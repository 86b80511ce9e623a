/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Progress on standard error: one line rewritten at most ten times a second, after the first
 * second, only on a terminal and only from a tool whose stdout is not a pipe (one line per
 * pipeline); or JSON lines, one a second. Never anything on stdout. Costs a clock read a
 * batch.
 */
#ifndef SS_CLI_PROGRESS_H
#define SS_CLI_PROGRESS_H

#include "base/defs.h"

enum ss_progress_mode { SS_PROGRESS_AUTO, SS_PROGRESS_NONE, SS_PROGRESS_JSON };
/* The same, as choices of --progress. */
#define SS_PROGRESS_CHOICES "auto|none|json"

struct ss_progress {
	enum ss_progress_mode mode; /* resolved: never AUTO */
	bool line;		    /* a terminal line is wanted */
	bool shown;		    /* and is there */
	uint64_t total;		    /* records, 0 when unknown */
	int64_t start_ns, last_ns;
	const char *program;
};

/* To be called before standard output is closed. quiet overrules AUTO only. */
void ss_progress_start(struct ss_progress *progress, const char *program,
		       enum ss_progress_mode mode, bool quiet, uint64_t total);
/* records and bytes since the start. One thread at a time. */
void ss_progress_step(struct ss_progress *progress, uint64_t records, uint64_t bytes);
/* Clears the line, or prints the last JSON line. To be called before any message. */
void ss_progress_end(struct ss_progress *progress, uint64_t records, uint64_t bytes);
/* "1234 records, 56789 bytes in 1.2 s (1.0 M records/s, 47.3 MB/s)", for -v; text has room for
 * SS_PROGRESS_TEXT_MAX bytes and is returned. */
#define SS_PROGRESS_TEXT_MAX 192
const char *ss_progress_summary(const struct ss_progress *progress, uint64_t records,
				uint64_t bytes, char *text);

#endif
