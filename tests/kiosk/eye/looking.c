/* SPDX-License-Identifier: MIT
 * Looking in this process. */
#include "tests/kiosk/eye/looking.h"

/* A list that is asked directly. */
struct asked_list {
	struct code_list *list;
	GPtrArray *refused;
	bool (*colours)(void *picture, struct colours *colours);
	void *picture;
};

static bool
tell(const struct asked_list *asked, int64_t taken, uint32_t *number, struct form *form)
{
	if (taken < 0)
		return false;
	*number = (uint32_t)taken;
	code_list_form(asked->list, *number, form);
	return true;
}

static bool
ask_text(void *data, const char *text, uint32_t *number, struct form *form)
{
	struct asked_list *asked = data;

	return tell(asked, code_list_take(asked->list, text, asked->refused), number, form);
}

static bool
ask_expected(void *data, uint32_t n, uint32_t *number, struct form *form)
{
	const struct asked_list *asked = data;
	const GArray *expected = asked->list->expected;

	return tell(asked, n < expected->len ? (int64_t)g_array_index(expected, uint32_t, n) : -1, number, form);
}

static bool
ask_layout(void *data, unsigned game, uint32_t number, void *layout)
{
	const struct asked_list *asked = data;

	return code_list_layout(asked->list, number, layout) == (int)game;
}

static bool
ask_covered(void *data, unsigned game)
{
	const struct asked_list *asked = data;

	return code_list_covers(asked->list, game);
}

static bool
ask_printed(void *data, unsigned game, const uint8_t print[EYE_PRINT_MAX], uint32_t *number)
{
	struct asked_list *asked = data;
	int64_t taken = code_list_take_print(asked->list, game, print, asked->refused);

	*number = (uint32_t)taken;
	return taken >= 0;
}

static bool
ask_colours(void *data, struct colours *colours)
{
	const struct asked_list *asked = data;

	return asked->colours(asked->picture, colours);
}

void
code_list_look_in_colour(struct code_list *list, struct eye *eye, const struct image *image,
	bool (*colours)(void *picture, struct colours *colours), void *picture, struct sight *sight)
{
	struct code_list empty;
	struct asked_list asked = {list == NULL ? &empty : list, notes_create(), colours, picture};
	const struct eye_asker asker = {.text = ask_text,
		.expected = ask_expected,
		.layout = ask_layout,
		.covered = ask_covered,
		.printed = ask_printed,
		.colours = colours == NULL ? NULL : ask_colours,
		.data = &asked};

	if (list == NULL)
		code_list_init(&empty, NULL);
	code_list_begin(asked.list);
	eye_look(eye, image, &asker, false, sight);
	g_ptr_array_free(sight->refused, TRUE);
	sight->refused = asked.refused;
	code_list_name(asked.list, sight);
	if (list == NULL)
		code_list_finish(&empty);
}

void
code_list_look(struct code_list *list, struct eye *eye, const struct image *image, struct sight *sight)
{
	code_list_look_in_colour(list, eye, image, NULL, NULL, sight);
}
