/* SPDX-License-Identifier: MIT
 * The head of a request: how long its body is, which host it is for and where it comes from. Pure.
 *
 * Against request smuggling: a proxy may have read an ambiguous head in another way than we do, and what we take for a
 * body would be an attacker's request. Such a head is `unclear`, and refused. Against other sites' pages, even under a
 * name of their own that resolves to our address: they can make a browser send any request, but not forge the headers
 * Host, Origin and Sec-Fetch-Site. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define HEAD_LENGTH_UNKNOWN ((size_t)-1)

/* All zero for a head without headers. The texts are not copied. */
struct head {
	size_t length;         /* of the body; HEAD_LENGTH_UNKNOWN: too large, or not given */
	const char *host;      /* or NULL */
	const char *forwarded; /* the last X-Forwarded-For, which the nearest proxy added; or NULL */
	bool has_length;
	bool chunked; /* the body comes with Transfer-Encoding */
	bool folded;  /* a length or encoding continues on the next line; this is unclear, too */
	bool unclear; /* two lengths, two hosts, a length that is not a number, a space in a name, a carriage return,
			 ... */
};

/* Adds the next header; `value` may be NULL. */
void head_add(struct head *head, const char *name, const char *value);

/* Whether a Host header names us: an address, localhost, or one of the names (NULL ends), with any port. */
bool head_host_is_ours(const char *host, char *const *names);

/* Whether our own page has sent a request that changes something: by its Origin if there is one, else by
 * Sec-Fetch-Site. Programs that are not browsers send neither, and are allowed. */
bool head_origin_is_ours(const char *origin, const char *site, const char *host, bool secure);

/* Decodes %XX, and + if `form`; NULL if it is malformed or not UTF-8. To be freed. */
char *head_decode(const char *text, bool form);
