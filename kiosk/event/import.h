/* SPDX-License-Identifier: MIT
 * Taking in the manifest of a kit: from then on the kiosk knows every table of
 * the event by its printed codes. */
#ifndef SEEDPRESS_KIOSK_EVENT_IMPORT_H
#define SEEDPRESS_KIOSK_EVENT_IMPORT_H

#include <jansson.h>

#include "kiosk/store/store.h"

/* Checks every piece of the manifest (which loses its list of pieces) and stores it, with the key
 * (text of a key file; NULL: the one stored already, or none). The same manifest may come again.
 * *problem (to be freed) says what is wrong unless it answers STORE_OK. */
enum store_status event_import(
	struct store *store, json_t *manifest, const char *key, const char *who, struct problem *problem);

/* A manifest.json as it is, with or without a byte order mark; to be released. NULL after setting
 * *problem (to be freed). */
json_t *event_manifest_load(const char *file, struct problem *problem);

/* The same as event_import() from a manifest.json. */
enum store_status event_import_file(
	struct store *store, const char *file, const char *key, const char *who, struct problem *problem);

#endif
