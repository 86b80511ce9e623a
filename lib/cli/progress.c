/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far the work is, for people at a terminal and for programs. A step costs a clock read
 * and a comparison; text is made ten times a second at most, and a failing standard error
 * never disturbs the work.
 */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"

#define NS_PER_S 1000000000
#define LINE_FIRST_NS ((int64_t)NS_PER_S)
#define LINE_EVERY_NS ((int64_t)NS_PER_S / 10)
#define JSON_EVERY_NS ((int64_t)NS_PER_S)
#define COLUMNS_DEFAULT 80
/* Carriage return, and: erase to the end of the line. */
#define CLEAR_LINE "\r\033[K"

static int64_t
now_ns(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void
put_stderr(const char *text, size_t len)
{
	struct ss_err ignored;

	if (ss_io_write(STDERR_FILENO, text, len, "standard error", &ignored) != SS_OK)
		return;
}

/* True when a line on the terminal disturbs nobody. */
static bool
wants_line(void)
{
	const char *term = getenv("TERM");
	struct stat st;

	if (!isatty(STDERR_FILENO) || term == NULL || strcmp(term, "dumb") == 0)
		return false;
	/* Behind a pipe another tool shows the progress; on a terminal the data does. */
	return fstat(STDOUT_FILENO, &st) == 0 && !S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode) &&
	       !isatty(STDOUT_FILENO);
}

void
ss_progress_start(struct ss_progress *progress, const char *program, enum ss_progress_mode mode,
		  bool quiet, uint64_t total)
{
	*progress = (struct ss_progress){.mode = mode, .total = total, .program = program};
	if (mode == SS_PROGRESS_AUTO) {
		progress->mode = SS_PROGRESS_NONE;
		progress->line = !quiet && wants_line();
	}
	progress->start_ns = now_ns();
	progress->last_ns = progress->start_ns;
}

/* "1.2 k", "34.5 M": a rate that is read at a glance. */
static const char *
scaled(double value, char *text, size_t size)
{
	static const char *const units[] = {"", "k", "M", "G", "T"};
	size_t unit = 0;

	while (value >= 999.5 && unit + 1 < SS_ARRAY_LEN(units)) {
		value /= 1000;
		unit++;
	}
	snprintf(text, size, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
	return text;
}

static double
per_second(uint64_t amount, int64_t elapsed_ns)
{
	return elapsed_ns > 0 ? (double)amount * NS_PER_S / (double)elapsed_ns : 0;
}

static void
put_json(const struct ss_progress *progress, uint64_t records, uint64_t bytes, int64_t now)
{
	char text[128];
	const int len = snprintf(text, sizeof(text),
				 "{\"records\":%llu,\"bytes\":%llu,\"elapsed_ms\":%lld}\n",
				 (unsigned long long)records, (unsigned long long)bytes,
				 (long long)((now - progress->start_ns) / (NS_PER_S / 1000)));

	if (len > 0)
		put_stderr(text, (size_t)len);
}

/* ", 38 %, 1:05 left", when the total is known. */
static void
put_rest(const struct ss_progress *progress, uint64_t records, int64_t elapsed_ns, char *text,
	 size_t size)
{
	double left_s;

	text[0] = '\0';
	if (progress->total == 0 || records == 0 || records > progress->total)
		return;
	left_s = (double)elapsed_ns / NS_PER_S * (double)(progress->total - records) /
		 (double)records;
	if (left_s > 359999)
		left_s = 359999;
	snprintf(text, size, ", %.0f %%, %.0f:%02d left",
		 (double)records / (double)progress->total * 100, (double)((int)left_s / 60),
		 (int)left_s % 60);
}

static void
put_progress_line(struct ss_progress *progress, uint64_t records, uint64_t bytes, int64_t now)
{
	const int64_t elapsed_ns = now - progress->start_ns;
	struct winsize size;
	char text[256];
	char line[sizeof(text) + 16];
	char rate[32];
	char rest[64];
	int columns = COLUMNS_DEFAULT;
	int len;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
		columns = size.ws_col;
	put_rest(progress, records, elapsed_ns, rest, sizeof(rest));
	snprintf(text, sizeof(text), "%s: %llu records, %srecords/s, %.1f MB/s%s",
		 progress->program, (unsigned long long)records,
		 scaled(per_second(records, elapsed_ns), rate, sizeof(rate)),
		 per_second(bytes, elapsed_ns) / 1e6, rest);
	/* A line that wraps could not be cleared. */
	len = snprintf(line, sizeof(line), CLEAR_LINE "%.*s", columns - 1, text);
	if (len > 0)
		put_stderr(line, SS_MIN((size_t)len, sizeof(line) - 1));
	progress->shown = true;
}

void
ss_progress_step(struct ss_progress *progress, uint64_t records, uint64_t bytes)
{
	int64_t now;

	if (progress->mode == SS_PROGRESS_NONE && !progress->line)
		return;
	now = now_ns();
	if (progress->mode == SS_PROGRESS_JSON) {
		if (now - progress->last_ns < JSON_EVERY_NS)
			return;
		put_json(progress, records, bytes, now);
	} else {
		if (now - progress->start_ns < LINE_FIRST_NS ||
		    now - progress->last_ns < LINE_EVERY_NS)
			return;
		put_progress_line(progress, records, bytes, now);
	}
	progress->last_ns = now;
}

void
ss_progress_end(struct ss_progress *progress, uint64_t records, uint64_t bytes)
{
	if (progress->mode == SS_PROGRESS_JSON)
		put_json(progress, records, bytes, now_ns());
	if (progress->shown)
		put_stderr(CLEAR_LINE, sizeof(CLEAR_LINE) - 1);
	progress->shown = false;
}

const char *
ss_progress_summary(const struct ss_progress *progress, uint64_t records, uint64_t bytes,
		    char *text)
{
	const int64_t elapsed_ns = now_ns() - progress->start_ns;
	char rate[32];

	snprintf(text, SS_PROGRESS_TEXT_MAX,
		 "%llu records, %llu bytes in %.3f s (%srecords/s, %.1f MB/s)",
		 (unsigned long long)records, (unsigned long long)bytes,
		 (double)elapsed_ns / NS_PER_S,
		 scaled(per_second(records, elapsed_ns), rate, sizeof(rate)),
		 per_second(bytes, elapsed_ns) / 1e6);
	return text;
}
