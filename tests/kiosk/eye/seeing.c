/* SPDX-License-Identifier: MIT
 * What a worker says is believed within its bounds only: one that a file has taken
 * over, that is stuck or dies costs one sentence and nobody else anything, and there
 * is no key in its memory to be taken. Lookers of the test's own stand for it. */
#define _GNU_SOURCE
#include "kiosk/sight/seeing.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/sight/sight_reader.h"
#include "tests/kiosk/picture/pictures.h"
#include "tests/tools.h"

enum trick {
	HONEST = LOOKER_SIGHT,
	GARBAGE = 10,
	TOO_LONG,
	OF_ANOTHER_KIND,
	ASKS_AND_NEVER_LISTENS,
	SILENT,
	BUSY,
	DIES,
	DIES_ON_ITS_SECOND_PAGE,
	SEARCHES,
};

/* The bytes that a worker searches its memory for, masked so that neither they nor a copy that a
 * compiler could make is in the program. */
#define MASK    0xA5
#define MAP_MAX ((size_t)64 << 20) /* a sanitizer's own are larger */

static const uint8_t early[16] = "made before fork", late[16] = "after forking it";
static struct code_key kept, *secret;

static struct {
	const uint8_t *from, *to;
} map[512];
static unsigned maps;

/* Where memory is, while it can be asked. */
static void
prepare(void)
{
	FILE *file = fopen("/proc/self/maps", "re");
	char line[600];

	while (file != NULL && maps < LENGTH(map) && fgets(line, sizeof line, file) != NULL) {
		unsigned long from, to;

		/* What the kernel keeps there is not read like memory. */
		if (sscanf(line, "%lx-%lx r", &from, &to) != 2 || strstr(line, " r") == NULL ||
			strstr(line, "[v") != NULL || to - from > MAP_MAX)
			continue;
		map[maps].from = (const uint8_t *)from;
		map[maps++].to = (const uint8_t *)to;
	}
	if (file != NULL)
		fclose(file);
}

__attribute__((no_sanitize("address"))) static bool
is_in_memory(const uint8_t masked[16])
{
	for (unsigned i = 0; i < maps; i++)
		for (const uint8_t *at = map[i].from; at + 16 <= map[i].to; at++) {
			int n = 0;

			while (n < 16 && (at[n] ^ MASK) == masked[n])
				n++;
			if (n == 16)
				return true;
		}
	return false;
}

static void
look(const struct image *image, uint32_t wish)
{
	static uint8_t bytes[200000];
	const struct sight_head ask = {SIGHT_TEXT, 1};
	static unsigned pages; /* that this process has looked at */
	struct sight_answer answer;

	memset(bytes, 0xC3, sizeof bytes);
	memcpy(bytes, &ask, sizeof ask);
	switch ((enum trick)wish) {
	case HONEST:
		eye_looker.look(image, wish);
		return;
	case GARBAGE:
		job_send(JOB_PART, 0, bytes + 100, 3000);
		break;
	case TOO_LONG:
		(void)!write(STDOUT_FILENO, bytes, sizeof bytes);
		break;
	case OF_ANOTHER_KIND:
		(void)!write(STDOUT_FILENO, bytes + 100, 64);
		break;
	case ASKS_AND_NEVER_LISTENS:
		for (;;)
			job_send(JOB_PART, 0, bytes, sizeof ask + 1);
	case SILENT:
		job_hear(&answer, sizeof answer);
		break;
	case BUSY:
		for (volatile unsigned i = 0;; i++)
			;
	case DIES:
		abort();
	case DIES_ON_ITS_SECOND_PAGE:
		if (++pages == 2)
			abort();
		job_send(JOB_PART, 0, &(struct sight_head){SIGHT_CODES, 0}, sizeof(struct sight_head));
		job_send(JOB_PART, 0, &(struct sight_head){SIGHT_TAGS, 0}, sizeof(struct sight_head));
		job_send(JOB_PART, 0, &(struct sight_head){SIGHT_END, 0}, sizeof(struct sight_head));
		break;
	case SEARCHES:
		job_send(JOB_PART, 0, bytes, sizeof ask + 1);
		job_hear(&answer, sizeof answer);
		bytes[0] = is_in_memory(early);
		bytes[1] = is_in_memory(late);
		job_send(JOB_PART, 0, bytes, 2);
		break;
	}
}

static const struct worker_looker looker = {.look = look};
static const struct job_kind tricky_job = WORKER_KIND(&looker, prepare);

static double
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct file
small_file(void)
{
	struct image image = picture(90, 60);
	struct file file = png_write(&image, PNG_COLOR_TYPE_GRAY, 8, false);

	image_finish(&image);
	return file;
}

static void
whoever_takes_a_worker_over_gets_nowhere(void **state)
{
	static const struct {
		enum trick trick;
		const char *problem;
	} tricks[] = {
		{GARBAGE, "image-crashed"},
		{TOO_LONG, "image-crashed"},
		{OF_ANOTHER_KIND, "image-crashed"},
		{ASKS_AND_NEVER_LISTENS, "image-crashed"},
		{SILENT, "image-timeout"},
		{BUSY, "image-overtime"},
		{DIES, "image-crashed"},
	};
	struct file file = small_file();

	(void)state;
	for (size_t i = 0; i < LENGTH(tricks); i++) {
		const struct worker_order order = {.wish = tricks[i].trick,
			.cpu_seconds = 1,
			.page_seconds = tricks[i].trick == SILENT ? 2 : 100,
			.all_seconds = 100};
		struct worker *worker = worker_open_bytes("a", file.at, file.size, &order), *other;
		struct code_list list;
		double started = now();
		struct sight sight;

		code_list_init(&list, NULL);
		/* Somebody else's picture is read beside it. */
		other = worker_open_bytes("b", file.at, file.size, &(struct worker_order){.wish = HONEST});
		assert_true(seeing_next(other, &list, &sight));
		sight_finish(&sight);
		assert_false(seeing_next(other, &list, &sight));
		assert_null(worker_problem(other));
		worker_close(other);
		assert_false(seeing_next(worker, &list, &sight));
		assert_null(sight.codes);
		assert_string_equal(message_id(&worker_problem(worker)->message), tricks[i].problem);
		assert_int_equal(worker_id(worker), 0);
		assert_int_equal(list.codes->len, 0);
		assert_true(now() - started < 60);
		worker_close(worker);
		code_list_finish(&list);
	}
	free(file.at);
}

/* Every second page of a TIFF or a PDF crashes its worker. */
static void
a_crash_costs_no_page_but_its_own(void **state)
{
	static const struct {
		unsigned pages; /* 0: five, and each of them crashes its worker */
		uint32_t read[3], count;
		const char *sentence; /* its beginning: singular or plural */
		const char *page;     /* the first that crashed */
	} cases[] = {
		{1, {1}, 1, NULL, NULL},
		{2, {1}, 1, "page 2 of a could", "2"},
		{3, {1, 3}, 2, "page 2 of a could", "2"},
		{4, {1, 3}, 2, "2 pages of a could", "2"},
		{0, {0}, 0, "5 pages of a could", "1"},
		{5, {1, 3, 5}, 3, "2 pages of a could", "2"},
	};
	struct image image = picture(90, 60);

	(void)state;
	for (size_t i = 0; i < 2 * LENGTH(cases); i++) {
		const unsigned n = (unsigned)(i / 2), pages = cases[n].pages == 0 ? 5 : cases[n].pages;
		const struct worker_order order = {.wish = cases[n].pages == 0 ? DIES : DIES_ON_ITS_SECOND_PAGE};
		struct file file = i % 2 == 0 ? tiff_write(&image, TIFF_PLAIN, pages, 1) : pdf_write(pages);
		struct worker *worker = worker_open_bytes("a", file.at, file.size, &order);
		struct code_list list;
		struct sight sight;

		code_list_init(&list, NULL);
		for (uint32_t page = 0; page < cases[n].count; page++) {
			assert_true(seeing_next(worker, &list, &sight));
			assert_int_equal(worker_page_number(worker), cases[n].read[page]);
			sight_finish(&sight);
		}
		assert_false(seeing_next(worker, &list, &sight));
		if (cases[n].sentence == NULL)
			assert_null(worker_problem(worker));
		else {
			char sentence[MESSAGE_TEXT];

			assert_true(problem_is(worker_problem(worker), "image-page-crashed"));
			assert_string_equal(message_text(&worker_problem(worker)->message, "page"), cases[n].page);
			problem_write(worker_problem(worker), &audience_terminal, sentence, sizeof sentence);
			assert_memory_equal(sentence, cases[n].sentence, strlen(cases[n].sentence));
		}
		worker_close(worker);
		code_list_finish(&list);
		free(file.at);
	}
	image_finish(&image);
}

/* The key as it is in the program. */
static void
unmask(const uint8_t masked[16], volatile uint8_t mask, struct code_key *key)
{
	for (int i = 0; i < 16; i++)
		key->bytes[i] = masked[i] ^ mask;
}

static void
no_worker_has_the_key(void **state)
{
	const struct worker_order order = {.wish = SEARCHES};
	struct file file = small_file();
	struct worker *worker = worker_open_bytes("a", file.at, file.size, &order);
	struct sight_reader reader;
	struct sight_answer answer;
	struct code_list list;
	struct sight sight;
	uint8_t packet[64];
	int32_t w, h;
	ssize_t size;

	(void)state;
	assert_memory_not_equal(&kept, secret, sizeof kept);
	code_list_init(&list, secret);
	assert_true(worker_page(worker, &w, &h));
	sight_reader_init(&reader, &list, w, h, &sight);
	size = worker_listen(worker, packet, sizeof packet);
	assert_true(size > 0);
	assert_int_equal(sight_reader_take(&reader, packet, (size_t)size, &answer), SIGHT_ANSWER);
	assert_true(worker_answer(worker, &answer, sizeof answer));
	assert_int_equal(worker_listen(worker, packet, sizeof packet), 2);
	/* It finds what was there before it was forked, and so it would find the other. */
	assert_int_equal(packet[0], 1);
	assert_int_equal(packet[1], 0);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
	worker_close(worker);
	free(file.at);
}

/* A worker's packet: a head and what follows. */
struct said {
	struct sight_head head;
	uint8_t bytes[80000];
};

static enum sight_step
say(struct sight_reader *reader, enum sight_kind kind, uint32_t count, const void *bytes, size_t size)
{
	static struct said said;
	struct sight_answer answer;

	said.head = (struct sight_head){(uint32_t)kind, count};
	assert_true(size <= sizeof said.bytes);
	memcpy(said.bytes, bytes, size);
	return sight_reader_take(reader, &said, sizeof said.head + size, &answer);
}

/* A form of a code that was asked about: the number of its bubbles. */
static uint32_t
told(struct sight_reader *reader)
{
	struct code code = {.seed = 7, .players = 2};
	const struct game *game = game_by_id("laundry");
	char text[CODE_TEXT];
	struct form form;

	code.game = game->number;
	code.version = game->version;
	code_write(&code, NULL, text);
	assert_int_equal(say(reader, SIGHT_TEXT, CODE_TEXT - 1, text, CODE_TEXT - 1), SIGHT_ANSWER);
	assert_int_equal(reader->told->len, 1);
	code_list_form(reader->list, 0, &form);
	return form.bubbles;
}

/* Says one thing to a new reader that has told of one form; returns what became of it. */
static enum sight_step
said_once(enum sight_kind kind, uint32_t count, const void *bytes, size_t size)
{
	struct sight_reader reader;
	struct code_list list;
	enum sight_step step;
	struct sight sight;

	code_list_init(&list, NULL);
	sight_reader_init(&reader, &list, 100, 100, &sight);
	told(&reader);
	step = say(&reader, kind, count, bytes, size);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
	return step;
}

static void
only_codes_and_tags_within_bounds_are_taken(void **state)
{
	static struct seen_tag many[EYE_TAGS_MAX + 1];
	struct sight_code codes[EYE_CODES_MAX + 1] = {{0}};
	struct seen_tag tag = {.id = TAG_COUNT - 1};

	(void)state;
	assert_int_equal(said_once(SIGHT_TAGS, 1, &tag, sizeof tag), SIGHT_MORE);
	assert_int_equal(said_once(SIGHT_TAGS, 1, &tag, sizeof tag - 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_TAGS, 0xFFFFFFFF, &tag, sizeof tag), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_TAGS, EYE_TAGS_MAX, many, sizeof many - sizeof *many), SIGHT_MORE);
	assert_int_equal(said_once(SIGHT_TAGS, EYE_TAGS_MAX + 1, many, sizeof many), SIGHT_WRONG);
	tag.id = TAG_COUNT;
	assert_int_equal(said_once(SIGHT_TAGS, 1, &tag, sizeof tag), SIGHT_WRONG);
	tag = (struct seen_tag){.margin = INFINITY};
	assert_int_equal(said_once(SIGHT_TAGS, 1, &tag, sizeof tag), SIGHT_WRONG);
	tag = (struct seen_tag){.corner[2].y = NAN};
	assert_int_equal(said_once(SIGHT_TAGS, 1, &tag, sizeof tag), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_CODES, EYE_CODES_MAX, codes, sizeof codes - sizeof *codes), SIGHT_MORE);
	assert_int_equal(said_once(SIGHT_CODES, EYE_CODES_MAX + 1, codes, sizeof codes), SIGHT_WRONG);
	codes[0].corner[3].x = 1e8;
	assert_int_equal(said_once(SIGHT_CODES, 1, codes, sizeof *codes), SIGHT_WRONG);
	codes[0] = (struct sight_code){.number = 1};
	assert_int_equal(said_once(SIGHT_CODES, 1, codes, sizeof *codes), SIGHT_WRONG);
}

static void
only_forms_that_were_told_of_are_taken(void **state)
{
	static struct sight_form form;
	struct sight_reader reader;
	static struct seen_crop crop;
	struct code_list list;
	struct sight sight;
	uint32_t bubbles;
	size_t size;

	(void)state;
	code_list_init(&list, NULL);
	sight_reader_init(&reader, &list, 100, 100, &sight);
	bubbles = told(&reader);
	size = offsetof(struct sight_form, mark) + bubbles * sizeof *form.mark;
	form = (struct sight_form){.number = 1};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	form = (struct sight_form){.corners = 5};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	form = (struct sight_form){.mark[3].state = MARK_UNSURE + 1};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	form = (struct sight_form){.mark[3].darkness = NAN};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	form = (struct sight_form){.mark[3].radius = -1};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	form = (struct sight_form){.mark[3].at.x = INFINITY};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	form = (struct sight_form){.mark[3].state = MARK_UNSURE};
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles - 1, &form, size - sizeof *form.mark), SIGHT_WRONG);
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size - 1), SIGHT_WRONG);
	assert_int_equal(say(&reader, SIGHT_CROP, 0, &crop, sizeof crop), SIGHT_WRONG);
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_MORE);
	/* A crop is of an unsure mark, and of the right size. */
	assert_int_equal(say(&reader, SIGHT_CROP, 0, &crop, sizeof crop), SIGHT_WRONG);
	crop.mark = 3;
	assert_int_equal(say(&reader, SIGHT_CROP, 0, &crop, sizeof crop - 1), SIGHT_WRONG);
	for (int i = 0; i < EYE_CROPS_MAX; i++)
		assert_int_equal(say(&reader, SIGHT_CROP, 0, &crop, sizeof crop), SIGHT_MORE);
	assert_int_equal(say(&reader, SIGHT_CROP, 0, &crop, sizeof crop), SIGHT_WRONG);
	for (int i = 1; i < EYE_FORMS_MAX; i++)
		assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_MORE);
	assert_int_equal(say(&reader, SIGHT_FORM, bubbles, &form, size), SIGHT_WRONG);
	/* The end is one when codes and tags were said. */
	assert_int_equal(say(&reader, SIGHT_END, 0, "", 0), SIGHT_WRONG);
	assert_int_equal(say(&reader, SIGHT_CODES, 0, "", 0), SIGHT_MORE);
	assert_int_equal(say(&reader, SIGHT_CODES, 0, "", 0), SIGHT_WRONG);
	assert_int_equal(say(&reader, SIGHT_TAGS, 0, "", 0), SIGHT_MORE);
	assert_int_equal(say(&reader, SIGHT_END, 0, "", 0), SIGHT_DONE);
	assert_string_equal(SEEN_FORM(&sight, 0)->game->id, "laundry");
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
}

static void
quality_out_of_bounds_is_distrusted(void **state)
{
	static const struct sight_look fine = {.module = 3,
					       .blur = 2,
					       .tilt = 90,
					       .glare = 1,
					       .glare_at = GLARE_MIDDLE},
				       wrong[] = {
					       {.module = NAN},
					       {.module = -1},
					       {.blur = INFINITY},
					       {.tilt = 91},
					       {.glare = 1.5},
					       {.glare_at = GLARES},
				       };

	(void)state;
	assert_int_equal(said_once(SIGHT_QUALITY, 0, &fine, sizeof fine), SIGHT_MORE);
	assert_int_equal(said_once(SIGHT_QUALITY, 0, &fine, sizeof fine - 1), SIGHT_WRONG);
	for (unsigned i = 0; i < G_N_ELEMENTS(wrong); i++)
		assert_int_equal(said_once(SIGHT_QUALITY, 0, &wrong[i], sizeof wrong[i]), SIGHT_WRONG);
}

static void
questions_are_bounded_too(void **state)
{
	char text[EYE_TEXT_MAX + 1];
	struct sight_reader reader;
	struct code_list list;
	struct sight sight;

	(void)state;
	memset(text, 'A', sizeof text);
	assert_int_equal(said_once(SIGHT_TEXT, EYE_TEXT_MAX, text, EYE_TEXT_MAX), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_TEXT, EYE_TEXT_MAX + 1, text, EYE_TEXT_MAX + 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_TEXT, 0, text, 0), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_TEXT, 9, text, 8), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_TEXT, 3, "A\0B", 3), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_EXPECTED, 0, "", 0), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_EXPECTED, 1, "", 0), SIGHT_WRONG);
	assert_int_equal(said_once((enum sight_kind)0, 0, "", 0), SIGHT_WRONG);
	assert_int_equal(said_once((enum sight_kind)99, 0, "", 0), SIGHT_WRONG);
	code_list_init(&list, NULL);
	sight_reader_init(&reader, &list, 100, 100, &sight);
	for (int i = 0; i < EYE_ASKS_MAX; i++)
		assert_int_equal(say(&reader, SIGHT_TEXT, 5, text, 5), SIGHT_ANSWER);
	assert_int_equal(say(&reader, SIGHT_TEXT, 5, text, 5), SIGHT_WRONG);
	assert_int_equal(say(&reader, SIGHT_EXPECTED, 0, "", 0), SIGHT_ANSWER);
	assert_int_equal(say(&reader, SIGHT_EXPECTED, 1, "", 0), SIGHT_WRONG);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
}

/* Only a code whose text was read can be seen in a picture; one that is expected cannot. */
static void
a_code_that_was_only_told_is_not_seen(void **state)
{
	const struct game *game = game_by_id("laundry");
	const struct code code = {.seed = 7, .game = game->number, .version = game->version, .players = 2};
	const struct sight_code seen = {0};

	(void)state;
	for (int read = 0; read < 2; read++) {
		struct sight_reader reader;
		char text[CODE_TEXT];
		struct code_list list;
		struct sight sight;

		code_list_init(&list, NULL);
		code_list_expect(&list, &code);
		sight_reader_init(&reader, &list, 100, 100, &sight);
		assert_int_equal(say(&reader, SIGHT_EXPECTED, 0, "", 0), SIGHT_ANSWER);
		code_write(&code, NULL, text);
		if (read == 1)
			assert_int_equal(say(&reader, SIGHT_TEXT, CODE_TEXT - 1, text, CODE_TEXT - 1), SIGHT_ANSWER);
		assert_int_equal(reader.told->len, 1);
		assert_int_equal(
			say(&reader, SIGHT_CODES, 1, &seen, sizeof seen), read == 1 ? SIGHT_MORE : SIGHT_WRONG);
		sight_reader_finish(&reader);
		sight_finish(&sight);
		code_list_finish(&list);
	}
}

/* Every code is on a board, with symbols after its seed. */
static bool
any_board(const struct game *game, const struct code *code, struct board *board)
{
	(void)game;
	*board = (struct board){.w = 6300, .h = 8800, .loop = 900, .anchors = 10, .drawings = 2};
	for (unsigned i = 0; i < board->anchors; i++)
		board->anchor[i] = (struct registration_anchor){{100, 100, 700, 700}, (uint8_t)(code->seed >> i & 1)};
	return true;
}

static enum sight_step
say_symbols(struct sight_reader *reader, uint32_t kind, uint64_t seed, struct sight_answer *answer)
{
	struct {
		struct sight_head head;
		uint8_t symbol[BOARD_ANCHORS];
	} said = {{SIGHT_SYMBOLS, kind}, {0}};

	for (unsigned i = 0; i < BOARD_ANCHORS; i++)
		said.symbol[i] = (uint8_t)(i < 10 ? seed >> i & 1 : 255);
	return sight_reader_take(reader, &said, sizeof said, answer);
}

static void
questions_about_boards_are_bounded(void **state)
{
	const struct game *game = game_by_id("laundry");
	const struct code code = {.seed = 0x2D3, .game = game->number, .version = game->version, .players = 2};
	static struct sight_answer answer;
	const uint8_t symbol[BOARD_ANCHORS + 1] = {0};
	struct sight_reader reader;
	struct board_list open;
	struct code_list list;
	struct sight sight;

	(void)state;
	/* No list, and no such packet. */
	assert_int_equal(said_once(SIGHT_KIND, 0, "", 0), SIGHT_ANSWER_KIND);
	assert_int_equal(said_once(SIGHT_KIND, 1, "", 0), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_KIND, 0, "x", 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_SYMBOLS, 0xFFFFFFFF, symbol, BOARD_ANCHORS), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_SYMBOLS, 0, symbol, BOARD_ANCHORS - 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_SYMBOLS, 0, symbol, BOARD_ANCHORS + 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_BOARD, 0, "", 0), SIGHT_ANSWER_BOARD);
	assert_int_equal(said_once(SIGHT_BOARD, 1, "", 0), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_BOARD, 0, "x", 1), SIGHT_WRONG);
	board_list_init(&open);
	board_list_add(&open, any_board, game, &code);
	code_list_init(&list, NULL);
	list.boards = any_board;
	list.covered = &open;
	sight_reader_init(&reader, &list, 100, 100, &sight);
	for (uint32_t i = 0; i < EYE_KINDS_MAX; i++)
		assert_int_equal(say(&reader, SIGHT_KIND, i, "", 0), SIGHT_ANSWER_KIND);
	assert_int_equal(say(&reader, SIGHT_KIND, EYE_KINDS_MAX, "", 0), SIGHT_WRONG);
	/* Half of the symbols are no board; where most are it may be asked about, and no other. */
	assert_int_equal(say_symbols(&reader, 0, code.seed ^ 0x1F, &answer), SIGHT_ANSWER);
	assert_int_equal(answer.known, 0);
	assert_int_equal(say(&reader, SIGHT_BOARD, 0, "", 0), SIGHT_WRONG);
	assert_int_equal(say_symbols(&reader, 1, code.seed, &answer), SIGHT_ANSWER);
	assert_int_equal(answer.known, 0);
	assert_int_equal(list.codes->len, 0);
	for (int i = 2; i < EYE_KINDS_MAX * EYE_POSES_MAX; i++) {
		assert_int_equal(say_symbols(&reader, 0, code.seed ^ 0xF, &answer), SIGHT_ANSWER);
		assert_int_equal(answer.known, 1);
		assert_true(sight_answer_is_fine(&answer));
	}
	assert_int_equal(list.codes->len, 1);
	/* Its symbols do not make its code one that was seen. */
	assert_int_equal(
		say(&reader, SIGHT_CODES, 1, &(struct sight_code){.number = answer.number}, sizeof(struct sight_code)),
		SIGHT_WRONG);
	assert_int_equal(say_symbols(&reader, 0, code.seed, &answer), SIGHT_WRONG);
	for (int i = 1; i < EYE_CODES_MAX + EYE_COVERED_MAX + EYE_KINDS_MAX * EYE_POSES_MAX; i++)
		assert_int_equal(say(&reader, SIGHT_BOARD, answer.number, "", 0), SIGHT_ANSWER_BOARD);
	assert_int_equal(say(&reader, SIGHT_BOARD, answer.number, "", 0), SIGHT_WRONG);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
	board_list_finish(&open);
}

static void
boards_out_of_bounds_are_no_answer(void **state)
{
	static struct sight_board fine, wrong;

	(void)state;
	any_board(NULL, &(struct code){0}, &fine.board);
	fine.qr = (struct rect){2000, 3000, 2000, 2000};
	assert_true(sight_board_is_fine(&fine));
	wrong = fine;
	wrong.qr.w = INT32_MAX;
	assert_false(sight_board_is_fine(&wrong));
	wrong = fine;
	wrong.qr.x = INT32_MIN;
	assert_false(sight_board_is_fine(&wrong));
	wrong = fine;
	wrong.board.anchors = BOARD_ANCHORS + 1;
	assert_false(sight_board_is_fine(&wrong));
	wrong = fine;
	wrong.board.anchor[3].drawing = 2;
	assert_false(sight_board_is_fine(&wrong));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quality_out_of_bounds_is_distrusted),
		cmocka_unit_test(whoever_takes_a_worker_over_gets_nowhere),
		cmocka_unit_test(a_crash_costs_no_page_but_its_own),
		cmocka_unit_test(a_code_that_was_only_told_is_not_seen),
		cmocka_unit_test(no_worker_has_the_key),
		cmocka_unit_test(only_codes_and_tags_within_bounds_are_taken),
		cmocka_unit_test(only_forms_that_were_told_of_are_taken),
		cmocka_unit_test(questions_are_bounded_too),
		cmocka_unit_test(questions_about_boards_are_bounded),
		cmocka_unit_test(boards_out_of_bounds_are_no_answer),
	};
	int failed;

	unmask(early, MASK, &kept);
	if (!worker_start(&tricky_job))
		return 1;
	secret = malloc(sizeof *secret);
	if (secret == NULL)
		return 1;
	unmask(late, MASK, secret);
	failed = cmocka_run_group_tests_name("seeing", tests, NULL, NULL);
	fork_server_stop();
	free(secret);
	return failed;
}
