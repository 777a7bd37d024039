/* SPDX-License-Identifier: MIT
 * Addresses of those who ask. */
#include "kiosk/http/sender.h"

#include <glib.h>
#include <netinet/in.h>
#include <string.h>

/* Every address as IPv6 has it; false for others. */
static bool
as_six(const struct sockaddr *from, struct in6_addr *six)
{
	if (from->sa_family == AF_INET6) {
		*six = ((const struct sockaddr_in6 *)from)->sin6_addr;
		return true;
	}
	memset(six, 0, sizeof *six);
	six->s6_addr[10] = six->s6_addr[11] = 0xff;
	if (from->sa_family == AF_INET)
		memcpy(six->s6_addr + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
	return from->sa_family == AF_INET;
}

bool
sender_is_loopback(const struct sockaddr *from)
{
	struct in6_addr six;

	return as_six(from, &six) &&
		(IN6_IS_ADDR_LOOPBACK(&six) || (IN6_IS_ADDR_V4MAPPED(&six) && six.s6_addr[12] == 127));
}

bool
sender_same(const struct sockaddr *a, const struct sockaddr *b)
{
	struct in6_addr one, other;

	return as_six(a, &one) && as_six(b, &other) && IN6_ARE_ADDR_EQUAL(&one, &other);
}

bool
sender_is_local(const struct sockaddr *from, int socket)
{
	struct sockaddr_storage to;
	socklen_t size = sizeof to;

	if (sender_is_loopback(from))
		return true;
	return getsockname(socket, (struct sockaddr *)&to, &size) == 0 &&
		sender_same(from, (const struct sockaddr *)&to);
}

void
sender_write(const struct sockaddr *from, char text[INET6_ADDRSTRLEN])
{
	struct in6_addr six;
	bool four;

	text[0] = '\0';
	if (!as_six(from, &six))
		return;
	four = IN6_IS_ADDR_V4MAPPED(&six);
	if (inet_ntop(four ? AF_INET : AF_INET6, six.s6_addr + (four ? 12 : 0), text, INET6_ADDRSTRLEN) == NULL)
		text[0] = '\0';
}

bool
sender_network(const char *address, char network[SENDER_NETWORK])
{
	struct in6_addr six;

	if (inet_pton(AF_INET6, address, &six) != 1)
		return false;
	memset(six.s6_addr + 8, 0, 8);
	inet_ntop(AF_INET6, &six, network, INET6_ADDRSTRLEN);
	strcat(network, "/64");
	return true;
}

/* "[2001:db8::1]:80" and "192.0.2.1:80" without what is around the address. */
static void
strip_port(char *text)
{
	char *end = text[0] == '[' ? strchr(text, ']') : strchr(text, ':');

	if (text[0] == '[' && end != NULL) {
		*end = '\0';
		memmove(text, text + 1, strlen(text));
	} else if (end != NULL && strchr(end + 1, ':') == NULL) {
		*end = '\0';
	}
}

bool
sender_read_last(const char *list, struct sockaddr_storage *from)
{
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)from;
	struct sockaddr_in *four = (struct sockaddr_in *)from;
	const char *comma = strrchr(list, ',');
	char *text = g_strstrip(g_strdup(comma == NULL ? list : comma + 1));
	bool found = true;

	memset(from, 0, sizeof *from);
	strip_port(text);
	if (inet_pton(AF_INET, text, &four->sin_addr) == 1)
		four->sin_family = AF_INET;
	else if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1)
		six->sin6_family = AF_INET6;
	else
		found = false;
	g_free(text);
	return found;
}
