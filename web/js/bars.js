// The bars beside the board: who plays, the clocks, and who has more material.

import { clockText } from "./clock.js";
import { $ } from "./dom.js";
import { sides } from "./match.js";

// worth is what pieces of chess count. In shogi both hands lie beside the board.
const worth = { P: 1, N: 3, B: 3, R: 5, Q: 9 };

export class Bars {
	#app;

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	// #bars returns the bars with their sides.
	get #bars() {
		const { flipped } = this.#app.board;
		return [["bar-top", flipped ? "first" : "second"], ["bar-bottom", flipped ? "second" : "first"]].map(([id, side]) => [$(id), side]);
	}

	changed() {
		const app = this.#app, { match } = app.playing, inPlay = app.mode === "play";
		for (const [bar, side] of this.#bars) {
			const name = app.sideName(side), player = inPlay ? app.playing.nameOf(side) : app.playerName(side);
			bar.querySelector("i").className = `side ${side}`;
			bar.querySelector("bdi").textContent = player || name;
			bar.querySelector("small").textContent = [player ? name : "", this.#material(side)].filter(Boolean).join(" ");
			bar.classList.toggle("moving", app.answer.side === side && !app.answer.outcome && !(inPlay && match?.over));
		}
		this.tick();
	}

	// #material returns how much more a side of chess has, with the pieces that the other
	// one has not.
	#material(side) {
		const app = this.#app;
		if (app.current !== "chess") return "";
		const count = Object.fromEntries(sides.map(s => [s, {}]));
		for (const { piece, side: of } of app.answer.board) count[of][piece] = (count[of][piece] || 0) + 1;
		const [own, others] = [count[side], count[side === "first" ? "second" : "first"]];
		let text = "", sum = 0;
		for (const piece of "QRBNP") {
			const more = (own[piece] || 0) - (others[piece] || 0);
			sum += more * worth[piece];
			if (more > 0) text += "♟♞♝♜♛"["PNBRQ".indexOf(piece)].repeat(more);
		}
		return text + (sum > 0 ? ` +${sum}` : "");
	}

	flipped() { if (this.#app.answer) this.changed(); }
	language() { this.flipped(); }

	// tick shows the clocks: those that run, or what a record says of them.
	tick() {
		const app = this.#app, { t } = app;
		if (!app.answer) return; // the other game is about to be shown, and this one's clock has stopped
		const { match } = app.playing, clock = app.mode === "play" ? match?.clock : null;
		if (match?.clock && app.mode !== "play") $("ongoing-clock").textContent = clockOf(match.clock, match.person ?? match.side);
		for (const [bar, side] of this.#bars) {
			const time = bar.querySelector("time");
			let text = "", low = false;
			if (clock) {
				const { main, byoyomi } = clock.shown(side);
				text = clockOf(clock, side);
				low = (byoyomi ?? main) < 10000 && clock.running === side;
				time.title = byoyomi === null ? t.clock : t.clockByoyomi;
			} else if (app.mode !== "play") {
				const left = this.#recorded(side);
				text = left === undefined ? "" : clockText(left * 1000);
				time.title = t.clock;
			}
			if (time.textContent !== text) time.textContent = text;
			time.hidden = !text;
			time.classList.toggle("running", clock?.running === side);
			time.classList.toggle("low", low);
		}
	}

	// #recorded returns the seconds that a side has left at the position that is shown.
	#recorded(side) {
		const { tree, answer } = this.#app, path = tree.path();
		for (let i = path.length - 1; i >= 0; i--) {
			const mover = (path.length - 1 - i) % 2 === 0 ? answer.side !== side : answer.side === side;
			if (mover && path[i].clock !== undefined) return path[i].clock;
		}
		return undefined;
	}
}

// clockOf returns what a side has left, main time or byoyomi.
function clockOf(clock, side) {
	const { main, byoyomi } = clock.shown(side);
	return clockText(byoyomi ?? main);
}
