/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes of an input as the reader wants them: a few to look at, then a known number into a
 * buffer. Private to lib/arrow. A small window is read ahead; large bodies go straight to
 * where they stay, so nothing big is copied twice, and a message is complete as soon as the
 * pipe holds it.
 */
#ifndef SS_ARROW_INPUT_H
#define SS_ARROW_INPUT_H

#include "base/buf.h"
#include "base/err.h"

struct ss_input {
	int fd;
	const char *name;
	uint64_t offset; /* of the next byte to be taken */
	uint8_t *window;
	size_t begin, end; /* what the window holds */
	bool ended;
};

void ss_input_init(struct ss_input *input, int fd, const char *name);
void ss_input_release(struct ss_input *input);

/* The next bytes, want of them (at most 64) or fewer at the end of input. Good until the next
 * call. */
enum ss_status ss_input_peek(struct ss_input *input, size_t want, struct ss_str *bytes,
			     struct ss_err *err) SS_NODISCARD;
/* Appends len bytes to buf, whose memory grows only as they arrive; *got is less at the end. */
enum ss_status ss_input_take(struct ss_input *input, size_t len, struct ss_buf *buf, size_t *got,
			     struct ss_err *err) SS_NODISCARD;

#endif
