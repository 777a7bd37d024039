/* SPDX-License-Identifier: MIT
 * Kits that were made. */
#include "kiosk/making/made_kit.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/jobs/folder.h"
#include "gen/kit/kit.h"

static void
file_free(gpointer data)
{
	struct made_file *file = data;

	g_free(file->name);
	g_free(file);
}

/* Adds a file that is there; false where it is not, or is named like something else. */
static bool
add_file(struct made_kit *kit, const char *name, unsigned pages)
{
	struct made_file *file;
	struct stat info;
	char *path;
	bool there;

	if (name == NULL || *name == '.' || *name == '\0' || strchr(name, '/') != NULL)
		return false;
	path = g_build_filename(kit->folder, name, NULL);
	there = lstat(path, &info) == 0 && S_ISREG(info.st_mode);
	g_free(path);
	if (!there)
		return false;
	file = g_new(struct made_file, 1);
	*file = (struct made_file){g_strdup(name), pages, info.st_size};
	kit->bytes += info.st_size;
	g_ptr_array_add(kit->files, file);
	return true;
}

/* What the manifest says, and whether all of it is there. */
static bool
read_manifest(struct made_kit *kit, json_t *manifest)
{
	json_t *files = json_object_get(manifest, "files"), *file;
	const char *name, *commitment, *definition;
	size_t i;

	if (json_unpack(manifest, "{s:{s:s}, s:s, s:s}", "event", "name", &name, "commitment", &commitment,
		    "definition", &definition) != 0 ||
		json_array_size(files) == 0)
		return false;
	kit->definition = g_strdup(definition);
	kit->name = g_strdup(name);
	kit->commitment = g_strdup(commitment);
	json_array_foreach(files, i, file) {
		json_int_t pages = json_integer_value(json_object_get(file, "pages"));

		if (pages < 1 || pages > INT32_MAX ||
			!add_file(kit, json_string_value(json_object_get(file, "file")), (unsigned)pages))
			return false;
	}
	return add_file(kit, KIT_CSV, 0) && add_file(kit, KIT_MANIFEST, 0);
}

struct made_kit *
made_kit_read(const char *folder, json_t **manifest)
{
	char *path = g_build_filename(folder, KIT_MANIFEST, NULL);
	json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
	struct made_kit *kit = g_new0(struct made_kit, 1);

	g_free(path);
	kit->held = 1;
	kit->folder = g_strdup(folder);
	kit->files = g_ptr_array_new_with_free_func(file_free);
	if (!read_manifest(kit, json)) {
		made_kit_release(kit);
		kit = NULL;
	}
	if (manifest != NULL)
		*manifest = json_incref(json);
	json_decref(json);
	return kit;
}

struct made_kit *
made_kit_hold(struct made_kit *kit)
{
	if (kit != NULL)
		g_atomic_int_inc(&kit->held);
	return kit;
}

void
made_kit_release(struct made_kit *kit)
{
	if (kit == NULL || !g_atomic_int_dec_and_test(&kit->held))
		return;
	if (g_atomic_int_get(&kit->unwanted) != 0)
		folder_remove(kit->folder);
	g_ptr_array_unref(kit->files);
	g_free(kit->folder);
	g_free(kit->name);
	g_free(kit->commitment);
	g_free(kit->definition);
	g_free(kit);
}

const struct made_file *
made_kit_file(const struct made_kit *kit, const char *name)
{
	for (unsigned i = 0; i < kit->files->len; i++) {
		const struct made_file *file = g_ptr_array_index(kit->files, i);

		if (strcmp(file->name, name) == 0)
			return file;
	}
	return NULL;
}

char *
made_kit_path(const struct made_kit *kit, const struct made_file *file)
{
	return g_build_filename(kit->folder, file->name, NULL);
}
