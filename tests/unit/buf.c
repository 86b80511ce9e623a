/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/buf.c and the inline half: contents over growth, alignment, slack, reuse
 * without allocation.
 */
#include "check.h"

#include "base/buf.h"
#include "base/mem.h"

static void
test_bytes_survive_growth(void)
{
	struct ss_buf buf = {0};
	uint64_t seed = 5;

	for (unsigned i = 0; i < 100000; i++)
		ss_buf_putc(&buf, (char)check_random(&seed));
	CHECK_EQ_I64(buf.len, 100000);
	seed = 5;
	for (unsigned i = 0; i < 100000; i++)
		CHECK(buf.p[i] == (uint8_t)check_random(&seed));
	CHECK(((uintptr_t)buf.p & 63) == 0);
	ss_buf_release(&buf);
	CHECK(buf.p == NULL && buf.len == 0 && buf.cap == 0);
}

static void
test_growth_doubles_and_slack_is_there(void)
{
	struct ss_buf buf = {0};

	ss_buf_grow(&buf, 1);
	CHECK(buf.cap >= 1);
	for (unsigned i = 0; i < 12; i++) {
		const size_t cap = buf.cap;

		buf.len = buf.cap;
		/* The sanitizer watches. */
		memset(buf.p + buf.len, 0xa5, SS_BUF_SLACK);
		CHECK(ss_buf_reserve(&buf, 1) == buf.p + cap);
		CHECK(buf.cap >= 2 * cap);
	}
	ss_buf_clear(&buf);
	ss_buf_grow(&buf, 1000000);
	CHECK(buf.cap >= 1000000);
	ss_buf_release(&buf);
}

static void
test_empty_buffer_gives_pointer(void)
{
	struct ss_buf buf = {0};

	CHECK(ss_buf_reserve(&buf, 0) != NULL);
	ss_buf_put(&buf, NULL, 0);
	CHECK_EQ_I64(buf.len, 0);
	ss_buf_release(&buf);
	ss_buf_release(&buf);
}

static void
test_reuse_does_not_allocate(void)
{
	struct ss_buf buf = {0};
	uint64_t before;

	ss_buf_zero(&buf, 5000);
	for (unsigned i = 0; i < 5000; i++)
		CHECK_EQ_I64(buf.p[i], 0);
	before = ss_mem_count();
	for (unsigned i = 0; i < 100; i++) {
		ss_buf_clear(&buf);
		memset(ss_buf_extend(&buf, 5000), 1, 5000);
	}
	CHECK_EQ_I64(ss_mem_count() - before, 0);
	ss_buf_release(&buf);
}

static void
test_printf(void)
{
	struct ss_buf buf = {0};

	ss_buf_printf(&buf, "%s=%d", "a", 1);
	ss_buf_puts(&buf, SS_STR(";"));
	CHECK_STRN((const char *)buf.p, buf.len, "a=1;");
	/* Every length around the capacity: exact fit, one less, one more. */
	for (int len = 200; len < 600; len++) {
		struct ss_buf small = {0};

		ss_buf_printf(&small, "%*d", len, 7);
		CHECK_EQ_I64(small.len, len);
		CHECK(small.p[small.len - 1] == '7' && small.p[0] == ' ');
		ss_buf_release(&small);
	}
	CHECK(ss_str_eq(ss_buf_str(&buf), SS_STR("a=1;")));
	ss_buf_release(&buf);
}

int
main(void)
{
	RUN(test_bytes_survive_growth);
	RUN(test_growth_doubles_and_slack_is_there);
	RUN(test_empty_buffer_gives_pointer);
	RUN(test_reuse_does_not_allocate);
	RUN(test_printf);
	return check_done();
}
