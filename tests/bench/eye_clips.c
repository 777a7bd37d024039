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

#include "kiosk/eye/notes.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/reading/marks_result.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/clipped.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/eye/traced.h"
#include "tests/tools.h"

#define CARDS_MAX 3

/* How it is known which card it is. */
enum known {
	BY_QR,
	BY_NAME,    /* its code is given */
	BY_SYMBOLS, /* it is one of many that may be there */
};

/* Which kinds are shown together. */
enum group {
	GROUP_TOLD, /* as people are told to do */
	GROUP_ODD,
	GROUP_COVERED, /* nobody can read the QR */
	GROUP_ALIKE,   /* two players whose clips look alike */
	GROUP_HARD,    /* in hard light, in a hand, bent */
};

enum by { SECOND_HAND, FIRST_HAND, THIRD_HAND };

/* What is shown. */
struct shown_kind {
	enum group group;
	const char *name;
	enum by by;             /* the first hand has steel, or red and blue; the others what follows: */
	unsigned metals;        /* different ones in a picture: 1 or 2 */
	enum metal least, most; /* of these */
	enum metal other;       /* the other player's, where `alike` */
	bool alike;
	enum pushed pushed;
	unsigned row;       /* cards in it, 0 for one alone */
	double hand, glare; /* added: see struct conditions */
	double bright;      /* at most this many times as much light, as scanners like it */
	enum known known;
	bool blinds, lamp, fingers, bent, far;
};

#define ALIKE(hand, words, one, two) \
	{ \
		.group = GROUP_ALIKE, .name = words, .by = hand, .metals = 2, .least = one, .most = one, .other = two, \
		.alike = true \
	}

#define ANY2(in, words) .group = in, .name = words, .metals = 2, .least = METAL_STEEL, .most = METAL_GREEN

static const struct shown_kind kinds[] = {
	{.name = "steel, first hand", .by = FIRST_HAND, .metals = 1, .least = METAL_STEEL, .most = METAL_STEEL},
	{.name = "red and blue, first hand", .by = FIRST_HAND, .metals = 2, .least = METAL_RED, .most = METAL_BLUE},
	{.name = "steel", .metals = 1, .least = METAL_STEEL, .most = METAL_STEEL},
	{ANY2(GROUP_TOLD, "two colours")},
	{.name = "one colour", .metals = 1, .least = METAL_COPPER, .most = METAL_GREEN},
	{.name = "steel, third hand", .by = THIRD_HAND, .metals = 1, .least = METAL_STEEL, .most = METAL_STEEL},
	{ANY2(GROUP_TOLD, "two colours, third hand"), .by = THIRD_HAND},
	{.group = GROUP_ODD, .name = "white", .metals = 2, .least = METAL_WHITE, .most = METAL_WHITE},
	{ANY2(GROUP_ODD, "deep"), .pushed = PUSHED_DEEP},
	{ANY2(GROUP_ODD, "halfway"), .pushed = PUSHED_HALFWAY},
	{ANY2(GROUP_ODD, "row of cards"), .row = CARDS_MAX},
	{ANY2(GROUP_ODD, "hand's shadow"), .hand = 0.5},
	{ANY2(GROUP_ODD, "glare"), .glare = 160},
	{ANY2(GROUP_ODD, "too bright"), .bright = 1.5},
	{ANY2(GROUP_COVERED, "covered, named"), .pushed = PUSHED_OVER, .known = BY_NAME},
	{ANY2(GROUP_COVERED, "covered, among 300"), .pushed = PUSHED_OVER, .known = BY_SYMBOLS},
	ALIKE(SECOND_HAND, "black, steel", METAL_BLACK, METAL_STEEL),
	ALIKE(SECOND_HAND, "white, steel", METAL_WHITE, METAL_STEEL),
	ALIKE(SECOND_HAND, "zebra, steel", METAL_ZEBRA, METAL_STEEL),
	ALIKE(SECOND_HAND, "pink, red", METAL_PINK, METAL_RED),
	ALIKE(SECOND_HAND, "gold, yellow", METAL_GOLD, METAL_YELLOW),
	ALIKE(SECOND_HAND, "vinyl, blue", METAL_VINYL, METAL_BLUE),
	ALIKE(SECOND_HAND, "steel, steel", METAL_STEEL, METAL_STEEL),
	ALIKE(THIRD_HAND, "black, steel, third hand", METAL_BLACK, METAL_STEEL),
	ALIKE(THIRD_HAND, "white, steel, third hand", METAL_WHITE, METAL_STEEL),
	ALIKE(THIRD_HAND, "zebra, steel, third hand", METAL_ZEBRA, METAL_STEEL),
	ALIKE(THIRD_HAND, "pink, red, third hand", METAL_PINK, METAL_RED),
	ALIKE(THIRD_HAND, "gold, yellow, third hand", METAL_GOLD, METAL_YELLOW),
	ALIKE(THIRD_HAND, "copper, gold, third hand", METAL_COPPER, METAL_GOLD),
	ALIKE(THIRD_HAND, "steel, steel, third hand", METAL_STEEL, METAL_STEEL),
	{.group = GROUP_ALIKE, .name = "one kind", .metals = 1, .least = METAL_STEEL, .most = METAL_VINYL},
	{.group = GROUP_ALIKE,
		.name = "one kind, third hand",
		.by = THIRD_HAND,
		.metals = 1,
		.least = METAL_STEEL,
		.most = METAL_VINYL},
	{ANY2(GROUP_HARD, "blinds"), .blinds = true},
	{ANY2(GROUP_HARD, "blinds, third hand"), .by = THIRD_HAND, .blinds = true},
	{ANY2(GROUP_HARD, "hard lamp, third hand"), .by = THIRD_HAND, .lamp = true},
	{ANY2(GROUP_HARD, "in a hand"), .fingers = true},
	{ANY2(GROUP_HARD, "in a hand, third hand"), .by = THIRD_HAND, .fingers = true},
	{ANY2(GROUP_HARD, "bent"), .bent = true},
	{ANY2(GROUP_HARD, "bent, third hand"), .by = THIRD_HAND, .bent = true},
	{ANY2(GROUP_HARD, "far"), .far = true},
	{ANY2(GROUP_HARD, "far, third hand"), .by = THIRD_HAND, .far = true},
	{.group = GROUP_HARD,
		.name = "steel, blinds, third hand",
		.by = THIRD_HAND,
		.metals = 1,
		.least = METAL_STEEL,
		.most = METAL_STEEL,
		.blinds = true},
	{.group = GROUP_HARD,
		.name = "steel, hard lamp, third hand",
		.by = THIRD_HAND,
		.metals = 1,
		.least = METAL_STEEL,
		.most = METAL_STEEL,
		.lamp = true},
};

/* What became of the cards of a kind. */
struct count {
	unsigned cards, codes, found, others, right, wrong, unsure, mixed, alike;
	unsigned told, solo; /* both players' clips told apart; taken for one player's, and nothing asked */
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

/* Whether all clips have a colour, one for each player. */
static bool
is_told(const struct played *played, const struct seen_form *form)
{
	enum mark_colour of[2] = {MARK_COLOUR_UNKNOWN, MARK_COLOUR_UNKNOWN};

	for (unsigned i = 0; i < form->marks; i++) {
		int clip = clip_of(played, form->mark[i].id);

		if (clip < 0)
			continue;
		enum mark_colour *own = &of[played->player[clip]];

		if (form->mark[i].colour == MARK_COLOUR_UNKNOWN ||
			(*own != MARK_COLOUR_UNKNOWN && *own != form->mark[i].colour))
			return false;
		*own = form->mark[i].colour;
	}
	return of[0] != of[1];
}

/* Whether it is the result of one player without a question, had the card been printed for one. */
static bool
is_solo(const struct seen_form *form)
{
	struct seen_form *printed = g_new(struct seen_form, 1);
	const struct seen_form *forms[GAME_PIECES_MAX] = {printed};
	GPtrArray *missing = notes_create();

	*printed = *form;
	printed->code.players = 1;
	code_write(&printed->code, NULL, printed->text);
	json_t *result = marks_result(forms, NULL, missing);
	bool solo = result != NULL;

	json_decref(result);
	g_ptr_array_free(missing, TRUE);
	g_free(printed);
	return solo;
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
	count->told += picture->kind->metals == 2 && right == played->clips && is_told(played, form);
	count->solo += is_solo(form);
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
	if (kind->alike) {
		metal[1] = kind->other;
		return;
	}
	while (kind->metals == 2 && metal[1] == metal[0])
		metal[1] = range > 1 ? (enum metal)(kind->least + dice_below(dice, range))
				     : (enum metal)dice_below(dice, METAL_WHITE + 1);
}

static void
lay_cards(struct picture *picture, double dpi, struct shaper *shaper, uint64_t *dice)
{
	const struct shown_kind *kind = picture->kind;
	double bow = kind->bent                ? 10
		: picture->level == LEVEL_MILD ? 2
					       : 5,
	       apart = 63 + dice_between(dice, 12, 40), turn = kind->row > 1 ? dice_between(dice, -8, 8) : 0;
	enum metal metal[2];

	draw_metals(kind, metal, dice);
	for (picture->cards = 0; picture->cards < MAX(1, kind->row); picture->cards++) {
		struct played *played = &picture->card[picture->cards];
		double along = apart * (picture->cards - (MAX(1, kind->row) - 1) / 2.0);

		if (kind->by == THIRD_HAND)
			traced_draw(played, metal, kind->lamp ? 1 : 0, dpi * 0.75, shaper, dice);
		else if (kind->by == FIRST_HAND)
			played_draw(played, kind->metals == 1 ? WIRES_STEEL : WIRES_COLOURED, CLIPS_IN_ALL, dpi, shaper,
				dice);
		else
			clipped_draw(played, metal, kind->pushed, dpi, shaper, dice);
		const struct lie lie = {.x = along * cos(turn * G_PI / 180) + dice_between(dice, -3, 3),
			.y = along * sin(turn * G_PI / 180) + dice_between(dice, -3, 3),
			.turn = kind->row > 1 ? turn + dice_between(dice, -4, 4) + 180 * dice_below(dice, 2)
					      : dice_between(dice, 0, 360),
			.bow = dice_between(dice, kind->bent ? bow / 2 : 0, bow),
			.bow_towards = dice_between(dice, 0, 360),
			.curl = dice_between(dice, 0, bow * 0.4)};

		played_lay(&picture->scene, played, &lie);
		if (kind->fingers)
			traced_fingers(&picture->scene, played, &lie, dice);
	}
}

static void
take_picture(struct bench *bench, struct picture *picture, int32_t w, int32_t h)
{
	const struct shown_kind *kind = picture->kind;
	double scale = kind->row > 1 ? 4.2
		: kind->far          ? dice_between(&bench->dice, 4, 5.5)
				     : dice_between(&bench->dice, 6, 8.2);
	struct conditions conditions;

	scene_conditions(&conditions, picture->level, w, h, h / 1080.0 * scale, &bench->dice);
	if (kind->row > 1) {
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
	lay_cards(picture, h > 1080 && kind->row <= 1 ? 600 : 400, bench->shaper, &bench->dice);
	if (kind->blinds)
		traced_blinds(&picture->scene, &bench->dice);
	if (kind->lamp)
		traced_lamp(&picture->scene, &bench->dice);
	scene_shoot(&picture->scene);
}

static void
report(const struct count *count, const struct picture *picture, int32_t w, int32_t h)
{
	printf("clips    %4dx%-4d %-8s %-24s %u cards: code read %u, found %u, found as another %u, all right %u, with doubts %u, "
	       "wrong and certain %u, colours mixed %u, alike %u, told apart %u, solo unasked %u, %4.0f ms a picture\n",
		w, h, bench_levels[picture->level], picture->kind->name, count->cards, count->codes, count->found,
		count->others, count->right, count->unsure, count->wrong, count->mixed, count->alike, count->told,
		count->solo, 1000 * count->seconds / count->looks);
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
			if ((!judge(picture, &picture->card[i], &count) || g_getenv("EYE_KEEP") != NULL) &&
				bench->folder != NULL)
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
show_group(struct bench *bench, enum group group, enum level level, int32_t w, int32_t h, unsigned pictures)
{
	const char *one = g_getenv("EYE_CLIPS"); /* one kind alone */

	for (size_t i = 0; i < LENGTH(kinds); i++)
		if (kinds[i].group == group && (one == NULL || strcmp(one, kinds[i].name) == 0))
			show(bench, &kinds[i], level, w, h, pictures);
}

void
bench_clips(struct bench *bench, enum level level, unsigned pictures)
{
	show_group(bench, GROUP_TOLD, level, 1920, 1080, pictures);
}

void
bench_clips_large(struct bench *bench, enum level level, unsigned pictures)
{
	show_group(bench, GROUP_TOLD, level, 4032, 3024, pictures);
}

void
bench_clips_odd(struct bench *bench, enum level level, unsigned pictures)
{
	show_group(bench, GROUP_ODD, level, 1920, 1080, pictures);
}

void
bench_clips_covered(struct bench *bench, enum level level, unsigned pictures)
{
	show_group(bench, GROUP_COVERED, level, 1920, 1080, pictures);
}

void
bench_clips_alike(struct bench *bench, enum level level, unsigned pictures)
{
	show_group(bench, GROUP_ALIKE, level, 1920, 1080, pictures);
}

void
bench_clips_hard(struct bench *bench, enum level level, unsigned pictures)
{
	show_group(bench, GROUP_HARD, level, 1920, 1080, pictures);
}
