/* SPDX-License-Identifier: MIT
 * Every table of routes. Nothing is served that is not in one of them. */
#include "kiosk/routes/kiosk.h"

const struct route *const kiosk_routes[] = {
	pages_routes,
	about_routes,
	login_routes,
	piece_routes,
	photo_routes,
	print_routes,
	draft_routes,
	result_routes,
	entry_routes,
	review_routes,
	event_routes,
	people_routes,
	seats_routes,
	kit_routes,
	standings_routes,
	export_routes,
	event_print_routes,
	table_print_routes,
	NULL,
};
