/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A library to preload: one allocation, or all from one on, get no memory. SS_OOM_AT says which
 * (1 is the first), SS_OOM_FROM=1 that those behind it fail, too. SS_OOM_SKIP=libx leaves the
 * calls of that library alone, SS_OOM_ONLY=libx all others. SS_OOM_COUNT names a file that gets
 * the number of allocations at the end of the program. glibc's own functions stand behind its
 * public names, so nothing is looked up on the way; asprintf belongs to whoever calls it. Calls
 * before main count, those of the loader's own allocator do not come here. Used by
 * tests/fault/oom.bats.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
int __asprintf_chk(char **p, int flag, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static atomic_ulong calls;
static _Thread_local const void *maker; /* who called a function of libc that allocates */

/* What the environment asks for; a number that is no number is 0, which is never reached. */
static unsigned long
setting(const char *name)
{
	const char *text = environ != NULL ? getenv(name) : NULL;
	unsigned long value = 0;

	for (; text != NULL && *text >= '0' && *text <= '9'; text++)
		value = value * 10 + (unsigned long)(*text - '0');
	return value;
}

/* Whether the library that a setting names has made the call. */
static bool
is_of(const char *name, const void *caller)
{
	const char *text = environ != NULL ? getenv(name) : NULL;
	Dl_info info;

	return text != NULL && dladdr(caller, &info) != 0 && info.dli_fname != NULL &&
	       strstr(info.dli_fname, text) != NULL;
}

static bool
fails(const void *caller)
{
	unsigned long call;
	unsigned long at;

	if (maker != NULL)
		caller = maker;
	if (is_of("SS_OOM_SKIP", caller))
		return false;
	if (environ != NULL && getenv("SS_OOM_ONLY") != NULL && !is_of("SS_OOM_ONLY", caller))
		return false;
	call = atomic_fetch_add(&calls, 1) + 1;
	at = setting("SS_OOM_AT");
	if (at == 0 || call < at || (call > at && setting("SS_OOM_FROM") == 0))
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, size);
}

void *
memalign(size_t alignment, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

void *
aligned_alloc(size_t alignment, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

int
posix_memalign(void **p, size_t alignment, size_t size)
{
	void *got = fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);

	if (got == NULL)
		return ENOMEM;
	*p = got;
	return 0;
}

/* What asprintf is in a program that was built with _FORTIFY_SOURCE, as libraries are. */
int
__asprintf_chk(char **p, int flag, const char *format, ...)
{
	const void *const before = maker;
	va_list args;
	int len;

	(void)flag;
	maker = before != NULL ? before : __builtin_return_address(0);
	va_start(args, format);
	len = vasprintf(p, format, args);
	va_end(args);
	maker = before;
	return len;
}

static void __attribute__((destructor)) say_count(void)
{
	const char *path = getenv("SS_OOM_COUNT");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;

	if (file == NULL)
		return;
	fprintf(file, "%lu\n", atomic_load(&calls));
	fclose(file);
}
