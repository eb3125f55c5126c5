// What endgame tables say of the position: a result, and how far it is to the next capture,
// pawn move or mate, of it and of each legal move. Only a server that has tables knows.

import { LinkLost } from "./api.js";
import { $, make, renew } from "./dom.js";

export class Endgame {
	#app;
	#key = "";      // what was asked last
	/** @type {Answer.Endgame | null} */
	#answer = null; // what the web API said to it

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	changed() {
		const app = this.#app, { answer, tree } = app;
		const known = app.mode === "analyse" && !app.editing && !answer.outcome && answer.board.length <= (app.game.men ?? 0);
		const question = { game: tree.game, position: tree.position, chess960: tree.chess960, moves: tree.moves() },
			key = known ? JSON.stringify(question) : "";
		if (key === this.#key) return this.#show();
		this.#key = key;
		this.#answer = null;
		this.#show();
		if (!known) return undefined;
		return app.api.ask("endgame", question).then(told => {
			if (key !== this.#key) return;
			this.#answer = told;
			this.#show();
		}, error => {
			if (key === this.#key) this.#key = "";
			if (!(error instanceof LinkLost)) app.fail(error);
		});
	}

	#show() {
		const app = this.#app, { t } = app, told = this.#answer, key = this.#key;
		$("endgame").hidden = !told?.moves;
		if (!told?.moves || !app.answer) return;
		$("endgame-verdict").textContent = t.endgameIs(app.sideName(app.answer.side), t.verdicts[told.result], told.dtz,
			["cursed win", "blessed loss"].includes(told.result));
		$("endgame-verdict").className = classOf(told.result);
		const legal = new Map(app.answer.legal.map(m => [m.move, m]));
		renew($("endgame-moves"), () =>
			told.moves.map(({ move, names, result, dtz }) => make("li", {}, make("button", { type: "button", onclick: () => {
			if (key === this.#key && legal.has(move)) app.play(legal.get(move)); // not somewhere else already
		} }, app.nameOf(names, move)), " ", make("span", { className: classOf(result) }, t.verdicts[result]),
			dtz === undefined ? "" : make("small", {}, ` ${dtz}`))));
	}

	language() { if (this.#app.ready) this.#show(); }
}

// classOf returns the class of a result: those that the fifty-move rule draws are draws.
const classOf = result => ({ win: "won", loss: "lost" })[result] ?? "drawn-game";
