/* SPDX-License-Identifier: MIT
 * What it takes to make a kit: the kit itself, and where it goes. A kit is read by kit_read(), kit_parse() or
 * kit_read_json() and made a new one by kit_begin(). */
#ifndef SEEDPRESS_GEN_REQUESTS_KIT_REQUEST_H
#define SEEDPRESS_GEN_REQUESTS_KIT_REQUEST_H

#include "gen/kit/kit.h"

struct kit_request {
	struct kit kit; /* with its key, where it has one: see kit_take_key() */
	char *folder;   /* that exists; to be freed */
	struct kit_work work;
};

void kit_request_finish(struct kit_request *request);

/* As JSON for a child process, with the key. And back, but for who watches the work; false after adding problems.
 * Either way kit_request_finish() ends it. */
json_t *kit_request_json(const struct kit_request *request);
bool kit_request_read_json(struct kit_request *request, json_t *json, struct problems *problems);

/* Chooses the seeds of all tables, thinks out what the organiser's key tells of them, and draws everything: all files
 * or none. False after setting *problem, "interrupted" where the limit was over. */
bool kit_request_run(struct kit_request *request, struct problem *problem);

/* Its two halves: the seeds alone; and the rest, for a kit that has them. */
bool kit_request_choose_seeds(struct kit_request *request, struct problem *problem);
bool kit_request_make(struct kit_request *request, struct problem *problem);

#endif
