// The levels of the engine as a strip, each with its name and its Elo. It sets the field of
// the form, which has more to choose from.

import { $, make } from "./dom.js";

export class Levels {
	#app;
	#drawn = [];

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("levels").addEventListener("change", e => {
			$("setup-level").value = /** @type {HTMLInputElement} */ (e.target).value;
			$("setup-level").dispatchEvent(new Event("input", { bubbles: true }));
		});
		$("setup-form").addEventListener("input", () => this.#mark());
	}

	changed() {
		const app = this.#app, drawn = [app.game, app.language];
		if (drawn.some((value, i) => value !== this.#drawn[i])) {
			$("levels").replaceChildren(...app.game.levels.map(level => make("label", { title: app.say(level.about) },
				make("input", { type: "radio", name: "strip", value: level.key }), make("span", {}, app.say(level.name)),
					make("small", {}, level.elo ? String(level.elo) : "∞"))));
		}
		this.#drawn = drawn;
		this.#mark();
	}

	language() { if (this.#app.answer) this.changed(); }

	#mark() {
		for (const input of $("levels").querySelectorAll("input")) input.checked = input.value === $("setup-level").value;
	}
}
