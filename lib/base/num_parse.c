/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text to decimals, counts and sizes. Called for options and structures, never per record.
 * Invariant: a text is taken whole or refused, and what is taken is exact.
 */
#include "base/num.h"

#define LITERAL_CHARS_MAX 64
/* Larger exponents are outside 38 digits whatever the digits are, unless all are zero. */
#define EXPONENT_MAX 1000

/* A literal taken apart; the digits have no leading zeros. */
struct literal {
	bool negative;
	unsigned n_digits;
	int scale; /* digits behind the point, less the exponent */
	char digits[LITERAL_CHARS_MAX];
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Takes digits at *i into the literal; false when there is none. */
static bool
take_digits(struct ss_str s, size_t *i, struct literal *literal)
{
	const size_t start = *i;

	for (; *i < s.len && is_digit(s.p[*i]); ++*i)
		if (literal->n_digits > 0 || s.p[*i] != '0')
			literal->digits[literal->n_digits++] = s.p[*i];
	return *i > start;
}

static bool
take_exponent(struct ss_str s, size_t *i, struct literal *literal)
{
	bool negative = false;
	int exponent = 0;
	size_t start;

	if (*i < s.len && (s.p[*i] == '-' || s.p[*i] == '+'))
		negative = s.p[(*i)++] == '-';
	start = *i;
	for (; *i < s.len && is_digit(s.p[*i]); ++*i)
		exponent = SS_MIN(exponent * 10 + (s.p[*i] - '0'), EXPONENT_MAX);
	literal->scale += negative ? exponent : -exponent;
	return *i > start;
}

static bool
take_literal(struct ss_str s, struct literal *literal)
{
	size_t i = 0;

	*literal = (struct literal){.negative = false};
	if (s.len == 0 || s.len > LITERAL_CHARS_MAX)
		return false;
	if (s.p[0] == '-' || s.p[0] == '+') {
		literal->negative = s.p[0] == '-';
		i = 1;
	}
	if (!take_digits(s, &i, literal))
		return false;
	if (i < s.len && s.p[i] == '.') {
		const size_t point = ++i;

		if (!take_digits(s, &i, literal))
			return false;
		literal->scale = (int)(i - point);
	}
	if (i < s.len && (s.p[i] == 'e' || s.p[i] == 'E')) {
		i++;
		if (!take_exponent(s, &i, literal))
			return false;
	}
	return i == s.len;
}

bool
ss_num_parse_decimal(struct ss_str s, ss_i128 *unscaled, unsigned *scale)
{
	struct literal literal;
	ss_u128 v = 0;

	if (!take_literal(s, &literal))
		return false;
	if (literal.n_digits == 0)
		literal.scale = SS_MAX(SS_MIN(literal.scale, SS_DECIMAL_DIGITS_MAX), 0);
	/* Zeros at the end of the fraction carry no value, so they do not make it too long. */
	while (literal.scale > 0 && literal.n_digits > 0 &&
	       (literal.scale > SS_DECIMAL_DIGITS_MAX ||
		literal.n_digits > SS_DECIMAL_DIGITS_MAX) &&
	       literal.digits[literal.n_digits - 1] == '0') {
		literal.n_digits--;
		literal.scale--;
	}
	if (literal.scale > SS_DECIMAL_DIGITS_MAX || literal.n_digits > SS_DECIMAL_DIGITS_MAX)
		return false;
	for (unsigned i = 0; i < literal.n_digits; i++)
		v = v * 10 + (unsigned)(literal.digits[i] - '0');
	if (literal.scale < 0) {
		if ((int)literal.n_digits - literal.scale > SS_DECIMAL_DIGITS_MAX)
			return false;
		v *= ss_num_pow10((unsigned)-literal.scale);
		literal.scale = 0;
	}
	*unscaled = literal.negative ? -(ss_i128)v : (ss_i128)v;
	*scale = (unsigned)literal.scale;
	return true;
}

struct unit {
	const char *suffix;
	uint64_t factor;
};

static const struct unit count_units[] = {
	{"", 1},
	{"k", UINT64_C(1000)},
	{"M", UINT64_C(1000000)},
	{"G", UINT64_C(1000000000)},
	{"T", UINT64_C(1000000000000)},
};

static const struct unit size_units[] = {
	{"B", 1},
	{"kB", UINT64_C(1000)},
	{"MB", UINT64_C(1000000)},
	{"GB", UINT64_C(1000000000)},
	{"TB", UINT64_C(1000000000000)},
	{"Ki", UINT64_C(1) << 10},
	{"KiB", UINT64_C(1) << 10},
	{"Mi", UINT64_C(1) << 20},
	{"MiB", UINT64_C(1) << 20},
	{"Gi", UINT64_C(1) << 30},
	{"GiB", UINT64_C(1) << 30},
	{"Ti", UINT64_C(1) << 40},
	{"TiB", UINT64_C(1) << 40},
};

static uint64_t
find_factor(const struct unit *units, size_t n_units, struct ss_str suffix)
{
	for (size_t i = 0; i < n_units; i++)
		if (ss_str_eq(suffix, ss_str(units[i].suffix)))
			return units[i].factor;
	return 0;
}

/* number * factor, when it is a whole number that fits. */
static bool
scale_whole(struct ss_str number, uint64_t factor, uint64_t *value)
{
	ss_i128 unscaled;
	ss_u128 product;
	ss_u128 divisor;
	unsigned scale;

	if (!ss_num_parse_decimal(number, &unscaled, &scale) ||
	    __builtin_mul_overflow((ss_u128)unscaled, (ss_u128)factor, &product))
		return false;
	divisor = ss_num_pow10(scale);
	if (product % divisor != 0 || product / divisor > UINT64_MAX)
		return false;
	*value = (uint64_t)(product / divisor);
	return true;
}

static bool
parse_units(struct ss_str s, bool size, uint64_t *value)
{
	struct ss_str number = s;
	struct ss_str suffix;
	uint64_t factor;
	bool exponent = false;
	size_t i = 0;

	if (s.len == 0 || !is_digit(s.p[0]))
		return false;
	while (i < s.len && (is_digit(s.p[i]) || s.p[i] == '.'))
		i++;
	if (i < s.len && (s.p[i] == 'e' || s.p[i] == 'E')) {
		exponent = true;
		i++;
		if (i < s.len && (s.p[i] == '-' || s.p[i] == '+'))
			i++;
		while (i < s.len && is_digit(s.p[i]))
			i++;
	}
	number.len = i;
	suffix = ss_str_n(s.p + i, s.len - i);
	factor = find_factor(count_units, SS_ARRAY_LEN(count_units), suffix);
	if (factor == 0 && size)
		factor = find_factor(size_units, SS_ARRAY_LEN(size_units), suffix);
	/* "1e6k" is more likely a slip than a wish. */
	if (factor == 0 || (exponent && factor != 1))
		return false;
	return scale_whole(number, factor, value);
}

bool
ss_num_parse_count(struct ss_str s, uint64_t *count)
{
	return parse_units(s, false, count);
}

bool
ss_num_parse_size(struct ss_str s, uint64_t *bytes)
{
	return parse_units(s, true, bytes);
}
