#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# What happens when the system says no: full disks, closed descriptors, readers that go away, failing and short calls,
# and the death of the process at every step. Success means whole; anything else leaves no file.
# shellcheck disable=SC2002,SC2154,SC2217 # run sets status, output and stderr; pipes are what is tested
load '../lib/common'

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	gen 6000 --batch 1024 >in.arrows
	ss-fmt json in.arrows >want.json
}

# Every way to write to standard output, one a line.
commands()
{
	local tool
	for tool in "$SS_BIN"/ss-*; do
		tool=${tool##*/}
		printf '%s\n' "$tool --help" "$tool --version" "$tool --completion=bash" "$tool --completion=zsh" \
			"$tool --completion=fish"
	done
	printf '%s\n' 'ss-gen --types' "ss-gen -n 10 -e 'id: sequence[1]'" "ss-gen -n 100k -e 'id: sequence[1]'" \
		"ss-gen -n 100k -j 3 -e 'id: sequence[1]'" "ss-gen -n 0 -e 'id: sequence[1]'" \
		"ss-gen --explain id -e 'id: sequence[1]'" "ss-gen --record 5 -e 'id: sequence[1]'" \
		"ss-gen --check --json -e 'id: sequence[1]'"
	ss-fmt --help | sed -nE 's/^Format ([^ ]+) .*/ss-fmt \1 in.arrows\nss-fmt \1 -j 3 in.arrows/p'
}

# each FUNCTION: calls it with every command; reports all that go wrong
each()
{
	local line bad=0
	while IFS= read -r line; do
		"$1" "$line" || {
			echo "in: $line"
			bad=1
		}
	done < <(commands)
	return $bad
}

full()
{
	run --separate-stderr bash -c "$1 >/dev/full"
	same 1 "$status" && same "${1%% *}: cannot write to standard output: No space left on device" "$stderr"
}

closed()
{
	run --separate-stderr bash -c "$1 >&-"
	same 1 "$status" && same "${1%% *}: cannot write to standard output: Bad file descriptor" "$stderr"
}

# A reader that has gone before the first byte: the signal ends the program in silence.
gone()
{
	run --separate-stderr bash -c "{ sleep 0.05; $1; echo \$? >&3; } 3>rc | :"
	same '' "$stderr" && same 141 "$(cat rc)"
}

@test '/dev/full: status 1 and a message, from everything that prints' { each full; }

@test 'closed standard output: status 1 and a message' { each closed; }

@test 'a reader that goes away: SIGPIPE, silence' { each gone; }

@test 'a reader that goes away after the first line' {
	local rc j
	for j in 1 3; do
		{
			rc=0
			ss-fmt json -j "$j" < <(gen 1M) 2>message || rc=$?
			echo "$rc" >rc
		} | head -n 1 >first
		same "$(head -n 1 want.json)" "$(cat first)"
		same '' "$(cat message)"
		same 141 "$(cat rc)"
	done
	run bash -c "ss-gen -n 1G -e 'id: sequence[1]' | head -c 1 | wc -c; echo \${PIPESTATUS[0]}"
	same $'1\n141' "$output"
}

@test 'an ignored SIGPIPE is not inherited' {
	run bash -c "trap '' PIPE; { ss-gen -n 10M -e 'id: sequence[1]'; echo \$? >rc; } | :"
	same '' "$output"
	same 141 "$(cat rc)"
}

@test 'closed standard input and standard error' {
	run --separate-stderr bash -c 'ss-fmt json <&-'
	same 1 "$status"
	same 'ss-fmt: cannot read from standard input: Bad file descriptor' "$stderr"
	# a data file must not land on a descriptor that messages go to
	ss-fmt json in.arrows -o out.json 2>&-
	cmp out.json want.json
	run bash -c 'head -c 5000 in.arrows | ss-fmt json -o bad.json 2>&-'
	same 4 "$status"
	no_file "$PWD/bad.json"
	ss-fmt json -o both.json in.arrows <&- >&- 2>&-
	cmp both.json want.json
	ss-gen -n 10 -e 'id: sequence[1]' -o o.arrows <&- >&- 2>&-
	same 10 "$(ss-fmt json o.arrows | wc -l)"
}

@test 'the size limit of the process is an error, not a death' {
	run --separate-stderr bash -c 'ulimit -f 10; ss-fmt json -o out.json in.arrows'
	same 1 "$status"
	same 'ss-fmt: cannot write to "out.json": File too large' "$stderr"
	no_file "$PWD/out.json"
	run --separate-stderr bash -c "ulimit -f 10; ss-gen -n 100k -e 'id: sequence[1]' -o out.arrows"
	same 1 "$status"
	has "$stderr" 'File too large'
	no_file "$PWD/out.arrows"
}

@test 'a full disk' {
	local disk
	mkdir disk
	mount -t tmpfs -o size=64k none disk 2>/dev/null || skip 'may not mount'
	run --separate-stderr ss-fmt json -o disk/out.json in.arrows
	disk=$(find disk -mindepth 1)
	umount disk
	same 1 "$status"
	same 'ss-fmt: cannot write to "disk/out.json": No space left on device' "$stderr"
	same '' "$disk"
}

# ---- failing system calls ----

# inject WHAT COMMAND...: under strace, which is told to tamper
inject()
{
	local what=$1
	shift
	run --separate-stderr strace -f -qqq -o trace -e "trace=${what%%:*}" -e "inject=$what" "$@"
}

# calls NAME COMMAND...: how often it makes the call
calls()
{
	local name=$1
	shift
	strace -f -qqq -o trace -e "trace=$name" "$@" >/dev/null 2>&1
	grep -c "$name" trace
}

@test 'each write fails once: ENOSPC, EIO, EDQUOT' {
	needs_strace
	local n k error
	n=$(calls write ss-fmt json -j 1 -o out.json in.arrows)
	((n >= 6))
	for ((k = 1; k <= n; k++)); do
		for error in ENOSPC EIO EDQUOT; do
			rm -f out.json
			inject "write:error=$error:when=$k" ss-fmt json -j 1 -o out.json in.arrows
			same "1 $k" "$status $k"
			has "$stderr" 'ss-fmt: cannot write to "out.json": '
			no_file "$PWD/out.json"
		done
		inject "write:error=EIO:when=$k" ss-fmt json -j 1 in.arrows
		same "1 $k" "$status $k"
		has "$stderr" 'ss-fmt: cannot write to standard output: Input/output error'
	done
	# strace counts by thread: each one's first write, be it the message
	inject "write:error=EIO:when=1" ss-fmt json -j 3 -o out.json in.arrows
	same 1 "$status"
	no_file "$PWD/out.json"
	n=$(calls write ss-gen -j 1 -n 6000 --batch 1024 -e 'id: sequence[1]' -o out.arrows)
	for ((k = 1; k <= n; k++)); do
		rm -f out.arrows
		inject "write:error=ENOSPC:when=$k" ss-gen -j 1 -n 6000 --batch 1024 -e 'id: sequence[1]' -o out.arrows
		same "1 $k" "$status $k"
		has "$stderr" 'cannot write to "out.arrows": No space left on device'
		no_file "$PWD/out.arrows"
	done
}

@test 'interrupted writes and reads are made again' {
	needs_strace
	local k
	for k in 1 2 3 5; do
		rm -f out.json
		inject "write:error=EINTR:when=$k" ss-fmt json -j 1 -o out.json in.arrows
		same 0 "$status"
		cmp out.json want.json
		strace -f -qqq -o trace -P "$PWD/in.arrows" -e trace=read -e "inject=read:error=EINTR:when=$k" \
			ss-fmt json -j 1 -o out.json in.arrows
		cmp out.json want.json
	done
}

@test 'each read fails once' {
	needs_strace
	local n k
	strace -f -qqq -o trace -P "$PWD/in.arrows" -e trace=read ss-fmt json -j 1 -o out.json in.arrows
	n=$(grep -c 'read(' trace)
	rm out.json
	for ((k = 1; k <= n; k++)); do
		run --separate-stderr strace -f -qqq -o trace -P "$PWD/in.arrows" -e trace=read \
			-e "inject=read:error=EIO:when=$k" ss-fmt json -j 1 -o out.json in.arrows
		same "1 $k" "$status $k"
		has "$stderr" 'cannot read from "in.arrows": Input/output error'
		no_file "$PWD/out.json"
	done
}

@test 'fsync, link and rename fail' {
	needs_strace
	inject fsync:error=EIO:when=1 ss-fmt json -o out.json in.arrows
	same 1 "$status"
	has "$stderr" 'cannot write to "out.json": Input/output error'
	no_file "$PWD/out.json"
	inject linkat:error=ENOSPC ss-fmt json -o out.json in.arrows
	same 1 "$status"
	has "$stderr" 'cannot create "out.json": No space left on device'
	no_file "$PWD/out.json"
	# the name is there then, so the message says that the file is whole
	inject fsync:error=EIO:when=2 ss-fmt json -o out.json in.arrows
	same 1 "$status"
	has "$stderr" 'the file itself is whole'
	cmp out.json want.json
	echo old >out.json
	inject renameat:error=EIO ss-fmt json -o out.json in.arrows
	same 1 "$status"
	has "$stderr" 'cannot replace "out.json": Input/output error'
	same old "$(cat out.json)"
	inject linkat:error=EIO ss-fmt json -o out.json in.arrows
	same 1 "$status"
	same old "$(cat out.json)"
	same '' "$(find . -name '.*.ss-*')"
}

@test 'a late error at close: status 0 only when the file is whole' {
	needs_strace
	local n k rc
	n=$(calls close ss-fmt json -j 1 -o out.json in.arrows)
	for ((k = 1; k <= n; k++)); do
		rm -f out.json
		rc=0
		strace -f -qqq -o trace -e trace=close -e "inject=close:error=EIO:when=$k" \
			ss-fmt json -j 1 -o out.json in.arrows || rc=$?
		case $rc in
		0) cmp out.json want.json ;;
		*) no_file "$PWD/out.json" ;;
		esac
	done
	# standard output is closed last but for what replaces it
	strace -f -qqq -o trace -e trace=close ss-fmt json -j 1 in.arrows >/dev/null
	k=$(grep -n 'close(1)' trace | cut -d : -f 1)
	inject "close:error=ENOSPC:when=$k" ss-fmt json -j 1 in.arrows
	same 1 "$status"
	has "$stderr" 'cannot write to standard output: No space left on device'
}

# without_o_tmpfile: sets without to the injection that makes the file system one without nameless files
without_o_tmpfile()
{
	local k
	strace -f -qqq -o trace -e trace=openat ss-fmt json -o probe.json in.arrows
	rm probe.json
	k=$(grep -n O_TMPFILE trace | cut -d : -f 1)
	without=openat:error=EOPNOTSUPP:when=$k
}

@test 'a file system without nameless files' {
	needs_strace
	local without
	without_o_tmpfile
	umask 027
	inject "$without" ss-fmt json -o out.json in.arrows
	same 0 "$status"
	cmp out.json want.json
	same 640 "$(stat -c %a out.json)"
	echo old >out.json
	chmod 604 out.json
	inject "$without" ss-fmt json -o out.json in.arrows
	same 0 "$status"
	cmp out.json want.json
	same 604 "$(stat -c %a out.json)"
	same '' "$(find . -name '.*.ss-*')"
	rm out.json
	head -c 5000 in.arrows >cut.arrows
	inject "$without" ss-fmt json -o out.json cut.arrows
	same 4 "$status"
	no_file "$PWD/out.json"
	# a signal removes the name, a kill leaves it to the next run
	{
		cat in.arrows
		head -c 10 in.arrows
		sleep 3
	} | strace -f -qqq -o trace -e trace=openat -e "inject=$without" ss-fmt json -j 1 -o out.json /dev/stdin &
	sleep 0.7
	same 1 "$(find . -name '.out.json.ss-??????' | wc -l)"
	kill -TERM "$(sed -nE '$s/^([0-9]+).*/\1/p' trace)"
	wait $! || :
	no_file "$PWD/out.json"
}

@test 'killed at every write, fsync, link and rename: the name is absent, old or whole' {
	needs_strace
	local call n k old
	for old in '' old; do
		for call in write fsync linkat renameat; do
			rm -f out.json
			[ -z "$old" ] || echo "$old" >out.json
			n=$(calls "$call" ss-fmt json -j 1 -o out.json in.arrows) || continue
			for ((k = 1; k <= n; k++)); do
				rm -f out.json
				[ -z "$old" ] || echo "$old" >out.json
				inject "$call:signal=SIGKILL:when=$k" ss-fmt json -j 1 -o out.json in.arrows
				[ "$status" != 0 ]
				if [ -n "$old" ]; then
					same old "$(cat out.json)" >/dev/null || cmp out.json want.json
				else
					[ ! -e out.json ] || cmp out.json want.json
				fi
			done
		done
	done
	# what the last kills left beside it, the next run removes
	echo old >out.json
	inject renameat:signal=SIGKILL ss-fmt json -o out.json in.arrows
	[ "$(find . -name '.out.json.ss-??????' | wc -l)" -ge 1 ]
	ss-fmt json -o out.json in.arrows
	cmp out.json want.json
	same '' "$(find . -name '.*.ss-*')"
}

@test 'short, interrupted and refused calls change no byte' {
	local how small
	[ -e "$SS_BUILD/tests/fault/short_io.so" ] || skip 'no tests/fault/short_io.so'
	[ -z "${SS_SAN:-}" ] || skip 'no preloading under a sanitizer'
	export LD_PRELOAD=$SS_BUILD/tests/fault/short_io.so
	gen 50 >small.arrows
	small=$(ss-fmt json small.arrows | hash_of)
	for how in one half eintr eagain; do
		same "$small" "$(SS_SHORT_IO=$how gen 50 | SS_SHORT_IO=$how ss-fmt json | hash_of)"
		SS_SHORT_IO=$how ss-fmt json -j 3 small.arrows -o small.json
		same "$small" "$(hash_of <small.json)"
	done
	for how in half eintr eagain; do
		SS_SHORT_IO=$how ss-fmt json -o out.json in.arrows
		cmp out.json want.json
		same "$(hash_of <want.json)" "$(cat in.arrows | SS_SHORT_IO=$how ss-fmt json -j 3 | hash_of)"
	done
}

@test 'descriptors that somebody made non-blocking' {
	python3 - "$SS_BIN/ss-fmt" <<-'PY' >got.json
		import fcntl, os, subprocess, sys, time
		r, w = os.pipe()
		for fd in (r, w):
		    fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK)
		producer = subprocess.Popen(['sh', '-c', 'head -c 999 in.arrows; sleep 0.2; tail -c +1000 in.arrows'],
		                            stdout=subprocess.PIPE)
		fcntl.fcntl(producer.stdout.fileno(), fcntl.F_SETFL, os.O_NONBLOCK)
		consumer = subprocess.Popen([sys.argv[1], 'json'], stdin=producer.stdout, stdout=w)
		os.close(w)
		time.sleep(0.5)
		os.set_blocking(r, True)
		while data := os.read(r, 65536):
		    os.write(1, data)
		sys.exit(consumer.wait())
	PY
	cmp got.json want.json
}

@test 'the first signal of ss-gen ends at a message, a second one at once' {
	local rc
	rc=0
	timeout --preserve-status -s TERM 0.3 ss-gen -n 1G -e 'id: sequence[1]' -o out.arrows || rc=$?
	same 143 "$rc"
	no_file "$PWD/out.arrows"
	# nobody reads: the write never ends, and only the second signal does
	mkfifo fifo
	sleep 10 <fifo &
	env --default-signal=INT ss-gen -n 1G -e 'id: sequence[1]' >fifo &
	sleep 0.3
	kill -INT $!
	sleep 0.4
	kill -0 $!
	kill -INT $!
	rc=0
	wait $! || rc=$?
	same 130 "$rc"
	kill %- 2>/dev/null || :
}
