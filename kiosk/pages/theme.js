// SPDX-License-Identifier: MIT
// Light or dark before the first thing is painted; a plain script for that reason.
(function () {
	const wish = matchMedia('(prefers-color-scheme: dark)');
	function kept() {
		try {
			return localStorage.getItem('seedpress.theme')?.replaceAll('"', '');
		} catch {
			return null;
		}
	}
	function paint() {
		document.documentElement.dataset.theme = kept() || (wish.matches ? 'dark' : 'light');
	}
	wish.addEventListener('change', paint);
	paint();
})();
