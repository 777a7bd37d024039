/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as what a worker and the program tell each other, in both
 * directions. The first byte chooses: packets of a worker, each behind its length, that
 * make at most a sight within its bounds; or an answer of the program, whose form or board
 * is refused or can be read. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/sight/sight_reader.h"

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

/* Every code is on this board. */
static bool
any_board(const struct game *game, const struct code *code, struct board *board)
{
	(void)game;
	(void)code;
	*board = (struct board){.w = 6300, .h = 8800, .loop = 900, .anchors = 10, .drawings = 2};
	for (unsigned i = 0; i < board->anchors; i++)
		board->anchor[i] = (struct registration_anchor){{100, 100, 700, 700}, (uint8_t)(i % 2)};
	return true;
}

/* The answer about a board is within its bounds, too. */
static void
check_board(const struct sight_reader *reader, enum sight_step step)
{
	static struct sight_board answer;
	const struct board_kind *kind;

	if (step == SIGHT_ANSWER_BOARD) {
		check(reader->board_of < reader->list->codes->len);
		check(code_list_board(reader->list, reader->board_of, &answer.board) && board_is_fine(&answer.board));
	}
	kind = step == SIGHT_ANSWER_KIND ? code_list_kind(reader->list, reader->board_of) : NULL;
	if (kind != NULL) {
		answer = (struct sight_board){1, kind->qr, kind->board};
		check(reader->board_of == 0 && sight_board_is_fine(&answer));
	}
}

/* A code that workers may have asked about, one that is expected, and a board that may be there covered. */
static void
tell(struct code_list *list, struct board_list *open, struct sight_reader *reader)
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
	board_list_add(open, any_board, LISTED_CODE(list, 0)->game, &LISTED_CODE(list, 0)->code);
	list->boards = any_board;
	list->covered = open;
}

static void
read_packets(const uint8_t *data, size_t size)
{
	enum sight_step step = SIGHT_MORE;
	struct sight_reader reader;
	struct board_list open;
	struct code_list list;
	struct sight sight;

	board_list_init(&open);
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
		check(step != SIGHT_ANSWER || answer.known == 0 || sight_answer_is_fine(&answer));
		check_board(&reader, step);
		g_free(packet);
		data += length;
		size -= length;
	}
	check_sight(&sight, step == SIGHT_DONE);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
	board_list_finish(&open);
}

static void
read_board(const uint8_t *data, size_t size)
{
	static struct sight_board answer;

	memset(&answer, 0, sizeof answer);
	memcpy(&answer, data, size < sizeof answer ? size : sizeof answer);
	if (!sight_board_is_fine(&answer))
		return;
	check(answer.board.anchors <= BOARD_ANCHORS && answer.board.runs <= BOARD_RUNS);
	for (unsigned i = 0; i < answer.board.anchors; i++)
		check(answer.board.anchor[i].drawing < REGISTRATION_DRAWINGS);
}

static void
read_answer(const uint8_t *data, size_t size)
{
	static struct sight_answer answer;

	memset(&answer, 0, sizeof answer);
	memcpy(&answer, data, size < sizeof answer ? size : sizeof answer);
	if (!sight_answer_is_fine(&answer))
		return;
	check(answer.form.tags <= FORM_TAGS && answer.form.bubbles <= FORM_BUBBLES);
	for (unsigned i = 0; i < answer.form.bubbles; i++)
		check(strlen(answer.form.bubble[i].id) < sizeof answer.form.bubble[i].id);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	if (data[0] % 4 == 0)
		read_answer(data + 1, size - 1);
	else if (data[0] % 4 == 2)
		read_board(data + 1, size - 1);
	else
		read_packets(data + 1, size - 1);
	return 0;
}
