// Arrows and circles on a board: those of the engine, by rank, and those that the user
// draws, by colour.

import { svg } from "./dom.js";

// How wide arrows of the engine are, the best line's first.
const widths = [11, 8.5, 6.5, 5];

// The colours of the user's arrows, as PGN writes them, by the keys held meanwhile.
export const colourOf = e => (e.shiftKey || e.ctrlKey) ? (e.altKey ? "Y" : "R") : e.altKey ? "B" : "G";

// drawArrow returns an arrow {from, to, rank, kind} of the engine's, kind being "threat" for
// what the opponent could do, or {from, to, colour} of the user's, a circle where it begins
// and ends at the same place.
export function drawArrow(layout, { from, to, rank = 0, kind, colour }) {
	const [x1, y1] = layout.middle(from), [x2, y2] = layout.middle(to), thin = Math.min(rank, widths.length - 1);
	const name = colour ? `drawn colour-${colour}` : kind === "threat" ? "pointer threat" : `pointer rank-${thin}`;
	if (from === to) return svg("circle", { class: name + " round", cx: x1, cy: y1, r: 44 });
	const length = Math.hypot(x2 - x1, y2 - y1), width = colour ? 8 : widths[thin], head = width * 2.4;
	const neck = length - head * 1.3;
	const d = `M0 ${-width}L${neck} ${-width}v${width - head}L${length - 4} 0L${neck} ${head}v${width - head}L0 ${width}z`;
	return svg("path", { class: name, d, transform: `translate(${x1} ${y1}) rotate(${Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI})` });
}
