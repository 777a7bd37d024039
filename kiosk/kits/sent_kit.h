/* SPDX-License-Identifier: MIT
 * A kit as the page sends it: the text of a kit file, or a definition in JSON. */
#ifndef SEEDPRESS_KIOSK_KITS_SENT_KIT_H
#define SEEDPRESS_KIOSK_KITS_SENT_KIT_H

#include <jansson.h>

#include "gen/kit/kit.h"

struct sent_kit {
	json_t *body;
	char *text;     /* of its file; NULL where it makes none */
	struct kit kit; /* where it is fine */
	bool fine;
	json_t *mistakes; /* where it is not: see kit_plan_mistakes() */
};

/* Reads the kit of a body, which is taken over: "text" or "definition", and "bundle". */
void sent_kit_read(struct sent_kit *sent, json_t *body);
void sent_kit_finish(struct sent_kit *sent);

#endif
