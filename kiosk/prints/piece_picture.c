/* SPDX-License-Identifier: MIT
 * Pieces on the screen. */
#include "kiosk/prints/piece_picture.h"

#include <stdio.h>

#include "gen/press/printed_game.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/http/server.h"
#include "kiosk/prints/memory_document.h"

/* Largest total size of the cached pictures, in bytes after compression. With more of them fewer are drawn again. */
#define CACHE_BYTES (16 << 20)

/* A cached picture. The least recently used one is dropped first. */
struct kept {
	char *name;
	GBytes *packed;
};

struct piece_pictures {
	struct memory_document *documents;
	GMutex lock;
	GHashTable *by_name; /* to links of `kept`, the newest first */
	GQueue kept;
	size_t bytes;
};

struct piece_pictures *
piece_pictures_create(struct memory_document *documents)
{
	struct piece_pictures *pictures = g_new0(struct piece_pictures, 1);

	pictures->documents = documents;
	pictures->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	g_queue_init(&pictures->kept);
	g_mutex_init(&pictures->lock);
	return pictures;
}

static void
forget_oldest(struct piece_pictures *pictures)
{
	struct kept *kept = g_queue_pop_tail(&pictures->kept);

	g_hash_table_remove(pictures->by_name, kept->name);
	pictures->bytes -= g_bytes_get_size(kept->packed);
	g_bytes_unref(kept->packed);
	g_free(kept->name);
	g_free(kept);
}

void
piece_pictures_destroy(struct piece_pictures *pictures)
{
	if (pictures == NULL)
		return;
	while (!g_queue_is_empty(&pictures->kept))
		forget_oldest(pictures);
	g_hash_table_destroy(pictures->by_name);
	g_mutex_clear(&pictures->lock);
	g_free(pictures);
}

/* A page of the plan while it is drawn. */
struct drawing {
	const struct page *page;
	struct rect area;
};

static void
draw_area(void *data, unsigned number, struct canvas *canvas)
{
	const struct drawing *drawing = data;

	(void)number;
	canvas_origin(canvas, -drawing->area.x, -drawing->area.y);
	drawing->page->draw(drawing->page, canvas);
}

/* The piece of a code that game_of_code() accepts, as SVG, gzipped. */
static GBytes *
draw(struct piece_pictures *pictures, const struct code *code, const struct piece_picture *print,
	struct problem *problem)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct problems problems;
	struct shown_piece shown;
	struct page_plan plan;

	problems_init(&problems);
	const struct game *game = game_of_code(code, &problems);
	if (game == NULL) {
		problems_first(&problems, problem);
		return NULL;
	}
	game->build(layout, code);
	printed_game_show(game, layout, code, &shown);
	const struct print_job job = {
		.codes = {.game = game,
			.option = code->option,
			.seed = code->seed,
			.table = code->table,
			.players = code->players,
			.round = code->round,
			.key = code->keyed ? print->key : NULL},
		.count = 1,
		.url = print->url,
		.event = print->event,
		.paper = &paper_a4,
		.single = shown.single,
		.unmarked = print->unmarked,
	};
	page_plan_init(&plan);
	printed_game_of(game)->plan(&job, &plan);
	struct drawing drawing = {&g_array_index(plan.pages, struct page, shown.page), shown.area};
	struct memory_pages pages = {.format = FORMAT_SVG, .ink = INK_FULL, .title = game->title, .pages = 1};
	pages.paper = (struct paper){"sheet", shown.area.w, shown.area.h};
	pages.w = shown.area.w;
	pages.h = shown.area.h;
	pages.draw = draw_area;
	pages.data = &drawing;
	g_autoptr(GBytes) svg = memory_document_draw(pictures->documents, &pages, problem);
	page_plan_finish(&plan);
	GBytes *packed = svg == NULL ? NULL : gzip_bytes(svg, GZIP_SMALL);
	if (svg != NULL && packed == NULL)
		problem_set(problem, SAY("drawing-not-packed", "the drawing cannot be compressed"));
	return packed;
}

GBytes *
piece_pictures_svg(struct piece_pictures *pictures, const struct code *code, const struct piece_picture *print,
	bool *drawn, struct problem *problem)
{
	char text[CODE_TEXT];
	GBytes *packed = NULL;

	code_write(code, print->key, text);
	g_autofree char *name = g_strdup_printf("%s%s\n%s\n%s", text, print->unmarked ? " unmarked" : "",
		print->event == NULL ? "" : print->event, print->url == NULL ? "" : print->url);
	g_mutex_lock(&pictures->lock);
	GList *link = g_hash_table_lookup(pictures->by_name, name);
	if (link != NULL) {
		const struct kept *kept = link->data;

		g_queue_unlink(&pictures->kept, link);
		g_queue_push_head_link(&pictures->kept, link);
		packed = g_bytes_ref(kept->packed);
	}
	g_mutex_unlock(&pictures->lock);
	*drawn = packed == NULL;
	if (packed != NULL || (packed = draw(pictures, code, print, problem)) == NULL)
		return packed;
	/* Cached, unless another thread has drawn it meanwhile. */
	g_autoptr(GMutexLocker) locked G_GNUC_UNUSED = g_mutex_locker_new(&pictures->lock);
	if (g_hash_table_contains(pictures->by_name, name))
		return packed;
	struct kept *kept = g_new(struct kept, 1);
	*kept = (struct kept){g_steal_pointer(&name), g_bytes_ref(packed)};
	g_queue_push_head(&pictures->kept, kept);
	g_hash_table_insert(pictures->by_name, kept->name, pictures->kept.head);
	pictures->bytes += g_bytes_get_size(packed);
	while (pictures->bytes > CACHE_BYTES && pictures->kept.length > 1)
		forget_oldest(pictures);
	return packed;
}

/* The places of a piece while they are listed. */
struct places {
	json_t *list;
	struct rect area;
};

static void
add_place(void *data, const char *id, struct rect at)
{
	const struct places *places = data;

	json_array_append_new(places->list,
		json_pack("{s:s, s:i, s:i, s:i, s:i}", "id", id, "x", at.x - places->area.x, "y", at.y - places->area.y,
			"w", at.w, "h", at.h));
}

json_t *
piece_picture_places(const struct game *game, const void *layout, const struct code *code, const char *text)
{
	const struct kiosk_game *table = kiosk_game_of(game);
	struct places places = {.list = json_array()};
	g_autofree char *url = g_strdup_printf("/sheet/%s.svg", text);
	struct shown_piece shown;
	struct form form;
	char name[32];

	game->form(layout, code, &form);
	printed_game_show(game, layout, code, &shown);
	places.area = shown.area;
	if (table->places != NULL)
		table->places(layout, code, add_place, &places);
	for (unsigned i = 0; i < form.bubbles; i++)
		add_place(&places, form.bubble[i].id, form.bubble[i].at);
	/* "Sheet A", "Ticket B", "Card side", "Score pad". */
	int length = snprintf(name, sizeof name, "%c%s", game->piece[0] & ~0x20, game->piece + 1);
	if (game->pieces(code) > 1)
		snprintf(name + length, sizeof name - (size_t)length, " %c", 'A' + code->piece % 26);
	return json_pack("{s:i, s:s, s:s, s:i, s:i, s:o}", "piece", code->piece, "name", name, "svg", url, "w",
		shown.area.w, "h", shown.area.h, "places", places.list);
}

json_t *
piece_picture_colours(const struct game *game, const struct code *code)
{
	const struct printed_game *printed = printed_game_of(game);
	json_t *list = json_array();

	for (unsigned i = 0; printed->seat_colour != NULL && i < game->pieces(code); i++)
		json_array_append_new(list, json_sprintf("#%06x", printed->seat_colour(code, i)));
	return list;
}
