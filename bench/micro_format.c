/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CPU time of the text encoders alone: batches like workload W1 (int16, decimal, timestamp,
 * date, bool, enum of 4, text of 5 to 15 letters) and W4 (a record with a list of structs) in
 * memory, encoded again and again into one buffer. Prints ns and bytes a record; the best of
 * several rounds, since other programs only make it slower.
 *
 *     micro_format [ROUNDS [WORKLOAD]]
 */
#include "base/defs.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../tests/unit/format_make.h"
#include "format/format.h"

#define ROWS 8192

static uint64_t
draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static struct ArrowArray *
letters(struct ss_arena *arena, size_t rows, size_t from, size_t to, bool blanks, uint64_t *state)
{
	struct ss_str *strings = ss_arena_calloc(arena, rows, sizeof(*strings));

	for (size_t i = 0; i < rows; i++) {
		size_t len = from + draw(state) % (to - from + 1);
		char *p = ss_arena_alloc(arena, len);

		for (size_t k = 0; k < len; k++)
			p[k] = (char)('a' + draw(state) % 26);
		if (blanks)
			p[len / 2] = ' ';
		strings[i] = ss_str_n(p, len);
	}
	return make_bytes(arena, rows, strings, false);
}

struct data {
	struct ArrowSchema *schema;
	struct ArrowArray *batch;
};

static struct data
w1(struct ss_arena *arena, const char *validity)
{
	static const char *const words[] = {"active", "pending", "closed", "cancelled"};
	static int16_t id[ROWS];
	static int64_t amount[ROWS][2], created[ROWS];
	static int32_t birth[ROWS];
	static uint8_t active[ROWS / 8 + 1];
	static int8_t status[ROWS];
	uint64_t state = 1;
	struct ArrowSchema *fields[] = {
		make_field(arena, "s", "id"),
		make_field(arena, "d:6,2", "amount"),
		make_field(arena, "tsm:UTC", "created"),
		make_field(arena, "tdD", "birth"),
		make_field(arena, "b", "active"),
		make_dictionary_field(arena, "c", "status", make_field(arena, "u", "")),
		make_field(arena, "u", "code"),
	};
	struct ArrowArray *columns[SS_ARRAY_LEN(fields)];

	for (size_t i = 0; i < ROWS; i++) {
		id[i] = (int16_t)(1 + draw(&state) % 999);
		amount[i][0] = (int64_t)(1 + draw(&state) % 999999);
		created[i] =
			INT64_C(1767225600000) + (int64_t)(draw(&state) % UINT64_C(31536000000));
		birth[i] = (int32_t)(draw(&state) % 20454) - 7305;
		active[i / 8] = (uint8_t)(active[i / 8] | (draw(&state) & 1) << (i % 8));
		status[i] = (int8_t)(draw(&state) % 4);
	}
	columns[0] = make_values(arena, ROWS, validity, id, 2);
	columns[1] = make_values(arena, ROWS, validity, amount, 16);
	columns[2] = make_values(arena, ROWS, validity, created, 8);
	columns[3] = make_values(arena, ROWS, validity, birth, 4);
	columns[4] = make_values(arena, ROWS, validity, active, 0);
	columns[5] = make_values(arena, ROWS, validity, status, 1);
	columns[5]->dictionary = make_strings(arena, 4, words);
	columns[6] = letters(arena, ROWS, 5, 15, false, &state);
	return (struct data){make_schema(arena, "+s", "", SS_ARRAY_LEN(fields), fields),
			     make_struct(arena, ROWS, NULL, SS_ARRAY_LEN(fields), columns)};
}

/* 64-bit id, name and address of text with blanks, five lines of (int32, decimal, text). */
static struct data
w4(struct ss_arena *arena)
{
	static int64_t id[ROWS], price[5 * ROWS][2];
	static int32_t quantity[5 * ROWS];
	static int counts[ROWS];
	uint64_t state = 2;
	struct ArrowSchema *line[] = {make_field(arena, "i", "quantity"),
				      make_field(arena, "d:8,2", "unit_price"),
				      make_field(arena, "u", "product")};
	struct ArrowSchema *item = make_schema(arena, "+s", "item", 3, line);
	struct ArrowSchema *place[] = {make_field(arena, "u", "street"),
				       make_field(arena, "u", "city")};
	struct ArrowSchema *fields[] = {make_field(arena, "l", "invoice_id"),
					make_schema(arena, "+s", "address", 2, place),
					make_schema(arena, "+l", "line_items", 1, &item)};
	struct ArrowArray *lines[3], *places[2], *columns[3];

	for (size_t i = 0; i < ROWS; i++) {
		id[i] = (int64_t)(draw(&state) >> 8);
		counts[i] = 5;
	}
	for (size_t i = 0; i < SS_ARRAY_LEN(quantity); i++) {
		quantity[i] = (int32_t)(draw(&state) % 100);
		price[i][0] = (int64_t)(draw(&state) % 1000000);
	}
	lines[0] = make_values(arena, SS_ARRAY_LEN(quantity), NULL, quantity, 4);
	lines[1] = make_values(arena, SS_ARRAY_LEN(quantity), NULL, price, 16);
	lines[2] = letters(arena, SS_ARRAY_LEN(quantity), 10, 30, true, &state);
	places[0] = letters(arena, ROWS, 10, 30, true, &state);
	places[1] = letters(arena, ROWS, 4, 12, false, &state);
	columns[0] = make_values(arena, ROWS, NULL, id, 8);
	columns[1] = make_struct(arena, ROWS, NULL, 2, places);
	columns[2] = make_list(arena, ROWS, NULL, counts,
			       make_struct(arena, SS_ARRAY_LEN(quantity), NULL, 3, lines));
	return (struct data){make_schema(arena, "+s", "", 3, fields),
			     make_struct(arena, ROWS, NULL, 3, columns)};
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
measure(const char *workload, const char *name, const struct data *data, unsigned rounds)
{
	const struct ss_format *format = ss_format_named(name);
	struct ss_format_context context = {.workers = 1};
	uint64_t options[32] = {0};
	struct ss_buf out = {0};
	struct ss_err err;
	double best = 1e18;
	size_t bytes = 0;
	void *state;

	if (format->open(data->schema, options, &context, &state, &out, &err) != SS_OK) {
		printf("%s %s: %s\n", workload, name, err.message);
		return;
	}
	for (unsigned i = 0; i < rounds; i++) {
		double start = now();

		for (unsigned k = 0; k < 10; k++) {
			ss_buf_clear(&out);
			if (format->encode(state, 0, data->batch, 0, &out, &err) != SS_OK) {
				printf("%s %s: %s\n", workload, name, err.message);
				return;
			}
		}
		best = SS_MIN(best, (now() - start) / 10);
		bytes = out.len;
	}
	printf("%-10s %-5s %7.1f ns/record %7.1f bytes/record\n", workload, name, best / ROWS,
	       (double)bytes / ROWS);
	format->close(state, true, &out);
	ss_buf_release(&out);
}

int
main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100;
	static const char *const formats[] = {"json", "csv", "tsv"};
	struct ss_arena arena = {0};
	char *validity = ss_arena_alloc(&arena, ROWS);
	struct data data[3];
	static const char *const names[] = {"W1", "W1-nulls", "W4"};
	uint64_t state = 3;

	for (size_t i = 0; i < ROWS; i++)
		validity[i] = draw(&state) % 20 == 0 ? '0' : '1';
	data[0] = w1(&arena, NULL);
	data[1] = w1(&arena, validity);
	data[2] = w4(&arena);
	for (size_t i = 0; i < SS_ARRAY_LEN(data); i++)
		for (size_t k = 0; k < SS_ARRAY_LEN(formats); k++)
			if (argc < 3 || strcmp(argv[2], names[i]) == 0)
				measure(names[i], formats[k], &data[i], rounds);
	ss_arena_release(&arena);
	return 0;
}
