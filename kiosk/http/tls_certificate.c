/* SPDX-License-Identifier: MIT
 * Certificates for TLS. */
#include "kiosk/http/tls_certificate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <glib.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <string.h>
#include <time.h>

#include "kiosk/http/addresses.h"

#define DAY_S 86400

/* Seconds that a certificate is good for: browsers refuse what lives much longer. */
#define LIFE_S (397 * DAY_S)

/* Seconds before its end from which it is replaced. */
#define RENEW_S (14 * DAY_S)

/* Seconds before now at which it begins: a phone's clock may be slow. */
#define EARLIER_S DAY_S

/* Bytes of a serial number. */
#define SERIAL 16

void
tls_certificate_finish(struct tls_certificate *certificate)
{
	g_free(certificate->chain);
	g_free(certificate->secret);
	*certificate = (struct tls_certificate){NULL, NULL};
}

/* The names and addresses that browsers may call this machine by; for g_strfreev(). */
static char **
own_names(const char *const *given)
{
	g_auto(GStrv) names = host_names(given), here = addresses_here();
	g_autoptr(GStrvBuilder) all = g_strv_builder_new();

	for (char **at = names; *at != NULL; at++)
		g_strv_builder_add(all, *at);
	g_strv_builder_add_many(all, "localhost", "127.0.0.1", "::1", NULL);
	for (char **at = here; *at != NULL; at++)
		g_strv_builder_add(all, *at);
	return g_strv_builder_end(all);
}

/* Bytes of a numeric address, 0 where it is a name. */
static unsigned
address_bytes(const char *name, unsigned char bytes[16])
{
	if (inet_pton(AF_INET, name, bytes) == 1)
		return 4;
	return inet_pton(AF_INET6, name, bytes) == 1 ? 16 : 0;
}

/* The first certificate of a PEM text, or NULL. */
static gnutls_x509_crt_t
parse(const char *text)
{
	g_autofree unsigned char *bytes = g_memdup2(text, strlen(text) + 1);
	const gnutls_datum_t data = {bytes, (unsigned)strlen(text)};
	gnutls_x509_crt_t chain;

	if (gnutls_x509_crt_init(&chain) < 0)
		return NULL;
	if (gnutls_x509_crt_import(chain, &data, GNUTLS_X509_FMT_PEM) < 0)
		g_clear_pointer(&chain, gnutls_x509_crt_deinit);
	return chain;
}

void
tls_certificate_look(const char *file, const char *const *given, struct tls_certificate_state *state)
{
	g_autofree char *text = NULL;

	*state = (struct tls_certificate_state){0};
	gnutls_x509_crt_t chain = g_file_get_contents(file, &text, NULL, NULL) ? parse(text) : NULL;
	if (chain == NULL)
		return;
	state->there = true;
	state->ends = gnutls_x509_crt_get_expiration_time(chain);
	g_auto(GStrv) names = own_names(given);
	for (char **at = names; *at != NULL && state->lacks == NULL; at++) {
		unsigned char bytes[16];
		unsigned size = address_bytes(*at, bytes);

		if (size > 0 ? !gnutls_x509_crt_check_ip(chain, bytes, size, 0)
			     : !gnutls_x509_crt_check_hostname(chain, *at))
			state->lacks = g_strdup(*at);
	}
	gnutls_x509_crt_deinit(chain);
}

/* Everything that a certificate says, signed by its own key. A negative answer is an error. */
static int
fill(gnutls_x509_crt_t chain, gnutls_x509_privkey_t secret, char *const *names)
{
	unsigned char serial[SERIAL], bytes[16];
	time_t now = time(NULL);

	gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
	serial[0] &= 0x7f; /* positive */
	gnutls_x509_crt_set_version(chain, 3);
	gnutls_x509_crt_set_serial(chain, serial, sizeof serial);
	gnutls_x509_crt_set_activation_time(chain, now - EARLIER_S);
	gnutls_x509_crt_set_expiration_time(chain, now - EARLIER_S + LIFE_S);
	gnutls_x509_crt_set_dn_by_oid(chain, GNUTLS_OID_X520_COMMON_NAME, 0, "Seedpress kiosk", 15);
	for (; *names != NULL; names++) {
		unsigned size = address_bytes(*names, bytes);
		int status = size > 0 ? gnutls_x509_crt_set_subject_alt_name(
						chain, GNUTLS_SAN_IPADDRESS, bytes, size, GNUTLS_FSAN_APPEND)
				      : gnutls_x509_crt_set_subject_alt_name(chain, GNUTLS_SAN_DNSNAME, *names,
						(unsigned)strlen(*names), GNUTLS_FSAN_APPEND);

		if (status < 0)
			return status;
	}
	gnutls_x509_crt_set_basic_constraints(chain, 0, -1);
	gnutls_x509_crt_set_key_usage(chain, GNUTLS_KEY_DIGITAL_SIGNATURE);
	gnutls_x509_crt_set_key_purpose_oid(chain, GNUTLS_KP_TLS_WWW_SERVER, 0);
	int status = gnutls_x509_crt_set_key(chain, secret);
	return status < 0 ? status : gnutls_x509_crt_sign2(chain, chain, secret, GNUTLS_DIG_SHA256, 0);
}

/* A new certificate and its key as one PEM text; NULL after setting *status. */
static char *
make(char *const *names, int *status)
{
	gnutls_datum_t chain_text = {NULL, 0}, secret_text = {NULL, 0};
	gnutls_x509_privkey_t secret = NULL;
	gnutls_x509_crt_t chain = NULL;
	char *text = NULL;

	if ((*status = gnutls_x509_privkey_init(&secret)) >= 0 && (*status = gnutls_x509_crt_init(&chain)) >= 0 &&
		(*status = gnutls_x509_privkey_generate(
			 secret, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0)) >= 0 &&
		(*status = fill(chain, secret, names)) >= 0 &&
		(*status = gnutls_x509_crt_export2(chain, GNUTLS_X509_FMT_PEM, &chain_text)) >= 0 &&
		(*status = gnutls_x509_privkey_export2_pkcs8(
			 secret, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &secret_text)) >= 0)
		text = g_strdup_printf("%.*s%.*s", (int)chain_text.size, (char *)chain_text.data, (int)secret_text.size,
			(char *)secret_text.data);
	gnutls_free(chain_text.data);
	gnutls_free(secret_text.data);
	gnutls_x509_crt_deinit(chain);
	gnutls_x509_privkey_deinit(secret);
	return text;
}

static bool
read_text(const char *file, char **text, struct problem *problem)
{
	if (g_file_get_contents(file, text, NULL, NULL))
		return true;
	return problem_set(problem, SAY("certificate-unreadable", "{file} cannot be read: {reason}"),
		ARG_TEXT("file", file), ARG_TEXT("reason", g_strerror(errno)));
}

/* Whether the key in one text is that of the certificate in the other. */
static bool
belong_together(const char *chain_text, const char *secret_text)
{
	g_autofree unsigned char *bytes = g_memdup2(secret_text, strlen(secret_text) + 1);
	const gnutls_datum_t data = {bytes, (unsigned)strlen(secret_text)};
	unsigned char ours[64], theirs[64];
	size_t size = sizeof ours, other = sizeof theirs;
	gnutls_x509_crt_t chain = parse(chain_text);
	gnutls_x509_privkey_t secret = NULL;
	bool together = chain != NULL && gnutls_x509_privkey_init(&secret) >= 0 &&
		gnutls_x509_privkey_import2(secret, &data, GNUTLS_X509_FMT_PEM, NULL, 0) >= 0 &&
		gnutls_x509_crt_get_key_id(chain, 0, ours, &size) >= 0 &&
		gnutls_x509_privkey_get_key_id(secret, 0, theirs, &other) >= 0 && size == other &&
		memcmp(ours, theirs, size) == 0;

	explicit_bzero(bytes, data.size);
	if (chain != NULL)
		gnutls_x509_crt_deinit(chain);
	gnutls_x509_privkey_deinit(secret);
	return together;
}

bool
tls_certificate_read(
	const char *chain_file, const char *secret_file, struct tls_certificate *certificate, struct problem *problem)
{
	if (!read_text(chain_file, &certificate->chain, problem) ||
		!read_text(secret_file, &certificate->secret, problem)) {
		tls_certificate_finish(certificate);
		return false;
	}
	if (belong_together(certificate->chain, certificate->secret))
		return true;
	tls_certificate_finish(certificate);
	return problem_set(problem,
		SAY("certificate-wrong",
			"{chain} is not a certificate, or {secret} is not its key (both have to be PEM, the key without a "
			"password)"),
		ARG_TEXT("chain", chain_file), ARG_TEXT("secret", secret_file));
}

bool
tls_certificate_keep(
	const char *file, const char *const *given, struct tls_certificate *certificate, struct problem *problem)
{
	const GFileSetContentsFlags flags = G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE;
	struct tls_certificate_state state;
	g_autoptr(GError) error = NULL;

	tls_certificate_look(file, given, &state);
	bool good = state.there && state.lacks == NULL && state.ends > time(NULL) + RENEW_S;
	g_free(state.lacks);
	if (!good) {
		g_auto(GStrv) names = own_names(given);
		int status;
		g_autofree char *text = make(names, &status);

		if (text == NULL)
			return problem_set(problem,
				SAY("certificate-not-made", "a certificate could not be made: {reason}"),
				ARG_TEXT("reason", gnutls_strerror(status)));
		if (!g_file_set_contents_full(file, text, -1, flags, 0600, &error))
			return problem_set(problem,
				SAY("certificate-not-kept", "the certificate cannot be saved: {reason}"),
				ARG_TEXT("reason", error->message));
	}
	return tls_certificate_read(file, file, certificate, problem);
}
