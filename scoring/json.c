/* SPDX-License-Identifier: MIT
 * A strict JSON reader and a bounded writer. */
#include "scoring/json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scoring/printable.h"

/* The position of the reader. It decodes strings in place, so decoded text never overtakes it. */
struct reader {
	struct json_tree *tree;
	char *at;
	const char *end;
};

static bool value(struct reader *reader, unsigned depth);

static bool
fail(struct reader *reader, const char *id, const char *english)
{
	reader->tree->error = (struct phrase){id, english};
	reader->tree->error_at = (size_t)(reader->at - reader->tree->text);
	return false;
}

static void
blank(struct reader *reader)
{
	while (*reader->at == ' ' || *reader->at == '\n' || *reader->at == '\t' || *reader->at == '\r')
		reader->at++;
}

static struct node *
add(struct reader *reader, enum node_type type)
{
	struct json_tree *tree = reader->tree;

	if (tree->nodes == JSON_NODES) {
		fail(reader, "json-values", "there are too many values");
		return NULL;
	}
	struct node *node = &tree->node[tree->nodes++];

	node->type = (uint8_t)type;
	node->count = 0;
	node->skip = 1;
	return node;
}

/* The value of the four hexadecimal digits after \u, or -1. */
static long
escape_unit(const char *at)
{
	static const char digits[] = "0123456789abcdef";
	long unit = 0;

	for (int i = 0; i < 4; i++) {
		char c = at[i] >= 'A' && at[i] <= 'F' ? (char)(at[i] | 0x20) : at[i];
		const char *digit = c == '\0' ? NULL : strchr(digits, c);

		if (digit == NULL)
			return -1;
		unit = unit << 4 | (digit - digits);
	}
	return unit;
}

static char *
put_utf8(char *out, long c)
{
	static const long lead[] = {0, 0xC0, 0xE0, 0xF0};
	int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3; /* bytes after the first */

	*out++ = (char)(lead[more] | c >> 6 * more);
	while (more-- > 0)
		*out++ = (char)(0x80 | (c >> 6 * more & 0x3F));
	return out;
}

/* Decodes the escape at reader->at, after its backslash; the character goes to *out. */
static bool
escape(struct reader *reader, char **out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *simple = *reader->at == '\0' ? NULL : strchr(from, *reader->at);
	long c;

	if (simple != NULL) {
		*(*out)++ = to[simple - from];
		reader->at++;
		return true;
	}
	if (*reader->at != 'u' || (c = escape_unit(reader->at + 1)) < 0)
		return fail(reader, "json-escape", "a string has a bad escape");
	reader->at += 5;
	if (c >= 0xD800 && c < 0xDC00) {
		long low = reader->at[0] == '\\' && reader->at[1] == 'u' ? escape_unit(reader->at + 2) : -1;
		if (low < 0xDC00 || low > 0xDFFF)
			return fail(reader, "json-half-character", "a string has half a character");
		reader->at += 6;
		c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
	} else if (c == 0) {
		return fail(reader, "json-zero", "a string has a zero character");
	} else if (c >= 0xDC00 && c < 0xE000) {
		return fail(reader, "json-half-character", "a string has half a character");
	}
	*out = put_utf8(*out, c);
	return true;
}

static bool
string(struct reader *reader)
{
	struct node *node = add(reader, NODE_STRING);
	char *out = ++reader->at;

	if (node == NULL)
		return false;
	node->text = out;
	for (;;) {
		unsigned char c = (unsigned char)*reader->at;

		if (c == '"') {
			node->count = (uint32_t)(out - node->text);
			*out = '\0';
			reader->at++;
			return true;
		}
		if (c == '\\') {
			reader->at++;
			if (!escape(reader, &out))
				return false;
		} else if (c < 0x20) {
			if (reader->at == reader->end)
				return fail(reader, "json-string-end", "a string does not end");
			return fail(reader, "json-control", "a string has a control character");
		} else {
			size_t length = c < 0x80 ? 1 : printable_step(reader->at);

			if (length == 0)
				return fail(reader, "json-utf-8", "a string is not UTF-8");
			while (length-- > 0)
				*out++ = *reader->at++;
		}
	}
}

static bool
digits(struct reader *reader)
{
	if (*reader->at < '0' || *reader->at > '9')
		return fail(reader, "json-number", "a number is cut short");
	while (*reader->at >= '0' && *reader->at <= '9')
		reader->at++;
	return true;
}

static bool
number(struct reader *reader)
{
	struct node *node = add(reader, NODE_INTEGER);
	const char *start = reader->at;

	if (node == NULL)
		return false;
	reader->at += *reader->at == '-';
	if (*reader->at == '0')
		reader->at++;
	else if (!digits(reader))
		return false;
	if (*reader->at == '.') {
		node->type = NODE_REAL;
		reader->at++;
		if (!digits(reader))
			return false;
	}
	if (*reader->at == 'e' || *reader->at == 'E') {
		node->type = NODE_REAL;
		reader->at++;
		reader->at += *reader->at == '+' || *reader->at == '-';
		if (!digits(reader))
			return false;
	}
	if (node->type == NODE_REAL)
		return true;

	/* An integer that does not fit is kept as a real: no number in a result is that large. */
	errno = 0;
	node->integer = strtoll(start, NULL, 10);
	if (errno == ERANGE)
		node->type = NODE_REAL;
	return true;
}

static bool
literal(struct reader *reader, const char *word, enum node_type type)
{
	size_t length = strlen(word);

	if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
		return fail(reader, "json-value", "a value is missing or misspelt");
	reader->at += length;
	return add(reader, type) != NULL;
}

static bool
member(struct reader *reader, const struct node *object, unsigned depth)
{
	const struct node *name = &reader->tree->node[reader->tree->nodes];

	if (*reader->at != '"')
		return fail(reader, "json-member", "a member has no name");
	if (!string(reader))
		return false;
	if (object->count >= JSON_MEMBERS)
		return fail(reader, "json-members", "an object has too many members");
	for (const struct node *other = object + 1; other < name; other += 1 + other[1].skip)
		if (other->count == name->count && memcmp(other->text, name->text, name->count) == 0)
			return fail(reader, "json-name-twice", "an object has the same name twice");
	blank(reader);
	if (*reader->at != ':')
		return fail(reader, "json-colon", "a colon is missing");
	reader->at++;
	return value(reader, depth);
}

/* An array or an object, up to its closing bracket. */
static bool
group(struct reader *reader, enum node_type type, char close, unsigned depth)
{
	struct node *node = add(reader, type);

	if (node == NULL)
		return false;
	if (depth >= JSON_DEPTH)
		return fail(reader, "json-depth", "it is nested too deeply");
	reader->at++;
	blank(reader);
	while (*reader->at != close) {
		if (node->count > 0) {
			if (*reader->at != ',')
				return fail(reader, "json-comma", "a comma or a closing bracket is missing");
			reader->at++;
			blank(reader);
		}
		if (!(type == NODE_OBJECT ? member(reader, node, depth + 1) : value(reader, depth + 1)))
			return false;
		node->count++;
		blank(reader);
	}
	reader->at++;
	node->skip = (uint32_t)(&reader->tree->node[reader->tree->nodes] - node);
	return true;
}

static bool
value(struct reader *reader, unsigned depth)
{
	blank(reader);
	switch (*reader->at) {
	case '{':
		return group(reader, NODE_OBJECT, '}', depth);
	case '[':
		return group(reader, NODE_ARRAY, ']', depth);
	case '"':
		return string(reader);
	case 't':
		return literal(reader, "true", NODE_TRUE);
	case 'f':
		return literal(reader, "false", NODE_FALSE);
	case 'n':
		return literal(reader, "null", NODE_NULL);
	default:
		if (*reader->at == '-' || (*reader->at >= '0' && *reader->at <= '9'))
			return number(reader);
		return fail(reader, "json-value", "a value is missing or misspelt");
	}
}

const struct node *
json_parse(struct json_tree *tree, const char *text, size_t length)
{
	struct reader reader = {tree, tree->text, tree->text + length};

	tree->error = (struct phrase){NULL, NULL};
	tree->nodes = 0;
	if (length > JSON_TEXT_MAX) {
		fail(&reader, "json-too-long", "it is too long");
		return NULL;
	}
	memcpy(tree->text, text, length);
	tree->text[length] = '\0';
	/* The byte order mark that some editors write before UTF-8. */
	if (strncmp(tree->text, "\xEF\xBB\xBF", 3) == 0)
		reader.at += 3;
	if (!value(&reader, 0))
		return NULL;
	blank(&reader);
	if (reader.at == reader.end)
		return tree->node;
	fail(&reader, "json-end", "something follows the end");
	return NULL;
}

bool
node_is(const struct node *node, enum node_type type)
{
	return node != NULL && node->type == type;
}

uint32_t
node_count(const struct node *array)
{
	return node_is(array, NODE_ARRAY) ? array->count : 0;
}

const char *
node_string(const struct node *node)
{
	return node_is(node, NODE_STRING) ? node->text : NULL;
}

const struct node *
node_first(const struct node *parent)
{
	return parent == NULL ? NULL : parent + 1;
}

const struct node *
node_next(const struct node *node)
{
	return node + node->skip;
}

const struct node *
node_member(const struct node *object, const char *name)
{
	const struct node *at = node_first(object);

	for (uint32_t i = 0; node_is(object, NODE_OBJECT) && i < object->count; i++, at = node_next(at + 1))
		if (strcmp(at->text, name) == 0)
			return at + 1;
	return NULL;
}

void
text_init(struct text *text, char *buffer, size_t size)
{
	*text = (struct text){buffer, buffer, buffer + size - 1, false};
	*buffer = '\0';
}

static void
append(struct text *text, const char *bytes, size_t length)
{
	if (text->full || (size_t)(text->end - text->at) < length) {
		text->full = true;
		return;
	}
	memcpy(text->at, bytes, length);
	text->at += length;
	*text->at = '\0';
}

/* Writes the comma that a name or a value needs, unless it is the first in its array or object or follows its name. */
static void
separate(struct text *text)
{
	char last = text->at > text->start ? text->at[-1] : '[';

	if (last != '{' && last != '[' && last != ':')
		append(text, ",", 1);
}

void
text_raw(struct text *text, const char *bytes)
{
	append(text, bytes, strlen(bytes));
}

void
text_value(struct text *text, const char *bytes)
{
	separate(text);
	text_raw(text, bytes);
}

void
text_number(struct text *text, long long number)
{
	char digit[24];
	size_t at = sizeof digit;
	unsigned long long left = number < 0 ? 0ull - (unsigned long long)number : (unsigned long long)number;

	do
		digit[--at] = (char)('0' + left % 10);
	while ((left /= 10) > 0);
	if (number < 0)
		digit[--at] = '-';
	separate(text);
	append(text, digit + at, sizeof digit - at);
}

void
text_string(struct text *text, const char *string)
{
	separate(text);
	append(text, "\"", 1);
	for (;;) {
		const char *start = string;
		char escaped[8];

		while ((unsigned char)*string >= 0x20 && *string != '"' && *string != '\\')
			string++;
		append(text, start, (size_t)(string - start));
		if (*string == '\0')
			break;
		if ((unsigned char)*string < 0x20)
			snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*string);
		else
			snprintf(escaped, sizeof escaped, "\\%c", *string);
		text_raw(text, escaped);
		string++;
	}
	append(text, "\"", 1);
}

void
text_name(struct text *text, const char *name)
{
	separate(text);
	append(text, "\"", 1);
	text_raw(text, name);
	append(text, "\":", 2);
}

void
text_member_string(struct text *text, const char *name, const char *string)
{
	text_name(text, name);
	text_string(text, string);
}

void
text_member_number(struct text *text, const char *name, long long number)
{
	text_name(text, name);
	text_number(text, number);
}

void
text_member_raw(struct text *text, const char *name, const char *bytes)
{
	text_name(text, name);
	text_raw(text, bytes);
}
