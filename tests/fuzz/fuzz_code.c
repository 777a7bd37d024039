/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any text as a code, and any fields as a code. Whatever is
 * taken builds, has a sound form, and writes back as it was read. */
#include <stdlib.h>
#include <string.h>

#include "layouts/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct problems problems;

static void
require(bool holds)
{
	if (!holds)
		abort();
}

static void
build(const struct game *game, const struct code *code)
{
	_Alignas(max_align_t) static unsigned char layout[LAYOUT_MAX];
	struct form form;

	game->build(layout, code);
	game->form(layout, code, &form);
	require(form.tags <= FORM_TAGS && form.bubbles <= FORM_BUBBLES);
	require(code->piece < game->pieces(code));
}

/* A refusal has sentences, and a sentence is always a refusal. */
static void
read_text(const char *text, const struct code_key *key)
{
	const struct game *game;
	struct code code, again;
	char written[CODE_TEXT];

	problems_init(&problems);
	game = game_of_text(text, key, &code, &problems);
	require((game == NULL) == (problems.count > 0));
	require((problems.status == STATUS_OK) == (problems.count == 0));
	if (game == NULL)
		return;
	build(game, &code);
	code_write(&code, key, written);
	require(code_read(written, key, &again, &problems));
	require(again.seed == code.seed && again.table == code.table && again.piece == code.piece);
}

/* Fields straight from the data get past the check that random texts fail. */
static void
read_fields(const uint8_t *data, const struct code_key *key)
{
	struct code code = {
		.game = data[0] & 15,
		.version = data[0] >> 4 & 3,
		.players = data[1] & 7,
		.option = data[1] >> 3 & 3,
		.piece = data[2] & 31,
		.round = data[3] & 15,
		.table = (uint16_t)((data[3] >> 4) << 8 | data[4]),
	};
	char text[CODE_TEXT];

	for (int i = 5; i < 11; i++)
		code.seed = code.seed << 8 | data[i];
	if (data[1] >> 7)
		code_sign(&code, key);
	code_write(&code, key, text);
	read_text(text, key);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct code_key key = {.bytes = "0123456789abcde", .tables = "fedcba987654321"};
	char *text = malloc(size + 1);
	struct code_key read;

	require(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	read_text(text, NULL);
	read_text(text, &key);
	code_key_read(text, &read);
	free(text);
	if (size >= 11)
		read_fields(data, &key);
	return 0;
}
