/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged streams: every flipped bit, every cut, every byte taken out, messages dropped,
 * doubled and swapped, end markers in the wrong place. Of a stream of ours none may pass; of
 * a foreign stream, whose bytes nothing vouches for, none may lead the reader astray (the
 * sanitizers judge that).
 */
#include "arrow_sample.h"

static const struct ss_reader_options plain = {.name = "test"};

struct subject {
	struct ss_buf bytes;
	size_t places[32]; /* of messages, then end marker, then end */
	size_t n;	   /* messages without the end marker */
	int fd;
};

/* A small stream with validity, text, a list of structures and a dictionary inside. */
static void
make_subject(struct subject *subject)
{
	static const char *const pairs[] = {"ss:structure", "small", "ss:seed", "1", NULL};
	static const int64_t lengths[] = {5, 3};
	struct sample s = {.state = 7};
	struct ArrowSchema *columns[3];
	struct ArrowSchema *line = sample_field(&s, "+s", "item", 1);
	struct ss_promise promise = {.records = 8, .has_records = true, .part = 1, .parts = 1};

	line->children[0] = sample_dictionary(&s, "c", "colour", sample_field(&s, "u", "", 0));
	columns[0] = sample_field(&s, "i", "a", 0);
	columns[1] = sample_field(&s, "u", "b", 0);
	columns[2] = sample_list(&s, "+l", "c", line);
	sample_schema(&s, columns, 3, pairs);
	sample_stream(&s, &promise, lengths, 2, &subject->bytes, subject->places, NULL);
	while (subject->places[subject->n + 1] < subject->bytes.len)
		subject->n++;
	REQUIRE(subject->n == 4 && subject->bytes.len < 8192);
	subject->fd = sample_descriptor(&subject->bytes);
	ss_arena_release(&s.arena);
}

/* Same messages without a sign that they are ours. */
static void
make_foreign(struct ss_buf *bytes, size_t begin, size_t end)
{
	for (size_t i = begin; i + 3 <= end; i++) {
		if (memcmp(bytes->p + i, "ss:", 3) == 0)
			memcpy(bytes->p + i, "xx:", 3);
	}
}

static enum ss_status
read_fd(int fd)
{
	struct ss_err err;
	uint64_t records;
	unsigned events;
	enum ss_status status;

	REQUIRE(lseek(fd, 0, SEEK_SET) == 0);
	status = sample_read(fd, &plain, &records, &events, &err);
	REQUIRE(status == SS_OK || (status == SS_EDATA && err.message[0] != '\0'));
	return status;
}

static void
put_byte(int fd, size_t at, uint8_t byte)
{
	REQUIRE(pwrite(fd, &byte, 1, (off_t)at) == 1);
}

static void
flips(struct subject *subject)
{
	REQUIRE(read_fd(subject->fd) == SS_OK);
	for (size_t i = 0; i < subject->bytes.len; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			put_byte(subject->fd, i, (uint8_t)(subject->bytes.p[i] ^ 1u << bit));
			if (read_fd(subject->fd) == SS_EDATA)
				continue;
			fprintf(stderr, "bit %u of byte %zu passed\n", bit, i);
			exit(1);
		}
		put_byte(subject->fd, i, subject->bytes.p[i]);
	}
	REQUIRE(read_fd(subject->fd) == SS_OK);
}

static void
cuts(struct subject *subject)
{
	for (size_t i = subject->bytes.len; i-- > 0;) {
		REQUIRE(ftruncate(subject->fd, (off_t)i) == 0);
		REQUIRE(read_fd(subject->fd) == SS_EDATA);
	}
	REQUIRE(pwrite(subject->fd, subject->bytes.p, subject->bytes.len, 0) ==
		(ssize_t)subject->bytes.len);
	REQUIRE(read_fd(subject->fd) == SS_OK);
}

static void
deletions(const struct subject *subject)
{
	for (size_t i = 0; i < subject->bytes.len; i += 3) {
		struct ss_buf copy = {0};
		struct ss_err err;
		uint64_t records;
		unsigned events;

		ss_buf_put(&copy, subject->bytes.p, i);
		ss_buf_put(&copy, subject->bytes.p + i + 1, subject->bytes.len - i - 1);
		REQUIRE(sample_read_bytes(&copy, &plain, &records, &events, &err) == SS_EDATA);
		ss_buf_release(&copy);
	}
}

static void
append_message(const struct subject *subject, size_t k, struct ss_buf *out)
{
	ss_buf_put(out, subject->bytes.p + subject->places[k],
		   subject->places[k + 1] - subject->places[k]);
}

static enum ss_status
read_order(const struct subject *subject, const size_t *order, size_t n, const char *behind,
	   size_t len)
{
	struct ss_buf copy = {0};
	struct ss_err err;
	uint64_t records;
	unsigned events;
	enum ss_status status;

	for (size_t i = 0; i < n; i++)
		append_message(subject, order[i], &copy);
	ss_buf_put(&copy, behind, len);
	status = sample_read_bytes(&copy, &plain, &records, &events, &err);
	ss_buf_release(&copy);
	return status;
}

/* Message k is the end marker for k = n. */
static void
orders(const struct subject *subject)
{
	const size_t n = subject->n + 1;
	size_t order[16];

	for (size_t i = 0; i < n; i++)
		order[i] = i;
	REQUIRE(read_order(subject, order, n, NULL, 0) == SS_OK);
	REQUIRE(read_order(subject, order, n, "\0\0\0\0\0\0\0\0", 8) == SS_EDATA);
	REQUIRE(read_order(subject, order, n, "x", 1) == SS_EDATA);
	REQUIRE(read_order(subject, order, n, "\xff\xff\xff\xff\0\0\0\0", 8) == SS_EDATA);
	for (size_t i = 0; i < n; i++) {
		size_t m = 0;

		/* One left out, one twice, an end marker in front. */
		for (size_t k = 0; k < n; k++)
			if (k != i)
				order[m++] = k;
		REQUIRE(read_order(subject, order, m, NULL, 0) == SS_EDATA);
		m = 0;
		for (size_t k = 0; k < n; k++) {
			order[m++] = k;
			if (k == i)
				order[m++] = k;
		}
		REQUIRE(read_order(subject, order, m, NULL, 0) == SS_EDATA);
		m = 0;
		for (size_t k = 0; k < n; k++) {
			if (k == i)
				order[m++] = n - 1;
			order[m++] = k;
		}
		REQUIRE(read_order(subject, order, m, NULL, 0) == SS_EDATA);
		/* Only the first i, then the end marker. */
		order[i] = n - 1;
		REQUIRE(i + 1 == n || read_order(subject, order, i + 1, NULL, 0) == SS_EDATA);
		for (size_t k = i + 1; k < n; k++) {
			for (m = 0; m < n; m++)
				order[m] = m == i ? k : m == k ? i : m;
			REQUIRE(read_order(subject, order, n, NULL, 0) == SS_EDATA);
		}
	}
}

/* Bytes of a stream that nobody vouches for: right, refused, never astray. */
static void
foreign(struct subject *subject)
{
	static const uint8_t values[] = {0, 1, 2, 4, 7, 0x7F, 0x80, 0xFF};
	unsigned passed = 0;

	make_foreign(&subject->bytes, 0, subject->bytes.len);
	REQUIRE(pwrite(subject->fd, subject->bytes.p, subject->bytes.len, 0) ==
		(ssize_t)subject->bytes.len);
	REQUIRE(read_fd(subject->fd) == SS_OK);
	for (size_t i = 0; i < subject->bytes.len; i++) {
		for (size_t v = 0; v < sizeof(values); v++) {
			put_byte(subject->fd, i, values[v]);
			passed += read_fd(subject->fd) == SS_OK;
			put_byte(subject->fd, i, (uint8_t)(subject->bytes.p[i] + values[v]));
			passed += read_fd(subject->fd) == SS_OK;
		}
		put_byte(subject->fd, i, subject->bytes.p[i]);
	}
	REQUIRE(passed > 0);
}

/* The head lost its signs, later messages have theirs. */
static void
lost_head(void)
{
	struct ss_reader_options options = plain;
	struct subject subject = {0};
	struct ss_err err;
	uint64_t records;
	unsigned events;

	make_subject(&subject);
	make_foreign(&subject.bytes, 0, subject.places[1]);
	REQUIRE(sample_read_bytes(&subject.bytes, &options, &records, &events, &err) == SS_EDATA);
	REQUIRE(strstr(err.message, "checksums without a beginning") != NULL);
	options.foreign = true;
	REQUIRE(sample_read_bytes(&subject.bytes, &options, &records, &events, &err) == SS_OK);
	REQUIRE(records == 8 && events == 1);
	close(subject.fd);
	ss_buf_release(&subject.bytes);
}

static struct subject subject;

static void
test_flips(void)
{
	flips(&subject);
}

static void
test_cuts(void)
{
	cuts(&subject);
}

static void
test_deletions(void)
{
	deletions(&subject);
}

static void
test_orders(void)
{
	orders(&subject);
}

static void
test_foreign(void)
{
	foreign(&subject);
}

int
main(void)
{
	make_subject(&subject);
	RUN(test_flips);
	RUN(test_cuts);
	RUN(test_deletions);
	RUN(test_orders);
	RUN(test_foreign);
	close(subject.fd);
	ss_buf_release(&subject.bytes);
	RUN(lost_head);
	return check_done();
}
