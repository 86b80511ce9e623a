/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of YAML keys, unrolled from keys.def. Read by the structure loader and by
 * whatever documents the language.
 */
#include "model/keys.h"

static const struct ss_key_row rows[] = {
#define SS_KEY(where, name, value, required, help) \
	{SS_KEY_##where, name, SS_KEY_##value, required, help},
#include "model/keys.def"
#undef SS_KEY
};

const struct ss_key_row *
ss_key_row(size_t i)
{
	return i < SS_ARRAY_LEN(rows) ? &rows[i] : NULL;
}
