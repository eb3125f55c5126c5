// The exercises that the browser keeps: positions of the user's games in which a better move
// is to be found. Which moves make one, the web API says.

import { store, stored } from "./address.js";
import { players } from "./tree.js";

const most = 300; // of both games

// exercisesOf returns the exercises of a judged game: those of one side, null for both.
export function exercisesOf({ moves, chances }, tree, side, at = Date.now()) {
	const main = tree.main(), of = players(tree).map(name => name || "?").join(" – ");
	return moves.filter(m => m.exercise && (!side || m.side === side)).map(m => {
		const { move, names } = main[m.ply - 1], before = chances[m.ply - 1];
		return {
			game: tree.game, chess960: tree.chess960 || undefined, ...m.exercise, side: m.side, played: { move, names, kind: m.judgement },
			chance: m.side === "first" ? before : 1 - before, line: m.line.slice(0, 12), reasons: m.text, of: of === "? – ?" ? "" : of, at,
		};
	});
}

// keyOf names the position of an exercise.
export const keyOf = ({ game, position, moves }) => [game, position, ...moves].join(" ");

// read returns all exercises, the newest last.
export const read = () => stored("exercises") ?? [];

// add keeps exercises. What is known of one that is there already stays. Those that were
// solved give way first, then the oldest.
export function add(some) {
	const all = new Map(read().map(entry => [keyOf(entry), entry]));
	for (const entry of some) all.set(keyOf(entry), { ...entry, ...pick(all.get(keyOf(entry))) });
	const kept = [...all.values()], over = kept.length - most;
	const going = over > 0 ? new Set([...kept].sort((a, b) => Number(Boolean(b.right)) - Number(Boolean(a.right)) || a.at - b.at).slice(0,
		over)) : new Set();
	store("exercises", kept.filter(entry => !going.has(entry)));
}

/** @param {{right?: number, wrong?: number, seen?: number}} [entry] */
const pick = ({ right, wrong, seen } = {}) => ({ right, wrong, seen });

// note notes what became of an exercise: "right" at the first try, or "wrong".
export function note(key, how, now = Date.now()) {
	store("exercises", read().map(entry => keyOf(entry) === key ? { ...entry, [how]: (entry[how] || 0) + 1, seen: now } : entry));
}

// forget leaves an exercise out from now on.
export const forget = key => store("exercises", read().filter(entry => keyOf(entry) !== key));

// due returns the exercises of a game in the order in which they are worth trying: those
// that were not solved yet, then those that were not seen for long.
export const due = game => read().filter(entry => entry.game === game)
	.sort((a, b) => Number(Boolean(a.right)) - Number(Boolean(b.right)) || (a.seen || 0) - (b.seen || 0) || b.at - a.at);
