/* SPDX-License-Identifier: MIT
 * Cards that lie before the wider camera, and how they were read. */
#pragma once

#include "kiosk/games/clips/card.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/traced.h"

/* For tests that show cards: made by a test's main(). */
extern struct shaper *shown_shaper;

struct shown {
	struct played played;
	struct scene scene;
	struct lie lie;
	struct card card;
};

void show(
	struct shown *shown, enum level level, enum wires wires, unsigned clips, const struct lie *lie, uint64_t dice);

/* By the other hand. */
void show_clipped(struct shown *shown, enum metal one, enum metal other, enum pushed pushed, const struct lie *lie,
	uint64_t dice);

/* By the third hand. */
void show_traced(
	struct shown *shown, enum metal one, enum metal other, enum level level, const struct lie *lie, uint64_t dice);

/* Fills in the card of the code that was played. */
void shown_card(struct shown *shown);
void put_away(struct shown *shown);

/* What is known of a picture before anybody looks: a code, or cards that may be there; NULL where nothing is. */
struct known {
	const struct code *told;
	const struct covered_list *open;
};

void list_known(const struct known *known, struct code_list *codes);
void look_told(const struct shown *shown, const struct known *known, struct code_list *codes, struct sight *sight);

/* How the clips of a card were read. */
struct clip_count {
	unsigned right, unsure;
	bool first_unsure;
};

/* Nothing that is sure may be wrong. */
struct clip_count judge(const struct shown *shown, const struct seen_form *form);
