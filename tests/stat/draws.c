/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Raw draws on standard output for dieharder (-g 200) and other batteries:
 *
 *     draws records | fields | seeds | values
 *
 * records: first draws of consecutive records of one field. fields: of 8 fields, record by
 * record. seeds: of seeds 0 to 7, record by record. values: draws 0 to 15 of each value. A
 * bad generator shows here as correlation between neighbours of each kind. Endless; ends
 * when the reader does.
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

	for (unsigned i = 0; i < LANES; i++) {
		char field[2] = {(char)('a' + i), 0};
		struct ss_key root = ss_key_root(SS_STR("probe"), mode == 's' ? (int64_t)i : 0);

		keys[i] = ss_key_child(root, mode == 's' ? SS_STR("a") : ss_str(field));
	}
	for (;;) {
		for (size_t i = 0; i < SS_ARRAY_LEN(block); i++) {
			block[i] = ss_draw(ss_draws(keys[lane], record), draw);
			if (mode == 'v' && ++draw < 16)
				continue;
			draw = 0;
			if ((mode == 'f' || mode == 's') && ++lane < LANES)
				continue;
			lane = 0;
			record++;
		}
		if (fwrite(block, sizeof(block), 1, stdout) != 1)
			return 1;
	}
}
