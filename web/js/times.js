// The time that the players of a game took for its moves, as its record tells: a graph with
// First's bars above and Second's below, and what was left on their clocks.

import { $, svg } from "./dom.js";
import { point } from "./graph.js";
import { timeText } from "./notation.js";

// timesOf returns the seconds of each move of a line, {spent, left}, undefined where the record
// has neither. A time that only the clocks tell is their difference, with what each move adds.
export function timesOf(moves, increment = 0) {
	return moves.map(({ spent, clock }, i) => {
		const before = moves[i - 2]?.clock;
		const used = clock === undefined || before === undefined ? undefined : Math.max(0, before + increment - clock);
		return { spent: spent ?? used, left: clock };
	});
}

// incrementOf returns the seconds that a time control of PGN or CSA adds with each move.
export function incrementOf(control = "") {
	const [, pgn, csa] = /^\d+\+(\d+)$|^\d+\+\d+\+(\d+)$/.exec(control) ?? [];
	return Number(pgn ?? csa ?? 0);
}

export class Times {
	#app;
	#key = "";

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("times").addEventListener("toggle", () => this.changed());
	}

	language() { if (this.#app.answer) this.changed(); }

	changed() {
		const app = this.#app, { tree } = app, main = tree.main();
		if (app.mode !== "analyse" || !$("times").open) return;
		const times = timesOf(main, incrementOf(tree.tags.TimeControl));
		const even = tree.path().length % 2 === 0, begins = even === (app.answer.side === "first") ? "first" : "second";
		const key = JSON.stringify([times, begins, app.language, app.notation]);
		if (key !== this.#key || !$("times-graph").firstChild) this.#draw(main, times, begins);
		this.#key = key;
		const at = main.indexOf(tree.node) + 1;
		point($("times-graph").firstChild, at || null, main.length);
	}

	#draw(main, times, begins) {
		const app = this.#app, { t } = app, n = times.length, sides = ["first", "second"];
		const sideOf = i => (i % 2 === 0) === (begins === "first") ? "first" : "second";
		const most = field => Math.max(1, ...times.map(time => time[field] ?? 0));
		const [longest, fullest] = [most("spent"), most("left")];
		const of = side => times.filter((time, i) => sideOf(i) === side && time.spent !== undefined).map(time => time.spent);
		const text = seconds => timeText(seconds, app.language);
		const sum = side => text(of(side).reduce((sum, seconds) => sum + seconds, 0)), longestOf = side => text(Math.max(0, ...of(side)));
		const sums = sides.map(side => t.timesOf(app.sideName(side), sum(side), longestOf(side))).join(" · ");
		$("times-sums").textContent = sums;
		const graph = svg("svg", {
			viewBox: "0 0 1000 200", preserveAspectRatio: "none", role: "img", "aria-label": `${t.times}: ${sums}`, class: "graph times",
		});
		const up = side => side === "first" ? -1 : 1, x = i => (i + .5) / n * 1000;
		graph.append(svg("rect", { class: "ground", width: 1000, height: 200 }));
		graph.append(svg("rect", { class: "area", y: 100, width: 1000, height: 100 }));
		times.forEach(({ spent }, i) => {
			if (spent === undefined) return;
			const height = spent / longest * 96, y = up(sideOf(i)) < 0 ? 100 - height : 100, bar = svg("rect", {
				class: `bar ${sideOf(i)}`, x: (i / n * 1000).toFixed(1), y: y.toFixed(1), width: (1000 / n).toFixed(1), height: height.toFixed(1),
			});
			bar.append(svg("title", {}, t.timeOf(app.nameOf(main[i].names, main[i].move), text(spent))));
			graph.append(bar);
		});
		for (const side of sides) {
			const known = times.map(({ left }, i) => ({ left, i })).filter(({ left, i }) => left !== undefined && sideOf(i) === side);
			const points = known.map(({ left, i }) => `${x(i).toFixed(1)} ${(100 + up(side) * left / fullest * 96).toFixed(1)}`);
			if (points.length > 1) graph.append(svg("polyline", { class: "line", points: points.join(" ") }));
		}
		graph.append(svg("path", { class: "half", d: "M0 100h1000" }), svg("path", { class: "cursor", d: "M0 0v200" }));
		graph.addEventListener("click", e => {
			const box = graph.getBoundingClientRect();
			app.go(app.tree.line()[1 + Math.min(n - 1, Math.floor((e.clientX - box.left) / box.width * n))]);
		});
		$("times-graph").replaceChildren(graph);
	}
}
