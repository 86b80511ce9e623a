#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# ss-gen's options and manners: which records it makes, how a run ends, what it says and what it refuses.

bats_require_minimum_version 1.5.0
load gen

setup()
{
	set -o pipefail
	clean_environment
}

# The records that a stream on standard input holds, as JSON lines.
json() { "$SS_BIN/ss-fmt" json; }

# kill_when_begun SIGNAL FILE COMMAND…: runs it, sends the signal once it has written something, keeps what it writes
# in FILE and FILE.err, gives the status as a shell does. Nothing is read in between, so FILE stays small.
kill_when_begun()
{
	python3 - "$@" <<-'END'
		import signal, subprocess, sys
		name, path, command = sys.argv[1], sys.argv[2], sys.argv[3:]
		with open(path, "wb") as out, open(path + ".err", "wb") as err:
		    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=err)
		    out.write(child.stdout.read(4096))
		    child.send_signal(getattr(signal, "SIG" + name))
		    out.write(child.stdout.read())
		    status = child.wait()
		print(status if status >= 0 else 128 - status)
	END
}

# on_terminal COMMAND: what it shows on a terminal of 100 columns, without carriage returns.
on_terminal() { COLUMNS=100 script -qc "$1" /dev/null </dev/null | tr -d '\r'; }

@test "-n: forms of a count" {
	for pair in 0:0 1:1 007:7 2k:2000 1e3:1000 1.5k:1500 0.002M:2000; do
		[ "$(ss-gen -n "${pair%:*}" -e 'a: boolean' | ss-fmt csv --no-header | wc -l)" -eq "${pair#*:}" ]
	done
	[ "$(ss-gen -e 'a: boolean' | ss-fmt csv --no-header | wc -l)" -eq 100 ]
	ss-gen -n 3 -e 'a: uuid' >short
	ss-gen --count=3 -e 'a: uuid' | cmp short -
	ss-gen -n3 --expression 'a: uuid' | cmp short -
}

@test "-n: what is no count is refused" {
	for n in -1 abc 1.5 '' 0x10 1e99 9223372036854775808 ' 1' 1kk inff; do
		refuse '--count wants a whole number such as 100, 10k or 5M, not "' -n "$n" -e 'a: uuid'
	done
	refuse 'record numbers end at 9223372036854775807' -n 9223372036854775807 --first 1 -e 'a: uuid'
	for option in --first --record; do
		refuse "$option wants a whole number" "$option" -5 -e 'a: uuid'
	done
}

@test "-n 0 is a whole, empty stream" {
	ss-gen -n 0 -e 'a: int[1..2]; b: array[uuid, 1..2]; c: enum[x,y]' >empty
	[ "$(ss-fmt csv <empty)" = a,b,c ]
	[ "$(ss-fmt json --array <empty | jq -c .)" = '[]' ]
	ss-gen -n 0 --shard 1/3 -e 'a: int[1..2]' | ss-fmt csv
}

@test "-n inf: a reader that has enough ends the run quietly" {
	set +o pipefail
	"$SS_BIN/ss-gen" -n inf -e 'a: sequence' 2>err | head -c 100000 >taken
	[ "${PIPESTATUS[0]}" -eq 141 ]
	[ "$(wc -c <taken)" -eq 100000 ]
	[ ! -s err ]
}

@test "-n inf: the first SIGINT, SIGTERM or SIGHUP ends it whole, with status 0" {
	for signal in INT TERM HUP; do
		for threads in 1 3; do
			[ "$(kill_when_begun $signal endless "$SS_BIN/ss-gen" -j $threads -n inf -e 'a: sequence[0]')" = 0 ]
			[ "$(tail -c 8 endless | xxd -p)" = ffffffff00000000 ]
			[ ! -s endless.err ]
			ss-fmt csv --no-header <endless >rows
			# every record up to the end is there, a multiple of the batch
			[ "$(tail -n 1 rows)" -eq "$(($(wc -l <rows) - 1))" ]
			[ $(($(wc -l <rows) % 65536)) -eq 0 ]
		done
	done
}

@test "a counted run that is interrupted ends with the abort mark and by the signal" {
	for signal in INT:130 TERM:143 HUP:129; do
		[ "$(kill_when_begun "${signal%:*}" cut "$SS_BIN/ss-gen" -n 1T -e 'a: sequence')" = "${signal#*:}" ]
		run -4 --separate-stderr ss-fmt csv cut
		[[ $stderr == *'the producer aborted: interrupted'* ]]
	done
}

@test "a run into a file that is interrupted leaves no file" {
	mkdir folder
	# characters beyond ASCII are slow to make: not much reaches the disk
	ss-gen -j 1 -n 1T -o folder/file -e 'a: char[1000..1000, à-ÿ]' &
	pid=$!
	sleep 0.2
	kill -TERM $pid
	rc=0
	wait $pid || rc=$?
	[ "$rc" -eq 143 ]
	[ -z "$(ls -A folder)" ]
}

@test "-o: the file appears when it is whole, and no other file does" {
	ss-gen -n 1000 -e 'a: sequence' >direct
	ss-gen -n 1000 -o file -e 'a: sequence'
	cmp direct file
	ss-gen -n 1000 -o - -e 'a: sequence' | cmp direct -
	mkfifo fifo
	cat fifo >through &
	ss-gen -n 1000 -o fifo -e 'a: sequence'
	wait $!
	cmp direct through
	refuse '.*nosuch' -o nosuch/file -e 'a: sequence'
	mkdir none && cd none
	refuse '.*unknown datatype' -o file -e 'a: sequenze'
	[ "$(ls)" = "$(printf 'refused.err\nrefused.out')" ]
}

@test "a full disk and a closed standard output are failures" {
	run -1 --separate-stderr bash -c 'ss-gen -n 10k -e "a: uuid" >/dev/full'
	[[ $stderr == "ss-gen: cannot write to standard output: No space left on device" ]]
	run -1 --separate-stderr bash -c 'ss-gen -n 10k -e "a: uuid" >&-'
	[[ $stderr == "ss-gen: cannot write to standard output: Bad file descriptor" ]]
	run -1 --separate-stderr ss-gen -n 10k -o /dev/full -e 'a: uuid'
	[[ $stderr == *'No space left on device' ]]
}

@test "-s: a seed, 0 by default; random says what it was" {
	fields='a: int[0..9223372036854775807]'
	[ "$(values "$fields" -s 0)" = "$(values "$fields")" ]
	[ "$(values "$fields" -s 1)" != "$(values "$fields")" ]
	[ "$(values "$fields" -s -9223372036854775808)" != "$(values "$fields")" ]
	values "$fields" -s random >one 2>note
	[ "$(wc -l <note)" -eq 1 ]
	seed=$(sed -nE 's/^ss-gen: random seed; repeat with --seed (-?[0-9]+)$/\1/p' note)
	values "$fields" -s "$seed" | cmp one -
	values "$fields" -s random 2>/dev/null >two
	run -1 cmp -s one two
	values "$fields" -s random -q 2>note >/dev/null
	[ ! -s note ]
}

@test "--first, --record and --shard make records of the whole run" {
	fields='id: sequence[0]; n: int[1..9999999]; l: array[char[1..5], 0..3]; t: array[sequence, 0..2]'
	ss-gen -n 1000 -e "$fields" | json >whole
	ss-gen --first 500 -n 20 -e "$fields" | json >part
	sed -n '501,520p' whole | cmp - part
	for record in 0 7 999; do
		ss-gen --record $record -e "$fields" | json >one
		[ "$(wc -l <one)" -eq 1 ]
		sed -n "$((record + 1))p" whole | cmp - one
	done
	ss-gen --record 918273645 -e "$fields" | json | jq -e '.id == 918273645' >/dev/null
	for n in 1 2 3 7 64; do
		for ((i = 0; i < n; i++)); do ss-gen -n 1000 --shard $i/$n -e "$fields"; done | json | cmp whole -
	done
	ss-gen --first 100 -n 500 -e "$fields" | json >range
	for i in 0 1 2; do ss-gen --first 100 -n 500 --shard $i/3 -e "$fields"; done | json | cmp range -
	# more shards than records: some are empty, none is lost
	for i in 0 1 2 3 4; do ss-gen -n 3 --shard $i/5 -e "$fields"; done | json >five
	head -n 3 whole | cmp - five
}

@test "a missing or repeated shard is noticed by the reader" {
	for i in 0 2; do ss-gen -n 1000 --shard $i/3 -e 'a: uuid'; done >gap
	run -4 ss-fmt csv gap
	for i in 0 1 1 2; do ss-gen -n 1000 --shard $i/3 -e 'a: uuid'; done >twice
	run -4 ss-fmt csv twice
	for i in 0 1; do ss-gen -n 1000 --shard $i/3 -e 'a: uuid'; done >short
	run -4 ss-fmt csv short
	ss-gen -n 1000 --shard 1/3 -e 'a: uuid' | ss-fmt csv >alone
	[ "$(wc -l <alone)" -eq 334 ]
	for i in 0 1; do ss-gen -s $i -n 9 --shard $i/2 -e 'a: uuid'; done >seeds
	run -4 ss-fmt csv seeds
	[[ $output == *seed* ]]
}

@test "--shard: I/N or a refusal" {
	for shard in 3/3 4/3 -1/3 0/0 1 /3 1/ a/b 0/1000001 0x0/1 '0/ 3' ''; do
		refuse '--shard wants I/N with I from 0 to N-1, such as 0/8, not "' --shard "$shard" -e 'a: uuid'
	done
	refuse '--count inf has no parts' -n inf --shard 0/2 -e 'a: uuid'
	for pair in '--count 5' '--first 5' '--shard 0/2'; do
		# shellcheck disable=SC2086
		refuse '--record goes with none of --count, --first, --shard' --record 5 $pair -e 'a: uuid'
	done
}

@test "--shard auto takes SS_SHARD or Slurm's variables, auto/N those of Kubernetes and GNU parallel" {
	part() { ss-gen -n 100 --shard "$1" -e 'a: uuid'; }
	part 2/5 >want
	SS_SHARD=2/5 part auto | cmp want -
	SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=5 part auto | cmp want -
	SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_COUNT=5 SLURM_ARRAY_TASK_MIN=10 part auto | cmp want -
	SS_SHARD=2/5 SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=5 part auto | cmp want -
	JOB_COMPLETION_INDEX=2 part auto/5 | cmp want -
	PARALLEL_SEQ=3 part auto/5 | cmp want -
	refuse '--shard auto finds neither SS_SHARD nor SLURM_ARRAY_TASK_ID .*; set SS_SHARD=I/N' --shard auto -e 'a: uuid'
	refuse '--shard auto/5 finds neither JOB_COMPLETION_INDEX nor PARALLEL_SEQ; ' --shard auto/5 -e 'a: uuid'
	SLURM_ARRAY_TASK_ID=2 refuse '--shard auto finds neither' --shard auto -e 'a: uuid'
	PARALLEL_SEQ=6 refuse '--shard wants' --shard auto/5 -e 'a: uuid'
	SS_SHARD=nonsense refuse '--shard wants' --shard auto -e 'a: uuid'
	# none of them matters where nobody asked
	ss-gen -n 100 -e 'a: uuid' >whole
	SS_SHARD=2/5 SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=5 ss-gen -n 100 -e 'a: uuid' | cmp whole -
}

@test "--now and SOURCE_DATE_EPOCH" {
	now() { ss-gen -q -n 1 "$@" -e 'a: timestamp[now..now]' | ss-fmt csv --no-header; }
	[ "$(now --now 2026-12-01T00:00:00Z)" = 2026-12-01T00:00:00Z ]
	[ "$(now --now 2026-12-01T02:00:00+02:00)" = 2026-12-01T00:00:00Z ]
	[ "$(now --now 2026-12-01)" = 2026-12-01T00:00:00Z ]
	[ "$(SOURCE_DATE_EPOCH=86400 now)" = 1970-01-02T00:00:00Z ]
	[ "$(SOURCE_DATE_EPOCH=86400 now --now 2026-12-01)" = 2026-12-01T00:00:00Z ]
	[ "$(TZ=Asia/Kathmandu now --now 2026-12-01T00:00:00)" = 2026-12-01T00:00:00Z ]
	[[ $(now) == 20??-* ]]
	for bad in 2024 now yesterday 2026-02-29T00:00:00Z 2026-12-01T00:00:00.5Z '' 1796083200; do
		refuse '--now wants an instant in whole seconds such as 2026-12-01T00:00:00Z, not "' --now "$bad" -e 'a: uuid'
	done
	for bad in x -1 '' 1e9 253402300800; do
		SOURCE_DATE_EPOCH=$bad refuse 'SOURCE_DATE_EPOCH wants whole seconds since 1970, not "' -e 'a: uuid'
	done
}

@test "parts of a run that depends on the clock need --now" {
	clock='a: timestamp[now-1d..now]'
	for part in '--first 5' '--record 5' '--shard 0/2'; do
		# shellcheck disable=SC2086
		refuse 'the structure depends on the clock, .*; say --now ' $part -e "$clock"
		# shellcheck disable=SC2086
		ss-gen $part --now 2026-12-01T00:00:00Z -e "$clock" 2>err | json >/dev/null
		# shellcheck disable=SC2086
		SOURCE_DATE_EPOCH=1796083200 ss-gen $part -e "$clock" 2>>err | json >/dev/null
		# shellcheck disable=SC2086
		ss-gen $part -e 'a: timestamp[2024-01-01..2024-12-31]' 2>>err | json >/dev/null
		[ ! -s err ]
	done
	refuse 'the structure depends on the clock' --record 5 -e "l: array[date[today-1d..today], 1..2]"
}

@test "--batch changes the batches and not the records" {
	fields='a: sequence; b: char[3..9]'
	ss-gen -n 1000 -e "$fields" | json >want
	for batch in 1 2 256 65536; do ss-gen -n 1000 --batch $batch -e "$fields" | json | cmp want -; done
	# boundaries lie at multiples of the batch, wherever a part begins
	ss-gen --first 100 -n 300 --batch 128 -e "$fields" >part
	[ "$(grep -ao 'ss:first' part | wc -l)" -eq $((1 + 4)) ]
	for batch in 3 131072 -1 abc; do
		refuse '.*--batch' --batch $batch -e "$fields"
	done
	refuse '--batch 65536 could make a batch of ' --batch 65536 -e 'a: char[0..10000000]'
}

@test "a body over 64 MiB is sent as halves" {
	[ -z "$SS_SAN" ] || skip "slow under a sanitizer"
	fields='a: char[8M..9M]'
	fields='a: char[8000000..9000000]; b: sequence'
	ss-gen -j 1 -n 16 --batch 16 -e "$fields" >large
	[ "$(grep -ao 'ss:first' large | wc -l)" -gt 2 ]
	ss-fmt csv --no-header large | cut -d , -f 2 | cmp - <(seq 16)
	ss-gen -j 2 -n 16 --batch 16 -e "$fields" | cmp large -
}

@test "--check says whether a structure is good, and makes nothing" {
	structure s 'a: int[1..9]' 'b: uuid'
	run -0 ss-gen --check s.yaml
	[[ $output == s.yaml:*ok* ]]
	[ "${#lines[@]}" -eq 1 ]
	run -0 ss-gen --check -q s.yaml
	[ -z "$output" ]
	refuse 'dir/s\.yaml: ' --check dir/s.yaml
	structure bad 'a: int[1..9]' 'b: strng'
	refuse 'bad\.yaml:4:6: unknown datatype "strng"' --check bad.yaml
	refuse '.*--json goes with --check' --json s.yaml
}

@test "--check --json is JSON, with everything a program needs" {
	structure s 'a: int[1..9]'
	[ "$(ss-gen --check --json s.yaml | jq -c .)" = '{"errors":0,"messages":[]}' ]
	structure top 'list: array[object[low], 1..2]'
	structure low 'ok: uuid' 'bad: timestmp[now..now]'
	run -2 --separate-stderr ss-gen --check --json top.yaml
	[ -z "$stderr" ]
	jq -e '.errors == 1 and (.messages | length) == 1' <<<"$output"
	jq -e '.messages[0] | (keys == ["code","column","file","hint","line","message","path"]) and .path == "list.bad" and
		.file == "low.yaml" and .line == 4 and .column == 8 and .code == "unknown-datatype" and
		(.message | contains("timestmp")) and (.hint | contains("timestamp"))' <<<"$output"
	run -2 --separate-stderr ss-gen --check --json nosuch.yaml
	jq -e '.messages[0] | .file == "nosuch.yaml" and .line == null' <<<"$output"
	run -2 --separate-stderr ss-gen --check --json -e $'a: "\e\xff"'
	jq -e '.errors == 1' <<<"$output"
}

@test "--explain says how a field is made" {
	structure top 'id: {datatype: sequence[5], alias: key, description: the key}' 'list: array[object[low], 1..2]'
	structure low 'sum: decimal[0.01..9.99]' 'id: ref[parent.id]'
	run -0 ss-gen --explain id top.yaml
	[[ $output == *sequence\[5\]* && $output == *'the key'* && $output == *top.yaml:3:* && $output == *int64* ]]
	run -0 ss-gen --explain list.sum top.yaml
	[[ $output == *'decimal[0.01..9.99]'* && $output == *low.yaml:3:8* ]]
	# the key of the value function, as ss-determinism(7) has it
	key=$(sed -nE 's/^key +([0-9a-f]{32})$/\1/p' <<<"$output")
	[ -n "$key" ]
	[ "$(ss-gen --explain list.sum -s 1 top.yaml | grep '^key')" != "$(grep '^key' <<<"$output")" ]
	run -0 ss-gen --explain list.id top.yaml
	[[ $output == *top.id* ]]
	refuse 'structure "top" has no field "lst"; did you mean "list"\?' --explain lst top.yaml
	refuse '.*has no field "sume?"; did you mean "sum"\?' --explain list.sume top.yaml
}

@test "--types lists the registry, and describes one" {
	ss-gen --types >types
	sed -nE 's/^SS_TYPE\((.*)\)$/\1/p' "$SS_TOP/lib/gen/types.def" | cmp - <(grep -oE '^[a-z]+' types)
	while read -r type; do
		run -0 ss-gen --types "$type"
		[[ $output == *"$type"* ]]
		example=$(sed -nE 's/^example +//p' <<<"$output")
		[ -z "$example" ] || ss-gen -n 10 -e "f: $example" | json >/dev/null
	done < <(grep -oE '^[a-z]+' types)
	refuse 'unknown datatype "itn"; did you mean "int"\?' --types itn
}

@test "a structure that contains itself is refused with its circle" {
	structure a 'x: object[b]'
	structure b 'y: array[object[c], 1..2]'
	structure c 'z: object[a]'
	refuse 'c\.yaml:3:6: structure "a" contains itself: a -> b -> c -> a; ' a.yaml
	refuse 'a\.yaml:3:6: structure "b" contains itself: b -> c -> a -> b; ' b.yaml
	structure me 'z: object[me]'
	refuse 'me\.yaml:3:6: structure "me" contains itself: me -> me; ' me.yaml
	# twice side by side is no circle
	structure twice 'x: object[leaf]' 'y: object[leaf]'
	structure leaf 'n: int[1..9]'
	ss-gen -n 1 twice.yaml | json
}

@test "nested structures stand beside the file or in --structures" {
	mkdir sub other
	(cd sub && structure top 'x: object[low]' && structure low 'n: const[1]')
	(cd other && structure low 'n: const[2]')
	[ "$(ss-gen -n 1 sub/top.yaml | json)" = '{"x":{"n":1}}' ]
	[ "$(ss-gen -n 1 --structures other sub/top.yaml | json)" = '{"x":{"n":2}}' ]
	[ "$(ss-gen -n 1 --structures other - <sub/top.yaml | json)" = '{"x":{"n":2}}' ]
	mv sub/low.yaml sub/low.yml
	[ "$(ss-gen -n 1 sub/top.yaml | json)" = '{"x":{"n":1}}' ]
	rm sub/low.yml
	refuse 'sub/top\.yaml:3:[0-9]+: no structure "low": there is no file "sub/low\.yaml"; .*--structures' sub/top.yaml
	refuse '<stdin>:3:[0-9]+: no structure "low"' - <sub/top.yaml || refuse '.*' -
	for name in ../low /etc/passwd .low a/b; do
		refuse "<inline>:1:[0-9]+: \"$name\" cannot name a structure; " -e "x: object[$name]"
	done
}

@test "files that are no structure are named" {
	refuse 'nosuch\.yaml: cannot open file: No such file or directory' nosuch.yaml
	mkdir dir
	refuse 'dir: .*directory' dir
	refuse 'no structure given; ss-gen FILE, or ss-gen -e '
	refuse 'one structure at a time: "b\.yaml" is one too many' a.yaml b.yaml
	refuse '-e makes the structure: "a\.yaml" is one too many' -e 'a: uuid' a.yaml
	refuse '<inline>:1:[0-9]+: ' -e 'a'
	refuse '<inline>' -e ''
}

@test "an unreadable file is named" {
	[ -n "$SS_NOBODY" ] || [ "$(id -u)" -ne 0 ] || skip "no way to become somebody else"
	folder=$(mktemp -d "$SS_OPEN/unreadable.XXXX")
	chmod 755 "$folder"
	printf 'name: s\ndata:\n  a: uuid\n' >"$folder/s.yaml"
	printf 'name: top\ndata:\n  a: object[s]\n' >"$folder/top.yaml"
	chmod 000 "$folder/s.yaml"
	chmod 644 "$folder/top.yaml"
	for file in s top; do
		# shellcheck disable=SC2086
		run -2 --separate-stderr $SS_NOBODY "$SS_OPEN/bin/ss-gen" "$folder/$file.yaml"
		[ -z "$output" ]
		[[ $stderr == *s.yaml*"Permission denied"* ]]
	done
}

@test "structures from standard input and from -e are those of a file" {
	printf 'name: inline\ndata:\n  a: int[1..999]\n  b: {datatype: "enum[x;y, z]", alias: c}\n' >s.yaml
	ss-gen s.yaml >file
	ss-gen - <s.yaml | cmp <(json <file) <(json)
	ss-gen -e 'a: int[1..999]; b: {datatype: "enum[x;y, z]", alias: c}' | cmp file -
	ss-gen -e $'a: int[1..999]\nb: {datatype: enum[x;y, z], alias: c}' | cmp file -
	ss-gen -e ' a :int[1..999];b: {datatype: "enum[x;y, z]", alias: c} ;' | cmp <(json <file) <(json)
}

@test "aliases, hidden fields and descriptions" {
	structure s 'a: {datatype: "int[1..999]", alias: "n. 1", description: "d1"}' 'b: {datatype: uuid, hidden: true}' \
		'c: {datatype: boolean, hidden: false}'
	ss-gen -n 5 s.yaml >stream
	[ "$(json <stream | head -n 1 | jq -c keys_unsorted)" = '["n. 1","c"]' ]
	grep -aq 'ss:description' stream
	structure bad 'a: uuid' 'b: {datatype: strng, hidden: true}'
	refuse 'bad\.yaml:4:[0-9]+: unknown datatype' bad.yaml
}

@test "adding, renaming or removing a field leaves every other field's values alone" {
	structure order 'id: sequence' 'city: char[3..9]' 'at: timestamp[2024-01-01..2024-12-31]' \
		'items: array[object[item], 0..4]' 'ref: ref[x.id, 1..count]'
	structure item 'no: sequence' 'price: decimal[0.01..99.99]' 'city: ref[parent.city]' 'tags: array[char[2..4], 0..2]'
	ss-gen -n 500 order.yaml | json >before
	structure order 'new: uuid' 'id: sequence' 'town: char[3..9]' 'ref: ref[x.id, 1..count]' \
		'items: array[object[item], 0..4]' 'also: array[object[item], 1..1]' 'city: char[3..9]'
	structure item 'extra: boolean' 'tags: array[char[2..4], 0..2]' 'no: sequence' 'amount: decimal[0.01..99.99]' \
		'city: ref[parent.city]'
	ss-gen -n 500 order.yaml | json >after
	cmp <(jq -c 'del(.at) | del(.items[].price) | [.id, .city, .ref, (.items | map([.no, .city, .tags]))]' before) \
		<(jq -c '[.id, .city, .ref, (.items | map([.no, .city, .tags]))]' after)
	# what is new has values of its own
	run -1 cmp -s <(jq -c .city after) <(jq -c .town after)
	run -1 cmp -s <(jq -c '.items[].price' before) <(jq -c '.items[].amount' after)
	# an alias names the output alone
	structure order 'id: sequence' 'city: {datatype: "char[3..9]", alias: ville}' 'at: timestamp[2024-01-01..2024-12-31]' \
		'items: array[object[item], 0..4]' 'ref: ref[x.id, 1..count]'
	ss-gen -n 500 order.yaml | json | cmp <(jq -c '[.id, .ville, .at]') <(jq -c '[.id, .city, .at]' before)
}

@test "fields come in the order in which they are written" {
	ss-gen -n 1 -e 'z: uuid; a: uuid; m: uuid; 10: uuid; 9: uuid' | json | jq -r 'keys_unsorted | join(" ")' >order
	[ "$(cat order)" = 'z a m 10 9' ]
}

@test "ref: counts come from --ref-count or from the whole run" {
	largest() { ss-fmt csv --no-header | sort -n | tail -n 1; }
	[ "$(ss-gen -n 2000 --ref-count c=7 -e 'r: ref[c.id, 1..count]' | largest)" -eq 7 ]
	[ "$(ss-gen -n 5 --ref-count d=3 --ref-count c=1k -e 'r: ref[c.id, 1000..count]; s: ref[d.id, 3..count]' | largest)" = 1000,3 ]
	refuse '--ref-count d=3: no ref in the structure asks for that count' --ref-count d=3 -e 'r: ref[c.id, 1..count]'
	refuse '--ref-count c is given twice' --ref-count c=3 --ref-count c=4 -e 'r: ref[c.id, 1..count]'
	refuse '--ref-count wants NAME=COUNT, not "c:3"' --ref-count c:3 -e 'r: ref[c.id, 1..count]'
	[ "$(ss-gen -n 2000 -e 'r: ref[c.id, 2000..count]' | largest)" -eq 2000 ]
	ss-gen -n 300 -e 'r: ref[c.id, 1..count]' | json >whole
	for i in 0 1; do ss-gen -n 300 --shard $i/2 -e 'r: ref[c.id, 1..count]'; done | json | cmp whole -
	for part in '--first 5' '--record 5' '-n inf'; do
		# shellcheck disable=SC2086
		refuse '<inline>:1:[0-9]+: the count of "c" is not known to this run; say it with --ref-count c=N' \
			$part -e 'r: ref[c.id, 1..count]'
	done
	refuse '.*--ref-count wants NAME=COUNT' --ref-count c=x -e 'r: ref[c.id, 1..count]'
	ss-gen -n 5 -e 'r: ref[c.id, 1..9]; s: ref[c.id, -5..-5]' | json | jq -e '.s == -5' >/dev/null
}

@test "any number of threads gives the same bytes" {
	fields='id: sequence; s: char[0..300]; l: array[uuid, 0..9]'
	ss-gen -j 1 -n 20k -e "$fields" >one
	for j in 2 3 8 1000; do ss-gen -j $j -n 20k -e "$fields" | cmp one -; done
	ss-gen -n 20k -e "$fields" | cmp one -
	refuse '.*"-j" wants a count' -j x -e "$fields"
}

@test "notes: -v says what was made, -q says nothing" {
	structure s 't: timestamp[now-1d..now]'
	ss-gen -n 7 -q s.yaml 2>note >/dev/null
	[ ! -s note ]
	ss-gen -n 7 -v --now 2026-12-01 s.yaml 2>note >stream
	[ "$(cat note)" = "ss-gen: 7 records, $(wc -c <stream) bytes" ]
}

@test "--progress json is JSON lines on standard error" {
	ss-gen -n 200k --progress json -e 'a: uuid' 2>progress >/dev/null
	jq -se 'length >= 1 and (last | .records == 200000)' progress
}

@test "a terminal gets a preview of ten records and a note, never a stream" {
	on_terminal "$SS_BIN/ss-gen -e 'id: sequence[1]; e: enum[x]'" >shown
	[ "$(sed -n 1p shown)" = 'id  e' ]
	[ "$(grep -cE '^ *[0-9]+ +x$' shown)" -eq 10 ]
	grep -qx 'ss-gen: preview of 10 records; pipe to ss-fmt for data' shown
	run -1 grep -aq 'ss:' shown
	on_terminal "$SS_BIN/ss-gen -n 3 --first 5 -q -e 'id: sequence[1]'" >shown
	[ "$(grep -oE '[0-9]+' shown | paste -sd' ')" = '6 7 8' ]
	# wide values are cut to the terminal
	on_terminal "$SS_BIN/ss-gen -e 'a: char[300..300]; b: uuid'" >shown
	[ "$(wc -L <shown)" -le 100 ]
	on_terminal "$SS_BIN/ss-gen -n 1T -e 'id: sequence'" >shown
	[ "$(wc -l <shown)" -lt 1100 ]
	on_terminal "$SS_BIN/ss-gen -e 'id: sequenc'" >shown
	grep -q 'unknown datatype "sequenc"; did you mean "sequence"?' shown
}

@test "-o - and -o /dev/tty do not send a stream to a terminal either" {
	for file in - /dev/stdout /dev/tty; do
		on_terminal "$SS_BIN/ss-gen -n 3 -o $file -e 'id: sequence'" >shown
		run -1 grep -aq 'ss:xxh3' shown
	done
}

@test "a terminal for messages does not make a preview of a stream" {
	on_terminal "$SS_BIN/ss-gen -n 3 -e 'id: sequence' >stream"
	ss-gen -n 3 -e 'id: sequence' | cmp stream -
	on_terminal "$SS_BIN/ss-gen -n 3 -e 'id: sequence' | cat >stream"
	ss-gen -n 3 -e 'id: sequence' | cmp stream -
}

@test "the output is never a file of the structure" {
	printf 'name: s\ndata: {a: "object[n]"}\n' >s.yaml
	printf 'name: n\ndata: {b: int[1..9]}\n' >n.yaml
	cp n.yaml kept && ln -s n.yaml link
	for file in s.yaml n.yaml ./n.yaml link; do
		refuse "the output \"$file\" is a file of the structure" -o "$file" s.yaml
	done
	cmp n.yaml kept
}

@test "parts of structures that were edited in between do not join" {
	{ ss-gen -n 4 --shard 0/2 -e 'a: int[1..5]'; ss-gen -n 4 --shard 1/2 -e 'a: int[1..6]'; } >parts
	run -4 ss-fmt csv -o out parts
	[[ $output == *'column "a": ss:datatype "int[1..5]" against "int[1..6]"'* ]]
	{
		ss-gen -n 4 --shard 0/2 --ref-count c=5 -e 'a: ref[c.id, 1..count]'
		ss-gen -n 4 --shard 1/2 --ref-count c=6 -e 'a: ref[c.id, 1..count]'
	} >parts
	run -4 ss-fmt csv -o out parts
	[[ $output == *'ss:count "5" against "6"'* ]]
}
