/* SPDX-License-Identifier: MIT
 * Sockets whose request was answered before all of it had come. Closing one at
 * once would reset it, and the other side would lose the answer while it is still
 * sending; so for a while what comes is read and thrown away. */
#ifndef SEEDPRESS_KIOSK_HTTP_DRAIN_H
#define SEEDPRESS_KIOSK_HTTP_DRAIN_H

struct drain;

struct drain *drain_start(void);
void drain_stop(struct drain *drain); /* closes all; NULL is fine */

/* Keeps a copy of the socket, whose owner may close it any time. Where there are too many already,
 * nothing is kept. */
void drain_keep(struct drain *drain, int socket);

#endif
