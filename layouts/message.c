/* SPDX-License-Identifier: MIT
 * A record is a list of items: a byte for the type, then texts that each end with a zero byte. ARGUMENT_SAY has id,
 * number, text, plural and public text; ARGUMENT_MESSAGE a name and the items of another record; the others a name and
 * a value. ARGUMENT_END ends a record. An empty plural or public text means that there is none. */
#include "layouts/message.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Levels of messages inside messages. What is wrong with a backup has six: the backup, its damage, the entry, the
 * player, the problem and its phrases. Deeper ones are left out. */
#define DEPTH_MAX 8

/* Written in place of an argument that is missing or not for this audience. */
#define HIDDEN "…"

const struct audience audience_terminal = {.language = "en", .medium = MEDIUM_TERMINAL, .is_operator = true};
const struct audience audience_public = {.language = "en", .medium = MEDIUM_PAGE};
const struct audience audience_paper = {.language = "en", .medium = MEDIUM_PAPER};

/* The length of a text cut to `length` bytes, without half a UTF-8 character at its end. */
static size_t
whole_characters(const char *text, size_t length)
{
	size_t start = length;

	while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
		start--;
	if (start == 0)
		return length;
	unsigned char lead = (unsigned char)text[start - 1];
	size_t needs = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;

	return length - (start - 1) < needs ? start - 1 : length;
}

/* Bytes that stay free for what must follow a text: the ends of its item's other texts, four at most, and of the
 * records that it is in. */
#define ENDS_BYTES (4 + DEPTH_MAX + 1)

/* Adds a text, cut so that ENDS_BYTES stay free after it. */
static void
add_text(struct message *message, const char *text)
{
	size_t length = text == NULL ? 0 : strlen(text);
	size_t space = MESSAGE_BYTES - message->used;

	if (length + 1 + ENDS_BYTES > space)
		length = space > 1 + ENDS_BYTES ? whole_characters(text, space - 1 - ENDS_BYTES) : 0;
	if (length > 0)
		memcpy(message->record + message->used, text, length);
	message->record[message->used + length] = '\0';
	message->used = (uint16_t)(message->used + length + 1);
}

/* Whether the items from *at on are whole, and end before `used`; moves *at after them. */
static bool
is_whole(const char *record, size_t used, size_t *at, unsigned depth)
{
	static const unsigned texts[] = {[ARGUMENT_SAY] = 5,
		[ARGUMENT_TEXT] = 2,
		[ARGUMENT_NUMBER] = 2,
		[ARGUMENT_PRIVATE] = 2,
		[ARGUMENT_MESSAGE] = 1};

	while (*at < used) {
		unsigned char type = (unsigned char)record[(*at)++];

		if (type == ARGUMENT_END)
			return true;
		if (type > ARGUMENT_MESSAGE || (type == ARGUMENT_MESSAGE && depth == DEPTH_MAX))
			return false;
		for (unsigned i = 0; i < texts[type]; i++) {
			const char *end = memchr(record + *at, '\0', used - *at);

			if (end == NULL)
				return false;
			*at = (size_t)(end - record) + 1;
		}
		if (type == ARGUMENT_MESSAGE && !is_whole(record, used, at, depth + 1))
			return false;
	}
	return false;
}

/* Adds the items of a record. The texts of a message come first and are ours; an argument that has no space at all is
 * left out, with all after it. */
static void
add_record(struct message *message, const struct argument *arguments, unsigned depth)
{
	char digits[24];

	for (const struct argument *each = arguments; each->type != ARGUMENT_END; each++) {
		size_t space = MESSAGE_BYTES - message->used, needed = 1 + strlen(each->name) + 1 + sizeof digits;
		const struct message *inner =
			each->type == ARGUMENT_MESSAGE && each->list == NULL ? each->message : NULL;

		if (inner != NULL)
			needed += inner->used;
		if (space < needed + 2 * ENDS_BYTES || (each->type == ARGUMENT_MESSAGE && depth == DEPTH_MAX))
			break;
		if (inner != NULL && !is_whole(inner->record, inner->used, &(size_t){0}, depth + 1))
			break;
		message->record[message->used++] = (char)each->type;
		add_text(message, each->name);
		snprintf(digits, sizeof digits, "%" PRId64, each->number);
		if (each->type == ARGUMENT_SAY) {
			add_text(message, digits);
			add_text(message, each->text);
			add_text(message, each->plural);
			add_text(message, each->for_public);
		} else if (each->type == ARGUMENT_MESSAGE && each->list != NULL) {
			add_record(message, each->list, depth + 1);
		} else if (inner != NULL) {
			memcpy(message->record + message->used, inner->record, inner->used);
			message->used = (uint16_t)(message->used + inner->used);
		} else {
			add_text(message, each->type == ARGUMENT_NUMBER ? digits : each->text);
		}
	}
	message->record[message->used++] = ARGUMENT_END;
}

const struct message *
message_set_list(struct message *message, const struct argument *arguments)
{
	message->used = 0;
	add_record(message, arguments, 0);
	return message;
}

void
message_add(struct message *message, struct argument argument)
{
	message->used--; /* the end of the record */
	add_record(message, MESSAGE_LIST(argument), 0);
}

void
message_clear(struct message *message)
{
	message->used = 1;
	message->record[0] = ARGUMENT_END;
}

/* The item at `at`, which is moved to the next one; false at the end of the record. */
static bool
next_item(const char *record, size_t *at, struct argument *out)
{
	const char *from = record + *at;

	*out = (struct argument){.type = (enum argument_type) * from};
	if (out->type == ARGUMENT_END)
		return false;
	out->name = ++from;
	from += strlen(from) + 1;
	if (out->type == ARGUMENT_SAY) {
		out->number = strtoll(from, NULL, 10);
		from += strlen(from) + 1;
		out->text = from;
		from += strlen(from) + 1;
		out->plural = *from == '\0' ? NULL : from;
		from += strlen(from) + 1;
		out->for_public = *from == '\0' ? NULL : from;
		from += strlen(from) + 1;
	} else if (out->type == ARGUMENT_MESSAGE) {
		size_t inside = (size_t)(from - record);
		struct argument skipped;

		out->text = from; /* its items */
		while (next_item(record, &inside, &skipped))
			;
		from = record + inside + 1;
	} else {
		out->text = from;
		out->number = out->type == ARGUMENT_NUMBER ? strtoll(from, NULL, 10) : 0;
		from += strlen(from) + 1;
	}
	*at = (size_t)(from - record);
	return true;
}

const char *
message_id(const struct message *message)
{
	return message->record[0] == ARGUMENT_SAY ? message->record + 1 : "";
}

bool
message_is(const struct message *message, const char *id)
{
	return strcmp(message_id(message), id) == 0;
}

bool
message_next(const struct message *message, size_t *at, struct argument *out)
{
	do {
		if (!next_item(message->record, at, out))
			return false;
	} while (out->type == ARGUMENT_SAY);
	if (out->type == ARGUMENT_MESSAGE)
		out->text = *out->text == ARGUMENT_SAY ? out->text + 1 : "";
	return true;
}

const char *
message_text(const struct message *message, const char *name)
{
	struct argument argument;

	for (size_t at = 0; message_next(message, &at, &argument);)
		if (strcmp(argument.name, name) == 0)
			return argument.text;
	return NULL;
}

bool
message_is_sound(const struct message *message)
{
	size_t at = 0;

	return message->used <= MESSAGE_BYTES && is_whole(message->record, message->used, &at, 0) &&
		at == message->used;
}

/* A sentence that is being written. Text that does not fit is cut off and not counted. */
struct sentence {
	char *text;
	size_t used, size;
};

static void
append(struct sentence *sentence, const char *text, size_t length)
{
	size_t room = sentence->size - 1 - sentence->used;

	if (length > room) {
		length = whole_characters(text, room);
		sentence->size = sentence->used + length + 1; /* nothing comes after a cut */
	}
	memcpy(sentence->text + sentence->used, text, length);
	sentence->used += length;
}

static void
append_text(struct sentence *sentence, const char *text)
{
	append(sentence, text, strlen(text));
}

static void write_record(const char *record, const struct audience *audience, unsigned depth, struct sentence *out);

/* Writes the argument {name}, of `length` letters, of a record, or all of that name; a message that counts has
 * {count} too. */
static void
write_argument(const char *record, const char *name, size_t length, const struct audience *audience, unsigned depth,
	struct sentence *out)
{
	struct argument argument;
	unsigned all = 0, written = 0;

	for (size_t at = 0; next_item(record, &at, &argument);) {
		if (argument.type != ARGUMENT_SAY) {
			all += strlen(argument.name) == length && memcmp(argument.name, name, length) == 0;
		} else if (argument.plural != NULL && length == 5 && memcmp(name, "count", 5) == 0) {
			char digits[24] = "";
			int used = snprintf(digits, sizeof digits, "%" PRId64, argument.number);

			append(out, digits, (size_t)used);
			return;
		}
	}
	if (all == 0)
		append_text(out, HIDDEN);
	for (size_t at = 0; written < all && next_item(record, &at, &argument);) {
		bool phrase = argument.type == ARGUMENT_MESSAGE;

		if (argument.type == ARGUMENT_SAY || strlen(argument.name) != length ||
			memcmp(argument.name, name, length) != 0)
			continue;
		if (written > 0)
			append_text(out, written + 1 < all ? ", " : " and ");
		if (phrase && depth < DEPTH_MAX)
			write_record(argument.text, audience, depth + 1, out);
		else if (!phrase && (argument.type != ARGUMENT_PRIVATE || audience->is_operator))
			append_text(out, argument.text);
		else
			append_text(out, HIDDEN);
		written++;
	}
}

static void
write_record(const char *record, const struct audience *audience, unsigned depth, struct sentence *out)
{
	bool brackets = audience->language != NULL && strcmp(audience->language, "qps") == 0;
	struct argument say;
	size_t at = 0;

	if (!next_item(record, &at, &say) || say.type != ARGUMENT_SAY)
		return;
	const char *text = say.text;

	if (say.for_public != NULL && !audience->is_operator)
		text = say.for_public;
	else if (say.plural != NULL && say.number != 1)
		text = say.plural;
	if (brackets)
		append_text(out, "[");
	while (*text != '\0') {
		const char *end = *text == '{' ? strchr(text, '}') : NULL;

		if (end != NULL) {
			write_argument(record, text + 1, (size_t)(end - text - 1), audience, depth, out);
			text = end + 1;
		} else {
			size_t plain = 1 + strcspn(text + 1, "{");

			append(out, text, plain);
			text += plain;
		}
	}
	if (brackets)
		append_text(out, "]");
}

size_t
message_write(const struct message *message, const struct audience *audience, char *out, size_t size)
{
	struct sentence sentence = {.text = out, .size = size};

	write_record(message->record, audience, 0, &sentence);
	out[sentence.used] = '\0';
	return sentence.used;
}
