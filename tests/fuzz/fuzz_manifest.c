/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any JSON as the manifest of a kit. What is refused is refused with a sentence;
 * what is taken in can be asked for everything afterwards, and all that is shown of it can be shown. */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/event/import.h"
#include "kiosk/event/snapshot.h"
#include "scoring/printable.h"
#include "scoring/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of the keyed manifests in the corpus. */
static const char key[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

static char folder[] = "/tmp/seedpress-fuzz-XXXXXX";
static char *file;
static struct store *store;

static void
require(bool holds)
{
	if (!holds)
		abort();
}

static void
finish(void)
{
	static const char *const ends[] = {"", "-wal", "-shm"};

	store_destroy(store);
	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
		char *name = g_strconcat(file, ends[i], NULL);

		unlink(name);
		g_free(name);
	}
	rmdir(folder);
	g_free(file);
}

static void
begin(void)
{
	struct problem problem = {0};

	require(g_mkdtemp(folder) != NULL);
	file = g_build_filename(folder, "kiosk.db", NULL);
	store = store_create(file, &problem);
	require(store != NULL);
	atexit(finish);
}

static void
check_table(const struct event_snapshot *snapshot, unsigned round, unsigned table)
{
	const GPtrArray *plays = event_table(snapshot->state, round, table);
	const char *names[PLAYERS_MAX];
	struct snapshot_table at;

	if (!event_snapshot_table(snapshot, round, table, &at))
		return;
	require(at.plays > 0 && plays != NULL && plays->len == at.plays && at.in == 0);
	require(at.players >= 1 && at.players <= PLAYERS_MAX);
	event_snapshot_names(snapshot, round, table, at.players, names);
	for (unsigned i = 0; i < plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(plays, i);

		require(play->round == round && play->table == table && play->spare == at.spare);
		require(event_play(snapshot->state, play->code) == play);
	}
}

static void
check_event(void)
{
	struct event *event = event_create(store);
	struct problem problem = {0};
	struct event_snapshot *snapshot = event_snapshot_load(store, event, &problem);

	require(snapshot != NULL && snapshot->state->head != NULL);
	require(snapshot->name == NULL || printable(snapshot->name));
	require(snapshot->rounds >= 1 && snapshot->round >= 1 && snapshot->round <= snapshot->rounds);
	for (unsigned round = 0; round <= snapshot->rounds + 1; round++) {
		const char *name;
		json_t *value;

		json_object_foreach(event_rules(snapshot->state, round), name, value)
			require(printable(name));
		for (unsigned table = 0; table <= event_snapshot_tables(snapshot, round) + 1; table++)
			check_table(snapshot, round, table);
	}
	json_decref(event_snapshot_about(snapshot));
	g_ptr_array_unref(event_snapshot_standings(snapshot, 0));
	event_snapshot_unref(snapshot);
	event_destroy(event);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *manifest = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
	enum store_status status;
	struct problem problem = {0};
	char sentence[MESSAGE_TEXT];

	if (manifest == NULL)
		return 0;
	if (store == NULL)
		begin();
	status = event_import(store, manifest, key, "the fuzzer", &problem);
	require(status == STORE_OK || status == STORE_REFUSED);
	require((status == STORE_OK) == (problem.status == STATUS_OK));
	problem_write(&problem, &audience_public, sentence, sizeof sentence);
	require(g_utf8_validate(sentence, -1, NULL));
	if (status == STORE_OK)
		check_event();
	json_decref(manifest);
	return 0;
}
