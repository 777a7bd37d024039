/* SPDX-License-Identifier: MIT
 * The web page, which is the same at all its addresses, and its parts. */
#include <string.h>

#include "kiosk/http/static_files.h"
#include "kiosk/routes/kiosk.h"
#include "kiosk/visits/table_pass.h"
#include "layouts/game.h"
#include "pages.h"

#define ROOT "/seedpress/page/"

struct static_files *
pages_load(void)
{
	return static_files_create(pages_get_resource(), ROOT);
}

static bool
answer_part(struct call *call, const char *name)
{
	return static_files_reply(call->kiosk->pages, name, call->request, call->reply);
}

static bool
get_part(struct call *call)
{
	return answer_part(call, call->request->rest);
}

/* The page with the parts that an address needs first: start/VIEW.html, named by the first word of the path, or
 * start/games/GAME.html for codes, whose first word is one letter, and for the casual game in a query. Other addresses
 * get the first view, which loads the rest later. */
static bool
get_page(struct call *call)
{
	const char *word = call->request->path + 1, *id = request_query(call->request, "casual");
	size_t length = strcspn(word, "/");
	g_autofree char *name = NULL;
	const struct game *game;
	struct code code;

	if (length == 1) {
		id = NULL;
		for (size_t i = 0; id == NULL && code_peek(call->request->rest, &code) && (game = game_nth(i)); i++)
			id = game->number == code.game ? game->id : NULL;
	}
	if (length > 1)
		name = g_strdup_printf("start/%.*s.html", (int)length, word);
	else if (id != NULL)
		name = g_strdup_printf("start/games/%s.html", id);
	if (name != NULL && static_files_has(call->kiosk->pages, name))
		return answer_part(call, name);
	if (length == 1 && static_files_has(call->kiosk->pages, "start/play.html"))
		return answer_part(call, "start/play.html");
	return answer_part(call, "start/scan.html");
}

/* The page of a piece, with a header that preloads what it asks for first: the piece and its picture. Only characters
 * of codes and passes go into the header. */
static bool
get_piece_page(struct call *call)
{
	static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-.";
	const char *text = call->request->rest;
	char tidy[CODE_TEXT];

	if (*text != '\0' && strlen(text) < TABLE_PASS_TEXT && text[strspn(text, plain)] == '\0') {
		bool is_code = code_tidy(text, tidy);
		g_autofree char *links = g_strdup_printf("</api/piece/%s>; rel=preload; as=fetch; crossorigin%s%s%s",
			text, is_code ? ", </sheet/" : "", is_code ? tidy : "",
			is_code ? ".svg>; rel=preload; as=image" : "");

		reply_header(call->reply, "Link", links);
	}
	return get_page(call);
}

static bool
get_icon(struct call *call)
{
	return answer_part(call, "icon.svg");
}

/* The page's service worker: its address says what it is for, which is everything. */
static bool
get_worker(struct call *call)
{
	return answer_part(call, "worker.js");
}

/* For unknown addresses: the page says so and has a link back. */
static bool
get_nowhere(struct call *call)
{
	get_page(call);
	call->reply->status = 404;
	return true;
}

#define PAGE(where, what) \
	{ \
		.method = "GET", .path = (where), .handle = (what), .cost = 1, .quick = true \
	}

const struct route pages_not_found = PAGE("/", get_nowhere);

const struct route pages_routes[] = {
	PAGE("/", get_page),
	PAGE("/c/", get_piece_page),
	PAGE("/C/", get_piece_page),
	PAGE("/standings", get_page),
	PAGE("/screen", get_page),
	PAGE("/rules/", get_page),
	PAGE("/where", get_page),
	PAGE("/organise", get_page),
	PAGE("/print", get_page),
	PAGE("/help", get_page),
	PAGE("/entry/", get_page),
	PAGE("/table/", get_page),
	PAGE("/page/", get_part),
	PAGE("/worker.js", get_worker),
	PAGE("/favicon.ico", get_icon),
	PAGE("/favicon.svg", get_icon),
	{.path = NULL},
};
