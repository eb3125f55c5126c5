// The editor of positions: pieces are put on the board from a palette. It writes FEN or
// SFEN; whether the position can be played, the web API says.

import { $, make } from "./dom.js";
import { Tree } from "./tree.js";

export class Editor {
	#app;
	#position = [];
	#side = "first";
	#castling = "";
	#chosen = ""; // a letter, "erase", or "" to move pieces
	#aside = null; // what comes back when the analysis is looked at again: {position, side, castling}

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("edit-button").addEventListener("click", () => this.#open());
		$("edit-done").addEventListener("click", () => this.#done());
		$("edit-cancel").addEventListener("click", () => {
			this.close();
			app.refresh();
		});
		$("edit-clear").addEventListener("click", () => {
			this.#position = this.#position.map((_, i) => i < app.board.squares ? "." : "0");
			this.#castling = "";
			this.#show();
		});
		$("edit-start").addEventListener("click", async () => this.#take(await app.ask(app.newTree(), [])));
	}

	// #open begins with a position that was put aside, or with the one that is shown.
	#open(aside = null) {
		const app = this.#app;
		app.analysis.halt();
		app.editing = this;
		document.body.classList.add("editing");
		$("editor").hidden = false;
		$("edit-fault").textContent = "";
		for (const id of ["setup", "playing", "analysis", "moves-card"]) $(id).hidden = true;
		this.#chosen = "";
		if (!aside) return this.#take(app.answer);
		({ position: this.#position, side: this.#side, castling: this.#castling } = aside);
		return this.#show();
	}

	// putAside closes the editor until the analysis is looked at again, and close for good.
	putAside() {
		this.#aside = this.#edited;
		this.#leave();
	}

	close() {
		this.#aside = null;
		if (this.#app.editing) this.#leave();
	}

	get #edited() { return this.#app.editing ? { position: this.#position, side: this.#side, castling: this.#castling } : this.#aside; }

	opened() { this.close(); }
	state() { return { editor: this.#edited }; }
	restore({ editor }) { this.#aside = editor ?? null; }

	changed() {
		const aside = this.#aside;
		if (!aside || this.#app.mode !== "analyse") return;
		this.#aside = null;
		this.#open(aside);
	}

	#leave() {
		this.#app.editing = null;
		document.body.classList.remove("editing");
		$("editor").hidden = true;
		$("moves-card").hidden = false;
		for (const part of this.#app.parts) part.entered?.();
	}

	/** @param {Answer.Position} answer */
	#take(answer) {
		this.#position = this.#app.placesOf(answer);
		this.#side = answer.side;
		this.#castling = this.#app.tree.game === "chess" ? answer.position.split(" ")[2].replace("-", "") : "";
		this.#show();
	}

	// from, move, tap and away are what the board asks for: any piece may go anywhere.
	from(place) {
		if (!this.#app.board.letter(place)) return null;
		return this.#position.map((_, i) => i).filter(i => i !== place
			&& (i < this.#app.board.squares || this.#fits(this.#app.board.letter(place))));
	}

	#fits(letter) { return this.#app.board.sheet.hand.includes(letter.replace("+", "").toUpperCase()); }

	#put(place, letter) {
		const { squares, sheet: { hand } } = this.#app.board;
		if (place < squares) this.#position[place] = letter;
		else {
			// A piece that is put into a hand belongs to that hand.
			const own = squares + hand.indexOf(letter.replace("+", "").toUpperCase()) + (place >= squares + hand.length ? hand.length : 0);
			this.#position[own] = String(Math.min(18, Number(this.#position[own]) + 1));
		}
	}

	#clear(place) {
		this.#position[place] = place < this.#app.board.squares ? "." : String(Math.max(0, Number(this.#position[place]) - 1));
	}

	move(from, to) {
		const letter = this.#app.board.letter(from);
		this.#clear(from);
		this.#put(to, letter);
		this.#show();
	}

	away(place) {
		this.#clear(place);
		this.#show();
	}

	tap(place) {
		if (!this.#chosen) return false;
		const { board } = this.#app;
		if (this.#chosen === "erase") this.#clear(place);
		else if (place < board.squares) this.#position[place] = this.#position[place] === this.#chosen ? "." : this.#chosen;
		else if (this.#fits(this.#chosen)) this.#put(place, this.#chosen);
		this.#show();
		return true;
	}

	#show() {
		const app = this.#app, { t, board } = app;
		board.show({ position: this.#position });
		app.save();
		const kinds = app.game.kinds.map(k => k.piece), radios = [];
		const choice = (value, label, child) => make("label", { title: label },
			make("input", { type: "radio", name: "palette", value, "aria-label": label, checked: this.#chosen === value,
				onchange: () => { this.#chosen = value; } }), child);
		radios.push(make("div", {}, choice("", t.mover, make("span", { "aria-hidden": "true" }, "✥")),
			choice("erase", t.eraser, make("span", { "aria-hidden": "true" }, "✕"))));
		for (const side of ["first", "second"]) {
			radios.push(make("div", {}, kinds.map(letter => choice(side === "first" ? letter : letter.toLowerCase(),
				t.piece(app.sideName(side), app.pieceName(letter)), this.#picture(letter, side)))));
		}
		const focused = document.querySelector("#palette input:focus")?.value;
		$("palette").replaceChildren(...radios);
		if (focused !== undefined) document.querySelector(`#palette input[value="${focused}"]`)?.focus();
		this.#showHands();
		const radio = side => make("label", {}, make("input", { type: "radio", name: "edit-side", checked: side === this.#side, onchange: () => {
			this.#side = side;
			app.save();
		} }), make("span", {}, app.sideName(side)));
		$("edit-side").replaceChildren(radio("first"), radio("second"));
		$("edit-castling").hidden = app.tree.game !== "chess";
		const rights = [["K", t.kingSide, "first"], ["Q", t.queenSide, "first"], ["k", t.kingSide, "second"], ["q", t.queenSide, "second"]];
		$("edit-rights").replaceChildren(...rights.map(([letter, text, side]) => make("label", {},
			make("input", { type: "checkbox", checked: this.#castling.includes(letter), onchange: e => {
				this.#castling = e.target.checked ? this.#castling + letter : this.#castling.replace(letter, "");
				app.save();
			} }), make("span", {}, text(app.sideName(side))))));
	}

	#picture(letter, side) {
		const picture = this.#app.hand.picture(letter, side, 34);
		if (side === "second" && this.#app.board.sheet.turns) picture.classList.add("turned");
		return picture;
	}

	// #showHands shows buttons for the pieces in hand.
	#showHands() {
		const app = this.#app, { t, board } = app, { hand } = board.sheet;
		$("edit-hands").hidden = !hand;
		$("edit-hands").replaceChildren(
			...["first", "second"].map((side, s) => make("fieldset", { className: "field" }, make("legend", {}, t.inHand(app.sideName(side))),
			make("div", { className: "hand" }, [...hand].map((letter, i) => {
				const place = board.squares + s * hand.length + i, label = `${t.inHand(app.sideName(side))}: ${app.pieceName(letter)}`;
				return make("label", { title: label }, app.hand.picture(letter, side, 28), make("input", {
					type: "number", min: 0, max: 18, value: this.#position[place], "aria-label": label, onchange: e => {
						this.#position[place] = String(Math.max(0, Math.min(18, Number(e.target.value) || 0)));
						board.show({ position: this.#position });
						app.save();
					},
				}));
			})))));
	}

	// text returns the position in FEN or SFEN.
	text() {
		const { board, tree } = this.#app, { columns, rows, hand } = board.sheet;
		const lines = Array.from({ length: rows },
			(_, r) => this.#position.slice(r * columns, (r + 1) * columns).join("").replace(/\.+/g, dots => String(dots.length)));
		const side = (this.#side === "first") === (tree.game === "chess") ? "w" : "b";
		if (tree.game === "chess") {
			const rights = ["K", "Q", "k", "q"].filter(letter => this.#castling.includes(letter)).join("") || this.#castling;
			return `${lines.join("/")} ${side} ${rights || "-"} - 0 1`;
		}
		const hands = [...hand, ...hand.toLowerCase()].map((letter, i) => {
			const n = Number(this.#position[board.squares + i]);
			return n ? (n > 1 ? n : "") + letter : "";
		}).join("");
		return `${lines.join("/")} ${side} ${hands || "-"} 1`;
	}

	async #done() {
		const app = this.#app, setup = { game: app.tree.game, position: this.text(), chess960: app.tree.chess960 };
		try {
			const answer = await app.ask(setup, []);
			await app.analyse(new Tree({ ...setup, position: answer.position })); // which closes the editor, if the user agrees
		} catch (error) {
			$("edit-fault").textContent = app.faultText(error);
		}
	}
}
