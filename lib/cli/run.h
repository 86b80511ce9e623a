/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every program does around its work: standard descriptors, signals, threads, and the
 * way out.
 */
#ifndef SS_CLI_RUN_H
#define SS_CLI_RUN_H

#include "base/defs.h"

#include <signal.h>

#include "base/err.h"

/* First call of main: makes sure descriptors 0 to 2 are open (a closed one is opened on
 * /dev/null for the other direction, so that using it fails as it should and no data file
 * lands on it), gives SIGPIPE its default action back, makes writes beyond the file size limit
 * fail instead of kill, and catches SIGINT, SIGTERM and SIGHUP (unless ignored) as a request
 * to stop; a second one, if it is not the echo of the first that timeout(1) sends, removes a
 * temporary file and ends the process at once. */
void ss_run_start(void);
/* The signal that asked to stop, or 0. Looked at between batches. */
int ss_run_stopped(void) SS_NODISCARD;
/* For filters, which may wait for input without end: from now on a request to stop also makes
 * fd read as ended, and ends the process one second later when it has not ended by then (when
 * a thread waits in a read, or whoever reads the output does not). The caller sees a cut input
 * and looks at ss_run_stopped before it reports that. Main thread only. */
void ss_run_stop_ends(int fd);
/* Ends as that signal would have: restores the default action and raises it. */
SS_NORETURN void ss_run_reraise(int signal_number);

/* Threads for -j: what was asked (0 = default: the CPUs that affinity and cgroup quota
 * allow; 1 under PARALLEL_SEQ, SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX or when shard is
 * set). At most SS_THREADS_MAX. */
unsigned ss_run_threads(uint64_t asked, bool shard) SS_NODISCARD;

#endif
