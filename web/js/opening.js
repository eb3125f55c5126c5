// The name of the opening of the game that is shown, and the moves with which the table of
// openings goes on. Who plays has to know these himself: they are shown in the analysis.

import { LinkLost } from "./api.js";
import { $, make, renew, within } from "./dom.js";

export class Opening {
	#app;
	#key = "";      // what was asked last
	/** @type {Answer.Opening | null} */
	#answer = null; // what the web API said to it

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	changed() {
		const question = questionOf(this.#app.tree), key = JSON.stringify(question);
		if (key === this.#key) return this.#show();
		this.#key = key;
		this.#answer = null;
		return this.#app.api.ask("opening", question).then(answer => {
			if (key !== this.#key) return;
			this.#answer = answer;
			this.#show();
		}, error => {
			if (key === this.#key) this.#key = "";
			if (!(error instanceof LinkLost)) this.#app.fail(error);
		});
	}

	#show() {
		const app = this.#app, answer = this.#answer, key = this.#key;
		if (!answer || !app.answer) return;
		const name = openingText(answer, app), legal = new Map(app.answer.legal.map(m => [m.move, m]));
		const book = app.mode === "analyse" && !app.answer.outcome ? answer.book.map(move => legal.get(move)).filter(Boolean) : [];
		$("opening").textContent = $("opening").title = name;
		$("opening").hidden = !name;
		renew($("book-moves"), () => book.map(m => make("button", { type: "button", onclick: () => {
			if (key === JSON.stringify(questionOf(app.tree))) app.play(m); // not somewhere else already
		} }, app.nameOf(m.names, m.move))));
		$("book").hidden = !book.length;
		const current = $("moves").querySelector("[aria-current]"); // the list has another height now
		if (current) within($("moves"), current);
	}
}

// questionOf returns what the web API is asked about a tree.
const questionOf = tree => ({
	game: tree.game, position: tree.position, chess960: tree.chess960, moves: tree.current().map(n => n.move), ply: tree.path().length,
});

// openingText writes what the web API says of an opening: code, name and castles.
/**
 * @param {Answer.Opening} opening
 * @param {import("./app.js").App} app
 */
export function openingText({ code, name, castles = [] }, app) {
	const sides = app.sides(), guarded = castles.map((castle, i) => castle
		&& app.t.castleOf(app.say(sides[i]), app.say(castle), app.tree.game, i));
	return [[code, app.say(name)].filter(Boolean).join(" "), ...guarded].filter(Boolean).join(app.t.openingJoin);
}
