/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the text encoders work inside; included by lib/format/text*.c only.
 *
 * A batch is bound to a flat list of steps, one for each column. A step runs over a block of
 * rows: each row has a slot of scratch space and a write position in it, the step appends its
 * literal prefix (key, delimiter, quote) and its value to each, and the finished slots are
 * moved together. Rows do not wait for each other's lengths that way, and a step's loop knows
 * its type. Slots are wide enough for the worst case of the block, so that steps check no
 * room; they may scribble up to SS_TEXT_SLACK bytes past what they write.
 *
 * Lists, and structs that have nulls, are rendered by a group of their own, as text with an
 * end for every element, and copied from there.
 */
#ifndef SS_FORMAT_TEXT_STEP_H
#define SS_FORMAT_TEXT_STEP_H

#include <string.h>

#include "base/arena.h"
#include "format/text.h"

/* What a step's loop does for a value must be in the loop; what it hardly ever does must not
 * make it spill. */
#define SS_TEXT_INLINE inline __attribute__((always_inline))
#define SS_TEXT_RARE __attribute__((noinline, cold))

#define SS_TEXT_SLACK 64
#define SS_TEXT_PAD 16 /* literals and tables may be read so far past their end */
#ifdef SS_PESSIMIST
#define SS_TEXT_BLOCK ((size_t)3)
#define SS_TEXT_SLOTS_BYTES ((size_t)512)
#else
#define SS_TEXT_BLOCK ((size_t)64)
#define SS_TEXT_SLOTS_BYTES ((size_t)32 << 10)
#endif

/* One column or nested field; const after ss_text_new. */
struct ss_text_node {
	struct ss_arrow_type type; /* of the index when values is set */
	struct ss_str path;	   /* "items.price", for messages */
	struct ss_str key;	   /* JSON: the name with quotes, escaped */
	bool uuid;
	bool object;		     /* a map whose keys are text */
	struct ss_text_node *values; /* dictionary */
	struct ss_text_node *children;
	size_t n_children;
};

enum ss_text_trouble {
	SS_TEXT_FINE,
	SS_TEXT_BAD_YEAR,
	SS_TEXT_BAD_TIME,
	SS_TEXT_BAD_UTF8,
	SS_TEXT_BAD_DECIMAL,
	SS_TEXT_NOT_FINITE,
	SS_TEXT_NEEDS_QUOTES,
	SS_TEXT_LIKE_NULL,
	SS_TEXT_LONE_NULL,
	SS_TEXT_NULL_KEY,
};

/* The first value of the run that cannot be written. */
struct ss_text_fault {
	enum ss_text_trouble trouble;
	const struct ss_text_node *node;
	size_t row;
};

/* A ready text of a dictionary or of bool, its step's prefix in front. */
struct ss_text_entry {
	uint32_t start;
	uint32_t len;
};

/* Where the strings of a step are. */
enum ss_text_access {
	SS_TEXT_OFFSETS32,
	SS_TEXT_OFFSETS64,
	SS_TEXT_VIEWS,
	SS_TEXT_INDEXED32, /* through a dictionary of 32-bit offsets */
	SS_TEXT_INDEXED64,
	SS_TEXT_FIXED,	  /* size bytes each */
	SS_TEXT_RENDERED, /* a group's text */
};

/* "-MM-DDT" for each day of a year that begins in March. */
struct ss_text_calendar {
	char days[366][8];
};

/* Days of instants that were spelt out, since instants of a column tend to share days. While
 * they do not, direct counts the blocks for which it is not asked. */
#define SS_TEXT_DAYS 512
struct ss_text_days {
	struct {
		uint32_t tag; /* day + 1 */
		char text[12];
	} days[SS_TEXT_DAYS];
	struct ss_text_calendar calendar;
	uint32_t misses;
	uint32_t direct;
};

struct ss_text_step;
typedef void (*ss_text_run_fn)(const struct ss_text_step *step, size_t row, size_t n, char **pos);

struct ss_text_step {
	ss_text_run_fn run;
	const char *prefix;
	size_t prefix_len;
	const uint8_t *validity; /* NULL: none of the rows is null */
	const void *values;	 /* fixed-width values or indices */
	const void *offsets;
	const char *bytes; /* of strings, or of a table */
	size_t limit;	   /* bytes may be read up to here */
	size_t size;	   /* FIXED; index width of INDEXED */
	const char *null_value;
	size_t null_len;
	size_t quoted; /* 1: write quotes round what is not null */
	unsigned digits;
	int scale;
	unsigned bits;
	bool zulu;
	bool check; /* strings may hold broken UTF-8 */
	bool text;  /* strings of the user's, which guard looks at */
	enum ss_text_access access;
	enum ss_text_nan nan;
	const struct ss_text_entry *entries; /* the last one is for null */
	size_t n_entries;
	const struct ArrowArray *array;
	struct ss_text_days *days;
	const struct ss_text_style *style;
	const struct ss_text_node *node;
	struct ss_text_fault *fault;

	/* A group's text: row's elements are [element(row), element(row + 1)). */
	struct ss_text_group *child;
	enum ss_text_access elements; /* OFFSETS32, OFFSETS64 or FIXED */
	const size_t *ends;	      /* ends[e - base]: offset before element e */
	size_t base;
	size_t trim; /* bytes of the last element's separator */
	char open, close;
	const char *closing; /* before close, unless there are no elements */
	size_t closing_len;

	size_t fixed_width; /* worst case, prefix included, without what follows */
	size_t expand;	    /* times the longest string of a block */

	/* While the step is bound, the buffers that these point into still move. */
	size_t prefix_at, closing_at, entries_at, bytes_at;
	bool has_entries;
};

/* The steps of a batch, or of the elements of one of its lists; belongs to one worker and is
 * reused from batch to batch. */
struct ss_text_group {
	const struct ss_text_style *style;
	struct ss_text_fault *fault;
	struct ss_buf steps; /* struct ss_text_step */
	size_t n_steps;
	struct ss_buf literals;
	size_t pending; /* literals from here on belong to the next step */
	size_t tail_at, tail_len;
	struct ss_buf tables; /* struct ss_text_entry */
	struct ss_buf texts;  /* of the tables */
	struct ss_buf bits;   /* joined validity */
	struct ss_buf days;   /* struct ss_text_days, once it was needed */
	struct ss_buf slots;
	struct ss_buf text;	/* as a child: what was rendered */
	struct ss_buf ends;	/* size_t */
	struct ss_buf children; /* struct ss_text_group *, kept for the next batch */
	size_t n_children, used_children;
};

struct ss_text_worker {
	struct ss_text_fault fault;
	struct ss_text_group group;
};

struct ss_text {
	struct ss_arena arena;
	struct ss_text_style style;
	struct ss_text_style json;	     /* of nested values in cells */
	struct ss_text_node root;	     /* the schema: a struct */
	const struct ss_text_node **columns; /* leaves when the style flattens */
	size_t n_columns;
	struct ss_text_worker *workers;
	unsigned n_workers;
};

/* text_plan.c */
bool ss_text_nested(const struct ss_text_node *node) SS_NODISCARD;
void ss_text_put_json_string(struct ss_buf *out, struct ss_str s);

/* text_bind.c. A group is begun, gets literals and steps, and is finished. */
void ss_text_begin_group(struct ss_text_group *group, const struct ss_text_style *style,
			 struct ss_text_fault *fault);
void ss_text_finish_group(struct ss_text_group *group);
void ss_text_group_release(struct ss_text_group *group);
struct ss_text_group *ss_text_child_group(struct ss_text_group *group) SS_NODISCARD;
void ss_text_literal(struct ss_text_group *group, struct ss_str s);
/* In a pretty style: a line end and the indentation. */
void ss_text_newline(struct ss_text_group *group, size_t depth);
/* Takes the pending literal out: its offset, and its length. */
size_t ss_text_take_literal(struct ss_text_group *group, size_t *len) SS_NODISCARD;
/* The pending literal becomes the step's prefix. The step moves when another is added. */
struct ss_text_step *ss_text_add_step(struct ss_text_group *group, const struct ss_text_node *node,
				      const struct ArrowArray *array,
				      ss_text_run_fn run) SS_NODISCARD;
void ss_text_begin_table(struct ss_text_group *group, struct ss_text_step *step);
void ss_text_add_entry(struct ss_text_group *group, const struct ss_text_step *step,
		       struct ss_str text);
/* longest: bytes of the longest entry without the prefix. */
void ss_text_end_table(struct ss_text_group *group, struct ss_text_step *step, size_t longest);
/* The array's bitmap, or NULL when nothing is null. */
const uint8_t *ss_text_validity(const struct ArrowArray *array) SS_NODISCARD;
void ss_text_bind_leaf(struct ss_text_group *group, const struct ss_text_node *node,
		       const struct ArrowArray *array, const uint8_t *validity);

/* text_nest.c: steps for a whole batch, or for the bare values of one column. */
void ss_text_bind_batch(struct ss_text *text, struct ss_text_worker *worker,
			const struct ArrowArray *batch);
void ss_text_bind_column(struct ss_text *text, struct ss_text_worker *worker,
			 const struct ss_text_node *node, const struct ArrowArray *array);

/* text_render.c: runs the steps over rows; ends[i] becomes the offset in out behind row i.
 * Stops at a fault. */
void ss_text_render(struct ss_text_group *group, size_t row, size_t n, struct ss_buf *out,
		    size_t *ends);
/* A fault of an element becomes one of the row among [row, row + n) that holds it. */
void ss_text_fault_up(const struct ss_text_step *step, size_t row, size_t n);

/* Keeps the first fault of the lowest row. */
void ss_text_fail(const struct ss_text_step *step, size_t row, enum ss_text_trouble trouble);

/* text_string.c */
enum { SS_TEXT_HAS_SPECIAL = 1, SS_TEXT_HAS_HIGH = 2 };
/* What the bytes hold: characters that the style writes differently, bytes above 0x7F. */
unsigned ss_text_scan(const struct ss_text_style *style, const void *p, size_t len) SS_NODISCARD;
/* Which dictionary entry a row has; step->size is the index width. */
size_t ss_text_index_at(const struct ss_text_step *step, size_t row) SS_NODISCARD;
struct ss_str ss_text_string_at(const struct ss_text_step *step, size_t row) SS_NODISCARD;
size_t ss_text_escape_json(char *p, struct ss_str s);
/* clean: no special bytes, 32-bit offsets. *outside: the step does not write the quotes. */
ss_text_run_fn ss_text_string_run(const struct ss_text_style *style, bool clean,
				  bool *outside) SS_NODISCARD;

void ss_text_run_table_bool(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_table8(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_table16(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_table32(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_table64(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_group(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_hex(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_base64(const struct ss_text_step *step, size_t row, size_t n, char **pos);
void ss_text_run_uuid(const struct ss_text_step *step, size_t row, size_t n, char **pos);

/* text_number.c, text_time.c; NULL for a kind that is none of theirs. */
ss_text_run_fn ss_text_number_run(const struct ss_arrow_type *type) SS_NODISCARD;
void ss_text_calendar_init(struct ss_text_calendar *calendar);
ss_text_run_fn ss_text_time_run(const struct ss_arrow_type *type) SS_NODISCARD;

static inline bool
ss_text_is_null(const uint8_t *validity, size_t row)
{
	return !(validity[row >> 3] >> (row & 7) & 1);
}

/* Copies in steps of 16, so up to 15 bytes more are read and written. */
static SS_TEXT_INLINE char *
ss_text_copy16(char *p, const char *from, size_t len)
{
	memcpy(p, from, 16);
	for (size_t i = 16; SS_UNLIKELY(i < len); i += 16)
		memcpy(p + i, from + i, 16);
	return p + len;
}

static inline size_t
ss_text_element(const struct ss_text_step *step, size_t row)
{
	if (step->elements == SS_TEXT_OFFSETS32)
		return (size_t)((const int32_t *)step->offsets)[row];
	if (step->elements == SS_TEXT_OFFSETS64)
		return (size_t)((const int64_t *)step->offsets)[row];
	return row * step->size;
}

/* The loop of a step round "char *put(const struct ss_text_step *, size_t row, char *p)". The
 * step is copied because stores through char pointers could alias it. */
#define SS_TEXT_LOOP(put)                                                                         \
	do {                                                                                      \
		const struct ss_text_step s_ = *step;                                             \
		if (s_.validity == NULL) {                                                        \
			for (size_t i_ = 0; i_ < n; i_++) {                                       \
				char *p_ = ss_text_copy16(pos[i_], s_.prefix, s_.prefix_len);     \
				pos[i_] = put(&s_, row + i_, p_);                                 \
			}                                                                         \
		} else {                                                                          \
			for (size_t i_ = 0; i_ < n; i_++) {                                       \
				char *p_ = ss_text_copy16(pos[i_], s_.prefix, s_.prefix_len);     \
				if (ss_text_is_null(s_.validity, row + i_)) {                     \
					pos[i_] = ss_text_copy16(p_, s_.null_value, s_.null_len); \
					continue;                                                 \
				}                                                                 \
				*p_ = '"';                                                        \
				p_ = put(&s_, row + i_, p_ + s_.quoted);                          \
				*p_ = '"';                                                        \
				pos[i_] = p_ + s_.quoted;                                         \
			}                                                                         \
		}                                                                                 \
	} while (0)

/* Defines the step function name from an inline put. */
#define SS_TEXT_RUN(name, put)                                                       \
	void name(const struct ss_text_step *step, size_t row, size_t n, char **pos) \
	{                                                                            \
		SS_TEXT_LOOP(put);                                                   \
	}

#endif
