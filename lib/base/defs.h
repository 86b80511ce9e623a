/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Attributes, compiler extensions and every limit of the project. Included first by all
 * headers, so the feature macros below hold for the whole tree; nothing else may set them.
 */
#ifndef SS_BASE_DEFS_H
#define SS_BASE_DEFS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SS_NODISCARD __attribute__((warn_unused_result))
#define SS_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define SS_NORETURN __attribute__((noreturn))
#define SS_UNUSED __attribute__((unused))
#define SS_LIKELY(x) __builtin_expect(!!(x), 1)
#define SS_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SS_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define SS_MIN(a, b) ((a) < (b) ? (a) : (b))
#define SS_MAX(a, b) ((a) > (b) ? (a) : (b))

/* 128-bit integers: decimals of 38 digits need them, C17 has none. */
__extension__ typedef __int128 ss_i128;
__extension__ typedef unsigned __int128 ss_u128;

#ifdef SS_PESSIMIST
#define ss_dassert(x) assert(x)
#else
#define ss_dassert(x) ((void)sizeof(x))
#endif

/* Limits. Each is checked before the thing is allocated or used; ss-structure(5) lists them. */
#define SS_YAML_BYTES_MAX ((size_t)1 << 20)	   /* one file */
#define SS_YAML_TOTAL_BYTES_MAX ((size_t)8 << 20)  /* a structure with all that it names */
#define SS_YAML_DEPTH_MAX 64			   /* nested collections */
#define SS_YAML_EVENTS_MAX 100000		   /* events of one file, aliases expanded */
#define SS_YAML_SCALAR_BYTES_MAX ((size_t)1 << 16) /* one scalar */
#define SS_YAML_KEYS_MAX 4096			   /* keys of one mapping */
#define SS_FIELDS_MAX 4096			   /* fields of one structure */
#define SS_DATATYPE_BYTES_MAX (4 << 20)		   /* datatypes of a structure, aliases expanded */
#define SS_COLUMNS_MAX 65536			   /* columns of a stream, nested ones counted */
#define SS_STRUCTURE_DEPTH_MAX 16		   /* objects and arrays inside each other */
#define SS_STREAM_DEPTH_MAX 32			   /* nesting of a stream's schema */
#define SS_TEXT_LENGTH_MAX 10000000		   /* characters of char, bytes of bytes */
#define SS_ARRAY_LENGTH_MAX 10000000		   /* elements of an array */
#define SS_BATCH_RECORDS_MAX 65536		   /* records of a batch */
#define SS_BATCH_BODY_TARGET ((size_t)512 << 10)   /* expected bytes of a batch: L2 and the pipe */
#define SS_BODY_WRITE_MAX ((size_t)64 << 20)	   /* bytes of a body that we write */
#define SS_BODY_READ_MAX ((size_t)256 << 20)	   /* bytes of a body that we read */
#define SS_RECORD_WORST_MAX ((size_t)1 << 30)	   /* bytes that a batch could reach */
#define SS_BARE_ROWS_MAX (1 << 20)		   /* rows of a batch that has no data for them */
#define SS_THREADS_MAX 1024

#endif
