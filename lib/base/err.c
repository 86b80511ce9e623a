/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filling of struct ss_err, used by every layer. Texts are composed in a local array first,
 * because a caller may pass parts of the very err that it fills. Invariant: every text ends in
 * NUL and is never cut inside a UTF-8 sequence.
 */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char ellipsis[] = "...";

/* Cuts text, which holds size - 1 bytes of something longer, and marks the cut. */
static void
mark_cut(char *text, size_t size)
{
	size_t end = size - sizeof(ellipsis);
	size_t back = 0;

	/* The byte at end is overwritten: when it continues a character, the whole character
	 * goes. Text that is no UTF-8 must not lose more than one character's worth. */
	while (back < 3 && back < end && ((unsigned char)text[end - back] & 0xc0) == 0x80)
		back++;
	if (((unsigned char)text[end - back] & 0xc0) != 0x80)
		end -= back;
	memcpy(text + end, ellipsis, sizeof(ellipsis));
}

static SS_PRINTF(3, 0) void format_text(char *text, size_t size, const char *format, va_list args)
{
	const int len = vsnprintf(text, size, format, args);

	if (len < 0)
		text[0] = '\0';
	else if ((size_t)len >= size)
		mark_cut(text, size);
}

/* Appends to text of the given size, marking a cut. */
static void
append_text(char *text, size_t size, const char *more)
{
	const size_t len = strlen(text);
	const size_t add = strlen(more);

	if (add < size - len) {
		memcpy(text + len, more, add + 1);
		return;
	}
	memcpy(text + len, more, size - 1 - len);
	text[size - 1] = '\0';
	mark_cut(text, size);
}

/* text may come from err itself, but is never a part that is cleared before it is copied. */
static enum ss_status
set_err(struct ss_err *err, enum ss_status status, int errnum, const char *code, const char *text)
{
	err->status = status;
	err->errnum = errnum;
	err->code = code;
	err->line = 0;
	err->column = 0;
	err->file[0] = '\0';
	err->path[0] = '\0';
	err->hint[0] = '\0';
	memcpy(err->message, text, strlen(text) + 1);
	return status;
}

enum ss_status
ss_err_set(struct ss_err *err, enum ss_status status, const char *code, const char *format, ...)
{
	char text[SS_ERR_MESSAGE_MAX];
	va_list args;

	va_start(args, format);
	format_text(text, sizeof(text), format, args);
	va_end(args);
	return set_err(err, status, 0, code, text);
}

enum ss_status
ss_err_errno(struct ss_err *err, enum ss_status status, int errnum, const char *code,
	     const char *format, ...)
{
	char text[SS_ERR_MESSAGE_MAX];
	/* The system's words are the part that helps, so the caller's part is cut for them. */
	const char *reason = strerror(errnum);
	const size_t reserved = SS_MIN(strlen(reason) + 2, sizeof(text) / 2);
	va_list args;

	va_start(args, format);
	format_text(text, sizeof(text) - reserved, format, args);
	va_end(args);
	append_text(text, sizeof(text), ": ");
	append_text(text, sizeof(text), reason);
	return set_err(err, status, errnum, code, text);
}

enum ss_status
ss_err_at(struct ss_err *err, const char *file, int line, int column)
{
	if (err->file[0] != '\0' || err->line != 0)
		return err->status;
	if (file != NULL) {
		err->file[0] = '\0';
		append_text(err->file, sizeof(err->file), file);
	}
	err->line = line;
	err->column = column;
	return err->status;
}

enum ss_status
ss_err_hint(struct ss_err *err, const char *format, ...)
{
	char text[SS_ERR_HINT_MAX];
	va_list args;

	va_start(args, format);
	format_text(text, sizeof(text), format, args);
	va_end(args);
	memcpy(err->hint, text, strlen(text) + 1);
	return err->status;
}

enum ss_status
ss_err_prefix(struct ss_err *err, const char *format, ...)
{
	char text[SS_ERR_MESSAGE_MAX];
	va_list args;

	va_start(args, format);
	format_text(text, sizeof(text), format, args);
	va_end(args);
	append_text(text, sizeof(text), ": ");
	append_text(text, sizeof(text), err->message);
	memcpy(err->message, text, strlen(text) + 1);
	return err->status;
}

enum ss_status
ss_err_path(struct ss_err *err, struct ss_str key)
{
	char text[SS_ERR_FILE_MAX];
	const size_t len = SS_MIN(key.len, sizeof(text) - 1);

	if (len != 0)
		memcpy(text, key.p, len);
	text[len] = '\0';
	if (len < key.len)
		mark_cut(text, sizeof(text));
	if (err->path[0] != '\0') {
		append_text(text, sizeof(text), ".");
		append_text(text, sizeof(text), err->path);
	}
	memcpy(err->path, text, strlen(text) + 1);
	return err->status;
}
