#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Independent readers on the stream of every sample structure and every datatype: they must see what ss-fmt json says.
# Skipped only where they could not be installed.

bats_require_minimum_version 1.5.0
load gen

setup_file()
{
	local file name alone
	[ -n "$SS_VENV" ] || return 0
	export JUDGED=$BATS_FILE_TMPDIR/judged
	mkdir "$JUDGED"
	for file in "$SS_TOP"/schemas/structures/*.yaml "$SS_TOP"/bench/structures/*.yaml "$SS_TOP"/tests/golden/*.yaml; do
		name=$(basename "$file" .yaml)
		alone=("$SS_BIN/ss-gen" -n 300 -s 42 --now 2026-12-01T00:00:00Z)
		[[ $file != */golden/* ]] || alone+=(--structures "$SS_TOP/tests/golden/nested")
		"${alone[@]}" "$file" >"$JUDGED/$name.arrows" 2>"$JUDGED/message" || {
			grep -q 'has no parent' "$JUDGED/message" || return 1
			rm "$JUDGED/$name.arrows"
			continue
		}
		"$SS_BIN/ss-fmt" json <"$JUDGED/$name.arrows" >"$JUDGED/$name.ndjson"
		"$SS_BIN/ss-fmt" csv <"$JUDGED/$name.arrows" >"$JUDGED/$name.csv"
	done
	# many batches, no records, one record
	"$SS_BIN/ss-gen" -n 5000 --batch 16 -e 'a: enum[x,y,z]; b: array[char[0..9], 0..3]; c: boolean; d: sequence' \
		>"$JUDGED/batches.arrows"
	"$SS_BIN/ss-gen" -n 1 -e 'a: enum[x,y,z]; b: array[array[boolean, 0..3], 0..3]; c: boolean' >"$JUDGED/one.arrows"
	"$SS_BIN/ss-gen" -n 0 -e 'a: enum[x,y,z]; b: array[array[boolean, 0..3], 0..3]; c: boolean' >"$JUDGED/none.arrows"
	for name in batches one none; do
		"$SS_BIN/ss-fmt" json <"$JUDGED/$name.arrows" >"$JUDGED/$name.ndjson"
		"$SS_BIN/ss-fmt" csv <"$JUDGED/$name.arrows" >"$JUDGED/$name.csv"
	done
}

setup() { clean_environment; }

judge()
{
	[ -n "$SS_VENV" ] || skip "no Python readers"
	"$SS_VENV" "$SS_TOP/tests/judge/agree.py" "$1" "$JUDGED"
}

@test "pyarrow reads and fully validates every sample" { judge pyarrow; }

@test "Polars' own reader agrees" { judge polars; }

@test "DuckDB agrees, through pyarrow" { judge duckdb; }

@test "Python's csv module agrees on ss-fmt csv" { judge csv; }

@test "readers fail on a run that was interrupted" {
	[ -n "$SS_VENV" ] || skip "no Python readers"
	"$SS_BIN/ss-gen" -n 1000 -e 'a: sequence' >whole.arrows
	head -c -8 whole.arrows >cut.arrows
	{
		cat cut.arrows
		printf '\xff\xff\xff\xff\x00\x00\x01\x00ss: aborted: interrupted\n'
	} >aborted.arrows
	read_all='import sys, pyarrow.ipc as i; print(i.open_stream(sys.argv[1]).read_all().num_rows)'
	[ "$("$SS_VENV" -c "$read_all" whole.arrows)" = 1000 ]
	run -1 "$SS_VENV" -c "$read_all" aborted.arrows
	run -1 "$SS_VENV" -c 'import sys, polars; print(polars.read_ipc_stream(sys.argv[1]).height)' aborted.arrows
	# what other readers do not notice, ours do
	run -4 "$SS_BIN/ss-fmt" csv cut.arrows
	run -4 "$SS_BIN/ss-fmt" csv aborted.arrows
}
