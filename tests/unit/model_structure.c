/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of lib/model/structure.c, fields.c, inline.c and keys.c: what a structure is and is
 * not, with places; nested files; -e; the project's own sample structures.
 */
#include "model_make.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/keys.h"

struct sample {
	const char *text;
	const char *want;
};

static char folder[] = "/tmp/ss-model.XXXXXX";

static const char *
file_path(char path[128], const char *name)
{
	snprintf(path, 128, "%s/%s", folder, name);
	return path;
}

static void
write_file(const char *name, const char *text)
{
	char path[128];
	FILE *file = fopen(file_path(path, name), "w");

	if (CHECK(file != NULL)) {
		CHECK(fputs(text, file) >= 0);
		CHECK(fclose(file) == 0);
	}
}

static void
load(struct ss_buf *to, const char *text)
{
	struct ss_model model = {0};
	const struct ss_structure *structure;
	struct ss_err err = {0};
	char path[128];
	enum ss_status status;

	write_file("s.yaml", text);
	status = ss_model_load(&model, file_path(path, "s.yaml"), &structure, &err);
	ss_buf_clear(to);
	if (status == SS_OK) {
		make_fields(to, structure);
	} else {
		make_error(to, &err);
		CHECK(status == SS_EUSAGE && err.hint[0] != '\0');
		CHECK_STR(err.file, path);
	}
	ss_model_release(&model);
}

static void
read_inline(struct ss_buf *to, const char *text)
{
	struct ss_model model = {0};
	const struct ss_structure *structure;
	struct ss_err err = {0};
	enum ss_status status = ss_model_inline(&model, text, &structure, &err);

	ss_buf_clear(to);
	if (status == SS_OK) {
		make_fields(to, structure);
		CHECK_STR(structure->file, "<inline>");
	} else {
		make_error(to, &err);
		CHECK(status == SS_EUSAGE && err.hint[0] != '\0');
		CHECK_STR(err.file, "<inline>");
	}
	ss_model_release(&model);
}

static void
check_samples(const struct sample *samples, size_t n, void (*get)(struct ss_buf *, const char *))
{
	struct ss_buf got = {0};

	for (size_t i = 0; i < n; i++) {
		get(&got, samples[i].text);
		if (!CHECK_STRN((const char *)got.p, got.len, samples[i].want))
			printf("# %zu: %.*s\n", i, (int)got.len, (const char *)got.p);
	}
	ss_buf_release(&got);
}

static void
test_good_structures(void)
{
	static const struct sample samples[] = {
		{"name: no\ndata:\n  NO: int[1..9]\n  on: {datatype: char[1..2]}\n  null:\n    datatype: "
		 "enum[NO,yes,007,1e3,~]\n    alias: 22:22\n  1e3: x\n",
		 "no: NO>NO=int[1..9] | on>on=char[1..2] | null>22:22=enum[NO,yes,007,1e3,~] | "
		 "1e3>1e3=x"},
		{"\xef\xbb\xbfname: a\r\ndata:\r\n  b: c\r\n", "a: b>b=c"},
		{"data: {\"a b\": {datatype: x, hidden: true, description: no}, it's: y}\nname: z\n"
		 "geolocation:\n",
		 "z: !a b>a b=x | it's>it's=y"},
		/* an alias may be another field's key when that has an alias itself, or is hidden */
		{"name: a\ndata:\n  b: {datatype: x, alias: c}\n  c: {datatype: y, alias: b}\n",
		 "a: b>c=x | c>b=y"},
		{"name: a\ndata:\n  b: {datatype: x, hidden: true}\n  c: {datatype: y, alias: b}\n",
		 "a: !b>b=x | c>b=y"},
		{"name: a\ndata:\n  b: &x {datatype: y, hidden: false}\n  c: *x\n",
		 "a: b>b=y | c>c=y"},
		{"{\"name\": \"j\", \"data\": {\"id\": \"int[1..2]\"}}", "j: id>id=int[1..2]"},
	};

	check_samples(samples, SS_ARRAY_LEN(samples), load);
}

#define SHAPE "a structure has the keys name: and data:"
#define TAKES "a structure takes name, geolocation, data; fields stand under data"
#define UNDER "write the fields under it, each \"key: datatype\""

static void
test_wrong_structures(void)
{
	static const struct sample samples[] = {
		{"just text\n", "1:1: the file is a text, not a structure; " SHAPE},
		{"- a\n", "1:1: the file is a list, not a structure; " SHAPE},
		{"", "1:1: there is nothing in it; write a structure: name: and data:"},
		{"data:\n  a: b\n",
		 "1:1: the structure has no \"name\"; add one, such as name: invoice"},
		{"name:\ndata:\n  a: b\n",
		 "1:1: \"name\" is empty; add one, such as name: invoice"},
		{"name: [a]\ndata:\n  a: b\n",
		 "1:7: \"name\" must be a text; add one, such as name: invoice"},
		{"name: a\n", "1:1: the structure has no \"data\"; " UNDER},
		{"name: a\ndata:\n", "2:1: \"data\" is empty; " UNDER},
		{"name: a\ndata: {}\n", "2:7: \"data\" is empty; " UNDER},
		{"name: a\ndata: [a, b]\n", "2:7: \"data\" must be a mapping, not a list; " UNDER},
		{"name: a\ndata: b\n", "2:7: \"data\" must be a mapping, not a text; " UNDER},
		{"name: a\ndate:\n  a: b\n", "2:1: unknown key \"date\"; did you mean \"data\"?"},
		{"name: a\ndata: {a: b}\nzzzz: 1\n", "3:1: unknown key \"zzzz\"; " TAKES},
		{"name: a\nstructures: {}\n",
		 "2:1: datasets are not supported yet; give a structure: a file with name: and data:"},
		{"source: a.yaml\ntype: file\n",
		 "1:1: jobs are not supported yet; give a structure: a file with name: and data:"},
		{"name: a\nname: b\ndata: {a: b}\n",
		 "2:1: key \"name\" appears twice, first on line 1; rename or remove one of the two"},
		{"name: a\ndata: {a: b}\n---\nname: b\n",
		 "3:1: a second document begins here; keep one document in a file: split it at the "
		 "lines \"---\""},
		{"name: a\ngeolocation: [x]\ndata: {a: b}\n",
		 "2:14: \"geolocation\" must be a text; write a country, such as geolocation: italy"},
	};

	check_samples(samples, SS_ARRAY_LEN(samples), load);
}

#define HEAD "name: a\ndata:\n  x: "
#define EXAMPLE "write \"x: int[1..999]\", for example"
#define KEYS "a field takes datatype, alias, description, hidden"

static void
test_wrong_fields(void)
{
	static const struct sample samples[] = {
		{HEAD "{datatyp: int[1..2]}\n",
		 "3:7: unknown key \"datatyp\"; did you mean \"datatype\"?"},
		{HEAD "{datatype: y, unique: true}\n", "3:20: unknown key \"unique\"; " KEYS},
		{HEAD "{datatype: y, nullable: 0.5}\n", "3:20: unknown key \"nullable\"; " KEYS},
		{HEAD "{datatype: y, weights: [1]}\n", "3:20: unknown key \"weights\"; " KEYS},
		{HEAD "{datatype: y, distribution: z}\n",
		 "3:20: unknown key \"distribution\"; did you mean \"description\"?"},
		{HEAD "{datatype: y, hiden: true}\n",
		 "3:20: unknown key \"hiden\"; did you mean \"hidden\"?"},
		{HEAD "{alias: y}\n",
		 "3:3: field \"x\" has no \"datatype\"; add one, such as datatype: int[1..999]"},
		{HEAD "~\n", "3:6: field \"x\" has no datatype; " EXAMPLE},
		{HEAD "null\n", "3:6: field \"x\" has no datatype; " EXAMPLE},
		{HEAD "\n", "3:3: field \"x\" has no datatype; " EXAMPLE},
		{HEAD "''\n", "3:7: field \"x\" has no datatype; " EXAMPLE},
		{HEAD "' '\n", "3:7: field \"x\" has no datatype; " EXAMPLE},
		{HEAD "[a]\n", "3:6: field \"x\" is a list, not a datatype; " EXAMPLE},
		{HEAD "{datatype: ~}\n",
		 "3:17: \"datatype\" is empty; put quotes round it if that text is meant"},
		{HEAD "{datatype: }\n", "3:7: \"datatype\" is empty; write a text behind it"},
		{HEAD "{datatype: [y]}\n",
		 "3:17: \"datatype\" must be a text, not a list; write a text behind it"},
		{HEAD "{datatype: y, alias: ''}\n",
		 "3:28: \"alias\" is empty; write a text behind it"},
		{HEAD "{datatype: y, alias: null}\n",
		 "3:27: \"alias\" is empty; put quotes round it if that text is meant"},
		{HEAD "{datatype: y, hidden: yes}\n",
		 "3:28: \"hidden\" must be true or false; write \"hidden: true\""},
		{HEAD "{datatype: y, hidden: True}\n",
		 "3:28: \"hidden\" must be true or false; write \"hidden: true\""},
		{HEAD "{datatype: y, hidden: 'true'}\n",
		 "3:29: \"hidden\" must be true or false; write \"hidden: true\""},
		{HEAD "{datatype: y, hidden: true}\n",
		 "3:3: all fields are hidden; take \"hidden: true\" off one field"},
		{HEAD "y\n  \"\": z\n",
		 "4:4: a field without a name; write its name before the \":\""},
		{HEAD "y\n  \"a\\0b\": z\n", "4:4: a text with a NUL character; take \"\\0\" away"},
		{HEAD "{datatype: y, alias: \"\\0\"}\n",
		 "3:28: a text with a NUL character; take \"\\0\" away"},
		{HEAD "y\n  z: y\n  x: z\n",
		 "5:3: key \"x\" appears twice, first on line 3; rename or remove one of the two"},
		{HEAD "{datatype: y, alias: q}\n  z: y\n  q: z\n",
		 "5:3: fields \"x\" (line 3) and \"q\" (line 5) both come out as \"q\"; give one of them "
		 "another alias"},
		{HEAD "{datatype: y, alias: q}\n  z: {datatype: y, alias: q}\n",
		 "4:3: fields \"x\" (line 3) and \"z\" (line 4) both come out as \"q\"; give one of them "
		 "another alias"},
	};

	check_samples(samples, SS_ARRAY_LEN(samples), load);
}

static void
test_many_fields(void)
{
	struct ss_buf text = {0};
	struct ss_buf got = {0};

	for (int more = 0; more <= 1; more++) {
		ss_buf_clear(&text);
		ss_buf_printf(&text, "name: a\ndata:\n");
		for (int i = 0; i < SS_FIELDS_MAX + more; i++)
			ss_buf_printf(&text, "  k%d: x\n", i);
		ss_buf_putc(&text, '\0');
		load(&got, (const char *)text.p);
		CHECK(ss_str_starts(ss_buf_str(&got), more ? SS_STR("4099:3: more than 4096")
							   : SS_STR("a: k0>k0=x")));
	}
	ss_buf_release(&text);
	ss_buf_release(&got);
}

static void
test_files(void)
{
	struct ss_model model = {0};
	const struct ss_structure *structure;
	const struct ss_structure *again;
	struct ss_err err = {0};
	char path[128];

	CHECK(ss_model_load(&model, file_path(path, "none.yaml"), &structure, &err) == SS_EUSAGE);
	CHECK_STR(err.file, path);
	CHECK(strstr(err.message, "cannot open") != NULL);
	CHECK(ss_model_load(&model, folder, &structure, &err) == SS_EUSAGE);
	CHECK(strstr(err.message, "directory") != NULL);
	write_file("a.yaml", "name: other\ngeolocation: ' italy '\ndata: {x: y}\n");
	CHECK(ss_model_load(&model, file_path(path, "a.yaml"), &structure, &err) == SS_OK);
	CHECK_STR(structure->name.p, "other");
	CHECK_STRN(structure->geolocation.p, structure->geolocation.len, "italy");
	CHECK(ss_model_load(&model, path, &again, &err) == SS_OK && again == structure);
	CHECK(ss_structure_field(structure, SS_STR("x")) == structure->fields);
	CHECK(ss_structure_field(structure, SS_STR("y")) == NULL);
	ss_model_release(&model);
}

static void
test_total_bytes(void)
{
	struct ss_model model = {0};
	const struct ss_structure *structure;
	struct ss_err err = {0};
	struct ss_buf text = {0};
	char path[128];

	ss_buf_printf(&text, "name: a\ndata: {x: y}\n#");
	while (text.len < SS_YAML_BYTES_MAX)
		ss_buf_putc(&text, '-');
	ss_buf_putc(&text, '\0');
	for (int i = 0; i < 9; i++) {
		char name[32];

		snprintf(name, sizeof(name), "big%d.yaml", i);
		write_file(name, (const char *)text.p);
		CHECK(ss_model_load(&model, file_path(path, name), &structure, &err) ==
		      (i < 8 ? SS_OK : SS_EUSAGE));
		CHECK(unlink(path) == 0);
	}
	CHECK(strstr(err.message, "more than 8388608 bytes") != NULL);
	text.p[text.len - 1] = '-';
	ss_buf_putc(&text, '\0');
	write_file("big.yaml", (const char *)text.p);
	CHECK(ss_model_load(&model, file_path(path, "big.yaml"), &structure, &err) == SS_EUSAGE);
	CHECK(strstr(err.message, "1048576") != NULL);
	CHECK(unlink(path) == 0);
	ss_buf_release(&text);
	ss_model_release(&model);
}

static void
check_nested(const char *structures_dir, const char *from, const char *name, const char *want)
{
	struct ss_model model = {.structures_dir = structures_dir};
	const struct ss_structure *structure = NULL;
	struct ss_err err = {0};
	struct ss_place place = {from, 7, 9};

	if (ss_model_nested(&model, from, ss_str(name), place, &structure, &err) == SS_OK) {
		CHECK_STR(structure->name.p, want);
	} else {
		char got[1024];

		CHECK(err.line == 7 && err.column == 9);
		CHECK_STR(err.file, from);
		snprintf(got, sizeof(got), "%s; %s", err.message, err.hint);
		if (!CHECK(strstr(got, want) != NULL))
			printf("# %s\n", got);
	}
	ss_model_release(&model);
}

static void
test_nested(void)
{
	char from[128];
	char here[256];
	char sub[128];

	write_file("item.yaml", "name: item\ndata: {x: y}\n");
	write_file("other.yml", "name: yml\ndata: {x: y}\n");
	write_file("item.v2-B.yaml", "name: dots\ndata: {x: y}\n");
	CHECK(mkdir(file_path(sub, "sub"), 0700) == 0);
	write_file("sub/item.yaml", "name: sub\ndata: {x: y}\n");
	file_path(from, "root.yaml");
	check_nested(NULL, from, "item", "item");
	check_nested(NULL, from, "other", "yml");
	check_nested(NULL, from, "item.v2-B", "dots");
	check_nested(sub, from, "item", "sub");
	check_nested(NULL, from, "itme", "no structure \"itme\": there is no file \"");
	check_nested(NULL, from, "itme", "did you mean \"item\"?");
	check_nested(NULL, from, "zzzzzz", "beside the file that names them");
	check_nested("/nonexistent", from, "item", "there is no file \"/nonexistent/item.yaml\"");
	check_nested(NULL, from, "../item", "\"../item\" cannot name a structure");
	check_nested(NULL, from, "sub/item", "cannot name a structure");
	check_nested(NULL, from, "..", "cannot name a structure");
	check_nested(NULL, from, ".item", "cannot name a structure");
	check_nested(NULL, from, "", "cannot name a structure");
	check_nested(NULL, from, "a b", "cannot name a structure");
	if (CHECK(getcwd(here, sizeof(here)) != NULL && chdir(sub) == 0)) {
		check_nested(NULL, "<inline>", "item", "sub");
		check_nested("..", "<inline>", "item", "item");
		CHECK(chdir(here) == 0);
	}
}

static void
test_inline(void)
{
	static const struct sample samples[] = {
		{"id: int[1..9]", "inline: id>id=int[1..9]"},
		{" a: b ;; c:int[1..2]\nd: {datatype: enum[\"x;y\", z], alias: 'q;'} ; ",
		 "inline: a>a=b | c>c=int[1..2] | d>q;=enum[\"x;y\", z]"},
		{"a: enum[x # y: z; 5\", it's];b: x\r\nc: y",
		 "inline: a>a=enum[x # y: z; 5\", it's] | b>b=x | c>c=y"},
		{"a: \"enum[b: c; d]\"; 'e;f': g; \"h: i\": j",
		 "inline: a>a=enum[b: c; d] | e;f>e;f=g | "
		 "h: i>h: i=j"},
		{"a:b: c; t:timestamp[2025-01-01T00:00:00..now]",
		 "inline: a:b>a:b=c | t>t=timestamp[2025-01-01T00:00:00..now]"},
		{"a: {datatype: x,\n alias: y}\nb: z", "inline: a>y=x | b>b=z"},
		{"", "1:1: there are no fields; write at least one, such as id: int[1..999]"},
		{" ;\n; ", "1:1: there are no fields; write at least one, such as id: int[1..999]"},
		{"a: b; c",
		 "1:7: \"c\" is no field: it has no \":\"; write \"key: datatype\", fields "
		 "separated by \";\""},
		{"a: b; c:",
		 "1:9: field \"c\" has no datatype; write \"c: int[1..999]\", for example"},
		{"a: b; : c", "1:7: a field without a name; write its name before the \":\""},
		{"é: x; é: y",
		 "1:7: key \"é\" appears twice, first on line 1, column 1; rename or remove "
		 "one of the two"},
		{"a: x\nb: {datatype: y, alais: z}",
		 "2:18: unknown key \"alais\"; did you mean \"alias\"?"},
		{"b: {datatype: int[1..2, alias: z}",
		 "1:15: \"int[\" has no matching \"]\"; close it, or put quotes round the datatype"},
		{"b: {datatype: x",
		 "1:15: a comma or a closing bracket is missing; put quotes round a "
		 "text with brackets, braces or commas"},
		{"a: x; b: \"y\" z",
		 "1:14: text behind a closing quote; put all of it in the quotes"},
		{"a: {datatype: x, hidden: true}",
		 "1:1: all fields are hidden; take \"hidden: true\" off one field"},
		{"a: \xff", "1:4: byte 0xff is not valid UTF-8; save it as UTF-8"},
	};

	check_samples(samples, SS_ARRAY_LEN(samples), read_inline);
}

static void
test_inline_limits(void)
{
	struct ss_buf text = {0};
	struct ss_buf got = {0};

	for (int more = 0; more <= 1; more++) {
		ss_buf_clear(&text);
		for (int i = 0; i < SS_FIELDS_MAX + more; i++)
			ss_buf_printf(&text, "k%d:x;", i);
		ss_buf_putc(&text, '\0');
		read_inline(&got, (const char *)text.p);
		CHECK((ss_str_find(ss_buf_str(&got), SS_STR("more than 4096 fields")) >= 0) ==
		      more);
		ss_buf_clear(&text);
		ss_buf_printf(&text, "a: ");
		for (int i = 0; i < SS_YAML_DEPTH_MAX + more; i++)
			ss_buf_printf(&text, "x[");
		ss_buf_putc(&text, '\0');
		read_inline(&got, (const char *)text.p);
		CHECK((ss_str_find(ss_buf_str(&got), SS_STR("more than 64 brackets")) >= 0) ==
		      more);
	}
	ss_buf_release(&text);
	ss_buf_release(&got);
}

static void
test_key_table(void)
{
	size_t structure = 0;
	size_t field = 0;

	for (size_t i = 0; ss_key_row(i) != NULL; i++) {
		const struct ss_key_row *row = ss_key_row(i);

		structure += row->where == SS_KEY_STRUCTURE;
		field += row->where == SS_KEY_FIELD;
		CHECK(row->name[0] != '\0' && row->help[0] != '\0');
		CHECK(i == 0 || ss_key_row(i - 1)->where <= row->where);
	}
	CHECK_EQ_I64(structure, 3);
	CHECK_EQ_I64(field, 4);
}

/* Every structure that the project ships loads, with all that it names. */
static void
test_samples(void)
{
	static const struct {
		const char *path;
		size_t fields;
	} samples[] = {
		{"schemas/structures/address.yaml", 7},
		{"schemas/structures/company.yaml", 4},
		{"schemas/structures/db_invoice.yaml", 9},
		{"schemas/structures/invoice.yaml", 8},
		{"schemas/structures/line_item.yaml", 4},
		{"schemas/structures/order_item.yaml", 7},
		{"schemas/structures/perf_probe_primitive.yaml", 3},
		{"schemas/structures/perf_probe_wide.yaml", 2},
		{"schemas/structures/fingerprint_minutiae.yaml", 11},
		{"schemas/structures/fingerprint_minutia.yaml", 5},
		{"schemas/structures/fingerprint_image.yaml", 11},
		{"schemas/structures/face_image.yaml", 16},
		{"schemas/structures/face_bounding_box.yaml", 4},
		{"schemas/structures/image_point.yaml", 2},
		{"schemas/structures/face_landmarks.yaml", 5},
		{"schemas/structures/face_pose.yaml", 3},
		{"schemas/structures/face_quality.yaml", 3},
		{"bench/structures/w1.yaml", 7},
	};
	const char *top = getenv("SS_TOP");
	struct ss_model model = {0};

	for (size_t i = 0; i < SS_ARRAY_LEN(samples); i++) {
		const struct ss_structure *structure;
		struct ss_err err = {0};
		char path[512];

		snprintf(path, sizeof(path), "%s/%s", top != NULL ? top : ".", samples[i].path);
		if (!CHECK(ss_model_load(&model, path, &structure, &err) == SS_OK)) {
			printf("# %s: %s\n", path, err.message);
			continue;
		}
		CHECK_EQ_I64(structure->n_fields, samples[i].fields);
		for (size_t k = 0; k < samples[i].fields && k < structure->n_fields; k++) {
			struct ss_datatype datatype;
			const struct ss_structure *nested;

			CHECK(ss_datatype_parse(&model.arena, structure->fields[k].datatype_text,
						structure->fields[k].place, NULL, &datatype,
						&err) == SS_OK);
			if (ss_str_eq(datatype.name, SS_STR("object")))
				CHECK(ss_model_nested(&model, structure->file,
						      datatype.args[0].text, datatype.place,
						      &nested, &err) == SS_OK);
		}
	}
	ss_model_release(&model);
}

int
main(void)
{
	static const char *const left[] = {
		"s.yaml",	  "a.yaml",	   "item.yaml", "other.yml",
		"item.v2-B.yaml", "sub/item.yaml", "sub",	""};
	char path[128];

	if (mkdtemp(folder) == NULL)
		return 1;
	RUN(test_good_structures);
	RUN(test_wrong_structures);
	RUN(test_wrong_fields);
	RUN(test_many_fields);
	RUN(test_files);
	RUN(test_total_bytes);
	RUN(test_nested);
	RUN(test_inline);
	RUN(test_inline_limits);
	RUN(test_key_table);
	RUN(test_samples);
	for (size_t i = 0; i < SS_ARRAY_LEN(left); i++)
		(void)remove(file_path(path, left[i]));
	return check_done();
}
