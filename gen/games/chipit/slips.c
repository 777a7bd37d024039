/* SPDX-License-Identifier: MIT
 * Deal slips: the hand of every seat in every game of a pad. A slip is folded
 * once, so that a cover of meaningless letters lies on the hand and only the
 * strip above it is visible: which game, which seat, which pad. */
#include "gen/games/chipit/press.h"
#include "gen/press/imposition.h"

/* The width of a slip, in hundredths of a millimetre: three columns and six rows fit A4 and Letter. */
#define SLIP_W 6200

/* The height of a slip. */
#define SLIP_H 4300

/* From the top to the hand, below the strip that stays visible, in hundredths of a millimetre. */
#define HAND_Y 900

/* From the top to the fold, in hundredths of a millimetre. The cover below it is as high as the hand above it. */
#define FOLD_Y 2600

/* The margin of a slip, in hundredths of a millimetre. */
#define EDGE 230

/* Cards in a line of a hand: two lines hold the largest. */
#define A_LINE 8

/* The size of a card, in hundredths of a millimetre. */
#define CARD 610

/* From one card to the next, in hundredths of a millimetre. */
#define CARD_DX 717

/* From the top of a slip to the middle of the first line of cards. */
#define FIRST_Y (HAND_Y + 440)

/* The same for the second line. */
#define SECOND_Y (HAND_Y + 1220)

/* A grey that hides the hand behind it but cannot be confused with one. */
#define COVER_COLOUR 0xb9c0cc

/* Lines of letters on a cover: they fill it. */
#define COVER_LINES 5

/* Two lines: green above purple if each colour fits on a line, otherwise in order. */
static void
place_hand(const uint8_t *card, int n, struct rect slip, int32_t (*at)[2])
{
	int32_t x = slip.x + (SLIP_W - A_LINE * CARD_DX) / 2 + CARD_DX / 2;
	int greens = 0;

	while (greens < n && !(card[greens] & CHIPIT_PURPLE))
		greens++;
	if (greens > A_LINE || n - greens > A_LINE)
		greens = A_LINE;
	for (int i = 0; i < n; i++) {
		at[i][0] = x + (i < greens ? i : i - greens) * CARD_DX;
		at[i][1] = slip.y + (i < greens ? FIRST_Y : SECOND_Y);
	}
}

/* The part of a folded slip that stays visible. */
static void
draw_strip(const struct chipit_pad *pad, struct canvas *canvas, int game, int at, struct rect slip, const char *code)
{
	const struct font bold = {FACE_BOLD, 330, COLOUR_INK, ALIGN_LEFT};
	const struct font small = {FACE_TEXT, 215, COLOUR_QUIET, ALIGN_LEFT};
	const struct font first = {FACE_BOLD, 270, COLOUR_INK, ALIGN_RIGHT};
	struct rect below = {slip.x + 1000, slip.y + 570, SLIP_W - 1000 - EDGE, 260};
	struct rect right = {slip.x + 3300, slip.y + 180, 2900 - EDGE, 370};

	canvas_textf(canvas, &bold, (struct rect){slip.x + 1000, slip.y + 180, 2400, 370}, "Game %d", game + 1);
	if (pad->code.table > 0)
		canvas_textf(
			canvas, &small, below, "%s  ·  round %u, table %u", code, pad->code.round, pad->code.table);
	else
		canvas_text(canvas, &small, below, code);
	if (pad->layout.seat[at] == pad->layout.first[game])
		canvas_text(canvas, &first, right, "You go first");
	else
		canvas_textf(canvas, &first, right, "%c goes first", 'A' + pad->layout.first[game]);
}

/* The slips from..to of a pad, counted by game and then around the table. */
static void
draw_slips(const struct chipit_pad *pad, struct canvas *canvas, const struct imposition *imposition, int from, int to,
	const char *code)
{
	uint8_t card[CHIPIT_DECK * CHIPIT_GAMES_MAX];
	int32_t at[CHIPIT_DECK * CHIPIT_GAMES_MAX][2];
	int cards = 0, seats = pad->layout.seats;

	for (int i = from; i < to; i++) {
		struct rect slip = imposition_front(imposition, i - from);

		chipit_sort_hand(&pad->layout, (unsigned)(i / seats), (unsigned)(i % seats), card + cards);
		place_hand(card + cards, pad->layout.hand, slip, at + cards);
		cards += pad->layout.hand;
		draw_strip(pad, canvas, i / seats, i % seats, slip, code);
		/* Meaningless letters, so that the hand cannot be read through the paper. */
		static const char *const line[COVER_LINES] = {"8B6X2H9S5E3K8R0G7W2M6A9F4T",
			"5N9K3E8B0Z6S2R7H4X9M8A1D6P", "2G8W5R9H3B6E0M4S8K7D1X9A5F", "7S4A9M0K6X3B8E2W5H9R1G8N6D",
			"9E3H8R6B1S5X0K7A4W2M9Z8G3F"};
		const struct font font = {FACE_BOLD, 340, COVER_COLOUR, ALIGN_CENTRE};

		for (int n = 0; n < COVER_LINES; n++)
			canvas_text(canvas, &font,
				(struct rect){slip.x + EDGE, slip.y + FOLD_Y + 120 + n * 290, SLIP_W - 2 * EDGE, 290},
				line[n]);
		chipit_draw_seat(canvas, slip.x + 580, slip.y + 500, 640, pad->layout.seat[i % seats]);
	}
	chipit_draw_cards(canvas, card, (const int32_t(*)[2])at, cards, CARD);
	for (int i = from; i < to; i++) {
		struct rect slip = imposition_front(imposition, i - from);

		canvas_dashed(canvas, slip.x, slip.y + FOLD_Y, slip.x + slip.w, slip.y + FOLD_Y, 15, COLOUR_QUIET);
	}
	for (int i = from; i < to; i++)
		canvas_frame(canvas, imposition_front(imposition, i - from), 10, COLOUR_FAINT);
}

/* Fits slips on a page. Returns how many pages the slips of a pad take. */
static unsigned
slip_pages(const struct print_job *job, struct imposition *imposition)
{
	struct chipit_pad pad;

	*imposition = imposition_of(job, SLIP_W, SLIP_H, 0, false);
	unsigned a_page = (unsigned)imposition_pieces(imposition);
	print_job_build(job, 0, 0, &pad.layout, &pad.code, &pad.form);
	return (pad.layout.games * pad.layout.seats + a_page - 1) / a_page;
}

static void
draw(const struct page *page, struct canvas *canvas)
{
	static const char *const advice[] = {"Cut the slips apart.", "Fold each up along its dashes, over the hand.",
		"Open it only when its game begins."};
	const struct font font = {FACE_TEXT, 230, COLOUR_QUIET, ALIGN_CENTRE};
	struct imposition imposition;
	struct chipit_pad pad;
	char code[CODE_TEXT];
	unsigned pages = slip_pages(page->job, &imposition);
	print_job_build(page->job, page->n / pages, 0, &pad.layout, &pad.code, &pad.form);
	code_write(&pad.code, page->job->codes.key, code);
	int a_page = imposition_pieces(&imposition), from = (int)(page->n % pages) * a_page;
	int to = MIN(from + a_page, pad.layout.games * pad.layout.seats);
	draw_slips(&pad, canvas, &imposition, from, to, code);
	imposition_marks(&imposition, canvas, to - from, false);
	for (int i = 0; i < 3; i++)
		canvas_text(canvas, &font, (struct rect){i * SLIP_W + 200, -330, SLIP_W - 400, 280}, advice[i]);
}

void
chipit_plan_slips(const struct print_job *job, uint32_t n, struct page_plan *plan)
{
	struct imposition imposition;

	unsigned pages = slip_pages(job, &imposition);
	for (unsigned i = 0; i < pages; i++)
		page_plan_add_new(plan, .job = job, .draw = draw, .n = n * pages + i, .w = imposition.w,
			.h = imposition.h, .tools = PAGE_SCISSORS, .title = i == 0 ? "Deal slips" : NULL);
}
