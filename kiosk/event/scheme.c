/* SPDX-License-Identifier: MIT
 * Schemes of points. */
#include "kiosk/event/scheme.h"

#include <glib.h>

/* What the winner of a table earns in PRESET_EVEN; a last place earns nothing. */
#define EVEN_TOP 6

const struct scheme scheme_usual = {
	.usual.size[0] = {3, {4 * POINT, 2 * POINT, 1 * POINT}},
	.bye = BYE_AVERAGE,
	.ties = {.count = 1, .order = {TIE_WINS}},
};

static const char *const by_names[] = {[BY_PLACE] = "placing", [BY_TOTAL] = "total", [BY_MATCHPOINTS] = "matchpoints"};
static const char *const preset_names[PRESETS] = {"even", "winner", "places", "total", "matchpoints"};

const struct round_scheme *
scheme_of(const struct scheme *scheme, unsigned round)
{
	return round <= CODE_ROUND_MAX && (scheme->differs >> round & 1) != 0 ? &scheme->round[round] : &scheme->usual;
}

/* Points rounded up to halves. */
static int
to_halves(int points, unsigned among)
{
	int half = POINT / 2 * (int)among;

	return (points + half - 1) / half * (POINT / 2);
}

int
scheme_place(const struct round_scheme *scheme, unsigned players, unsigned place, unsigned level)
{
	const struct place_points *of = &scheme->size[players <= PLAYERS_MAX ? players : 0];
	unsigned shared = scheme->share ? MAX(level, 1) : 1;
	int sum = 0;

	if (of->places == 0)
		of = &scheme->size[0];
	for (unsigned i = place; place >= 1 && i < place + shared && i <= of->places; i++)
		sum += of->points[i - 1];
	return shared == 1 ? sum : to_halves(sum, shared);
}

/* Even steps from EVEN_TOP to 0, rounded to halves from both ends, so that the average stays half of EVEN_TOP. */
static void
even_places(unsigned players, struct place_points *of)
{
	of->places = players;
	for (unsigned i = 0; i < (players + 1) / 2 && players > 1; i++) {
		int halves = (int)((4 * EVEN_TOP * (players - 1 - i) + players - 1) / (2 * (players - 1)));

		of->points[i] = halves * POINT / 2;
		of->points[players - 1 - i] = EVEN_TOP * POINT - of->points[i];
	}
	if (players == 1)
		of->points[0] = EVEN_TOP * POINT / 2;
}

void
scheme_preset(enum scheme_preset preset, struct round_scheme *scheme)
{
	*scheme = scheme_usual.usual;
	scheme->by = preset == PRESET_TOTAL ? BY_TOTAL : preset == PRESET_MATCHPOINTS ? BY_MATCHPOINTS : BY_PLACE;
	scheme->share = preset == PRESET_EVEN || preset == PRESET_WINNER;
	for (unsigned players = 1; players <= PLAYERS_MAX && scheme->share; players++) {
		if (preset == PRESET_EVEN)
			even_places(players, &scheme->size[players]);
		else
			scheme->size[players] = (struct place_points){1, {(int)players * POINT}};
	}
	if (scheme->share)
		scheme->size[0] = scheme->size[PLAYERS_MAX];
	else if (scheme->by != BY_PLACE)
		scheme->size[0].places = 0;
}

json_t *
points_json(int points)
{
	return points % POINT == 0 ? json_integer(points / POINT) : json_real((double)points / POINT);
}

void
points_write(int points, char text[POINT_TEXT])
{
	const char *sign = points < 0 ? "-" : "";
	unsigned all = (unsigned)(points < 0 ? -points : points), whole = all / POINT, rest = all % POINT;

	if (rest == 0)
		g_snprintf(text, POINT_TEXT, "%s%u", sign, whole);
	else if (rest % 10 == 0)
		g_snprintf(text, POINT_TEXT, "%s%u.%u", sign, whole, rest / 10);
	else
		g_snprintf(text, POINT_TEXT, "%s%u.%02u", sign, whole, rest);
}

static json_t *
places_json(const struct place_points *of)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < of->places; i++)
		json_array_append_new(list, points_json(of->points[i]));
	return list;
}

/* A number in halves from 0 to SCHEME_POINTS; false for anything else. */
static bool
read_points(const json_t *json, int *points)
{
	double halves = 2 * json_number_value(json);

	if (!json_is_number(json) || !(halves >= 0 && halves <= 2 * SCHEME_POINTS) || halves != (int)halves)
		return false;
	*points = (int)halves * (POINT / 2);
	return true;
}

static bool
read_places(json_t *json, struct place_points *of)
{
	json_t *one;
	size_t i;

	*of = (struct place_points){0};
	if (json_array_size(json) < 1 || json_array_size(json) > SCHEME_PLACES)
		return false;
	json_array_foreach(json, i, one)
		if (!read_points(one, &of->points[of->places++]))
			return false;
	return true;
}

static json_t *
round_json(const struct round_scheme *scheme)
{
	json_t *json = json_pack("{s:s}", "by", by_names[scheme->by]), *sizes = json_object();

	if (scheme->by == BY_PLACE)
		json_object_set_new(json, "points", places_json(&scheme->size[0]));
	for (unsigned players = 1; players <= PLAYERS_MAX && scheme->by == BY_PLACE; players++) {
		char digits[4];

		g_snprintf(digits, sizeof digits, "%u", players);
		if (scheme->size[players].places > 0)
			json_object_set_new(sizes, digits, places_json(&scheme->size[players]));
	}
	if (json_object_size(sizes) > 0)
		json_object_set(json, "sizes", sizes);
	if (scheme->by == BY_PLACE && scheme->share)
		json_object_set_new(json, "share", json_true());
	json_decref(sizes);
	return json;
}

static bool
read_round(json_t *json, struct round_scheme *scheme)
{
	const char *by = json_string_value(json_object_get(json, "by")), *name;
	json_t *sizes = json_object_get(json, "sizes"), *share = json_object_get(json, "share"), *one;
	unsigned kind = 0;

	*scheme = (struct round_scheme){0};
	while (kind < G_N_ELEMENTS(by_names) && g_strcmp0(by, by_names[kind]) != 0)
		kind++;
	if (kind == G_N_ELEMENTS(by_names) || (sizes != NULL && !json_is_object(sizes)) ||
		(share != NULL && !json_is_boolean(share)))
		return false;
	scheme->by = (enum scheme_by)kind;
	scheme->share = json_is_true(share);
	if (scheme->by != BY_PLACE)
		return true;
	if (!read_places(json_object_get(json, "points"), &scheme->size[0]))
		return false;
	json_object_foreach(sizes, name, one) {
		guint64 players;

		if (!g_ascii_string_to_unsigned(name, 10, 1, PLAYERS_MAX, &players, NULL) ||
			!read_places(one, &scheme->size[players]))
			return false;
	}
	return true;
}

json_t *
scheme_presets_json(void)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < PRESETS; i++) {
		struct round_scheme scheme;

		scheme_preset((enum scheme_preset)i, &scheme);
		json_array_append_new(
			list, json_pack("{s:s, s:o}", "id", preset_names[i], "scheme", round_json(&scheme)));
	}
	return list;
}

json_t *
scheme_json(const struct scheme *scheme)
{
	json_t *json = round_json(&scheme->usual), *rounds = json_object();

	for (unsigned n = 1; n <= CODE_ROUND_MAX; n++) {
		char digits[4];

		g_snprintf(digits, sizeof digits, "%u", n);
		if ((scheme->differs >> n & 1) != 0)
			json_object_set_new(rounds, digits, round_json(&scheme->round[n]));
	}
	if (json_object_size(rounds) > 0)
		json_object_set(json, "rounds", rounds);
	json_decref(rounds);
	if (scheme->bye != BYE_AVERAGE)
		json_object_set_new(json, "bye", points_json(scheme->bye));
	json_object_set_new(json, "ties", ties_json(&scheme->ties));
	return json;
}

bool
scheme_read(json_t *json, struct scheme *scheme)
{
	json_t *ties = json_object_get(json, "ties"), *rounds = json_object_get(json, "rounds"), *one;
	json_t *bye = json_object_get(json, "bye");
	struct scheme read = {.bye = BYE_AVERAGE, .ties = ties_usual};
	const char *name;

	if (!read_round(json, &read.usual) || (ties != NULL && !ties_read(ties, &read.ties)) ||
		(bye != NULL && !json_is_null(bye) && !read_points(bye, &read.bye)) ||
		(rounds != NULL && !json_is_object(rounds)))
		return false;
	json_object_foreach(rounds, name, one) {
		guint64 n;

		if (!g_ascii_string_to_unsigned(name, 10, 1, CODE_ROUND_MAX, &n, NULL) ||
			!read_round(one, &read.round[n]))
			return false;
		read.differs |= (uint16_t)(1u << n);
	}
	*scheme = read;
	return true;
}

/* "4, 2, 1" */
static void
write_places(const struct place_points *of, GString *out)
{
	for (unsigned i = 0; i < of->places; i++) {
		char points[POINT_TEXT];

		points_write(of->points[i], points);
		g_string_append_printf(out, "%s%s", i == 0 ? "" : ", ", points);
	}
}

/* The same as data: what each size is worth, if sizes differ. */
void
scheme_say(const struct scheme *scheme, struct message *says)
{
	g_autoptr(GString) points = g_string_new(NULL);
	struct message ties;
	bool sizes = false;

	ties_say(&scheme->ties, &ties);
	for (unsigned players = 2; players <= PLAYERS_MAX; players++) {
		if (scheme->usual.size[players].places == 0)
			continue;
		g_string_append_printf(points, "%s%u: ", points->len == 0 ? "" : "; ", players);
		write_places(&scheme->usual.size[players], points);
		sizes = true;
	}
	if (!sizes)
		write_places(&scheme->usual.size[0], points);
	if (scheme->usual.by == BY_TOTAL)
		message_set(
			says, SAY("scheme-total", "Points as scored in the games. {ties}"), ARG_CAUSE("ties", &ties));
	else if (scheme->usual.by == BY_MATCHPOINTS)
		message_set(says,
			SAY("scheme-matchpoints",
				"Matchpoints: each seat is compared with the same seat at other tables, in per cent. {ties}"),
			ARG_CAUSE("ties", &ties));
	else if (sizes)
		message_set(says, SAY("scheme-sizes", "Points by number of players and place: {points}. {ties}"),
			ARG_TEXT("points", points->str), ARG_CAUSE("ties", &ties));
	else
		message_set(says, SAY("scheme-places", "Points by place at each table: {points}. {ties}"),
			ARG_TEXT("points", points->str), ARG_CAUSE("ties", &ties));
}
