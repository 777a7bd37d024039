/* SPDX-License-Identifier: MIT
 * Gradient boosting by histograms (as in LightGBM), level by level. Gradients have 16 bits after the point. */
#include "tests/bench/train_trees.h"

#include <stdlib.h>
#include <string.h>

#define ONE   65536 /* a probability of one */
#define BINS  256
#define NODES (TREE_NODES + 1) /* most nodes of a level, and leaves */
#define SPAN  4096             /* scores beyond SPAN are as certain as it */

/* A tree adds one in this many of what would be best for its samples: smaller steps generalise better and need more
 * trees. */
#define SLOWER 6

/* Added to the sums of second derivatives: leaves of few samples are kept small. */
#define RIDGE ((int64_t)4 * ONE)

/* Least sum of second derivatives of a leaf. */
#define LEAST ((int64_t)ONE / 2)

/* Largest step of a leaf, in log odds. */
#define STEP_MAX (2 * TREE_UNIT)

/* Samples whose gradient is smaller are left out of a tree: they are classified well already. */
#define SETTLED (ONE / 8000)

__extension__ typedef __int128 wide;

struct sum {
	int64_t gradient, curvature;
};

/* A node of the level that is being split, and the limits of what its leaves may be. */
struct node {
	struct sum sum;
	int64_t low, high;
	int64_t gain;
	unsigned feature, limit;
	struct sum left;
};

struct training {
	const struct tree_samples *samples;
	int32_t *score;
	int32_t *gradient, *curvature;
	uint8_t *node; /* of each sample, in the level */
	uint32_t *active;
	size_t count; /* of those */
	uint32_t sigmoid[2 * SPAN + 1];
};

/* The logistic function for every score, by integers: e^(-1/256) is raised to the score's power. */
static void
fill_sigmoid(struct training *training)
{
	/* e^(-1/256) with 62 bits after the point. */
	const uint64_t factor = 4593706758521714574U;
	wide power = (wide)1 << 62;

	for (int i = 0; i <= SPAN; i++) {
		wide p = ((wide)ONE << 62) / (((wide)1 << 62) + power);

		training->sigmoid[SPAN + i] = (uint32_t)p;
		training->sigmoid[SPAN - i] = (uint32_t)(ONE - p);
		power = power * (wide)factor >> 62;
	}
}

/* The best step for a node's samples, in log odds. */
static int64_t
step_of(const struct sum *sum)
{
	return sum->gradient * TREE_UNIT / (sum->curvature + RIDGE);
}

static int64_t
gain_of(const struct sum *sum)
{
	return (int64_t)((wide)sum->gradient * sum->gradient / (sum->curvature + RIDGE));
}

static int64_t
between(int64_t value, int64_t low, int64_t high)
{
	return value < low ? low : value > high ? high : value;
}

/* Looks for better splits of all nodes of a level by one feature. */
static void
try_feature(struct training *training, unsigned feature, struct node *node, unsigned nodes)
{
	const struct tree_samples *samples = training->samples;
	const uint8_t *value = samples->feature + (size_t)feature * samples->count;
	bool rises = samples->rises != NULL && samples->rises[feature];
	static struct sum bin[NODES][BINS];

	memset(bin, 0, nodes * sizeof *bin);
	for (size_t i = 0; i < training->count; i++) {
		uint32_t at = training->active[i];
		struct sum *sum = &bin[training->node[i]][value[at]];

		sum->gradient += training->gradient[at];
		sum->curvature += training->curvature[at];
	}
	for (unsigned n = 0; n < nodes; n++) {
		struct sum left = {0, 0};

		for (unsigned limit = 0; limit < BINS - 1; limit++) {
			struct sum right;
			int64_t gain, below, above;

			if (bin[n][limit].curvature == 0)
				continue;
			left.gradient += bin[n][limit].gradient;
			left.curvature += bin[n][limit].curvature;
			right.gradient = node[n].sum.gradient - left.gradient;
			right.curvature = node[n].sum.curvature - left.curvature;
			if (left.curvature < LEAST || right.curvature < LEAST)
				continue;
			below = between(step_of(&left), node[n].low, node[n].high);
			above = between(step_of(&right), node[n].low, node[n].high);
			if (rises && below > above)
				continue;
			gain = gain_of(&left) + gain_of(&right) - gain_of(&node[n].sum);
			if (gain > node[n].gain) {
				/* In the middle of the gap to the next value. */
				unsigned next = limit + 1;

				while (next < BINS - 1 && bin[n][next].curvature == 0)
					next++;
				node[n].gain = gain;
				node[n].feature = feature;
				node[n].limit = (limit + next - 1) / 2;
				node[n].left = left;
			}
		}
	}
}

/* Splits the nodes of a level into those of the next one. */
static void
split(struct training *training, struct node *node, unsigned nodes, struct node *next)
{
	const struct tree_samples *samples = training->samples;

	for (unsigned n = 0; n < nodes; n++) {
		struct node *left = &next[2 * n], *right = &next[2 * n + 1];

		*left = *right = (struct node){.low = node[n].low, .high = node[n].high};
		if (node[n].gain == 0) { /* all go to the left */
			left->sum = right->sum = node[n].sum;
			node[n].limit = BINS - 1;
			continue;
		}
		left->sum = node[n].left;
		right->sum.gradient = node[n].sum.gradient - left->sum.gradient;
		right->sum.curvature = node[n].sum.curvature - left->sum.curvature;
		if (samples->rises != NULL && samples->rises[node[n].feature]) {
			int64_t middle = (between(step_of(&left->sum), node[n].low, node[n].high) +
						 between(step_of(&right->sum), node[n].low, node[n].high)) /
				2;

			left->high = middle;
			right->low = middle;
		}
	}
	for (size_t i = 0; i < training->count; i++) {
		const struct node *at = &node[training->node[i]];

		training->node[i] = (uint8_t)(2 * training->node[i] +
			(samples->feature[at->feature * samples->count + training->active[i]] > at->limit));
	}
}

static void
grow_tree(struct training *training, struct tree *tree)
{
	struct node node[NODES] = {{.low = -STEP_MAX, .high = STEP_MAX}}, next[NODES];

	for (size_t i = 0; i < training->count; i++) {
		node[0].sum.gradient += training->gradient[training->active[i]];
		node[0].sum.curvature += training->curvature[training->active[i]];
		training->node[i] = 0;
	}
	for (unsigned nodes = 1; nodes < NODES; nodes *= 2) {
		for (unsigned feature = 0; feature < training->samples->features; feature++)
			try_feature(training, feature, node, nodes);
		split(training, node, nodes, next);
		for (unsigned n = 0; n < nodes; n++) {
			tree->feature[nodes - 1 + n] = (uint8_t)node[n].feature;
			tree->limit[nodes - 1 + n] = (uint8_t)node[n].limit;
		}
		memcpy(node, next, sizeof node);
	}
	for (unsigned n = 0; n < NODES; n++)
		tree->leaf[n] = (int16_t)(between(step_of(&node[n].sum), node[n].low, node[n].high) / SLOWER);
}

/* The gradients of the logistic loss; which samples matter to the next tree. */
static void
find_gradients(struct training *training)
{
	const struct tree_samples *samples = training->samples;

	training->count = 0;
	for (size_t i = 0; i < samples->count; i++) {
		int32_t p, gradient;

		if (samples->label[i] < 0)
			continue;
		p = (int32_t)training->sigmoid[SPAN + between(training->score[i], -SPAN, SPAN)];
		gradient = samples->label[i] * ONE - p;
		if (abs(gradient) < SETTLED)
			continue;
		training->gradient[i] = gradient * samples->weight[i];
		training->curvature[i] = (int32_t)((int64_t)p * (ONE - p) / ONE + 1) * samples->weight[i];
		training->active[training->count++] = (uint32_t)i;
	}
}

void
trees_train(const struct tree_samples *samples, struct tree *tree, unsigned trees)
{
	struct training *training = calloc(1, sizeof *training);

	training->samples = samples;
	training->score = calloc(samples->count, sizeof *training->score);
	training->gradient = calloc(samples->count, sizeof *training->gradient);
	training->curvature = calloc(samples->count, sizeof *training->curvature);
	training->node = calloc(samples->count, sizeof *training->node);
	training->active = calloc(samples->count, sizeof *training->active);
	fill_sigmoid(training);
	for (unsigned i = 0; i < trees; i++) {
		find_gradients(training);
		grow_tree(training, &tree[i]);
		trees_score(samples, &tree[i], 1, training->score);
	}
	free(training->score);
	free(training->gradient);
	free(training->curvature);
	free(training->node);
	free(training->active);
	free(training);
}

/* Adds to the scores. */
void
trees_score(const struct tree_samples *samples, const struct tree *tree, unsigned trees, int32_t *score)
{
	for (size_t i = 0; i < samples->count; i++)
		for (unsigned n = 0; n < trees; n++) {
			unsigned node = 0;

			while (node < TREE_NODES)
				node = 2 * node + 1 +
					(samples->feature[tree[n].feature[node] * samples->count + i] >
						tree[n].limit[node]);
			score[i] += tree[n].leaf[node - TREE_NODES];
		}
}
