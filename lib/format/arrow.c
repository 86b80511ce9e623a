/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrow IPC: the batches again, as one stream of ours. Streams that continue each other become
 * one, which readers need that stop at the first end marker. Dictionaries are written once, in
 * front of the first batch; a later batch that has another one is refused, since a stream of
 * ours replaces none.
 *
 * The stream promises no number of records, like one of an endless run: how many streams will
 * join is not known when the schema is written.
 */
#include "format/format.h"

#include "arrow/write.h"
#include "base/arena.h"
#include "base/mem.h"

struct arrow_format {
	struct ss_ipc_writer writer;
	const struct ArrowSchema *schema;
	struct ss_promise promise;
	uint64_t chain;
	uint64_t *dictionaries; /* hash of each one's message */
	struct ss_buf scratch;
	bool begun;
};

static enum ss_status
check_types(const struct ArrowSchema *schema, const char *column, struct ss_err *err)
{
	struct ss_arrow_type type;
	enum ss_status status = ss_arrow_type_of(schema, &type, err);
	struct ss_buf name = {0};

	if (status != SS_OK)
		return status;
	switch (type.kind) {
	case SS_ARROW_UTF8_VIEW:
	case SS_ARROW_BINARY_VIEW:
	case SS_ARROW_INTERVAL:
	case SS_ARROW_UNION:
	case SS_ARROW_RUN_END_ENCODED:
	case SS_ARROW_LIST_VIEW:
		ss_arrow_type_name(schema, &name);
		ss_err_set(err, SS_EUSAGE, "unsupported-type",
			   "column \"%s\": type %.*s cannot be written to a stream", column,
			   SS_STR_ARGS(ss_buf_str(&name)));
		ss_buf_release(&name);
		return ss_err_hint(err, "convert the column before this tool");
	default: break;
	}
	if (schema->dictionary != NULL)
		return check_types(schema->dictionary, column, err);
	for (int64_t i = 0; i < schema->n_children && status == SS_OK; i++)
		status = check_types(schema->children[i], column, err);
	return status;
}

/* The name of the field that has dictionary k; the order is that of the writer. */
static const char *
dictionary_column(const struct ArrowSchema *schema, size_t k, size_t *seen)
{
	const char *found = NULL;

	if (schema->dictionary != NULL) {
		found = dictionary_column(schema->dictionary, k, seen);
		return found == NULL && (*seen)++ == k ? schema->name : found;
	}
	for (int64_t i = 0; i < schema->n_children && found == NULL; i++)
		found = dictionary_column(schema->children[i], k, seen);
	return found;
}

/* An array of no rows; the writer takes missing buffers for zeros. */
static struct ArrowArray *
empty_array(struct ss_arena *arena, const struct ArrowSchema *schema)
{
	struct ArrowArray *array = ss_arena_alloc(arena, sizeof(*array));

	array->n_buffers = 3;
	array->buffers = ss_arena_calloc(arena, 3, sizeof(void *));
	array->n_children = schema->n_children;
	array->children =
		ss_arena_calloc(arena, (size_t)schema->n_children + 1, sizeof(struct ArrowArray *));
	for (int64_t i = 0; i < schema->n_children; i++)
		array->children[i] = empty_array(arena, schema->children[i]);
	if (schema->dictionary != NULL)
		array->dictionary = empty_array(arena, schema->dictionary);
	return array;
}

static enum ss_status
arrow_open(const struct ArrowSchema *schema, const void *options,
	   const struct ss_format_context *context, void **state, struct ss_buf *out,
	   struct ss_err *err)
{
	struct arrow_format *f;
	enum ss_status status = SS_OK;

	(void)options;
	(void)out;
	*state = NULL;
	for (int64_t i = 0; i < schema->n_children && status == SS_OK; i++)
		status = check_types(schema->children[i],
				     schema->children[i]->name ? schema->children[i]->name : "",
				     err);
	if (status != SS_OK)
		return status;
	f = ss_zalloc(sizeof(*f));
	f->schema = schema;
	f->promise.first = context->first;
	ss_ipc_writer_init(&f->writer, schema);
	f->dictionaries = ss_calloc(f->writer.n_dictionaries, sizeof(*f->dictionaries));
	*state = f;
	return SS_OK;
}

/* Schema and dictionaries, which only a batch has. */
static void
begin(struct arrow_format *f, const struct ArrowArray *batch, struct ss_buf *out)
{
	struct ss_ipc_message message;

	ss_ipc_put_schema(&f->writer, &f->promise, out, &message);
	ss_ipc_seal(out, &message, &f->chain);
	for (size_t k = 0; k < f->writer.n_dictionaries; k++) {
		ss_ipc_put_dictionary(&f->writer, k, batch, out, &message);
		f->dictionaries[k] = message.hash;
		ss_ipc_seal(out, &message, &f->chain);
	}
	f->begun = true;
}

/* Equal values make equal messages. */
static enum ss_status
check_dictionaries(struct arrow_format *f, const struct ArrowArray *batch, uint64_t first,
		   struct ss_err *err)
{
	struct ss_ipc_message message;

	for (size_t k = 0; k < f->writer.n_dictionaries; k++) {
		size_t seen = 0;
		const char *column;

		ss_buf_clear(&f->scratch);
		ss_ipc_put_dictionary(&f->writer, k, batch, &f->scratch, &message);
		if (message.hash == f->dictionaries[k])
			continue;
		column = dictionary_column(f->schema, k, &seen);
		ss_err_set(err, SS_EDATA, "dictionary-changes",
			   "dictionary of column \"%s\" changes at record %llu",
			   column != NULL ? column : "", (unsigned long long)first);
		return ss_err_hint(err, "let the producer write plain text for this column");
	}
	return SS_OK;
}

static enum ss_status
arrow_encode(void *state, unsigned worker, const struct ArrowArray *batch, uint64_t first,
	     struct ss_buf *out, struct ss_err *err)
{
	struct arrow_format *f = state;
	struct ss_ipc_message message;
	size_t at = out->len;

	(void)worker;
	if (!f->begun) {
		begin(f, batch, out);
	} else {
		enum ss_status status = check_dictionaries(f, batch, first, err);

		if (status != SS_OK)
			return status;
	}
	if (!ss_ipc_put_batch(&f->writer, batch, first, out, &message)) {
		out->len = at;
		ss_err_set(err, SS_EDATA, "batch-too-large",
			   "batch at record %llu has a body over %zu MiB",
			   (unsigned long long)first, SS_BODY_WRITE_MAX >> 20);
		return ss_err_hint(err, "let the producer write smaller batches");
	}
	ss_ipc_seal(out, &message, &f->chain);
	return SS_OK;
}

/* A stream has at least one batch. */
static void
put_nothing(struct arrow_format *f, struct ss_buf *out)
{
	struct ss_arena arena = {0};
	const struct ArrowArray *batch = empty_array(&arena, f->schema);
	struct ss_ipc_message message;

	begin(f, batch, out);
	if (ss_ipc_put_batch(&f->writer, batch, f->promise.first, out, &message))
		ss_ipc_seal(out, &message, &f->chain);
	ss_arena_release(&arena);
}

static void
arrow_close(void *state, bool complete, struct ss_buf *out)
{
	struct arrow_format *f = state;

	if (f == NULL)
		return;
	if (complete && !f->begun)
		put_nothing(f, out);
	if (complete)
		ss_ipc_put_end(out);
	else
		ss_ipc_put_abort(out, "the program that wrote this stream failed");
	ss_ipc_writer_release(&f->writer);
	ss_buf_release(&f->scratch);
	ss_free(f->dictionaries);
	ss_free(f);
}

const struct ss_format ss_format_arrow = {
	.name = "arrow",
	.suffixes = "arrows",
	.help = "Arrow IPC stream; joins streams that continue each other",
	.flags = SS_FORMAT_ORDERED | SS_FORMAT_BINARY | SS_FORMAT_ONE,
	.open = arrow_open,
	.encode = arrow_encode,
	.close = arrow_close,
};
