/* SPDX-License-Identifier: MIT
 * The organiser's password: tried, changed, and set for the first time; and the
 * browsers that are known because somebody logged in there before. */
#include <sodium.h>
#include <string.h>

#include "kiosk/routes/organiser_parts.h"

#define KNOWN_ID  33 /* bytes of a known browser's id: 128 bits in hexadecimal */
#define KNOWN_MAC 32 /* bytes of its signature */

_Static_assert(ORGANISER_KNOWN == KNOWN_ID + 2 * KNOWN_MAC + 1, "an id, a dot and a signature");

bool
organiser_is_set(struct organiser_sessions *sessions)
{
	return g_atomic_int_get(&sessions->is_set) != 0;
}

char *
organiser_hash(const char *password, struct problem *problem)
{
	char *hash = g_malloc0(crypto_pwhash_STRBYTES);

	if (!g_utf8_validate(password, -1, NULL) || strlen(password) > PASSWORD_MOST)
		problem_set(problem, SAY("password-not-text", "the password is too long, or not text"));
	else if (g_utf8_strlen(password, -1) < PASSWORD_LEAST)
		problem_set(problem, SAY("password-short", "a password has at least {least} characters"),
			ARG_NUMBER("least", PASSWORD_LEAST));
	else if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
			 crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
		problem_set(problem, SAY("password-memory", "there is not enough memory for a password"));
	else
		return hash;
	g_free(hash);
	return NULL;
}

const char *
organiser_known_cookie(bool secure)
{
	return secure ? "__Host-seedpress-known" : "seedpress-known";
}

/* Signs a browser's id with the hash of the password: no other secret has to be kept, and with another
 * password nobody is known any more. */
static void
sign(const char *hash, const char id[KNOWN_ID], char known[ORGANISER_KNOWN])
{
	unsigned char key[crypto_generichash_KEYBYTES], mac[KNOWN_MAC];

	crypto_generichash(key, sizeof key, (const unsigned char *)hash, strlen(hash), NULL, 0);
	crypto_generichash(mac, sizeof mac, (const unsigned char *)id, KNOWN_ID - 1, key, sizeof key);
	memcpy(known, id, KNOWN_ID - 1);
	known[KNOWN_ID - 1] = '.';
	sodium_bin2hex(known + KNOWN_ID, ORGANISER_KNOWN - KNOWN_ID, mac, sizeof mac);
	sodium_memzero(key, sizeof key);
}

bool
organiser_remember(struct organiser_sessions *sessions, char known[ORGANISER_KNOWN])
{
	char id[ORGANISER_ID];
	bool done;

	organiser_draw(id);
	id[KNOWN_ID - 1] = '\0';
	g_mutex_lock(&sessions->changing);
	done = sessions->hash != NULL;
	if (done)
		sign(sessions->hash, id, known);
	g_mutex_unlock(&sessions->changing);
	return done;
}

/* Whether the browser was logged in with the password of this hash. */
static bool
is_known(const char *hash, const char *known)
{
	char id[KNOWN_ID], right[ORGANISER_KNOWN];

	if (known == NULL || strlen(known) != ORGANISER_KNOWN - 1)
		return false;
	memcpy(id, known, KNOWN_ID - 1);
	id[KNOWN_ID - 1] = '\0';
	sign(hash, id, right);
	return organiser_same(right, known);
}

/* Wrong passwords: an address has 10, a network 15, and all together 30, then one in 15 minutes: about 100 a day. A
 * browser that was logged in before, and the kiosk itself, wait for their own mistakes alone; nobody waits for longer
 * than 5 s at the kiosk itself, where the next person may be someone else. */
#define PER_SECOND (1 / 900.0)
const struct organiser_limits organiser_limits = {
	.each = {.capacity = 10, .per_second = PER_SECOND, .networks = 1.5},
	.all = {.capacity = 30, .per_second = PER_SECOND},
	.known = {.capacity = 10, .per_second = PER_SECOND},
	.local = {.capacity = 5, .per_second = 0.2},
};

/* The slot for hashing. The kiosk itself and those who are known wait for it; others come again, so that
 * they cannot hold up the threads that answer everybody. */
static bool
take_turn(struct organiser_sessions *sessions, bool waits)
{
	if (!waits)
		return g_mutex_trylock(&sessions->hashing);
	g_mutex_lock(&sessions->hashing);
	return true;
}

/* Compares a password with the one that is set, in its turn. */
static enum organiser_status
verify(struct organiser_sessions *sessions, const char *hash, const char *password, const struct organiser_asker *asker,
	unsigned *seconds)
{
	bool known = is_known(hash, asker->known), own = known || asker->local, right;
	struct rate_limit *limit = known ? sessions->wrong_known
		: asker->local           ? sessions->wrong_local
					 : sessions->wrong;
	const char *key = known ? asker->known : asker->address;

	*seconds = rate_limit_wait(limit, key, 1);
	if (!own)
		*seconds = MAX(*seconds, rate_limit_wait(sessions->wrong_all, "all", 1));
	if (*seconds > 0)
		return ORGANISER_WAIT;
	if (!take_turn(sessions, own)) {
		*seconds = 1;
		return ORGANISER_WAIT;
	}
	right = strlen(password) <= PASSWORD_MOST && crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
	g_mutex_unlock(&sessions->hashing);
	if (right) {
		rate_limit_reset(limit, key);
	} else {
		rate_limit_take(limit, key, 1);
		if (!own)
			rate_limit_take(sessions->wrong_all, "all", 1);
	}
	return right ? ORGANISER_OK : ORGANISER_WRONG;
}

static void
remember(struct organiser_sessions *sessions, const char *hash)
{
	char *copy = g_strdup(hash);

	g_free(sessions->hash);
	sessions->hash = copy;
	g_atomic_int_set(&sessions->is_set, 1);
}

enum organiser_status
organiser_login(struct organiser_sessions *sessions, const char *password, const struct organiser_asker *asker,
	char session[ORGANISER_ID], unsigned *seconds, struct problem *problem)
{
	enum organiser_status status;
	char *hash = NULL;

	if (store_setting(sessions->store, ORGANISER_SETTING, &hash, problem) != STORE_OK)
		return ORGANISER_TROUBLE;
	if (hash == NULL)
		return ORGANISER_NONE;
	status = verify(sessions, hash, password, asker, seconds);
	if (status == ORGANISER_OK) {
		g_mutex_lock(&sessions->changing);
		remember(sessions, hash);
		organiser_open(sessions, hash, session);
		g_mutex_unlock(&sessions->changing);
		organiser_changed(sessions); /* it may have become another one meanwhile */
	}
	g_free(hash);
	return status;
}

/* Stores the new one; the sessions of the old one end. */
static enum organiser_status
replace(struct organiser_sessions *sessions, const char *password, bool local, const char *session, unsigned *seconds,
	struct problem *problem)
{
	enum organiser_status status = ORGANISER_OK;
	char *hash;

	if (!take_turn(sessions, local)) {
		*seconds = 1;
		return ORGANISER_WAIT;
	}
	hash = organiser_hash(password, problem);
	g_mutex_unlock(&sessions->hashing);
	if (hash == NULL)
		return ORGANISER_REFUSED;
	g_mutex_lock(&sessions->changing);
	if (store_set(sessions->store, ORGANISER_SETTING, hash, "organiser", problem) == STORE_OK) {
		remember(sessions, hash);
		organiser_end_others(sessions, session, hash);
	} else {
		status = ORGANISER_TROUBLE;
	}
	g_mutex_unlock(&sessions->changing);
	g_free(hash);
	return status;
}

void
organiser_first_code(struct organiser_sessions *sessions, char code[ORGANISER_CODE])
{
	memcpy(code, sessions->code, ORGANISER_CODE);
}

/* As it was typed: in small letters, without its hyphen, with an O for a zero. */
static bool
is_code(const char *typed, const char *code)
{
	char plain[ORGANISER_CODE] = "";
	size_t length = 0;

	for (; *typed != '\0' && length < ORGANISER_CODE - 1; typed++) {
		char letter = g_ascii_toupper(*typed);

		if (letter == '-' || letter == ' ')
			continue;
		if (length == 4)
			plain[length++] = '-';
		plain[length++] = letter == 'O' ? '0' : letter == 'I' || letter == 'L' ? '1' : letter;
	}
	return *typed == '\0' && organiser_same(plain, code);
}

/* Takes the one-time code, so that two who know it cannot both use it. */
static enum organiser_status
take_code(struct organiser_sessions *sessions, const char *typed, const char *address, unsigned *seconds)
{
	if (typed[0] == '\0')
		return ORGANISER_NONE;
	*seconds = rate_limit_wait(sessions->wrong_codes, address, 1);
	if (*seconds > 0)
		return ORGANISER_WAIT;
	if (is_code(typed, sessions->code) && g_atomic_int_compare_and_exchange(&sessions->code_used, 0, 1))
		return ORGANISER_OK;
	rate_limit_take(sessions->wrong_codes, address, 1);
	return ORGANISER_BAD_CODE;
}

/* The first password from elsewhere. The code stays good where nothing was stored. */
static enum organiser_status
set_first(struct organiser_sessions *sessions, const char *code, const char *password, const char *address,
	unsigned *seconds, struct problem *problem)
{
	enum organiser_status status = take_code(sessions, code, address, seconds);

	if (status != ORGANISER_OK)
		return status;
	status = replace(sessions, password, false, NULL, seconds, problem);
	if (status != ORGANISER_OK)
		g_atomic_int_set(&sessions->code_used, 0);
	return status;
}

enum organiser_status
organiser_change(struct organiser_sessions *sessions, const char *old, const char *code, const char *password,
	const struct organiser_asker *asker, const char *session, unsigned *seconds, struct problem *problem)
{
	enum organiser_status status = ORGANISER_OK;
	char *hash = NULL;
	bool first;

	if (store_setting(sessions->store, ORGANISER_SETTING, &hash, problem) != STORE_OK)
		return ORGANISER_TROUBLE;
	first = hash == NULL;
	if (!first)
		status = verify(sessions, hash, old, asker, seconds);
	g_free(hash);
	if (first && !asker->local)
		return set_first(sessions, code, password, asker->address, seconds, problem);
	if (status != ORGANISER_OK)
		return status;
	return replace(sessions, password, asker->local, session, seconds, problem);
}
