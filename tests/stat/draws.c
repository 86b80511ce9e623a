/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raw draws on standard output for dieharder (-g 200) and other batteries:
 *
 *     draws records | fields | seeds | values | mixed
 *
 * records: first draws of consecutive records of one field. fields: of 8 fields, record by
 * record. seeds: of seeds 0 to 7, record by record. values: draws 0 to 15 of each value. mixed: of
 * seeds 0 to 7, each another field, draws 0 and 1, record by record. A bad generator shows here
 * as correlation between neighbours of each kind. Endless; ends when the reader does.
 */
#include <stdio.h>

#include "base/hash.h"
#include "gen/draw.h"

#define LANES 8

int
main(int argc, char **argv)
{
	struct ss_key keys[LANES];
	static uint64_t block[8192];
	char mode = argc > 1 ? argv[1][0] : 'r';
	uint64_t record = 0, draw = 0;
	unsigned lane = 0;

	const bool seeds = mode == 's' || mode == 'm', fields = mode != 's';
	const uint64_t draws = mode == 'v' ? 16 : mode == 'm' ? 2 : 1;
	const unsigned lanes = mode == 'r' || mode == 'v' ? 1 : LANES;

	for (unsigned i = 0; i < LANES; i++) {
		char field[2] = {(char)('a' + (fields ? i : 0)), 0};

		keys[i] = ss_key_child(ss_key_root(SS_STR("probe"), seeds ? (int64_t)i : 0),
				       ss_str(field));
	}
	for (;;) {
		for (size_t i = 0; i < SS_ARRAY_LEN(block); i++) {
			block[i] = ss_draw(ss_draws(keys[lane], record), draw);
			if (++draw < draws)
				continue;
			draw = 0;
			if (++lane < lanes)
				continue;
			lane = 0;
			record++;
		}
		if (fwrite(block, sizeof(block), 1, stdout) != 1)
			return 1;
	}
}
