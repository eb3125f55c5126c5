// A move that is made while the opponent thinks. It is played as soon as it can be, and
// forgotten if it is not legal then.

export class Premove {
	#app;
	#plan = null; // {match, ends} with the places where it begins and ends

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	// possible reports whether a move can be made in advance now.
	get possible() {
		const { mode, editing, answer, playing } = this.#app, match = playing?.match;
		return mode === "play" && !editing && Boolean(answer && match?.active && match.person && !match.waits && match.tree.node === match.end);
	}

	// from returns where a piece may go: nobody knows yet, so that it is everywhere.
	from(place) {
		if (!this.possible) return null;
		const { board, playing: { match } } = this.#app;
		const letter = board.letter(place), side = letter === letter.toLowerCase() ? "second" : "first";
		if (!letter || side !== match.person) return null;
		return Array.from({ length: board.squares }, (_, i) => i).filter(i => i !== place);
	}

	// take remembers a move, and reports whether it did.
	take(from, to) {
		if (!this.possible) return false;
		this.#plan = { match: this.#app.playing.match, ends: [from, to] };
		this.#app.board.plan([from, to]);
		return true;
	}

	// clear forgets it, and reports whether there was one.
	clear() {
		const had = this.#plan !== null;
		this.#plan = null;
		this.#app.board.plan([]);
		return had;
	}

	changed() {
		const app = this.#app, plan = this.#plan;
		if (!plan) return;
		const { match } = app.playing;
		if (plan.match !== match || !match?.active || app.mode !== "play") this.clear();
		else if (this.possible) app.board.plan(plan.ends);
		else if (match.waits && match.tree.node === match.end) {
			this.clear();
			app.hand.go(...plan.ends);
		}
	}
}
