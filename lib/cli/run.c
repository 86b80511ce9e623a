/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Start of a program and its number of threads. The CPUs that a process may use are what its
 * affinity allows, less when a cgroup has a quota: in a container on a large machine the two
 * differ by much, and threads beyond the quota only get throttled.
 */
#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io.h"
#include "base/str.h"
#include "cli/sig.h"

#define SMALL_FILE_MAX ((size_t)1 << 16)
#define CPUS_MAX 65536

void
ss_run_start(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		/* The lowest free descriptor is fd. Without /dev/null it stays closed. */
		if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			break;
	}
	ss_sig_start();
}

/* CPUs of the affinity mask; 0 when the system does not say. */
static unsigned
affinity_cpus(void)
{
	for (size_t n = 1024; n <= CPUS_MAX; n *= 2) {
		cpu_set_t *set = CPU_ALLOC(n);
		const size_t size = CPU_ALLOC_SIZE(n);
		int count = -1;

		if (set == NULL)
			return 0;
		if (sched_getaffinity(0, size, set) == 0)
			count = CPU_COUNT_S(size, set);
		CPU_FREE(set);
		if (count > 0)
			return (unsigned)count;
		/* EINVAL: the kernel's mask is larger. */
		if (errno != EINVAL)
			break;
	}
	return 0;
}

static bool
read_small(const char *path, struct ss_buf *buf)
{
	struct ss_err ignored;

	ss_buf_clear(buf);
	return ss_io_read_file(path, SMALL_FILE_MAX, buf, &ignored) == SS_OK;
}

/* "max 100000", "150000 100000": microseconds of CPU time in a period; 0 is no limit. */
static unsigned
quota_cpus(struct ss_str quota, struct ss_str period)
{
	uint64_t q;
	uint64_t p;

	if (!ss_str_to_u64(ss_str_trim(quota), &q) || !ss_str_to_u64(ss_str_trim(period), &p) ||
	    q == 0 || p == 0)
		return 0;
	return (unsigned)SS_MIN(q / p + (q % p != 0), CPUS_MAX);
}

static unsigned
quota_v2(const char *folder, struct ss_buf *text)
{
	char path[4200];
	struct ss_str s;
	ptrdiff_t blank;

	snprintf(path, sizeof(path), "%s/cpu.max", folder);
	if (!read_small(path, text))
		return 0;
	s = ss_buf_str(text);
	blank = ss_str_find(s, SS_STR(" "));
	if (blank < 0)
		return 0;
	return quota_cpus(ss_str_n(s.p, (size_t)blank),
			  ss_str_n(s.p + blank, s.len - (size_t)blank));
}

static unsigned
quota_v1(const char *folder, struct ss_buf *text)
{
	struct ss_buf period = {0};
	unsigned cpus = 0;
	char path[4200];

	snprintf(path, sizeof(path), "%s/cpu.cfs_quota_us", folder);
	if (read_small(path, text)) {
		snprintf(path, sizeof(path), "%s/cpu.cfs_period_us", folder);
		if (read_small(path, &period))
			cpus = quota_cpus(ss_buf_str(text), ss_buf_str(&period));
	}
	ss_buf_release(&period);
	return cpus;
}

/* The smallest quota on the way from root/group up to root, 0 for none. A group that is not
 * there (its path is as the host sees it) is passed over on the way. */
static unsigned
quota_upwards(const char *root, struct ss_str group,
	      unsigned (*quota)(const char *folder, struct ss_buf *text), struct ss_buf *text)
{
	unsigned least = 0;
	char folder[4096];

	for (;;) {
		unsigned cpus;

		while (group.len > 0 && group.p[group.len - 1] == '/')
			group.len--;
		snprintf(folder, sizeof(folder), "%s%.*s", root, SS_STR_ARGS(group));
		cpus = quota(folder, text);
		if (cpus != 0 && (least == 0 || cpus < least))
			least = cpus;
		if (group.len == 0)
			return least;
		while (group.len > 0 && group.p[group.len - 1] != '/')
			group.len--;
	}
}

/* True when the comma-separated controllers have "cpu". */
static bool
has_cpu(struct ss_str controllers)
{
	while (controllers.len > 0) {
		const ptrdiff_t comma = ss_str_find(controllers, SS_STR(","));
		const size_t len = comma < 0 ? controllers.len : (size_t)comma;

		if (ss_str_eq(ss_str_n(controllers.p, len), SS_STR("cpu")))
			return true;
		if (comma < 0)
			break;
		controllers = ss_str_n(controllers.p + len + 1, controllers.len - len - 1);
	}
	return false;
}

/* One line "id:controllers:path" of /proc/self/cgroup. */
static unsigned
cgroup_line(struct ss_str line, struct ss_buf *text)
{
	const ptrdiff_t first = ss_str_find(line, SS_STR(":"));
	struct ss_str controllers;
	ptrdiff_t second;

	if (first < 0)
		return 0;
	line = ss_str_n(line.p + first + 1, line.len - (size_t)first - 1);
	second = ss_str_find(line, SS_STR(":"));
	if (second < 0)
		return 0;
	controllers = ss_str_n(line.p, (size_t)second);
	line = ss_str_n(line.p + second + 1, line.len - (size_t)second - 1);
	if (controllers.len == 0)
		return quota_upwards("/sys/fs/cgroup", line, quota_v2, text);
	if (has_cpu(controllers))
		return quota_upwards("/sys/fs/cgroup/cpu", line, quota_v1, text);
	return 0;
}

static unsigned
cgroup_cpus(void)
{
	struct ss_buf groups = {0};
	struct ss_buf text = {0};
	struct ss_str rest;
	unsigned least = 0;

	if (read_small("/proc/self/cgroup", &groups)) {
		rest = ss_buf_str(&groups);
		while (rest.len > 0) {
			const ptrdiff_t end = ss_str_find(rest, SS_STR("\n"));
			const size_t len = end < 0 ? rest.len : (size_t)end;
			const unsigned cpus = cgroup_line(ss_str_n(rest.p, len), &text);

			if (cpus != 0 && (least == 0 || cpus < least))
				least = cpus;
			rest = ss_str_n(rest.p + len, rest.len - len);
			if (rest.len > 0)
				rest = ss_str_n(rest.p + 1, rest.len - 1);
		}
	}
	ss_buf_release(&text);
	ss_buf_release(&groups);
	return least;
}

/* Schedulers that start one process a CPU: a second thread would take a neighbour's. */
static bool
is_one_of_many(void)
{
	return getenv("PARALLEL_SEQ") != NULL || getenv("SLURM_ARRAY_TASK_ID") != NULL ||
	       getenv("JOB_COMPLETION_INDEX") != NULL;
}

unsigned
ss_run_threads(uint64_t asked, bool shard)
{
	unsigned cpus;
	unsigned quota;

	if (asked > 0)
		return (unsigned)SS_MIN(asked, SS_THREADS_MAX);
	if (shard || is_one_of_many())
		return 1;
	cpus = affinity_cpus();
	cpus = SS_MAX(cpus, 1u);
	quota = cpus > 1 ? cgroup_cpus() : 0;
	if (quota != 0)
		cpus = SS_MIN(cpus, quota);
	return SS_MIN(cpus, (unsigned)SS_THREADS_MAX);
}
