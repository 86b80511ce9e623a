/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/cli/output.c and place.c in a folder of their own: files appear whole or not
 * at all, and everything that is wrong with a path is found when it is opened.
 */
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output.h"

static struct ss_output output;
static struct ss_err err;

/* Names in the current folder, hidden ones too. */
static unsigned
count_names(void)
{
	DIR *dir = opendir(".");
	unsigned n = 0;

	if (!CHECK(dir != NULL))
		return 0;
	while (readdir(dir) != NULL)
		n++;
	closedir(dir);
	return n - 2;
}

static void
put_file(const char *path, const char *text, mode_t mode)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	CHECK(fchmod(fd, mode) == 0);
	close(fd);
}

static void
check_file(const char *path, const char *text, mode_t mode)
{
	const int fd = open(path, O_RDONLY);
	char got[64];
	ssize_t len;
	struct stat st;

	if (!CHECK(fd >= 0))
		return;
	len = read(fd, got, sizeof(got));
	CHECK_STRN(got, (size_t)len, text);
	CHECK(fstat(fd, &st) == 0);
	CHECK_EQ_I64(st.st_mode & 07777, mode);
	close(fd);
}

static bool
open_and_write(const char *path, const char *text)
{
	err.message[0] = '\0';
	return check_note(ss_output_open(&output, path, &err) == SS_OK &&
				  ss_output_write(&output, text, strlen(text), &err) == SS_OK,
			  "%s: %s", path, err.message);
}

static void
test_new_file_appears_at_commit(void)
{
	umask(027);
	if (!open_and_write("new", "hello "))
		return;
	CHECK(ss_output_write(&output, "world", 5, &err) == SS_OK);
	CHECK_EQ_I64(output.bytes, 11);
	CHECK(!output.in_place && !output.terminal && output.columns == 0);
	CHECK_STR(output.name, "\"new\"");
	CHECK(access("new", F_OK) != 0);
	CHECK(ss_output_commit(&output, &err) == SS_OK);
	CHECK_EQ_I64(output.bytes, 11);
	check_file("new", "hello world", 0640);
	CHECK_EQ_I64(count_names(), 1);
	ss_output_abandon(&output);
	CHECK(unlink("new") == 0);
	umask(022);
}

static void
test_abandoned_file_never_was(void)
{
	put_file("old", "old", 0600);
	CHECK(open_and_write("old", "new"));
	ss_output_abandon(&output);
	check_file("old", "old", 0600);
	CHECK(open_and_write("other", "new"));
	ss_output_abandon(&output);
	ss_output_abandon(&output);
	CHECK_EQ_I64(count_names(), 1);
	CHECK(unlink("old") == 0);
}

static void
test_replaced_file_keeps_mode(void)
{
	struct stat st;

	put_file("old", "old", 0751);
	CHECK(getuid() != 0 || chown("old", 1, 2) == 0);
	CHECK(getuid() != 0 || chmod("old", 0751) == 0);
	CHECK(open_and_write("old", "new"));
	check_file("old", "old", 0751);
	CHECK(ss_output_commit(&output, &err) == SS_OK);
	check_file("old", "new", 0751);
	CHECK(stat("old", &st) == 0);
	CHECK(getuid() != 0 || (st.st_uid == 1 && st.st_gid == 2));
	CHECK_EQ_I64(count_names(), 1);
	CHECK(unlink("old") == 0);
}

/* Somebody makes the file while it is being written: -o replaces. */
static void
test_file_that_came_meanwhile(void)
{
	CHECK(open_and_write("late", "new"));
	put_file("late", "old", 0600);
	CHECK(ss_output_commit(&output, &err) == SS_OK);
	check_file("late", "new", 0644);
	CHECK_EQ_I64(count_names(), 1);
	CHECK(unlink("late") == 0);
}

static void
test_symlinks_are_followed(void)
{
	CHECK(mkdir("d", 0700) == 0);
	put_file("d/target", "old", 0600);
	CHECK(symlink("target", "d/second") == 0);
	CHECK(symlink("d/second", "first") == 0);
	CHECK(open_and_write("first", "new") && ss_output_commit(&output, &err) == SS_OK);
	check_file("d/target", "new", 0600);

	CHECK(symlink("d/absent", "dangling") == 0);
	CHECK(open_and_write("dangling", "made") && ss_output_commit(&output, &err) == SS_OK);
	check_file("d/absent", "made", 0644);

	CHECK(symlink("loop", "loop") == 0);
	CHECK(ss_output_open(&output, "loop", &err) == SS_EUSAGE);
	CHECK(unlink("loop") == 0 && unlink("dangling") == 0 && unlink("first") == 0);
	CHECK(unlink("d/second") == 0 && unlink("d/target") == 0 && unlink("d/absent") == 0);
	CHECK(rmdir("d") == 0);
}

static void
test_leftovers_are_removed(void)
{
	int fd;

	put_file("old", "old", 0600);
	put_file(".old.ss-aB3dE6", "left by a killed run", 0600);
	put_file(".old.ss-inUse1", "written by another run", 0600);
	put_file(".old.ss-longer1", "nobody's", 0600);
	fd = open(".old.ss-inUse1", O_RDONLY);
	CHECK(fd >= 0 && flock(fd, LOCK_EX) == 0);
	CHECK(open_and_write("old", "new") && ss_output_commit(&output, &err) == SS_OK);
	CHECK(access(".old.ss-aB3dE6", F_OK) != 0);
	CHECK(access(".old.ss-inUse1", F_OK) == 0 && access(".old.ss-longer1", F_OK) == 0);
	close(fd);
	CHECK(unlink(".old.ss-inUse1") == 0 && unlink(".old.ss-longer1") == 0);
	CHECK(unlink("old") == 0);
}

static void
test_long_name(void)
{
	char name[256];

	memset(name, 'n', 255);
	name[255] = '\0';
	put_file(name, "old", 0600);
	CHECK(open_and_write(name, "new") && ss_output_commit(&output, &err) == SS_OK);
	check_file(name, "new", 0600);
	CHECK(unlink(name) == 0);
}

static void
refused(const char *path, const char *message)
{
	CHECK(ss_output_open(&output, path, &err) == SS_EUSAGE);
	CHECK_STR(err.message, message);
	ss_output_abandon(&output);
	CHECK_EQ_I64(count_names(), 1);
}

static void
test_wrong_paths(void)
{
	put_file("file", "old", 0600);
	refused("", "the output has no name");
	refused(".", "cannot write to \".\": Is a directory");
	refused("/", "cannot write to \"/\": Is a directory");
	refused("absent/", "cannot write to \"absent/\": Is a directory");
	refused("file/x", "cannot write to \"file/x\": Not a directory");
	refused("absent/x", "cannot write to \"absent/x\": no folder \"absent\"");
	CHECK_STR(err.hint, "create it: mkdir -p \"absent\"");
	check_file("file", "old", 0600);
	CHECK(unlink("file") == 0);
}

static void
test_devices_are_written_in_place(void)
{
	CHECK(open_and_write("/dev/null", "gone"));
	CHECK(output.in_place);
	CHECK(ss_output_commit(&output, &err) == SS_OK);
	CHECK(ss_output_open(&output, "/dev/full", &err) == SS_OK);
	CHECK(ss_output_write(&output, "x", 1, &err) == SS_EFAIL);
	CHECK_STR(err.message, "cannot write to \"/dev/full\": No space left on device");
	CHECK_EQ_I64(output.bytes, 0);
	ss_output_abandon(&output);
	CHECK(access("/dev/null", F_OK) == 0 && access("/dev/full", F_OK) == 0);
}

/* Last: standard output does not come back, so it is kept on another descriptor. */
static void
test_standard_output(void)
{
	const int kept = dup(STDOUT_FILENO);

	close(STDOUT_FILENO);
	CHECK(ss_output_open(&output, NULL, &err) == SS_EFAIL);
	CHECK_STR(err.message, "cannot write to standard output: Bad file descriptor");
	CHECK(open("/dev/null", O_RDONLY) == STDOUT_FILENO);
	CHECK(ss_output_open(&output, "-", &err) == SS_EFAIL);
	CHECK_STR(err.message, "cannot write to standard output: Bad file descriptor");
	close(STDOUT_FILENO);
	CHECK(open("plain", O_WRONLY | O_CREAT, 0600) == STDOUT_FILENO);
	CHECK(open_and_write("/dev/stdout", "text"));
	CHECK(output.in_place);
	CHECK(ss_output_commit(&output, &err) == SS_OK);
	check_file("plain", "text", 0600);
	CHECK(unlink("plain") == 0);
	CHECK(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
	close(kept);
}

int
main(void)
{
	char folder[] = "/tmp/ss-cli-output-XXXXXX";

	if (mkdtemp(folder) == NULL || chdir(folder) != 0)
		return 1;
	umask(022);
	RUN(test_new_file_appears_at_commit);
	RUN(test_abandoned_file_never_was);
	RUN(test_replaced_file_keeps_mode);
	RUN(test_file_that_came_meanwhile);
	RUN(test_symlinks_are_followed);
	RUN(test_leftovers_are_removed);
	RUN(test_long_name);
	RUN(test_wrong_paths);
	RUN(test_devices_are_written_in_place);
	RUN(test_standard_output);
	if (chdir("/") != 0 || rmdir(folder) != 0)
		return 1;
	return check_done();
}
