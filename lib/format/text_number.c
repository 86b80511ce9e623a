/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps that write numbers: integers, decimals, floats, durations (a count of the type's
 * unit). Up to eight digits are made side by side in one 64-bit word, without branches and
 * without a table that would push the batch out of the cache; the rest is base/num.h's.
 */
#include "format/text_step.h"

#include <math.h>

#include "base/num.h"

#define DIGITS8 UINT64_C(100000000)
#define ZEROS8 UINT64_C(0x3030303030303030)
#define BIG_LIMBS 4
#define BIG_DIGITS_MAX 80

/* Eight decimal digits of v < 10^8 as bytes 0..9, the highest in the lowest byte: halves of
 * four digits, then of two, then of one, all by multiplication with the reciprocal. */
static inline uint64_t
digits8(uint64_t v)
{
	uint64_t high = v * UINT64_C(109951163) >> 40; /* v / 10000 */
	uint64_t fours = high | (v - high * 10000) << 32;
	uint64_t hundreds = fours * 10486 >> 20 & UINT64_C(0x0000007f0000007f);
	uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
	uint64_t tens = twos * 103 >> 10 & UINT64_C(0x000f000f000f000f);

	return tens | (twos - tens * 10) << 8;
}

static SS_TEXT_INLINE char *
put_u64(char *p, uint64_t v)
{
	if (SS_LIKELY(v < DIGITS8)) {
		uint64_t digits = digits8(v);
		/* The marker bit in the last byte keeps one digit of zero. */
		unsigned zeros = (unsigned)__builtin_ctzll(digits | UINT64_C(1) << 56) & 56;
		uint64_t text = (digits | ZEROS8) >> zeros;

		memcpy(p, &text, 8);
		return p + 8 - zeros / 8;
	}
	return ss_num_u64(p, v);
}

/* The same for v < 10000, in half the steps. */
static SS_TEXT_INLINE char *
put_u16(char *p, uint32_t v)
{
	uint32_t hundreds = v * 5243 >> 19;
	uint32_t twos = hundreds | (v - hundreds * 100) << 16;
	uint32_t tens = twos * 103 >> 10 & 0x000f000f;
	uint32_t digits = tens | (twos - tens * 10) << 8;
	unsigned zeros = (unsigned)__builtin_ctz(digits | UINT32_C(1) << 24) & 24;
	uint32_t text = (digits | 0x30303030) >> zeros;

	memcpy(p, &text, 4);
	return p + 4 - zeros / 8;
}

static SS_TEXT_INLINE char *
put_i16(char *p, int32_t v)
{
	uint32_t sign = (uint32_t)(v < 0);

	*p = '-';
	return put_u16(p + sign, ((uint32_t)v ^ (0 - sign)) + sign);
}

static SS_TEXT_INLINE char *
put_i64(char *p, int64_t v)
{
	uint64_t sign = (uint64_t)(v < 0);

	*p = '-';
	return put_u64(p + sign, ((uint64_t)v ^ (0 - sign)) + sign);
}

#define INTEGER(name, type, put)                                                                  \
	static SS_TEXT_INLINE char *put_##name(const struct ss_text_step *s, size_t row, char *p) \
	{                                                                                         \
		return put(p, ((const type *)s->values)[row]);                                    \
	}                                                                                         \
	static SS_TEXT_RUN(run_##name, put_##name)

INTEGER(int8, int8_t, put_i16)
INTEGER(narrow16, int16_t, put_i16)
INTEGER(wide16, int16_t, put_i64)
INTEGER(int32, int32_t, put_i64)
INTEGER(int64, int64_t, put_i64)
INTEGER(uint8, uint8_t, put_u16)
INTEGER(uint16, uint16_t, put_u64)
INTEGER(uint32, uint32_t, put_u64)
INTEGER(uint64, uint64_t, put_u64)

/* Four digits or five is decided for the block: for each value it would be a guess. */
static void
run_int16(const struct ss_text_step *step, size_t row, size_t n, char **pos)
{
	const int16_t *values = (const int16_t *)step->values + row;
	unsigned wide = 0;

	for (size_t i = 0; i < n; i++)
		wide |= values[i] > 9999 || values[i] < -9999;
	(wide ? run_wide16 : run_narrow16)(step, row, n, pos);
}

/* v * 10^-scale. Below 10^8 integer part and fraction are cut from one word. */
static SS_TEXT_INLINE char *
put_fixed(char *p, uint64_t v, unsigned scale)
{
	if (SS_LIKELY(v < DIGITS8 && scale - 1 < 7)) {
		uint64_t digits = digits8(v);
		/* The marker keeps the last digit of the integer part. */
		unsigned zeros =
			(unsigned)__builtin_ctzll(digits | UINT64_C(1) << (56 - 8 * scale)) & 56;
		unsigned whole = 64 - zeros - 8 * scale; /* bits of the integer part: 8..56 */
		uint64_t text = (digits | ZEROS8) >> zeros;
		uint64_t fraction = text >> whole;

		memcpy(p, &text, 8);
		p += whole / 8;
		*p++ = '.';
		memcpy(p, &fraction, 8);
		return p + scale;
	}
	return scale == 0 ? put_u64(p, v) : ss_num_decimal(p, (ss_i128)v, scale);
}

static SS_TEXT_RARE char *
put_wide(const struct ss_text_step *s, size_t row, char *p, ss_i128 v)
{
	ss_u128 limit = ss_num_pow10(SS_DECIMAL_DIGITS_MAX);
	ss_u128 size = v < 0 ? 0 - (ss_u128)v : (ss_u128)v;

	if (size >= limit) {
		ss_text_fail(s, row, SS_TEXT_BAD_DECIMAL);
		return p;
	}
	return ss_num_decimal(p, v, s->digits);
}

static SS_TEXT_INLINE char *
put_decimal128(const struct ss_text_step *s, size_t row, char *p)
{
	const int64_t *v = (const int64_t *)s->values + row * 2;
	uint64_t sign;

	if (SS_LIKELY(v[1] == v[0] >> 63 && v[0] != INT64_MIN)) {
		sign = (uint64_t)v[0] >> 63;
		*p = '-';
		return put_fixed(p + sign, ((uint64_t)v[0] ^ (0 - sign)) + sign, s->digits);
	}
	return put_wide(s, row, p, (ss_i128)((ss_u128)(uint64_t)v[1] << 64 | (uint64_t)v[0]));
}

/* Any width and scale, by long division: 256 bits, negative scales, scale 0 and over 38. */
static char *
put_big(const struct ss_text_step *s, size_t row, char *p)
{
	const uint64_t chunk = UINT64_C(1000000000000000000);
	uint64_t limbs[BIG_LIMBS] = {0};
	char reversed[BIG_DIGITS_MAX + 18];
	size_t bytes = s->bits / 8, n = 0, scale = s->scale > 0 ? (size_t)s->scale : 0;
	const uint8_t *from = (const uint8_t *)s->values + row * bytes;
	bool negative = from[bytes - 1] & 0x80, more = true;

	memset(limbs, negative ? 0xff : 0, sizeof(limbs));
	memcpy(limbs, from, bytes);
	for (size_t i = 0, carry = 1; negative && i < BIG_LIMBS; i++) {
		limbs[i] = ~limbs[i] + carry;
		carry = carry && limbs[i] == 0;
	}
	while (more) {
		ss_u128 rest = 0;

		more = false;
		for (size_t i = BIG_LIMBS; i-- > 0;) {
			rest = rest << 64 | limbs[i];
			limbs[i] = (uint64_t)(rest / chunk);
			rest %= chunk;
			more = more || limbs[i] != 0;
		}
		for (unsigned i = 0; i < 18; i++, rest /= 10)
			reversed[n++] = (char)('0' + (unsigned)(rest % 10));
	}
	while (n > 1 && reversed[n - 1] == '0')
		n--;
	if (n > 76 || scale > 76) {
		ss_text_fail(s, row, SS_TEXT_BAD_DECIMAL);
		return p;
	}
	if (negative)
		*p++ = '-';
	for (size_t i = SS_MAX(n, scale + 1); i-- > 0;) {
		*p++ = i < n ? reversed[i] : '0';
		if (i == scale && scale != 0)
			*p++ = '.';
	}
	if (s->scale < 0 && !(n == 1 && reversed[0] == '0')) {
		memset(p, '0', (size_t)-s->scale);
		p += -s->scale;
	}
	return p;
}

static SS_TEXT_RARE char *
put_not_finite(const struct ss_text_step *s, size_t row, char *p, double v)
{
	struct ss_str word = isnan(v) ? SS_STR("NaN")
			     : v < 0  ? SS_STR("-Infinity")
				      : SS_STR("Infinity");

	if (s->nan == SS_TEXT_NAN_REFUSE) {
		ss_text_fail(s, row, SS_TEXT_NOT_FINITE);
		return p;
	}
	if (s->nan == SS_TEXT_NAN_NULL) {
		memcpy(p, "null", 4);
		return p + 4;
	}
	if (s->style->kind == SS_TEXT_JSON)
		*p++ = '"';
	memcpy(p, word.p, word.len);
	p += word.len;
	if (s->style->kind == SS_TEXT_JSON)
		*p++ = '"';
	return p;
}

static SS_TEXT_INLINE char *
put_double(const struct ss_text_step *s, size_t row, char *p)
{
	double v = ((const double *)s->values)[row];

	return SS_LIKELY(isfinite(v)) ? ss_num_double(p, v) : put_not_finite(s, row, p, v);
}

static SS_TEXT_INLINE char *
put_single(const struct ss_text_step *s, size_t row, char *p, float v)
{
	return SS_LIKELY(isfinite(v)) ? ss_num_float(p, v) : put_not_finite(s, row, p, (double)v);
}

static SS_TEXT_INLINE char *
put_float(const struct ss_text_step *s, size_t row, char *p)
{
	return put_single(s, row, p, ((const float *)s->values)[row]);
}

static SS_TEXT_INLINE char *
put_half(const struct ss_text_step *s, size_t row, char *p)
{
	unsigned half = ((const uint16_t *)s->values)[row];
	unsigned exponent = half >> 10 & 31;
	float mantissa = (float)(half & 1023), v;

	if (exponent == 31)
		v = (half & 1023) != 0 ? NAN : INFINITY;
	else if (exponent == 0)
		v = ldexpf(mantissa, -24);
	else
		v = ldexpf(mantissa + 1024.0f, (int)exponent - 25);
	return put_single(s, row, p, half & 0x8000 ? -v : v);
}

static SS_TEXT_RUN(run_decimal128, put_decimal128) static SS_TEXT_RUN(run_big, put_big) static SS_TEXT_RUN(
	run_double, put_double) static SS_TEXT_RUN(run_float,
						   put_float) static SS_TEXT_RUN(run_half, put_half)

	ss_text_run_fn ss_text_number_run(const struct ss_arrow_type *type)
{
	switch (type->kind) {
	case SS_ARROW_INT8: return run_int8;
	case SS_ARROW_UINT8: return run_uint8;
	case SS_ARROW_INT16: return run_int16;
	case SS_ARROW_UINT16: return run_uint16;
	case SS_ARROW_INT32: return run_int32;
	case SS_ARROW_UINT32: return run_uint32;
	case SS_ARROW_INT64:
	case SS_ARROW_DURATION: return run_int64;
	case SS_ARROW_UINT64: return run_uint64;
	case SS_ARROW_FLOAT16: return run_half;
	case SS_ARROW_FLOAT32: return run_float;
	case SS_ARROW_FLOAT64: return run_double;
	case SS_ARROW_DECIMAL:
		if (type->bits == 128 && type->scale >= 0 && type->scale <= SS_DECIMAL_DIGITS_MAX)
			return run_decimal128;
		return run_big;
	default: return NULL;
	}
}
