/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps that write strings and bytes. Whether a column of a batch holds anything that needs
 * care is found out once, over all its bytes; without, a string is a copy of 16 bytes.
 */
#include "format/text_step.h"

#include "base/utf8.h"

/* Sixteen bytes at once; a GNU vector, which compilers map to SSE2 and NEON. */
typedef uint8_t bytes16 __attribute__((vector_size(16)));

struct marks {
	bytes16 byte[5];
	bytes16 below;
};

static struct marks
marks_of(const struct ss_text_style *style)
{
	uint8_t json[5] = {'"', '\\', '"', '\\', '\\'};
	uint8_t csv[5] = {'"', '\\', '\r', '\n', (uint8_t)style->delimiter};
	uint8_t tsv[5] = {'\\', '\t', '\r', '\n', (uint8_t)style->delimiter};
	const uint8_t *from = style->kind == SS_TEXT_JSON  ? json
			      : style->kind == SS_TEXT_CSV ? csv
							   : tsv;
	struct marks marks;

	for (size_t i = 0; i < 5; i++)
		marks.byte[i] = (bytes16){0} + from[i];
	marks.below = (bytes16){0} + (uint8_t)(style->kind == SS_TEXT_JSON ? 0x20 : 0);
	return marks;
}

static inline bytes16
specials(const struct marks *m, bytes16 v)
{
	return (bytes16)((v < m->below) | (v == m->byte[0]) | (v == m->byte[1]) |
			 (v == m->byte[2]) | (v == m->byte[3]) | (v == m->byte[4]));
}

static inline bool
any(bytes16 v)
{
	uint64_t half[2];

	memcpy(half, &v, 16);
	return (half[0] | half[1]) != 0;
}

unsigned
ss_text_scan(const struct ss_text_style *style, const void *p, size_t len)
{
	const struct marks marks = marks_of(style);
	const uint8_t *from = p;
	bytes16 special = {0}, high = {0};
	unsigned found = 0;
	size_t i = 0;

	for (; i + 16 <= len; i += 16) {
		bytes16 v;

		memcpy(&v, from + i, 16);
		special |= specials(&marks, v);
		high |= v;
	}
	if (i < len) {
		/* What fills the last word is no special of any style. */
		bytes16 v = (bytes16){0} + (uint8_t)'a';

		memcpy(&v, from + i, len - i);
		special |= specials(&marks, v);
		high |= v;
	}
	if (any(special) && style->kind != SS_TEXT_RAW)
		found |= SS_TEXT_HAS_SPECIAL;
	if (any(high & (uint8_t)0x80))
		found |= SS_TEXT_HAS_HIGH;
	return found;
}

static struct ss_str
view_at(const struct ArrowArray *array, size_t row)
{
	const uint8_t *view = (const uint8_t *)array->buffers[1] + row * 16;
	int32_t len, buffer, offset;

	memcpy(&len, view, 4);
	if (len <= 12)
		return ss_str_n((const char *)view + 4, (size_t)len);
	memcpy(&buffer, view + 8, 4);
	memcpy(&offset, view + 12, 4);
	return ss_str_n((const char *)array->buffers[2 + buffer] + offset, (size_t)len);
}

size_t
ss_text_index_at(const struct ss_text_step *s, size_t row)
{
	switch (s->size) {
	case 1: return ((const uint8_t *)s->values)[row];
	case 2: return ((const uint16_t *)s->values)[row];
	case 4: return ((const uint32_t *)s->values)[row];
	default: return (size_t)((const uint64_t *)s->values)[row];
	}
}

static struct ss_str
between32(const struct ss_text_step *s, size_t i)
{
	const int32_t *offsets = s->offsets;

	return ss_str_n(s->bytes + offsets[i], (size_t)(offsets[i + 1] - offsets[i]));
}

static struct ss_str
between64(const struct ss_text_step *s, size_t i)
{
	const int64_t *offsets = s->offsets;

	return ss_str_n(s->bytes + offsets[i], (size_t)(offsets[i + 1] - offsets[i]));
}

struct ss_str
ss_text_string_at(const struct ss_text_step *s, size_t row)
{
	size_t at;

	switch (s->access) {
	case SS_TEXT_OFFSETS32: return between32(s, row);
	case SS_TEXT_OFFSETS64: return between64(s, row);
	case SS_TEXT_VIEWS: return view_at(s->array, row);
	case SS_TEXT_INDEXED32: return between32(s, ss_text_index_at(s, row));
	case SS_TEXT_INDEXED64: return between64(s, ss_text_index_at(s, row));
	case SS_TEXT_FIXED: return ss_str_n(s->bytes + row * s->size, s->size);
	case SS_TEXT_RENDERED: break;
	}
	at = s->ends[row - s->base];
	return ss_str_n(s->bytes + at, s->ends[row - s->base + 1] - at);
}

/* Checked here only when the scan of the whole column said that it may be broken. */
static inline struct ss_str
text_at(const struct ss_text_step *s, size_t row)
{
	struct ss_str str = ss_text_string_at(s, row);

	if (s->check && ss_utf8_check(str.p, str.len) != str.len) {
		ss_text_fail(s, row, SS_TEXT_BAD_UTF8);
		str.len = 0;
	}
	return str;
}

static char *
escape_byte(char *p, uint8_t c)
{
	static const char hex[] = "0123456789abcdef";
	static const char brief[32] = {[8] = 'b', [9] = 't', [10] = 'n', [12] = 'f', [13] = 'r'};

	*p++ = '\\';
	if (c >= 0x20) {
		*p++ = (char)c;
	} else if (brief[c] != 0) {
		*p++ = brief[c];
	} else {
		memcpy(p, "u00", 3);
		p[3] = hex[c >> 4];
		p[4] = hex[c & 15];
		p += 5;
	}
	return p;
}

static inline bool
json_special(uint8_t c)
{
	return c < 0x20 || c == '"' || c == '\\';
}

size_t
ss_text_escape_json(char *p, struct ss_str s)
{
	static const struct ss_text_style style = {.kind = SS_TEXT_JSON};
	const struct marks marks = marks_of(&style);
	char *start = p;

	for (size_t i = 0; i < s.len;) {
		size_t stop = SS_MIN(i + 16, s.len);

		if (stop - i == 16) {
			bytes16 v;

			memcpy(&v, s.p + i, 16);
			if (!any(specials(&marks, v))) {
				memcpy(p, &v, 16);
				p += 16;
				i += 16;
				continue;
			}
		}
		for (; i < stop; i++) {
			uint8_t c = (uint8_t)s.p[i];

			if (SS_UNLIKELY(json_special(c)))
				p = escape_byte(p, c);
			else
				*p++ = (char)c;
		}
	}
	return (size_t)(p - start);
}

static bool
blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Must the cell be quoted to be read back as it is? */
static bool
needs_quotes(const struct ss_text_style *style, struct ss_str s)
{
	if (s.len == 0 || blank(s.p[0]) || blank(s.p[s.len - 1]) || ss_str_eq(s, style->null_text))
		return true;
	if (ss_str_eq(s, SS_STR("\\."))) /* PostgreSQL's end of data */
		return true;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.p[i];

		if (c == '"' || c == style->delimiter || c == '\n' || c == '\r')
			return true;
	}
	return false;
}

static bool
formula(struct ss_str s)
{
	return s.len != 0 && memchr("=+-@\t\r", s.p[0], 6) != NULL;
}

static char *
put_bytes(char *p, struct ss_str s)
{
	if (s.len != 0)
		memcpy(p, s.p, s.len);
	return p + s.len;
}

/* The cell without quotes; *bare says whether that is how it may stand. At most twice the
 * cell's length and three bytes. */
static char *
put_csv_cell(const struct ss_text_style *style, char *p, struct ss_str s, bool text, bool *bare)
{
	bool guarded = style->guard && text && formula(s);
	bool quote = style->quote == SS_TEXT_QUOTE_ALL || needs_quotes(style, s);

	*bare = !quote;
	if (quote)
		*p++ = '"';
	if (guarded)
		*p++ = '\'';
	if (!quote)
		return put_bytes(p, s);
	for (size_t i = 0; i < s.len; i++) {
		*p = s.p[i];
		p += 1 + (s.p[i] == '"');
		p[-1] = s.p[i];
	}
	*p++ = '"';
	return p;
}

/* PostgreSQL's COPY text: what would end a cell or a line is written with a backslash. */
static char *
put_tsv_cell(const struct ss_text_style *style, char *p, struct ss_str s, bool text, bool *bare)
{
	char *start = p;

	if (style->guard && text && formula(s))
		*p++ = '\'';
	for (size_t i = 0; i < s.len; i++) {
		char c = s.p[i];
		char letter = c == '\t'	  ? 't'
			      : c == '\n' ? 'n'
			      : c == '\r' ? 'r'
			      : c == '\\' ? c
					  : 0;

		*p = '\\';
		p += letter != 0;
		*p++ = letter != 0 ? letter : c;
	}
	*bare = !ss_str_eq(ss_str_n(start, (size_t)(p - start)), style->null_text);
	return p;
}

bool
ss_text_put_cell(const struct ss_text_style *style, struct ss_str cell, struct ss_buf *out)
{
	char *p = (char *)ss_buf_reserve(out, cell.len * 2 + 3), *end;
	bool bare;

	if (style->kind == SS_TEXT_TSV)
		end = put_tsv_cell(style, p, cell, true, &bare);
	else
		end = put_csv_cell(style, p, cell, true, &bare);
	out->len += (size_t)(end - p);
	return bare || (style->kind == SS_TEXT_CSV && style->quote != SS_TEXT_QUOTE_NONE);
}

/* No special bytes, the column in one piece: quotes are in the literals round it. */
static SS_TEXT_INLINE char *
put_clean(const struct ss_text_step *s, size_t row, char *p)
{
	const int32_t *offsets = s->offsets;
	size_t at = (size_t)offsets[row], len = (size_t)offsets[row + 1] - at;

	if (SS_LIKELY(len <= 64 && at + 64 <= s->limit))
		return ss_text_copy16(p, s->bytes + at, len);
	return put_bytes(p, ss_str_n(s->bytes + at, len));
}

static SS_TEXT_INLINE char *
put_clean_csv(const struct ss_text_step *s, size_t row, char *p)
{
	const int32_t *offsets = s->offsets;
	size_t at = (size_t)offsets[row], len = (size_t)offsets[row + 1] - at;
	const char *from = s->bytes + at;
	bool quote = len == 0;

	if (SS_LIKELY(len != 0))
		quote = blank(from[0]) || blank(from[len - 1]);
	if (SS_LIKELY(!quote))
		return put_clean(s, row, p);
	if (s->style->quote == SS_TEXT_QUOTE_NONE)
		ss_text_fail(s, row, len == 0 ? SS_TEXT_LIKE_NULL : SS_TEXT_NEEDS_QUOTES);
	*p++ = '"';
	p = put_bytes(p, ss_str_n(from, len));
	*p++ = '"';
	return p;
}

static SS_TEXT_INLINE char *
put_json(const struct ss_text_step *s, size_t row, char *p)
{
	return p + ss_text_escape_json(p, text_at(s, row));
}

static SS_TEXT_INLINE char *
put_csv(const struct ss_text_step *s, size_t row, char *p)
{
	struct ss_str str = text_at(s, row);
	bool bare;

	p = put_csv_cell(s->style, p, str, s->text, &bare);
	if (SS_UNLIKELY(!bare && s->style->quote == SS_TEXT_QUOTE_NONE))
		ss_text_fail(s, row,
			     ss_str_eq(str, s->style->null_text) ? SS_TEXT_LIKE_NULL
								 : SS_TEXT_NEEDS_QUOTES);
	return p;
}

static SS_TEXT_INLINE char *
put_tsv(const struct ss_text_step *s, size_t row, char *p)
{
	bool bare;

	p = put_tsv_cell(s->style, p, text_at(s, row), s->text, &bare);
	if (SS_UNLIKELY(!bare))
		ss_text_fail(s, row, SS_TEXT_LIKE_NULL);
	return p;
}

static SS_TEXT_INLINE char *
put_raw(const struct ss_text_step *s, size_t row, char *p)
{
	return put_bytes(p, text_at(s, row));
}

static SS_TEXT_RUN(run_clean, put_clean) static SS_TEXT_RUN(run_clean_csv, put_clean_csv) static SS_TEXT_RUN(
	run_json,
	put_json) static SS_TEXT_RUN(run_csv,
				     put_csv) static SS_TEXT_RUN(run_tsv,
								 put_tsv) static SS_TEXT_RUN(run_raw,
											     put_raw)

	ss_text_run_fn
	ss_text_string_run(const struct ss_text_style *style, bool clean, bool *outside)
{
	*outside = style->kind == SS_TEXT_JSON;
	switch (style->kind) {
	case SS_TEXT_JSON: return clean ? run_clean : run_json;
	case SS_TEXT_CSV:
		*outside = clean && !style->guard && style->quote == SS_TEXT_QUOTE_ALL;
		if (*outside)
			return run_clean;
		return clean && !style->guard && style->null_text.len == 0 ? run_clean_csv
									   : run_csv;
	case SS_TEXT_TSV:
		if (!clean || style->guard || !ss_str_eq(style->null_text, SS_STR("\\N")))
			return run_tsv;
		return run_clean;
	case SS_TEXT_RAW: break;
	}
	return clean ? run_clean : run_raw;
}
