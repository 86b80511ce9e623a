/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one input of a filter: standard input or a file. Several files are joined by cat, which
 * the stream allows.
 */
#ifndef SS_CLI_SOURCE_H
#define SS_CLI_SOURCE_H

#include "base/err.h"

struct ss_source {
	int fd;
	const char *name;   /* for messages: "standard input", or the path in quotes */
	char *private_data; /* memory behind name */
	bool terminal;
};

/* path NULL or "-" is standard input. A file that cannot be opened or is a folder is
 * SS_EUSAGE, a standard input that is closed SS_EFAIL. From here on a request to stop ends the
 * input (ss_run_stop_ends). */
enum ss_status ss_source_open(struct ss_source *source, const char *path,
			      struct ss_err *err) SS_NODISCARD;
void ss_source_close(struct ss_source *source);

#endif
