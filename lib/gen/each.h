/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops over rows, written once: consecutive addresses and vectors of them differ only in
 * where an address comes from, and the compiler needs two loops to make the first one fast.
 */
#ifndef SS_GEN_EACH_H
#define SS_GEN_EACH_H

#include "gen/rows.h"

/* Runs the statement for i in 0 .. rows->count-1 with addr, the row's address. */
#define SS_EACH_ROW(rows, i, addr, ...)                              \
	do {                                                         \
		const size_t ss_n_ = (rows)->count;                  \
		const uint64_t *ss_a_ = (rows)->address;             \
		if (ss_a_ == NULL) {                                 \
			const uint64_t ss_first_ = (rows)->first;    \
			for (size_t i = 0; i < ss_n_; i++) {         \
				const uint64_t addr = ss_first_ + i; \
				__VA_ARGS__;                         \
			}                                            \
		} else {                                             \
			for (size_t i = 0; i < ss_n_; i++) {         \
				const uint64_t addr = ss_a_[i];      \
				__VA_ARGS__;                         \
			}                                            \
		}                                                    \
	} while (0)

#endif
