/* SPDX-License-Identifier: MIT
 * The parts of a kiosk that its handlers share. */
#include "kiosk/routes/kiosk.h"

#include "kiosk/event/event.h"
#include "kiosk/http/local_guesses.h"
#include "kiosk/kits/kit_maker.h"
#include "kiosk/printing/print_queue.h"
#include "kiosk/prints/memory_document.h"
#include "kiosk/prints/piece_picture.h"
#include "kiosk/reading/eye_pool.h"
#include "kiosk/visits/casual_quota.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/visits/shared_drafts.h"
#include "kiosk/routes/standings_cache.h"

#define EYES      2 /* photos that are read at once: each may take a gigabyte at its worst; */
#define EYES_HERE 1 /* one more for the kiosk's own camera */

bool
kiosk_open(struct kiosk *kiosk, char **problem)
{
	const struct print_queue_options printing = {.memory = &kiosk->memory};

	kiosk->documents = memory_document_create(problem);
	if (kiosk->documents == NULL)
		return false;
	kiosk->prints = print_queue_create(&printing, problem);
	if (kiosk->prints == NULL)
		return false;
	if (kiosk->kits_folder != NULL)
		kiosk->kits = kit_maker_create(&(struct kit_maker_options){.folder = kiosk->kits_folder,
			.store = kiosk->store, .memory = &kiosk->memory, .who = ORGANISER});
	kiosk->pictures = piece_pictures_create(kiosk->documents);
	kiosk->eye_pool = eye_pool_create(EYES, EYES_HERE);
	kiosk->event = event_create(kiosk->store);
	kiosk->standings_cache = standings_cache_create();
	kiosk->drafts = shared_drafts_new();
	kiosk->casual_quota = casual_quota_new();
	kiosk->local_guesses = local_guesses_new();
	return true;
}

void
kiosk_remember(struct kiosk *kiosk)
{
	char *problem = NULL;

	json_decref(standings_cache_about(kiosk, NULL, &problem));
	g_free(problem);
}

void
kiosk_close(struct kiosk *kiosk)
{
	local_guesses_free(kiosk->local_guesses);
	casual_quota_free(kiosk->casual_quota);
	shared_drafts_free(kiosk->drafts);
	standings_cache_destroy(kiosk->standings_cache);
	event_destroy(kiosk->event);
	eye_pool_destroy(kiosk->eye_pool);
	piece_pictures_destroy(kiosk->pictures);
	kit_maker_destroy(kiosk->kits);
	print_queue_destroy(kiosk->prints);
	memory_document_destroy(kiosk->documents);
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
