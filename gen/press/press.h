/* SPDX-License-Identifier: MIT
 * What a game prints: a job becomes a plan of pages. Each page can be drawn
 * without the others, in any order. The geometry comes from the layout. */
#pragma once

#include <glib.h>

#include "gen/canvas/document.h"
#include "gen/press/codes.h"

/* How the backs of double-sided pieces are made. */
enum backs {
	BACKS_DUPLEX, /* on the back of the sheet, mirrored, turned over the long edge */
	BACKS_FOLD,   /* beside the front, to be folded over and glued */
	BACKS_NONE,   /* not at all: for card sleeves or one-sided chips */
};

/* The value of one of the game's own options: all zero when it was not given. */
struct option_value {
	bool given;
	uint32_t number; /* of a number option; for a choice, the index of the word */
};

/* Most options of its own that a game can have. The most that any game has is three (clips); each more is a few bytes
 * in every job and every round of a kit. */
#define GAME_OPTIONS 4

/* What is to be printed. Strings belong to the caller. */
struct print_job {
	struct codes codes;
	uint32_t count;    /* games, pads or card sides */
	const char *url;   /* before the code in a QR, upper case, ends in /C/; or NULL */
	const char *event; /* the name of the event, or NULL */
	const struct paper *paper;
	enum backs backs;
	int32_t back_x, back_y; /* how far to move backs, because the printer shifts them */
	bool pieces;            /* every other piece of the game too */
	bool single;            /* one card per page, with bleed, for a print shop */
	bool unmarked;          /* without codes: for people who may see a piece, but not enter it */
	void (*marked)(void *data, const struct code *code); /* told of each code drawn, or NULL */
	void *marked_data;
	struct option_value option[GAME_OPTIONS]; /* of the game's own: see printed_game.h */
};

/* Tools that are needed to make the pieces of a page. PAGE_IN_PLAY: the cutting is part of the game. */
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

/* Adds a page, whose members are given by name. */
#define page_plan_add_new(plan, ...) page_plan_add((plan), &(struct page){__VA_ARGS__})

/* Adds a white page as the back of `front`. */
void page_plan_add_white(struct page_plan *plan, const struct page *front);

/* If any page has a back, adds a white one to every page without, so that the whole plan can be printed
 * on both sides. */
void page_plan_two_sided(struct page_plan *plan);

/* Whether any page is the back of another. */
bool page_plan_has_backs(const struct page_plan *plan);

/* The titles of a plan's pages, each once, in their order. The list is to be unreferenced. */
GPtrArray *page_plan_titles(const struct page_plan *plan);

/* Keeps only the pages under a title (upper or lower case): the page that has it and those up to the next
 * title. False if there is none; then the plan is unchanged. */
bool page_plan_pick(struct page_plan *plan, const char *title);

/* Draws all pages of a plan into a document, which asks to be printed on both sides of the paper if any
 * page is a back, and else on one side. `progress` (may be NULL) is called after each page.
 * False after setting *problem. */
bool page_plan_print(const struct page_plan *plan, const struct document_options *options, struct shaper *shaper,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem);

/* Pages of a plan that are for the same paper, numbered from 1. */
struct page_run {
	unsigned first, last;
	const char *paper; /* "plain paper" or "card stock" */
};

/* The run that starts after page `after`: call it with 0, then with the last page of each run. False after the last
 * page. */
bool page_plan_run(const struct page_plan *plan, unsigned after, struct page_run *run);

/* A page in pixels, `scale` of them per point (1/72 inch). Its status says whether there was enough memory. To be
 * destroyed. */
cairo_surface_t *page_picture(const struct page *page, int w, int h, double scale, enum ink ink, struct shaper *shaper);

/* The paper of a page: the job's, or one that is exactly as large as a single card with its bleed. */
struct paper page_paper(const struct page *page);

/* What comes before the code in a QR: the address in upper case, ended by /C/. Upper case keeps the QR small. To be
 * freed; NULL if it is not an address as in URL_EXPECTED. */
#define URL_EXPECTED "an http or https address of at most 100 letters, digits and . - / : like http://192.168.0.5:8080"
char *print_job_url(const char *address);

/* Draws a text on two lines that share the height of `box`: broken at a blank if possible, and the second line cut off
 * with dots if it is too long. */
void print_two_lines(struct canvas *canvas, const struct font *font, struct rect box, const char *text);

/* Builds a piece of the n-th game of a job: its code, its layout, which is a struct of the game's own, and its
 * form. */
void print_job_build(
	const struct print_job *job, uint32_t n, uint8_t piece, void *layout, struct code *code, struct form *form);

/* Draws the tags of a form, the QR of the code into form->qr and its characters into form->text. */
void print_job_mark(
	const struct print_job *job, const struct code *code, const struct form *form, struct canvas *canvas);
