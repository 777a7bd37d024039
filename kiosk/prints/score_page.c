/* SPDX-License-Identifier: MIT
 * The score page. Grey prints as well as colour does: nothing
 * is told by colour alone. */
#include "kiosk/prints/score_page.h"

#include <stdio.h>
#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/prints/event_pages.h"

#define TOP        2700 /* below the head */
#define BANNER_H   1500
#define BLOCKS_Y   (TOP + BANNER_H + 700)
#define FOOT_Y     (EVENT_PAGE_H - 3300)
#define QR_SIZE    2600
#define GAP        700 /* between columns */
#define COLUMN_W   ((EVENT_PAGE_W - GAP) / 2)
#define HEADER_H   900 /* of a player's block */
#define LINE_H     480 /* at most */
#define LINE_MIN   270
#define BLOCK_GAP  420
#define WHAT_W     3150
#define POINTS_W   900
#define LIST_LINE  330 /* of what was played */
#define LIST_CHARS 68  /* of such a line at its size */

#define WINNER 0xfdf0cf /* a faint gold, nearly white in grey */
#define BAND   0xeef1f5

struct score_page {
	const struct entry *entry;
	const struct event_state *state;
	json_t *result, *players, *winners; /* of the entry */
	json_t *scale;                      /* of a game alone: where each rank starts; or NULL */
	const char *ruling;                 /* the organiser's, or "" */
	const struct game *game;            /* by its name, or NULL */
	const struct kiosk_game *table;
	bool has_code; /* the code could be read, and the layout built */
	struct code code;
	char code_text[CODE_TEXT];
	bool told;                   /* the code is shown */
	int rank;                    /* of a game alone */
	unsigned count;              /* of players */
	unsigned order[PLAYERS_MAX]; /* players by place */
	char name[PLAYERS_MAX][NAME_BYTES + 16];
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
};

static const char *
text_of(json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text == NULL ? "" : text;
}

static int
number_of(json_t *object, const char *name)
{
	return (int)json_integer_value(json_object_get(object, name));
}

static void
write_points(const struct score_page *page, int points, char text[16])
{
	const char *currency = page->table->currency;

	snprintf(text, 16, "%s%s%d", points < 0 ? "\u2212" : "", currency == NULL ? "" : currency,
		points < 0 ? -points : points);
}

static bool
is_winner(const struct score_page *page, unsigned player)
{
	json_t *winner;
	size_t i;

	json_array_foreach(page->winners, i, winner)
		if (json_integer_value(winner) == player)
			return true;
	return false;
}

/* Two of the same total, one of whom has the better place. */
static bool
was_broken(const struct score_page *page, unsigned winner)
{
	int total = number_of(json_array_get(page->players, winner), "total");

	for (unsigned i = 0; i < page->count; i++)
		if (!is_winner(page, i) && number_of(json_array_get(page->players, i), "total") == total)
			return true;
	return false;
}

/* "rank 3 of 4 (31 to 35)". */
static void
write_rank(const struct score_page *page, GString *out)
{
	size_t ranks = json_array_size(page->scale), rank = (size_t)MAX(page->rank, 0);
	int from = (int)json_integer_value(json_array_get(page->scale, rank));
	int next = (int)json_integer_value(json_array_get(page->scale, rank + 1));

	g_string_append_printf(out, ": rank %d of %zu (", page->rank, ranks - 1);
	if (rank == 0)
		g_string_append_printf(out, "up to %d)", next - 1);
	else if (rank + 1 < ranks)
		g_string_append_printf(out, "%d to %d)", from, next - 1);
	else
		g_string_append_printf(out, "%d and more)", from);
}

static void
write_banner(const struct score_page *page, GString *out)
{
	const struct rules *rules = page->game == NULL ? NULL : rules_of(page->game);
	json_t *first = json_array_get(page->players, page->order[0]);
	unsigned winners = (unsigned)json_array_size(page->winners);
	char points[16];

	write_points(page, number_of(first, "total"), points);
	if (page->count == 1) {
		g_string_printf(out, "%s scores %s alone", page->name[0], points);
		if (page->scale != NULL)
			write_rank(page, out);
		return;
	}
	if (winners == 0) {
		g_string_append(out, "Nobody wins");
		return;
	}
	/* "Ana, Bo and Cy" */
	for (unsigned i = 0, named = 0; i < page->count; i++) {
		if (!is_winner(page, i))
			continue;
		g_string_append_printf(out, "%s%s",
			named == 0                     ? ""
				: named + 1 == winners ? " and "
						       : ", ",
			page->name[i]);
		named++;
	}
	if (winners > 1) {
		g_string_append_printf(out, " share the win with %s each", points);
		return;
	}
	g_string_append_printf(out, " wins with %s", points);
	if (rules != NULL && rules->tie.id != NULL && was_broken(page, page->order[0]))
		g_string_append_printf(out, ": level, and %s", rules->tie.english);
}

static void
draw_banner(const struct score_page *page, struct canvas *canvas)
{
	const struct font font = {FACE_BOLD, 620, COLOUR_INK, ALIGN_LEFT};
	GString *words = g_string_new(NULL);

	write_banner(page, words);
	canvas_rounded(canvas, (struct rect){0, TOP, EVENT_PAGE_W, BANNER_H}, 250, WINNER, 30, COLOUR_INK);
	canvas_symbol(canvas, SYMBOL_STAR, (struct rect){350, TOP + 250, 1000, 1000});
	canvas_text(canvas, &font, (struct rect){1700, TOP, EVENT_PAGE_W - 2100, BANNER_H}, words->str);
	g_string_free(words, TRUE);
}

/* With the minus of the numbers beside it. */
static char *
with_minus(const char *words)
{
	GString *out = g_string_new(words);

	for (gsize at = 0; at + 1 < out->len; at++) {
		if (out->str[at] != '-' || !strchr("$0123456789", out->str[at + 1]))
			continue;
		g_string_erase(out, (gssize)at, 1);
		g_string_insert(out, (gssize)at, "\u2212");
	}
	return g_string_free(out, FALSE);
}

/* A line of a score: what, why, points. */
static void
draw_line(const struct score_page *page, json_t *line, struct rect at, struct canvas *canvas)
{
	int32_t size = MIN(310, at.h * 7 / 10);
	const struct font what = {FACE_CONDENSED, size, COLOUR_INK, ALIGN_LEFT};
	const struct font why = {FACE_CONDENSED, size, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_BOLD, size, COLOUR_INK, ALIGN_RIGHT};
	char points[16], *reason = with_minus(text_of(line, "why"));

	write_points(page, number_of(line, "points"), points);
	canvas_text(canvas, &what, (struct rect){at.x + 150, at.y, WHAT_W - 250, at.h}, text_of(line, "what"));
	canvas_text(canvas, &why, (struct rect){at.x + WHAT_W, at.y, at.w - WHAT_W - POINTS_W - 100, at.h}, reason);
	canvas_text(canvas, &number, (struct rect){at.x + at.w - POINTS_W - 150, at.y, POINTS_W, at.h}, points);
	canvas_line(canvas, at.x, at.y + at.h, at.x + at.w, at.y + at.h, 10, COLOUR_FAINT);
	g_free(reason);
}

/* "Kept A01 A02; discarded B07". To be freed. */
static char *
list_played(const struct score_page *page, unsigned player)
{
	json_t *of = json_array_get(json_object_get(page->result, "players"), player), *name;
	GString *out = g_string_new(NULL);
	size_t k;

	for (unsigned i = 0; i < PLAYED_LISTS && page->table->played[i].member != NULL; i++) {
		json_t *list = json_object_get(of, page->table->played[i].member);

		if (json_array_size(list) == 0)
			continue;
		g_string_append_printf(out, "%s%s", out->len > 0 ? "; " : "", page->table->played[i].words);
		json_array_foreach(list, k, name)
			g_string_append_printf(out, " %s", json_is_string(name) ? json_string_value(name) : "?");
	}
	return g_string_free(out, FALSE);
}

/* 0 where a game has nothing to list. */
static int32_t
played_height(const struct score_page *page, unsigned player)
{
	char *words = list_played(page, player);
	long lines = (g_utf8_strlen(words, -1) + LIST_CHARS - 1) / LIST_CHARS;

	g_free(words);
	return lines == 0 ? 0 : (int32_t)lines * LIST_LINE + 150;
}

static void
draw_played(const struct score_page *page, unsigned player, struct rect box, struct canvas *canvas)
{
	const struct font font = {FACE_CONDENSED, 260, COLOUR_QUIET, ALIGN_LEFT};
	char *words = list_played(page, player);

	canvas_paragraph(canvas, &font, (struct rect){box.x + 150, box.y + 100, box.w - 300, box.h - 100}, words);
	g_free(words);
}

static int32_t
block_height(const struct score_page *page, unsigned player, int32_t line)
{
	json_t *lines = json_object_get(json_array_get(page->players, player), "lines");

	return HEADER_H + (int32_t)json_array_size(lines) * line + played_height(page, player) + BLOCK_GAP;
}

static void
draw_block(const struct score_page *page, unsigned player, int32_t x, int32_t y, int32_t line_h, struct canvas *canvas)
{
	const struct font place_font = {FACE_BOLD, 460, COLOUR_INK, ALIGN_CENTRE};
	const struct font name_font = {FACE_BOLD, 440, COLOUR_INK, ALIGN_LEFT};
	const struct font total_font = {FACE_BOLD, 560, COLOUR_INK, ALIGN_RIGHT};
	json_t *score = json_array_get(page->players, player), *line;
	struct rect row = {x, y + HEADER_H, COLUMN_W, line_h};
	char place[16], total[16], name[sizeof page->name[0] + 8];
	size_t i;

	/* The board shows what players did with their letters. */
	g_strlcpy(name, page->name[player], sizeof name);
	if (page->table->draw_board != NULL && page->count > 1)
		snprintf(name, sizeof name, "%s (%c)", page->name[player], 'A' + (int)(player % 26));
	snprintf(place, sizeof place, "%d.", number_of(score, "place"));
	write_points(page, number_of(score, "total"), total);
	canvas_rounded(canvas, (struct rect){x, y, COLUMN_W, HEADER_H - 100}, 150,
		is_winner(page, player) ? WINNER : BAND, is_winner(page, player) ? 30 : 0, COLOUR_INK);
	canvas_text(canvas, &place_font, (struct rect){x + 100, y, 800, HEADER_H - 100}, place);
	canvas_text(canvas, &name_font, (struct rect){x + 1000, y, COLUMN_W - 2900, HEADER_H - 100}, name);
	canvas_text(canvas, &total_font, (struct rect){x + COLUMN_W - 1800, y, 1650, HEADER_H - 100}, total);
	json_array_foreach(json_object_get(score, "lines"), i, line) {
		draw_line(page, line, row, canvas);
		row.y += line_h;
	}
	row.h = played_height(page, player);
	if (row.h > 0)
		draw_played(page, player, row, canvas);
}

/* Blocks go down the left column, then down the right one, unless the board is there. */
static unsigned
left_blocks(const struct score_page *page)
{
	return page->table->draw_board != NULL ? page->count : (page->count + 1) / 2;
}

static int32_t
column_height(const struct score_page *page, unsigned first, unsigned end, int32_t line)
{
	int32_t sum = 0;

	for (unsigned i = first; i < end; i++)
		sum += block_height(page, page->order[i], line);
	return sum;
}

static void
draw_blocks(const struct score_page *page, struct canvas *canvas)
{
	unsigned left = left_blocks(page);
	int32_t line = LINE_H, y = BLOCKS_Y;

	while (line > LINE_MIN &&
		MAX(column_height(page, 0, left, line), column_height(page, left, page->count, line)) >
			FOOT_Y - BLOCKS_Y)
		line -= 10;
	for (unsigned i = 0; i < page->count; i++) {
		if (i == left)
			y = BLOCKS_Y;
		draw_block(page, page->order[i], i < left ? 0 : COLUMN_W + GAP, y, line, canvas);
		y += block_height(page, page->order[i], line);
	}
	if (page->table->draw_board != NULL && page->has_code)
		page->table->draw_board(
			page->layout, page->result, COLUMN_W + GAP + COLUMN_W / 2, BLOCKS_Y + 900, canvas);
}

/* The code with its QR, and where the result is kept. */
static void
draw_foot(const struct score_page *page, struct canvas *canvas)
{
	const struct font code = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	const struct font quiet = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_LEFT};
	int32_t x = page->told ? QR_SIZE + 400 : 0, y = FOOT_Y + 500;
	char words[160];

	canvas_line(canvas, 0, FOOT_Y, EVENT_PAGE_W, FOOT_Y, 30, COLOUR_INK);
	if (page->told) {
		char plain[CODE_TEXT], *to = plain;

		for (const char *at = page->code_text; *at != '\0'; at++)
			if (*at != '-')
				*to++ = *at;
		*to = '\0';
		canvas_qr(canvas, (struct rect){0, FOOT_Y + 350, QR_SIZE, QR_SIZE}, plain);
		canvas_text(canvas, &code, (struct rect){x, y, EVENT_PAGE_W - x, 500}, page->code_text);
		y += 600;
	}
	snprintf(words, sizeof words, "Result %lld, %s%.100s", (long long)page->entry->id,
		page->entry->kind == ENTRY_CORRECTION ? "corrected by the " : "entered by ", page->entry->who);
	if (!g_utf8_validate(words, -1, NULL))
		*strrchr(words, ',') = '\0';
	canvas_text(canvas, &quiet, (struct rect){x, y, EVENT_PAGE_W - x, 450}, words);
	if (page->ruling[0] != '\0')
		canvas_text(canvas, &quiet, (struct rect){x, y += 500, EVENT_PAGE_W - x, 450}, page->ruling);
	if (page->entry->why[0] != '\0')
		canvas_text(canvas, &quiet, (struct rect){x, y += 500, EVENT_PAGE_W - x, 450}, page->entry->why);
	if (page->game != NULL) {
		snprintf(words, sizeof words, "%s, a game by %s", page->game->title, page->game->designer);
		canvas_text(canvas, &quiet, (struct rect){x, y + 500, EVENT_PAGE_W - x, 450}, words);
	}
}

/* The game, and where it was played: "…: round 2, table 3". */
static void
write_title(const struct score_page *page, char title[160])
{
	const char *game = page->game == NULL ? page->entry->game : page->game->title;

	if (page->entry->event)
		snprintf(title, 160, "%s: round %u, table %u", game, page->entry->round, page->entry->table);
	else
		snprintf(title, 160, "%s", game);
}

static void
draw_page(void *data, unsigned number, struct canvas *canvas)
{
	const struct score_page *page = data;
	GDateTime *when = g_date_time_new_from_unix_local(page->entry->when / 1000);
	char *date = when == NULL ? NULL : g_date_time_format(when, "%e %B %Y, %H:%M"), title[160];
	const char *event = page->entry->event && page->state->name != NULL ? page->state->name : "Score";

	write_title(page, title);
	event_page_head_draw(
		&(struct event_page_head){.event = event, .date = date, .title = title}, number, 1, canvas);
	draw_banner(page, canvas);
	draw_blocks(page, canvas);
	draw_foot(page, canvas);
	g_free(date);
	if (when != NULL)
		g_date_time_unref(when);
}

/* Names, and players by place; those of one place as they sit. */
static void
arrange(struct score_page *page)
{
	unsigned at = 0;

	for (unsigned i = 0; i < page->count; i++) {
		const char *name = text_of(json_array_get(page->players, i), "name");

		if (*name != '\0')
			g_strlcpy(page->name[i], name, sizeof page->name[i]);
		else
			snprintf(page->name[i], sizeof page->name[i], "Player %c", 'A' + (int)(i % 26));
	}
	for (int place = 1; place <= (int)page->count; place++)
		for (unsigned i = 0; i < page->count; i++)
			if (number_of(json_array_get(page->players, i), "place") == place)
				page->order[at++] = i;
	page->count = at;
}

/* The layout where the code can still be read: an event's key may be gone. */
static void
find_code(struct score_page *page)
{
	const char *text = json_string_value(json_object_get(page->result, "code"));
	struct problems problems;
	const struct game *game;

	problems_init(&problems);
	game = text == NULL ? NULL : game_of_text(text, event_key(page->state), &page->code, &problems);
	page->has_code = game != NULL;
	page->game = game != NULL ? game : game_by_id(page->entry->game);
	page->table = kiosk_game_of(page->game);
	if (game == NULL)
		return;
	game->build(page->layout, &page->code);
	code_write(&page->code, event_key(page->state), page->code_text);
}

GBytes *
score_page_pdf(struct memory_document *documents, const struct entry *entry, const struct event_state *state, bool told,
	struct problem *problem)
{
	struct score_page *page = g_new0(struct score_page, 1);
	json_t *score = json_loads(entry->score, 0, NULL);
	GBytes *bytes = NULL;

	page->entry = entry;
	page->state = state;
	page->result = json_loads(entry->result, 0, NULL);
	page->players = json_object_get(score, "players");
	page->winners = json_object_get(score, "winners");
	page->ruling = text_of(score, "ruling");
	page->rank = number_of(score, "rank");
	page->scale = json_object_get(score, "scale");
	page->count = (unsigned)MIN(json_array_size(page->players), PLAYERS_MAX);
	find_code(page);
	page->told = told && page->has_code;
	arrange(page);
	if (page->count == 0)
		problem_set(problem, SAY("score-missing", "this result has no score that could be printed"));
	else
		bytes = memory_document_draw(documents,
			&(struct memory_pages){.format = FORMAT_PDF,
				.ink = INK_FULL,
				.title = "Score",
				.subject = told ? entry->play : entry->game,
				.paper = paper_a4,
				.pages = 1,
				.w = EVENT_PAGE_W,
				.h = EVENT_PAGE_H,
				.draw = draw_page,
				.data = page},
			problem);
	json_decref(score);
	json_decref(page->result);
	g_free(page);
	return bytes;
}
