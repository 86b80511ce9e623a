/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recognises what people pipe into a reader by mistake, and quotes the reason of an abort
 * mark. Only called on the way to an error.
 */
#include "arrow/sniff.h"

#include "base/buf.h"
#include "base/utf8.h"

struct magic {
	struct ss_str bytes;
	const char *what;
	const char *remedy;
};

static const struct magic magics[] = {
	{{"ARROW1", 6},
	 "an Arrow file, not an Arrow stream",
	 "write the streaming format; the file format is not supported yet"},
	{{"PAR1", 4}, "a Parquet file, not a record stream", "ss-fmt reads what ss-gen writes"},
	{{"\x1f\x8b", 2}, "compressed with gzip, not a record stream", "put gzip -dc in front"},
	{{"\x28\xb5\x2f\xfd", 4},
	 "compressed with zstd, not a record stream",
	 "put zstd -dc in front"},
	{{"\x04\x22\x4d\x18", 4},
	 "compressed with lz4, not a record stream",
	 "put lz4 -dc in front"},
	{{"BZh", 3}, "compressed with bzip2, not a record stream", "put bzip2 -dc in front"},
	{{"\xfd"
	  "7zXZ",
	  5},
	 "compressed with xz, not a record stream",
	 "put xz -dc in front"},
};

/* Printable, as the first line of a text would be. */
static bool
is_text(struct ss_str head)
{
	size_t n = SS_MIN(head.len, (size_t)4);

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)head.p[i];

		if (c < 0x20 && c != '\n' && c != '\r' && c != '\t')
			return false;
	}
	return ss_utf8_check(head.p, n) == n;
}

bool
ss_sniff_is_stream(struct ss_str head)
{
	size_t n = SS_MIN(head.len, (size_t)4);

	return n > 0 && memcmp(head.p, "\xff\xff\xff\xff", n) == 0;
}

enum ss_status
ss_sniff_describe(struct ss_str head, struct ss_err *err)
{
	static const char reads[] = "ss-fmt reads what ss-gen writes";
	struct ss_str line = head;
	uint32_t word = 0;

	if (head.len == 0) {
		ss_err_set(err, SS_EDATA, "empty-input", "empty input: expected a record stream");
		return ss_err_hint(err, "did the program before this one fail? %s", reads);
	}
	for (size_t i = 0; i < SS_ARRAY_LEN(magics); i++) {
		if (!ss_str_starts(head, magics[i].bytes))
			continue;
		ss_err_set(err, SS_EDATA, "not-a-stream", "the input is %s", magics[i].what);
		return ss_err_hint(err, "%s", magics[i].remedy);
	}
	if (is_text(head)) {
		for (size_t i = 0; i < head.len; i++) {
			if (head.p[i] == '\n' || head.p[i] == '\r') {
				line.len = i;
				break;
			}
		}
		line.len = SS_MIN(line.len, (size_t)32);
		line.len = ss_utf8_check(line.p, line.len);
		ss_err_set(err, SS_EDATA, "not-a-stream",
			   "not a record stream: the input starts with \"%.*s\"",
			   SS_STR_ARGS(line));
		return ss_err_hint(err, "%s", reads);
	}
	if (head.len >= 4)
		memcpy(&word, head.p, 4);
	if (head.len >= 8 && word != 0 && word % 4 == 0 && word < ((uint32_t)1 << 26)) {
		ss_err_set(err, SS_EDATA, "not-a-stream",
			   "an Arrow stream of the form before version 0.15, which is not read");
		return ss_err_hint(err, "write it with Arrow 0.15 or later");
	}
	ss_err_set(err, SS_EDATA, "not-a-stream",
		   "not a record stream: the input starts with 0x%08x", __builtin_bswap32(word));
	return ss_err_hint(err, "%s", reads);
}

enum ss_status
ss_sniff_abort(struct ss_str reason, struct ss_err *err)
{
	struct ss_buf text = {0};
	bool valid;

	for (size_t i = 0; i < reason.len; i++) {
		if (reason.p[i] == '\n')
			reason.len = i;
	}
	/* A limit may have cut the last character in two. */
	if (reason.len == SS_SNIFF_REASON_MAX &&
	    reason.len - ss_utf8_check(reason.p, reason.len) < 4)
		reason.len = ss_utf8_check(reason.p, reason.len);
	valid = ss_utf8_check(reason.p, reason.len) == reason.len;
	for (size_t i = 0; i < reason.len; i++) {
		unsigned char c = (unsigned char)reason.p[i];

		if (c < 0x20 || c == 0x7F || (c >= 0x80 && !valid))
			ss_buf_printf(&text, "\\x%02x", c);
		else
			ss_buf_putc(&text, (char)c);
	}
	ss_err_set(err, SS_EDATA, "aborted", "the producer aborted: %.*s",
		   SS_STR_ARGS(ss_buf_str(&text)));
	ss_buf_release(&text);
	return SS_EDATA;
}
