/* SPDX-License-Identifier: MIT
 * Cards before the wider camera: registered though bent and seen through a lens, and their clips named.
 * Every case knows its truth. */
#include "tests/tools.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "kiosk/games/clips/card_view.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/sight/sight_reader.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/games/clips/shown.h"

static struct point
where(const struct shown *shown, double x, double y)
{
	struct point at;

	scene_where(&shown->scene, &shown->played.card, &shown->lie, x, y, &at.x, &at.y);
	return at;
}

/* Registers the card from four points around its QR. */
static bool
grow(const struct shown *shown, struct registration *registration)
{
	static const double corner[4][2] = {{2440, 3640}, {3860, 3640}, {3860, 5060}, {2440, 5060}};
	struct registration_seed seed[4];

	for (int i = 0; i < 4; i++)
		seed[i] = (struct registration_seed){
			{corner[i][0], corner[i][1]}, where(shown, corner[i][0], corner[i][1])};
	return registration_grow(&(struct registration_request){.image = &shown->scene.photo,
					 .drawing = card_drawings,
					 .drawings = CLIPS_SYMBOLS,
					 .anchor = shown->card.anchor,
					 .anchors = CARD_ANCHORS,
					 .seed = seed,
					 .seeds = 4,
					 .w = shown->card.w,
					 .h = shown->card.h},
		registration);
}

static void
bent_cards_are_followed_through_a_lens(void **state)
{
	static struct registration registration;
	static struct shown shown;
	double worst = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 3; seed++) {
		show(&shown, LEVEL_MODERATE, WIRES_STEEL, 0,
			&(struct lie){.turn = 100.0 * (double)seed, .bow = 5, .bow_towards = 40, .curl = 2}, seed);
		scene_shoot(&shown.scene);
		assert_true(grow(&shown, &registration));
		assert_true(registration.found >= 40);
		assert_true(registration.residual < 15);
		for (int i = 0; i < 9; i++) {
			double x = 3150 + (i % 3 - 1) * 2900, y = 4400 + (i / 3 - 1) * 4100;
			struct point truth = where(&shown, x, y),
				     at = warp_map(&registration.map, (struct point){x, y});

			worst = fmax(worst, hypot(at.x - truth.x, at.y - truth.y) / registration.scale);
		}
		put_away(&shown);
	}
	assert_true(worst < 70); /* even near the corners, where nothing is printed */
}

/* A card that lies there, but with other symbols, is not the one that is asked about. */
static void
symbols_tell_one_card_from_another(void **state)
{
	static struct registration registration;
	static struct shown shown;
	static struct card other;
	unsigned own, others;

	(void)state;
	show(&shown, LEVEL_MILD, WIRES_STEEL, CLIPS_IN_ALL, &(struct lie){.turn = 140}, 7);
	scene_shoot(&shown.scene);
	assert_true(grow(&shown, &registration));
	own = card_symbols_count(&shown.scene.photo, &shown.card, &registration.map);
	assert_true(own >= CARD_ANCHORS - 2U);
	assert_true(own >= CARD_SYMBOLS_TELL * CARD_ANCHORS);
	other = shown.card;
	for (unsigned i = 0; i < CARD_ANCHORS; i += 2)
		other.anchor[i].drawing = (uint8_t)((other.anchor[i].drawing + 1) % CLIPS_SYMBOLS);
	others = card_symbols_count(&shown.scene.photo, &other, &registration.map);
	assert_true(others <= own / 2 + 2);
	assert_true(others < CARD_SYMBOLS_TELL * CARD_ANCHORS);
	put_away(&shown);
}

static void
covered_symbols_are_said_not_to_be_there(void **state)
{
	const struct rect cover = {0, 0, 6300, 3000};
	static struct registration registration;
	static struct shown shown;
	struct layer paper;

	(void)state;
	show(&shown, LEVEL_MILD, WIRES_STEEL, 0, &(struct lie){.turn = 30}, 5);
	layer_init(&paper, &cover, 100);
	memset(paper.argb, 0xc0, sizeof *paper.argb * (size_t)paper.width * (size_t)paper.height);
	for (int i = 0; i < paper.width * paper.height; i++)
		paper.argb[i] |= 0xff000000;
	scene_lay(&shown.scene, &paper, &cover, &shown.played.card, &shown.lie);
	scene_shoot(&shown.scene);
	assert_true(grow(&shown, &registration));
	for (unsigned i = 0; i < CARD_ANCHORS; i++) {
		const struct rect *at = &shown.card.anchor[i].at;

		if (at->y + at->h < 3000)
			assert_false(registration.place[i].found);
		else if (at->y > 3100)
			assert_true(registration.place[i].found);
	}
	layer_finish(&paper);
	put_away(&shown);
}

static void
look(const struct shown *shown, struct code_list *codes, struct sight *sight)
{
	look_told(shown, &(struct known){0}, codes, sight);
	assert_int_equal(sight->codes->len, 1);
	assert_string_equal(SEEN_CODE(sight, 0)->text, shown->played.text);
}

static struct clip_count
read_card(struct shown *shown)
{
	unsigned clips = shown->played.clips;
	struct clip_count read = {0};
	struct code_list codes;
	struct sight sight;

	scene_shoot(&shown->scene);
	look(shown, &codes, &sight);
	/* A card with nothing on it is named, and nothing more is said of it. */
	assert_int_equal(sight.forms->len, clips > 0);
	if (clips > 0)
		read = judge(shown, SEEN_FORM(&sight, 0));
	sight_finish(&sight);
	code_list_finish(&codes);
	put_away(shown);
	return read;
}

/* Returns how many of the clips are right. */
static unsigned
read_clips(enum level level, enum wires wires, unsigned clips, uint64_t seed, const struct lie *lie)
{
	static struct shown shown;

	show(&shown, level, wires, clips, lie, seed);
	return read_card(&shown).right;
}

static void
clips_are_read_from_a_photo(void **state)
{
	(void)state;
	for (uint64_t seed = 20; seed < 24; seed++)
		assert_int_equal(read_clips(LEVEL_MILD, (enum wires)(seed % WIRES), CLIPS_IN_ALL, seed,
					 &(struct lie){.turn = 77.0 * (double)seed, .bow = 2, .bow_towards = 80}),
			CLIPS_IN_ALL);
}

static void
clips_are_read_in_shadow_and_bent(void **state)
{
	unsigned right = 0;

	(void)state;
	for (uint64_t seed = 30; seed < 34; seed++)
		right += read_clips(LEVEL_MODERATE, (enum wires)(seed % WIRES), CLIPS_IN_ALL, seed,
			&(struct lie){.turn = 77.0 * (double)seed, .bow = 5, .bow_towards = 30, .curl = 1});
	assert_true(right >= 3 * CLIPS_IN_ALL);
}

static void
fewer_clips_are_no_more_than_there_are(void **state)
{
	(void)state;
	assert_int_equal(read_clips(LEVEL_MILD, WIRES_STEEL, 0, 40, &(struct lie){.turn = 10}), 0);
	assert_int_equal(read_clips(LEVEL_MILD, WIRES_COLOURED, 3, 41, &(struct lie){.turn = 200}), 3);
}

static void
clips_of_another_hand_are_read(void **state)
{
	static const enum metal metal[][2] = {
		{METAL_STEEL, METAL_STEEL}, {METAL_GREEN, METAL_COPPER}, {METAL_WHITE, METAL_BLUE}};
	static struct shown shown;

	(void)state;
	for (size_t i = 0; i < LENGTH(metal); i++) {
		show_clipped(&shown, metal[i][0], metal[i][1], i == 1 ? PUSHED_DEEP : PUSHED_WELL,
			&(struct lie){.turn = 50.0 * (double)i, .bow = 2}, 70 + i);
		assert_int_equal(read_card(&shown).right, CLIPS_IN_ALL);
	}
}

/* Nobody sees whether a symbol counts that the wire lies on. */
static void
a_clip_halfway_is_asked_about(void **state)
{
	static struct shown shown;
	unsigned asked = 0;

	(void)state;
	for (uint64_t seed = 80; seed < 84; seed++) {
		struct clip_count read;

		show_clipped(&shown, METAL_RED, METAL_BLUE, PUSHED_HALFWAY, &(struct lie){.turn = 70.0 * (double)seed},
			seed);
		read = read_card(&shown);
		assert_true(read.right >= CLIPS_IN_ALL - 1);
		asked += read.first_unsure;
	}
	assert_true(asked >= 2);
}

static uint64_t
cells_of(const struct card *card, const struct clip *clip)
{
	char text[CLIP_TEXT];

	for (unsigned i = 0; i < card->runs; i++)
		if (strcmp(card->run[i].id, clip_write(clip, text)) == 0)
			return card->run[i].cells;
	return 0;
}

/* A clip of another card that lies on this one makes seven: which of them is it? */
static void
clips_too_many_are_asked_about(void **state)
{
	const struct lie lie = {.turn = 20, .lift = 0.5};
	static struct shown shown;
	struct played other;
	uint64_t dice = 90, taken = 0;
	struct clip_count read;

	(void)state;
	show(&shown, LEVEL_MILD, WIRES_COLOURED, CLIPS_IN_ALL, &(struct lie){.turn = 20}, 90);
	for (unsigned i = 0; i < CLIPS_IN_ALL; i++)
		taken |= cells_of(&shown.card, &shown.played.clip[i]);
	played_draw(&other, WIRES_COLOURED, 1, 300, shown_shaper, &dice);
	while ((cells_of(&shown.card, &other.clip[0]) & taken) != 0 || other.clip[0].depth < 2) {
		played_finish(&other);
		played_draw(&other, WIRES_COLOURED, 1, 300, shown_shaper, &dice);
	}
	scene_lay(&shown.scene, &other.wire, &other.around, &other.card, &lie);
	played_finish(&other);
	read = read_card(&shown);
	assert_int_equal(read.right, 0);
	assert_true(read.unsure > CLIPS_IN_ALL);
}

/* A thing that is no clip, on a card: round ends, as bright as light falls on something round. */
struct thing {
	double x, y, to_x, to_y, half; /* from here to there, half as wide: hundredths of a millimetre */
	uint32_t rgb[3];
};

static const struct thing coin = {.half = 1150, .rgb = {150, 140, 110}};

static double
away_from(const struct thing *thing, double x, double y)
{
	double dx = thing->to_x - thing->x, dy = thing->to_y - thing->y, long2 = dx * dx + dy * dy;
	double way = long2 > 0 ? ((x - thing->x) * dx + (y - thing->y) * dy) / long2 : 0;

	way = fmin(fmax(way, 0), 1);
	return hypot(x - thing->x - way * dx, y - thing->y - way * dy) / thing->half;
}

static void
lay_thing(struct shown *shown, const struct thing *thing)
{
	const struct rect *card = &shown->played.card;
	struct lie over = shown->lie;
	struct layer layer;

	layer_init(&layer, card, 200);
	for (int32_t i = 0; i < layer.width * layer.height; i++) {
		double away = away_from(
			thing, card->x + i % layer.width / layer.unit, card->y + i / layer.width / layer.unit);
		uint32_t round = (uint32_t)(100 - 50 * away * away);

		if (away < 1)
			layer.argb[i] = 0xff000000 | thing->rgb[0] * round / 100 << 16 |
				thing->rgb[1] * round / 100 << 8 | thing->rgb[2] * round / 100;
	}
	over.lift += 0.5;
	scene_lay(&shown->scene, &layer, card, card, &over);
	layer_finish(&layer);
}

/* Takes a picture of a card on which something lies; a card that nothing is said of is read as bare. */
static struct clip_count
read_under(struct shown *shown)
{
	struct clip_count read = {0};
	struct code_list codes;
	struct sight sight;

	scene_shoot(&shown->scene);
	look(shown, &codes, &sight);
	assert_true(sight.forms->len == 1 || (sight.forms->len == 0 && shown->played.clips == 0));
	if (sight.forms->len > 0)
		read = judge(shown, SEEN_FORM(&sight, 0));
	sight_finish(&sight);
	code_list_finish(&codes);
	put_away(shown);
	return read;
}

/* Its edges are two dark lines as far apart as the legs of a clip, and its end is round. */
static void
a_pen_is_no_clip(void **state)
{
	static const struct thing pens[] = {
		{550, 7000, 600, 12000, 450, {30, 60, 140}},
		{5700, 6500, 5650, 12000, 420, {30, 60, 140}},
		{2000, 5150, -4000, 5180, 450, {150, 30, 30}},
		{3650, 7800, 3700, 12000, 250, {180, 30, 30}},
		{1650, 2600, 1640, -3000, 470, {40, 40, 40}},
	};
	static struct shown shown;
	unsigned asked = 0;

	(void)state;
	for (size_t i = 0; i < LENGTH(pens); i++) {
		show(&shown, i % 2 ? LEVEL_MODERATE : LEVEL_MILD, WIRES_STEEL, 0,
			&(struct lie){.turn = 80.0 * (double)i}, 170 + i);
		lay_thing(&shown, &pens[i]);
		asked += read_under(&shown).unsure > 0;
	}
	assert_true(asked >= LENGTH(pens) - 1);
}

/* Puts a coin on the first clip of a card, which goes around one symbol. */
static void
lay_coin(struct shown *shown)
{
	char text[CLIP_TEXT];

	clip_write(&shown->played.clip[0], text);
	for (unsigned i = 0; i < shown->card.runs; i++) {
		const struct card_run *run = &shown->card.run[i];
		struct thing thing = coin;

		if (strcmp(run->id, text) != 0)
			continue;
		thing.x = thing.to_x = run->x + run->out_x * 500;
		thing.y = thing.to_y = run->y + run->out_y * 500;
		lay_thing(shown, &thing);
	}
}

static void
a_clip_under_a_coin_is_not_missed(void **state)
{
	static struct shown shown;

	(void)state;
	for (uint64_t seed = 180, cards = 0; cards < 4; seed++) {
		struct clip_count read;

		show(&shown, LEVEL_MILD, WIRES_COLOURED, 3, &(struct lie){.turn = 70.0 * (double)seed}, seed);
		if (shown.played.clip[0].depth != 1) {
			put_away(&shown);
			continue;
		}
		cards++;
		lay_coin(&shown);
		read = read_under(&shown);
		assert_true(read.first_unsure);
	}
}

/* A thumb from beyond the card's edge on the end of a clip: its edge looks like the bend of a shorter one. */
static void
a_clip_whose_end_is_covered_is_asked_about(void **state)
{
	static struct shown shown;
	unsigned asked = 0;

	(void)state;
	for (uint64_t seed = 200, cards = 0; cards < 6; seed++) {
		struct thing thumb = {.half = 850, .rgb = {150, 95, 70}};
		bool found = false;

		show(&shown, LEVEL_MILD, WIRES_COLOURED, CLIPS_IN_ALL, &(struct lie){.turn = 70.0 * (double)seed},
			seed);
		for (unsigned i = 0; i < CLIPS_IN_ALL && !found; i++) {
			const struct clip *clip = &shown.played.clip[i];
			bool last = clip->line == CLIPS_ROWS;
			char text[CLIP_TEXT];

			if (strchr("LR", clip->edge) == NULL || (clip->line > 1 && !last) || clip->depth < 2)
				continue;
			found = true;
			clip_write(clip, text);
			for (unsigned n = 0; n < shown.card.runs; n++) {
				const struct card_run *run = &shown.card.run[n];

				if (strcmp(run->id, text) != 0)
					continue;
				thumb.x = thumb.to_x = run->x + run->out_x * 100;
				thumb.y = run->y + (last ? 150 : -150);
				thumb.to_y = last ? 14000 : -5000;
			}
		}
		if (!found) {
			put_away(&shown);
			continue;
		}
		cards++;
		lay_thing(&shown, &thumb);
		asked += read_under(&shown).unsure > 0;
	}
	assert_true(asked >= 5);
}

/* With all six in sight, a coin hides none. */
static void
a_coin_beside_all_clips_asks_nothing(void **state)
{
	struct thing thing = coin;
	static struct shown shown;
	struct clip_count read;

	(void)state;
	show(&shown, LEVEL_MILD, WIRES_STEEL, CLIPS_IN_ALL, &(struct lie){.turn = 40}, 190);
	thing.x = thing.to_x = 5000;
	thing.y = thing.to_y = 1600;
	lay_thing(&shown, &thing);
	read = read_under(&shown);
	assert_int_equal(read.right, CLIPS_IN_ALL);
	assert_int_equal(read.unsure, 0);
}

static void
a_card_cut_off_is_not_read(void **state)
{
	static struct shown shown;
	struct code_list codes;
	struct sight sight;

	(void)state;
	show(&shown, LEVEL_MILD, WIRES_STEEL, CLIPS_IN_ALL, &(struct lie){.x = 108, .turn = 3}, 50);
	shown.scene.conditions.tilt = 0;
	scene_shoot(&shown.scene);
	look(&shown, &codes, &sight);
	assert_int_equal(sight.forms->len, 1);
	assert_int_equal(SEEN_FORM(&sight, 0)->marks, 0);
	sight_finish(&sight);
	code_list_finish(&codes);
	put_away(&shown);
}

/* Paper as white as scanners make it is not burnt out: a bare card is bare, and clips are seen. */
static void
white_paper_hides_no_clips(void **state)
{
	static struct shown shown;

	(void)state;
	for (unsigned clips = 0; clips <= CLIPS_IN_ALL; clips += CLIPS_IN_ALL) {
		show(&shown, LEVEL_MILD, WIRES_COLOURED, clips, &(struct lie){.turn = 15}, 160);
		shown.scene.conditions.falloff = 0;
		shown.scene.conditions.bright = 1.1;
		assert_int_equal(read_card(&shown).right, clips);
	}
}

/* How many of the clips have the colour that their player's have. */
static unsigned
count_told(const struct shown *shown, const struct seen_form *form, const enum mark_colour colour[2])
{
	char text[CLIP_TEXT];
	unsigned told = 0;

	for (unsigned i = 0; i < form->marks; i++)
		for (unsigned n = 0; n < shown->played.clips; n++)
			if (strcmp(clip_write(&shown->played.clip[n], text), form->mark[i].id) == 0)
				told += form->mark[i].state == MARK_FILLED &&
					form->mark[i].colour == colour[shown->played.player[n]];
	return told;
}

/* As a file of a stranger: decoded and looked at by a worker, colours and all. */
static void
colours_tell_players(void **state)
{
	static const enum mark_colour colour[][2] = {{MARK_COLOUR_PLAIN, MARK_COLOUR_PLAIN},
		{MARK_COLOUR_RED, MARK_COLOUR_BLUE}, {MARK_COLOUR_RED, MARK_COLOUR_COPPER}};
	const struct worker_order order = {.wish = SIGHT_WISH_CROPS};
	char folder[] = "/tmp/seedpress-cards-XXXXXX", file[60];
	static struct shown shown;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/card.jpg", folder);
	for (int i = 0; i < 3; i++) {
		struct code_list codes;
		struct worker *worker;
		struct sight sight;

		if (i < WIRES)
			show(&shown, LEVEL_MODERATE, (enum wires)i, CLIPS_IN_ALL, &(struct lie){.turn = 111, .bow = 2},
				60);
		else
			show_clipped(
				&shown, METAL_RED, METAL_COPPER, PUSHED_WELL, &(struct lie){.turn = 111, .bow = 2}, 60);
		assert_true(scene_shoot(&shown.scene) && scene_save(&shown.scene, file));
		code_list_init(&codes, NULL);
		codes.games = kiosk_eye_game;
		worker = worker_open(file, "card.jpg", &order);
		assert_true(sight_read(worker, &codes, &sight));
		assert_int_equal(sight.forms->len, 1);
		assert_int_equal(count_told(&shown, SEEN_FORM(&sight, 0), colour[i]), CLIPS_IN_ALL);
		sight_finish(&sight);
		worker_close(worker);
		code_list_finish(&codes);
		put_away(&shown);
	}
	assert_int_equal(unlink(file), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* Whose clips are of which kind: 0 where no colour is told, -1 where a player's clips differ or both players' do not.
 */
static int
kinds_told(const struct shown *shown, const struct seen_form *form)
{
	enum mark_colour of[2] = {MARK_COLOUR_UNKNOWN, MARK_COLOUR_UNKNOWN};
	char text[CLIP_TEXT];
	unsigned told = 0;

	for (unsigned i = 0; i < form->marks; i++)
		for (unsigned n = 0; n < shown->played.clips; n++) {
			enum mark_colour *own = &of[shown->played.player[n]];

			if (strcmp(clip_write(&shown->played.clip[n], text), form->mark[i].id) != 0 ||
				form->mark[i].colour == MARK_COLOUR_UNKNOWN)
				continue;
			if (*own != MARK_COLOUR_UNKNOWN && *own != form->mark[i].colour)
				return -1;
			*own = form->mark[i].colour;
			told++;
		}
	return told == 0 ? 0 : of[0] != of[1] ? 2 : 1;
}

/* Takes the picture in colour. Returns how many kinds of clips are told; nothing that is sure may be wrong. */
static int
read_kinds(struct shown *shown, struct clip_count *read)
{
	struct eye *eye = eye_create(kiosk_eye_game);
	struct code_list codes;
	struct sight sight;
	int kinds;

	scene_shoot(&shown->scene);
	list_known(&(struct known){0}, &codes);
	code_list_look_in_colour(&codes, eye, &shown->scene.photo, scene_colours, &shown->scene, &sight);
	assert_int_equal(sight.forms->len, 1);
	*read = judge(shown, SEEN_FORM(&sight, 0));
	kinds = kinds_told(shown, SEEN_FORM(&sight, 0));
	sight_finish(&sight);
	code_list_finish(&codes);
	eye_destroy(eye);
	put_away(shown);
	return kinds;
}

/* By their names these would be one colour: the players' clips have to be told apart, or nothing is said of them. */
static void
clips_that_look_alike_are_told_apart(void **state)
{
	static const enum metal pairs[][2] = {{METAL_BLACK, METAL_STEEL}, {METAL_WHITE, METAL_STEEL},
		{METAL_ZEBRA, METAL_STEEL}, {METAL_PINK, METAL_RED}, {METAL_YELLOW, METAL_GOLD},
		{METAL_COPPER, METAL_GOLD}, {METAL_BLUE, METAL_VINYL}};
	static struct shown shown;
	struct clip_count read;
	unsigned told = 0, all = few_or_all(4, 2 * LENGTH(pairs));

	(void)state;
	for (size_t i = 0; i < all; i++) {
		const enum metal *pair = pairs[i / 2];
		const struct lie lie = {.turn = 40.0 * (double)i, .bow = 2};
		int kinds;

		if (i % 2 == 0)
			show_clipped(&shown, pair[0], pair[1], PUSHED_WELL, &lie, 200 + i);
		else
			show_traced(&shown, pair[0], pair[1], LEVEL_MILD, &lie, 200 + i);
		kinds = read_kinds(&shown, &read);
		if (read.right < CLIPS_IN_ALL)
			continue;
		assert_true(kinds == 0 || kinds == 2);
		told += kinds == 2;
	}
	assert_true(told + 3 >= all);
}

/* Steel mirrors the room, and is darker in one direction than in another. */
static void
clips_of_one_kind_are_never_two(void **state)
{
	static struct shown shown;
	struct clip_count read;

	(void)state;
	for (uint64_t seed = 220; seed < 220 + few_or_all(2, 6); seed++) {
		enum metal metal = seed % 2 ? METAL_STEEL : METAL_RED;

		show_traced(&shown, metal, metal, LEVEL_MODERATE, &(struct lie){.turn = 55.0 * (double)seed}, seed);
		assert_in_range(read_kinds(&shown, &read), 0, 1);
	}
}

/* Neither a shadow with two straight edges nor a finger is a seventh clip, or makes the others doubtful. */
static void
blinds_and_fingers_are_no_clips(void **state)
{
	static struct shown shown;
	struct clip_count read;
	uint64_t all = few_or_all(2, 6), right = 0;

	(void)state;
	for (uint64_t seed = 230; seed < 230 + all; seed++) {
		const struct lie lie = {.turn = 35.0 * (double)seed, .bow = 2};
		uint64_t dice = seed;

		show_traced(&shown, METAL_STEEL, METAL_RED, LEVEL_MILD, &lie, seed);
		if (seed % 2)
			traced_blinds(&shown.scene, &dice);
		else
			traced_fingers(&shown.scene, &shown.played, &lie, &dice);
		assert_in_range(read_kinds(&shown, &read), 0, 2);
		right += read.right == CLIPS_IN_ALL && read.unsure == 0;
	}
	assert_true(right + 1 >= all);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bent_cards_are_followed_through_a_lens),
		cmocka_unit_test(symbols_tell_one_card_from_another),
		cmocka_unit_test(covered_symbols_are_said_not_to_be_there),
		cmocka_unit_test(clips_are_read_from_a_photo),
		cmocka_unit_test(clips_are_read_in_shadow_and_bent),
		cmocka_unit_test(fewer_clips_are_no_more_than_there_are),
		cmocka_unit_test(clips_of_another_hand_are_read),
		cmocka_unit_test(a_clip_halfway_is_asked_about),
		cmocka_unit_test(clips_too_many_are_asked_about),
		cmocka_unit_test(a_pen_is_no_clip),
		cmocka_unit_test(a_clip_under_a_coin_is_not_missed),
		cmocka_unit_test(a_clip_whose_end_is_covered_is_asked_about),
		cmocka_unit_test(a_coin_beside_all_clips_asks_nothing),
		cmocka_unit_test(a_card_cut_off_is_not_read),
		cmocka_unit_test(white_paper_hides_no_clips),
		cmocka_unit_test(colours_tell_players),
		cmocka_unit_test(clips_that_look_alike_are_told_apart),
		cmocka_unit_test(clips_of_one_kind_are_never_two),
		cmocka_unit_test(blinds_and_fingers_are_no_clips),
	};
	struct problem problem;
	int failed;

	if (sodium_init() < 0 || !worker_start(&kiosk_eye_job))
		return 1;
	shown_shaper = shaper_create(&problem);
	if (shown_shaper == NULL)
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	shaper_destroy(shown_shaper);
	fork_server_stop();
	return failed;
}
