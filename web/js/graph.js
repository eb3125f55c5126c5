// The graph of the chances over a game, of First's, for a review and while one analyses.

import { svg } from "./dom.js";

// drawGraph returns a graph of chances, null where nothing is known, with marks {ply, kind}
// on it. A click goes to a ply.
export function drawGraph({ chances, marks = [], label, go }) {
	const n = Math.max(1, chances.length - 1);
	const at = (chance, i) => `${(i / n * 1000).toFixed(1)} ${((1 - chance) * 200).toFixed(1)}`;
	const known = chances.map((chance, i) => chance === null || chance === undefined ? null : [i, at(chance, i)]).filter(Boolean);
	const graph = svg("svg", { viewBox: "0 0 1000 200", preserveAspectRatio: "none", role: "img", "aria-label": label, class: "graph" });
	graph.append(svg("rect", { class: "ground", width: 1000, height: 200 }));
	if (known.length) {
		const points = known.map(([, point]) => point).join(" "), x = ([i]) => (i / n * 1000).toFixed(1);
		graph.append(svg("polygon", { class: "area", points: `${x(known[0])} 200 ${points} ${x(known.at(-1))} 200` }));
		graph.append(svg("path", { class: "half", d: "M0 100h1000" }), svg("polyline", { class: "line", points }));
	}
	for (const { ply, kind } of marks) graph.append(svg("path", { class: "mark " + kind, d: `M${at(chances[ply] ?? .5, ply)}h0` }));
	graph.append(svg("path", { class: "cursor", d: "M0 0v200" }));
	graph.addEventListener("click", e => {
		const box = graph.getBoundingClientRect();
		go(Math.round((e.clientX - box.left) / box.width * n));
	});
	return graph;
}

// point shows in a graph of so many plies which one is looked at, null for none.
export function point(graph, ply, plies) {
	const cursor = graph?.querySelector(".cursor");
	cursor?.setAttribute("d", `M${(ply ?? 0) / Math.max(1, plies) * 1000} 0v200`);
	cursor?.toggleAttribute("hidden", ply === null);
}
