/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of gen/letters.h: the vector form against its portable twin, classes as written, and
 * that each letter, each place and each pair of places is even.
 */
#include "gen_make.h"
#include "gen_stat.h"

#include "base/utf8.h"
#include "gen/letters.h"

static void
twins_agree(void)
{
	static const uint64_t edges[] = {0,
					 1,
					 UINT32_MAX,
					 UINT64_C(1) << 32,
					 UINT64_MAX,
					 UINT64_MAX << 32,
					 0x8000000080000000};
	uint64_t random = 5;

	for (uint32_t k = 1; k <= SS_LETTERS_FAST_MAX; k++) {
		for (size_t i = 0; i < 20000; i++) {
			uint64_t draw = i < SS_ARRAY_LEN(edges) ? edges[i] : check_random(&random);
			uint64_t a = ss_letters_step(draw, k);

			if (!check_note(a == ss_letters_eight_portable(draw, k),
					"k %u, draw %016" PRIx64, k, draw))
				return;
			for (unsigned t = 0; t < 8; t++)
				CHECK((a >> 8 * t & 255) < k);
		}
	}
}

/* The definition, one letter at a time. */
static void
twin_is_the_definition(void)
{
	uint64_t random = 6;

	for (unsigned i = 0; i < 10000; i++) {
		uint64_t draw = check_random(&random);
		uint32_t k = 2 + i % 63;
		uint64_t letters = ss_letters_eight_portable(draw, k);

		for (unsigned half = 0; half < 2; half++) {
			uint64_t rest = (uint32_t)(draw >> 32 * half);

			for (unsigned t = 0; t < 4; t++) {
				rest = (uint32_t)rest * (uint64_t)k;
				CHECK((letters >> (32 * half + 8 * t) & 255) == rest >> 32);
			}
		}
	}
}

static bool
parse(struct ss_arena *arena, const char *class, struct ss_alphabet *alphabet, struct ss_err *err)
{
	const struct ss_datatype_arg arg = {.text = ss_str(class),
					    .place = {.file = "t.yaml", .line = 3, .column = 9}};

	return ss_alphabet_parse(arena, &arg, alphabet, err) == SS_OK;
}

/* The characters of a class, as text. */
static void
expect_class(const char *class, const char *want, bool fast)
{
	struct ss_arena arena = {0};
	struct ss_alphabet alphabet;
	struct ss_buf text = {0};
	struct ss_err err;
	char utf8[4];

	if (check_note(parse(&arena, class, &alphabet, &err), "class \"%s\"", class)) {
		for (size_t i = 0; i < alphabet.count; i++)
			ss_buf_put(&text, utf8, ss_utf8_put(utf8, ss_alphabet_code(&alphabet, i)));
		check_note(text.len == strlen(want) && memcmp(text.p, want, text.len) == 0,
			   "class \"%s\" is \"%.*s\", not \"%s\"", class,
			   SS_STR_ARGS(ss_buf_str(&text)), want);
		check_note(alphabet.fast == fast, "class \"%s\" fast", class);
	}
	ss_buf_release(&text);
	ss_arena_release(&arena);
}

static void
classes(void)
{
	expect_class("A-F0-3", "0123ABCDEF", true);
	expect_class("a", "a", true);
	expect_class("a-a", "a", true);
	expect_class("aabba", "ab", true);
	expect_class("a-cb-d", "abcd", true);
	expect_class("-ab", "-ab", true);
	expect_class("ab-", "-ab", true);
	expect_class("-", "-", true);
	expect_class("a\\-z", "-az", true);
	expect_class("\\\\", "\\", true);
	expect_class("a\\]", "]a", true);
	expect_class("acegikmoqsuw", "acegikmoqsuw", true);
	expect_class(" !", " !", true);
	expect_class("\xc3\xa0-\xc3\xa4", "\xc3\xa0\xc3\xa1\xc3\xa2\xc3\xa3\xc3\xa4", false);
	expect_class("\xf0\x9f\x98\x80x", "x\xf0\x9f\x98\x80", false);
	/* Surrogates are no characters: only the ends are left. */
	expect_class("\xed\x9f\xbf-\xee\x80\x80", "\xed\x9f\xbf\xee\x80\x80", false);
}

static void
classes_by_size(void)
{
	struct ss_arena arena = {0};
	struct ss_alphabet alphabet;
	struct ss_err err;

	CHECK(parse(&arena, " -_", &alphabet, &err) && alphabet.count == 64 && alphabet.fast);
	CHECK(parse(&arena, " -`", &alphabet, &err) && alphabet.count == 65 && !alphabet.fast);
	CHECK(alphabet.bytes_max == 1);
	CHECK(parse(&arena, "a-\xe4\xb8\x80", &alphabet, &err) && alphabet.bytes_max == 3);
	/* All of Unicode but U+0000 and the surrogates. */
	CHECK(parse(&arena, "\x01-\xf4\x8f\xbf\xbf", &alphabet, &err));
	CHECK(alphabet.count == 0x110000 - 0x800 - 1 && alphabet.n_runs == 2);
	CHECK(ss_alphabet_code(&alphabet, 0xD7FE) == 0xD7FF &&
	      ss_alphabet_code(&alphabet, 0xD7FF) == 0xE000);
	ss_alphabet_default(&alphabet);
	CHECK(alphabet.count == 52 && alphabet.fast);
	CHECK(ss_alphabet_code(&alphabet, 0) == 'A' && ss_alphabet_code(&alphabet, 51) == 'z');
	ss_arena_release(&arena);
}

static void
bad_classes(void)
{
	static const char *const words[] = {"no character", "backwards", "backwards"};
	static const char *const bad[] = {"", "z-a", "\xc3\xa4-\xc3\xa0"};
	struct ss_arena arena = {0};
	struct ss_alphabet alphabet;

	for (size_t i = 0; i < SS_ARRAY_LEN(bad); i++) {
		struct ss_err err = {0};

		check_note(!parse(&arena, bad[i], &alphabet, &err) &&
				   strcmp(err.code, "bad-class") == 0 && err.line == 3 &&
				   err.column == 9 && err.hint[0] != '\0' &&
				   strstr(err.message, words[i]) != NULL,
			   "class \"%s\": %s", bad[i], err.message);
	}
	ss_arena_release(&arena);
}

/* What has been put is what eight letters a draw say, whatever the length, the most that the
 * caller knows of, and the number of runs of neighbours in the class. */
static void
put_takes_draws_in_order(void)
{
	static const char *const classes[] = {"a-zA-Z", "a",  "acegikmoqsuwy0-9",
					      "!-`",	"01", "acegikmoqsuwyACEGIKMOQSUWY02468"};
	const struct ss_draws d = ss_draws(ss_key_root(SS_STR("p"), 1), 99);
	struct ss_arena arena = {0};
	struct ss_buf out = {0};
	struct ss_alphabet alphabet;
	struct ss_err err;

	for (size_t k = 0; k < SS_ARRAY_LEN(classes); k++) {
		if (!CHECK(parse(&arena, classes[k], &alphabet, &err)) || !CHECK(alphabet.fast))
			return;
		for (size_t n = 0; n < 200; n++) {
			const size_t length = n % 67, most = length + n % 3 * 20;

			ss_buf_clear(&out);
			ss_buf_putc(&out, '#');
			ss_letters_put(&alphabet, d, 1, length, most, &out);
			CHECK_EQ_I64(out.len, length + 1);
			for (size_t i = 0; i < length; i++) {
				uint64_t eight = ss_letters_eight_portable(
					ss_draw(d, 1 + i / 8), (uint32_t)alphabet.count);

				check_note(out.p[1 + i] ==
						   ss_alphabet_code(&alphabet,
								    eight >> 8 * (i % 8) & 255),
					   "class %s, length %zu, letter %zu", classes[k], length,
					   i);
			}
		}
	}
	ss_buf_release(&out);
	ss_arena_release(&arena);
}

/* Each place of a text takes each letter as often, and two neighbours say nothing. */
static void
letters_are_even(void)
{
	static uint32_t counts[11][52], pairs[52 * 52];
	static const char fields[] = "t: char[11..11]";
	struct made made;

	if (!made_bind(&made, fields))
		return;
	for (uint64_t batch = 0; batch < 20; batch++) {
		const struct ArrowArray *column = made_column(&made, 0, batch * 10000, 10000);
		const uint8_t *p = column->buffers[2];

		for (size_t i = 0; i < 10000; i++) {
			unsigned before = 0;

			for (size_t t = 0; t < 11; t++) {
				uint8_t c = p[i * 11 + t];
				unsigned letter = c >= 'a' ? c - 'a' + 0u : c - 'A' + 26u;

				if (!CHECK(letter < 52))
					return;
				counts[t][letter]++;
				if (t == 3 || t == 8)
					pairs[before * 52 + letter]++;
				before = letter;
			}
		}
	}
	for (size_t t = 0; t < 11; t++)
		stat_uniform("letters of a place", counts[t], 52);
	stat_uniform("pairs of letters", pairs, SS_ARRAY_LEN(pairs));
	made_release(&made);
}

int
main(void)
{
	RUN(twins_agree);
	RUN(twin_is_the_definition);
	RUN(classes);
	RUN(classes_by_size);
	RUN(bad_classes);
	RUN(put_takes_draws_in_order);
	RUN(letters_are_even);
	return check_done();
}
