/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/base/ring.c with 1, 2, 3 and 8 threads and stages of random length: order,
 * one thread at a time where that is promised, bounded slots, errors of each stage and which
 * of several wins, blocked signals. Run under the thread sanitizer too: the fields that serial
 * stages touch have no lock of their own, on purpose.
 */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/ring.h"

#define NEVER UINT64_MAX
#define SLOTS_MAX 64

static const unsigned thread_counts[] = {1, 2, 3, 8};

struct slot {
	uint64_t job;
	uint64_t result;
	unsigned state; /* 0 free, 1 produced, 2 worked */
};

struct run {
	uint64_t jobs;
	unsigned threads;
	uint64_t fail_produce;
	uint64_t fail_work;
	uint64_t fail_work_too;
	uint64_t fail_consume;
	bool sleeps;

	uint64_t produced; /* serial: the ring orders them */
	uint64_t consumed;
	uint64_t sum;
	uint64_t seed;
	struct slot slots[SLOTS_MAX];
	atomic_uint producing;
	atomic_uint consuming;
	atomic_uint working[SLOTS_MAX];
	atomic_uint worked;
	atomic_uint wrong; /* broken promises */
	pthread_t caller;
};

static void
promise(struct run *run, bool kept)
{
	if (!kept)
		atomic_fetch_add(&run->wrong, 1);
}

static void
dawdle(const struct run *run, uint64_t job, uint64_t stage)
{
	uint64_t seed = job * 3 + stage;
	const long nanos = (long)(check_random(&seed) % 60000);

	if (run->sleeps && nanos > 20000)
		nanosleep(&(struct timespec){0, nanos}, NULL);
}

static enum ss_status
produce(void *ctx, unsigned slot, struct ss_err *err)
{
	struct run *run = ctx;

	promise(run, atomic_fetch_add(&run->producing, 1) == 0);
	promise(run, slot < ss_ring_slots(run->threads) && run->slots[slot].state == 0);
	dawdle(run, run->produced, 0);
	atomic_fetch_sub(&run->producing, 1);
	if (run->produced == run->fail_produce)
		return ss_err_set(err, SS_EDATA, "p", "produce %d", (int)run->produced);
	if (run->produced == run->jobs)
		return SS_END;
	run->slots[slot].job = run->produced++;
	run->slots[slot].state = 1;
	return SS_OK;
}

static enum ss_status
work(void *ctx, unsigned slot, unsigned worker, struct ss_err *err)
{
	struct run *run = ctx;
	struct slot *s = &run->slots[slot];

	promise(run, worker < run->threads && atomic_fetch_add(&run->working[worker], 1) == 0);
	promise(run, s->state == 1);
	if (!pthread_equal(pthread_self(), run->caller)) {
		sigset_t blocked;

		pthread_sigmask(SIG_BLOCK, NULL, &blocked);
		promise(run, sigismember(&blocked, SIGINT) == 1);
		promise(run, sigismember(&blocked, SIGUSR1) == 1);
	} else {
		promise(run, worker == 0 || run->threads > 1);
	}
	dawdle(run, s->job, 1);
	s->result = s->job * s->job;
	s->state = 2;
	atomic_fetch_add(&run->worked, 1);
	atomic_fetch_sub(&run->working[worker], 1);
	if (s->job == run->fail_work || s->job == run->fail_work_too)
		return ss_err_set(err, SS_EFAIL, "w", "work %d", (int)s->job);
	return SS_OK;
}

static enum ss_status
consume(void *ctx, unsigned slot, struct ss_err *err)
{
	struct run *run = ctx;
	struct slot *s = &run->slots[slot];

	promise(run, atomic_fetch_add(&run->consuming, 1) == 0);
	promise(run, s->state == 2 && s->job == run->consumed);
	dawdle(run, s->job, 2);
	s->state = 0;
	atomic_fetch_sub(&run->consuming, 1);
	if (s->job == run->fail_consume)
		return ss_err_set(err, SS_EPARTIAL, "c", "consume %d", (int)s->job);
	run->sum += s->result;
	run->consumed++;
	return SS_OK;
}

static const struct ss_ring_ops ops = {.produce = produce, .work = work, .consume = consume};

static struct run
new_run(uint64_t jobs, unsigned threads)
{
	return (struct run){
		.jobs = jobs,
		.threads = threads,
		.fail_produce = NEVER,
		.fail_work = NEVER,
		.fail_work_too = NEVER,
		.fail_consume = NEVER,
		.sleeps = true,
		.caller = pthread_self(),
	};
}

static void
check_sum(const struct run *run, uint64_t jobs)
{
	uint64_t sum = 0;

	for (uint64_t job = 0; job < jobs; job++)
		sum += job * job;
	CHECK_EQ_I64(run->consumed, jobs);
	CHECK_EQ_I64(run->sum, sum);
	CHECK_EQ_I64(run->wrong, 0);
}

static void
test_all_in_order(void)
{
	static const uint64_t jobs[] = {0, 1, 2, 5, 300};

	for (size_t t = 0; t < SS_ARRAY_LEN(thread_counts); t++) {
		for (size_t j = 0; j < SS_ARRAY_LEN(jobs); j++) {
			struct run run = new_run(jobs[j], thread_counts[t]);
			struct ss_err err;

			CHECK_EQ_I64(ss_ring_run(&ops, &run, run.threads, &err), SS_OK);
			check_sum(&run, jobs[j]);
			CHECK_EQ_I64(run.worked, jobs[j]);
		}
	}
}

static void
test_fast_jobs(void)
{
	for (size_t t = 0; t < SS_ARRAY_LEN(thread_counts); t++) {
		struct run run = new_run(20000, thread_counts[t]);
		struct ss_err err;

		run.sleeps = false;
		CHECK_EQ_I64(ss_ring_run(&ops, &run, run.threads, &err), SS_OK);
		check_sum(&run, 20000);
	}
}

static void
check_failure(struct run *run, enum ss_status status, const char *message, uint64_t jobs)
{
	struct ss_err err;

	CHECK_EQ_I64(ss_ring_run(&ops, run, run->threads, &err), status);
	CHECK_EQ_I64(err.status, status);
	CHECK_STR(err.message, message);
	check_sum(run, jobs);
	/* What lies ahead is bounded by the slots. */
	CHECK(run->produced <= jobs + ss_ring_slots(run->threads) + 1);
}

static void
test_each_stage_fails(void)
{
	static const uint64_t at[] = {0, 1, 37};

	for (size_t t = 0; t < SS_ARRAY_LEN(thread_counts); t++) {
		for (size_t i = 0; i < SS_ARRAY_LEN(at); i++) {
			struct run run = new_run(300, thread_counts[t]);
			char message[32];

			run.fail_produce = at[i];
			snprintf(message, sizeof(message), "produce %d", (int)at[i]);
			check_failure(&run, SS_EDATA, message, at[i]);

			run = new_run(300, thread_counts[t]);
			run.fail_work = at[i];
			snprintf(message, sizeof(message), "work %d", (int)at[i]);
			check_failure(&run, SS_EFAIL, message, at[i]);

			run = new_run(300, thread_counts[t]);
			run.fail_consume = at[i];
			snprintf(message, sizeof(message), "consume %d", (int)at[i]);
			check_failure(&run, SS_EPARTIAL, message, at[i]);
		}
	}
}

static void
test_first_failure_in_order_wins(void)
{
	for (size_t t = 0; t < SS_ARRAY_LEN(thread_counts); t++) {
		for (unsigned round = 0; round < 20; round++) {
			struct run run = new_run(300, thread_counts[t]);

			run.fail_work = 30;
			run.fail_work_too = 29;
			run.fail_produce = 31;
			check_failure(&run, SS_EFAIL, "work 29", 29);

			run = new_run(300, thread_counts[t]);
			run.fail_produce = 30;
			run.fail_work = 29;
			run.fail_consume = 28;
			check_failure(&run, SS_EPARTIAL, "consume 28", 28);

			run = new_run(30, thread_counts[t]);
			run.fail_work = 29;
			check_failure(&run, SS_EFAIL, "work 29", 29);
		}
	}
}

static void
test_slots(void)
{
	CHECK_EQ_I64(ss_ring_slots(0), 1);
	CHECK_EQ_I64(ss_ring_slots(1), 1);
	CHECK(ss_ring_slots(2) >= 2);
	CHECK_EQ_I64(ss_ring_slots(8), 8);
	CHECK_EQ_I64(ss_ring_slots(UINT32_MAX), SS_THREADS_MAX);
}

int
main(void)
{
	RUN(test_all_in_order);
	RUN(test_fast_jobs);
	RUN(test_each_stage_fails);
	RUN(test_first_failure_in_order_wins);
	RUN(test_slots);
	return check_done();
}
