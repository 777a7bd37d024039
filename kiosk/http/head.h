/* SPDX-License-Identifier: MIT
 * What the head of a request says of its body and of who asks. Where a head can
 * be read in two ways, somebody between us and the browser may have read it in the
 * other one, and what we take for a body would be a request of a stranger's: such a
 * head is not clear, and refused. Pure. */
#ifndef SEEDPRESS_KIOSK_HTTP_HEAD_H
#define SEEDPRESS_KIOSK_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#define HEAD_LENGTH_UNKNOWN ((size_t)-1)

/* Zeroes are a head without a header. The texts are the ones that were taken. */
struct head {
	size_t length;         /* of the body; HEAD_LENGTH_UNKNOWN: too large, or never said */
	const char *host;      /* or NULL */
	const char *forwarded; /* the last X-Forwarded-For, which the nearest proxy has added; or NULL */
	bool has_length;
	bool coded;   /* the body comes in pieces that say their lengths: Transfer-Encoding */
	bool folded;  /* one of the two goes on in the next line, where nobody is sure to read it; unclear, too */
	bool unclear; /* two lengths, two hosts, a length that is not a number, a name with a blank in it, a carriage
			 return, ... */
};

/* Takes the next header; `value` may be NULL. */
void head_take(struct head *head, const char *name, const char *value);

#endif
