/* SPDX-License-Identifier: MIT
 * What the handlers of printing share. */
#ifndef SEEDPRESS_KIOSK_ROUTES_PRINT_PARTS_H
#define SEEDPRESS_KIOSK_ROUTES_PRINT_PARTS_H

#include "kiosk/printing/print_order.h"
#include "kiosk/routes/handlers.h"

/* What can be chosen for each game, as API.md has it. */
json_t *print_games_json(void);

/* What a request chooses, to be freed; NULL after a refusal. */
struct print_order *print_choices_read(struct kiosk *kiosk, const struct request *request,
	enum print_kind kind, struct reply *reply);

#endif
