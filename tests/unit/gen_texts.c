/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the datatypes that make texts, bytes and uuids, and of const: lengths and characters
 * are even, duplicates are weights, what is written is what comes.
 */
#include "gen_even.h"

static void
enum_duplicates_are_weights(void)
{
	static uint32_t counts[4], expected[4] = {1, 3, 1, 2};
	static const char fields[] = "e: enum[a,b,\"x,y\",b,d,b,d]";
	struct made made;
	const struct ArrowArray *column;
	const struct ArrowSchema *schema;
	const int8_t *index;
	const int32_t *offsets;

	if (!made_bind(&made, fields))
		return;
	schema = made.plan.schema.children[0];
	CHECK_STR(schema->format, "c");
	CHECK(schema->dictionary != NULL && strcmp(schema->dictionary->format, "u") == 0);
	column = made_column(&made, 0, 0, 70000);
	CHECK_EQ_I64(column->dictionary->length, 4);
	offsets = column->dictionary->buffers[1];
	CHECK_STRN((const char *)column->dictionary->buffers[2], (size_t)offsets[4], "abx,yd");
	CHECK_EQ_I64(offsets[3] - offsets[2], 3);
	index = column->buffers[1];
	for (size_t i = 0; i < 70000; i++)
		counts[(uint8_t)index[i] % 4]++;
	for (size_t k = 0; k < 4; k++)
		stat_rate("enum", counts[k], 70000, expected[k] / 7.0);
	made_release(&made);
}

/* The index grows with the number of distinct values, at 128 and at 32768. */
static void
enum_widths(void)
{
	static const struct {
		unsigned n;
		const char *format;
	} cases[] = {{1, "c"}, {128, "c"}, {129, "s"}, {2000, "s"}};
	struct made made;

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++) {
		static uint32_t counts[2000];
		struct ss_buf text = {0};
		const struct ArrowArray *column;

		memset(counts, 0, sizeof(counts));
		ss_buf_puts(&text, SS_STR("e: enum["));
		for (unsigned i = 0; i < cases[k].n; i++)
			ss_buf_printf(&text, i == 0 ? "v%u" : ",v%u", i);
		ss_buf_puts(&text, SS_STR("]"));
		ss_buf_putc(&text, '\0');
		if (made_bind(&made, (const char *)text.p)) {
			CHECK_STR(format_of(&made, 0), cases[k].format);
			column = made_column(&made, 0, 0, 60000);
			CHECK_EQ_I64(column->dictionary->length, cases[k].n);
			for (size_t i = 0; i < 60000; i++)
				counts[whole(column, cases[k].format, i) & 2047]++;
			if (cases[k].n > 2)
				stat_uniform("enum", counts, cases[k].n);
			made_release(&made);
		}
		ss_buf_release(&text);
	}
}

static void
uuids(void)
{
	static uint32_t nibbles[32][16];
	struct made made;
	const struct ArrowSchema *schema;
	struct ss_str name;
	const uint8_t *p;

	if (!made_bind(&made, "u: uuid"))
		return;
	schema = made.plan.schema.children[0];
	CHECK_STR(schema->format, "w:16");
	CHECK(ss_arrow_metadata(schema, "ARROW:extension:name", &name) &&
	      ss_str_eq(name, SS_STR("arrow.uuid")));
	p = made_column(&made, 0, 0, 32000)->buffers[1];
	for (size_t i = 0; i < 32000; i++)
		for (size_t k = 0; k < 16; k++) {
			nibbles[2 * k][p[i * 16 + k] >> 4]++;
			nibbles[2 * k + 1][p[i * 16 + k] & 15]++;
		}
	for (size_t k = 0; k < 32; k++) {
		if (k == 12)
			CHECK_EQ_I64(nibbles[k][4], 32000); /* version */
		else if (k == 16)
			stat_uniform("variant", &nibbles[k][8], 4);
		else
			stat_uniform("uuid", nibbles[k], 16);
	}
	CHECK_EQ_I64(nibbles[16][8] + nibbles[16][9] + nibbles[16][10] + nibbles[16][11], 32000);
	made_release(&made);
}

static void
byte_strings(void)
{
	static uint32_t lengths[12], values[256];
	struct made made;
	const struct ArrowArray *column;
	const int32_t *offsets;
	const uint8_t *p;

	if (!made_bind(&made, "b: bytes[0..11]"))
		return;
	CHECK_STR(format_of(&made, 0), "z");
	column = made_column(&made, 0, 0, 24000);
	offsets = column->buffers[1];
	p = column->buffers[2];
	CHECK_EQ_I64(offsets[0], 0);
	for (size_t i = 0; i < 24000; i++) {
		int32_t length = offsets[i + 1] - offsets[i];

		if (!CHECK(length >= 0 && length < 12))
			return;
		lengths[length]++;
		/* The last byte, so that every place in a draw counts. */
		if (length > 0)
			values[p[offsets[i + 1] - 1]]++;
	}
	stat_uniform("lengths of bytes", lengths, 12);
	stat_uniform("bytes", values, 256);
	made_release(&made);
}

static void
texts(void)
{
	static uint32_t lengths[13], letters[36], wide[5];
	static const char fields[] = "a: char[3..15]; b: char[8..8, A-Z0-9]; "
				     "c: char[1..3, \xc3\xa0-\xc3\xa4]; d: char[0..0]";
	struct ArrowArray **columns;
	struct made made;

	if (!made_bind(&made, fields))
		return;
	CHECK_STR(format_of(&made, 0), "u");
	columns = ss_maker_fill(&made.maker, 0, 20000)->children;
	for (size_t i = 0; i < 20000; i++) {
		const int32_t *a = columns[0]->buffers[1], *b = columns[1]->buffers[1];
		const int32_t *c = columns[2]->buffers[1], *d = columns[3]->buffers[1];
		const char *text = (const char *)columns[1]->buffers[2] + b[i];
		const uint8_t *utf8 = (const uint8_t *)columns[2]->buffers[2] + c[i];

		CHECK(a[i + 1] - a[i] >= 3 && a[i + 1] - a[i] <= 15);
		lengths[(a[i + 1] - a[i] - 3) % 13]++;
		CHECK_EQ_I64(b[i + 1] - b[i], 8);
		for (size_t t = 0; t < 8; t++)
			letters[(text[t] >= 'A' ? text[t] - 'A' : text[t] - '0' + 26) % 36]++;
		CHECK((c[i + 1] - c[i]) % 2 == 0 && c[i + 1] - c[i] >= 2 && c[i + 1] - c[i] <= 6);
		CHECK(utf8[0] == 0xc3 && utf8[1] >= 0xa0 && utf8[1] <= 0xa4);
		wide[(utf8[1] - 0xa0) % 5]++;
		CHECK_EQ_I64(d[i + 1], 0);
	}
	stat_uniform("lengths of char", lengths, 13);
	stat_uniform("A-Z0-9", letters, 36);
	stat_uniform("non-ASCII", wide, 5);
	made_release(&made);
}

/* Another length bound keeps the letters: they do not depend on draw 0. */
static void
letters_outlive_the_length(void)
{
	struct made one, two;

	if (!made_bind(&one, "t: char[5..5]") || !made_bind(&two, "t: char[20..20]"))
		return;
	for (size_t i = 0; i < 100; i++) {
		const char *p = made_column(&one, 0, i, 1)->buffers[2];
		const char *q = made_column(&two, 0, i, 1)->buffers[2];

		CHECK(memcmp(p, q, 5) == 0);
	}
	made_release(&one);
	made_release(&two);
}

static void
constants(void)
{
	static const struct {
		const char *fields, *format;
		int64_t value;
	} cases[] = {
		{"c: const[7]", "c", 7},	  {"c: const[-129]", "s", -129},
		{"c: const[0]", "c", 0},	  {"c: const[9223372036854775807]", "l", INT64_MAX},
		{"c: const[1.50]", "d:3,2", 150}, {"c: const[-0.05]", "d:2,2", -5},
	};
	static const char *const texts[][2] = {
		{"c: const[EUR]", "EUR"},	{"c: const[007]", "007"},
		{"c: const[\"7\"]", "7"},	{"c: const[1e3]", "1e3"},
		{"c: const[\"true\"]", "true"}, {"c: const[no]", "no"},
		{"c: const[\"\"]", ""},		{"c: const[+1]", "+1"},
		{"c: const[1.]", "1."},		{"c: const[\"a,b]\"]", "a,b]"},
	};
	struct made made;

	for (size_t k = 0; k < SS_ARRAY_LEN(cases); k++) {
		if (!made_bind(&made, cases[k].fields))
			continue;
		CHECK_STR(format_of(&made, 0), cases[k].format);
		for (size_t i = 0; i < 100; i++) {
			const struct ArrowArray *column = made_column(&made, 0, 0, 100);

			CHECK_EQ_I64(cases[k].format[0] == 'd'
					     ? (int64_t)((const ss_i128 *)column->buffers[1])[i]
					     : whole(column, cases[k].format, i),
				     cases[k].value);
		}
		made_release(&made);
	}
	for (size_t k = 0; k < SS_ARRAY_LEN(texts); k++) {
		const struct ArrowArray *column;

		if (!made_bind(&made, texts[k][0]))
			continue;
		column = made_column(&made, 0, 0, 100);
		if (check_note(column->dictionary != NULL, "%s is no text", texts[k][0]))
			CHECK_STRN((const char *)column->dictionary->buffers[2],
				   (size_t)((const int32_t *)column->dictionary->buffers[1])[1],
				   texts[k][1]);
		made_release(&made);
	}
}

static void
constant_booleans(void)
{
	struct made made;
	struct ArrowArray **columns;

	if (!made_bind(&made, "t: const[true]; f: const[false]"))
		return;
	for (size_t n = 0; n <= 17; n++) {
		columns = ss_maker_fill(&made.maker, 0, n)->children;
		for (size_t i = 0; i < (n + 7) / 8 * 8; i++) {
			CHECK((((const uint8_t *)columns[0]->buffers[1])[i / 8] >> i % 8 & 1) ==
			      (i < n));
			CHECK(((const uint8_t *)columns[1]->buffers[1])[i / 8] == 0);
		}
	}
	made_release(&made);
}

int
main(void)
{
	RUN(enum_duplicates_are_weights);
	RUN(enum_widths);
	RUN(uuids);
	RUN(byte_strings);
	RUN(texts);
	RUN(letters_outlive_the_length);
	RUN(constants);
	RUN(constant_booleans);
	return check_done();
}
