/* SPDX-License-Identifier: MIT
 * Cards whose QR is covered by a clip: read if the code is known, or by their symbols among those that may be
 * there. */
#include "tests/tools.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/canvas/shaping.h"
#include "kiosk/games/kiosk_game.h"
#include "kiosk/reading/photo_set.h"
#include "kiosk/sight/sight_reader.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/games/clips/shown.h"

/* Looks at a card whose QR nobody can read; returns whether its clips were. */
static bool
read_covered(const struct shown *shown, const struct known *known)
{
	struct code_list codes;
	struct sight sight;
	bool read;

	look_told(shown, known, &codes, &sight);
	assert_int_equal(sight.codes->len, 0);
	assert_int_equal(sight.refused->len, 0);
	read = sight.forms->len > 0;
	if (read) {
		assert_int_equal(sight.forms->len, 1);
		assert_string_equal(SEEN_FORM(&sight, 0)->text, shown->played.text);
		assert_int_equal(judge(shown, SEEN_FORM(&sight, 0)).right, CLIPS_IN_ALL);
	}
	sight_finish(&sight);
	code_list_finish(&codes);
	return read;
}

/* A clip lies on a pattern of the QR: the card is read if it is known which one it is, and is not taken for another. */
static void
a_covered_code_is_read_when_it_is_told(void **state)
{
	static const enum metal metal[][2] = {{METAL_STEEL, METAL_BLUE}, {METAL_RED, METAL_GREEN}};
	static struct shown shown;

	(void)state;
	for (uint64_t i = 0; i < few_or_all(1, LENGTH(metal)); i++) {
		struct code other;

		show_clipped(&shown, metal[i][0], metal[i][1], PUSHED_OVER,
			&(struct lie){.turn = 50 + 100.0 * (double)i, .bow = 2}, 100 + i);
		assert_true(scene_shoot(&shown.scene));
		other = shown.played.code;
		other.seed ^= 1;
		assert_false(read_covered(&shown, &(struct known){0}));
		assert_true(read_covered(&shown, &(struct known){.told = &shown.played.code}));
		assert_false(read_covered(&shown, &(struct known){.told = &other}));
		put_away(&shown);
	}
}

/* The cards of an event, this one among them or, with NULL, not. */
static void
open_cards(struct covered_list *open, const struct code *one)
{
	covered_list_init(open, kiosk_eye_game);
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct code code = {
			.seed = seed, .game = game_clips.number, .version = game_clips.version, .players = 2};

		covered_list_add(open, &game_clips, &code);
	}
	if (one != NULL)
		covered_list_add(open, &game_clips, one);
}

static void
a_covered_code_is_found_by_its_symbols(void **state)
{
	static struct shown shown;

	(void)state;
	for (uint64_t i = 0; i < few_or_all(1, 2); i++) {
		struct covered_list open, others;

		show_clipped(&shown, METAL_BLUE, METAL_STEEL, PUSHED_OVER,
			&(struct lie){.turn = 80 + 130.0 * (double)i, .bow = 2}, 140 + i);
		assert_true(scene_shoot(&shown.scene));
		open_cards(&open, &shown.played.code);
		open_cards(&others, NULL);
		assert_true(read_covered(&shown, &(struct known){.open = &open}));
		assert_false(read_covered(&shown, &(struct known){.open = &others}));
		covered_list_finish(&open);
		covered_list_finish(&others);
		put_away(&shown);
	}
}

/* The grain of a table is full of what looks like patterns, smaller ones than those of a card. */
static void
grain_hides_no_covered_code(void **state)
{
	static const enum table tables[] = {TABLE_WOOD, TABLE_CLOTH, TABLE_NEWSPAPER};
	static struct shown shown;
	unsigned found = 0;

	(void)state;
	for (uint64_t i = 0; i < few_or_all(1, LENGTH(tables)); i++) {
		uint64_t dice = 170 + i;
		struct conditions conditions;

		clipped_draw(&shown.played, (const enum metal[2]){METAL_RED, METAL_BLUE}, PUSHED_OVER, 400,
			shown_shaper, &dice);
		scene_conditions(&conditions, LEVEL_MODERATE, 1920, 1080, 8, &dice);
		conditions.table = tables[i];
		conditions.glare = conditions.hand = 0;
		scene_init(&shown.scene, &conditions, dice);
		shown.lie = (struct lie){.turn = 60.0 * (double)i};
		played_lay(&shown.scene, &shown.played, &shown.lie);
		shown_card(&shown);
		assert_true(scene_shoot(&shown.scene));
		found += read_covered(&shown, &(struct known){.told = &shown.played.code});
		put_away(&shown);
	}
	assert_int_equal(found, few_or_all(1, LENGTH(tables)));
}

/* Where all tables play the same cards, nobody knows whose this is, unless it is told. */
static void
symbols_of_two_tables_name_none(void **state)
{
	static struct shown shown;
	struct code_list codes;
	struct covered_list open;
	struct sight sight;
	struct code same;

	(void)state;
	show_clipped(&shown, METAL_RED, METAL_BLUE, PUSHED_OVER, &(struct lie){.turn = 250}, 151);
	assert_true(scene_shoot(&shown.scene));
	open_cards(&open, &shown.played.code);
	same = shown.played.code;
	same.table = 9;
	covered_list_add(&open, &game_clips, &same);
	look_told(&shown, &(struct known){.open = &open}, &codes, &sight);
	assert_int_equal(sight.codes->len, 0);
	assert_int_equal(sight.forms->len, 0);
	assert_int_equal(sight.refused->len, 1);
	assert_true(message_is(NOTE(sight.refused, 0), "card-of-two-tables"));
	assert_int_equal(codes.codes->len, 0);
	sight_finish(&sight);
	code_list_finish(&codes);
	assert_true(read_covered(&shown, &(struct known){&shown.played.code, &open}));
	covered_list_finish(&open);
	put_away(&shown);
}

/* Two cards beside each other, both covered: the one that was told is read, and both where both may be there. */
static void
a_covered_code_is_read_beside_another(void **state)
{
	static struct shown shown;
	static struct played other;
	struct code_list codes;
	struct covered_list open;
	struct sight sight;
	uint64_t dice = 111;

	(void)state;
	show_clipped(&shown, METAL_RED, METAL_BLUE, PUSHED_OVER, &(struct lie){.x = -60, .turn = 20}, 110);
	clipped_draw(&other, (const enum metal[2]){METAL_GREEN, METAL_RED}, PUSHED_OVER, 400, shown_shaper, &dice);
	played_lay(&shown.scene, &other, &(struct lie){.x = 60, .turn = 200});
	assert_true(scene_shoot(&shown.scene));
	assert_true(read_covered(&shown, &(struct known){.told = &shown.played.code}));
	open_cards(&open, &shown.played.code);
	assert_true(read_covered(&shown, &(struct known){.open = &open}));
	covered_list_add(&open, &game_clips, &other.code);
	look_told(&shown, &(struct known){&shown.played.code, &open}, &codes, &sight);
	assert_int_equal(sight.forms->len, 2);
	assert_string_equal(SEEN_FORM(&sight, 0)->text, shown.played.text);
	assert_string_equal(SEEN_FORM(&sight, 1)->text, other.text);
	sight_finish(&sight);
	code_list_finish(&codes);
	covered_list_finish(&open);
	played_finish(&other);
	put_away(&shown);
}

/* Whether a worker reads a card in a file. */
static bool
read_by_worker(const struct shown *shown, const char *file, const struct known *known)
{
	const struct worker_order order = {.wish = SIGHT_WISH_CROPS};
	struct worker *worker = worker_open(file, "card.jpg", &order);
	struct code_list codes;
	struct sight sight;
	bool read;

	list_known(known, &codes);
	assert_true(sight_read(worker, &codes, &sight));
	assert_int_equal(sight.codes->len, 0);
	read = sight.forms->len > 0;
	if (read) {
		assert_int_equal(sight.forms->len, 1);
		assert_string_equal(SEEN_FORM(&sight, 0)->text, shown->played.text);
		/* Of the clip that is pushed over the QR little of the bend is seen: it may be asked about. */
		assert_in_range(judge(shown, SEEN_FORM(&sight, 0)).right, CLIPS_IN_ALL - 1, CLIPS_IN_ALL);
	}
	sight_finish(&sight);
	assert_false(sight_read(worker, &codes, &sight));
	assert_null(worker_problem(worker));
	worker_close(worker);
	code_list_finish(&codes);
	return read;
}

/* As a file of a stranger, by a worker that is told no code but what the card of one looks like; and by one that has
 * no list of cards, but whose answer is in it. */
static void
a_covered_code_is_read_by_a_worker(void **state)
{
	char folder[] = "/tmp/seedpress-cards-XXXXXX", file[60];
	struct covered_list open, others;
	static struct shown shown;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/card.jpg", folder);
	show_clipped(&shown, METAL_RED, METAL_BLUE, PUSHED_OVER, &(struct lie){.turn = 300}, 130);
	assert_true(scene_shoot(&shown.scene) && scene_save(&shown.scene, file));
	open_cards(&open, &shown.played.code);
	open_cards(&others, NULL);
	assert_true(read_by_worker(&shown, file, &(struct known){.told = &shown.played.code}));
	assert_true(read_by_worker(&shown, file, &(struct known){.open = &open}));
	assert_false(read_by_worker(&shown, file, &(struct known){.open = &others}));
	covered_list_finish(&open);
	covered_list_finish(&others);
	put_away(&shown);
	assert_int_equal(unlink(file), 0);
	assert_int_equal(rmdir(folder), 0);
}

/* The manifest of a kit whose pieces are two cards. */
static void
write_manifest(const char *file, const struct shown *shown)
{
	struct code other = shown->played.code;
	FILE *out = fopen(file, "w");
	char text[CODE_TEXT];

	other.seed ^= 1;
	code_write(&other, NULL, text);
	assert_non_null(out);
	fprintf(out, "{\"pieces\":[{\"code\":\"%s\"},{\"code\":\"%s\"}]}", text, shown->played.text);
	assert_int_equal(fclose(out), 0);
}

/* As `scan --manifest` has it: the card is one of a kit, and its table has a draft. */
static void
a_manifest_names_a_covered_card(void **state)
{
	char file[] = "/tmp/seedpress-cards-XXXXXX";
	struct problem problem;
	GString *words = g_string_new(NULL);
	struct eye *eye = eye_create(kiosk_eye_game);
	static struct shown shown;
	struct photo_set set;
	struct sight sight;

	(void)state;
	show_clipped(&shown, METAL_RED, METAL_BLUE, PUSHED_OVER, &(struct lie){.turn = 300}, 130);
	assert_true(scene_shoot(&shown.scene));
	assert_int_equal(close(mkstemp(file)), 0);
	write_manifest(file, &shown);
	photo_set_init(&set, NULL);
	assert_true(photo_set_read_manifest(&set, file, &problem));
	code_list_look(&set.codes, eye, &shown.scene.photo, &sight);
	photo_set_add(&set, "card.jpg", 0, &sight);
	photo_set_settle(&set);
	assert_int_equal(set.known.games->len, 2);
	assert_false(KNOWN_GAME(&set.known, 0)->met);
	assert_null(set.outcome[0].missing);
	assert_true(KNOWN_GAME(&set.known, 1)->met);
	assert_non_null(set.outcome[1].form[0]);
	photo_set_text(&set, true, &audience_terminal, words);
	assert_non_null(strstr(words->str, shown.played.text));
	photo_set_finish(&set);
	g_string_free(words, TRUE);
	eye_destroy(eye);
	put_away(&shown);
	assert_int_equal(unlink(file), 0);
}

/* What was read by its own code is not looked for again. */
static void
a_code_that_is_told_and_read_counts_once(void **state)
{
	static struct shown shown;
	struct code_list codes;
	struct sight sight;

	(void)state;
	show(&shown, LEVEL_MILD, WIRES_COLOURED, CLIPS_IN_ALL, &(struct lie){.turn = 70}, 120);
	assert_true(scene_shoot(&shown.scene));
	look_told(&shown, &(struct known){.told = &shown.played.code}, &codes, &sight);
	assert_int_equal(sight.codes->len, 1);
	assert_int_equal(sight.forms->len, 1);
	sight_finish(&sight);
	code_list_finish(&codes);
	put_away(&shown);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_covered_code_is_read_when_it_is_told),
		cmocka_unit_test(a_covered_code_is_found_by_its_symbols),
		cmocka_unit_test(grain_hides_no_covered_code),
		cmocka_unit_test(symbols_of_two_tables_name_none),
		cmocka_unit_test(a_covered_code_is_read_beside_another),
		cmocka_unit_test(a_covered_code_is_read_by_a_worker),
		cmocka_unit_test(a_manifest_names_a_covered_card),
		cmocka_unit_test(a_code_that_is_told_and_read_counts_once),
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
