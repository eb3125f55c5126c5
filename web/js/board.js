// A board that is drawn as SVG and played by pointer, keyboard or both. It knows where
// squares are, not what moves are legal: an actor says what may go where.
//
// Places are numbered as in report/board: squares from the top left as First sees them,
// then the slots of First's hand, then those of Second's. A position says for each place
// what is there: a letter of FEN or SFEN, "." for nothing, in slots a number.

import { boards } from "./boards.js";
import { make, markup, svg } from "./dom.js";

export class Board {
	// actor: {from(place) -> the places that can be reached, or null; move(from, to);
	// tap(place) -> whether it was taken care of}
	actor = { from: () => null, move() {}, tap: () => false };
	// name(place, piece) says in words what is at a place.
	name = (place, piece) => `${this.square(place)} ${piece}`;
	flipped = false;
	#host;
	#ownSymbols;
	#symbols = null;
	#sheet = null;
	#picture = null;
	#groups = {};
	#cells = [];   // the elements that have the focus, as seen on the screen
	#rows = [];    // their numbers, as on the screen
	#position = [];
	#view = {};
	#chosen = -1;  // the place whose piece is to go
	#targets = []; // where it may go
	#cursor = 0;   // the cell that has or gets the focus
	#drag = null;

	// A board lives in an element. Without symbols it uses those of another one in the page.
	constructor(host, { symbols = true } = {}) {
		this.#host = host;
		this.#ownSymbols = symbols;
		host.addEventListener("pointerdown", e => this.#down(e));
		host.addEventListener("pointermove", e => this.#move(e));
		host.addEventListener("pointerup", e => this.#up(e));
		host.addEventListener("pointercancel", () => this.#endDrag());
		host.addEventListener("keydown", e => this.#key(e));
		host.addEventListener("focusin", e => this.#focused(e.target));
		host.addEventListener("contextmenu", e => { if (this.#drag) e.preventDefault(); });
	}

	get sheet() { return this.#sheet; }
	get squares() { return this.#sheet.columns * this.#sheet.rows; }
	get slots() { return (this.#sheet.slots || []).length; }

	// setGame draws the empty board of a game.
	setGame(game, label) {
		this.#sheet = boards[game];
		this.#picture = markup(this.#sheet.picture);
		this.#picture.setAttribute("aria-hidden", "true");
		this.#picture.removeAttribute("role");
		this.#picture.removeAttribute("aria-label");
		if (this.#ownSymbols) {
			this.#symbols?.remove();
			this.#symbols = markup(this.#sheet.symbols);
			document.body.prepend(this.#symbols);
		}
		const group = name => this.#picture.querySelector("." + name);
		this.#groups = { marks: group("marks"), pieces: group("pieces"), arrows: group("arrows") };
		for (const name of ["check", "chosen"]) {
			this.#groups[name] = svg("g", { class: name });
			this.#groups.marks.after(this.#groups[name]);
		}
		this.#groups.targets = svg("g", { class: "targets" });
		this.#groups.pieces.after(this.#groups.targets);
		this.#position = [];
		this.#chosen = -1;
		this.#buildCells(label);
	}

	// #buildCells lays an element over each square and slot, for focus and for readers.
	#buildCells(label) {
		const { columns, rows, size } = this.#sheet, squares = this.squares, half = this.slots / 2;
		const [, , width, height] = this.#picture.getAttribute("viewBox").split(" ").map(Number);
		this.#rows = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => r * columns + c));
		if (half) {
			const hand = Array.from({ length: half }, (_, i) => squares + i);
			this.#rows.unshift(hand.map(i => i + half).reverse());
			this.#rows.push(hand);
		}
		this.#cells = [];
		const grid = make("div", { className: "cells", role: "grid", "aria-label": label });
		for (const row of this.#rows) {
			const line = make("div", { role: "row" });
			for (const i of row) {
				const cell = this.#cells[i] = make("div", { role: "gridcell", tabIndex: -1, className: "cell" });
				const [x, y] = this.#corner(i, false);
				cell.dataset.cell = i;
				cell.style.left = `${100 * x / width}%`;
				cell.style.top = `${100 * y / height}%`;
				cell.style.width = `${100 * size[0] / width}%`;
				cell.style.height = `${100 * size[1] / height}%`;
				line.append(cell);
			}
			grid.append(line);
		}
		this.#cursor = squares - Math.ceil(columns / 2);
		this.#host.replaceChildren(this.#picture, grid);
	}

	// #turned returns the place of a cell, or the cell of a place.
	#turned(i) {
		if (!this.flipped) return i;
		const squares = this.squares;
		return i < squares ? squares - 1 - i : squares + (i - squares + this.slots / 2) % this.slots;
	}

	// #corner returns the upper left corner of a place, or of a cell.
	#corner(i, isPlace = true) {
		if (isPlace) i = this.#turned(i);
		const { columns, size, origin, slots } = this.#sheet;
		if (i >= this.squares) return slots[i - this.squares];
		return [origin[0] + i % columns * size[0], origin[1] + Math.floor(i / columns) * size[1]];
	}

	#middle(place) { return this.#corner(place).map((v, i) => v + this.#sheet.size[i] / 2); }

	// square returns the name of a square in the protocols, or of a slot, as "P*".
	square(place) {
		const { columns, rows, turns, hand } = this.#sheet;
		if (place >= this.squares) return hand[(place - this.squares) % hand.length] + "*";
		const column = place % columns, row = Math.floor(place / columns);
		return turns ? `${columns - column}${String.fromCharCode(97 + row)}` : `${String.fromCharCode(97 + column)}${rows - row}`;
	}

	// place returns the place of a square with a name, or of a drop of a side, or -1.
	place(name, side = "first") {
		const { columns, rows, turns, hand } = this.#sheet;
		if (name[1] === "*") {
			const slot = hand.indexOf(name[0]);
			return slot < 0 ? -1 : this.squares + slot + (side === "second" ? hand.length : 0);
		}
		const column = turns ? columns - Number(name[0]) : name.charCodeAt(0) - 97;
		const row = turns ? name.charCodeAt(1) - 97 : rows - Number(name[1]);
		return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : -1;
	}

	// ends returns the places where a move in protocol notation begins and ends.
	ends(move, side) { return [this.place(move.slice(0, 2), side), this.place(move.slice(2, 4), side)]; }

	// show draws a view: {position, marks, check, arrows, moved}. marks are places, check is
	// the place of a king or -1, moved is [from, to] of a move that may be seen to happen,
	// arrows are {from, to, kind}.
	show(view) {
		const before = this.#position;
		this.#view = { marks: [], arrows: [], check: -1, ...view };
		this.#position = this.#view.position;
		this.choose(-1);
		this.#draw();
		if (view.moved && before.length && before[view.moved[0]] !== this.#position[view.moved[0]]) this.#glide(...view.moved);
	}

	// arrows draws other arrows.
	arrows(arrows) {
		this.#view.arrows = arrows;
		this.#drawArrows();
	}

	flip(flipped = !this.flipped) {
		this.flipped = flipped;
		this.#picture?.classList.toggle("flipped", flipped);
		if (this.#position.length) this.#draw();
	}

	// focus gives a place the focus.
	focus(place = this.#turned(this.#cursor)) {
		this.#cursor = this.#turned(place);
		this.#cells[this.#cursor].focus();
	}

	#draw() {
		const { size } = this.#sheet, [width, height] = size;
		const rect = place => {
			const [x, y] = this.#corner(place);
			return svg("rect", { x, y, width, height });
		};
		this.#groups.marks.replaceChildren(...this.#view.marks.filter(place => place >= 0).map(rect));
		this.#groups.check.replaceChildren(...(this.#view.check >= 0 ? [rect(this.#view.check)] : []));
		this.#groups.pieces.replaceChildren(...this.#position.map((piece, place) => this.#piece(piece, place)).filter(Boolean));
		this.#drawChoice();
		this.#drawArrows();
		this.#cells.forEach((cell, i) => {
			const place = this.#turned(i);
			cell.setAttribute("aria-label", this.name(place, this.letter(place)));
			cell.dataset.square = place < this.squares + this.slots / 2 ? this.square(place) : this.square(place).toLowerCase();
			cell.tabIndex = i === this.#cursor ? 0 : -1;
			cell.classList.toggle("movable", this.actor.from(place) !== null);
		});
	}

	// letter returns the piece at a place, of a slot the kind that it holds, or "" for none.
	letter(place) {
		const there = this.#position[place];
		if (!there || there === "." || there === "0") return "";
		if (place < this.squares) return there;
		const slot = place - this.squares, { hand } = this.#sheet;
		return slot < hand.length ? hand[slot] : hand[slot - hand.length].toLowerCase();
	}

	// count returns how many pieces are in a slot.
	count(place) { return place < this.squares ? 1 : Number(this.#position[place]); }

	#piece(piece, place) {
		if (piece === "." || piece === "0") return null;
		const [width, height] = this.#sheet.size, [x, y] = this.#corner(place);
		const letter = this.letter(place), top = (letter === letter.toLowerCase()) !== this.flipped;
		const g = svg("g", { "data-place": place });
		if (place >= this.squares && piece > 1) {
			g.append(svg("text", { class: "number", "text-anchor": top ? "end" : "start", x: x + (top ? 8 : 92), y: y + 68 }, piece));
		}
		g.append(this.#use(letter, x, y, width, height, top));
		return g;
	}

	#use(letter, x, y, width, height, top) {
		const turn = this.#sheet.turns && top ? `rotate(180 ${x + width / 2} ${y + height / 2})` : null;
		return svg("use", { href: "#p-" + letter, x, y, width, height, transform: turn });
	}

	// #glide lets a piece be seen to move.
	#glide(from, to) {
		if (this.#drag || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const [a, b] = [this.#corner(from), this.#corner(to)];
		const g = this.#groups.pieces.querySelector(`[data-place="${to}"]`);
		if (!g || this.#dropped === to) return;
		g.parentNode.append(g);
		g.animate([{ transform: `translate(${a[0] - b[0]}px, ${a[1] - b[1]}px)` }, { transform: "none" }], { duration: 140, easing: "ease-out" });
	}

	#dropped = -1; // where a piece was just put by the pointer: it is there already

	#drawArrows() {
		this.#groups.arrows.replaceChildren(...this.#view.arrows.filter(a => a.from >= 0 && a.to >= 0).map(({ from, to, kind }) => {
			const [x1, y1] = this.#middle(from), [x2, y2] = this.#middle(to);
			const length = Math.hypot(x2 - x1, y2 - y1), width = kind === "other" ? 7 : 10, head = width * 2.4;
			const d = `M0 ${-width}L${length - head * 1.3} ${-width}v${width - head}L${length - 4} 0L${length - head * 1.3} ${head}v${width - head}L0 ${width}z`;
			return svg("path", { class: "pointer " + kind, d, transform: `translate(${x1} ${y1}) rotate(${Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI})` });
		}));
	}

	// choose takes up the piece at a place, -1 for none.
	choose(place) {
		const targets = place < 0 ? null : this.actor.from(place);
		this.#chosen = targets ? place : -1;
		this.#targets = targets || [];
		this.#drawChoice();
	}

	#drawChoice() {
		const [width, height] = this.#sheet.size;
		this.#groups.chosen.replaceChildren();
		if (this.#chosen >= 0) {
			const [x, y] = this.#corner(this.#chosen);
			this.#groups.chosen.append(svg("rect", { x, y, width, height }));
		}
		this.#groups.targets.replaceChildren(...this.#targets.filter(place => place < this.squares).map(place => {
			const [cx, cy] = this.#middle(place);
			return this.#position[place] === "." ? svg("circle", { cx, cy, r: 15 }) : svg("circle", { class: "taken", cx, cy, r: 44 });
		}));
		this.#cells.forEach((cell, i) => {
			const place = this.#turned(i);
			cell.setAttribute("aria-selected", String(place === this.#chosen));
			cell.classList.toggle("target", this.#targets.includes(place));
		});
	}

	// tap is a click, or Enter, on a place.
	tap(place) {
		if (this.actor.tap(place)) return;
		if (this.#chosen >= 0 && this.#targets.includes(place)) {
			const from = this.#chosen;
			this.choose(-1);
			this.actor.move(from, place);
		} else {
			this.choose(place === this.#chosen ? -1 : place);
		}
	}

	// #at returns the place under the pointer, or -1.
	#at(e) {
		const box = this.#picture.getBoundingClientRect(), [, , width] = this.#picture.getAttribute("viewBox").split(" ").map(Number);
		const x = (e.clientX - box.left) * width / box.width, y = (e.clientY - box.top) * width / box.width;
		const { size } = this.#sheet;
		for (let i = 0; i < this.#cells.length; i++) {
			const [left, top] = this.#corner(i, false);
			if (x >= left && x < left + size[0] && y >= top && y < top + size[1]) return { place: this.#turned(i), x, y };
		}
		return { place: -1, x, y };
	}

	#down(e) {
		if (!e.isPrimary || e.button !== 0 || !this.#sheet) return;
		const { place, x, y } = this.#at(e);
		if (place < 0) return;
		this.#drag = { place, x, y, ghost: null, again: place === this.#chosen };
		if (this.actor.from(place) && !this.#targets.includes(place) && !this.#drag.again) {
			if (!this.actor.taps) this.choose(place);
		}
		if (e.target.hasPointerCapture?.(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
		if (this.actor.from(place)) this.#host.setPointerCapture(e.pointerId);
	}

	#move(e) {
		const drag = this.#drag;
		if (!drag) return;
		const { x, y } = this.#at(e);
		if (!drag.ghost) {
			if (Math.hypot(x - drag.x, y - drag.y) < 12 || !this.actor.from(drag.place)) return;
			if (this.#chosen !== drag.place) this.choose(drag.place);
			const [width, height] = this.#sheet.size, letter = this.letter(drag.place);
			drag.ghost = svg("g", { class: "ghost" });
			drag.ghost.append(this.#use(letter, -width / 2, -height / 2, width, height, (letter === letter.toLowerCase()) !== this.flipped));
			this.#groups.pieces.querySelector(`[data-place="${drag.place}"]`)?.classList.add("lifted");
			this.#picture.append(drag.ghost);
		}
		drag.ghost.setAttribute("transform", `translate(${x} ${y})`);
	}

	#up(e) {
		const drag = this.#drag;
		if (!drag) return;
		const { place } = this.#at(e), moved = drag.ghost !== null;
		this.#endDrag();
		if (moved) {
			if (this.#targets.includes(place)) {
				this.#dropped = place;
				const from = this.#chosen;
				this.choose(-1);
				this.actor.move(from, place);
				setTimeout(() => { this.#dropped = -1; }, 400);
			} else {
				this.choose(-1);
				if (place < 0) this.actor.away?.(drag.place);
			}
			return;
		}
		if (place !== drag.place) return;
		this.#setCursor(this.#turned(place));
		if (this.#chosen === place && !drag.again) return; // taken up when the pointer went down
		this.tap(place);
	}

	#endDrag() {
		if (this.#drag?.ghost) {
			this.#drag.ghost.remove();
			this.#groups.pieces.querySelector(".lifted")?.classList.remove("lifted");
		}
		this.#drag = null;
	}

	#setCursor(i) {
		this.#cells[this.#cursor].tabIndex = -1;
		this.#cursor = i;
		this.#cells[i].tabIndex = 0;
	}

	#focused(target) {
		if (target.dataset?.cell !== undefined) this.#setCursor(Number(target.dataset.cell));
	}

	#key(e) {
		if (e.ctrlKey || e.altKey || e.metaKey) return;
		const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[e.key];
		if (step) this.#step(...step);
		else if (e.key === "Enter" || e.key === " ") this.tap(this.#turned(this.#cursor));
		else if (e.key === "Escape" && this.#chosen >= 0) this.choose(-1);
		else return;
		e.preventDefault();
		e.stopPropagation();
	}

	// #step moves the focus to the next row or column, as seen on the screen.
	#step(down, right) {
		const row = this.#rows.findIndex(cells => cells.includes(this.#cursor)), column = this.#rows[row].indexOf(this.#cursor);
		const next = this.#rows[row + down];
		if (!next) return;
		let to = next[column + right];
		if (down) {
			const x = this.#corner(this.#cursor, false)[0];
			to = next.reduce((best, i) => Math.abs(this.#corner(i, false)[0] - x) < Math.abs(this.#corner(best, false)[0] - x) ? i : best);
		}
		if (to === undefined) return;
		this.#setCursor(to);
		this.#cells[to].focus();
	}

	// picture returns the board as a mere picture.
	picture(label) {
		this.#picture.removeAttribute("aria-hidden");
		this.#picture.setAttribute("role", "img");
		this.#picture.setAttribute("aria-label", label);
		return this.#picture;
	}

	// box returns where a place is on the screen.
	box(place) { return this.#cells[this.#turned(place)].getBoundingClientRect(); }
}

// miniature returns a small picture of a position that does nothing.
export function miniature(game, position, { marks = [], flipped = false, arrows = [], label }) {
	const board = new Board(document.createElement("div"), { symbols: false });
	board.setGame(game, label);
	board.flip(flipped);
	board.show({ position, marks, arrows });
	return board.picture(label);
}
