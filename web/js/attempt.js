// Another try at a move that went wrong in a game: whether it does, the engine says where the
// review did not.

const limits = { analysis: true, nodes: 100000, time: 3000 };

// judgeAttempt judges the last move of a node, which is the one that is shown. played is the
// move of the game, solutions are those that are known to do, best first, chance is what the
// mover had before. It returns {kind, loss}: "same" as in the game, "best", "good", "poor",
// or "" if nobody knows.
/**
 * @param {import("./app.js").App} app
 * @param {{tree: any, node: any, played?: string, solutions: string[], chance: number, wanted?: () => boolean}} attempt
 * @returns {Promise<{kind: string, loss?: number}>}
 */
export async function judgeAttempt(app, { tree, node, played, solutions, chance, wanted = () => true }) {
	if (solutions.includes(node.move)) return { kind: node.move === solutions[0] ? "best" : "good" };
	if (node.move === played) return { kind: "same" };
	const { side, outcome } = app.answer;
	let after = outcome && ({ "1-0": 1, "0-1": 0 }[outcome.result] ?? .5); // First's
	if (after === null) {
		while (app.playing.thinking && wanted()) await new Promise(resolve => setTimeout(resolve, 100)); // a game comes first
		if (!wanted()) return { kind: "" };
		try {
			const found = await app.engine.search(tree, tree.moves(node), limits);
			if (found.stopped || !found.lines[0]) return { kind: "" };
			after = found.lines[0].worth.chance / 100;
		} catch {
			return { kind: "" }; // the link says that it is lost
		}
	}
	const loss = chance - (side === "second" ? after : 1 - after);
	return { kind: loss < app.game.tolerance ? "good" : "poor", loss: Math.max(0, loss) };
}

// attemptText tells what a try was.
/** @type {(told: {kind: string, loss?: number}, name: string, t: any) => string} */
export const attemptText = ({ kind, loss }, name, t) =>
	({ same: t.sameMove(name), best: t.bestMove(name), good: t.goodMove(name), poor: t.poorMove(name, Math.round(loss * 100)) })[kind] ?? "";
