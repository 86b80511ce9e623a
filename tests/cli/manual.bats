#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# The pages and README against the tools. Every .Bd -literal block of a section EXAMPLES and every ```sh block of README
# is a script that runs as it stands, in a folder that has schemas/. What a block prints may follow as .Bd -unfilled.

load '../lib/common'

setup() { cd "$BATS_TEST_TMPDIR" || return; }

pages() { printf '%s\n' "$SS_TOP"/man/*.[1-8] "$SS_TOP/README.md"; }

# blocks PAGE DISPLAY: NUL-terminated, without roff's escapes
blocks()
{
	if [[ $1 == *.md ]]; then
		[ "$2" != literal ] || awk '/^```sh$/ { on = 1; next } /^```$/ && on { on = 0; printf "%c", 0; next } on' "$1"
		return
	fi
	awk -v display="$2" '
		/^\.Sh / { inside = $2 == "EXAMPLES" }
		inside && /^\.Bd / && $2 == "-" display { on = 1; next }
		/^\.Ed/ && on { on = 0; printf "%c", 0; next }
		on' "$1" | sed -e 's/\\-/-/g' -e 's/\\&//g' -e 's/\\(dq/"/g' -e 's/\\e/\\/g'
}

# missing BLOCK: what a block needs and what is not here
missing()
{
	if grep -qE 'pyarrow|polars|duckdb' <<<"$1" && [ -z "$SS_VENV" ]; then echo 'the Python readers'; fi
	if grep -qE '\bpsql\b' <<<"$1" && ! psql -qc 'select 1' >/dev/null 2>&1; then echo 'a PostgreSQL server'; fi
	if grep -qE '\| parallel\b' <<<"$1" && ! command -v parallel >/dev/null; then echo 'GNU parallel'; fi
	if grep -qE '^ *jq\b|\| jq\b' <<<"$1" && ! command -v jq >/dev/null; then echo jq; fi
}

# examples PAGE...: runs them all, then tells which failed
examples()
{
	local page block n=0 bad=0 absent
	[ -z "$SS_VENV" ] || PATH=$(dirname "$SS_VENV"):$SS_BIN:$PATH
	for page in "$@"; do
		while IFS= read -r -d '' block; do
			n=$((n + 1))
			absent=$(missing "$block" | head -n 1)
			if [ -n "$absent" ]; then
				echo "# $(basename "$page"): an example needs $absent" >&3
				continue
			fi
			mkdir "run$n" && cp -r "$SS_TOP/schemas" "run$n/"
			(cd "run$n" && bash -e -u -o pipefail -c "$block" </dev/null >../output 2>../errors) || {
				printf '%s: status %s from\n%s\n' "$(basename "$page")" $? "$block"
				cat output errors
				bad=1
			}
			rm -rf "run$n"
		done < <(blocks "$page" literal)
	done
	[ "$n" -gt 0 ] && [ "$bad" = 0 ]
}

@test "the examples of ss-gen(1) run as written" { examples "$SS_TOP/man/ss-gen.1"; }
@test "the examples of ss-fmt(1) run as written" { examples "$SS_TOP/man/ss-fmt.1"; }
@test "the examples of the other pages run as written" {
	local others
	mapfile -t others < <(pages | grep -vE 'ss-(gen|fmt)\.1$|README')
	examples "${others[@]}"
}
@test "the examples of README run as written" { examples "$SS_TOP/README.md"; }

@test "examples whose last command is not ours begin with pipefail" {
	local page block
	while read -r page; do
		while IFS= read -r -d '' block; do
			grep -qE '\| *(gzip|jq|psql|sha256sum|wc|head|parallel|kcat|python3)\b|\|$' <<<"$block" || continue
			[[ $block == 'set -o pipefail'* ]] ||
				! tr '\n' ' ' <<<"$block" | grep -qE '\| *(gzip|jq|psql|sha256sum|wc|head|parallel|kcat|python3)\b' || {
				printf '%s: no pipefail in\n%s\n' "$(basename "$page")" "$block"
				return 1
			}
		done < <(blocks "$page" literal)
	done < <(pages)
}

@test "the checksums that ss-stream(5) prints are those of its example" {
	blocks "$SS_TOP/man/ss-stream.5" literal >scripts
	IFS= read -r -d '' script <scripts
	blocks "$SS_TOP/man/ss-stream.5" unfilled | tr -d '\0' >expected
	bash -e -c "$script" >made
	[ "$(wc -l <made)" -eq 2 ]
	diff expected made
}

# options_of_help TOOL, options_of_page TOOL: long names in order, each once, without help and version
options_of_help() { "$1" --help | sed -nE 's/^  (-., |    )--([a-z-]+).*/\2/p' | grep -vxE 'help|version' | awk '!seen[$0]++'; }
options_of_page()
{
	sed -nE 's/^\.It (Fl [A-Za-z] , )?Fl Fl ([a-z-]+).*/\2/p' "$SS_TOP/man/$1.1" | grep -vxE 'help|version'
}

@test "the pages of the tools have the options of --help, in its order" {
	local tool
	for tool in ss-gen ss-fmt; do
		[ -n "$(options_of_help "$tool")" ]
		diff <(options_of_help "$tool") <(options_of_page "$tool")
		# and the letters that go with them
		diff <("$tool" --help | sed -nE 's/^  -(.), --([a-z-]+).*/\1 \2/p') \
			<(sed -nE 's/^\.It Fl (.) , Fl Fl ([a-z-]+).*/\1 \2/p' "$SS_TOP/man/$tool.1")
	done
}

@test "ss-fmt(1) and README have the formats of --help" {
	local format
	ss-fmt --help | sed -nE 's/^Format ([a-z]+) .*/\1/p' >formats
	[ "$(wc -l <formats)" -ge 2 ]
	diff formats <(sed -nE 's/^\.It Cm ([a-z]+) Ta .*/\1/p' "$SS_TOP/man/ss-fmt.1")
	while read -r format; do
		grep -qF "| \`$format\` |" "$SS_TOP/README.md"
	done <formats
}

@test "ss-types(7) has the datatypes of --types" {
	ss-gen --types | sed -E 's/  +.*//' >types
	[ "$(wc -l <types)" -ge 10 ]
	diff types <(sed -n '/^\.Sh DATATYPES/,/^\.Sh BOUNDS/s/^\.It Li //p' "$SS_TOP/man/ss-types.7" | grep -vE '^[a-z]+ ,' | sed 's/\\-/-/g')
	sed 's/\[.*//' types | while read -r type; do
		grep -qE "\`${type}(\[|\`)" "$SS_TOP/README.md" || exit 1
	done
}

@test "the examples of datatypes make the JSON that ss-types(7) shows" {
	local datatype json made
	# --types has the same examples
	awk '/^\.It example/ { getline; sub(/^\.Li /, ""); datatype = $0 }
		/^\.It JSON/ && datatype != "" { getline; sub(/^\.Li /, ""); gsub(/\\\(dq/, "\""); print datatype "\t" $0; datatype = "" }' \
		"$SS_TOP/man/ss-types.7" | sed 's/\\-/-/g' >shown
	[ "$(wc -l <shown)" -ge 10 ]
	while IFS=$'\t' read -r datatype json; do
		ss-gen --types "${datatype%%[*}" | tr -s ' ' | grep -qxF "example $datatype"
		made=$(ss-gen -n 1 -e "a: $datatype" | ss-fmt json)
		# a boolean is shown with both of its values
		[ "$made" = "{\"a\":$json}" ] || [ "${datatype%%[*}" = boolean ] || {
			printf '%s: %s, not %s\n' "$datatype" "$made" "$json"
			return 1
		}
	done <shown
}

@test "ss-structure(5) has the keys of keys.def" {
	diff <(sed -nE 's/^SS_KEY\([A-Z]+, "([a-z_-]+)".*/\1/p' "$SS_TOP/lib/model/keys.def") \
		<(sed -n '/^\.Sh KEYS/,/^\.Sh FIELDS/s/^\.It Li //p' "$SS_TOP/man/ss-structure.5")
}

@test "ss-structure(5) has the limits of defs.h" {
	local name value
	sed -nE 's/^#define (SS_(YAML|FIELDS|COLUMNS|STRUCTURE|TEXT|ARRAY|BODY_WRITE|RECORD)[A-Z_]*) ([^/]*[^/ \t]).*/\1 \3/p' \
		"$SS_TOP/lib/base/defs.h" | sed 's/(size_t)//' >limits
	[ "$(wc -l <limits)" -ge 10 ]
	while read -r name value; do
		value=$(printf "%'d" "$((value))")
		grep -qF ".It $(sed -E ':a; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta' <<<"$value")" "$SS_TOP/man/ss-structure.5" || {
			echo "$name $value"
			return 1
		}
	done <limits
}

@test "seedstream(7) lists every page, and references lead to pages" {
	local page name
	for page in "$SS_TOP"/man/*.[1-8]; do
		name=$(basename "$page")
		[ "$name" = seedstream.7 ] || grep -qE "^\.It Xr ${name%.*} ${name##*.}$" "$SS_TOP/man/seedstream.7"
		sed -nE 's/^\.(It )?Xr (ss-[a-z]+|seedstream) ([1-8]).*/\2.\3/p' "$page" | while read -r name; do
			[ -f "$SS_TOP/man/$name" ] || {
				echo "$page: $name"
				exit 1
			}
		done
	done
	grep -oE '\(man/[a-z.0-9-]+\)' "$SS_TOP/README.md" | tr -d '()' | while read -r page; do [ -f "$SS_TOP/$page" ] || exit 1; done
}
