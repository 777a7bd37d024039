/* SPDX-License-Identifier: MIT
 * A request to print, from the command line or the web: a game from a seed, or the piece with a code. Its fields are
 * set by name (see fields.h) after game_request_begin():
 *
 *     print_request_init(&request);
 *     game_request_begin(&request.base, "GAME", NULL, &problems) &&
 *     game_request_set(&request.base, &field_source_web, "players", "3", &problems) && ...
 *     print_request_check(&request, &problems);
 *     print_plan_init(&plan, &request, NULL, NULL, &problem);
 *     ... plan.pages, print_plan_write() ...
 *     print_plan_finish(&plan);
 *     game_request_finish(&request.base); */
#pragma once

#include "gen/requests/fields.h"

extern const char *const print_formats[]; /* by enum format: "pdf", "png" and "svg"; NULL ends */

struct print_request {
	struct game_request base;
	/* The fields that a code includes. */
	uint64_t seed, players, count, round, table; /* players 0: the usual number */
	bool balanced; /* only seeds that pass the filter follow the given one; without a seed this is always so */
	/* How it is printed. */
	unsigned paper, ink, backs; /* number of the word; those of `ink` and `backs` are their enums */
	char *pieces;               /* "game", "all" or the title of a page; NULL: "game" */
	char *back_offset;          /* "X,Y" in millimetres, or NULL */
	char *url;                  /* of the kiosk, as people write it, or NULL */
	char *event;                /* the name of the event on the pieces, or NULL */
	/* The output of the command line. */
	char *output, *preview; /* or NULL */
	unsigned format;        /* enum format */
	bool force, json;
	char *key_file; /* that base.key was read from, or NULL */
};

void print_request_init(struct print_request *request);

/* Checks that the game can be printed like that, above all the number of players. False after adding problems. */
bool print_request_check(const struct print_request *request, struct problems *problems);

/* Whether a member was set: print_request_given(request, &request->seed). */
bool print_request_given(const struct print_request *request, const void *member);

/* The name of an option that has no effect, because it chooses seeds and a seed is given. NULL if there is none. */
const char *print_request_idle_option(const struct print_request *request);

/* The pages of a request, which must outlive it. A plan must not be moved in memory. */
struct print_plan {
	const struct print_request *request;
	struct print_job job;
	struct page_plan pages;
	const struct code *only; /* the only piece that is printed, or NULL */
	uint64_t *seeds;         /* chosen by the filter; or NULL */
	char *url;               /* as printed in a QR */
};

/* Chooses the seeds that are not given, so that job.codes has all codes, but plans no pages. `progress` (may be NULL)
 * is called from time to time. The request was checked. */
void print_plan_init_codes(struct print_plan *plan, const struct print_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data);

/* Also plans the pages. False after setting *problem, if the game has no pages with the title that is asked for. In
 * both cases print_plan_finish() ends it. The request was checked. */
bool print_plan_init(struct print_plan *plan, const struct print_request *request,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem);
void print_plan_finish(struct print_plan *plan);

/* The titles of the pages of the whole game, which `pieces` accepts, or only of those that are not printed. To be
 * unreferenced; the titles stay valid. */
GPtrArray *print_plan_titles(const struct print_plan *plan, bool not_printed);

/* The options of its document: a PDF, or 300 dpi for pictures. `file` belongs to the caller. */
struct document_options print_plan_options(const struct print_plan *plan, const char *file);

/* Writes a document. `progress` (may be NULL) is called after each page. */
bool print_plan_write(const struct print_plan *plan, const struct document_options *options,
	void (*progress)(void *data, unsigned done, unsigned all), void *data, struct problem *problem);
