/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Verified access to FlatBuffers: nothing is read that was not checked to lie inside the
 * buffer, all arithmetic is in 64 bits. Invariant: a table that was handed out has its own
 * bytes and its vtable inside. Called by the reader for every message.
 */
#include "arrow/flatbuf.h"

static uint16_t
load16(const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static bool
fail(struct ss_fb *fb)
{
	fb->bad = true;
	return false;
}

static bool
open_table(struct ss_fb *fb, uint64_t at, struct ss_fb_table *table)
{
	int64_t vtable;
	unsigned vtable_bytes, bytes;

	*table = (struct ss_fb_table){0};
	if (at % 4 != 0 || at + 4 > fb->n)
		return fail(fb);
	vtable = (int64_t)at - (int32_t)ss_load32(fb->p + at);
	if (vtable < 0 || vtable % 2 != 0 || (uint64_t)vtable + 4 > fb->n)
		return fail(fb);
	vtable_bytes = load16(fb->p + vtable);
	bytes = load16(fb->p + vtable + 2);
	if (vtable_bytes < 4 || vtable_bytes % 2 != 0 || (uint64_t)vtable + vtable_bytes > fb->n ||
	    bytes < 4 || at + bytes > fb->n)
		return fail(fb);
	*table = (struct ss_fb_table){(size_t)at, (size_t)vtable, vtable_bytes, bytes};
	return true;
}

/* Where a field of so many bytes lies; 0 when it is absent or bad. */
static size_t
field_at(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot, unsigned width)
{
	size_t place;

	if (!ss_fb_has(fb, table, slot))
		return 0;
	place = load16(fb->p + table->vtable + 4 + 2 * (size_t)slot);
	if (place < 4 || place + width > table->bytes || (table->at + place) % width != 0) {
		fb->bad = true;
		return 0;
	}
	return table->at + place;
}

/* Follows a reference; 0 when it is absent or bad. */
static size_t
target_of(struct ss_fb *fb, size_t place)
{
	uint64_t distance;

	if (place == 0)
		return 0;
	distance = ss_load32(fb->p + place);
	if (distance < 4 || place + distance >= fb->n) {
		fb->bad = true;
		return 0;
	}
	return (size_t)(place + distance);
}

static bool
open_vector(struct ss_fb *fb, size_t at, size_t width, size_t align, struct ss_fb_vector *vector)
{
	size_t count;

	*vector = (struct ss_fb_vector){0};
	if (at == 0)
		return false;
	if (at % 4 != 0 || at + 4 > fb->n)
		return fail(fb);
	count = ss_load32(fb->p + at);
	/* Writers do not align elements that are not there. */
	if (count > (fb->n - at - 4) / width || (count > 0 && (at + 4) % align != 0))
		return fail(fb);
	*vector = (struct ss_fb_vector){at + 4, count};
	return true;
}

void
ss_fb_root(struct ss_fb *fb, struct ss_fb_table *table)
{
	*table = (struct ss_fb_table){0};
	if (fb->n < 8)
		fb->bad = true;
	else
		open_table(fb, ss_load32(fb->p), table);
}

bool
ss_fb_has(const struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot)
{
	unsigned entry = 4 + 2 * slot;

	return entry + 2 <= table->vtable_bytes && load16(fb->p + table->vtable + entry) != 0;
}

int64_t
ss_fb_int(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot, unsigned width,
	  int64_t otherwise)
{
	size_t at = field_at(fb, table, slot, width);

	if (at == 0)
		return otherwise;
	switch (width) {
	case 1: return fb->p[at];
	case 2: return (int16_t)load16(fb->p + at);
	case 4: return (int32_t)ss_load32(fb->p + at);
	default: return (int64_t)ss_load64(fb->p + at);
	}
}

bool
ss_fb_table(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot,
	    struct ss_fb_table *child)
{
	size_t at = target_of(fb, field_at(fb, table, slot, 4));

	*child = (struct ss_fb_table){0};
	return at != 0 && open_table(fb, at, child);
}

bool
ss_fb_string(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot, struct ss_str *s)
{
	struct ss_fb_vector bytes;

	*s = SS_STR("");
	if (!ss_fb_vector(fb, table, slot, 1, 1, &bytes))
		return false;
	if (bytes.at + bytes.count >= fb->n || fb->p[bytes.at + bytes.count] != 0)
		return fail(fb);
	*s = ss_str_n((const char *)fb->p + bytes.at, bytes.count);
	return true;
}

bool
ss_fb_vector(struct ss_fb *fb, const struct ss_fb_table *table, unsigned slot, size_t width,
	     size_t align, struct ss_fb_vector *vector)
{
	return open_vector(fb, target_of(fb, field_at(fb, table, slot, 4)), width, align, vector);
}

bool
ss_fb_element(struct ss_fb *fb, const struct ss_fb_vector *vector, size_t i,
	      struct ss_fb_table *table)
{
	size_t at;

	*table = (struct ss_fb_table){0};
	if (i >= vector->count)
		return fail(fb);
	at = target_of(fb, vector->at + 4 * i);
	return at != 0 && open_table(fb, at, table);
}
