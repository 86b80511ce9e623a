/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reader's window on its input. Invariant: begin <= end <= WINDOW, and offset counts what
 * was taken, not what was read ahead. Only the reader calls this, serially.
 */
#include "arrow/input.h"

#include "base/io.h"
#include "base/mem.h"

/* Large enough for many small messages in one read, small enough that copying the head of a
 * large one costs nothing. */
#define WINDOW SS_MAX(SS_MIN(SS_IO_CHUNK, (size_t)64 << 10), (size_t)64)
#define GROW_STEP ((size_t)1 << 20)

void
ss_input_init(struct ss_input *input, int fd, const char *name)
{
	*input = (struct ss_input){.fd = fd, .name = name, .window = ss_alloc(WINDOW)};
	ss_io_enlarge_pipe(fd);
}

void
ss_input_release(struct ss_input *input)
{
	ss_free(input->window);
	input->window = NULL;
}

/* Reads what is there behind the end of the window. */
static enum ss_status
fill(struct ss_input *input, struct ss_err *err)
{
	size_t got;
	enum ss_status status = ss_io_read_some(input->fd, input->window + input->end,
						WINDOW - input->end, &got, input->name, err);

	input->end += got;
	input->ended = got == 0;
	return status;
}

enum ss_status
ss_input_peek(struct ss_input *input, size_t want, struct ss_str *bytes, struct ss_err *err)
{
	if (input->begin == input->end || WINDOW - input->begin < want) {
		memmove(input->window, input->window + input->begin, input->end - input->begin);
		input->end -= input->begin;
		input->begin = 0;
	}
	while (input->end - input->begin < want && !input->ended) {
		enum ss_status status = fill(input, err);

		if (status != SS_OK)
			return status;
	}
	*bytes = ss_str_n((const char *)input->window + input->begin,
			  SS_MIN(want, input->end - input->begin));
	return SS_OK;
}

enum ss_status
ss_input_take(struct ss_input *input, size_t len, struct ss_buf *buf, size_t *got,
	      struct ss_err *err)
{
	enum ss_status status = SS_OK;
	size_t n;

	*got = 0;
	while (*got < len && status == SS_OK) {
		size_t want = len - *got;
		uint8_t *to = ss_buf_reserve(buf, SS_MIN(want, SS_MAX(GROW_STEP, buf->len)));

		n = SS_MIN(want, input->end - input->begin);
		if (n > 0) {
			n = SS_MIN(n, buf->cap - buf->len);
			memcpy(to, input->window + input->begin, n);
			input->begin += n;
		} else if (input->ended) {
			break;
		} else if (want < WINDOW) {
			input->begin = 0;
			input->end = 0;
			status = fill(input, err);
		} else {
			status = ss_io_read_some(input->fd, to, SS_MIN(want, buf->cap - buf->len),
						 &n, input->name, err);
			input->ended = n == 0;
		}
		buf->len += n;
		*got += n;
		input->offset += n;
	}
	return status;
}
