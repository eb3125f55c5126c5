// Exercises, attempts and proofs, under the test runner of Node.

import assert from "node:assert/strict";
import test from "node:test";
import { attemptText, judgeAttempt } from "./js/attempt.js";
import { add, due, exercisesOf, forget, keyOf, note, read } from "./js/exercises.js";
import { drawable } from "./js/judged.js";
import { expected, readStarter, Starter } from "./js/starter.js";
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
		{ ply: 1, side: "first", judgement: "blunder", exercise, line, text: { en: "why" } }, { ply: 2, side: "second", judgement: "blunder", exercise, line },
	] };
	assert.equal(exercisesOf(judged, tree, null).length, 2);
	const [own] = exercisesOf(judged, tree, "second", 7);
	assert.deepEqual([own.side, own.chance, own.played, own.of, own.at], ["second", .7, { move: "e7e5", names: { san: "e5" }, kind: "blunder" }, "Ann – ?", 7]);
	assert.deepEqual(exercisesOf({ ...judged, moves: [{ ply: 1, side: "first", judgement: "inaccuracy" }] }, tree, null), [], "the web API says what makes one");
});

test("a report is drawn with sides, verdicts and chances of the page, and noted at the nodes", () => {
	const nodes = Array.from({ length: 5 }, () => ({})), line = en => ({ lines: [{ depth: 9, moves: ["a"], worth: { score: { en } } }] });
	const verdicts = { great: { kind: "praise" }, dubious: { kind: "inaccuracy" }, blunder: { kind: "blunder" } };
	const { moves, chances, turns } = drawable({
		players: [{ side: "sente" }, { side: "gote" }], turns: [2], last: line("+M3"), moves: [
			{ ply: 1, side: "sente", judgement: "best", praise: "great", before: line("+0.35"), chance: 60, after: 50 },
			{ ply: 2, side: "gote", judgement: "dubious", before: line("+12.34"), chance: 50, after: 30 },
			{ ply: 3, side: "sente", judgement: "good", before: line("+M2"), chance: 70, after: 75 },
			{ ply: 4, side: "gote", judgement: "blunder", before: line("+0.00"), chance: 25, after: 10 },
		],
	}, nodes, name => verdicts[name]);
	assert.deepEqual(chances, [.6, .5, .7, .75, .9]);
	assert.deepEqual(moves.map(m => [m.side, m.bad, m.before]), [["first", false, undefined], ["second", true, undefined], ["first", false, undefined], ["second", true, undefined]]);
	assert.deepEqual(nodes.map(n => n.verdict?.kind), [undefined, "praise", "inaccuracy", undefined, "blunder"]);
	assert.deepEqual(nodes.map(({ thought: { score, chance, depth } }) => [score.en, chance, depth]), [["+0.35", .6, 9], ["+12.34", .5, 9], ["+M2", .7, 9], ["+0.00", .75, 9], ["+M3", .9, 9]]);
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
		engine: { search: async () => { asked++; return { stopped, lines: [{ worth: { chance: 100 - win / 10 } }] }; } },
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

test("exercises that come with the page are read, and suit the rating of the user", async () => {
	memory();
	const entries = readStarter("P1 w\ta1a2 b1b2\t700\nP2 w\tc1c2\t1000\nP3 w\td1d2\t1300\n", "chess");
	assert.deepEqual(entries.map(e => [e.position, e.solutions, e.line.length, e.rating]), [["P1 w", ["a1a2"], 2, 700], ["P2 w", ["c1c2"], 1, 1000], ["P3 w", ["d1d2"], 1, 1300]]);
	assert.equal(expected(1000, 1000), .5);
	assert.ok(expected(1200, 1000) > .7 && expected(800, 1000) < .3);
	globalThis.fetch = async () => ({ ok: true, text: async () => "P1 w\ta1a2\t700\nP2 w\tc1c2\t1000\nP3 w\td1d2\t1300\n" });
	const starter = new Starter({ ask: async () => ({ side: "first", lines: [["A"]] }) });
	assert.deepEqual(await starter.due("chess", 2), ["chess P1 w", "chess P2 w"], "those near to 900, the easier first");
	await starter.note("chess P2 w", "right");
	assert.ok(starter.rating("chess") > 900);
	assert.deepEqual(await starter.due("chess", 2), ["chess P1 w", "chess P3 w"]);
	const before = starter.rating("chess");
	await starter.note("chess P1 w", "wrong");
	assert.ok(starter.rating("chess") < before);
	await starter.note("chess P3 w", "wrong");
	assert.equal((await starter.due("chess")).length, 3, "all again");
	assert.equal((await starter.find("chess P1 w")).line[0].names, "A");
	assert.equal(await starter.find("chess P9 w"), null);
});
