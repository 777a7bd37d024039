/* SPDX-License-Identifier: MIT
 * The page and its parts; see page.h. */
#include "kiosk/page.h"

#include <gio/gio.h>
#include <string.h>
#include <zlib.h>

#include "kiosk/kiosk.h"
#include "pages.h"

#define FOLDER "/seedpress/page/"
#define GZIP   (15 + 16) /* zlib's way to ask for gzip with the largest window */

struct part {
	const char *type;
	char *tag;
	GBytes *plain, *packed; /* packed is NULL where it would save nothing */
};

struct pages {
	GHashTable *parts; /* by name */
};

static const char *
type_of(const char *name)
{
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

	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (g_str_has_suffix(name, types[i][0]))
			return types[i][1];
	return "application/octet-stream";
}

/* NULL where it does not get smaller. */
static GBytes *
pack(GBytes *plain)
{
	z_stream stream = {0};
	unsigned char *out;
	size_t size, room;
	bool done;

	stream.next_in = (unsigned char *)(uintptr_t)g_bytes_get_data(plain, &size);
	stream.avail_in = (uInt)size;
	if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	room = deflateBound(&stream, size);
	out = g_malloc(room);
	stream.next_out = out;
	stream.avail_out = (uInt)room;
	done = deflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out < size;
	room = stream.total_out;
	deflateEnd(&stream);
	if (done)
		return g_bytes_new_take(out, room);
	g_free(out);
	return NULL;
}

static void
part_free(void *data)
{
	struct part *part = data;

	g_free(part->tag);
	g_bytes_unref(part->plain);
	if (part->packed != NULL)
		g_bytes_unref(part->packed);
	g_free(part);
}

struct pages *
pages_load(void)
{
	struct pages *pages = g_new0(struct pages, 1);
	GResource *resource = pages_get_resource();
	char **names =
		g_resource_enumerate_children(resource, FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

	pages->parts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, part_free);
	for (char **name = names; name != NULL && *name != NULL; name++) {
		struct part *part = g_new0(struct part, 1);
		char *path = g_strconcat(FOLDER, *name, NULL);

		part->plain =
			g_resource_lookup_data(resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
		part->packed = pack(part->plain);
		part->type = type_of(*name);
		part->tag = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, part->plain);
		part->tag[32] = '\0';
		g_hash_table_insert(pages->parts, g_strdup(*name), part);
		g_free(path);
	}
	g_strfreev(names);
	return pages;
}

void
pages_free(struct pages *pages)
{
	if (pages == NULL)
		return;
	g_hash_table_destroy(pages->parts);
	g_free(pages);
}

static bool
takes_gzip(const struct request *request)
{
	const char *accepted = request_header(request, "Accept-Encoding");

	return accepted != NULL && strstr(accepted, "gzip") != NULL &&
		strstr(accepted, "gzip;q=0") == NULL;
}

static void
send_part(struct kiosk *kiosk, const char *name, const struct request *request,
	struct reply *reply)
{
	const struct part *part =
		kiosk->pages == NULL ? NULL : g_hash_table_lookup(kiosk->pages->parts, name);
	bool packed;

	if (part == NULL) {
		reply_refuse(reply, 404, "unknown", "there is nothing at this address");
		return;
	}
	packed = part->packed != NULL && takes_gzip(request);
	reply_tag(reply, part->tag);
	reply_header(reply, "Vary", "Accept-Encoding");
	if (packed)
		reply_header(reply, "Content-Encoding", "gzip");
	reply_bytes(reply, 200, part->type, g_bytes_ref(packed ? part->packed : part->plain));
}

static void
get_part(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	send_part(kiosk, request->rest, request, reply);
}

static void
get_page(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	send_part(kiosk, "index.html", request, reply);
}

static void
get_icon(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	send_part(kiosk, "icon.svg", request, reply);
}

#define PAGE(where, what)                                                                          \
	{.method = "GET", .path = (where), .handle = (what), .cost = 1, .quick = true}

const struct route page_routes[] = {
	PAGE("/", get_page),
	PAGE("/c/", get_page),
	PAGE("/C/", get_page),
	PAGE("/standings", get_page),
	PAGE("/screen", get_page),
	PAGE("/organise", get_page),
	PAGE("/entry/", get_page),
	PAGE("/table/", get_page),
	PAGE("/page/", get_part),
	PAGE("/favicon.ico", get_icon),
	PAGE("/favicon.svg", get_icon),
	{.path = NULL},
};
