// Steps through what went wrong in a game that was reviewed: the next mistake, what was
// better, and another try at the move.

import { attemptText, judgeAttempt } from "./attempt.js";
import { $, make, renew } from "./dom.js";
import { isPraise, signsOf } from "./glyphs.js";
import { unbroken } from "./notation.js";

const bad = ["inaccuracy", "mistake", "blunder"];

export class Mistakes {
	#app;
	#review = null; // {result, person}: what was judged, and whose mistakes count
	#trial = null;  // {judged, from, said}: the mistake, the node before it, and what is told

	constructor(app) {
		this.#app = app;
		$("mistake-next").addEventListener("click", () => this.#next());
		$("mistake-retry").addEventListener("click", () => this.#retry());
		$("mistake-show").addEventListener("click", () => this.#follow(0));
	}

	get #main() { return this.#app.study.tree.main(); }
	#before(ply) { return this.#main[ply - 2] ?? this.#app.study.tree.root; }

	// mistakes returns those that count, in the order of the game.
	#mistakes() {
		const { result, person } = this.#review;
		return result.moves.filter(m => bad.includes(m.kind) && (!person || m.side === person));
	}

	#next() {
		const app = this.#app, at = this.#trial ? this.#trial.judged.ply : this.#main.indexOf(app.tree.node) + 1, all = this.#mistakes();
		this.#trial = null;
		const next = all.find(m => m.ply > at) ?? all[0];
		if (next) app.go(this.#main[next.ply - 1]);
	}

	#retry() {
		const app = this.#app, judged = this.#trial?.judged ?? this.#judged;
		if (!judged) return;
		this.#trial = { judged, from: this.#before(judged.ply), said: "" };
		app.go(this.#trial.from);
	}

	// #follow plays the better line up to one of its moves.
	#follow(last) {
		const judged = this.#trial?.judged ?? this.#judged, { study } = this.#app;
		if (!judged) return;
		this.#trial = null;
		this.#app.go(study.extend(judged.line.slice(0, last + 1), this.#before(judged.ply)));
	}

	get #judged() {
		const ply = this.#main.indexOf(this.#app.tree.node) + 1;
		return ply ? this.#review?.result.moves.find(m => m.ply === ply) : undefined;
	}

	// show tells what the review says of the move that is looked at, null for no review.
	show(result, person) {
		const app = this.#app, { t, board, tree } = app;
		this.#review = result && { result, person };
		if (!result) {
			this.#trial = null;
			return;
		}
		const trial = this.#trial;
		if (trial && tree.node !== trial.from && tree.node.parent !== trial.from) this.#trial = null;
		else if (trial && tree.node !== trial.from && !trial.said) this.#judgeTrial(tree.node);
		const judged = this.#judged, wrong = judged && bad.includes(judged.kind);
		const { names, move } = this.#trial ? this.#main[this.#trial.judged.ply - 1] : tree.node;
		$("review-now").textContent = unbroken(this.#trial ? this.#trial.said || t.findBetter(app.nameOf(names, move) + signsOf({ judged: this.#trial.judged.kind }))
			: judged ? [app.nameOf(names, move) + signsOf({ judged: judged.kind || judged.praise }), judged.missed_win ? t.missedWin : "", app.say(judged.text)].filter(Boolean).join(" · ") : t.mistakesAre(this.#mistakes().length));
		$("mistake-retry").disabled = !wrong && !this.#trial;
		$("mistake-show").disabled = !(wrong || this.#trial) || !(this.#trial?.judged ?? judged).line.length;
		$("mistake-next").disabled = !this.#mistakes().length;
		this.#showBetter(wrong && !this.#trial ? judged : null);
		if (!judged || app.editing) return;
		const side = app.answer.side === "first" ? "second" : "first", [, to] = board.ends(tree.node.move, side);
		const called = judged.kind || judged.praise;
		if (signsOf({ judged: called })) board.sign({ place: to, text: signsOf({ judged: called }), kind: isPraise(called) ? "praise" : called });
	}

	// #showBetter writes the better line, whose moves can be clicked, and draws its first move.
	#showBetter(judged) {
		const app = this.#app, { t, board } = app, better = judged ? judged.line : [];
		renew($("review-better"), () => (better.length ? [t.better, " ", ...better.flatMap(({ move, names }, i) =>
			[make("button", { type: "button", onclick: () => this.#follow(i) }, app.nameOf(names, move)), " "])] : []));
		if (!better.length) return;
		const side = app.answer.side === "first" ? "second" : "first", [from, to] = board.ends(better[0].move, side);
		board.arrows([{ from, to, rank: 0 }]);
	}

	// #judgeTrial says whether another move does.
	async #judgeTrial(node) {
		const app = this.#app, { t } = app, trial = this.#trial, { judged } = trial, name = app.nameOf(node.names, node.move);
		const tell = text => {
			trial.said = text;
			if (app.tree.node === node) $("review-now").textContent = unbroken(text);
		};
		tell(t.tryJudged(name));
		const before = this.#review.result.chances[judged.ply - 1];
		const told = await judgeAttempt(app, {
			tree: app.study.tree, node, played: this.#main[judged.ply - 1].move, chance: judged.side === "first" ? before : 1 - before,
			solutions: judged.exercise?.solutions ?? judged.line.slice(0, 1).map(m => m.move), wanted: () => this.#trial === trial,
		});
		if (this.#trial === trial) tell(attemptText(told, name, t));
	}
}
