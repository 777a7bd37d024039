/* SPDX-License-Identifier: MIT
 * Answers that are smaller on their way, for browsers that take them so. */
#ifndef SEEDPRESS_KIOSK_HTTP_GZIP_H
#define SEEDPRESS_KIOSK_HTTP_GZIP_H

#include "kiosk/http/server.h"

/* How much time packing may take: little, for what is soon forgotten, or what makes it small. */
enum gzip_effort { GZIP_QUICK = 2, GZIP_SMALL = 6 };

/* The bytes as gzip has them; NULL where that is no smaller. */
GBytes *gzip_bytes(GBytes *plain, enum gzip_effort effort);

/* Answers 200 with either, as the browser asks; `packed` may be NULL. Both stay the caller's. */
void gzip_reply(const struct request *request, struct reply *reply, const char *type, GBytes *plain, GBytes *packed);

/* The same with packed bytes of our own alone, unpacked for those who do not take them so. */
void gzip_reply_packed(const struct request *request, struct reply *reply, const char *type, GBytes *packed);

#endif
