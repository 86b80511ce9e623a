/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The YAML library's messages in the project's words, with a remedy. Called by the YAML reader
 * for every syntax error.
 */
#include "model/yaml.h"

#include <string.h>

struct translation {
	const char *theirs; /* part of the library's message */
	const char *cause;
	const char *hint;
};

/* First match wins. */
static const struct translation translations[] = {
	{"tab ", "a tab cannot indent YAML", "indent with blanks"},
	{"without closing quote", "a quoted text has no closing quote", "close it"},
	{"missing comma", "a comma or a closing bracket is missing",
	 "put quotes round a text with brackets, braces or commas"},
	{"closing bracket", "a \"[\" or \"{\" is never closed", "close it"},
	{"mismatched flow", "a bracket closes what another kind opened", "match \"[\" and \"{\""},
	{"no flow to pop", "a closing bracket without an opening one", "take it away"},
	{"extra closing", "a closing bracket without an opening one", "take it away"},
	{"extra comma", "a comma too many", "take it away"},
	{"comma in the beginning", "a comma too many", "take it away"},
	{"escape", "bad escape in double quotes", "use single quotes to keep backslashes"},
	{"same line", "\": \" in an unquoted text, or two items on one line",
	 "put quotes round a text that contains \": \""},
	{"multiline", "a text that runs over several lines contains \": \"",
	 "begin keys in the same column, with a blank behind each \":\""},
	{"block scalar", "a bad \"|\" or \">\"", "write it alone, and the text on the lines below"},
	{"alias detected", "a \"*\" without a name", "put quotes round a text that begins with it"},
	{"anchor detected", "a \"&\" without a name",
	 "put quotes round a text that begins with it"},
	{"could not find expected ':'", "a key without \":\"", "write \"key: value\""},
	{"missing ':'", "a key without \":\"", "write \"key: value\""},
	{"scalar cannot start", "an unquoted text cannot begin with this character",
	 "put quotes round it"},
	{"trailing content", "text behind a closing quote", "put all of it in the quotes"},
	{"tag", "a tag", "take it away: every value is read as text"},
	{"directive", "a bad YAML directive", "take the line that begins with \"%\" away"},
	{"version", "a bad YAML directive", "take the line that begins with \"%\" away"},
	{"ndent", "wrong indentation", "begin the keys of one mapping in the same column"},
	{"did not find expected key", "wrong indentation, or a key without \":\"",
	 "begin the keys of one mapping in the same column"},
	{"missing document start", "text behind the end of the document",
	 "begin the keys of one mapping in the same column"},
};

const char *
ss_yaml_cause(const char *theirs, const char **hint)
{
	for (size_t i = 0; i < SS_ARRAY_LEN(translations); i++) {
		if (strstr(theirs, translations[i].theirs) == NULL)
			continue;
		*hint = translations[i].hint;
		return translations[i].cause;
	}
	return NULL;
}
