/* SPDX-License-Identifier: MIT
 * Imports the manifest of a kit: from then on the kiosk knows every table of the event by its printed codes. */
#pragma once

#include <jansson.h>

#include "kiosk/store/store.h"

/* Checks every piece of the manifest, whose list of pieces is removed, and stores it with the key: the text of a key
 * file, or NULL for the stored one or none. A manifest may be imported again. Sets *problem unless it returns STORE_OK.
 */
enum store_status event_import(
	struct store *store, json_t *manifest, const char *key, const char *who, struct problem *problem);

/* Reads a manifest.json, with or without a byte order mark, unchecked. NULL after setting *problem. */
json_t *event_manifest_load(const char *file, struct problem *problem);

/* event_import() of a manifest.json. */
enum store_status event_import_file(
	struct store *store, const char *file, const char *key, const char *who, struct problem *problem);
