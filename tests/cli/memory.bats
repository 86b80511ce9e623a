#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# ss-test: serial
# Memory and start-up: what a run takes does not move with its record count. Counted allocations are in
# tests/unit/gen_engine.c; here it is the processes' peak that is looked at, and a limit that they run under.

bats_require_minimum_version 1.5.0
load gen

setup()
{
	set -o pipefail
	clean_environment
	[ -z "$SS_SAN" ] || skip "a sanitizer takes memory of its own"
	structure w1 'id: int[1..999]' 'amount: decimal[0.01..9999.99]' 'birth: date[1950-01-01..2005-12-31]' \
		'status: enum[new,paid,shipped,cancelled]' 'code: char[5..15]'
	structure nested 'id: sequence' 'lines: array[object[line], 1..20]'
	structure line 'text: char[5..100]' 'price: decimal[0.01..9999.99]' 'id: ref[parent.id]'
}

# peak COMMAND…: KiB that the command had in memory at most, looked at after each MiB that it writes; its input is
# descriptor 3. (What wait4 tells begins with the memory of whoever started it.)
peak()
{
	python3 - "$@" <<-'END'
		import re, subprocess, sys
		child = subprocess.Popen(sys.argv[1:], stdin=3, stdout=subprocess.PIPE, bufsize=0)
		peak = 0
		while child.stdout.read(1 << 20):
		    found = re.search(r"VmHWM:\s+(\d+) kB", open(f"/proc/{child.pid}/status").read())
		    peak = max(peak, int(found.group(1))) if found else peak
		if child.wait():
		    sys.exit(f"{sys.argv[1:]}: status {child.returncode}")
		print(peak)
	END
}

@test "ss-gen: peak memory of 1 M and 10 M records is within 2 MiB" {
	for threads in 1 2; do
		one=$(peak ss-gen -j $threads -n 1M w1.yaml 3</dev/null)
		ten=$(peak ss-gen -j $threads -n 10M w1.yaml 3</dev/null)
		echo "# w1, $threads threads: $one and $ten KiB" >&3
		[ $((ten - one)) -le 2048 ]
		[ "$ten" -le 32768 ]
	done
}

@test "ss-gen: nested records too" {
	one=$(peak ss-gen -j 1 -n 20k nested.yaml 3</dev/null)
	ten=$(peak ss-gen -j 1 -n 400k nested.yaml 3</dev/null)
	echo "# nested: $one and $ten KiB" >&3
	[ $((ten - one)) -le 2048 ]
}

@test "ss-fmt: peak memory does not move either" {
	for format in json csv arrow; do
		one=$(ss-gen -j 1 -n 300k w1.yaml | peak ss-fmt "$format" -j 1 3<&0)
		ten=$(ss-gen -j 1 -n 3M w1.yaml | peak ss-fmt "$format" -j 1 3<&0)
		echo "# ss-fmt $format: $one and $ten KiB" >&3
		[ $((ten - one)) -le 2048 ]
	done
}

@test "a run fits into 24 MiB of address space beyond what the program itself takes" {
	base=$(
		python3 - <<-'END'
			import resource, subprocess, sys
			for mib in range(4, 200):
			    limit = mib << 20
			    run = subprocess.run(["ss-gen", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
			        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
			    if run.returncode == 0:
			        print(mib * 1024)
			        break
		END
	)
	echo "# ss-gen --version runs in $base KiB of address space" >&3
	(
		ulimit -v $((base + 24 * 1024))
		ss-gen -j 1 -n 200k w1.yaml | ss-fmt csv -j 1 | wc -l
	) >lines
	[ "$(cat lines)" -eq 200001 ]
}

@test "without memory there is one line, status 1 and no file" {
	rc=0
	(
		ulimit -v 40000
		ss-gen -j 1 -n 64 --batch 64 -o file -e 'a: char[10000000..10000000]' 2>message
	) || rc=$?
	[ "$rc" -eq 1 ]
	[ "$(cat message)" = 'seedstream: out of memory' ]
	[ -z "$(find . -name '*file*')" ]
}

@test "ss-gen -n 1: CPU time, shown and not judged" {
	python3 - <<-'END' >&3
		import os, subprocess
		times = []
		for _ in range(50):
		    child = subprocess.Popen(["ss-gen", "-n", "1", "w1.yaml"], stdout=subprocess.DEVNULL)
		    usage = os.wait4(child.pid, 0)[2]
		    times.append((usage.ru_utime + usage.ru_stime) * 1000)
		times.sort()
		print(f"# ss-gen -n 1: median {times[25]:.2f} ms of CPU, goal below 5")
	END
}
