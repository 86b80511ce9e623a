/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Arrow C data interface (Apache Arrow, "The Arrow C data interface"): how batches of
 * columns look in memory. At module boundaries no other record type exists.
 *
 * A stream's schema is one struct ArrowSchema of format "+s" whose children are the columns;
 * a batch is one struct ArrowArray whose children match them. Inside the project arrays are
 * borrowed: whoever hands one out says how long it lives, offset is always 0, and release may
 * be NULL on arrays that somebody else owns.
 */
#ifndef SS_ARROW_CDATA_H
#define SS_ARROW_CDATA_H

#include "base/buf.h"
#include "base/defs.h"
#include "base/err.h"
#include "base/str.h"

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
	const char *format;   /* type, see ss_arrow_type_of */
	const char *name;     /* column name, UTF-8 */
	const char *metadata; /* int32 n, then n times int32 length + bytes for key and value */
	int64_t flags;
	int64_t n_children;
	struct ArrowSchema **children;
	struct ArrowSchema *dictionary; /* type of the values; format is then the index type */
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length;
	int64_t null_count; /* known here, never -1 */
	int64_t offset;	    /* always 0 inside the project */
	int64_t n_buffers;
	int64_t n_children;
	const void **buffers; /* as the Arrow columnar format says; validity may be NULL */
	struct ArrowArray **children;
	struct ArrowArray *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

enum ss_arrow_kind {
	SS_ARROW_NULL,
	SS_ARROW_BOOL,
	SS_ARROW_INT8,
	SS_ARROW_UINT8,
	SS_ARROW_INT16,
	SS_ARROW_UINT16,
	SS_ARROW_INT32,
	SS_ARROW_UINT32,
	SS_ARROW_INT64,
	SS_ARROW_UINT64,
	SS_ARROW_FLOAT16,
	SS_ARROW_FLOAT32,
	SS_ARROW_FLOAT64,
	SS_ARROW_DECIMAL, /* bits 32, 64, 128 or 256 */
	SS_ARROW_UTF8,
	SS_ARROW_LARGE_UTF8,
	SS_ARROW_UTF8_VIEW,
	SS_ARROW_BINARY,
	SS_ARROW_LARGE_BINARY,
	SS_ARROW_BINARY_VIEW,
	SS_ARROW_FIXED_BINARY, /* width bytes */
	SS_ARROW_DATE32,
	SS_ARROW_DATE64,
	SS_ARROW_TIME32,
	SS_ARROW_TIME64,
	SS_ARROW_TIMESTAMP,
	SS_ARROW_DURATION,
	SS_ARROW_INTERVAL, /* read: refused by name */
	SS_ARROW_LIST,
	SS_ARROW_LARGE_LIST,
	SS_ARROW_FIXED_LIST, /* width elements */
	SS_ARROW_STRUCT,
	SS_ARROW_MAP,
	SS_ARROW_UNION,		  /* read: refused by name */
	SS_ARROW_RUN_END_ENCODED, /* read: refused by name */
	SS_ARROW_LIST_VIEW,	  /* read: refused by name */
};

enum ss_arrow_unit { SS_UNIT_SECOND, SS_UNIT_MILLI, SS_UNIT_MICRO, SS_UNIT_NANO };

/* What a format string says. For a dictionary column this is the index type; ask again with
 * schema->dictionary for the values. */
struct ss_arrow_type {
	enum ss_arrow_kind kind;
	unsigned bits;		 /* of one value of a fixed-width kind, 1 for bool; else 0 */
	int64_t width;		 /* FIXED_BINARY bytes, FIXED_LIST elements */
	unsigned precision;	 /* DECIMAL */
	int scale;		 /* DECIMAL */
	enum ss_arrow_unit unit; /* TIME, TIMESTAMP, DURATION */
	const char *zone;	 /* TIMESTAMP: "" when it has none; points into the format */
};

/* Parses schema->format. SS_EDATA for a format that Arrow does not have. */
enum ss_status ss_arrow_type_of(const struct ArrowSchema *schema, struct ss_arrow_type *type,
				struct ss_err *err) SS_NODISCARD;
/* "int32", "timestamp[ms, UTC]", "dictionary<int8, utf8>", "list<struct<...>>" for messages. */
void ss_arrow_type_name(const struct ArrowSchema *schema, struct ss_buf *text);
/* Decimal digits of a unit's fraction: 0, 3, 6, 9. */
unsigned ss_arrow_unit_digits(enum ss_arrow_unit unit) SS_NODISCARD;

/* The value of a key in schema->metadata; false when there is none. Borrowed. */
bool ss_arrow_metadata(const struct ArrowSchema *schema, const char *key,
		       struct ss_str *value) SS_NODISCARD;
/* Appends one pair to metadata in the interface's encoding; an empty buf is begun. */
void ss_arrow_metadata_add(struct ss_buf *metadata, struct ss_str key, struct ss_str value);

/* true when row i is null; validity may be NULL. */
static inline bool
ss_arrow_is_null(const struct ArrowArray *array, int64_t i)
{
	const uint8_t *bits = array->null_count ? array->buffers[0] : NULL;

	return bits != NULL && !(bits[i >> 3] >> (i & 7) & 1);
}

/* The first difference between two schemas as text ("column \"a\": int32 against int64"), or
 * false when they have the same names, types, flags and children. Metadata is ignored. */
bool ss_arrow_schema_differs(const struct ArrowSchema *a, const struct ArrowSchema *b,
			     struct ss_buf *difference) SS_NODISCARD;

#endif
