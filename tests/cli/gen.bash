# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# For the bats files on ss-gen: structure files in the test's folder, refusals, and values as lines.

# What runs here must not depend on where it runs.
clean_environment()
{
	unset SOURCE_DATE_EPOCH SS_SHARD SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_COUNT SLURM_ARRAY_TASK_MIN
	unset JOB_COMPLETION_INDEX PARALLEL_SEQ COLUMNS
	cd "$BATS_TEST_TMPDIR" || return 1
}

# structure NAME 'key: datatype'…: NAME.yaml with these lines under data:
structure()
{
	local name=$1
	shift
	{
		printf 'name: %s\ndata:\n' "$name"
		printf '  %s\n' "$@"
	} >"$name.yaml"
}

# refuse PATTERN ARGUMENT…: ss-gen ends with status 2 within a second (twenty under a sanitizer), writes nothing to
# standard output, and one line to standard error that begins with its name and matches the extended expression.
refuse()
{
	local pattern=$1 rc=0 limit=1
	shift
	[ -z "${SS_SAN:-}" ] || limit=20
	timeout -s KILL "$limit" "$SS_BIN/ss-gen" "$@" >refused.out 2>refused.err </dev/null || rc=$?
	if [ "$rc" -ne 2 ] || [ -s refused.out ] || [ "$(wc -l <refused.err)" -ne 1 ] ||
		! grep -qE "^ss-gen: $pattern" refused.err; then
		echo "ss-gen $*"
		echo "status $rc, $(wc -c <refused.out) bytes of output, expected the message: $pattern"
		cat refused.err
		return 1
	fi
}

# values FIELDS ARGUMENT…: the values of fields as with -e, one record a line, tab between.
values()
{
	local fields=$1
	shift
	"$SS_BIN/ss-gen" --now 2026-12-01T00:00:00Z "$@" -e "$fields" | "$SS_BIN/ss-fmt" tsv --no-header
}

# count_lines: "N VALUE" of each different line, sorted by value
count_lines() { LC_ALL=C sort | LC_ALL=C uniq -c | awk '{ n = $1; sub(/^ *[0-9]+ /, ""); print n, $0 }'; }
