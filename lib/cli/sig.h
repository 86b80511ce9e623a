/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals, for lib/cli only: the part of run.h that needs state at file scope, and what the
 * last act of a signal handler is told by output.c and source.c.
 */
#ifndef SS_CLI_SIG_H
#define SS_CLI_SIG_H

#include "cli/run.h"

void ss_sig_start(void);
/* A named temporary file that must not outlive the process: removed when a signal ends it.
 * NULL forgets it. The folder's descriptor stays the caller's. Called by the main thread. */
void ss_sig_temporary(int folder, const char *name);

#endif
