// Exercises, attempts and proofs, under the test runner of Node.

import assert from "node:assert/strict";
import test from "node:test";
import { attemptText, judgeAttempt } from "./js/attempt.js";
import { add, due, exercisesOf, forget, keyOf, note, read } from "./js/exercises.js";
import { isPraise, signsOf } from "./js/glyphs.js";
import { drawable } from "./js/judged.js";
import { chanceOf } from "./js/notation.js";
import { Study } from "./js/study.js";
import { texts } from "./js/texts.js";
import { Tree } from "./js/tree.js";

const memory = () => {
	const kept = new Map();
	globalThis.localStorage = { getItem: key => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};

const entry = (n, more = {}) => ({ game: "chess", position: `p${n}`, moves: [], solutions: ["a"], line: [], at: n, ...more });

test("exercises of a judged game are those of one side, or of both", () => {
	const tree = new Tree({ game: "chess", position: "start", tags: { White: "Ann", Black: "?" } });
	tree.add("e7e5", { san: "e5" }, tree.add("e2e4", { san: "e4" }));
	const exercise = { position: "start", moves: [], solutions: ["d2d4"] }, line = [{ move: "d2d4", names: { san: "d4" } }];
	const judged = { chances: [.6, .3, .9], moves: [
		{ ply: 1, side: "first", kind: "blunder", exercise, line, text: { en: "why" } }, { ply: 2, side: "second", kind: "blunder", exercise, line },
	] };
	assert.equal(exercisesOf(judged, tree, null).length, 2);
	const [own] = exercisesOf(judged, tree, "second", 7);
	assert.deepEqual([own.side, own.chance, own.played, own.of, own.at], ["second", .7, { move: "e7e5", names: { san: "e5" }, kind: "blunder" }, "Ann – ?", 7]);
	assert.deepEqual(exercisesOf({ ...judged, moves: [{ ply: 1, side: "first", kind: "inaccuracy" }] }, tree, null), [], "the web API says what makes one");
});

test("a report is drawn with sides, kinds and chances of the page, and noted at the nodes", () => {
	const nodes = Array.from({ length: 5 }, () => ({})), line = more => ({ lines: [{ depth: 9, moves: ["a"], ...more }] });
	const { moves, chances, turns } = drawable({
		players: [{ side: "sente" }, { side: "gote" }], turns: [2], last: line({ mate: 5 }), moves: [
			{ ply: 1, side: "sente", judgement: "best", praise: "great", before: line({ score: 35 }), chance: 60, after: 50 },
			{ ply: 2, side: "gote", judgement: "dubious", before: line({ score: -1234 }), chance: 50, after: 30 },
			{ ply: 3, side: "sente", judgement: "good", before: line({ mate: 3 }), chance: 70, after: 75 },
			{ ply: 4, side: "gote", judgement: "blunder", before: line({ score: 0 }), chance: 25, after: 10 },
		],
	}, nodes);
	assert.deepEqual(chances, [.6, .5, .7, .75, .9]);
	assert.deepEqual(moves.map(m => [m.side, m.kind, m.before]), [["first", "", undefined], ["second", "inaccuracy", undefined], ["first", "", undefined], ["second", "blunder", undefined]]);
	assert.deepEqual(nodes.map(n => n.judged), [undefined, "great", "inaccuracy", undefined, "blunder"]);
	assert.deepEqual(nodes.map(({ thought: { score, chance, depth, side } }) => [score, chance, depth, side]), [["+0.35", .6, 9, "first"], ["-12.34", .5, 9, "second"], ["#3", .7, 9, "first"], ["+0.00", .75, 9, "second"], ["#5", .9, 9, "first"]]);
	assert.deepEqual(turns, [2]);
});

test("exercises are kept once, with what became of them", () => {
	memory();
	add([entry(1), entry(2), entry(3, { game: "shogi" })]);
	note(keyOf(entry(1)), "right", 50);
	add([entry(1, { at: 9 })]);
	assert.deepEqual(read().map(e => [e.position, e.at, e.right ?? 0]), [["p1", 9, 1], ["p2", 2, 0], ["p3", 3, 0]]);
	assert.deepEqual(due("chess").map(e => e.position), ["p2", "p1"], "what was not solved is due first");
	note(keyOf(entry(2)), "wrong", 60);
	add([entry(4)]);
	assert.deepEqual(due("chess").map(e => e.position), ["p4", "p2", "p1"], "and what was not seen");
	forget(keyOf(entry(2)));
	assert.deepEqual(due("chess").map(e => e.position), ["p4", "p1"]);
});

test("there is an end of exercises: the solved go first, then the oldest", () => {
	memory();
	add(Array.from({ length: 300 }, (_, i) => entry(i)));
	note(keyOf(entry(200)), "right");
	add([entry(300), entry(301)]);
	const positions = read().map(e => e.position);
	assert.equal(positions.length, 300);
	assert.ok(!positions.includes("p200") && !positions.includes("p0") && positions.includes("p1") && positions.includes("p301"));
});

test("a browser that keeps nothing is no fault", () => {
	globalThis.localStorage = { getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); } };
	add([entry(1)]);
	note("x", "right");
	assert.deepEqual(due("chess"), []);
});

test("an attempt counts as far as the tolerance", async () => {
	const tree = new Tree({ game: "chess", position: "start" }), node = tree.add("a2a3");
	let win = 500, asked = 0, stopped = false;
	const app = {
		game: { tolerance: .05 }, answer: { side: "second", outcome: null }, playing: {},
		engine: { search: async () => { asked++; return { stopped, lines: [{ chances: { win, draw: 0, loss: 1000 - win } }] }; } },
	};
	const judge = (more = {}) => judgeAttempt(app, { tree, node, played: "h2h4", solutions: ["e2e4", "d2d4"], chance: .5, ...more });
	assert.deepEqual(await judge({ solutions: ["a2a3"] }), { kind: "best" });
	assert.deepEqual(await judge({ solutions: ["e2e4", "a2a3"] }), { kind: "good" });
	assert.deepEqual(await judge({ played: "a2a3" }), { kind: "same" });
	assert.equal(asked, 0, "nobody has to think about these");
	win = 537; // for the opponent: a loss of 3.7 %
	assert.equal((await judge()).kind, "good");
	win = 562; // 6.2 %
	const poor = await judge();
	assert.equal(poor.kind, "poor");
	assert.equal(attemptText(poor, "a3", texts.en), "a3 loses 6 %. Try again.");
	stopped = true;
	assert.deepEqual(await judge(), { kind: "" }, "a search that was cut short says nothing");
	app.answer.outcome = { result: "1-0" };
	assert.equal((await judge()).kind, "good", "mate");
	app.answer.outcome = { result: "1/2-1/2" };
	assert.equal((await judge({ chance: .9 })).kind, "poor");
	app.answer.outcome = null;
	app.playing.thinking = true;
	assert.deepEqual(await judge({ wanted: () => false }), { kind: "" }, "a game comes first");
});

test("chances of a line are those of a side", () => {
	assert.equal(chanceOf({ win: 300, draw: 400, loss: 300 }, "first"), .5);
	assert.equal(chanceOf({ win: 600, draw: 300, loss: 100 }, "first"), .75);
	assert.equal(chanceOf({ win: 600, draw: 300, loss: 100 }, "second"), .25);
	assert.equal(chanceOf({ win: 1000, draw: 0, loss: 0 }, "second"), 0);
});

test("praise has signs", () => {
	assert.deepEqual(["only move", "great", "brilliant", "blunder"].map(judged => [signsOf({ judged }), isPraise(judged)]), [["□", true], ["!", true], ["!!", true], ["??", false]]);
});

test("a proof is one change, whose forks are folded", () => {
	const study = new Study(new Tree({ game: "shogi", position: "start" })), { tree } = study;
	study.add("a", {});
	assert.equal(study.tree.root.next[0].move, "a");
	const node = tree.root.next[0], b = study.add("b", {}, node);
	const proof = [{ move: "b", next: [{ move: "c", next: [{ move: "d" }] }, { move: "e", next: [{ move: "f" }] }] }];
	assert.equal(study.graft(proof, node), 4);
	assert.deepEqual(b.next.map(n => n.move), ["c", "e"]);
	assert.ok(b.folded && !node.folded);
	assert.equal(study.graft(proof, node), 0, "all is there");
	study.undo();
	assert.deepEqual([b.next, b.folded, node.next], [[], undefined, [b]]);
});
