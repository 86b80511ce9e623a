# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # run sets status, output and stderr
# What the bats files share: load '../lib/common'. The runner's environment (SS_BIN, SS_BUILD, SS_VENV, SS_SAN,
# SS_NOBODY) has defaults here, so that "bats tests/cli/ss-fmt.bats" works after make.
bats_require_minimum_version 1.5.0

SS_TOP=${SS_TOP:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
SS_BUILD=${SS_BUILD:-$SS_TOP/build}
SS_BIN=${SS_BIN:-$SS_BUILD/bin}
SS_VENV=${SS_VENV:-${SS_PYTHON:-}}
PATH=$SS_BIN:$PATH
export LC_ALL=C.UTF-8 TZ=UTC
unset COLUMNS SS_SHARD PARALLEL_SEQ SLURM_ARRAY_TASK_ID JOB_COMPLETION_INDEX SOURCE_DATE_EPOCH

# Fields that every test may use: no clock in them, so no --now.
FIELDS='id: sequence[1]; n: int[1..9]; amount: decimal[0.01..99.99]; name: char[5..15]; when: date[1950-01-01..2005-12-31]'

# gen N [OPTION...]: a stream of N records of FIELDS
gen()
{
	local n=$1
	shift
	ss-gen -n "$n" -s 42 "$@" -e "$FIELDS"
}

# same WANT GOT: fails with both texts
same()
{
	[ "$1" = "$2" ] || {
		printf 'wanted: %s\ngot:    %s\n' "$1" "$2"
		return 1
	}
}

# has TEXT PART: fails with the text
has()
{
	[[ $1 == *"$2"* ]] || {
		printf 'no "%s" in: %s\n' "$2" "$1"
		return 1
	}
}

# one_line TEXT: messages are one line
one_line()
{
	if [ -z "$1" ] || [ "$(grep -c '' <<<"$1")" != 1 ]; then
		printf 'not one line: %s\n' "$1"
		return 1
	fi
}

# fails STATUS COMMAND...: the status, one line on stderr, nothing on stdout
fails()
{
	local want=$1
	shift
	run --separate-stderr "$@"
	[ "$status" = "$want" ] || {
		printf 'status %s, not %s: %s\n%s\n' "$status" "$want" "$*" "$stderr"
		return 1
	}
	same '' "$output"
	one_line "$stderr"
}

# no_file NAME: neither it nor a temporary beside it is there
no_file()
{
	local found
	found=$(find "$(dirname "$1")" -maxdepth 1 \( -name "$(basename "$1")" -o -name '.*.ss-*' \))
	same '' "$found"
}

hash_of() { sha256sum | cut -d ' ' -f 1; }

needs_strace()
{
	strace -f -o /dev/null true 2>/dev/null || skip 'strace may not trace here'
	case ,${SS_SAN:-}, in
	*,address,* | *,thread,* | *,leak,*) skip 'no strace under a sanitizer' ;;
	esac
}

needs_python() { [ -n "$SS_VENV" ] || skip 'no Python with the readers'; }

# at_terminal COMMAND-LINE: runs it with a terminal for stdin, stdout and stderr
at_terminal() { script -qefc "$1" /dev/null </dev/null | tr -d '\r'; }
