// A judged game as the page draws it, from the report of the web API.

// drawable returns a report with first and second for the sides, the verdict of each move that is marked, whether
// it is bad, and the chances of First, from 0 to 1, in each position. It notes at the nodes, one for each position,
// what the engine thinks of them and what their moves were.
/**
 * @param {Answer.Report} report
 * @param {any[]} nodes
 * @param {(name: string) => Answer.Verdict | undefined} verdictOf
 */
export function drawable({ players, turns, moves, last }, nodes, verdictOf) {
	const chanceOfFirst = (side, chance) => (side === "first" ? chance : 100 - chance) / 100;
	const note = (node, thought, chance) => {
		const [line] = thought?.lines ?? [];
		if (line) node.thought = { score: line.worth.score, chance, depth: line.depth };
	};
	const chances = [], judged = moves.map(({ before, chance, after, ...m }) => {
		const side = m.side === players[0].side ? "first" : "second", verdict = verdictOf(m.praise ?? m.judgement), node = nodes[m.ply];
		chances[m.ply - 1] = chanceOfFirst(side, chance);
		note(nodes[m.ply - 1], before, chances[m.ply - 1]);
		node.verdict = verdict;
		chances[m.ply] = chanceOfFirst(side, after);
		return { ...m, side, verdict, bad: Boolean(verdict) && !m.praise, line: [] };
	});
	if (judged.length) note(nodes.at(-1), last, chances.at(-1));
	return { players, turns, moves: judged, chances };
}
