/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only place that writes messages: one line on standard error in one write,
 * "tool: file:line:col: message; hint". Bytes that could drive a terminal (below 0x20, 0x7f,
 * C1 controls, invalid UTF-8) are shown as \xHH, byte by byte.
 */
#ifndef SS_CLI_REPORT_H
#define SS_CLI_REPORT_H

#include "base/defs.h"

#include "base/buf.h"
#include "base/err.h"

/* Returns the exit status of the error. */
int ss_report(const char *program, const struct ss_err *err);
/* A remark that is no error: "tool: text". */
void ss_note(const char *program, const char *format, ...) SS_PRINTF(2, 3);
/* The error as one JSON object: path, file, line, column, code, message, hint; what the error
 * does not have is null. No newline. */
void ss_report_json(const struct ss_err *err, struct ss_buf *out);

#endif
