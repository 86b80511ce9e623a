/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/format/json.c and the value encoders behind it: every Arrow kind with nulls,
 * every escape, nesting, and what is refused.
 */
#include "format_run.h"

#include "base/date.h"

struct options { /* as json.c has them */
	bool array;
	bool pretty;
	int decimal;
	int nan;
};

static struct ss_arena arena;

#define COLUMN(format, validity, type, ...)                                                    \
	run_column("json", NULL, &arena, make_field(&arena, format, "v"),                      \
		   make_values(&arena, sizeof((type[]){__VA_ARGS__}) / sizeof(type), validity, \
			       (type[]){__VA_ARGS__}, sizeof(type)))

static void
test_integers(void)
{
	CHECK_OUTCOME(COLUMN("c", "1101", int8_t, -128, 127, 5, 0),
		      "{\"v\":-128}\n{\"v\":127}\n{\"v\":null}\n{\"v\":0}\n");
	CHECK_OUTCOME(COLUMN("C", NULL, uint8_t, 255, 0), "{\"v\":255}\n{\"v\":0}\n");
	CHECK_OUTCOME(COLUMN("s", NULL, int16_t, -32768, 32767), "{\"v\":-32768}\n{\"v\":32767}\n");
	CHECK_OUTCOME(
		COLUMN("s", NULL, int16_t, -9999, 9999, 0, 7, 10, 100),
		"{\"v\":-9999}\n{\"v\":9999}\n{\"v\":0}\n{\"v\":7}\n{\"v\":10}\n{\"v\":100}\n");
	CHECK_OUTCOME(COLUMN("S", NULL, uint16_t, 65535), "{\"v\":65535}\n");
	CHECK_OUTCOME(
		COLUMN("i", NULL, int32_t, INT32_MIN, INT32_MAX, 99999999, 100000000, 10, 9),
		"{\"v\":-2147483648}\n{\"v\":2147483647}\n{\"v\":99999999}\n{\"v\":100000000}\n"
		"{\"v\":10}\n{\"v\":9}\n");
	CHECK_OUTCOME(COLUMN("I", NULL, uint32_t, UINT32_MAX), "{\"v\":4294967295}\n");
	CHECK_OUTCOME(COLUMN("l", NULL, int64_t, INT64_MIN, INT64_MAX, 9007199254740993),
		      "{\"v\":-9223372036854775808}\n{\"v\":9223372036854775807}\n"
		      "{\"v\":9007199254740993}\n");
	CHECK_OUTCOME(COLUMN("L", NULL, uint64_t, UINT64_MAX), "{\"v\":18446744073709551615}\n");
	CHECK_OUTCOME(COLUMN("tDs", NULL, int64_t, -5), "{\"v\":-5}\n");
}

/* The digits made side by side, against printf. */
static void
test_all_small_integers(void)
{
	static int32_t values[60000];
	const size_t n = SS_ARRAY_LEN(values);
	struct ss_buf want = {0};
	uint64_t state = 1;
	struct outcome o;

	for (size_t i = 0; i < n; i++) {
		uint64_t draw = check_random(&state);

		values[i] = i < 12000 ? (int32_t)i - 1000 : (int32_t)(draw >> (32 + draw % 32));
		ss_buf_printf(&want, "{\"v\":%d}\n", values[i]);
	}
	o = run_column("json", NULL, &arena, make_field(&arena, "i", "v"),
		       make_values(&arena, n, NULL, values, 4));
	CHECK(ss_str_eq(ss_buf_str(&o.out), ss_buf_str(&want)));
	ss_buf_release(&want);
	ss_buf_release(&o.out);
}

static void
test_decimals(void)
{
	const ss_u128 nines = (((ss_u128)UINT64_C(5421010862427522170)) << 64) |
			      UINT64_C(687399551400673279); /* 10^38 - 1 */
	const int64_t huge[][2] = {{(int64_t)nines, (int64_t)(nines >> 64)},
				   {-(int64_t)nines, (int64_t) ~(nines >> 64)},
				   {-1, -1}};

	CHECK_OUTCOME(COLUMN("d:6,2", "1011111", ss_i128, 5, 1, -5, 999999, -100, 0, 1234),
		      "{\"v\":0.05}\n{\"v\":null}\n{\"v\":-0.05}\n{\"v\":9999.99}\n{\"v\":-1.00}\n"
		      "{\"v\":0.00}\n{\"v\":12.34}\n");
	CHECK_OUTCOME(COLUMN("d:9,7", NULL, ss_i128, 12345678, 1, 123456789),
		      "{\"v\":1.2345678}\n{\"v\":0.0000001}\n{\"v\":12.3456789}\n");
	CHECK_OUTCOME(COLUMN("d:10,8", NULL, ss_i128, 12345678, 0),
		      "{\"v\":0.12345678}\n{\"v\":0.00000000}\n");
	CHECK_OUTCOME(COLUMN("d:22,0", NULL, ss_i128, (ss_i128)1234567890123456789 * 1000 + 12, -7),
		      "{\"v\":1234567890123456789012}\n{\"v\":-7}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "d:38,0", "v"),
				 make_values(&arena, 3, NULL, huge, 16)),
		      "{\"v\":99999999999999999999999999999999999999}\n"
		      "{\"v\":-99999999999999999999999999999999999999}\n{\"v\":-1}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "d:38,38", "v"),
				 make_values(&arena, 3, NULL, huge, 16)),
		      "{\"v\":0.99999999999999999999999999999999999999}\n"
		      "{\"v\":-0.99999999999999999999999999999999999999}\n"
		      "{\"v\":-0.00000000000000000000000000000000000001}\n");
	CHECK_OUTCOME(COLUMN("d:5,2,32", NULL, int32_t, -12345, 7),
		      "{\"v\":-123.45}\n{\"v\":0.07}\n");
	CHECK_OUTCOME(COLUMN("d:15,3,64", NULL, int64_t, INT64_C(-123456789012345), 0),
		      "{\"v\":-123456789012.345}\n{\"v\":0.000}\n");
	CHECK_OUTCOME(COLUMN("d:5,-2", NULL, ss_i128, 123, 0, -4),
		      "{\"v\":12300}\n{\"v\":0}\n{\"v\":-400}\n");
	/* 2^64 - 1 - 2^128, then 10^38 * 10 with scale 40 */
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "d:76,40,256", "v"),
				 make_values(&arena, 1, NULL, ((int64_t[]){-1, -1, 0, 0}), 32)),
		      "{\"v\":0.0340282366920938463463374607431768211455}\n");
	CHECK_OUTCOME(run_column("json", &(struct options){.decimal = 1}, &arena,
				 make_field(&arena, "d:6,2", "v"),
				 make_values(&arena, 2, "10", (ss_i128[]){-1, 0}, 16)),
		      "{\"v\":\"-0.01\"}\n{\"v\":null}\n");
}

static void
test_floats(void)
{
	const double odd[] = {1, __builtin_nan(""), -__builtin_inf()};

	CHECK_OUTCOME(COLUMN("g", "11110", double, 0.1, -0.0, 5e-324, 1e300, 1),
		      "{\"v\":0.1}\n{\"v\":-0.0}\n{\"v\":5e-324}\n{\"v\":1e+300}\n{\"v\":null}\n");
	CHECK_OUTCOME(COLUMN("f", NULL, float, 0.1f, 16777216.0f),
		      "{\"v\":0.1}\n{\"v\":16777216.0}\n");
	CHECK_OUTCOME(COLUMN("e", NULL, uint16_t, 0x3c00, 0xc000, 0x7bff, 0x0001),
		      "{\"v\":1.0}\n{\"v\":-2.0}\n{\"v\":65504.0}\n{\"v\":5.9604645e-8}\n");
	CHECK_REFUSED(run_column("json", NULL, &arena, make_field(&arena, "g", "v"),
				 make_values(&arena, 3, NULL, odd, 8)),
		      SS_EDATA, "not-finite",
		      "record 1, column \"v\": NaN and infinities have no form in JSON");
	CHECK_OUTCOME(run_column("json", &(struct options){.nan = 1}, &arena,
				 make_field(&arena, "g", "v"),
				 make_values(&arena, 3, NULL, odd, 8)),
		      "{\"v\":1.0}\n{\"v\":null}\n{\"v\":null}\n");
	CHECK_OUTCOME(run_column("json", &(struct options){.nan = 2}, &arena,
				 make_field(&arena, "g", "v"),
				 make_values(&arena, 3, NULL, odd, 8)),
		      "{\"v\":1.0}\n{\"v\":\"NaN\"}\n{\"v\":\"-Infinity\"}\n");
}

static void
test_times(void)
{
	CHECK_OUTCOME(COLUMN("tdD", "1110", int32_t, 0, -719162, 2932896, 1),
		      "{\"v\":\"1970-01-01\"}\n{\"v\":\"0001-01-01\"}\n{\"v\":\"9999-12-31\"}\n"
		      "{\"v\":null}\n");
	CHECK_REFUSED(COLUMN("tdD", NULL, int32_t, 0, 2932897), SS_EDATA, "year-out-of-range",
		      "record 1, column \"v\": date outside the years 1 to 9999");
	CHECK_REFUSED(COLUMN("tdD", NULL, int32_t, -719163), SS_EDATA, "year-out-of-range",
		      "record 0, column \"v\": date outside the years 1 to 9999");
	/* What a null hides is nobody's business. */
	CHECK_OUTCOME(COLUMN("tdD", "01", int32_t, INT32_MIN, 59),
		      "{\"v\":null}\n{\"v\":\"1970-03-01\"}\n");
	CHECK_OUTCOME(COLUMN("tdm", NULL, int64_t, -1, 86400000),
		      "{\"v\":\"1969-12-31\"}\n{\"v\":\"1970-01-02\"}\n");
	CHECK_OUTCOME(COLUMN("tts", NULL, int32_t, 86399), "{\"v\":\"23:59:59\"}\n");
	CHECK_OUTCOME(COLUMN("ttm", NULL, int32_t, 3661007), "{\"v\":\"01:01:01.007\"}\n");
	CHECK_OUTCOME(COLUMN("ttu", NULL, int64_t, 1), "{\"v\":\"00:00:00.000001\"}\n");
	CHECK_OUTCOME(COLUMN("ttn", NULL, int64_t, 86399999999999),
		      "{\"v\":\"23:59:59.999999999\"}\n");
	CHECK_REFUSED(COLUMN("tts", NULL, int32_t, 86400), SS_EDATA, "time-out-of-range",
		      "record 0, column \"v\": time of day outside 00:00 to 24:00");
	CHECK_REFUSED(COLUMN("ttu", NULL, int64_t, -1), SS_EDATA, "time-out-of-range",
		      "record 0, column \"v\": time of day outside 00:00 to 24:00");
	CHECK_OUTCOME(COLUMN("tss:UTC", NULL, int64_t, -1), "{\"v\":\"1969-12-31T23:59:59Z\"}\n");
	CHECK_OUTCOME(COLUMN("tsm:UTC", "101", int64_t, 1796118245123, 0, -1),
		      "{\"v\":\"2026-12-01T09:44:05.123Z\"}\n{\"v\":null}\n"
		      "{\"v\":\"1969-12-31T23:59:59.999Z\"}\n");
	CHECK_OUTCOME(COLUMN("tsu:", NULL, int64_t, 951782400000001),
		      "{\"v\":\"2000-02-29T00:00:00.000001\"}\n");
	CHECK_OUTCOME(COLUMN("tsn:Europe/Rome", NULL, int64_t, INT64_MIN, INT64_MAX, -1),
		      "{\"v\":\"1677-09-21T00:12:43.145224192Z\"}\n"
		      "{\"v\":\"2262-04-11T23:47:16.854775807Z\"}\n"
		      "{\"v\":\"1969-12-31T23:59:59.999999999Z\"}\n");
	CHECK_OUTCOME(
		COLUMN("tsm:+00:00", NULL, int64_t, -62135596800000, 253402300799999),
		"{\"v\":\"0001-01-01T00:00:00.000Z\"}\n{\"v\":\"9999-12-31T23:59:59.999Z\"}\n");
	CHECK_REFUSED(COLUMN("tsm:", NULL, int64_t, -62135596800001), SS_EDATA, "year-out-of-range",
		      "record 0, column \"v\": date outside the years 1 to 9999");
	CHECK_REFUSED(COLUMN("tsu:", NULL, int64_t, 253402300800000000), SS_EDATA,
		      "year-out-of-range",
		      "record 0, column \"v\": date outside the years 1 to 9999");
	CHECK_REFUSED(COLUMN("tss:", NULL, int64_t, INT64_MIN), SS_EDATA, "year-out-of-range",
		      "record 0, column \"v\": date outside the years 1 to 9999");
}

/* Every day of the 9999 years against base/date.h. */
static void
test_every_day(void)
{
	const size_t rows = 65536;
	int32_t *days = ss_arena_calloc(&arena, rows, sizeof(*days));

	for (int64_t from = -719162; from <= 2932896; from += (int64_t)rows) {
		struct ss_buf want = {0};
		struct outcome o;
		size_t n = 0;

		for (; n < rows && from + (int64_t)n <= 2932896; n++) {
			struct ss_civil c;

			days[n] = (int32_t)(from + (int64_t)n);
			c = ss_date_civil(days[n]);
			ss_buf_printf(&want, "{\"v\":\"%04d-%02u-%02u\"}\n", c.year, c.month,
				      c.day);
		}
		o = run_column("json", NULL, &arena, make_field(&arena, "tdD", "v"),
			       make_values(&arena, n, NULL, days, 4));
		CHECK(ss_str_eq(ss_buf_str(&o.out), ss_buf_str(&want)));
		ss_buf_release(&want);
		ss_buf_release(&o.out);
	}
}

static void
test_every_second(void)
{
	const size_t rows = 86400;
	int32_t *seconds = ss_arena_calloc(&arena, rows, sizeof(*seconds));
	struct ss_buf want = {0};
	struct outcome o;

	for (size_t i = 0; i < rows; i++) {
		seconds[i] = (int32_t)i;
		ss_buf_printf(&want, "{\"v\":\"%02zu:%02zu:%02zu\"}\n", i / 3600, i / 60 % 60,
			      i % 60);
	}
	o = run_column("json", NULL, &arena, make_field(&arena, "tts", "v"),
		       make_values(&arena, rows, NULL, seconds, 4));
	CHECK(ss_str_eq(ss_buf_str(&o.out), ss_buf_str(&want)));
	ss_buf_release(&want);
	ss_buf_release(&o.out);
}

/* Far and near instants by turns: the known days, and the way round them. */
static void
test_scattered_instants(void)
{
	const size_t rows = 20000;
	int64_t *values = ss_arena_calloc(&arena, rows, sizeof(*values));
	struct ss_buf want = {0};
	uint64_t state = 5;
	struct outcome o;

	for (size_t i = 0; i < rows; i++) {
		int64_t day =
			(int64_t)(check_random(&state) % (i / 5000 % 2 ? 3652059 : 400)) - 719162;
		int64_t milli = (int64_t)(check_random(&state) % 86400000);
		struct ss_civil c = ss_date_civil((int32_t)day);

		values[i] = day * 86400000 + milli;
		ss_buf_printf(&want, "{\"v\":\"%04d-%02u-%02uT%02d:%02d:%02d.%03dZ\"}\n", c.year,
			      c.month, c.day, (int)(milli / 3600000), (int)(milli / 60000 % 60),
			      (int)(milli / 1000 % 60), (int)(milli % 1000));
	}
	o = run_column("json", NULL, &arena, make_field(&arena, "tsm:UTC", "v"),
		       make_values(&arena, rows, NULL, values, 8));
	CHECK(ss_str_eq(ss_buf_str(&o.out), ss_buf_str(&want)));
	ss_buf_release(&want);
	ss_buf_release(&o.out);
}

static void
test_escapes(void)
{
	char controls[32];
	const struct ss_str strings[] = {
		{controls, 32}, SS_STR("\"\\/\x7f\xe2\x80\xa8\xf0\x9f\x98\x80"), SS_STR(""),
		{NULL, 0},	SS_STR("0123456789abcdef\"0123456789abcdef"),	 SS_STR("a\0b")};
	struct ArrowSchema *field = make_field(&arena, "u", "a\"b\tc\\");

	for (size_t i = 0; i < 32; i++)
		controls[i] = (char)i;
	CHECK_OUTCOME(
		run_column("json", NULL, &arena, field, make_bytes(&arena, 6, strings, false)),
		"{\"a\\\"b\\tc\\\\\":\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007"
		"\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015"
		"\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f\"}\n"
		"{\"a\\\"b\\tc\\\\\":\"\\\"\\\\/\x7f\xe2\x80\xa8\xf0\x9f\x98\x80\"}\n"
		"{\"a\\\"b\\tc\\\\\":\"\"}\n{\"a\\\"b\\tc\\\\\":null}\n"
		"{\"a\\\"b\\tc\\\\\":\"0123456789abcdef\\\"0123456789abcdef\"}\n"
		"{\"a\\\"b\\tc\\\\\":\"a\\u0000b\"}\n");
	field = make_field(&arena, "U", "v");
	CHECK_OUTCOME(
		run_column("json", NULL, &arena, field, make_bytes(&arena, 2, &strings[4], true)),
		"{\"v\":\"0123456789abcdef\\\"0123456789abcdef\"}\n{\"v\":\"a\\u0000b\"}\n");
}

static void
test_strings(void)
{
	const char *const clean[] = {
		"a",
		"",
		"0123456789abcdef",
		"0123456789abcdefg",
		"0123456789012345678901234567890123456789012345678901234567890123456789",
		"z"};
	const char *const nulls[] = {"a", NULL, "b"};

	CHECK_OUTCOME(
		run_column("json", NULL, &arena, make_field(&arena, "u", "v"),
			   make_strings(&arena, 6, clean)),
		"{\"v\":\"a\"}\n{\"v\":\"\"}\n{\"v\":\"0123456789abcdef\"}\n"
		"{\"v\":\"0123456789abcdefg\"}\n{\"v\":\"01234567890123456789012345678901234567"
		"89012345678901234567890123456789\"}\n{\"v\":\"z\"}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "u", "v"),
				 make_strings(&arena, 3, nulls)),
		      "{\"v\":\"a\"}\n{\"v\":null}\n{\"v\":\"b\"}\n");
}

static void
test_broken_utf8(void)
{
	static const char *const broken[] = {"\xe9", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80",
					     "\xe2\x82"};
	const char *const split[] = {"\xc3", "\xa9"};
	const char *const whole[] = {"\xc3\xa9", "b"};

	for (size_t i = 0; i < SS_ARRAY_LEN(broken); i++) {
		const char *const strings[] = {"good", broken[i]};

		CHECK_REFUSED(run_column("json", NULL, &arena, make_field(&arena, "u", "v"),
					 make_strings(&arena, 2, strings)),
			      SS_EDATA, "invalid-utf8",
			      "record 1, column \"v\": text is not valid UTF-8");
	}
	/* Valid as a whole, but not string by string. */
	CHECK_REFUSED(run_column("json", NULL, &arena, make_field(&arena, "u", "v"),
				 make_strings(&arena, 2, split)),
		      SS_EDATA, "invalid-utf8", "record 0, column \"v\": text is not valid UTF-8");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "u", "v"),
				 make_strings(&arena, 2, whole)),
		      "{\"v\":\"\xc3\xa9\"}\n{\"v\":\"b\"}\n");
}

/* A long string beside short ones takes another way through the encoder. */
static void
test_long(void)
{
	const size_t len = 300000;
	char *p = ss_arena_alloc(&arena, len);
	struct ss_str strings[] = {SS_STR("a"), {p, len}, SS_STR("b")};
	struct ss_buf want = {0};
	struct outcome o;

	memset(p, 'x', len);
	p[len - 1] = '\n';
	ss_buf_puts(&want, SS_STR("{\"v\":\"a\"}\n{\"v\":\""));
	ss_buf_put(&want, p, len - 1);
	ss_buf_puts(&want, SS_STR("\\n\"}\n{\"v\":\"b\"}\n"));
	o = run_column("json", NULL, &arena, make_field(&arena, "u", "v"),
		       make_bytes(&arena, 3, strings, false));
	CHECK(ss_str_eq(ss_buf_str(&o.out), ss_buf_str(&want)));
	ss_buf_release(&want);
	ss_buf_release(&o.out);
}

static struct ArrowArray *
view_array(const char *long_text, size_t len)
{
	struct ArrowArray *a = make_array(&arena, 3, "110", 4);
	uint8_t *views = ss_arena_alloc(&arena, 48);
	int32_t sizes[2] = {3, (int32_t)len};

	memcpy(views, &sizes[0], 4);
	memcpy(views + 4, "a\"b", 3);
	memcpy(views + 16, &sizes[1], 4);
	memset(views + 32, 0xff, 16); /* garbage under the null */
	a->buffers[1] = views;
	a->buffers[2] = long_text;
	return a;
}

static void
test_bytes_and_views(void)
{
	const struct ss_str bytes[] = {
		SS_STR(""), SS_STR("f"), SS_STR("fo"), SS_STR("foo"), SS_STR("\xff\xfe\xfd\xfc"),
		{NULL, 0}};
	struct ArrowSchema *uuid = make_field(&arena, "w:16", "v");
	struct ss_buf metadata = {0};
	uint8_t raw[32];

	for (size_t i = 0; i < 32; i++)
		raw[i] = (uint8_t)(i * 9 + 1);
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "z", "v"),
				 make_bytes(&arena, 6, bytes, false)),
		      "{\"v\":\"\"}\n{\"v\":\"Zg==\"}\n{\"v\":\"Zm8=\"}\n{\"v\":\"Zm9v\"}\n"
		      "{\"v\":\"//79/A==\"}\n{\"v\":null}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "w:2", "v"),
				 make_values(&arena, 2, "01", "abcd", 2)),
		      "{\"v\":null}\n{\"v\":\"Y2Q=\"}\n");
	ss_arrow_metadata_add(&metadata, SS_STR("ARROW:extension:name"), SS_STR("arrow.uuid"));
	uuid->metadata = (const char *)metadata.p;
	CHECK_OUTCOME(run_column("json", NULL, &arena, uuid, make_values(&arena, 2, "10", raw, 16)),
		      "{\"v\":\"010a131c-252e-3740-4952-5b646d767f88\"}\n{\"v\":null}\n");
	ss_buf_release(&metadata);
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "vu", "v"),
				 view_array("thirteen letters", 16)),
		      "{\"v\":\"a\\\"b\"}\n{\"v\":\"thirteen letters\"}\n{\"v\":null}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "vz", "v"),
				 view_array("thirteen letters", 13)),
		      "{\"v\":\"YSJi\"}\n{\"v\":\"dGhpcnRlZW4gbGV0dA==\"}\n{\"v\":null}\n");
}

static void
test_bool_and_null(void)
{
	struct ArrowArray *nothing = make_array(&arena, 2, NULL, 0);

	nothing->null_count = 2;
	nothing->buffers = NULL;
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "b", "v"),
				 make_values(&arena, 4, "1101", "\x05", 0)),
		      "{\"v\":true}\n{\"v\":false}\n{\"v\":null}\n{\"v\":false}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_field(&arena, "n", "v"), nothing),
		      "{\"v\":null}\n{\"v\":null}\n");
}

static void
test_dictionaries(void)
{
	const char *const words[] = {"a\"b", NULL, "cc"};
	const int8_t index[] = {2, 0, 1, 99, 2};
	const int32_t one[] = {2, 1};
	const char *const many[] = {"a", "b\n", "c"};
	struct ArrowSchema *field =
		make_dictionary_field(&arena, "c", "v", make_field(&arena, "u", ""));
	struct ArrowArray *array = make_values(&arena, 5, "11101", index, 1);

	array->dictionary = make_strings(&arena, 3, words);
	CHECK_OUTCOME(
		run_column("json", NULL, &arena, field, array),
		"{\"v\":\"cc\"}\n{\"v\":\"a\\\"b\"}\n{\"v\":null}\n{\"v\":null}\n{\"v\":\"cc\"}\n");
	/* More values than rows. */
	field = make_dictionary_field(&arena, "i", "v", make_field(&arena, "u", ""));
	array = make_values(&arena, 2, NULL, one, 4);
	array->dictionary = make_strings(&arena, 3, many);
	CHECK_OUTCOME(run_column("json", NULL, &arena, field, array),
		      "{\"v\":\"c\"}\n{\"v\":\"b\\n\"}\n");
	array = make_values(&arena, 2, "10", one, 4);
	array->dictionary = make_strings(&arena, 3, many);
	CHECK_OUTCOME(run_column("json", NULL, &arena, field, array),
		      "{\"v\":\"c\"}\n{\"v\":null}\n");
	/* Values that are no strings; one that cannot be written does no harm until it is used. */
	field = make_dictionary_field(&arena, "i", "v", make_field(&arena, "tdD", ""));
	array = make_values(&arena, 2, NULL, one, 4);
	array->dictionary = make_values(&arena, 3, NULL, ((int32_t[]){INT32_MAX, 1, 2}), 4);
	CHECK_OUTCOME(run_column("json", NULL, &arena, field, array),
		      "{\"v\":\"1970-01-03\"}\n{\"v\":\"1970-01-02\"}\n");
	array->dictionary = make_values(&arena, 3, NULL, ((int32_t[]){0, INT32_MAX, 2}), 4);
	CHECK_REFUSED(run_column("json", NULL, &arena, field, array), SS_EDATA, "year-out-of-range",
		      "record 1, column \"v\": date outside the years 1 to 9999");
}

/* {id, items: [{n, tags: [text]}], place: {city}} */
static struct outcome
run_nested(const struct options *options, const char *place_validity, size_t rows)
{
	const char *const tags[] = {"x", "y\"", NULL};
	const char *const cities[] = {"Roma", "Bari", NULL};
	struct ArrowSchema *text = make_field(&arena, "u", "item");
	struct ArrowSchema *line[] = {make_field(&arena, "s", "n"),
				      make_schema(&arena, "+l", "tags", 1, &text)};
	struct ArrowSchema *item = make_schema(&arena, "+s", "item", 2, line);
	struct ArrowSchema *city = make_field(&arena, "u", "city");
	struct ArrowSchema *fields[] = {make_field(&arena, "i", "id"),
					make_schema(&arena, "+l", "items", 1, &item),
					make_schema(&arena, "+s", "place", 1, &city)};
	struct ArrowArray *lines[] = {
		make_values(&arena, 3, "101", ((int16_t[]){1, 2, 3}), 2),
		make_list(&arena, 3, "111", ((int[]){2, 0, 1}), make_strings(&arena, 3, tags))};
	struct ArrowArray *city_values = make_strings(&arena, 3, cities);
	struct ArrowArray *columns[] = {make_values(&arena, 3, NULL, ((int32_t[]){7, 8, 9}), 4),
					make_list(&arena, 3, "101", ((int[]){2, 0, 1}),
						  make_struct(&arena, 3, NULL, 2, lines)),
					make_struct(&arena, 3, place_validity, 1, &city_values)};

	return run_format("json", options, &arena, 3, fields, rows, columns);
}

static void
test_nested(void)
{
	CHECK_OUTCOME(
		run_nested(NULL, NULL, 3),
		"{\"id\":7,\"items\":[{\"n\":1,\"tags\":[\"x\",\"y\\\"\"]},{\"n\":null,\"tags\":[]}],"
		"\"place\":{\"city\":\"Roma\"}}\n"
		"{\"id\":8,\"items\":null,\"place\":{\"city\":\"Bari\"}}\n"
		"{\"id\":9,\"items\":[{\"n\":3,\"tags\":[null]}],\"place\":{\"city\":null}}\n");
	CHECK_OUTCOME(
		run_nested(NULL, "011", 3),
		"{\"id\":7,\"items\":[{\"n\":1,\"tags\":[\"x\",\"y\\\"\"]},{\"n\":null,\"tags\":[]}],"
		"\"place\":null}\n"
		"{\"id\":8,\"items\":null,\"place\":{\"city\":\"Bari\"}}\n"
		"{\"id\":9,\"items\":[{\"n\":3,\"tags\":[null]}],\"place\":{\"city\":null}}\n");
	CHECK_OUTCOME(
		run_nested(&(struct options){.pretty = true}, NULL, 1),
		"{\n  \"id\": 7,\n  \"items\": [\n    {\n      \"n\": 1,\n      \"tags\": [\n"
		"        \"x\",\n        \"y\\\"\"\n      ]\n    },\n    {\n      \"n\": null,\n"
		"      \"tags\": []\n    }\n  ],\n  \"place\": {\n    \"city\": \"Roma\"\n  }\n}\n");
}

static void
test_list_kinds(void)
{
	struct ArrowSchema *number = make_field(&arena, "c", "item");
	struct ArrowArray *values = make_values(&arena, 4, "1101", "\1\2\3\4", 1);
	struct ArrowArray *large = make_struct(&arena, 2, NULL, 1, &values);
	int64_t offsets[] = {0, 3, 4};
	const void *buffers[] = {NULL, offsets};
	struct ArrowSchema *pair = make_schema(&arena, "+s", "", 0, NULL);

	CHECK_OUTCOME(run_column("json", NULL, &arena, make_schema(&arena, "+w:2", "v", 1, &number),
				 make_struct(&arena, 2, "01", 1, &values)),
		      "{\"v\":null}\n{\"v\":[null,4]}\n");
	large->buffers = buffers;
	CHECK_OUTCOME(
		run_column("json", NULL, &arena, make_schema(&arena, "+L", "v", 1, &number), large),
		"{\"v\":[1,2,null]}\n{\"v\":[4]}\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, pair, make_struct(&arena, 2, "10", 0, NULL)),
		      "{\"\":{}}\n{\"\":null}\n");
	/* Dates hidden under a null list are not looked at; a visible one names the record. */
	number = make_field(&arena, "tdD", "item");
	values = make_values(&arena, 2, NULL, ((int32_t[]){1, INT32_MAX}), 4);
	CHECK_OUTCOME(run_column("json", NULL, &arena, make_schema(&arena, "+w:1", "v", 1, &number),
				 make_struct(&arena, 2, "10", 1, &values)),
		      "{\"v\":[\"1970-01-02\"]}\n{\"v\":null}\n");
	CHECK_REFUSED(run_column("json", NULL, &arena, make_schema(&arena, "+w:1", "v", 1, &number),
				 make_struct(&arena, 2, NULL, 1, &values)),
		      SS_EDATA, "year-out-of-range",
		      "record 1, column \"v.[]\": date outside the years 1 to 9999");
}

static void
test_maps(void)
{
	const char *const keys[] = {"a\"", "b"};
	struct ArrowSchema *kv[] = {make_field(&arena, "u", "k"), make_field(&arena, "c", "v")};
	struct ArrowSchema *ki[] = {make_field(&arena, "c", "k"), make_field(&arena, "c", "v")};
	struct ArrowSchema *entries = make_schema(&arena, "+s", "e", 2, kv);
	struct ArrowArray *children[] = {make_strings(&arena, 2, keys),
					 make_values(&arena, 2, "10", "\1\2", 1)};
	struct ArrowArray *map = make_list(&arena, 2, NULL, ((int[]){2, 0}),
					   make_struct(&arena, 2, NULL, 2, children));

	CHECK_OUTCOME(
		run_column("json", NULL, &arena, make_schema(&arena, "+m", "m", 1, &entries), map),
		"{\"m\":{\"a\\\"\":1,\"b\":null}}\n{\"m\":{}}\n");
	children[0] = children[1];
	entries = make_schema(&arena, "+s", "e", 2, ki);
	map = make_list(&arena, 2, "11", ((int[]){1, 0}),
			make_struct(&arena, 2, NULL, 2, children));
	CHECK_OUTCOME(
		run_column("json", NULL, &arena, make_schema(&arena, "+m", "m", 1, &entries), map),
		"{\"m\":[{\"key\":1,\"value\":1}]}\n{\"m\":[]}\n");
}

static void
test_array(void)
{
	const struct options array = {.array = true};
	const struct options pretty = {.array = true, .pretty = true};
	struct ArrowSchema *field = make_field(&arena, "c", "v");
	struct ArrowArray *two = make_values(&arena, 2, NULL, "\1\2", 1);
	struct ArrowArray *none = make_values(&arena, 0, NULL, "", 1);

	CHECK_OUTCOME(run_column("json", &array, &arena, field, none), "[\n]\n");
	CHECK_OUTCOME(run_column("json", &array, &arena, field, two),
		      "[\n{\"v\":1},\n{\"v\":2}\n]\n");
	CHECK_OUTCOME(run_column("json", &pretty, &arena, field, two),
		      "[\n  {\n    \"v\": 1\n  },\n  {\n    \"v\": 2\n  }\n]\n");
	CHECK_OUTCOME(run_format_times("json", &array, &arena, 1, &field, 2, &two, 0, 2),
		      "[\n{\"v\":1},\n{\"v\":2},\n{\"v\":1},\n{\"v\":2}\n]\n");
	CHECK_OUTCOME(run_column("json", NULL, &arena, field, none), "");
}

static void
test_refused_schemas(void)
{
	struct ArrowSchema *twice[] = {make_field(&arena, "c", "a"), make_field(&arena, "c", "a")};
	struct ArrowArray *none[] = {make_values(&arena, 0, NULL, "", 1),
				     make_values(&arena, 0, NULL, "", 1)};

	CHECK_REFUSED(run_format("json", NULL, &arena, 2, twice, 0, none), SS_EUSAGE,
		      "duplicate-column", "two columns are named \"a\"");
	CHECK_REFUSED(run_column("json", NULL, &arena, make_field(&arena, "tiD", "x"), none[0]),
		      SS_EUSAGE, "unsupported-type",
		      "column \"x\": type interval[day, ms] has no text form");
}

static void
test_registry(void)
{
	CHECK(ss_format_named("JSON") == ss_format_for_path("a/b.c/x.ndjson"));
	CHECK(ss_format_for_path("a.json/x") == NULL);
	CHECK(ss_format_for_path("x.csv") == ss_format_named("csv"));
	CHECK(ss_format_named("nope") == NULL);
	for (size_t i = 1; ss_format_at(i) != NULL; i++)
		CHECK(strcmp(ss_format_at(i - 1)->name, ss_format_at(i)->name) < 0);
}

int
main(void)
{
	RUN(test_integers);
	RUN(test_all_small_integers);
	RUN(test_decimals);
	RUN(test_floats);
	RUN(test_times);
	RUN(test_every_day);
	RUN(test_every_second);
	RUN(test_scattered_instants);
	RUN(test_escapes);
	RUN(test_strings);
	RUN(test_broken_utf8);
	RUN(test_long);
	RUN(test_bytes_and_views);
	RUN(test_bool_and_null);
	RUN(test_dictionaries);
	RUN(test_nested);
	RUN(test_list_kinds);
	RUN(test_maps);
	RUN(test_array);
	RUN(test_refused_schemas);
	RUN(test_registry);
	ss_arena_release(&arena);
	return check_done();
}
