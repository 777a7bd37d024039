/* SPDX-License-Identifier: MIT
 * The packets between the program and a worker that looks at a page. The worker asks about texts, forms and layouts,
 * one question at a time, and then sends what it saw. Answers never contain a key. Both ends are the same program, so
 * the packets are plain structs; but a malicious file may have taken over the worker, so the program checks every value
 * (sight_reader.h). */
#pragma once

#include "kiosk/eye/eye.h"

/* What an order (struct worker_order) can request instead of pixels. */
enum sight_wish {
	SIGHT_WISH = 1,   /* what each image shows */
	SIGHT_WISH_CROPS, /* the same, with cut-outs of its unsure marks */
};

enum sight_kind {
	SIGHT_TEXT = 1, /* a question: which code is this text? `count` bytes follow */
	SIGHT_EXPECTED, /* a question: which is the `count`-th form to look for? */
	SIGHT_LAYOUT,   /* a question: what is the layout of the code of number `count`? */
	SIGHT_CODES,    /* `count` struct sight_code follow */
	SIGHT_TAGS,     /* `count` struct seen_tag follow */
	SIGHT_FORM,     /* struct sight_form follows, with `count` marks */
	SIGHT_CROP,     /* struct seen_crop follows */
	SIGHT_END,      /* the last packet about this page */
	SIGHT_QUALITY,  /* struct sight_quality follows */
	/* New kinds are added at the end: saved fuzzer inputs contain the numbers. */
	SIGHT_COVERED, /* a question: may game number `count` have pieces here whose QR is covered? */
	SIGHT_PRINT,   /* a question: which of those has this print? EYE_PRINT_MAX bytes follow */
	SIGHT_KINDS,
};

/* The start of every packet. */
struct sight_head {
	uint32_t kind, count;
};

/* The number is from an answer about this page. */
struct sight_code {
	uint32_t number;
	struct point corner[4];
};

struct sight_mark {
	uint32_t state, colour; /* enum mark_state, mark_colour */
	double darkness, probability, radius;
	struct point at;
};

struct sight_form {
	uint32_t number, corners;
	struct sight_mark mark[FORM_BUBBLES]; /* only the first `count` are sent */
};

/* The answer to a question. */
struct sight_answer {
	uint32_t known;  /* 0: not one of ours, or no more of them */
	uint32_t number; /* of the code; about a layout, of its game in the list of games */
	union {
		struct form form;
		unsigned char layout[LAYOUT_MAX]; /* about a layout */
	};
};

/* Bytes of the largest packet. */
#define SIGHT_PACKET_MAX (sizeof(struct sight_head) + EYE_TAGS_MAX * sizeof(struct seen_tag))
