// The engine's view of the position on the board, live: lines, arrows and the bar beside
// the board. A click on a move of a line plays the line up to there.

import { prefer, preferred } from "./address.js";
import { $, make, throttled } from "./dom.js";
import { chanceOf, numberText, scoreText } from "./notation.js";

export class Analysis {
	#app;
	#on = false;
	#node = null;   // the node whose position is searched
	#lines = [];    // with names, as they are shown
	#told = null;   // the newest report
	#options = { multipv: 3, threads: 0, hash: 0, ...preferred("engine") };
	#update = throttled((node, lines, info) => this.#name(node, lines, info), 250);

	constructor(app) {
		this.#app = app;
		$("engine-switch").addEventListener("click", () => this.switch());
		for (const name of ["multipv", "threads", "hash"]) {
			$(name).addEventListener("change", () => {
				const value = Math.round(Number($(name).value));
				if (value >= 1) this.#options[name] = Math.min(value, Number($(name).max) || value);
				prefer("engine", this.#options);
				this.ready();
				this.#node = null;
				this.changed();
			});
		}
	}

	// ready: the engine has told its options.
	ready() {
		const { engine } = this.#app;
		const threads = Number(engine.option("Threads")?.max || 1), hash = engine.option("hash");
		if (!this.#options.threads) this.#options.threads = Math.max(1, Math.min(threads, (navigator.hardwareConcurrency || 2) - 1));
		if (!this.#options.hash) this.#options.hash = 64;
		$("threads").max = threads;
		$("hash").max = Number(hash?.max || 1024);
		$("multipv").max = Math.min(10, Number(engine.option("MultiPV")?.max || 10));
		for (const name of ["multipv", "threads", "hash"]) $(name).value = Math.min(this.#options[name], Number($(name).max));
	}

	// options are those for an analysis at full strength.
	options() {
		const { strength } = this.#app.game;
		return {
			[strength.skill]: 20, [strength.limit]: "false", UCI_AnalyseMode: "true", UCI_Chess960: String(this.#app.tree.chess960),
			Threads: $("threads").value, hash: $("hash").value,
		};
	}

	switch(on = !this.#on) {
		this.#on = on;
		this.#node = null;
		if (!on) this.#app.engine.stop();
		this.changed();
		this.#app.save();
	}

	space() { if (this.#app.mode === "analyse") this.switch(); }

	entered() {
		const analyse = this.#app.mode === "analyse";
		$("analysis").hidden = $("analysis-actions").hidden = $("comment-field").hidden = $("tree-tools").hidden = $("gauge").hidden = !analyse;
		if (!analyse && this.#on && this.#node) this.#app.engine.stop();
		this.#node = null;
	}

	opened() {
		this.#node = null;
	}

	changed() {
		const app = this.#app, { t, answer } = app;
		if (app.mode !== "analyse" || !answer) return;
		$("engine-switch").setAttribute("aria-pressed", String(this.#on));
		$("engine-switch").textContent = this.#on ? t.stopEngine : t.startEngine;
		const node = app.tree.node;
		if (!this.#on || app.editing || app.reviewing || answer.outcome) {
			if (this.#node !== null || !node.thought) this.#lines = [];
			this.#node = null;
			if (!app.reviewing) app.engine.stop();
			const over = answer.outcome !== null && answer.outcome !== undefined;
			$("lines").replaceChildren(make("li", { className: "faint" }, over ? t.gameOver : this.#on ? "" : t.engineOff));
			$("figures").textContent = "";
			if (over) this.#gaugeAt({ "1-0": 1, "0-1": 0 }[answer.outcome.result] ?? .5, { "1-0": "1", "0-1": "0" }[answer.outcome.result] || "½");
			else this.#gauge(node.thought);
			app.board.arrows([]);
			return;
		}
		if (this.#node !== node) this.#begin(node);
		else this.#draw();
	}

	// #begin searches the position of a node until something else is looked at.
	#begin(node) {
		const app = this.#app;
		this.#node = node;
		this.#lines = [];
		this.#told = null;
		$("figures").textContent = "";
		app.board.arrows([]);
		$("lines").classList.add("old");
		app.engine.search({
			position: app.tree.position, moves: app.tree.moves(node), limits: "infinite",
			options: { ...this.options(), MultiPV: $("multipv").value },
			onInfo: (info, lines) => this.#update(node, lines, info),
		}).catch(() => {});
	}

	// #name asks how the moves of the lines are called, and shows them.
	async #name(node, lines, info) {
		const app = this.#app, { tree } = app;
		this.#told = { ...this.#told, ...info };
		if (this.#node !== node) return;
		const told = lines.filter(Boolean).map(line => ({ ...line, pv: line.pv.slice(0, 16) }));
		if (!told.length) return;
		try {
			const answer = await app.ask(tree, tree.moves(node), { lines: told.map(line => line.pv) });
			if (this.#node !== node || app.tree !== tree) return;
			this.#lines = told.map((line, i) => ({ ...line, names: answer.lines?.[i] || [] }));
			node.thought = { score: told[0].score, depth: told[0].depth, side: app.answer.side };
			this.#draw();
		} catch { /* the next report asks again */ }
	}

	#draw() {
		const app = this.#app, { t, answer, board } = app, told = this.#told;
		if (!told || !this.#lines.length) return;
		$("lines").classList.remove("old");
		const figures = [t.depth(this.#lines[0].depth)];
		if (told.nodes) figures.push(t.nodes(numberText(told.nodes)));
		if (told.nps) figures.push(t.speed(numberText(told.nps)));
		$("figures").textContent = figures.join(" · ");
		const focused = document.activeElement?.closest("#lines button")?.dataset.at;
		$("lines").replaceChildren(...this.#lines.map((line, i) => {
			const moves = line.pv.slice(0, line.names.length).map((move, j) =>
				make("button", { type: "button", "data-at": `${i} ${j}`, onclick: () => this.#follow(line, j) }, app.nameOf(line.names[j], move)));
			return make("li", {}, make("strong", {}, scoreText(line.score, answer.side, app.tree.game)), make("span", { className: "pv" }, ...moves.flatMap(b => [b, " "])));
		}));
		if (focused) document.querySelector(`#lines [data-at="${focused}"]`)?.focus();
		board.arrows(this.#lines.map((line, i) => {
			const [from, to] = board.ends(line.pv[0], answer.side);
			return { from, to, rank: i };
		}).reverse());
		this.#gauge(this.#app.tree.node.thought);
	}

	// #follow plays the moves of a line.
	#follow(line, last) {
		const { tree } = this.#app;
		let { node } = tree;
		line.pv.slice(0, last + 1).forEach((move, i) => { node = tree.add(move, line.names[i], node); });
		this.#app.go(node);
	}

	#gauge(thought) {
		const app = this.#app;
		if (!thought) this.#gaugeAt(.5, "");
		else this.#gaugeAt(chanceOf(thought.score, thought.side, app.game.curve), scoreText(thought.score, thought.side, app.tree.game));
	}

	#gaugeAt(chance, text) {
		const { t, board } = this.#app, gauge = $("gauge"), percent = Math.round(chance * 100);
		gauge.setAttribute("aria-valuenow", percent);
		gauge.setAttribute("aria-label", t.evaluation);
		gauge.setAttribute("aria-valuetext", t.chanceOf(this.#app.sideName("first"), percent));
		gauge.classList.toggle("flipped", board.flipped);
		gauge.firstElementChild.style.height = `${chance * 100}%`;
		gauge.lastElementChild.textContent = text;
	}

	flipped() { this.changed(); }
	lost() { this.#node = null; }
	back() { this.changed(); }
	state() { return { analysing: this.#on }; }
	restore({ analysing }) { this.#on = Boolean(analysing); }
}
