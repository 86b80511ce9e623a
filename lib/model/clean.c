/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes of a file or of -e made fit for the parsers: UTF-8 without BOM, control characters and
 * carriage returns. Called by the YAML reader and by -e, so no parser behind it meets a NUL or
 * an encoding error.
 */
#include "model/clean.h"

#include "base/utf8.h"

#define BRIEF_BYTES 100

static bool
is_utf16(struct ss_str text)
{
	if (text.len < 2)
		return false;
	if (memcmp(text.p, "\xff\xfe", 2) == 0 || memcmp(text.p, "\xfe\xff", 2) == 0)
		return true;
	/* Without a mark: every second byte of ASCII text is zero. */
	if (text.len < 4)
		return false;
	return (text.p[0] == '\0' && text.p[1] != '\0' && text.p[2] == '\0') ||
	       (text.p[0] != '\0' && text.p[1] == '\0' && text.p[2] != '\0' && text.p[3] == '\0');
}

static bool
is_control(char c)
{
	return (unsigned char)c < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

static enum ss_status
check_controls(struct ss_place start, struct ss_str text, struct ss_err *err)
{
	for (size_t i = 0; i < text.len; i++) {
		if (!is_control(text.p[i]))
			continue;
		(void)ss_place_error(err, ss_text_place(start, text, i), "control-character",
				     "control character 0x%02x in the text",
				     (unsigned)(unsigned char)text.p[i]);
		return ss_err_hint(err,
				   "remove it; in double quotes YAML can write it as \"\\x%02x\"",
				   (unsigned)(unsigned char)text.p[i]);
	}
	return SS_OK;
}

struct ss_str
ss_text_brief(struct ss_str text)
{
	if (text.len <= BRIEF_BYTES)
		return text;
	text.len = BRIEF_BYTES;
	while (text.len > 0 && ((unsigned char)text.p[text.len] & 0xc0) == 0x80)
		text.len--;
	return text;
}

struct ss_place
ss_text_place(struct ss_place start, struct ss_str text, size_t offset)
{
	struct ss_place place = start;

	for (size_t i = 0; i < offset && i < text.len; i++) {
		if (text.p[i] == '\n') {
			place.line++;
			place.column = 1;
		} else if (((unsigned char)text.p[i] & 0xc0) != 0x80) {
			place.column++;
		}
	}
	return place;
}

enum ss_status
ss_text_clean(struct ss_place start, struct ss_str text, struct ss_buf *out, struct ss_err *err)
{
	size_t from = out->len;
	size_t valid;
	struct ss_str clean;

	if (text.len > SS_YAML_BYTES_MAX) {
		(void)ss_place_error(err, start, "too-large",
				     "the text has %zu bytes, more than %zu", text.len,
				     SS_YAML_BYTES_MAX);
		return ss_err_hint(err, "split it into nested structures");
	}
	if (is_utf16(text)) {
		(void)ss_place_error(err, start, "utf-16", "the text is UTF-16");
		return ss_err_hint(err, "save it as UTF-8");
	}
	if (text.len >= 3 && memcmp(text.p, "\xef\xbb\xbf", 3) == 0)
		text = ss_str_n(text.p + 3, text.len - 3);
	(void)ss_buf_reserve(out, text.len + 1);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '\r' && i + 1 < text.len && text.p[i + 1] == '\n')
			continue;
		ss_buf_putc(out, c == '\r' ? '\n' : c);
	}
	clean = ss_str_n((const char *)out->p + from, out->len - from);
	valid = ss_utf8_check(clean.p, clean.len);
	if (valid < clean.len) {
		(void)ss_place_error(err, ss_text_place(start, clean, valid), "invalid-utf-8",
				     "byte 0x%02x is not valid UTF-8",
				     (unsigned)(unsigned char)clean.p[valid]);
		return ss_err_hint(err, "save it as UTF-8");
	}
	return check_controls(start, clean, err);
}
