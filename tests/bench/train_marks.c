/* SPDX-License-Identifier: MIT
 * Trains the reader of bubbles on what train_photos.c measured, and writes its table (kiosk/eye/marks_table.h) and a
 * report. Conditions are split into FOLDS parts, and each stays with those like it ("blinds" of both cameras, mild and
 * moderate): what is said of a part, and the thresholds of "certain", come from models that were trained on the other
 * parts. The table's models are trained on all.
 *     bench-train-marks TABLE REPORT FILE... */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kiosk/games/marks.h"
#include "tests/bench/train.h"
#include "tests/bench/train_trees.h"

/* Parts of the conditions that are held out in turn: enough of every kind of mark is left to train on. */
#define FOLDS 5

/* Trees of a model: more gain nothing on conditions that were held out. */
#define TREES 160

/* Weight of odd marks, which are few, but say where certainty ends. */
#define ODD_WEIGHT 4

/* What is added to the thresholds beyond the worst held-out bubble, in log odds of TREE_UNIT. With more, a blank pad
 * and every third thin mark are asked about. */
#define MARGIN (TREE_UNIT / 4)

/* However few bubbles say otherwise: half is the probability of a bubble of which nothing is known. */
#define ROW_EMPTY_MAX  0.25
#define ROW_FILLED_MIN 0.75

/* One in this many empty bubbles, and marks, are beyond the range of a feature. With larger numbers fewer are asked
 * about that are unlike those that were seen before. */
#define EMPTY_BEYOND 1000
#define MARKS_BEYOND 500

/* Probability from which a bubble may be the one of its row that counts. */
#define RIVAL 0.5

/* Worst bubbles that the report names, of each kind. */
#define NAMED 25

/* Processes that train at a time. */
#define AT_ONCE 2

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
	struct feature_range range[FOLDS + 1][MODELS]
				  [MARK_FEATURE_COUNT]; /* of empty bubbles and marks, without a part */
	int limit[MODELS];
	int32_t *above; /* how much more shown a bubble is than a quarter of its form */
	int most_above; /* of a bubble that is surely empty */
	struct mark_limits row;
	uint8_t *state;               /* enum mark_state of each sample, after rows were settled */
	unsigned fold[UINT8_MAX + 1]; /* of each condition */
	char condition[UINT8_MAX + 1][MARK_FEATURES_MAX];
	FILE *report;
};

static const uint8_t about[MARK_FEATURE_COUNT] = {
#define F(name, least, most, about) FEATURE_##about,
	MARK_FEATURES(F)
#undef F
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
			[TRUTH_HIDDEN] = 1,
			[TRUTH_ANY] = -1},
		[MEANT] = {[TRUTH_EMPTY] = 0,
			[TRUTH_MARKED] = 1,
			[TRUTH_NOT_EMPTY] = -1,
			[TRUTH_NOT_FILLED] = 0,
			[TRUTH_ASK] = 0,
			[TRUTH_HIDDEN] = 0,
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
	work->state = g_malloc(work->count);
	for (unsigned f = 0; f < MARK_FEATURE_COUNT; f++)
		work->rises[f] = about[f] != FEATURE_PLAIN && about[f] != FEATURE_AROUND;
	for (int m = 0; m < MODELS; m++) {
		work->label[m] = g_malloc(work->count);
		work->score[m] = shared(work->count * sizeof *work->score[m]);
		work->tree[m] = shared(TREES * sizeof *work->tree[m]);
	}
	for (size_t i = 0; i < work->count; i++) {
		if (work->sample[i].truth == TRAIN_NAME)
			memcpy(work->condition[work->sample[i].condition], work->sample[i].feature,
				MARK_FEATURES_MAX - 1);
		else if (work->sample[i].truth < TRAIN_NAME)
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

/* How much of a condition's name says what it is about: "coffee, mild" and "coffee-mild" are both about coffee. */
static size_t
subject(const char *name)
{
	const char *comma = strchr(name, ','), *dash = strrchr(name, '-');

	if (comma != NULL)
		return (size_t)(comma - name);
	if (dash != NULL && (strcmp(dash, "-mild") == 0 || strcmp(dash, "-moderate") == 0))
		return (size_t)(dash - name);
	return strlen(name);
}

/* Stains are trained on in every part and never judged: they are drawn to be like marks, so that the models know more
 * of them than coffee when coffee is held out. */
#define EXTRA "stains"

/* Conditions with the same subject are in the same part. */
static void
choose_folds(struct work *work)
{
	unsigned subjects = 0;

	for (unsigned c = 0; c <= UINT8_MAX; c++) {
		const char *name = work->condition[c];
		unsigned like = 0;

		if (name[0] == '\0')
			continue;
		while (subject(work->condition[like]) != subject(name) ||
			strncmp(work->condition[like], name, subject(name)) != 0)
			like++;
		work->fold[c] = like < c ? work->fold[like] : subjects++ % FOLDS;
		if (subject(name) == strlen(EXTRA) && g_str_has_prefix(name, EXTRA))
			work->fold[c] = FOLDS + 1;
	}
}

static unsigned
fold_of(const struct work *work, const struct train_sample *sample)
{
	return work->fold[sample->condition];
}

/* Trains a model without a part; FOLDS: with all. */
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
		work->label[model][i] = fold_of(work, &work->sample[i]) == without
			? -1
			: label_of(model, (enum truth)work->sample[i].truth);
	trees_train(&samples, tree, TREES);
}

/* Trains all models, each in a process of its own: without each part, which is scored by it, and with all. */
static void
train_all(struct work *work)
{
	const struct tree_samples samples = {.count = work->count, .feature = work->feature};

	for (unsigned job = 0; job < MODELS * (FOLDS + 1); job++) {
		unsigned fold = job / MODELS;
		enum model model = job % MODELS;
		struct tree tree[TREES];
		int32_t *score;

		if (job >= AT_ONCE)
			wait(NULL);
		if (fork() != 0)
			continue;
		score = g_new0(int32_t, work->count);
		train(work, model, fold, tree);
		trees_score(&samples, tree, TREES, score);
		for (size_t i = 0; i < work->count; i++)
			if (fold_of(work, &work->sample[i]) == fold)
				work->score[model][i] = score[i];
		if (fold == FOLDS)
			memcpy(work->tree[model], tree, sizeof tree);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
}

/* The ranges of features without a part; FOLDS: with all. */
static void
find_ranges(struct work *work, unsigned without)
{
	for (unsigned f = 0; f < MARK_FEATURE_COUNT; f++) {
		size_t count[MODELS][UINT8_MAX + 1] = {{0}}, all[MODELS] = {0};

		for (size_t i = 0; i < work->count; i++) {
			enum truth truth = (enum truth)work->sample[i].truth;

			unsigned fold = fold_of(work, &work->sample[i]);

			if (fold == without || fold > FOLDS || truth > TRUTH_MARKED)
				continue;
			count[truth][work->sample[i].feature[f]]++;
			all[truth]++;
		}
		for (enum model model = SHOWN; model < MODELS; model++) {
			struct feature_range *range = &work->range[without][model][f];
			bool around = about[f] == FEATURE_AROUND;
			size_t most = all[model] / (model == SHOWN ? EMPTY_BEYOND : MARKS_BEYOND), least = most;

			*range = (struct feature_range){0, UINT8_MAX};
			if (around || (work->rises[f] && about[f] != FEATURE_GROWS && model == SHOWN))
				for (; range->most > 0 && count[model][range->most] <= most; range->most--)
					most -= count[model][range->most];
			if (around && model == MEANT)
				for (; range->least < UINT8_MAX && count[model][range->least] <= least; range->least++)
					least -= count[model][range->least];
		}
	}
}

/* Whether a bubble may be surely empty (SHOWN) or surely filled (MEANT), by what is around it and its ranges. */
static bool
may_be_sure(const struct work *work, enum model model, size_t i)
{
	const struct train_sample *sample = &work->sample[i];

	return eye_features_are_within(sample->feature, work->range[fold_of(work, sample)][model]) &&
		(model == MEANT ? work->score[SHOWN][i] > 0 && eye_features_are_own(sample->feature)
				: eye_features_show_outline(sample->feature));
}

/* Leaves those that are never judged out of all that follows. */
static void
drop_extra(struct work *work)
{
	size_t kept = 0;

	for (size_t i = 0; i < work->count; i++) {
		if (fold_of(work, &work->sample[i]) > FOLDS)
			continue;
		work->sample[kept] = work->sample[i];
		for (int m = 0; m < MODELS; m++)
			work->score[m][kept] = work->score[m][i];
		kept++;
	}
	work->count = kept;
}

/* A bubble and how far it is on the wrong side. */
struct worst {
	int32_t by;
	uint32_t sample;
};

static int
compare_worst(const void *a, const void *b)
{
	const struct worst *one = a, *other = b;

	if (one->by != other->by)
		return one->by > other->by ? -1 : 1;
	return (one->sample > other->sample) - (one->sample < other->sample);
}

/* Names the worst bubbles, so that their photos can be taken again (train.h). Returns how bad the first is. */
static int32_t
report_worst(const struct work *work, const char *what, struct worst *worst, size_t count)
{
	qsort(worst, count, sizeof *worst, compare_worst);
	fprintf(work->report, "\n%s, of %zu, the worst:\n", what, count);
	for (size_t i = 0; i < MIN(count, (size_t)NAMED); i++) {
		const struct train_sample *sample = &work->sample[worst[i].sample];

		fprintf(work->report, "%6d  condition %3u (%s) picture %3u form %u bubble %3u truth %u\n", worst[i].by,
			sample->condition, work->condition[sample->condition], sample->picture, sample->form,
			sample->bubble, sample->truth);
	}
	return count > 0 ? worst[0].by : -TREE_UNIT;
}

/* Log odds that a bubble is marked, as marks.c has them. */
static int
odds_of(const struct work *work, size_t i)
{
	return (work->score[SHOWN][i] + work->score[MEANT][i]) / 2;
}

static double
probability_of(const struct work *work, size_t i)
{
	return eye_features_probability(work->sample[i].feature, (double)odds_of(work, i) / TREE_UNIT);
}

static double
logistic(double odds)
{
	return 1 / (1 + exp(-odds / TREE_UNIT));
}

static bool
are_in_a_row(const struct train_sample *one, const struct train_sample *other)
{
	return one->condition == other->condition && one->picture == other->picture && one->form == other->form &&
		one->row == other->row;
}

/* The sample after the last one of a row. */
static size_t
row_end(const struct work *work, size_t first)
{
	size_t end = first + 1;

	while (end < work->count && are_in_a_row(&work->sample[first], &work->sample[end]))
		end++;
	return end;
}

/* Whether a row is marked as a game has it: once at most, and corrections. */
static bool
is_played(const struct work *work, size_t first, size_t end)
{
	unsigned marks = 0;

	for (size_t i = first; i < end; i++)
		marks += work->sample[i].truth == TRUTH_MARKED || work->sample[i].truth == TRUTH_NOT_EMPTY;
	return marks <= 1;
}

/* Whether another bubble of a row looks like a mark: then a game asks which of them counts. */
static bool
has_rival(const struct work *work, size_t first, size_t end, size_t sample)
{
	for (size_t i = first; i < end; i++)
		if (i != sample && probability_of(work, i) >= RIVAL)
			return is_played(work, first, end);
	return false;
}

static int
compare_scores(const void *a, const void *b)
{
	const int32_t *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

/* Compares each bubble with the others of its form. */
static void
find_above(struct work *work)
{
	work->above = g_new(int32_t, work->count);
	for (size_t first = 0, end; first < work->count; first = end) {
		const struct train_sample *form = &work->sample[first];
		int32_t sorted[FORM_BUBBLES];

		for (end = first; end < work->count && work->sample[end].condition == form->condition &&
			work->sample[end].picture == form->picture && work->sample[end].form == form->form;
			end++)
			sorted[end - first] = work->score[SHOWN][end];
		qsort(sorted, end - first, sizeof *sorted, compare_scores);
		for (size_t i = first; i < end; i++)
			work->above[i] = work->score[SHOWN][i] - sorted[(end - first) / 4];
	}
}

/* The thresholds beyond which no held-out bubble is wrong. Those that something hides are left out: whether the reader
 * asks about them depends on their outline, and the report counts them. So are those that their row asks about. */
static void
find_limits(struct work *work)
{
	g_autofree struct worst *shown = g_new0(struct worst, work->count), *meant = g_new0(struct worst, work->count);
	g_autofree struct worst *above = g_new0(struct worst, work->count);
	size_t marks = 0, others = 0, near = 0;

	for (size_t i = 0, first = 0, end = 0; i < work->count; i++) {
		enum truth truth = (enum truth)work->sample[i].truth;

		if (i == end) {
			first = i;
			end = row_end(work, i);
		}
		if (truth == TRUTH_HIDDEN)
			continue;
		if (truth_refutes(truth, MARK_EMPTY) && may_be_sure(work, SHOWN, i)) {
			if (work->score[SHOWN][i] < 0)
				above[near++] = (struct worst){-work->above[i], (uint32_t)i};
			shown[marks++] = (struct worst){-work->score[SHOWN][i], (uint32_t)i};
		}
		if (truth_refutes(truth, MARK_FILLED) && may_be_sure(work, MEANT, i) && !has_rival(work, first, end, i))
			meant[others++] = (struct worst){work->score[MEANT][i], (uint32_t)i};
	}
	work->most_above =
		-report_worst(work, "not empty, though it seems so, and least above its form", above, near) - MARGIN;
	work->limit[SHOWN] = -report_worst(work, "not empty, and least shown", shown, marks) - MARGIN;
	work->limit[MEANT] = report_worst(work, "not filled, and most meant", meant, others) + MARGIN;
}

static enum mark_state
state_of(const struct work *work, size_t i)
{
	return work->score[MEANT][i] > work->limit[MEANT] && may_be_sure(work, MEANT, i) ? MARK_FILLED
		: work->score[SHOWN][i] < work->limit[SHOWN] && work->above[i] < work->most_above &&
			may_be_sure(work, SHOWN, i)
		? MARK_EMPTY
		: MARK_UNSURE;
}

/* Whether a row has a filled bubble; its likeliest one. */
static bool
row_is_filled(const struct work *work, size_t first, size_t end, size_t *best)
{
	bool any = false;

	*best = first;
	for (size_t i = first; i < end; i++) {
		any |= state_of(work, i) == MARK_FILLED;
		*best = probability_of(work, i) > probability_of(work, *best) ? i : *best;
	}
	return any;
}

/* The limits of the probability by which marks_settle_rows() makes no held-out bubble wrong: the likeliest unsure one
 * of a row may become a mark if none is filled, and then, or if one is filled, another may become empty. */
static void
find_row_limits(struct work *work)
{
	g_autofree struct worst *empty = g_new0(struct worst, work->count), *filled = g_new0(struct worst, work->count);
	size_t marks = 0, others = 0, best;

	for (size_t first = 0, end; first < work->count; first = end) {
		end = row_end(work, first);
		if (end - first < 2 || !is_played(work, first, end) || row_is_filled(work, first, end, &best))
			continue;
		enum truth truth = (enum truth)work->sample[best].truth;

		if (state_of(work, best) == MARK_UNSURE && truth != TRUTH_HIDDEN && truth_refutes(truth, MARK_FILLED) &&
			!has_rival(work, first, end, best))
			filled[others++] = (struct worst){odds_of(work, best), (uint32_t)best};
	}
	work->row.filled =
		logistic(report_worst(work, "unsure, the likeliest of a row, and not filled", filled, others) + MARGIN);
	work->row.filled = fmax(work->row.filled, ROW_FILLED_MIN);
	for (size_t first = 0, end; first < work->count; first = end) {
		end = row_end(work, first);
		if (end - first < 2 || !is_played(work, first, end) ||
			(!row_is_filled(work, first, end, &best) && probability_of(work, best) < work->row.filled))
			continue;
		for (size_t i = first; i < end; i++) {
			enum truth truth = (enum truth)work->sample[i].truth;

			if (state_of(work, i) == MARK_UNSURE && truth != TRUTH_HIDDEN &&
				truth_refutes(truth, MARK_EMPTY) && eye_features_show_outline(work->sample[i].feature))
				empty[marks++] = (struct worst){-odds_of(work, i), (uint32_t)i};
		}
	}
	work->row.empty = logistic(
		-report_worst(work, "unsure next to a mark, not empty, and least likely", empty, marks) - MARGIN);
	work->row.empty = fmin(work->row.empty, ROW_EMPTY_MAX);
	fprintf(work->report, "\nrows: below %.5f is empty, above %.5f is filled\n", work->row.empty, work->row.filled);
}

/* Decides all samples as the reader does. Rows with several marks, which no game has, are not settled; if several
 * bubbles of a row may be the one, all of them are asked about. */
static void
decide(struct work *work)
{
	for (size_t first = 0, end; first < work->count; first = end) {
		struct seen_mark row[FORM_BUBBLES];
		unsigned open = 0;

		end = row_end(work, first);
		for (size_t i = first; i < end; i++) {
			row[i - first].state = state_of(work, i);
			row[i - first].probability = probability_of(work, i);
		}
		if (is_played(work, first, end))
			marks_settle_row(row, (unsigned)(end - first), &work->row);
		for (size_t i = first; i < end; i++)
			open += row[i - first].state == MARK_FILLED ||
				(row[i - first].state == MARK_UNSURE && row[i - first].probability >= RIVAL);
		for (size_t i = first; i < end; i++)
			work->state[i] = open > 1 && row[i - first].state == MARK_FILLED && is_played(work, first, end)
				? MARK_UNSURE
				: (uint8_t)row[i - first].state;
	}
}

/* What is said of bubbles that something hides. */
static void
report_hidden(const struct work *work)
{
	unsigned state[MARK_UNSURE + 1] = {0};

	for (size_t i = 0; i < work->count; i++)
		if (work->sample[i].truth == TRUTH_HIDDEN)
			state[work->state[i]]++;
	fprintf(work->report, "hidden: %u are asked about, %u said to be empty, %u filled\n", state[MARK_UNSURE],
		state[MARK_EMPTY], state[MARK_FILLED]);
}

/* A line for each condition: how many of its bubbles are wrong and unsure, and which were hardest. */
static void
report_conditions(const struct work *work)
{
	unsigned all = 0, refuted = 0;

	fprintf(work->report, "\nheld out: shown < %d is empty, meant > %d is filled (%d is one)\n", work->limit[SHOWN],
		work->limit[MEANT], TREE_UNIT);
	for (unsigned c = 0; c <= UINT8_MAX; c++) {
		unsigned empties = 0, full = 0, bubbles = 0, plain = 0, unsure = 0, asked = 0, pictures = 0, wrong = 0;
		int least = 9999, most = -9999, picture = -1;
		bool ask = false;

		for (size_t i = 0; i < work->count; i++) {
			const struct train_sample *sample = &work->sample[i];
			enum truth truth = (enum truth)sample->truth;
			enum mark_state state = (enum mark_state)work->state[i];

			if (sample->condition != c)
				continue;
			bubbles++;
			wrong += truth != TRUTH_HIDDEN && truth_refutes(truth, state);
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
			if (truth == TRUTH_HIDDEN)
				continue;
			if (truth_refutes(truth, MARK_EMPTY) && may_be_sure(work, SHOWN, i))
				least = MIN(least, work->score[SHOWN][i]);
			if (truth_refutes(truth, MARK_FILLED) && may_be_sure(work, MEANT, i))
				most = MAX(most, work->score[MEANT][i]);
		}
		asked += ask;
		all += bubbles;
		refuted += wrong;
		if (bubbles == 0)
			continue;
		fprintf(work->report,
			"%-26s %6u: %u wrong, %5.2f %% unsure (%u empty, %u marked), %u of %u photos asked; least %5d, most %5d\n",
			work->condition[c], bubbles, wrong, 100.0 * unsure / MAX(plain, 1u), empties, full, asked,
			pictures, least, most);
	}
	fprintf(work->report, "%-26s %6u: %u wrong\n", "all", all, refuted);
}

/* How often bubbles of a probability are marked. */
static void
report_calibration(const struct work *work)
{
	unsigned bubbles[BARS] = {0}, marked[BARS] = {0};
	double sum[BARS] = {0};

	for (size_t i = 0; i < work->count; i++) {
		double p = probability_of(work, i);
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
	static const char *const name[MODELS] = {"shown", "meant"}, *const sure[MODELS] = {"empty", "filled"};

	fprintf(table,
		"/* SPDX-License-Identifier: MIT\n"
		" * Made by tests/bench/train-marks from %zu bubbles: trees and thresholds of marks.c. Not to be edited. */\n"
		"/* clang-format off */\n\n"
		"/* Log odds of one. */\n#define MARKS_UNIT %d\n\n"
		"/* Scores of `shown` below this are surely empty. */\n#define MARKS_SHOWN (%d)\n\n"
		"/* And if they are less than this above a quarter of their form. */\n#define MARKS_ABOVE %d\n\n"
		"/* Scores of `meant` above this are surely filled. */\n#define MARKS_MEANT (%d)\n\n"
		"/* Limits of the probability for unsure bubbles of a row. */\n#define MARKS_ROW_EMPTY  %.5f\n"
		"#define MARKS_ROW_FILLED %.5f\n",
		work->count, TREE_UNIT, work->limit[SHOWN], work->most_above, work->limit[MEANT], work->row.empty,
		work->row.filled);
	for (int m = 0; m < MODELS; m++) {
		fprintf(table,
			"\n/* What features may be of a bubble that is surely %s. */\n"
			"static const struct feature_range marks_%s[] = {",
			sure[m], sure[m]);
		for (unsigned f = 0; f < MARK_FEATURE_COUNT; f++)
			fprintf(table, "%s{%u, %u},", f % 12 == 0 ? "\n\t" : " ", work->range[FOLDS][m][f].least,
				work->range[FOLDS][m][f].most);
		fputs("\n};\n", table);
		write_model(table, name[m], work->tree[m]);
	}
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
	choose_folds(&work);
	for (unsigned fold = 0; fold <= FOLDS; fold++)
		find_ranges(&work, fold);
	train_all(&work);
	drop_extra(&work);
	find_above(&work);
	find_limits(&work);
	find_row_limits(&work);
	decide(&work);
	report_hidden(&work);
	report_conditions(&work);
	report_calibration(&work);
	write_table(&work, table);
	return fclose(table) == 0 && fclose(work.report) == 0 ? 0 : 1;
}
