// A review of the game: the engine thinks about each position, from the last one back, and
// the web API judges the moves. Nothing is judged here.

import { $, make, svg } from "./dom.js";
import { miniature } from "./board.js";

const nodes = 100000; // that are searched for a position
const longest = 3000; // ms for a position, whatever was searched

const glyphs = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Review {
	#app;
	#result = null; // {key, ...answer of the web API}
	#running = null;

	constructor(app) {
		this.#app = app;
		$("review-button").addEventListener("click", () => this.begin());
		$("review-game").addEventListener("click", () => this.begin());
		$("review-stop").addEventListener("click", () => this.#stop());
	}

	// key says which line was judged.
	#key() {
		const { tree } = this.#app;
		return [tree.game, tree.position, ...tree.main().map(n => n.move)].join(" ");
	}

	async begin() {
		const app = this.#app, { tree, t } = app, main = tree.main();
		$("review").hidden = false;
		$("review-fault").textContent = main.length ? "" : t.nothingToReview;
		$("review-result").replaceChildren();
		this.#result = null;
		$("review").scrollIntoView({ block: "start", behavior: "auto" });
		if (!main.length) return;
		const running = this.#running = { stopped: false }, key = this.#key();
		app.reviewing = true;
		app.engine.stop();
		app.engine.newGame();
		$("review-progress").hidden = false;
		const moves = main.map(n => n.move), thoughts = Array.from({ length: moves.length + 1 }, () => null);
		try {
			const last = await app.ask(tree, moves), over = Boolean(last.outcome), all = moves.length + (over ? 0 : 1);
			for (let i = all - 1; i >= 0; i--) {
				$("progress").value = (all - 1 - i) / all;
				$("progress-text").textContent = t.progress(all - 1 - i, all);
				const options = { ...app.analysis.options(), MultiPV: 1 };
				const found = await app.engine.search({ position: tree.position, moves: moves.slice(0, i), options, limits: `nodes ${nodes} movetime ${longest}` });
				if (running.stopped) return;
				const info = found.lines[0];
				if (info?.pv) thoughts[i] = { ...info.score, depth: info.depth, lines: [info.pv] };
			}
			const record = { ...tree.record(), root: mainOnly(tree.record().root) };
			const judged = await app.api.ask("judge", { record, thoughts });
			if (running.stopped) return;
			this.#result = { key, ...judged };
			thoughts.forEach((thought, i) => { // for the bar beside the board
				const same = (moves.length - i) % 2 === 0, side = same === (last.side === "first") ? "first" : "second";
				if (thought) (main[i - 1] || tree.root).thought = { score: thought, depth: thought.depth, side };
			});
			tree.change(() => judged.moves.forEach(m => { main[m.ply - 1].judged = m.kind in glyphs ? m.kind : undefined; }));
		} catch (error) {
			if (!running.stopped) $("review-fault").textContent = error.message;
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

	#stop() {
		if (!this.#running) return;
		this.#running.stopped = true;
		this.#app.engine.stop();
		this.#end();
	}

	opened() {
		this.#stop();
		this.#result = null;
		$("review-fault").textContent = "";
	}

	lost() { this.#stop(); }
	language() { this.#shown = ""; }

	played() { if (this.#running) this.#stop(); }

	#shown = "";

	// changed shows the result as long as the line is the one that was judged.
	changed() {
		const app = this.#app, valid = this.#result && this.#result.key === this.#key();
		$("review").hidden = !valid && !this.#running && !$("review-fault").textContent;
		if (!valid) {
			this.#shown = "";
			$("review-result").replaceChildren();
			return;
		}
		const shown = `${this.#result.key} ${app.language} ${app.notation} ${app.board.flipped}`;
		if (this.#shown !== shown) this.#show();
		this.#shown = shown;
		const ply = app.tree.main().indexOf(app.tree.node) + 1, x = ply / Math.max(1, this.#result.chances.length - 1) * 1000;
		document.getElementById("graph-cursor")?.setAttribute("d", `M${x} 0v200`);
		const on = ply > 0 || app.tree.node === app.tree.root;
		document.getElementById("graph-cursor")?.toggleAttribute("hidden", !on);
		const judged = this.#result.moves.find(m => m.ply === ply), comment = document.getElementById("review-now");
		if (comment) comment.textContent = judged && ply ? [app.nameOf(app.tree.node.names) + (glyphs[judged.kind] || ""), judged.kind in glyphs ? app.say(judged.reasons) : app.say(judged.word)].filter(Boolean).join(" · ") : "";
	}

	#go(ply) {
		const app = this.#app;
		app.go(ply ? app.tree.main()[ply - 1] : app.tree.root);
	}

	#show() {
		const app = this.#app, { t } = app, r = this.#result;
		$("review-result").replaceChildren(
			make("div", { className: "card" }, make("h3", {}, t.chances), make("p", { className: "faint" }, t.chancesHelp), this.#graph(), this.#legend(), make("p", { id: "review-now", className: "now" })),
			make("div", { className: "two" }, this.#players(), this.#costly()),
			...(r.turning.length ? [make("h3", {}, t.turns), this.#turns()] : []),
		);
	}

	#graph() {
		const app = this.#app, r = this.#result, n = Math.max(1, r.chances.length - 1);
		const at = (chance, i) => `${(i / n * 1000).toFixed(1)} ${((1 - chance) * 200).toFixed(1)}`;
		const points = r.chances.map(at);
		const graph = svg("svg", { viewBox: "0 0 1000 200", preserveAspectRatio: "none", role: "img", "aria-label": app.t.chancesOf(app.sideName("first")), class: "graph" });
		graph.append(svg("rect", { class: "ground", width: 1000, height: 200 }));
		graph.append(svg("polygon", { class: "area", points: `0 200 ${points.join(" ")} 1000 200` }));
		graph.append(svg("path", { class: "half", d: "M0 100h1000" }), svg("polyline", { class: "line", points: points.join(" ") }));
		for (const m of r.moves) {
			if (!(m.kind in glyphs)) continue;
			graph.append(svg("path", { class: "mark " + m.kind, d: `M${at(r.chances[m.ply], m.ply)}h0` }));
		}
		graph.append(svg("path", { id: "graph-cursor", d: "M0 0v200" }));
		graph.addEventListener("click", e => {
			const box = graph.getBoundingClientRect();
			this.#go(Math.round((e.clientX - box.left) / box.width * n));
		});
		return graph;
	}

	#legend() {
		const { t } = this.#app;
		return make("ul", { className: "key" }, ["inaccuracies", "mistakes", "blunders"].map(kind => make("li", { className: kind }, t[kind])));
	}

	#players() {
		const app = this.#app, { t } = app, r = this.#result, sides = ["first", "second"];
		const row = (title, value, mark) => make("tr", {}, make("th", { scope: "row" }, mark ? make("b", { className: "sign " + mark }, glyphs[mark]) : null, title), ...r.players.map(p => make("td", {}, value(p))));
		return make("section", { className: "card" }, make("h3", {}, t.players), make("table", { className: "players" },
			make("thead", {}, make("tr", {}, make("td"), ...sides.map(side => make("th", { scope: "col" }, make("i", { className: "side " + side, "aria-hidden": "true" }), app.playerName(side) || app.sideName(side))))),
			make("tbody", {}, row(t.accuracy, p => p.moves ? `${p.accuracy.toFixed(1)}\u00a0%` : "–"), row(t.inaccuracies, p => String(p.inaccuracies), "inaccuracy"),
				row(t.mistakes, p => String(p.mistakes), "mistake"), row(t.blunders, p => String(p.blunders), "blunder"))));
	}

	// #title returns a button that goes to a move.
	#title(m) {
		const app = this.#app, node = app.tree.main()[m.ply - 1], offset = app.answer.ply - app.tree.path().length, ply = offset + m.ply - 1;
		const number = app.tree.game === "chess" ? `${Math.floor(ply / 2) + 1}${ply % 2 ? "…" : "."}` : String(ply + 1);
		return make("button", { type: "button", className: m.kind || "", onclick: () => { this.#go(m.ply); $("board").scrollIntoView({ block: "nearest" }); } },
			make("span", { className: "number" }, number), " ", app.nameOf(node.names, node.move), make("b", {}, glyphs[m.kind] || ""));
	}

	#costly() {
		const app = this.#app, { t } = app, bad = this.#result.moves.filter(m => m.kind in glyphs).sort((a, b) => b.loss - a.loss).slice(0, 10);
		return make("section", { className: "card" }, make("h3", {}, t.costly), bad.length
			? make("ul", { className: "costly" }, bad.map(m => make("li", {}, this.#title(m), make("span", { className: "loss" }, `−${(m.loss * 100).toFixed(0)}\u00a0%`), make("p", {}, app.say(m.reasons)))))
			: make("p", {}, t.noCostly));
	}

	#turns() {
		const app = this.#app, r = this.#result, box = make("div", { className: "turns" });
		const moves = app.tree.main().map(n => n.move);
		for (const turn of r.turning) {
			const judged = r.moves.find(m => m.ply === turn.ply);
			const card = make("article", { className: "card" }, make("h4", {}, this.#title(judged)), make("p", {}, app.say(turn.text)));
			box.append(card);
			app.ask(app.tree, moves.slice(0, turn.ply - 1)).then(answer => {
				const ends = move => app.board.ends(move, answer.side);
				const arrows = judged.best ? [ends(judged.best.move)].map(([from, to]) => ({ from, to, kind: "best" })) : [];
				const label = `${app.say(turn.text)} ${judged.best ? app.t.arrow : ""}`;
				card.children[0].after(miniature(app.tree.game, app.placesOf(answer), { marks: ends(moves[turn.ply - 1]), arrows, flipped: app.board.flipped, label }));
			}, () => {});
		}
		return box;
	}

	state() { return { review: this.#result }; }
	restore({ review }) {
		this.#result = review || null;
	}
}

// mainOnly returns a record without variations.
const mainOnly = node => ({ ...node, next: node.next.slice(0, 1).map(mainOnly) });
