/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The main() that a fuzz target gets when it is not linked with libFuzzer: feeds it every file of the folders
 * named, then the empty input, and prints one TAP line. A crash prints none, and the runner counts that.
 */
#include <dirent.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int
replay(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	long size;
	int ok = 0;

	if (!file)
		return 0;
	if (!fseek(file, 0, SEEK_END) && (size = ftell(file)) >= 0 && size < INT_MAX) {
		rewind(file);
		/* exactly as large as the input, so that a sanitizer sees one byte too far */
		data = malloc((size_t)size);
		if ((data || !size) && fread(data, 1, (size_t)size, file) == (size_t)size) {
			(void)LLVMFuzzerTestOneInput(data, (size_t)size);
			ok = 1;
		}
	}
	free(data);
	fclose(file);
	return ok;
}

int
main(int argc, char **argv)
{
	int count = 0;

	for (int i = 1; i < argc; i++) {
		DIR *dir = opendir(argv[i]);
		struct dirent *entry;
		char path[PATH_MAX];

		while (dir && (entry = readdir(dir))) {
			int len = snprintf(path, sizeof(path), "%s/%s", argv[i], entry->d_name);

			if (entry->d_name[0] != '.' && len > 0 && (size_t)len < sizeof(path))
				count += replay(path);
		}
		if (dir)
			closedir(dir);
	}
	(void)LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	printf("ok - replayed %d inputs\n", count);
	return 0;
}
