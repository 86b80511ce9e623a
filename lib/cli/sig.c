/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIGINT, SIGTERM and SIGHUP as requests to stop. The first sets a flag that is looked at
 * between batches; a second ends the process at once. The only file of lib/ with state at file
 * scope, because a handler can be given nothing else. Handlers call async-signal-safe functions
 * only. Other threads block all signals (ring.h), so handlers run in the main thread, and what
 * they read changes with the signals blocked.
 */
#include "cli/sig.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Long enough to finish a batch, short enough for someone who waits at a terminal. */
#define STOP_GRACE_S 1
#define TEMPORARY_NAME_MAX 256
/* timeout(1) signals its child and then the child's group, so one request arrives twice. */
#define SAME_REQUEST_MS 200

static atomic_int stop_signal; /* read by all threads */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "signal handlers need a flag without a lock");
static int64_t stop_ms;	  /* when that was */
static int input_fd = -1; /* is replaced by null_fd on a request to stop */
static int null_fd = -1;
static int temporary_folder = -1;
static char temporary_name[TEMPORARY_NAME_MAX];

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};

static void
make_set(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGALRM);
	for (size_t i = 0; i < SS_ARRAY_LEN(stop_signals); i++)
		sigaddset(set, stop_signals[i]);
}

static int64_t
now_ms(void)
{
	struct timespec t;

	return clock_gettime(CLOCK_MONOTONIC, &t) == 0 ? t.tv_sec * 1000 + t.tv_nsec / 1000000 : 0;
}

static void
on_signal(int number)
{
	const int saved = errno;

	if (atomic_load(&stop_signal) != 0) {
		if (number != SIGALRM && now_ms() - stop_ms < SAME_REQUEST_MS) {
			errno = saved;
			return;
		}
		if (temporary_name[0] != '\0')
			unlinkat(temporary_folder, temporary_name, 0);
		/* The alarm only says that the grace is over: the cause was the first signal. */
		ss_run_reraise(number == SIGALRM ? atomic_load(&stop_signal) : number);
	}
	atomic_store(&stop_signal, number);
	stop_ms = now_ms();
	if (input_fd >= 0) {
		dup2(null_fd, input_fd);
		alarm(STOP_GRACE_S);
	}
	errno = saved;
}

void
ss_sig_start(void)
{
	struct sigaction action = {.sa_handler = on_signal};
	struct sigaction old;
	sigset_t set;

	/* No SA_RESTART: a read that waits comes back and sees the end of its input. */
	make_set(&action.sa_mask);
	for (size_t i = 0; i < SS_ARRAY_LEN(stop_signals); i++) {
		/* nohup and the shell's & in scripts ignore signals on purpose. */
		if (sigaction(stop_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(stop_signals[i], &action, NULL);
	}
	/* The parent may have left any of these blocked or ignored. */
	make_set(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	signal(SIGPIPE, SIG_DFL);
	/* A write beyond the file size limit fails with EFBIG, and is reported. */
	signal(SIGXFSZ, SIG_IGN);
}

void
ss_run_stop_ends(int fd)
{
	struct sigaction action = {.sa_handler = on_signal};
	sigset_t set;
	sigset_t old;

	make_set(&set);
	make_set(&action.sa_mask);
	sigprocmask(SIG_BLOCK, &set, &old);
	if (null_fd < 0)
		null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (null_fd >= 0) {
		sigaction(SIGALRM, &action, NULL);
		input_fd = fd;
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
}

void
ss_sig_temporary(int folder, const char *name)
{
	sigset_t set;
	sigset_t old;
	const size_t len = name == NULL ? 0 : strlen(name);

	make_set(&set);
	sigprocmask(SIG_BLOCK, &set, &old);
	temporary_folder = folder;
	temporary_name[0] = '\0';
	if (len > 0 && len < sizeof(temporary_name))
		memcpy(temporary_name, name, len + 1);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

int
ss_run_stopped(void)
{
	return atomic_load(&stop_signal);
}

void
ss_run_reraise(int signal_number)
{
	sigset_t set;

	signal(signal_number, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, signal_number);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(signal_number);
	_exit(128 + signal_number);
}
