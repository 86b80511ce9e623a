/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The place in the file system that an output gets: for output.c only. A place is found, a
 * nameless or hidden file is created beside it, and published there when it is whole.
 */
#ifndef SS_CLI_PLACE_H
#define SS_CLI_PLACE_H

#include "base/defs.h"

#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

#define SS_PLACE_NAME_MAX 256

/* Zeroed but for folder, which is -1, it is released. */
struct ss_place {
	const char *shown;  /* the path that the user gave */
	bool special;	    /* a device, FIFO or socket: nothing else below is set */
	struct ss_buf path; /* where symlinks lead, NUL behind it */
	const char *name;   /* the last part of path */
	int folder;	    /* descriptor of the rest */
	bool folder_syncs;  /* it may be read, so it can be synchronised */
	bool replaces;	    /* a regular file was there: */
	mode_t mode;
	uid_t owner;
	gid_t group;
	char temporary[SS_PLACE_NAME_MAX]; /* a name that must go away, or "" */
};

/* path must live as long as the place. Everything that is wrong with it is SS_EUSAGE. */
enum ss_status ss_place_find(struct ss_place *place, const char *path,
			     struct ss_err *err) SS_NODISCARD;
enum ss_status ss_place_create(struct ss_place *place, int *fd, struct ss_err *err) SS_NODISCARD;
/* fd stays open. After a failure the target is as it was, unless the message says otherwise. */
enum ss_status ss_place_publish(struct ss_place *place, int fd, struct ss_err *err) SS_NODISCARD;
/* Removes a temporary that is left; frees all. */
void ss_place_release(struct ss_place *place);

#endif
