#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The registries: sorted, one file a row, and everything that describes or tests a row is there. The last test adds a
# datatype and a format as one file and one row each, and uses them.

bats_require_minimum_version 1.5.0
load gen

setup()
{
	set -o pipefail
	clean_environment
	types=$(sed -nE 's/^SS_TYPE\((.*)\)$/\1/p' "$SS_TOP/lib/gen/types.def")
	formats=$(sed -nE 's/^SS_FORMAT\((.*)\)$/\1/p' "$SS_TOP/lib/format/formats.def")
}

@test "rows are sorted and have one file each" {
	LC_ALL=C sort -c -u <<<"$types"
	LC_ALL=C sort -c -u <<<"$formats"
	# nothing but rows and comments
	run -1 grep -vE '^(SS_(TYPE|FORMAT)\([a-z0-9_]+\)|/\*.*\*/)$' "$SS_TOP/lib/gen/types.def" "$SS_TOP/lib/format/formats.def"
	cd "$SS_TOP/lib/gen"
	diff <(printf '%s\n' type_*.c | sed 's/^type_//; s/\.c$//') <(echo "$types")
	# a format may share another's file
	for format in $formats; do
		grep -lE "^const struct ss_format ss_format_$format = \{" "$SS_TOP"/lib/format/*.c | wc -l | grep -qx 1
	done
}

@test "no second list of datatypes or formats" {
	cd "$SS_TOP"
	run -1 grep -rnE 'ss_(type|format)_[a-z]+,.*ss_(type|format)_[a-z]+,' lib cmd
}

@test "every datatype is in ss-types(7), in the order of the registry" {
	ss-gen --types | sed -E 's/  .*//' >syntax
	grep -E '^\.It Li [a-z]+(\[|$)' "$SS_TOP/man/ss-types.7" | sed 's/^\.It Li //' | grep -Fx -f syntax | uniq | diff syntax -
}

@test "every datatype has a golden file" {
	for type in $types; do
		grep -qE "[ \[]$type(\[|$)" "$SS_TOP/tests/golden/$type.yaml"
		[ "$(wc -l <"$SS_TOP/tests/golden/$type.ndjson")" -eq 5 ]
	done
	cd "$SS_TOP/tests/golden"
	diff <(printf '%s\n' *.yaml | sed 's/\.yaml$//') <(echo "$types")
	diff <(printf '%s\n' *.ndjson | sed 's/\.ndjson$//') <(echo "$types")
}

@test "every format is in ss-fmt(1) and in its help" {
	for format in $formats; do
		grep -qE "(^|[^a-z])$format([^a-z]|$)" "$SS_TOP/man/ss-fmt.1"
		ss-fmt --help | grep -q "^Format $format "
	done
}

@test "a datatype and a format are one file and one row each" {
	[ -z "$SS_SAN" ] || skip "one variant is enough"
	mkdir tree
	(cd "$SS_TOP" && cp -r Makefile VERSION lib cmd "$BATS_TEST_TMPDIR/tree")
	cd tree
	cat >lib/gen/type_answer.c <<-'END'
		/* SPDX-License-Identifier: Apache-2.0 */
		#include "gen/bind.h"
		#include "gen/types.h"

		static enum ss_status
		answer_bind(struct ss_binder *binder, const struct ss_datatype *datatype, struct ss_op *op,
			    struct ss_err *err)
		{
			(void)binder;
			(void)datatype;
			if (ss_bind_arguments(op, 0, 0, err) != SS_OK)
				return err->status;
			ss_bind_int_column(op, 42, 42);
			return SS_OK;
		}

		static void
		answer_fill(const struct ss_op *op, const struct ss_rows *rows, struct ss_column *column)
		{
			(void)op;
			memset(SS_COLUMN_VALUES(column, int8_t, rows->count), 42, rows->count);
		}

		static void
		answer_describe(const struct ss_op *op, struct ss_buf *text)
		{
			(void)op;
			ss_buf_printf(text, "always the answer");
		}

		const struct ss_type ss_type_answer = {
			.name = "answer",
			.syntax = "answer",
			.help = "the answer",
			.example = "answer",
			.bind = answer_bind,
			.fill = answer_fill,
			.describe = answer_describe,
		};
	END
	cat >lib/format/count.c <<-'END'
		/* SPDX-License-Identifier: Apache-2.0 */
		#include "format/format.h"

		static enum ss_status
		count_open(const struct ArrowSchema *schema, const void *options, const struct ss_format_context *context,
			   void **state, struct ss_buf *out, struct ss_err *err)
		{
			(void)options;
			(void)context;
			(void)err;
			*state = NULL;
			ss_buf_printf(out, "%d columns\n", (int)schema->n_children);
			return SS_OK;
		}

		static enum ss_status
		count_encode(void *state, unsigned worker, const struct ArrowArray *batch, uint64_t first,
			     struct ss_buf *out, struct ss_err *err)
		{
			(void)state;
			(void)worker;
			(void)first;
			(void)err;
			ss_buf_printf(out, "%d records\n", (int)batch->length);
			return SS_OK;
		}

		static void
		count_close(void *state, bool complete, struct ss_buf *out)
		{
			(void)state;
			if (complete)
				ss_buf_puts(out, SS_STR("end\n"));
		}

		const struct ss_format ss_format_count = {
			.name = "count",
			.suffixes = "count",
			.help = "how many records",
			.flags = SS_FORMAT_ORDERED,
			.open = count_open,
			.encode = count_encode,
			.close = count_close,
		};
	END
	sed -i '0,/^SS_TYPE/s//SS_TYPE(answer)\n&/' lib/gen/types.def
	sed -i '0,/^SS_FORMAT(csv)/s//SS_FORMAT(count)\n&/' lib/format/formats.def
	env -u MAKEFLAGS -u MAKELEVEL -u B make -s -j2 OPT=-O0 WERROR=1 all 2>&1
	bin=$PWD/build/O0/bin
	"$bin/ss-gen" -n 300 --batch 128 -e 'a: answer; b: array[answer, 2..2]' >stream
	[ "$("$bin/ss-fmt" count <stream | paste -sd,)" = '2 columns,128 records,128 records,44 records,end' ]
	[ "$("$bin/ss-fmt" json <stream | sort -u)" = '{"a":42,"b":[42,42]}' ]
	"$bin/ss-fmt" -o out.count <stream
	[ "$(tail -n 1 out.count)" = end ]
	# the programs as they were read the stream, lists and help know the rows
	ss-fmt csv <stream | head -n 1 | grep -qx a,b
	"$bin/ss-gen" --types | grep -qE '^answer +the answer$'
	"$bin/ss-gen" --explain a -e 'a: answer' | grep -q 'always the answer'
	"$bin/ss-fmt" --help | grep -q '^Format count (how many records)'
	rc=0
	"$bin/ss-gen" -e 'a: anser' 2>message || rc=$?
	[ "$rc" -eq 2 ]
	grep -q 'did you mean "answer"?' message
}
