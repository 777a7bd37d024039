/* SPDX-License-Identifier: MIT
 * Readers of members, by their types. */
#include "kiosk/routes/fields.h"

#include <glib.h>

/* What a member is whose type and bounds fit, or do not. */
static enum field
judge(const json_t *member, bool fits)
{
	if (fits)
		return FIELD_FINE;
	if (member == NULL)
		return FIELD_MISSING;
	return json_is_null(member) ? FIELD_NULL : FIELD_WRONG;
}

enum field
field_text(const json_t *body, const char *name, size_t most, const char **text)
{
	const json_t *member = json_object_get(body, name);
	bool fits = json_is_string(member) && (size_t)g_utf8_strlen(json_string_value(member), -1) <= most;

	if (fits)
		*text = json_string_value(member);
	return judge(member, fits);
}

enum field
field_number(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *number)
{
	const json_t *member = json_object_get(body, name);
	json_int_t value = json_integer_value(member);
	bool fits = json_is_integer(member) && value >= least && value <= most;

	if (fits)
		*number = value;
	return judge(member, fits);
}

enum field
field_flag(const json_t *body, const char *name, bool *flag)
{
	const json_t *member = json_object_get(body, name);

	if (json_is_boolean(member))
		*flag = json_is_true(member);
	return judge(member, json_is_boolean(member));
}

enum field
field_object(const json_t *body, const char *name, json_t **object)
{
	json_t *member = json_object_get(body, name);

	if (json_is_object(member))
		*object = member;
	return judge(member, json_is_object(member));
}

enum field
field_list(const json_t *body, const char *name, size_t most, json_t **list)
{
	json_t *member = json_object_get(body, name);
	bool fits = json_is_array(member) && json_array_size(member) <= most;

	if (fits)
		*list = member;
	return judge(member, fits);
}
