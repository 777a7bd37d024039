/* SPDX-License-Identifier: MIT
 * Cards before the camera. */
#include "tests/tools.h"

#include "tests/kiosk/eye/looking.h"
#include "tests/kiosk/games/clips/shown.h"

#include <string.h>

#include "kiosk/games/kiosk_game.h"

struct shaper *shown_shaper;

void
shown_card(struct shown *shown)
{
	struct clips_layout layout;

	game_clips.build(&layout, &shown->played.code);
	card_init(&shown->card, &layout);
}

static void
lay(struct shown *shown, enum level level, const struct lie *lie, uint64_t dice)
{
	struct conditions conditions;

	scene_conditions(&conditions, level, 1920, 1080, 8, &dice);
	conditions.k1 = level == LEVEL_MILD ? conditions.k1 : -0.08;
	conditions.glare = 0;
	conditions.roll = 0;
	shown->lie = *lie;
	scene_init(&shown->scene, &conditions, dice_roll(&dice));
	played_lay(&shown->scene, &shown->played, lie);
	shown_card(shown);
}

void
show(struct shown *shown, enum level level, enum wires wires, unsigned clips, const struct lie *lie, uint64_t dice)
{
	played_draw(&shown->played, wires, clips, 300, shown_shaper, &dice);
	lay(shown, level, lie, dice);
}

void
show_clipped(
	struct shown *shown, enum metal one, enum metal other, enum pushed pushed, const struct lie *lie, uint64_t dice)
{
	clipped_draw(&shown->played, (const enum metal[2]){one, other}, pushed, 400, shown_shaper, &dice);
	lay(shown, LEVEL_MILD, lie, dice);
}

void
show_traced(
	struct shown *shown, enum metal one, enum metal other, enum level level, const struct lie *lie, uint64_t dice)
{
	traced_draw(&shown->played, (const enum metal[2]){one, other}, 0, 300, shown_shaper, &dice);
	lay(shown, level, lie, dice);
}

void
put_away(struct shown *shown)
{
	played_finish(&shown->played);
	scene_finish(&shown->scene);
}

void
list_known(const struct known *known, struct code_list *codes)
{
	code_list_init(codes, NULL);
	codes->games = kiosk_eye_game;
	codes->covered = known->open;
	if (known->told != NULL)
		code_list_expect(codes, known->told);
}

void
look_told(const struct shown *shown, const struct known *known, struct code_list *codes, struct sight *sight)
{
	struct eye *eye = eye_create(kiosk_eye_game);

	list_known(known, codes);
	code_list_look(codes, eye, &shown->scene.photo, sight);
	eye_destroy(eye);
}

static bool
is_played(const struct played *played, const char *id)
{
	char text[CLIP_TEXT];

	for (unsigned i = 0; i < played->clips; i++)
		if (strcmp(clip_write(&played->clip[i], text), id) == 0)
			return true;
	return false;
}

struct clip_count
judge(const struct shown *shown, const struct seen_form *form)
{
	struct clip_count read = {0};
	char first[CLIP_TEXT];

	for (unsigned i = 0; i < shown->card.runs; i++) {
		const struct seen_mark *mark = &form->mark[i];
		bool there = is_played(&shown->played, mark->id), unsure = mark->state == MARK_UNSURE;

		if (mark->state == (there ? MARK_EMPTY : MARK_FILLED))
			fail_msg("%s: %s is %s", shown->played.text, mark->id, mark_state_name(mark->state));
		read.right += there && mark->state == MARK_FILLED;
		read.unsure += unsure;
		read.first_unsure |= unsure && strcmp(mark->id, clip_write(&shown->played.clip[0], first)) == 0;
	}
	return read;
}
