/* SPDX-License-Identifier: MIT
 * Checking a kit: everything is made again from the seeds of its manifest, in
 * a folder of its own, and compared byte by byte. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/cli/command.h"
#include "gen/commands/kit.h"
#include "gen/games/filter.h"
#include "gen/kit/manifest.h"

/* What was found: said at once in words, or collected for JSON. */
struct findings {
	json_t *list; /* NULL for words */
	unsigned count;
};

/* Notes that a file differs (from `byte` on, where that is known), is missing or is extra; `why` may be NULL. */
static void
note(struct findings *findings, const char *what, const char *file, long long byte, const struct message *why)
{
	char *shown = command_shown(file), words[MESSAGE_TEXT] = "";

	findings->count++;
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
	g_free(shown);
}

/* Where two files begin to differ, from 1; 0 when they are the same; -1 when one is not there. */
static long long
compare(const char *a, const char *b)
{
	GMappedFile *first = g_mapped_file_new(a, FALSE, NULL), *second = g_mapped_file_new(b, FALSE, NULL);
	long long at = -1;

	if (first != NULL && second != NULL) {
		const char *x = g_mapped_file_get_contents(first), *y = g_mapped_file_get_contents(second);
		size_t x_size = g_mapped_file_get_length(first), y_size = g_mapped_file_get_length(second), same = 0;

		while (same < MIN(x_size, y_size) && x[same] == y[same])
			same++;
		at = x_size == y_size && same == x_size ? 0 : (long long)same + 1;
	}
	if (first != NULL)
		g_mapped_file_unref(first);
	if (second != NULL)
		g_mapped_file_unref(second);
	return at;
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
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		g_ptr_array_add(names, g_strdup(name));
	if (dir != NULL)
		g_dir_close(dir);
	g_ptr_array_sort(names, by_name);
	return names;
}

/* Notes every difference between the kit and what was made afresh. Returns how many files that
 * has. */
static unsigned
compare_folders(const char *folder, const char *fresh, struct findings *findings)
{
	GPtrArray *wanted = list(fresh), *there = list(folder);
	unsigned files = wanted->len;

	for (unsigned i = 0; i < wanted->len; i++) {
		const char *name = g_ptr_array_index(wanted, i);
		char *old = g_build_filename(folder, name, NULL), *new = g_build_filename(fresh, name, NULL);
		long long at = compare(old, new);

		if (at != 0)
			note(findings, at > 0 ? "differs" : "missing", name, at, NULL);
		g_free(old);
		g_free(new);
	}
	for (unsigned i = 0; i < there->len; i++) {
		const char *name = g_ptr_array_index(there, i);
		char *new = g_build_filename(fresh, name, NULL);

		if (access(new, F_OK) != 0)
			note(findings, "extra", name, 0, NULL);
		g_free(new);
	}
	g_ptr_array_unref(wanted);
	g_ptr_array_unref(there);
	return files;
}

/* Takes the versions of the filters that chose the seeds of each round from the manifest. */
static void
take_filters(struct kit *kit, const struct manifest *manifest)
{
	for (unsigned i = 0; i < manifest->seeds->len; i++) {
		const struct manifest_seed *seed = &g_array_index(manifest->seeds, struct manifest_seed, i);

		if (seed->round >= 1 && seed->round <= kit->rounds)
			kit->round[seed->round - 1].filter = seed->filter;
	}
}

/* Takes the seeds of the tables from the manifest, and notes those that the event's seed does not
 * give. A filter that is no longer known may have chosen others: then the manifest is believed. */
static void
take_seeds(struct kit *kit, const struct manifest *manifest, struct findings *findings)
{
	unsigned row = 0;
	struct message why;

	for (unsigned n = 1; n <= kit->rounds; n++) {
		struct kit_round *round = &kit->round[n - 1];

		for (unsigned table = 1; table <= kit_all_tables(round); table++) {
			struct packet packet;
			unsigned each;

			packet_init(&packet, kit, n, table);
			each = packet_pieces(&packet) / round->count;
			packet_finish(&packet);
			for (uint32_t i = 0; i < round->count; i++, row += each) {
				const struct manifest_seed *seed =
					&g_array_index(manifest->seeds, struct manifest_seed, row);
				uint64_t *ours = &kit_seeds_at(round, table)[i];

				if (row >= manifest->seeds->len || seed->round != n || seed->table != table) {
					message_set(&why,
						SAY("pieces-not-listed", "does not list the pieces of its definition"));
					note(findings, "differs", KIT_MANIFEST, 0, &why);
					return;
				}
				if (seed->seed != *ours && filter_knows(round->game, seed->filter)) {
					message_set(&why,
						SAY("seed-not-given",
							"has a seed of round {round}, table {table} that "
							"the event's does not give"),
						ARG_NUMBER("round", n), ARG_NUMBER("table", table));
					note(findings, "differs", KIT_MANIFEST, 0, &why);
				}
				*ours = seed->seed;
				round->filter = seed->filter;
			}
		}
	}
}

/* Reads the kit that a manifest defines. False after saying why. */
static bool
read_kit(struct kit *kit, const struct manifest *manifest, const char *folder, const char *key_file)
{
	char *beside = g_path_get_dirname(folder);
	struct problems problems;
	struct code code;
	bool fine;

	problems_init(&problems);
	fine = kit_parse(kit, manifest->definition, strlen(manifest->definition), &problems);
	kit->bundled = manifest->bundled;
	if (fine)
		fine = kit_command_key(kit, key_file, beside);
	/* A wrong key would make every page differ: better said at once. */
	if (fine && manifest->first_code != NULL)
		fine = code_read(manifest->first_code, kit->key, &code, &problems);
	if (!fine && problems.count > 0)
		command_refuse(KIT_MANIFEST, &problems);
	g_free(beside);
	return fine;
}

/* Says how the comparison ended; takes the list. */
static void
answer(const struct kit *kit, const char *folder, unsigned files, const struct findings *findings)
{
	char hex[KIT_COMMITMENT], *shown;
	json_t *object;

	kit_commitment(kit, hex);
	if (findings->list == NULL) {
		if (findings->count == 0)
			printf("All %u files are as they were made.\n", files);
		printf("Commitment: %s\n", hex);
		return;
	}
	shown = g_filename_display_name(folder);
	object = json_pack("{s:s, s:i, s:b, s:O, s:s}", "folder", shown, "files", (int)files, "same",
		findings->count == 0, "differences", findings->list, "commitment", hex);
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
	g_free(shown);
}

/* Makes the kit again in a folder of its own and compares. Returns the exit status. */
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
	take_filters(kit, manifest);
	if (kit_command_work(request, kit_request_choose_seeds)) {
		take_seeds(kit, manifest, findings);
		fine = kit_command_work(request, kit_request_make);
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
	struct kit_request request = {.jobs = jobs};
	char *whole = g_canonicalize_filename(folder, NULL);
	struct manifest manifest;
	struct problem problem;
	int status = EXIT_REFUSED;

	if (!manifest_read(&manifest, folder, &problem))
		command_fail(&problem);
	else if (read_kit(&request.kit, &manifest, whole, key_file))
		status = verify(&request, &manifest, folder, &findings);
	json_decref(findings.list);
	kit_request_finish(&request);
	manifest_finish(&manifest);
	g_free(whole);
	return status;
}
