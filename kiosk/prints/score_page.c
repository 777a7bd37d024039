/* SPDX-License-Identifier: MIT
 * The score page. It is also readable in greyscale: nothing is expressed by colour alone. */
#include "kiosk/prints/score_page.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/prints/event_pages.h"

/* The top of the banner, below the heading. Lengths are in hundredths of a millimetre. */
#define TOP 2700

/* Height of the banner with the winner. */
#define BANNER_H 1500

/* The top of the players' blocks. */
#define BLOCKS_Y (TOP + BANNER_H + 700)

/* The top of the part with the code, where the blocks have to end. */
#define FOOT_Y (EVENT_PAGE_H - 3300)

/* Side of the QR code. */
#define QR_SIZE 2600

/* Space between the columns of blocks. */
#define GAP 700

/* Width of such a column. */
#define COLUMN_W ((EVENT_PAGE_W - GAP) / 2)

/* Height of the header of a block. */
#define HEADER_H 900

/* Height of a line of a score if there is enough space. */
#define LINE_H 480

/* Height of a line from which lines are not made lower, even if they do not fit. */
#define LINE_MIN 270

/* Space between two blocks. */
#define BLOCK_GAP 420

/* Width of the name of a line. */
#define WHAT_W 3150

/* Width of the points of a line. */
#define POINTS_W 900

/* Height of a line of the list of what was played. */
#define LIST_LINE 330

/* Characters that fit on a line of that list. */
#define LIST_CHARS 68

/* Background for winners: a faint gold, nearly white in greyscale. */
#define WINNER 0xfdf0cf

/* Background for the headers of other players. */
#define BAND 0xeef1f5

struct score_page {
	const struct entry *entry;
	const struct event_state *state;
	json_t *result, *players, *winners; /* of the entry */
	json_t *scale;                      /* of a solo game: the points from which each rank starts; or NULL */
	const char *ruling;                 /* the organiser's, or "" */
	const struct game *game;            /* or NULL if it is not known */
	const struct kiosk_game *table;
	bool has_code; /* the code could be read, and the layout built */
	struct code code;
	char code_text[CODE_TEXT];
	bool told;                   /* the code is shown */
	int rank;                    /* of a solo game */
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

	g_snprintf(text, 16, "%s%s%d", points < 0 ? "\u2212" : "", currency == NULL ? "" : currency, ABS(points));
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

/* "Ana scores 33 alone: rank 3 of 4 (31 to 35)". */
static void
say_alone(const struct score_page *page, const char *points, struct message *says)
{
	size_t ranks = json_array_size(page->scale), rank = (size_t)MAX(page->rank, 0);

	message_set(says,
		page->scale == NULL ? SAY("alone", "{name} scores {points} alone")
			: rank == 0
			? SAY("alone-up-to", "{name} scores {points} alone: rank {rank} of {ranks} (up to {to})")
			: rank + 1 < ranks
			? SAY("alone-ranked", "{name} scores {points} alone: rank {rank} of {ranks} ({from} to {to})")
			: SAY("alone-at-least",
				  "{name} scores {points} alone: rank {rank} of {ranks} ({from} and more)"),
		ARG_TEXT("name", page->name[0]), ARG_TEXT("points", points), ARG_NUMBER("rank", page->rank),
		ARG_NUMBER("ranks", ranks - 1),
		ARG_NUMBER("from", json_integer_value(json_array_get(page->scale, rank))),
		ARG_NUMBER("to", json_integer_value(json_array_get(page->scale, rank + 1)) - 1));
}

/* Who won, and by which tie-break if somebody else has the same total. */
static void
say_winner(const struct score_page *page, struct message *says)
{
	const struct rules *rules = page->game == NULL ? NULL : rules_of(page->game);
	int total = number_of(json_array_get(page->players, page->order[0]), "total");
	unsigned winners = (unsigned)json_array_size(page->winners);
	bool was_broken = false;
	char points[16];

	write_points(page, total, points);
	for (unsigned i = 0; i < page->count; i++)
		was_broken |= !is_winner(page, i) && number_of(json_array_get(page->players, i), "total") == total;
	if (page->count == 1) {
		say_alone(page, points, says);
		return;
	}
	if (winners == 0)
		message_set(says, SAY("nobody-wins", "Nobody wins"));
	else if (winners > 1)
		message_set(says, SAY("shared-win", "{names} share the win with {points} each"),
			ARG_TEXT("points", points));
	else if (was_broken && rules != NULL && rules->tie.id != NULL)
		message_set(says, SAY("wins-by-tie-break", "{names} wins with {points}: level, and {why}"),
			ARG_TEXT("points", points), ARG_PHRASE("why", SAY(rules->tie.id, rules->tie.english)));
	else
		message_set(says, SAY("wins", "{names} wins with {points}"), ARG_TEXT("points", points));
	for (unsigned i = 0; i < page->count; i++)
		if (is_winner(page, i))
			message_add(says, ARG_TEXT("names", page->name[i]));
}

/* Draws a line of a score: its name, the reason and the points. */
static void
draw_line(const struct score_page *page, json_t *line, struct rect at, struct canvas *canvas)
{
	int32_t size = MIN(310, at.h * 7 / 10);
	const struct font what = {FACE_CONDENSED, size, COLOUR_INK, ALIGN_LEFT};
	const struct font why = {FACE_CONDENSED, size, COLOUR_QUIET, ALIGN_LEFT};
	const struct font number = {FACE_BOLD, size, COLOUR_INK, ALIGN_RIGHT};
	/* Minus signs like those of the points. */
	g_autoptr(GRegex) minus = g_regex_new("-(?=[$0-9])", 0, 0, NULL);
	g_autofree char *reason = g_regex_replace_literal(minus, text_of(line, "why"), -1, 0, "\u2212", 0, NULL);
	char points[16];

	write_points(page, number_of(line, "points"), points);
	canvas_text(canvas, &what, (struct rect){at.x + 150, at.y, WHAT_W - 250, at.h}, text_of(line, "what"));
	canvas_text(canvas, &why, (struct rect){at.x + WHAT_W, at.y, at.w - WHAT_W - POINTS_W - 100, at.h}, reason);
	canvas_text(canvas, &number, (struct rect){at.x + at.w - POINTS_W - 150, at.y, POINTS_W, at.h}, points);
	canvas_line(canvas, at.x, at.y + at.h, at.x + at.w, at.y + at.h, 10, COLOUR_FAINT);
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

/* The height of a player's block, with the list of what was played unless there is nothing to list. */
static int32_t
block_height(const struct score_page *page, unsigned player, int32_t line)
{
	g_autofree char *words = list_played(page, player);
	long played = (g_utf8_strlen(words, -1) + LIST_CHARS - 1) / LIST_CHARS;
	json_t *lines = json_object_get(json_array_get(page->players, player), "lines");

	return HEADER_H + (int32_t)json_array_size(lines) * line + BLOCK_GAP +
		(played == 0 ? 0 : (int32_t)played * LIST_LINE + 150);
}

/* Draws a player's block. Returns its height. */
static int32_t
draw_block(const struct score_page *page, unsigned player, int32_t x, int32_t y, int32_t line_h, struct canvas *canvas)
{
	const struct font place_font = {FACE_BOLD, 460, COLOUR_INK, ALIGN_CENTRE};
	const struct font name_font = {FACE_BOLD, 440, COLOUR_INK, ALIGN_LEFT};
	const struct font total_font = {FACE_BOLD, 560, COLOUR_INK, ALIGN_RIGHT};
	const struct font list_font = {FACE_CONDENSED, 260, COLOUR_QUIET, ALIGN_LEFT};
	const struct rect name = {x + 1000, y, COLUMN_W - 2900, HEADER_H - 100};
	json_t *score = json_array_get(page->players, player), *line;
	struct rect row = {x, y + HEADER_H, COLUMN_W, line_h};
	bool wins = is_winner(page, player);
	char total[16];
	size_t i;

	write_points(page, number_of(score, "total"), total);
	canvas_rounded(canvas, (struct rect){x, y, COLUMN_W, HEADER_H - 100}, 150, wins ? WINNER : BAND, wins ? 30 : 0,
		COLOUR_INK);
	canvas_textf(
		canvas, &place_font, (struct rect){x + 100, y, 800, HEADER_H - 100}, "%d.", number_of(score, "place"));
	/* The board refers to players by their letters. */
	if (page->table->draw_board != NULL && page->count > 1)
		canvas_textf(canvas, &name_font, name, "%s (%c)", page->name[player], 'A' + (int)(player % 26));
	else
		canvas_text(canvas, &name_font, name, page->name[player]);
	canvas_text(canvas, &total_font, (struct rect){x + COLUMN_W - 1800, y, 1650, HEADER_H - 100}, total);
	json_array_foreach(json_object_get(score, "lines"), i, line) {
		draw_line(page, line, row, canvas);
		row.y += line_h;
	}
	int32_t height = block_height(page, player, line_h), left = y + height - BLOCK_GAP - row.y;
	g_autofree char *words = list_played(page, player);
	if (*words != '\0')
		canvas_paragraph(
			canvas, &list_font, (struct rect){row.x + 150, row.y + 100, row.w - 300, left - 100}, words);
	return height;
}

static int32_t
column_height(const struct score_page *page, unsigned first, unsigned end, int32_t line)
{
	int32_t sum = 0;

	for (unsigned i = first; i < end; i++)
		sum += block_height(page, page->order[i], line);
	return sum;
}

/* Half of the blocks are in the left column, the others in the right one, unless that has the board. Lines are made
 * lower until all blocks fit. */
static void
draw_blocks(const struct score_page *page, struct canvas *canvas)
{
	unsigned left = page->table->draw_board != NULL ? page->count : (page->count + 1) / 2;
	int32_t line = LINE_H, y = BLOCKS_Y;

	while (line > LINE_MIN &&
		MAX(column_height(page, 0, left, line), column_height(page, left, page->count, line)) >
			FOOT_Y - BLOCKS_Y)
		line -= 10;
	for (unsigned i = 0; i < page->count; i++) {
		if (i == left)
			y = BLOCKS_Y;
		y += draw_block(page, page->order[i], i < left ? 0 : COLUMN_W + GAP, y, line, canvas);
	}
	if (page->table->draw_board != NULL && page->has_code)
		page->table->draw_board(
			page->layout, page->result, COLUMN_W + GAP + COLUMN_W / 2, BLOCKS_Y + 900, canvas);
}

/* Draws the code with its QR code, and where the result comes from. */
static void
draw_foot(const struct score_page *page, struct canvas *canvas)
{
	const struct font code = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
	const struct font quiet = {FACE_TEXT, 320, COLOUR_QUIET, ALIGN_LEFT};
	int32_t x = page->told ? QR_SIZE + 400 : 0, y = FOOT_Y + 500;
	const bool corrected = page->entry->kind == ENTRY_CORRECTION;

	canvas_line(canvas, 0, FOOT_Y, EVENT_PAGE_W, FOOT_Y, 30, COLOUR_INK);
	if (page->told) {
		g_auto(GStrv) parts = g_strsplit(page->code_text, "-", -1);
		g_autofree char *plain = g_strjoinv("", parts);

		canvas_qr(canvas, (struct rect){0, FOOT_Y + 350, QR_SIZE, QR_SIZE}, plain);
		canvas_text(canvas, &code, (struct rect){x, y, EVENT_PAGE_W - x, 500}, page->code_text);
		y += 600;
	}
	event_page_say(canvas, &quiet, ((struct rect){x, y, EVENT_PAGE_W - x, 450}),
		corrected ? SAY("result-corrected", "Result {number}, corrected by the {who}")
			  : SAY("result-entered", "Result {number}, entered by {who}"),
		ARG_NUMBER("number", page->entry->id), ARG_TEXT("who", page->entry->who));
	if (page->ruling[0] != '\0')
		canvas_text(canvas, &quiet, (struct rect){x, y += 500, EVENT_PAGE_W - x, 450}, page->ruling);
	if (page->entry->why[0] != '\0')
		canvas_text(canvas, &quiet, (struct rect){x, y += 500, EVENT_PAGE_W - x, 450}, page->entry->why);
	if (page->game != NULL)
		event_page_say(canvas, &quiet, ((struct rect){x, y + 500, EVENT_PAGE_W - x, 450}),
			SAY("game-by", "{game}, a game by {designer}"), ARG_TEXT("game", page->game->title),
			ARG_TEXT("designer", page->game->designer));
}

static void
draw_page(void *data, unsigned number, struct canvas *canvas)
{
	const struct font font = {FACE_BOLD, 620, COLOUR_INK, ALIGN_LEFT};
	const struct score_page *page = data;
	const struct entry *entry = page->entry;
	g_autoptr(GDateTime) when = g_date_time_new_from_unix_local(entry->when / 1000);
	g_autofree char *date = when == NULL ? NULL : g_date_time_format(when, "%e %B %Y, %H:%M");
	char words[MESSAGE_TEXT];
	struct message says;

	message_set(&says,
		entry->event ? SAY("score-at-table", "{game}: round {round}, table {table}")
			     : SAY("score-of", "{game}"),
		ARG_TEXT("game", page->game == NULL ? entry->game : page->game->title),
		ARG_NUMBER("round", entry->round), ARG_NUMBER("table", entry->table));
	message_write(&says, &audience_paper, words, sizeof words);
	const struct event_page_head head = {
		.event = entry->event && page->state->name != NULL ? page->state->name : "Score",
		.date = date,
		.title = words,
	};
	event_page_head_draw(&head, number, 1, canvas);
	/* The banner with the winner. */
	say_winner(page, &says);
	message_write(&says, &audience_paper, words, sizeof words);
	canvas_rounded(canvas, (struct rect){0, TOP, EVENT_PAGE_W, BANNER_H}, 250, WINNER, 30, COLOUR_INK);
	canvas_symbol(canvas, SYMBOL_STAR, (struct rect){350, TOP + 250, 1000, 1000});
	canvas_text(canvas, &font, (struct rect){1700, TOP, EVENT_PAGE_W - 2100, BANNER_H}, words);
	draw_blocks(page, canvas);
	draw_foot(page, canvas);
}

/* Fills in the names, and sorts the players by place; those with the same place stay in the order of their seats. */
static void
arrange(struct score_page *page)
{
	unsigned at = 0;

	for (unsigned i = 0; i < page->count; i++) {
		const char *name = text_of(json_array_get(page->players, i), "name");
		struct message player;

		message_set(&player, SAY("player", "Player {letter}"), ARG_TEXT("letter", player_letter(i)));
		message_write(&player, &audience_paper, page->name[i], sizeof page->name[i]);
		if (*name != '\0')
			g_strlcpy(page->name[i], name, sizeof page->name[i]);
	}
	for (int place = 1; place <= (int)page->count; place++)
		for (unsigned i = 0; i < page->count; i++)
			if (number_of(json_array_get(page->players, i), "place") == place)
				page->order[at++] = i;
	page->count = at;
}

GBytes *
score_page_pdf(struct memory_document *documents, const struct entry *entry, const struct event_state *state, bool told,
	struct problem *problem)
{
	g_autofree struct score_page *page = g_new0(struct score_page, 1);
	json_auto_t *score = json_loads(entry->score, 0, NULL), *result = json_loads(entry->result, 0, NULL);
	const char *code = json_string_value(json_object_get(result, "code"));
	struct problems problems;

	page->entry = entry;
	page->state = state;
	page->result = result;
	page->players = json_object_get(score, "players");
	page->winners = json_object_get(score, "winners");
	page->ruling = text_of(score, "ruling");
	page->rank = number_of(score, "rank");
	page->scale = json_object_get(score, "scale");
	page->count = (unsigned)MIN(json_array_size(page->players), PLAYERS_MAX);
	arrange(page);
	if (page->count == 0) {
		problem_set(problem, SAY("score-missing", "this result has no score that could be printed"));
		return NULL;
	}
	/* The code can no longer be read if the event's key has been removed. */
	problems_init(&problems);
	page->game = code == NULL ? NULL : game_of_text(code, event_key(state), &page->code, &problems);
	page->has_code = page->game != NULL;
	if (page->has_code) {
		page->game->build(page->layout, &page->code);
		code_write(&page->code, event_key(state), page->code_text);
	} else {
		page->game = game_by_id(entry->game);
	}
	page->table = kiosk_game_of(page->game);
	page->told = told && page->has_code;
	struct memory_pages pages = {.format = FORMAT_PDF, .ink = INK_FULL, .title = "Score", .pages = 1};
	pages.subject = told ? entry->play : entry->game;
	pages.paper = paper_a4;
	pages.w = EVENT_PAGE_W;
	pages.h = EVENT_PAGE_H;
	pages.draw = draw_page;
	pages.data = page;
	return memory_document_draw(documents, &pages, problem);
}
