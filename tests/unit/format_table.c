/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/format/table.c: alignment, width, what is cut and left out.
 */
#include "format_run.h"

static struct ss_arena arena;

static struct outcome
run_table(unsigned terminal, size_t rows, unsigned rounds)
{
	const char *const texts[] = {"a\nb\x1b[0m", NULL, "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"};
	struct ArrowSchema *element = make_field(&arena, "c", "item");
	struct ArrowSchema *fields[] = {make_field(&arena, "i", "id"),
					make_field(&arena, "u", "text"),
					make_schema(&arena, "+l", "list", 1, &element)};
	struct ArrowArray *columns[] = {
		make_values(&arena, 3, "110", ((int32_t[]){7, -1234, 0}), 4),
		make_strings(&arena, 3, texts),
		make_list(&arena, 3, "111", ((int[]){2, 0, 1}),
			  make_values(&arena, 3, NULL, "\1\2\3", 1))};

	return run_format_times("table", NULL, &arena, 3, fields, rows, columns, terminal, rounds);
}

static void
test_whole(void)
{
	CHECK_OUTCOME(run_table(0, 3, 1),
		      "   id  text           list\n"
		      "-----  -------------  -----\n"
		      "    7  a\\nb\\u001b[0m  [1,2]\n"
		      "-1234  NULL           []\n"
		      " NULL  \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e         [3]\n");
	CHECK_OUTCOME(run_table(0, 0, 1), "id  text  list\n--  ----  ----\n");
	CHECK_OUTCOME(run_table(0, 0, 0), "id  text  list\n--  ----  ----\n");
}

static void
test_once(void)
{
	CHECK_OUTCOME(run_table(0, 1, 2), "id  text           list\n"
					  "--  -------------  -----\n"
					  " 7  a\\nb\\u001b[0m  [1,2]\n"
					  " 7  a\\nb\\u001b[0m  [1,2]\n");
}

static void
test_cut(void)
{
	CHECK_OUTCOME(run_table(24, 3, 1),
		      "   id  text        list\n"
		      "-----  ----------  -----\n"
		      "    7  a\\nb\xe2\x80\xa6       [1,2]\n"
		      "-1234  NULL        []\n"
		      " NULL  \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e      [3]\n");
	CHECK_OUTCOME(run_table(20, 3, 1), "\xe2\x80\xa6 (+1 column)\n"
					   "   id  text\n"
					   "-----  -------------\n"
					   "    7  a\\nb\\u001b[0m\n"
					   "-1234  NULL\n"
					   " NULL  \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\n");
	CHECK_OUTCOME(run_table(10, 3, 1), "\xe2\x80\xa6 (+2 columns)\n"
					   "   id\n-----\n    7\n-1234\n NULL\n");
	CHECK_OUTCOME(run_table(4, 3, 1), "\xe2\x80\xa6 (+2 columns)\n"
					  "  id\n----\n   7\n-12\xe2\x80\xa6\nNULL\n");
}

int
main(void)
{
	RUN(test_whole);
	RUN(test_once);
	RUN(test_cut);
	ss_arena_release(&arena);
	return check_done();
}
