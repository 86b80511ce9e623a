/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs bound steps over rows and puts the finished records behind each other. The hot loops
 * are the steps' own; what is here runs once for a block of rows.
 */
#include "format/text_step.h"

static inline struct ss_text_step *
steps_of(struct ss_text_group *g)
{
	return (struct ss_text_step *)(void *)g->steps.p;
}

void
ss_text_fail(const struct ss_text_step *step, size_t row, enum ss_text_trouble trouble)
{
	struct ss_text_fault *fault = step->fault;

	if (fault->trouble != SS_TEXT_FINE && fault->row <= row)
		return;
	*fault = (struct ss_text_fault){trouble, step->node, row};
}

void
ss_text_fault_up(const struct ss_text_step *step, size_t row, size_t n)
{
	struct ss_text_fault *fault = step->fault;

	if (fault->trouble == SS_TEXT_FINE)
		return;
	for (size_t i = row; i < row + n; i++) {
		if (fault->row < ss_text_element(step, i + 1)) {
			fault->row = i;
			return;
		}
	}
}

static size_t
longest_string(const struct ss_text_step *s, size_t row, size_t n)
{
	size_t longest = 0;

	if (s->access == SS_TEXT_FIXED)
		return s->size;
	if (s->access == SS_TEXT_OFFSETS32) {
		const int32_t *offsets = (const int32_t *)s->offsets + row;
		int32_t most = 0;

		for (size_t i = 0; i < n; i++)
			most = SS_MAX(most, offsets[i + 1] - offsets[i]);
		return (size_t)most;
	}
	for (size_t i = row; i < row + n; i++) {
		struct ss_str str;

		if (s->validity != NULL && ss_text_is_null(s->validity, i))
			continue;
		str = ss_text_string_at(s, i);
		longest = SS_MAX(longest, str.len);
	}
	return longest;
}

/* Renders the elements of the rows that are not null; what a null row hides may be anything. */
static void
render_elements(struct ss_text_step *s, size_t row, size_t n)
{
	struct ss_text_group *child = s->child;
	size_t base = ss_text_element(s, row), count = ss_text_element(s, row + n) - base;
	size_t *ends;

	child->text.len = 0;
	child->ends.len = 0;
	(void)ss_buf_reserve(&child->text, 1);
	ends = (size_t *)(void *)ss_buf_extend(&child->ends, (count + 1) * sizeof(*ends));
	ends[0] = 0;
	s->base = base;
	s->ends = ends;
	if (s->validity == NULL) {
		ss_text_render(child, base, count, &child->text, ends + 1);
	} else {
		for (size_t i = row; i < row + n && s->fault->trouble == SS_TEXT_FINE; i++) {
			size_t at = ss_text_element(s, i), behind = ss_text_element(s, i + 1);

			if (!ss_text_is_null(s->validity, i)) {
				while (i + 1 < row + n && !ss_text_is_null(s->validity, i + 1))
					behind = ss_text_element(s, ++i + 1);
				ss_text_render(child, at, behind - at, &child->text,
					       ends + 1 + (at - base));
				continue;
			}
			for (size_t e = at; e < behind; e++)
				ends[e + 1 - base] = child->text.len;
		}
	}
	s->bytes = (const char *)child->text.p;
	ss_text_fault_up(s, row, n);
}

static size_t
longest_group(const struct ss_text_step *s, size_t row, size_t n)
{
	size_t longest = 0, from = 0;

	for (size_t i = row; i < row + n; i++) {
		size_t end = s->ends[ss_text_element(s, i + 1) - s->base];

		longest = SS_MAX(longest, end - from);
		from = end;
	}
	return longest;
}

/* Bytes of a slot that hold any of the rows. */
static size_t
prepare(struct ss_text_group *g, size_t row, size_t n)
{
	struct ss_text_step *steps = steps_of(g);
	size_t width = g->tail_len + SS_TEXT_SLACK;

	for (size_t i = 0; i < g->n_steps; i++) {
		struct ss_text_step *s = &steps[i];

		width += s->fixed_width;
		if (s->child != NULL) {
			render_elements(s, row, n);
			if (g->fault->trouble != SS_TEXT_FINE)
				return 0;
			width += s->expand * longest_group(s, row, n);
		} else if (s->expand != 0) {
			width += s->expand * longest_string(s, row, n);
		}
	}
	return (width + 63) & ~(size_t)63;
}

static void
run_steps(struct ss_text_group *g, size_t row, size_t n, char **pos)
{
	const struct ss_text_step *steps = steps_of(g);

	for (size_t i = 0; i < g->n_steps; i++)
		steps[i].run(&steps[i], row, n, pos);
}

static inline char *
copy64(char *p, const char *from, size_t len)
{
	for (size_t i = 0; i < len; i += 64) {
		memcpy(p + i, from + i, 16);
		memcpy(p + i + 16, from + i + 16, 16);
		memcpy(p + i + 32, from + i + 32, 16);
		memcpy(p + i + 48, from + i + 48, 16);
	}
	return p + len;
}

/* A row too long for slots goes straight to out. */
static void
render_long(struct ss_text_group *g, size_t row, size_t width, struct ss_buf *out, size_t *end)
{
	const char *tail = (const char *)g->literals.p + g->tail_at;
	char *start = (char *)ss_buf_reserve(out, width + SS_TEXT_SLACK), *p = start;

	run_steps(g, row, 1, &p);
	p = ss_text_copy16(p, tail, g->tail_len);
	out->len += (size_t)(p - start);
	if (end != NULL)
		*end = out->len;
}

static void
render_slots(struct ss_text_group *g, size_t row, size_t n, size_t width, struct ss_buf *out,
	     size_t *ends)
{
	const char *tail = (const char *)g->literals.p + g->tail_at;
	size_t tail_len = g->tail_len;
	char *pos[SS_TEXT_BLOCK];
	char *slots, *start, *p;

	g->slots.len = 0;
	slots = (char *)ss_buf_reserve(&g->slots, n * width);
	for (size_t i = 0; i < n; i++)
		pos[i] = slots + i * width;
	run_steps(g, row, n, pos);
	start = (char *)ss_buf_reserve(out, n * width + 2 * SS_TEXT_SLACK);
	p = start;
	for (size_t i = 0; i < n; i++) {
		const char *slot = slots + i * width;

		p = copy64(p, slot, (size_t)(pos[i] - slot));
		p = ss_text_copy16(p, tail, tail_len);
		if (ends != NULL)
			ends[i] = out->len + (size_t)(p - start);
	}
	out->len += (size_t)(p - start);
}

void
ss_text_render(struct ss_text_group *g, size_t row, size_t n, struct ss_buf *out, size_t *ends)
{
	for (size_t done = 0; done < n && g->fault->trouble == SS_TEXT_FINE;) {
		size_t block = SS_MIN(SS_TEXT_BLOCK, n - done);
		size_t width = prepare(g, row + done, block), fit;

		if (g->fault->trouble != SS_TEXT_FINE)
			return;
		fit = SS_TEXT_SLOTS_BYTES / width;
		for (size_t i = 0; i < block;) {
			size_t some = SS_MIN(SS_MAX(fit, (size_t)1), block - i);
			size_t *some_ends = ends != NULL ? ends + done + i : NULL;

			if (some == 1)
				render_long(g, row + done + i, width, out, some_ends);
			else
				render_slots(g, row + done + i, some, width, out, some_ends);
			i += some;
		}
		done += block;
	}
}

struct report {
	const char *code;
	const char *message;
	const char *hint;
};

static const struct report *
report_of(enum ss_text_trouble trouble)
{
	static const struct report reports[] = {
		[SS_TEXT_BAD_YEAR] = {"year-out-of-range", "date outside the years 1 to 9999",
				      "leave the column out, or bring the dates into that range"},
		[SS_TEXT_BAD_TIME] = {"time-out-of-range", "time of day outside 00:00 to 24:00",
				      "the program that made the stream wrote a wrong value"},
		[SS_TEXT_BAD_UTF8] = {"invalid-utf8", "text is not valid UTF-8",
				      "convert it to UTF-8 first, or make the column binary"},
		[SS_TEXT_BAD_DECIMAL] = {"decimal-out-of-range",
					 "decimal has more digits than its type allows",
					 "the program that made the stream wrote a wrong value"},
		[SS_TEXT_NOT_FINITE] = {"not-finite", "NaN and infinities have no form in JSON",
					"--nan null or --nan string writes them"},
		[SS_TEXT_NEEDS_QUOTES] =
			{"needs-quotes",
			 "text holds what must be quoted in CSV (delimiter, quote, line end, outer blank)",
			 "use --quote minimal, or another --delimiter"},
		[SS_TEXT_LIKE_NULL] = {"like-null", "text could not be told from null",
				       "choose another --null, or --quote minimal"},
		[SS_TEXT_LONE_NULL] = {"lone-null",
				       "null would be an empty line, which readers skip",
				       "use --quote minimal, or give null a text with --null"},
		[SS_TEXT_NULL_KEY] = {"null-key", "map has a null key",
				      "the program that made the stream wrote a wrong value"},
	};

	return &reports[trouble];
}

static enum ss_status
report(const struct ss_text_fault *fault, uint64_t first, struct ss_err *err)
{
	const struct report *r = report_of(fault->trouble);
	struct ss_str path = fault->node->path;

	ss_err_set(err, SS_EDATA, r->code, "record %llu, column \"%.*s\": %s",
		   (unsigned long long)(first + fault->row), SS_STR_ARGS(path), r->message);
	path.len = SS_MIN(path.len, sizeof(err->path) - 1);
	memcpy(err->path, path.p, path.len);
	err->path[path.len] = '\0';
	return ss_err_hint(err, "%s", r->hint);
}

enum ss_status
ss_text_encode(struct ss_text *text, unsigned worker, const struct ArrowArray *batch,
	       uint64_t first, struct ss_buf *out, struct ss_err *err)
{
	struct ss_text_worker *w = &text->workers[worker];
	size_t at = out->len;

	w->fault.trouble = SS_TEXT_FINE;
	ss_text_bind_batch(text, w, batch);
	ss_text_render(&w->group, 0, (size_t)batch->length, out, NULL);
	if (w->fault.trouble == SS_TEXT_FINE)
		return SS_OK;
	out->len = at;
	return report(&w->fault, first, err);
}

enum ss_status
ss_text_cells(struct ss_text *text, unsigned worker, size_t column, const struct ArrowArray *array,
	      uint64_t first, struct ss_buf *out, struct ss_buf *ends, struct ss_err *err)
{
	struct ss_text_worker *w = &text->workers[worker];
	size_t at = out->len, n = (size_t)array->length;
	size_t *to = (size_t *)(void *)ss_buf_extend(ends, n * sizeof(*to));

	w->fault.trouble = SS_TEXT_FINE;
	ss_text_bind_column(text, w, text->columns[column], array);
	ss_text_render(&w->group, 0, n, out, to);
	if (w->fault.trouble == SS_TEXT_FINE)
		return SS_OK;
	out->len = at;
	return report(&w->fault, first, err);
}
