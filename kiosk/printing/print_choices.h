/* SPDX-License-Identifier: MIT
 * What an address chooses. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_CHOICES_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_CHOICES_H

#include "kiosk/http/server.h"
#include "kiosk/printing/print_order.h"
#include "layouts/game.h"

/* What was printed already and is printed again. */
struct print_again {
	const struct game *game;
	char code[CODE_TEXT];
	const char *key;   /* in hexadecimal, where the code is keyed; else NULL */
	const char *event; /* of the event's tables: its name, and its address or NULL */
	const char *url;
};

/* The order that a request's query makes, of a game or of what is printed again (else NULL); to be
 * freed. NULL after a refusal. */
struct print_order *print_choices_read(
	const struct request *request, enum print_kind kind, const struct print_again *again, struct reply *reply);

#endif
