/* SPDX-License-Identifier: MIT
 * What the drawings of the paperclip game share: the card sides with words,
 * the page of rules, symbols on a card, and a clip. */
#pragma once

#include "gen/press/printed_game.h"
#include "layouts/clips.h"

/* Sides of the cards for the bottom of the stack. On the poker card CLIPS_RULES is all of the
 * rules; the small one needs two sides for them and has one for its limits. */
enum clips_words { CLIPS_GUIDE, CLIPS_RULES, CLIPS_RULES_2, CLIPS_LIMITS };

/* Colour (0xrrggbb) of the clips of one player in pictures. */
#define CLIPS_BLUE 0x4aa3ec

/* Colour of the clips of the other player. */
#define CLIPS_RED 0xf0574c

/* Colour of a clip that belongs to nobody: bare steel. */
#define CLIPS_WIRE 0xcdd3dc

extern const enum symbol_id clips_symbol_of[CLIPS_SYMBOLS];

/* The size of a job's cards. */
const struct clips_size *clips_job_size(const struct print_job *job);

/* A symbol's points, which are printed in large letters, and an explanation. */
struct clips_score {
	enum clips_symbol symbol;
	const char *points; /* NULL for the ladder, which has a table */
	const char *words;
	const char *brief; /* a shorter explanation for the small card; NULL where `words` fits */
};

/* The n-th of them in the order of the guide, under the house rules that are printed. */
struct clips_score clips_score_of(unsigned n, const uint8_t house[HOUSE_RULES]);

/* The ladder's table and the five ranks of playing alone, over the width of a box. */
void clips_draw_ladder(struct canvas *canvas, struct rect box, int32_t points_size, const uint8_t house[HOUSE_RULES]);
void clips_draw_ranks(struct canvas *canvas, struct rect box, int32_t text_size, const uint8_t house[HOUSE_RULES]);

/* Text in the middle of the height of a box, on as many lines as it needs. */
void clips_draw_words(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* A side with words, on a card at (x, y). */
void clips_draw_side(struct canvas *canvas, const struct clips_size *size, enum clips_words words,
	const uint8_t house[HOUSE_RULES], int32_t x, int32_t y);

/* The symbols of a card at (x, y). */
void clips_draw_symbols(
	struct canvas *canvas, const struct clips_size *size, const struct clips_layout *layout, int32_t x, int32_t y);

/* A paperclip. The middle of its closed end, which is pushed on first, is at (x, y); from there
 * it reaches towards (out_x, out_y), one of which is 0 and the other 1 or -1. The part behind the
 * card is not drawn: the inner loop up to a distance of `hidden` from (x, y). */
struct clips_clip {
	int32_t x, y;
	int out_x, out_y;
	int32_t hidden;
	uint32_t colour;
};
void clips_draw_clip(struct canvas *canvas, const struct clips_size *size, const struct clips_clip *clip);

/* Width of the page of rules, in hundredths of a millimetre: it fits both A4 and Letter. */
#define CLIPS_PAGE_W 18000

/* Height of the page of rules, in hundredths of a millimetre: it fits both A4 and Letter. */
#define CLIPS_PAGE_H 25400

/* Draws a page of rules, with a picture and a clip to measure by. */
void clips_draw_page(const struct page *page, struct canvas *canvas);

/* The game's own options. */
enum clips_option { CLIPS_OPTION_SMALL, CLIPS_OPTION_FAIR, CLIPS_OPTION_SINGLE };

/* Whether the press keeps a layout: the scale of playing alone under these rules fits it. */
bool clips_passes(const void *layout, const uint8_t house[HOUSE_RULES]);

/* For the table of the game. */
void clips_json(const void *layout, const struct code *code, json_t *object);
void clips_text(const void *layout, const struct code *code, GString *out);
void clips_plan(const struct print_job *job, struct page_plan *plan);
/* The best solo score, and the highest bid that still wins. */
void clips_solve(const void *layout, const uint8_t house[HOUSE_RULES], char words[SOLVED_TEXT]);
void clips_study(const struct study_question *question, struct study_findings *findings);
bool clips_survey(const struct study_question *question, struct charts *charts);
