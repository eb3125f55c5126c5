// The pen: while it is taken up, a finger or the mouse draws on the board of an analysis instead of
// moving pieces. A mouse can do so with its other button at any time.

import { $ } from "./dom.js";

const colours = { G: "#15781b", R: "#c33", B: "#2a6fb5", Y: "#c79a12" };

export class Pen {
	#app;

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("pen").addEventListener("click", () => {
			const all = ["", ...Object.keys(colours)];
			this.#take(all[(all.indexOf($("pen").dataset.colour ?? "") + 1) % all.length]);
		});
	}

	// #take takes up the pen of a colour, "" puts it down.
	#take(colour) {
		$("pen").dataset.colour = this.#app.board.pen = colour;
		$("pen").style.color = colours[colour] ?? "";
		$("pen").setAttribute("aria-pressed", String(Boolean(colour)));
	}

	entered() {
		$("pen").hidden = this.#app.mode !== "analyse";
		this.#take("");
	}
}
