#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Cases from public bug reports of other generators, retold: each test's name says what went wrong there. What must be
# refused ends with status 2, an empty standard output and one message with place, cause and remedy.

bats_require_minimum_version 1.5.0
load gen

setup()
{
	set -o pipefail
	clean_environment
}

@test "A01: an integer's upper bound is drawn" {
	for n in 7 8 13 100 1000; do
		values "n: int[0..$((n - 1))]" -n $((n * 1000)) -s 7 | count_lines >counts
		[ "$(wc -l <counts)" -eq "$n" ]
		# chi-square with n - 1 degrees of freedom, the limit of p = 1e-6 after Wilson and Hilferty
		awk -v n="$n" '
			$2 < 0 || $2 >= n { print "out of range: " $2; exit 1 }
			{ chi += ($1 - 1000) ^ 2 / 1000 }
			END {
				d = n - 1
				limit = d * (1 - 2 / (9 * d) + 4.753 * sqrt(2 / (9 * d))) ^ 3
				if (chi > limit) { print n " values: chi-square " chi " over " limit; exit 1 }
			}' counts
	done
}

@test "A02: ranges of one value are constants" {
	run -0 --separate-stderr values 'a: int[0..0]; b: int[-5..-5]; c: int[-100..-100]; d: decimal[1.50..1.50]' -n 200
	[ "$(sort -u <<<"$output")" = $'0\t-5\t-100\t1.50' ]
	[ "${#lines[@]}" -eq 200 ]
}

@test "A02: reversed ranges are refused" {
	refuse '<inline>:1:4: int range: min 9 is above max 3; put the smaller bound first' -e 'a: int[9..3]'
	refuse '<inline>:1:13: date range: min 2024-02-02 is above max 2024-02-01; ' -e 'a: uuid; b: date[2024-02-02..2024-02-01]'
	refuse '<inline>:1:4: char range: min 5 is above max 2; ' -e 'a: char[5..2]'
	structure s 'ok: uuid' 'n: int[9..3]'
	refuse 's\.yaml:4:6: int range: min 9 is above max 3; ' s.yaml
	refuse 's\.yaml:4:6: int range' --check s.yaml
	refuse 's\.yaml:4:6: int range' -n 0 s.yaml
}

@test "A03: ranges wider than half of int64" {
	values 'a: int[-9223372036854775808..-1]; b: int[1..9223372036854775807]; c: int[-9223372036854775808..9223372036854775807]' \
		-n 100k -s 7 >wide
	awk -F '\t' '
		$1 !~ /^-[0-9]+$/ || $2 !~ /^[1-9][0-9]*$/ { print; bad = 1; exit }
		{ negative += $3 ~ /^-/ }
		END { exit bad || NR != 100000 || negative < 49000 || negative > 51000 }' wide
	refuse '<inline>:1:[0-9]+: int wants whole numbers from -9223372036854775808 to 9223372036854775807 as bounds, not "9223372036854775808"' \
		-e 'n: int[0..9223372036854775808]'
}

@test "A04: decimals near their bounds are exact and even" {
	values 'a: decimal[0.2..0.3]; b: decimal[0.10..0.30]' -n 21k -s 7 >decimals
	[ "$(cut -f 1 decimals | sort -u | paste -sd' ')" = '0.2 0.3' ]
	cut -f 2 decimals | count_lines >counts
	[ "$(wc -l <counts)" -eq 21 ]
	[ "$(awk '{ print $2 }' counts | head -n 1)" = 0.10 ]
	[ "$(awk '{ print $2 }' counts | tail -n 1)" = 0.30 ]
	awk '$1 < 850 || $1 > 1150 || $2 !~ /^0\.[0-9][0-9]$/ { print; bad = 1 } END { exit bad }' counts
}

@test "A05: the last day and the last second come" {
	values 'd: date[2023-12-30..2023-12-31]' -n 1000 -s 7 >days
	[ "$(sort -u days | paste -sd' ')" = '2023-12-30 2023-12-31' ]
	values 't: timestamp[2023-12-31T23:59:58..2023-12-31T23:59:59]' -n 1000 -s 7 >seconds
	[ "$(sort -u seconds | grep -oE '23:59:5.' | paste -sd' ')" = '23:59:58 23:59:59' ]
	run -1 grep 2024 days seconds
}

@test "A06: the leap day comes in leap years only" {
	values 'd: date[2023-02-28..2024-03-01]' -n 20k -s 7 >days
	grep -qx 2024-02-29 days
	run -1 grep -x 2023-02-29 days
	[ "$(sort -u days | wc -l)" -eq 368 ]
}

@test "A06: years before a leap day" {
	ss-gen -n 20k --now 2024-02-29T12:00:00Z -e 't: timestamp[now-365d..now]; d: date[today-1y..today]' |
		ss-fmt tsv --no-header >out
	awk -F '\t' '
		NR == 1 { min = max = $1; dmin = dmax = $2 }
		$1 < min { min = $1 } $1 > max { max = $1 } $2 < dmin { dmin = $2 } $2 > dmax { dmax = $2 }
		END {
			if (min < "2023-03-01" || max >= "2024-02-29T12:00:01" || dmin != "2023-02-28" || dmax != "2024-02-29") {
				print min, max, dmin, dmax
				exit 1
			}
		}' out
}

@test "A07: the zone of the machine does not show" {
	for zone in UTC America/New_York Asia/Kathmandu Europe/Dublin; do
		TZ=$zone ss-gen -n 5000 -s 7 -e 't: timestamp[2024-03-10T01:30:00..2024-03-10T03:30:00]' >"stream.${zone#*/}"
		TZ=$zone ss-fmt json <"stream.${zone#*/}" >"json.${zone#*/}"
	done
	[ "$(sha256sum stream.* | cut -d ' ' -f 1 | sort -u | wc -l)" -eq 1 ]
	[ "$(sha256sum json.* | cut -d ' ' -f 1 | sort -u | wc -l)" -eq 1 ]
	# every minute of the hour that New York lacks is there, and all say UTC
	[ "$(grep -oE 'T02:[0-9]{2}' json.UTC | sort -u | wc -l)" -eq 60 ]
	run -1 grep -vE '^\{"t":"2024-03-10T0[123]:[0-9]{2}:[0-9]{2}Z"\}$' json.UTC
}

@test "A13: a pinned now gives the same bytes, the clock is said" {
	structure s 't: timestamp[now-30d..now]'
	ss-gen --now 2026-12-01T00:00:00Z s.yaml >one 2>quiet
	[ ! -s quiet ]
	ss-gen s.yaml >clock 2>note
	sleep 1.1
	ss-gen --now 2026-12-01T00:00:00Z s.yaml | cmp one -
	[ "$(wc -l <note)" -eq 1 ]
	now=$(sed -nE 's/^ss-gen: values depend on the clock; repeat with --now (....-..-..T..:..:..Z)$/\1/p' note)
	[ -n "$now" ]
	ss-gen --now "$now" s.yaml | cmp clock -
	ss-gen s.yaml 2>/dev/null | cmp -s clock - && return 1
	grep -aq 'ss:now' clock
	grep -aq "$now" clock
}

@test "A14: shards joined are the whole run" {
	structure s 'id: uuid' 'n: int[1..9223372036854775807]'
	ss-gen -n 100k -s 1 s.yaml | ss-fmt csv >whole.csv
	for i in 0 1 2 3; do ss-gen -n 100k -s 1 --shard "$i/4" s.yaml; done | ss-fmt csv | cmp whole.csv -
	[ "$(wc -l <whole.csv)" -eq 100001 ]
	[ "$(cut -d , -f 1 whole.csv | sort -u | wc -l)" -eq 100001 ]
}

@test "A14: seeds 1 and 2 share no row, no id and no number" {
	fields='id: uuid; n: int[1..9223372036854775807]'
	for seed in 1 2 -1; do values "$fields" -n 100k -s "$seed"; done >all
	[ "$(cut -f 1 all | sort | uniq -d | wc -l)" -eq 0 ]
	[ "$(cut -f 2 all | sort | uniq -d | wc -l)" -eq 0 ]
}

@test "A37: a locale with a decimal comma changes nothing" {
	structure s 'a: decimal[0.5..1.5]' 'b: double[0.5..1.5]' 'c: boolean[0.5]'
	ss-gen -n 2000 s.yaml >plain
	for locale in de_DE.UTF-8 fr_FR.UTF-8 tr_TR.UTF-8 C POSIX nosuch; do
		LC_ALL=$locale LANG=$locale LC_NUMERIC=$locale ss-gen -n 2000 s.yaml | cmp plain -
	done
}

@test "A64: no, null, 007 and friends stay the text written" {
	cat >norway.yaml <<-'END'
		name: no
		data:
		  NO: enum[NO,yes,007,1e3,~]
		  on: {datatype: int[1..2], alias: 22:22}
		  null: const[null]
		  1e3: const[no]
		  0x1F: const[0o17]
	END
	ss-gen -n 200 norway.yaml | ss-fmt json >out
	[ "$(head -n 1 out | jq -c 'keys_unsorted')" = '["NO","22:22","null","1e3","0x1F"]' ]
	[ "$(jq -c .NO out | sort -u | paste -sd' ')" = '"007" "1e3" "NO" "yes" "~"' ]
	[ "$(jq -c '[.null, ."1e3", ."0x1F"]' out | sort -u)" = '["null","no","0o17"]' ]
}

@test "A64: seeds are decimal numbers, 0123 is 123" {
	[ "$(values 'n: int[0..999999999]' -s 0123)" = "$(values 'n: int[0..999999999]' -s 123)" ]
	for seed in 0o17 0x1F 1e3 +1 1.0 '' ' 1' 9223372036854775808 1k; do
		refuse '--seed wants a whole number of 64 bits or random, not "' -s "$seed" -e 'n: int[1..9]'
	done
}

@test "A65: equal keys are refused with both lines" {
	printf 'name: d\ndata:\n  a: int[1..2]\n  b: uuid\n  a: int[3..4]\n' >field.yaml
	refuse 'field\.yaml:5:3: key "a" appears twice, first on line 3; ' field.yaml
	printf 'name: d\nname: e\ndata:\n  a: int[1..2]\n' >name.yaml
	refuse 'name\.yaml:2:1: key "name" appears twice, first on line 1; ' name.yaml
	printf 'name: d\ndata: {a: {datatype: uuid, datatype: uuid}}\n' >inner.yaml
	refuse 'inner\.yaml:2:28: key "datatype" appears twice, first on line 2; ' inner.yaml
	refuse '<inline>:1:[0-9]+: .*"a"' -e 'a: uuid; a: uuid'
}

@test "A65: merge keys are refused by name" {
	printf 'name: d\nbase: &b {a: uuid}\ndata:\n  <<: *b\n  a: uuid\n' >merge.yaml
	refuse 'merge\.yaml:4:3: merge keys \("<<"\) are not supported; ' merge.yaml
}

@test "A66: alias bombs are refused at once, honest anchors load" {
	{
		printf 'name: bomb\ndata:\n  a0: &a0 [x, x]\n'
		for i in {1..40}; do echo "  a$i: &a$i [*a$((i - 1)), *a$((i - 1))]"; done
	} >bomb.yaml
	refuse 'bomb\.yaml:[0-9]+:[0-9]+: more than [0-9]+ YAML events, aliases expanded; ' bomb.yaml
	if [ -z "$SS_SAN" ]; then
		# at most 50 MB of memory and 100 ms of CPU (0.2 s of wall time where others run beside it)
		(
			ulimit -v 51200
			timeout 0.2 "$SS_BIN/ss-gen" bomb.yaml 2>/dev/null || [ $? -eq 2 ]
		)
	fi
	{
		printf 'name: honest\ndata:\n'
		for i in {1..10}; do echo "  f$i: &t$i int[$i..$i]"; done
		printf '  g: *t3\n  h: {datatype: *t10, alias: *t1}\n'
	} >honest.yaml
	[ "$(ss-gen -n 1 honest.yaml | ss-fmt csv | tail -n 1)" = 1,2,3,4,5,6,7,8,9,10,3,10 ]
}

@test "A66: deep and wide files are refused at once" {
	{
		printf 'name: deep\ndata: '
		printf '[%.0s' {1..5000}
	} >deep.yaml
	refuse 'deep\.yaml:2:[0-9]+: .*; ' deep.yaml
	{
		printf 'name: wide\ndata:\n'
		seq -f '  f%.0f: uuid' 5000
	} >wide.yaml
	refuse 'wide\.yaml:[0-9]+:[0-9]+: .*4096' wide.yaml
	{
		printf 'name: long\ndata:\n  a: enum['
		head -c 70000 /dev/zero | tr '\0' x
		printf ']\n'
	} >long.yaml
	refuse 'long\.yaml:3:[0-9]+: ' long.yaml
	head -c 2000000 /dev/zero | tr '\0' '#' >huge.yaml
	refuse 'huge\.yaml' huge.yaml
	timeout 5 "$SS_BIN/ss-gen" /dev/zero >out 2>err || rc=$?
	[ "$rc" -eq 2 ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ]
}

@test "A66: nested structures that multiply are refused at once" {
	for i in {0..9}; do
		structure "s$i" "a: object[s$((i + 1))]" "b: object[s$((i + 1))]" "c: object[s$((i + 1))]" "d: object[s$((i + 1))]"
	done
	structure s10 'a: uuid'
	refuse 's[0-9]+\.yaml:[0-9]+:[0-9]+: more than 65536 columns' s0.yaml
}

@test "A66: small files do not take minutes or gigabytes" {
	limit=(timeout -s KILL 2 "$SS_BIN/ss-gen" --check)
	[ -z "$SS_SAN" ] || skip "a sanitizer takes memory and time of its own"
	# done or refused, but soon and in 256 MiB
	soon()
	{
		local rc=0
		(
			ulimit -v 262144
			"${limit[@]}" "$1" >out 2>&1
		) || rc=$?
		[ "$rc" -eq 0 ] || [ "$rc" -eq 2 ] || {
			echo "$1: status $rc: $(head -c 300 out)"
			return 1
		}
	}
	structure enums "e0: &e enum[$(seq -s , 100000 109000)]" "$(seq -f 'e%.0f: *e' 4000 | sed '2,$s/^/  /')"
	soon enums.yaml
	structure classes 'c: char[1..1, a]' "$(seq -f 'c%.0f: char[1..1, a]' 4000 | sed '2,$s/^/  /')"
	soon classes.yaml
	structure wide 'c: "char[1..1, \\u0100-\\uFFFF]"' "$(seq -f 'c%.0f: "char[1..1, \\u0100-\\uFFFF]"' 4000 | sed '2,$s/^/  /')"
	soon wide.yaml
}

@test "A67: a byte order mark and CRLF change nothing" {
	printf 'name: same\ndata:\n  a: int[1..9]\n  b: enum[x,y]\n' >plain.yaml
	printf '\xef\xbb\xbfname: same\ndata:\n  a: int[1..9]\n  b: enum[x,y]\n' >bom.yaml
	printf 'name: same\r\ndata:\r\n  a: int[1..9]\r\n  b: enum[x,y]\r\n' >crlf.yaml
	printf '\xef\xbb\xbf{"name": "same",\r\n "data": {"a": "int[1..9]", "b": "enum[x,y]"}}\r\n' >json.json
	ss-gen plain.yaml >plain
	for file in bom.yaml crlf.yaml json.json; do ss-gen "$file" | cmp plain -; done
	printf '\xef\xbb\xbfname: same\r\ndata:\r\n  a: strng\r\n' >bad.yaml
	refuse 'bad\.yaml:3:6: unknown datatype "strng"' bad.yaml
}

@test "A67: tabs, UTF-16 and broken UTF-8 are refused with their place" {
	printf 'name: t\ndata:\n\ta: int[1..9]\n' >tab.yaml
	refuse 'tab\.yaml:3:1: a tab cannot indent YAML; ' tab.yaml
	printf 'name: t\ndata:\n  a: int[1..9]\n' >plain.yaml
	iconv -f UTF-8 -t UTF-16 plain.yaml >utf16.yaml
	refuse 'utf16\.yaml:1:1: the text is UTF-16; save it as UTF-8' utf16.yaml
	iconv -f UTF-8 -t UTF-16BE plain.yaml >utf16be.yaml
	refuse 'utf16be\.yaml:1:[0-9]+: ' utf16be.yaml
	for bytes in '\xe9' '\xc0\x80' '\xed\xa0\x80' '\xf5\x80\x80\x80' '\xe2\x82'; do
		# shellcheck disable=SC2059
		printf "name: t\ndata:\n  a: const[$bytes]\n" >broken.yaml
		refuse 'broken\.yaml:3:12: .*UTF-8' broken.yaml
	done
	printf 'name: t\ndata:\n  a: const[x\0y]\n' >nul.yaml
	refuse 'nul\.yaml:3:[0-9]+: ' nul.yaml
}

@test "A68: wrong shapes are refused with place and the nearest key" {
	try()
	{
		printf '%b' "$2" >shape.yaml
		refuse "shape\\.yaml:$1" shape.yaml
	}
	try '3:7: unknown key "datatyp"; did you mean "datatype"\?' 'name: w\ndata:\n  a: {datatyp: int[1..2]}\n'
	try '2:7: "data" must be a mapping, not a list; ' 'name: w\ndata: [a, b]\n'
	try '2:1: "data" is empty; ' 'name: w\ndata:\n'
	try '2:[0-9]: "data" is empty; ' 'name: w\ndata: {}\n'
	try '3:1: a second document begins here; ' 'name: a\ndata: {a: uuid}\n---\nname: b\ndata: {b: uuid}\n'
	try '2:1: unknown key "conf"; ' 'name: w\nconf: {topik: x}\ndata: {a: uuid}\n'
	try '2:1: unknown key "dta"; did you mean "data"\?' 'name: w\ndta:\n  a: uuid\n'
	try '1:1: .* text, not a structure; ' 'just text\n'
	try '1:1: .*; ' '- a\n- b\n'
	try '1:1: there is nothing in it; ' ''
	try '1:1: there is nothing in it; ' '# a comment\n'
	try '1:1: the structure has no "name"; ' 'data:\n  a: uuid\n'
	try '1:1: the structure has no "data"' 'name: w\n'
	try '1:7: "name" must be a text' 'name: [w]\ndata: {a: uuid}\n'
	try '3:3: field "a" has no datatype; ' 'name: w\ndata:\n  a:\n'
	try '3:3: field "a" has no "datatype"; ' 'name: w\ndata:\n  a: {alias: x}\n'
	try '3:[0-9]+: .*; ' 'name: w\ndata:\n  a: [int, 1]\n'
	try '3:31: "hidden" must be true or false; ' 'name: w\ndata:\n  a: {datatype: uuid, hidden: maybe}\n'
	try '3:3: all fields are hidden; ' 'name: w\ndata:\n  a: {datatype: uuid, hidden: true}\n'
	try '4:3: .* both come out as "a"; ' 'name: w\ndata:\n  a: uuid\n  b: {datatype: uuid, alias: a}\n'
	try '3:6: "int\[1\.\.2" has no "\]" at its end; ' 'name: w\ndata:\n  a: int[1..2\n'
	try '3:6: "enum\[a" has no "\]" at its end; .* put quotes ' 'name: w\ndata:\n  a: enum[a #b, c]\n'
	try '3:6: unknown datatype "strng"' 'name: w\ndata:\n  a: strng\n'
	try '3:6: unknown datatype "timestmp"; did you mean "timestamp"\?' 'name: w\ndata:\n  a: timestmp[now..now]\n'
}

@test "bad datatypes in files name line and column inside flow mappings too" {
	printf 'name: f\ndata: {a: {datatype: char[3..15]}, b: {datatype: int[9..1], alias: z}}\n' >flow.yaml
	refuse 'flow\.yaml:2:50: int range: min 9 is above max 1' flow.yaml
	printf 'name: f\ndata:\n  città: {datatype: date[2023-02-29..2024-01-01]}\n' >utf8.yaml
	refuse 'utf8\.yaml:3:[0-9]+: date bound "2023-02-29": ' utf8.yaml
}

@test "text of the user's cannot drive a terminal" {
	printf 'name: e\ndata:\n  a: "str\\eng"\n' >escape.yaml
	refuse 'escape\.yaml:3:[0-9]+: unknown datatype "str.x1Bng"' escape.yaml
	run -1 grep -q $'\e' refused.err
}
