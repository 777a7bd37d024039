/* SPDX-License-Identifier: MIT
 * What a game prints: a job becomes a plan of pages, and each page is drawn by
 * itself, so that any number of them can be drawn in any order. The geometry
 * comes from the layout. */
#ifndef SEEDPRESS_GEN_PRESS_PRESS_H
#define SEEDPRESS_GEN_PRESS_PRESS_H

#include <glib.h>

#include "gen/canvas/document.h"
#include "gen/press/codes.h"

/* How the backs of double-sided pieces are made. */
enum backs {
	BACKS_DUPLEX, /* on the back of the sheet, mirrored, turned over the long edge */
	BACKS_FOLD,   /* beside the front, to be folded over and glued */
	BACKS_NONE,   /* nowhere: for sleeves, or chips of one side */
};

/* What was said about an option of a game's own: all zero when nothing was. */
struct option_value {
	bool given;
	uint32_t number; /* of a number; of a choice which of its words */
};

#define GAME_OPTIONS 4 /* that a game may have */

/* What is to be printed. Strings belong to the caller. */
struct print_job {
	struct codes codes;
	uint32_t count;    /* games, pads or card sides */
	const char *url;   /* before the code in a QR, upper case, ends in /C/; or NULL */
	const char *event; /* the name of the event, or NULL */
	const struct paper *paper;
	enum backs backs;
	int32_t back_x, back_y; /* what the printer shifts backs by, to be made up for */
	bool pieces;            /* every other piece of the game too */
	bool single;            /* cards one a page, with bleed, for a print shop */
	bool unmarked;          /* without codes: for those who may see a piece, but not enter it */
	void (*marked)(void *data, const struct code *code); /* told of each code drawn, or NULL */
	void *marked_data;
	struct option_value option[GAME_OPTIONS]; /* of the game's own: see printed_game.h */
};

/* What it takes to make the pieces of a page; or to play with it, where cutting is the game. */
enum page_tool { PAGE_SCISSORS = 1, PAGE_GLUE = 2, PAGE_IN_PLAY = 4 };

struct page {
	const struct print_job *job;
	void (*draw)(const struct page *page, struct canvas *canvas);
	void *data;        /* what draw() needs besides the job, or NULL */
	uint32_t n;        /* which of its kind, from 0 */
	int32_t w, h;      /* the area, in the middle of the paper */
	int32_t bleed;     /* of a page of cards: how far its colour runs over the edge */
	bool back;         /* the back of the page before it; every other page is alone */
	unsigned tools;    /* enum page_tool */
	bool card;         /* for card stock, not for plain paper */
	const char *title; /* for the outline; NULL for none. A static string or interned. */
};

/* Pages in the order of printing: an array of struct page. */
struct page_plan {
	GArray *pages;
};

void page_plan_init(struct page_plan *plan);
void page_plan_finish(struct page_plan *plan);
void page_plan_add(struct page_plan *plan, const struct page *page);

/* Adds a white page as the back of one. */
void page_plan_add_white(struct page_plan *plan, const struct page *front);

/* Puts a white page behind every page that has no back, where any has one, so that the whole plan
 * can be sent to a printer that prints on both sides. */
void page_plan_two_sided(struct page_plan *plan);

/* Whether any page is the back of another. */
bool page_plan_has_backs(const struct page_plan *plan);

/* The titles of a plan's pages, each once, in their order. The list is to be unreferenced, the titles
 * live on. */
GPtrArray *page_plan_titles(const struct page_plan *plan);

/* Leaves only the pages under a title (in any case): the page that has it and those up to the next
 * title. False where there is none; the plan is unchanged then. */
bool page_plan_pick(struct page_plan *plan, const char *title);

/* Draws all pages of a plan into a document that asks to be printed on both sides of the paper
 * where any page is a back, and else on one. `progress` (may be NULL) is called after each page.
 * False after setting *problem. */
bool page_plan_print(const struct page_plan *plan, const struct document_options *options, struct shaper *shaper,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem);

/* Pages of a plan that are for the same paper, numbered from 1. */
struct page_run {
	unsigned first, last;
	const char *paper; /* "plain paper" or "card stock" */
};

/* The pages from the one behind `after` on: call it with 0, then with the last page of each run. False
 * behind the last page. */
bool page_plan_run(const struct page_plan *plan, unsigned after, struct page_run *run);

/* A page in pixels, `scale` of them a point (1/72 inch); its status says whether there was memory for it. To be
 * destroyed. */
cairo_surface_t *page_picture(const struct page *page, int w, int h, double scale, enum ink ink, struct shaper *shaper);

/* The paper of a page: the job's, or one just as large as a single card with its bleed. */
struct paper page_paper(const struct page *page);

/* What comes before the code in a QR, for an address as people write it: upper case and ended by
 * /C/, so that the QR stays small. To be freed; NULL when it is not such an address. */
#define URL_EXPECTED "an http or https address of at most 100 letters, digits and . - / : like http://192.168.0.5:8080"
char *print_job_url(const char *address);

/* A text that is too long for a line on two of them, which share the height of `box`: broken at a blank
 * where that can be, and the second one cut off with dots where it still is too long. */
void print_two_lines(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* Builds a piece of the n-th game of a job: its code, its layout, which is a struct of the game's own, and its
 * form. */
void print_job_build(
	const struct print_job *job, uint32_t n, uint8_t piece, void *layout, struct code *code, struct form *form);

/* Draws the tags of a form, the QR of the code into form->qr and its characters into form->text. */
void print_job_mark(
	const struct print_job *job, const struct code *code, const struct form *form, struct canvas *canvas);

#endif
