/* SPDX-License-Identifier: MIT
 * Kits that were sent. */
#include "kiosk/kits/sent_kit.h"

#include <string.h>

#include "kiosk/kits/kit_plan.h"
#include "kiosk/kits/kit_text.h"

/* The text of the kit, from either form; NULL with its mistake. */
static char *
text_of(struct sent_kit *sent)
{
	json_t *text = json_object_get(sent->body, "text");
	char *problem = NULL, *made = NULL;

	if (json_string_length(text) > KIT_TEXT_MOST)
		problem = g_strdup_printf("a kit is told in at most %d bytes", KIT_TEXT_MOST);
	else if (json_is_string(text))
		made = g_strndup(json_string_value(text), json_string_length(text));
	else
		made = kit_text_of(json_object_get(sent->body, "definition"), &problem);
	if (made == NULL)
		sent->mistakes = json_pack("[{s:n, s:s}]", "line", "sentence", problem);
	g_free(problem);
	return made;
}

void
sent_kit_read(struct sent_kit *sent, json_t *body)
{
	struct problems problems;

	*sent = (struct sent_kit){.body = body};
	sent->text = text_of(sent);
	if (sent->text == NULL)
		return;
	problems_init(&problems);
	sent->fine = kit_parse(&sent->kit, sent->text, strlen(sent->text), &problems);
	if (!sent->fine)
		sent->mistakes = kit_plan_mistakes(&problems);
	sent->kit.bundled = g_strcmp0(json_string_value(json_object_get(body, "bundle")), "table") != 0;
}

void
sent_kit_finish(struct sent_kit *sent)
{
	if (sent->text != NULL)
		kit_finish(&sent->kit);
	g_free(sent->text);
	json_decref(sent->mistakes);
	json_decref(sent->body);
}
