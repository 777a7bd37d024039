/* SPDX-License-Identifier: MIT
 * The cover of a kit: what is in it, what to print it on, what to do before the doors open, and the commitment. It
 * shows no seed and no code, so it need not be kept secret. The checklists of the tables follow. */
#include "gen/kit/document.h"

/* Lengths are hundredths of a millimetre. */
#define TITLE_H   2500 /* most height of the event's name */
#define NAME_LONG 90   /* characters of a name that is printed small: a size for longer ones is searched too long */
#define ROW_H     540  /* of the contents */
#define HALF_W    8900 /* of a column: advice on the left, steps on the right */
#define RIGHT_X   (KIT_W - HALF_W) /* of the right column */
#define RULER     10000            /* 100 mm */
#define RULER_H   2000             /* the ruler with its numbers and the white below */
#define HASH_H    2500             /* of the box with the commitment */
#define STEPS_H   7300             /* of a kit with all games and a key */

static const struct font heading = {FACE_BOLD, 420, COLOUR_INK, ALIGN_LEFT};
static const struct font text = {FACE_TEXT, 340, COLOUR_INK, ALIGN_LEFT};
static const struct font number = {FACE_TEXT, 340, COLOUR_INK, ALIGN_RIGHT};
static const struct font label = {FACE_TEXT, 290, COLOUR_QUIET, ALIGN_LEFT};
static const struct font label_right = {FACE_TEXT, 290, COLOUR_QUIET, ALIGN_RIGHT};

/* The columns of the contents. */
static const struct column {
	const char *name;
	int32_t x, w;
	bool right;
} columns[] = {
	{"Round", 0, 1100, true},
	{"Game", 2200, 4400, false},
	{"Tables", 6800, 5000, false},
	{"Spares", 11800, 1200, true},
	{"Files", 13200, 1200, true},
	{"Pages", 14600, 1300, true},
	{"Printed on", 16300, KIT_W - 16300, false},
};

/* Returns where the title ends. */
static int32_t
draw_title(const struct kit *kit, struct canvas *canvas)
{
	struct font name = {FACE_BOLD, 960, COLOUR_INK, ALIGN_LEFT};
	const struct font date = {FACE_TEXT, 440, COLOUR_QUIET, ALIGN_LEFT};

	if (g_utf8_strlen(kit->name, -1) > NAME_LONG)
		name.size = 500; /* avoids the slow search for a size at which the paragraph fits */
	int32_t used = canvas_paragraph(canvas, &name, (struct rect){0, 0, KIT_W, TITLE_H}, kit->name);
	if (kit->date == NULL)
		return used;
	canvas_text(canvas, &date, (struct rect){0, used + 100, KIT_W, 600}, kit->date);
	return used + 700;
}

static void
cell(struct canvas *canvas, int column, int32_t y, const char *words, bool head)
{
	const struct column *at = &columns[column];
	const struct font *font = at->right ? (head ? &label_right : &number) : (head ? &label : &text);

	canvas_text(canvas, font, (struct rect){at->x, y, at->w, ROW_H}, words);
}

static void
draw_round(const struct kit *kit, unsigned n, const struct kit_amount *amount, int32_t y, struct canvas *canvas)
{
	const struct kit_round *round = &kit->round[n - 1];
	g_autofree char *tables = kit_tables(round);
	const unsigned value[] = {n, 0, 0, round->spares, amount->files, amount->pages};

	canvas_symbol(canvas, printed_game_of(round->game)->symbol, (struct rect){1450, y + 20, 520, 520});
	cell(canvas, 1, y, round->game->title, false);
	cell(canvas, 2, y, tables, false);
	for (int i = 0; i < (int)G_N_ELEMENTS(value); i++) {
		char words[16];

		g_snprintf(words, sizeof words, "%u", value[i]);
		if (columns[i].right)
			cell(canvas, i, y, words, false);
	}
	cell(canvas, 6, y, amount->two_sided ? "both sides" : "one side", false);
}

/* Returns where the contents end. */
static int32_t
draw_contents(const struct kit_listing *listing, int32_t y, struct canvas *canvas)
{
	int32_t end = y + (int32_t)(listing->kit->rounds + 1) * ROW_H;
	const struct kit_totals totals = kit_documents_sum(listing->documents);

	for (int i = 0; i < (int)G_N_ELEMENTS(columns); i++)
		cell(canvas, i, y, columns[i].name, true);
	y += ROW_H;
	canvas_line(canvas, 0, y, KIT_W, y, 30, COLOUR_INK);
	for (int32_t line = y + ROW_H; line <= end; line += ROW_H)
		canvas_line(canvas, 0, line, KIT_W, line, 12, COLOUR_FAINT);
	for (unsigned n = 1; n <= listing->kit->rounds; n++, y += ROW_H)
		draw_round(listing->kit, n, &totals.round[n], y, canvas);
	canvas_textf(canvas, &label_right, (struct rect){0, end + 50, KIT_W, ROW_H},
		"In all %u files of %u pages: " KIT_FIRST " lists them.", totals.all.files, totals.all.pages);
	return end + ROW_H;
}

/* Draws a paragraph with a symbol before it. Returns where the next one starts. */
static int32_t
advise(struct canvas *canvas, int32_t y, enum symbol_id symbol, const char *words)
{
	int32_t used = canvas_paragraph(canvas, &text, (struct rect){900, y, HALF_W - 900, 1300}, words);

	canvas_symbol(canvas, symbol, (struct rect){0, y - 70, 560, 560});
	return y + MAX(used, 500) + 250;
}

/* The n-th of the games that are played, in the order of the registry; NULL after the last. */
static const struct printed_game *
played_game(const struct kit *kit, size_t n)
{
	const struct game *game;

	for (size_t i = 0; (game = game_nth(i)) != NULL; i++) {
		bool played = false;

		for (unsigned round = 0; round < kit->rounds; round++)
			played |= game_is(kit->round[round].game, game);
		if (played && n-- == 0)
			return printed_game_of(game);
	}
	return NULL;
}

/* Draws how to print, and the paper for each game that is played. Returns where it ends. */
static int32_t
draw_advice(const struct kit *kit, int32_t y, struct canvas *canvas)
{
	const struct printed_game *printed;

	canvas_text(canvas, &heading, (struct rect){0, y, HALF_W, 600}, "Printing");
	y = advise(canvas, y + 900, SYMBOL_STAR,
		kit->paper == &paper_a4 ? "Everything at 100 % (“actual size”, never “fit to page”), on A4."
					: "Everything at 100 % (“actual size”, never “fit to page”), on Letter.");
	for (size_t i = 0; (printed = played_game(kit, i)) != NULL; i++)
		if (printed->paper != NULL)
			y = advise(canvas, y, printed->symbol, printed->paper);
	return advise(canvas, y, SYMBOL_FOLD, "Table cards: 120 g/m² or more, and they stand better.");
}

/* Draws a step with a box to tick. Returns where the next one starts. */
static int32_t
step(struct canvas *canvas, int32_t y, const char *words)
{
	kit_box_draw(canvas, RIGHT_X, y + 60, 340);
	canvas_text(canvas, &text, (struct rect){RIGHT_X + 600, y, HALF_W - 600, 460}, words);
	return y + 640;
}

/* Returns where the steps end. */
static int32_t
draw_steps(const struct kit *kit, int32_t y, struct canvas *canvas)
{
	const char *steps[] = {
		"the line below measures 100 mm on paper",
		"the commitment is published",
		"organiser.pdf is printed, and kept from the players",
		"every packet is printed and counted",
		"pieces are cut, folded and packed by table",
	};
	const struct printed_game *printed;

	canvas_text(canvas, &heading, (struct rect){RIGHT_X, y, HALF_W, 600}, "Before the doors open");
	y += 900;
	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
		y = step(canvas, y, steps[i]);
	if (kit->key_file != NULL)
		y = step(canvas, y, "the event's key is on the kiosk, and nowhere else");
	y = step(canvas, y, "the kiosk has taken in manifest.json");
	for (size_t i = 0; (printed = played_game(kit, i)) != NULL; i++)
		if (printed->needed != NULL)
			y = step(canvas, y, printed->needed);
	return step(canvas, y, "a pen for every player");
}

static void
draw_cover(const struct page *page, struct canvas *canvas)
{
	const struct kit_listing *listing = page->data;
	int32_t y = draw_title(listing->kit, canvas);
	/* The space that is left is divided among the gaps between the parts; fifteen rounds leave little. */
	int32_t rows = (int32_t)(listing->kit->rounds + 2) * ROW_H;
	int32_t gap = CLAMP((KIT_H - y - rows - STEPS_H - RULER_H - HASH_H) / 5, 350, 1300);

	y = draw_contents(listing, y + gap, canvas) + gap;
	int32_t left = draw_advice(listing->kit, y, canvas), right = draw_steps(listing->kit, y, canvas);

	y = MAX(left, right) + gap;
	/* A ruler of 100 mm, which shows whether the printer scaled the page. */
	const struct font tick = {FACE_TEXT, 260, COLOUR_QUIET, ALIGN_CENTRE};
	int32_t x = 400;

	for (int32_t mm = 0; mm <= 100; mm++) {
		int32_t tall = mm % 10 == 0 ? 600 : mm % 5 == 0 ? 400 : 250;

		canvas_line(canvas, x + mm * 100, y + 600 - tall, x + mm * 100, y + 600, 15, COLOUR_INK);
	}
	for (int32_t mm = 0; mm <= 100; mm += 10)
		canvas_textf(canvas, &tick, (struct rect){x + mm * 100 - 400, y + 700, 800, 350}, "%d", mm);
	canvas_paragraph(canvas, &label, (struct rect){x + RULER + 900, y, 7000, 1200},
		"From 0 to 100 it is 100 mm. If your ruler says otherwise, set the printer to 100 % and "
		"print again: nothing would fit or be read.");
	int32_t hash_y = y + RULER_H;
	const struct font hash = {FACE_BOLD, 330, COLOUR_INK, ALIGN_LEFT};
	char hex[KIT_COMMITMENT];
	g_autoptr(GString) line = g_string_new(NULL);

	kit_commitment(listing->kit, hex);
	for (int i = 0; i < 64; i += 8)
		g_string_append_printf(line, "%s%.8s", i > 0 ? " " : "", hex + i);
	canvas_rounded(canvas, (struct rect){0, hash_y, KIT_W, HASH_H}, 250, NO_FILL, 20, COLOUR_QUIET);
	canvas_text(canvas, &heading, (struct rect){450, hash_y + 250, KIT_W - 900, 550}, "Commitment");
	canvas_text(canvas, &hash, (struct rect){450, hash_y + 900, KIT_W - 900, 550}, line->str);
	canvas_text(canvas, &label, (struct rect){450, hash_y + 1650, KIT_W - 900, 550},
		"Publish it before the event: whoever sees the manifest afterwards can check that nothing "
		"was changed.");
}

void
kit_cover_plan(struct kit_listing *listing, struct page_plan *plan)
{
	page_plan_add_new(plan, .job = &listing->job, .draw = draw_cover, .data = listing, .w = KIT_W, .h = KIT_H,
		.title = "Cover");
	kit_checklist_plan(listing, plan);
}
