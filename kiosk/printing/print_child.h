/* SPDX-License-Identifier: MIT
 * The process that prints: the program run anew, with one thread and nothing of
 * the kiosk in its memory. It does what `seedpress print` does, and ends. */
#ifndef SEEDPRESS_KIOSK_PRINTING_PRINT_CHILD_H
#define SEEDPRESS_KIOSK_PRINTING_PRINT_CHILD_H

/* The word that the program is run with; main() then returns what print_child() does. */
#define PRINT_CHILD "print-child"

/* What one print may take. */
#define PRINT_PAGES_MOST  200           /* pages, */
#define PRINT_SHOWN_MOST  60            /* of which so many are shown, */
#define PRINT_CPU_SECONDS 20            /* of work, */
#define PRINT_MEMORY      (512UL << 20) /* bytes, */
#define PRINT_FILE        (64UL << 20)  /* and bytes of a file. */

/* Reads the order on stdin, limits itself and answers on stdout. Returns the exit status:
 * 0 done, 1 and 2 refused with a sentence on stderr, and */
#define PRINT_UNWRITTEN 3 /* the file could not be written */
int print_child(void);

#endif
