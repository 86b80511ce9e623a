/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole reads and writes on descriptors: the one place that knows short counts, EINTR and
 * descriptors that somebody has made non-blocking. Everything that reads or writes a stream
 * or a file calls this.
 */
#include "base/defs.h" /* the feature macros, before io.h reaches for the system */
#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* Some systems refuse larger counts. */
#define IO_ONCE_MAX ((size_t)1 << 30)

/* True when the call is to be made again after errnum; waits for fd when it would block. */
static bool
try_again(int fd, int errnum, short events)
{
	struct pollfd wait = {.fd = fd, .events = events, .revents = 0};

	if (errnum == EINTR)
		return true;
	if (errnum != EAGAIN && errnum != EWOULDBLOCK)
		return false;
	/* Whatever poll says, the next call tells the truth; only its own failure ends here. */
	return poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

enum ss_status
ss_io_write(int fd, const void *p, size_t len, const char *name, struct ss_err *err)
{
	const char *bytes = p;

	while (len > 0) {
		const ssize_t n = write(fd, bytes, SS_MIN(len, IO_ONCE_MAX));

		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
			continue;
		}
		/* A device that takes nothing and does not say why would loop for ever. */
		const int errnum = n == 0 ? EIO : errno;

		if (n == 0 || !try_again(fd, errnum, POLLOUT))
			return ss_err_errno(err, SS_EFAIL, errnum, "cannot-write",
					    "cannot write to %s", name);
	}
	return SS_OK;
}

enum ss_status
ss_io_read_some(int fd, void *p, size_t len, size_t *got, const char *name, struct ss_err *err)
{
	*got = 0;
	if (len == 0)
		return SS_OK;
	for (;;) {
		const ssize_t n = read(fd, p, SS_MIN(len, IO_ONCE_MAX));

		if (n >= 0) {
			*got = (size_t)n;
			return SS_OK;
		}
		const int errnum = errno;

		if (!try_again(fd, errnum, POLLIN))
			return ss_err_errno(err, SS_EFAIL, errnum, "cannot-read",
					    "cannot read from %s", name);
	}
}

enum ss_status
ss_io_read(int fd, void *p, size_t len, size_t *got, const char *name, struct ss_err *err)
{
	char *bytes = p;
	size_t total = 0;
	size_t n = 1;

	while (total < len && n > 0) {
		const enum ss_status status =
			ss_io_read_some(fd, bytes + total, len - total, &n, name, err);

		if (status != SS_OK) {
			*got = total;
			return status;
		}
		total += n;
	}
	*got = total;
	return SS_OK;
}

static enum ss_status
too_large(const char *path, const char *name, size_t max, struct ss_err *err)
{
	ss_err_set(err, SS_EUSAGE, "too-large", "%s is larger than %zu bytes", name, max);
	return ss_err_at(err, path, 0, 0);
}

/* Appends what fd has; *st says what it is. */
static enum ss_status
read_all(int fd, const struct stat *st, const char *path, size_t max, struct ss_buf *buf,
	 struct ss_err *err)
{
	const char *name = strcmp(path, "-") == 0 ? "standard input" : "file";
	const size_t start = buf->len;
	size_t room = SS_MIN(max, SS_IO_CHUNK);
	size_t got;

	if (S_ISREG(st->st_mode) && st->st_size > 0) {
		/* The offset of standard input may be anywhere, so the size is only a hint. */
		room = SS_MIN(max, (size_t)st->st_size);
	}
	do {
		/* One byte more than allowed tells a full file from one that is too large. */
		const size_t left = max - (buf->len - start);
		const size_t want = SS_MIN(room, left) + 1;
		uint8_t *p = ss_buf_reserve(buf, want);
		const enum ss_status status = ss_io_read(fd, p, want, &got, name, err);

		if (status != SS_OK)
			return ss_err_at(err, path, 0, 0);
		if (got > left)
			return too_large(path, name, max, err);
		buf->len += got;
		room = SS_IO_CHUNK;
		if (got < want)
			break;
	} while (got > 0);
	return SS_OK;
}

enum ss_status
ss_io_read_file(const char *path, size_t max, struct ss_buf *buf, struct ss_err *err)
{
	const bool standard = strcmp(path, "-") == 0;
	const size_t start = buf->len;
	enum ss_status status = SS_OK;
	int errnum = 0;
	struct stat st;
	int fd = STDIN_FILENO;

	ss_dassert(max < SIZE_MAX);
	if (!standard) {
		do
			fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		while (fd < 0 && errno == EINTR);
	}
	if (fd < 0 || fstat(fd, &st) != 0)
		errnum = errno;
	else if (S_ISDIR(st.st_mode))
		errnum = EISDIR;
	if (errnum != 0) {
		ss_err_errno(err, SS_EUSAGE, errnum, "cannot-open", "cannot open %s",
			     standard ? "standard input" : "file");
		status = ss_err_at(err, path, 0, 0);
	} else {
		status = read_all(fd, &st, path, max, buf, err);
	}
	if (!standard && fd >= 0)
		close(fd);
	if (status != SS_OK)
		buf->len = start;
	return status;
}

void
ss_io_enlarge_pipe(int fd)
{
#ifdef F_SETPIPE_SZ
	const int now = fcntl(fd, F_GETPIPE_SZ);

	/* An unprivileged process may be near its quota of pipe pages: take what is left. */
	for (int size = (int)SS_IO_CHUNK; now > 0 && size > now; size /= 2)
		if (fcntl(fd, F_SETPIPE_SZ, size) >= 0)
			break;
#else
	(void)fd;
#endif
}
