/* SPDX-License-Identifier: MIT
 * Cuts as words of a log, "b0-b2-c2". */
#include "scoring/play/coupons_log_read.h"
#include "scoring/read.h"

void
coupons_point(unsigned point, char name[3])
{
	name[0] = (char)('a' + point % CUTS_POINT_COLS);
	name[1] = (char)('0' + point / CUTS_POINT_COLS);
	name[2] = '\0';
}

static bool
read_point(const char *text, unsigned *point)
{
	unsigned col = (unsigned)(text[0] - 'a');

	if (col >= CUTS_POINT_COLS)
		return false;
	unsigned row = (unsigned)(text[1] - '0');

	*point = row * CUTS_POINT_COLS + col;
	return row < CUTS_POINT_ROWS;
}

/* The way from one point to another that is straight above, below or beside it. */
static bool
way_to(unsigned from, unsigned to, unsigned *way)
{
	bool same_col = from % CUTS_POINT_COLS == to % CUTS_POINT_COLS;
	bool same_row = from / CUTS_POINT_COLS == to / CUTS_POINT_COLS;

	if (same_col == same_row)
		return false;
	if (same_col)
		*way = from < to ? WAY_DOWN : WAY_UP;
	else
		*way = from < to ? WAY_RIGHT : WAY_LEFT;
	return true;
}

/* Whether a point lies behind another, on the way to it. */
static bool
is_past(unsigned point, unsigned goal, unsigned way)
{
	return way == WAY_RIGHT || way == WAY_DOWN ? point > goal : point < goal;
}

/* Adds the steps from a point to the next one named. */
static bool
read_stretch(struct reader *reader, const struct cuts_sheet *lines, const char *word,
	unsigned from, unsigned to, struct cut *cut)
{
	char a[3], b[3];
	unsigned way = 0;

	coupons_point(from, a);
	coupons_point(to, b);
	if (!way_to(from, to, &way))
		return log_refuse(reader, "the cut %s goes from %s to %s, which is not straight", word, a, b);
	while (from != to) {
		int index = lines->leaves[from][way];

		coupons_point(from, a);
		if (index < 0)
			return log_refuse(reader, "the cut %s leaves the dotted lines at %s: there is none on to %s",
				word, a, b);
		if (cut->steps == CUTS_LINKS)
			return log_refuse(reader, "the cut %s is longer than all lines together", word);
		cut->way[cut->steps++] = (uint8_t)way;
		from = lines->link[index].from == from ? lines->link[index].to
						       : lines->link[index].from;
		if (is_past(from, to, way))
			return log_refuse(reader,
				"the cut %s stops or turns at %s, where no lines meet", word, b);
	}
	return true;
}

bool
log_read_cut(struct reader *reader, const struct cuts_sheet *lines, const char *word, struct cut *cut)
{
	char shown[QUOTE_BYTES];
	unsigned from, to;
	const char *at = word;

	read_quoted(word, shown);
	cut->steps = 0;
	if (!read_point(at, &from))
		return log_refuse(reader, "\"%s\" is no cut: one reads like b0-b2-c2", shown);
	cut->start = (uint8_t)from;
	for (at += 2; *at != '\0'; at += 3, from = to) {
		if (*at != '-' || !read_point(at + 1, &to))
			return log_refuse(reader, "\"%s\" is no cut: one reads like b0-b2-c2", shown);
		if (!read_stretch(reader, lines, shown, from, to, cut))
			return false;
	}
	return true;
}

/* Why a cut is against the rules, in words. */
bool
log_refuse_cut(struct reader *reader, const struct cuts_sheet *lines, const struct cut *cut,
	const char *word, enum cut_fault fault, unsigned step)
{
	unsigned point = cut->start;
	char shown[QUOTE_BYTES], at[3];

	read_quoted(word, shown);
	for (unsigned i = 0; i < step; i++) {
		const struct link *link = &lines->link[lines->leaves[point][cut->way[i]]];

		point = link->from == point ? link->to : link->from;
	}
	coupons_point(point, at);
	switch (fault) {
	case CUT_EMPTY:
		return log_refuse(reader, "the cut %s goes nowhere", shown);
	case CUT_NO_START:
		return log_refuse(reader,
			"the cut %s starts at %s, which is neither at the edge nor cut already", shown, at);
	case CUT_TWICE:
		return log_refuse(reader, "the cut %s goes on at %s along a line that is cut already", shown,
			at);
	case CUT_OVER:
		if (lines->edge >> point & 1)
			return log_refuse(reader, "the cut %s has to stop at %s, the edge of the paper", shown,
				at);
		return log_refuse(reader,
			"the cut %s has to stop at %s: earlier cuts lie across its way on both sides",
			shown, at);
	default:
		return log_refuse(reader, "the cut %s leaves the dotted lines at %s", shown, at);
	}
}

void
log_write_cut(const struct cut *cut, const struct cuts_sheet *lines, struct text *text)
{
	unsigned point = cut->start;
	char name[3];

	coupons_point(point, name);
	text_raw(text, " ");
	text_raw(text, name);
	for (unsigned i = 0; i < cut->steps; i++) {
		const struct link *link = &lines->link[lines->leaves[point][cut->way[i]]];

		point = link->from == point ? link->to : link->from;
		if (i + 1 < cut->steps && cut->way[i + 1] == cut->way[i])
			continue;
		coupons_point(point, name);
		text_raw(text, "-");
		text_raw(text, name);
	}
}
