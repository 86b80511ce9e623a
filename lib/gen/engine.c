/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The generator's loop over batches, see engine.h. Batch boundaries lie at multiples of the
 * batch size in record numbers, so they are the same however a run is cut into shards.
 */
#include "gen/engine.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/ring.h"

/* What one job makes: usually one message, more when a body had to be halved. */
struct engine_slot {
	uint64_t first;
	size_t count;
	struct ss_buf bytes;
	struct ss_buf messages; /* struct ss_ipc_message each */
};

struct engine {
	const struct ss_engine_run *run;
	uint64_t next, end; /* record numbers still to give out */
	bool begun;	    /* the first batch was given out: 0 records make one too */
	struct engine_slot *slots;
	struct ss_maker *makers; /* one a worker */
	uint64_t chain;
	uint64_t done; /* records written */
	bool stopped;
};

static enum ss_status
engine_produce(void *ctx, unsigned slot, struct ss_err *err)
{
	struct engine *engine = ctx;
	struct engine_slot *job = &engine->slots[slot];
	uint64_t batch = engine->run->plan->batch_records, room;

	(void)err;
	if (engine->begun && engine->next == engine->end)
		return SS_END;
	engine->begun = true;
	room = batch - (engine->next & (batch - 1));
	job->first = engine->next;
	job->count = (size_t)SS_MIN(room, engine->end - engine->next);
	engine->next += job->count;
	return SS_OK;
}

static enum ss_status
encode(struct ss_maker *maker, struct engine_slot *job, uint64_t first, size_t count,
       struct ss_err *err)
{
	const struct ArrowArray *array = ss_maker_fill(maker, first, count);
	struct ss_ipc_message message;
	size_t half;

	if (ss_ipc_put_batch(&maker->plan->writer, array, first, &job->bytes, &message)) {
		ss_buf_put(&job->messages, &message, sizeof(message));
		return SS_OK;
	}
	if (count <= 1)
		return ss_err_set(err, SS_EFAIL, "record-too-large",
				  "record %" PRIu64 " takes more than 64 MiB", first);
	/* The split lies at a record number, so it is the same on every machine. */
	half = count / 2;
	if (encode(maker, job, first, half, err) != SS_OK)
		return err->status;
	return encode(maker, job, first + half, count - half, err);
}

static enum ss_status
engine_work(void *ctx, unsigned slot, unsigned worker, struct ss_err *err)
{
	struct engine *engine = ctx;
	struct engine_slot *job = &engine->slots[slot];

	ss_buf_clear(&job->bytes);
	ss_buf_clear(&job->messages);
	return encode(&engine->makers[worker], job, job->first, job->count, err);
}

static enum ss_status
engine_consume(void *ctx, unsigned slot, struct ss_err *err)
{
	struct engine *engine = ctx;
	struct engine_slot *job = &engine->slots[slot];
	const struct ss_ipc_message *messages = (const void *)job->messages.p;
	enum ss_status status;

	for (size_t i = 0; i < job->messages.len / sizeof(*messages); i++)
		ss_ipc_seal(&job->bytes, &messages[i], &engine->chain);
	engine->done += job->count;
	status = engine->run->write(engine->run->ctx, job->bytes.p, job->bytes.len, engine->done,
				    err);
	if (status != SS_END)
		return status;
	engine->stopped = true;
	return ss_err_set(err, SS_EFAIL, "interrupted", "interrupted");
}

static enum ss_status
write_head(struct engine *engine, struct ss_err *err)
{
	const struct ss_engine_run *run = engine->run;
	const struct ss_ipc_writer *writer = &run->plan->writer;
	struct ss_buf head = {0};
	struct ss_ipc_message message;
	enum ss_status status;

	ss_ipc_put_schema(writer, &run->promise, &head, &message);
	ss_ipc_seal(&head, &message, &engine->chain);
	if (writer->n_dictionaries != 0) {
		struct ss_maker maker;
		const struct ArrowArray *array;

		/* Dictionaries hang on arrays; those of no records have them too. */
		ss_maker_init(&maker, run->plan);
		array = ss_maker_fill(&maker, 0, 0);
		for (size_t k = 0; k < writer->n_dictionaries; k++) {
			ss_ipc_put_dictionary(writer, k, array, &head, &message);
			ss_ipc_seal(&head, &message, &engine->chain);
		}
		ss_maker_release(&maker);
	}
	status = run->write(run->ctx, head.p, head.len, 0, err);
	ss_buf_release(&head);
	if (status == SS_END)
		engine->stopped = true;
	return status;
}

/* The end marker, or the abort mark with the reason; a failed write of the latter changes
 * nothing, since a stream without end is refused as well. */
static enum ss_status
write_tail(struct engine *engine, enum ss_status status, struct ss_err *err)
{
	const struct ss_engine_run *run = engine->run;
	struct ss_buf tail = {0};
	struct ss_err ignored;

	if (status == SS_OK || (engine->stopped && run->endless)) {
		ss_ipc_put_end(&tail);
		status = run->write(run->ctx, tail.p, tail.len, engine->done, err);
		status = status == SS_END ? SS_OK : status;
	} else {
		if (engine->stopped)
			status = SS_END;
		ss_ipc_put_abort(&tail, engine->stopped ? "interrupted" : err->message);
		(void)!run->write(run->ctx, tail.p, tail.len, engine->done, &ignored);
	}
	ss_buf_release(&tail);
	return status;
}

enum ss_status
ss_engine_run(const struct ss_engine_run *run, struct ss_err *err)
{
	static const struct ss_ring_ops ops = {
		.produce = engine_produce,
		.work = engine_work,
		.consume = engine_consume,
	};
	unsigned n_slots = ss_ring_slots(run->threads);
	struct engine engine = {
		.run = run,
		.next = run->first,
		.end = run->first + run->records,
		.slots = ss_calloc(n_slots, sizeof(*engine.slots)),
		.makers = ss_calloc(run->threads, sizeof(*engine.makers)),
	};
	enum ss_status status;

	for (unsigned i = 0; i < run->threads; i++)
		ss_maker_init(&engine.makers[i], run->plan);
	status = write_head(&engine, err);
	if (status == SS_OK)
		status = ss_ring_run(&ops, &engine, run->threads, err);
	status = write_tail(&engine, status, err);
	for (unsigned i = 0; i < run->threads; i++)
		ss_maker_release(&engine.makers[i]);
	for (unsigned i = 0; i < n_slots; i++) {
		ss_buf_release(&engine.slots[i].bytes);
		ss_buf_release(&engine.slots[i].messages);
	}
	ss_free(engine.slots);
	ss_free(engine.makers);
	return status;
}
