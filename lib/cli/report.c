/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages on standard error and as JSON. A message is composed whole and written with one
 * write, so that the lines of the programs of a pipeline do not mix. Text from outside reaches
 * a terminal only through put_escaped.
 */
#include "cli/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "base/utf8.h"

#define NOTE_MAX 1024

/* Bytes of the character at p that may go to a terminal as it is, or 0: p[0] is escaped. */
static size_t
harmless(const char *p, size_t len)
{
	const unsigned char c = (unsigned char)p[0];
	size_t want = 1;

	if (c < 0x80)
		return c >= 0x20 && c != 0x7f;
	if (c >= 0xf0)
		want = 4;
	else if (c >= 0xe0)
		want = 3;
	else
		want = 2;
	if (want > len || ss_utf8_check(p, want) != want)
		return 0;
	/* U+0080 to U+009F are the C1 controls. */
	return c == 0xc2 && (unsigned char)p[1] < 0xa0 ? 0 : want;
}

static void
put_escaped(struct ss_buf *out, struct ss_str s)
{
	size_t i = 0;

	while (i < s.len) {
		size_t n = harmless(s.p + i, s.len - i);

		if (n > 0) {
			ss_buf_put(out, s.p + i, n);
			i += n;
			continue;
		}
		/* A character that is valid but harmful is escaped whole, byte by byte. */
		ss_buf_printf(out, "\\x%02X", (unsigned)(unsigned char)s.p[i]);
		i++;
	}
}

/* Nothing can be done when this fails; the exit status still tells. */
static void
put_line(struct ss_buf *line)
{
	struct ss_err ignored;

	ss_buf_putc(line, '\n');
	if (ss_io_write(STDERR_FILENO, line->p, line->len, "standard error", &ignored) != SS_OK)
		return;
}

int
ss_report(const char *program, const struct ss_err *err)
{
	struct ss_buf line = {0};

	put_escaped(&line, ss_str(program));
	if (err->file[0] != '\0') {
		ss_buf_puts(&line, SS_STR(": "));
		put_escaped(&line, ss_str(err->file));
	}
	if (err->line > 0) {
		ss_buf_printf(&line, "%s%d", err->file[0] != '\0' ? ":" : ": line ", err->line);
		if (err->column > 0)
			ss_buf_printf(&line, ":%d", err->column);
	}
	ss_buf_puts(&line, SS_STR(": "));
	put_escaped(&line, ss_str(err->message));
	if (err->hint[0] != '\0') {
		ss_buf_puts(&line, SS_STR("; "));
		put_escaped(&line, ss_str(err->hint));
	}
	put_line(&line);
	ss_buf_release(&line);
	return err->status > SS_OK ? (int)err->status : (int)SS_EFAIL;
}

void
ss_note(const char *program, const char *format, ...)
{
	struct ss_buf line = {0};
	char text[NOTE_MAX];
	va_list args;

	va_start(args, format);
	if (vsnprintf(text, sizeof(text), format, args) < 0)
		text[0] = '\0';
	va_end(args);
	put_escaped(&line, ss_str(program));
	ss_buf_puts(&line, SS_STR(": "));
	put_escaped(&line, ss_str(text));
	put_line(&line);
	ss_buf_release(&line);
}

/* A JSON string; bytes that are no UTF-8 become U+FFFD. "" is null when it stands for
 * something absent. */
static void
put_json_text(struct ss_buf *out, const char *key, const char *text, bool optional)
{
	const size_t len = text == NULL ? 0 : strlen(text);
	size_t i = 0;

	ss_buf_printf(out, "\"%s\":", key);
	if (len == 0 && optional) {
		ss_buf_puts(out, SS_STR("null"));
		return;
	}
	ss_buf_putc(out, '"');
	while (i < len) {
		const size_t valid = i + ss_utf8_check(text + i, len - i);

		for (; i < valid; i++) {
			const unsigned char c = (unsigned char)text[i];

			if (c == '"' || c == '\\')
				ss_buf_printf(out, "\\%c", c);
			else if (c < 0x20 || c == 0x7f)
				ss_buf_printf(out, "\\u%04x", (unsigned)c);
			else
				ss_buf_putc(out, (char)c);
		}
		if (i < len) {
			ss_buf_puts(out, SS_STR("\xef\xbf\xbd"));
			i++;
		}
	}
	ss_buf_putc(out, '"');
}

static void
put_json_place(struct ss_buf *out, const char *key, int value)
{
	if (value > 0)
		ss_buf_printf(out, "\"%s\":%d", key, value);
	else
		ss_buf_printf(out, "\"%s\":null", key);
}

void
ss_report_json(const struct ss_err *err, struct ss_buf *out)
{
	ss_buf_putc(out, '{');
	put_json_text(out, "path", err->path, true);
	ss_buf_putc(out, ',');
	put_json_text(out, "file", err->file, true);
	ss_buf_putc(out, ',');
	put_json_place(out, "line", err->line);
	ss_buf_putc(out, ',');
	put_json_place(out, "column", err->column);
	ss_buf_putc(out, ',');
	put_json_text(out, "code", err->code, true);
	ss_buf_putc(out, ',');
	put_json_text(out, "message", err->message, false);
	ss_buf_putc(out, ',');
	put_json_text(out, "hint", err->hint, true);
	ss_buf_putc(out, '}');
}
