/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A growing byte buffer that owns its bytes. Memory is aligned to 64 bytes and keeps
 * SS_BUF_SLACK spare bytes behind the capacity, so that hot code may store whole vectors and
 * then advance by less. Reset and reused between batches, never freed on the way.
 *
 * Invariant: len <= cap; p[0..cap + SS_BUF_SLACK) may be written.
 * Not thread-safe. Out of memory ends the process (mem.h), so nothing here fails.
 */
#ifndef SS_BASE_BUF_H
#define SS_BASE_BUF_H

#include "base/defs.h"

#include <string.h>

#include "base/str.h"

#define SS_BUF_SLACK 64
#ifndef SS_BUF_INITIAL
#define SS_BUF_INITIAL 256
#endif

/* A zeroed struct is an empty buffer. */
struct ss_buf {
	uint8_t *p;
	size_t len;
	size_t cap;
};

/* Makes cap at least want, at least doubling; the bytes stay. Moves p. */
void ss_buf_grow(struct ss_buf *buf, size_t want);
void ss_buf_release(struct ss_buf *buf);

static inline void
ss_buf_clear(struct ss_buf *buf)
{
	buf->len = 0;
}

/* Room for more bytes; returns where they go. The caller adds to len what it used. The
 * pointer is good until the next call that may grow. */
static inline uint8_t *
ss_buf_reserve(struct ss_buf *buf, size_t more)
{
	if (SS_UNLIKELY(buf->cap - buf->len < more || buf->p == NULL))
		ss_buf_grow(buf, buf->len + more);
	return buf->p + buf->len;
}

/* Room for more bytes, already counted in len. Not cleared. */
static inline uint8_t *
ss_buf_extend(struct ss_buf *buf, size_t more)
{
	uint8_t *p = ss_buf_reserve(buf, more);

	buf->len += more;
	return p;
}

static inline void
ss_buf_put(struct ss_buf *buf, const void *bytes, size_t len)
{
	if (len != 0)
		memcpy(ss_buf_extend(buf, len), bytes, len);
}

static inline void
ss_buf_putc(struct ss_buf *buf, char c)
{
	*ss_buf_extend(buf, 1) = (uint8_t)c;
}

static inline void
ss_buf_puts(struct ss_buf *buf, struct ss_str s)
{
	ss_buf_put(buf, s.p, s.len);
}

static inline void
ss_buf_zero(struct ss_buf *buf, size_t len)
{
	memset(ss_buf_extend(buf, len), 0, len);
}

void ss_buf_printf(struct ss_buf *buf, const char *format, ...) SS_PRINTF(2, 3);

static inline struct ss_str
ss_buf_str(const struct ss_buf *buf)
{
	return (struct ss_str){(const char *)buf->p, buf->len};
}

#endif
