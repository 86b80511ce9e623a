/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slow half of struct ss_buf: growing, releasing, formatting. Called by the inline half
 * in buf.h when room is short. Invariant: see buf.h.
 */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/mem.h"

void
ss_buf_grow(struct ss_buf *buf, size_t want)
{
	size_t cap = SS_MAX(buf->cap, (size_t)SS_BUF_INITIAL);
	uint8_t *p;

	/* The caller's sum has wrapped around: no memory is that large, so this dies there. */
	if (want < buf->len)
		want = SIZE_MAX;
	if (buf->p != NULL && __builtin_mul_overflow(buf->cap, (size_t)2, &cap))
		cap = SIZE_MAX;
	cap = SS_MAX(cap, want);
	cap = SS_MAX(cap, (size_t)SS_BUF_INITIAL);
	p = ss_alloc_aligned(cap > SIZE_MAX - SS_BUF_SLACK ? SIZE_MAX : cap + SS_BUF_SLACK);
	if (buf->len != 0)
		memcpy(p, buf->p, buf->len);
	ss_free(buf->p);
	buf->p = p;
	buf->cap = cap;
}

void
ss_buf_release(struct ss_buf *buf)
{
	ss_free(buf->p);
	*buf = (struct ss_buf){NULL, 0, 0};
}

void
ss_buf_printf(struct ss_buf *buf, const char *format, ...)
{
	va_list args;
	va_list again;
	uint8_t *p = ss_buf_reserve(buf, 1);
	int len;

	va_start(args, format);
	va_copy(again, args);
	/* The slack has room for the terminator that is written but not counted. */
	len = vsnprintf((char *)p, buf->cap - buf->len + 1, format, args);
	va_end(args);
	len = SS_MAX(len, 0);
	if ((size_t)len > buf->cap - buf->len) {
		p = ss_buf_reserve(buf, (size_t)len);
		vsnprintf((char *)p, (size_t)len + 1, format, again);
	}
	va_end(again);
	buf->len += (size_t)len;
}
