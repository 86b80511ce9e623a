#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# CSV and TSV as PostgreSQL's COPY reads them, through psql: what comes back is what ss-fmt json says.
load '../lib/common'
load '../lib/postgres'

setup_file()
{
	load '../lib/common'
	load '../lib/postgres'
	pg_start || [ -n "$PG_MISSING" ]
}

teardown_file()
{
	load '../lib/postgres'
	pg_stop
}

setup()
{
	[ -z "$PG_MISSING" ] || skip "$PG_MISSING"
	set -o pipefail
	cd "$BATS_TEST_TMPDIR" || return
	in_csv='format csv, header true'
	in_tsv='format text, header true'
}

# table DDL: a table t, whose rows know the order in which they came; sets columns
table()
{
	columns=$(sql "set client_min_messages = error; drop table if exists t; create table t ($1);
		select string_agg(quote_ident(column_name), ',' order by ordinal_position) from information_schema.columns
		where table_name = 't'; alter table t add column row_ bigserial")
}

# load_as csv|tsv FILE [OPTION...]: into t, through psql
load_as()
{
	local format=$1 file=$2 with
	shift 2
	[ "$format" = csv ] && with=$in_csv || with=$in_tsv
	ss-fmt "$format" "$@" <"$file" | sql "\\copy t ($columns) from pstdin with ($with)"
}

rows() { sql "select to_json(x) from (select $columns from t order by row_) x"; }

# comes_back FILE DDL [COLUMN=KIND...]: a stream, in both formats, is what JSON says
comes_back()
{
	local file=$1 ddl=$2 format
	shift 2
	ss-fmt json <"$file" >want.json
	for format in csv tsv; do
		table "$ddl"
		load_as "$format" "$file"
		rows >"$format.rows"
		python3 "$SS_TOP/tests/net/same_as_json.py" want.json "$format.rows" "$@" || {
			echo "in $format"
			return 1
		}
	done
}

# foreign: the stream that a Python program on standard input writes
foreign()
{
	needs_python
	"$SS_VENV" - >in.arrows
}

@test 'the issue: invoices through csv and tsv' {
	ss-gen -n 1000 -s 42 "$SS_TOP/schemas/structures/invoice.yaml" >in.arrows
	comes_back in.arrows 'numero_fattura int, data_fattura date, emittente json, destinatario json, righe json,
		totale_lordo numeric, totale_iva numeric, totale_netto numeric'
	same 1000 "$(sql 'select count(*) from t where json_array_length(righe) between 1 and 20')"
	ss-gen -n 1000 -s 42 "$SS_TOP/schemas/structures/invoice.yaml" | ss-fmt csv --flatten >flat.csv
	sql "create table flat ($(head -n 1 flat.csv | tr , '\n' | sed 's/.*/"&" text/' | paste -sd,))"
	sql "\\copy flat from flat.csv with ($in_csv)"
	same 1000 "$(sql 'select count(*) from flat')"
}

@test 'every datatype' {
	ss-gen -n 2000 -s 7 -e 'id: sequence[-3, 7]; tiny: int[-128..127]; small: int[-32768..32767];
		whole: int[-2147483648..2147483647]; big: int[-9223372036854775808..9223372036854775807];
		amount: decimal[-99.99..99.99]; huge: decimal[-9999999999999999999.9999999999999999999..9999999999999999999.9999999999999999999];
		fraction: decimal[0.000001..0.000999]; d: double[-1e300..1e300]; small_d: double[0..1]; flag: boolean; rare: boolean[0.01];
		name: char[0..12]; odd: char[0..9, " -~"]; raw: bytes[0..9]; kind: enum["a,b", "q\"q", "\\", "é😀", NULL, "\\N", "\\."];
		day: date[0001-01-01..9999-12-31]; clock: time[00:00:00..23:59:59]; micros: time[00:00:00.000001..23:59:59.999999];
		at: timestamp[0001-01-01T00:00:00..9999-12-31T23:59:59]; milli: timestamp[1970-01-01T00:00:00.001..2038-01-19];
		micro: timestamp[1969-12-31T23:59:59.000001..2038-01-19]; key: uuid; fixed: const["it'"'"'s"]; other: ref[inline.tiny, 1..9]' \
		>in.arrows
	comes_back in.arrows 'id bigint, tiny smallint, small smallint, whole int, big bigint, amount numeric(4, 2),
		huge numeric(38, 19), fraction numeric(6, 6), d float8, small_d float8, flag boolean, rare boolean, name text, odd text,
		raw bytea, kind text, day date, clock time, micros time, at timestamptz, milli timestamptz, micro timestamptz, key uuid,
		fixed text, other int' d=double small_d=double raw=bytes at=instant milli=instant micro=instant micros=clock
}

@test 'nested values are JSON in their cell' {
	ss-gen -n 300 -s 7 -e 'l: array[enum["a,b", "q\"q", "\\", "é"], 0..4]; m: array[array[int[1..9], 0..2], 0..2];
		n: array[decimal[0.01..9.99], 1..3]' >in.arrows
	comes_back in.arrows 'l json, m json, n json'
	same 0 "$(sql 'select count(*) from t where json_array_length(l) > 4')"
}

@test 'null and the empty string stay apart' {
	foreign <<-'PY'
		import sys, pyarrow as pa, pyarrow.ipc as ipc
		t = pa.table({'id': list(range(8)),
		              'a': ['', None, 'x', 'NULL', '\\N', '"', None, ''],
		              'b': pa.array([1, None, 3, None, 5, 6, None, 8], pa.int16()),
		              'c': pa.array([b'', None, b'\x00\xff', None, b'\\x', b'', None, b'a'], pa.binary()),
		              'd': [None, '', None, ' ', '  x ', '', 'null', None]})
		with ipc.new_stream(sys.stdout.buffer, t.schema) as w:
		    w.write_table(t)
	PY
	comes_back in.arrows 'id int, a text, b smallint, c bytea, d text' c=bytes
	same 2,2 "$(sql "select count(*) filter (where a is null), count(*) filter (where a = '') from t" -F ,)"
	# all cells quoted: null is not
	table 'id int, a text, b smallint, c bytea, d text'
	load_as csv in.arrows --quote all
	rows | cmp - csv.rows
	# a word for null
	table 'id int, a text, b smallint, c bytea, d text'
	ss-fmt csv --null '<none>' in.arrows | sql "\\copy t ($columns) from pstdin with ($in_csv, null '<none>')"
	rows | cmp - csv.rows
	# other delimiters, line ends, no header
	table 'id int, a text, b smallint, c bytea, d text'
	ss-fmt csv --delimiter ';' --crlf --no-header in.arrows | sql "\\copy t ($columns) from pstdin with (format csv, delimiter ';')"
	rows | cmp - csv.rows
}

@test 'quotes, backslashes, control characters and what ends a COPY' {
	foreign <<-'PY'
		import sys, pyarrow as pa, pyarrow.ipc as ipc
		texts = [chr(i) for i in range(1, 0xa1)] + ['x\\', 'as\\.d', '\\.', '\\N', '\\\\', '\\n', '\t\n\r', '"', '""', '",', "'",
		    '\n', '\r\n', '\\.\n', '\n\\.', ' lead', 'trail ', 'é😀', '\u2028', '\ufeffbom', '=1+1', '-- x', '\\x00', '#', 'a,b', 'q"q']
		pairs = [(a, b) for a in texts for b in texts[150:]]
		t = pa.table({'a': [p[0] for p in pairs], 'b': [p[1] for p in pairs]})
		with ipc.new_stream(sys.stdout.buffer, t.schema) as w:
		    w.write_table(t)
	PY
	comes_back in.arrows 'a text, b text'
}

@test 'one column: lone \. and what else a line may be' {
	foreign <<-'PY'
		import sys, pyarrow as pa, pyarrow.ipc as ipc
		t = pa.table({'v': ['x', '\\.', '\\N', '', ' ', '\\', 'y\\', '"', '\t', '\r', 'x\ny', '\\.x', 'end']})
		with ipc.new_stream(sys.stdout.buffer, t.schema) as w:
		    w.write_table(t)
	PY
	comes_back in.arrows 'v text'
	ss-fmt csv in.arrows | grep -Fxq '"\."'
}

# psql (before 18) takes a line \. inside quotes for the end of CSV data. The server does not, and TSV has no such line:
# so the bytes are right, psql loads nothing, and ss-fmt(1) recommends TSV for psql.
@test 'a line \. inside a value: the server and TSV take it, psql loads all of a CSV or fails' {
	foreign <<-'PY'
		import sys, pyarrow as pa, pyarrow.ipc as ipc
		t = pa.table({'v': ['x', 'a\n\\.\nb', 'y'], 'w': [1, 2, 3]})
		with ipc.new_stream(sys.stdout.buffer, t.schema) as w:
		    w.write_table(t)
	PY
	ss-fmt json in.arrows >want.json
	table 'v text, w int'
	load_as tsv in.arrows
	rows >tsv.rows
	python3 "$SS_TOP/tests/net/same_as_json.py" want.json tsv.rows
	table 'v text, w int'
	ss-fmt csv -o "$PG_FOLDER/in.csv" in.arrows
	chmod a+r "$PG_FOLDER/in.csv"
	sql "copy t ($columns) from '$PG_FOLDER/in.csv' with ($in_csv)"
	rows | cmp - tsv.rows
	table 'v text, w int'
	load_as csv in.arrows || same 0 "$(sql 'select count(*) from t')"
	[[ $(sql 'select count(*) from t') == [03] ]]
}

@test 'a row that is one null is a row' {
	local middle
	needs_python
	for middle in None "''"; do
		"$SS_VENV" - >in.arrows <<-PY
			import sys, pyarrow as pa, pyarrow.ipc as ipc
			t = pa.table({'v': ['x', $middle, 'y']})
			with ipc.new_stream(sys.stdout.buffer, t.schema) as w:
			    w.write_table(t)
		PY
		for format in csv tsv; do
			table 'v text'
			load_as "$format" in.arrows
			same 3 "$(sql 'select count(*) from t')"
		done
		# TSV keeps the difference; CSV does when null has a word, be it the empty one
		same "$([ "$middle" != None ] || echo 1)" "$(sql "select 1 from t where v is null")"
		table 'v text'
		load_as csv in.arrows --null ''
		same 3 "$(sql 'select count(*) from t')"
		same "$([ "$middle" != None ] || echo 1)" "$(sql "select 1 from t where v is null")"
		same "$([ "$middle" = None ] || echo 1)" "$(sql "select 1 from t where v = ''")"
	done
}

@test 'instants load unchanged in any zone of the client and of the generator' {
	local zone format hash=''
	ss-gen -n 5000 -s 7 -e 't: timestamp[2024-03-10T01:30:00..2024-03-10T03:30:00]' >in.arrows
	for zone in UTC America/New_York Asia/Kathmandu; do
		for format in json csv tsv; do
			TZ=$zone ss-gen -n 5000 -s 7 -e 't: timestamp[2024-03-10T01:30:00..2024-03-10T03:30:00]' |
				TZ=$zone ss-fmt "$format" | hash_of
		done >hashes
		[ -n "$hash" ] || hash=$(cat hashes)
		same "$hash" "$(cat hashes)"
		for format in csv tsv; do
			table 't timestamptz'
			PGTZ=$zone TZ=$zone load_as "$format" in.arrows
			PGTZ=$zone sql "select to_char(t at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') from t order by row_" >got
			ss-fmt json in.arrows | jq -r .t | cmp - got
		done
	done
	[ "$(grep -c 'T02:' got)" -gt 2000 ]
}

@test 'a million records: the count and the sums' {
	local format
	ss-gen -n 1M -s 7 -e 'id: int[1..999]; amount: decimal[0.01..9999.99];
		created: timestamp[2025-01-01T00:00:00.000..2025-12-31T23:59:59.999]; birth: date[1950-01-01..2005-12-31];
		active: boolean; status: enum[new,paid,shipped,cancelled]; code: char[5..15]' >in.arrows
	ss-fmt csv --no-header in.arrows | awk -F , '{ n++; id += $1; split($2, a, "."); cents += a[1] * 100 + a[2]
		active += $5 == "true"; s[$6]++; len += length($7) }
		END { printf "%d|%d|%.0f|%d|%d|%d\n", n, id, cents, active, s["paid"], len }' >want
	for format in csv tsv; do
		table 'id smallint, amount numeric, created timestamptz, birth date, active boolean, status text, code text'
		load_as "$format" in.arrows
		sql "select count(*), sum(id), round(sum(amount) * 100), count(*) filter (where active),
			count(*) filter (where status = 'paid'), sum(length(code)) from t" >got
		cmp want got
	done
}

@test 'a producer that dies loads nothing' {
	local format
	ss-gen -n 100k -s 7 -e "$FIELDS" >in.arrows
	head -c 3000000 in.arrows >cut.arrows
	for format in csv tsv; do
		table 'id bigint, n int, amount numeric, name text, "when" date'
		# psql sees the end of the data and commits what came: -o and a file is how it is done
		run ss-fmt "$format" -o whole.txt cut.arrows
		same 4 "$status"
		no_file "$PWD/whole.txt"
		ss-fmt "$format" -o whole.txt in.arrows && sql "\\copy t ($columns) from whole.txt with ($([ "$format" = csv ] && echo "$in_csv" || echo "$in_tsv"))"
		same 100000 "$(sql 'select count(*) from t')"
		rm whole.txt
	done
}
