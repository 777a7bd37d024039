/* SPDX-License-Identifier: MIT
 * Packs and unpacks codes. The order of the fields is part of every
 * printed code and never changes; a new one would be a new format. */
#include "layouts/code.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#define PAYLOAD_BITS 84 /* all fields but the check */
#define CHECK_BITS   16 /* one wrong code in 65,536 passes */

/* Format bits: the low one says keyed, the high one is for formats to come. */
#define FORMAT_KEYED 1u /* the code of an event */
#define FORMAT_LATER 2u /* a format that this version does not know */

static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* The hundred bits, most significant first. */
struct bits {
	unsigned char byte[13];
	unsigned at;
};

static void
put(struct bits *bits, unsigned width, uint64_t value)
{
	for (unsigned bit = width; bit-- > 0; bits->at++)
		if (value >> bit & 1)
			bits->byte[bits->at / 8] |= (unsigned char)(0x80 >> bits->at % 8);
}

static uint64_t
take(struct bits *bits, unsigned width)
{
	uint64_t value = 0;

	for (unsigned bit = 0; bit < width; bit++, bits->at++)
		value = value << 1 | (bits->byte[bits->at / 8] >> (7 - bits->at % 8) & 1);
	return value;
}

/* Sixteen bits of SipHash over the payload. Codes without a key use a public one. */
static uint16_t
check_of(const struct bits *bits, const struct code_key *key)
{
	static const struct code_key open_key = {.bytes = "Seedpress codes"};
	unsigned char hash[crypto_shorthash_BYTES];
	unsigned char payload[11];

	_Static_assert(sizeof open_key.bytes == crypto_shorthash_KEYBYTES, "SipHash key");
	memcpy(payload, bits->byte, sizeof payload);
	payload[10] &= 0xF0; /* 84 bits are ten bytes and a half */
	crypto_shorthash(hash, payload, sizeof payload, (key ? key : &open_key)->bytes);
	return (uint16_t)(hash[0] << 8 | hash[1]);
}

bool
code_key_read(const char *text, struct code_key *key)
{
	unsigned char master[crypto_kdf_KEYBYTES];
	const char *end;
	size_t length;

	text += strspn(text, " \t\r\n");
	if (sodium_hex2bin(master, sizeof master, text, strlen(text), NULL, &length, &end) != 0 ||
		length != sizeof master || end[strspn(end, " \t\r\n")] != '\0')
		return false;
	/* Each use of an event's key derives a key of its own from it. */
	return crypto_generichash(key->hash, sizeof key->hash, master, sizeof master, NULL, 0) == 0 &&
		crypto_kdf_derive_from_key(key->seeds, sizeof key->seeds, 3, "seedcode", master) == 0 &&
		crypto_kdf_derive_from_key(key->bytes, sizeof key->bytes, 1, "seedcode", master) == 0 &&
		crypto_kdf_derive_from_key(key->tables, sizeof key->tables, 2, "seedcode", master) == 0;
}

/* What a layout depends on, in one key: the seed and above it game, version, players, option. */
static uint64_t
layout_key(const struct code *code)
{
	uint64_t which = (uint64_t)code->game | (uint64_t)code->version << 4 | (uint64_t)code->players << 8 |
		(uint64_t)code->option << 11;

	return code->seed | which << SEED_BITS;
}

static uint64_t
secret_of(const struct code *code, const struct code_key *key)
{
	unsigned char hash[crypto_shorthash_BYTES];
	struct bits bits = {.at = 0};
	uint64_t secret = 0;

	_Static_assert(sizeof key->tables == crypto_shorthash_KEYBYTES, "SipHash key");
	put(&bits, 64, layout_key(code));
	put(&bits, 4, code->round);
	put(&bits, 12, code->table);
	crypto_shorthash(hash, bits.byte, 10, key->tables);
	for (size_t i = 0; i < sizeof hash; i++)
		secret = secret << 8 | hash[i];
	return secret;
}

void
code_sign(struct code *code, const struct code_key *key)
{
	struct code plain = *code;

	plain.option = 0;
	code->plain_secret = secret_of(&plain, key);
	code->secret = code->option == 0 ? code->plain_secret : secret_of(code, key);
	code->keyed = true;
}

struct code
code_without_option(const struct code *code)
{
	struct code plain = *code;

	plain.option = 0;
	plain.secret = code->plain_secret;
	return plain;
}

static void
write_characters(struct bits *bits, char text[CODE_TEXT])
{
	bits->at = 0;
	for (int i = 0; i < CODE_CHARS; i++) {
		*text++ = digits[take(bits, 5)];
		if (i % 5 == 4)
			*text++ = '-';
	}
	text[-1] = '\0';
}

void
code_write(const struct code *code, const struct code_key *key, char text[CODE_TEXT])
{
	struct bits bits = {.at = 0};
	const struct code_key *used = code->keyed ? key : NULL;

	assert(!code->keyed || key != NULL);
	put(&bits, 2, code->keyed ? FORMAT_KEYED : 0);
	put(&bits, 4, code->game);
	put(&bits, 4, code->version);
	put(&bits, SEED_BITS, code->seed);
	put(&bits, 3, code->players);
	put(&bits, 2, code->option);
	put(&bits, 5, code->piece);
	put(&bits, 4, code->round);
	put(&bits, 12, code->table);
	put(&bits, CHECK_BITS, check_of(&bits, used));
	write_characters(&bits, text);
}

/* The value of a character, 32 for a separator, -1 for one that no code has. */
static int
value_of(char c)
{
	if (c == '-' || c == ' ' || c == '\t' || c == '\r' || c == '\n')
		return 32;
	if (c >= 'a' && c <= 'z')
		c = (char)(c - 'a' + 'A');
	if (c == 'I' || c == 'L')
		c = '1';
	if (c == 'O')
		c = '0';
	const char *found = c == '\0' ? NULL : strchr(digits, c);

	return found == NULL ? -1 : (int)(found - digits);
}

/* The twenty characters of a text as bits: of the part after a URL prefix, if it has one. */
static bool
spell(const char *text, struct bits *bits, struct problem *problem)
{
	unsigned count = 0;

	for (const char *at = text; *at != '\0'; at++)
		if (at[0] == '/' && (at[1] == 'c' || at[1] == 'C') && at[2] == '/')
			text = at + 3;
	for (const char *at = text; *at != '\0'; at++) {
		int value = value_of(*at);

		if (value == 32)
			continue;
		if (value < 0 && *at > ' ' && *at <= '~')
			return problem_set_status(problem, STATUS_BAD_CODE,
				SAY("code-character",
					"\"{character}\" cannot be in a code: it has digits and letters, but no U"),
				ARG_TEXT("character", ((const char[]){*at, '\0'})));
		if (value < 0)
			return problem_set_status(problem, STATUS_BAD_CODE,
				SAY("code-characters", "a code has only digits and letters, with dashes between them"));
		if (++count <= CODE_CHARS)
			put(bits, 5, (uint64_t)value);
	}
	if (count == CODE_CHARS)
		return true;
	return problem_set_status(problem, STATUS_BAD_CODE,
		SAY("code-length", "a code has 20 characters, this has {count}"), ARG_NUMBER("count", count));
}

/* Whether the check is right. A code without a key of an event has a check too, and one that is wrong may be of any
 * event. */
static bool
verify(struct bits *bits, bool keyed, const struct code_key *key, struct problem *problem)
{
	if (keyed && key == NULL)
		return problem_set_status(problem, STATUS_WRONG_EVENT,
			SAY("code-needs-key",
				"this is the code of an event, read with the event's key (--key FILE), or mistyped"));
	bits->at = PAYLOAD_BITS;
	if ((uint16_t)take(bits, CHECK_BITS) == check_of(bits, keyed ? key : NULL))
		return true;
	if (key == NULL)
		return problem_set_status(problem, STATUS_BAD_CODE,
			SAY("code-mistyped", "that code has a typo: please compare it with the paper"));
	return problem_set_status(problem, keyed ? STATUS_WRONG_EVENT : STATUS_BAD_CODE,
		SAY("code-mistyped-or-foreign",
			"the code is mistyped, or from another event: compare each character with the paper"));
}

/* The fields, without secrets. */
static void
unpack(struct bits *bits, struct code *code)
{
	bits->at = 0;
	code->keyed = take(bits, 2) & FORMAT_KEYED;
	code->game = (uint8_t)take(bits, 4);
	code->version = (uint8_t)take(bits, 4);
	code->seed = take(bits, SEED_BITS);
	code->players = (uint8_t)take(bits, 3);
	code->option = (uint8_t)take(bits, 2);
	code->piece = (uint8_t)take(bits, 5);
	code->round = (uint8_t)take(bits, 4);
	code->table = (uint16_t)take(bits, 12);
	code->secret = code->plain_secret = 0;
}

bool
code_read(const char *text, const struct code_key *key, struct code *code, struct problems *problems)
{
	struct bits bits = {.at = 0};
	struct problem problem;
	bool fine = spell(text, &bits, &problem);

	if (fine) {
		bits.at = 0;
		unsigned format = (unsigned)take(&bits, 2);

		fine = verify(&bits, format & FORMAT_KEYED, key, &problem);
		if (fine && (format & FORMAT_LATER))
			fine = problem_set_status(&problem, STATUS_UNKNOWN_VERSION,
				SAY("code-format-unknown", "this code was made by a later Seedpress: update this one"));
	}
	if (!fine) {
		problems_add_problem(problems, &problem);
		return false;
	}
	unpack(&bits, code);
	if (code->keyed)
		code_sign(code, key);
	return true;
}

bool
code_peek(const char *text, struct code *code)
{
	struct bits bits = {.at = 0};
	struct problem problem;

	if (!spell(text, &bits, &problem))
		return false;
	unpack(&bits, code);
	return true;
}

bool
code_tidy(const char *text, char tidy[CODE_TEXT])
{
	struct bits bits = {.at = 0};
	struct problem problem;

	if (!spell(text, &bits, &problem))
		return false;
	write_characters(&bits, tidy);
	return true;
}

struct random
code_stream(const struct code *code, uint32_t purpose, uint32_t part)
{
	struct random random;

	random_init(&random, layout_key(code), purpose, part);
	return random;
}

struct random
code_table_stream(const struct code *code, uint32_t purpose)
{
	struct random random;

	random_init(&random, code->keyed ? code->secret : layout_key(code), purpose,
		(uint32_t)code->round << 12 | code->table);
	return random;
}
