/* SPDX-License-Identifier: MIT
 * A libFuzzer target: any bytes as a list of people. A person who is accepted has a
 * name that is taken again as it is. */
#include <stdlib.h>
#include <string.h>

#include "kiosk/event/csv.h"
#include "kiosk/store/store.h"
#include "tests/kiosk/event/list_reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(const struct person *person)
{
	char *again = csv_name(person->name);

	if (again == NULL || strcmp(again, person->name) != 0)
		abort();
	g_free(again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problem problem;
	GPtrArray *people;

	problem_clear(&problem);
	people = people_list_read((const char *)data, size, &problem);
	if ((people == NULL) != (problem.status != STATUS_OK) || (people != NULL && people->len == 0))
		abort();
	for (unsigned i = 0; people != NULL && i < people->len; i++)
		check(g_ptr_array_index(people, i));
	if (people != NULL)
		g_ptr_array_unref(people);
	return 0;
}
