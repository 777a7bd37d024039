/* SPDX-License-Identifier: MIT
 * Logs of Coupon Clipper. */
#include "scoring/play/coupons_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scoring/printable.h"
#include "scoring/read.h"

#define SENTENCE   512
#define LINE_BYTES 4096

/* A log while it is read. */
struct reader {
	struct coupons_log *log;
	struct problems *problems;
	unsigned line;
	bool begun;     /* the first turn has */
	unsigned moved; /* players who have cut in this turn, as a set */
	char *word;     /* the rest of the line */
	char text[LINE_BYTES];
};

/* Adds the sentence with the line it is about; always false. */
static bool refuse(struct reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool
refuse(struct reader *reader, const char *format, ...)
{
	char sentence[SENTENCE];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof sentence, format, args);
	va_end(args);
	problems_add(reader->problems, STATUS_BAD_RESULT, "line %u: %s", reader->line, sentence);
	return false;
}

static const char *
name_of(const struct reader *reader, unsigned player, char buffer[16])
{
	return player_name(&reader->log->players, player, buffer);
}

/* The next word of the line, NULL after the last. */
static char *
next_word(struct reader *reader)
{
	char *word = reader->word + strspn(reader->word, " \t\r");
	size_t length = strcspn(word, " \t\r");

	if (*word == '\0')
		return NULL;
	reader->word = word + length + (word[length] != '\0');
	word[length] = '\0';
	return word;
}

/* "c3" */
static void
write_point(unsigned point, char name[3])
{
	name[0] = (char)('a' + point % CUTS_POINT_COLS);
	name[1] = (char)('0' + point / CUTS_POINT_COLS);
	name[2] = '\0';
}

static bool
read_point(const char *text, unsigned *point)
{
	unsigned col = (unsigned)(text[0] - 'a'), row;

	if (col >= CUTS_POINT_COLS)
		return false;
	row = (unsigned)(text[1] - '0');
	*point = row * CUTS_POINT_COLS + col;
	return row < CUTS_POINT_ROWS;
}

/* The way from one point to another that is straight above, below or beside it. */
static bool
way_to(unsigned from, unsigned to, unsigned *way)
{
	bool same_col = from % CUTS_POINT_COLS == to % CUTS_POINT_COLS;
	bool same_row = from / CUTS_POINT_COLS == to / CUTS_POINT_COLS;

	if (same_col == same_row)
		return false;
	if (same_col)
		*way = from < to ? WAY_DOWN : WAY_UP;
	else
		*way = from < to ? WAY_RIGHT : WAY_LEFT;
	return true;
}

/* Whether a point lies behind another, on the way to it. */
static bool
is_past(unsigned point, unsigned goal, unsigned way)
{
	return way == WAY_RIGHT || way == WAY_DOWN ? point > goal : point < goal;
}

/* Adds the steps from a point to the next one named. */
static bool
read_stretch(struct reader *reader, const struct cuts_sheet *lines, const char *word,
	unsigned from, unsigned to, struct cut *cut)
{
	char a[3], b[3];
	unsigned way = 0;

	write_point(from, a);
	write_point(to, b);
	if (!way_to(from, to, &way))
		return refuse(reader, "the cut %s goes from %s to %s, which is not straight", word, a, b);
	while (from != to) {
		int index = lines->leaves[from][way];

		write_point(from, a);
		if (index < 0)
			return refuse(reader, "the cut %s leaves the dotted lines at %s: there is none on to %s",
				word, a, b);
		if (cut->steps == CUTS_LINKS)
			return refuse(reader, "the cut %s is longer than all lines together", word);
		cut->way[cut->steps++] = (uint8_t)way;
		from = lines->link[index].from == from ? lines->link[index].to
						       : lines->link[index].from;
		if (is_past(from, to, way))
			return refuse(reader,
				"the cut %s stops or turns at %s, where no lines meet", word, b);
	}
	return true;
}

/* The cut that a word stands for, along lines that there are; false after a sentence. */
static bool
read_cut(struct reader *reader, const struct cuts_sheet *lines, const char *word, struct cut *cut)
{
	char shown[QUOTE_BYTES];
	unsigned from, to;
	const char *at = word;

	read_quoted(word, shown);
	cut->steps = 0;
	if (!read_point(at, &from))
		return refuse(reader, "\"%s\" is no cut: one reads like b0-b2-c2", shown);
	cut->start = (uint8_t)from;
	for (at += 2; *at != '\0'; at += 3, from = to) {
		if (*at != '-' || !read_point(at + 1, &to))
			return refuse(reader, "\"%s\" is no cut: one reads like b0-b2-c2", shown);
		if (!read_stretch(reader, lines, shown, from, to, cut))
			return false;
	}
	return true;
}

/* Says why a cut is against the rules. Always false. */
static bool
refuse_cut(struct reader *reader, const struct cuts_sheet *lines, const struct cut *cut,
	const char *word, enum cut_fault fault, unsigned step)
{
	unsigned point = cut->start;
	char shown[QUOTE_BYTES], at[3];

	read_quoted(word, shown);
	for (unsigned i = 0; i < step; i++) {
		const struct link *link = &lines->link[lines->leaves[point][cut->way[i]]];

		point = link->from == point ? link->to : link->from;
	}
	write_point(point, at);
	switch (fault) {
	case CUT_EMPTY:
		return refuse(reader, "the cut %s goes nowhere", shown);
	case CUT_NO_START:
		return refuse(reader,
			"the cut %s starts at %s, which is neither at the edge nor cut already", shown, at);
	case CUT_TWICE:
		return refuse(reader, "the cut %s goes on at %s along a line that is cut already", shown,
			at);
	case CUT_OVER:
		if (lines->edge >> point & 1)
			return refuse(reader, "the cut %s has to stop at %s, the edge of the paper", shown,
				at);
		return refuse(reader,
			"the cut %s has to stop at %s: earlier cuts lie across its way on both sides",
			shown, at);
	default:
		return refuse(reader, "the cut %s leaves the dotted lines at %s", shown, at);
	}
}

/* A blank and the word of a cut. */
static void
write_cut(const struct cut *cut, const struct cuts_sheet *lines, struct text *text)
{
	unsigned point = cut->start;
	char name[3];

	write_point(point, name);
	text_raw(text, " ");
	text_raw(text, name);
	for (unsigned i = 0; i < cut->steps; i++) {
		const struct link *link = &lines->link[lines->leaves[point][cut->way[i]]];

		point = link->from == point ? link->to : link->from;
		if (i + 1 < cut->steps && cut->way[i + 1] == cut->way[i])
			continue;
		write_point(point, name);
		text_raw(text, "-");
		text_raw(text, name);
	}
}

static bool
take_cut(struct reader *reader, struct log_move *move, const char *word)
{
	struct coupons_game *game = &reader->log->game;
	const struct cuts_sheet *lines = &game->table->sheet[move->sheet];
	struct cut *cut = &move->done.cut[move->done.cuts];
	enum cut_fault fault;
	unsigned step;
	char buffer[16];

	if (cuts_over(lines, &game->cuts[move->sheet]))
		return refuse(reader, "nothing is left to cut on sheet %c", 'A' + move->sheet);
	if (move->done.cuts >= COUPONS_CUTS_A_TURN + game->tokens[move->player])
		return refuse(reader, "%s has %u token%s left, which is too few for this many cuts",
			name_of(reader, move->player, buffer), game->tokens[move->player],
			game->tokens[move->player] == 1 ? "" : "s");
	if (!read_cut(reader, lines, word, cut))
		return false;
	fault = cuts_make(lines, &game->cuts[move->sheet], cut, &step);
	if (fault != CUT_FINE)
		return refuse_cut(reader, lines, cut, word, fault, step);
	move->done.cuts++;
	return true;
}

static bool
take_discard(struct reader *reader, struct log_move *move, const char *id)
{
	struct coupons_game *game = &reader->log->game;
	struct coupon_name name;
	char shown[QUOTE_BYTES], buffer[16];

	if (!coupon_id_read(id, &name.sheet, &name.index))
		return refuse(reader, "\"%s\" is no coupon: a discard reads like -B07",
			read_quoted(id, shown));
	name.index--;
	if (!coupons_game_may_discard(game, move->player, name))
		return refuse(reader, "%s cannot discard %s: only what %s has, and never coleslaw",
			name_of(reader, move->player, buffer), read_quoted(id, shown),
			name_of(reader, move->player, buffer));
	if (move->done.discards == coupons_grills(game->table->layout, move->sheet, move->fresh))
		return refuse(reader, "%s discards %s, but one is discarded for each grill alone",
			name_of(reader, move->player, buffer), read_quoted(id, shown));
	coupons_game_discard(game, move->player, name);
	move->done.discard[move->done.discards++] = name;
	return true;
}

/* Takes what came free once all cuts are made. */
static bool
finish_cuts(struct reader *reader, struct log_move *move)
{
	struct coupons_game *game = &reader->log->game;
	unsigned cuts = move->done.cuts;
	char buffer[16];

	if (cuts < COUPONS_CUTS_A_TURN &&
		!cuts_over(&game->table->sheet[move->sheet], &game->cuts[move->sheet]))
		return refuse(reader, "%s makes %u cut%s on sheet %c: a turn takes two",
			name_of(reader, move->player, buffer), cuts, cuts == 1 ? "" : "s",
			'A' + move->sheet);
	if (cuts > COUPONS_CUTS_A_TURN)
		move->tokens = (uint8_t)(cuts - COUPONS_CUTS_A_TURN);
	game->tokens[move->player] = (uint8_t)(game->tokens[move->player] - move->tokens);
	move->fresh = coupons_game_collect(game, move->player);
	move->after = game->cuts[move->sheet];
	return true;
}

static bool
take_move(struct reader *reader, unsigned player)
{
	struct coupons_game *game = &reader->log->game;
	struct log_move *move = &reader->log->move[reader->log->moves];
	char buffer[16], *word = next_word(reader);
	unsigned grills;

	if (!reader->begun)
		return refuse(reader, "nobody cuts before the first turn: write \"turn 1\" above");
	if (reader->moved >> player & 1)
		return refuse(reader, "%s has a line in this turn already",
			name_of(reader, player, buffer));
	reader->moved |= 1u << player;
	move->turn = game->turn;
	move->player = (uint8_t)player;
	move->sheet = (uint8_t)coupons_game_sheet(game, player);
	move->tokens = move->done.cuts = move->done.discards = 0;
	for (; word != NULL && *word != '-'; word = next_word(reader))
		if (!take_cut(reader, move, word))
			return false;
	if (!finish_cuts(reader, move))
		return false;
	for (; word != NULL; word = next_word(reader)) {
		if (*word != '-')
			return refuse(reader, "cuts come before discards");
		if (!take_discard(reader, move, word + 1))
			return false;
	}
	grills = coupons_grills(game->table->layout, move->sheet, move->fresh);
	if (move->done.discards < grills)
		return refuse(reader,
			"%s collects %u grill%s and has to discard as many coupons: write them like -B07",
			name_of(reader, player, buffer), grills, grills == 1 ? "" : "s");
	reader->log->moves++;
	return true;
}

/* All who hold something to cut have cut. */
static bool
end_turn(struct reader *reader)
{
	struct coupons_game *game = &reader->log->game;
	char buffer[16];

	for (unsigned player = 0; player < game->table->layout->sheets; player++) {
		unsigned sheet = coupons_game_sheet(game, player);

		if ((reader->moved >> player & 1) == 0 &&
			!cuts_over(&game->table->sheet[sheet], &game->cuts[sheet]))
			return refuse(reader, "%s holds sheet %c and cuts nothing in turn %u",
				name_of(reader, player, buffer), 'A' + sheet, game->turn + 1u);
	}
	reader->moved = 0;
	game->turn++;
	return true;
}

static bool
take_turn(struct reader *reader)
{
	struct coupons_game *game = &reader->log->game;
	char *word = next_word(reader), expected[12];

	if (reader->begun && !end_turn(reader))
		return false;
	if (reader->begun && coupons_game_over(game))
		return refuse(reader, "the game is over: nothing is left to cut");
	reader->begun = true;
	snprintf(expected, sizeof expected, "%u", game->turn + 1u);
	if (word == NULL || strcmp(word, expected) != 0 || next_word(reader) != NULL)
		return refuse(reader, "\"turn %s\" is expected here", expected);
	return true;
}

static bool
take_name(struct reader *reader)
{
	struct players *players = &reader->log->players;
	const char *seat = next_word(reader);
	unsigned player = seat == NULL ? 0 : (unsigned)(seat[0] - 'A');
	char *name = reader->word + strspn(reader->word, " \t");
	size_t length = strlen(name);

	if (seat == NULL || player >= players->count || seat[1] != '\0')
		return refuse(reader, "a name reads like \"player A Ana\", for players A to %c",
			'A' + players->count - 1);
	if (reader->begun)
		return refuse(reader, "names come before the first turn");
	while (length > 0 && strchr(" \t\r", name[length - 1]) != NULL)
		length--;
	name[length] = '\0';
	if (length == 0 || length > 80)
		return refuse(reader, "a name has 1 to 80 bytes");
	if (!printable(name))
		return refuse(reader, "a name has no characters that cannot be shown");
	memcpy(players->name[player], name, length + 1);
	return true;
}

static bool
take_line(struct reader *reader)
{
	char shown[QUOTE_BYTES], *word;

	reader->word = reader->text;
	reader->text[strcspn(reader->text, "#")] = '\0';
	word = next_word(reader);
	if (word == NULL)
		return true;
	if (strcmp(word, "turn") == 0)
		return take_turn(reader);
	if (strcmp(word, "player") == 0)
		return take_name(reader);
	if (word[1] == '\0' && (unsigned)(word[0] - 'A') < reader->log->players.count)
		return take_move(reader, (unsigned)(word[0] - 'A'));
	return refuse(reader, "\"%s\" is neither turn, player nor one of the players A to %c",
		read_quoted(word, shown), 'A' + reader->log->players.count - 1);
}

bool
coupons_log_read(struct coupons_log *log, const struct coupons_table *table, const char *text,
	size_t length, struct problems *problems)
{
	struct reader reader = {.log = log, .problems = problems};
	const char *end = text + length;

	coupons_game_init(&log->game, table);
	memset(&log->players, 0, sizeof log->players);
	log->players.count = table->layout->sheets;
	log->moves = 0;
	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t bytes = (size_t)((stop == NULL ? end : stop) - text);

		reader.line++;
		if (bytes >= sizeof reader.text)
			return refuse(&reader, "the line is longer than %d bytes", LINE_BYTES - 1);
		memcpy(reader.text, text, bytes);
		reader.text[bytes] = '\0';
		if (!take_line(&reader))
			return false;
		text += bytes + 1;
	}
	if (!reader.begun)
		return true;
	return end_turn(&reader);
}

void
coupons_log_write(const struct coupons_record *record, const struct coupons_table *table,
	struct text *text)
{
	struct coupons_game game; /* to know who holds what */

	coupons_game_init(&game, table);
	for (; game.turn < record->turns; game.turn++) {
		text_raw(text, "turn ");
		text_number(text, game.turn + 1);
		text_raw(text, "\n");
		for (unsigned player = 0; player < table->layout->sheets; player++) {
			const struct coupons_turn *turn = &record->turn[game.turn][player];
			const char seat[] = {(char)('A' + player), '\0'};

			if (turn->cuts == 0)
				continue;
			text_raw(text, seat);
			for (unsigned i = 0; i < turn->cuts; i++)
				write_cut(&turn->cut[i],
					&table->sheet[coupons_game_sheet(&game, player)], text);
			for (unsigned i = 0; i < turn->discards; i++) {
				char id[4];

				coupon_id(turn->discard[i].sheet, turn->discard[i].index, id);
				text_raw(text, " -");
				text_raw(text, id);
			}
			text_raw(text, "\n");
		}
	}
}
