// SPDX-License-Identifier: MIT
// Why a line of a score is worth what it is, for answers that do not say it themselves;
// names, pictures and house rules in words.
import {count} from './dom.js';

const each = {
	chips: n => `${count(n, 'coupon')}: the money shown on each`,
	dip: n => `${count(n, 'dip')}: $1 for every chips coupon, each`,
	firework: n => `${count(n, 'coupon')}: the money shown on each`,
	grill: n => `${count(n, 'grill')} kept, $5 each`,
	'hotdog and bun pairs': n => `${count(n, 'pair')}, $3 each`,
	'hotdogs or buns left over': n => `${n} without a partner, −$1 each`,
	watermelon: n => `${count(n, 'melon')}: the money shown on each`,
	'five watermelons': () => '$10 for every five',
	burgers: n => `${count(n, 'part')} in the best sets: 1, 5, 9 and 14 for one to four different ones`,
	coleslaw: n => `${n} of it, −$2 each`,
	'most fireworks': n => `${count(n, 'icon')}, the most: $3 a player`,
	'second most fireworks': n => `${count(n, 'icon')}, the second most: $1 a player`,
	sock: n => `${count(n, 'sock')} from the score dryer, 5 each`,
	'pair of socks': () => 'both from the no-score dryer',
	one: n => `${n} captured, 1 each`,
	emerald: n => `${n} captured, 2 each`,
	bomb: n => `${n} captured, −3 each; with a star +2`,
	poop: n => (n >= 4 ? `${n} captured: the set counts` : `${n} captured, −1 each`),
	swirl: n => `${n} captured: 3 each, less 1 for every other symbol on the same clip`,
	ladder: n => `${n} captured: 1, 3, 6, 9, 12, 15 for one to six`,
	star: n => `${n} captured: each turns a bomb into +2`,
	wild: n => `${n} captured: two make any symbol but a swirl`,
	bid: () => 'the last bid, for going first',
};

// `players`: how many they were.
export function reason(game, line, players) {
	if (line.why) return line.why;
	if (game === 'chipit')
		return players > 2
			? `finished ${['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][line.count - 1] || line.count}`
			: 'points in chips and 3 for every card';
	if (each[line.what]) return each[line.what](line.count || 0);
	return game === 'laundry'
		? line.what.includes(' and ')
			? 'both from the no-score dryer'
			: 'its value, from the score dryer'
		: line.count
			? `${line.count} of them`
			: '';
}

const pictures = new Set([
	'bedsheet',
	'bomb',
	'bra',
	'chips',
	'coleslaw',
	'dip',
	'emerald',
	'firework',
	'grill',
	'ladder',
	'one',
	'pants',
	'pillowcase',
	'poop',
	'shirt',
	'sock',
	'star',
	'swirl',
	'underwear',
	'watermelon',
	'wild',
]);
const others = {
	'hotdog and bun pairs': 'hotdog',
	'hotdogs or buns left over': 'bun',
	'five watermelons': 'watermelon',
	burgers: 'patty',
	'most fireworks': 'spark',
	'second most fireworks': 'spark',
	'pair of socks': 'sock',
	bid: 'first',
};

export function picture(what) {
	return pictures.has(what)
		? what
		: others[what] ||
				(what.startsWith('game') ? 'card' : what.split(' ').find(word => pictures.has(word)) || 'coin');
}

export const rule_words = {
	burger_pair: ['Two different burger parts', {5: 'are worth $5', 4: 'are worth $4'}],
	poop_set: ['Four poops or more', {total: 'are worth 7 together', bonus: 'cost 1 each and give 7 once'}],
	ladder_from: ['The first ladder', {0: 'is worth 1', 1: 'is worth 0, the seventh makes 15'}],
};

export const ranks = [
	'Bomb: 20 or less',
	'Poop: 21 to 25',
	'Emerald: 26 to 30',
	'Star: 31 to 35',
	'Impossible: 36 and more',
];
export const rank_symbols = ['bomb', 'poop', 'emerald', 'star', 'trophy'];
