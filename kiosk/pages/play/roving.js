// SPDX-License-Identifier: MIT
// Many controls of a kind are one stop of Tab: the arrows go from one to the next in their direction, and Tab goes on.

const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const ASIDE = 3; // times as far as straight ahead, so that a row or a column is kept to

function middle(control) {
	const box = control.getBoundingClientRect();
	return [box.left + box.width / 2, box.top + box.height / 2];
}

// The nearest one that way; at the end of a row or a column the one that is written next.
function next(controls, from, [dx, dy]) {
	const [x, y] = middle(from);
	let best = null,
		least = Infinity;
	for (const each of controls) {
		const [there_x, there_y] = middle(each),
			ahead = (there_x - x) * dx + (there_y - y) * dy,
			far = ahead + ASIDE * Math.abs((there_x - x) * dy + (there_y - y) * dx);
		if (each !== from && ahead > 1 && far < least) [best, least] = [each, far];
	}
	return best || controls[controls.indexOf(from) + dx + dy];
}

// What `css` finds in `root` is such a group, also what is put there later.
export function roving(root, css) {
	let at = 0; // which one Tab comes to
	const all = () => [...root.querySelectorAll(css)].filter(each => !each.disabled && each.checkVisibility());
	const settle = () => {
		const controls = all();
		controls.forEach((each, index) => {
			each.tabIndex = index === Math.min(at, controls.length - 1) ? 0 : -1;
		});
	};
	root.classList.add('roving');
	root.addEventListener('focusin', ({target}) => {
		const index = all().indexOf(target);
		if (index < 0) return;
		at = index;
		settle();
	});
	root.addEventListener('keydown', event => {
		const way = WAYS[event.key];
		if (!way || event.ctrlKey || event.metaKey || event.altKey || !event.target.matches(css)) return;
		event.preventDefault();
		next(all(), event.target, way)?.focus();
	});
	// Once it is laid out: what is not shown is no stop.
	new MutationObserver(() => requestAnimationFrame(settle)).observe(root, {
		childList: true,
		subtree: true,
		attributeFilter: ['disabled'],
	});
	requestAnimationFrame(settle);
	return root;
}
