/* SPDX-License-Identifier: MIT
 * What tests/tree/cppcheck cannot know without the headers of jansson. */
#define json_array_foreach(array, index, value) for (index = 0; (value = json_array_get(array, index)) != NULL; index++)
#define json_object_foreach(object, key, value) \
	for (key = json_object_iter_key(object); key != NULL && (value = json_object_get(object, key)) != NULL;)
