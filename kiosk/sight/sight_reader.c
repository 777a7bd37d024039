/* SPDX-License-Identifier: MIT
 * Builds the sight of an image from a worker's packets. */
#include "kiosk/sight/sight_reader.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* The largest coordinate, in pixels, that is believed: no image is nearly as large. */
#define FAR 1e7

/* A code that the worker was told. The image may show it only if the worker asked about its text: one that was told
 * because it is expected, or because of what is printed on the piece, does not count as seen. */
struct told_code {
	uint32_t listed; /* its number in the list */
	bool by_text;
};

#define TOLD_CODE(reader, i) (&g_array_index((reader)->told, struct told_code, i))

void
sight_reader_init(
	struct sight_reader *reader, struct code_list *list, int32_t width, int32_t height, struct sight *sight)
{
	*reader = (struct sight_reader){
		.list = list, .sight = sight, .told = g_array_new(FALSE, FALSE, sizeof(struct told_code))};
	sight_init(sight, width, height);
	code_list_begin(list);
}

void
sight_reader_finish(struct sight_reader *reader)
{
	g_array_free(reader->told, TRUE);
}

/* Answers with a code of the list, under its number for this image. */
static void
tell(struct sight_reader *reader, uint32_t listed, bool by_text, struct sight_answer *answer)
{
	const struct told_code told = {.listed = listed};
	uint32_t number = 0;

	while (number < reader->told->len && TOLD_CODE(reader, number)->listed != listed)
		number++;
	if (number == reader->told->len)
		g_array_append_val(reader->told, told);
	TOLD_CODE(reader, number)->by_text |= by_text;
	answer->known = 1;
	answer->number = number;
	code_list_form(reader->list, listed, &answer->form);
}

/* How many prints a worker may ask about for one image: each game tries its places once. */
#define PRINTS_MAX (EYE_GAMES_MAX * EYE_POSES_MAX)

static enum sight_step
answer_question(
	struct sight_reader *reader, const struct sight_head *head, const uint8_t *bytes, struct sight_answer *answer)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const GArray *expected = reader->list->expected;
	char text[EYE_TEXT_MAX + 1] = "";
	int64_t listed = -1;

	switch (head->kind) {
	case SIGHT_TEXT:
		if (head->count == 0 || memchr(bytes, '\0', head->count) != NULL)
			return SIGHT_WRONG;
		memcpy(text, bytes, head->count);
		listed = code_list_take(reader->list, text, reader->sight->refused);
		break;
	case SIGHT_EXPECTED:
		if (head->count != reader->taken[SIGHT_EXPECTED] || head->count > expected->len)
			return SIGHT_WRONG;
		if (head->count < expected->len)
			listed = g_array_index(expected, uint32_t, head->count);
		break;
	case SIGHT_LAYOUT: {
		if (head->count >= reader->told->len)
			return SIGHT_WRONG;
		int game = code_list_layout(reader->list, TOLD_CODE(reader, head->count)->listed, layout);

		answer->known = game >= 0;
		answer->number = (uint32_t)MAX(game, 0);
		memcpy(answer->layout, layout, sizeof layout);
		break;
	}
	case SIGHT_COVERED:
		answer->known = code_list_covers(reader->list, head->count);
		break;
	default: /* SIGHT_PRINT */
		listed = code_list_take_print(reader->list, head->count, bytes, reader->sight->refused);
	}
	if (listed >= 0)
		tell(reader, (uint32_t)listed, head->kind == SIGHT_TEXT, answer);
	return SIGHT_ANSWER;
}

/* False for NaN, too. */
static bool
is_between(double value, double least, double most)
{
	return value >= least && value <= most;
}

static bool
are_places(const struct point *point, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (!is_between(point[i].x, -FAR, FAR) || !is_between(point[i].y, -FAR, FAR))
			return false;
	return true;
}

static enum sight_step
take_codes(struct sight_reader *reader, const uint8_t *bytes, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct seen_code seen = {0};
		struct sight_code code;

		memcpy(&code, bytes + i * sizeof code, sizeof code);
		if (!are_places(code.corner, 4) || code.number >= reader->told->len ||
			!TOLD_CODE(reader, code.number)->by_text)
			return SIGHT_WRONG;
		seen.number = TOLD_CODE(reader, code.number)->listed;
		memcpy(seen.corner, code.corner, sizeof seen.corner);
		g_array_append_val(reader->sight->codes, seen);
	}
	return SIGHT_MORE;
}

static enum sight_step
take_tags(struct sight_reader *reader, const uint8_t *bytes, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct seen_tag tag;

		memcpy(&tag, bytes + i * sizeof tag, sizeof tag);
		if (tag.id >= TAG_COUNT || !isfinite(tag.margin) || !are_places(tag.corner, 4))
			return SIGHT_WRONG;
		g_array_append_val(reader->sight->tags, tag);
	}
	return SIGHT_MORE;
}

/* Reads a form. What its marks are called follows from its code, whether they are bubbles or what its game looks for:
 * the worker is not asked. */
static enum sight_step
take_form(struct sight_reader *reader, const uint8_t *bytes, uint32_t count)
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	const size_t before = offsetof(struct sight_form, mark);
	GArray *forms = reader->sight->forms;
	char id[FORM_BUBBLES][MARK_ID];
	struct form form;
	uint32_t start[2];

	_Static_assert(offsetof(struct sight_form, mark) == sizeof start, "the start is two numbers");
	memcpy(start, bytes, sizeof start);
	if (start[0] >= reader->told->len || start[1] > 4)
		return SIGHT_WRONG;
	uint32_t listed = TOLD_CODE(reader, start[0])->listed;
	code_list_form(reader->list, listed, &form);
	unsigned marks = form.bubbles;
	for (unsigned i = 0; i < marks; i++)
		memcpy(id[i], form.bubble[i].id, MARK_ID);
	int game = marks > 0 ? -1 : code_list_layout(reader->list, listed, layout);
	if (game >= 0)
		marks = reader->list->games((unsigned)game)->marks(layout, id);
	if (count > 0 && count != marks)
		return SIGHT_WRONG;
	g_array_set_size(forms, forms->len + 1); /* a zeroed one */
	struct seen_form *seen = SEEN_FORM(reader->sight, forms->len - 1);
	seen->number = listed;
	seen->corners = start[1];
	for (uint32_t i = 0; i < count; i++) {
		struct sight_mark mark;

		memcpy(&mark, bytes + before + i * sizeof mark, sizeof mark);
		if (mark.state > MARK_UNSURE || mark.colour >= MARK_COLOURS || !is_between(mark.darkness, 0, 1) ||
			!is_between(mark.probability, 0, 1) || !is_between(mark.radius, 0, FAR) ||
			!are_places(&mark.at, 1)) {
			g_array_set_size(forms, forms->len - 1);
			return SIGHT_WRONG;
		}
		seen->mark[i] = (struct seen_mark){.darkness = mark.darkness,
			.probability = mark.probability,
			.state = (enum mark_state)mark.state,
			.colour = (enum mark_colour)mark.colour,
			.at = mark.at,
			.radius = mark.radius};
		memcpy(seen->mark[i].id, id[i], MARK_ID);
	}
	seen->marks = count;
	return SIGHT_MORE;
}

/* A crop must be of an unsure mark; its pixels may be any. */
static enum sight_step
take_crop(struct sight_reader *reader, const uint8_t *bytes, uint32_t count)
{
	struct sight *sight = reader->sight;
	struct seen_crop crop;

	(void)count;
	memcpy(&crop, bytes, sizeof crop);
	if (crop.form >= sight->forms->len || crop.mark >= SEEN_FORM(sight, crop.form)->marks ||
		SEEN_FORM(sight, crop.form)->mark[crop.mark].state != MARK_UNSURE)
		return SIGHT_WRONG;
	g_array_append_val(sight->crops, crop);
	return SIGHT_MORE;
}

static enum sight_step
take_quality(struct sight_reader *reader, const uint8_t *bytes, uint32_t count)
{
	struct sight_quality quality;

	(void)count;
	memcpy(&quality, bytes, sizeof quality);
	if (!is_between(quality.module, 0, FAR) || !is_between(quality.blur, 0, FAR) ||
		!is_between(quality.tilt, 0, 90) || !is_between(quality.glare, 0, 1) ||
		(uint32_t)quality.glare_at >= GLARES)
		return SIGHT_WRONG;
	reader->sight->quality = quality;
	return SIGHT_MORE;
}

static enum sight_step
take_end(struct sight_reader *reader, const uint8_t *bytes, uint32_t count)
{
	(void)bytes;
	(void)count;
	if (reader->taken[SIGHT_CODES] == 0 || reader->taken[SIGHT_TAGS] == 0)
		return SIGHT_WRONG;
	code_list_name(reader->list, reader->sight);
	return SIGHT_DONE;
}

/* What is accepted of each kind of packet. */
static const struct packet_rule {
	unsigned packets; /* for one image, at most */
	uint32_t count;   /* in its head, at most */
	size_t start;     /* bytes after the head, */
	size_t each;      /* and for each one of `count` */
	enum sight_step (*take)(struct sight_reader *reader, const uint8_t *bytes, uint32_t count); /* not a question */
} rules[SIGHT_KINDS] = {
	[SIGHT_TEXT] = {EYE_ASKS_MAX, EYE_TEXT_MAX, 0, 1, NULL},
	[SIGHT_EXPECTED] = {UINT_MAX, UINT32_MAX, 0, 0, NULL},
	[SIGHT_LAYOUT] = {EYE_CODES_MAX + EYE_COVERED_MAX + PRINTS_MAX, UINT32_MAX, 0, 0, NULL},
	[SIGHT_CODES] = {1, EYE_CODES_MAX, 0, sizeof(struct sight_code), take_codes},
	[SIGHT_TAGS] = {1, EYE_TAGS_MAX, 0, sizeof(struct seen_tag), take_tags},
	[SIGHT_FORM] = {EYE_FORMS_MAX, FORM_BUBBLES, offsetof(struct sight_form, mark), sizeof(struct sight_mark),
		take_form},
	[SIGHT_CROP] = {EYE_CROPS_MAX, UINT32_MAX, sizeof(struct seen_crop), 0, take_crop},
	[SIGHT_END] = {1, UINT32_MAX, 0, 0, take_end},
	[SIGHT_QUALITY] = {1, UINT32_MAX, sizeof(struct sight_quality), 0, take_quality},
	[SIGHT_COVERED] = {EYE_GAMES_MAX, UINT32_MAX, 0, 0, NULL},
	[SIGHT_PRINT] = {PRINTS_MAX, UINT32_MAX, EYE_PRINT_MAX, 0, NULL},
};

enum sight_step
sight_reader_take(struct sight_reader *reader, const void *packet, size_t size, struct sight_answer *answer)
{
	const uint8_t *bytes = packet;
	struct sight_head head;

	if (size < sizeof head)
		return SIGHT_WRONG;
	memset(answer, 0, sizeof *answer);
	memcpy(&head, bytes, sizeof head);
	bytes += sizeof head;
	const struct packet_rule *rule =
		&rules[head.kind < SIGHT_KINDS ? head.kind : 0]; /* of kind 0 none is accepted */
	if (reader->taken[rule - rules] >= rule->packets || head.count > rule->count ||
		size - sizeof head != rule->start + head.count * rule->each)
		return SIGHT_WRONG;
	enum sight_step step = rule->take != NULL ? rule->take(reader, bytes, head.count)
						  : answer_question(reader, &head, bytes, answer);
	reader->taken[head.kind] += step != SIGHT_WRONG;
	return step;
}

bool
sight_read(struct worker *worker, struct code_list *list, struct sight *sight)
{
	g_autofree uint8_t *packet = g_malloc(SIGHT_PACKET_MAX);
	int32_t width, height;

	*sight = (struct sight){0};
	while (worker_page(worker, &width, &height)) {
		enum sight_step step = SIGHT_MORE;
		struct sight_reader reader;
		struct sight_answer answer;

		sight_reader_init(&reader, list, width, height, sight);
		while (step != SIGHT_DONE && step != SIGHT_WRONG) {
			ssize_t size = worker_listen(worker, packet, SIGHT_PACKET_MAX);

			step = size < 0 ? SIGHT_WRONG : sight_reader_take(&reader, packet, (size_t)size, &answer);
			if (step == SIGHT_WRONG && size >= 0)
				worker_distrust(worker);
			if (step == SIGHT_ANSWER && !worker_answer(worker, &answer, sizeof answer))
				step = SIGHT_WRONG;
		}
		sight_reader_finish(&reader);
		if (step == SIGHT_DONE)
			return true;
		sight_finish(sight);
	}
	return false;
}
