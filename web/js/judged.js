// A judged game as the page draws it, from the report of the web API.

// kinds are the bad moves that have signs: the mildest two have the same.
const kinds = { inaccuracy: "inaccuracy", dubious: "inaccuracy", mistake: "mistake", blunder: "blunder" };

// scoreOf returns the score of a line as searches have it.
const scoreOf = ({ score, mate }) => mate === undefined ? `${score < 0 ? "-" : "+"}${(Math.abs(score) / 100).toFixed(2)}` : `#${mate}`;

// drawable returns a report with first and second for the sides, a kind for each bad move, and the chances
// of First, from 0 to 1, in each position. It notes at the nodes, one for each position, what the engine
// thinks of them and what their moves were.
export function drawable({ players, turns, moves, last }, nodes) {
	const chanceOfFirst = (side, chance) => (side === "first" ? chance : 100 - chance) / 100;
	const note = (node, thought, side, chance) => {
		const [line] = thought?.lines ?? [];
		if (line) node.thought = { score: scoreOf(line), chance, depth: line.depth, side };
	};
	const chances = [], judged = moves.map(({ before, chance, after, ...m }) => {
		const side = m.side === players[0].side ? "first" : "second", kind = kinds[m.judgement] ?? "", node = nodes[m.ply];
		chances[m.ply - 1] = chanceOfFirst(side, chance);
		note(nodes[m.ply - 1], before, side, chances[m.ply - 1]);
		node.judged = kind || m.praise || undefined;
		chances[m.ply] = chanceOfFirst(side, after);
		return { ...m, side, kind, line: [] };
	});
	if (judged.length) note(nodes.at(-1), last, judged.at(-1).side === "first" ? "second" : "first", chances.at(-1));
	return { players, turns, moves: judged, chances };
}
