/* SPDX-License-Identifier: MIT
 * The parts of a coupon sheet's drawing, which press.c puts together. */
#pragma once

#include "gen/press/printed_game.h"
#include "layouts/coupons.h"

#define TOKENS_A_PLAYER 3 /* by the rules */

/* The sizes of text on a sheet, in hundredths of a millimetre: few, because each is an operation of its own. Names on
 * small and on large coupons are condensed bold; prices, the title and the sum are bold; what is quiet is condensed. */
#define NAME_SMALL 320 /* names on coupons of one cell */
#define NAME_LARGE 440 /* names on larger coupons */
#define LARGE      500 /* prices, the title and the sum */
#define BODY       280 /* texts of the strip */
#define SMALL      270 /* hints, ids and what is quiet */

/* The silhouettes of the strip, and the scissors above it, in hundredths of a millimetre. */
#define STRIP_SYMBOL 430

/* What the page of a sheet shows. */
struct coupons_sheet {
	const struct print_job *job;
	struct code code;
	struct coupons_layout layout;
	struct form form;
	struct rect paper; /* what a printer prints of the paper, seen from the printed area */
};

/* What is printed on the coupons of a kind. */
struct coupons_look {
	enum symbol_id symbol;
	const char *title;
	const char *hint;       /* at what it saves */
	const char *small_hint; /* the same on two lines of the smallest coupon; NULL on one with a price */
};

extern const struct coupons_look coupons_looks[COUPON_KINDS];

/* The colours of the players, by the letter of their strip. */
extern const uint32_t coupons_colours[COUPONS_SHEETS_MAX];

/* A line of the reference strip or of the rules: a way to save money, and how much. */
#define SAVINGS     9
#define SAVING_TEXT 160 /* bytes of a text */
struct saving {
	const char *name;
	enum symbol_id symbol[COUPON_BURGER_PARTS];
	int symbols;
	char text[SAVING_TEXT];
};

/* All savings in the order of the strip; some depend on the number of players, one on a house rule. */
void coupons_savings(unsigned players, bool pair_is_four, struct saving saving[SAVINGS]);

/* Whether a job prints the house rule that two burger parts are worth $4. */
bool coupons_pair_is_four(const struct print_job *job);

/* The face worth of a sheet, in dollars. */
int coupons_sheet_worth(const struct coupons_layout *layout, unsigned sheet);

/* The lines to cut along: each drawn once, out to the edge of the paper. */
void coupons_draw_cuts(const struct coupons_sheet *sheet, struct canvas *canvas);

/* The coupons without their tags; coupons_draw_badges() adds the multipliers, on top of everything
 * drawn so far. */
void coupons_draw_coupons(const struct coupons_sheet *sheet, struct canvas *canvas);
void coupons_draw_badges(const struct coupons_sheet *sheet, struct canvas *canvas);

/* The strip without its tags and its QR. */
void coupons_draw_strip(const struct coupons_sheet *sheet, struct canvas *canvas);

/* Adds the tokens and the rules. */
void coupons_plan_pieces(const struct print_job *job, struct page_plan *plan);

/* The picture of cutting on the page of rules: four panels side by side, with what they show below
 * them, from the top of an area of this width. */
void coupons_draw_lesson(struct canvas *canvas, int32_t top, int32_t width);

/* For the table of the game. */
void coupons_json(const void *layout, const struct code *code, json_t *object);
void coupons_text(const void *layout, const struct code *code, GString *out);
void coupons_plan(const struct print_job *job, struct page_plan *plan);
void coupons_study(const struct study_question *question, struct study_findings *findings);
bool coupons_survey(const struct study_question *question, struct charts *charts);
