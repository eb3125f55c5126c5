// A board that is drawn as SVG and played by pointer, keyboard or both. It does not know
// what moves are legal: an actor says what may go where.
//
// A position says for each place what is there: a letter of FEN or SFEN, "." for nothing,
// in slots of the hands a number.

import { drawArrow } from "./arrows.js";
import { boards } from "./boards.js";
import { make, markup, svg } from "./dom.js";
import { Layout } from "./layout.js";
import { pictureOf } from "./picture.js";
import { Pointer } from "./pointer.js";

export class Board {
	// actor: {from(place) -> the places that can be reached, or null; move(from, to);
	// tap(place) -> whether it was taken care of; away(place): it was dragged off}
	/** @type {Record<string, any>} */
	actor = { from: () => null, move() {}, tap: () => false };
	// name(place, piece) says in words what is at a place.
	name = (place, piece) => `${this.square(place)} ${piece}`;
	// onDrawn gets the shapes of the user when they change.
	/** @type {(...told: any[]) => any} */
	onDrawn = () => {};
	// onGame hears of another game on the board.
	/** @type {(...told: any[]) => any} */
	onGame = () => {};
	layout = null;
	chosen = -1;   // the place whose piece is to go
	targets = [];  // where it may go
	#host;
	#pointer = null;
	#ownSymbols;
	#symbols = null;
	#picture = null;
	#groups = {};
	#cells = [];   // the elements that have the focus, by place
	#position = [];
	#view = {};
	#drawn = [];   // the user's arrows and circles
	#cursor = 0;   // the place that has or gets the focus
	#ghost = null; // the piece that is dragged
	#dropped = -1; // where a piece was just put by the pointer: it is there already
	#flipped = false;
	#pressed = false;
	#byPointer = false; // what has the focus got it from the pointer, so that arrow keys are for the page

	// A board lives in an element. Without symbols it uses those of another one in the page.
	constructor(host, { symbols = true } = {}) {
		this.#host = host;
		this.#ownSymbols = symbols;
		if (!symbols) return; // a mere picture
		this.#pointer = new Pointer(host, this);
		host.addEventListener("keydown", e => this.#key(e));
		host.addEventListener("pointerdown", () => { this.#byPointer = this.#pressed = true; });
		document.addEventListener("pointerup", () => { this.#pressed = false; });
		host.addEventListener("focusin", e => {
			if (!this.#pressed) this.#byPointer = false;
			if (e.target.dataset?.place !== undefined) this.point(Number(e.target.dataset.place));
		});
	}

	// pen is the colour in which a finger draws, "" if it moves pieces.
	set pen(colour) {
		this.#pointer.pen = colour;
		this.#host.classList.toggle("pen", Boolean(colour));
	}

	get sheet() { return this.layout?.sheet; }
	get squares() { return this.layout.squares; }
	get slots() { return this.layout.slots; }
	get position() { return this.#position; }
	get flipped() { return this.#flipped; }
	set flipped(flipped) { this.flip(flipped); }
	square(place) { return this.layout.square(place); }
	place(name, side) { return this.layout.place(name, side); }
	ends(move, side) { return this.layout.ends(move, side); }

	// setGame draws the empty board of a game.
	setGame(game, label) {
		const wide = this.layout?.wide;
		this.layout = new Layout(boards[game]);
		this.#picture = markup(this.sheet.picture);
		this.#picture.setAttribute("aria-hidden", "true");
		this.#picture.removeAttribute("role");
		this.#picture.removeAttribute("aria-label");
		if (this.#ownSymbols) {
			this.#symbols?.remove();
			this.#symbols = markup(this.sheet.symbols);
			document.body.prepend(this.#symbols);
		}
		const group = name => this.#picture.querySelector("." + name);
		this.#groups = { marks: group("marks"), pieces: group("pieces"), arrows: group("arrows") };
		for (const name of ["check", "chosen", "planned"]) {
			this.#groups[name] = svg("g", { class: name });
			this.#groups.marks.after(this.#groups[name]);
		}
		this.#groups.targets = svg("g", { class: "targets" });
		this.#groups.pieces.after(this.#groups.targets);
		this.#groups.signs = svg("g", { class: "signs" });
		this.#groups.arrows.after(this.#groups.signs);
		this.#position = [];
		this.#drawn = [];
		this.chosen = -1;
		this.targets = [];
		this.#cursor = this.squares - Math.ceil(this.sheet.columns / 2);
		this.#buildCells(label);
		this.#arrange(wide);
		this.onGame();
	}

	// #buildCells lays an element over each square and slot, for focus and for readers.
	#buildCells(label) {
		this.#cells = Array.from({ length: this.squares + this.slots }, (_, place) =>
			make("div", { role: "gridcell", tabIndex: -1, className: "cell", "data-place": place }));
		const grid = make("div", { className: "cells", role: "grid", "aria-label": label });
		grid.append(...this.layout.rows().map(() => make("div", { role: "row" })));
		this.#host.replaceChildren(this.#picture, grid);
	}

	// #layCells puts the elements where their places are, in the order of the screen.
	#layCells() {
		const [left, top, width, height] = this.layout.view, { size } = this.sheet;
		this.layout.rows().forEach((places, i) => {
			const row = this.#host.querySelectorAll("[role=row]")[i], cells = places.map(place => this.#cells[place]);
			if (cells.some((cell, j) => row.children[j] !== cell)) row.append(...cells);
			for (const place of places) {
				const [x, y] = this.layout.corner(place), { style } = this.#cells[place];
				style.left = `${100 * (x - left) / width}%`;
				style.top = `${100 * (y - top) / height}%`;
				style.width = `${100 * size[0] / width}%`;
				style.height = `${100 * size[1] / height}%`;
			}
		});
	}

	// #arrange puts the stands beside the board, or above and below it.
	#arrange(wide) {
		this.layout.flipped = this.#flipped;
		this.layout.wide = Boolean(wide) && this.layout.canBeWide;
		this.#picture.setAttribute("viewBox", this.layout.view.join(" "));
		this.#picture.classList.toggle("wide", this.layout.wide);
		this.#picture.classList.toggle("flipped", this.#flipped);
		if (this.#position.length) this.#draw();
		else this.#layCells();
	}

	setWide(wide) { if (this.layout && this.layout.wide !== wide) this.#arrange(wide); }

	flip(flipped = !this.#flipped) {
		this.#flipped = flipped;
		if (this.layout) this.#arrange(this.layout.wide);
	}

	// show draws a view: {position, marks, check, arrows, moved, shapes, planned, sign}. marks
	// are places, check is the place of a king or -1, moved is [from, to] of a move that may be
	// seen to happen, arrows are those of drawArrow, shapes are the user's: {from, to, colour}
	// with names of squares, planned are the ends of a move that is to come, sign is {place,
	// text, kind} of a judgement.
	show(view) {
		const before = this.#position;
		this.#pointer?.cancel();
		this.#view = { marks: [], arrows: [], check: -1, planned: [], sign: null, ...view };
		this.#position = this.#view.position;
		this.#drawn = (view.shapes || []).map(({ from, to, colour }) => ({ from: this.place(from), to: this.place(to), colour }));
		this.choose(-1);
		this.#draw();
		if (view.moved && before.length && before[view.moved[0]] !== this.#position[view.moved[0]]) this.#glide(...view.moved);
	}

	// arrows draws other arrows.
	arrows(arrows) {
		this.#view.arrows = arrows;
		this.#drawArrows();
	}

	// plan marks the ends of a move that is to come, [] for none.
	plan(ends) {
		this.#view.planned = ends;
		this.#drawRects("planned", ends);
	}

	// sign puts a judgement on a place: {place, text, kind}, or null for none.
	sign(sign) {
		this.#view.sign = sign;
		this.#groups.signs.replaceChildren();
		if (!sign || sign.place < 0) return;
		const [x, y] = this.layout.corner(sign.place),
			g = svg("g", { class: "sign-" + sign.kind, transform: `translate(${x + this.sheet.size[0] - 21} ${y + 21})` });
		g.append(svg("circle", { r: 20 }), svg("text", { y: 9 }, sign.text));
		this.#groups.signs.append(g);
	}

	// focus gives a place the focus, the one that had it last for the keys.
	focus(place = -1) {
		if (place < 0) this.#byPointer = false;
		place = place < 0 ? this.#cursor : place;
		this.point(place);
		this.#cells[place].focus();
	}

	#drawRects(group, places) {
		const [width, height] = this.sheet.size;
		this.#groups[group].replaceChildren(...places.filter(place => place >= 0).map(place => {
			const [x, y] = this.layout.corner(place);
			return svg("rect", { x, y, width, height });
		}));
	}

	#draw() {
		this.layout.pack(this.#position);
		this.#drawRects("marks", this.#view.marks);
		this.#drawRects("check", [this.#view.check]);
		this.#drawRects("planned", this.#view.planned);
		this.#groups.pieces.replaceChildren(...this.#position.map((piece, place) => this.#piece(piece, place)).filter(Boolean));
		this.#drawChoice();
		this.#drawArrows();
		this.sign(this.#view.sign);
		this.#layCells();
		this.#cells.forEach((cell, place) => {
			cell.setAttribute("aria-label", this.name(place, this.letter(place)));
			cell.dataset.square = place < this.squares + this.slots / 2 ? this.square(place) : this.square(place).toLowerCase();
			cell.tabIndex = place === this.#cursor ? 0 : -1;
			cell.classList.toggle("movable", this.actor.from(place) !== null);
		});
	}

	// file returns what is seen as the text of a file.
	file() { return pictureOf(this.#picture, this.#symbols); }

	// letter returns the piece at a place, of a slot the kind that it holds, or "" for none.
	letter(place) {
		const there = this.#position[place];
		if (!there || there === "." || there === "0") return "";
		if (place < this.squares) return there;
		const slot = place - this.squares, { hand } = this.sheet;
		return slot < hand.length ? hand[slot] : hand[slot - hand.length].toLowerCase();
	}

	// count returns how many pieces are in a slot.
	count(place) { return place < this.squares ? 1 : Number(this.#position[place]); }

	#piece(piece, place) {
		if (piece === "." || piece === "0") return null;
		const [x, y] = this.layout.corner(place), g = svg("g", { "data-place": place });
		g.append(this.#use(this.letter(place), x, y));
		if (place >= this.squares && piece > 1) g.append(svg("text", { class: "number", x: x + 84, y: y + 102 }, piece));
		return g;
	}

	#use(letter, x, y) {
		const [width, height] = this.sheet.size, top = (letter === letter.toLowerCase()) !== this.#flipped;
		const turn = this.sheet.turns && top ? `rotate(180 ${x + width / 2} ${y + height / 2})` : null;
		return svg("use", { href: "#p-" + letter, x, y, width, height, transform: turn });
	}

	// #glide lets a piece be seen to move.
	#glide(from, to) {
		if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const [a, b] = [this.layout.corner(from), this.layout.corner(to)];
		const g = this.#groups.pieces.querySelector(`[data-place="${to}"]`);
		if (!g || this.#dropped === to) return;
		g.parentNode.append(g);
		g.animate([{ transform: `translate(${a[0] - b[0]}px, ${a[1] - b[1]}px)` }, { transform: "none" }], { duration: 140, easing: "ease-out" });
	}

	#drawArrows(sketch = null) {
		const all = [...this.#view.arrows, ...this.#drawn, ...(sketch ? [sketch] : [])].filter(a => a.from >= 0 && a.to >= 0);
		this.#groups.arrows.replaceChildren(...all.map(arrow => drawArrow(this.layout, arrow)));
	}

	// sketch shows an arrow that is being drawn; draw adds one, or takes it away again.
	sketch(arrow) { this.#drawArrows(arrow); }

	draw(arrow) {
		const same = this.#drawn.find(a => a.from === arrow.from && a.to === arrow.to);
		this.#drawn = this.#drawn.filter(a => a !== same);
		if (same?.colour !== arrow.colour) this.#drawn.push(arrow);
		this.#drawArrows();
		this.onDrawn(this.#drawn.map(({ from, to, colour }) => ({ from: this.square(from), to: this.square(to), colour })));
	}

	// clearDrawn takes all of them away.
	clearDrawn() {
		if (!this.#drawn.length) return;
		this.#drawn = [];
		this.#drawArrows();
		this.onDrawn([]);
	}

	// choose takes up the piece at a place, -1 for none.
	choose(place) {
		const targets = place < 0 ? null : this.actor.from(place);
		this.chosen = targets ? place : -1;
		this.targets = targets || [];
		this.#drawChoice();
	}

	#drawChoice() {
		this.#drawRects("chosen", [this.chosen]);
		const shown = this.actor.planning?.() ? [] : this.targets.filter(place => place < this.squares);
		this.#groups.targets.replaceChildren(...shown.map(place => {
			const [cx, cy] = this.layout.middle(place);
			return this.#position[place] === "." ? svg("circle", { cx, cy, r: 15 }) : svg("circle", { class: "taken", cx, cy, r: 44 });
		}));
		this.#cells.forEach((cell, place) => {
			cell.setAttribute("aria-selected", String(place === this.chosen));
			cell.classList.toggle("target", this.targets.includes(place));
		});
	}

	// tap is a click, or Enter, on a place.
	tap(place) {
		if (this.actor.tap(place)) return;
		if (this.chosen >= 0 && this.targets.includes(place)) this.#go(this.chosen, place);
		else this.choose(place === this.chosen ? -1 : place);
	}

	#go(from, to) {
		this.choose(-1);
		this.actor.move(from, to);
	}

	// under returns the place under the pointer, or -1, and the point in the picture.
	under(e) {
		const box = this.#picture.getBoundingClientRect(), [left, top, width] = this.layout.view, unit = width / box.width;
		const x = left + (e.clientX - box.left) * unit, y = top + (e.clientY - box.top) * unit;
		return { place: this.layout.at(x, y), x, y };
	}

	// lift, carry and lay are for a piece that is dragged, which drop puts down.
	lift(place) {
		const [width, height] = this.sheet.size;
		this.#ghost = svg("g", { class: "ghost" });
		this.#ghost.append(this.#use(this.letter(place), -width / 2, -height / 2));
		this.#groups.pieces.querySelector(`[data-place="${place}"]`)?.classList.add("lifted");
		this.#picture.append(this.#ghost);
	}

	carry(x, y) { this.#ghost.setAttribute("transform", `translate(${x} ${y})`); }

	lay() {
		this.#ghost?.remove();
		this.#ghost = null;
		this.#groups.pieces.querySelector(".lifted")?.classList.remove("lifted");
	}

	drop(from, to) {
		if (!this.targets.includes(to)) {
			this.choose(-1);
			if (to < 0) this.actor.away?.(from);
			return;
		}
		this.#dropped = to;
		this.#go(this.chosen, to);
		setTimeout(() => { this.#dropped = -1; }, 400);
	}

	// point makes a place the one that has the focus next.
	point(place) {
		this.#cells[this.#cursor].tabIndex = -1;
		this.#cursor = place;
		this.#cells[place].tabIndex = 0;
	}

	#key(e) {
		if (e.ctrlKey || e.altKey || e.metaKey) return;
		const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
		if ((step || e.key === " ") && this.#byPointer) return; // they are for the page
		if (step) {
			const to = this.layout.neighbour(this.#cursor, ...step);
			if (to >= 0) this.focus(to);
		} else if (e.key === "Enter" || e.key === " ") this.tap(this.#cursor);
		else if (e.key === "Escape" && this.chosen >= 0) this.choose(-1);
		else return;
		e.preventDefault();
		e.stopPropagation();
	}

	// picture returns the board as a mere picture.
	picture(label) {
		this.#picture.removeAttribute("aria-hidden");
		this.#picture.setAttribute("role", "img");
		this.#picture.setAttribute("aria-label", label);
		return this.#picture;
	}

	// box returns where a place is on the screen.
	box(place) { return this.#cells[place].getBoundingClientRect(); }
}

// miniature returns a small picture of a position that does nothing.
export function miniature(game, position, { marks = [], flipped = false, arrows = [], label }) {
	const board = new Board(document.createElement("div"), { symbols: false });
	board.setGame(game, label);
	board.flip(flipped);
	board.show({ position, marks, arrows });
	return board.picture(label);
}
