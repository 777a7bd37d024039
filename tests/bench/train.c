/* SPDX-License-Identifier: MIT
 * Writing samples. */
#include "tests/bench/train.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kiosk/games/marks.h"

/* What was asked for, and which photos are there. */
struct job {
	unsigned pictures;
	uint64_t seed;
	GHashTable *done; /* photo_key() of each */
};

void
train_write_form(struct train_writing *writing, unsigned form, const struct seen_form *seen,
	const enum truth truth[FORM_BUBBLES])
{
	struct train_sample *sample = &writing->sample;
	unsigned end = 0;

	/* Where no outlines are, another stage failed: the reader asks about such a form. */
	if (seen->marks == 0 || seen->mark[0].feature[FEATURE_FORM_RING] < MARKS_RING)
		return;
	sample->form = (uint8_t)form;
	for (unsigned i = 0; i < seen->marks; i++) {
		if (i == end) {
			end = marks_row_end(seen, i);
			sample->row = (uint8_t)i;
		}
		/* Likewise. */
		if (seen->mark[i].feature[FEATURE_UNSEEN] == MARKS_LOST)
			continue;
		sample->bubble = (uint8_t)i;
		sample->truth = (uint8_t)truth[i];
		memcpy(sample->feature, seen->mark[i].feature, sizeof sample->feature);
		if (writing->folder != NULL)
			printf("form %u bubble %u at %.0f, %.0f: truth %d\n", form, i, seen->mark[i].at.x,
				seen->mark[i].at.y, truth[i]);
		fwrite(sample, sizeof *sample, 1, writing->file);
	}
}

static unsigned
photo_key(unsigned condition, unsigned number)
{
	return 1 + condition + number * (UINT8_MAX + 1);
}

/* Each photo has a seed of its own, so that photos do not depend on those before them. */
static void
take_photo(const struct train_camera *camera, struct train_writing *writing, const struct job *job, unsigned condition,
	unsigned number)
{
	writing->sample = (struct train_sample){
		.condition = (uint8_t)condition, .picture = (uint16_t)number, .truth = TRAIN_NAME};
	g_strlcpy((char *)writing->sample.feature, camera->condition(condition), sizeof writing->sample.feature);
	fwrite(&writing->sample, sizeof writing->sample, 1, writing->file);
	camera->photograph(writing, condition, number, job->seed * 1000003 + number * (UINT8_MAX + 1) + condition);
	writing->sample.truth = TRAIN_END;
	fwrite(&writing->sample, sizeof writing->sample, 1, writing->file);
	fflush(writing->file);
}

/* The first record of a file: samples of another build of the reader or the camera, or of another seed, are of no use.
 */
static struct train_sample
head_of(const struct job *job)
{
	struct train_sample head = {.truth = TRAIN_HEAD};
	g_autofree char *program = NULL;
	size_t size;

	if (g_file_get_contents("/proc/self/exe", &program, &size, NULL)) {
		g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)program, size);

		snprintf((char *)head.feature, sizeof head.feature, "%.32s %llu", sum, (unsigned long long)job->seed);
	}
	return head;
}

/* Finds the photos that are complete in a file, and positions it after the last; otherwise the file is begun again. */
static void
go_on(FILE *file, struct job *job)
{
	struct train_sample sample, head = head_of(job);
	long end = 0;

	if (fread(&sample, sizeof sample, 1, file) == 1 && memcmp(&sample, &head, sizeof head) == 0) {
		end = ftell(file);
		while (fread(&sample, sizeof sample, 1, file) == 1)
			if (sample.truth == TRAIN_END) {
				g_hash_table_add(
					job->done, GUINT_TO_POINTER(photo_key(sample.condition, sample.picture)));
				end = ftell(file);
			}
	}
	rewind(file);
	if (ftruncate(fileno(file), end) != 0)
		exit(1);
	fseek(file, end, SEEK_SET);
	if (end == 0)
		fwrite(&head, sizeof head, 1, file);
}

int
train_take_photos(const struct train_camera *camera, int argc, char **argv)
{
	struct train_writing writing = {.folder = argc == 6 ? argv[5] : NULL};
	g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
	struct job job = {.done = done};

	if (argc != 4 && argc != 6) {
		fprintf(stderr, "usage: %s FILE PICTURES SEED [CONDITION FOLDER]\n", argv[0]);
		return 2;
	}
	job.pictures = (unsigned)atoi(argv[2]);
	job.seed = (uint64_t)atoll(argv[3]);
	writing.file = argc == 6 ? NULL : fopen(argv[1], "r+b");
	if (writing.file == NULL)
		writing.file = fopen(argv[1], "w+b");
	if (writing.file == NULL || (argc == 6 && camera->condition((unsigned)atoi(argv[4])) == NULL)) {
		fprintf(stderr, "%s: no such file or condition\n", argv[0]);
		return 1;
	}
	go_on(writing.file, &job);
	if (argc == 6)
		take_photo(camera, &writing, &job, (unsigned)atoi(argv[4]), job.pictures);
	for (unsigned n = 0; n < job.pictures && argc == 4; n++)
		for (unsigned c = 0; c <= UINT8_MAX; c++)
			if (camera->condition(c) != NULL &&
				!g_hash_table_contains(done, GUINT_TO_POINTER(photo_key(c, n))))
				take_photo(camera, &writing, &job, c, n);
	return fclose(writing.file) == 0 ? 0 : 1;
}
