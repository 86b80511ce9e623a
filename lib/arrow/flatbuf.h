/* SPDX-License-Identifier: Apache-2.0 */
/*
 * As much of FlatBuffers as Arrow's metadata needs (Google, "FlatBuffers binary format").
 * Private to lib/arrow. The writer goes forward: a table first, with empty references, then
 * its children, each linked when it is placed; so the place of every byte is known as it is
 * written. The reader trusts nothing: each access is checked against the buffer, a failure is
 * remembered in bad and reads as absent, so callers may check once at the end.
 */
#ifndef SS_ARROW_FLATBUF_H
#define SS_ARROW_FLATBUF_H

#include "base/buf.h"
#include "base/defs.h"
#include "base/str.h"

#define SS_FB_SLOTS_MAX 8

static inline uint32_t
ss_load32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t
ss_load64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline void
ss_store32(uint8_t *p, uint32_t v)
{
	memcpy(p, &v, sizeof(v));
}

static inline void
ss_store64(uint8_t *p, uint64_t v)
{
	memcpy(p, &v, sizeof(v));
}

/* Places are offsets in out; alignment counts from base, where the flatbuffer starts. */
struct ss_fb_writer {
	struct ss_buf *out;
	size_t base;
};

struct ss_fb_slots {
	size_t at; /* of the table */
	uint8_t width[SS_FB_SLOTS_MAX];
	uint16_t place[SS_FB_SLOTS_MAX]; /* distance from the table; 0 absent */
};

/* A cleared table with its vtable in front. widths has a digit per slot: bytes of the scalar,
 * 4 for a reference, 0 for an absent slot ("21484"). Returns the table's place. */
size_t ss_fb_put_table(struct ss_fb_writer *w, const char *widths, struct ss_fb_slots *slots);
/* Count and cleared elements; align is that of an element. Returns the place of the count. */
size_t ss_fb_put_vector(struct ss_fb_writer *w, size_t count, size_t width, size_t align);
size_t ss_fb_put_string(struct ss_fb_writer *w, struct ss_str s);
void ss_fb_align(struct ss_fb_writer *w, size_t align, size_t remainder);
void ss_fb_set(struct ss_fb_writer *w, const struct ss_fb_slots *slots, unsigned slot,
	       uint64_t value);
/* Points the reference at place to target, which lies behind it. */
void ss_fb_refer(struct ss_fb_writer *w, size_t place, size_t target);
void ss_fb_link(struct ss_fb_writer *w, const struct ss_fb_slots *slots, unsigned slot,
		size_t target);

struct ss_fb {
	const uint8_t *p;
	size_t n;
	bool bad;
};

/* A zeroed table has no fields: all of it reads as default. */
struct ss_fb_table {
	size_t at;
	size_t vtable;
	unsigned vtable_bytes;
	unsigned bytes;
};

struct ss_fb_vector {
	size_t at; /* of element 0 */
	size_t count;
};

void ss_fb_root(struct ss_fb *fb, struct ss_fb_table *table);
bool ss_fb_has(const struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot) SS_NODISCARD;
/* A scalar of 1, 2, 4 or 8 bytes, sign extended. */
int64_t ss_fb_int(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot, unsigned width,
		  int64_t otherwise) SS_NODISCARD;
/* false when it is absent or bad. */
bool ss_fb_table(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot,
		 struct ss_fb_table *child);
bool ss_fb_string(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot,
		  struct ss_str *s);
bool ss_fb_vector(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot, size_t width,
		  size_t align, struct ss_fb_vector *vector);
/* Element i of a vector of references to tables. */
bool ss_fb_element(struct ss_fb *fb, const struct ss_fb_vector *vector, size_t i,
		   struct ss_fb_table *table);

#endif
