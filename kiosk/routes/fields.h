/* SPDX-License-Identifier: MIT
 * Members of a body as strangers send it, each read with its type and its bounds. A body is parsed once, by
 * request_json(); the caller refuses what is wrong with a message of its own. */
#ifndef SEEDPRESS_KIOSK_ROUTES_FIELDS_H
#define SEEDPRESS_KIOSK_ROUTES_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What a body has under a name. A member that has to be there is refused if it is not FIELD_FINE, one that may be
 * missing if it is more than that, and one that may also be null if it is FIELD_WRONG. */
enum field { FIELD_MISSING, FIELD_FINE, FIELD_NULL, FIELD_WRONG };

/* Each sets its last argument if the member is FIELD_FINE, and leaves it as it was otherwise. Texts, objects and lists
 * are the body's own. Bounds are inclusive; a text's is in characters, a list's in elements. */
enum field field_text(const json_t *body, const char *name, size_t most, const char **text);
enum field field_number(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *number);
enum field field_flag(const json_t *body, const char *name, bool *flag);
enum field field_object(const json_t *body, const char *name, json_t **object);
enum field field_list(const json_t *body, const char *name, size_t most, json_t **list);

#endif
