/* SPDX-License-Identifier: MIT
 * Addresses of this machine. */
#include "kiosk/http/addresses.h"

#include <arpa/inet.h>
#include <glib.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <string.h>

/* Networks of containers, virtual machines and tunnels, where no phone is. */
static bool
is_virtual(const char *interface)
{
	static const char *const begins[] = {
		"docker", "veth", "br-", "virbr", "vmnet", "tun", "tap", "wg", "lxc", "podman"};

	for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
		if (g_str_has_prefix(interface, begins[i]))
			return true;
	return false;
}

/* 0 comes first: IPv4 before IPv6, networks of people before those of machines. -1: left out. */
static int
rank(const struct ifaddrs *at)
{
	if (at->ifa_addr == NULL || !(at->ifa_flags & IFF_UP) || (at->ifa_flags & IFF_LOOPBACK))
		return -1;
	if (at->ifa_addr->sa_family == AF_INET)
		return is_virtual(at->ifa_name) ? 2 : 0;
	if (at->ifa_addr->sa_family == AF_INET6 &&
		!IN6_IS_ADDR_LINKLOCAL(&((struct sockaddr_in6 *)at->ifa_addr)->sin6_addr))
		return is_virtual(at->ifa_name) ? 3 : 1;
	return -1;
}

char **
addresses_here(void)
{
	GPtrArray *found = g_ptr_array_new();
	struct ifaddrs *all = NULL;
	char text[INET6_ADDRSTRLEN];

	if (getifaddrs(&all) != 0)
		all = NULL;
	for (int wanted = 0; wanted <= 3; wanted++) {
		for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
			socklen_t size = sizeof(struct sockaddr_in6);

			if (rank(at) != wanted)
				continue;
			if (at->ifa_addr->sa_family == AF_INET)
				size = sizeof(struct sockaddr_in);
			if (getnameinfo(at->ifa_addr, size, text, sizeof text, NULL, 0, NI_NUMERICHOST) == 0)
				g_ptr_array_add(found, g_strdup(text));
		}
	}
	if (all != NULL)
		freeifaddrs(all);
	g_ptr_array_add(found, NULL);
	return (char **)g_ptr_array_free(found, FALSE);
}

bool
address_is_loopback(const char *address)
{
	struct in6_addr six;
	struct in_addr four;

	if (inet_pton(AF_INET, address, &four) == 1)
		return ntohl(four.s_addr) >> 24 == 127;
	return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

char *
address_url(const char *address, uint16_t port, bool secure)
{
	bool six = strchr(address, ':') != NULL;
	char suffix[8] = "";

	if (port != (secure ? 443 : 80))
		g_snprintf(suffix, sizeof suffix, ":%u", port);
	return g_strdup_printf(
		"%s://%s%s%s%s/", secure ? "https" : "http", six ? "[" : "", address, six ? "]" : "", suffix);
}

char **
address_urls(const char *address, uint16_t port, bool secure)
{
	GPtrArray *urls = g_ptr_array_new();
	bool all = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
	char **here = all ? addresses_here() : g_new0(char *, 2);

	if (!all && !address_is_loopback(address))
		here[0] = g_strdup(address);
	for (char **at = here; *at != NULL; at++)
		if (strcmp(address, "0.0.0.0") != 0 || strchr(*at, ':') == NULL)
			g_ptr_array_add(urls, address_url(*at, port, secure));
	g_strfreev(here);
	g_ptr_array_add(urls, NULL);
	return (char **)g_ptr_array_free(urls, FALSE);
}
