/* SPDX-License-Identifier: MIT
 * Printing for everybody: what can be chosen, the pages of a choice, and their
 * PDF. Nothing is printed here: the queue does, and anyone who asks is told at
 * which place it stands. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/http/server.h"
#include "kiosk/printing/print_choices.h"
#include "kiosk/printing/print_games.h"
#include "kiosk/printing/print_queue.h"
#include "kiosk/routes/handlers.h"
#include "kiosk/routes/standings_cache.h"

#define COST       10 /* of a print that is new: as a photo; */
#define COST_FIRST 3  /* its first page alone */
#define FULL_AFTER 5  /* seconds */

static bool
may_print(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	if (is_organiser(request) || standings_cache_allows(kiosk).printing)
		return true;
	reply_refuse(reply, 403, "forbidden", "the organiser has switched printing off here");
	return false;
}

static void
get_games(void *context, const struct request *request, struct reply *reply)
{
	(void)context;
	(void)request;
	reply_json(reply, 200, print_games_json());
}

/* It is not there yet. A browser that was sent here by a link asks again automatically. */
static void
answer_place(struct reply *reply, json_t *place)
{
	reply_header(reply, "Retry-After", "1");
	reply_header(reply, "Refresh", "1");
	reply_json(reply, 202, json_pack("{s:o}", "place", place));
}

static void
answer_failure(struct reply *reply, const struct print_made *made)
{
	if (made->outcome == PRINT_TROUBLE)
		reply_refuse(reply, 503, "trouble", "%s", made->sentence);
	else
		reply_refuse(
			reply, 422, made->outcome == PRINT_STOPPED ? "too-large" : "refused", "%s", made->sentence);
}

/* Whether a table of the event has this seed, whatever else its code says: who has a card knows the seed, and needs no
 * code of the event to ask about it. */
static bool
is_of_event(const struct event_state *state, uint64_t seed)
{
	struct code code;

	for (guint i = 0; state->plays != NULL && i < state->plays->len; i++) {
		const struct event_play *play = g_ptr_array_index(state->plays, i);

		if (code_peek(play->code, &code) && code.seed == seed)
			return true;
	}
	return false;
}

/* What is known of a layout tells how to play it: for the tables of the event that is the organiser's. False after a
 * refusal. */
static bool
may_know(const struct event_state *state, const struct request *request, enum print_kind kind, uint64_t seed,
	struct reply *reply)
{
	if (kind != PRINT_KNOWN || is_organiser(request) || !is_of_event(state, seed))
		return true;
	reply_refuse(reply, 403, "forbidden", "what is known of a table of the event is the organiser's");
	return false;
}

/* What a code was printed on, in an event's state. False after a refusal. */
static bool
read_again(struct kiosk *kiosk, const struct event_state *state, const struct request *request, const char *text,
	struct print_again *again, struct code *code, struct reply *reply)
{
	struct problems problems;
	struct table_pass pass;
	char play[CODE_TEXT];

	problems_init(&problems);
	again->game = handler_piece(kiosk, state, request, text, code, &pass, &problems);
	if (again->game == NULL) {
		handler_refuse(reply, &problems);
		return false;
	}
	/* On paper there would be the code that the pass does not tell. */
	if (pass.play != NULL) {
		reply_refuse(reply, 403, "forbidden", "its code prints it again: type it, or show its QR");
		return false;
	}
	code_write(code, event_key(state), again->code);
	handler_play(code, event_key(state), play);
	if (event_play(state, play) != NULL) {
		again->event = state->name;
		again->url = state->url;
	}
	return true;
}

/* The order of what a code was printed on; NULL after a refusal. */
static struct print_order *
order_again(
	struct kiosk *kiosk, const struct request *request, enum print_kind kind, const char *text, struct reply *reply)
{
	const struct event_state *state = handler_event(kiosk, reply);
	struct print_order *order = NULL;
	struct print_again again = {0};
	char *key = NULL;
	struct problem problem = {0};
	struct code code;

	if (state == NULL)
		return NULL;
	if (!read_again(kiosk, state, request, text, &again, &code, reply))
		; /* it is answered */
	else if (!may_know(state, request, kind, code.seed, reply))
		; /* likewise */
	else if (code.keyed && store_setting(kiosk->store, EVENT_KEY, &key, &problem) != STORE_OK)
		handler_trouble(reply, &problem);
	else {
		again.key = key;
		order = print_choices_read(request, kind, &again, reply);
	}
	g_free(key);
	event_release(state);
	return order;
}

/* The order of a game by its seed; NULL after a refusal. */
static struct print_order *
order_seed(struct kiosk *kiosk, const struct request *request, enum print_kind kind, struct reply *reply)
{
	const char *seed = request_query(request, "seed");
	const struct event_state *state;
	struct print_order *order = NULL;

	if (kind != PRINT_KNOWN)
		return print_choices_read(request, kind, NULL, reply);
	state = handler_event(kiosk, reply);
	if (state == NULL)
		return NULL;
	/* It has nothing but digits, or is refused when it is printed. */
	if (may_know(state, request, kind, seed == NULL ? 0 : g_ascii_strtoull(seed, NULL, 10), reply))
		order = print_choices_read(request, kind, NULL, reply);
	event_release(state);
	return order;
}

/* What was made, to be released; NULL after an answer: it waits, or something is wrong. */
static const struct print_made *
ask(struct kiosk *kiosk, const struct request *request, enum print_kind kind, struct reply *reply)
{
	const char *code = request_query(request, "code");
	struct print_order *order;
	const struct print_made *made = NULL;
	enum print_state state;
	unsigned place = 0;
	bool fresh = false;

	if (!may_print(kiosk, request, reply))
		return NULL;
	order = code != NULL ? order_again(kiosk, request, kind, code, reply) : order_seed(kiosk, request, kind, reply);
	if (order == NULL)
		return NULL;
	state = print_queue_ask(kiosk->prints, order, request->address, &made, &place, &fresh);
	print_order_free(order);
	if (fresh && state == PRINT_WAITS)
		reply_charge(reply, kind == PRINT_FIRST ? COST_FIRST : COST);
	if (state == PRINT_WAITS)
		answer_place(reply, json_integer(place));
	else if (state == PRINT_BUSY)
		answer_place(reply, json_null());
	else if (state == PRINT_FULL)
		handler_slow_down(reply, FULL_AFTER, "the print queue is full; try again in a few seconds");
	else if (made->outcome != PRINT_MADE) {
		answer_failure(reply, made);
		print_queue_release(kiosk->prints, made);
		made = NULL;
	}
	return made;
}

/* The line of JSON that a print begins with. */
static void
answer_head(struct kiosk *kiosk, const struct request *request, enum print_kind kind, struct reply *reply)
{
	const struct print_made *made = ask(kiosk, request, kind, reply);

	if (made == NULL)
		return;
	reply_json(reply, 200, json_deep_copy(made->head));
	print_queue_release(kiosk->prints, made);
}

static void
get_pages(void *context, const struct request *request, struct reply *reply)
{
	answer_head(context, request, PRINT_PAGES, reply);
}

static void
get_first(void *context, const struct request *request, struct reply *reply)
{
	answer_head(context, request, PRINT_FIRST, reply);
}

static void
get_known(void *context, const struct request *request, struct reply *reply)
{
	answer_head(context, request, PRINT_KNOWN, reply);
}

/* Each time another one. */
static void
get_seed(void *context, const struct request *request, struct reply *reply)
{
	answer_head(context, request, PRINT_SEED, reply);
}

/* A page of what was made, from 1. */
static void
answer_page(
	struct kiosk *kiosk, const struct request *request, enum print_kind kind, unsigned long n, struct reply *reply)
{
	const struct print_made *made = ask(kiosk, request, kind, reply);

	if (made == NULL)
		return;
	if (n < 1 || n > made->parts->len)
		reply_refuse(reply, 404, "unknown", "there are %u pages to look at, from 1", made->parts->len);
	else
		reply_packed(request, reply, "image/svg+xml", NULL, made->parts->pdata[n - 1]);
	print_queue_release(kiosk->prints, made);
}

static void
get_page(void *context, const struct request *request, struct reply *reply)
{
	char *end;
	unsigned long n = strtoul(request->rest, &end, 10);

	if (end == request->rest || strcmp(end, ".svg") != 0) {
		reply_refuse(reply, 404, "unknown", "a page is asked for as /print/page/N.svg");
		return;
	}
	answer_page(context, request, PRINT_PAGES, n, reply);
}

static void
get_first_page(void *context, const struct request *request, struct reply *reply)
{
	answer_page(context, request, PRINT_FIRST, 1, reply);
}

static void
get_chart(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct print_made *made = ask(kiosk, request, PRINT_KNOWN, reply);

	if (made == NULL)
		return;
	if (made->parts->len == 0)
		reply_refuse(reply, 404, "unknown", "there is no picture of what is known of it");
	else
		reply_bytes(reply, 200, "image/svg+xml", g_bytes_ref(made->parts->pdata[0]));
	print_queue_release(kiosk->prints, made);
}

static void
get_pdf(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const struct print_made *made;

	if (!g_str_has_suffix(request->rest, ".pdf") || strchr(request->rest, '/') != NULL) {
		reply_refuse(reply, 404, "unknown", "a print is asked for as /print/NAME.pdf");
		return;
	}
	made = ask(kiosk, request, PRINT_PDF, reply);
	if (made == NULL)
		return;
	if (request_query(request, "download") != NULL)
		reply_download(reply, request->rest);
	reply_bytes(reply, 200, "application/pdf", g_bytes_ref(made->parts->pdata[0]));
	print_queue_release(kiosk->prints, made);
}

/* Nobody else needs to wait for who only looks at the queue: these are cheap. */
const struct route print_routes[] = {
	{.method = "GET", .path = "/api/print/games", .handle = get_games, .cost = 1},
	{.method = "GET", .path = "/api/print/seed", .handle = get_seed, .cost = 1},
	{.method = "GET", .path = "/api/print/pages", .handle = get_pages, .cost = 1},
	{.method = "GET", .path = "/api/print/first", .handle = get_first, .cost = 1},
	{.method = "GET", .path = "/api/print/known", .handle = get_known, .cost = 1},
	{.method = "GET", .path = "/print/page/", .handle = get_page, .cost = 1},
	{.method = "GET", .path = "/print/first.svg", .handle = get_first_page, .cost = 1},
	{.method = "GET", .path = "/print/known.svg", .handle = get_chart, .cost = 1},
	{.method = "GET", .path = "/print/", .handle = get_pdf, .cost = 2},
	{.path = NULL},
};
