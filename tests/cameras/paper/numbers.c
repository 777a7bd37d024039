/* SPDX-License-Identifier: MIT
 * Dice, sines, powers and noise out of arithmetic alone. */
#include "tests/cameras/paper/numbers.h"

#include <math.h>

uint64_t
luck_next(struct luck *luck)
{
	uint64_t z = luck->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

unsigned
luck_below(struct luck *luck, unsigned n)
{
	return (unsigned)((luck_next(luck) >> 32) * n >> 32);
}

double
luck_unit(struct luck *luck)
{
	return (double)(luck_next(luck) >> 11) / 9007199254740992.0;
}

double
luck_in(struct luck *luck, double least, double most)
{
	return least + (most - least) * luck_unit(luck);
}

double
luck_about(struct luck *luck, double spread)
{
	double sum = 0;

	for (int i = 0; i < 4; i++)
		sum += luck_unit(luck) - 0.5;
	return sum * spread * 1.732;
}

bool
luck_one_in(struct luck *luck, double n)
{
	return luck_unit(luck) * n < 1;
}

struct luck
luck_part(const struct luck *luck, unsigned part)
{
	struct luck own = {luck->state ^ (uint64_t)(part + 1) * 0xd1342543de82ef95};

	own.state = luck_next(&own);
	return own;
}

/* A quarter of a turn to either side is a Taylor series, whose error is below 1e-9. */
double
plain_sin(double x)
{
	double t = x / TURN, sum = 1;

	t -= floor(t);
	if (t > 0.75)
		t -= 1;
	else if (t > 0.25)
		t = 0.5 - t;
	t *= TURN;
	for (int i = 13; i > 1; i -= 2)
		sum = 1 - sum * t * t / (i * (i - 1));
	return t * sum;
}

double
plain_cos(double x)
{
	return plain_sin(x + TURN / 4);
}

double
plain_exp2(double x)
{
	double whole = floor(x), part = (x - whole) * 0.6931471805599453, sum = 1;

	for (int i = 14; i > 0; i--)
		sum = 1 + sum * part / i;
	return ldexp(sum, (int)clamp(whole, -1000, 1000));
}

double
plain_log2(double x)
{
	int exponent;
	double m = frexp(x, &exponent), s = (m - 0.75) / (m + 0.75), power = s, sum = 0;

	for (int i = 1; i < 24; i += 2) {
		sum += power / i;
		power *= s * s;
	}
	/* log2(0.75), and twice the series over ln 2. */
	return exponent - 0.4150374992788438 + sum * 2.8853900817779268;
}

double
plain_pow(double x, double y)
{
	return x <= 0 ? 0 : plain_exp2(y * plain_log2(x));
}

double
plain_length(double x, double y)
{
	return sqrt(x * x + y * y);
}

double
clamp(double x, double least, double most)
{
	return x < least ? least : x > most ? most : x;
}

double
smooth_step(double from, double to, double x)
{
	double t = clamp((x - from) / (to - from), 0, 1);

	return t * t * (3 - 2 * t);
}

double
place_hash(int x, int y, unsigned salt)
{
	uint32_t h = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ salt * 0xcb1ab31fu;

	h = (h ^ h >> 15) * 0x2c1b3c6du;
	h = (h ^ h >> 12) * 0x297a2d39u;
	return (double)(h ^ h >> 15) / 4294967296.0;
}

double
noise(double x, double y, unsigned salt)
{
	double fx = floor(x), fy = floor(y), tx = x - fx, ty = y - fy;
	int ix = (int)fx, iy = (int)fy;

	tx = tx * tx * (3 - 2 * tx);
	ty = ty * ty * (3 - 2 * ty);
	double a = place_hash(ix, iy, salt), b = place_hash(ix + 1, iy, salt);
	double c = place_hash(ix, iy + 1, salt), d = place_hash(ix + 1, iy + 1, salt);

	return 2 * (a + (b - a) * tx + (c - a + (a - b - c + d) * tx) * ty) - 1;
}

double
noise_sum(double x, double y, unsigned salt, int octaves)
{
	double sum = 0, weight = 0.5;

	for (int i = 0; i < octaves; i++) {
		sum += weight * noise(x, y, salt + (unsigned)i);
		x = 2 * x + 17.3;
		y = 2 * y + 5.1;
		weight *= 0.5;
	}
	return sum;
}
