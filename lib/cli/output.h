/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where bytes go: standard output, or -o FILE. A regular file or one that is absent is
 * written without a name in the target's folder (O_TMPFILE, or as ".NAME.ss-XXXXXX" where the
 * file system has no such thing) and gets its name when complete. An existing file is replaced
 * by rename and keeps its mode and, where the system allows that, its owner; one that may not
 * be written is not replaced. A symlink is followed to its target, which need not exist.
 * Devices, FIFOs and "-" are written in place, and so is what /dev/stdout and /dev/fd/1 name.
 *
 * Main thread opens, commits and abandons; one thread at a time writes.
 */
#ifndef SS_CLI_OUTPUT_H
#define SS_CLI_OUTPUT_H

#include "base/err.h"

struct ss_output_private;

struct ss_output {
	int fd;
	const char *name; /* for messages: "standard output", or the path in quotes */
	bool terminal;
	bool in_place;	  /* what is written stays, whatever happens */
	unsigned columns; /* of the terminal, else 0 */
	uint64_t bytes;	  /* written so far */
	struct ss_output_private *private_data;
};

/* path NULL or "-": standard output; SS_EFAIL when it is closed or not open for writing. A
 * path that cannot be written is SS_EUSAGE. After a failure output may be abandoned, or not. */
enum ss_status ss_output_open(struct ss_output *output, const char *path,
			      struct ss_err *err) SS_NODISCARD;
/* SS_EFAIL when not all can be written. A closed pipe ends the process by SIGPIPE, from
 * whatever thread, unless the signal is ignored. */
enum ss_status ss_output_write(struct ss_output *output, const void *p, size_t len,
			       struct ss_err *err) SS_NODISCARD;
/* Gives the file its name (fsync, link or rename, fsync of the folder), or closes what was
 * written in place; a late write error is reported here. */
enum ss_status ss_output_commit(struct ss_output *output, struct ss_err *err) SS_NODISCARD;
/* Forgets everything: nothing stays under the final name, no temporary stays behind. Safe
 * after any of the above. */
void ss_output_abandon(struct ss_output *output);

#endif
