/* SPDX-License-Identifier: MIT
 * Reads members of an untrusted JSON body, each with its type and its bounds. The body is parsed by request_json(); the
 * caller answers with its own message if a member is wrong. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What a body has under a name. Refuse a required member unless it is FIELD_FINE; an optional one if it is greater than
 * FIELD_FINE; an optional one that may also be null if it is FIELD_WRONG. */
enum field { FIELD_MISSING, FIELD_FINE, FIELD_NULL, FIELD_WRONG };

/* Each sets its last argument if the member is FIELD_FINE, and leaves it unchanged otherwise. Texts, objects and lists
 * belong to the body. Bounds are inclusive, in characters for a text and in elements for a list. */
enum field field_text(const json_t *body, const char *name, size_t most, const char **text);
enum field field_number(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *number);
enum field field_flag(const json_t *body, const char *name, bool *flag);
enum field field_object(const json_t *body, const char *name, json_t **object);
enum field field_list(const json_t *body, const char *name, size_t most, json_t **list);
