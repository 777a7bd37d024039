/* SPDX-License-Identifier: MIT
 * JSON in and out without allocating: a strict reader into a bounded tree, and
 * a writer into a bounded text. Results are scored by the hundred thousand, and
 * parsing one with a general library takes ten times as long as scoring it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layouts/message.h"

#define JSON_TEXT_MAX 65536 /* bytes that are read; a result of five players has about 2,000 */
#define JSON_NODES    4096  /* values in them; a result of five players has about 150 */
#define JSON_DEPTH    16    /* arrays and objects in each other; a result has four */
#define JSON_MEMBERS  64    /* members of one object; each new name is compared with all before it */

enum node_type {
	NODE_NULL,
	NODE_FALSE,
	NODE_TRUE,
	NODE_INTEGER,
	NODE_REAL, /* its value is not kept: no result has any */
	NODE_STRING,
	NODE_ARRAY,
	NODE_OBJECT,
};

/* A value. Its children follow it; a member's name is a string before its value. */
struct node {
	uint8_t type;
	uint32_t count; /* children or members; bytes of a string */
	uint32_t skip;  /* nodes to the next value */
	union {
		int64_t integer;
		const char *text; /* decoded, ended by a zero byte, no other zero in it */
	};
};

struct json_tree {
	struct phrase error; /* what is wrong; NULLs when nothing is */
	size_t error_at;     /* the byte where it was noticed */
	uint32_t nodes;
	struct node node[JSON_NODES];
	char text[JSON_TEXT_MAX + 1];
};

/* Parses one value with white space around it: RFC 8259, UTF-8 checked, names in an object
 * unique, no zero characters in strings; a byte order mark before it is skipped. NULL, with tree->error, when it is
 * anything else. */
const struct node *json_parse(struct json_tree *tree, const char *text, size_t length);

/* All of these accept NULL for a missing value and then return NULL, 0 or false. */
const struct node *node_member(const struct node *object, const char *name);
const struct node *node_first(const struct node *parent); /* entry, or name of a member */
const struct node *node_next(const struct node *node);
uint32_t node_count(const struct node *array); /* 0 when it is not an array */
bool node_is(const struct node *node, enum node_type type);
const char *node_string(const struct node *node); /* NULL when it is not a string */

/* A text that is being written; commas between values and members are added automatically. Once it is full nothing
 * more is added: check `full` at the end. */
struct text {
	char *start, *at, *end;
	bool full;
};

void text_init(struct text *text, char *buffer, size_t size);

/* Values: a number; a UTF-8 string, quoted; and bytes of JSON, such as "true" or the bracket that opens an array. */
void text_number(struct text *text, long long number);
void text_string(struct text *text, const char *string);
void text_value(struct text *text, const char *bytes);

/* Bytes without a comma before them: the bracket that closes an array or object. */
void text_raw(struct text *text, const char *bytes);

/* The name of a member, which needs no escapes; its value comes next. */
void text_name(struct text *text, const char *name);

/* A whole member: text_name() and its value. */
void text_member_string(struct text *text, const char *name, const char *string);
void text_member_number(struct text *text, const char *name, long long number);
void text_member_raw(struct text *text, const char *name, const char *bytes);
