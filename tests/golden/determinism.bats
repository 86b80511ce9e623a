#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# ss-determinism(7) against the tools: an implementation written from the page gives the same bytes, and the page's
# test vectors are what ss-gen makes.

load '../lib/common'

judge=$SS_TOP/tests/judge/determinism.py

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	cat >probe.yaml <<'E'
name: probe
data:
  id: sequence[1]
  odd: sequence[-7, 3]
  tiny: int[-100..100]
  small: int[1..999]
  whole: int[-9223372036854775808..9223372036854775807]
  price: decimal[0.01..9999.99]
  wide: decimal[-99999999999999999999999999999999999999..99999999999999999999999999999999999999]
  fine: decimal[-0.00000000000000000001..1.5]
  ratio: double[-1..1]
  big: double[-1e300..1e300]
  coin: boolean
  rare: boolean[0.1]
  never: boolean[0]
  always: boolean[1]
  word: char[5..15]
  long: char[0..200]
  code: 'char[8..8, A-Z0-9_-]'
  hex: 'char[0..40, 0-9a-f]'
  scattered: 'char[12..12, acegikmoqsuwyACEGIKMOQSUWY]'
  greek: 'char[3..9, α-ω\-\\]'
  many: 'char[1..20, !-~À-ɏ]'
  raw: bytes[0..20]
  state: enum[new,paid,shipped]
  odds: 'enum["a,b", a, a, "say \"hi\" \\", 007, no]'
  day: date[1950-01-01..2005-12-31]
  ancient: date[0001-01-01..9999-12-31]
  at: timestamp[2024-01-01..2024-12-31]
  at_ms: timestamp[2024-01-01T00:00:00.000+02:00..2024-12-31T23:59:59.9Z]
  at_us: timestamp[1969-12-31T23:59:59.000001..1970-01-02]
  early: timestamp[0001-01-01..0001-12-31]
  hour: time[08:00..17:30]
  hour_ms: time[08:00:00.5..17:30]
  hour_us: time[00:00:00..23:59:59.999999]
  key: uuid
  eur: const[EUR]
  seven: const[7]
  half: const[-0.50]
  large: const[123456789012345678901234567890.5]
  yes: const[true]
  text: 'const["7"]'
  customer: 'ref[customer.id, 1..1000]'
  secret: {datatype: "int[1..1000000]", hidden: true}
  numbers: 'array[int[1..9], 0..5]'
  matrix: 'array[array[decimal[0.00..1.00], 0..3], 1..3]'
  keys: 'array[uuid, 0..2]'
  owner: object[inner]
  items: 'array[object[item], 0..4]'
  echo: 'array[ref[parent.small], 2..2]'
E
	cat >inner.yaml <<'E'
name: inner
data:
  who: char[3..6]
  of: ref[parent.small]
  secret: ref[parent.secret]
E
	cat >item.yaml <<'E'
name: item
data:
  line: sequence[1]
  order: ref[parent.id]
  day: ref[parent.day]
  qty: int[1..9]
  tags: 'array[enum[red,green,blue], 0..3]'
  parts: 'array[object[part], 0..2]'
E
	cat >part.yaml <<'E'
name: part
data:
  n: sequence[10, 10]
  qty: ref[parent.qty]
  order: ref[parent.order]
  all: 'array[ref[parent.n], 0..2]'
E
	cat >counted.yaml <<'E'
name: counted
data:
  id: sequence[1]
  customer: 'ref[customer.id, 1..count]'
E
}

# agrees JUDGE-ARGUMENTS -- SS-GEN-ARGUMENTS
agrees()
{
	local judged=()
	while [ "$1" != -- ]; do
		judged+=("$1")
		shift
	done
	shift
	python3 "$judge" "${judged[@]}" >expected
	ss-gen "$@" | ss-fmt json >made
	[ -s made ]
	diff <(head -n 3 expected) <(head -n 3 made)
	cmp expected made
}

@test "every datatype has a place in the structure that is compared" {
	ss-gen --types | sed 's/[][ ].*//' | while read -r name; do
		grep -qE "[ '[]$name(\[|\$|,)" ./*.yaml || {
			echo "no $name"
			exit 1
		}
	done
}

@test "an independent program gives the same 200 records" {
	agrees --count 200 probe.yaml -- -n 200 probe.yaml
}

@test "also with another seed, a negative one, and far away record numbers" {
	agrees --seed 42 --count 200 probe.yaml -- -n 200 -s 42 probe.yaml
	agrees --seed -9223372036854775808 --count 50 probe.yaml -- -n 50 -s -9223372036854775808 probe.yaml
	agrees --first 987654321987 --count 50 probe.yaml -- -n 50 --first 987654321987 probe.yaml
}

@test "also where the count decides" {
	agrees --count 200 counted.yaml -- -n 200 counted.yaml
}

# The page as it is read, without the roff escapes.
page() { sed -e 's/\\-/-/g' -e 's/\\&//g' -e 's/\\e/\\/g' "$SS_TOP/man/ss-determinism.7"; }

# vector DATATYPE: what ss-gen makes of it is what the page says
vector()
{
	local values
	printf "name: probe\ndata:\n  a: '%s'\n" "$1" >vector.yaml
	values=$(ss-gen -n 3 vector.yaml | ss-fmt json | sed -e 's/^{"a"://' -e 's/}$//' | paste -sd' ')
	page | tr -s ' \n' ' ' | grep -qF -- " $1 $values " || {
		echo "$1 $values"
		return 1
	}
}

@test "the values in the page's test vectors are right" {
	local datatype
	for datatype in 'int[1..999]' 'decimal[0.01..9999.99]' 'double[-1..1]' 'boolean' 'boolean[0.25]' 'char[5..15]' \
		'char[8..8, A-Z0-9]' 'bytes[4..20]' 'enum[new,paid,shipped]' 'date[1950-01-01..2005-12-31]' \
		'timestamp[2024-01-01..2024-12-31]' 'time[08:00..17:30]' uuid 'array[int[1..9], 0..5]' \
		'decimal[-99999999999999999999999999999999999999..99999999999999999999999999999999999999]'; do
		vector "$datatype"
	done
}

@test "the keys, addresses and draws in the page's test vectors are right" {
	printf 'name: probe\ndata:\n  a: uuid\n' >vector.yaml
	page >plain
	grep -F "$(ss-gen --explain a vector.yaml | sed -nE 's/^key +(.{16})/\1 /p')" plain
	PYTHONPATH=$SS_TOP/tests/judge python3 - >vectors <<'E'
from determinism import *
probe = key_root("probe", 0)
a = key_child(probe, "a")
hexed = lambda *numbers: " ".join(f"{n:016x}" for n in numbers)
print(f"{'key of structure probe':33}{hexed(*probe)}")
print(f"{'key of structure probe, seed -1':33}{hexed(*key_root('probe', -1))}")
print(f"{'key of field a in probe':33}{hexed(*a)}")
print(f"{'key of the elements of a':33}{hexed(*key_child(a, '[]'))}")
for name, address in ("0", 0), ("1", 1), ("2^40", 1 << 40):
    d = Draws(a, address)
    print(f"{name:17}{hexed(d.s, d.y)}")
    print(f"{name:17}{hexed(d[0], d[1], d[2])}")
    print(f"{'at ' + name:17}{hexed(child_address(address, 0), child_address(address, 1))}")
E
	[ "$(wc -l <vectors)" -eq 13 ]
	while read -r line; do
		tr -s ' ' <plain | grep -qxF -- "$(tr -s ' ' <<<"$line")" || {
			echo "$line"
			return 1
		}
	done <vectors
}
