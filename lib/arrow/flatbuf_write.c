/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FlatBuffers written forward. All references point behind themselves, as the format wants,
 * because children follow their parents. Called by write.c for a handful of tables a message.
 */
#include "arrow/flatbuf.h"

/* Room for another scalar in a table that begins with its int32 distance to the vtable. */
static size_t
place_slot(struct ss_fb_slots *slots, unsigned slot, size_t at)
{
	size_t width = slots->width[slot];

	at = (at + width - 1) & ~(width - 1);
	slots->place[slot] = (uint16_t)at;
	return at + width;
}

void
ss_fb_align(struct ss_fb_writer *w, size_t align, size_t remainder)
{
	size_t here = w->out->len - w->base;

	ss_buf_zero(w->out, (remainder - here) & (align - 1));
}

size_t
ss_fb_put_table(struct ss_fb_writer *w, const char *widths, struct ss_fb_slots *slots)
{
	static const uint8_t order[] = {4, 2, 1, 8}; /* wide ones last: no hole before them */
	unsigned n = (unsigned)strlen(widths);
	size_t bytes = 4;
	size_t align = 4;
	size_t vtable;
	uint8_t *p;

	*slots = (struct ss_fb_slots){0};
	for (unsigned i = 0; i < n; i++)
		slots->width[i] = (uint8_t)(widths[i] - '0');
	for (size_t o = 0; o < SS_ARRAY_LEN(order); o++) {
		for (unsigned i = 0; i < n; i++) {
			if (slots->width[i] == order[o])
				bytes = place_slot(slots, i, bytes);
		}
	}
	if (strchr(widths, '8') != NULL)
		align = 8;
	ss_fb_align(w, 2, 0);
	vtable = w->out->len;
	ss_buf_zero(w->out, 4 + 2 * (size_t)n);
	ss_fb_align(w, align, 0);
	slots->at = w->out->len;
	ss_buf_zero(w->out, bytes);
	p = w->out->p + vtable;
	memcpy(p, (uint16_t[]){(uint16_t)(4 + 2 * n), (uint16_t)bytes}, 4);
	memcpy(p + 4, slots->place, 2 * (size_t)n);
	ss_store32(w->out->p + slots->at, (uint32_t)(slots->at - vtable));
	return slots->at;
}

size_t
ss_fb_put_vector(struct ss_fb_writer *w, size_t count, size_t width, size_t align)
{
	size_t at;

	if (align > 4)
		ss_fb_align(w, align, align - 4);
	else
		ss_fb_align(w, 4, 0);
	at = w->out->len;
	ss_buf_zero(w->out, 4 + count * width);
	ss_store32(w->out->p + at, (uint32_t)count);
	return at;
}

size_t
ss_fb_put_string(struct ss_fb_writer *w, struct ss_str s)
{
	size_t at = ss_fb_put_vector(w, s.len, 1, 1);

	if (s.len != 0)
		memcpy(w->out->p + at + 4, s.p, s.len);
	ss_buf_zero(w->out, 1);
	return at;
}

void
ss_fb_set(struct ss_fb_writer *w, const struct ss_fb_slots *slots, unsigned slot, uint64_t value)
{
	memcpy(w->out->p + slots->at + slots->place[slot], &value, slots->width[slot]);
}

void
ss_fb_refer(struct ss_fb_writer *w, size_t place, size_t target)
{
	ss_store32(w->out->p + place, (uint32_t)(target - place));
}

void
ss_fb_link(struct ss_fb_writer *w, const struct ss_fb_slots *slots, unsigned slot, size_t target)
{
	ss_fb_refer(w, slots->at + slots->place[slot], target);
}
