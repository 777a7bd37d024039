/* SPDX-License-Identifier: MIT
 * The steps of reading an image: codes first, since they say which tags must be there; then tags, which say where codes
 * must be that were not read; then forms; then what only one game reads. */
#include "kiosk/eye/eye.h"

#include "kiosk/eye/notes.h"
#include "kiosk/eye/parts.h"

/* Least side of an image in pixels: smaller ones show nothing of ours, and the libraries expect a few. */
#define SIDE_MIN 24

struct eye *
eye_create(eye_game_list *games)
{
	struct eye *eye = g_new0(struct eye, 1);

	eye->games = games;
	return eye;
}

int
eye_game_of(eye_game_list *games, const struct game *game)
{
	const struct game *best = NULL;
	int found = -1;

	for (unsigned i = 0; games != NULL && games(i) != NULL; i++)
		if (game_serves(games(i)->game, game, best)) {
			best = games(i)->game;
			found = (int)i;
		}
	return found;
}

void
sight_init(struct sight *sight, int32_t width, int32_t height)
{
	*sight = (struct sight){
		.width = width,
		.height = height,
		.codes = g_array_new(FALSE, TRUE, sizeof(struct seen_code)),
		.tags = g_array_new(FALSE, TRUE, sizeof(struct seen_tag)),
		.forms = g_array_new(FALSE, TRUE, sizeof(struct seen_form)),
		.crops = g_array_new(FALSE, TRUE, sizeof(struct seen_crop)),
		.refused = notes_create(),
	};
}

void
sight_finish(struct sight *sight)
{
	if (sight->codes == NULL)
		return;
	g_array_free(sight->codes, TRUE);
	g_array_free(sight->tags, TRUE);
	g_array_free(sight->forms, TRUE);
	g_array_free(sight->crops, TRUE);
	g_ptr_array_free(sight->refused, TRUE);
	*sight = (struct sight){0};
}

const struct colours *
eye_colours(struct look *look)
{
	if (!look->coloured && look->asker->colours != NULL && !look->asker->colours(look->asker->data, &look->colours))
		look->colours = (struct colours){0};
	look->coloured = true;
	return look->colours.blue_red == NULL ? NULL : &look->colours;
}

void
eye_look(struct eye *eye, const struct image *image, const struct eye_asker *asker, bool crops, struct sight *sight)
{
	struct look look = {.image = image, .asker = asker, .crops = crops, .sight = sight};
	struct image smooth = {0};

	sight_init(sight, image->width, image->height);
	if (image->width < SIDE_MIN || image->height < SIDE_MIN)
		return;
	if (eye_dither_smooth(image, &smooth))
		look.image = &smooth;
	look.texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	look.forms = g_ptr_array_new();
	eye_codes_look(&look);
	eye_tags_look(eye, &look);
	eye_codes_look_again(&look);
	eye_forms_look(&look);
	for (; eye->games != NULL && eye->games(look.game) != NULL; look.game++)
		eye->games(look.game)->look(&look);
	eye_quality_measure(&look);
	colours_finish(&look.colours);
	if (look.expected != NULL)
		g_array_free(look.expected, TRUE);
	g_ptr_array_free(look.forms, TRUE);
	g_hash_table_destroy(look.texts);
	g_free(smooth.grey);
}

void
eye_form_of_code(const struct game *game, const struct code *code, struct form *form)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];

	game->build(layout, code);
	game->form(layout, code, form);
}

const char *
mark_state_name(enum mark_state state)
{
	static const char *const name[] = {[MARK_EMPTY] = "empty", [MARK_FILLED] = "filled", [MARK_UNSURE] = "unsure"};

	return name[state];
}

const char *
mark_colour_name(enum mark_colour colour)
{
	static const char *const name[MARK_COLOURS] = {
		[MARK_COLOUR_PLAIN] = "steel",
		[MARK_COLOUR_RED] = "red",
		[MARK_COLOUR_COPPER] = "copper",
		[MARK_COLOUR_YELLOW] = "yellow",
		[MARK_COLOUR_GREEN] = "green",
		[MARK_COLOUR_BLUE] = "blue",
		[MARK_COLOUR_PURPLE] = "purple",
		[MARK_COLOUR_PINK] = "pink",
		[MARK_COLOUR_GOLD] = "gold",
		[MARK_COLOUR_WHITE] = "white",
		[MARK_COLOUR_BLACK] = "black",
		[MARK_COLOUR_STRIPED] = "striped",
	};

	return name[colour];
}
