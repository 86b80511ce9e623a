/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files that appear whole or not at all. Where the file system can (O_TMPFILE) the file has no
 * name until it is linked; replacing a file needs a name to rename, and some file systems need
 * one from the start: ".NAME.ss-XXXXXX" in the same folder. The process holds a lock (flock)
 * on what it writes; so the next run can tell a file that a killed process left from one that
 * is being written, and removes it.
 */
#include "cli/place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/sig.h"

#define SYMLINKS_MAX 40
#define RANDOM_CHARS 6
#define NAME_TRIES 100
#define TEMPORARY_INFIX ".ss-"
/* Bytes of the target's name in a temporary one: the whole stays below NAME_MAX. */
#define NAME_PART_MAX (NAME_MAX - 1 - (int)sizeof(TEMPORARY_INFIX) - RANDOM_CHARS)

/* The permission bits of a file that nobody has made yet. */
#define NEW_FILE_MODE 0666

static enum ss_status
cannot_create(const struct ss_place *place, int errnum, struct ss_err *err)
{
	return ss_err_errno(err, SS_EUSAGE, errnum, "cannot-write", "cannot write to \"%s\"",
			    place->shown);
}

static void
set_path(struct ss_place *place, const char *path, size_t len)
{
	ss_buf_clear(&place->path);
	ss_buf_put(&place->path, path, len);
	ss_buf_putc(&place->path, '\0');
	place->path.len--;
}

/* Follows symlinks of the last part, which realpath would not do for one that dangles. That the
 * system lets this process follow them was asked before, by stat. */
static enum ss_status
follow(struct ss_place *place, struct ss_err *err)
{
	char target[PATH_MAX];

	for (int i = 0; i < SYMLINKS_MAX; i++) {
		const char *path = (const char *)place->path.p;
		const ssize_t len = readlink(path, target, sizeof(target));
		const char *slash = strrchr(path, '/');

		if (len < 0)
			/* EINVAL: no symlink. What else is wrong shows when it is created. */
			return SS_OK;
		if ((size_t)len == sizeof(target))
			return cannot_create(place, ENAMETOOLONG, err);
		if (target[0] == '/' || slash == NULL) {
			set_path(place, target, (size_t)len);
			continue;
		}
		place->path.len = (size_t)(slash - path) + 1;
		ss_buf_put(&place->path, target, (size_t)len);
		ss_buf_putc(&place->path, '\0');
		place->path.len--;
	}
	return cannot_create(place, ELOOP, err);
}

/* Splits path; the folder is opened. */
static enum ss_status
open_folder(struct ss_place *place, struct ss_err *err)
{
	char *path = (char *)place->path.p;
	char *slash = strrchr(path, '/');
	const char *folder = slash == NULL ? "." : slash == path ? "/" : path;

	place->name = slash == NULL ? path : slash + 1;
	if (place->name[0] == '\0')
		return cannot_create(place, EISDIR, err);
	if (slash != NULL && slash != path)
		*slash = '\0';
	place->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	place->folder_syncs = place->folder >= 0;
	if (place->folder < 0 && errno == EACCES)
		/* Files can be made in a folder that cannot be listed. */
		place->folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (place->folder >= 0)
		return SS_OK;
	if (errno != ENOENT)
		return cannot_create(place, errno, err);
	ss_err_set(err, SS_EUSAGE, "cannot-write", "cannot write to \"%s\": no folder \"%s\"",
		   place->shown, folder);
	return ss_err_hint(err, "create it: mkdir -p \"%s\"", folder);
}

enum ss_status
ss_place_find(struct ss_place *place, const char *path, struct ss_err *err)
{
	struct stat st;
	enum ss_status status;

	place->shown = path;
	if (stat(path, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return cannot_create(place, EISDIR, err);
		if (!S_ISREG(st.st_mode)) {
			place->special = true;
			return SS_OK;
		}
		/* The rename would get round the file's own permission. */
		if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
			return cannot_create(place, errno, err);
		place->replaces = true;
		place->mode = st.st_mode & 07777;
		place->owner = st.st_uid;
		place->group = st.st_gid;
	} else if (errno != ENOENT) {
		return cannot_create(place, errno, err);
	}
	set_path(place, path, strlen(path));
	status = follow(place, err);
	return status == SS_OK ? open_folder(place, err) : status;
}

/* A fresh hidden name; the signal handler knows it before it exists. */
static void
make_name(struct ss_place *place)
{
	static const char chars[] =
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	unsigned char bits[RANDOM_CHARS];
	char text[RANDOM_CHARS + 1];

	/* Only a clash of names is at stake, and that is tried again. */
	if (getrandom(bits, sizeof(bits), GRND_NONBLOCK) != (ssize_t)sizeof(bits))
		memset(bits, getpid() & 0xff, sizeof(bits));
	for (size_t i = 0; i < RANDOM_CHARS; i++)
		text[i] = chars[bits[i] % (sizeof(chars) - 1)];
	text[RANDOM_CHARS] = '\0';
	snprintf(place->temporary, sizeof(place->temporary), ".%.*s" TEMPORARY_INFIX "%s",
		 NAME_PART_MAX, place->name, text);
	ss_sig_temporary(place->folder, place->temporary);
}

static void
forget_name(struct ss_place *place)
{
	place->temporary[0] = '\0';
	ss_sig_temporary(-1, NULL);
}

/* True when name is one that a process which wanted to write this place could have left. */
static bool
is_leftover_name(const struct ss_place *place, const char *name)
{
	char prefix[SS_PLACE_NAME_MAX];
	const int len = snprintf(prefix, sizeof(prefix), ".%.*s" TEMPORARY_INFIX, NAME_PART_MAX,
				 place->name);

	return len > 0 && strncmp(name, prefix, (size_t)len) == 0 &&
	       strlen(name + len) == RANDOM_CHARS;
}

static void
remove_leftover(const struct ss_place *place, const char *name)
{
	const int fd = openat(place->folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	/* Whoever writes it holds the lock. */
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    flock(fd, LOCK_EX | LOCK_NB) == 0)
		unlinkat(place->folder, name, 0);
	close(fd);
}

/* Nothing here can fail in a way that matters to the output. */
static void
remove_leftovers(const struct ss_place *place)
{
	const int fd = openat(place->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (dir == NULL) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(dir)) != NULL)
		if (is_leftover_name(place, entry->d_name))
			remove_leftover(place, entry->d_name);
	closedir(dir);
}

/* A file without a name, or -1 where that cannot be had. */
static int
open_nameless(const struct ss_place *place)
{
	const int fd = openat(place->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, NEW_FILE_MODE);
	char link[64];

	if (fd < 0)
		return -1;
	/* Without /proc it could never be given its name. */
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (access(link, F_OK) == 0)
		return fd;
	close(fd);
	errno = EOPNOTSUPP;
	return -1;
}

/* Locks fd; false when somebody who cleans up has been faster. */
static bool
lock(int fd)
{
	struct stat st;

	if (flock(fd, LOCK_EX | LOCK_NB) != 0)
		/* A file system without locks has nobody who cleans up either. */
		return errno != EWOULDBLOCK;
	return fstat(fd, &st) == 0 && st.st_nlink > 0;
}

static int
open_named(struct ss_place *place)
{
	for (int i = 0; i < NAME_TRIES; i++) {
		int fd;

		make_name(place);
		fd = openat(place->folder, place->temporary,
			    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_FILE_MODE);
		if (fd >= 0 && lock(fd))
			return fd;
		if (fd >= 0)
			close(fd);
		else if (errno != EEXIST)
			break;
	}
	forget_name(place);
	return -1;
}

enum ss_status
ss_place_create(struct ss_place *place, int *fd, struct ss_err *err)
{
	*fd = open_nameless(place);
	if (*fd >= 0) {
		/* For the name that replacing another file needs for a moment; nobody else can
		 * hold the lock, and without one nobody cleans up. */
		flock(*fd, LOCK_EX | LOCK_NB);
	} else if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL || errno == ENOENT) {
		remove_leftovers(place);
		*fd = open_named(place);
	}
	if (*fd < 0)
		return cannot_create(place, errno, err);
	if (!place->replaces)
		return SS_OK;
	/* As far as the system allows: who may write a file may not always give it away. The
	 * owner goes first, because changing it clears some bits of the mode. */
	if (fchown(*fd, place->owner, place->group) != 0 &&
	    fchown(*fd, (uid_t)-1, place->group) != 0)
		place->mode &= (mode_t) ~(S_ISUID | S_ISGID);
	if (fchmod(*fd, place->mode) != 0)
		return cannot_create(place, errno, err);
	return SS_OK;
}

static enum ss_status
cannot_publish(const struct ss_place *place, int errnum, const char *what, struct ss_err *err)
{
	return ss_err_errno(err, SS_EFAIL, errnum, "cannot-write", "cannot %s \"%s\"", what,
			    place->shown);
}

static bool
link_as(const struct ss_place *place, int fd, const char *name)
{
	char link[64];

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, link, place->folder, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Gives the file a name that can be renamed. */
static bool
link_temporary(struct ss_place *place, int fd)
{
	remove_leftovers(place);
	for (int i = 0; i < NAME_TRIES; i++) {
		make_name(place);
		if (link_as(place, fd, place->temporary))
			return true;
		if (errno != EEXIST)
			break;
	}
	forget_name(place);
	return false;
}

enum ss_status
ss_place_publish(struct ss_place *place, int fd, struct ss_err *err)
{
	int copy;

	/* A network file system may tell of a full disk only when a descriptor is closed, and
	 * that has to come before the name. */
	if (fsync(fd) != 0 && errno != EINVAL)
		return cannot_publish(place, errno, "write to", err);
	copy = dup(fd);
	if (copy >= 0 && close(copy) != 0 && errno != EINTR)
		return cannot_publish(place, errno, "write to", err);
	if (place->temporary[0] == '\0') {
		if (!place->replaces && link_as(place, fd, place->name))
			goto named;
		if (!place->replaces && errno != EEXIST)
			return cannot_publish(place, errno, "create", err);
		if (!link_temporary(place, fd))
			return cannot_publish(place, errno, "create", err);
	}
	if (renameat(place->folder, place->temporary, place->folder, place->name) != 0)
		return cannot_publish(place, errno, "replace", err);
	forget_name(place);
named:
	if (place->folder_syncs && fsync(place->folder) != 0 && errno != EINVAL) {
		cannot_publish(place, errno, "make sure of the name", err);
		return ss_err_hint(err, "the file itself is whole");
	}
	return SS_OK;
}

void
ss_place_release(struct ss_place *place)
{
	if (place->temporary[0] != '\0') {
		unlinkat(place->folder, place->temporary, 0);
		forget_name(place);
	}
	if (place->folder >= 0)
		close(place->folder);
	ss_buf_release(&place->path);
	*place = (struct ss_place){.folder = -1};
}
