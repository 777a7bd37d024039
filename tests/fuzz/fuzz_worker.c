/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as packets of a worker, each after its length. They make at most a sight within its
 * bounds, and the program's answers are within theirs. The first byte is ignored: saved inputs have it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/sight/sight_reader.h"
#include "tests/kiosk/sight/fine_answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(bool holds)
{
	if (!holds)
		abort();
}

static void
check_sight(const struct sight *sight, bool done)
{
	check(sight->codes->len <= EYE_CODES_MAX && sight->tags->len <= EYE_TAGS_MAX &&
		sight->forms->len <= EYE_FORMS_MAX && sight->crops->len <= EYE_CROPS_MAX);
	for (unsigned i = 0; i < sight->tags->len; i++)
		check(SEEN_TAG(sight, i)->id < TAG_COUNT && isfinite(SEEN_TAG(sight, i)->corner[3].y));
	for (unsigned i = 0; done && i < sight->codes->len; i++)
		check(SEEN_CODE(sight, i)->game != NULL);
	for (unsigned i = 0; i < sight->forms->len; i++) {
		const struct seen_form *form = SEEN_FORM(sight, i);

		check(form->corners <= 4 && form->marks <= FORM_BUBBLES && (!done || form->game != NULL));
		for (unsigned n = 0; n < form->marks; n++)
			check(form->mark[n].darkness >= 0 && form->mark[n].darkness <= 1 &&
				*mark_state_name(form->mark[n].state) != '\0' && form->mark[n].id[0] != '\0');
	}
	for (unsigned i = 0; i < sight->crops->len; i++)
		check(SEEN_CROP(sight, i)->form < sight->forms->len);
}

/* A game that is read in a way of its own, with two marks and a print that is the same on all pieces. */
static unsigned
two_marks(const void *layout, char id[FORM_BUBBLES][MARK_ID])
{
	(void)layout;
	g_strlcpy(id[0], "one", MARK_ID);
	g_strlcpy(id[1], "other", MARK_ID);
	return 2;
}

static void
any_print(const void *layout, uint8_t print[EYE_PRINT_MAX])
{
	(void)layout;
	for (unsigned i = 0; i < 10; i++)
		print[i] = (uint8_t)(i % 2);
}

static const struct eye_game *
any_game(unsigned n)
{
	static struct eye_game table = {.marks = two_marks, .fingerprint = any_print, .print = 10, .alike = 0.6};

	table.game = game_by_id("laundry");
	return n == 0 ? &table : NULL;
}

/* A code that workers may have asked about, one that is expected, and a piece that may be there covered. */
static void
tell(struct code_list *list, struct covered_list *open, struct sight_reader *reader)
{
	static const char text[] = "11000-00000-0X000-00HXJ";
	uint8_t packet[sizeof(struct sight_head) + sizeof text];
	const struct sight_head head = {SIGHT_TEXT, sizeof text - 1};
	struct sight_answer answer;

	memcpy(packet, &head, sizeof head);
	memcpy(packet + sizeof head, text, sizeof text - 1);
	check(sight_reader_take(reader, packet, sizeof head + sizeof text - 1, &answer) == SIGHT_ANSWER);
	check(answer.known == 1 && sight_answer_is_fine(&answer));
	code_list_expect(list, &LISTED_CODE(list, 0)->code);
	covered_list_add(open, LISTED_CODE(list, 0)->game, &LISTED_CODE(list, 0)->code);
	list->games = any_game;
	list->covered = open;
}

static void
read_packets(const uint8_t *data, size_t size)
{
	enum sight_step step = SIGHT_MORE;
	struct sight_reader reader;
	struct covered_list open;
	struct code_list list;
	struct sight sight;

	covered_list_init(&open, any_game);
	code_list_init(&list, NULL);
	sight_reader_init(&reader, &list, 100, 100, &sight);
	tell(&list, &open, &reader);
	while (size >= 2 && step != SIGHT_WRONG && step != SIGHT_DONE) {
		size_t length = data[0] | (size_t)data[1] << 8;
		struct sight_answer answer;
		uint8_t *packet;

		data += 2;
		size -= 2;
		length = length < size ? length : size;
		/* Of its own, so that a sanitizer sees what is read beyond it. */
		packet = g_memdup2(data, length);
		step = sight_reader_take(&reader, packet, length, &answer);
		/* A layout has any bytes; whose it is was checked. */
		check(step != SIGHT_ANSWER || answer.known == 0 || packet[0] == SIGHT_LAYOUT ||
			sight_answer_is_fine(&answer));
		g_free(packet);
		data += length;
		size -= length;
	}
	check_sight(&sight, step == SIGHT_DONE);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
	covered_list_finish(&open);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		read_packets(data + 1, size - 1);
	return 0;
}
