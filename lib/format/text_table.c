/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps that copy what is ready: entries of a table (bool, dictionaries), the text of a group
 * (lists, structs with nulls) and the spellings of bytes (hex, base64, uuid).
 */
#include "format/text_step.h"

static const char hex[] = "0123456789abcdef";

/* The entry has the prefix in front, so there is one copy for both. */
static inline char *
put_entry(const struct ss_text_step *s, size_t i, char *p)
{
	struct ss_text_entry entry = s->entries[i];

	return ss_text_copy16(p, s->bytes + entry.start, entry.len);
}

#define TABLE(name, index)                                                                       \
	void name(const struct ss_text_step *step, size_t row, size_t n, char **pos)             \
	{                                                                                        \
		const struct ss_text_step s = *step;                                             \
		size_t null = s.n_entries - 1;                                                   \
		if (s.validity == NULL) {                                                        \
			for (size_t i = 0; i < n; i++)                                           \
				pos[i] = put_entry(&s, index(s.values, row + i), pos[i]);        \
		} else {                                                                         \
			for (size_t i = 0; i < n; i++) {                                         \
				bool absent = ss_text_is_null(s.validity, row + i);              \
				pos[i] = put_entry(&s, absent ? null : index(s.values, row + i), \
						   pos[i]);                                      \
			}                                                                        \
		}                                                                                \
	}
#define BIT(values, i) (size_t)(((const uint8_t *)(values))[(i) >> 3] >> ((i)&7) & 1)
#define INDEX8(values, i) ((const uint8_t *)(values))[i]
#define INDEX16(values, i) ((const uint16_t *)(values))[i]
#define INDEX32(values, i) ((const uint32_t *)(values))[i]
#define INDEX64(values, i) (size_t)((const uint64_t *)(values))[i]

TABLE(ss_text_run_table_bool, BIT)
TABLE(ss_text_run_table8, INDEX8)
TABLE(ss_text_run_table16, INDEX16)
TABLE(ss_text_run_table32, INDEX32)
TABLE(ss_text_run_table64, INDEX64)

static SS_TEXT_INLINE char *
put_group(const struct ss_text_step *s, size_t row, char *p)
{
	size_t first = ss_text_element(s, row) - s->base;
	size_t behind = ss_text_element(s, row + 1) - s->base;
	size_t from = s->ends[first], len = s->ends[behind] - from;

	*p = s->open;
	p += s->open != 0;
	if (len != 0) {
		len -= s->trim;
		if (len <= 256) {
			/* A child's text has slack behind it. */
			p = ss_text_copy16(p, s->bytes + from, len);
		} else {
			memcpy(p, s->bytes + from, len);
			p += len;
		}
		p = ss_text_copy16(p, s->closing, s->closing_len);
	}
	*p = s->close;
	return p + (s->close != 0);
}

static inline char *
put_hex_of(const uint8_t *from, size_t len, char *p)
{
	for (size_t i = 0; i < len; i++) {
		*p++ = hex[from[i] >> 4];
		*p++ = hex[from[i] & 15];
	}
	return p;
}

static SS_TEXT_INLINE char *
put_hex(const struct ss_text_step *s, size_t row, char *p)
{
	struct ss_str str = ss_text_string_at(s, row);

	/* TSV's reader takes one backslash away. */
	*p = '\\';
	p += s->style->kind == SS_TEXT_TSV;
	*p++ = '\\';
	*p++ = 'x';
	return put_hex_of((const uint8_t *)str.p, str.len, p);
}

static SS_TEXT_INLINE char *
put_base64(const struct ss_text_step *s, size_t row, char *p)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct ss_str str = ss_text_string_at(s, row);
	const uint8_t *from = (const uint8_t *)str.p;
	size_t left = str.len;

	for (; left != 0; from += 3) {
		uint32_t v = (uint32_t)from[0] << 16 | (left > 1 ? (uint32_t)from[1] << 8 : 0) |
			     (left > 2 ? from[2] : 0);

		*p++ = digits[v >> 18];
		*p++ = digits[v >> 12 & 63];
		*p++ = left > 1 ? digits[v >> 6 & 63] : '=';
		*p++ = left > 2 ? digits[v & 63] : '=';
		left -= SS_MIN(left, (size_t)3);
	}
	return p;
}

static SS_TEXT_INLINE char *
put_uuid(const struct ss_text_step *s, size_t row, char *p)
{
	const uint8_t *from = (const uint8_t *)s->values + row * 16;

	p = put_hex_of(from, 4, p);
	*p++ = '-';
	p = put_hex_of(from + 4, 2, p);
	*p++ = '-';
	p = put_hex_of(from + 6, 2, p);
	*p++ = '-';
	p = put_hex_of(from + 8, 2, p);
	*p++ = '-';
	return put_hex_of(from + 10, 6, p);
}

SS_TEXT_RUN(ss_text_run_group, put_group)
SS_TEXT_RUN(ss_text_run_hex, put_hex)
SS_TEXT_RUN(ss_text_run_base64, put_base64)
SS_TEXT_RUN(ss_text_run_uuid, put_uuid)
