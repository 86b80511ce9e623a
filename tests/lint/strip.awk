# SPDX-License-Identifier: Apache-2.0
# Prints "file:line:code" for C sources, without comments and without what string literals hold.
FNR == 1 { inside = 0 }
{
	code = ""
	rest = $0
	while (rest != "") {
		if (inside) {
			at = index(rest, "*/")
			if (!at) break
			rest = substr(rest, at + 2)
			inside = 0
			continue
		}
		if (!match(rest, /\/\*|\/\/|"|'/)) {
			code = code rest
			break
		}
		mark = substr(rest, RSTART, RLENGTH)
		code = code substr(rest, 1, RSTART - 1)
		rest = substr(rest, RSTART + RLENGTH)
		if (mark == "//") break
		if (mark == "/*") {
			inside = 1
			code = code " "
		} else if (code ~ /^[ \t]*#[ \t]*include[ \t]*$/) {
			code = code mark rest
			break
		} else {
			pattern = mark == "\"" ? "^([^\"\\\\]|\\\\.)*\"" : "^([^'\\\\]|\\\\.)*'"
			if (match(rest, pattern)) rest = substr(rest, RLENGTH + 1)
			code = code mark mark
		}
	}
	if (code ~ /[^ \t]/) print FILENAME ":" FNR ":" code
}
