// Exercises from the user's own games: a position, a better move than that of the game, and
// the next one. They come from a review, or are those that the browser keeps.

import { attemptText, judgeAttempt } from "./attempt.js";
import { $, make, renew } from "./dom.js";
import { due, forget, keyOf, note, read } from "./exercises.js";
import { signsOf } from "./glyphs.js";
import { unbroken } from "./notation.js";
import { Tree } from "./tree.js";

const pause = 1200; // ms that a wrong move stays on the board

export class Trainer {
	tree = null;      // of the exercise; before there is one, that of an empty game
	#app;
	#entry = null;    // the exercise
	#start = null;    // the node in which a move is to be found
	#state = "open";  // then "trying", "right" or "shown"
	#tried = null;    // the node of the last try
	#said = "";
	#hinted = false;
	#missed = false;  // something was wrong, or shown: it is no success any more
	#queue = [];      // the keys of this round
	#resuming = false; // one of these is on its way, after a reload
	#starter = null;  // the exercises that come with the page, while those are done
	#solved = 0;      // of this round

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		const actions = {
			next: () => this.#next(), hint: () => this.#hint(), show: () => this.#solve("shown"),
			analyse: () => app.analyse(this.#copy()), forget: () => this.#forget(),
		};
		for (const id in actions) $(/** @type {string} */ (`training-${id}`)).addEventListener("click",
			() => Promise.resolve(actions[id]()).catch(error => app.fail(error)));
		$("training-starter").addEventListener("click", () => this.#switch().catch(error => app.fail(error)));
		$("review-exercises").addEventListener("click", () => this.begin(app.review.exercises.map(keyOf)));
	}

	get #at() { return this.#queue.indexOf(this.#entry && keyOf(this.#entry)); }

	// movable: a move is to be found.
	movable() { return this.#state === "open" && Boolean(this.#entry) && this.tree.node === this.#start; }

	// begin goes through exercises, those that are due without keys.
	begin(keys) {
		if (!keys && this.#starter) return this.#round();
		this.#starter = null;
		this.#queue = keys ?? due(this.#app.current).map(keyOf);
		this.#solved = 0;
		this.#take(this.#queue[0]);
		return this.#app.mode === "train" ? this.#app.refresh() : this.#app.setMode("train");
	}

	// #load returns the exercises that come with the page.
	async #load() {
		const { Starter } = await import("./starter.js");
		return new Starter(this.#app);
	}

	// #switch goes over to the exercises that come with the page, or back to the user's own.
	async #switch() {
		if (!this.#app.linked) return this.#app.notices.refuse();
		if (this.#starter) {
			this.#starter = null;
			return this.begin();
		}
		this.#starter = await this.#load();
		return this.#round();
	}

	// #round begins a round of the exercises that come with the page.
	async #round() {
		const app = this.#app, starter = this.#starter, keys = await starter.due(app.current),
			entry = keys.length ? await starter.find(keys[0]) : null;
		if (this.#starter !== starter) return undefined;
		this.#queue = keys;
		this.#solved = 0;
		this.#put(entry);
		return app.refresh();
	}

	// #take puts an exercise of the user's on the board.
	#take(key) { this.#put(read().find(entry => keyOf(entry) === key) ?? null); }

	#put(entry) {
		const app = this.#app;
		this.#entry = entry;
		this.#state = "open";
		this.#said = "";
		this.#tried = null;
		this.#hinted = this.#missed = false;
		this.tree = entry ? new Tree({ game: entry.game, position: entry.position, chess960: entry.chess960 }) : app.newTree();
		for (const move of entry?.moves ?? []) this.tree.node = this.tree.add(move);
		this.#start = this.tree.node;
		app.board.flip(entry?.side === "second");
	}

	async #next() {
		const next = this.#queue[this.#at + 1];
		if (next === undefined) return this.begin();
		if (!this.#starter) this.#take(next);
		else this.#put(await this.#starter.find(next));
		return this.#app.refresh();
	}

	#forget() {
		const key = keyOf(this.#entry), next = this.#queue[this.#at + 1];
		forget(key);
		this.#queue = this.#queue.filter(other => other !== key);
		if (next === undefined) return this.begin();
		this.#take(next);
		return this.#app.refresh();
	}

	// #copy returns the exercise as a tree for the analysis.
	#copy() {
		const tree = Tree.from(this.tree.record());
		tree.node = tree.find(this.tree.where());
		return tree;
	}

	#hint() {
		this.#hinted = true;
		this.changed();
	}

	// move is a try.
	async move(move) {
		const app = this.#app, { tree } = this, entry = this.#entry;
		if (!this.movable()) return;
		this.#state = "trying";
		const node = this.#tried = tree.add(move.move, move.names), name = app.nameOf(move.names, move.move);
		this.#said = app.t.tryJudged(name);
		await app.go(node, { moved: true });
		const wanted = () => this.#entry === entry && this.#state === "trying";
		if (!wanted()) return;
		const judged = await judgeAttempt(app,
			{ tree, node, played: entry.played?.move, solutions: entry.solutions, chance: entry.chance, wanted });
		if (!wanted()) return;
		this.#said = attemptText(judged, name, app.t);
		if (["best", "good"].includes(judged.kind)) {
			this.#solve("right");
			return;
		}
		if (judged.kind) this.#miss();
		this.#state = "wrong";
		this.changed();
		await new Promise(resolve => setTimeout(resolve, judged.kind ? pause : 0));
		if (this.#entry !== entry || this.#state !== "wrong") return;
		this.#retract();
		app.refresh();
	}

	// #retract takes a try back.
	#retract() {
		this.tree.remove(this.#tried);
		this.tree.node = this.#start;
		this.#tried = null;
		this.#state = "open";
	}

	#note(how) {
		const key = keyOf(this.#entry);
		if (this.#starter) this.#starter.note(key, how).then(() => this.changed(), error => this.#app.fail(error));
		else note(key, how);
	}

	#miss() {
		if (!this.#missed) this.#note("wrong");
		this.#missed = true;
	}

	// #solve ends the exercise: the solution becomes the main line.
	#solve(how) {
		const entry = this.#entry, { tree } = this;
		if (how === "shown") this.#miss();
		else if (!this.#missed) {
			this.#note("right");
			this.#solved++;
		}
		if (how === "shown" && this.#tried) {
			tree.remove(this.#tried);
			this.#tried = null;
		}
		this.#state = how;
		let node = this.#start;
		entry.line.forEach(({ move, names }, i) => {
			node = tree.add(move, names, node);
			if (!i) tree.promote(node);
			if (!i && how === "shown") tree.node = node;
		});
		this.#app.refresh({ step: true });
	}

	entered() {
		const train = this.#app.mode === "train";
		$("training").hidden = !train;
		if (!train && ["trying", "wrong"].includes(this.#state)) {
			this.#retract();
			this.#said = "";
		}
		if (train && !this.#entry && !this.#resuming) {
			this.#queue = due(this.#app.current).map(keyOf);
			this.#solved = 0;
			this.#take(this.#queue[0]);
		}
	}

	language() { if (this.#app.answer) this.changed(); }
	flipped() { this.changed(); }

	changed() {
		const app = this.#app, { t, board, answer } = app, entry = this.#entry;
		if (app.mode !== "train" || !answer) return;
		const over = ["right", "shown"].includes(this.#state), last = this.#at + 1 >= this.#queue.length;
		$("training-count").textContent = entry ? [t.exerciseOf(this.#at + 1, this.#queue.length), t.solved(this.#solved),
			...(this.#starter ? [t.ratingIs(this.#starter.rating(app.current))] : [])].join(" · ") : "";
		$("training-starter").textContent = this.#starter ? t.ownExercises : t.starter;
		const mover = entry ? app.say(app.game.sides[entry.side === "first" ? 0 : 1]) : "";
		$("training-task").textContent = !entry ? t.noExercises : !entry.played ? t.taskOf(mover, entry.rating)
			: unbroken(t.task(mover, app.nameOf(entry.played.names, entry.played.move) + signsOf({ verdict: app.verdict(entry.played.kind) })));
		$("training-of").textContent = entry?.of ?? "";
		$("training-said").textContent = unbroken([this.#said, over && entry.played
			? t.because(app.nameOf(entry.played.names, entry.played.move), app.say(entry.reasons)) : ""].filter(Boolean).join(" "));
		$("training-said").className = { right: "right", wrong: "wrong" }[this.#state] ?? "";
		$("training-next").textContent = !over ? t.putOff : last ? t.nextRound : t.nextExercise;
		$("training-next").classList.toggle("main", over);
		for (const id of ["next", "hint", "show", "analyse", "forget"]) $(/** @type {string} */ (`training-${id}`)).hidden = !entry;
		if (this.#starter) $("training-forget").hidden = true;
		$("training-next").disabled = !over && this.#queue.length < 2;
		$("training-hint").disabled = this.#hinted || this.#state !== "open";
		$("training-show").disabled = over;
		renew($("training-line"), () => over ? [t.solution, " ", ...this.#line()] : []);
		if (!entry || this.#state === "trying") return;
		const at = app.tree.node === this.#tried && this.#tried, sign = { right: "✓", wrong: "✗" }[this.#state];
		if (at && sign) board.sign({ place: board.ends(at.move, app.sideBefore())[1], text: sign,
			kind: this.#state === "right" ? "best" : "blunder" });
		else board.sign(null);
		const [from] = board.ends(entry.solutions[0], entry.side);
		board.arrows(this.#hinted && this.movable() ? [{ from, to: from, rank: 0 }] : []);
	}

	// #line returns the solution, whose moves can be clicked.
	#line() {
		const app = this.#app;
		let node = this.#start;
		return this.#entry.line.flatMap(({ move, names }) => {
			const at = node = node.next.find(n => n.move === move);
			return [make("button", { type: "button", onclick: () => app.go(at) }, app.nameOf(names, move)), " "];
		});
	}

	state() { return { training: { queue: this.#queue, key: this.#entry && keyOf(this.#entry), solved: this.#solved,
		starter: Boolean(this.#starter) } }; }
	restore({ training }) {
		this.#starter = null;
		this.#queue = training?.queue ?? [];
		this.#solved = training?.solved ?? 0;
		const { flipped } = this.#app.board;
		this.#take(training?.key);
		if (this.#app.mode !== "train") this.#app.board.flip(flipped);
		this.#resuming = Boolean(training?.starter);
		if (this.#resuming) this.#resume(training.key).catch(error => this.#app.fail(error));
	}

	// #resume goes on with an exercise that came with the page.
	async #resume(key) {
		const app = this.#app, { current } = app, queue = this.#queue, starter = await this.#load(), entry = key ? await starter.find(key) : null;
		this.#resuming = false;
		if (app.current !== current || this.#entry || this.#queue !== queue) return;
		this.#starter = starter;
		const { flipped } = app.board;
		this.#put(entry);
		if (app.mode === "train") app.refresh();
		else app.board.flip(flipped);
	}
}
