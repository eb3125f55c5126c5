// Steps through what went wrong in a game that was reviewed: the next mistake, what was
// better, and another try at the move.

import { attemptText, judgeAttempt } from "./attempt.js";
import { $, make, renew } from "./dom.js";
import { signsOf } from "./glyphs.js";
import { unbroken } from "./notation.js";

export class Mistakes {
	#app;
	#review = null; // {result, person}: what was judged, and whose mistakes count
	#trial = null;  // {judged, from, said}: the mistake, the node before it, and what is told
	#guide = null;  // {at, found, shown}: which mistake the user is led to, how many were mended, and whether this one was told

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("mistake-next").addEventListener("click", () => this.#next());
		$("mistake-guide").addEventListener("click", () => {
			this.#guide = this.#guide ? null : { at: -1, found: 0, shown: false };
			if (this.#guide) return this.#next();
			this.#trial = null;
			return app.refresh();
		});
		$("mistake-retry").addEventListener("click", () => this.#retry());
		$("mistake-show").addEventListener("click", () => this.#follow(0));
	}

	get #main() { return this.#app.study.tree.main(); }
	#before(ply) { return this.#main[ply - 2] ?? this.#app.study.tree.root; }

	// mistakes returns those that count, in the order of the game.
	#mistakes() {
		const { result, person } = this.#review;
		return result.moves.filter(m => m.bad && (!person || m.side === person));
	}

	// #lead goes to the next mistake of a guided review, before the move, and ends it after the last one.
	#lead() {
		const app = this.#app, { t } = app, guide = this.#guide, all = this.#mistakes(), judged = all[++guide.at];
		this.#trial = null;
		guide.shown = false;
		if (judged) return app.go(this.#before(judged.ply));
		this.#guide = null;
		app.notices.tell(t.guideOver(guide.found, all.length));
		return app.refresh();
	}

	// #led returns the mistake that the user is led to.
	get #led() { return this.#guide ? this.#mistakes()[this.#guide.at] : undefined; }

	#next() {
		if (this.#guide) return this.#lead();
		const app = this.#app, at = this.#trial ? this.#trial.judged.ply : this.#main.indexOf(app.tree.node) + 1, all = this.#mistakes();
		this.#trial = null;
		const next = all.find(m => m.ply > at) ?? all[0];
		return next && app.go(this.#main[next.ply - 1]);
	}

	#retry() {
		const app = this.#app, judged = this.#trial?.judged ?? this.#led ?? this.#judged;
		if (!judged) return;
		this.#trial = { judged, from: this.#before(judged.ply), said: "" };
		app.go(this.#trial.from);
	}

	// #follow plays the better line up to one of its moves.
	#follow(last) {
		const judged = this.#trial?.judged ?? this.#led ?? this.#judged, { study } = this.#app;
		if (!judged) return;
		this.#trial = null;
		if (this.#guide) this.#guide.shown = true;
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
			this.#trial = this.#guide = null;
			return;
		}
		const led = this.#led;
		if (this.#guide && !led) this.#guide = null; // whose mistakes count has changed
		if (led && !this.#trial && tree.node === this.#before(led.ply)) this.#trial = { judged: led, from: tree.node, said: "" };
		const trial = this.#trial;
		if (trial && tree.node !== trial.from && tree.node.parent !== trial.from) this.#trial = null;
		else if (trial && tree.node !== trial.from && !trial.said) this.#judgeTrial(tree.node);
		const judged = this.#judged, wrong = judged?.bad;
		const { names, move } = this.#trial ? this.#main[this.#trial.judged.ply - 1] : tree.node;
		$("mistake-guide").setAttribute("aria-pressed", String(Boolean(led)));
		$("mistake-next").textContent = led ? t.nextExercise : t.nextMistake;
		const stage = led ? `${t.exerciseOf(this.#guide.at + 1, this.#mistakes().length)} · ` : "",
			told = led && this.#guide.shown && !this.#trial && !judged;
		$("review-now").textContent = stage + unbroken(told ? this.#why(led) : this.#trial ? this.#trial.said
			|| t.findBetter(app.nameOf(names, move) + signsOf(this.#trial.judged))
			: judged ? [app.nameOf(names, move) + signsOf(judged), judged.missed_win ? t.missedWin : "",
				app.say(judged.text)].filter(Boolean).join(" · ") : t.mistakesAre(this.#mistakes().length));
		$("mistake-retry").disabled = !wrong && !this.#trial && !led;
		$("mistake-show").disabled = !(wrong || this.#trial || led) || !(this.#trial?.judged ?? led ?? judged).line.length;
		$("mistake-next").disabled = $("mistake-guide").disabled = !this.#mistakes().length;
		if (wrong && !this.#trial) this.#showBetter(judged, true);
		else this.#showBetter(led && this.#guide.shown ? led : null, false);
		if (!judged || app.editing) return;
		const side = app.answer.side === "first" ? "second" : "first", [, to] = board.ends(tree.node.move, side);
		if (judged.verdict) board.sign({ place: to, text: judged.verdict.sign, kind: judged.verdict.kind });
	}

	// #showBetter writes the better line, whose moves can be clicked, and draws its first move if the board shows
	// the one in its place.
	#showBetter(judged, draws) {
		const app = this.#app, { t, board } = app, better = judged ? judged.line : [];
		renew($("review-better"), () => (better.length ? [t.better, " ", ...better.flatMap(({ move, names }, i) =>
			[make("button", { type: "button", onclick: () => this.#follow(i) }, app.nameOf(names, move)), " "])] : []));
		if (!better.length || !draws) return;
		const side = app.answer.side === "first" ? "second" : "first", [from, to] = board.ends(better[0].move, side);
		board.arrows([{ from, to, rank: 0 }]);
	}

	// #why says why a move was wrong.
	#why(judged) {
		const app = this.#app, { names, move } = this.#main[judged.ply - 1];
		return app.t.because(app.nameOf(names, move) + signsOf(judged), app.say(judged.text));
	}

	// #judgeTrial says whether another move does.
	async #judgeTrial(node) {
		const app = this.#app, { t } = app, trial = this.#trial, { judged } = trial, name = app.nameOf(node.names, node.move);
		const tell = text => {
			trial.said = text;
			if (app.tree.node === node && this.#review) this.show(this.#review.result, this.#review.person);
		};
		tell(t.tryJudged(name));
		const before = this.#review.result.chances[judged.ply - 1];
		const told = await judgeAttempt(app, {
			tree: app.study.tree, node, played: this.#main[judged.ply - 1].move, chance: judged.side === "first" ? before : 1 - before,
			solutions: judged.exercise?.solutions ?? judged.line.slice(0, 1).map(m => m.move), wanted: () => this.#trial === trial,
		});
		if (this.#trial !== trial) return;
		const guide = this.#led === judged ? this.#guide : null, found = ["best", "good"].includes(told.kind);
		if (guide && found && !guide.shown) guide.found++;
		if (guide && found) guide.shown = true;
		tell(guide && found ? `${attemptText(told, name, t)} ${this.#why(judged)}` : attemptText(told, name, t));
	}

	state() { return this.#guide; }
	restore(guide) {
		this.#trial = null;
		this.#guide = guide ?? null;
	}
}
