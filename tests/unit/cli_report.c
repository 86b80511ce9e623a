/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/cli/report.c: what reaches a terminal, and errors as JSON. Standard error is
 * a pipe for the moment of a message.
 */
#include "check.h"

#include <unistd.h>

#include "cli/report.h"

static char seen[4096];

/* Points standard error to a pipe and back again; the text is in seen. */
static int pipe_fds[2];
static int kept;

static void
catch_stderr(void)
{
	fflush(stderr);
	kept = dup(STDERR_FILENO);
	CHECK(pipe(pipe_fds) == 0);
	CHECK(dup2(pipe_fds[1], STDERR_FILENO) == STDERR_FILENO);
	close(pipe_fds[1]);
}

static void
release_stderr(void)
{
	ssize_t len;

	CHECK(dup2(kept, STDERR_FILENO) == STDERR_FILENO);
	close(kept);
	len = read(pipe_fds[0], seen, sizeof(seen) - 1);
	seen[len > 0 ? len : 0] = '\0';
	close(pipe_fds[0]);
}

static int
report(const struct ss_err *err)
{
	int status;

	catch_stderr();
	status = ss_report("ss-gen", err);
	release_stderr();
	return status;
}

static void
test_places_and_hints(void)
{
	struct ss_err err;

	ss_err_set(&err, SS_EUSAGE, "unknown-datatype", "unknown datatype \"%s\"", "strng");
	CHECK_EQ_I64(report(&err), 2);
	CHECK_STR(seen, "ss-gen: unknown datatype \"strng\"\n");
	ss_err_hint(&err, "did you mean \"string\"?");
	ss_err_at(&err, "invoice.yaml", 12, 15);
	CHECK_EQ_I64(report(&err), 2);
	CHECK_STR(seen, "ss-gen: invoice.yaml:12:15: unknown datatype \"strng\"; "
			"did you mean \"string\"?\n");
	err.column = 0;
	err.hint[0] = '\0';
	report(&err);
	CHECK_STR(seen, "ss-gen: invoice.yaml:12: unknown datatype \"strng\"\n");
	err.line = 0;
	report(&err);
	CHECK_STR(seen, "ss-gen: invoice.yaml: unknown datatype \"strng\"\n");
	err.file[0] = '\0';
	err.line = 3;
	report(&err);
	CHECK_STR(seen, "ss-gen: line 3: unknown datatype \"strng\"\n");
	err.status = SS_OK;
	CHECK_EQ_I64(report(&err), 1);
}

static void
shown(const char *text, const char *want)
{
	struct ss_err err;
	char line[256];

	ss_err_set(&err, SS_EDATA, "x", "%s", text);
	CHECK_EQ_I64(report(&err), 4);
	snprintf(line, sizeof(line), "ss-gen: %s\n", want);
	CHECK_STR(seen, line);
}

static void
test_nothing_drives_the_terminal(void)
{
	shown("a\x1b[31mb\rc\nd\te\x7f", "a\\x1B[31mb\\x0Dc\\x0Ad\\x09e\\x7F");
	shown("gr\xc3\xbc\xc3\x9f \xe6\x97\xa5 \xf0\x9f\x98\x80",
	      "gr\xc3\xbc\xc3\x9f \xe6\x97\xa5 \xf0\x9f\x98\x80");
	shown("\xc2\x9b"
	      "31m \xc2\xa0.",
	      "\\xC2\\x9B31m \xc2\xa0.");
	shown("\xc3", "\\xC3");
	shown("\xff\xc0\xaf\xed\xa0\x80", "\\xFF\\xC0\\xAF\\xED\\xA0\\x80");
	shown("cut \xf0\x9f\x98", "cut \\xF0\\x9F\\x98");
	catch_stderr();
	ss_note("ss-gen", "%d records\x1b", 5);
	release_stderr();
	CHECK_STR(seen, "ss-gen: 5 records\\x1B\n");
}

static void
test_json(void)
{
	struct ss_buf out = {0};
	struct ss_err err;

	ss_err_set(&err, SS_EUSAGE, "bad", "\"q\" \\ \n \x7f \xff \xc3\xbc");
	ss_report_json(&err, &out);
	CHECK_STRN(
		(const char *)out.p, out.len,
		"{\"path\":null,\"file\":null,\"line\":null,\"column\":null,\"code\":\"bad\","
		"\"message\":\"\\\"q\\\" \\\\ \\u000a \\u007f \xef\xbf\xbd \xc3\xbc\",\"hint\":null}");
	ss_buf_clear(&out);
	ss_err_set(&err, SS_EUSAGE, "bad", "m");
	ss_err_at(&err, "a.yaml", 1, 2);
	ss_err_hint(&err, "h");
	memcpy(err.path, "a.b", 4);
	ss_report_json(&err, &out);
	CHECK_STRN((const char *)out.p, out.len,
		   "{\"path\":\"a.b\",\"file\":\"a.yaml\",\"line\":1,\"column\":2,\"code\":\"bad\","
		   "\"message\":\"m\",\"hint\":\"h\"}");
	ss_buf_release(&out);
}

int
main(void)
{
	RUN(test_places_and_hints);
	RUN(test_nothing_drives_the_terminal);
	RUN(test_json);
	return check_done();
}
