/* SPDX-License-Identifier: MIT
 * The eye. Codes first, since they say which tags must be there;
 * then tags, which say where codes must be that were not read; then forms. */
#include "kiosk/eye/eye.h"

#include "kiosk/eye/parts.h"

#define SIDE_MIN 24 /* pixels: less shows nothing of ours, and readers expect a few */

struct eye *
eye_create(const struct code_key *key)
{
	struct eye *eye = g_new0(struct eye, 1);

	eye->tags = eye_tags_create();
	eye->expected = g_array_new(FALSE, FALSE, sizeof(struct seen_code));
	eye_forget(eye, key);
	return eye;
}

void
eye_forget(struct eye *eye, const struct code_key *key)
{
	eye->has_key = key != NULL;
	if (key != NULL)
		eye->key = *key;
	g_array_set_size(eye->expected, 0);
}

void
eye_destroy(struct eye *eye)
{
	if (eye == NULL)
		return;
	eye_tags_destroy(eye->tags);
	g_array_free(eye->expected, TRUE);
	g_free(eye);
}

void
eye_expect(struct eye *eye, const struct code *code)
{
	struct problems problems;
	struct seen_code seen = {.code = *code};

	problems_init(&problems);
	seen.game = game_of_code(code, &problems);
	if (seen.game == NULL)
		return;
	for (unsigned i = 0; i < seen.game->pieces(code) && eye->expected->len < EYE_CODES_MAX; i++) {
		seen.code.piece = (uint8_t)i;
		code_write(&seen.code, eye->has_key ? &eye->key : NULL, seen.text);
		g_array_append_val(eye->expected, seen);
	}
}

void
eye_form_of_code(const struct game *game, const struct code *code, struct form *form)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];

	game->build(layout, code);
	game->form(layout, code, form);
}

void
eye_look(struct eye *eye, const struct image *image, struct sight *sight)
{
	*sight = (struct sight){
		.width = image->width,
		.height = image->height,
		.codes = g_array_new(FALSE, TRUE, sizeof(struct seen_code)),
		.tags = g_array_new(FALSE, TRUE, sizeof(struct seen_tag)),
		.forms = g_array_new(FALSE, TRUE, sizeof(struct seen_form)),
		.refused = g_ptr_array_new_with_free_func(g_free),
	};
	if (image->width < SIDE_MIN || image->height < SIDE_MIN)
		return;
	eye_codes_look(eye, image, sight);
	eye_tags_look(eye->tags, image, sight);
	eye_codes_look_at_forms(eye, image, sight);
	/* Where there are tags, a code would stand between them. */
	if (sight->codes->len == 0 && sight->tags->len == 0)
		eye_codes_look_closer(eye, image, sight);
	eye_forms_look(eye, image, sight);
}

void
sight_finish(struct sight *sight)
{
	if (sight->codes == NULL)
		return;
	g_array_free(sight->codes, TRUE);
	g_array_free(sight->tags, TRUE);
	g_array_free(sight->forms, TRUE);
	g_ptr_array_free(sight->refused, TRUE);
	*sight = (struct sight){0};
}

const char *
mark_state_name(enum mark_state state)
{
	static const char *const name[] = {
		[MARK_EMPTY] = "empty", [MARK_FILLED] = "filled", [MARK_UNSURE] = "unsure"};

	return name[state];
}
