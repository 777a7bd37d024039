/* SPDX-License-Identifier: MIT
 * Hosts and origins. */
#include "kiosk/http/origin.h"

#include <arpa/inet.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

#define HOST_MAX 255

static bool
is_port(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits >= 1 && digits <= 5 && text[digits] == '\0';
}

/* Takes the port and the brackets off; false where it is no host at all. */
static bool
split(const char *host, char name[HOST_MAX + 1])
{
	size_t length = strcspn(host, ":");
	const char *rest;

	if (host[0] == '[') {
		host++;
		length = strcspn(host, "]");
		if (host[length] != ']')
			return false;
		rest = host + length + 1;
	} else {
		rest = host + length;
		if (length > 0 && host[length - 1] == '.')
			length--; /* "localhost." is the same name */
	}
	if (length == 0 || length > HOST_MAX || (*rest != '\0' && *rest != ':'))
		return false;
	memcpy(name, host, length);
	name[length] = '\0';
	return *rest == '\0' || is_port(rest + 1);
}

bool
origin_host_is_ours(const char *host, char *const *names)
{
	char name[HOST_MAX + 1];
	unsigned char address[sizeof(struct in6_addr)];

	if (host == NULL || !split(host, name))
		return false;
	/* A stranger's name may lead here, a stranger's address cannot. */
	if (host[0] == '[')
		return inet_pton(AF_INET6, name, address) == 1;
	if (inet_pton(AF_INET, name, address) == 1 || g_ascii_strcasecmp(name, "localhost") == 0)
		return true;
	for (; names != NULL && *names != NULL; names++)
		if (g_ascii_strcasecmp(name, *names) == 0)
			return true;
	return false;
}

bool
origin_is_ours(const char *origin, const char *site, const char *host, bool secure)
{
	const char *scheme = secure ? "https://" : "http://";

	if (origin != NULL)
		return host != NULL && g_str_has_prefix(origin, scheme) &&
			g_ascii_strcasecmp(origin + strlen(scheme), host) == 0;
	return site == NULL || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

char *
origin_decode(const char *text, bool form)
{
	char *spaced = g_strdup(text), *decoded;

	if (form)
		g_strdelimit(spaced, "+", ' ');
	decoded = g_uri_unescape_string(spaced, NULL);
	g_free(spaced);
	if (decoded != NULL && !g_utf8_validate(decoded, -1, NULL))
		g_clear_pointer(&decoded, g_free);
	return decoded;
}

char **
origin_names(const char *const *given)
{
	GPtrArray *names = g_ptr_array_new();
	char name[HOST_MAX + 1] = "";

	if (gethostname(name, HOST_MAX) == 0 && name[0] != '\0') {
		g_ptr_array_add(names, g_strdup(name));
		name[strcspn(name, ".")] = '\0';
		g_ptr_array_add(names, g_strconcat(name, ".local", NULL));
	}
	for (; given != NULL && *given != NULL; given++)
		g_ptr_array_add(names, g_strdup(*given));
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(names, FALSE);
}
