/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/err.c: fields, precedence of places, cuts at character boundaries, and
 * arguments that are part of the err being filled.
 */
#include "check.h"

#include <errno.h>

#include "base/err.h"

static void
test_set_fills_all(void)
{
	struct ss_err err;

	memset(&err, 0xff, sizeof(err));
	CHECK_EQ_I64(ss_err_set(&err, SS_EDATA, "bad-thing", "unknown key \"%s\"", "x"), SS_EDATA);
	CHECK_EQ_I64(err.status, SS_EDATA);
	CHECK_EQ_I64(err.errnum, 0);
	CHECK_STR(err.code, "bad-thing");
	CHECK_STR(err.message, "unknown key \"x\"");
	CHECK_STR(err.file, "");
	CHECK_STR(err.path, "");
	CHECK_STR(err.hint, "");
	CHECK_EQ_I64(err.line, 0);
	CHECK_EQ_I64(err.column, 0);
}

static void
test_errno_appends_reason(void)
{
	struct ss_err err;

	CHECK_EQ_I64(
		ss_err_errno(&err, SS_EFAIL, ENOSPC, "cannot-write", "cannot write to %s", "x"),
		SS_EFAIL);
	CHECK_EQ_I64(err.errnum, ENOSPC);
	CHECK_STR(err.message, "cannot write to x: No space left on device");
}

static void
test_errno_keeps_reason_of_long_text(void)
{
	struct ss_err err;
	char name[2 * SS_ERR_MESSAGE_MAX];
	const char *tail = "...: No space left on device";

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	ss_err_errno(&err, SS_EFAIL, ENOSPC, "c", "%s", name);
	CHECK_EQ_I64(strlen(err.message), SS_ERR_MESSAGE_MAX - 1);
	CHECK_STR(err.message + strlen(err.message) - strlen(tail), tail);
}

static void
test_innermost_place_wins(void)
{
	struct ss_err err;

	ss_err_set(&err, SS_EUSAGE, "c", "m");
	CHECK_EQ_I64(ss_err_at(&err, "inner.yaml", 3, 7), SS_EUSAGE);
	ss_err_at(&err, "outer.yaml", 9, 1);
	CHECK_STR(err.file, "inner.yaml");
	CHECK_EQ_I64(err.line, 3);
	CHECK_EQ_I64(err.column, 7);
	ss_err_set(&err, SS_EUSAGE, "c", "m");
	CHECK_STR(err.file, "");
	ss_err_at(&err, "outer.yaml", 9, 1);
	CHECK_STR(err.file, "outer.yaml");
	ss_err_set(&err, SS_EUSAGE, "c", "m");
	ss_err_at(&err, "file.yaml", 0, 0);
	ss_err_at(&err, "other.yaml", 9, 1);
	CHECK_STR(err.file, "file.yaml");
	CHECK_EQ_I64(err.line, 0);
}

static void
test_long_file_is_cut(void)
{
	struct ss_err err;
	char name[SS_ERR_FILE_MAX + 1];

	memset(name, 'f', sizeof(name));
	name[SS_ERR_FILE_MAX - 1] = '\0';
	ss_err_set(&err, SS_EUSAGE, "c", "m");
	ss_err_at(&err, name, 1, 1);
	CHECK_STR(err.file, name);
	name[SS_ERR_FILE_MAX - 1] = 'f';
	name[SS_ERR_FILE_MAX] = '\0';
	ss_err_set(&err, SS_EUSAGE, "c", "m");
	ss_err_at(&err, name, 1, 1);
	CHECK_EQ_I64(strlen(err.file), SS_ERR_FILE_MAX - 1);
	CHECK_STR(err.file + SS_ERR_FILE_MAX - 4, "...");
}

static void
test_hint_is_replaced(void)
{
	struct ss_err err;

	ss_err_set(&err, SS_EUSAGE, "c", "m");
	CHECK_EQ_I64(ss_err_hint(&err, "try %d", 1), SS_EUSAGE);
	CHECK_STR(err.hint, "try 1");
	ss_err_hint(&err, "%s again", err.hint);
	CHECK_STR(err.hint, "try 1 again");
}

static void
test_prefix(void)
{
	struct ss_err err;

	ss_err_set(&err, SS_EUSAGE, "c", "cause");
	ss_err_at(&err, "f", 1, 2);
	CHECK_EQ_I64(ss_err_prefix(&err, "field %s", "x"), SS_EUSAGE);
	CHECK_STR(err.message, "field x: cause");
	CHECK_STR(err.file, "f");
	ss_err_prefix(&err, "%s", err.message);
	CHECK_STR(err.message, "field x: cause: field x: cause");
}

static void
test_own_message_as_argument(void)
{
	struct ss_err err;

	ss_err_set(&err, SS_EUSAGE, "c", "inner");
	ss_err_set(&err, SS_EDATA, "d", "outer (%s)", err.message);
	CHECK_STR(err.message, "outer (inner)");
}

static void
test_path_grows_in_front(void)
{
	struct ss_err err;
	char key[2 * SS_ERR_FILE_MAX];

	ss_err_set(&err, SS_EUSAGE, "c", "m");
	CHECK_EQ_I64(ss_err_path(&err, SS_STR("quantity")), SS_EUSAGE);
	CHECK_STR(err.path, "quantity");
	ss_err_path(&err, ss_str_n("line_items!", 10));
	CHECK_STR(err.path, "line_items.quantity");
	memset(key, 'k', sizeof(key));
	ss_err_path(&err, ss_str_n(key, SS_ERR_FILE_MAX - 1 - 20));
	CHECK_EQ_I64(strlen(err.path), SS_ERR_FILE_MAX - 1);
	CHECK_STR(err.path + SS_ERR_FILE_MAX - 1 - 20, ".line_items.quantity");
	ss_err_path(&err, SS_STR("o"));
	CHECK_EQ_I64(strlen(err.path), SS_ERR_FILE_MAX - 1);
	CHECK_STR(err.path + SS_ERR_FILE_MAX - 1 - 4, "a...");
	ss_err_path(&err, ss_str_n(key, sizeof(key)));
	CHECK_EQ_I64(strlen(err.path), SS_ERR_FILE_MAX - 1);
	CHECK_STR(err.path + SS_ERR_FILE_MAX - 1 - 4, "k...");
}

/* For every offset of the cut inside characters of 1 to 4 bytes, what is left is whole. */
static void
test_cut_at_character(void)
{
	static const char *const characters[] = {"a", "\xc3\xa9", "\xe2\x82\xac",
						 "\xf0\x9f\x98\x80"};

	for (size_t c = 0; c < SS_ARRAY_LEN(characters); c++) {
		const size_t size = strlen(characters[c]);

		for (size_t lead = 0; lead < 8; lead++) {
			char text[SS_ERR_MESSAGE_MAX + 64];
			struct ss_err err;
			size_t len = lead;

			memset(text, '.', lead);
			while (len < SS_ERR_MESSAGE_MAX + 8) {
				memcpy(text + len, characters[c], size);
				len += size;
			}
			text[len] = '\0';
			ss_err_set(&err, SS_EUSAGE, "c", "%s", text);
			len = strlen(err.message);
			CHECK(len < SS_ERR_MESSAGE_MAX && len >= SS_ERR_MESSAGE_MAX - size);
			CHECK_STR(err.message + len - 3, "...");
			CHECK_EQ_I64((len - 3 - lead) % size, 0);
			CHECK(memcmp(err.message, text, len - 3) == 0);
		}
	}
}

static void
test_exact_fit_is_not_cut(void)
{
	char text[SS_ERR_MESSAGE_MAX + 1];
	struct ss_err err;

	memset(text, 'x', sizeof(text));
	text[SS_ERR_MESSAGE_MAX - 1] = '\0';
	ss_err_set(&err, SS_EUSAGE, "c", "%s", text);
	CHECK_STR(err.message, text);
	text[SS_ERR_MESSAGE_MAX - 1] = 'x';
	text[SS_ERR_MESSAGE_MAX] = '\0';
	ss_err_set(&err, SS_EUSAGE, "c", "%s", text);
	CHECK_STR(err.message + SS_ERR_MESSAGE_MAX - 5, "x...");
}

static void
test_cut_of_stray_tails(void)
{
	char text[SS_ERR_MESSAGE_MAX + 64];
	struct ss_err err;

	memset(text, '\x80', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	ss_err_set(&err, SS_EUSAGE, "c", "%s", text);
	CHECK_EQ_I64(strlen(err.message), SS_ERR_MESSAGE_MAX - 1);
	CHECK_STR(err.message + SS_ERR_MESSAGE_MAX - 5, "\x80...");
}

int
main(void)
{
	RUN(test_set_fills_all);
	RUN(test_errno_appends_reason);
	RUN(test_errno_keeps_reason_of_long_text);
	RUN(test_innermost_place_wins);
	RUN(test_long_file_is_cut);
	RUN(test_hint_is_replaced);
	RUN(test_prefix);
	RUN(test_own_message_as_argument);
	RUN(test_path_grows_in_front);
	RUN(test_cut_at_character);
	RUN(test_exact_fit_is_not_cut);
	RUN(test_cut_of_stray_tails);
	return check_done();
}
