/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/io.c: whole transfers over small non-blocking pipes and sockets, under a
 * storm of signals, ends of input, errors of writers and readers, and files at their limit.
 */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/io.h"

#define TOTAL ((size_t)1 << 20)

static uint8_t sent[TOTAL];
static uint8_t received[TOTAL + 16];

static void
fill(void)
{
	uint64_t seed = 9;

	for (size_t i = 0; i < TOTAL; i++)
		sent[i] = (uint8_t)check_random(&seed);
	memset(received, 0, sizeof(received));
}

struct writer {
	int fd;
	enum ss_status status;
	struct ss_err err;
};

static void *
write_all(void *arg)
{
	struct writer *writer = arg;

	writer->status = ss_io_write(writer->fd, sent, TOTAL, "pipe", &writer->err);
	close(writer->fd);
	return NULL;
}

static void
set_nonblocking(int fd)
{
	CHECK(fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) == 0);
}

/* One thread writes TOTAL bytes to ends[1], this one reads them in pieces of at most piece. */
static void
transfer(const int ends[2], size_t piece)
{
	struct writer writer = {.fd = ends[1]};
	struct ss_err err;
	pthread_t thread;
	size_t total = 0;
	size_t got;

	fill();
	if (!CHECK(pthread_create(&thread, NULL, write_all, &writer) == 0))
		return;
	while (total < TOTAL) {
		const size_t want = SS_MIN(piece, TOTAL - total);

		if (!CHECK_EQ_I64(ss_io_read(ends[0], received + total, want, &got, "pipe", &err),
				  SS_OK))
			break;
		if (!CHECK_EQ_I64(got, want))
			break;
		total += got;
	}
	CHECK(ss_io_read(ends[0], received + total, 16, &got, "pipe", &err) == SS_OK && got == 0);
	CHECK(ss_io_read_some(ends[0], received + total, 16, &got, "pipe", &err) == SS_OK &&
	      got == 0);
	pthread_join(thread, NULL);
	CHECK_EQ_I64(writer.status, SS_OK);
	CHECK(memcmp(sent, received, TOTAL) == 0);
	close(ends[0]);
}

static void
test_small_pipe(void)
{
	int ends[2];

	if (!CHECK(pipe(ends) == 0))
		return;
#ifdef F_SETPIPE_SZ
	CHECK(fcntl(ends[1], F_SETPIPE_SZ, 4096) > 0);
#endif
	transfer(ends, 7777);
}

static void
test_nonblocking_pipe(void)
{
	int ends[2];

	if (!CHECK(pipe(ends) == 0))
		return;
	set_nonblocking(ends[0]);
	set_nonblocking(ends[1]);
	transfer(ends, 100000);
}

static void
test_short_writes_to_socket(void)
{
	const int size = 1;
	int ends[2];

	if (!CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0))
		return;
	/* The system rounds up to its least: writes of a non-blocking socket come out short. */
	CHECK(setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size)) == 0);
	set_nonblocking(ends[1]);
	transfer(ends, 1000);
}

static void
on_alarm(int number)
{
	(void)number;
}

/* The other side of an interrupted call: lets it wait for a while, then goes through with it.
 * The signals are for the thread that waits. */
static void *
write_late(void *arg)
{
	const int *fd = arg;

	usleep(20000);
	CHECK(write(*fd, "late", 4) == 4);
	return NULL;
}

static void *
read_late(void *arg)
{
	const int *fd = arg;
	struct ss_err err;
	size_t got;

	usleep(20000);
	CHECK(ss_io_read(*fd, received, TOTAL, &got, "pipe", &err) == SS_OK && got == TOTAL);
	return NULL;
}

static void
test_interrupted(void)
{
	/* No SA_RESTART: calls come back with EINTR. */
	const struct sigaction action = {.sa_handler = on_alarm};
	const struct itimerval often = {{0, 500}, {0, 500}};
	const struct itimerval never = {{0, 0}, {0, 0}};
	struct sigaction old;
	struct ss_err err;
	pthread_t thread;
	sigset_t alarm;
	char p[4];
	size_t got;
	int ends[2];

	fill();
	if (!CHECK(pipe(ends) == 0))
		return;
	CHECK(sigaction(SIGALRM, &action, &old) == 0);
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	for (unsigned round = 0; round < 4; round++) {
		/* Twice waiting in the call itself, twice in poll. */
		const bool reads = round % 2 == 0;

		if (round == 2) {
			set_nonblocking(ends[0]);
			set_nonblocking(ends[1]);
		}
		pthread_sigmask(SIG_BLOCK, &alarm, NULL);
		if (!CHECK(pthread_create(&thread, NULL, reads ? write_late : read_late,
					  reads ? &ends[1] : &ends[0]) == 0))
			return;
		pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
		CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
		if (reads)
			CHECK(ss_io_read(ends[0], p, 4, &got, "pipe", &err) == SS_OK && got == 4);
		else
			CHECK(ss_io_write(ends[1], sent, TOTAL, "pipe", &err) == SS_OK);
		CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
		/* A failed transfer must not leave the other side waiting. */
		if (check_state.failures != 0)
			close(ends[reads ? 0 : 1]);
		pthread_join(thread, NULL);
	}
	CHECK(memcmp(sent, received, TOTAL) == 0);
	close(ends[0]);
	close(ends[1]);
	CHECK(sigaction(SIGALRM, &old, NULL) == 0);
}

static void
test_read_some_takes_what_is_there(void)
{
	struct ss_err err;
	char p[16];
	size_t got;
	int ends[2];

	if (!CHECK(pipe(ends) == 0))
		return;
	CHECK(write(ends[1], "abc", 3) == 3);
	CHECK(ss_io_read_some(ends[0], p, sizeof(p), &got, "x", &err) == SS_OK);
	CHECK_EQ_I64(got, 3);
	CHECK(ss_io_read_some(ends[0], p, 0, &got, "x", &err) == SS_OK && got == 0);
	CHECK(write(ends[1], "abc", 3) == 3);
	close(ends[1]);
	CHECK(ss_io_read(ends[0], p, sizeof(p), &got, "x", &err) == SS_OK);
	CHECK_EQ_I64(got, 3);
	close(ends[0]);
}

static void
test_errors(void)
{
	struct ss_err err;
	char p[4];
	size_t got = 7;
	int ends[2];
	int full;

	CHECK_EQ_I64(ss_io_write(-1, "x", 1, "standard output", &err), SS_EFAIL);
	CHECK_STR(err.message, "cannot write to standard output: Bad file descriptor");
	CHECK_STR(err.code, "cannot-write");
	CHECK_EQ_I64(err.errnum, EBADF);
	CHECK_EQ_I64(ss_io_write(-1, "x", 0, "standard output", &err), SS_OK);
	CHECK_EQ_I64(ss_io_read(-1, p, 4, &got, "standard input", &err), SS_EFAIL);
	CHECK_EQ_I64(got, 0);
	CHECK_STR(err.message, "cannot read from standard input: Bad file descriptor");
	CHECK_STR(err.code, "cannot-read");
	CHECK_EQ_I64(ss_io_read_some(-1, p, 4, &got, "standard input", &err), SS_EFAIL);

	if (!CHECK(pipe(ends) == 0))
		return;
	close(ends[0]);
	CHECK_EQ_I64(ss_io_write(ends[1], "x", 1, "pipe", &err), SS_EFAIL);
	CHECK_EQ_I64(err.errnum, EPIPE);
	close(ends[1]);

	full = open("/dev/full", O_WRONLY);
	if (full >= 0) {
		CHECK_EQ_I64(ss_io_write(full, "x", 1, "file", &err), SS_EFAIL);
		CHECK_EQ_I64(err.errnum, ENOSPC);
		close(full);
	}
}

/* A file of len bytes of sent[]; the caller unlinks it. */
static void
make_file(char *path, size_t len)
{
	struct ss_err err;
	const int fd = mkstemp(path);

	CHECK(fd >= 0 && ss_io_write(fd, sent, len, "file", &err) == SS_OK);
	close(fd);
}

static void
test_read_file_limits(void)
{
	static const size_t lengths[] = {0, 1, 255, 256, 257, 4096, 100000, TOTAL};

	fill();
	for (size_t i = 0; i < SS_ARRAY_LEN(lengths); i++) {
		char path[] = "ss-unit-io-XXXXXX";
		const size_t len = lengths[i];
		struct ss_buf buf = {0};
		struct ss_err err;

		make_file(path, len);
		ss_buf_puts(&buf, SS_STR("head"));
		CHECK_EQ_I64(ss_io_read_file(path, len, &buf, &err), SS_OK);
		CHECK_EQ_I64(buf.len, len + 4);
		CHECK(memcmp(buf.p, "head", 4) == 0 && memcmp(buf.p + 4, sent, len) == 0);
		buf.len = 4;
		CHECK_EQ_I64(ss_io_read_file(path, len + 1, &buf, &err), SS_OK);
		CHECK_EQ_I64(buf.len, len + 4);
		if (len > 0) {
			buf.len = 4;
			CHECK_EQ_I64(ss_io_read_file(path, len - 1, &buf, &err), SS_EUSAGE);
			CHECK_STR(err.code, "too-large");
			CHECK_STR(err.file, path);
			CHECK_EQ_I64(buf.len, 4);
		}
		ss_buf_release(&buf);
		unlink(path);
	}
}

static void
test_read_file_refuses(void)
{
	struct ss_buf buf = {0};
	struct ss_err err;

	CHECK_EQ_I64(ss_io_read_file("ss-unit-no-such-file", 100, &buf, &err), SS_EUSAGE);
	CHECK_STR(err.code, "cannot-open");
	CHECK_STR(err.file, "ss-unit-no-such-file");
	CHECK_EQ_I64(err.errnum, ENOENT);
	CHECK_EQ_I64(ss_io_read_file(".", 100, &buf, &err), SS_EUSAGE);
	CHECK_STR(err.code, "cannot-open");
	CHECK_EQ_I64(err.errnum, EISDIR);
	CHECK_EQ_I64(buf.len, 0);
	ss_buf_release(&buf);
}

/* Standard input replaced by a pipe that another thread fills. */
static void
test_read_standard_input(void)
{
	for (unsigned round = 0; round < 2; round++) {
		struct writer writer = {.status = SS_OK};
		struct ss_buf buf = {0};
		struct ss_err err;
		pthread_t thread;
		const int saved = dup(STDIN_FILENO);
		int ends[2];

		if (!CHECK(saved >= 0 && pipe(ends) == 0))
			return;
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		writer.fd = ends[1];
		if (!CHECK(pthread_create(&thread, NULL, write_all, &writer) == 0))
			return;
		if (round == 0) {
			CHECK_EQ_I64(ss_io_read_file("-", TOTAL, &buf, &err), SS_OK);
			CHECK(buf.len == TOTAL && memcmp(buf.p, sent, TOTAL) == 0);
		} else {
			CHECK_EQ_I64(ss_io_read_file("-", TOTAL - 1, &buf, &err), SS_EUSAGE);
			CHECK_STR(err.file, "-");
		}
		/* Closes the read end, so that the writer ends in any case. */
		dup2(saved, STDIN_FILENO);
		close(saved);
		pthread_join(thread, NULL);
		ss_buf_release(&buf);
	}
}

static void
test_enlarge_pipe(void)
{
	int ends[2];

	if (!CHECK(pipe(ends) == 0))
		return;
#ifdef F_GETPIPE_SZ
	const int before = fcntl(ends[0], F_GETPIPE_SZ);

	ss_io_enlarge_pipe(ends[1]);
	CHECK(fcntl(ends[0], F_GETPIPE_SZ) >= before);
#endif
	ss_io_enlarge_pipe(-1);
	close(ends[0]);
	close(ends[1]);
}

int
main(void)
{
	signal(SIGPIPE, SIG_IGN);
	RUN(test_small_pipe);
	RUN(test_nonblocking_pipe);
	RUN(test_short_writes_to_socket);
	RUN(test_interrupted);
	RUN(test_read_some_takes_what_is_there);
	RUN(test_errors);
	RUN(test_read_file_limits);
	RUN(test_read_file_refuses);
	RUN(test_read_standard_input);
	RUN(test_enlarge_pipe);
	return check_done();
}
