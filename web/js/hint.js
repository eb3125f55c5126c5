// A hint: what the engine would play at full strength, with little of the clock.

import { scoreText } from "./notation.js";

// findHint returns a hint for the side to move at the end of a match: {text, ends}, or null
// if the link is lost. patience is the most time that it takes, in ms.
export async function findHint(app, match, answer, patience) {
	const time = match.clock ? Math.min(patience, Math.max(0, match.clock.left[match.side]) / 40 + 200) | 0 : patience;
	try {
		const found = await app.engine.search(match.tree, match.moves(), { analysis: true, time });
		const move = answer.legal.find(m => m.move === found.best), score = found.lines[0]?.score;
		if (!move) return { text: "" };
		const worth = score ? ` (${scoreText(score, answer.side, app.current)})` : "";
		return { text: app.t.hintIs(app.nameOf(move.names, move.move), worth), ends: app.board.ends(move.move, answer.side) };
	} catch {
		return null;
	}
}
