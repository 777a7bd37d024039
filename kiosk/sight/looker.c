/* SPDX-License-Identifier: MIT
 * Looks at pages in a worker: asks the program about codes, and says what it saw. There
 * is no key here and no way out but these packets. */
#include "kiosk/sight/looker.h"

#include <stdlib.h>
#include <string.h>

#include "kiosk/picture/colours.h"
#include "kiosk/sight/sight_message.h"

/* The eye of the fork server, and by forking of every worker: made before there is a page. */
static struct eye *shared;

static uint8_t packet[SIGHT_PACKET_MAX];

_Static_assert(SIGHT_PACKET_MAX <= JOB_BODY_MAX, "the largest packet fits");
_Static_assert(sizeof(struct sight_head) + sizeof(struct seen_crop) <= SIGHT_PACKET_MAX &&
		sizeof(struct sight_head) + sizeof(struct sight_form) <= SIGHT_PACKET_MAX &&
		sizeof(struct sight_head) + EYE_TEXT_MAX <= SIGHT_PACKET_MAX &&
		sizeof(struct sight_head) + EYE_CODES_MAX * sizeof(struct sight_code) <= SIGHT_PACKET_MAX,
	"and is the largest");

/* Where what follows the head of a packet is put. */
#define BODY (packet + sizeof(struct sight_head))

static void
say(enum sight_kind kind, uint32_t count, size_t size)
{
	const struct sight_head head = {(uint32_t)kind, count};

	memcpy(packet, &head, sizeof head);
	job_send(JOB_PART, 0, packet, sizeof head + size);
}

/* True for a bubble or a tag that lies somewhere on paper. */
static bool
is_on_paper(const struct rect *at)
{
	const int32_t far = 100000; /* a metre */

	return at->x >= -far && at->x <= far && at->y >= -far && at->y <= far && at->w >= 0 && at->w <= far &&
		at->h >= 0 && at->h <= far;
}

bool
sight_answer_is_fine(const struct sight_answer *answer)
{
	const struct form *form = &answer->form;
	bool fine = form->tags <= FORM_TAGS && form->bubbles <= FORM_BUBBLES && is_on_paper(&form->qr);

	for (unsigned i = 0; fine && i < form->tags; i++)
		fine = form->tag[i].id < TAG_COUNT && is_on_paper(&form->tag[i].at);
	for (unsigned i = 0; fine && i < form->bubbles; i++)
		fine = is_on_paper(&form->bubble[i].at) &&
			memchr(form->bubble[i].id, '\0', sizeof form->bubble[i].id) != NULL;
	return fine;
}

/* The program's answer to what was asked. */
static bool
hear(uint32_t *number, struct form *form)
{
	static struct sight_answer answer;

	job_hear(&answer, sizeof answer);
	if (answer.known == 0)
		return false;
	if (!sight_answer_is_fine(&answer))
		abort(); /* no program says that */
	*number = answer.number;
	*form = answer.form;
	return true;
}

static bool
ask_text(void *data, const char *text, uint32_t *number, struct form *form)
{
	size_t size = strlen(text);

	(void)data;
	memcpy(BODY, text, size);
	say(SIGHT_TEXT, (uint32_t)size, size);
	return hear(number, form);
}

static bool
ask_expected(void *data, uint32_t n, uint32_t *number, struct form *form)
{
	(void)data;
	say(SIGHT_EXPECTED, n, 0);
	return hear(number, form);
}

static bool
ask_layout(void *data, unsigned game, uint32_t number, void *layout)
{
	static struct sight_layout answer;

	(void)data;
	say(SIGHT_LAYOUT, number, 0);
	job_hear(&answer, sizeof answer);
	memcpy(layout, answer.layout, LAYOUT_MAX);
	return answer.known != 0 && answer.game == game;
}

static bool
ask_covered(void *data, unsigned game)
{
	struct form form;
	uint32_t number;

	(void)data;
	say(SIGHT_COVERED, game, 0);
	return hear(&number, &form);
}

static bool
ask_printed(void *data, unsigned game, const uint8_t print[EYE_PRINT_MAX], uint32_t *number)
{
	struct form form;

	(void)data;
	memcpy(BODY, print, EYE_PRINT_MAX);
	say(SIGHT_PRINT, game, EYE_PRINT_MAX);
	return hear(number, &form);
}

static bool
ask_colours(void *data, struct colours *colours)
{
	const uint8_t *bytes;
	size_t size;

	(void)data;
	worker_file(&bytes, &size);
	return colours_read(bytes, size, colours);
}

static void
say_codes(const struct sight *sight)
{
	for (unsigned i = 0; i < sight->codes->len; i++) {
		const struct seen_code *seen = SEEN_CODE(sight, i);
		struct sight_code code = {.number = seen->number};

		memcpy(code.corner, seen->corner, sizeof code.corner);
		memcpy(BODY + i * sizeof code, &code, sizeof code);
	}
	say(SIGHT_CODES, sight->codes->len, sight->codes->len * sizeof(struct sight_code));
}

static void
say_tags(const struct sight *sight)
{
	size_t size = sight->tags->len * sizeof(struct seen_tag);

	if (size > 0)
		memcpy(BODY, sight->tags->data, size);
	say(SIGHT_TAGS, sight->tags->len, size);
}

static void
say_form(const struct seen_form *seen)
{
	static struct sight_form form;

	form.number = seen->number;
	form.corners = seen->corners;
	for (unsigned i = 0; i < seen->marks; i++)
		form.mark[i] = (struct sight_mark){.state = (uint32_t)seen->mark[i].state,
			.colour = (uint32_t)seen->mark[i].colour,
			.darkness = seen->mark[i].darkness,
			.radius = seen->mark[i].radius,
			.at = seen->mark[i].at};
	memcpy(BODY, &form, sizeof form);
	say(SIGHT_FORM, seen->marks, offsetof(struct sight_form, mark) + seen->marks * sizeof *form.mark);
}

static void
say_quality(const struct sight_quality *quality)
{
	const struct sight_look look = {.module = quality->module,
		.blur = quality->blur,
		.tilt = quality->tilt,
		.glare = quality->glare,
		.glare_at = (uint32_t)quality->glare_at};

	memcpy(BODY, &look, sizeof look);
	say(SIGHT_QUALITY, 0, sizeof look);
}

void
looker_prepare(eye_game_list *games)
{
	shared = eye_create(games);
	eye_prepare(shared);
}

void
looker_look(const struct image *image, uint32_t wish, eye_game_list *games)
{
	static const struct eye_asker asker = {.text = ask_text,
		.expected = ask_expected,
		.layout = ask_layout,
		.covered = ask_covered,
		.printed = ask_printed,
		.colours = ask_colours};
	struct sight sight;

	if (shared == NULL) /* forked before there was time */
		shared = eye_create(games);
	eye_look(shared, image, &asker, wish == LOOKER_CROPS, &sight);
	say_codes(&sight);
	say_tags(&sight);
	for (unsigned i = 0; i < sight.forms->len; i++)
		say_form(SEEN_FORM(&sight, i));
	for (unsigned i = 0; i < sight.crops->len; i++) {
		memcpy(BODY, SEEN_CROP(&sight, i), sizeof(struct seen_crop));
		say(SIGHT_CROP, 0, sizeof(struct seen_crop));
	}
	say_quality(&sight.quality);
	say(SIGHT_END, 0, 0);
	sight_finish(&sight);
}
