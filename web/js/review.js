// A review of the analysis: the web API judges its main line, and here that is asked for and drawn.

import { LinkLost } from "./api.js";
import { $, make, renew, throttled } from "./dom.js";
import { miniature } from "./board.js";
import { add, exercisesOf } from "./exercises.js";
import { signsOf } from "./glyphs.js";
import { drawGraph, point } from "./graph.js";
import { drawable } from "./judged.js";
import { Mistakes } from "./mistakes.js";

// rare is what is counted if there is any: how many, name and sign.
const rare = t => [[p => p.missed_wins, t.missedWins, ""], [p => p.missed_mates, t.missedMates, ""],
	[p => p.praise?.["only move"], t.onlyMoves, "only move"], [p => p.praise?.great, t.great, "great"],
	[p => p.praise?.brilliant, t.brilliant, "brilliant"]];

export class Review {
	#app;
	#result = null;  // {key, person, ...what is drawn of the answer of the web API}
	#running = null; // what is asked: {stopped, id, onNews}
	#half = null;    // the one that runs, or was cut off and goes on as soon as it can: {key, version, found, done, total}
	#gone = false;   // there is no engine to go on with
	#keep;           // keeps what was found
	#shown = "";     // what the result was drawn of
	#mistakes;

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		this.#mistakes = new Mistakes(app);
		this.#keep = throttled(() => app.save(), 500);
		$("review-button").addEventListener("click", () => this.begin());
		$("review-game").addEventListener("click", async () => {
			await app.playing.bring(true);
			if (app.mode === "analyse") this.begin();
		});
		$("review-stop").addEventListener("click", () => {
			this.#stop();
			this.#half = null;
			app.save();
		});
	}

	// key says which line was judged, and valid whether the main line still begins so.
	#key() {
		const { tree } = this.#app.study;
		return [tree.game, tree.position, ...tree.main().map(n => n.move)];
	}

	#begins(key) {
		const now = this.#key();
		return key.every((word, i) => word === now[i]);
	}

	get #valid() { return this.#result !== null && this.#begins(this.#result.key); }

	// exercises are those of the game, or of the person who played it.
	get exercises() { return exercisesOf(this.#result, this.#app.study.tree, this.#result.person); }

	// begin reviews the main line as it is now: moves that are tried meanwhile do not count.
	begin() {
		$("review").hidden = false;
		$("review").scrollIntoView({ block: "nearest" });
		return this.#review({ key: this.#key(), version: this.#app.version, found: [], done: 0, total: 0 });
	}

	// #goOn goes on with a review that was cut off, after what it has found. Another version may find something else.
	#goOn() {
		const half = this.#half;
		return half.version === this.#app.version && this.#begins(half.key) ? this.#review(half) : this.begin();
	}

	// #review reviews the moves of a key, after what was found before.
	async #review(half) {
		const app = this.#app, { tree } = app.study, { t } = app, [, , ...moves] = half.key, main = tree.main().slice(0, moves.length);
		this.#stop();
		this.#half = null;
		$("review").hidden = false;
		$("review-fault").textContent = main.length ? "" : t.nothingToReview;
		$("review-result").replaceChildren();
		this.#result = null;
		if (!main.length) return;
		this.#half = half;
		const progress = () => {
			const { done, total } = half, all = total || moves.length + 1;
			$("progress").value = done / all;
			$("progress-text").textContent = t.progress(done, all);
		};
		const running = this.#running = { stopped: false, onNews: ({ news: { found, ...told } }) => {
			if (this.#running !== running) return;
			if (found) half.found = half.found.filter(f => f.round !== found.round || f.position !== found.position).concat(found);
			Object.assign(half, told);
			progress();
			if (found) this.#keep();
		} };
		app.analysis.halt();
		app.reviewing = true;
		progress();
		$("review-progress").hidden = false;
		app.save();
		try {
			const report = await app.engine.review(tree, moves, half.found, running);
			if (running.stopped) return;
			const judged = drawable(report, [tree.root, ...main], name => app.verdict(name));
			await Promise.all(judged.moves.filter(m => m.better).map(async m => {
				const { lines: [names] } = await app.ask(tree, moves.slice(0, m.ply - 1), { lines: [m.better] });
				m.line = m.better.map((move, i) => ({ move, names: names[i] }));
			}));
			if (running.stopped) return;
			this.#half = null;
			this.#result = {
				key: half.key, ...judged, person: app.playing.match && app.study.copies(app.playing.matchKey) ? app.playing.match.person : null,
			};
			tree.touch();
			if (this.#valid) add(this.exercises);
		} catch (error) {
			if (running.stopped) return;
			if (error instanceof LinkLost) this.#gone = true;
			else {
				this.#half = null;
				$("review-fault").textContent = app.faultText(error);
			}
		} finally {
			if (this.#running === running) this.#end();
		}
	}

	#end() {
		this.#running = null;
		this.#app.reviewing = false;
		$("review-progress").hidden = true;
		this.#app.refresh();
	}

	// #stop stops the review; what it has found stays.
	#stop() {
		if (!this.#running) return;
		this.#running.stopped = true;
		this.#app.engine.stopReview(this.#running);
		this.#end();
	}

	opened() {
		this.#stop();
		this.#half = null;
		this.#result = null;
		this.#mistakes.restore(null);
		$("review-fault").textContent = "";
	}

	// A review that is cut off goes on when an engine is back, the game is shown again, or the page was loaded again.
	leave() { this.#stop(); }

	lost() {
		this.#gone = true;
		this.#stop();
	}

	back() {
		this.#gone = false;
		this.changed();
	}

	language() { this.#shown = ""; }
	entered() { if (this.#app.mode !== "analyse") for (const id of ["review", "live-graph", "review-graph"]) $(id).hidden = true; }

	// thought: the engine thinks otherwise of a position.
	thought() { this.#liveGraph(); }

	// changed shows the result as long as the line is the one that was judged.
	changed() {
		const app = this.#app, { tree } = app;
		if (app.mode !== "analyse") return;
		if (this.#half && !this.#running && !this.#gone) return void this.#goOn();
		const valid = this.#valid;
		$("review").hidden = !valid && !this.#running && !$("review-fault").textContent;
		this.#liveGraph();
		$("review-graph").hidden = $("mistakes").hidden = !valid;
		if (!valid) {
			this.#shown = "";
			$("review-result").replaceChildren();
			this.#mistakes.show(null);
			return;
		}
		const shown = `${this.#result.key.join(" ")} ${app.language} ${app.notation} ${app.board.flipped}`;
		if (this.#shown !== shown) this.#show();
		this.#shown = shown;
		const ply = tree.main().indexOf(tree.node) + 1, on = ply > 0 || tree.node === tree.root;
		point($("review-graph").querySelector(".graph"), on ? ply : null, this.#result.chances.length - 1);
		$("review-exercises").textContent = app.t.exercisesOf(this.exercises.length);
		$("review-exercises").hidden = !this.exercises.length;
		this.#mistakes.show(this.#result, this.#result.person);
	}

	// #liveGraph shows what the engine has thought so far of the positions of the main line,
	// as long as there is no review.
	#liveGraph() {
		const app = this.#app, { tree } = app.study, line = tree.line();
		const chances = line.map(({ thought }) => thought ? thought.chance : null);
		const shown = chances.filter(chance => chance !== null).length > 1 && !this.#valid;
		$("live-graph").hidden = !shown;
		if (!shown) return;
		const graph = drawGraph({ chances, label: app.t.chancesOf(app.sideName("first")), go: ply => app.go(tree.line()[ply]) }),
			at = line.indexOf(tree.node);
		point(graph, at < 0 ? null : at, line.length - 1);
		renew($("live-graph"), () => [graph]);
	}

	#go(ply) { this.#app.go(this.#app.study.tree.line()[ply]); }

	#show() {
		const app = this.#app, { t } = app, r = this.#result;
		const graph = drawGraph({ chances: r.chances, marks: r.moves.filter(m => m.bad).map(m => ({ ply: m.ply, kind: m.verdict.kind })),
			label: t.chancesOf(app.sideName("first")), go: ply => this.#go(ply) });
		$("review-graph").replaceChildren(graph);
		$("review-result").replaceChildren(this.#legend(), this.#players(),
			make("details", {}, make("summary", {}, t.costly), this.#costly()),
			...(r.turns.length ? [make("details", {}, make("summary", {}, t.turns), this.#turns())] : []));
	}

	#legend() {
		const { t } = this.#app;
		return make("ul", { className: "key" }, ["inaccuracies", "mistakes", "blunders"].map(kind => make("li", { className: kind }, t[kind])));
	}

	#players() {
		const app = this.#app, { t } = app, r = this.#result, sides = ["first", "second"];
		const count = ({ counts }, kind) => String(app.game.verdicts.reduce((sum, v) => sum + (v.kind === kind ? counts[v.name] ?? 0 : 0), 0));
		const percent = value => value === undefined ? "–" : `${value.toFixed(1)}\u00a0%`;
		const signed = ({ sign, kind }) => make("b", { className: "sign " + kind }, sign);
		const row = (title, value, mark) =>
			make("tr", {}, make("th", { scope: "row" }, mark ? signed(app.verdict(mark)) : null, title),
			...r.players.map(p => make("td", {}, value(p))));
		return make("section", {}, make("h3", { className: "hidden" }, t.players), make("table", { className: "players" },
			make("thead", {}, make("tr", {}, make("td"),
				...sides.map(side => make("th", { scope: "col" }, make("i", { className: "side " + side, "aria-hidden": "true" }),
				app.playerName(side) || app.sideName(side))))),
			make("tbody", {}, row(t.accuracy, p => percent(p.moves ? p.accuracy ?? 0 : undefined)),
				row(t.agreement, p => percent(p.agreement)),
				row(t.inaccuracies, p => count(p, "inaccuracy"), "inaccuracy"),
				row(t.mistakes, p => count(p, "mistake"), "mistake"), row(t.blunders, p => count(p, "blunder"), "blunder"),
				...rare(t).filter(([many]) => r.players.some(many)).map(([many, title, mark]) => row(title, p => String(many(p) ?? 0), mark)))),
		make("details", {}, make("summary", {}, t.allVerdicts), make("table", { className: "players" }, make("tbody", {},
			...Object.entries(t.phases).filter(([phase]) => r.players.some(p => phase in (p.phases ?? {}))).map(([phase, title]) =>
				row(title, p => percent(p.phases?.[phase]))),
			...Object.entries(t.plain).map(([kind, title]) => row(title, p => String(p.counts[kind] ?? 0)))))));
	}

	// #title returns a button that goes to a move.
	#title(m) {
		const app = this.#app, { tree } = app.study, node = tree.main()[m.ply - 1], offset = app.answer.ply - tree.path().length,
			ply = offset + m.ply - 1;
		const number = tree.game === "chess" ? `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}` : String(ply + 1);
		return make("button", { type: "button", className: m.verdict?.kind || "", onclick: () => { this.#go(m.ply);
			$("board").scrollIntoView({ block: "nearest" }); } },
			make("span", { className: "number" }, number), " ", app.nameOf(node.names, node.move), make("b", {}, signsOf(m)));
	}

	#costly() {
		const app = this.#app, { t } = app,
			costly = this.#result.moves.filter(m => m.bad).sort((a, b) => b.loss - a.loss).slice(0, 10);
		return make("section", {}, costly.length
			? make("ul", { className: "costly" },
				costly.map(m => make("li", {}, this.#title(m), make("span", { className: "loss" }, `−${m.loss.toFixed(0)}\u00a0%`),
				make("p", {}, m.missed_win ? make("b", {}, t.missedWin, " ") : null, app.say(m.text)))))
			: make("p", {}, t.noCostly));
	}

	#turns() {
		const app = this.#app, { tree } = app.study, r = this.#result, box = make("div", { className: "turns" });
		const moves = tree.main().map(n => n.move);
		for (const ply of r.turns) {
			const judged = r.moves.find(m => m.ply === ply), [best] = judged.line;
			const card = make("article", { className: "card" }, make("h4", {}, this.#title(judged)), make("p", {}, app.say(judged.text)));
			box.append(card);
			app.ask(tree, moves.slice(0, ply - 1)).then(answer => {
				const ends = move => app.board.ends(move, answer.side);
				const arrows = best ? [ends(best.move)].map(([from, to]) => ({ from, to, rank: 0 })) : [];
				const label = `${app.say(judged.text)} ${best ? app.t.arrow : ""}`;
				card.children[0].after(miniature(tree.game, app.placesOf(answer),
					{ marks: ends(moves[ply - 1]), arrows, flipped: app.board.flipped, label }));
			}, () => {});
		}
		return box;
	}

	state() { return { review: this.#result, reviewing: this.#half, guide: this.#mistakes.state() }; }
	/** @param {{review?: any, reviewing?: any, guide?: any}} parts */
	restore({ review, reviewing, guide }) {
		this.#stop();
		this.#mistakes.restore(guide);
		this.#half = reviewing?.found ? reviewing : null; // not one of an earlier version
		this.#result = review?.moves?.every(m => "bad" in m) ? review : null;
	}
}
