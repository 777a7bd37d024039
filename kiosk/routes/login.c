/* SPDX-License-Identifier: MIT
 * The organiser's login, logout and password; and who a request is from. */
#include <string.h>

#include "kiosk/routes/handlers.h"

/* Bytes of a body with one password. */
#define LOGIN_BODY 4096

/* Bytes of a body with two passwords and a code. */
#define PASSWORD_BODY 8192

/* Seconds for which a browser that was logged in is known, half a year: wrong passwords of others do not lock it out.
 */
#define KNOWN_FOR (180 * 24 * 3600)

void
call_authorise(struct call *call)
{
	struct organiser_sessions *sessions = call->kiosk->sessions;
	const char *cookie = request_cookie(call->request, SESSION_COOKIE(call));
	const char *token = request_header(call->request, "X-Seedpress-Token");

	if (sessions != NULL && cookie != NULL && organiser_knows(sessions, cookie, call->token))
		call->organiser = strcmp(call->request->method, "GET") == 0 ||
			(token != NULL && organiser_same(call->token, token));
	if (!(call->route->needs & NEEDS_ORGANISER) || call->organiser)
		return;
	if (call->token[0] == '\0')
		refuse(call, 401, "organiser", SAY("log-in-first", "only the organiser may do this: log in first"));
	else
		refuse(call, 403, "forbidden", SAY("token-wrong", "the organiser's token is missing or wrong"));
}

void
set_cookie(struct call *call, const char *name, const char *value, int life)
{
	g_autofree char *ends = life < 0 ? g_strdup("") : g_strdup_printf("; Max-Age=%d", life);
	g_autofree char *cookie = g_strdup_printf("%s=%s; Path=/; HttpOnly; SameSite=Strict%s%s", name, value,
		call->request->secure ? "; Secure" : "", ends);

	reply_header(call->reply, "Set-Cookie", cookie);
}

static void
set_known_cookie(struct call *call)
{
	char known[ORGANISER_KNOWN];

	if (organiser_remember(call->kiosk->sessions, known))
		set_cookie(call, KNOWN_COOKIE(call), known, KNOWN_FOR);
}

static bool
log_in(struct call *call, const char *password)
{
	char session[ORGANISER_ID], token[ORGANISER_ID];

	if (!organiser_login(call, password, session) || !organiser_knows(call->kiosk->sessions, session, token))
		return false;
	set_known_cookie(call);
	set_cookie(call, SESSION_COOKIE(call), session, -1);
	return reply_json(call->reply, 200, json_pack("{s:s}", "token", token));
}

static bool
post_login(struct call *call)
{
	const char *password;

	if (json_unpack(call->body, "{s:s}", "password", &password) != 0)
		return refuse(call, 400, "bad-request", SAY("password-expected", "a password was expected"));
	return log_in(call, password);
}

static bool
post_logout(struct call *call)
{
	const char *session = request_cookie(call->request, SESSION_COOKIE(call));

	if (session != NULL && call->organiser)
		organiser_logout(call->kiosk->sessions, session);
	set_cookie(call, SESSION_COOKIE(call), "", 0);
	return reply_json(call->reply, 200, json_object());
}

/* Setting the password also logs in, so that the page can continue. */
static bool
post_password(struct call *call)
{
	const char *password, *old = "", *code = "";

	if (json_unpack(call->body, "{s:s, s?s, s?s}", "new", &password, "old", &old, "code", &code) != 0)
		return refuse(call, 400, "bad-request", SAY("new-password-expected", "a new password was expected"));
	if (!organiser_change(call, old, code, password))
		return false;
	if (!call->organiser)
		return log_in(call, password);
	set_known_cookie(call);
	return reply_json(call->reply, 200, json_pack("{s:s}", "token", call->token));
}

const struct route login_routes[] = {
	/* Without NEEDS_STORE, so that it does not queue behind results that wait for the database. */
	ROUTE("POST", "/api/login", post_login, .body = LOGIN_BODY, .cost = 5, .needs = NEEDS_JSON),
	ROUTE("POST", "/api/logout", post_logout, .body = LOGIN_BODY, .cost = 1, .needs = NEEDS_STORE),
	ROUTE("POST", "/api/password", post_password, .body = PASSWORD_BODY, .cost = 5,
		.needs = NEEDS_STORE | NEEDS_JSON),
	{.path = NULL},
};
