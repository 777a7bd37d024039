/* SPDX-License-Identifier: MIT
 * seedpress-kiosk cuts: a game of Coupon Clipper written down cut by cut. Every
 * cut is checked; what came free is shown, and whose it is; the sheets are drawn
 * as they lie on the table; a finished game becomes a result to score. */
#include "kiosk/games/coupons_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/canvas/text_picture.h"
#include "kiosk/games/kiosk_game.h"
#include "scoring/answer.h"
#include "scoring/play/coupons_log.h"

/* A unit cell of the picture, with the line it shares with its neighbours; room for labels. */
#define CELL_W 12
#define CELL_H 3
#define LEFT   2
#define TOP    1

/* All that the command works on, large. */
struct clipping {
	struct code code;
	const struct code_key *key;
	struct coupons_layout layout;
	struct coupons_table table;
	struct coupons_log log;
	struct coupons_record record;
	struct answer answer;
	struct problems problems;
	char text[COUPONS_LOG_TEXT + 1];
	char written[ANSWER_TEXT];
};

static const char *
player(const struct clipping *clipping, unsigned number, char buffer[16])
{
	return player_name(&clipping->log.players, number, buffer);
}

/* Dotted where it can still be cut, heavy where it is cut. */
static void
draw_lines(struct text_picture *picture, const struct cuts_sheet *lines, const struct cuts *cuts)
{
	text_picture_box(
		picture, LEFT, TOP, FIELD_COLS * CELL_W, FIELD_ROWS * CELL_H, TEXT_PICTURE_LIGHT);
	for (unsigned i = 0; i < lines->links; i++) {
		const struct link *link = &lines->link[i];
		enum text_picture_line line =
			cuts->done >> i & 1 ? TEXT_PICTURE_HEAVY : TEXT_PICTURE_DOTTED;
		int length = link->to - link->from;
		int x = LEFT + link->from % CUTS_POINT_COLS * CELL_W;
		int y = TOP + link->from / CUTS_POINT_COLS * CELL_H;

		if (link->way == WAY_RIGHT)
			text_picture_across(picture, x, y, length * CELL_W, line);
		else
			text_picture_down(picture, x, y, length / CUTS_POINT_COLS * CELL_H, line);
	}
}

static void
draw_labels(struct text_picture *picture)
{
	for (int col = 0; col <= FIELD_COLS; col++)
		text_picture_print(picture, LEFT + col * CELL_W, 0, "%c", 'a' + col);
	for (int row = 0; row <= FIELD_ROWS; row++)
		text_picture_print(picture, 0, TOP + row * CELL_H, "%d", row);
}

/* Money and copies as they follow a name, "" for neither. */
static void
describe(const struct coupon *coupon, char *face, size_t size)
{
	char money[8] = "", times[8] = "";

	if (coupon->money > 0)
		snprintf(money, sizeof money, " $%u", coupon->money);
	if (coupon->times > 1)
		snprintf(times, sizeof times, " ×%u", coupon->times);
	snprintf(face, size, "%s%s", money, times);
}

/* What a coupon shows; one that is gone has its owner instead. */
static void
draw_coupon(struct text_picture *picture, const struct clipping *clipping, unsigned sheet,
	unsigned index)
{
	const struct coupons_game *game = &clipping->log.game;
	const struct coupon *coupon = &clipping->layout.coupon[sheet][index];
	int x = LEFT + coupon->col * CELL_W + 1, y = TOP + coupon->row * CELL_H + 1;
	int width = coupon->cols * CELL_W - 1;
	char id[4], face[24];

	coupon_id(sheet, index, id);
	if (game->gone[sheet] >> index & 1) {
		text_picture_centre(picture, x, y, width, "%s %s %c", id,
			game->discarded[sheet] >> index & 1 ? "×" : "→",
			'A' + game->owner[sheet][index]);
		return;
	}
	describe(coupon, face, sizeof face);
	text_picture_centre(picture, x, y, width, "%s%s", id, face);
	text_picture_centre(picture, x, y + 1, width, "%s", coupon_kind_name(coupon->kind));
}

static void
print_sheet(const struct clipping *clipping, unsigned sheet)
{
	const struct coupons_game *game = &clipping->log.game;
	const struct cuts_sheet *lines = &clipping->table.sheet[sheet];
	struct text_picture *picture = text_picture_new(
		LEFT + FIELD_COLS * CELL_W + 1, TOP + FIELD_ROWS * CELL_H + 1);
	unsigned left = COUPONS_A_SHEET - (unsigned)__builtin_popcount(game->gone[sheet]);
	unsigned pieces = cuts_pieces(lines, &game->cuts[sheet]);
	GString *text = g_string_new(NULL);
	char buffer[16];

	printf("\nSheet %c, held by %s: %u coupons in %u piece%s\n", 'A' + sheet,
		player(clipping, coupons_game_holder(game, sheet), buffer), left, pieces,
		pieces == 1 ? "" : "s");
	draw_lines(picture, lines, &game->cuts[sheet]);
	draw_labels(picture);
	for (unsigned i = 0; i < COUPONS_A_SHEET; i++)
		draw_coupon(picture, clipping, sheet, i);
	text_picture_write(picture, text);
	fputs(text->str, stdout);
	g_string_free(text, TRUE);
	text_picture_free(picture);
}

static void
print_coupon(const struct clipping *clipping, unsigned sheet, unsigned index)
{
	const struct coupon *coupon = &clipping->layout.coupon[sheet][index];
	char id[4], face[24];

	coupon_id(sheet, index, id);
	describe(coupon, face, sizeof face);
	printf(" %s %s%s", id, coupon_kind_name(coupon->kind), face);
}

static void
print_move(const struct clipping *clipping, const struct log_move *move)
{
	char buffer[16];

	printf("  %s, sheet %c:", player(clipping, move->player, buffer), 'A' + move->sheet);
	if (move->fresh == 0)
		printf(" nothing comes free");
	for (uint32_t left = move->fresh; left != 0; left &= left - 1) {
		print_coupon(clipping, move->sheet, (unsigned)__builtin_ctz(left));
		fputs(left & (left - 1) ? "," : "", stdout);
	}
	for (unsigned i = 0; i < move->done.discards; i++) {
		fputs(i == 0 ? "; discards" : ",", stdout);
		print_coupon(clipping, move->done.discard[i].sheet, move->done.discard[i].index);
	}
	if (move->tokens > 0)
		printf("; %u token%s spent", move->tokens, move->tokens == 1 ? "" : "s");
	putchar('\n');
}

static void
print_moves(const struct clipping *clipping)
{
	const struct coupons_log *log = &clipping->log;

	for (unsigned i = 0; i < log->moves; i++) {
		const struct log_move *move = &log->move[i];

		if (i == 0 || move[-1].turn != move->turn)
			printf("Turn %u\n", move->turn + 1u);
		print_move(clipping, move);
	}
}

static void
print_score(const struct clipping *clipping)
{
	const struct score *score = &clipping->answer.score;
	char buffer[16];

	printf("\nThe game is over after %u turns.\n", clipping->log.game.turn);
	for (unsigned place = 1; place <= score->players; place++)
		for (unsigned i = 0; i < score->players; i++)
			if (score->player[i].place == place)
				printf("  %u. %s $%d\n", place, player(clipping, i, buffer),
					score->player[i].total);
}

/* Writes the result of a finished game and has the rule book read it like any other. */
static bool
make_result(struct clipping *clipping)
{
	struct coupons_result *result = (struct coupons_result *)clipping->answer.result;
	struct text out;

	memset(result, 0, sizeof *result);
	result->base.players = clipping->log.players;
	coupons_game_result(&clipping->log.game, result);
	rules_printed(&rules_coupons, clipping->code.option, result->base.house);
	clipping->answer.game = rules_coupons.game;
	clipping->answer.rules = &rules_coupons;
	clipping->answer.code = clipping->code;
	clipping->answer.has_code = true;
	text_init(&out, clipping->written, sizeof clipping->written);
	answer_write_result(&clipping->answer, clipping->key, &out);
	*out.at = '\0';
	return answer_text(&clipping->answer, clipping->written, (size_t)(out.at - out.start),
		clipping->key);
}

static int
show(struct clipping *clipping, const char *name, bool legal, bool json)
{
	bool over = coupons_game_over(&clipping->log.game);

	if (!json)
		print_moves(clipping);
	for (unsigned sheet = 0; !json && sheet < clipping->layout.sheets; sheet++)
		if (!cuts_over(&clipping->table.sheet[sheet], &clipping->log.game.cuts[sheet]))
			print_sheet(clipping, sheet);
	if (!legal)
		return command_refuse(name, &clipping->problems);
	if (!over && json) {
		command_say("%s: the game is not over, so it has no result yet", name);
		return EXIT_REFUSED;
	}
	if (!over)
		return EXIT_SUCCESS;
	if (!make_result(clipping))
		return command_refuse(name, &clipping->answer.problems);
	if (json)
		puts(clipping->written);
	else
		print_score(clipping);
	return EXIT_SUCCESS;
}

/* Reads the log; false after a sentence when that does not go. */
static bool
read_log(struct clipping *clipping, const char *name, const char *shown, size_t *length)
{
	FILE *stream = strcmp(name, "-") == 0 ? stdin : fopen(name, "rbe");
	bool failed = stream == NULL;

	if (stream != NULL) {
		*length = fread(clipping->text, 1, sizeof clipping->text, stream);
		failed = ferror(stream) != 0;
	}
	if (failed)
		command_say("%s cannot be read: %s", shown, strerror(errno));
	if (stream != NULL && stream != stdin)
		fclose(stream);
	if (failed)
		return false;
	if (*length > COUPONS_LOG_TEXT) {
		command_say("%s is no log: it has more than %d bytes", shown, COUPONS_LOG_TEXT);
		return false;
	}
	if (!g_utf8_validate(clipping->text, (gssize)*length, NULL)) {
		command_say("%s is no log: it is not text in UTF-8", shown);
		return false;
	}
	return true;
}

static int
check_log(struct clipping *clipping, const char *name, bool json)
{
	char *shown = command_shown(strcmp(name, "-") == 0 ? "the log" : name);
	int status = EXIT_REFUSED;
	size_t length;

	if (read_log(clipping, name, shown, &length)) {
		bool legal = coupons_log_read(&clipping->log, &clipping->table, clipping->text, length,
			&clipping->problems);

		status = show(clipping, shown, legal, json);
	}
	g_free(shown);
	return status;
}

/* A game of simple players, to see what a log looks like. */
static int
print_sample(struct clipping *clipping, const char *name, uint64_t dice)
{
	enum coupons_player kind[COUPONS_SHEETS_MAX];
	struct random random;
	struct text out;
	int wanted = 0;

	while (wanted < COUPONS_PLAYER_KINDS &&
		strcmp(coupons_player_name((enum coupons_player)wanted), name) != 0)
		wanted++;
	if (wanted == COUPONS_PLAYER_KINDS) {
		char *shown = command_shown(name);

		command_misused("cuts", "--sample takes random, greedy or ahead, not \"%s\"", shown);
		g_free(shown);
		return EXIT_USAGE;
	}
	for (unsigned i = 0; i < COUPONS_SHEETS_MAX; i++)
		kind[i] = (enum coupons_player)wanted;
	random_init(&random, dice, 0, 0);
	coupons_play(&clipping->table, kind, &random, &clipping->log.game, &clipping->record);
	text_init(&out, clipping->text, sizeof clipping->text);
	coupons_log_write(&clipping->record, &clipping->table, &out);
	fwrite(out.start, 1, (size_t)(out.at - out.start), stdout);
	return EXIT_SUCCESS;
}

/* Rebuilds the sheets of a code. False after a sentence. */
static bool
take_code(struct clipping *clipping, const char *text)
{
	char *shown = command_shown(text);
	const struct game *game;
	uint8_t house[HOUSE_RULES];

	problems_init(&clipping->problems);
	game = game_of_text(text, clipping->key, &clipping->code, &clipping->problems);
	if (game != NULL && kiosk_game_of(game)->command != &coupons_command)
		problems_add(&clipping->problems, STATUS_BAD_CODE,
			"this is a code of %s, which is not cut", game->title);
	if (clipping->problems.count > 0) {
		command_refuse(shown, &clipping->problems);
		g_free(shown);
		return false;
	}
	g_free(shown);
	game->build(&clipping->layout, &clipping->code);
	rules_printed(&rules_coupons, clipping->code.option, house);
	coupons_table_init(&clipping->table, &clipping->layout, house[COUPONS_BURGER_PAIR] != 0);
	return true;
}

static int
run(char **words, const struct code_key *key, const char *sample, uint64_t dice, bool json)
{
	struct clipping *clipping = calloc(1, sizeof *clipping);
	int status = EXIT_REFUSED;

	if (clipping == NULL) {
		command_say("there is not enough memory");
		return status;
	}
	clipping->key = key;
	if (take_code(clipping, words[1]))
		status = sample != NULL ? print_sample(clipping, sample, dice)
					: check_log(clipping, words[2], json);
	free(clipping);
	return status;
}

static int
cuts(int argc, char **argv)
{
	char *key_file = NULL, *sample = NULL, *dice_text = NULL;
	gboolean json = FALSE;
	const GOptionEntry entries[] = {
		{"json", 'j', 0, G_OPTION_ARG_NONE, &json, "the result alone, as `score` takes it", NULL},
		{"sample", 0, 0, G_OPTION_ARG_STRING, &sample,
			"no LOG: write one that random, greedy or ahead play", "PLAYER"},
		{"dice", 0, 0, G_OPTION_ARG_STRING, &dice_text, "for another sample", "N"},
		{"key", 'k', 0, G_OPTION_ARG_FILENAME, &key_file, "the event's key, for its codes", "FILE"},
		{0},
	};
	struct code_key key;
	uint64_t dice = 0;
	int status = EXIT_USAGE;

	if (!command_options("cuts CODE LOG|- [OPTION...]",
		    "Checks a game of Coupon Clipper that was written down cut by cut, and shows what "
		    "came\nfree, whose it is, and the sheets. In a log:\n\n"
		    "  player A Ana            a name, before the first turn\n"
		    "  turn 1                  each turn begins so\n"
		    "  A b0-b2-c2 a5-c5 -A07   two cuts (more for tokens) on the sheet that A holds; "
		    "-A07\n                          is discarded, one coupon for each grill\n\n"
		    "A point is a letter, a to g from the left, and a number, 0 to 7 from the top; a cut "
		    "is its\nstart, its turns and its end. An empty log shows the sheets uncut.",
		    entries, &argc, &argv))
		status = EXIT_USAGE;
	else if (argc != (sample != NULL ? 2 : 3))
		status = command_misused("cuts", "cuts takes a code and a log, or a code and --sample");
	else if (!command_number("--dice", dice_text, 0, SEED_MAX, &dice))
		status = EXIT_USAGE;
	else if (key_file != NULL && !command_key(key_file, &key))
		status = EXIT_REFUSED;
	else
		status = run(argv, key_file == NULL ? NULL : &key, sample, dice, json);
	g_free(dice_text);
	g_free(sample);
	g_free(key_file);
	return status;
}

const struct command coupons_command = {
	"cuts", "a game of Coupon Clipper, checked cut by cut", cuts};
