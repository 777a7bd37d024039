/* SPDX-License-Identifier: MIT
 * What handlers read from a request, and their responses. Every response has the headers that keep other sites' pages
 * and scripts out. */
#include <gio/gio.h>
#include <string.h>

#include "kiosk/http/exchange.h"

/* Retry-After in seconds, unless the handler sets another one. */
#define RETRY_AFTER "2"

/* Size of the library's buffer for a streamed response, in bytes. */
#define BLOCK 32768

/* The same for a live page: larger than any event, and small because thousands may listen. */
#define LIVE_BLOCK 256

/* The Content-Security-Policy of pages: they may use only what this server sends. */
#define POLICY \
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " \
	"connect-src 'self'; media-src 'self' blob:; font-src 'self'; manifest-src 'self'; " \
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/* A drawing carries its colours in style attributes and needs nothing else. */
#define POLICY_DRAWING "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

const char *
request_header(const struct request *request, const char *name)
{
	return request->look_up(request, REQUEST_HEADER, name);
}

const char *
request_cookie(const struct request *request, const char *name)
{
	return request->look_up(request, REQUEST_COOKIE, name);
}

const char *
request_query(const struct request *request, const char *name)
{
	const char *raw = request->look_up(request, REQUEST_QUERY, name);
	char *text = raw == NULL ? NULL : head_decode(raw, true);

	if (text != NULL)
		g_ptr_array_add(request->texts, text);
	return text;
}

GPtrArray *
request_query_names(const struct request *request)
{
	return request->query_names(request);
}

/* An upper bound of the memory that a text takes as jansson's values, in bytes, from counting its punctuation. An
 * object has a hash table; each member and each value is an allocation of its own. */
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

bool
request_json(const struct request *request, struct reply *reply, json_t **json)
{
	size_t size;
	const char *text = g_bytes_get_data(request->body, &size);

	if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
		text += 3; /* the byte order mark that some editors write before UTF-8 */
		size -= 3;
	}
	if (size == 0)
		return reply_error(reply, 400, "bad-request", SAY("body-empty", "expected JSON, got an empty body"));
	if (json_memory(text, size) > request->memory)
		return reply_error(reply, 413, "too-large", SAY("json-too-large", "this JSON has too many values"));
	json_error_t error;
	*json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
	return *json != NULL ||
		reply_error(reply, 400, "bad-request",
			SAY_PRIVATE("body-not-json", "this is not JSON: {reason} (line {line})",
				"this is not JSON (line {line})"),
			ARG_PRIVATE("reason", error.text), ARG_NUMBER("line", error.line));
}

/* Takes the first language of a header such as "de-AT,de;q=0.9", without its region. */
void
reply_init(struct reply *reply, const char *accept_language)
{
	size_t length = accept_language == NULL ? 0 : strspn(accept_language, "abcdefghijklmnopqrstuvwxyz");

	memset(reply, 0, sizeof *reply);
	if (length == 0 || length >= sizeof reply->language)
		g_strlcpy(reply->language, "en", sizeof reply->language);
	else
		memcpy(reply->language, accept_language, length);
	reply->audience = (struct audience){.language = reply->language, .medium = MEDIUM_PAGE};
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

/* Decides what the response is, unless it was decided before. */
static bool
begin(struct reply *reply, unsigned status, const char *type)
{
	if (reply->done)
		return false;
	reply->done = true;
	reply->status = status;
	reply->type = g_strdup(type);
	return true;
}

bool
reply_bytes(struct reply *reply, unsigned status, const char *type, GBytes *bytes)
{
	if (begin(reply, status, type))
		reply->bytes = bytes;
	else
		g_bytes_unref(bytes);
	return true;
}

char *
reply_text(const json_t *json)
{
	return json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(7));
}

bool
reply_json(struct reply *reply, unsigned status, json_t *json)
{
	/* json_pack() refuses texts that are not UTF-8; or stored JSON is damaged. */
	if (json == NULL)
		return reply_error(reply, 503, "trouble", SAY("answer-broken", "what is stored here cannot be shown"));
	char *text = reply_text(json);
	json_decref(json);
	return reply_bytes(reply, status, "application/json", g_bytes_new_take(text, strlen(text)));
}

json_t *
reply_sentence(const struct reply *reply, const struct problem *problem, bool is_operator)
{
	struct audience audience = reply->audience;
	char sentence[MESSAGE_TEXT];

	if (problem->status == STATUS_OK)
		return json_null();
	audience.is_operator = is_operator;
	problem_write(problem, &audience, sentence, sizeof sentence);
	/* File names and damaged data may be any bytes. */
	g_autofree char *valid = g_utf8_make_valid(sentence, -1);
	return json_string(valid);
}

bool
reply_problem_with(
	struct reply *reply, unsigned status, const char *kind, const struct problem *problem, json_t *members)
{
	json_object_update_new(members,
		json_pack("{s:o, s:s, s:s}", "error", reply_sentence(reply, problem, false), "kind", kind, "id",
			message_id(&problem->message)));
	reply_json(reply, status, members);
	return false;
}

bool
reply_problem(struct reply *reply, unsigned status, const char *kind, const struct problem *problem)
{
	return reply_problem_with(reply, status, kind, problem, json_object());
}

bool
reply_error_list(struct reply *reply, unsigned status, const char *kind, const struct argument *arguments)
{
	struct problem problem;

	problem_set_list(&problem, STATUS_REFUSED, arguments);
	return reply_problem(reply, status, kind, &problem);
}

bool
reply_problems(struct reply *reply, const struct problems *problems)
{
	json_t *sentences = json_array(), *ids = json_array();
	struct problem problem;

	for (size_t at = 0; problems_next(problems, &at, &problem);) {
		json_array_append_new(sentences, reply_sentence(reply, &problem, false));
		json_array_append_new(ids, json_string(message_id(&problem.message)));
	}
	if (!problems_first(problems, &problem))
		problem_set(&problem, SAY("refused", "this is refused"));
	return reply_problem_with(reply, 422, status_name(problems->status), &problem,
		json_pack("{s:o, s:o}", "problems", sentences, "ids", ids));
}

bool
reply_slow_down_list(struct reply *reply, unsigned seconds, const struct argument *arguments)
{
	struct problem problem;
	g_autofree char *text = g_strdup_printf("%u", seconds);

	problem_set_list(&problem, STATUS_REFUSED, arguments);
	reply_header(reply, "Retry-After", text);
	return reply_problem_with(reply, 429, "slow-down", &problem, json_pack("{s:i}", "seconds", (int)seconds));
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
	g_autofree char *escaped = g_uri_escape_string(name, NULL, FALSE);
	g_autofree char *value = g_strdup_printf("attachment; filename*=UTF-8''%s", escaped);

	reply_header(reply, "Content-Disposition", value);
}

GBytes *
gzip_bytes(GBytes *plain, enum gzip_effort effort)
{
	g_autoptr(GZlibCompressor) compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, (int)effort);
	gsize size, read, written;
	const void *data = g_bytes_get_data(plain, &size);
	g_autofree char *out = g_malloc(size);

	/* It does not finish if there is no room for the result. */
	if (size == 0 ||
		g_converter_convert(G_CONVERTER(compressor), data, size, out, size, G_CONVERTER_INPUT_AT_END, &read,
			&written, NULL) != G_CONVERTER_FINISHED ||
		written == size)
		return NULL;
	return g_bytes_new_take(g_realloc(g_steal_pointer(&out), written), written);
}

bool
reply_packed(const struct request *request, struct reply *reply, const char *type, GBytes *plain, GBytes *packed)
{
	const char *accepted = request_header(request, "Accept-Encoding");
	bool takes = accepted != NULL && strstr(accepted, "gzip") != NULL && strstr(accepted, "gzip;q=0") == NULL;

	reply_header(reply, "Vary", "Accept-Encoding");
	if (packed != NULL && takes) {
		reply_header(reply, "Content-Encoding", "gzip");
		return reply_bytes(reply, 200, type, g_bytes_ref(packed));
	}
	if (plain != NULL)
		return reply_bytes(reply, 200, type, g_bytes_ref(plain));
	g_autoptr(GConverter) converter = G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP));
	g_autoptr(GInputStream) from = g_memory_input_stream_new_from_bytes(packed);
	g_autoptr(GInputStream) through = g_converter_input_stream_new(from, converter);
	g_autoptr(GOutputStream) into = g_memory_output_stream_new_resizable();
	g_output_stream_splice(into, through, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
	return reply_bytes(reply, 200, type, g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(into)));
}

bool
reply_stream(struct reply *reply, const char *type, const struct reply_source *source, void *data)
{
	if (begin(reply, 200, type)) {
		reply->source = source;
		reply->source_data = data;
	} else {
		source->finish(data);
	}
	return true;
}

void
reply_next_piece(struct exchange *exchange)
{
	const struct reply *reply = &exchange->reply;

	g_string_truncate(exchange->piece, 0);
	exchange->sent = 0;
	exchange->broken = !reply->source->next(reply->source_data, exchange->piece);
	exchange->ended = exchange->piece->len == 0;
	server_expect(exchange->server, exchange->connection,
		exchange->server->options.timeout + (int64_t)(exchange->piece->len / SERVER_SEND_RATE));
}

/* Sends the rest of the piece. At its end the connection is suspended until a pool has made the next one. */
static ssize_t
read_piece(void *cls, uint64_t position, char *buffer, size_t size)
{
	struct exchange *exchange = cls;
	struct server *server = exchange->server;
	size_t some = MIN(size, exchange->piece->len - exchange->sent);

	(void)position;
	if (some > 0) {
		memcpy(buffer, exchange->piece->str + exchange->sent, some);
		exchange->sent += some;
		return (ssize_t)some;
	}
	if (exchange->broken)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (exchange->ended)
		return MHD_CONTENT_READER_END_OF_STREAM;
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&server->lock);
	if (server->stopping)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	exchange->connection->deadline = INT64_MAX;
	MHD_suspend_connection(exchange->handle);
	g_thread_pool_push(server->default_pool, exchange, NULL);
	return 0;
}

/* Adds the headers of every response, those of the handler and those that follow from its response; false if one could
 * not be added. */
static bool
add_headers(struct reply *reply, struct MHD_Response *response)
{
	bool is_cached = reply->keep && reply->status == 200, fine = true;
	const char *cache = is_cached ? "private, max-age=31536000, immutable"
		: reply->tag != NULL  ? "no-cache"
				      : "no-store";
	const char *const headers[][2] = {
		{"Content-Type", reply->type},
		{"Content-Security-Policy", strcmp(reply->type, "image/svg+xml") == 0 ? POLICY_DRAWING : POLICY},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Permissions-Policy", "camera=(self), microphone=(), geolocation=()"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Cache-Control", cache},
	};

	if (reply->tag != NULL)
		reply_header(reply, "ETag", reply->tag);
	for (unsigned i = 0; reply->headers != NULL && i < reply->headers->len; i += 2)
		fine &= MHD_add_response_header(response, g_ptr_array_index(reply->headers, i),
				g_ptr_array_index(reply->headers, i + 1)) == MHD_YES;
	if ((reply->status == 503 || reply->status == 429) && MHD_get_response_header(response, "Retry-After") == NULL)
		fine &= MHD_add_response_header(response, "Retry-After", RETRY_AFTER) == MHD_YES;
	for (size_t i = 0; i < G_N_ELEMENTS(headers); i++)
		fine &= MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
	return fine;
}

/* A response is not sent if a header could not be added, because it may be one of the security headers. */
enum MHD_Result
reply_send(struct exchange *exchange)
{
	struct server *server = exchange->server;
	struct reply *reply = &exchange->reply;
	const char *seen = request_header(&exchange->request, "If-None-Match");
	struct MHD_Response *response;
	size_t size = 0;

	if (!reply->done)
		reply_error(reply, 500, "trouble", SAY("no-answer", "the server had no answer to this"));
	if (reply->tag != NULL && seen != NULL && reply->status == 200 && strstr(seen, reply->tag) != NULL) {
		reply->status = 304;
		g_bytes_unref(reply->bytes);
		reply->bytes = g_bytes_new_static("", 0);
	}
	if (exchange->listening) {
		response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, LIVE_BLOCK, live_read, exchange, NULL);
	} else if (reply->source != NULL) {
		exchange->piece = g_string_new(NULL);
		response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_piece, exchange, NULL);
	} else {
		/* The exchange owns the bytes and outlives the response. */
		const void *data = g_bytes_get_data(reply->bytes, &size);
		response = MHD_create_response_from_buffer(
			size, (void *)(uintptr_t)(size == 0 ? "" : data), MHD_RESPMEM_PERSISTENT);
	}
	server_expect(server, exchange->connection,
		exchange->listening ? 0 : server->options.timeout + (int64_t)(size / SERVER_SEND_RATE));
	if (response == NULL)
		return MHD_NO;
	enum MHD_Result queued = MHD_NO;
	if (add_headers(reply, response)) {
		if (g_atomic_int_get(&server->stopping))
			MHD_add_response_header(response, "Connection", "close");
		queued = MHD_queue_response(exchange->handle, reply->status, response);
	}
	MHD_destroy_response(response);
	return queued;
}
