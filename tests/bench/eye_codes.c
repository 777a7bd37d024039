/* SPDX-License-Identifier: MIT
 * The QR of a sheet's strip, at a given number of pixels per module. */
#include <math.h>
#include <stdio.h>

#include "gen/press/printed_game.h"
#include "tests/bench/eye.h"
#include "tests/tools.h"

/* The strip of a sheet at a given number of pixels per module of its QR. */
static void
codes(struct bench *bench, int32_t w, int32_t h, double pixels, enum level level, unsigned pictures)
{
	unsigned right = 0, wrong = 0;

	for (unsigned n = 0; n < pictures; n++) {
		struct coupons_layout layout;
		struct camera camera;
		struct sheet sheet;
		struct sight sight;
		struct code code;
		struct form form;
		struct print_job job;
		struct pose pose;
		struct rect part;

		bench_draw(bench, "coupons", 4, &job, &sheet, &code);
		game_coupons.build(&layout, &code);
		game_coupons.form(&layout, &code, &form);
		part = (struct rect){
			form.tag[0].at.x - 300, form.tag[0].at.y - 100, form.w + 600, form.h - form.tag[0].at.y + 400};
		/* A webcam is held close to the code. */
		if (w < 1000)
			part = (struct rect){form.qr.x - 800, form.qr.y - 800, form.qr.w + 1600, form.qr.h + 1600};
		/* A version 1 code with its quiet zone has 29 modules in its box. */
		pose = (struct pose){.x = w / 2.0,
			.y = h / 2.0,
			.scale = pixels / (floor(form.qr.w / 100.0 / 29 * 300 / 25.4) * 25.4 / 300),
			.turn = bench_drawn(bench, 0, 360),
			.tilt = bench_drawn(bench, 0, 30),
			.tilt_towards = bench_drawn(bench, 0, 360)};
		camera_init(&camera, w, h, dice_roll(&bench->dice));
		camera_lay(&camera, &sheet, &part, &pose);
		camera_shoot(&camera, level);
		bench_look(bench, &camera.photo, &sight);
		for (unsigned c = 0; c < sight.codes->len; c++) {
			bool same = SEEN_CODE(&sight, c)->code.seed == code.seed;

			right += same;
			wrong += !same;
		}
		sight_finish(&sight);
		camera_finish(&camera);
		image_finish(&sheet.image);
	}
	printf("codes    %4dx%-4d %-8s %.0f px a module: %6.2f %% read, %u wrong\n", w, h, bench_levels[level], pixels,
		100.0 * right / pictures, wrong);
}

void
bench_codes(struct bench *bench, enum level level, unsigned pictures)
{
	for (double pixels = 3; pixels <= 6; pixels++)
		codes(bench, 1920, 1080, pixels, level, pictures);
	codes(bench, 640, 480, 4, level, pictures);
}
