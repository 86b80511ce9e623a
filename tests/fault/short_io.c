/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library to preload: read and write do what a system may do and seldom does. SS_SHORT_IO
 * says how: "one" moves one byte, "half" half of what is asked, "eintr" fails every other call
 * with EINTR, "eagain" with EAGAIN. Programs must give the same bytes with and without it.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Calls that move few bytes (messages, small files) are not worth a fault each. */
static atomic_uint calls;

static size_t
less(size_t n)
{
	const char *how = getenv("SS_SHORT_IO");

	if (how == NULL || n < 2)
		return n;
	if (strcmp(how, "one") == 0)
		return 1;
	if (strcmp(how, "half") == 0)
		return n / 2;
	if ((atomic_fetch_add(&calls, 1) & 1) != 0)
		return n;
	if (strcmp(how, "eintr") == 0)
		errno = EINTR;
	else if (strcmp(how, "eagain") == 0)
		errno = EAGAIN;
	else
		return n;
	return 0;
}

ssize_t
read(int fd, void *p, size_t n)
{
	ssize_t (*next)(int, void *, size_t);
	const size_t some = less(n);

	if (some == 0 && n > 0)
		return -1;
	*(void **)&next = dlsym(RTLD_NEXT, "read");
	return next(fd, p, some);
}

ssize_t
write(int fd, const void *p, size_t n)
{
	ssize_t (*next)(int, const void *, size_t);
	const size_t some = less(n);

	if (some == 0 && n > 0)
		return -1;
	*(void **)&next = dlsym(RTLD_NEXT, "write");
	return next(fd, p, some);
}
