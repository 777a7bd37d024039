/* SPDX-License-Identifier: MIT
 * The process that makes a kit: the program run anew, with nothing of the kiosk
 * in its memory. It does what `seedpress kit` does, says how far it is, and ends. */
#ifndef SEEDPRESS_KIOSK_KITS_KIT_CHILD_H
#define SEEDPRESS_KIOSK_KITS_KIT_CHILD_H

#include <jansson.h>
#include <stdbool.h>

/* The word that the program is run with; main() then returns what kit_child() does. */
#define KIT_CHILD "kit-child"

/* What a kit may take. */
#define KIT_PAGES_MOST  20000
#define KIT_CPU_SECONDS 1200          /* of each of its processes, */
#define KIT_MEMORY      (1UL << 30)   /* bytes of each, */
#define KIT_FILE_MOST   (256UL << 20) /* of a file, */
#define KIT_BYTES_MOST  (1UL << 30)   /* and of all files. */

/* What is to be made: "definition" (with its seed), "key" in hexadecimal or none, "folder", which is
 * there, "bundled", and "processes" at once. To be freed with free(); NULL without memory. */
char *kit_order_write(const char *definition, const char *key, const char *folder, bool bundled, unsigned processes);

/* Reads the order on stdin, limits itself and says on stdout, a line of JSON each, what it does and how
 * far it is: {"what", "done", "all"}, and at last {"made": true} or {"error": a sentence}. Returns the
 * exit status. */
int kit_child(void);

#endif
