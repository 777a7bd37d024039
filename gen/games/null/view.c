/* SPDX-License-Identifier: MIT
 * The template of a game's views: see layouts/null.h. Compiled with the others
 * but not in the registry. */
#include "layouts/null.h"
#include "gen/canvas/text_picture.h"
#include "gen/games/view.h"

extern const struct view view_null;

static bool
json(const void *layout, const struct code *code, json_t *object)
{
	const struct null_layout *null = layout;

	(void)code;
	return json_object_set_new(object, "number", json_integer(null->number)) == 0;
}

static void
text(const void *layout, const struct code *code, GString *out)
{
	const struct null_layout *null = layout;
	struct text_picture *picture = text_picture_new(5, 3);

	(void)code;
	text_picture_box(picture, 0, 0, 4, 2, TEXT_PICTURE_LIGHT);
	text_picture_centre(picture, 1, 1, 3, "%u", null->number);
	text_picture_write(picture, out);
	text_picture_free(picture);
}

const struct view view_null = {
	.game = &game_null,
	.json = json,
	.text = text,
};
