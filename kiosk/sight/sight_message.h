/* SPDX-License-Identifier: MIT
 * What a worker that looks at a page and the program tell each other. The worker
 * asks about texts and for forms, one at a time, and then says what it saw; the
 * program answers with numbers and forms, never with a key. Both are the same program,
 * so these are plain structs; but a file may have taken the worker over, so the program
 * believes nothing that it did not compare with the bounds (sight_reader.h). */
#ifndef SEEDPRESS_KIOSK_SIGHT_SIGHT_MESSAGE_H
#define SEEDPRESS_KIOSK_SIGHT_SIGHT_MESSAGE_H

#include "kiosk/eye/eye.h"

/* What an order (struct worker_order) can wish for instead of pixels. */
enum sight_wish {
	SIGHT_WISH = 1,   /* what each image shows */
	SIGHT_WISH_CROPS, /* and its unsure marks, cut out of it */
};

enum sight_kind {
	SIGHT_TEXT = 1, /* a question: which code is this text? `count` bytes follow */
	SIGHT_EXPECTED, /* a question: which is the `count`-th form that may be there? */
	SIGHT_LAYOUT,   /* a question: what is the layout of the code of number `count`? */
	SIGHT_CODES,    /* `count` struct sight_code follow */
	SIGHT_TAGS,     /* `count` struct seen_tag follow */
	SIGHT_FORM,     /* struct sight_form follows, with `count` marks */
	SIGHT_CROP,     /* struct seen_crop follows */
	SIGHT_END,      /* that was all of this page */
	SIGHT_QUALITY,  /* before that: struct sight_quality follows */
	/* Last, since the inputs that the fuzzer keeps have the numbers above. */
	SIGHT_COVERED, /* a question: may pieces of the game of number `count` be there with their QR covered? */
	SIGHT_PRINT,   /* a question: which of them has this print? EYE_PRINT_MAX bytes follow */
};

/* The start of every packet. */
struct sight_head {
	uint32_t kind, count;
};

/* Numbers of codes are those of answers about this page. */
struct sight_code {
	uint32_t number;
	struct point corner[4];
};

struct sight_mark {
	uint32_t state, colour; /* enum mark_state, mark_colour */
	double darkness, radius;
	struct point at;
};

struct sight_form {
	uint32_t number, corners;
	struct sight_mark mark[FORM_BUBBLES]; /* as many as there are are sent */
};

/* The answer to a question. */
struct sight_answer {
	uint32_t known; /* 0: none of ours, or no more */
	uint32_t number;
	struct form form;
};

/* The answer about a layout. */
struct sight_layout {
	uint32_t known; /* 0: it is not read in a way of its own */
	uint32_t game;  /* the place in the list of games that are */
	_Alignas(max_align_t) unsigned char layout[LAYOUT_MAX];
};

/* Bytes of the largest packet. */
#define SIGHT_PACKET_MAX (sizeof(struct sight_head) + EYE_TAGS_MAX * sizeof(struct seen_tag))

/* Whether an answer is within its bounds. */
bool sight_answer_is_fine(const struct sight_answer *answer);

#endif
