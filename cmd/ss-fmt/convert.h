/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The work of ss-fmt: a record stream comes in, is verified, and goes out in a format. Called
 * once by main.
 */
#ifndef SS_FMT_CONVERT_H
#define SS_FMT_CONVERT_H

#include "arrow/read.h"
#include "base/err.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "format/format.h"

struct convert_options {
	int input_fd;
	struct ss_reader_options reader;
	const struct ss_format *format;
	const void *format_options; /* format->options_size bytes */
	struct ss_output *output;
	struct ss_progress *progress;
	unsigned threads;
};

/* Converts all of the input; *records is how many went out, also after a failure. The output
 * is neither committed nor abandoned, but what has to follow a failure in place is written. */
enum ss_status convert(const struct convert_options *options, uint64_t *records,
		       struct ss_err *err) SS_NODISCARD;

#endif
