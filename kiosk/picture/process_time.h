/* SPDX-License-Identifier: MIT
 * What a process has cost: the processor's time, which passes on a busy machine no
 * faster than on an idle one. Private to worker.c. */
#ifndef SEEDPRESS_KIOSK_PICTURE_PROCESS_TIME_H
#define SEEDPRESS_KIOSK_PICTURE_PROCESS_TIME_H

#include <sys/types.h>

/* Seconds of the process and, where the system tells, of those that it has started and waited for; -1 when
 * there is none. */
double process_time(pid_t pid);

#endif
