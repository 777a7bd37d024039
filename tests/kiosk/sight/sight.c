/* SPDX-License-Identifier: MIT
 * What a worker says is believed within its bounds only: one that a file has taken
 * over, that is stuck or dies costs one sentence and nobody else anything, and there
 * is no key in its memory to be taken. Handlers of the test's own stand for it. */
#define _GNU_SOURCE

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kiosk/sight/sight_reader.h"
#include "kiosk/sight/sight_sender.h"
#include "tests/kiosk/picture/pictures.h"
#include "tests/kiosk/sight/fine_answer.h"
#include "tests/tools.h"

enum trick {
	HONEST = SIGHT_WISH,
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
		sight_sender_look(image, wish, NULL);
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

static const struct worker_handler handler = {.handle = look};
static const struct job_kind tricky_job = WORKER_KIND(&handler, prepare);

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
		assert_true(sight_read(other, &list, &sight));
		sight_finish(&sight);
		assert_false(sight_read(other, &list, &sight));
		assert_null(worker_problem(other));
		worker_close(other);
		assert_false(sight_read(worker, &list, &sight));
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
			assert_true(sight_read(worker, &list, &sight));
			assert_int_equal(worker_page_number(worker), cases[n].read[page]);
			sight_finish(&sight);
		}
		assert_false(sight_read(worker, &list, &sight));
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
	form = (struct sight_form){.mark[3].probability = 1.5};
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
	static const struct sight_quality fine = {.module = 3,
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

/* A game that is read in a way of its own: its print is its seed, its one mark is called so. */
static unsigned
one_mark(const void *layout, char id[FORM_BUBBLES][MARK_ID])
{
	(void)layout;
	g_strlcpy(id[0], "mark", MARK_ID);
	return 1;
}

#define PRINT 10

static void
seed_print(const void *layout, uint8_t print[EYE_PRINT_MAX])
{
	uint64_t seed;

	memcpy(&seed, layout, sizeof seed);
	for (unsigned i = 0; i < PRINT; i++)
		print[i] = (uint8_t)(seed >> i & 1);
}

static void
build_seed(void *layout, const struct code *code)
{
	memcpy(layout, &code->seed, sizeof code->seed);
}

static void
no_form(const void *layout, const struct code *code, struct form *form)
{
	(void)layout;
	(void)code;
	form_init(form, 6300, 8800);
}

static struct game printed_game;

static const struct eye_game *
printed_games(unsigned n)
{
	static const struct eye_game table = {
		.game = &printed_game, .marks = one_mark, .fingerprint = seed_print, .print = PRINT, .alike = 0.6};

	return n == 0 ? &table : NULL;
}

static enum sight_step
say_print(struct sight_reader *reader, uint32_t game, uint64_t seed, struct sight_answer *answer)
{
	struct {
		struct sight_head head;
		uint8_t print[EYE_PRINT_MAX];
	} said = {{SIGHT_PRINT, game}, {0}};

	memset(said.print, 255, sizeof said.print);
	seed_print(&seed, said.print);
	return sight_reader_take(reader, &said, sizeof said, answer);
}

static void
questions_about_prints_are_bounded(void **state)
{
	struct code code = {.seed = 0x2D3, .players = 2};
	static struct sight_answer answer;
	const uint8_t print[EYE_PRINT_MAX + 1] = {0};
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct sight_reader reader;
	struct covered_list covered;
	struct code_list list;
	struct sight sight;

	(void)state;
	printed_game = *game_by_id("laundry");
	printed_game.build = build_seed;
	printed_game.form = no_form;
	code.game = printed_game.number;
	code.version = printed_game.version;
	/* No list, and no such packet. */
	assert_int_equal(said_once(SIGHT_COVERED, 0, "", 0), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_COVERED, 0xFFFFFFFF, "", 0), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_COVERED, 0, "x", 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_PRINT, 0xFFFFFFFF, print, EYE_PRINT_MAX), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_PRINT, 0, print, EYE_PRINT_MAX - 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_PRINT, 0, print, EYE_PRINT_MAX + 1), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_LAYOUT, 0, "", 0), SIGHT_ANSWER);
	assert_int_equal(said_once(SIGHT_LAYOUT, 1, "", 0), SIGHT_WRONG);
	assert_int_equal(said_once(SIGHT_LAYOUT, 0, "x", 1), SIGHT_WRONG);
	covered_list_init(&covered, printed_games);
	covered_list_add(&covered, &printed_game, &code);
	covered_list_add(&covered, game_by_id("coupons"), &code);
	assert_int_equal(covered.pieces->len, 1);
	code_list_init(&list, NULL);
	list.games = printed_games;
	list.covered = &covered;
	sight_reader_init(&reader, &list, 100, 100, &sight);
	for (uint32_t i = 0; i < EYE_GAMES_MAX; i++) {
		const struct sight_head said = {SIGHT_COVERED, i};

		assert_int_equal(sight_reader_take(&reader, &said, sizeof said, &answer), SIGHT_ANSWER);
		assert_int_equal(answer.known, i == 0);
	}
	assert_int_equal(say(&reader, SIGHT_COVERED, 0, "", 0), SIGHT_WRONG);
	/* Half of a print is not a piece; where most agrees it may be asked about, and no other. */
	assert_int_equal(say_print(&reader, 0, code.seed ^ 0x1F, &answer), SIGHT_ANSWER);
	assert_int_equal(answer.known, 0);
	assert_int_equal(say(&reader, SIGHT_LAYOUT, 0, "", 0), SIGHT_WRONG);
	assert_int_equal(say_print(&reader, 1, code.seed, &answer), SIGHT_ANSWER);
	assert_int_equal(answer.known, 0);
	assert_int_equal(list.codes->len, 0);
	for (int i = 2; i < EYE_GAMES_MAX * EYE_POSES_MAX; i++) {
		assert_int_equal(say_print(&reader, 0, code.seed ^ 0xF, &answer), SIGHT_ANSWER);
		assert_int_equal(answer.known, 1);
		assert_true(sight_answer_is_fine(&answer));
	}
	assert_int_equal(list.codes->len, 1);
	/* Its print does not make its code one that was seen. */
	assert_int_equal(
		say(&reader, SIGHT_CODES, 1, &(struct sight_code){.number = answer.number}, sizeof(struct sight_code)),
		SIGHT_WRONG);
	assert_int_equal(say_print(&reader, 0, code.seed, &answer), SIGHT_WRONG);
	for (int i = 0; i < EYE_CODES_MAX + EYE_COVERED_MAX + EYE_GAMES_MAX * EYE_POSES_MAX; i++)
		assert_int_equal(say(&reader, SIGHT_LAYOUT, answer.number, "", 0), SIGHT_ANSWER);
	assert_int_equal(say(&reader, SIGHT_LAYOUT, answer.number, "", 0), SIGHT_WRONG);
	/* The layout is all that is said, and nothing of what was in memory before it. */
	memset(layout, 0xA5, sizeof layout);
	assert_int_equal(code_list_layout(&list, 0, layout), 0);
	assert_memory_equal(layout, &code.seed, sizeof code.seed);
	for (size_t i = sizeof code.seed; i < sizeof layout; i++)
		assert_int_equal(layout[i], 0);
	sight_reader_finish(&reader);
	sight_finish(&sight);
	code_list_finish(&list);
	covered_list_finish(&covered);
}

static void
marks_of_a_game_of_its_own_have_its_names(void **state)
{
	const struct code code = {
		.seed = 5, .game = printed_game.number, .version = printed_game.version, .players = 2};
	struct sight_form said = {.corners = 0};
	const size_t start = offsetof(struct sight_form, mark), one = sizeof said.mark[0];
	struct covered_list covered;

	(void)state;
	covered_list_init(&covered, printed_games);
	covered_list_add(&covered, &printed_game, &code);
	for (unsigned marks = 0; marks <= 2; marks++) {
		static struct sight_answer answer;
		struct sight_reader reader;
		struct code_list list;
		struct sight sight;

		code_list_init(&list, NULL);
		list.games = printed_games;
		list.covered = &covered;
		sight_reader_init(&reader, &list, 100, 100, &sight);
		assert_int_equal(say_print(&reader, 0, code.seed, &answer), SIGHT_ANSWER);
		assert_int_equal(say(&reader, SIGHT_FORM, marks, &said, start + marks * one),
			marks == 2 ? SIGHT_WRONG : SIGHT_MORE);
		if (marks == 1)
			assert_string_equal(SEEN_FORM(&sight, 0)->mark[0].id, "mark");
		sight_reader_finish(&reader);
		sight_finish(&sight);
		code_list_finish(&list);
	}
	covered_list_finish(&covered);
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
		cmocka_unit_test(questions_about_prints_are_bounded),
		cmocka_unit_test(marks_of_a_game_of_its_own_have_its_names),
	};
	int failed;

	unmask(early, MASK, &kept);
	if (!worker_start(&tricky_job))
		return 1;
	secret = malloc(sizeof *secret);
	if (secret == NULL)
		return 1;
	unmask(late, MASK, secret);
	failed = cmocka_run_group_tests_name("sight", tests, NULL, NULL);
	fork_server_stop();
	free(secret);
	return failed;
}
