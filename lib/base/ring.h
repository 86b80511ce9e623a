/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ordered parallel work: jobs are produced in order by one thread at a time, worked on by
 * all, and consumed in the same order by one thread at a time. There is no thread per role:
 * each worker takes what can be done next (consuming before producing), so one thread runs
 * all three inline and N threads never wait on a role that nobody plays.
 *
 * Slots are the caller's: an array of n_slots objects, each touched by one thread at a time
 * (the ring's lock orders the hand-over). The number of slots bounds memory.
 *
 * The first failure in job order wins: nothing after it is consumed, and its error is what
 * ss_ring_run returns. SS_END from produce means that there is no further job.
 */
#ifndef SS_BASE_RING_H
#define SS_BASE_RING_H

#include "base/defs.h"
#include "base/err.h"

struct ss_ring_ops {
	/* Serial, in order. SS_END: no job was made. */
	enum ss_status (*produce)(void *ctx, unsigned slot, struct ss_err *err);
	/* Parallel; worker is 0..threads-1 and never runs twice at once. */
	enum ss_status (*work)(void *ctx, unsigned slot, unsigned worker, struct ss_err *err);
	/* Serial, in order. */
	enum ss_status (*consume)(void *ctx, unsigned slot, struct ss_err *err);
};

/* Slots that a run with so many threads uses: one each. More would let a thread that is early
 * go on, but their buffers wander from core to core and out of its cache: two a thread cost
 * 25 % more CPU time and 20 % more wall time on two cores. */
unsigned ss_ring_slots(unsigned threads) SS_NODISCARD;

/* Runs to the end or to the first failure; all threads have ended when it returns. With one
 * thread, nothing is created or locked. Signals are blocked in the created threads. */
enum ss_status ss_ring_run(const struct ss_ring_ops *ops, void *ctx, unsigned threads,
			   struct ss_err *err) SS_NODISCARD;

#endif
