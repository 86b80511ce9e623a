/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors. A function that can fail returns an enum ss_status and fills a caller-owned
 * struct ss_err: what went wrong, where, and what to do. Nothing here allocates, prints or
 * exits; only cmd/ and lib/cli do (lib/cli/report.h prints an error).
 *
 * The values of enum ss_status are the exit statuses of the tools, so there is no second
 * table that could disagree.
 *
 * Messages: lower case, no full stop, no newline, user text in double quotes, and what was
 * expected where that is known. Bytes of the user's are stored as they came; the printer
 * escapes them.
 */
#ifndef SS_BASE_ERR_H
#define SS_BASE_ERR_H

#include "base/defs.h"
#include "base/str.h"

enum ss_status {
	SS_END = -1,	  /* no more input; not an error */
	SS_OK = 0,	  /* done */
	SS_EFAIL = 1,	  /* failure while running: I/O, no memory */
	SS_EUSAGE = 2,	  /* wrong usage, structure or configuration; nothing was done */
	SS_EREMOTE = 3,	  /* destination unreachable or lost, nothing committed */
	SS_EDATA = 4,	  /* input stream damaged or cut short, nothing committed */
	SS_EPARTIAL = 5,  /* delivered in part */
	SS_EMISMATCH = 6, /* a check or a comparison says no */
};

#define SS_ERR_FILE_MAX 256
#define SS_ERR_MESSAGE_MAX 640
#define SS_ERR_HINT_MAX 256

struct ss_err {
	enum ss_status status;
	int errnum;			  /* errno at the failure, 0 when none */
	const char *code;		  /* static, kebab-case, stable: "unknown-datatype" */
	int line;			  /* 1-based, 0 when the error has no place */
	int column;			  /* 1-based in characters, 0 when unknown */
	char file[SS_ERR_FILE_MAX];	  /* "" when the error has no file */
	char path[SS_ERR_FILE_MAX];	  /* field path such as "line_items.quantity", or "" */
	char message[SS_ERR_MESSAGE_MAX]; /* cause */
	char hint[SS_ERR_HINT_MAX];	  /* remedy, or "" */
};

/* Fills err (place cleared) and returns status, so that "return ss_err_set(...)" is one line.
 * A text that does not fit is cut at a character boundary and ends in "...". */
enum ss_status ss_err_set(struct ss_err *err, enum ss_status status, const char *code,
			  const char *format, ...) SS_PRINTF(4, 5);

/* As ss_err_set with ": " and the text of errnum behind the message. */
enum ss_status ss_err_errno(struct ss_err *err, enum ss_status status, int errnum, const char *code,
			    const char *format, ...) SS_PRINTF(5, 6);

/* Adds the place, unless err has one already: the innermost place is the useful one.
 * Returns err->status. */
enum ss_status ss_err_at(struct ss_err *err, const char *file, int line, int column);

/* Adds the remedy; a later call replaces it. Returns err->status. */
enum ss_status ss_err_hint(struct ss_err *err, const char *format, ...) SS_PRINTF(2, 3);

/* Puts a field's key in front of err->path ("line_items" and "quantity" give
 * "line_items.quantity"): called once a level on the way up. Returns err->status. */
enum ss_status ss_err_path(struct ss_err *err, struct ss_str key);

/* Puts context in front of the message: "format: message". Returns err->status. */
enum ss_status ss_err_prefix(struct ss_err *err, const char *format, ...) SS_PRINTF(2, 3);

#endif
