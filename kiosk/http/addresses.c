/* SPDX-License-Identifier: MIT
 * Addresses of peers and of this machine. */
#include "kiosk/http/addresses.h"

#include <gio/gio.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

/* Longest host name that DNS allows, in bytes. */
#define HOST_MAX 255

static void
write_six(const struct in6_addr *six, char text[ADDRESS_TEXT])
{
	if (IN6_IS_ADDR_V4MAPPED(six))
		inet_ntop(AF_INET, six->s6_addr + 12, text, ADDRESS_TEXT);
	else
		inet_ntop(AF_INET6, six, text, ADDRESS_TEXT);
}

void
address_write(const struct sockaddr *from, char text[ADDRESS_TEXT])
{
	text[0] = '\0';
	if (from->sa_family == AF_INET6)
		write_six(&((const struct sockaddr_in6 *)from)->sin6_addr, text);
	else if (from->sa_family == AF_INET)
		inet_ntop(AF_INET, &((const struct sockaddr_in *)from)->sin_addr, text, ADDRESS_TEXT);
}

bool
address_read_last(const char *list, char text[ADDRESS_TEXT])
{
	const char *comma = strrchr(list, ',');
	g_autofree char *last = g_strstrip(g_strdup(comma == NULL ? list : comma + 1));
	char *start = last, *end = strchr(last, ']');
	struct in6_addr six;
	struct in_addr four;

	/* "[2001:db8::1]:80" and "192.0.2.1:80" */
	if (last[0] == '[' && end != NULL) {
		start++;
		*end = '\0';
	} else if (strchr(last, ':') == strrchr(last, ':')) {
		last[strcspn(last, ":")] = '\0';
	}
	if (inet_pton(AF_INET, start, &four) == 1)
		return inet_ntop(AF_INET, &four, text, ADDRESS_TEXT) != NULL;
	if (inet_pton(AF_INET6, start, &six) != 1)
		return false;
	write_six(&six, text);
	return true;
}

bool
address_is_loopback(const char *address)
{
	g_autoptr(GInetAddress) parsed = g_inet_address_new_from_string(address);

	return parsed != NULL && g_inet_address_get_is_loopback(parsed);
}

bool
address_is_local(const char *address, int socket)
{
	struct sockaddr_storage to;
	socklen_t size = sizeof to;
	char called[ADDRESS_TEXT];

	if (address_is_loopback(address))
		return true;
	if (address[0] == '\0' || getsockname(socket, (struct sockaddr *)&to, &size) != 0)
		return false;
	address_write((const struct sockaddr *)&to, called);
	return strcmp(address, called) == 0;
}

bool
address_network(const char *address, char network[ADDRESS_NETWORK])
{
	struct in6_addr six;

	if (inet_pton(AF_INET6, address, &six) != 1)
		return false;
	memset(six.s6_addr + 8, 0, 8);
	inet_ntop(AF_INET6, &six, network, ADDRESS_TEXT);
	strcat(network, "/64");
	return true;
}

/* The rank of an address, from 0 for the best: IPv4 before IPv6, physical networks before those of containers, virtual
 * machines and tunnels, where there are no phones. -1: left out. */
static int
rank(const struct ifaddrs *at)
{
	static const char *const machines[] = {
		"docker", "veth", "br-", "virbr", "vmnet", "tun", "tap", "wg", "lxc", "podman"};
	bool is_virtual = false;

	if (at->ifa_addr == NULL || !(at->ifa_flags & IFF_UP) || (at->ifa_flags & IFF_LOOPBACK))
		return -1;
	for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
		is_virtual |= g_str_has_prefix(at->ifa_name, machines[i]);
	if (at->ifa_addr->sa_family == AF_INET)
		return 2 * is_virtual;
	if (at->ifa_addr->sa_family != AF_INET6 ||
		IN6_IS_ADDR_LINKLOCAL(&((struct sockaddr_in6 *)at->ifa_addr)->sin6_addr))
		return -1;
	return 2 * is_virtual + 1;
}

char **
addresses_here(void)
{
	g_autoptr(GStrvBuilder) found = g_strv_builder_new();
	struct ifaddrs *all;
	char text[ADDRESS_TEXT];

	if (getifaddrs(&all) != 0)
		return g_strv_builder_end(found);
	for (int wanted = 0; wanted <= 3; wanted++) {
		for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
			if (rank(at) != wanted)
				continue;
			address_write(at->ifa_addr, text);
			g_strv_builder_add(found, text);
		}
	}
	freeifaddrs(all);
	return g_strv_builder_end(found);
}

char **
host_names(const char *const *given)
{
	g_autoptr(GStrvBuilder) names = g_strv_builder_new();
	char name[HOST_MAX + 1] = "";

	if (gethostname(name, HOST_MAX) == 0 && name[0] != '\0') {
		g_strv_builder_add(names, name);
		name[strcspn(name, ".")] = '\0';
		g_autofree char *local = g_strconcat(name, ".local", NULL);
		g_strv_builder_add(names, local);
	}
	for (; given != NULL && *given != NULL; given++)
		g_strv_builder_add(names, *given);
	return g_strv_builder_end(names);
}

char *
address_url(const char *address, uint16_t port, bool secure)
{
	bool is_usual = port == (secure ? 443 : 80);

	return g_uri_join(
		G_URI_FLAGS_NONE, secure ? "https" : "http", NULL, address, is_usual ? -1 : port, "/", NULL, NULL);
}

char **
address_urls(const char *address, uint16_t port, bool secure)
{
	bool is_four = strcmp(address, "0.0.0.0") == 0, all = is_four || strcmp(address, "::") == 0;
	GPtrArray *urls = g_ptr_array_new();
	g_auto(GStrv) here = all ? addresses_here() : NULL;

	if (!all && !address_is_loopback(address))
		g_ptr_array_add(urls, address_url(address, port, secure));
	for (char **at = here; at != NULL && *at != NULL; at++)
		if (!is_four || strchr(*at, ':') == NULL)
			g_ptr_array_add(urls, address_url(*at, port, secure));
	g_ptr_array_add(urls, NULL);
	return (char **)g_ptr_array_free(urls, FALSE);
}
