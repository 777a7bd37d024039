/* SPDX-License-Identifier: MIT
 * Verifying a kit: it is made again from the seeds of its manifest, in a temporary folder, and compared byte by byte.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cli/command.h"
#include "gen/commands/kit.h"
#include "gen/games/filter.h"
#include "gen/kit/manifest.h"
#include "scoring/read.h"

/* The differences: printed at once in words, or collected for JSON. */
struct findings {
	json_t *list; /* NULL for words */
	unsigned count;
};

/* Reports that a file "differs" (from `byte` on, if that is not 0), is "missing" or is "extra". `why` may be NULL. */
static void
note(struct findings *findings, const char *what, const char *file, long long byte, const struct message *why)
{
	char shown[QUOTE_BYTES], words[MESSAGE_TEXT] = "";

	findings->count++;
	read_quoted(file, shown);
	if (why != NULL)
		message_write(why, command_audience(), words, sizeof words);
	if (findings->list != NULL) {
		json_t *found = json_pack("{s:s, s:s}", "what", what, "file", shown);

		if (byte > 0)
			json_object_set_new(found, "byte", json_integer(byte));
		if (why != NULL)
			json_object_set_new(found, "why", json_string(words));
		json_array_append_new(findings->list, found);
	} else if (byte > 0) {
		printf("%s: %s from byte %lld on\n", what, shown, byte);
	} else {
		printf("%s: %s%s%s\n", what, shown, why != NULL ? " " : "", words);
	}
}

/* The first byte, from 1, in which two files differ; 0 if they are equal; -1 if one does not exist. */
static long long
compare(const char *a, const char *b)
{
	g_autoptr(GMappedFile) first = g_mapped_file_new(a, FALSE, NULL);
	g_autoptr(GMappedFile) second = g_mapped_file_new(b, FALSE, NULL);

	if (first == NULL || second == NULL)
		return -1;
	const char *x = g_mapped_file_get_contents(first), *y = g_mapped_file_get_contents(second);
	size_t x_size = g_mapped_file_get_length(first), y_size = g_mapped_file_get_length(second), same = 0;

	while (same < MIN(x_size, y_size) && x[same] == y[same])
		same++;
	return x_size == y_size && same == x_size ? 0 : (long long)same + 1;
}

static int
by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *
list(const char *folder)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		g_ptr_array_add(names, g_strdup(name));
	g_ptr_array_sort(names, by_name);
	return names;
}

/* Reports every difference between the kit and the one that was made again. Returns the number of files of the latter.
 */
static unsigned
compare_folders(const char *folder, const char *fresh, struct findings *findings)
{
	g_autoptr(GPtrArray) wanted = list(fresh);
	g_autoptr(GPtrArray) there = list(folder);

	for (unsigned i = 0; i < wanted->len; i++) {
		const char *name = g_ptr_array_index(wanted, i);
		g_autofree char *old = g_build_filename(folder, name, NULL), *new = g_build_filename(fresh, name, NULL);
		long long at = compare(old, new);

		if (at != 0)
			note(findings, at > 0 ? "differs" : "missing", name, at, NULL);
	}
	for (unsigned i = 0; i < there->len; i++)
		if (!g_ptr_array_find_with_equal_func(wanted, there->pdata[i], g_str_equal, NULL))
			note(findings, "extra", there->pdata[i], 0, NULL);
	return wanted->len;
}

/* Takes the seeds of the tables from the manifest, and reports those that do not follow from the event's seed. If a
 * seed was chosen by a version of the filter that is not known any more, it cannot be checked and the manifest is
 * trusted. */
static void
take_seeds(struct kit *kit, const struct manifest *manifest, struct findings *findings)
{
	unsigned row = 0;

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];

		/* All seeds of a round, table by table. */
		for (size_t i = 0; i < (size_t)kit_all_tables(round) * round->count; i++) {
			unsigned table = (unsigned)(i / round->count) + 1;
			const struct codes codes = {.game = round->game,
				.option = kit_code_option(round),
				.players = round->players[table - 1]};
			const struct manifest_seed *seed = &g_array_index(manifest->seeds, struct manifest_seed, row);

			if (row >= manifest->seeds->len || seed->round != n || seed->table != table) {
				note(findings, "differs", KIT_MANIFEST, 0,
					MESSAGE(SAY(
						"pieces-not-listed", "does not list the pieces of its definition")));
				return;
			}
			if (seed->seed != round->seeds[i] && filter_knows(round->game, seed->filter))
				note(findings, "differs", KIT_MANIFEST, 0,
					MESSAGE(SAY("seed-not-given",
							"has a seed of round {round}, table {table} that the event's "
							"does not give"),
						ARG_NUMBER("round", n), ARG_NUMBER("table", table)));
			round->seeds[i] = seed->seed;
			round->filter = seed->filter;
			row += codes_pieces(&codes); /* each piece has a row */
		}
	}
}

/* Reads the kit that a manifest defines, with the versions of the filters that chose the seeds of each round. False
 * after printing what is wrong. */
static bool
read_kit(struct kit *kit, const struct manifest *manifest, const char *folder, const char *key_file)
{
	g_autofree char *whole = g_canonicalize_filename(folder, NULL), *beside = g_path_get_dirname(whole);
	struct problems problems;
	struct code code;

	problems_init(&problems);
	bool fine = kit_parse(kit, manifest->definition, strlen(manifest->definition), &problems) &&
		kit_command_key(kit, key_file, beside) &&
		/* With a wrong key every page would differ, so the key is checked first. */
		(manifest->first_code == NULL || code_read(manifest->first_code, kit->key, &code, &problems));

	if (!fine && problems.count > 0)
		command_refuse(KIT_MANIFEST, &problems);
	kit->bundled = manifest->bundled;
	for (unsigned i = 0; i < manifest->seeds->len; i++) {
		const struct manifest_seed *seed = &g_array_index(manifest->seeds, struct manifest_seed, i);

		if (seed->round >= 1 && seed->round <= kit->rounds)
			kit->round[seed->round - 1].filter = seed->filter;
	}
	return fine;
}

/* Reports the result of the comparison. */
static void
answer(const struct kit *kit, const char *folder, unsigned files, const struct findings *findings)
{
	char hex[KIT_COMMITMENT];

	kit_commitment(kit, hex);
	if (findings->list != NULL) {
		g_autofree char *shown = g_filename_display_name(folder);

		command_print_json(json_pack("{s:s, s:i, s:b, s:O, s:s}", "folder", shown, "files", (int)files, "same",
			findings->count == 0, "differences", findings->list, "commitment", hex));
		return;
	}
	if (findings->count == 0)
		printf("All %u files are as they were made.\n", files);
	printf("Commitment: %s\n", hex);
}

/* Makes the kit again in a temporary folder, and compares. Returns the exit status. */
static int
verify(struct kit_request *request, const struct manifest *manifest, const char *folder, struct findings *findings)
{
	GError *error = NULL;
	struct kit *kit = &request->kit;
	bool fine = false;

	request->folder = g_dir_make_tmp("seedpress-XXXXXX", &error);
	if (request->folder == NULL) {
		command_tell(SAY("no-folder", "{reason}"), ARG_TEXT("reason", error->message));
		g_clear_error(&error);
		return EXIT_REFUSED;
	}
	if (kit_command_run(request, kit_request_choose_seeds)) {
		take_seeds(kit, manifest, findings);
		fine = kit_command_run(request, kit_request_make);
	}
	if (fine)
		answer(kit, folder, compare_folders(folder, request->folder, findings), findings);
	if (findings->count > 0 && strcmp(manifest->version, SEEDPRESS_VERSION) != 0)
		command_tell(SAY("other-version", "the kit was made by version {made}, this is version {this}"),
			ARG_TEXT("made", manifest->version), ARG_TEXT("this", SEEDPRESS_VERSION));
	kit_remove_folder(request->folder);
	return fine && findings->count == 0 ? EXIT_SUCCESS : EXIT_REFUSED;
}

int
kit_command_verify(const char *folder, const char *key_file, unsigned jobs, bool json)
{
	struct findings findings = {.list = json ? json_array() : NULL};
	struct kit_request request = {.work.jobs = jobs};
	struct manifest manifest;
	struct problem problem;
	int status = EXIT_REFUSED;

	if (!manifest_read(&manifest, folder, &problem))
		command_fail(&problem);
	else if (read_kit(&request.kit, &manifest, folder, key_file))
		status = verify(&request, &manifest, folder, &findings);
	json_decref(findings.list);
	kit_request_finish(&request);
	manifest_finish(&manifest);
	return status;
}
