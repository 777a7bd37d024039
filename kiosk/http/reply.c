/* SPDX-License-Identifier: MIT
 * What handlers ask a request for, and their answers. Whatever is
 * sent has the headers that keep other people's pages and scripts out. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/http/origin.h"
#include "kiosk/http/server_parts.h"

#define AGAIN "2" /* seconds after which something may be tried again */

#define POLICY \
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " \
	"connect-src 'self'; media-src 'self' blob:; font-src 'self'; manifest-src 'self'; " \
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/* A drawing carries its colours in style attributes and needs nothing else. */
#define POLICY_DRAWING "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

const char *
request_header(const struct request *request, const char *name)
{
	const struct exchange *exchange = request->inner;

	return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

const char *
request_query(const struct request *request, const char *name)
{
	struct exchange *exchange = request->inner;
	const char *raw = MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
	char *text = raw == NULL ? NULL : origin_decode(raw, true);

	if (text != NULL)
		g_ptr_array_add(exchange->texts, text);
	return text;
}

const char *
request_cookie(const struct request *request, const char *name)
{
	const struct exchange *exchange = request->inner;

	return MHD_lookup_connection_value(exchange->connection, MHD_COOKIE_KIND, name);
}

/* Bytes that a text may become as jansson's values, counted without making any: an object is a table,
 * a member and a value are pieces of memory of their own. */
static size_t
json_memory(const char *text, size_t size)
{
	enum { OBJECT = 240, ARRAY = 144, VALUE = 112, STRING = 64 };
	size_t bytes = VALUE + size;
	bool quoted = false;

	for (size_t i = 0; i < size; i++) {
		if (text[i] == '\\' && quoted) {
			i++;
		} else if (text[i] == '"') {
			quoted = !quoted;
			bytes += STRING / 2;
		} else if (!quoted) {
			bytes += text[i] == ',' ? VALUE : text[i] == '[' ? ARRAY : text[i] == '{' ? OBJECT : 0;
		}
	}
	return bytes;
}

json_t *
request_json(const struct request *request, struct reply *reply)
{
	json_error_t error;
	const char *text;
	json_t *json;
	size_t size;

	text = g_bytes_get_data(request->body, &size);
	if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
		text += 3; /* the byte order mark that some editors write before UTF-8 */
		size -= 3;
	}
	if (json_memory(text, size) > exchange_memory(request->inner)) {
		reply_refuse(reply, 413, "too-large", "this has more values than anything the kiosk takes");
		return NULL;
	}
	json = size == 0 ? NULL : json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
	if (json != NULL)
		return json;
	if (size == 0)
		reply_refuse(reply, 400, "bad-request", "JSON was expected, and nothing came");
	else
		reply_refuse(reply, 400, "bad-request", "this is not JSON: %s (line %d)", error.text, error.line);
	return NULL;
}

void
reply_bytes(struct reply *reply, unsigned status, const char *type, GBytes *bytes)
{
	if (reply->done) {
		g_bytes_unref(bytes);
		return;
	}
	reply->done = true;
	reply->status = status;
	reply->type = g_strdup(type);
	reply->bytes = bytes;
}

/* Made without any: what is stored by now is answered when it is sent again. */
static const char no_memory[] =
	"{\"error\":\"the kiosk has no memory for its answer just now; send it again\",\"kind\":\"trouble\"}";

void
reply_stream(struct reply *reply, const char *type, const struct reply_source *source, void *data)
{
	if (reply->done) {
		source->finish(data);
		return;
	}
	reply->done = true;
	reply->status = 200;
	reply->type = g_strdup(type);
	reply->source = source;
	reply->source_data = data;
}

void
reply_json(struct reply *reply, unsigned status, json_t *json)
{
	char *text = reply_text(json);

	json_decref(json);
	if (text == NULL) {
		reply_bytes(reply, 503, "application/json", g_bytes_new_static(no_memory, sizeof no_memory - 1));
		return;
	}
	reply_bytes(reply, status, "application/json", g_bytes_new_with_free_func(text, strlen(text), free, text));
}

void
reply_refuse(struct reply *reply, unsigned status, const char *kind, const char *format, ...)
{
	char *sentence, *valid;
	va_list args;

	va_start(args, format);
	sentence = g_strdup_vprintf(format, args);
	va_end(args);
	valid = g_utf8_make_valid(sentence, -1);
	reply_json(reply, status, json_pack("{s:s, s:s}", "error", valid, "kind", kind));
	g_free(valid);
	g_free(sentence);
}

void
reply_status(struct reply *reply, unsigned status)
{
	reply->status = status;
}

void
reply_cache(struct reply *reply)
{
	reply->keep = true;
}

void
reply_charge(struct reply *reply, unsigned cost)
{
	reply->charge += cost;
}

void
reply_tag(struct reply *reply, const char *tag)
{
	g_free(reply->tag);
	reply->tag = g_strdup_printf("\"%s\"", tag);
}

void
reply_header(struct reply *reply, const char *name, const char *value)
{
	if (reply->headers == NULL)
		reply->headers = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(reply->headers, g_strdup(name));
	g_ptr_array_add(reply->headers, g_strdup(value));
}

void
reply_download(struct reply *reply, const char *name)
{
	char *escaped = g_uri_escape_string(name, NULL, FALSE);
	char *value = g_strdup_printf("attachment; filename*=UTF-8''%s", escaped);

	reply_header(reply, "Content-Disposition", value);
	g_free(value);
	g_free(escaped);
}

void
reply_finish(struct reply *reply)
{
	g_free(reply->type);
	g_free(reply->tag);
	if (reply->source != NULL)
		reply->source->finish(reply->source_data);
	g_clear_pointer(&reply->bytes, g_bytes_unref);
	g_clear_pointer(&reply->headers, g_ptr_array_unref);
}

bool
reply_secure(struct MHD_Response *response, const char *type)
{
	static const char *const headers[][2] = {
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Permissions-Policy", "camera=(self), microphone=(), geolocation=()"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
	};
	bool drawing = strcmp(type, "image/svg+xml") == 0;
	bool fine = MHD_add_response_header(response, "Content-Type", type) == MHD_YES;

	fine = MHD_add_response_header(response, "Content-Security-Policy", drawing ? POLICY_DRAWING : POLICY) ==
			MHD_YES &&
		fine;
	for (size_t i = 0; i < G_N_ELEMENTS(headers); i++)
		fine = MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES && fine;
	return fine;
}

/* Whether the browser has it already. */
static bool
is_known(const struct exchange *exchange)
{
	const char *seen = request_header(&exchange->request, "If-None-Match");
	const struct reply *reply = &exchange->reply;

	return reply->tag != NULL && seen != NULL && reply->status == 200 && strstr(seen, reply->tag) != NULL;
}

static bool
has_header(const struct reply *reply, const char *name)
{
	for (unsigned i = 0; reply->headers != NULL && i < reply->headers->len; i += 2)
		if (g_ascii_strcasecmp(g_ptr_array_index(reply->headers, i), name) == 0)
			return true;
	return false;
}

static bool
add_headers(const struct reply *reply, struct MHD_Response *response)
{
	const char *cache = "no-store";
	bool fine = true;

	/* Anyone told to come again is told when, even if nobody knows it. */
	if ((reply->status == 503 || reply->status == 429) && !has_header(reply, "Retry-After"))
		fine = MHD_add_response_header(response, "Retry-After", AGAIN) == MHD_YES;
	if (reply->keep && reply->status == 200)
		cache = "private, max-age=31536000, immutable";
	else if (reply->tag != NULL)
		cache = "no-cache";
	fine = MHD_add_response_header(response, "Cache-Control", cache) == MHD_YES && fine;
	if (reply->tag != NULL)
		fine = MHD_add_response_header(response, "ETag", reply->tag) == MHD_YES && fine;
	for (unsigned i = 0; reply->headers != NULL && i < reply->headers->len; i += 2)
		fine = MHD_add_response_header(response, g_ptr_array_index(reply->headers, i),
			       g_ptr_array_index(reply->headers, i + 1)) == MHD_YES &&
			fine;
	return fine;
}

/* The bytes stay with the exchange, which outlives the response. */
static struct MHD_Response *
bytes_response(const struct exchange *exchange)
{
	size_t size;
	const void *data = g_bytes_get_data(exchange->reply.bytes, &size);

	server_line_expect(
		exchange->server, exchange->line, exchange->server->patience + (int64_t)(size / SERVER_SEND_RATE));
	return MHD_create_response_from_buffer(
		size, (void *)(uintptr_t)(size == 0 ? "" : data), MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result
reply_send(struct exchange *exchange)
{
	struct reply *reply = &exchange->reply;
	struct MHD_Response *response;
	enum MHD_Result queued;

	if (!reply->done)
		reply_refuse(reply, 500, "trouble", "the kiosk had no answer to this");
	if (is_known(exchange)) {
		reply->status = 304;
		g_bytes_unref(reply->bytes);
		reply->bytes = g_bytes_new_static("", 0);
	}
	response = reply->source != NULL ? stream_response(exchange) : bytes_response(exchange);
	if (response == NULL)
		return MHD_NO;
	/* An answer that there is no memory for all headers of is none. */
	if (!reply_secure(response, reply->type) || !add_headers(reply, response)) {
		MHD_destroy_response(response);
		return MHD_NO;
	}
	if (server_is_stopping(exchange->server))
		MHD_add_response_header(response, "Connection", "close");
	queued = MHD_queue_response(exchange->connection, reply->status, response);
	MHD_destroy_response(response);
	return queued;
}
