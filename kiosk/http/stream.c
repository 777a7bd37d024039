/* SPDX-License-Identifier: MIT
 * Answers that are made while they are sent: piece by piece, each on a thread
 * that may wait, and one for all of them, so that however many ask for the
 * longest answer there is, it is made for one of them at a time. Between two
 * pieces nothing is held but the one that is being sent. */
#include <string.h>

#include "kiosk/http/server_parts.h"

#define BLOCK 32768 /* bytes at most that are handed to the network at once */

void
stream_work(void *data, void *user)
{
	struct exchange *exchange = data;
	const struct reply *reply = &exchange->reply;

	(void)user;
	g_string_truncate(exchange->piece, 0);
	exchange->sent = 0;
	exchange->broken = !reply->source->next(reply->source_data, exchange->piece);
	exchange->ended = exchange->piece->len == 0;
	server_line_expect(exchange->server, exchange->line,
		exchange->server->patience + (int64_t)(exchange->piece->len / SERVER_SEND_RATE));
	MHD_resume_connection(exchange->connection);
}

/* The connection sleeps until the next piece is there; false where none will be made. */
static bool
ask_for_more(struct exchange *exchange)
{
	struct server *server = exchange->server;
	bool asked;

	g_mutex_lock(&server->lock);
	asked = !server->stopping;
	if (asked) {
		exchange->line->deadline = INT64_MAX;
		MHD_suspend_connection(exchange->connection);
		g_thread_pool_push(server->streaming, exchange, NULL);
	}
	g_mutex_unlock(&server->lock);
	return asked;
}

static ssize_t
read_piece(void *cls, uint64_t position, char *buffer, size_t size)
{
	struct exchange *exchange = cls;
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
	return ask_for_more(exchange) ? 0 : MHD_CONTENT_READER_END_WITH_ERROR;
}

struct MHD_Response *
stream_response(struct exchange *exchange)
{
	exchange->piece = g_string_new(NULL);
	server_line_expect(exchange->server, exchange->line, exchange->server->patience);
	return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_piece, exchange, NULL);
}

void
stream_finish(struct exchange *exchange)
{
	if (exchange->piece != NULL)
		g_string_free(exchange->piece, TRUE);
	if (exchange->streaming)
		visitors_stream_end(exchange->server->visitors, exchange->visitor);
}
