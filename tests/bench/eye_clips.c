/* SPDX-License-Identifier: MIT
 * How well the eye reads played cards: all six clips right, in pictures where the truth is known, and how
 * long a picture takes. Clips are drawn by two hands (played.h, clipped.h), of several metals, pushed on well
 * and badly, in rows of cards, under a hand and in glare; and over the QR, the card being named or one of an event's.
 */
#include "tests/bench/eye.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/games/kiosk_game.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/clipped.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define CARDS_MAX 3
#define ODD       5  /* kinds before are what people are told to do, */
#define COVERED   12 /* and from here on nobody can read the QR */

/* How it is known which card it is. */
enum known {
	BY_QR,
	BY_NAME,    /* its code is given */
	BY_SYMBOLS, /* it is one of many that may be there */
};

/* What is shown. */
struct shown_kind {
	const char *name;
	bool first_hand;        /* by played.h: steel, or red and blue */
	unsigned metals;        /* different ones in a picture: 1 or 2 */
	enum metal least, most; /* of these */
	enum pushed pushed;
	unsigned cards;
	double hand, glare; /* added: see struct conditions */
	double bright;      /* at most this many times as much light, as scanners like it */
	enum known known;
};

static const struct shown_kind kinds[] = {
	{"steel, first hand", true, 1, METAL_STEEL, METAL_STEEL, PUSHED_WELL, 1, 0, 0, 0, BY_QR},
	{"red and blue, first hand", true, 2, METAL_RED, METAL_BLUE, PUSHED_WELL, 1, 0, 0, 0, BY_QR},
	{"steel", false, 1, METAL_STEEL, METAL_STEEL, PUSHED_WELL, 1, 0, 0, 0, BY_QR},
	{"two colours", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_WELL, 1, 0, 0, 0, BY_QR},
	{"one colour", false, 1, METAL_COPPER, METAL_GREEN, PUSHED_WELL, 1, 0, 0, 0, BY_QR},
	{"white", false, 2, METAL_WHITE, METAL_WHITE, PUSHED_WELL, 1, 0, 0, 0, BY_QR},
	{"deep", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_DEEP, 1, 0, 0, 0, BY_QR},
	{"halfway", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_HALFWAY, 1, 0, 0, 0, BY_QR},
	{"row of cards", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_WELL, CARDS_MAX, 0, 0, 0, BY_QR},
	{"hand's shadow", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_WELL, 1, 0.5, 0, 0, BY_QR},
	{"glare", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_WELL, 1, 0, 160, 0, BY_QR},
	{"too bright", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_WELL, 1, 0, 0, 1.5, BY_QR},
	{"covered, named", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_OVER, 1, 0, 0, 0, BY_NAME},
	{"covered, among 300", false, 2, METAL_STEEL, METAL_GREEN, PUSHED_OVER, 1, 0, 0, 0, BY_SYMBOLS},
};

/* What became of the cards of a kind. */
struct count {
	unsigned cards, codes, found, others, right, wrong, unsure, mixed, alike;
	double seconds;
	unsigned looks;
};

/* A picture: its cards and what was seen. */
struct picture {
	const struct shown_kind *kind;
	enum level level;
	unsigned cards;
	struct played card[CARDS_MAX];
	struct scene scene;
	struct sight sight;
	char name[80];
};

/* What is known of the picture's cards before anybody looks. */
static void
tell_cards(const struct picture *picture, struct code_list *list, struct covered_list *open)
{
	list->games = kiosk_eye_game;
	if (picture->kind->known == BY_SYMBOLS) {
		bench_open_cards(open);
		list->covered = open;
	}
	for (unsigned i = 0; i < picture->cards; i++) {
		if (picture->kind->known == BY_NAME)
			code_list_expect(list, &picture->card[i].code);
		if (picture->kind->known == BY_SYMBOLS)
			covered_list_add(open, &game_clips, &picture->card[i].code);
	}
}

static void
look(struct bench *bench, struct picture *picture, struct count *count)
{
	struct covered_list open;
	struct code_list list;
	double start;

	covered_list_init(&open, kiosk_eye_game);
	code_list_init(&list, NULL);
	tell_cards(picture, &list, &open);
	start = bench_now();
	code_list_look_in_colour(
		&list, bench->eye, &picture->scene.photo, scene_colours, &picture->scene, &picture->sight);
	count->seconds += bench_now() - start;
	count->looks++;
	code_list_finish(&list);
	covered_list_finish(&open);
}

/* Which clip of a card a mark is; -1 where it is none. */
static int
clip_of(const struct played *played, const char *id)
{
	char text[CLIP_TEXT];

	for (unsigned i = 0; i < played->clips; i++)
		if (strcmp(clip_write(&played->clip[i], text), id) == 0)
			return (int)i;
	return -1;
}

/* Whether clips of one player are said to have different colours; `alike`, whether both players' clips the
 * same, as if all were one player's. */
static bool
is_mixed(const struct played *played, const struct seen_form *form, bool two, bool *alike)
{
	enum mark_colour of[2] = {MARK_COLOUR_UNKNOWN, MARK_COLOUR_UNKNOWN};
	bool mixed = false;

	for (unsigned i = 0; i < form->marks; i++) {
		int clip = clip_of(played, form->mark[i].id);
		enum mark_colour colour = form->mark[i].colour;
		unsigned player = clip >= 0 && two ? played->player[clip] : 0;

		if (clip < 0 || colour == MARK_COLOUR_UNKNOWN || form->mark[i].state != MARK_FILLED)
			continue;
		mixed |= of[player] != MARK_COLOUR_UNKNOWN && of[player] != colour;
		of[player] = colour;
	}
	*alike = two && of[0] != MARK_COLOUR_UNKNOWN && of[0] == of[1];
	return mixed;
}

static const struct seen_form *
form_of(const struct sight *sight, const struct played *played)
{
	for (unsigned i = 0; i < sight->forms->len; i++)
		if (strcmp(SEEN_FORM(sight, i)->text, played->text) == 0)
			return SEEN_FORM(sight, i);
	return NULL;
}

/* How many forms are said to be of no card that is there. */
static unsigned
count_others(const struct picture *picture)
{
	unsigned others = picture->sight.forms->len;

	for (unsigned i = 0; i < picture->cards; i++)
		others -= form_of(&picture->sight, &picture->card[i]) != NULL;
	return others;
}

/* Whether all clips of a card are sure and right. */
static bool
judge(const struct picture *picture, const struct played *played, struct count *count)
{
	const struct seen_form *form = form_of(&picture->sight, played);
	unsigned right = 0, wrong = 0, unsure = 0;
	bool alike;

	count->cards++;
	for (unsigned i = 0; i < picture->sight.codes->len; i++)
		count->codes += strcmp(SEEN_CODE(&picture->sight, i)->text, played->text) == 0;
	if (form == NULL || form->marks == 0)
		return false;
	count->found++;
	for (unsigned i = 0; i < form->marks; i++) {
		bool there = clip_of(played, form->mark[i].id) >= 0;

		right += there && form->mark[i].state == MARK_FILLED;
		wrong += form->mark[i].state == (there ? MARK_EMPTY : MARK_FILLED);
		unsure += form->mark[i].state == MARK_UNSURE;
	}
	count->wrong += wrong;
	count->unsure += unsure > 0;
	count->right += right == played->clips && unsure == 0;
	count->mixed += is_mixed(played, form, picture->kind->metals == 2, &alike);
	count->alike += alike;
	return right == played->clips && unsure == 0 && wrong == 0;
}

/* What is not read is kept, where a folder is named. */
static void
keep(const struct bench *bench, const struct picture *picture, const struct played *played)
{
	const struct seen_form *form = form_of(&picture->sight, played);
	char file[400], text[CLIP_TEXT];

	snprintf(file, sizeof file, "%s/%s.jpg", bench->folder, picture->name);
	scene_save(&picture->scene, file);
	printf("  %s: %s", picture->name, played->text);
	for (unsigned i = 0; i < played->clips; i++)
		printf(" %s", clip_write(&played->clip[i], text));
	printf(";%s", form != NULL ? "" : " no card");
	for (unsigned i = 0; form != NULL && i < form->marks; i++)
		if (form->mark[i].state != MARK_EMPTY || clip_of(played, form->mark[i].id) >= 0)
			printf(" %s %s %.2f", form->mark[i].id, mark_state_name(form->mark[i].state),
				form->mark[i].darkness);
	printf("\n");
}

/* Two metals of the kind, different ones where there are to be two; white has any other beside it. */
static void
draw_metals(const struct shown_kind *kind, enum metal metal[2], uint64_t *dice)
{
	unsigned range = kind->most - kind->least + 1;

	metal[0] = metal[1] = (enum metal)(kind->least + dice_below(dice, range));
	while (kind->metals == 2 && metal[1] == metal[0])
		metal[1] = range > 1 ? (enum metal)(kind->least + dice_below(dice, range))
				     : (enum metal)dice_below(dice, METALS);
}

static void
lay_cards(struct picture *picture, double dpi, struct shaper *shaper, uint64_t *dice)
{
	const struct shown_kind *kind = picture->kind;
	double bow = picture->level == LEVEL_MILD ? 2 : 5, apart = 63 + dice_between(dice, 12, 40),
	       turn = kind->cards > 1 ? dice_between(dice, -8, 8) : 0;
	enum metal metal[2];

	draw_metals(kind, metal, dice);
	for (picture->cards = 0; picture->cards < kind->cards; picture->cards++) {
		struct played *played = &picture->card[picture->cards];
		double along = apart * (picture->cards - (kind->cards - 1) / 2.0);

		if (kind->first_hand)
			played_draw(played, kind->metals == 1 ? WIRES_STEEL : WIRES_COLOURED, CLIPS_IN_ALL, dpi, shaper,
				dice);
		else
			clipped_draw(played, metal, kind->pushed, dpi, shaper, dice);
		played_lay(&picture->scene, played,
			&(struct lie){.x = along * cos(turn * G_PI / 180) + dice_between(dice, -3, 3),
				.y = along * sin(turn * G_PI / 180) + dice_between(dice, -3, 3),
				.turn = kind->cards > 1 ? turn + dice_between(dice, -4, 4) + 180 * dice_below(dice, 2)
							: dice_between(dice, 0, 360),
				.bow = dice_between(dice, 0, bow),
				.bow_towards = dice_between(dice, 0, 360),
				.curl = dice_between(dice, 0, bow * 0.4)});
	}
}

static void
take_picture(struct bench *bench, struct picture *picture, int32_t w, int32_t h)
{
	const struct shown_kind *kind = picture->kind;
	double scale = kind->cards > 1 ? 4.2 : dice_between(&bench->dice, 6, 8.2);
	struct conditions conditions;

	scene_conditions(&conditions, picture->level, w, h, h / 1080.0 * scale, &bench->dice);
	if (kind->cards > 1) {
		/* They fit across the picture, when it is not turned much. */
		conditions.roll = 0;
		conditions.away = 500;
	}
	if (kind->hand > 0) {
		conditions.hand = kind->hand;
		conditions.hand_edge = dice_between(&bench->dice, 2, 20) * h / 1080.0;
	}
	if (kind->glare > 0) {
		conditions.glare = kind->glare;
		conditions.glare_x = w / 2.0 + dice_between(&bench->dice, -0.25, 0.25) * h;
		conditions.glare_y = h / 2.0 + dice_between(&bench->dice, -0.25, 0.25) * h;
	}
	if (kind->bright > 0)
		conditions.bright = dice_between(&bench->dice, 1.1, kind->bright);
	scene_init(&picture->scene, &conditions, dice_roll(&bench->dice));
	lay_cards(picture, h > 1080 && kind->cards == 1 ? 600 : 400, bench->shaper, &bench->dice);
	scene_shoot(&picture->scene);
}

static void
report(const struct count *count, const struct picture *picture, int32_t w, int32_t h)
{
	printf("clips    %4dx%-4d %-8s %-24s %u cards: code read %u, found %u, found as another %u, all right %u, with doubts %u, "
	       "wrong and certain %u, colours mixed %u, alike %u, %4.0f ms a picture\n",
		w, h, bench_levels[picture->level], picture->kind->name, count->cards, count->codes, count->found,
		count->others, count->right, count->unsure, count->wrong, count->mixed, count->alike,
		1000 * count->seconds / count->looks);
	fflush(stdout);
}

static void
show(struct bench *bench, const struct shown_kind *kind, enum level level, int32_t w, int32_t h, unsigned pictures)
{
	struct picture *picture = g_new0(struct picture, 1);
	struct count count = {0};

	picture->kind = kind;
	picture->level = level;
	for (unsigned n = 0; n < pictures; n++) {
		take_picture(bench, picture, w, h);
		look(bench, picture, &count);
		count.others += count_others(picture);
		snprintf(picture->name, sizeof picture->name, "%s-%s-%d-%u", bench_levels[level], kind->name, h, n);
		for (unsigned i = 0; i < picture->cards; i++) {
			if (!judge(picture, &picture->card[i], &count) && bench->folder != NULL)
				keep(bench, picture, &picture->card[i]);
			played_finish(&picture->card[i]);
		}
		sight_finish(&picture->sight);
		scene_finish(&picture->scene);
	}
	report(&count, picture, w, h);
	g_free(picture);
}

static void
show_kinds(struct bench *bench, size_t first, size_t after, enum level level, int32_t w, int32_t h, unsigned pictures)
{
	for (size_t i = first; i < after; i++)
		show(bench, &kinds[i], level, w, h, pictures);
}

void
bench_clips(struct bench *bench, enum level level, unsigned pictures)
{
	show_kinds(bench, 0, ODD, level, 1920, 1080, pictures);
}

void
bench_clips_large(struct bench *bench, enum level level, unsigned pictures)
{
	show_kinds(bench, 0, ODD, level, 4032, 3024, pictures);
}

void
bench_clips_odd(struct bench *bench, enum level level, unsigned pictures)
{
	show_kinds(bench, ODD, COVERED, level, 1920, 1080, pictures);
}

void
bench_clips_covered(struct bench *bench, enum level level, unsigned pictures)
{
	show_kinds(bench, COVERED, LENGTH(kinds), level, 1920, 1080, pictures);
}
