/* SPDX-License-Identifier: MIT
 * Gradient boosting of shallow decision trees for two classes, with integers only: the same samples give the same trees
 * on every processor. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREE_NODES 7   /* of a complete tree of depth 3 */
#define TREE_UNIT  256 /* log odds of one, in leaves and scores */

struct tree {
	uint8_t feature[TREE_NODES], limit[TREE_NODES];
	int16_t leaf[TREE_NODES + 1];
};

/* What trees are trained on. */
struct tree_samples {
	size_t count;
	unsigned features;
	const uint8_t *feature; /* feature[f * count + i] */
	const int8_t *label;    /* 0 or 1; below 0: not used */
	const uint8_t *weight;
	const bool *rises; /* of each feature: more of it never lowers the score; NULL: of none */
};

/* Trains trees one after another. */
void trees_train(const struct tree_samples *samples, struct tree *tree, unsigned trees);

/* Adds what the trees say of each sample to its score, in log odds. */
void trees_score(const struct tree_samples *samples, const struct tree *tree, unsigned trees, int32_t *score);
