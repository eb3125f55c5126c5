// The user's hand on the board: where pieces may go, what they become, and moves that are
// typed. What is legal comes from the web API.

import { $, make } from "./dom.js";
import { typedMoves } from "./notation.js";

export class Hand {
	#app;
	#typing = Promise.resolve(); // moves that were typed wait for those before

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		app.board.actor = {
			from: place => app.editing ? app.editing.from(place) : this.#targets(place) ?? app.premove.from(place),
			move: (from, to) => app.editing ? app.editing.move(from, to) : app.premove.take(from, to) || this.go(from, to),
			tap: place => app.editing ? app.editing.tap(place) : app.premove.clear(),
			planning: () => app.premove.possible,
			away: place => app.editing?.away(place),
			get taps() { return Boolean(app.editing); },
		};
		app.board.onDrawn = shapes => this.#keepShapes(shapes);
		app.board.name = (place, piece) => this.#placeName(place, piece);
		$("typed").addEventListener("submit", e => {
			e.preventDefault();
			const text = $("move").value;
			$("move").value = "";
			this.#typing = this.#typing.then(() => this.#typed(text)).catch(error => app.fail(error));
		});
	}

	// clear forgets what was wrong with the last move.
	clear() {
		$("move-fault").textContent = "";
		$("move").removeAttribute("aria-invalid");
	}

	// #keepShapes keeps in the analysis what the user draws.
	#keepShapes(shapes) {
		const { mode, study, editing, fresh } = this.#app;
		if (mode !== "analyse" || editing || !fresh) return;
		study.note(study.tree.node, { shapes: shapes.length ? shapes : undefined });
		this.#app.all("changed");
		this.#app.save();
	}

	// movable reports whether the user may move now. An analysis may go on after a draw.
	movable() {
		const { answer, mode, playing, trainer } = this.#app;
		return this.#app.fresh && (mode === "analyse" || !answer.outcome && (mode === "play" ? playing : trainer).movable());
	}

	#legalFrom(place) {
		const { answer, board } = this.#app;
		return answer.legal.filter(m => m.drop ? board.place(m.drop + "*", answer.side) === place : board.place(m.from) === place);
	}

	// #ends returns where a move may be said to go: castling is also the king onto its rook.
	/** @param {Answer.Move} move */
	#ends({ to, rook }) { return [to, rook].filter(Boolean).map(square => this.#app.board.place(square)); }

	#targets(place) {
		if (!this.movable()) return null;
		const targets = [...new Set(this.#legalFrom(place).flatMap(m => this.#ends(m)))];
		return targets.length ? targets : null;
	}

	// go moves a piece of the side to move, if it may go there.
	async go(from, to) {
		const app = this.#app, { node } = app.tree, { board } = app;
		const all = this.#legalFrom(from), exact = all.filter(m => board.place(m.to) === to);
		const moves = exact.length ? exact : all.filter(m => this.#ends(m).includes(to));
		const move = moves.length > 1 ? await this.#choose(moves, to) : moves[0];
		if (move && node === app.tree.node) app.play(move);
		else if (moves.length) board.focus(from);
	}

	// #choose lets the user choose between moves with the same ends, in a strip on the file:
	// what a piece becomes.
	#choose(moves, to) {
		const app = this.#app, { t } = app, dialog = $("chooser"), box = app.board.box(to), { side } = app.answer;
		const size = Math.max(44, box.width), upper = box.top < innerHeight / 2;
		return new Promise(resolve => {
			let chosen = null, touched = false; // the tap that opened the dialog is no choice in it
			const worth = m => m.promotes === true ? 0 : "QRBN".indexOf(m.promotes || "?") + 1 || 9;
			const sorted = [...moves].sort((a, b) => worth(a) - worth(b));
			const buttons = sorted.map(m => {
				const letter = m.promotes === true ? "+" + m.piece : m.promotes || m.piece;
				const label = m.promotes === true ? t.promotes : m.promotes ? app.pieceName(letter) : t.staysAs;
				return make("button", { type: "button", "aria-label": label, title: label, onclick: e => {
					if (e.detail && !touched) return;
					chosen = m;
					dialog.close();
				} }, this.picture(letter, side, size));
			});
			const [best] = buttons;
			dialog.firstElementChild.replaceChildren(...(upper ? buttons : buttons.reverse())); // the best one on the square itself
			dialog.setAttribute("aria-label", t.choose);
			dialog.onclose = () => resolve(chosen);
			dialog.onpointerdown = () => { touched = true; };
			dialog.onclick = e => { if (touched && e.target === dialog) dialog.close(); };
			dialog.onkeydown = e => {
				const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[e.key],
					/** @type {any[]} */ row = [...dialog.firstElementChild.children];
				if (!by) return;
				e.preventDefault();
				row[(row.indexOf(document.activeElement) + by + row.length) % row.length].focus();
			};
			dialog.showModal();
			best.focus();
			const own = dialog.getBoundingClientRect();
			const left = box.left + (box.width - own.width) / 2, top = upper ? box.top : box.bottom - own.height;
			dialog.style.left = `${Math.max(2, Math.min(innerWidth - own.width - 2, left))}px`;
			dialog.style.top = `${Math.max(2, Math.min(innerHeight - own.height - 2, top))}px`;
		});
	}

	// picture returns a picture of a piece.
	picture(letter, side, size) {
		const [w, h] = this.#app.board.sheet.size;
		const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
		for (const [name, value] of Object.entries({ viewBox: `0 0 ${w} ${h}`, width: size, height: size * h / w, "aria-hidden": "true" }))
			picture.setAttribute(name, value);
		const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
		use.setAttribute("href", "#p-" + (side === "second" ? letter.toLowerCase() : letter));
		use.setAttribute("width", w);
		use.setAttribute("height", h);
		picture.append(use);
		return picture;
	}

	#placeName(place, piece) {
		const app = this.#app, { board, t } = app, name = board.square(place);
		if (!app.answer) return name;
		const handOf = side => t.handOf(app.sideName(side));
		if (!piece) return place < board.squares ? name
			: `${handOf(place < board.squares + board.slots / 2 ? "first" : "second")} ${app.pieceName(name[0])} 0`;
		const side = piece === piece.toLowerCase() ? "second" : "first", what = app.pieceName(piece);
		if (place >= board.squares) return `${handOf(side)} ${what} ${board.count(place)}`;
		return `${name} ${t.piece(app.sideName(side), what)}`;
	}

	async #typed(text) {
		const app = this.#app, { t } = app;
		await app.settled;
		if (!text.trim() || !app.answer) return;
		const mine = this.movable(), found = mine ? typedMoves(text, app.answer.legal) : [];
		if (found.length === 1 && app.linked) return app.play(found[0]);
		$("move").setAttribute("aria-invalid", "true");
		$("move").value ||= text;
		$("move-fault").textContent = !app.linked ? t.notLinked : !mine ? t.notYourMove : found.length ? t.ambiguous(text.trim())
			: t.notLegal(text.trim());
	}
}
