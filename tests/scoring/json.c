/* SPDX-License-Identifier: MIT
 * The JSON reader and writer against jansson, which they take the place of:
 * sound texts, and the same texts spoilt; what one takes the other takes, with
 * the same values. Then the bounds that jansson does not have. */
#include "scoring/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tools.h"

#define TEXTS      100000
#define LENGTH_MAX 4000

static struct json_tree tree;

/* A text that grows from dice. */
struct growing {
	char at[LENGTH_MAX + 100];
	size_t length;
	uint64_t *dice;
};

static void
grow(struct growing *text, const char *bytes)
{
	size_t length = strlen(bytes);

	if (text->length + length <= LENGTH_MAX) {
		memcpy(text->at + text->length, bytes, length + 1);
		text->length += length;
	}
}

static const char *
one_of(struct growing *text, const char *const *choices, uint32_t n)
{
	return choices[dice_below(text->dice, n)];
}

static void
grow_blank(struct growing *text)
{
	static const char *const blank[] = {"", "", "", "", " ", "\n", "\t", "\r\n", "  "};

	grow(text, one_of(text, blank, LENGTH(blank)));
}

static void
grow_string(struct growing *text)
{
	static const char *const part[] = {"a", "b", "game", "0", " ", "/", "'", "\x7f", "\\\"", "\\\\", "\\/", "\\b",
		"\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u00e9", "\\u20AC", "\\uFFFF", "\\ud83c\\udf54", "\xC3\xA9",
		"\xE2\x82\xAC", "\xF0\x9F\x8D\x94", "\xEF\xBF\xBF", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF",
		"\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};

	grow(text, "\"");
	for (uint32_t n = dice_below(text->dice, 5); n > 0; n--)
		grow(text, one_of(text, part, LENGTH(part)));
	grow(text, "\"");
}

static void
grow_value(struct growing *text, int depth)
{
	static const char *const plain[] = {"null", "true", "false", "0", "-0", "7", "-12", "1234567890",
		"9223372036854775807", "-9223372036854775808", "0.5", "-1.25", "1e5", "2E+3", "3e-2", "0e0"};
	uint32_t kind = dice_below(text->dice, depth > 0 ? 5 : 3);

	grow_blank(text);
	if (kind == 0) {
		grow_string(text);
	} else if (kind < 3) {
		grow(text, one_of(text, plain, LENGTH(plain)));
	} else {
		grow(text, kind == 3 ? "[" : "{");
		for (uint32_t n = dice_below(text->dice, 4), i = 0; i < n; i++) {
			if (i > 0)
				grow(text, ",");
			grow_blank(text);
			if (kind == 4) {
				grow_string(text);
				grow_blank(text);
				grow(text, ":");
			}
			grow_value(text, depth - 1);
		}
		grow_blank(text);
		grow(text, kind == 3 ? "]" : "}");
	}
	grow_blank(text);
}

/* Changes, drops or adds a byte, mostly one that means something in JSON. */
static void
spoil(struct growing *text)
{
	static const char bytes[] = "{}[]\",:\\u0123456789abcdefEnrtl+-. /\n\x01\x1f\x7f\x80\xbf\xc0\xc1\xc2"
				    "\xd8\xdf\xe0\xed\xf0\xf4\xf5\xff";
	size_t at = dice_below(text->dice, (uint32_t)text->length + 1);
	char byte = bytes[dice_below(text->dice, sizeof bytes)]; /* the zero at its end too */
	uint32_t how = dice_below(text->dice, 3);

	if (how == 0 && at < text->length) {
		text->at[at] = byte;
	} else if (how == 1 && at < text->length) {
		memmove(text->at + at, text->at + at + 1, text->length - at);
		text->length--;
	} else {
		memmove(text->at + at + 1, text->at + at, text->length - at + 1);
		text->at[at] = byte;
		text->length++;
	}
}

static bool
same(const struct node *ours, const json_t *theirs)
{
	const struct node *child = node_first(ours);
	const char *name;
	json_t *value;
	size_t i;

	switch (json_typeof(theirs)) {
	case JSON_NULL:
		return node_is(ours, NODE_NULL);
	case JSON_TRUE:
		return node_is(ours, NODE_TRUE);
	case JSON_FALSE:
		return node_is(ours, NODE_FALSE);
	case JSON_REAL:
		return node_is(ours, NODE_REAL);
	case JSON_INTEGER:
		return node_is(ours, NODE_INTEGER) && ours->integer == json_integer_value(theirs);
	case JSON_STRING:
		return node_is(ours, NODE_STRING) && ours->count == json_string_length(theirs) &&
			strcmp(node_string(ours), json_string_value(theirs)) == 0;
	case JSON_ARRAY:
		if (!node_is(ours, NODE_ARRAY) || node_count(ours) != json_array_size(theirs))
			return false;
		json_array_foreach(theirs, i, value) {
			if (!same(child, value))
				return false;
			child = node_next(child);
		}
		return child == node_next(ours);
	case JSON_OBJECT:
		if (!node_is(ours, NODE_OBJECT) || ours->count != json_object_size(theirs))
			return false;
		json_object_foreach((json_t *)(uintptr_t)theirs, name, value)
			if (!same(node_member(ours, name), value))
				return false;
		return true;
	}
	return false;
}

/* True when both refuse it or both take it and agree. */
static bool
agree(const char *text, size_t length, bool *taken)
{
	json_error_t error;
	json_t *theirs = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	const struct node *ours = json_parse(&tree, text, length);
	bool agreed = theirs == NULL ? ours == NULL : ours != NULL && same(ours, theirs);

	/* Numbers beyond all bounds are reals to us; nobody may use their value. */
	if (theirs == NULL && json_error_code(&error) == json_error_numeric_overflow)
		agreed = true;
	/* A zero byte is no JSON anywhere; jansson takes one at the very end for the end. */
	if (memchr(text, '\0', length) != NULL)
		agreed = ours == NULL;
	if (ours == NULL)
		agreed &= tree.error.id != NULL && tree.error_at <= length;
	*taken = ours != NULL;
	json_decref(theirs);
	return agreed;
}

static void
jansson_agrees_on_sound_and_spoilt_texts(void **state)
{
	uint64_t dice = 21;
	unsigned sound = 0, refused = 0;

	(void)state;
	for (int i = 0; i < TEXTS; i++) {
		struct growing text = {.length = 0, .dice = &dice};
		bool taken;

		grow_value(&text, 4);
		for (uint32_t n = i % 4 == 0 ? 0 : 1 + dice_below(&dice, 3); n > 0; n--)
			spoil(&text);
		if (!agree(text.at, text.length, &taken))
			fail_msg("text %d: %s: %s", i, text.at, taken ? "taken" : tree.error.english);
		sound += taken;
		refused += !taken;
	}
	assert_true(sound > TEXTS / 4 && refused > TEXTS / 4);
}

/* Each of them alone, with the message that says why. */
static void
refusals_say_why(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{"", "value"},
		{"nul", "value"},
		{"[1,]", "value"},
		{"[1 2]", "comma"},
		{"{\"a\" 1}", "colon"},
		{"{1:2}", "member"},
		{"{\"a\":1,\"a\":2}", "name-twice"},
		{"{\"a\":1,\"\\u0061\":2}", "name-twice"},
		{"\"abc", "string-end"},
		{"\"a\nb\"", "control"},
		{"\"\\x\"", "escape"},
		{"\"\\u12g4\"", "escape"},
		{"\"\\ud800\"", "half-character"},
		{"\"\\udc00\"", "half-character"},
		{"\"\\ud800\\u0041\"", "half-character"},
		{"\"\\u0000\"", "zero"},
		{"\"\xC0\x80\"", "utf-8"},
		{"\"\xED\xA0\x80\"", "utf-8"},
		{"\"\xF4\x90\x80\x80\"", "utf-8"},
		{"\"\xE2\x82\"", "utf-8"},
		{"01", "end"},
		{"1.", "number"},
		{"-", "number"},
		{"1e", "number"},
		{"{} {}", "end"},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(cases); i++) {
		assert_null(json_parse(&tree, cases[i].text, strlen(cases[i].text)));
		if (strcmp(tree.error.id + strlen("json-"), cases[i].why) != 0)
			fail_msg("%s: %s", cases[i].text, tree.error.id);
	}
}

static void
a_byte_order_mark_is_skipped(void **state)
{
	static const char *const refused[] = {
		"\xEF\xBB\xBF", "\xEF\xBB{}", "\xEF\xBB\xBF\xEF\xBB\xBF{}", " \xEF\xBB\xBF{}", "{}\xEF\xBB\xBF"};
	static const char marked[] = "\xEF\xBB\xBF {\"a\":7}";

	(void)state;
	assert_non_null(json_parse(&tree, marked, sizeof marked - 1));
	assert_int_equal(node_member(tree.node, "a")->integer, 7);
	for (size_t i = 0; i < LENGTH(refused); i++)
		assert_null(json_parse(&tree, refused[i], strlen(refused[i])));
}

/* `count` copies of `unit` with commas between them, inside `open` and `close`. */
static size_t
repeat(char *text, const char *open, const char *unit, int count, const char *close)
{
	char *at = stpcpy(text, open);

	for (int i = 0; i < count; i++)
		at += sprintf(at, "%s%s", i > 0 ? "," : "", unit);
	return (size_t)(stpcpy(at, close) - text);
}

static void
values_members_and_depth_are_bounded(void **state)
{
	static char text[JSON_TEXT_MAX + 2];
	size_t length;

	(void)state;
	length = repeat(text, "[", "0", JSON_NODES - 1, "]");
	assert_non_null(json_parse(&tree, text, length));
	assert_int_equal(node_count(tree.node), JSON_NODES - 1);
	length = repeat(text, "[", "0", JSON_NODES, "]");
	assert_null(json_parse(&tree, text, length));
	assert_string_equal(tree.error.id, "json-values");
	for (int members = JSON_MEMBERS; members <= JSON_MEMBERS + 1; members++) {
		char *at = stpcpy(text, "{");

		for (int i = 0; i < members; i++)
			at += sprintf(at, "%s\"m%d\":%d", i > 0 ? "," : "", i, i);
		at = stpcpy(at, "}");
		assert_int_equal(json_parse(&tree, text, (size_t)(at - text)) != NULL, members == JSON_MEMBERS);
	}
	for (int depth = JSON_DEPTH; depth <= JSON_DEPTH + 1; depth++) {
		memset(text, '[', (size_t)depth);
		memset(text + depth, ']', (size_t)depth);
		assert_int_equal(json_parse(&tree, text, 2 * (size_t)depth) != NULL, depth == JSON_DEPTH);
	}
	memset(text, ' ', sizeof text);
	text[0] = '0';
	assert_non_null(json_parse(&tree, text, JSON_TEXT_MAX));
	assert_null(json_parse(&tree, text, JSON_TEXT_MAX + 1));
}

static void
what_is_not_there_says_no(void **state)
{
	static const char text[] = "{\"a\":[],\"b\":{},\"c\":\"\"}";
	const struct node *object = json_parse(&tree, text, sizeof text - 1);

	(void)state;
	assert_null(node_member(object, "d"));
	assert_null(node_member(NULL, "a"));
	assert_null(node_member(node_member(object, "a"), "a"));
	assert_null(node_member(node_member(object, "b"), "a"));
	assert_null(node_string(node_member(object, "a")));
	assert_null(node_string(NULL));
	assert_string_equal(node_string(node_member(object, "c")), "");
	assert_int_equal(node_count(NULL), 0);
	assert_int_equal(node_count(node_member(object, "b")), 0);
	assert_false(node_is(NULL, NODE_NULL));
	assert_null(node_first(NULL));
}

static void
what_is_written_jansson_reads(void **state)
{
	static const char *const strings[] = {
		"", "Ana", "\"\\/", "a\nb\tc\x01\x1f", "\xC3\xA9\xF0\x9F\x8D\x94", "\x7f", "</script>"};
	static const long long numbers[] = {0, 1, -1, 10, 99, INT64_MAX, INT64_MIN};
	char buffer[2000];
	struct text text;
	json_t *json;

	(void)state;
	text_init(&text, buffer, sizeof buffer);
	text_raw(&text, "{");
	text_name(&text, "strings");
	text_raw(&text, "[");
	for (size_t i = 0; i < LENGTH(strings); i++)
		text_string(&text, strings[i]);
	text_raw(&text, "]");
	text_name(&text, "numbers");
	text_raw(&text, "[");
	for (size_t i = 0; i < LENGTH(numbers); i++)
		text_number(&text, numbers[i]);
	text_raw(&text, "]}");
	assert_false(text.full);
	json = json_loads(buffer, 0, NULL);
	assert_non_null(json);
	for (size_t i = 0; i < LENGTH(strings); i++)
		assert_string_equal(json_string_value(json_array_get(json_object_get(json, "strings"), i)), strings[i]);
	for (size_t i = 0; i < LENGTH(numbers); i++)
		assert_true(json_integer_value(json_array_get(json_object_get(json, "numbers"), i)) == numbers[i]);
	json_decref(json);
}

static void
a_full_text_stops_and_says_so(void **state)
{
	(void)state;
	for (size_t size = 1; size < 40; size++) {
		char buffer[48];
		struct text text;

		memset(buffer, 0x5A, sizeof buffer);
		text_init(&text, buffer, size);
		text_raw(&text, "[");
		text_string(&text, "a \"quoted\" word");
		text_number(&text, -12345);
		text_raw(&text, "]");
		assert_int_equal(text.full, size < 29);
		assert_true(strlen(buffer) < size);
		for (size_t i = size; i < sizeof buffer; i++)
			assert_int_equal(buffer[i], 0x5A);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jansson_agrees_on_sound_and_spoilt_texts),
		cmocka_unit_test(refusals_say_why),
		cmocka_unit_test(a_byte_order_mark_is_skipped),
		cmocka_unit_test(values_members_and_depth_are_bounded),
		cmocka_unit_test(what_is_not_there_says_no),
		cmocka_unit_test(what_is_written_jansson_reads),
		cmocka_unit_test(a_full_text_stops_and_says_so),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
