#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# JSON lines into Kafka through kcat, against the mock cluster that librdkafka brings along: no broker is needed.
load '../lib/common'

setup()
{
	set -o pipefail
	command -v kcat >/dev/null || skip 'kcat is not installed (tests/install-deps test)'
	cd "$BATS_TEST_TMPDIR" || return
	mock=''
}

teardown()
{
	[ -z "$mock" ] || kill "$mock" 2>/dev/null || :
}

@test 'the issue: records through kcat -P' {
	ss-gen -n 1000 -s 42 "$SS_TOP/schemas/structures/invoice.yaml" | ss-fmt json |
		timeout 60 kcat -q -P -b mock -t t -X test.mock.num.brokers=1
	gen 100k | ss-fmt json | timeout 60 kcat -q -P -b mock -t t -X test.mock.num.brokers=3 -z lz4
}

# While a producer waits for more input its mock cluster takes other clients: what was produced comes back.
@test 'every record arrives once, in order' {
	local i broker=''
	ss-gen -n 1000 -s 42 "$SS_TOP/schemas/structures/invoice.yaml" | ss-fmt json >want.json
	mkfifo lines
	kcat -P -b mock -t t -p 0 -X test.mock.num.brokers=1 <lines 2>log 3>&- &
	mock=$!
	exec 5>lines
	# kcat sends what it holds when its buffer is full
	{
		cat want.json
		printf '%5000s\n%5000s\n' 1 2
	} >&5
	for ((i = 0; i < 100 && ${#broker} == 0; i++)); do
		sleep 0.1
		broker=$(sed -nE 's/.*replaced with (127\.0\.0\.1:[0-9]+).*/\1/p' log | head -n 1)
	done
	[ -n "$broker" ]
	timeout 60 kcat -q -C -b "$broker" -t t -p 0 -o beginning -c 1000 5>&- >got.json
	cmp want.json got.json
	exec 5>&-
	wait "$mock"
	mock=''
}
