/* SPDX-License-Identifier: MIT
 * The template of a game's views: see layouts/null.h. Compiled with the others
 * but not in the registry. */
#include "layouts/null.h"
#include "gen/sketch.h"
#include "gen/view.h"

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
	struct sketch *sketch = sketch_new(5, 3);

	(void)code;
	sketch_box(sketch, 0, 0, 4, 2, SKETCH_LIGHT);
	sketch_centre(sketch, 1, 1, 3, "%u", null->number);
	sketch_write(sketch, out);
	sketch_free(sketch);
}

const struct view view_null = {
	.game = &game_null,
	.json = json,
	.text = text,
};
