// A hint: what the engine would play at full strength, with little of the clock.

// spare is how long the engine may think, in ms, while the clock of a person runs: patience is the most.
export const spare = (match, patience) =>
	match.clock ? Math.min(patience, Math.max(0, match.clock.left[match.side]) / 40 + 200) | 0 : patience;

// findHint returns a hint for the side to move at the end of a match: {text, ends}, or null
// if the link is lost. patience is the most time that it takes, in ms.
/**
 * @param {import("./app.js").App} app
 * @param {Answer.Position} answer
 */
export async function findHint(app, match, answer, patience) {
	try {
		const found = await app.engine.search(match.tree, match.moves(), { analysis: true, time: spare(match, patience) });
		const move = answer.legal.find(m => m.move === found.best), [line] = found.lines;
		if (!move) return { text: "" };
		const worth = line ? [app.say(line.worth.score), app.say(line.worth.situation), await lineText(app, match, line.moves)] : [];
		const text = app.t.hintIs(app.nameOf(move.names, move.move), worth.length ? ` (${worth.filter(Boolean).join(" ")})` : "");
		return { text, ends: app.board.ends(move.move, answer.side) };
	} catch {
		return null;
	}
}

// lineText tells how the game may go on after the first of some moves.
/**
 * @param {import("./app.js").App} app
 * @param {string[]} moves
 */
async function lineText(app, match, moves) {
	const plies = 4, { lines: [names = []] } = await app.ask(match.tree, match.moves(), { lines: [moves.slice(0, plies)] });
	return names.slice(1).map((name, i) => app.nameOf(name, moves[i + 1])).join(" ");
}
