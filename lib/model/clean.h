/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model: what every text of the user's passes through before it is parsed.
 */
#ifndef SS_MODEL_CLEAN_H
#define SS_MODEL_CLEAN_H

#include "base/buf.h"
#include "base/err.h"
#include "model/datatype.h"

/* Appends text to out without its BOM and with LF for CRLF and CR, so lines and columns stay.
 * SS_EUSAGE with place for more than SS_YAML_BYTES_MAX, UTF-16, invalid UTF-8, NUL and other
 * control characters. start is the place of the first character. */
enum ss_status ss_text_clean(struct ss_place start, struct ss_str text, struct ss_buf *out,
			     struct ss_err *err) SS_NODISCARD;

/* The place of the character at an offset of a text with LF line ends. */
struct ss_place ss_text_place(struct ss_place start, struct ss_str text,
			      size_t offset) SS_NODISCARD;

/* The beginning of a text, cut at a character: a long one must not push the cause out of a
 * message. */
struct ss_str ss_text_brief(struct ss_str text) SS_NODISCARD;
/* For "%.*s". */
#define SS_BRIEF_ARGS(s) SS_STR_ARGS(ss_text_brief(s))

#endif
