// The engine's view of the position on the board, live: lines, arrows and the bar beside
// the board. A click on a move of a line plays the line up to there.

import { prefer, stored } from "./address.js";
import { $, make, renew, throttled } from "./dom.js";
import { numberText } from "./notation.js";

const usual = { multipv: 3, threads: 0, hash: 0, limit: "none", "limit-value": 20 };
const fields = Object.keys(usual);

export class Analysis {
	#app;
	#on = false;
	#node = null;    // the node whose position is searched
	#threat = false; // what the opponent could do is searched instead
	#lines = [];     // with names, as they are shown
	#told = null;    // how much was searched: {nodes, nanoseconds}
	#options = { ...usual, ...stored("engine") };
	#update = throttled((node, lines, told) => this.#name(node, lines, told), 250);

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("engine-switch").addEventListener("click", () => this.switch());
		$("threat").addEventListener("click", () => this.#switchThreat());
		for (const name of fields) {
			$(name).addEventListener("change", () => {
				const field = $(name), value = field.localName === "select" ? field.value : Math.round(Number(field.value));
				if (typeof value === "string") this.#options[name] = value;
				else if (value >= 1) this.#options[name] = Math.min(value, Number(field.max) || value);
				prefer("engine", { [name]: this.#options[name] });
				this.#show();
				this.#node = null;
				this.changed();
			});
		}
	}

	// ready: the web API has told what engine there can be at most.
	ready({ threads, hash }) {
		if (!this.#options.threads) this.#options.threads = Math.max(1, Math.min(threads, (navigator.hardwareConcurrency || 2) - 1));
		if (!this.#options.hash) this.#options.hash = 64;
		$("threads").max = String(threads);
		$("hash").max = String(hash);
		$("multipv").max = "10";
		this.#show();
	}

	// #show shows the options.
	#show() {
		for (const name of fields) {
			const most = Number($(name).max) || Infinity, value = this.#options[name];
			$(name).value = typeof value === "string" ? value : Math.min(value, most);
		}
		$("lines").style.setProperty("--lines", String(Math.max(3, this.#options.multipv)));
		$("limit-value").hidden = this.#options.limit === "none";
	}

	// engine is the one that is asked.
	engine() { return { threads: Number($("threads").value), hash: Number($("hash").value) }; }

	#limits() {
		const { limit, "limit-value": value } = this.#options;
		return { analysis: true, lines: Number($("multipv").value), ...{ depth: { depth: value }, seconds: { time: value * 1e3 } }[limit] };
	}

	// on reports whether positions are searched as they are shown.
	get on() { return this.#on; }

	switch(on = !this.#on) {
		if (!on) this.halt();
		this.#on = on;
		this.#node = null;
		this.changed();
		this.#app.all("switched");
		this.#app.save();
	}

	#switchThreat(on = !this.#threat) {
		this.#threat = on;
		$("threat").setAttribute("aria-pressed", String(on));
		this.#node = null;
		if (on && !this.#on) this.switch(true);
		else this.changed();
	}

	// halt ends the search; changed begins it again.
	halt() {
		if (this.#node) this.#app.engine.stop();
		this.#node = null;
	}

	// space plays the best move that is known of the position on the board, and starts the engine
	// where none is looked for.
	space() {
		const app = this.#app, [best] = this.#lines;
		if (app.mode !== "analyse" || app.editing) return;
		if (!this.#on) this.switch(true);
		else if (best && !this.#threat && this.#node === app.tree.node && app.fresh) this.#follow(best, 0);
	}

	key(key) {
		if (this.#app.mode !== "analyse") return false;
		if (key === "e") this.switch();
		else if (key === "x" && !$("threat").disabled) this.#switchThreat();
		else return false;
		return true;
	}

	entered() {
		const analyse = this.#app.mode === "analyse";
		for (const id of ["analysis", "analysis-actions", "folds", "tree-tools", "gauge"]) $(id).hidden = !analyse;
		this.halt();
	}

	opened() { this.halt(); }

	changed() {
		const app = this.#app, { t, answer } = app;
		if (app.mode !== "analyse" || !answer) return;
		$("compare").hidden = !app.game.engines;
		$("engine-switch").setAttribute("aria-pressed", String(this.#on));
		$("engine-switch").textContent = this.#on ? t.stopEngine : t.startEngine;
		$("threat").disabled = !answer.passed;
		const { node } = app.tree;
		if (!answer.passed && this.#threat) this.#switchThreat(false);
		else if (!this.#on || app.editing || app.reviewing || answer.outcome || app.playing.thinking || app.mate.searching) this.#rest(node);
		else if (this.#node !== node) this.#begin(node);
		else this.#draw();
	}

	// #rest shows that nothing is searched, and why.
	#rest(node) {
		const app = this.#app, { t, answer } = app, over = Boolean(answer.outcome);
		this.halt();
		this.#lines = [];
		$("lines").classList.remove("old");
		renew($("lines"), () => [make("li", { className: "faint" }, over ? t.gameOver : !this.#on ? t.engineOff : app.playing.thinking
			? t.engineBusy : app.mate.searching ? t.mateSearching : "")]);
		$("figures").textContent = "";
		if (over) this.#gaugeAt({ "1-0": 1, "0-1": 0 }[answer.outcome.result] ?? .5, { "1-0": "1", "0-1": "0" }[answer.outcome.result] || "½");
		else this.#gauge(node.thought);
		app.board.arrows([]);
	}

	// #question returns the position that is searched: that of a node, or the one after a
	// pass.
	#question(node) {
		const { tree, answer } = this.#app;
		return this.#threat ? { ...tree, position: answer.passed, moves: [] } : { ...tree, moves: tree.moves(node) };
	}

	// #begin searches the position of a node until something else is looked at.
	#begin(node) {
		const app = this.#app, question = this.#question(node);
		this.#node = node;
		this.#lines = [];
		this.#told = null;
		$("figures").textContent = "";
		app.board.arrows([]);
		$("lines").classList.add("old");
		app.engine.search(question, question.moves, this.#limits(), (lines, told) => this.#update(node, lines, told)).catch(error =>
			app.fail(error));
	}

	// #name asks how the moves of the lines are called, and shows them.
	async #name(node, lines, searched) {
		const app = this.#app, { tree } = app, threat = this.#threat;
		if (this.#node !== node) return;
		this.#told = searched;
		const told = lines.filter(Boolean).map(line => ({ ...line, moves: line.moves.slice(0, 16) }));
		if (!told.length) return;
		try {
			const question = this.#question(node), answer = await app.ask(question, question.moves, { lines: told.map(line => line.moves) });
			if (this.#node !== node || app.tree !== tree || this.#threat !== threat) return;
			this.#lines = told.map((line, i) => ({ ...line, names: answer.lines?.[i] || [], side: answer.side }));
			if (!threat) {
				node.thought = { score: told[0].worth.score, chance: told[0].worth.chance / 100, depth: told[0].depth };
				app.all("thought", node);
			}
			this.#draw();
		} catch { /* the next report asks again */ }
	}

	#draw() {
		const app = this.#app, { t, board } = app, told = this.#told;
		if (!told || !this.#lines.length) return;
		$("lines").classList.remove("old");
		const figures = [t.depth(this.#lines[0].depth)];
		if (told.nodes) figures.push(t.nodes(numberText(told.nodes, app.language)));
		if (told.nanoseconds >= 1e7) figures.push(t.speed(numberText(told.nodes / told.nanoseconds * 1e9, app.language)));
		$("figures").textContent = figures.join(" · ");
		renew($("lines"), () => this.#lines.map((line, i) => {
			const moves = line.moves.slice(0, line.names.length).map((move, j) =>
				make("button", { type: "button", disabled: this.#threat, onclick: () => this.#follow(line, j) }, app.nameOf(line.names[j], move)));
			return make("li", {}, make("strong", {}, app.say(line.worth.score)),
				make("small", { className: "situation" }, app.say(line.worth.situation)),
				make("span", { className: "pv" }, ...moves.flatMap(b => [b, " "])));
		}));
		board.arrows(this.#lines.map((line, i) => {
			const [from, to] = board.ends(line.moves[0], line.side);
			return { from, to, rank: i, kind: this.#threat ? "threat" : "best" };
		}).reverse());
		if (!this.#threat) this.#gauge(app.tree.node.thought);
	}

	// #follow plays the moves of a line.
	#follow(line, last) {
		const { study } = this.#app;
		this.#app.go(study.extend(line.moves.slice(0, last + 1).map((move, i) => ({ move, names: line.names[i] })), this.#node ?? undefined));
	}

	#gauge(thought) {
		const app = this.#app;
		if (!thought) this.#gaugeAt(.5, "");
		else this.#gaugeAt(thought.chance, app.say(thought.score));
	}

	#gaugeAt(chance, text) {
		const { t, board } = this.#app, gauge = $("gauge"), percent = Math.round(chance * 100);
		gauge.setAttribute("aria-valuenow", String(percent));
		gauge.setAttribute("aria-label", t.evaluation);
		gauge.setAttribute("aria-valuetext", t.chanceOf(this.#app.sideName("first"), percent));
		gauge.classList.toggle("flipped", board.flipped);
		gauge.querySelector("div").style.height = `${chance * 100}%`;
		gauge.lastElementChild.textContent = text;
	}

	flipped() { this.changed(); }
	lost() { this.#node = null; }
	back() { this.changed(); }
	state() { return { analysing: this.#on }; }
	restore({ analysing }) { this.#on = Boolean(analysing); }
}
