/* SPDX-License-Identifier: MIT
 * Reads the cards of the paperclip game in a picture: those whose QR was read, and those whose QR is covered. They are
 * added to the forms, with a mark for each run that a clip may enclose. */
#include <math.h>
#include <string.h>

#include "kiosk/eye/parts.h"
#include "kiosk/games/clips/card_poses.h"
#include "kiosk/games/clips/card_view.h"
#include "kiosk/games/clips/clip_fit.h"

/* Half the width of the square that is shown of an unsure clip, in hundredths of a millimetre. */
#define SHOWN 500

/* The share of the symbols that must agree with a listed card to identify it. On another card an eighth of them agree
 * by chance. */
#define ALIKE 0.6

/* Reads the clips of a located card: a mark for each run, where its clip ends. Returns whether any of them is filled or
 * unsure. */
static bool
read_clips(struct look *look, const struct card *card, struct card_view *view, struct seen_form *seen)
{
	g_autofree struct clip_fit *fit = g_new0(struct clip_fit, CARD_RUNS);
	enum mark_colour colour[CARD_RUNS] = {MARK_COLOUR_UNKNOWN};
	const struct colours *colours = eye_colours(look);
	bool any = false;

	card_view_measure_tint(view, colours);
	clip_fit_read(card, view, fit);
	seen->marks = card->runs;
	for (unsigned i = 0; i < card->runs; i++) {
		const struct card_run *run = &card->run[i];
		struct seen_mark *mark = &seen->mark[i];
		double x = run->x + run->out_x * SHOWN, y = run->y + run->out_y * SHOWN;
		struct point edge = warp_map(&view->map, (struct point){x + SHOWN, y});

		memcpy(mark->id, run->id, sizeof mark->id);
		mark->at = warp_map(&view->map, (struct point){x, y});
		mark->radius = hypot(edge.x - mark->at.x, edge.y - mark->at.y);
		mark->darkness = fit[i].share;
		mark->state = fit[i].state;
		any |= mark->state != MARK_EMPTY;
	}

	if (any && colours != NULL)
		clip_fit_colours(card, view, fit, colours, colour);
	for (unsigned i = 0; i < card->runs; i++)
		seen->mark[i].colour = colour[i];
	return any;
}

/* Reads a card by the corners of its QR, and adds it to the forms. If its place is only a guess, its symbols have to
 * confirm it. A card whose QR was read is added even if its clips cannot be read, so that its players are told to take
 * another picture. A card without clips is not added. Returns whether the card was found. */
static bool
read_card(struct look *look, uint32_t number, const struct card *card, const struct point corner[4], bool is_guess)
{
	g_autofree struct seen_form *seen = g_new0(struct seen_form, 1);
	g_autofree struct card_view *view = g_new(struct card_view, 1);
	bool found = card_view_make(look->image, card, corner, view) &&
		(!is_guess || card_symbols_count(look->image, card, &view->map) >= CARD_SYMBOLS_TELL * CARD_ANCHORS);
	bool has_clips = found && read_clips(look, card, view, seen);

	seen->number = number;
	if (has_clips || (!found && !is_guess))
		g_array_append_vals(look->sight->forms, seen, 1);
	if (look->crops && has_clips) {
		struct point middle = warp_map(&view->map, (struct point){card->w / 2.0, card->h / 2.0});
		struct point right = warp_map(&view->map, (struct point){card->w / 2.0 + SHOWN, card->h / 2.0});

		eye_crops_take(look, atan2(right.y - middle.y, right.x - middle.x));
	}
	return found;
}

/* Asks for the card of a code; false if the code is not that of a card. */
static bool
ask_card(const struct look *look, uint32_t number, struct card *card)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];

	if (!look->asker->layout(look->asker->data, look->game, number, layout))
		return false;
	card_init(card, (const void *)layout);
	return true;
}

/* Whether the QR of a code was read, or its card was found. */
static bool
is_read(const struct sight *sight, uint32_t number)
{
	for (unsigned i = 0; i < sight->codes->len; i++)
		if (SEEN_CODE(sight, i)->number == number)
			return true;
	return eye_form_is_read(sight, number);
}

/* Removes the pose of a card that was found, and all other poses at the same place. Returns the index of the next pose
 * to try. */
static unsigned
drop_poses(struct card_poses *poses, unsigned found)
{
	const struct point *corner = poses->pose[found].corner;
	struct point at = {(corner[0].x + corner[2].x) / 2, (corner[0].y + corner[2].y) / 2};
	double size = hypot(corner[2].x - corner[0].x, corner[2].y - corner[0].y);
	unsigned kept = 0, next = 0;

	for (unsigned i = 0; i < poses->count; i++) {
		const struct point *other = poses->pose[i].corner;

		if (hypot((other[0].x + other[2].x) / 2 - at.x, (other[0].y + other[2].y) / 2 - at.y) > size)
			poses->pose[kept++] = poses->pose[i];
		if (i == found)
			next = kept;
	}
	poses->count = kept;
	return next;
}

/* The number of the next expected form, from *i on, that may be a card and was not read; false after the last. */
static bool
next_unread(struct look *look, unsigned *i, uint32_t *number)
{
	const GArray *expected = eye_forms_expected(look);

	while (*i < expected->len) {
		const struct expected_form *one = &g_array_index(expected, struct expected_form, (*i)++);

		*number = one->number;
		if (one->form.tags == 0 && !is_read(look->sight, one->number))
			return true;
	}
	return false;
}

/* Looks at the poses of cards whose QR could not be read, perhaps because a clip covers it: first for the expected
 * cards, then, if cards may be covered, for any card that is identified by its symbols. */
static void
look_at_poses(struct look *look, struct card_poses *poses, bool covered)
{
	const GArray *forms = look->sight->forms;
	uint32_t number;
	struct card card;

	for (unsigned i = 0, asked = 0; asked < EYE_COVERED_MAX && poses->count > 0 && forms->len < EYE_FORMS_MAX;
		asked++) {
		if (!next_unread(look, &i, &number))
			break;
		if (!ask_card(look, number, &card))
			continue;
		for (unsigned n = 0; n < poses->count; n++)
			if (read_card(look, number, &card, poses->pose[n].corner, true)) {
				drop_poses(poses, n);
				break;
			}
	}
	/* Each pose is tried once: the program answers a limited number of questions. */
	for (unsigned i = 0; covered && i < poses->count && forms->len < EYE_FORMS_MAX;) {
		const struct point *corner = poses->pose[i].corner;
		uint8_t print[EYE_PRINT_MAX] = {0};
		bool found = card_view_symbols(look->image, corner, print) &&
			look->asker->printed(look->asker->data, look->game, print, &number) &&
			!is_read(look->sight, number) && ask_card(look, number, &card) &&
			read_card(look, number, &card, corner, true);

		i = found ? drop_poses(poses, i) : i + 1;
	}
}

static void
look_at_cards(struct look *look)
{
	struct card_poses poses = {0};

	for (unsigned i = 0; i < look->sight->codes->len; i++) {
		const struct seen_code *code = SEEN_CODE(look->sight, i);
		const struct form *form = g_ptr_array_index(look->forms, i);
		struct card card;

		/* A piece with corner tags is an ordinary form. */
		if (form->tags == 0 && look->sight->forms->len < EYE_FORMS_MAX && ask_card(look, code->number, &card))
			read_card(look, code->number, &card, code->corner, false);
	}

	/* Finding poses takes time, and most pictures are of something else. */
	bool covered = look->asker->covered(look->asker->data, look->game);

	if (covered || next_unread(look, &(unsigned){0}, &(uint32_t){0})) {
		card_poses_find(look, &poses);
		look_at_poses(look, &poses, covered);
	}
}

static unsigned
marks(const void *layout, char id[FORM_BUBBLES][MARK_ID])
{
	struct card card;

	card_init(&card, layout);
	for (unsigned i = 0; i < card.runs; i++)
		memcpy(id[i], card.run[i].id, MARK_ID);
	return card.runs;
}

static void
fingerprint(const void *layout, uint8_t print[EYE_PRINT_MAX])
{
	struct card card;

	_Static_assert(CARD_ANCHORS <= EYE_PRINT_MAX, "a byte for each symbol");
	card_init(&card, layout);
	for (unsigned i = 0; i < CARD_ANCHORS; i++)
		print[i] = card.anchor[i].drawing;
}

const struct eye_game clips_eye = {
	.game = &game_clips,
	.marks = marks,
	.fingerprint = fingerprint,
	.print = CARD_ANCHORS,
	.alike = ALIKE,
	.look = look_at_cards,
};
