/* SPDX-License-Identifier: MIT
 * Password, login and logout as the page asks for them; see API.md. */
#include <string.h>

#include "kiosk/routes/handlers.h"
#include "kiosk/routes/organiser_session.h"

#define KNOWN_FOR (180 * 24 * 3600) /* seconds */

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
	const char *cookie = request_cookie(request, organiser_cookie(request->secure));
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

static void
set_cookie(const struct request *request, struct reply *reply, const char *session)
{
	char *cookie =
		g_strdup_printf("%s=%s; Path=/; HttpOnly; SameSite=Strict%s%s", organiser_cookie(request->secure),
			session, request->secure ? "; Secure" : "", session[0] == '\0' ? "; Max-Age=0" : "");

	reply_header(reply, "Set-Cookie", cookie);
	g_free(cookie);
}

/* For half a year: a browser that was logged in is not locked out by what others guess. */
static void
set_known_cookie(struct kiosk *kiosk, const struct request *request, struct reply *reply)
{
	char known[ORGANISER_KNOWN], *cookie;

	if (!organiser_remember(kiosk->sessions, known))
		return;
	cookie = g_strdup_printf("%s=%s; Path=/; HttpOnly; SameSite=Strict%s; Max-Age=%d",
		organiser_known_cookie(request->secure), known, request->secure ? "; Secure" : "", KNOWN_FOR);
	reply_header(reply, "Set-Cookie", cookie);
	g_free(cookie);
}

static struct organiser_asker
asker_of(const struct request *request)
{
	return (struct organiser_asker){
		.address = request->address,
		.known = request_cookie(request, organiser_known_cookie(request->secure)),
		.local = request->local,
	};
}

static void
refuse(struct reply *reply, enum organiser_status status, unsigned seconds, const struct problem *problem)
{
	switch (status) {
	case ORGANISER_OK:
		break;
	case ORGANISER_WRONG:
		reply_error(reply, 401, "organiser", SAY("wrong-password", "this is not the password"));
		break;
	case ORGANISER_NONE:
		reply_error(reply, 403, "forbidden",
			SAY("no-password",
				"no password is set yet; the first one is set on the kiosk itself, or with the code on its terminal"));
		break;
	case ORGANISER_BAD_CODE:
		reply_error(reply, 401, "organiser",
			SAY("wrong-first-code", "this is not the code on the kiosk's terminal"));
		break;
	case ORGANISER_WAIT:
		reply_slow_down(reply, seconds,
			SAY_COUNT("wait-before-try", "wait {count} second before the next try",
				"wait {count} seconds before the next try", seconds));
		break;
	case ORGANISER_REFUSED:
		reply_problem(reply, 400, "bad-request", problem);
		break;
	case ORGANISER_TROUBLE:
		handler_trouble(reply, problem);
		break;
	}
}

static void
log_in(struct kiosk *kiosk, const char *password, const struct request *request, struct reply *reply)
{
	char session[ORGANISER_ID], token[ORGANISER_ID];
	struct problem problem = {0};
	unsigned seconds = 0;
	const struct organiser_asker asker = asker_of(request);
	enum organiser_status status = organiser_login(kiosk->sessions, password, &asker, session, &seconds, &problem);

	if (status == ORGANISER_OK && organiser_knows(kiosk->sessions, session, token)) {
		set_known_cookie(kiosk, request, reply);
		set_cookie(request, reply, session);
		reply_json(reply, 200, json_pack("{s:s}", "token", token));
	} else {
		refuse(reply, status, seconds, &problem);
	}
}

static void
post_login(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	json_t *json = request_json(request, reply);
	const char *password;

	if (json == NULL)
		return;
	if (json_unpack(json, "{s:s}", "password", &password) == 0)
		log_in(kiosk, password, request, reply);
	else
		reply_error(reply, 400, "bad-request", SAY("password-expected", "a password was expected"));
	json_decref(json);
}

static void
post_logout(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *session = request_cookie(request, organiser_cookie(request->secure));

	if (session != NULL && is_organiser(request))
		organiser_logout(kiosk->sessions, session);
	set_cookie(request, reply, "");
	reply_json(reply, 200, json_object());
}

/* Setting the password logs in: the page goes on where it was. */
static void
post_password(void *context, const struct request *request, struct reply *reply)
{
	struct kiosk *kiosk = context;
	const char *session = request_cookie(request, organiser_cookie(request->secure));
	const struct organiser_asker asker = asker_of(request);
	const char *password, *old = "", *code = "";
	json_t *json = request_json(request, reply);
	struct problem problem = {0};
	unsigned seconds = 0;
	enum organiser_status status;

	if (json == NULL)
		return;
	if (json_unpack(json, "{s:s, s?s, s?s}", "new", &password, "old", &old, "code", &code) != 0) {
		reply_error(reply, 400, "bad-request", SAY("new-password-expected", "a new password was expected"));
		json_decref(json);
		return;
	}
	status = organiser_change(kiosk->sessions, old, code, password, &asker, is_organiser(request) ? session : NULL,
		&seconds, &problem);
	if (status != ORGANISER_OK) {
		refuse(reply, status, seconds, &problem);
	} else if (is_organiser(request)) {
		set_known_cookie(kiosk, request, reply);
		reply_json(reply, 200, json_pack("{s:s}", "token", session_token(request)));
	} else {
		log_in(kiosk, password, request, reply);
	}
	json_decref(json);
}

const struct route login_routes[] = {
	/* Not among those that write: it does not queue behind results that wait for a database. */
	ROUTE("POST", "/api/login", post_login, .body = 4096, .cost = 5),
	ROUTE("POST", "/api/logout", post_logout, .body = 4096, .cost = 1, .needs = NEEDS_STORE),
	ROUTE("POST", "/api/password", post_password, .body = 8192, .cost = 5, .needs = NEEDS_STORE),
	{.path = NULL},
};
