/* SPDX-License-Identifier: MIT
 * What the drawings of Coin-Op share: the two colours, which also differ
 * without colour (blue has stripes, orange has dots), and their pages. */
#pragma once

#include "gen/press/printed_game.h"
#include "layouts/laundry.h"

#define LAUNDRY_COLOURS 2

struct laundry_colour {
	const char *word; /* in capitals */
	uint32_t deep;    /* lines */
	uint32_t pale;    /* surfaces under text */
};

extern const struct laundry_colour laundry_colours[LAUNDRY_COLOURS];

/* The border of a square that starts at (x, y): stripes or dots, LAUNDRY_BORDER thick. */
#define LAUNDRY_BORDER      220
#define LAUNDRY_BORDER_SIZE 2580 /* so that dots end where they start */
void laundry_border(struct canvas *canvas, unsigned colour, int32_t x, int32_t y);

/* The same pattern as a swatch from x to x + w, LAUNDRY_SWATCH high. */
#define LAUNDRY_SWATCH 500
void laundry_swatch(struct canvas *canvas, unsigned colour, int32_t x, int32_t y, int32_t w);

/* An item as it is printed. */
struct laundry_look {
	enum symbol_id symbol;
	const char *label; /* "Pillowcase" */
};

extern const struct laundry_look laundry_looks[LAUNDRY_ITEMS];

/* The page of the rules. */
#define LAUNDRY_PAGE_W 18400
#define LAUNDRY_PAGE_H 25600
void laundry_draw_rules(const struct page *page, struct canvas *canvas);

/* Add the pages of each kind. */
void laundry_plan_tickets(const struct print_job *job, struct page_plan *plan);
void laundry_plan_tiles(const struct print_job *job, struct page_plan *plan);
void laundry_plan_boxes(const struct print_job *job, struct page_plan *plan);

/* For the table of the game. */
void laundry_json(const void *layout, const struct code *code, json_t *object);
void laundry_text(const void *layout, const struct code *code, GString *out);
void laundry_plan(const struct print_job *job, struct page_plan *plan);
void laundry_study(const struct study_question *question, struct study_findings *findings);
bool laundry_survey(const struct study_question *question, struct charts *charts);
