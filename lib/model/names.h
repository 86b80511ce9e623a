/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private to lib/model: equal names among many, without a quadratic walk.
 */
#ifndef SS_MODEL_NAMES_H
#define SS_MODEL_NAMES_H

#include "base/str.h"

/* The first name, in the order given, that equals an earlier one: *second is its index, *first
 * that of the earlier. false when all differ. Sorts, so no choice of names makes it slow. */
bool ss_names_equal(const struct ss_str *names, size_t n, size_t *first,
		    size_t *second) SS_NODISCARD;

#endif
