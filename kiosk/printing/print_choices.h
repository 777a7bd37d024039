/* SPDX-License-Identifier: MIT
 * What an address chooses. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_CHOICES_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_CHOICES_H

#include "kiosk/http/server.h"
#include "kiosk/printing/print_order.h"

/* The order that a request's query makes, to be freed; NULL after a refusal. */
struct print_order *print_choices_read(
	const struct request *request, enum print_kind kind, struct reply *reply);

#endif
