/* SPDX-License-Identifier: MIT
 * The one page, at every address that it shows something for, and its parts. */
#include "kiosk/http/static_files.h"
#include "kiosk/routes/kiosk.h"
#include "pages.h"

#define ROOT "/seedpress/page/"

struct static_files *
pages_load(void)
{
	return static_files_load(pages_get_resource(), ROOT);
}

static void
get_part(void *context, const struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;

	static_files_reply(kiosk->pages, request->rest, request, reply);
}

static void
get_page(void *context, const struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;

	static_files_reply(kiosk->pages, "index.html", request, reply);
}

static void
get_icon(void *context, const struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;

	static_files_reply(kiosk->pages, "icon.svg", request, reply);
}

#define PAGE(where, what)                                                                          \
	{.method = "GET", .path = (where), .handle = (what), .cost = 1, .quick = true}

const struct route pages_routes[] = {
	PAGE("/", get_page),
	PAGE("/c/", get_page),
	PAGE("/C/", get_page),
	PAGE("/standings", get_page),
	PAGE("/screen", get_page),
	PAGE("/organise", get_page),
	PAGE("/print", get_page),
	PAGE("/entry/", get_page),
	PAGE("/table/", get_page),
	PAGE("/page/", get_part),
	PAGE("/favicon.ico", get_icon),
	PAGE("/favicon.svg", get_icon),
	{.path = NULL},
};
