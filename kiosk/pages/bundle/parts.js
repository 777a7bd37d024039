// SPDX-License-Identifier: MIT
// The modules that `bundle` put together: what makes each by its name, and what was made. A module is made
// when it is first used; one that is not here yet comes with its view.
const seedpress = (globalThis.seedpress = {
	makers: {},
	made: {},
	files: {},
	use(name) {
		if (!(name in this.made)) this.makers[name]((this.made[name] = {}));
		return this.made[name];
	},
	async load(name) {
		if (!this.makers[name]) await import(this.files[name]);
		return this.use(name);
	},
});
