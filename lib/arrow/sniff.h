/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an input is when it is not a stream, and what an aborted producer says: words for the
 * reader. Private to lib/arrow.
 */
#ifndef SS_ARROW_SNIFF_H
#define SS_ARROW_SNIFF_H

#include "base/defs.h"
#include "base/err.h"
#include "base/str.h"

#define SS_SNIFF_REASON_MAX 200

/* Whether the marker stands in front, as far as there are bytes. */
bool ss_sniff_is_stream(struct ss_str head) SS_NODISCARD;
/* SS_EDATA that says what the first bytes (up to 64) look like instead. */
enum ss_status ss_sniff_describe(struct ss_str head, struct ss_err *err);
/* SS_EDATA with the reason behind an abort mark. */
enum ss_status ss_sniff_abort(struct ss_str reason, struct ss_err *err);

#endif
