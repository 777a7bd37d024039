/* SPDX-License-Identifier: MIT
 * Looks at images in a worker: asks the program about codes, and sends what was seen. The worker has no key, and no way
 * to the outside except these packets. */
#include "kiosk/sight/sight_sender.h"

#include <string.h>

#include "kiosk/picture/worker.h"
#include "kiosk/sight/sight_message.h"

/* Made once, in the fork server; every worker that it forks inherits it. */
static struct eye *shared;

_Static_assert(SIGHT_PACKET_MAX <= JOB_BODY_MAX, "the largest packet fits");
_Static_assert(sizeof(struct sight_head) + sizeof(struct seen_crop) <= SIGHT_PACKET_MAX &&
		sizeof(struct sight_head) + sizeof(struct sight_form) <= SIGHT_PACKET_MAX &&
		sizeof(struct sight_head) + EYE_TEXT_MAX <= SIGHT_PACKET_MAX &&
		sizeof(struct sight_head) + EYE_CODES_MAX * sizeof(struct sight_code) <= SIGHT_PACKET_MAX,
	"and is the largest");

static void
send_packet(enum sight_kind kind, uint32_t count, const void *body, size_t size)
{
	static uint8_t packet[SIGHT_PACKET_MAX];
	const struct sight_head head = {(uint32_t)kind, count};

	memcpy(packet, &head, sizeof head);
	if (size > 0)
		memcpy(packet + sizeof head, body, size);
	job_send(JOB_PART, 0, packet, sizeof head + size);
}

static struct sight_answer answer;

/* Asks the program; false if it does not know. The result is in `answer`; `number` and `form` get theirs if they are
 * not NULL. */
static bool
ask(enum sight_kind kind, uint32_t count, const void *body, size_t size, uint32_t *number, struct form *form)
{
	send_packet(kind, count, body, size);
	job_hear(&answer, sizeof answer);
	if (answer.known == 0)
		return false;
	if (number != NULL)
		*number = answer.number;
	if (form != NULL)
		*form = answer.form;
	return true;
}

static bool
ask_text(void *data, const char *text, uint32_t *number, struct form *form)
{
	(void)data;
	return ask(SIGHT_TEXT, (uint32_t)strlen(text), text, strlen(text), number, form);
}

static bool
ask_expected(void *data, uint32_t n, uint32_t *number, struct form *form)
{
	(void)data;
	return ask(SIGHT_EXPECTED, n, NULL, 0, number, form);
}

static bool
ask_layout(void *data, unsigned game, uint32_t number, void *layout)
{
	uint32_t of = 0;

	(void)data;
	if (!ask(SIGHT_LAYOUT, number, NULL, 0, &of, NULL))
		return false;
	memcpy(layout, answer.layout, LAYOUT_MAX);
	return of == game;
}

static bool
ask_covered(void *data, unsigned game)
{
	(void)data;
	return ask(SIGHT_COVERED, game, NULL, 0, NULL, NULL);
}

static bool
ask_printed(void *data, unsigned game, const uint8_t print[EYE_PRINT_MAX], uint32_t *number)
{
	(void)data;
	return ask(SIGHT_PRINT, game, print, EYE_PRINT_MAX, number, NULL);
}

static bool
read_colours(void *data, struct colours *colours)
{
	const uint8_t *bytes;
	size_t size;

	(void)data;
	worker_file(&bytes, &size);
	return colours_read(bytes, size, colours);
}

void
sight_sender_prepare(eye_game_list *games)
{
	shared = eye_create(games);
	eye_prepare(shared);
}

void
sight_sender_look(const struct image *image, uint32_t wish, eye_game_list *games)
{
	static const struct eye_asker asker = {.text = ask_text,
		.expected = ask_expected,
		.layout = ask_layout,
		.covered = ask_covered,
		.printed = ask_printed,
		.colours = read_colours};
	static struct sight_code code[EYE_CODES_MAX];
	static struct sight_form form;
	struct sight sight;

	if (shared == NULL) /* forked before it was prepared */
		shared = eye_create(games);
	eye_look(shared, image, &asker, wish == SIGHT_WISH_CROPS, &sight);
	for (unsigned i = 0; i < sight.codes->len; i++) {
		code[i].number = SEEN_CODE(&sight, i)->number;
		memcpy(code[i].corner, SEEN_CODE(&sight, i)->corner, sizeof code[i].corner);
	}
	send_packet(SIGHT_CODES, sight.codes->len, code, sight.codes->len * sizeof *code);
	send_packet(SIGHT_TAGS, sight.tags->len, sight.tags->data, sight.tags->len * sizeof(struct seen_tag));
	for (unsigned i = 0; i < sight.forms->len; i++) {
		const struct seen_form *seen = SEEN_FORM(&sight, i);

		form.number = seen->number;
		form.corners = seen->corners;
		for (unsigned n = 0; n < seen->marks; n++) {
			const struct seen_mark *mark = &seen->mark[n];

			form.mark[n] = (struct sight_mark){(uint32_t)mark->state, (uint32_t)mark->colour,
				mark->darkness, mark->probability, mark->radius, mark->at};
		}
		send_packet(SIGHT_FORM, seen->marks, &form,
			offsetof(struct sight_form, mark) + seen->marks * sizeof *form.mark);
	}
	for (unsigned i = 0; i < sight.crops->len; i++)
		send_packet(SIGHT_CROP, 0, SEEN_CROP(&sight, i), sizeof(struct seen_crop));
	send_packet(SIGHT_QUALITY, 0, &sight.quality, sizeof sight.quality);
	send_packet(SIGHT_END, 0, NULL, 0);
	sight_finish(&sight);
}
