/* SPDX-License-Identifier: MIT
 * The organiser's login, logout and password; and who a request is from. */
#include <string.h>

#include "kiosk/routes/fields.h"
#include "kiosk/routes/handlers.h"

/* Bytes of a body with one password. */
#define LOGIN_BODY 4096

/* Bytes of a body with two passwords and a code. */
#define PASSWORD_BODY 8192

/* Seconds for which a browser that was logged in is known, half a year: wrong passwords of others do not lock it out.
 */
#define KNOWN_FOR (180 * 24 * 3600)

#define SESSION_COOKIE(call) COOKIE(call, "seedpress")
#define KNOWN_COOKIE(call)   COOKIE(call, "seedpress-known")

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

static struct organiser_asker
asker_of(struct call *call)
{
	return (struct organiser_asker){
		.address = call->request->address,
		.known = request_cookie(call->request, KNOWN_COOKIE(call)),
		.session = call->organiser ? request_cookie(call->request, SESSION_COOKIE(call)) : NULL,
		.local = call->request->local,
		.problem = call->problem,
	};
}

static bool
refuse_login(struct call *call, enum organiser_status status, const struct organiser_asker *asker)
{
	static const struct {
		unsigned status;
		const char *kind;
		struct phrase says;
	} refusals[] = {
		[ORGANISER_WRONG] = {401, "organiser", PHRASE("wrong-password", "this is not the password")},
		[ORGANISER_NONE] = {403, "forbidden",
			PHRASE("no-password",
				"no password is set yet; the first one is set on the kiosk itself, or with the code on its terminal")},
		[ORGANISER_BAD_CODE] = {401, "organiser",
			PHRASE("wrong-first-code", "this is not the code on the kiosk's terminal")},
	};

	if (status == ORGANISER_OK || status == ORGANISER_TROUBLE)
		return false;
	if (status == ORGANISER_WAIT)
		return reply_slow_down(call->reply, asker->seconds,
			SAY_COUNT("wait-before-try", "wait {count} second before the next try",
				"wait {count} seconds before the next try", asker->seconds));
	if (status == ORGANISER_REFUSED)
		return reply_problem(call->reply, 400, "bad-request", asker->problem);
	return refuse(call, refusals[status].status, refusals[status].kind,
		SAY(refusals[status].says.id, refusals[status].says.english));
}

static bool
log_in(struct call *call, const char *password)
{
	char session[ORGANISER_ID], token[ORGANISER_ID];
	struct organiser_asker asker = asker_of(call);
	enum organiser_status status = organiser_login(call->kiosk->sessions, password, &asker, session);

	if (status != ORGANISER_OK || !organiser_knows(call->kiosk->sessions, session, token))
		return refuse_login(call, status, &asker);
	set_known_cookie(call);
	set_cookie(call, SESSION_COOKIE(call), session, -1);
	return reply_json(call->reply, 200, json_pack("{s:s}", "token", token));
}

static bool
post_login(struct call *call)
{
	const char *password;

	if (field_text(call->body, "password", LOGIN_BODY, &password) != FIELD_FINE)
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
	struct organiser_asker asker = asker_of(call);
	const char *password = "", *old = "", *code = "";

	if (field_text(call->body, "new", PASSWORD_BODY, &password) != FIELD_FINE ||
		field_text(call->body, "old", PASSWORD_BODY, &old) > FIELD_FINE ||
		field_text(call->body, "code", PASSWORD_BODY, &code) > FIELD_FINE)
		return refuse(call, 400, "bad-request", SAY("new-password-expected", "a new password was expected"));
	enum organiser_status status = organiser_change(call->kiosk->sessions, old, code, password, &asker);
	if (status != ORGANISER_OK)
		return refuse_login(call, status, &asker);
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
