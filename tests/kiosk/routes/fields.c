/* SPDX-License-Identifier: MIT
 * Members of bodies: one that is missing, null, of another type or out of bounds is refused by every route that reads
 * it, and nothing is changed by halves. */
#include <string.h>

#include "tests/kiosk/routes/handler_tools.h"
#include "tests/tools.h"

/* What a body without an object answers, and bodies with a wrong member; NULL ends them. */
static const struct {
	const char *path; /* with the first table's code for %s */
	unsigned status;
	const char *id;
	const char *bodies[10];
} refused[] = {
	{"/api/draft/%s", 400, "draft-expected",
		{"{}", "[7]", "{\"state\":{}}", "{\"state\":[],\"after\":0}", "{\"state\":{},\"after\":null}",
			"{\"state\":{},\"after\":1.0}", "{\"state\":{},\"after\":-1}", "{\"state\":null,\"after\":0}",
			"{\"state\":{},\"after\":\"0\"}"}},
	{"/api/event/manifest", 400, "manifest-expected",
		{"{}", "[7]", "{\"manifest\":[]}", "{\"manifest\":null}", "{\"manifest\":{},\"key\":7}",
			"{\"manifest\":{},\"key\":{}}"}},
	{"/api/event/settings", 422, "no-such-round",
		{"{\"round\":null}", "{\"round\":0}", "{\"round\":-1}", "{\"round\":3}", "{\"round\":\"1\"}",
			"{\"round\":1.0}", "{\"round\":4294967297}", "{\"round\":true}"}},
	{"/api/event/settings", 422, "bad-event-name",
		{"{\"name\":null}", "{\"name\":7}", "{\"name\":\"\"}", "{\"name\":[\"Ana\"]}"}},
	{"/api/event/settings", 422, "bad-casual", {"{\"casual\":null}", "{\"casual\":1}", "{\"casual\":\"yes\"}"}},
	{"/api/event/settings", 422, "bad-printing", {"{\"printing\":null}", "{\"round\":2,\"printing\":{}}"}},
	{"/api/event/settings", 422, "bad-clock",
		{"{\"clock\":7}", "{\"clock\":{}}", "{\"clock\":{\"minutes\":0}}", "{\"clock\":{\"minutes\":\"5\"}}",
			"{\"clock\":{\"minutes\":5.0}}", "{\"clock\":{\"minutes\":1000000}}", "{\"clock\":[5]}"}},
	{"/api/event/people", 422, "people-expected",
		{"{}", "[7]", "{\"people\":{}}", "{\"people\":null}", "{\"csv\":7}",
			"{\"csv\":null,\"people\":\"Ana\"}"}},
	{"/api/event/here", 422, "people-numbers",
		{"{\"here\":true}", "{\"people\":{},\"here\":true}", "{\"people\":[\"1\"],\"here\":true}",
			"{\"people\":[1.0],\"here\":true}", "{\"people\":null,\"here\":true}", "[7]"}},
	{"/api/event/here", 422, "bad-here",
		{"{\"people\":[]}", "{\"people\":[],\"here\":null}", "{\"people\":[],\"here\":1}",
			"{\"people\":[],\"here\":\"true\"}"}},
	{"/api/event/delete", 422, "people-numbers", {"{}", "{\"people\":7}", "{\"people\":[null]}"}},
	{"/api/event/seats", 422, "no-such-round",
		{"{}", "[7]", "{\"round\":null,\"how\":\"hand\"}", "{\"round\":\"1\",\"how\":\"hand\"}",
			"{\"round\":1.0,\"how\":\"hand\"}", "{\"round\":-1,\"how\":\"hand\"}",
			"{\"round\":65535,\"how\":\"hand\"}", "{\"round\":4294967297,\"how\":\"hand\"}"}},
	{"/api/event/seats", 422, "bad-how",
		{"{\"round\":1}", "{\"round\":1,\"how\":7}", "{\"round\":1,\"how\":null}",
			"{\"round\":1,\"how\":\"\"}"}},
	{"/api/event/seats", 422, "seats-expected",
		{"{\"round\":1,\"how\":\"hand\"}", "{\"round\":1,\"how\":\"hand\",\"seats\":null}",
			"{\"round\":1,\"how\":\"hand\",\"seats\":{}}"}},
};

/* A seat that there is not, in the only entry of a list. */
static const char *const no_seats[] = {
	"7",
	"{}",
	"{\"table\":1,\"seat\":0}",
	"{\"table\":1,\"seat\":0,\"person\":\"1\"}",
	"{\"table\":1,\"seat\":0,\"person\":0}",
	"{\"table\":1,\"seat\":0,\"person\":-1}",
	"{\"table\":1,\"seat\":-1,\"person\":1}",
	"{\"table\":1,\"seat\":256,\"person\":1}",
	"{\"table\":1,\"seat\":4294967296,\"person\":1}",
	"{\"table\":1.0,\"seat\":0,\"person\":1}",
	"{\"table\":0,\"seat\":0,\"person\":1}",
	"{\"table\":-1,\"seat\":0,\"person\":1}",
	"{\"table\":4294967297,\"seat\":0,\"person\":1}",
	"{\"table\":null,\"seat\":0,\"person\":1}",
};

static void
expect(const char *path, const char *body, unsigned status, const char *id)
{
	json_t *json = json_loads(body, 0, NULL);
	unsigned got;

	assert_non_null(json);
	got = handler_post(path, json);
	if (got != status || (id != NULL && g_strcmp0(handler_text("id"), id) != 0))
		fail_msg("%s %s: %u %s", path, body, got, handler_text("id"));
}

static void
members_are_read_by_type_and_bounds(void **state)
{
	(void)state;
	handler_organiser = true;
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		char *path = strstr(refused[i].path, "%s") == NULL ? g_strdup(refused[i].path)
								   : g_strdup_printf("/api/draft/%s", handler_first);

		for (const char *const *body = refused[i].bodies; *body != NULL; body++)
			expect(path, *body, refused[i].status, refused[i].id);
		g_free(path);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(no_seats); i++) {
		char *body = g_strdup_printf("{\"round\":2,\"how\":\"hand\",\"seats\":[%s]}", no_seats[i]);

		expect("/api/event/seats", body, 422, "no-such-seat");
		g_free(body);
	}
}

static void
good_members_are_accepted(void **state)
{
	char *draft = g_strdup_printf("/api/draft/%s", handler_first);

	(void)state;
	handler_organiser = true;
	expect(draft, "{\"state\":{\"a\":1},\"after\":0}", 200, NULL);
	expect("/api/event/settings", "{\"round\":2,\"name\":\"Night\",\"casual\":false,\"printing\":true}", 200, NULL);
	expect("/api/event/settings", "{\"clock\":{\"minutes\":5}}", 200, NULL);
	expect("/api/event/settings", "{\"clock\":null}", 200, NULL);
	expect("/api/event/people", "{\"csv\":\"name\\nCy\\n\"}", 200, NULL);
	expect("/api/event/here", "{\"people\":[1],\"here\":false}", 200, NULL);
	expect("/api/event/seats", "{\"round\":2,\"how\":\"hand\",\"seats\":[{\"table\":1,\"seat\":1,\"person\":1}]}",
		200, NULL);
	g_free(draft);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(members_are_read_by_type_and_bounds, handler_open_event, handler_close),
		cmocka_unit_test_setup_teardown(good_members_are_accepted, handler_open_event, handler_close),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
