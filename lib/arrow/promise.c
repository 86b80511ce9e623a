/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Promises in the clear. Every number has one spelling (no sign, no leading zero), each key
 * comes at most once: what has two readings could hide damage. Called by read.c.
 */
#include "arrow/promise.h"

static const struct ss_message_key all_keys[SS_N_KEYS] = {
	[SS_KEY_XXH3] = {.key = "ss:xxh3"},   [SS_KEY_VERSION] = {.key = "ss:version"},
	[SS_KEY_FIRST] = {.key = "ss:first"}, [SS_KEY_RECORDS] = {.key = "ss:records"},
	[SS_KEY_PART] = {.key = "ss:part"},   [SS_KEY_TOTAL] = {.key = "ss:total"},
	[SS_KEY_SHARD] = {.key = "ss:shard"},
};

/* "i/n" with least <= i and i <= n - 1 + least. */
static enum ss_status
fraction_of(const struct ss_message_key *key, uint32_t least, uint32_t *i, uint32_t *n,
	    struct ss_err *err)
{
	ptrdiff_t slash = ss_str_find(key->value, SS_STR("/"));
	uint64_t a, b;

	*i = 0;
	*n = 0;
	if (key->count == 0)
		return SS_OK;
	if (key->count != 1 || slash < 0 ||
	    !ss_message_decimal(ss_str_n(key->value.p, (size_t)slash), &a) ||
	    !ss_message_decimal(
		    ss_str_n(key->value.p + slash + 1, key->value.len - (size_t)slash - 1), &b) ||
	    b == 0 || b > UINT32_MAX || a < least || a >= b + least)
		return ss_err_set(err, SS_EDATA, "damaged-promise", "%s \"%.*s\" makes no sense",
				  key->key, SS_STR_ARGS(key->value));
	*i = (uint32_t)a;
	*n = (uint32_t)b;
	return SS_OK;
}

void
ss_promise_keys(struct ss_message_key *keys)
{
	memcpy(keys, all_keys, sizeof(all_keys));
}

enum ss_status
ss_promise_number(const struct ss_message_key *key, uint64_t *value, struct ss_err *err)
{
	if (key->count != 1)
		return ss_err_set(err, SS_EDATA, "damaged-promise", "%s is there %u times",
				  key->key, key->count);
	if (!ss_message_decimal(key->value, value))
		return ss_err_set(err, SS_EDATA, "damaged-promise", "%s \"%.*s\" is no number",
				  key->key, SS_STR_ARGS(key->value));
	return SS_OK;
}

enum ss_status
ss_promise_read(const struct ss_message_key *keys, struct ss_promise *promise, struct ss_err *err)
{
	const struct ss_message_key *version = &keys[SS_KEY_VERSION];
	enum ss_status status;

	if (version->count != 1)
		return ss_err_set(err, SS_EDATA, "damaged-promise", "ss:version is there %u times",
				  version->count);
	if (!ss_str_eq(version->value, ss_str(SS_IPC_VERSION))) {
		ss_err_set(err, SS_EDATA, "stream-version",
			   "stream conventions of version \"%.*s\"; only %s is known",
			   SS_STR_ARGS(version->value), SS_IPC_VERSION);
		return ss_err_hint(err, "use tools of the same release on both sides");
	}
	status = ss_promise_number(&keys[SS_KEY_FIRST], &promise->first, err);
	promise->has_records = keys[SS_KEY_RECORDS].count != 0;
	if (status == SS_OK && promise->has_records)
		status = ss_promise_number(&keys[SS_KEY_RECORDS], &promise->records, err);
	promise->has_total = keys[SS_KEY_TOTAL].count != 0;
	if (status == SS_OK && promise->has_total)
		status = ss_promise_number(&keys[SS_KEY_TOTAL], &promise->total, err);
	if (status == SS_OK)
		status = fraction_of(&keys[SS_KEY_PART], 1, &promise->part, &promise->parts, err);
	if (status == SS_OK)
		status =
			fraction_of(&keys[SS_KEY_SHARD], 0, &promise->shard, &promise->shards, err);
	if (status == SS_OK && promise->first + promise->records < promise->first)
		status = ss_err_set(err, SS_EDATA, "damaged-promise", "record numbers beyond 2^64");
	return status;
}
