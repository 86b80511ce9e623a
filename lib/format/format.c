/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry of formats: formats.def is read once for the declarations and once for the
 * table. Nothing else in the project lists the formats.
 */
#include "format/format.h"

#define SS_FORMAT(name) extern const struct ss_format ss_format_##name;
#include "format/formats.def"
#undef SS_FORMAT

static const struct ss_format *const formats[] = {
#define SS_FORMAT(name) &ss_format_##name,
#include "format/formats.def"
#undef SS_FORMAT
};

static bool
has_suffix(const struct ss_format *format, struct ss_str suffix)
{
	struct ss_str rest = ss_str(format->suffixes);

	while (rest.len != 0) {
		ptrdiff_t blank = ss_str_find(rest, SS_STR(" "));
		size_t len = blank < 0 ? rest.len : (size_t)blank;

		if (ss_str_eq_nocase(ss_str_n(rest.p, len), suffix))
			return true;
		len += blank >= 0;
		rest = ss_str_n(rest.p + len, rest.len - len);
	}
	return false;
}

const struct ss_format *
ss_format_at(size_t i)
{
	return i < SS_ARRAY_LEN(formats) ? formats[i] : NULL;
}

const struct ss_format *
ss_format_named(const char *name)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(formats); i++)
		if (ss_str_eq_nocase(ss_str(formats[i]->name), ss_str(name)))
			return formats[i];
	return NULL;
}

const struct ss_format *
ss_format_for_path(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash != NULL ? slash : path, '.');

	if (dot == NULL)
		return NULL;
	for (size_t i = 0; i < SS_ARRAY_LEN(formats); i++)
		if (has_suffix(formats[i], ss_str(dot + 1)))
			return formats[i];
	return NULL;
}
