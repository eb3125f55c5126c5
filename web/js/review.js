// A review of the analysis: the engine thinks about each position of its main line, from the
// last one back, and the web API judges the moves. Nothing is judged here.

import { $, make } from "./dom.js";
import { miniature } from "./board.js";
import { signsOf } from "./glyphs.js";
import { drawGraph, point } from "./graph.js";
import { Mistakes } from "./mistakes.js";
import { chanceOf } from "./notation.js";

const nodes = 100000; // that are searched for a position
const longest = 3e9; // ns for a position, whatever was searched
const bad = ["inaccuracy", "mistake", "blunder"];
const glyphOf = kind => signsOf({ judged: kind });

export class Review {
	#app;
	#result = null; // {key, ...answer of the web API}
	#running = null;
	#shown = "";    // what the result was drawn of
	#mistakes;

	constructor(app) {
		this.#app = app;
		this.#mistakes = new Mistakes(app);
		$("review-button").addEventListener("click", () => this.begin());
		$("review-game").addEventListener("click", async () => {
			await app.playing.bring(true);
			if (app.mode === "analyse") this.begin();
		});
		$("review-stop").addEventListener("click", () => this.#stop());
	}

	// key says which line was judged, and valid whether the main line still begins so.
	#key() {
		const { tree } = this.#app.study;
		return [tree.game, tree.position, ...tree.main().map(n => n.move)];
	}

	get #valid() {
		const now = this.#key();
		return this.#result !== null && this.#result.key.every((word, i) => word === now[i]);
	}

	// begin reviews the main line as it is now: moves that are tried meanwhile do not count.
	async begin() {
		const app = this.#app, { tree } = app.study, { t } = app, main = tree.main();
		this.#stop();
		$("review").hidden = false;
		$("review-fault").textContent = main.length ? "" : t.nothingToReview;
		$("review-result").replaceChildren();
		this.#result = null;
		$("review").scrollIntoView({ block: "nearest" });
		if (!main.length) return;
		const running = this.#running = { stopped: false }, key = this.#key(), record = tree.record();
		app.analysis.halt();
		app.reviewing = true;
		app.engine.newGame();
		$("review-progress").hidden = false;
		const moves = main.map(n => n.move), thoughts = Array.from({ length: moves.length + 1 }, () => null);
		try {
			const last = await app.ask(tree, moves), over = Boolean(last.outcome), all = moves.length + (over ? 0 : 1);
			for (let i = all - 1; i >= 0; i--) {
				$("progress").value = (all - 1 - i) / all;
				$("progress-text").textContent = t.progress(all - 1 - i, all);
				const line = await this.#think(running, tree, moves.slice(0, i));
				if (running.stopped) return;
				if (line?.moves.length) thoughts[i] = line;
			}
			const judged = await app.api.ask("judge", { record: { ...record, root: mainOnly(record.root) }, thoughts });
			if (running.stopped) return;
			this.#result = { key, ...judged };
			thoughts.forEach((thought, i) => { // for the bar beside the board
				const same = (moves.length - i) % 2 === 0, side = same === (last.side === "first") ? "first" : "second";
				if (thought) (main[i - 1] || tree.root).thought = { score: thought.score, depth: thought.depth, side };
			});
			judged.moves.forEach(m => { main[m.ply - 1].judged = bad.includes(m.kind) ? m.kind : undefined; });
			tree.touch();
		} catch (error) {
			if (!running.stopped) $("review-fault").textContent = app.faultText(error);
		} finally {
			if (this.#running === running) this.#end();
		}
	}

	// #think searches a position. A game that goes on has the engine first, and a search that
	// it cut short begins again.
	async #think(running, tree, moves) {
		const app = this.#app;
		for (;;) {
			while (app.playing.thinking && !running.stopped) await new Promise(resolve => setTimeout(resolve, 100));
			if (running.stopped) return null;
			const found = await app.engine.search(tree, moves, { nodes, time: longest });
			if (running.stopped || !found.stopped) return found.lines[0];
		}
	}

	#end() {
		this.#running = null;
		this.#app.reviewing = false;
		$("review-progress").hidden = true;
		this.#app.refresh();
	}

	#stop() {
		if (!this.#running) return;
		this.#running.stopped = true;
		if (!this.#app.playing.thinking) this.#app.engine.stop();
		this.#end();
	}

	opened() {
		this.#stop();
		this.#result = null;
		$("review-fault").textContent = "";
	}

	leave() { this.#stop(); }
	lost() { this.#stop(); }
	language() { this.#shown = ""; }
	entered() { if (this.#app.mode !== "analyse") for (const id of ["review", "live-graph", "review-graph"]) $(id).hidden = true; }

	// thought: the engine thinks otherwise of a position.
	thought() { this.#liveGraph(); }

	// changed shows the result as long as the line is the one that was judged.
	changed() {
		const app = this.#app, { tree } = app;
		if (app.mode !== "analyse") return;
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
		const { playing, study } = app;
		this.#mistakes.show(this.#result, playing.match && study.follows(playing.matchKey) ? playing.match.person : null);
	}

	// #liveGraph shows what the engine has thought so far of the positions of the main line,
	// as long as there is no review.
	#liveGraph() {
		const app = this.#app, { tree } = app.study, line = tree.line();
		const chances = line.map(({ thought }) => thought ? chanceOf(thought.score, thought.side, app.game.curve) : null);
		const shown = chances.filter(chance => chance !== null).length > 1 && !this.#valid;
		$("live-graph").hidden = !shown;
		if (!shown) return;
		const graph = drawGraph({ chances, label: app.t.chancesOf(app.sideName("first")), go: ply => app.go(tree.line()[ply]) }), at = line.indexOf(tree.node);
		point(graph, at < 0 ? null : at, line.length - 1);
		$("live-graph").replaceChildren(graph);
	}

	#go(ply) { this.#app.go(this.#app.study.tree.line()[ply]); }

	#show() {
		const app = this.#app, { t } = app, r = this.#result;
		const graph = drawGraph({ chances: r.chances, marks: r.moves.filter(m => bad.includes(m.kind)), label: t.chancesOf(app.sideName("first")), go: ply => this.#go(ply) });
		$("review-graph").replaceChildren(graph);
		$("review-result").replaceChildren(this.#legend(), this.#players(),
			make("details", {}, make("summary", {}, t.costly), this.#costly()),
			...(r.turning.length ? [make("details", {}, make("summary", {}, t.turns), this.#turns())] : []));
	}

	#legend() {
		const { t } = this.#app;
		return make("ul", { className: "key" }, ["inaccuracies", "mistakes", "blunders"].map(kind => make("li", { className: kind }, t[kind])));
	}

	#players() {
		const app = this.#app, { t } = app, r = this.#result, sides = ["first", "second"];
		const row = (title, value, mark) => make("tr", {}, make("th", { scope: "row" }, mark ? make("b", { className: "sign " + mark }, glyphOf(mark)) : null, title), ...r.players.map(p => make("td", {}, value(p))));
		return make("section", {}, make("h3", { className: "hidden" }, t.players), make("table", { className: "players" },
			make("thead", {}, make("tr", {}, make("td"), ...sides.map(side => make("th", { scope: "col" }, make("i", { className: "side " + side, "aria-hidden": "true" }), app.playerName(side) || app.sideName(side))))),
			make("tbody", {}, row(t.accuracy, p => p.moves ? `${p.accuracy.toFixed(1)}\u00a0%` : "–"), row(t.inaccuracies, p => String(p.inaccuracies), "inaccuracy"),
				row(t.mistakes, p => String(p.mistakes), "mistake"), row(t.blunders, p => String(p.blunders), "blunder"))));
	}

	// #title returns a button that goes to a move.
	#title(m) {
		const app = this.#app, { tree } = app.study, node = tree.main()[m.ply - 1], offset = app.answer.ply - tree.path().length, ply = offset + m.ply - 1;
		const number = tree.game === "chess" ? `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}` : String(ply + 1);
		return make("button", { type: "button", className: m.kind || "", onclick: () => { this.#go(m.ply); $("board").scrollIntoView({ block: "nearest" }); } },
			make("span", { className: "number" }, number), " ", app.nameOf(node.names, node.move), make("b", {}, glyphOf(m.kind)));
	}

	#costly() {
		const app = this.#app, { t } = app, costly = this.#result.moves.filter(m => bad.includes(m.kind)).sort((a, b) => b.loss - a.loss).slice(0, 10);
		return make("section", {}, costly.length
			? make("ul", { className: "costly" }, costly.map(m => make("li", {}, this.#title(m), make("span", { className: "loss" }, `−${(m.loss * 100).toFixed(0)}\u00a0%`), make("p", {}, app.say(m.reasons)))))
			: make("p", {}, t.noCostly));
	}

	#turns() {
		const app = this.#app, { tree } = app.study, r = this.#result, box = make("div", { className: "turns" });
		const moves = tree.main().map(n => n.move);
		for (const turn of r.turning) {
			const judged = r.moves.find(m => m.ply === turn.ply);
			const card = make("article", { className: "card" }, make("h4", {}, this.#title(judged)), make("p", {}, app.say(turn.text)));
			box.append(card);
			app.ask(tree, moves.slice(0, turn.ply - 1)).then(answer => {
				const ends = move => app.board.ends(move, answer.side);
				const arrows = judged.best ? [ends(judged.best.move)].map(([from, to]) => ({ from, to, rank: 0 })) : [];
				const label = `${app.say(turn.text)} ${judged.best ? app.t.arrow : ""}`;
				card.children[0].after(miniature(tree.game, app.placesOf(answer), { marks: ends(moves[turn.ply - 1]), arrows, flipped: app.board.flipped, label }));
			}, () => {});
		}
		return box;
	}

	state() { return { review: this.#result }; }
	restore({ review }) {
		this.#stop();
		this.#result = review || null;
	}
}

// mainOnly returns a record without variations.
const mainOnly = node => ({ ...node, next: node.next.slice(0, 1).map(mainOnly) });
