/* SPDX-License-Identifier: MIT
 * What the drawings of Chip It share: its colours and shapes, and the pages
 * that make up its plan. */
#pragma once

#include "gen/press/printed_game.h"
#include "layouts/chipit.h"

/* Colours: the first two of the label of who starts. */
#define FIRST_LINE   0xd99a00 /* its outline */
#define FIRST_PALE   0xffecb3 /* its surface */
#define SEAT_PALE    0xc9d8ee /* of a seat's disc: pale enough for its letter */
#define TITLE_PALE   0xe8eef7 /* of titles and of what explains */
#define BUBBLE_LABEL 0x9aa3b2 /* too pale to be read as a mark */

/* The colours of a card: its surface, its lines, its value. Surfaces are pale and the rest dark, so that every ink
 * shows them. */
struct chipit_look {
	uint32_t pale, line, dark;
};

const struct chipit_look *chipit_look(uint8_t card);

/* A pad of a job, as print_job_build() makes it. */
struct chipit_pad {
	struct chipit_layout layout;
	struct code code;
	struct form form;
};

/* The hand that the seat at place `at` is dealt in a game, sorted by colour, then value. */
void chipit_sort_hand(const struct chipit_layout *chipit, unsigned game, unsigned at, uint8_t sorted[CHIPIT_HAND_MAX]);

/* A paragraph as canvas_paragraph() draws it, in which {green}, {purple} and {colours} are what tells cards
 * apart in this ink: their colours, or in black and white their shapes. */
int32_t chipit_paragraph(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* A seat's letter on a disc around (x, y). The disc has no outline, or it would look like a bubble. */
void chipit_draw_seat(struct canvas *canvas, int32_t x, int32_t y, int32_t size, unsigned seat);

/* The outline of a card's colour around (x, y): a rounded square for green, a six-sided shape for
 * purple, so that they are told apart without colour. */
void chipit_draw_shape(struct canvas *canvas, uint8_t card, int32_t x, int32_t y, int32_t size, uint32_t fill,
	int32_t width, uint32_t colour);

/* Small cards with their values in them, in few operations: n of them at the middles given. */
void chipit_draw_cards(struct canvas *canvas, const uint8_t *card, const int32_t (*at)[2], int n, int32_t size);

/* The blocks of a pad, one for each game. */
void chipit_draw_tournament(const struct chipit_pad *pad, struct canvas *canvas);
void chipit_draw_two(const struct chipit_pad *pad, struct canvas *canvas);

/* The pages of the pad and of the rules. */
void chipit_draw_pad(const struct page *page, struct canvas *canvas);
void chipit_draw_rules(const struct page *page, struct canvas *canvas);

/* Add the pages of each kind. */
void chipit_plan_slips(const struct print_job *job, uint32_t n, struct page_plan *plan);
void chipit_plan_cards(const struct print_job *job, struct page_plan *plan);
void chipit_plan_chips(const struct print_job *job, struct page_plan *plan);

/* The game's own options, and the sizes of cards in the order of their option's words. */
enum chipit_option { CHIPIT_OPTION_CARDS, CHIPIT_OPTION_SINGLE };
enum chipit_cards { CHIPIT_POKER, CHIPIT_BRIDGE, CHIPIT_MINI, CHIPIT_CARD_SIZES };

/* For the table of the game. */
void chipit_json(const void *layout, const struct code *code, json_t *object);
void chipit_text(const void *layout, const struct code *code, GString *out);
void chipit_plan(const struct print_job *job, struct page_plan *plan);
void chipit_study(const struct study_question *question, struct study_findings *findings);
bool chipit_survey(const struct study_question *question, struct charts *charts);
