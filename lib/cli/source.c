/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opening of inputs. Called once by a filter, before anything is written.
 */
#include "cli/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "cli/run.h"

static enum ss_status
open_standard(struct ss_source *source, struct ss_err *err)
{
	const int flags = fcntl(STDIN_FILENO, F_GETFL);
	/* ss_run_start has put something that cannot be read where nothing was open. */
	const int errnum = flags < 0 ? errno : (flags & O_ACCMODE) == O_WRONLY ? EBADF : 0;

	source->name = "standard input";
	if (errnum != 0)
		return ss_err_errno(err, SS_EFAIL, errnum, "cannot-read", "cannot read from %s",
				    source->name);
	source->fd = STDIN_FILENO;
	return SS_OK;
}

static enum ss_status
open_file(struct ss_source *source, const char *path, struct ss_err *err)
{
	const size_t size = strlen(path) + 3;

	source->private_data = ss_alloc(size);
	snprintf(source->private_data, size, "\"%s\"", path);
	source->name = source->private_data;
	do
		source->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	while (source->fd < 0 && errno == EINTR && ss_run_stopped() == 0);
	if (source->fd >= 0)
		return SS_OK;
	return ss_err_errno(err, SS_EUSAGE, errno, "cannot-open", "cannot open %s", source->name);
}

enum ss_status
ss_source_open(struct ss_source *source, const char *path, struct ss_err *err)
{
	const bool standard = path == NULL || strcmp(path, "-") == 0;
	enum ss_status status;
	struct stat st;

	*source = (struct ss_source){.fd = -1, .name = "input"};
	status = standard ? open_standard(source, err) : open_file(source, path, err);
	if (status == SS_OK && fstat(source->fd, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			status = ss_err_errno(err, SS_EUSAGE, EISDIR, "cannot-open",
					      "cannot open %s", source->name);
		if (S_ISFIFO(st.st_mode))
			ss_io_enlarge_pipe(source->fd);
		if (S_ISREG(st.st_mode))
			posix_fadvise(source->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
		source->terminal = S_ISCHR(st.st_mode) && isatty(source->fd);
	}
	if (status == SS_OK)
		ss_run_stop_ends(source->fd);
	else
		ss_source_close(source);
	return status;
}

void
ss_source_close(struct ss_source *source)
{
	if (source->fd >= 0)
		ss_run_stop_ends(-1);
	if (source->fd > STDERR_FILENO)
		close(source->fd);
	ss_free(source->private_data);
	*source = (struct ss_source){.fd = -1, .name = "input"};
}
