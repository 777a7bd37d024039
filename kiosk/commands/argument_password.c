/* SPDX-License-Identifier: MIT
 * Passwords in arguments. */
#include "kiosk/commands/argument_password.h"

#include <stddef.h>
#include <string.h>

static bool
hide(char *password, size_t length)
{
	memset(password, 'x', length);
	return length > 0;
}

bool
argument_password_hide(char *argument)
{
	static const char name[] = "password=";
	char *address = strstr(argument, "postgres"), *end, *at = NULL, *colon;
	bool hidden = false;

	address = address == NULL ? NULL : strstr(address, "://");
	if (address == NULL)
		return false;
	address += strlen("://");
	end = address + strcspn(address, "/?");
	/* The last @: a password that was not escaped may have one in it. */
	for (char *next = address; next < end; next++)
		if (*next == '@')
			at = next;
	colon = at == NULL ? NULL : memchr(address, ':', (size_t)(at - address));
	if (colon != NULL)
		hidden = hide(colon + 1, (size_t)(at - colon - 1));
	for (char *next = end; (next = strstr(next, name)) != NULL;) {
		next += strlen(name);
		hidden = hide(next, strcspn(next, "&")) || hidden;
	}
	return hidden;
}
