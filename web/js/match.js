// A game that is played: who plays, its moves, its clock and how it ended. It knows neither
// page nor rules. Nobody else touches its tree: an analysis of it is a copy.

import { Clock } from "./clock.js";
import { playerTags, Tree } from "./tree.js";

export const sides = ["first", "second"];
export const other = side => side === "first" ? "second" : "first";

export class Match {
	over = null; // {winner, text}: winner is a side, null after a draw
	clock = null;
	/** @type {(...told: any[]) => any} */
	onTick = () => {};
	/** @type {(...told: any[]) => any} */
	onFlag = () => {};
	#now;

	// A choice is {game, position, chess960, rules, side, players, levels, elo, clock, tags}: side is
	// the one that moves first, players says for each side who it is, "person" or "engine",
	// levels how strong its engine is. kept is what state returned.
	constructor(choice, kept = {}, now) {
		this.choice = choice;
		this.#now = now;
		const { game, position, chess960, rules, tags } = choice;
		this.tree = kept.record ? Tree.from(kept.record) : new Tree({ game, position, chess960, rules, tags });
		this.tree.entry = kept.entry;
		this.tree.node = this.end;
		this.over = kept.over || null;
		this.#wind(kept.left);
	}

	get active() { return !this.over; }
	get end() { return this.tree.line().at(-1); }
	get length() { return this.tree.main().length; }
	get side() { return this.sideAt(this.length); }
	get persons() { return sides.filter(side => this.choice.players[side] === "person"); }

	// person is the only person that plays, null if there are two or none.
	get person() { return this.persons.length === 1 ? this.persons[0] : null; }

	// waits reports whether it is a person's turn.
	get waits() { return this.active && this.#isPerson(this.side); }

	#isPerson(side) { return this.choice.players[side] === "person"; }

	// sideAt returns the side to move after so many plies.
	sideAt(ply) { return ply % 2 ? other(this.choice.side) : this.choice.side; }

	moves() { return this.tree.moves(this.end); }

	#wind(left) {
		this.clock?.stop();
		this.clock = this.choice.clock ? new Clock(this.choice.clock, left, this.#now) : null;
		if (!this.clock) return;
		this.clock.onTick = () => this.onTick();
		this.clock.onFlag = side => this.onFlag(side);
	}

	// run lets the clock of the side to move run. The first move of a game costs no time.
	run() {
		if (this.active && this.clock && this.clock.running !== this.side && this.length) this.clock.start(this.side);
	}

	// play adds a move of the side to move and returns its node.
	play(move, names) {
		const { side, clock } = this, tenths = ms => Math.round(ms / 100) / 10;
		const shown = this.tree.node === this.end, node = this.tree.add(move, names, this.end);
		if (clock) {
			node.spent = tenths(clock.press(side));
			node.clock = tenths(clock.left[side]);
		}
		if (shown) this.tree.node = node;
		return node;
	}

	// #back returns how many plies lead back to the last move of a person, 0 if there is none.
	get #back() {
		const { length } = this;
		for (let n = 1; n <= length; n++) if (this.#isPerson(this.sideAt(length - n))) return n;
		return 0;
	}

	get canTakeBack() { return this.#back > 0; }

	// takeBack takes back the last move of a person and what followed it, with the clocks.
	takeBack() {
		const n = this.#back, moves = this.tree.main();
		if (!n) return false;
		this.tree.remove(moves[moves.length - n]);
		this.tree.node = this.end;
		this.over = null;
		const left = {};
		this.tree.main().forEach((node, i) => { if (node.clock !== undefined) left[this.sideAt(i)] = node.clock * 1000; });
		this.#wind(this.clock && { ...this.clock.begin, ...left });
		return true;
	}

	// finish ends the game: {winner, text, reason, result}, the result following from the
	// winner if it is not told. A winner of null is a draw.
	finish({ winner, text, reason, result }) {
		this.clock?.stop();
		this.over = { winner, text };
		this.tree.result = result || (winner === "first" ? "1-0" : winner === "second" ? "0-1" : "1/2-1/2");
		this.tree.ending = reason;
		if (this.choice.game === "chess") this.tree.tags = { ...this.tree.tags, Termination: reason === "time forfeit" ? reason : "normal" };
	}

	// stop lets no clock run any more: another game takes the place of this one.
	stop() { this.clock?.stop(); }

	// state is what the constructor takes back. running is the side whose clock ran.
	state() {
		const { clock } = this, left = clock && { ...clock.left }, running = clock?.running ?? null;
		if (running) left[running] -= clock.used;
		return { choice: this.choice, record: this.tree.record(), entry: this.tree.entry, over: this.over, left, running };
	}
}

// tagsOf returns the tags of a game that begins: names and ratings by side, {time,
// increment, byoyomi} or null, and a time that is a Date.
export function tagsOf({ game, names, ratings = {}, clock, event, begun }) {
	const pad = n => String(n).padStart(2, "0");
	const date = [begun.getFullYear(), pad(begun.getMonth() + 1), pad(begun.getDate())];
	const time = [begun.getHours(), begun.getMinutes(), begun.getSeconds()].map(pad).join(":");
	const tags = { Event: event }, [first, second] = playerTags(game);
	if (game === "chess") Object.assign(tags, { Site: "?", Date: date.join("."), Round: "-", [first]: names.first, [second]: names.second });
	else Object.assign(tags, { StartTime: `${date.join("/")} ${time}`, [first]: names.first, [second]: names.second });
	for (const [side, tag] of [["first", first], ["second", second]])
		if (ratings[side] && game === "chess") tags[tag + "Elo"] = String(ratings[side]);
	if (clock) tags.TimeControl = timeControl(game, clock);
	else if (game === "chess") tags.TimeControl = "-";
	if (game === "chess") tags.UTCDate = begun.toISOString().slice(0, 10).replace(/-/g, ".");
	return tags;
}

// timeControl writes a time control as PGN does, where byoyomi is a second control of one
// move, or as CSA.
function timeControl(game, { time, increment = 0, byoyomi = 0 }) {
	const [main, plus, each] = [time, increment, byoyomi].map(ms => ms / 1000);
	if (game === "chess") return each ? `${main}:1/${each}` : plus ? `${main}+${plus}` : String(main);
	if (plus || main % 60) return `${main}+${each}+${plus}`;
	const pad = n => String(n).padStart(2, "0");
	return `${pad(Math.floor(main / 3600))}:${pad(main / 60 % 60)}+${pad(each)}`;
}
