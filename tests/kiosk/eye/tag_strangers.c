/* SPDX-License-Identifier: MIT
 * Tags of ours lie among things that are like them: tags of other families with the same rings,
 * words that are no tag's, tags half covered, half on each other or cut off, QR codes, checks and
 * print. Not one id is read that is not there. With a number, that many pictures of each kind are
 * looked at. test-tag_strangers [NUMBER] */
#include <apriltag/apriltag.h>
#include <apriltag/tagCustom48h12.h>
#include <apriltag/tagStandard52h13.h>
#include <math.h>
#include <qrencode.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "kiosk/eye/tag_words.h"
#include "kiosk/sight/code_list.h"
#include "tests/kiosk/eye/camera.h"
#include "tests/kiosk/eye/looking.h"
#include "tests/tools.h"

#define WIDTH    900 /* pixels of a picture */
#define HEIGHT   640
#define OURS     8    /* tags of ours in a picture: they say how large others are */
#define APART    13.0 /* modules from one thing to the next: a tag has ten */
#define SIDE_MAX 32   /* modules of a thing */
#define IDS_MAX  1024
#define PAPER    225
#define WORDS    few_or_all(1000, 3000) /* drawn: with a likeness of 0.75, 0.1 ahead, some of them would be tags */

/* Something printed in modules, each of its grey. */
struct stamp {
	int side;
	uint8_t grey[SIDE_MAX][SIDE_MAX];
};

/* A picture and the ids in it. */
struct shown {
	struct image image;
	double module, turn; /* pixels and radians */
	uint64_t dice;
	unsigned ids;
	unsigned id[IDS_MAX];
};

static apriltag_family_t *ours, *others;
static struct eye *eye;
static unsigned pictures = 2;
static unsigned right; /* tags that were read */

/* A word as a tag of a family whose rings are where ours has them. */
static void
stamp_word(struct stamp *stamp, const apriltag_family_t *family, uint64_t word)
{
	stamp->side = 10;
	for (int v = 0; v < 10; v++)
		for (int u = 0; u < 10; u++) {
			double away = fmax(fabs(u - 4.5), fabs(v - 4.5));

			stamp->grey[v][u] = away == 3.5 ? 25 : PAPER;
		}
	for (uint32_t i = 0; i < family->nbits; i++)
		stamp->grey[family->bit_y[i] + 2][family->bit_x[i] + 2] =
			word >> (family->nbits - 1 - i) & 1 ? PAPER : 25;
}

static void
stamp_ours(struct shown *shown, struct stamp *stamp)
{
	unsigned id = dice_below(&shown->dice, ours->ncodes);

	assert_true(shown->ids < IDS_MAX);
	shown->id[shown->ids++] = id;
	stamp_word(stamp, ours, ours->codes[id]);
}

/* Presses a stamp with its middle here; what is outside of the picture is cut off. */
static void
press(struct shown *shown, const struct stamp *stamp, double x, double y, double turn)
{
	double c = cos(turn) / shown->module, s = sin(turn) / shown->module;
	int reach = (int)(0.75 * stamp->side * shown->module) + 2;

	for (int py = MAX(0, (int)y - reach); py < MIN(HEIGHT, (int)y + reach); py++)
		for (int px = MAX(0, (int)x - reach); px < MIN(WIDTH, (int)x + reach); px++) {
			uint8_t *at = shown->image.grey + (size_t)py * WIDTH + (size_t)px;
			double sum = 0;

			for (int i = 0; i < 16; i++) {
				double dx = px + (i % 4 + 0.5) / 4 - x, dy = py + (i / 4 + 0.5) / 4 - y;
				int u = (int)floor(dx * c + dy * s + stamp->side / 2.0),
				    v = (int)floor(dy * c - dx * s + stamp->side / 2.0);
				bool in = u >= 0 && v >= 0 && u < stamp->side && v < stamp->side;

				sum += in && stamp->grey[v][u] > 0 ? stamp->grey[v][u] : *at;
			}
			*at = (uint8_t)(sum / 16);
		}
}

/* Kinds of strangers: each draws one about here. */
typedef void stranger(struct shown *shown, double x, double y, double turn);

static void
other_word(struct shown *shown, double x, double y, double turn)
{
	struct stamp stamp;

	stamp_word(&stamp, ours, dice_roll(&shown->dice));
	press(shown, &stamp, x, y, turn);
}

static void
other_family(struct shown *shown, double x, double y, double turn)
{
	struct stamp stamp;

	stamp_word(&stamp, others, others->codes[dice_below(&shown->dice, others->ncodes)]);
	press(shown, &stamp, x, y, turn);
}

/* A finger lies over a third of it. */
static void
covered(struct shown *shown, double x, double y, double turn)
{
	double towards = dice_between(&shown->dice, 0, 2 * G_PI),
	       off = dice_between(&shown->dice, 3, 8) * shown->module;
	struct stamp stamp, finger = {.side = 6};

	stamp_ours(shown, &stamp);
	press(shown, &stamp, x, y, turn);
	memset(finger.grey, (int)dice_below(&shown->dice, 120) + 80, sizeof finger.grey);
	press(shown, &finger, x + cos(towards) * off, y + sin(towards) * off, towards);
}

/* Half of one lies on half of another: in line with it, or shifted along the cut. */
static void
overlapping(struct shown *shown, double x, double y, double turn)
{
	double along = dice_below(&shown->dice, 2) ? 0 : dice_between(&shown->dice, -3, 3) * shown->module;
	struct stamp under, over;

	stamp_ours(shown, &under);
	stamp_ours(shown, &over);
	for (int v = 0; v < over.side; v++)
		memset(over.grey[v], 0, (size_t)over.side / 2);
	press(shown, &under, x, y, turn);
	press(shown, &over, x - sin(turn) * along, y + cos(turn) * along, turn);
}

/* Squares, of one module or of several. */
static void
checks(struct shown *shown, double x, double y, double turn)
{
	int size = 1 + (int)dice_below(&shown->dice, 3);
	struct stamp stamp = {.side = 12};

	for (int i = 0; i < 144; i++)
		stamp.grey[i / 12][i % 12] = (i / 12 / size + i % 12 / size) % 2 ? 25 : PAPER;
	press(shown, &stamp, x, y, turn);
}

/* Half modules as letters have them, in a frame like a tag's rings. */
static void
framed_print(struct shown *shown, double x, double y, double turn)
{
	struct stamp stamp = {.side = 20};

	for (int v = 0; v < 20; v++)
		for (int u = 0; u < 20; u++) {
			double away = fmax(fabs(u - 9.5), fabs(v - 9.5));
			bool black = away > 6 && away<8, white = away> 4 && away < 6;

			stamp.grey[v][u] = black || (!white && dice_below(&shown->dice, 2)) ? 25 : PAPER;
		}
	shown->module /= 2;
	press(shown, &stamp, x, y, turn);
	shown->module *= 2;
}

/* Its patterns as large as a tag's rings, the rest reaching under its neighbours. */
static void
qr(struct shown *shown, double x, double y, double turn)
{
	char words[32];
	struct stamp stamp;
	QRcode *code;

	snprintf(words, sizeof words, "%llx", (unsigned long long)dice_roll(&shown->dice));
	code = QRcode_encodeString(words, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
	stamp.side = MIN(code->width, SIDE_MAX);
	for (int v = 0; v < stamp.side; v++)
		for (int u = 0; u < stamp.side; u++)
			stamp.grey[v][u] = code->data[v * code->width + u] & 1 ? 25 : PAPER;
	QRcode_free(code);
	press(shown, &stamp, x, y, turn);
}

static void
cut_off(struct shown *shown, double x, double y, double turn)
{
	struct stamp stamp;

	stamp_ours(shown, &stamp);
	press(shown, &stamp, x < WIDTH / 2.0 ? dice_between(&shown->dice, -2, 4) * shown->module : x,
		x < WIDTH / 2.0 ? y : HEIGHT - dice_between(&shown->dice, -2, 4) * shown->module, turn);
}

static void
expose(struct shown *shown)
{
	double noise = dice_between(&shown->dice, 1, 7);

	camera_blur(&shown->image, dice_between(&shown->dice, 0.4, 1.0));
	for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
		double off = 0;

		for (int j = 0; j < 3; j++)
			off += dice_between(&shown->dice, -noise, noise);
		shown->image.grey[i] = (uint8_t)CLAMP(shown->image.grey[i] + off, 0, 255);
	}
}

static bool
is_shown(const struct shown *shown, unsigned id)
{
	for (unsigned i = 0; i < shown->ids; i++)
		if (shown->id[i] == id)
			return true;
	return false;
}

/* Strangers in rows, with some tags of ours among them. */
static void
show(struct shown *shown, stranger *draw)
{
	double step = APART * shown->module;
	unsigned cols = (unsigned)(WIDTH / step), rows = (unsigned)(HEIGHT / step);

	memset(shown->image.grey, PAPER, (size_t)WIDTH * HEIGHT);
	for (int pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < cols * rows; i++) {
			bool one_of_ours = i % (cols * rows / OURS) == cols + 1;
			double x = (i % cols + 0.5) * step, y = (i / cols + 0.5) * step;
			double turn = shown->turn + dice_between(&shown->dice, -0.4, 0.4);
			struct stamp stamp;

			if (one_of_ours != (pass == 1))
				continue;
			if (one_of_ours) {
				stamp_ours(shown, &stamp);
				press(shown, &stamp, x, y, turn);
			} else {
				draw(shown, x, y, turn);
			}
		}
	expose(shown);
}

static void
look_at(const char *name, stranger *draw)
{
	unsigned wrong = 0, read = 0, strangers = 0;

	for (unsigned n = 0; n < pictures; n++) {
		struct shown shown = {.image = {WIDTH, HEIGHT, malloc((size_t)WIDTH * HEIGHT)}, .dice = n + 1};
		struct sight sight;

		shown.module = dice_between(&shown.dice, 2.8, 4.0);
		shown.turn = dice_between(&shown.dice, 0, G_PI);
		show(&shown, draw);
		code_list_look(NULL, eye, &shown.image, &sight);
		for (unsigned i = 0; i < sight.tags->len; i++)
			if (is_shown(&shown, SEEN_TAG(&sight, i)->id))
				read++;
			else
				wrong++;
		strangers += (unsigned)(WIDTH / (APART * shown.module)) * (unsigned)(HEIGHT / (APART * shown.module));
		sight_finish(&sight);
		image_finish(&shown.image);
	}
	right += read;
	print_message("%s: %u tags read, %u wrong among %u things\n", name, read, wrong, strangers);
	assert_int_equal(wrong, 0);
}

static void
no_id_is_read_that_is_not_there(void **state)
{
	static const struct {
		const char *name;
		stranger *draw;
	} kinds[] = {
		{"words that are no tag's", other_word},
		{"another family", other_family},
		{"a third covered", covered},
		{"half on each other", overlapping},
		{"cut off", cut_off},
		{"print in rings", framed_print},
		{"checks", checks},
		{"QR codes", qr},
	};

	(void)state;
	for (size_t i = 0; i < LENGTH(kinds); i++)
		look_at(kinds[i].name, kinds[i].draw);
	assert_true(right > 0); /* what lies among strangers is read at all */
}

/* However clear its modules are. */
static void
a_word_that_is_no_tags_is_not_certain(void **state)
{
	struct tag_words *words = tag_words_create(ours);
	double bit[TAG_WORD_BITS];
	struct tag_word word;
	uint64_t dice = 5;

	(void)state;
	for (unsigned n = 0; n < WORDS; n++) {
		uint64_t drawn = dice_roll(&dice);

		for (unsigned i = 0; i < TAG_WORD_BITS; i++)
			bit[i] = drawn >> i & 1 ? 1 : -1;
		tag_words_find(words, bit, &word);
		if (tag_word_is_certain(&word))
			fail_msg("word %u is taken for tag %u: likeness %.3f, %.3f ahead", n, word.id, word.likeness,
				word.ahead);
	}
	tag_words_destroy(words);
}

/* Up to three modules of a tag may be wrong altogether. */
static void
a_damaged_tag_is_certain(void **state)
{
	struct tag_words *words = tag_words_create(ours);
	double bit[TAG_WORD_BITS];
	struct tag_word word;
	uint64_t dice = 6;

	(void)state;
	for (unsigned n = 0; n < 40; n++) {
		unsigned id = dice_below(&dice, ours->ncodes);

		for (unsigned i = 0; i < TAG_WORD_BITS; i++)
			bit[i] = ours->codes[id] >> (TAG_WORD_BITS - 1 - i) & 1 ? 1 : -1;
		for (unsigned i = 0; i < n % 4; i++)
			bit[(n + 17 * i) % TAG_WORD_BITS] *= -1;
		tag_words_find(words, bit, &word);
		assert_true(tag_word_is_certain(&word));
		assert_int_equal(word.id, id);
		assert_int_equal(word.off, n % 4);
	}
	tag_words_destroy(words);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_that_is_no_tags_is_not_certain),
		cmocka_unit_test(a_damaged_tag_is_certain),
		cmocka_unit_test(no_id_is_read_that_is_not_there),
	};
	int failed;

	if (argc > 1)
		pictures = (unsigned)MAX(1, atoi(argv[1]));
	if (sodium_init() < 0 || (eye = eye_create(NULL)) == NULL)
		return 1;
	ours = tagStandard52h13_create();
	others = tagCustom48h12_create();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tagCustom48h12_destroy(others);
	tagStandard52h13_destroy(ours);
	eye_destroy(eye);
	return failed;
}
