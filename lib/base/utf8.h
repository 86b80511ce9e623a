/* SPDX-License-Identifier: Apache-2.0 */
/*
 * UTF-8 as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
 */
#ifndef SS_BASE_UTF8_H
#define SS_BASE_UTF8_H

#include "base/defs.h"
#include "base/str.h"

/* Offset of the first byte that is not valid UTF-8, or len when all is. Fast for ASCII. */
size_t ss_utf8_check(const void *p, size_t len) SS_NODISCARD;
/* Code points of valid UTF-8. */
size_t ss_utf8_count(struct ss_str s) SS_NODISCARD;
/* Decodes the code point at p (valid UTF-8, len > 0) and says its bytes. */
uint32_t ss_utf8_next(const char *p, size_t len, size_t *bytes) SS_NODISCARD;
/* Encodes; returns the bytes written (1..4). */
size_t ss_utf8_put(char *p, uint32_t code);
/* Columns on a terminal: 0 for combining marks, 2 for wide East Asian and emoji, else 1. */
unsigned ss_utf8_width(uint32_t code) SS_NODISCARD;

#endif
