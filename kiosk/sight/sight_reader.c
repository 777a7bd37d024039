/* SPDX-License-Identifier: MIT
 * Packets of a worker to the sight of a page. */
#include "kiosk/sight/sight_reader.h"

#include <math.h>
#include <string.h>

#define FAR 1e7 /* pixels: nothing of a picture is that far off */

/* A code that the worker was told. Only one whose text it has read can be seen in the picture: a code that
 * was told because it is expected, or for the symbols of its board, is never taken for one that was seen. */
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
}

void
sight_reader_finish(struct sight_reader *reader)
{
	g_array_free(reader->told, TRUE);
}

/* Answers with a code of the list, by the number that it has for this page. */
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

static enum sight_step
answer_text(struct sight_reader *reader, const uint8_t *bytes, size_t size, struct sight_answer *answer)
{
	char text[EYE_TEXT_MAX + 1] = "";
	int64_t listed;

	if (size == 0 || size > EYE_TEXT_MAX || memchr(bytes, '\0', size) != NULL || reader->asked++ >= EYE_ASKS_MAX)
		return SIGHT_WRONG;
	memcpy(text, bytes, size);
	listed = code_list_take(reader->list, text, reader->sight->refused);
	if (listed >= 0)
		tell(reader, (uint32_t)listed, true, answer);
	return SIGHT_ANSWER;
}

static enum sight_step
answer_expected(struct sight_reader *reader, uint32_t n, struct sight_answer *answer)
{
	const GArray *expected = reader->list->expected;

	if (n != reader->expected++ || n > expected->len)
		return SIGHT_WRONG;
	if (n < expected->len)
		tell(reader, g_array_index(expected, uint32_t, n), false, answer);
	return SIGHT_ANSWER;
}

static bool
is_place(const struct point *point)
{
	return fabs(point->x) <= FAR && fabs(point->y) <= FAR; /* false for what is no number */
}

static bool
are_corners(const struct point corner[4])
{
	return is_place(&corner[0]) && is_place(&corner[1]) && is_place(&corner[2]) && is_place(&corner[3]);
}

/* The number in the list of one that was told; false when it was not. */
static bool
listed_number(const struct sight_reader *reader, uint32_t number, uint32_t *listed)
{
	if (number >= reader->told->len)
		return false;
	*listed = TOLD_CODE(reader, number)->listed;
	return true;
}

static enum sight_step
answer_layout(struct sight_reader *reader, uint32_t number)
{
	const unsigned most = EYE_CODES_MAX + EYE_COVERED_MAX + EYE_GAMES_MAX * EYE_POSES_MAX;

	if (reader->layouts++ >= most || !listed_number(reader, number, &reader->layout_of))
		return SIGHT_WRONG;
	return SIGHT_ANSWER_LAYOUT;
}

static enum sight_step
answer_covered(struct sight_reader *reader, uint32_t game, struct sight_answer *answer)
{
	if (reader->covered++ >= EYE_GAMES_MAX)
		return SIGHT_WRONG;
	answer->known = code_list_covers(reader->list, game);
	return SIGHT_ANSWER;
}

static enum sight_step
answer_print(struct sight_reader *reader, uint32_t game, const uint8_t *bytes, size_t size, struct sight_answer *answer)
{
	int64_t listed;

	if (size != EYE_PRINT_MAX || reader->prints++ >= EYE_GAMES_MAX * EYE_POSES_MAX)
		return SIGHT_WRONG;
	listed = code_list_take_print(reader->list, game, bytes, reader->sight->refused);
	if (listed >= 0)
		tell(reader, (uint32_t)listed, false, answer);
	return SIGHT_ANSWER;
}

static enum sight_step
take_codes(struct sight_reader *reader, const uint8_t *bytes, size_t size, uint32_t count)
{
	if (count > EYE_CODES_MAX || size != count * sizeof(struct sight_code) || reader->has_codes)
		return SIGHT_WRONG;
	reader->has_codes = true;
	for (uint32_t i = 0; i < count; i++) {
		struct sight_code code;
		struct seen_code seen;

		memcpy(&code, bytes + i * sizeof code, sizeof code);
		memset(&seen, 0, sizeof seen);
		if (!are_corners(code.corner) || !listed_number(reader, code.number, &seen.number) ||
			!TOLD_CODE(reader, code.number)->by_text)
			return SIGHT_WRONG;
		memcpy(seen.corner, code.corner, sizeof seen.corner);
		g_array_append_val(reader->sight->codes, seen);
	}
	return SIGHT_MORE;
}

static enum sight_step
take_tags(struct sight_reader *reader, const uint8_t *bytes, size_t size, uint32_t count)
{
	if (count > EYE_TAGS_MAX || size != count * sizeof(struct seen_tag) || reader->has_tags)
		return SIGHT_WRONG;
	reader->has_tags = true;
	for (uint32_t i = 0; i < count; i++) {
		struct seen_tag tag;

		memcpy(&tag, bytes + i * sizeof tag, sizeof tag);
		if (tag.id >= TAG_COUNT || !isfinite(tag.margin) || !are_corners(tag.corner))
			return SIGHT_WRONG;
		g_array_append_val(reader->sight->tags, tag);
	}
	return SIGHT_MORE;
}

static bool
take_mark(const uint8_t *bytes, const char *id, struct seen_mark *seen)
{
	struct sight_mark mark;

	memcpy(&mark, bytes, sizeof mark);
	if (mark.state > MARK_UNSURE || mark.colour >= MARK_COLOURS || !(mark.darkness >= 0 && mark.darkness <= 1) ||
		!(mark.radius >= 0 && mark.radius <= FAR) || !is_place(&mark.at))
		return false;
	memcpy(seen->id, id, sizeof seen->id);
	seen->darkness = mark.darkness;
	seen->state = (enum mark_state)mark.state;
	seen->colour = (enum mark_colour)mark.colour;
	seen->at = mark.at;
	seen->radius = mark.radius;
	return true;
}

/* The names of the marks that the form of a code may have: of its bubbles, or as its game has it. Returns how many. */
static unsigned
marks_of(const struct code_list *list, uint32_t number, char id[FORM_BUBBLES][MARK_ID])
{
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
	struct form form;
	int game;

	code_list_form(list, number, &form);
	for (unsigned i = 0; i < form.bubbles; i++)
		memcpy(id[i], form.bubble[i].id, MARK_ID);
	if (form.bubbles > 0)
		return form.bubbles;
	game = code_list_layout(list, number, layout);
	return game < 0 ? 0 : list->games((unsigned)game)->marks(layout, id);
}

/* Whose marks they are the code says, not the worker. */
static enum sight_step
take_form(struct sight_reader *reader, const uint8_t *bytes, size_t size, uint32_t count)
{
	const size_t before = offsetof(struct sight_form, mark);
	char id[FORM_BUBBLES][MARK_ID];
	struct seen_form *seen;
	uint32_t start[2];
	bool fine;

	_Static_assert(offsetof(struct sight_form, mark) == sizeof start, "the start is two numbers");
	if (count > FORM_BUBBLES || size != before + count * sizeof(struct sight_mark) ||
		reader->sight->forms->len >= EYE_FORMS_MAX)
		return SIGHT_WRONG;
	memcpy(start, bytes, sizeof start);
	seen = g_new0(struct seen_form, 1);
	seen->corners = start[1];
	seen->marks = count;
	fine = seen->corners <= 4 && listed_number(reader, start[0], &seen->number) &&
		(count == 0 || count == marks_of(reader->list, seen->number, id));
	for (uint32_t i = 0; i < count && fine; i++)
		fine = take_mark(bytes + before + i * sizeof(struct sight_mark), id[i], &seen->mark[i]);
	if (fine)
		g_array_append_vals(reader->sight->forms, seen, 1);
	g_free(seen);
	return fine ? SIGHT_MORE : SIGHT_WRONG;
}

/* Of an unsure mark; its pixels may be any. */
static enum sight_step
take_crop(struct sight_reader *reader, const uint8_t *bytes, size_t size)
{
	struct sight *sight = reader->sight;
	struct seen_crop crop;

	if (size != sizeof crop || sight->crops->len >= EYE_CROPS_MAX)
		return SIGHT_WRONG;
	memcpy(&crop, bytes, sizeof crop);
	if (crop.form >= sight->forms->len || crop.mark >= SEEN_FORM(sight, crop.form)->marks ||
		SEEN_FORM(sight, crop.form)->mark[crop.mark].state != MARK_UNSURE)
		return SIGHT_WRONG;
	g_array_append_val(sight->crops, crop);
	return SIGHT_MORE;
}

static bool
is_between(double value, double most)
{
	return value >= 0 && value <= most; /* false for what is no number */
}

/* How hard the page was to read. */
static enum sight_step
take_quality(struct sight_reader *reader, const uint8_t *bytes, size_t size)
{
	struct sight_look look;

	if (size != sizeof look || reader->has_quality)
		return SIGHT_WRONG;
	reader->has_quality = true;
	memcpy(&look, bytes, sizeof look);
	if (!is_between(look.module, FAR) || !is_between(look.blur, FAR) || !is_between(look.tilt, 90) ||
		!is_between(look.glare, 1) || look.glare_at >= GLARES)
		return SIGHT_WRONG;
	reader->sight->quality = (struct sight_quality){.module = look.module,
		.blur = look.blur,
		.tilt = look.tilt,
		.glare = look.glare,
		.glare_at = (enum glare)look.glare_at};
	return SIGHT_MORE;
}

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
	size -= sizeof head;
	switch (head.kind) {
	case SIGHT_TEXT:
		return head.count == size ? answer_text(reader, bytes, size, answer) : SIGHT_WRONG;
	case SIGHT_EXPECTED:
		return size == 0 ? answer_expected(reader, head.count, answer) : SIGHT_WRONG;
	case SIGHT_LAYOUT:
		return size == 0 ? answer_layout(reader, head.count) : SIGHT_WRONG;
	case SIGHT_COVERED:
		return size == 0 ? answer_covered(reader, head.count, answer) : SIGHT_WRONG;
	case SIGHT_PRINT:
		return answer_print(reader, head.count, bytes, size, answer);
	case SIGHT_CODES:
		return take_codes(reader, bytes, size, head.count);
	case SIGHT_TAGS:
		return take_tags(reader, bytes, size, head.count);
	case SIGHT_FORM:
		return take_form(reader, bytes, size, head.count);
	case SIGHT_CROP:
		return take_crop(reader, bytes, size);
	case SIGHT_QUALITY:
		return take_quality(reader, bytes, size);
	case SIGHT_END:
		if (size != 0 || !reader->has_codes || !reader->has_tags)
			return SIGHT_WRONG;
		code_list_name(reader->list, reader->sight);
		return SIGHT_DONE;
	default:
		return SIGHT_WRONG;
	}
}
