/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ring: N equal workers around one lock. Job j lives in slot j modulo the number of slots;
 * counters say how far each stage has come, so consumed <= started <= produced and produced -
 * consumed <= slots at all times, and the oldest job always can go on. Whoever takes a task
 * wakes one more worker when there is another task to take; so a free task never waits for a
 * sleeping worker, and no wake-up is spent without need.
 */
#include "base/ring.h"

#include <pthread.h>
#include <signal.h>

#include "base/mem.h"

enum task { TASK_NONE, TASK_PRODUCE, TASK_WORK, TASK_CONSUME, TASK_STOP };

struct ring {
	const struct ss_ring_ops *ops;
	void *ctx;
	unsigned slots;

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t wake;
	uint64_t produced; /* jobs made */
	uint64_t started;  /* jobs whose work has begun; they begin in order */
	uint64_t consumed; /* jobs done with */
	uint64_t limit;	   /* jobs from here on are void: the first failure or the end */
	bool producing;
	bool consuming;
	unsigned sleeping;
	bool *worked; /* by slot: work is done, consume is not */
	enum ss_status status;
	struct ss_err err; /* of job limit, when status is not SS_OK */
};

struct worker {
	struct ring *ring;
	unsigned index;
	pthread_t thread;
};

/* What can be done now: the lock is held. */
static enum task
next_task(const struct ring *ring)
{
	/* A job that is being made may still fail before limit: stop waits for it. */
	if (ring->consumed >= ring->limit && !ring->consuming)
		return TASK_STOP;
	if (!ring->consuming && ring->consumed < ring->started &&
	    ring->worked[ring->consumed % ring->slots])
		return TASK_CONSUME;
	if (ring->started < SS_MIN(ring->produced, ring->limit))
		return TASK_WORK;
	if (!ring->producing && ring->produced < ring->limit &&
	    ring->produced - ring->consumed < ring->slots)
		return TASK_PRODUCE;
	return TASK_NONE;
}

/* Wakes a sleeper when there is more to do than this worker takes. The lock is held. */
static void
wake_one(struct ring *ring)
{
	if (ring->sleeping > 0 && next_task(ring) != TASK_NONE)
		pthread_cond_signal(&ring->wake);
}

/* Notes that job ended so. The lock is held. */
static void
note_failure(struct ring *ring, uint64_t job, enum ss_status status, const struct ss_err *err)
{
	if (job >= ring->limit)
		return;
	ring->limit = job;
	ring->status = status;
	if (status != SS_OK)
		ring->err = *err;
}

static void
do_produce(struct ring *ring, struct ss_err *err)
{
	const uint64_t job = ring->produced;
	enum ss_status status;

	ring->producing = true;
	wake_one(ring);
	pthread_mutex_unlock(&ring->lock);
	status = ring->ops->produce(ring->ctx, (unsigned)(job % ring->slots), err);
	pthread_mutex_lock(&ring->lock);
	ring->producing = false;
	if (status == SS_OK)
		ring->produced++;
	else
		note_failure(ring, job, status == SS_END ? SS_OK : status, err);
}

static void
do_work(struct ring *ring, unsigned worker, struct ss_err *err)
{
	const uint64_t job = ring->started++;
	const unsigned slot = (unsigned)(job % ring->slots);
	enum ss_status status;

	wake_one(ring);
	pthread_mutex_unlock(&ring->lock);
	status = ring->ops->work(ring->ctx, slot, worker, err);
	pthread_mutex_lock(&ring->lock);
	if (status == SS_OK)
		ring->worked[slot] = true;
	else
		note_failure(ring, job, status, err);
}

static void
do_consume(struct ring *ring, struct ss_err *err)
{
	const uint64_t job = ring->consumed;
	const unsigned slot = (unsigned)(job % ring->slots);
	enum ss_status status;

	ring->consuming = true;
	wake_one(ring);
	pthread_mutex_unlock(&ring->lock);
	status = ring->ops->consume(ring->ctx, slot, err);
	pthread_mutex_lock(&ring->lock);
	ring->consuming = false;
	ring->worked[slot] = false;
	if (status == SS_OK)
		ring->consumed++;
	else
		note_failure(ring, job, status, err);
}

static void
run_worker(struct ring *ring, unsigned index)
{
	struct ss_err err = {.status = SS_OK};

	pthread_mutex_lock(&ring->lock);
	for (;;) {
		const enum task task = next_task(ring);

		if (task == TASK_STOP)
			break;
		switch (task) {
		case TASK_PRODUCE: do_produce(ring, &err); break;
		case TASK_WORK: do_work(ring, index, &err); break;
		case TASK_CONSUME: do_consume(ring, &err); break;
		case TASK_NONE:
		case TASK_STOP:
			ring->sleeping++;
			pthread_cond_wait(&ring->wake, &ring->lock);
			ring->sleeping--;
			break;
		}
	}
	pthread_cond_broadcast(&ring->wake);
	pthread_mutex_unlock(&ring->lock);
}

static void *
thread_main(void *arg)
{
	const struct worker *worker = arg;

	run_worker(worker->ring, worker->index);
	return NULL;
}

static enum ss_status
run_inline(const struct ss_ring_ops *ops, void *ctx, struct ss_err *err)
{
	for (;;) {
		enum ss_status status = ops->produce(ctx, 0, err);

		if (status == SS_END)
			return SS_OK;
		if (status == SS_OK)
			status = ops->work(ctx, 0, 0, err);
		if (status == SS_OK)
			status = ops->consume(ctx, 0, err);
		if (status != SS_OK)
			return status;
	}
}

/* Starts workers[1..threads-1]; returns how many run, the caller's own counted. A system that
 * refuses a thread gets the same result from fewer of them. */
static unsigned
start_threads(struct worker *workers, unsigned threads)
{
	sigset_t all;
	sigset_t old;
	unsigned running = 1;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	while (running < threads) {
		struct worker *worker = &workers[running];

		if (pthread_create(&worker->thread, NULL, thread_main, worker) != 0)
			break;
		running++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return running;
}

unsigned
ss_ring_slots(unsigned threads)
{
	return SS_MAX(SS_MIN(threads, (unsigned)SS_THREADS_MAX), 1u);
}

enum ss_status
ss_ring_run(const struct ss_ring_ops *ops, void *ctx, unsigned threads, struct ss_err *err)
{
	struct ring ring = {.ops = ops, .ctx = ctx, .limit = UINT64_MAX, .status = SS_OK};
	struct worker *workers;
	unsigned running;

	if (threads <= 1)
		return run_inline(ops, ctx, err);
	threads = SS_MIN(threads, (unsigned)SS_THREADS_MAX);
	ring.slots = ss_ring_slots(threads);
	ring.worked = ss_calloc(ring.slots, sizeof(*ring.worked));
	workers = ss_calloc(threads, sizeof(*workers));
	for (unsigned i = 0; i < threads; i++)
		workers[i] = (struct worker){.ring = &ring, .index = i};
	pthread_mutex_init(&ring.lock, NULL);
	pthread_cond_init(&ring.wake, NULL);
	running = start_threads(workers, threads);
	run_worker(&ring, 0);
	for (unsigned i = 1; i < running; i++)
		pthread_join(workers[i].thread, NULL);
	pthread_cond_destroy(&ring.wake);
	pthread_mutex_destroy(&ring.lock);
	ss_free(workers);
	ss_free(ring.worked);
	if (ring.status != SS_OK)
		*err = ring.err;
	return ring.status;
}
