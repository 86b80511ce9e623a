/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The main() that a fuzz target gets when it is not linked with libFuzzer: feeds it every file
 * of the folders named and the empty input, then SS_FUZZ_MUTATIONS (default below) mutations of
 * them, and prints one TAP line. Mutation k depends on SS_FUZZ_SEED and k alone, and the last
 * words of a crash or a hang name k: SS_FUZZ_ONLY=k makes it again and keeps it in the file
 * SS_FUZZ_KEEP. A crash prints no result, and the runner counts that.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of one target; all together make 100,000 at least. */
#ifdef SS_SANITIZED
#define MUTATIONS 17000
#else
#define MUTATIONS 50000
#endif
#define FILES_MAX 1000
#define GROWTH_MAX 256 /* bytes that a mutation may add */
#define SECONDS_MAX 20 /* for one input */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

struct input {
	uint8_t *data;
	size_t size;
};

/* Only for the last words. */
static volatile sig_atomic_t current;

static uint64_t
next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static size_t
below(uint64_t *state, size_t n)
{
	return n == 0 ? 0 : (size_t)(next(state) % n);
}

static void
last_words(void)
{
	static const char words[] = "# died in mutation ";
	char text[sizeof(words) + 24];
	size_t len = sizeof(words) - 1;
	char digits[24];
	size_t n = 0;
	int k = current;

	memcpy(text, words, len);
	do
		digits[n++] = (char)('0' + k % 10);
	while ((k /= 10) > 0);
	while (n > 0)
		text[len++] = digits[--n];
	text[len++] = '\n';
	if (write(STDOUT_FILENO, text, len) < 0)
		_exit(1);
}

static void
on_signal(int number)
{
	last_words();
	signal(number, SIG_DFL);
	raise(number);
}

static void
feed(const uint8_t *data, size_t size)
{
	/* exactly as large as the input, so that a sanitizer sees one byte too far */
	uint8_t *copy = malloc(size);

	if (copy == NULL && size > 0)
		exit(1);
	if (size > 0)
		memcpy(copy, data, size);
	alarm(SECONDS_MAX);
	(void)LLVMFuzzerTestOneInput(copy, size);
	alarm(0);
	free(copy);
}

static bool
load(const char *path, struct input *input)
{
	FILE *file = fopen(path, "rb");
	long size;
	bool ok = false;

	if (file == NULL)
		return false;
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && size < INT_MAX) {
		rewind(file);
		input->size = (size_t)size;
		input->data = malloc(input->size + 1);
		ok = input->data != NULL && fread(input->data, 1, input->size, file) == input->size;
	}
	fclose(file);
	return ok;
}

static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* The folder's files in the order of their names, so that every machine makes the same. */
static size_t
load_folder(const char *folder, struct input *inputs, size_t n)
{
	struct dirent **entries = NULL;
	int count = scandir(folder, &entries, NULL, by_name);

	for (int i = 0; i < count; i++) {
		char path[PATH_MAX];
		int len = snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);

		if (entries[i]->d_name[0] != '.' && len > 0 && (size_t)len < sizeof(path) &&
		    n < FILES_MAX && load(path, &inputs[n]))
			n++;
		free(entries[i]);
	}
	free(entries);
	return n;
}

/* Room for count more bytes at a place; returns how many it made. */
static size_t
open_gap(struct input *m, size_t room, size_t at, size_t count)
{
	if (count > room - m->size)
		count = room - m->size;
	memmove(m->data + at + count, m->data + at, m->size - at);
	m->size += count;
	return count;
}

/* A number of 1, 2, 4 or 8 bytes, at one of the places where programs go wrong. */
static void
put_number(struct input *m, uint64_t *state)
{
	size_t width = (size_t)1 << below(state, 4);
	size_t at = below(state, m->size);
	uint64_t value = (uint64_t)1 << below(state, 65) % 64;
	uint64_t old = 0;

	if (width > m->size - at)
		return;
	memcpy(&old, m->data + at, width);
	switch (below(state, 5)) {
	case 0: value = 0; break;
	case 1: value -= 1; break;
	case 2: value = 0 - value; break;
	case 3: value = old + below(state, 33) - 16; break;
	default: break;
	}
	memcpy(m->data + at, &value, width);
}

/* Bytes of another input, or of this one. */
static void
put_piece(struct input *m, size_t room, const struct input *from, uint64_t *state)
{
	size_t at = below(state, m->size + 1);
	size_t begin = below(state, from->size);
	size_t count = below(state, from->size - begin + 1);
	uint8_t *piece;

	count = count > 64 ? 64 : count;
	piece = malloc(count + 1);
	if (piece == NULL)
		exit(1);
	if (count > 0)
		memcpy(piece, from->data + begin, count);
	if (below(state, 2) == 0)
		count = open_gap(m, room, at, count);
	else if (count > m->size - at)
		count = m->size - at;
	if (count > 0)
		memcpy(m->data + at, piece, count);
	free(piece);
}

static void
mutate_once(struct input *m, size_t room, const struct input *other, uint64_t *state)
{
	static const char marks[] = "[]{}\"'\\,.:;#-+&*! \n\t\r09aZ";
	size_t at = below(state, m->size + 1);
	size_t count = below(state, m->size - at + 1);

	switch (below(state, 8)) {
	case 0:
		if (at < m->size)
			m->data[at] ^= (uint8_t)(1u << below(state, 8));
		break;
	case 1:
		if (at < m->size)
			m->data[at] = (uint8_t)next(state);
		break;
	case 2:
		if (open_gap(m, room, at, 1) > 0)
			m->data[at] = (uint8_t)marks[below(state, sizeof(marks) - 1)];
		break;
	case 3:
		count = count > 32 ? 32 : count;
		memmove(m->data + at, m->data + at + count, m->size - at - count);
		m->size -= count;
		break;
	case 4: put_number(m, state); break;
	case 5: put_piece(m, room, other, state); break;
	case 6: put_piece(m, room, m, state); break;
	default:
		if (below(state, 16) == 0)
			m->size = at;
		else if (at < m->size)
			m->data[at] = (uint8_t)marks[below(state, sizeof(marks) - 1)];
		break;
	}
}

/* Mutation k; data is freed by the caller. */
static struct input
mutation(const struct input *inputs, size_t n, uint64_t seed, uint64_t k)
{
	uint64_t state = seed * UINT64_C(0x2545f4914f6cdd1d) + k;
	const struct input *base = &inputs[below(&state, n)];
	const size_t room = base->size + GROWTH_MAX;
	struct input m = {malloc(room), base->size};
	size_t times = (size_t)1 << below(&state, 4);

	if (m.data == NULL)
		exit(1);
	memcpy(m.data, base->data, base->size);
	while (times-- > 0)
		mutate_once(&m, room, &inputs[below(&state, n)], &state);
	return m;
}

static uint64_t
setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text != NULL && *text != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

static void
keep(const struct input *m)
{
	const char *path = getenv("SS_FUZZ_KEEP");
	FILE *file = path != NULL ? fopen(path, "wb") : NULL;

	if (file == NULL)
		return;
	fwrite(m->data, 1, m->size, file);
	fclose(file);
}

static uint64_t
mutate_all(const struct input *inputs, size_t n)
{
	const uint64_t seed = setting("SS_FUZZ_SEED", 1);
	const uint64_t only = setting("SS_FUZZ_ONLY", 0);
	const uint64_t count = n > 0 ? setting("SS_FUZZ_MUTATIONS", MUTATIONS) : 0;
	const uint64_t first = only != 0 ? only : 1;
	const uint64_t last = only != 0 ? only : count;

	for (uint64_t k = first; k <= last; k++) {
		struct input m = mutation(inputs, n, seed, k);

		current = (sig_atomic_t)k;
		if (only != 0)
			keep(&m);
		feed(m.data, m.size);
		free(m.data);
	}
	return count;
}

int
main(int argc, char **argv)
{
	static struct input inputs[FILES_MAX];
	uint64_t mutations;
	size_t n = 0;

	signal(SIGALRM, on_signal);
	signal(SIGABRT, on_signal);
	if (__sanitizer_set_death_callback != NULL)
		__sanitizer_set_death_callback(last_words);
	else
		signal(SIGSEGV, on_signal);
	for (int i = 1; i < argc; i++)
		n = load_folder(argv[i], inputs, n);
	feed((const uint8_t *)"", 0);
	for (size_t i = 0; i < n; i++)
		feed(inputs[i].data, inputs[i].size);
	mutations = mutate_all(inputs, n);
	for (size_t i = 0; i < n; i++)
		free(inputs[i].data);
	printf("ok - %zu inputs and %llu mutations of them\n", n, (unsigned long long)mutations);
	return 0;
}
