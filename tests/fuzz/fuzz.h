/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the fuzz targets share. A target is linked with libFuzzer (make fuzz) or with the driver
 * of tests/fuzz-replay.c (make check). It aborts when an invariant does not hold; crashes,
 * sanitizers and time limits find the rest.
 */
#ifndef SS_TESTS_FUZZ_FUZZ_H
#define SS_TESTS_FUZZ_FUZZ_H

#include "base/defs.h" /* the feature macros, before the system's headers */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/option.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* libfyaml 0.7.12 leaks some texts of keys when a document is refused. That its parsers are
 * destroyed is shown by tests/unit, which suppress nothing. */
#define FUZZ_FYAML_LEAKS                              \
	const char *__lsan_default_suppressions(void) \
	{                                             \
		return "leak:libfyaml";               \
	}

#define FUZZ_CHECK(cond, ...)                                                                    \
	do {                                                                                     \
		if (!(cond)) {                                                                   \
			fprintf(stderr, "%s:%d: %s does not hold: ", __FILE__, __LINE__, #cond); \
			fprintf(stderr, __VA_ARGS__);                                            \
			fputc('\n', stderr);                                                     \
			abort();                                                                 \
		}                                                                                \
	} while (0)

/* An error says what, and with a code. */
static inline SS_UNUSED void
fuzz_check_error(enum ss_status status, const struct ss_err *err)
{
	FUZZ_CHECK(err->status == status, "%d and %d", (int)err->status, (int)status);
	FUZZ_CHECK(err->message[0] != '\0' && err->code != NULL, "an error without words");
}

/* A copy that is exactly as long, so that a sanitizer sees a byte too far; freed with free. */
static inline SS_UNUSED uint8_t *
fuzz_copy(const void *p, size_t len)
{
	uint8_t *copy = malloc(len != 0 ? len : 1);

	FUZZ_CHECK(copy != NULL, "no memory");
	if (len != 0)
		memcpy(copy, p, len);
	return copy;
}

/* Whether two buffers hold the same; an empty one may have no memory. */
static inline SS_UNUSED bool
fuzz_same(const struct ss_buf *a, const struct ss_buf *b)
{
	return ss_str_eq(ss_buf_str(a), ss_buf_str(b));
}

/* A descriptor from which the bytes can be read. */
static inline SS_UNUSED int
fuzz_descriptor(const void *p, size_t len)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	FUZZ_CHECK(fd >= 0 && pwrite(fd, p, len, 0) == (ssize_t)len, "no memory file");
	return fd;
}

/* Options of a format, each drawn from seed; texts stay as they are. */
static inline SS_UNUSED void
fuzz_options(const struct ss_option *rows, size_t n, uint64_t seed, void *options)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t draw = (seed + i + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
		char *target = (char *)options + rows[i].offset;
		int choices = 1;
		int choice;

		if (rows[i].kind == SS_OPT_FLAG && draw % 4 == 0)
			*(bool *)target = true;
		if (rows[i].kind != SS_OPT_CHOICE)
			continue;
		for (const char *p = rows[i].choices; *p != '\0'; p++)
			choices += *p == '|';
		choice = (int)(draw % (unsigned)choices);
		memcpy(target, &choice, sizeof(choice));
	}
}

#endif
