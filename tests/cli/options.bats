#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Every tool's options, right and wrong: a row is a wrong command line and what its message must name. All are
# status 2, one line on stderr, nothing on stdout, and no file.
# shellcheck disable=SC2154 # run sets status, output and stderr
load '../lib/common'

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	printf 'name: good\ndata: {id: "sequence[1]"}\n' >good.yaml
	ss-gen -n 10 good.yaml >in.arrows
}

# rows: lines "text that the message has => arguments"; reports all that go wrong
rows()
{
	local tool=$1 want line args bad=0
	while IFS= read -r line; do
		[ -n "$line" ] || continue
		want=${line%% => *}
		eval "args=(${line#* => })"
		# shellcheck disable=SC2154 # args
		if ! fails 2 "$tool" "${args[@]}" -o out.file || ! has "$stderr" "$want" || ! no_file "$PWD/out.file"; then
			printf 'row: %s\n\n' "$line"
			rm -f out.file
			bad=1
		fi
	done
	return $bad
}

@test 'wrong options of ss-fmt' {
	rows ss-fmt <<-'ROWS'
		unknown option "--cuont" => json --cuont 5
		unknown option "--thread"; did you mean "--threads"? => json --thread 5
		unknown option "--ouptut"; did you mean "--output"? => json --ouptut=x
		unknown option "-x" => json -qx
		unknown option "-threads"; did you mean "--threads"? => json -threads 2
		unknown option "--\x1B" => json --$'\e'
		option "--quiet" takes no argument, not "1" => json --quiet=1
		option "-j" wants a count such as 1000, 10k or 1e6, not "two" => json -j two
		option "-j" wants a count such as 1000, 10k or 1e6, not "-1" => json -j -1
		option "--threads" wants a count such as 1000, 10k or 1e6, not "" => json --threads=
		option "--progress" wants "auto", "none" or "json", not "yes" => json --progress yes
		unknown format "jsn"; did you mean "json"? => jsn
		unknown format "nothing like it"; the formats are: => "nothing like it"
		unknown format "xml" => -f xml in.arrows
		no format is given; say it first, as in: ss-fmt json in.arrows => in.arrows
		no format is given; say it first => --quiet
		"--delimiter" is not an option of json; it belongs to csv => json --delimiter ';'
		"--pretty" is not an option of csv; it belongs to json => csv --pretty
		more than one file: "in.arrows"; join them: cat FILE... | ss-fmt json => json in.arrows in.arrows
		cannot open "absent": No such file or directory => json absent
	ROWS
}

@test 'wrong options of ss-gen' {
	rows ss-gen <<-'ROWS'
		unknown option "--cuont"; did you mean "--count"? => --cuont 5 good.yaml
		unknown option "--seeds"; did you mean "--seed"? => --seeds=5 good.yaml
		unknown option "-x" => -x good.yaml
		option "--check" takes no argument, not "yes" => --check=yes good.yaml
		"ten" => -n ten good.yaml
		"-5" => -n -5 good.yaml
		"1.5" => -n 1.5 good.yaml
		"99999999999999999999" => -n 99999999999999999999 good.yaml
		"1e400" => -n 1e400 good.yaml
		"" => -n '' good.yaml
		"abc" => -s abc good.yaml
		"18446744073709551616" => -s 18446744073709551616 good.yaml
		"x" => --first x good.yaml
		"3/3" => --shard 3/3 good.yaml
		"0/0" => --shard 0/0 good.yaml
		"1" => --shard 1 good.yaml
		"a/b" => --shard a/b good.yaml
		--shard => --shard auto good.yaml
		"soon" => --now soon good.yaml
		"2026-13-01" => --now 2026-13-01 good.yaml
		"2026-02-30T00:00:00Z" => --now 2026-02-30T00:00:00Z good.yaml
		"two" => -j two good.yaml
		"maybe" => --progress maybe good.yaml
		batch => --batch 3 good.yaml
		batch => --batch 131072 good.yaml
		--record => --record 5 --first 3 good.yaml
		--output goes with none of --check, --explain, --types => --explain nope good.yaml
		absent.yaml => absent.yaml
		good.yaml => -e 'id: sequence[1]' good.yaml
		strng => -e 'id: strng'
	ROWS
}

@test 'no structure at all' {
	run --separate-stderr ss-gen </dev/null
	same 2 "$status"
	same '' "$output"
	[ -n "$stderr" ]
}

@test 'help and version of every tool: standard output, status 0, anywhere on the line' {
	local tool
	for tool in "$SS_BIN"/ss-*; do
		run --separate-stderr "$tool" --help
		same 0 "$status"
		same '' "$stderr"
		has "$output" "Usage: ${tool##*/} "
		has "$output" "See ${tool##*/}(1)"
		# examples come before the options
		[[ $output == *$'\nExamples:\n'*$'\nOptions:\n'* ]]
		same "$output" "$("$tool" --nonsense -h)"
		run --separate-stderr "$tool" x -V
		same 0 "$status"
		same '' "$stderr"
		same "${tool##*/} $(cat "$SS_TOP/VERSION")" "${lines[0]}"
		same "$output" "$("$tool" --version)"
		has "$output" 'stream conventions 1'
	done
}

@test 'help fits 80 columns' {
	local tool
	for tool in "$SS_BIN"/ss-*; do
		same '' "$("$tool" --help | awk '/^Examples:/ { skip = 1 } /^$/ { skip = 0 } !skip && length > 80')"
	done
}

@test 'the same letter means the same everywhere' {
	local tool
	for tool in "$SS_BIN"/ss-*; do
		"$tool" --help | sed -nE 's/^  -(.), --([a-z-]+).*/\1 \2/p'
	done | sort -u >letters
	same '' "$(cut -d ' ' -f 1 letters | uniq -d)"
	grep -qx 'o output' letters
	grep -qx 'j threads' letters
}

@test 'options may follow operands, -- ends them, letters may be grouped' {
	ss-gen good.yaml -qn10 >a.arrows
	ss-gen -q --count=10 -- good.yaml >b.arrows
	cmp a.arrows b.arrows
	cp good.yaml ./-odd.yaml
	same 10 "$(ss-gen -n 10 -- -odd.yaml | ss-fmt json | wc -l)"
	same 10 "$(ss-gen -n 10 - <good.yaml | ss-fmt json | wc -l)"
}

@test 'messages cannot drive the terminal' {
	fails 2 ss-fmt $'js\e[31mon\x9b'
	has "$stderr" 'js\x1B[31mon\x9B'
	fails 2 ss-gen $'no\nsuch\x7f.yaml'
	has "$stderr" 'no\x0Asuch\x7F.yaml'
}
