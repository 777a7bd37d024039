/* SPDX-License-Identifier: MIT
 * The parts of a kiosk that its handlers share; see kiosk.h. */
#include "kiosk/kiosk.h"

#include "kiosk/boards.h"
#include "kiosk/event.h"
#include "kiosk/leaf.h"
#include "kiosk/lookers.h"
#include "kiosk/sheets.h"

#define EYES 2 /* photos that are read at once: each may take a gigabyte at its worst */

bool
kiosk_open(struct kiosk *kiosk, char **problem)
{
	kiosk->leaf = leaf_create(problem);
	if (kiosk->leaf == NULL)
		return false;
	kiosk->sheets = sheets_create(kiosk->leaf);
	kiosk->lookers = lookers_create(EYES);
	kiosk->event = event_create(kiosk->store);
	kiosk->boards = boards_create();
	return true;
}

void
kiosk_close(struct kiosk *kiosk)
{
	boards_destroy(kiosk->boards);
	event_destroy(kiosk->event);
	lookers_destroy(kiosk->lookers);
	sheets_destroy(kiosk->sheets);
	leaf_destroy(kiosk->leaf);
}

bool
kiosk_key(struct kiosk *kiosk, const char *file, char **problem)
{
	char *text = NULL, *now = NULL;
	GError *error = NULL;
	struct code_key key;
	bool fine = false;

	if (!g_file_get_contents(file, &text, NULL, &error)) {
		*problem = g_strdup(error->message);
		g_error_free(error);
		return false;
	}
	g_strstrip(text);
	if (!code_key_read(text, &key))
		*problem = g_strdup_printf("%s is no key of an event", file);
	else if (store_setting(kiosk->store, EVENT_KEY, &now, problem) == STORE_OK)
		fine = g_strcmp0(now, text) == 0 ||
		       store_set(kiosk->store, EVENT_KEY, text, NULL, problem) == STORE_OK;
	g_free(now);
	g_free(text);
	return fine;
}
