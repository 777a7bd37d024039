/* SPDX-License-Identifier: MIT
 * Judges what is made of tables with piles of coupons. */
#include "tests/kiosk/eye/laid_table_judge.h"

#include <string.h>

#include "kiosk/reading/hands.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/looking.h"

#define HEIGHT 1080 /* of pictures, in pixels; three piles have twice as much, or their tags would be too small */

/* Who has the coupons in a sight, as the reading tells; HELD_BY_NOBODY for those that are not in it. */
static void
read_holders(const struct laid_table *table, const struct sight *sight, int8_t holder[TAGGED_MAX])
{
	struct known_games known;
	char text[CODE_TEXT];
	GArray *hands;

	memset(holder, HELD_BY_NOBODY, TAGGED_MAX);
	code_write(&table->code, NULL, text);
	known_games_init(&known, NULL);
	known_games_add(&known, &table->code, text, true);
	hands_meet(&known, sight);
	hands = hands_of(&known, sight);
	if (hands->len > 0)
		memcpy(holder, g_array_index(hands, struct hand, 0).holder, TAGGED_MAX);
	hands_free(hands);
	known_games_finish(&known);
}

/* Whether anything of a strip was read: its code or a tag. */
static bool
strip_is_read(const struct laid_table *table, unsigned sheet, const struct sight *sight)
{
	struct code code = table->code;
	bool read = false;
	struct form form;

	code.piece = (uint8_t)sheet;
	game_coupons.form(&table->layout, &code, &form);
	for (unsigned i = 0; i < sight->codes->len; i++)
		read |= SEEN_CODE(sight, i)->code.piece == sheet;
	for (unsigned i = 0; i < sight->tags->len; i++)
		for (int n = 0; n < 4; n++)
			read |= SEEN_TAG(sight, i)->id == form.tag[n].id;
	return read;
}

static void
count_table(const struct laid_table *table, const struct sight *sight, struct table_count *count)
{
	unsigned due = 0, given = 0;
	bool strip[COUPONS_SHEETS_MAX];
	int8_t holder[TAGGED_MAX];

	read_holders(table, sight, holder);
	for (unsigned i = 0; i < table->code.players; i++)
		strip[i] = strip_is_read(table, i, sight);
	for (unsigned i = 0; i < COUPONS_MAX; i++) {
		int8_t held = holder[i], is = table->holder[i];

		if (held == HELD_BY_NOBODY)
			continue;
		due += is >= 0 && strip[is];
		given += held >= 0 && held == is;
		count->wrong += held >= 0 && held != is;
	}
	count->tables += due > 0;
	count->complete += due > 0 && given == due;
	count->due += due;
	count->given += given;
}

void
table_judge(enum table_kind kind, enum pile_way way, enum level level, struct shaper *shaper, struct eye *eye,
	uint64_t *dice, struct table_count *count)
{
	int32_t height = kind == TABLE_THREE || kind == TABLE_THREE_TWO ? 2 * HEIGHT : HEIGHT;
	struct laid_table table;
	struct code_list list;
	struct scene scene;
	struct sight sight;

	while (!laid_table_make(&table, kind, way, level, height, dice))
		;
	if (eye == NULL) {
		laid_table_sight(&table, dice, &sight);
		count_table(&table, &sight, count);
		sight_finish(&sight);
		return;
	}
	if (laid_table_shoot(&table, shaper, dice, &scene)) {
		code_list_init(&list, NULL);
		code_list_expect(&list, &table.code);
		code_list_look(&list, eye, &scene.photo, &sight);
		count_table(&table, &sight, count);
		sight_finish(&sight);
		code_list_finish(&list);
	}
	scene_finish(&scene);
}
