/* SPDX-License-Identifier: MIT
 * What the head of a request says: how long its body is, whom it is for and where it comes from. Pure.
 *
 * A head that can be read in two ways may have been read in the other one by a proxy between us and the browser, and
 * what we take for a body would be a stranger's request: such a head is `unclear`, and refused. A stranger's page can
 * make a browser send anything to us, even under a name of its own that leads here; but it cannot make it lie about
 * Host, Origin and Sec-Fetch-Site. */
#ifndef SEEDPRESS_KIOSK_HTTP_HEAD_H
#define SEEDPRESS_KIOSK_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#define HEAD_LENGTH_UNKNOWN ((size_t)-1)

/* Zeroes are a head without a header. The texts are those of the headers. */
struct head {
	size_t length;         /* of the body; HEAD_LENGTH_UNKNOWN: too large, or never said */
	const char *host;      /* or NULL */
	const char *forwarded; /* the last X-Forwarded-For, which the nearest proxy has added; or NULL */
	bool has_length;
	bool chunked; /* the body comes with Transfer-Encoding */
	bool folded;  /* a length or encoding goes on in the next line; also unclear */
	bool unclear; /* two lengths, two hosts, a length that is not a number, a blank in a name, a carriage return,
			 ... */
};

/* Adds the next header; `value` may be NULL. */
void head_add(struct head *head, const char *name, const char *value);

/* Whether a Host header names us: an address, localhost, or one of the names (NULL ends), with any port. */
bool head_host_is_ours(const char *host, char *const *names);

/* Whether a request that changes something comes from our own page: by its Origin if there is one, else by
 * Sec-Fetch-Site. Programs that are not browsers send neither, and may. */
bool head_origin_is_ours(const char *origin, const char *site, const char *host, bool secure);

/* Undoes %XX, and + if `form`; NULL if it is broken or not UTF-8. To be freed. */
char *head_decode(const char *text, bool form);

#endif
