/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Batches go round the ring: produce frames them, work verifies, decodes and (for formats that
 * allow it) encodes them side by side, consume writes in order. A section is what the input has
 * of one structure, with a format state of its own; several may be on their way at once, so
 * they form a list: produce appends, consume ends the first and goes on to the next. Whatever
 * consume touches it got through the ring.
 *
 * Header bytes wait for the first batch, so that an empty or damaged input gives no output.
 */
#include "convert.h"

#include "base/mem.h"
#include "base/ring.h"
#include "cli/run.h"

struct section {
	struct ss_stream *stream; /* a reference is held: the state refers to its schema */
	void *state;
	struct ss_buf header;
	struct section *next;
};

struct slot {
	struct ss_raw_batch raw;
	struct ss_batch batch;
	struct ss_buf out;
	struct section *section;
};

struct conversion {
	const struct convert_options *options;
	const struct ss_format *format;
	struct ss_reader *reader;
	struct slot *slots;
	struct section *last;  /* produce's: the section of the next batch */
	struct section *first; /* consume's: the oldest that has not ended */
	bool begun;	       /* the header of first is written */
	bool broken;	       /* the output takes nothing more */
	uint64_t records;      /* written */
};

/* "structure" in quotes, or what else tells one from the other. */
static struct ss_str
structure_name(const struct section *section)
{
	struct ss_str name;

	if (ss_arrow_metadata(&section->stream->schema, "ss:structure", &name))
		return name;
	return SS_STR("?");
}

static void
free_section(struct section *section)
{
	ss_stream_unref(section->stream);
	ss_buf_release(&section->header);
	ss_free(section);
}

static enum ss_status
second_structure(const struct conversion *c, const struct section *section, struct ss_err *err)
{
	const struct ss_str before = structure_name(c->last);
	const struct ss_str name = structure_name(section);

	ss_err_set(err, SS_EUSAGE, "second-structure",
		   "structure \"%.*s\" follows \"%.*s\", and an output in the format %s has room "
		   "for one structure",
		   SS_STR_ARGS(name), SS_STR_ARGS(before), c->format->name);
	return ss_err_hint(err, "convert them one by one, or as json");
}

/* Begins the section of a new structure. */
static enum ss_status
open_section(struct conversion *c, struct ss_stream *stream, struct ss_err *err)
{
	const struct convert_options *options = c->options;
	const struct ss_format_context context = {
		.workers = options->threads,
		.terminal_columns = options->output->columns,
		.first = stream->promise.first,
		.second = c->last != NULL,
	};
	struct section *section = ss_zalloc(sizeof(*section));
	enum ss_status status = SS_OK;

	section->stream = ss_stream_ref(stream);
	if (c->last != NULL && (c->format->flags & SS_FORMAT_ONE))
		status = second_structure(c, section, err);
	if (status == SS_OK)
		status = c->format->open(&stream->schema, options->format_options, &context,
					 &section->state, &section->header, err);
	if (status != SS_OK) {
		/* On a pipe the first structure is out already: more than wrong usage. */
		if (c->last != NULL && options->output->in_place)
			err->status = status = SS_EFAIL;
		free_section(section);
		return status;
	}
	if (c->last == NULL)
		c->first = section;
	else
		c->last->next = section;
	c->last = section;
	return SS_OK;
}

static enum ss_status
produce(void *ctx, unsigned slot_number, struct ss_err *err)
{
	struct conversion *c = ctx;
	struct slot *slot = &c->slots[slot_number];
	enum ss_event event = SS_EVENT_END;
	struct ss_stream *stream = NULL;

	for (;;) {
		enum ss_status status;

		if (ss_run_stopped() != 0)
			return ss_err_set(err, SS_EFAIL, "interrupted", "interrupted");
		status = ss_reader_next(c->reader, &event, &stream, &slot->raw, err);
		if (status != SS_OK)
			return status;
		switch (event) {
		case SS_EVENT_STREAM:
			status = open_section(c, stream, err);
			if (status != SS_OK)
				return status;
			break;
		case SS_EVENT_BATCH: slot->section = c->last; return SS_OK;
		case SS_EVENT_END: return SS_END;
		}
	}
}

static enum ss_status
encode(const struct conversion *c, struct slot *slot, unsigned worker, struct ss_err *err)
{
	return c->format->encode(slot->section->state, worker, &slot->batch.array, slot->raw.first,
				 &slot->out, err);
}

static enum ss_status
work(void *ctx, unsigned slot_number, unsigned worker, struct ss_err *err)
{
	const struct conversion *c = ctx;
	struct slot *slot = &c->slots[slot_number];
	const enum ss_status status = ss_batch_decode(&slot->raw, &slot->batch, err);

	ss_buf_clear(&slot->out);
	if (status != SS_OK || (c->format->flags & SS_FORMAT_ORDERED))
		return status;
	return encode(c, slot, worker, err);
}

static enum ss_status
write_bytes(struct conversion *c, const struct ss_buf *bytes, struct ss_err *err)
{
	enum ss_status status = SS_OK;

	if (bytes->len > 0)
		status = ss_output_write(c->options->output, bytes->p, bytes->len, err);
	if (status != SS_OK)
		c->broken = true;
	return status;
}

static enum ss_status
begin_section(struct conversion *c, struct ss_err *err)
{
	struct section *section = c->first;

	c->begun = true;
	if (section->stream->promise.has_records)
		c->options->progress->total += section->stream->promise.records;
	return write_bytes(c, &section->header, err);
}

/* Ends the oldest section whole; one that had no batch still has a header. */
static enum ss_status
end_section(struct conversion *c, struct ss_err *err)
{
	struct section *section = c->first;
	enum ss_status status = SS_OK;

	if (!c->begun)
		status = begin_section(c, err);
	if (status != SS_OK)
		return status;
	ss_buf_clear(&section->header);
	c->format->close(section->state, true, &section->header);
	section->state = NULL;
	status = write_bytes(c, &section->header, err);
	c->first = section->next;
	c->begun = false;
	free_section(section);
	return status;
}

static enum ss_status
consume(void *ctx, unsigned slot_number, struct ss_err *err)
{
	struct conversion *c = ctx;
	struct slot *slot = &c->slots[slot_number];
	enum ss_status status = SS_OK;

	while (status == SS_OK && c->first != slot->section)
		status = end_section(c, err);
	if (status == SS_OK && (c->format->flags & SS_FORMAT_ORDERED))
		status = encode(c, slot, 0, err);
	if (status == SS_OK && !c->begun)
		status = begin_section(c, err);
	if (status == SS_OK)
		status = write_bytes(c, &slot->out, err);
	if (status != SS_OK)
		return status;
	c->records += (uint64_t)slot->batch.array.length;
	ss_progress_step(c->options->progress, c->records, c->options->output->bytes);
	return SS_OK;
}

/* Ends what a failure left open. What a format has to say then (an abort mark) is worth writing
 * only where bytes are out already. */
static void
fail_sections(struct conversion *c)
{
	const bool written = c->options->output->in_place && c->options->output->bytes > 0;
	struct ss_err ignored;

	while (c->first != NULL) {
		struct section *section = c->first;

		ss_buf_clear(&section->header);
		c->format->close(section->state, false, &section->header);
		if (written && c->begun && !c->broken &&
		    write_bytes(c, &section->header, &ignored) != SS_OK)
			c->broken = true;
		c->begun = false;
		c->first = section->next;
		free_section(section);
	}
}

enum ss_status
convert(const struct convert_options *options, uint64_t *records, struct ss_err *err)
{
	static const struct ss_ring_ops ops = {
		.produce = produce, .work = work, .consume = consume};
	const unsigned n_slots = ss_ring_slots(options->threads);
	struct conversion c = {.options = options, .format = options->format};
	enum ss_status status;

	c.slots = ss_calloc(n_slots, sizeof(*c.slots));
	c.reader = ss_reader_new(options->input_fd, &options->reader);
	status = ss_ring_run(&ops, &c, options->threads, err);
	while (status == SS_OK && c.first != NULL)
		status = end_section(&c, err);
	fail_sections(&c);
	*records = c.records;
	for (unsigned i = 0; i < n_slots; i++) {
		ss_batch_release(&c.slots[i].batch);
		ss_raw_batch_release(&c.slots[i].raw);
		ss_buf_release(&c.slots[i].out);
	}
	ss_reader_free(c.reader);
	ss_free(c.slots);
	return status;
}
