/* SPDX-License-Identifier: MIT
 * How many casual results somebody may store: they cost nothing to make up, and
 * each stays for good. An address has a number of them that grows again by the
 * hour, an IPv6 network (/64) some more; the kiosk itself has as many as it likes.
 * Any thread may call. */
#ifndef SEEDPRESS_KIOSK_VISITS_CASUAL_QUOTA_H
#define SEEDPRESS_KIOSK_VISITS_CASUAL_QUOTA_H

#define CASUAL_QUOTA_HOUR 60 /* of an address */

struct casual_quota;

struct casual_quota *casual_quota_new(void);
void casual_quota_free(struct casual_quota *quota); /* NULL is fine */

/* The seconds until an address may store another one; 0: now. */
unsigned casual_quota_wait(struct casual_quota *quota, const char *address);

/* It has stored one. */
void casual_quota_count(struct casual_quota *quota, const char *address);

#endif
