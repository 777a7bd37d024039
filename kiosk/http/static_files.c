/* SPDX-License-Identifier: MIT
 * Static files. */
#include "kiosk/http/static_files.h"

/* The end of a name like "app.0123456789abcdef.js": if the file changed the hash in its name would, too. */
#define HASHED "\\.[0-9a-fA-F]{16}\\.[^.]*$"

struct part {
	const char *type;
	char *tag;
	GBytes *plain, *packed; /* packed is NULL if it is not smaller */
	bool is_hashed;         /* it can be cached forever */
};

struct static_files {
	GHashTable *parts; /* by name */
};

/* Types by the ends of names. */
static const char *const types[][2] = {
	{".html", "text/html; charset=utf-8"},
	{".css", "text/css; charset=utf-8"},
	{".js", "text/javascript; charset=utf-8"},
	{".json", "application/json"},
	{".webmanifest", "application/manifest+json"},
	{".svg", "image/svg+xml"},
	{".png", "image/png"},
	{".ico", "image/vnd.microsoft.icon"},
	{".woff2", "font/woff2"},
	{".wav", "audio/wav"},
	{".txt", "text/plain; charset=utf-8"},
};

static void
part_free(void *data)
{
	struct part *part = data;

	g_free(part->tag);
	g_bytes_unref(part->plain);
	g_clear_pointer(&part->packed, g_bytes_unref);
	g_free(part);
}

/* Loads everything below a folder of the root. Names of folders end in /. */
static void
load_folder(struct static_files *files, GResource *resource, const char *root, const char *folder)
{
	g_autofree char *from = g_strconcat(root, folder, NULL);
	g_auto(GStrv) names = g_resource_enumerate_children(resource, from, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

	for (char **child = names; child != NULL && *child != NULL; child++) {
		g_autofree char *name = g_strconcat(folder, *child, NULL), *path = g_strconcat(root, name, NULL);

		if (g_str_has_suffix(name, "/")) {
			load_folder(files, resource, root, name);
			continue;
		}
		struct part *part = g_new0(struct part, 1);
		part->plain = g_resource_lookup_data(resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
		part->packed = gzip_bytes(part->plain, GZIP_SMALL);
		part->type = "application/octet-stream";
		for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
			if (g_str_has_suffix(name, types[i][0]))
				part->type = types[i][1];
		part->is_hashed = g_regex_match_simple(HASHED, name, 0, 0);
		part->tag = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, part->plain);
		part->tag[32] = '\0';
		g_hash_table_insert(files->parts, g_steal_pointer(&name), part);
	}
}

struct static_files *
static_files_create(GResource *resource, const char *root)
{
	struct static_files *files = g_new0(struct static_files, 1);

	files->parts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, part_free);
	load_folder(files, resource, root, "");
	return files;
}

void
static_files_destroy(struct static_files *files)
{
	if (files == NULL)
		return;
	g_hash_table_destroy(files->parts);
	g_free(files);
}

bool
static_files_has(const struct static_files *files, const char *name)
{
	return files != NULL && g_hash_table_contains(files->parts, name);
}

bool
static_files_reply(
	const struct static_files *files, const char *name, const struct request *request, struct reply *reply)
{
	const struct part *part = files == NULL ? NULL : g_hash_table_lookup(files->parts, name);

	if (part == NULL)
		return reply_error(reply, 404, "unknown", SAY("not-found", "there is nothing at this address"));
	reply_tag(reply, part->tag);
	reply->keep |= part->is_hashed;
	return reply_packed(request, reply, part->type, part->plain, part->packed);
}
