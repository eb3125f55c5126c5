// What a mouse, a finger or a pen does on a board: a piece is clicked or dragged, and the
// other button draws arrows and circles.

import { colourOf } from "./arrows.js";

const far = 12; // units that a pointer moves before it drags

export class Pointer {
	pen = "";      // the colour in which any button or finger draws, "" for the other button alone
	#board;
	#host;
	#drag = null;  // {place, x, y, moved, again}
	#arrow = null; // {from, to, colour} while it is drawn

	// A board has choose, chosen, targets, tap, drop, lift, carry, away, sketch and draw.
	constructor(host, board) {
		this.#host = host;
		this.#board = board;
		host.addEventListener("pointerdown", e => this.#down(e));
		host.addEventListener("pointermove", e => this.#move(e));
		host.addEventListener("pointerup", e => this.#up(e));
		host.addEventListener("pointercancel", () => this.cancel());
		for (const name of ["contextmenu", "dragstart"]) host.addEventListener(name, e => e.preventDefault());
		document.addEventListener("keydown", e => {
			if (e.key !== "Escape" || !this.cancel()) return;
			board.choose(-1);
			e.preventDefault();
			e.stopPropagation();
		}, true);
	}

	get dragging() { return this.#drag?.moved ?? false; }

	// cancel puts the piece back, or forgets the arrow, and reports whether there was one.
	cancel() {
		const busy = this.dragging || this.#arrow;
		if (this.dragging) this.#board.lay();
		if (this.#arrow) this.#board.sketch(null);
		this.#drag = this.#arrow = null;
		return Boolean(busy);
	}

	#down(e) {
		const board = this.#board;
		if (!e.isPrimary || !board.sheet) return;
		const { place, x, y } = board.under(e);
		if (e.button === 2 || this.pen && e.button === 0) {
			if (this.cancel() || place < 0) return;
			this.#arrow = { from: place, to: place, colour: this.pen || colourOf(e) };
			this.#host.setPointerCapture(e.pointerId);
			return board.sketch(this.#arrow);
		}
		if (e.button !== 0 || place < 0) return;
		this.#drag = { place, x, y, moved: false, again: place === board.chosen };
		const mine = board.actor.from(place);
		if (!mine && board.chosen < 0) board.clearDrawn(); // a click that does nothing else
		if (mine && !board.targets.includes(place) && !this.#drag.again && !board.actor.taps) board.choose(place);
		if (e.target.hasPointerCapture?.(e.pointerId)) e.target.releasePointerCapture(e.pointerId);
		if (mine) this.#host.setPointerCapture(e.pointerId);
	}

	#move(e) {
		const board = this.#board, drag = this.#drag;
		if (!drag && !this.#arrow) return;
		const { place, x, y } = board.under(e);
		if (this.#arrow) {
			if (place < 0 || place === this.#arrow.to) return;
			this.#arrow = { ...this.#arrow, to: place };
			return board.sketch(this.#arrow);
		}
		if (!drag.moved) {
			if (Math.hypot(x - drag.x, y - drag.y) < far || !board.actor.from(drag.place)) return;
			if (board.chosen !== drag.place) board.choose(drag.place);
			drag.moved = true;
			board.lift(drag.place);
		}
		board.carry(x, y);
	}

	#up(e) {
		const board = this.#board, drag = this.#drag, arrow = this.#arrow;
		if (arrow) {
			this.#arrow = null;
			board.sketch(null);
			return board.draw(arrow);
		}
		if (!drag) return;
		this.#drag = null;
		const { place } = board.under(e);
		if (drag.moved) {
			board.lay();
			return board.drop(drag.place, place);
		}
		if (place !== drag.place) return;
		board.point(place);
		if (board.chosen === place && !drag.again) return; // taken up when the pointer went down
		board.tap(place);
	}
}
