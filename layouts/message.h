/* SPDX-License-Identifier: MIT
 * A message to a person, as data: which one (a stable id), and what is filled into it (named
 * arguments). Every layer makes a message for everything that is wrong, for the reason of a score line and for what a
 * photo needs. Only the outermost layer turns it into a sentence for an audience and a language, with message_write().
 * No code examines a sentence: to know what a message is about, compare its id and read its arguments.
 *
 *     message_set(&message, SAY("claimed-twice", "{coupon} is claimed by {one} and by {other}"),
 *             ARG_TEXT("coupon", "B07"), ARG_TEXT("one", "Ana"), ARG_TEXT("other", "Bo"));
 *
 * A message is plain bytes without pointers: it can be copied, kept and sent through a pipe. Nothing here allocates
 * or fails; what does not fit is cut at a whole character. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a message's id, texts and arguments together. The longest sentences of ours have about 300; names of six
 * players take up to 6 x 320 in the worst case, and are cut then. */
#define MESSAGE_BYTES 1280

/* Bytes of a sentence with its end: longer ones are cut. */
#define MESSAGE_TEXT 1024

struct message {
	uint16_t used;
	char record[MESSAGE_BYTES];
};

enum argument_type {
	ARGUMENT_END,
	ARGUMENT_SAY, /* the message itself */
	ARGUMENT_TEXT,
	ARGUMENT_NUMBER,
	ARGUMENT_PRIVATE, /* a text for the operator only: a path, an address, what a library said */
	ARGUMENT_MESSAGE, /* another message: the cause of this one, or a part of it */
};

struct argument {
	enum argument_type type;
	const char *name;       /* {name} in the text; of the message itself its id */
	const char *text;       /* NULL is "" */
	const char *plural;     /* of ARGUMENT_SAY: for any number but 1; NULL when there is none */
	const char *for_public; /* of ARGUMENT_SAY: for people who are not the operator; NULL when it is the same */
	int64_t number;         /* of ARGUMENT_SAY, the number that `plural` counts: {count} in both texts */
	const struct message *message; /* of ARGUMENT_MESSAGE, or instead of it ... */
	const struct argument *list;   /* ... what it is made of, ended by ARGUMENT_END */
};

/* What is said: an id in lower case with dashes, and the English text with {names} of arguments. No full stop.
 * Translators know a text by its id. */
#define SAY(id, english) ((struct argument){.type = ARGUMENT_SAY, .name = (id), .text = (english)})
/* With a number that decides between singular and plural; {count} is that number. */
#define SAY_COUNT(id, english_one, english_many, how_many) \
	((struct argument){.type = ARGUMENT_SAY, \
		.name = (id), \
		.text = (english_one), \
		.plural = (english_many), \
		.number = (int64_t)(how_many)})
/* One text for the operator, with ARG_PRIVATE() arguments, and one without them for everybody else. */
#define SAY_PRIVATE(id, english, english_for_public) \
	((struct argument){.type = ARGUMENT_SAY, .name = (id), .text = (english), .for_public = (english_for_public)})

/* Several arguments of one name are a list: "Ana, Bo and player C". */
#define ARG_TEXT(key, value)    ((struct argument){.type = ARGUMENT_TEXT, .name = (key), .text = (value)})
#define ARG_NUMBER(key, value)  ((struct argument){.type = ARGUMENT_NUMBER, .name = (key), .number = (int64_t)(value)})
#define ARG_PRIVATE(key, value) ((struct argument){.type = ARGUMENT_PRIVATE, .name = (key), .text = (value)})
#define ARG_CAUSE(key, cause)   ((struct argument){.type = ARGUMENT_MESSAGE, .name = (key), .message = (cause)})
/* A part of a message that has a plural of its own or is one of several texts: SAY() and its arguments. */
#define ARG_PHRASE(key, ...) \
	((struct argument){.type = ARGUMENT_MESSAGE, .name = (key), .list = MESSAGE_LIST(__VA_ARGS__)})

/* SAY() and its arguments as a list, which lives as long as the block it is written in. */
#define MESSAGE_LIST(...) ((const struct argument[]){__VA_ARGS__, {.type = ARGUMENT_END}})

/* A text without arguments in a table: the name of a line of a score, for SAY(phrase.id, phrase.english). */
struct phrase {
	const char *id, *english;
};
#define PHRASE(id, english) \
	{ \
		(id), (english) \
	}

/* SAY() and its arguments. Returns the message. */
#define message_set(target, ...) message_set_list((target), MESSAGE_LIST(__VA_ARGS__))
const struct message *message_set_list(struct message *message, const struct argument *arguments);

/* A message of SAY() and its arguments, which lives as long as the block it is written in. */
#define MESSAGE(...) message_set(&(struct message){0}, __VA_ARGS__)

/* Adds an argument to a message, for arguments that a loop finds. */
void message_add(struct message *message, struct argument argument);

/* A message that says nothing. */
void message_clear(struct message *message);

/* Its id; "" of one that was cleared. */
const char *message_id(const struct message *message);
bool message_is(const struct message *message, const char *id);

/* Walks the arguments: *at is 0 at first. The texts are the message's own. If an argument is a
 * message, its text is that message's id. */
bool message_next(const struct message *message, size_t *at, struct argument *out);

/* The text of an argument, a number's in decimal digits; NULL if there is none of this name. */
const char *message_text(const struct message *message, const char *name);

/* Whether the bytes are a message that was made here: for what comes from another process. */
bool message_is_sound(const struct message *message);

enum medium {
	MEDIUM_TERMINAL, /* a position in a text comes first: "line 3: " */
	MEDIUM_PAGE,     /* positions are shown apart */
	MEDIUM_PAPER,
};

/* For whom a sentence is made. */
struct audience {
	/* "en". "qps" is English in [brackets], with which tests show that no code depends on a wording. Any other is
	 * English too, until there are translations. */
	const char *language;
	enum medium medium;
	bool is_operator; /* may see paths, addresses and what libraries say */
};

/* English on the operator's terminal. */
extern const struct audience audience_terminal;

/* English on a page, for anybody. */
extern const struct audience audience_public;

/* English on paper. */
extern const struct audience audience_paper;

/* Writes the sentence, with its end, into `size` bytes at most; returns its length. An argument that a public sentence
 * must not have, or that is missing, is written as "…". */
size_t message_write(const struct message *message, const struct audience *audience, char *out, size_t size);
