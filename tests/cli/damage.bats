#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# Streams that are cut, damaged, out of order or not all there: status 4, a message, no file under -o, and on a pipe
# nothing that was not verified. That every single bit counts is shown by the unit tests of lib/arrow.
# shellcheck disable=SC2154 # run sets status, output and stderr
load '../lib/common'

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	gen 2000 --batch 256 >good.arrows
	ss-fmt json good.arrows >good.json
}

# split: good.arrows.0 (schema), .1 ... (batches), the last is the end marker; sets n to their number
split() { n=$(python3 "$SS_TOP/tests/lib/messages.py" good.arrows); }

# join I...: the messages of these numbers
join()
{
	local i
	for i in "$@"; do cat "good.arrows.$i"; done
}

# refused FILE [OPTION...]: as a file and through a pipe, with one thread and with several
refused()
{
	local file=$1 j
	shift
	for j in 1 3; do
		rm -f out.json
		fails 4 ss-fmt json -j "$j" -o out.json "$@" "$file" || return
		no_file "$PWD/out.json" || return
	done
	run --separate-stderr ss-fmt json -j 2 "$@" < <(cat "$file")
	same 4 "$status" || return
	# what came out is the beginning of the truth
	[ -z "$output" ] || cmp -s <(printf '%s\n' "$output") <(head -n "${#lines[@]}" good.json) || {
		echo "wrong records came out of $file"
		return 1
	}
}

@test 'no input at all' {
	: >empty.arrows
	refused empty.arrows
	has "$stderr" 'empty'
	ss-fmt json --partial empty.arrows | cmp - /dev/null
}

@test 'an input that is no stream' {
	printf 'id,n\n1,2\n' >text.csv
	refused text.csv
	head -c 5000 /dev/zero >zero.arrows
	refused zero.arrows
	printf '{"id":1}\n' >text.json
	refused text.json
	echo 'name: x' | run --separate-stderr ss-fmt json
	same 4 "$status"
}

@test 'cut anywhere' {
	local size at
	size=$(stat -c %s good.arrows)
	for at in 1 7 8 9 100 $((size / 3)) $((size / 2)) $((size - 9)) $((size - 8)) $((size - 7)) $((size - 1)); do
		head -c "$at" good.arrows >cut.arrows
		refused cut.arrows || { echo "cut at $at of $size"; return 1; }
	done
}

@test 'cut between messages' {
	local end n
	split
	for ((end = 1; end < n; end++)); do
		# shellcheck disable=SC2046
		join $(seq 0 $((end - 1))) >cut.arrows
		refused cut.arrows || { echo "cut before message $end of $n"; return 1; }
	done
}

@test 'one bit is not what it was' {
	local size at byte turn
	size=$(stat -c %s good.arrows)
	for ((turn = 0; turn < 60; turn++)); do
		at=$((turn * (size - 1) / 59))
		cp good.arrows flipped.arrows
		byte=$(od -An -tu1 -j "$at" -N 1 good.arrows)
		# shellcheck disable=SC2059
		printf "\\x$(printf %x $((byte ^ 1 << turn % 8)))" | dd of=flipped.arrows bs=1 seek="$at" conv=notrunc status=none
		rm -f out.json
		run --separate-stderr ss-fmt json -o out.json flipped.arrows
		same 4 "$status" || { echo "bit $((turn % 8)) of byte $at"; return 1; }
		no_file "$PWD/out.json"
	done
}

@test 'the message names byte and batch' {
	cp good.arrows flipped.arrows
	local at
	at=$(($(stat -c %s good.arrows) * 2 / 3))
	printf '\xff\xff\xff\xff' | dd of=flipped.arrows bs=1 seek="$at" conv=notrunc status=none
	refused flipped.arrows
	run --separate-stderr ss-fmt json -o out.json flipped.arrows
	[[ $stderr =~ 'batch '[0-9]+ ]]
	[[ $stderr =~ 'byte '[0-9]+ ]]
}

@test 'messages left out, repeated, exchanged' {
	local n
	split
	((n == 10))
	join 0 1 2 3 4 5 6 7 8 9 | cmp - good.arrows
	join 0 1 2 4 5 6 7 8 9 >damaged.arrows
	refused damaged.arrows
	join 0 1 2 3 3 4 5 6 7 8 9 >damaged.arrows
	refused damaged.arrows
	join 0 1 3 2 4 5 6 7 8 9 >damaged.arrows
	refused damaged.arrows
	join 0 2 3 4 5 6 7 8 9 >damaged.arrows
	refused damaged.arrows
	join 0 1 2 3 4 5 6 7 9 >damaged.arrows
	refused damaged.arrows
	join 1 2 3 4 5 6 7 8 9 >damaged.arrows
	refused damaged.arrows
	join 0 0 1 2 3 4 5 6 7 8 9 >damaged.arrows
	refused damaged.arrows
	join 0 9 >damaged.arrows
	refused damaged.arrows
}

@test 'a message of another run among them' {
	local n
	split
	ss-gen -n 2000 -s 43 --batch 256 -e "$FIELDS" >other.arrows
	python3 "$SS_TOP/tests/lib/messages.py" other.arrows
	{
		join 0 1 2 3
		cat other.arrows.4
		join 5 6 7 8 9
	} >damaged.arrows
	refused damaged.arrows
}

@test 'rubbish behind the end' {
	{
		cat good.arrows
		echo rubbish
	} >damaged.arrows
	refused damaged.arrows
	{
		cat good.arrows
		printf '\0'
	} >damaged.arrows
	refused damaged.arrows
}

@test 'shards: one is whole, all are whole, some are not' {
	local i
	for i in 0 1 2; do gen 2000 --batch 256 --shard "$i/3" >"shard.$i"; done
	ss-fmt json shard.1 >/dev/null
	cat shard.0 shard.1 shard.2 | ss-fmt json | cmp - good.json
	cat shard.0 shard.1 >some.arrows
	refused some.arrows
	same 1333 "$(ss-fmt json --partial some.arrows | wc -l)"
	cat shard.0 shard.0 shard.1 shard.2 >some.arrows
	refused some.arrows
	cat shard.0 shard.2 >some.arrows
	refused some.arrows
	cat shard.1 shard.0 shard.2 >some.arrows
	run --separate-stderr ss-fmt json some.arrows
	same 4 "$status"
	# the middle one was killed
	{
		cat shard.0
		head -c 20000 shard.1
		cat shard.2
	} >some.arrows
	refused some.arrows
	refused some.arrows --partial
}

@test 'streams that do not go on from each other' {
	{
		cat good.arrows
		ss-gen -n 2000 -s 43 --batch 256 -e "$FIELDS"
	} >two.arrows
	refused two.arrows
	has "$stderr" 'seed'
}

@test 'a producer that is killed' {
	local rc
	for signal in KILL SEGV; do
		rm -f out.json
		rc=0
		{
			ss-gen -n 1G -s 1 -e "$FIELDS" &
			sleep 0.2
			kill -"$signal" $!
		} 2>/dev/null | ss-fmt json -o out.json 2>message || rc=$?
		same 4 "$rc"
		one_line "$(cat message)"
		no_file "$PWD/out.json"
	done
}

@test 'a producer that is stopped says so, and why it ended is told' {
	local rc signal
	for signal in INT TERM; do
		rm -f out.json
		{
			rc=0
			timeout --preserve-status -s "$signal" 0.3 ss-gen -n 1G -s 1 -e "$FIELDS" 2>producer || rc=$?
			echo "$rc" >rc
		} | {
			rc=0
			ss-fmt json -o out.json 2>message || rc=$?
			same 4 "$rc"
		}
		same $((128 + $(kill -l "$signal"))) "$(cat rc)"
		one_line "$(cat message)"
		has "$(cat message)" 'aborted'
		no_file "$PWD/out.json"
	done
}

@test 'other readers fail too when a run was aborted' {
	needs_python
	run bash -c 'timeout -s TERM 1 ss-gen -n 1G -s 1 -e "$1" | "$2" -c "import sys, pyarrow.ipc as i
for batch in i.open_stream(sys.stdin.buffer): pass"' bash "$FIELDS" "$SS_VENV"
	[ "$status" != 0 ]
	has "$output" 'rrow'
}
