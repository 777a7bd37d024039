/* SPDX-License-Identifier: MIT
 * What the two halves of the score page share: score_page.c has the page and
 * its words, score_page_played.c what was played. */
#ifndef SEEDPRESS_KIOSK_PRINTS_SCORE_PAGE_PARTS_H
#define SEEDPRESS_KIOSK_PRINTS_SCORE_PAGE_PARTS_H

#include <jansson.h>

#include "kiosk/event/event.h"
#include "kiosk/prints/event_pages.h"
#include "layouts/game.h"
#include "scoring/rules.h"

struct score_page {
	const struct entry *entry;
	const struct event_state *state;
	json_t *result, *players, *winners; /* of the entry */
	const struct game *game;            /* by its name */
	bool has_code;                      /* the code could be read, and the layout built */
	struct code code;
	char code_text[CODE_TEXT];
	int rank;                      /* of a game alone */
	unsigned count;                /* of players */
	unsigned order[PLAYERS_MAX];   /* players by place */
	char name[PLAYERS_MAX][NAME_BYTES + 16];
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
};

/* What a player collected, small, in a box: 0 where a game has nothing to list. Returns the
 * height it needs at this width. */
int32_t score_played_height(const struct score_page *page, unsigned player, int32_t w);
void score_played_draw(
	const struct score_page *page, unsigned player, struct rect box, struct canvas *canvas);

/* The card with its clips, as large as it was, or nothing; the middle of its width at x. */
void score_card_draw(const struct score_page *page, int32_t x, int32_t y, struct canvas *canvas);

#endif
