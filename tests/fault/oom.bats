#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# No memory: every allocation of a run fails in turn, by itself and together with all behind it (tests/fault/malloc.c).
# Each run ends with status 1, one line on stderr and no file under the final name, or, when it could do without, with
# the whole result. Counts are small enough that none is left out.
# libfyaml 0.7.12 does not look at what its own allocations give: those have a test by themselves, which lets it crash
# but leave nothing behind.
load '../lib/common'

setup_file()
{
	load '../lib/common'
	cd "$BATS_FILE_TMPDIR" || return
	ss-gen -n 3 -s 1 "$SS_TOP/schemas/structures/invoice.yaml" >in.arrows
	for i in 0 1; do ss-gen -n 4 -s 1 --batch 1 --shard "$i/2" -e 'n: int[1..9]; e: enum[a,b]'; done >joined.arrows
}

setup()
{
	case ,${SS_SAN:-}, in
	*,address,* | *,thread,* | *,leak,*) skip 'a sanitizer has an allocator of its own' ;;
	esac
	shim=$SS_BUILD/tests/fault/malloc.so
	[ -f "$shim" ] || skip 'no tests/fault/malloc.so: make test-programs'
	cd "$BATS_TEST_TMPDIR" || return
	cp "$BATS_FILE_TMPDIR"/*.arrows .
	invoice=$SS_TOP/schemas/structures/invoice.yaml
}

# run_at N FROM COMMAND...: output to got, messages to err; sets rc. -o out in the command leaves out
run_at()
{
	local at=$1 from=$2
	shift 2
	rc=0
	[ ! -e out ] || rm out
	timeout 20 env SS_OOM_SKIP=libfyaml SS_OOM_AT="$at" SS_OOM_FROM="$from" LD_PRELOAD="$shim" "$@" \
		</dev/null >got 2>err || rc=$?
}

# ended_well: what a run without memory may do
ended_well()
{
	local line
	case $rc in
	0) cmp -s got want && { [ ! -e want.out ] || cmp -s out want.out; } && cmp -s err want.err ;;
	1)
		mapfile -t line <err
		[ "${#line[@]}" = 1 ] && [[ ${line[0]} == *memory* ]] && [ ! -e out ] &&
			! compgen -G '.*.ss-*' >/dev/null
		;;
	*) return 1 ;;
	esac
}

# torture COMMAND...: all allocations of it, in both modes
torture()
{
	local at from n died=0 bad=0
	SS_OOM_SKIP=libfyaml SS_OOM_COUNT=count LD_PRELOAD=$shim "$@" </dev/null >want 2>want.err
	rm -f want.out
	[ ! -e out ] || mv out want.out
	n=$(cat count)
	[ "$n" -gt 0 ]
	for from in 0 1; do
		for ((at = 1; at <= n; at++)); do
			run_at "$at" "$from" "$@"
			((rc != 1)) || died=$((died + 1))
			ended_well || {
				bad=$((bad + 1))
				((bad > 10)) || {
					echo "allocation $at of $n$( ((from == 0)) || echo ' and all behind it'): status $rc, $(wc -c <got) bytes out, $(wc -l <err) lines:"
					head -n 3 err
				}
			}
		done
	done
	echo "# $n allocations, $died of $((2 * n)) runs ended for want of memory" >&3
	[ "$died" -gt 0 ]
	[ "$bad" = 0 ]
}

@test 'ss-gen, nested objects' { torture ss-gen -n 3 -s 1 -j 1 "$invoice"; }
@test 'ss-gen, into a file' { torture ss-gen -n 3 -s 1 -j 1 -o out "$invoice"; }
@test 'ss-gen, as many threads as there are CPUs' { torture ss-gen -n 3 -s 1 -e 'n: int[1..9]'; }
@test 'ss-gen, two threads' { torture ss-gen -n 5000 -s 1 --batch 512 -j 2 -e 'n: int[1..9]; t: char[3..9]; l: array[enum[a,b], 0..3]'; }
@test 'ss-gen --check' { torture ss-gen --check "$invoice"; }
@test 'ss-gen --explain' { torture ss-gen --explain line_items.quantity "$invoice"; }
@test 'ss-gen --help, --types, --version' {
	torture ss-gen --help
	torture ss-gen --types
	torture ss-gen --version
}
@test 'ss-fmt json' { torture ss-fmt json in.arrows; }
@test 'ss-fmt json, into a file, two threads' { torture ss-fmt json -j 2 -o out in.arrows; }
@test 'ss-fmt csv' { torture ss-fmt csv -j 1 in.arrows; }
@test 'ss-fmt tsv' { torture ss-fmt tsv --flatten -j 1 in.arrows; }
@test 'ss-fmt arrow, joined shards' { torture ss-fmt arrow -j 1 -o out joined.arrows; }
@test 'ss-fmt table' { torture ss-fmt table -j 1 in.arrows; }
@test 'ss-fmt --help, --version, --completion' {
	torture ss-fmt --help
	torture ss-fmt --version
	torture ss-fmt --completion=bash
}

# The messages of other failures need memory, too: they may be lost, the status may not become 0.
@test 'no memory while a failure is told' {
	local at from n rc
	head -c 2000 in.arrows >cut.arrows
	for command in 'ss-fmt json -j 1 -o out cut.arrows' 'ss-gen -n 3 absent.yaml' 'ss-fmt jsno in.arrows' \
		'ss-gen -n 3 -e n:strng'; do
		rc=0
		# shellcheck disable=SC2086
		SS_OOM_SKIP=libfyaml SS_OOM_COUNT=count LD_PRELOAD=$shim $command </dev/null >/dev/null 2>&1 || rc=$?
		want=$rc
		[ "$want" != 0 ]
		n=$(cat count)
		for from in 0 1; do
			for ((at = 1; at <= n; at++)); do
				# shellcheck disable=SC2086
				run_at "$at" "$from" $command
				{ [ "$rc" = 1 ] || [ "$rc" = "$want" ]; } && [ -s err ] && [ ! -e out ] || {
					echo "$command: allocation $at of $n, $from: status $rc"
					cat err
					return 1
				}
			done
		done
	done
}

@test 'no memory for libfyaml: a failure, no output, no file' {
	local at from n rc=0
	ss-gen -n 3 -s 1 -o want.out "$invoice"
	SS_OOM_ONLY=libfyaml SS_OOM_COUNT=count LD_PRELOAD=$shim ss-gen -n 3 -s 1 -j 1 -o out "$invoice"
	n=$(cat count)
	for from in 0 1; do
		for ((at = 1; at <= n; at++)); do
			rc=0
			[ ! -e out ] || rm out
			{ timeout 20 env SS_OOM_ONLY=libfyaml SS_OOM_AT="$at" SS_OOM_FROM="$from" LD_PRELOAD="$shim" \
				ss-gen -n 3 -s 1 -j 1 -o out "$invoice" </dev/null >got 2>err || rc=$?; } 2>/dev/null
			if [ "$rc" = 0 ]; then
				cmp out want.out
			else
				[ "$rc" != 124 ] && [ ! -e out ] && [ ! -s got ] && ! compgen -G '.*.ss-*' >/dev/null
			fi || {
				echo "allocation $at of $n, $from: status $rc"
				return 1
			}
		done
	done
}

# What happens in earnest: the address space ends a little later each time.
@test 'ulimit -v: the loader refuses, or memory is out, or all is well' {
	local limit rc=0 seen=''
	ss-gen -n 3 -s 1 -j 1 -o want.out "$invoice"
	for ((limit = 2048; limit < 65536; limit += 4)); do
		rc=0
		rm -f out
		(ulimit -v "$limit" && exec ss-gen -n 3 -s 1 -j 1 -o out "$invoice" </dev/null >got 2>err) || rc=$?
		seen+=" $rc"
		case $rc in
		0) break ;;
		1) one_line "$(cat err)" && has "$(cat err)" 'out of memory' ;;
		127) ((limit += 60)) ;;
		*) false ;;
		esac && [ ! -e out ] && [ ! -s got ] || {
			echo "with $limit KiB: status $rc"
			cat err
			return 1
		}
	done
	[[ $seen == *' 1 0' ]]
	cmp out want.out
}
