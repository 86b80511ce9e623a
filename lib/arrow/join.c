/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Joints between streams. Streams of the same structure form a group whose record numbers
 * must run on without gap or overlap, also when streams of other structures lie between
 * them, as in "cat shard0 shard1" of a dataset. Everything else that follows is refused by
 * its first difference, because a joint by mistake looks just like one on purpose.
 */
#include "arrow/join.h"

#include "base/mem.h"

#define CODE "joined-streams"

static struct ss_str
info_of(const struct ss_stream *stream, const char *key)
{
	struct ss_str value;

	return ss_arrow_metadata(&stream->schema, key, &value) ? value : SS_STR("");
}

/* The group that a stream belongs to by what it is; n_groups when it is a new one. */
static size_t
find_group(const struct ss_join *join, const struct ss_stream *stream)
{
	struct ss_str structure = info_of(stream, "ss:structure");

	for (size_t i = 0; i < join->n_groups; i++) {
		const struct ss_stream *other = join->groups[i].stream;

		if (!stream->ours || ss_str_eq(structure, info_of(other, "ss:structure")))
			return i;
	}
	return join->n_groups;
}

/* Columns of ours must be made in the same way, too: ranges and words do not show in types. */
static enum ss_status
compare_fields(const struct ArrowSchema *a, const struct ArrowSchema *b, struct ss_err *err)
{
	static const char *const keys[] = {"ss:datatype", "ss:ref", "ss:count"};

	for (size_t i = 0; i < SS_ARRAY_LEN(keys); i++) {
		struct ss_str x, y;

		if (!ss_arrow_metadata(a, keys[i], &x))
			x = SS_STR("");
		if (!ss_arrow_metadata(b, keys[i], &y))
			y = SS_STR("");
		if (!ss_str_eq(x, y))
			return ss_err_set(err, SS_EDATA, CODE,
					  "joined streams differ: column \"%s\": %s \"%.*s\" "
					  "against \"%.*s\"",
					  a->name, keys[i], SS_STR_ARGS(x), SS_STR_ARGS(y));
	}
	for (int64_t i = 0; i < a->n_children; i++)
		if (compare_fields(a->children[i], b->children[i], err) != SS_OK)
			return err->status;
	return SS_OK;
}

static enum ss_status
compare(const struct ss_stream *a, const struct ss_stream *b, struct ss_err *err)
{
	static const char *const keys[] = {"ss:seed", "ss:now", "ss:generator"};
	struct ss_buf difference = {0};
	enum ss_status status = SS_OK;

	for (size_t i = 0; a->ours && i < SS_ARRAY_LEN(keys); i++) {
		struct ss_str x = info_of(a, keys[i]);
		struct ss_str y = info_of(b, keys[i]);

		if (!ss_str_eq(x, y))
			return ss_err_set(err, SS_EDATA, CODE,
					  "joined streams differ: %s \"%.*s\" against \"%.*s\"",
					  keys[i], SS_STR_ARGS(x), SS_STR_ARGS(y));
	}
	if (ss_arrow_schema_differs(&a->schema, &b->schema, &difference))
		status = ss_err_set(err, SS_EDATA, CODE, "joined streams differ: %.*s",
				    SS_STR_ARGS(ss_buf_str(&difference)));
	else if (a->ours)
		status = compare_fields(&a->schema, &b->schema, err);
	ss_buf_release(&difference);
	return status;
}

static enum ss_status
check_numbers(const struct ss_join *join, const struct ss_join_group *group, uint64_t first,
	      struct ss_err *err)
{
	unsigned long long end = group->end;

	if (first > group->end && !join->partial) {
		ss_err_set(err, SS_EDATA, CODE,
			   "joined streams leave a gap: one ends before record %llu, "
			   "the next begins at record %llu",
			   end, (unsigned long long)first);
		return ss_err_hint(err, "the shards in order, or --partial");
	}
	if (first < group->end) {
		ss_err_set(err, SS_EDATA, CODE,
			   "joined streams overlap: one ends before record %llu, "
			   "the next begins at record %llu",
			   end, (unsigned long long)first);
		return ss_err_hint(err, "each shard once, in order");
	}
	return SS_OK;
}

/* ss:part runs 1/n, 2/n ... n/n, and then may begin anew. */
static enum ss_status
check_part(struct ss_join *join, const struct ss_promise *promise, struct ss_err *err)
{
	uint32_t last = join->part;
	uint32_t of = join->parts;
	bool complete = last == of;

	join->part = promise->part;
	join->parts = promise->parts;
	if (join->partial)
		return SS_OK;
	if (!complete && (promise->parts != of || promise->part != last + 1))
		return ss_err_set(err, SS_EDATA, CODE, "part %u of %u is missing", last + 1, of);
	if (complete && promise->parts != 0 && promise->part != 1)
		return ss_err_set(err, SS_EDATA, CODE, "part 1 of %u is missing", promise->parts);
	return SS_OK;
}

static struct ss_join_group *
add_group(struct ss_join *join, struct ss_stream *stream)
{
	if (join->n_groups == join->cap) {
		join->cap = 2 * join->cap + 4;
		join->groups = ss_realloc(join->groups, join->cap * sizeof(*join->groups));
	}
	join->groups[join->n_groups] = (struct ss_join_group){
		.stream = ss_stream_ref(stream),
		.end = stream->promise.first,
	};
	return &join->groups[join->n_groups++];
}

enum ss_status
ss_join_begin(struct ss_join *join, struct ss_stream *stream, bool *continues, uint64_t *first,
	      struct ss_err *err)
{
	size_t i = find_group(join, stream);
	bool is_first = join->n_groups == 0;
	struct ss_join_group *group;
	enum ss_status status;

	if (!is_first && join->groups[0].stream->ours != stream->ours)
		return ss_err_set(err, SS_EDATA, CODE,
				  "joined streams differ: %s by ss-gen, %s by another program",
				  stream->ours ? "the second" : "the first",
				  stream->ours ? "the first" : "the second");
	status = check_part(join, &stream->promise, err);
	if (status != SS_OK)
		return status;
	if (i == join->n_groups && i == SS_JOIN_GROUPS_MAX)
		return ss_err_set(err, SS_EDATA, "too-large", "more than %d joined structures",
				  SS_JOIN_GROUPS_MAX);
	*continues = i < join->n_groups && i == join->current;
	group = i == join->n_groups ? add_group(join, stream) : &join->groups[i];
	if (group->streams > 0) {
		status = compare(group->stream, stream, err);
		if (status == SS_OK && stream->ours)
			status = check_numbers(join, group, stream->promise.first, err);
		if (status != SS_OK)
			return status;
	}
	*first = stream->ours ? stream->promise.first : group->end;
	group->end = *first;
	group->streams++;
	join->current = i;
	return SS_OK;
}

void
ss_join_end(struct ss_join *join, uint64_t records)
{
	struct ss_join_group *group = &join->groups[join->current];

	group->end += records;
	group->records += records;
}

enum ss_status
ss_join_finish(const struct ss_join *join, struct ss_err *err)
{
	if (join->partial)
		return SS_OK;
	if (join->part != join->parts) {
		ss_err_set(err, SS_EDATA, CODE, "the input ends after part %u of %u", join->part,
			   join->parts);
		return ss_err_hint(err, "--partial takes what is there");
	}
	for (size_t i = 0; i < join->n_groups; i++) {
		const struct ss_join_group *group = &join->groups[i];
		const struct ss_promise *promise = &group->stream->promise;
		struct ss_str structure = info_of(group->stream, "ss:structure");

		/* One shard alone is whole, and so are runs that were never split. */
		if (group->streams < 2 || promise->shards == 0 || !promise->has_total ||
		    group->records == promise->total)
			continue;
		ss_err_set(err, SS_EDATA, CODE,
			   "the joined streams of \"%.*s\" have %llu of %llu records",
			   SS_STR_ARGS(structure), (unsigned long long)group->records,
			   (unsigned long long)promise->total);
		return ss_err_hint(err, "a shard is missing; --partial takes what is there");
	}
	return SS_OK;
}

void
ss_join_release(struct ss_join *join)
{
	for (size_t i = 0; i < join->n_groups; i++)
		ss_stream_unref(join->groups[i].stream);
	ss_free(join->groups);
	*join = (struct ss_join){0};
}
