/* SPDX-License-Identifier: MIT
 * Trains the reader of bubbles on what train_photos.c measured, and writes its table (kiosk/eye/marks_table.h) and a
 * report. Conditions are split into FOLDS groups: what is said of a group, and the thresholds of "certain", come from
 * models that were trained on the other groups. The table's models are trained on all.
 *     bench-train-marks TABLE REPORT FILE... */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/train.h"
#include "tests/bench/train_trees.h"

/* Groups of conditions that are held out in turn: enough of every kind of mark is left to train on. */
#define FOLDS 5

/* Trees of a model: more gain nothing on conditions that were held out. */
#define TREES 160

/* Weight of odd marks, which are few, but say where certainty ends. */
#define ODD_WEIGHT 4

/* What is added to the thresholds beyond the worst held-out bubble, in log odds of TREE_UNIT. */
#define MARGIN (TREE_UNIT * 5 / 4)

/* One in this many held-out bubbles that are not empty may be called empty. They are dots no larger than a stroke of
 * the label that they hide in, and marks below things that lie on them: without this nothing is surely empty. */
#define MISSED 2000

/* One in this many held-out bubbles that are not filled may be called filled: corrected ones whose correction stays
 * within the outline, and pencil that a rubber left most of. */
#define MISTAKEN 10000

/* Bars of the calibration curve. */
#define BARS 10

enum model { SHOWN, MEANT, MODELS };

struct work {
	size_t count;
	struct train_sample *sample;
	uint8_t *feature, *weight;
	int8_t *label[MODELS];
	struct tree *tree[MODELS];
	int32_t *score[MODELS]; /* by models that were not trained on this condition */
	bool rises[MARK_FEATURE_COUNT];
	int limit[MODELS];
	char condition[UINT8_MAX + 1][MARK_FEATURES_MAX];
	FILE *report;
};

/* What a model is to say of a bubble; below 0 if either is fine. */
static int8_t
label_of(enum model model, enum truth truth)
{
	static const int8_t label[MODELS][TRUTH_ANY + 1] = {
		[SHOWN] = {[TRUTH_EMPTY] = 0,
			[TRUTH_MARKED] = 1,
			[TRUTH_NOT_EMPTY] = 1,
			[TRUTH_NOT_FILLED] = -1,
			[TRUTH_ASK] = 1,
			[TRUTH_HIDDEN] = -1,
			[TRUTH_ANY] = -1},
		[MEANT] = {[TRUTH_EMPTY] = 0,
			[TRUTH_MARKED] = 1,
			[TRUTH_NOT_EMPTY] = -1,
			[TRUTH_NOT_FILLED] = 0,
			[TRUTH_ASK] = 0,
			[TRUTH_HIDDEN] = -1,
			[TRUTH_ANY] = -1},
	};

	return label[model][truth];
}

static int
compare_samples(const void *a, const void *b)
{
	const struct train_sample *one = a, *other = b;

#define BY(member) \
	if (one->member != other->member) \
	return one->member < other->member ? -1 : 1
	BY(condition);
	BY(picture);
	BY(form);
	BY(bubble);
#undef BY
	return 0;
}

/* Memory that the processes of train_all() share. */
static void *
shared(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		exit(1);
	return memory;
}

/* Reads all files; the order does not depend on how the photos were shared among them. */
static bool
read_samples(struct work *work, char **file, int files)
{
	g_autoptr(GByteArray) all = g_byte_array_new();
	size_t kept = 0;
	static const bool rises[MARK_FEATURE_COUNT] = {
#define F(name, least, most, up) up,
		MARK_FEATURES(F)
#undef F
	};

	for (int i = 0; i < files; i++) {
		g_autofree char *bytes = NULL;
		size_t size;

		if (!g_file_get_contents(file[i], &bytes, &size, NULL))
			return false;
		g_byte_array_append(
			all, (const uint8_t *)bytes, (unsigned)(size / sizeof *work->sample * sizeof *work->sample));
	}
	work->count = all->len / sizeof *work->sample;
	work->sample = g_memdup2(all->data, all->len);
	qsort(work->sample, work->count, sizeof *work->sample, compare_samples);
	work->feature = g_malloc(work->count * MARK_FEATURE_COUNT);
	work->weight = g_malloc(work->count);
	memcpy(work->rises, rises, sizeof rises);
	for (int m = 0; m < MODELS; m++) {
		work->label[m] = g_malloc(work->count);
		work->score[m] = shared(work->count * sizeof *work->score[m]);
		work->tree[m] = shared(TREES * sizeof *work->tree[m]);
	}
	for (size_t i = 0; i < work->count; i++) {
		if (work->sample[i].truth == TRAIN_NAME)
			memcpy(work->condition[work->sample[i].condition], work->sample[i].feature,
				MARK_FEATURES_MAX - 1);
		else
			work->sample[kept++] = work->sample[i];
	}
	work->count = kept;
	for (size_t i = 0; i < work->count; i++) {
		for (unsigned f = 0; f < MARK_FEATURE_COUNT; f++)
			work->feature[f * work->count + i] = work->sample[i].feature[f];
		work->weight[i] = work->sample[i].truth <= TRUTH_MARKED ? 1 : ODD_WEIGHT;
	}
	return work->count > 0;
}

static unsigned
fold_of(const struct train_sample *sample)
{
	return sample->condition % FOLDS;
}

/* Trains a model without a group; FOLDS: with all. */
static void
train(struct work *work, enum model model, unsigned without, struct tree tree[TREES])
{
	const struct tree_samples samples = {.count = work->count,
		.features = MARK_FEATURE_COUNT,
		.feature = work->feature,
		.label = work->label[model],
		.weight = work->weight,
		.rises = model == SHOWN ? work->rises : NULL};

	for (size_t i = 0; i < work->count; i++)
		work->label[model][i] =
			fold_of(&work->sample[i]) == without ? -1 : label_of(model, (enum truth)work->sample[i].truth);
	trees_train(&samples, tree, TREES);
}

/* Trains all models at once, each in a process of its own: without each group, which is scored by it, and with all. */
static void
train_all(struct work *work)
{
	const struct tree_samples samples = {.count = work->count, .feature = work->feature};

	for (unsigned job = 0; job < MODELS * (FOLDS + 1); job++) {
		unsigned fold = job / MODELS;
		enum model model = job % MODELS;
		struct tree tree[TREES];
		int32_t *score;

		if (fork() != 0)
			continue;
		score = g_new0(int32_t, work->count);
		train(work, model, fold, tree);
		trees_score(&samples, tree, TREES, score);
		for (size_t i = 0; i < work->count; i++)
			if (fold_of(&work->sample[i]) == fold)
				work->score[model][i] = score[i];
		if (fold == FOLDS)
			memcpy(work->tree[model], tree, sizeof tree);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
}

static int
compare_numbers(const void *a, const void *b)
{
	const int32_t *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

/* The thresholds beyond which no held-out bubble is wrong, but for MISSED. */
static void
find_limits(struct work *work)
{
	g_autofree int32_t *shown = g_new0(int32_t, work->count), *meant = g_new0(int32_t, work->count);
	size_t marks = 0, others = 0;

	for (size_t i = 0; i < work->count; i++) {
		enum truth truth = (enum truth)work->sample[i].truth;

		if (truth_refutes(truth, MARK_EMPTY) && eye_features_show_outline(work->sample[i].feature))
			shown[marks++] = work->score[SHOWN][i];
		if (truth_refutes(truth, MARK_FILLED) && eye_features_show_paper(work->sample[i].feature))
			meant[others++] = -work->score[MEANT][i];
	}
	qsort(shown, marks, sizeof *shown, compare_numbers);
	qsort(meant, others, sizeof *meant, compare_numbers);
	work->limit[SHOWN] = shown[marks / MISSED];
	work->limit[MEANT] = -meant[others / MISTAKEN];
	fprintf(work->report, "the least shown of %zu marks: %d, %d, %d, %d, %d\n", marks, shown[0], shown[1], shown[2],
		shown[3], shown[4]);
	fprintf(work->report, "the most meant of %zu others:", others);
	for (size_t i = 0; i < MIN(others, 20u); i++)
		fprintf(work->report, " %d", -meant[i]);
	fputs("\n", work->report);
	work->limit[SHOWN] -= MARGIN;
	work->limit[MEANT] += MARGIN;
}

static enum mark_state
state_of(const struct work *work, size_t i)
{
	return work->score[MEANT][i] > work->limit[MEANT] && eye_features_show_paper(work->sample[i].feature)
		? MARK_FILLED
		: work->score[SHOWN][i] < work->limit[SHOWN] && eye_features_show_outline(work->sample[i].feature)
		? MARK_EMPTY
		: MARK_UNSURE;
}

/* A line for each condition: how many of its bubbles are wrong and unsure, and which were hardest. */
static void
report_conditions(const struct work *work)
{
	fprintf(work->report, "held out: shown < %d is empty, meant > %d is filled (%d is one)\n", work->limit[SHOWN],
		work->limit[MEANT], TREE_UNIT);
	for (unsigned c = 0; c <= UINT8_MAX; c++) {
		unsigned empties = 0, full = 0, bubbles = 0, plain = 0, unsure = 0, asked = 0, pictures = 0, wrong = 0;
		int least = 9999, most = -9999, picture = -1;
		bool ask = false;

		for (size_t i = 0; i < work->count; i++) {
			const struct train_sample *sample = &work->sample[i];
			enum truth truth = (enum truth)sample->truth;
			enum mark_state state = state_of(work, i);

			if (sample->condition != c)
				continue;
			bubbles++;
			wrong += truth_refutes(truth, state);
			if (sample->picture != picture) {
				picture = sample->picture;
				asked += ask;
				ask = false;
				pictures++;
			}
			empties += truth == TRUTH_EMPTY && state == MARK_UNSURE;
			full += truth == TRUTH_MARKED && state == MARK_UNSURE;
			if (truth <= TRUTH_MARKED) {
				plain++;
				unsure += state == MARK_UNSURE;
				ask |= state == MARK_UNSURE;
			}
			if (truth_refutes(truth, MARK_EMPTY) && eye_features_show_outline(sample->feature))
				least = MIN(least, work->score[SHOWN][i]);
			if (truth_refutes(truth, MARK_FILLED) && eye_features_show_paper(sample->feature))
				most = MAX(most, work->score[MEANT][i]);
		}
		asked += ask;
		if (bubbles == 0)
			continue;
		fprintf(work->report,
			"%-26s %6u: %u wrong, %5.2f %% unsure (%u empty, %u marked), %u of %u photos asked; least %5d, most %5d\n",
			work->condition[c], bubbles, wrong, 100.0 * unsure / MAX(plain, 1u), empties, full, asked,
			pictures, least, most);
	}
}

/* How often bubbles of a probability are marked. */
static void
report_calibration(const struct work *work)
{
	unsigned bubbles[BARS] = {0}, marked[BARS] = {0};
	double sum[BARS] = {0};

	for (size_t i = 0; i < work->count; i++) {
		double p = 1 / (1 + exp(-(work->score[SHOWN][i] + work->score[MEANT][i]) / (2.0 * TREE_UNIT)));
		unsigned bar = MIN((unsigned)(p * BARS), BARS - 1);

		if (work->sample[i].truth >= TRUTH_ASK)
			continue;
		bubbles[bar]++;
		sum[bar] += p;
		marked[bar] += work->sample[i].truth == TRUTH_MARKED || work->sample[i].truth == TRUTH_NOT_EMPTY;
	}
	for (unsigned bar = 0; bar < BARS; bar++)
		fprintf(work->report, "p %.3f: %.3f of %u are marked\n", sum[bar] / MAX(bubbles[bar], 1u),
			(double)marked[bar] / MAX(bubbles[bar], 1u), bubbles[bar]);
}

static void
write_model(FILE *table, const char *name, const struct tree tree[TREES])
{
	fprintf(table, "\nstatic const struct tree marks_%s[] = {\n", name);
	for (unsigned i = 0; i < TREES; i++) {
		fputs("\t{{", table);
		for (unsigned n = 0; n < TREE_NODES; n++)
			fprintf(table, "%s%u", n > 0 ? ", " : "", tree[i].feature[n]);
		fputs("}, {", table);
		for (unsigned n = 0; n < TREE_NODES; n++)
			fprintf(table, "%s%u", n > 0 ? ", " : "", tree[i].limit[n]);
		fputs("}, {", table);
		for (unsigned n = 0; n <= TREE_NODES; n++)
			fprintf(table, "%s%d", n > 0 ? ", " : "", tree[i].leaf[n]);
		fputs("}},\n", table);
	}
	fputs("};\n", table);
}

static void
write_table(struct work *work, FILE *table)
{
	static const char *const name[MODELS] = {"shown", "meant"};

	fprintf(table,
		"/* SPDX-License-Identifier: MIT\n"
		" * Made by tests/bench/train-marks from %zu bubbles: trees and thresholds of marks.c. Not to be edited. */\n"
		"/* clang-format off */\n\n"
		"/* Log odds of one. */\n#define MARKS_UNIT %d\n\n"
		"/* Scores of `shown` below this are surely empty. */\n#define MARKS_SHOWN (%d)\n\n"
		"/* Scores of `meant` above this are surely filled. */\n#define MARKS_MEANT (%d)\n",
		work->count, TREE_UNIT, work->limit[SHOWN], work->limit[MEANT]);
	for (int m = 0; m < MODELS; m++)
		write_model(table, name[m], work->tree[m]);
}

int
main(int argc, char **argv)
{
	static struct work work;
	FILE *table;

	if (argc < 4 || !read_samples(&work, argv + 3, argc - 3)) {
		fputs("usage: bench-train-marks TABLE REPORT FILE...\n", stderr);
		return 2;
	}
	table = fopen(argv[1], "w");
	work.report = fopen(argv[2], "w");
	if (table == NULL || work.report == NULL)
		return 1;
	train_all(&work);
	find_limits(&work);
	report_conditions(&work);
	report_calibration(&work);
	write_table(&work, table);
	return fclose(table) == 0 && fclose(work.report) == 0 ? 0 : 1;
}
