# SPDX-License-Identifier: Apache-2.0
# Reads lib/LAYERS, then the output of strip.awk, and prints every #include that crosses a layer or a vendor door.
FNR == NR {
	if ($1 == "layer") {
		name = $2
		sub(/:$/, "", name)
		may[name, name] = known[name] = 1
		for (i = 3; i <= NF; i++) may[name, $i] = 1
	} else if ($1 == "door")
		door[$2] = door[$2] " " $3 " "
	next
}
# C17, POSIX and the kernel; anything else in <> is a vendor header and needs a door
function standard(header) {
	return header ~ /^(sys|linux|netinet|arpa|net|asm)\// || header ~ /intrin\.h$|^arm_(neon|acle)\.h$|^cpuid\.h$/ ||
		header ~ /^(assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|strings|tgmath|threads|time|uchar|wchar|wctype|dirent|dlfcn|endian|fcntl|fnmatch|ftw|getopt|glob|grp|iconv|langinfo|libgen|netdb|poll|pthread|pwd|regex|sched|semaphore|spawn|syslog|termios|ucontext|unistd|utime|wordexp|byteswap|features|malloc|sysexits|err)\.h$/
}
function bad(why) { print file ":" line ": " why; found = 1 }
{
	split($0, part, ":")
	file = part[1]
	line = part[2]
	code = substr($0, length(file) + length(line) + 3)
	if (code !~ /^[ \t]*#[ \t]*include/) next
	header = code
	gsub(/^[^<"]*[<"]|[>"].*$/, "", header)
	split(file, path, "/")
	if (header ~ /\.c$/) bad("includes a source file: " header)
	if (header ~ /\.\.\//) bad("includes through a parent folder: " header)
	if (header in door) {
		if (path[1] != "tests" && !index(door[header], " " file " ")) bad("the door to " header " is" door[header])
		next
	}
	if (code ~ /</) {
		if (!standard(header)) bad("vendor header without a door in lib/LAYERS: " header)
		next
	}
	if (path[1] != "lib" && path[1] != "cmd") next
	layer = path[1] == "cmd" ? "cmd" : path[2]
	if (layer != "cmd" && !(layer in known)) bad("layer not in lib/LAYERS: " layer)
	if (header !~ /\//) next
	split(header, to, "/")
	if (!(to[1] in known)) bad("not a layer: " header)
	else if (layer != "cmd" && !((layer, to[1]) in may)) bad("layer " layer " may not include " header)
}
END { exit found }
