/* SPDX-License-Identifier: MIT
 * The request to make a kit: the kit itself, and its folder. A kit is read by kit_read(), kit_parse() or
 * kit_read_json(); kit_begin() then gives it its seed. */
#pragma once

#include "gen/kit/kit.h"

struct kit_request {
	struct kit kit; /* with its key, if it has one: see kit_take_key() */
	char *folder;   /* exists already; freed by kit_request_finish() */
	struct kit_work work;
};

void kit_request_finish(struct kit_request *request);

/* The request as JSON for a child process, with the key. And back, without the progress callback; false after adding
 * problems, and even then kit_request_finish() is due. */
json_t *kit_request_json(const struct kit_request *request);
bool kit_request_read_json(struct kit_request *request, json_t *json, struct problems *problems);

/* Chooses the seeds of all tables, works out what the organiser's key says about them, and draws everything: all files
 * or none. False after setting *problem, which is "interrupted" if the limit was reached. */
bool kit_request_run(struct kit_request *request, struct problem *problem);

/* Its two halves: the seeds alone; and the rest, for a kit that has them. */
bool kit_request_choose_seeds(struct kit_request *request, struct problem *problem);
bool kit_request_make(struct kit_request *request, struct problem *problem);
