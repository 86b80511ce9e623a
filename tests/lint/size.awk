# SPDX-License-Identifier: Apache-2.0
# Warns of functions over 70 lines and files over 500: the name stands in column 0, the braces too.
function file_end() { if (lines > 500) print "# warning: " name ": " lines " lines" }
FNR == 1 { file_end(); name = FILENAME; begin = 0 }
{ lines = FNR }
/^[A-Za-z_][A-Za-z0-9_]*\(/ { fn = $0; sub(/\(.*/, "", fn) }
/^{/ { begin = FNR }
/^}/ {
	if (begin && FNR - begin - 1 > 70) print "# warning: " FILENAME ":" begin ": " fn " has " FNR - begin - 1 " lines"
	begin = 0
}
END { file_end() }
