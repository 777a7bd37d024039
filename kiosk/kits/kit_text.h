/* SPDX-License-Identifier: MIT
 * From what the page sends to the text of a kit file, so that there is one way
 * only to read a kit. */
#ifndef SEEDPRESS_KIOSK_KITS_KIT_TEXT_H
#define SEEDPRESS_KIOSK_KITS_KIT_TEXT_H

#include <glib.h>
#include <jansson.h>

#define KIT_TEXT_MOST (256 * 1024) /* bytes of a kit file that is sent */

/* {"event": {key: value, ...}, "rounds": [{key: value, ..., "rules": {name: value}}, ...]}: a value is a
 * text, a whole number, or true and false for yes and no. `players` of a round may list those of each
 * table, and `people` in its place are shared out to tables. To be freed; NULL after setting *problem. */
char *kit_text_of(json_t *definition, char **problem);

#endif
