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

#define SESSION_COOKIE(request) COOKIE(request, "seedpress")
#define KNOWN_COOKIE(request)   COOKIE(request, "seedpress-known")

bool
is_organiser(const struct request *request)
{
	return ((const struct session *)request->session)->organiser;
}

const char *
session_token(const struct request *request)
{
	const struct session *session = request->session;

	return session->token[0] == '\0' ? NULL : session->token;
}

void
login_authorise(void *context, const struct route *route, struct request *request, struct reply *reply)
{
	const struct kiosk *kiosk = context;
	struct session *session = request->session;
	const char *cookie = request_cookie(request, SESSION_COOKIE(request));
	const char *token = request_header(request, "X-Seedpress-Token");

	if (kiosk->sessions != NULL && cookie != NULL && organiser_knows(kiosk->sessions, cookie, session->token))
		session->organiser =
			strcmp(request->method, "GET") == 0 || (token != NULL && organiser_same(session->token, token));
	request->trusted = session->organiser;
	if (!(route->needs & NEEDS_ORGANISER) || session->organiser)
		return;
	if (session->token[0] == '\0')
		reply_error(
			reply, 401, "organiser", SAY("log-in-first", "only the organiser may do this: log in first"));
	else
		reply_error(reply, 403, "forbidden", SAY("token-wrong", "the organiser's token is missing or wrong"));
}

void
login_prepare(void *context, const struct route *route)
{
	const struct kiosk *kiosk = context;

	if (kiosk->sessions != NULL)
		organiser_refresh(kiosk->sessions, route->needs & NEEDS_STORE);
}

void
set_cookie(const struct request *request, struct reply *reply, const char *name, const char *value, int life)
{
	g_autofree char *ends = life < 0 ? g_strdup("") : g_strdup_printf("; Max-Age=%d", life);
	g_autofree char *cookie = g_strdup_printf(
		"%s=%s; Path=/; HttpOnly; SameSite=Strict%s%s", name, value, request->secure ? "; Secure" : "", ends);

	reply_header(reply, "Set-Cookie", cookie);
}

static void
set_known_cookie(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	char known[ORGANISER_KNOWN];

	if (organiser_remember(kiosk->sessions, known))
		set_cookie(request, reply, KNOWN_COOKIE(request), known, KNOWN_FOR);
}

static struct organiser_asker
asker_of(const struct request *request, struct reply *reply)
{
	return (struct organiser_asker){
		.address = request->address,
		.known = request_cookie(request, KNOWN_COOKIE(request)),
		.session = is_organiser(request) ? request_cookie(request, SESSION_COOKIE(request)) : NULL,
		.local = request->local,
		.problem = &reply->problem,
	};
}

static void
refuse(struct reply *reply, enum organiser_status status, const struct organiser_asker *asker)
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

	if (status == ORGANISER_WAIT)
		reply_slow_down(reply, asker->seconds,
			SAY_COUNT("wait-before-try", "wait {count} second before the next try",
				"wait {count} seconds before the next try", asker->seconds));
	else if (status == ORGANISER_REFUSED)
		reply_problem(reply, 400, "bad-request", asker->problem);
	else if (status != ORGANISER_OK && status != ORGANISER_TROUBLE)
		reply_error(reply, refusals[status].status, refusals[status].kind,
			SAY(refusals[status].says.id, refusals[status].says.english));
}

static void
log_in(struct kiosk *kiosk, const char *password, const struct request *request, struct reply *reply)
{
	char session[ORGANISER_ID], token[ORGANISER_ID];
	struct organiser_asker asker = asker_of(request, reply);
	enum organiser_status status = organiser_login(kiosk->sessions, password, &asker, session);

	if (status == ORGANISER_OK && organiser_knows(kiosk->sessions, session, token)) {
		set_known_cookie(kiosk, request, reply);
		set_cookie(request, reply, SESSION_COOKIE(request), session, -1);
		reply_json(reply, 200, json_pack("{s:s}", "token", token));
	} else {
		refuse(reply, status, &asker);
	}
}

static void
post_login(void *context, const struct request *request, struct reply *reply)
{
	json_auto_t *body = request_json(request, reply);
	const char *password;

	if (body == NULL)
		return;
	if (field_text(body, "password", LOGIN_BODY, &password) == FIELD_FINE)
		log_in(context, password, request, reply);
	else
		reply_error(reply, 400, "bad-request", SAY("password-expected", "a password was expected"));
}

static void
post_logout(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *session = request_cookie(request, SESSION_COOKIE(request));

	if (session != NULL && is_organiser(request))
		organiser_logout(kiosk->sessions, session);
	set_cookie(request, reply, SESSION_COOKIE(request), "", 0);
	reply_json(reply, 200, json_object());
}

/* Setting the password also logs in, so that the page can continue. */
static void
post_password(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	struct organiser_asker asker = asker_of(request, reply);
	const char *password = "", *old = "", *code = "";
	json_auto_t *body = request_json(request, reply);

	if (body == NULL)
		return;
	if (field_text(body, "new", PASSWORD_BODY, &password) != FIELD_FINE ||
		field_text(body, "old", PASSWORD_BODY, &old) > FIELD_FINE ||
		field_text(body, "code", PASSWORD_BODY, &code) > FIELD_FINE) {
		reply_error(reply, 400, "bad-request", SAY("new-password-expected", "a new password was expected"));
		return;
	}
	enum organiser_status status = organiser_change(kiosk->sessions, old, code, password, &asker);
	if (status != ORGANISER_OK) {
		refuse(reply, status, &asker);
	} else if (is_organiser(request)) {
		set_known_cookie(kiosk, request, reply);
		reply_json(reply, 200, json_pack("{s:s}", "token", session_token(request)));
	} else {
		log_in(kiosk, password, request, reply);
	}
}

const struct route login_routes[] = {
	/* Without NEEDS_STORE, so that it does not queue behind results that wait for the database. */
	ROUTE("POST", "/api/login", post_login, .body = LOGIN_BODY, .cost = 5),
	ROUTE("POST", "/api/logout", post_logout, .body = LOGIN_BODY, .cost = 1, .needs = NEEDS_STORE),
	ROUTE("POST", "/api/password", post_password, .body = PASSWORD_BODY, .cost = 5, .needs = NEEDS_STORE),
	{.path = NULL},
};
