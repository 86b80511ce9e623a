/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole reads and writes on descriptors: short counts, EINTR and EAGAIN (waits with poll) are
 * handled here and nowhere else. SIGPIPE is left to the process; EPIPE is reported as an
 * error when it is ignored.
 */
#ifndef SS_BASE_IO_H
#define SS_BASE_IO_H

#include "base/defs.h"

#include "base/buf.h"
#include "base/err.h"

/* What is read at a time and the size of pipes: half a core's L2, so that the reader finds in a
 * cache what the writer left. Measured over ss-gen | ss-fmt, medians of 10, CPU s for 10 M
 * records: 64 KiB 1.33, 128 KiB 1.33, 256 KiB 1.27, 512 KiB 1.29, 1 MiB 1.35. */
#ifndef SS_IO_CHUNK
#define SS_IO_CHUNK ((size_t)256 << 10)
#endif

/* Writes all. name is used in the message ("cannot write to standard output: ..."). */
enum ss_status ss_io_write(int fd, const void *p, size_t len, const char *name,
			   struct ss_err *err) SS_NODISCARD;
/* Reads up to len bytes, less only at the end of input; *got says how many. */
enum ss_status ss_io_read(int fd, void *p, size_t len, size_t *got, const char *name,
			  struct ss_err *err) SS_NODISCARD;
/* Reads what is there, at least one byte, at most len; *got 0 means end of input. */
enum ss_status ss_io_read_some(int fd, void *p, size_t len, size_t *got, const char *name,
			       struct ss_err *err) SS_NODISCARD;
/* Appends a whole file; path "-" is standard input. More than max bytes, a directory and a
 * file that cannot be opened are SS_EUSAGE with the path as place. */
enum ss_status ss_io_read_file(const char *path, size_t max, struct ss_buf *buf,
			       struct ss_err *err) SS_NODISCARD;
/* Enlarges a pipe to SS_IO_CHUNK where allowed; anything else is left as it is. */
void ss_io_enlarge_pipe(int fd);

#endif
