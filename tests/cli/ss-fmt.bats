#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# ss-fmt as its users see it: formats, options, inputs, outputs, signals. What the formats write is
# tests/unit and tests/golden; here it is only compared with itself.
# shellcheck disable=SC2002,SC2016,SC2154 # run sets status, output and stderr; pipes are what is tested
load '../lib/common'

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	gen 1000 >in.arrows
	ss-fmt json in.arrows >want.json
}

@test 'the format comes from the operand, from -f, or from the name of the output' {
	same "$(hash_of <want.json)" "$(ss-fmt -f json <in.arrows | hash_of)"
	same "$(hash_of <want.json)" "$(ss-fmt JSON <in.arrows | hash_of)"
	ss-fmt -o a.json in.arrows
	ss-fmt -o b.ndjson <in.arrows
	ss-fmt json -o c.txt in.arrows
	ss-fmt json -o d.csv in.arrows
	cmp want.json a.json
	cmp want.json b.ndjson
	cmp want.json c.txt
	cmp want.json d.csv
	ss-fmt -o e.csv in.arrows
	same "$(ss-fmt csv <in.arrows | hash_of)" "$(hash_of <e.csv)"
}

@test 'the input is a file, standard input, or - for it' {
	ss-fmt json - <in.arrows | cmp - want.json
	ss-fmt json <in.arrows | cmp - want.json
	cat in.arrows | ss-fmt json | cmp - want.json
	ss-fmt -- json in.arrows | cmp - want.json
	cp in.arrows json
	ss-fmt json json | cmp - want.json
	ss-fmt -f json json | cmp - want.json
}

@test 'a record a line, as many as went in' {
	same 1000 "$(grep -c '^{.*}$' want.json)"
	same 1 "$(head -n 1 want.json | jq .id)"
	same 1000 "$(tail -n 1 want.json | jq .id)"
	same 0 "$(gen 0 | ss-fmt json | wc -c)"
	same 'id,n,amount,name,when' "$(gen 0 | ss-fmt csv)"
}

@test 'any number of threads gives the same bytes' {
	local f j
	gen 100k >big.arrows
	for f in json csv tsv; do
		ss-fmt "$f" -j 1 big.arrows >want
		for j in 2 3 8; do
			ss-fmt "$f" -j "$j" big.arrows | cmp - want
			cat big.arrows | ss-fmt "$f" --threads="$j" -o got.txt
			cmp got.txt want
		done
	done
}

@test 'joined shards are the unsharded run' {
	local i
	for i in 0 1 2; do gen 1000 --shard "$i/3"; done >joined.arrows
	ss-fmt json joined.arrows | cmp - want.json
	ss-fmt csv joined.arrows >got.csv
	ss-fmt csv in.arrows | cmp - got.csv
}

@test 'arrow joins continued streams into one' {
	local i
	ss-fmt --help | grep -q '^Format arrow'
	for i in 0 1 2; do gen 1000 --shard "$i/3"; done | ss-fmt arrow -o one.arrows
	ss-fmt json one.arrows | cmp - want.json
	needs_python
	"$SS_VENV" -c 'import sys, pyarrow.ipc as i; print(i.open_stream(sys.stdin.buffer).read_all().num_rows)' \
		<one.arrows >rows
	same 1000 "$(cat rows)"
}

@test 'a second structure goes into json, and not where columns are described' {
	{
		cat in.arrows
		printf 'name: other\ndata: {x: "const[7]"}\n' >other.yaml
		ss-gen -n 2 other.yaml
	} >two.arrows
	same 1002 "$(ss-fmt json two.arrows | wc -l)"
	same '{"x":7}' "$(ss-fmt json two.arrows | tail -n 1)"
	run --separate-stderr ss-fmt csv -o two.csv two.arrows
	same 2 "$status"
	has "$stderr" '"other"'
	has "$stderr" '"inline"'
	no_file "$PWD/two.csv"
}

@test 'streams of other programs are read' {
	needs_python
	"$SS_VENV" - >foreign.arrows <<-'PY'
		import sys, pyarrow as pa, pyarrow.ipc as ipc
		t = pa.table({'id': [1, 2, None], 'text': ['a', None, 'c']})
		with ipc.new_stream(sys.stdout.buffer, t.schema) as w:
		    w.write_table(t)
	PY
	same '{"id":1,"text":"a"}{"id":2,"text":null}{"id":null,"text":"c"}' "$(ss-fmt json foreign.arrows | tr -d '\n')"
}

@test 'an output file is new, replaced, or what a symlink leads to; its mode stays' {
	umask 027
	ss-fmt -o new.json in.arrows
	cmp new.json want.json
	same 640 "$(stat -c %a new.json)"
	echo old >old.json
	chmod 604 old.json
	ss-fmt -o old.json in.arrows
	cmp old.json want.json
	same 604 "$(stat -c %a old.json)"
	mkdir d
	ln -s d/target.json link.json
	ss-fmt -o link.json in.arrows
	cmp d/target.json want.json
	[ -L link.json ]
	same '' "$(find . -name '.*.ss-*')"
}

@test 'pipes, FIFOs and devices are written in place' {
	mkfifo fifo
	cat fifo >got &
	ss-fmt json -o fifo in.arrows
	wait
	cmp got want.json
	ss-fmt json -o /dev/null in.arrows
	ss-fmt json -o /dev/stdout in.arrows | cmp - want.json
	ss-fmt json -o - in.arrows | cmp - want.json
	ss-fmt json -o >(cat >through) in.arrows
	for _ in 1 2 3 4 5 6 7 8 9 10; do ! cmp -s through want.json || break; sleep 0.1; done
	cmp through want.json
}

@test 'what cannot be opened is told before anything is read' {
	local f=(ss-fmt json)
	fails 2 "${f[@]}" absent.arrows
	same 'ss-fmt: cannot open "absent.arrows": No such file or directory' "$stderr"
	fails 2 "${f[@]}" .
	same 'ss-fmt: cannot open ".": Is a directory' "$stderr"
	fails 2 "${f[@]}" -o no/where.json in.arrows
	same 'ss-fmt: cannot write to "no/where.json": no folder "no"; create it: mkdir -p "no"' "$stderr"
	fails 2 "${f[@]}" -o . in.arrows
	fails 2 "${f[@]}" -o '' in.arrows
}

@test 'a folder or a file that may not be written' {
	[ "$(id -u)" != 0 ] || [ -n "${SS_NOBODY:-}" ] || skip 'runs as root'
	local bin=${SS_OPEN:+$SS_OPEN/bin}
	mkdir closed open
	chmod 755 closed
	chmod 777 open
	chmod o+x . "$BATS_RUN_TMPDIR" "$BATS_FILE_TMPDIR" 2>/dev/null || :
	echo old >open/old.json
	chmod 444 open/old.json
	[ "$(id -u)" = 0 ] || chmod 555 closed
	# shellcheck disable=SC2086
	fails 2 ${SS_NOBODY:-} "${bin:-$SS_BIN}/ss-fmt" json -o closed/x.json <in.arrows
	has "$stderr" 'cannot write to "closed/x.json": Permission denied'
	# shellcheck disable=SC2086
	fails 2 ${SS_NOBODY:-} "${bin:-$SS_BIN}/ss-fmt" json -o open/old.json <in.arrows
	has "$stderr" 'cannot write to "open/old.json": Permission denied'
	same old "$(cat open/old.json)"
}

@test 'a name that promises compression is not given to plain text' {
	fails 2 ss-fmt json -o x.ndjson.gz in.arrows
	has "$stderr" 'ss-fmt json | gzip >FILE'
	no_file "$PWD/x.ndjson.gz"
}

@test 'nothing is written before the first batch is verified' {
	head -c 200 in.arrows >head.arrows
	run --separate-stderr ss-fmt csv <head.arrows
	same 4 "$status"
	same '' "$output"
	run --separate-stderr ss-fmt json --array </dev/null
	same 4 "$status"
	same '' "$output"
}

@test 'a failure tells how much has been written' {
	gen 100k >big.arrows
	run --separate-stderr ss-fmt json < <(head -c 1000000 big.arrows)
	same 4 "$status"
	same "ss-fmt: ${#lines[@]} records were written before the failure" "$(head -n 1 <<<"$stderr")"
	same "$(ss-fmt json big.arrows | head -n "${#lines[@]}" | tail -n 1)" "${lines[-1]}"
}

@test 'no input at a terminal: a short help and status 2' {
	run at_terminal 'ss-fmt json; echo status $?'
	has "$output" 'no input: standard input is a terminal'
	has "$output" 'Usage: ss-fmt FORMAT [OPTION...] [FILE]'
	has "$output" 'status 2'
}

@test 'a binary format does not go to a terminal' {
	ss-fmt --help | grep -q '^Format arrow'
	run at_terminal 'ss-fmt arrow in.arrows; echo status $?'
	has "$output" 'ss-fmt: arrow is binary, and the output is a terminal; use -o FILE, a pipe or another format'
	has "$output" 'status 2'
}

@test '-v says what was written, -q and --progress none say nothing' {
	run --separate-stderr ss-fmt json -v in.arrows
	same 0 "$status"
	[[ $stderr =~ ^'ss-fmt: 1000 records, '"$(wc -c <want.json)"' bytes in '[0-9.]+' s (' ]]
	run --separate-stderr ss-fmt json -q in.arrows
	same '' "$stderr"
	run --separate-stderr ss-fmt json --progress none in.arrows
	same '' "$stderr"
}

@test '--progress json is JSON lines with a last one' {
	{
		cat in.arrows
		sleep 1.3
	} | ss-fmt json --progress json 2>progress >/dev/null
	jq -e 'has("records") and has("bytes") and has("elapsed_ms")' progress >/dev/null
	same 1000 "$(tail -n 1 progress | jq .records)"
	same "$(wc -c <want.json)" "$(tail -n 1 progress | jq .bytes)"
	jq -e '.elapsed_ms >= 1000' < <(tail -n 1 progress)
}

@test 'a progress line is shown at a terminal when the output is a file, and is cleared' {
	run at_terminal '{ gen() { ss-gen -n 300 -s 1 --shard $1/40 -e "id: sequence[1]"; }
		for i in $(seq 0 39); do gen $i; sleep 0.04; done; } | ss-fmt json >got.json'
	has "$output" 'records/s'
	[[ $output == *$'\r\e[K' || $output == *$'\e[K' ]]
	run at_terminal 'cat in.arrows | ss-fmt json | cat >/dev/null'
	same '' "$output"
}

@test 'the first batch goes out while the input stays open' {
	mkfifo pipe
	{
		cat in.arrows
		sleep 5
	} >pipe &
	timeout 4 ss-fmt json <pipe | timeout 2 head -n 1 >first
	same "$(head -n 1 want.json)" "$(cat first)"
	kill $! || :
}

@test 'a signal ends a run that waits for input, and leaves no file' {
	local signal j begin rc source
	for j in 1 3; do
		for signal in INT TERM HUP; do
			rm -f pipe
			mkfifo pipe
			{
				cat in.arrows
				head -c 100 in.arrows
				exec sleep 20
			} >pipe &
			source=$!
			env --default-signal="$signal" ss-fmt json -j "$j" -o out.json <pipe &
			sleep 0.3
			begin=$SECONDS
			kill -"$signal" $!
			rc=0
			wait $! || rc=$?
			kill "$source" || :
			same "$signal $((128 + $(kill -l "$signal")))" "$signal $rc"
			((SECONDS - begin <= 3))
			no_file "$PWD/out.json"
		done
	done
}

@test 'an ignored SIGINT stays ignored' {
	mkfifo pipe
	{
		cat in.arrows
		sleep 1
	} >pipe &
	env --ignore-signal=INT ss-fmt json -o out.json <pipe &
	sleep 0.4
	kill -INT $!
	wait $!
	cmp out.json want.json
}

@test 'the completions are programs of their shells' {
	local tool
	for tool in ss-gen ss-fmt; do
		"$tool" --completion=bash >c.bash
		bash -n c.bash
		if command -v zsh; then
			"$tool" --completion=zsh >c.zsh
			zsh -n c.zsh
		fi
		if command -v fish; then
			"$tool" --completion=fish >c.fish
			fish -n c.fish
		fi
	done
	bash -c 'source c.bash
		try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _ss_fmt; echo "${COMPREPLY[*]}"; }
		try ss-fmt ""; try ss-fmt js; try ss-fmt json --nu; try ss-fmt csv --progress = j; try ss-fmt -o x.json js
		try ss-fmt json in' >words
	has "$(sed -n 1p words)" 'csv'
	same json "$(sed -n 2p words)"
	same --null= "$(sed -n 3p words)"
	same json "$(sed -n 4p words)"
	same json "$(sed -n 5p words)"
	same in.arrows "$(sed -n 6p words)"
}
