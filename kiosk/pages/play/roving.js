// SPDX-License-Identifier: MIT
// Many controls of a kind are one stop of Tab: the arrows go from one to the next in their direction, and Tab goes on.

export const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const ASIDE = 3; // times as far as straight ahead, so that a row or a column is kept to

// The nearest of `all` that way, or undefined; `middle` gives the point [x, y] of one.
export function nearest(all, from, [dx, dy], middle) {
	const [x, y] = middle(from);
	const far = each => {
		const [there_x, there_y] = middle(each),
			ahead = (there_x - x) * dx + (there_y - y) * dy;
		return ahead > 1 ? ahead + ASIDE * Math.abs((there_x - x) * dy + (there_y - y) * dx) : Infinity;
	};
	const [least] = all.map(each => [far(each), each]).sort((a, b) => a[0] - b[0]);
	return least && least[0] < Infinity ? least[1] : undefined;
}

function middle_of(control) {
	const box = control.getBoundingClientRect();
	return [box.left + box.width / 2, box.top + box.height / 2];
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
		const controls = all();
		event.preventDefault();
		// At the end of a row or a column the one that is written next.
		(
			nearest(controls, event.target, way, middle_of) ||
			controls[controls.indexOf(event.target) + way[0] + way[1]]
		)?.focus();
	});
	// Once it is laid out: what is not shown is skipped.
	new MutationObserver(() => requestAnimationFrame(settle)).observe(root, {
		childList: true,
		subtree: true,
		attributeFilter: ['disabled'],
	});
	requestAnimationFrame(settle);
	return root;
}
