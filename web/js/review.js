// A review of the analysis: the engine thinks about each position of its main line, from the
// last one back, and the web API judges the moves. Nothing is judged here.

import { $, make, renew } from "./dom.js";
import { miniature } from "./board.js";
import { add, exercisesOf } from "./exercises.js";
import { isPraise, signsOf } from "./glyphs.js";
import { drawGraph, point } from "./graph.js";
import { Mistakes } from "./mistakes.js";
import { chanceOf } from "./notation.js";

const nodes = 100000; // that are searched for a position
const longest = 3e9; // ns for a position, whatever was searched
const otherLines = 4, otherPart = 4; // lines that tell how much the best move matters, with a part of the nodes
const longer = 4;     // times as many nodes where a verdict depends on it
const bad = ["inaccuracy", "mistake", "blunder"];
// rare is what is counted if there is any: field, name and sign.
const rare = t => [["missedWins", t.missedWins, ""], ["onlyMoves", t.onlyMoves, "only move"], ["great", t.great, "great"], ["brilliant", t.brilliant, "brilliant"]];
const glyphOf = kind => signsOf({ judged: kind });
const classOf = kind => isPraise(kind) ? "praise" : kind;

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

	// exercises are those of the game, or of the person who played it.
	get exercises() { return exercisesOf(this.#result, this.#app.study.tree, this.#result.person); }

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
		const running = this.#running = { stopped: false }, key = this.#key(), whole = tree.record(), record = { ...whole, root: mainOnly(whole.root) };
		app.analysis.halt();
		app.reviewing = true;
		app.engine.newGame();
		$("review-progress").hidden = false;
		try {
			const moves = main.map(n => n.move), last = await app.ask(tree, moves);
			const found = await this.#thinkOfAll(running, tree, moves, last.outcome, record);
			if (!found) return;
			const { thoughts } = found, judged = await app.api.ask("judge", { record, ...found });
			if (running.stopped) return;
			this.#result = { key, ...judged, person: app.playing.match && app.study.copies(app.playing.matchKey) ? app.playing.match.person : null };
			thoughts.forEach((thought, i) => { // for the bar beside the board
				const same = (moves.length - i) % 2 === 0, side = same === (last.side === "first") ? "first" : "second", best = thought?.lines[0];
				if (best) (main[i - 1] || tree.root).thought = { score: best.score, depth: best.depth, side };
			});
			judged.moves.forEach(m => { main[m.ply - 1].judged = m.kind || m.praise || undefined; });
			tree.touch();
			if (this.#valid) add(this.exercises);
		} catch (error) {
			if (!running.stopped) $("review-fault").textContent = app.faultText(error);
		} finally {
			if (this.#running === running) this.#end();
		}
	}

	// #thinkOfAll returns what the engine thinks of each position, and of moves that it compared,
	// null if it was stopped. What a verdict depends on is searched again.
	async #thinkOfAll(running, tree, moves, over, record) {
		const app = this.#app, { t } = app, count = moves.length + (over ? 0 : 1);
		const thoughts = Array.from({ length: moves.length + 1 }, () => null), times = thoughts.map(() => 0), compared = thoughts.map(() => ({}));
		let todo = Array.from({ length: count }, (_, i) => ({ position: count - 1 - i, others: true })), done = 0, all = count;
		while (todo.length) {
			for (const { position, others, against, played, times: often = 0 } of todo) {
				$("progress").value = done / all;
				$("progress-text").textContent = t.progress(done, all);
				const before = thoughts[position], line = moves.slice(0, position), factor = times[position] ? longer : 1;
				if (against) {
					const scores = [];
					for (const move of [against, played]) scores.push(await this.#after(running, tree, [...line, move], often ? 2 * longer : longer / 2));
					compared[position] = { best: against, played, scores, times: often + 1 };
				} else {
					const best = await this.#think(running, tree, line, factor, 1), more = others ? await this.#think(running, tree, line, factor / otherPart, otherLines) : [];
					if (best.length) thoughts[position] = { nodes: best[0].nodes, lines: joined([...best, ...more], before?.lines) };
					times[position]++;
				}
				if (running.stopped) return null;
				done++;
			}
			const { doubts } = await app.api.ask("doubts", { record, thoughts, times, compared });
			todo = doubts.reverse();
			all += todo.length;
		}
		return running.stopped ? null : { thoughts, compared };
	}

	// #after returns the score of the position after a move that is compared, searched so many times as long as usual by an
	// engine that has forgotten everything, or what the rules say.
	async #after(running, tree, moves, times) {
		const app = this.#app, { side, outcome } = await app.ask(tree, moves);
		if (outcome) return { "1-0": side === "first" ? "#1" : "#-0", "0-1": side === "first" ? "#-0" : "#1" }[outcome.result] ?? "+0.00";
		app.engine.newGame();
		return (await this.#think(running, tree, moves, times, 1))[0]?.score ?? "+0.00";
	}

	// #think searches a position so many times as long as usual. A game that goes on has the
	// engine first, and a search that it cut short begins again.
	async #think(running, tree, moves, times, count) {
		const app = this.#app;
		for (;;) {
			while (app.playing.thinking && !running.stopped) await new Promise(resolve => setTimeout(resolve, 100));
			if (running.stopped) return [];
			const found = await app.engine.search(tree, moves, { analysis: true, nodes: nodes * times, time: longest * Math.min(times, 2), lines: count });
			if (running.stopped || !found.stopped) return found.lines.filter(line => line.moves.length);
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
		$("review-exercises").textContent = app.t.exercisesOf(this.exercises.length);
		$("review-exercises").hidden = !this.exercises.length;
		this.#mistakes.show(this.#result, this.#result.person);
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
		renew($("live-graph"), () => [graph]);
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
		const row = (title, value, mark) => make("tr", {}, make("th", { scope: "row" }, mark ? make("b", { className: "sign " + classOf(mark) }, glyphOf(mark)) : null, title), ...r.players.map(p => make("td", {}, value(p))));
		return make("section", {}, make("h3", { className: "hidden" }, t.players), make("table", { className: "players" },
			make("thead", {}, make("tr", {}, make("td"), ...sides.map(side => make("th", { scope: "col" }, make("i", { className: "side " + side, "aria-hidden": "true" }), app.playerName(side) || app.sideName(side))))),
			make("tbody", {}, row(t.accuracy, p => p.moves ? `${p.accuracy.toFixed(1)}\u00a0%` : "–"), row(t.inaccuracies, p => String(p.inaccuracies), "inaccuracy"),
				row(t.mistakes, p => String(p.mistakes), "mistake"), row(t.blunders, p => String(p.blunders), "blunder"),
				...rare(t).filter(([field]) => r.players.some(p => p[field])).map(([field, title, mark]) => row(title, p => String(p[field]), mark)))));
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
			? make("ul", { className: "costly" }, costly.map(m => make("li", {}, this.#title(m), make("span", { className: "loss" }, `−${(m.loss * 100).toFixed(0)}\u00a0%`), make("p", {}, m.missedWin ? make("b", {}, t.missedWin, " ") : null, app.say(m.reasons)))))
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

// joined returns the best line, followed by those that begin with other moves.
function joined(lines, before = []) {
	const seen = new Set();
	return [...lines, ...before].filter(({ moves: [move] }) => !seen.has(move) && seen.add(move));
}

// mainOnly returns a record without variations.
const mainOnly = node => ({ ...node, next: node.next.slice(0, 1).map(mainOnly) });
