/* SPDX-License-Identifier: MIT
 * Advice by what the eye measured. The limits are where tags and codes begin to be lost. */
#include "kiosk/reading/advice.h"

#include <math.h>

#define MODULE_MIN 2.6  /* pixels: smaller ones are lost by and by */
#define BLUR_TIMES 1.3  /* modules over which an edge may go */
#define BLUR_MAX   6.0  /* pixels, where no module was seen */
#define TILT_MAX   45.0 /* degrees */

static void
say(GPtrArray *sentences, char *sentence)
{
	g_ptr_array_add(sentences, sentence);
}

void
advice_add(const struct sight_quality *quality, GPtrArray *sentences)
{
	double most = quality->module > 0 ? fmax(BLUR_TIMES * quality->module, 3) : BLUR_MAX;

	if (quality->module > 0 && quality->module < MODULE_MIN)
		say(sentences,
			g_strdup_printf(
				"too far away: %.1f pixels a square of the codes, hold it closer", quality->module));
	if (quality->blur > most)
		say(sentences, g_strdup("blurred: hold still, or a little further away until it is sharp"));
	if (quality->glare_at == GLARE_MIDDLE)
		say(sentences, g_strdup("glare in the middle: tilt it a little, or turn away from the lamp"));
	else if (quality->glare_at != GLARE_NONE)
		say(sentences,
			g_strdup_printf("glare at the %s: tilt it a little, or turn away from the lamp",
				glare_name(quality->glare_at)));
	if (quality->tilt > TILT_MAX)
		say(sentences, g_strdup("too much from the side: hold the camera straight above it"));
}

json_t *
advice_json(const struct sight_quality *quality)
{
	GPtrArray *sentences = g_ptr_array_new_with_free_func(g_free);
	const char *at = glare_name(quality->glare_at);
	json_t *list = json_array(), *json;

	advice_add(quality, sentences);
	for (unsigned i = 0; i < sentences->len; i++)
		json_array_append_new(list, json_string(g_ptr_array_index(sentences, i)));
	json = json_pack("{s:f, s:f, s:f, s:f, s:o, s:o}", "module", round(quality->module * 10) / 10, "blur",
		round(quality->blur * 10) / 10, "tilt", round(quality->tilt), "glare",
		round(quality->glare * 100) / 100, "glare_at", at == NULL ? json_null() : json_string(at), "advice",
		list);
	g_ptr_array_free(sentences, TRUE);
	return json;
}
