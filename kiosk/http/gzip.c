/* SPDX-License-Identifier: MIT
 * Packed answers. */
#include "kiosk/http/gzip.h"

#include <gio/gio.h>
#include <string.h>
#include <zlib.h>

#define GZIP (15 + 16) /* zlib's way to ask for gzip with the largest window */

GBytes *
gzip_bytes(GBytes *plain, enum gzip_effort effort)
{
	z_stream stream = {0};
	unsigned char *out;
	size_t size, room;
	bool done;

	stream.next_in = (unsigned char *)(uintptr_t)g_bytes_get_data(plain, &size);
	stream.avail_in = (uInt)size;
	if (deflateInit2(&stream, (int)effort, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) != Z_OK)
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

static bool
takes_gzip(const struct request *request)
{
	const char *accepted = request_header(request, "Accept-Encoding");

	return accepted != NULL && strstr(accepted, "gzip") != NULL && strstr(accepted, "gzip;q=0") == NULL;
}

void
gzip_reply(const struct request *request, struct reply *reply, const char *type, GBytes *plain, GBytes *packed)
{
	bool smaller = packed != NULL && takes_gzip(request);

	reply_header(reply, "Vary", "Accept-Encoding");
	if (smaller)
		reply_header(reply, "Content-Encoding", "gzip");
	reply_bytes(reply, 200, type, g_bytes_ref(smaller ? packed : plain));
}

/* NULL where they are broken or there is no memory for them. */
static GBytes *
unpacked(GBytes *packed)
{
	GConverter *unpack = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
	GInputStream *from = g_memory_input_stream_new_from_bytes(packed);
	GInputStream *through = g_converter_input_stream_new(from, unpack);
	GOutputStream *into = g_memory_output_stream_new_resizable();
	GBytes *plain = NULL;

	if (g_output_stream_splice(into, through,
		    G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL) >= 0)
		plain = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(into));
	g_object_unref(into);
	g_object_unref(through);
	g_object_unref(from);
	g_object_unref(unpack);
	return plain;
}

void
gzip_reply_packed(const struct request *request, struct reply *reply, const char *type, GBytes *packed)
{
	GBytes *plain = takes_gzip(request) ? NULL : unpacked(packed);

	gzip_reply(request, reply, type, plain, packed);
	if (plain != NULL)
		g_bytes_unref(plain);
}
