#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Every value is pinned: sha256.txt has the sums of the stream and of the JSON of every sample structure, and
# <datatype>.ndjson the records that <datatype>.yaml makes, for people to read. A change here changes users' data.
# "make golden" writes them anew; read the diff before a commit.
#
# These sums are compared in every variant that is checked (gcc and clang, -O0 and -O3, sanitizers: "make torture"), and
# that is how it is shown that they all make the same bytes; SS_TORTURE=1 builds four of them here.

bats_require_minimum_version 1.5.0
load ../cli/gen

now=2026-12-01T00:00:00Z

setup()
{
	set -o pipefail
	clean_environment
	samples=("$SS_TOP"/schemas/structures/*.yaml "$SS_TOP/bench/structures/w1.yaml")
}

# stream FILE [BIN]: the stream of a thousand records, with these programs
stream() { "${2:-$SS_BIN}/ss-gen" -n 1000 -s 42 --now $now "$1"; }

# Structures that only work inside another have no stream of their own.
stands_alone() { ! "$SS_BIN/ss-gen" --check --json "$1" | jq -e '.messages[0].code == "no-parent"' >/dev/null; }

# sums [BIN]: the table of sha256.txt
sums()
{
	local file name
	for file in "${samples[@]}"; do
		stands_alone "$file" || continue
		name=$(basename "$file" .yaml)
		stream "$file" "${1:-}" >sample.arrows
		"${1:-$SS_BIN}/ss-fmt" json <sample.arrows >sample.ndjson
		printf '%s  %s\n' "$(sha256sum <sample.arrows | cut -c 1-64)" "$name.arrows"
		printf '%s  %s\n' "$(sha256sum <sample.ndjson | cut -c 1-64)" "$name.ndjson"
	done
}

@test "streams and JSON of all samples are the bytes of sha256.txt" {
	sums >got
	[ -z "${SS_UPDATE_GOLDEN:-}" ] || cp got "$SS_TOP/tests/golden/sha256.txt"
	diff "$SS_TOP/tests/golden/sha256.txt" got
	[ "$(wc -l <got)" -ge 30 ]
}

@test "five records of every datatype are the text of its file" {
	for file in "$SS_TOP"/tests/golden/*.yaml; do
		name=$(basename "$file" .yaml)
		"$SS_BIN/ss-gen" -n 5 -s 42 --now $now --structures "$SS_TOP/tests/golden/nested" "$file" |
			"$SS_BIN/ss-fmt" json >"$name"
		[ -z "${SS_UPDATE_GOLDEN:-}" ] || cp "$name" "$SS_TOP/tests/golden/$name.ndjson"
		diff "$SS_TOP/tests/golden/$name.ndjson" "$name"
		[ "$(wc -l <"$name")" -eq 5 ]
	done
}

@test "threads do not show" {
	for file in "${samples[@]}"; do
		stands_alone "$file" || continue
		for j in 1 2 3 8; do
			stream "$file" | "$SS_BIN/ss-fmt" json -j $j | sha256sum
			"$SS_BIN/ss-gen" -j $j -n 1000 -s 42 --now $now --batch 64 "$file" | sha256sum
		done >sums
		[ "$(sort -u sums | wc -l)" -eq 2 ] || { echo "$file"; return 1; }
		for j in 1 2 3 8; do "$SS_BIN/ss-gen" -j $j -n 1000 -s 42 --now $now "$file" | sha256sum; done >sums
		[ "$(sort -u sums | wc -l)" -eq 1 ] || { echo "$file"; return 1; }
	done
}

@test "time zone, language, umask, home and folder do not show" {
	for file in "${samples[@]}"; do
		stands_alone "$file" || continue
		for k in {1..12}; do
			case $k in
			1) stream "$file" ;;
			2) TZ=Asia/Kathmandu stream "$file" ;;
			3) TZ=America/New_York stream "$file" ;;
			4) TZ=:nonsense stream "$file" ;;
			5) LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 stream "$file" ;;
			6) LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 stream "$file" ;;
			7) LC_ALL=POSIX stream "$file" ;;
			8) LC_ALL=nonsense LANGUAGE=nonsense stream "$file" ;;
			9) (umask 077 && stream "$file") ;;
			10) (unset HOME TERM LC_ALL TZ && stream "$file") ;;
			11) (cd / && stream "$file") ;;
			12) cp "$(dirname "$file")"/*.yaml . && stream "$(basename "$file")" ;;
			esac | sha256sum
		done | sort -u >sums
		[ "$(wc -l <sums)" -eq 1 ] || { echo "$file"; return 1; }
	done
}

@test "gcc and clang, -O0 and -O3 give the same bytes" {
	[ -n "${SS_TORTURE:-}" ] || skip "only with SS_TORTURE=1: each variant's own run compares the sums"
	sums >want
	for cc in gcc clang; do
		for opt in -O0 -O3; do
			folder=build/$([ $cc = gcc ] || echo clang_)${opt#-}
			env -u MAKEFLAGS -u MAKELEVEL make -s -C "$SS_TOP" CC=$cc OPT=$opt SAN= COVERAGE= PESSIMIST= all >&2
			[ -x "$SS_TOP/$folder/bin/ss-gen" ]
			sums "$SS_TOP/$folder/bin" | diff want -
		done
	done
}
