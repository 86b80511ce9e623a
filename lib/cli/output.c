/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The output of a program: opening, writing, and the moment at which it becomes visible.
 * Invariant: until ss_output_commit publishes it, a file that is written beside its target has
 * no name, or one that starts with a dot, that the signal handler knows, and that goes away.
 * Resolving, naming and cleaning up are in place.c.
 */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "cli/place.h"
#include "cli/run.h"

#define COLUMNS_DEFAULT 80
#define COLUMNS_MAX 10000
#define WRITEBACK_BYTES ((uint64_t)8 << 20)

struct ss_output_private {
	struct ss_buf quoted; /* the path as messages show it, NUL behind it */
	struct ss_place place;
	bool beside; /* written beside place, not in place */
	bool block_device;
	uint64_t writeback; /* bytes whose transfer to the disk was asked for */
};

static enum ss_status
write_failed(const struct ss_output *output, int errnum, struct ss_err *err)
{
	return ss_err_errno(err, SS_EFAIL, errnum, "cannot-write", "cannot write to %s",
			    output->name);
}

static unsigned
terminal_columns(int fd)
{
	const char *text = getenv("COLUMNS");
	struct winsize size;
	uint64_t columns;

	if (text != NULL && ss_str_to_u64(ss_str(text), &columns) && columns > 0 &&
	    columns <= COLUMNS_MAX)
		return (unsigned)columns;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return COLUMNS_DEFAULT;
}

/* What an open descriptor is that is written in place. */
static void
describe(struct ss_output *output)
{
	struct stat st;

	output->in_place = true;
	if (fstat(output->fd, &st) != 0)
		return;
	if (S_ISFIFO(st.st_mode))
		ss_io_enlarge_pipe(output->fd);
	output->private_data->block_device = S_ISBLK(st.st_mode);
	output->terminal = S_ISCHR(st.st_mode) && isatty(output->fd);
	if (output->terminal)
		output->columns = terminal_columns(output->fd);
}

static enum ss_status
open_standard(struct ss_output *output, struct ss_err *err)
{
	const int flags = fcntl(STDOUT_FILENO, F_GETFL);

	output->name = "standard output";
	if (flags < 0)
		return write_failed(output, errno, err);
	/* ss_run_start has put something that cannot be written where nothing was open. */
	if ((flags & O_ACCMODE) == O_RDONLY)
		return write_failed(output, EBADF, err);
	output->fd = STDOUT_FILENO;
	describe(output);
	return SS_OK;
}

/* A device, FIFO or socket. */
static enum ss_status
open_special(struct ss_output *output, const char *path, struct ss_err *err)
{
	do
		output->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	while (output->fd < 0 && errno == EINTR && ss_run_stopped() == 0);
	if (output->fd < 0)
		return ss_err_errno(err, SS_EUSAGE, errno, "cannot-write", "cannot write to %s",
				    output->name);
	describe(output);
	return SS_OK;
}

static bool
is_standard(const char *path)
{
	static const char *const names[] = {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};

	for (size_t i = 0; path != NULL && i < SS_ARRAY_LEN(names); i++)
		if (strcmp(path, names[i]) == 0)
			return true;
	return path == NULL;
}

static enum ss_status
open_path(struct ss_output *output, const char *path, struct ss_err *err)
{
	struct ss_output_private *private_data = output->private_data;
	enum ss_status status;

	ss_buf_printf(&private_data->quoted, "\"%s\"", path);
	ss_buf_putc(&private_data->quoted, '\0');
	output->name = (const char *)private_data->quoted.p;
	if (path[0] == '\0')
		return ss_err_set(err, SS_EUSAGE, "cannot-write", "the output has no name");
	status = ss_place_find(&private_data->place, path, err);
	if (status != SS_OK)
		return status;
	if (private_data->place.special)
		return open_special(output, path, err);
	private_data->beside = true;
	return ss_place_create(&private_data->place, &output->fd, err);
}

enum ss_status
ss_output_open(struct ss_output *output, const char *path, struct ss_err *err)
{
	enum ss_status status;

	*output = (struct ss_output){.fd = -1, .name = "output"};
	output->private_data = ss_zalloc(sizeof(*output->private_data));
	output->private_data->place.folder = -1;
	status = is_standard(path) ? open_standard(output, err) : open_path(output, path, err);
	if (status != SS_OK)
		ss_output_abandon(output);
	return status;
}

/* The file is synced before it gets its name. Asking for the transfer early lets it run beside
 * the making of the data; a refusal changes nothing. */
static void
start_writeback(struct ss_output *output)
{
	struct ss_output_private *private_data = output->private_data;
	const uint64_t done = private_data->writeback;

	if (!private_data->beside || output->bytes - done < WRITEBACK_BYTES)
		return;
	(void)sync_file_range(output->fd, (off64_t)done, (off64_t)(output->bytes - done),
			      SYNC_FILE_RANGE_WRITE);
	private_data->writeback = output->bytes;
}

enum ss_status
ss_output_write(struct ss_output *output, const void *p, size_t len, struct ss_err *err)
{
	const enum ss_status status = ss_io_write(output->fd, p, len, output->name, err);

	if (status == SS_OK) {
		output->bytes += len;
		start_writeback(output);
	} else if (err->errnum == EPIPE)
		/* Worker threads block signals, so the write's own SIGPIPE may have hit a wall:
		 * the process gets it. */
		kill(getpid(), SIGPIPE);
	return status;
}

/* Frees what open made, descriptor included. */
static void
release(struct ss_output *output)
{
	struct ss_output_private *private_data = output->private_data;

	if (private_data == NULL)
		return;
	if (output->fd > STDERR_FILENO)
		close(output->fd);
	ss_place_release(&private_data->place);
	ss_buf_release(&private_data->quoted);
	ss_free(private_data);
	*output = (struct ss_output){
		.fd = -1, .name = "output", .in_place = output->in_place, .bytes = output->bytes};
}

/* An error that shows when the last bytes are handed over: a full disk, quota or network. */
static enum ss_status
close_in_place(struct ss_output *output, struct ss_err *err)
{
	const int fd = output->fd;

	if (output->private_data->block_device && fsync(fd) != 0)
		return write_failed(output, errno, err);
	output->fd = -1;
	/* After EINTR the descriptor is closed on Linux. */
	if (close(fd) != 0 && errno != EINTR)
		return write_failed(output, errno, err);
	/* Whatever is opened next must not become standard output. */
	if (fd == STDOUT_FILENO && open("/dev/null", O_RDONLY | O_CLOEXEC) < 0)
		return SS_OK;
	return SS_OK;
}

enum ss_status
ss_output_commit(struct ss_output *output, struct ss_err *err)
{
	enum ss_status status;

	if (output->private_data->beside)
		status = ss_place_publish(&output->private_data->place, output->fd, err);
	else
		status = close_in_place(output, err);
	release(output);
	return status;
}

void
ss_output_abandon(struct ss_output *output)
{
	release(output);
}
