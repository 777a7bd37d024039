/* SPDX-License-Identifier: MIT
 * What is known of the tickets of a game of laundry: where the seed deals the
 * values, how much each of the pairs is worth. */
#include "gen/study.h"
#include "layouts/laundry.h"

extern const struct study study_laundry;

/* Items that are a pair follow each other. */
static int
pair_worth(const struct laundry_ticket *ticket, int pair)
{
	return ticket->value[2 * pair] + ticket->value[2 * pair + 1];
}

static bool
survey(const struct question *question, struct charts *charts)
{
	const struct laundry_layout *laundry = question->layout;

	for (int seat = 0; laundry->dealt && seat < LAUNDRY_SEATS; seat++)
		for (int pair = 0; pair < LAUNDRY_ROWS / 2; pair++)
			charts_add(charts, "values dealt to a pair of items", "points",
				seat == 0 ? "ticket A" : "ticket B",
				pair_worth(&laundry->ticket[seat], pair));
	return true;
}

static void
layout(const struct question *question, struct findings *findings)
{
	const struct laundry_layout *laundry = question->layout;
	json_t *tickets = json_array();

	for (int seat = 0; laundry->dealt && seat < LAUNDRY_SEATS; seat++) {
		const struct laundry_ticket *ticket = &laundry->ticket[seat];

		json_array_append_new(tickets, json_pack("[i,i,i]", pair_worth(ticket, 0),
						       pair_worth(ticket, 1), pair_worth(ticket, 2)));
		g_string_append_printf(findings->text,
			"Ticket %c: underwear and bra %d, pants and shirt %d, bedding %d\n", 'A' + seat,
			pair_worth(ticket, 0), pair_worth(ticket, 1), pair_worth(ticket, 2));
	}
	if (!laundry->dealt)
		g_string_append(findings->text, "The players write the values: both tickets are alike.\n");
	json_object_set_new(findings->json, "pairs", tickets);
	survey(question, &findings->charts);
}

const struct study study_laundry = {
	.game = &game_laundry,
	.layout = layout,
	.survey = survey,
};
