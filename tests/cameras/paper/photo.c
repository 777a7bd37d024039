/* SPDX-License-Identifier: MIT
 * From a kind, a condition and a seed to a photograph; what all kinds need. */
#include "tests/cameras/paper/photo.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cameras/paper/sensor.h"
#include "tests/cameras/paper/stage.h"

const char *const photo_kind_names[PHOTO_KINDS] = {"form", "card", "coupons"};
const char *const photo_state_names[PHOTO_STATES] = {"empty", "filled", "crossed-out", "faint"};

struct texture *
stage_texture(struct stage *stage)
{
	return stage->textures < STAGE_BODIES ? &stage->texture[stage->textures++] : NULL;
}

struct surface *
stage_surface(struct stage *stage)
{
	return stage->surfaces < STAGE_BODIES ? &stage->surface[stage->surfaces++] : NULL;
}

const struct texture *
stage_colour(struct stage *stage, const double colour[3])
{
	struct texture *texture = stage_texture(stage);

	if (texture == NULL || !texture_init(texture, 64, 64, 1))
		return NULL;
	for (int i = 0; i < 64 * 64; i++) {
		double light = PAPER_WHITE * (0.9 + 0.1 * noise(i % 64 * 0.2, i / 64 * 0.2, (unsigned)stage->textures));

		for (int c = 0; c < 3; c++)
			texture->pixel[i][c] = (uint16_t)(colour[c] * light);
		texture->pixel[i][3] = PAPER_WHITE;
	}
	return texture;
}

bool
stage_aim(struct stage *stage, const struct point *places, size_t count)
{
	struct recipe *recipe = &stage->recipe;
	struct point low = places[0], high = places[0];

	if (recipe->app != APP_NONE) {
		for (size_t i = 1; i < count; i++) {
			low = (struct point){fmin(low.x, places[i].x), fmin(low.y, places[i].y)};
			high = (struct point){fmax(high.x, places[i].x), fmax(high.y, places[i].y)};
		}
		double margin = recipe->app == APP_FLATBED ? 12 : 2, dots = recipe->app_dpi / 25.4;

		recipe->fill = 1 - margin / fmax(high.x - low.x, high.y - low.y);
		recipe->w = (int)((high.x - low.x + margin) * dots) / 2 * 2;
		recipe->h = (int)((high.y - low.y + margin) * dots) / 2 * 2;
		recipe->lens = 0;
		recipe->tilt = recipe->app == APP_FLATBED ? 0 : recipe->tilt * 0.2;
	}
	if (recipe->app == APP_FLATBED) {
		/* A lamp that moves along, a white lid, and the weight of it. */
		recipe->lamp_height = TURN / 4;
		recipe->falloff = 0.03;
		recipe->shade = SHADE_NONE;
		recipe->bend = BEND_NONE;
		recipe->ground = GROUND_PLAIN;
		recipe->contrast = 0.2;
	}
	return scene_init(&stage->scene, recipe, places, count, luck_part(&stage->luck, 10));
}

double
stage_density(const struct stage *stage)
{
	/* A quarter more than the picture has, so that nothing is lost; 300 dpi are enough.
	 * A screen shows no more than its own pixels, with their smoothed edges. */
	double most = stage->recipe.screen > 0 ? SCREEN_DENSITY * 1.5 : 11.8;

	return clamp(1.25 * scene_density(&stage->scene) / stage->recipe.scale, 3, most);
}

bool
stage_chip(struct stage *stage, const double at[3], double radius, struct luck *luck)
{
	static const double colours[][3] = {{0.7, 0.05, 0.06}, {0.05, 0.12, 0.5}, {0.05, 0.35, 0.1}, {0.85, 0.6, 0.05},
		{0.02, 0.02, 0.025}, {0.75, 0.73, 0.7}, {0.45, 0.27, 0.12}, {0.6, 0.6, 0.62}};
	const struct texture *texture = stage_colour(stage, colours[luck_below(luck, 8)]);
	struct surface *chip = stage_surface(stage);

	if (texture == NULL || chip == NULL || !surface_chip(chip, texture, radius, luck_in(luck, 1.4, 3.2)))
		return false;
	surface_place(chip, luck_in(luck, 0, TURN), at[0], at[1], at[2] + 0.4);
	return true;
}

bool
stage_pen(struct stage *stage, const double at[3], struct luck *luck)
{
	static const double colours[][3] = {
		{0.02, 0.02, 0.03}, {0.05, 0.1, 0.45}, {0.8, 0.55, 0.05}, {0.6, 0.05, 0.05}, {0.7, 0.7, 0.72}};
	const struct texture *texture = stage_colour(stage, colours[luck_below(luck, 5)]);
	struct surface *rod = stage_surface(stage);
	double turn = luck_in(luck, 0, TURN), back = luck_in(luck, 3, 60);
	double length = luck_in(luck, 125, 150), radius = luck_in(luck, 3.4, 5);

	if (texture == NULL || rod == NULL || !surface_rod(rod, texture, length, radius, true))
		return false;
	surface_place(rod, turn, at[0] - back * plain_cos(turn), at[1] - back * plain_sin(turn), at[2] + 1);
	return true;
}

bool
stage_draw(struct stage *stage)
{
	return scene_draw(&stage->scene, stage->surface, stage->surfaces, luck_part(&stage->luck, 11)) &&
		sensor_take(&stage->scene, stage->photo, luck_part(&stage->luck, 12));
}

struct photo *
photo_shoot(enum photo_kind kind, const char *condition, uint64_t seed)
{
	static bool (*const shoots[PHOTO_KINDS])(struct stage *) = {shoot_forms, shoot_card, shoot_coupons};
	struct stage *stage = calloc(1, sizeof *stage);
	struct photo *photo = calloc(1, sizeof *photo);
	uint64_t name = 0;
	bool fine = stage != NULL && photo != NULL;

	for (const char *at = condition; *at != '\0'; at++)
		name = name * 1099511628211 + (unsigned char)*at;
	if (fine) {
		stage->photo = photo;
		stage->luck = (struct luck){seed * 0x9e3779b97f4a7c15 ^ name ^ (uint64_t)kind << 60};
		luck_next(&stage->luck);
		photo->kind = kind;
		photo->seed = seed;
		fine = recipe_choose(&stage->recipe, kind, condition, luck_part(&stage->luck, 1));
	}
	for (size_t n = 0; fine && (photo->condition = photo_condition(kind, n)) != NULL; n++)
		if (strcmp(photo->condition, condition) == 0)
			break;
	fine = fine && shoots[kind](stage);
	if (stage != NULL) {
		for (size_t i = 0; i < stage->surfaces; i++)
			surface_finish(&stage->surface[i]);
		for (size_t i = 0; i < stage->textures; i++)
			texture_finish(&stage->texture[i]);
		scene_finish(&stage->scene);
	}
	free(stage);
	if (fine)
		return photo;
	photo_destroy(photo);
	return NULL;
}

void
photo_destroy(struct photo *photo)
{
	if (photo == NULL)
		return;
	free(photo->rgb);
	free(photo->grey);
	free(photo->file);
	free(photo->form);
	free(photo->mark);
	free(photo->clip);
	free(photo->coupon);
	free(photo->pile);
	free(photo);
}

/* To a hundredth of a pixel or millimetre. */
static json_t *
place(double x, double y)
{
	return json_pack("[ff]", floor(x * 100 + 0.5) / 100, floor(y * 100 + 0.5) / 100);
}

static json_t *
form_json(const struct photo *photo, const struct photo_form *form)
{
	json_t *marks = json_array(), *corners = json_array();

	for (size_t i = 0; i < form->marks; i++) {
		const struct photo_mark *mark = &photo->mark[form->first + i];

		json_array_append_new(marks,
			json_pack("{s:s, s:i, s:s, s:s, s:i, s:s, s:s, s:o, s:o}", "id", mark->id, "index", mark->index,
				"state", mark->seen < 50 ? "covered" : photo_state_names[mark->state], "under",
				photo_state_names[mark->state], "seen", mark->seen, "pen", mark->pen, "how", mark->how,
				"mm", place(mark->x_mm, mark->y_mm), "at", place(mark->x, mark->y)));
	}
	for (int i = 0; i < 4; i++)
		json_array_append_new(corners, place(form->corner[i][0], form->corner[i][1]));
	return json_pack(
		"{s:s, s:s, s:o, s:o}", "code", form->code, "game", form->game, "corners", corners, "marks", marks);
}

char *
photo_json(const struct photo *photo)
{
	json_t *json = json_pack("{s:s, s:s, s:I, s:i, s:i}", "kind", photo_kind_names[photo->kind], "condition",
		photo->condition, "seed", (json_int_t)photo->seed, "width", photo->w, "height", photo->h);
	json_t *list = json_array();

	for (size_t i = 0; i < photo->forms; i++)
		json_array_append_new(list, form_json(photo, &photo->form[i]));
	json_object_set_new(json, "forms", list);
	if (photo->kind == PHOTO_CARD) {
		list = json_array();
		for (size_t i = 0; i < photo->clips; i++)
			json_array_append_new(list,
				json_pack("{s:s, s:i, s:s}", "clip", photo->clip[i].text, "player",
					photo->clip[i].player, "colour", photo->clip[i].colour));
		json_object_set_new(json, "card", json_string(photo->card));
		json_object_set_new(json, "players", json_integer(photo->players));
		json_object_set_new(json, "clips", list);
	}
	if (photo->kind == PHOTO_COUPONS) {
		list = json_array();
		for (size_t i = 0; i < photo->coupons; i++) {
			const struct photo_coupon *coupon = &photo->coupon[i];

			json_array_append_new(list,
				json_pack("{s:s, s:i, s:i, s:i, s:o}", "id", coupon->id, "owner", coupon->owner, "tag",
					coupon->tag, "seen", coupon->seen, "at", place(coupon->x, coupon->y)));
		}
		json_object_set_new(json, "coupons", list);
		list = json_array();
		for (size_t i = 0; i < photo->piles; i++)
			json_array_append_new(list,
				json_pack("{s:s, s:i, s:o}", "code", photo->pile[i].code, "piece", photo->pile[i].piece,
					"at", place(photo->pile[i].x, photo->pile[i].y)));
		json_object_set_new(json, "piles", list);
	}
	char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));

	json_decref(json);
	return text;
}
