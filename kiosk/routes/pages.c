/* SPDX-License-Identifier: MIT
 * The one page, at every address that it shows something for, and its parts. */
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

static void
get_part(void *context, const struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;

	static_files_reply(kiosk->pages, request->rest, request, reply);
}

/* The page as it starts with a game; NULL where no such game has one. To be freed. */
static char *
game_start(const struct kiosk *kiosk, const char *game)
{
	char *name = game == NULL ? NULL : g_strdup_printf("start/games/%s.html", game);

	if (name != NULL && !static_files_has(kiosk->pages, name))
		g_clear_pointer(&name, g_free);
	return name;
}

/* The id of the game that a code claims, or NULL. */
static const char *
game_of_code_text(const char *text)
{
	const struct game *game;
	struct code code;

	if (!code_peek(text, &code))
		return NULL;
	for (size_t i = 0; (game = game_nth(i)) != NULL; i++)
		if (game->number == code.game)
			return game->id;
	return NULL;
}

/* The page with all that an address shows first: start/VIEW.html by the first word of the path. An address
 * that has none starts with the first view, and loads what it needs then. */
static char *
start_of(const struct kiosk *kiosk, const struct request *request)
{
	const char *word = request->path + 1;
	size_t length = strcspn(word, "/");
	char *name = NULL;

	if (length == 0)
		name = game_start(kiosk, request_query(request, "casual"));
	else if (length == 1)
		name = game_start(kiosk, game_of_code_text(request->rest));
	else
		name = g_strdup_printf("start/%.*s.html", (int)length, word);
	if (name == NULL)
		name = g_strdup(length == 1 ? "start/play.html" : "start/scan.html");
	if (!static_files_has(kiosk->pages, name)) {
		g_free(name);
		name = g_strdup("start/scan.html");
	}
	return name;
}

static void
get_page(void *context, const struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;
	char *start = start_of(kiosk, request);

	static_files_reply(kiosk->pages, start, request, reply);
	g_free(start);
}

/* What the page will ask for first is preloaded: a game's piece, and its picture. Anything that could end a header or
 * mean something in it is neither a code nor a pass. */
static void
get_piece_page(void *context, const struct request *request, struct reply *reply)
{
	static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-.";
	const char *text = request->rest;
	char tidy[CODE_TEXT];

	if (*text != '\0' && strlen(text) < TABLE_PASS_TEXT && text[strspn(text, plain)] == '\0') {
		GString *links = g_string_new(NULL);

		g_string_append_printf(links, "</api/piece/%s>; rel=preload; as=fetch; crossorigin", text);
		if (code_tidy(text, tidy))
			g_string_append_printf(links, ", </sheet/%s.svg>; rel=preload; as=image", tidy);
		reply_header(reply, "Link", links->str);
		g_string_free(links, TRUE);
	}
	get_page(context, request, reply);
}

static void
get_icon(void *context, const struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;

	static_files_reply(kiosk->pages, "icon.svg", request, reply);
}

/* The page says in words that there is nothing, and leads back. */
static void
get_nowhere(void *context, const struct request *request, struct reply *reply)
{
	get_page(context, request, reply);
	reply_status(reply, 404);
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
	PAGE("/where", get_page),
	PAGE("/organise", get_page),
	PAGE("/print", get_page),
	PAGE("/help", get_page),
	PAGE("/entry/", get_page),
	PAGE("/table/", get_page),
	PAGE("/page/", get_part),
	PAGE("/favicon.ico", get_icon),
	PAGE("/favicon.svg", get_icon),
	{.path = NULL},
};
