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

/* Seconds of a day. */
#define DAY_S 86400

/* Lifetime of a certificate, in seconds. Browsers refuse much longer ones. */
#define LIFE_S (397 * DAY_S)

/* Seconds before its expiry from which a certificate is replaced. */
#define RENEW_S (14 * DAY_S)

/* Seconds before now from which a new certificate is valid: a phone's clock may be slow. */
#define EARLIER_S DAY_S

/* Length of a serial number, in bytes. */
#define SERIAL 16

void
tls_certificate_finish(struct tls_certificate *certificate)
{
	g_free(certificate->chain);
	g_free(certificate->secret);
	*certificate = (struct tls_certificate){NULL, NULL};
}

/* The names and addresses that browsers may use for this machine; to be freed with g_strfreev(). */
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

bool
tls_certificate_look(const char *file, const char *const *given, struct tls_certificate_state *state)
{
	g_auto(GStrv) names = own_names(given);
	g_autofree char *text = NULL;
	gnutls_x509_crt_t chain;
	size_t size;

	*state = (struct tls_certificate_state){0};
	if (!g_file_get_contents(file, &text, &size, NULL) || gnutls_x509_crt_init(&chain) < 0)
		return false;
	const gnutls_datum_t data = {(unsigned char *)text, (unsigned)size};
	bool there = gnutls_x509_crt_import(chain, &data, GNUTLS_X509_FMT_PEM) >= 0;
	if (there)
		state->ends = gnutls_x509_crt_get_expiration_time(chain);
	for (char **at = names; there && *at != NULL && state->lacks == NULL; at++)
		if (!gnutls_x509_crt_check_hostname(chain, *at)) /* it compares addresses, too */
			state->lacks = g_strdup(*at);
	gnutls_x509_crt_deinit(chain);
	return there;
}

/* Fills in all fields of a certificate, and signs it with its own key. Returns a negative number on failure. */
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
		bool is_six = inet_pton(AF_INET6, *names, bytes) == 1;
		bool is_address = is_six || inet_pton(AF_INET, *names, bytes) == 1;
		const void *name = is_address ? (const void *)bytes : *names;
		unsigned size = is_six ? 16 : is_address ? 4 : (unsigned)strlen(*names);
		int status = gnutls_x509_crt_set_subject_alt_name(
			chain, is_address ? GNUTLS_SAN_IPADDRESS : GNUTLS_SAN_DNSNAME, name, size, GNUTLS_FSAN_APPEND);

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

bool
tls_certificate_read(
	const char *chain_file, const char *secret_file, struct tls_certificate *certificate, struct problem *problem)
{
	gnutls_certificate_credentials_t both;
	bool together = false;

	if (read_text(chain_file, &certificate->chain, problem) &&
		read_text(secret_file, &certificate->secret, problem)) {
		char *const texts[] = {certificate->chain, certificate->secret};
		const gnutls_datum_t chain = {(unsigned char *)texts[0], (unsigned)strlen(texts[0])};
		const gnutls_datum_t secret = {(unsigned char *)texts[1], (unsigned)strlen(texts[1])};

		/* They have to be certificates and the key of the first one, which the web server requires. */
		if (gnutls_certificate_allocate_credentials(&both) >= 0) {
			together = gnutls_certificate_set_x509_key_mem(both, &chain, &secret, GNUTLS_X509_FMT_PEM) >= 0;
			gnutls_certificate_free_credentials(both);
		}
		if (together)
			return true;
		problem_set(problem,
			SAY("certificate-wrong",
				"{chain} is not a certificate, or {secret} is not its key (both have to be PEM, the key "
				"without a password)"),
			ARG_TEXT("chain", chain_file), ARG_TEXT("secret", secret_file));
	}
	tls_certificate_finish(certificate);
	return false;
}

bool
tls_certificate_keep(
	const char *file, const char *const *given, struct tls_certificate *certificate, struct problem *problem)
{
	const GFileSetContentsFlags flags = G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE;
	struct tls_certificate_state state;
	g_autoptr(GError) error = NULL;

	bool good =
		tls_certificate_look(file, given, &state) && state.lacks == NULL && state.ends > time(NULL) + RENEW_S;
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
