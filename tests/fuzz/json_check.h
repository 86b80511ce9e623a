/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small strict reader of JSON (RFC 8259) for the fuzz targets, written against the
 * specification and sharing no code with lib/: it says whether a text is JSON, and undoes the
 * escapes of a string. Nothing here allocates; texts are cut by pointer and end.
 */
#ifndef SS_TESTS_FUZZ_JSON_CHECK_H
#define SS_TESTS_FUZZ_JSON_CHECK_H

#include "base/defs.h"

#include <string.h>

#define JSON_DEPTH_MAX 200

struct json_text {
	const char *p;
	const char *end;
};

static inline SS_UNUSED bool
json_take(struct json_text *t, char c)
{
	if (t->p == t->end || *t->p != c)
		return false;
	t->p++;
	return true;
}

static inline SS_UNUSED void
json_blanks(struct json_text *t)
{
	while (t->p < t->end && (*t->p == ' ' || *t->p == '\t' || *t->p == '\n' || *t->p == '\r'))
		t->p++;
}

/* Bytes of the UTF-8 character that begins here (Unicode, table 3-7), 0 for none. */
static inline SS_UNUSED size_t
json_utf8(const struct json_text *t)
{
	const unsigned char *p = (const unsigned char *)t->p;
	size_t left = (size_t)(t->end - t->p);
	unsigned char lo = 0x80;
	unsigned char hi = 0xbf;
	size_t n;

	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	n = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (p[0] == 0xe0)
		lo = 0xa0;
	else if (p[0] == 0xed)
		hi = 0x9f;
	else if (p[0] == 0xf0)
		lo = 0x90;
	else if (p[0] == 0xf4)
		hi = 0x8f;
	if (left < n || p[1] < lo || p[1] > hi)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (p[i] < 0x80 || p[i] > 0xbf)
			return 0;
	return n;
}

static inline SS_UNUSED bool
json_hex4(struct json_text *t, uint32_t *code)
{
	*code = 0;
	for (int i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdefABCDEF";
		const char *at;

		if (t->p == t->end || *t->p == '\0' || (at = strchr(digits, *t->p)) == NULL)
			return false;
		*code = *code << 4 | (uint32_t)(at - digits < 16 ? at - digits : at - digits - 6);
		t->p++;
	}
	return true;
}

static inline SS_UNUSED size_t
json_put_utf8(char *p, uint32_t code)
{
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	if (n == 1) {
		p[0] = (char)code;
		return 1;
	}
	for (size_t i = n - 1; i > 0; i--, code >>= 6)
		p[i] = (char)(0x80 | (code & 0x3f));
	p[0] = (char)((0xf00u >> n & 0xff) | code);
	return n;
}

/* The escape behind a backslash, as UTF-8 to out (4 bytes); 0 when it is none. */
static inline SS_UNUSED size_t
json_escape(struct json_text *t, char *out)
{
	static const char names[] = "\"\\/bfnrt";
	static const char values[] = "\"\\/\b\f\n\r\t";
	const char *name;
	uint32_t code;
	uint32_t low;

	if (t->p == t->end || *t->p == '\0')
		return 0;
	if (*t->p != 'u') {
		name = strchr(names, *t->p++);
		if (name == NULL)
			return 0;
		out[0] = values[name - names];
		return 1;
	}
	t->p++;
	if (!json_hex4(t, &code) || (code >= 0xdc00 && code <= 0xdfff))
		return 0;
	if (code >= 0xd800 && code <= 0xdbff) {
		if (!json_take(t, '\\') || !json_take(t, 'u') || !json_hex4(t, &low) ||
		    low < 0xdc00 || low > 0xdfff)
			return 0;
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
	}
	return json_put_utf8(out, code);
}

/* A string. Its characters go to out, when that is not NULL, which needs as many bytes as the
 * string has; *len is their number. */
static inline SS_UNUSED bool
json_string(struct json_text *t, char *out, size_t *len)
{
	*len = 0;
	if (!json_take(t, '"'))
		return false;
	while (t->p < t->end && *t->p != '"') {
		char bytes[4];
		size_t n;

		if ((unsigned char)*t->p < 0x20)
			return false;
		if (*t->p == '\\') {
			t->p++;
			n = json_escape(t, bytes);
		} else {
			n = json_utf8(t);
			memcpy(bytes, t->p, n);
			t->p += n;
		}
		if (n == 0)
			return false;
		if (out != NULL)
			memcpy(out + *len, bytes, n);
		*len += n;
	}
	return json_take(t, '"');
}

static inline SS_UNUSED bool
json_digits(struct json_text *t)
{
	const char *p = t->p;

	while (t->p < t->end && *t->p >= '0' && *t->p <= '9')
		t->p++;
	return t->p > p;
}

static inline SS_UNUSED bool
json_number(struct json_text *t)
{
	json_take(t, '-');
	if (!json_take(t, '0') && !json_digits(t))
		return false;
	if (json_take(t, '.') && !json_digits(t))
		return false;
	if (!json_take(t, 'e') && !json_take(t, 'E'))
		return true;
	if (!json_take(t, '-'))
		json_take(t, '+');
	return json_digits(t);
}

static inline SS_UNUSED bool
json_word(struct json_text *t, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(t->end - t->p) < len || memcmp(t->p, word, len) != 0)
		return false;
	t->p += len;
	return true;
}

/* One value with the blanks before it. Closing brackets are kept on a stack: no recursion. */
static inline SS_UNUSED bool
json_value(struct json_text *t)
{
	char open[JSON_DEPTH_MAX];
	size_t depth = 0;
	size_t len;

	for (;;) {
		/* A key stands before a value of an object. */
		json_blanks(t);
		if (depth > 0 && open[depth - 1] == '}') {
			if (!json_string(t, NULL, &len))
				return false;
			json_blanks(t);
			if (!json_take(t, ':'))
				return false;
			json_blanks(t);
		}
		if (t->p == t->end)
			return false;
		if (*t->p == '{' || *t->p == '[') {
			if (depth == JSON_DEPTH_MAX)
				return false;
			open[depth++] = *t->p++ == '{' ? '}' : ']';
			json_blanks(t);
			if (t->p == t->end || *t->p != open[depth - 1])
				continue;
		} else if (*t->p == '"' ? !json_string(t, NULL, &len)
					: !json_word(t, "true") && !json_word(t, "false") &&
						  !json_word(t, "null") && !json_number(t)) {
			return false;
		}
		/* What is closed here, and whether something follows. */
		for (;;) {
			if (depth == 0)
				return true;
			json_blanks(t);
			if (json_take(t, ','))
				break;
			if (!json_take(t, open[depth - 1]))
				return false;
			depth--;
		}
	}
}

/* Values up to the end; their number, or -1 where it is not JSON. */
static inline SS_UNUSED long
json_values(const void *p, size_t len)
{
	struct json_text t = {p, p};
	long n = 0;

	if (len == 0)
		return 0;
	t.end += len;
	for (json_blanks(&t); t.p < t.end; json_blanks(&t), n++)
		if (!json_value(&t))
			return -1;
	return n;
}

#endif
