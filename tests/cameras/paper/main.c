/* SPDX-License-Identifier: MIT
 * Takes simulated photographs:
 *
 *     camera-paper KIND                                 lists the conditions of forms, cards or coupons
 *     camera-paper KIND CONDITION SEED [COUNT] [FOLDER] writes CONDITION-SEED.jpg and .json for COUNT seeds into FOLDER
 *
 * With PHOTOS=FOLDER in the environment, photographs of that folder are among the tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cameras/paper/photo.h"

static bool
write_file(const char *folder, const char *condition, unsigned long long seed, const char *suffix, const void *bytes,
	size_t count)
{
	char name[500];

	snprintf(name, sizeof name, "%s/%s-%llu%s", folder, condition, seed, suffix);
	FILE *file = fopen(name, "wb");
	bool fine = file != NULL && fwrite(bytes, 1, count, file) == count;

	if (file == NULL || fclose(file) != 0)
		fine = false;
	if (!fine)
		perror(name);
	return fine;
}

static int
list(enum photo_kind kind)
{
	const char *condition;

	for (size_t n = 0; (condition = photo_condition(kind, n)) != NULL; n++)
		printf("%-24s %s\n", condition, photo_condition_about(condition));
	return EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
	enum photo_kind kind = 0;
	const char *photos = getenv("PHOTOS");

	while (argc > 1 && kind < PHOTO_KINDS && strcmp(photo_kind_names[kind], argv[1]) != 0)
		kind++;
	if (argc == 2 && kind < PHOTO_KINDS)
		return list(kind);
	if (argc < 4 || argc > 6 || kind == PHOTO_KINDS) {
		fprintf(stderr, "usage: %s form|card|coupons [CONDITION SEED [COUNT] [FOLDER]]\n", argv[0]);
		return 2;
	}
	if (photos != NULL && !photo_use_grounds(photos)) {
		fprintf(stderr, "%s: no PNG that can be read\n", photos);
		return EXIT_FAILURE;
	}
	unsigned long long first = strtoull(argv[3], NULL, 10), count = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
	const char *folder = argc > 5 ? argv[5] : ".";

	for (unsigned long long seed = first; seed < first + count; seed++) {
		struct photo *photo = photo_shoot(kind, argv[2], seed);

		if (photo == NULL) {
			fprintf(stderr, "%s: no such condition of this kind, or no faces\n", argv[2]);
			return EXIT_FAILURE;
		}
		char *json = photo_json(photo);
		bool fine = json != NULL &&
			write_file(folder, photo->condition, seed, photo->suffix, photo->file, photo->file_bytes) &&
			write_file(folder, photo->condition, seed, ".json", json, strlen(json));

		free(json);
		photo_destroy(photo);
		if (!fine)
			return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
