/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as the file of a backup. It is refused with a
 * sentence and nothing is made of it, or it is sound and restored. */
#include <glib/gstdio.h>
#include <stdlib.h>

#include "kiosk/store/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
	if (!holds)
		abort();
}

static void
remove_folder(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while ((name = g_dir_read_name(dir)) != NULL) {
		char *path = g_build_filename(folder, name, NULL);

		g_unlink(path);
		g_free(path);
	}
	g_dir_close(dir);
	g_rmdir(folder);
}

static bool
look(const char *file)
{
	struct store_findings findings = {0};
	struct problem problem = {0};
	bool sound = store_copy_look(file, &findings, &problem);

	require(sound == (problem.status == STATUS_OK));
	require(message_is_sound(&problem.message) || sound);
	require(!sound || findings.damaged == 0);
	store_findings_clear(&findings);
	return sound;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *folder = g_dir_make_tmp("fuzz-restore-XXXXXX", NULL);
	char *file = g_build_filename(folder, "copy.db", NULL);
	char *where = g_build_filename(folder, "kiosk.db", NULL);
	struct message says;
	struct problem problem = {0};
	bool sound;

	require(g_file_set_contents(file, (const char *)data, (gssize)size, NULL));
	sound = look(file);
	require(store_restore_at(where, file, false, &says, &problem) == sound);
	require(g_file_test(where, G_FILE_TEST_EXISTS) == sound);
	remove_folder(folder);
	g_free(where);
	g_free(file);
	g_free(folder);
	return 0;
}
