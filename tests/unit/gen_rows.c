/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of nesting: climbing from elements to what holds them, addresses and sequences inside
 * arrays, references to parents over several levels, and that a fill depends on nothing but
 * the record numbers, however they are cut into batches.
 */
#include "gen_make.h"
#include "gen_stat.h"

#include <stdlib.h>
#include <unistd.h>

#include "gen/type.h"

/* Three levels: 3 records of 2 lists of 2 elements, all numbers made up. */
static void
climb_three_levels(void)
{
	static const uint64_t address1[] = {10, 11, 20, 21, 30, 31};
	static const uint64_t ordinal1[] = {0, 1, 2, 3, 4, 5};
	static const uint32_t outer1[] = {0, 0, 1, 1, 2, 2};
	static const uint64_t address2[] = {100, 101, 310, 311, 312};
	static const uint64_t ordinal2[] = {0, 1, 10, 11, 12};
	static const uint32_t outer2[] = {0, 0, 5, 5, 5};
	static const uint64_t address3[] = {9, 8, 7};
	static const uint64_t ordinal3[] = {1, 2, 3};
	static const uint32_t outer3[] = {4, 1, 2};
	const struct ss_rows top = {.count = 3, .first = 50};
	const struct ss_rows one = {6, 0, address1, ordinal1, outer1, &top};
	const struct ss_rows two = {5, 0, address2, ordinal2, outer2, &one};
	const struct ss_rows three = {3, 0, address3, ordinal3, outer3, &two};
	struct ss_rows_scratch scratch = {0};
	struct ss_rows out;

	ss_rows_climb(&three, 0, &scratch, &out);
	CHECK(out.address == address3 && out.outer == &two && out.count == 3);

	ss_rows_climb(&three, 1, &scratch, &out);
	CHECK(out.count == 3 && out.outer == &one);
	CHECK(out.address[0] == 312 && out.address[1] == 101 && out.address[2] == 310);
	CHECK(out.ordinal[0] == 12 && out.ordinal[1] == 1 && out.ordinal[2] == 10);
	CHECK(out.outer_row[0] == 5 && out.outer_row[1] == 0 && out.outer_row[2] == 5);

	ss_rows_climb(&three, 2, &scratch, &out);
	CHECK(out.outer == &top);
	CHECK(out.address[0] == 31 && out.address[1] == 10 && out.address[2] == 31);
	CHECK(out.ordinal[0] == 5 && out.ordinal[1] == 0 && out.ordinal[2] == 5);
	CHECK(out.outer_row[0] == 2 && out.outer_row[1] == 0 && out.outer_row[2] == 2);

	ss_rows_climb(&three, 3, &scratch, &out);
	CHECK(out.outer == NULL && out.outer_row == NULL);
	CHECK(out.address[0] == 52 && out.address[1] == 50 && out.address[2] == 52);
	CHECK(out.ordinal[0] == 52 && out.ordinal[1] == 50 && out.ordinal[2] == 52);

	/* In two steps as in one, with the same scratch space. */
	ss_rows_climb(&three, 1, &scratch, &out);
	{
		const struct ss_rows half = out;

		ss_rows_climb(&half, 2, &scratch, &out);
	}
	CHECK(out.address[0] == 52 && out.address[1] == 50 && out.address[2] == 52);
	ss_rows_scratch_release(&scratch);
}

/* A folder with nested structures; gone at the end of the test. */
static char folder[64];

static bool
write_structure(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s.yaml", folder, name);
	file = fopen(path, "w");
	return file != NULL && fputs(text, file) >= 0 && fclose(file) == 0;
}

static const char *const names[] = {"shop", "box", "item", "tag"};

static bool
write_nest(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(folder, sizeof(folder), "%s/ss-rows.XXXXXX",
		 tmp != NULL && strlen(tmp) < 40 ? tmp : "/tmp");
	return mkdtemp(folder) != NULL &&
	       write_structure("shop", "name: shop\ndata:\n  id: sequence[1]\n  city: char[5..9]\n"
				       "  boxes: array[object[box], 0..3]\n") &&
	       write_structure("box", "name: box\ndata:\n  no: sequence[1000]\n"
				      "  shop_id: ref[parent.id]\n  city: ref[parent.city]\n"
				      "  weight: int[1..1000000]\n"
				      "  items: array[object[item], 0..4]\n") &&
	       write_structure("item", "name: item\ndata:\n  no: sequence\n"
				       "  shop_id: ref[parent.shop_id]\n"
				       "  box_no: ref[parent.no]\n  weight: ref[parent.weight]\n"
				       "  tag: object[tag]\n"
				       "  tags: array[ref[parent.no], 2..2]\n") &&
	       write_structure("tag", "name: tag\ndata:\n  item: ref[parent.no]\n"
				      "  city: char[3..3]\n  shop: ref[parent.shop_id]\n");
}

static void
remove_nest(void)
{
	char path[128];

	for (size_t i = 0; i < SS_ARRAY_LEN(names); i++) {
		snprintf(path, sizeof(path), "%s/%s.yaml", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

static bool
load_nest(struct made *made)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/shop.yaml", folder);
	return made_load(made, path);
}

#define INT64S(array) ((const int64_t *)(array)->buffers[1])
#define OFFSETS(array) ((const int32_t *)(array)->buffers[1])

static bool
same_text(const struct ArrowArray *a, int64_t i, const struct ArrowArray *b, int64_t k)
{
	const int32_t length = OFFSETS(a)[i + 1] - OFFSETS(a)[i];

	return length == OFFSETS(b)[k + 1] - OFFSETS(b)[k] &&
	       memcmp((const char *)a->buffers[2] + OFFSETS(a)[i],
		      (const char *)b->buffers[2] + OFFSETS(b)[k], (size_t)length) == 0;
}

/* Item k of box b of the shop in row r. */
static void
check_item(const struct ArrowArray *shop, int64_t r, const struct ArrowArray *box, int64_t b,
	   int64_t k, int64_t number)
{
	const struct ArrowArray *item = box->children[4]->children[0];
	const struct ArrowArray *tag = item->children[4], *tags = item->children[5];

	CHECK_EQ_I64(INT64S(item->children[0])[k], 1 + number);
	CHECK_EQ_I64(INT64S(item->children[1])[k], INT64S(shop->children[0])[r]);
	CHECK_EQ_I64(INT64S(item->children[2])[k], INT64S(box->children[0])[b]);
	CHECK_EQ_I64(((const int32_t *)item->children[3]->buffers[1])[k],
		     ((const int32_t *)box->children[3]->buffers[1])[b]);
	CHECK_EQ_I64(INT64S(tag->children[0])[k], INT64S(item->children[0])[k]);
	CHECK_EQ_I64(INT64S(tag->children[2])[k], INT64S(shop->children[0])[r]);
	CHECK_EQ_I64(OFFSETS(tags)[k], 2 * k);
	for (int64_t t = 2 * k; t < 2 * k + 2; t++)
		CHECK_EQ_I64(INT64S(tags->children[0])[t], INT64S(item->children[0])[k]);
}

/* Sequences count in the mixed radix of the arrays' maximum lengths, references hold the
 * values of the records that they name, however far up. */
static void
nested_references(void)
{
	const uint64_t first = 77;
	const struct ArrowArray *shop, *list, *box;
	size_t items = 0;
	struct made made;

	if (!load_nest(&made))
		return;
	shop = ss_maker_fill(&made.maker, first, 500);
	list = shop->children[2];
	box = list->children[0];
	for (int64_t r = 0; r < 500; r++) {
		const int64_t number = (int64_t)first + r;

		CHECK_EQ_I64(INT64S(shop->children[0])[r], 1 + number);
		for (int64_t b = OFFSETS(list)[r]; b < OFFSETS(list)[r + 1]; b++) {
			const int64_t box_number = number * 3 + b - OFFSETS(list)[r];
			const int32_t *ends = OFFSETS(box->children[4]);

			CHECK_EQ_I64(INT64S(box->children[0])[b], 1000 + box_number);
			CHECK_EQ_I64(INT64S(box->children[1])[b], 1 + number);
			CHECK(same_text(box->children[2], b, shop->children[1], r));
			for (int64_t k = ends[b]; k < ends[b + 1]; k++, items++)
				check_item(shop, r, box, b, k, box_number * 4 + k - ends[b]);
		}
	}
	CHECK(items > 1000);
	made_release(&made);
}

/* Whether rows of a and b hold the same values, in all columns. */
static bool
same_rows(const struct ss_op *op, const struct ArrowArray *a, int64_t i, const struct ArrowArray *b,
	  int64_t k)
{
	int64_t n;

	switch (op->kind) {
	case SS_COLUMN_FIXED:
		return memcmp((const char *)a->buffers[1] + (size_t)i * op->width,
			      (const char *)b->buffers[1] + (size_t)k * op->width, op->width) == 0;
	case SS_COLUMN_BITS:
		return (((const uint8_t *)a->buffers[1])[i / 8] >> i % 8 & 1) ==
		       (((const uint8_t *)b->buffers[1])[k / 8] >> k % 8 & 1);
	case SS_COLUMN_BYTES: return same_text(a, i, b, k);
	case SS_COLUMN_STRUCT:
		for (size_t c = 0; c < op->n_children; c++)
			if (!same_rows(op->children[c], a->children[c], i, b->children[c], k))
				return false;
		return true;
	case SS_COLUMN_LIST:
		n = OFFSETS(a)[i + 1] - OFFSETS(a)[i];
		if (n != OFFSETS(b)[k + 1] - OFFSETS(b)[k])
			return false;
		for (int64_t t = 0; t < n; t++)
			if (!same_rows(op->children[0], a->children[0], OFFSETS(a)[i] + t,
				       b->children[0], OFFSETS(b)[k] + t))
				return false;
		return true;
	}
	return false;
}

/* Records [from, from + 100) as one batch, as two, and one by one. */
static void
check_cuts(struct made *made, uint64_t from)
{
	static const size_t cuts[][2] = {{0, 37}, {37, 63}, {1, 99}, {99, 1}, {64, 36}, {8, 1}};
	const struct ArrowArray *whole, *part;
	struct ss_maker other;

	ss_maker_init(&other, &made->plan);
	whole = ss_maker_fill(&made->maker, from, 100);
	for (size_t c = 0; c < SS_ARRAY_LEN(cuts) + 100; c++) {
		size_t start = c < SS_ARRAY_LEN(cuts) ? cuts[c][0] : c - SS_ARRAY_LEN(cuts);
		size_t count = c < SS_ARRAY_LEN(cuts) ? cuts[c][1] : 1;

		part = ss_maker_fill(&other, from + start, count);
		CHECK_EQ_I64(part->length, count);
		for (size_t i = 0; i < count; i++)
			check_note(same_rows(made->plan.root, whole, (int64_t)(start + i), part,
					     (int64_t)i),
				   "record %" PRIu64 " of a batch that starts at %zu",
				   from + start + i, start);
	}
	ss_maker_release(&other);
}

static const char all_types[] =
	"a: boolean; b: boolean[0.1]; c: int[1..9]; d: int[0..99999]; e: decimal[0.01..99.99]; "
	"f: double[0..1]; g: char[0..20]; h: char[1..5, \xc3\xa0-\xc3\xbf]; i: bytes[0..9]; "
	"j: enum[a,b,c]; k: uuid; l: date[2020-01-01..2024-12-31]; m: time[00:00..23:59]; "
	"n: timestamp[2020-01-01..2020-12-31]; o: sequence; p: const[x]; q: const[1.5]; "
	"r: const[true]; s: ref[x.y, 1..9]; t: array[int[1..9], 0..5]; "
	"u: array[array[boolean, 0..9], 0..3]; v: array[array[array[uuid, 0..2], 0..2], 1..2]; "
	"w: decimal[0..99999999999999999999999999999999999999]";

static void
any_cut_gives_the_same(void)
{
	static const uint64_t starts[] = {0, 5, 65500, 999900, UINT64_C(1) << 40};
	struct made made;

	for (size_t i = 0; i < SS_ARRAY_LEN(starts); i++) {
		if (made_bind(&made, all_types)) {
			check_cuts(&made, starts[i]);
			made_release(&made);
		}
		if (load_nest(&made)) {
			check_cuts(&made, starts[i]);
			made_release(&made);
		}
	}
}

/* Elements are values like any others: even, whatever their index, and unlike their
 * neighbours'. */
static void
elements_are_even(void)
{
	static uint32_t by_index[4][32], lengths[5];
	static struct stat_table neighbours, across;
	struct made made;
	const struct ArrowArray *list;
	const int8_t *values;

	if (!made_bind(&made, "a: array[int[0..31], 0..4]"))
		return;
	list = made_column(&made, 0, 0, 60000);
	values = list->children[0]->buffers[1];
	for (size_t r = 0; r < 60000; r++) {
		int32_t start = OFFSETS(list)[r], n = OFFSETS(list)[r + 1] - start;

		lengths[n]++;
		for (int32_t k = 0; k < n; k++)
			by_index[k][values[start + k]]++;
		if (n >= 2)
			stat_pair(&neighbours, (uint64_t)values[start],
				  (uint64_t)values[start + 1]);
		if (n >= 1 && start > 0)
			stat_pair(&across, (uint64_t)values[start - 1], (uint64_t)values[start]);
	}
	stat_uniform("lengths of arrays", lengths, 5);
	for (size_t k = 0; k < 4; k++)
		stat_uniform("elements", by_index[k], 32);
	stat_independent("two elements", &neighbours);
	stat_independent("last and first elements", &across);
	made_release(&made);
}

static void
lengths_at_the_bounds(void)
{
	struct made made;
	struct ArrowArray **columns;

	if (!made_bind(&made, "a: array[uuid, 0..0]; b: array[uuid, 2..2]; "
			      "c: array[array[int[1..1], 3..3], 2..2]; d: array[sequence, 0..1]"))
		return;
	columns = ss_maker_fill(&made.maker, 0, 50)->children;
	CHECK_EQ_I64(OFFSETS(columns[0])[50], 0);
	CHECK_EQ_I64(columns[0]->children[0]->length, 0);
	CHECK_EQ_I64(OFFSETS(columns[1])[50], 100);
	CHECK_EQ_I64(columns[2]->children[0]->children[0]->length, 300);
	columns = ss_maker_fill(&made.maker, 0, 0)->children;
	CHECK_EQ_I64(columns[1]->length, 0);
	CHECK_EQ_I64(OFFSETS(columns[1])[0], 0);
	made_release(&made);
}

/* Sequences inside arrays need the product of the maximum lengths to fit. */
static void
sequences_inside_arrays(void)
{
	made_refused("a: array[array[array[sequence, 0..10000000], 0..10000000], 0..10000000]",
		     "sequence-overflow");
	made_refused("a: array[array[sequence[0, 1000000], 0..10000], 0..10000]",
		     "sequence-overflow");
}

int
main(void)
{
	RUN(climb_three_levels);
	if (write_nest()) {
		RUN(nested_references);
		RUN(any_cut_gives_the_same);
	} else {
		printf("not ok - the nested structures are written\n");
	}
	remove_nest();
	RUN(elements_are_even);
	RUN(lengths_at_the_bounds);
	RUN(sequences_inside_arrays);
	return check_done();
}
