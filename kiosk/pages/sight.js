// SPDX-License-Identifier: MIT
// What several photos or frames of one table show together: a tag that was seen is seen, whose a piece
// is and what a mark is stays in doubt where two of them contradict each other. A mark's darkness is its
// mean; it is sure where a picture was and the mean is still like that of marks that were, as the kiosk
// itself adds up pictures (form_sum.c).
const ROUNDING = 1e-4;

class FormSum {
	constructor(code) {
		Object.assign(this, {code, marks: new Map(), lightest: Infinity, darkest: -Infinity});
	}

	add(form) {
		for (const mark of form.marks) {
			const sum = this.marks.get(mark.id) || {darkness: 0, filled: 0, empty: 0, unsure: 0};
			sum.darkness += mark.darkness;
			sum[mark.state]++;
			sum.colour ||= mark.colour;
			this.marks.set(mark.id, sum);
			if (mark.state === 'filled') this.lightest = Math.min(this.lightest, mark.darkness);
			if (mark.state === 'empty') this.darkest = Math.max(this.darkest, mark.darkness);
		}
	}

	state({darkness, filled, empty, unsure}) {
		const mean = darkness / (filled + empty + unsure);
		if (filled && !empty && mean >= this.lightest - ROUNDING) return 'filled';
		if (empty && !filled && mean <= this.darkest + ROUNDING) return 'empty';
		return 'unsure';
	}

	form() {
		return {
			code: this.code,
			marks: [...this.marks].map(([id, sum]) => ({
				id,
				darkness: sum.darkness / (sum.filled + sum.empty + sum.unsure),
				state: this.state(sum),
				...(sum.colour ? {colour: sum.colour} : {}),
			})),
		};
	}
}

// Whose a piece is by two pictures: what says less gives way. Null is somebody's, 'sheet' not cut off yet, 'two'
// a doubt for good.
function merged_holder(one, other) {
	for (const weak of [undefined, 'sheet', null]) {
		if (one === weak) return other;
		if (other === weak) return one;
	}
	return one === other ? one : 'two';
}

class HandSum {
	constructor(hand) {
		Object.assign(this, {like: hand, holder: new Map(), strangers: new Set()});
	}

	add(hand, ids) {
		const piled = new Set((hand.piles || []).flatMap(ids));
		for (const id of ids(hand)) if (!piled.has(id)) this.holder.set(id, merged_holder(this.holder.get(id), null));
		for (const pile of hand.piles || [])
			for (const id of ids(pile))
				this.holder.set(id, merged_holder(this.holder.get(id), pile.uncut ? 'sheet' : pile.piece));
		(hand.strangers || []).forEach(tag => this.strangers.add(tag));
	}
}

// The list of names in a hand or a pile: its member is called as the game calls its pieces.
function names_in(part) {
	const [, names] = Object.entries(part).find(
		([name, value]) => Array.isArray(value) && !['strangers', 'piles', 'unseen'].includes(name)
	) || ['', []];
	return names;
}

const member_of = part => Object.keys(part).find(name => part[name] === names_in(part)) || 'pieces';

export class Sight {
	constructor() {
		Object.assign(this, {
			frames: 0,
			tags: new Map(),
			pieces: new Map(),
			forms: new Map(),
			hands: new Map(),
			drafts: new Map(),
			pictures: new Map(),
			photos: [], // files, as read_photo() names them
			problems: [],
			advice: [],
		});
	}

	// Everything that is known for sure, a text each.
	facts() {
		const facts = new Set([...this.tags.keys(), ...this.pieces.keys()]);
		for (const sum of this.forms.values())
			for (const {id, state} of sum.form().marks) if (state !== 'unsure') facts.add(`${sum.code} ${id} ${state}`);
		for (const [play, {holder}] of this.hands)
			for (const [id, whose] of holder) if (Number.isInteger(whose)) facts.add(`${play} ${id} ${whose}`);
		return facts;
	}

	// Adds what a photo shows, as the kiosk answers; whether anything of it is new.
	add(answer) {
		const before = this.facts();
		this.frames++;
		for (const image of answer.images || []) {
			(image.tags || []).forEach(tag => this.tags.set(tag.id, tag));
			for (const form of image.forms || []) {
				if (!this.forms.has(form.code)) this.forms.set(form.code, new FormSum(form.code));
				this.forms.get(form.code).add(form);
			}
		}
		(answer.pieces || []).forEach(piece => this.pieces.set(piece.code, piece));
		for (const hand of answer.hands || []) {
			if (!this.hands.has(hand.play)) this.hands.set(hand.play, new HandSum(hand));
			this.hands.get(hand.play).add(hand, names_in);
		}
		for (const draft of answer.drafts || []) {
			this.drafts.set(draft.play, draft);
			draft.unsure.forEach(each => each.picture && this.pictures.set(`${each.piece} ${each.id}`, each));
		}
		this.photos.push(...(answer.photos || []));
		this.problems = answer.problems || [];
		this.advice = (answer.images || []).flatMap(image => image.quality?.advice || []);
		return [...this.facts()].some(fact => !before.has(fact));
	}

	// The marks of a form by all pictures, or as it is where it is in one alone.
	form(form) {
		const sum = this.forms.get(form.code);
		return this.frames > 1 && sum?.marks.size ? {...form, ...sum.form()} : form;
	}

	hand({like, holder, strangers}) {
		const member = member_of(like),
			piles = new Map();
		for (const [id, who] of [...holder].sort()) {
			const whose = who === 'two' ? null : who;
			piles.set(whose, [...(piles.get(whose) || []), id]);
		}
		return {
			play: like.play,
			[member]: [...holder.keys()].sort(),
			strangers: [...strangers],
			piles: [...piles].map(([whose, ids]) =>
				whose === 'sheet' ? {piece: null, uncut: true, [member]: ids} : {piece: whose, [member]: ids}
			),
		};
	}

	// What a draft says when all forms are what they are together: its result where that is the same.
	draft(draft, forms, last) {
		const doubts = new Set(
			forms.flatMap(({marks}) => marks.filter(({state}) => state === 'unsure').map(({id}) => id))
		);
		const filled = marks =>
			marks
				.filter(({state}) => state === 'filled')
				.map(({id}) => id)
				.join();
		const same = forms.every(form =>
			last.some(each => each.code === form.code && filled(each.marks) === filled(form.marks))
		);
		return {
			...draft,
			result: same && !doubts.size ? draft.result : null,
			unsure: [...this.pictures.values()].filter(({id}) => doubts.has(id)),
		};
	}

	// All of it, as an answer of the kiosk; `last` was the newest.
	answer(last = {}) {
		const seen = (last.images || []).flatMap(image => image.forms || []),
			forms = [...this.forms.values()].map(sum => sum.form());
		return {
			images: [{tags: [...this.tags.values()], forms, quality: {advice: this.advice}}],
			pieces: [...this.pieces.values()],
			hands: [...this.hands.values()].map(sum => this.hand(sum)),
			drafts: [...this.drafts.values()].map(draft => this.draft(draft, forms, seen)),
			problems: this.problems,
			photos: this.photos,
		};
	}
}
