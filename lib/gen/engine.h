/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs a plan: record numbers in, the bytes of a stream out, in order, on any number of
 * threads. The bytes depend on the plan and the range alone.
 */
#ifndef SS_GEN_ENGINE_H
#define SS_GEN_ENGINE_H

#include "gen/plan.h"

struct ss_engine_run {
	const struct ss_plan *plan;
	uint64_t first;		   /* first record number */
	uint64_t records;	   /* how many; UINT64_MAX - first for an endless run */
	bool endless;		   /* asking to stop is a good end */
	struct ss_promise promise; /* of the schema message */
	unsigned threads;

	/* Takes the next bytes of the stream; records says how many it has carried so far. SS_END
	 * asks to stop at this message boundary. Called from one thread at a time. */
	enum ss_status (*write)(void *ctx, const void *p, size_t len, uint64_t records,
				struct ss_err *err);
	void *ctx;
};

/* SS_OK with a whole stream; SS_END after a stop that was asked for, with the abort mark
 * written (an endless run ends whole and gives SS_OK); otherwise what failed. */
enum ss_status ss_engine_run(const struct ss_engine_run *run, struct ss_err *err) SS_NODISCARD;

#endif
