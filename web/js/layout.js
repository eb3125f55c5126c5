// Where things are on a board, in the units of its picture. Places are numbered as in
// web/board: squares from the top left as First sees them, then the slots of First's
// hand, then those of Second's. Pieces in hand stand close together, those that a hand does
// not hold having the rest of its stand.

export class Layout {
	flipped = false;
	wide = false;   // the stands of the hands are beside the board
	#orders = [[], []]; // the kinds in the hands, as numbers, in the order in which they stand

	constructor(sheet) {
		this.sheet = sheet;
		this.#orders = [0, 1].map(() => Array.from({ length: this.half }, (_, i) => i));
	}

	get squares() { return this.sheet.columns * this.sheet.rows; }
	get slots() { return (this.sheet.slots || []).length; }
	get half() { return this.slots / 2; }
	get canBeWide() { return this.slots > 0; }
	get view() { return this.wide ? this.sheet.wideView : this.sheet.view; }

	// pack lets the pieces in hand of a position stand close together.
	pack(position) {
		this.#orders = [0, 1].map(side => {
			const held = i => position[this.squares + side * this.half + i] !== "0";
			const all = Array.from({ length: this.half }, (_, i) => i);
			return [...all.filter(held), ...all.filter(i => !held(i))];
		});
	}

	// rows returns the places as seen on the screen, from its top.
	rows() {
		const { columns, rows } = this.sheet, turn = list => this.flipped ? list.reverse() : list;
		const board = turn(Array.from({ length: rows }, (_, r) => turn(Array.from({ length: columns }, (_, c) => r * columns + c))));
		if (!this.half) return board;
		const hand = side => this.#orders[side].map(i => this.squares + side * this.half + i);
		const [first, second] = [hand(0), hand(1)];
		return this.flipped ? [first.reverse(), ...board, second] : [second.reverse(), ...board, first];
	}

	// corner returns the upper left corner of a place.
	corner(place) {
		const { columns, size, origin, slots, wideSlots } = this.sheet;
		if (place >= this.squares) {
			const slot = place - this.squares, side = Math.floor(slot / this.half);
			const seen = (side === 1) !== this.flipped ? this.half : 0;
			return (this.wide ? wideSlots : slots)[seen + this.#orders[side].indexOf(slot % this.half)];
		}
		const i = this.flipped ? this.squares - 1 - place : place;
		return [origin[0] + i % columns * size[0], origin[1] + Math.floor(i / columns) * size[1]];
	}

	middle(place) { return this.corner(place).map((v, i) => v + this.sheet.size[i] / 2); }

	// at returns the place at a point of the picture, or -1.
	at(x, y) {
		const { size } = this.sheet;
		for (let place = 0; place < this.squares + this.slots; place++) {
			const [left, top] = this.corner(place);
			if (x >= left && x < left + size[0] && y >= top && y < top + size[1]) return place;
		}
		return -1;
	}

	// neighbour returns the nearest place in a direction, as seen on the screen, or -1.
	neighbour(place, right, down) {
		const [x, y] = this.middle(place);
		let best = -1, least = Infinity;
		for (let other = 0; other < this.squares + this.slots; other++) {
			const [dx, dy] = this.middle(other).map((v, i) => v - [x, y][i]);
			const along = dx * right + dy * down, beside = Math.abs(dx * down + dy * right);
			if (along > 1 && beside <= along && along + 2 * beside < least) {
				best = other;
				least = along + 2 * beside;
			}
		}
		return best;
	}

	// square returns the name of a square in the protocols, or of a slot, as "P*".
	square(place) {
		const { columns, rows, turns, hand } = this.sheet;
		if (place >= this.squares) return hand[(place - this.squares) % hand.length] + "*";
		const column = place % columns, row = Math.floor(place / columns);
		return turns ? `${columns - column}${String.fromCharCode(97 + row)}` : `${String.fromCharCode(97 + column)}${rows - row}`;
	}

	// place returns the place of a square with a name, or of a drop of a side, or -1.
	place(name, side = "first") {
		const { columns, rows, turns, hand } = this.sheet;
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

	// read returns the position that a FEN or SFEN places on the board, for what is right in it.
	read(text) {
		const { columns, hand } = this.sheet, [rows = "", , hands = ""] = text.split(" ");
		const position = Array.from({ length: this.squares + this.slots }, (_, i) => i < this.squares ? "." : "0");
		rows.split("/").slice(0, this.sheet.rows).forEach((row, r) => {
			let column = 0;
			for (const [piece] of row.matchAll(/\+?[a-z]|\d/gi)) {
				if (/\d/.test(piece)) column += Number(piece);
				else if (column < columns) position[r * columns + column++] = piece;
			}
		});
		for (const [, number, letter] of hands.matchAll(/(\d*)([a-z])/gi)) {
			const slot = hand.indexOf(letter.toUpperCase());
			if (slot >= 0) position[this.squares + slot + (letter === letter.toUpperCase() ? 0 : hand.length)] = number || "1";
		}
		return position;
	}
}
