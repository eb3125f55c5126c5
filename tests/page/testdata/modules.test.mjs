// Modules of the page that need no page, under the test runner of Node.

import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { readAddress, readWhole, writeAddress, writeWhole } from "./js/address.js";
import { Clock, clockText } from "./js/clock.js";
import { Api, LinkLost } from "./js/api.js";
import { Engine } from "./js/engine.js";
import { numberText, typedMoves } from "./js/notation.js";
import { openingText } from "./js/opening.js";
import { texts } from "./js/texts.js";
import { players, Tree } from "./js/tree.js";

const tick = () => new Promise(resolve => setTimeout(resolve));

test("all modules load without a page", async () => {
	const names = fs.readdirSync("js").filter(name => name !== "main.js"); // which begins at once
	assert.ok(names.length > 20);
	for (const name of names) await import("./js/" + name);
});

test("a tree grows, promotes and forgets variations", () => {
	const tree = new Tree({ game: "chess", position: "start" });
	const e4 = tree.add("e2e4"), e5 = tree.add("e7e5", null, e4), c5 = tree.add("c7c5", null, e4);
	assert.equal(tree.add("e2e4"), e4, "a move that is there is not added again");
	tree.node = c5;
	assert.deepEqual(tree.moves(), ["e2e4", "c7c5"]);
	assert.deepEqual(tree.where(), [0, 1]);
	assert.equal(tree.find([0, 1]), c5);
	assert.equal(tree.find([0, 7]), e4, "as far as it is there");
	assert.ok(tree.promote());
	assert.deepEqual(tree.main().map(n => n.move), ["e2e4", "c7c5"]);
	assert.ok(!tree.promote());
	tree.remove();
	assert.equal(tree.node, e4);
	assert.deepEqual(tree.main(), [e4, e5]);
	tree.node = tree.root;
	tree.remove();
	assert.deepEqual(tree.current(), [e4, e5], "the root stays");
});

test("how the main line ended is forgotten when it goes on", () => {
	const tree = new Tree({ game: "chess", position: "start", result: "1-0", ending: "checkmate" });
	const { version } = tree;
	const e4 = tree.add("e2e4");
	assert.equal(tree.result, undefined);
	assert.notEqual(tree.version, version);
	Object.assign(tree, { result: "0-1", ending: "resignation" });
	const d4 = tree.add("d2d4", null, tree.root);
	assert.equal(tree.result, "0-1", "a variation does not touch it");
	tree.promote(d4);
	assert.equal(tree.ending, undefined);
	tree.result = "1-0";
	tree.remove(e4);
	assert.equal(tree.result, "1-0");
	tree.remove(d4);
	assert.equal(tree.result, undefined);
});

test("a tree comes back from its record", () => {
	const tree = new Tree({ game: "shogi", position: "start", tags: { Sente: "A", Gote: "?" }, result: "1-0" });
	const first = tree.add("7g7f", { kanji: "７六歩" });
	Object.assign(first, { comment: "a comment", glyphs: ["!"], clock: 3.5 });
	tree.add("3c3d", null, first);
	tree.add("8c8d", null, first);
	const copy = Tree.from(JSON.parse(JSON.stringify(tree.record())));
	assert.equal(JSON.stringify(copy.record()), JSON.stringify(tree.record()));
	assert.deepEqual(players(copy), ["A", ""]);
	assert.equal(copy.root.next[0].next[1].parent, copy.root.next[0]);
});

test("clocks", () => {
	let now = 0, flagged = "";
	const clock = new Clock({ time: 60000, increment: 2000 }, null, () => now);
	clock.start("first");
	now += 5000;
	assert.equal(clock.shown("first").main, 55000);
	assert.equal(clock.press(), 5000);
	assert.deepEqual(clock.left, { first: 57000, second: 60000 });
	for (const game of ["chess", "shogi"]) assert.deepEqual(clock.told(game), { left: [57e3, 60e3], increment: [2e3, 2e3], byoyomi: 0, movesToGo: 0 });

	const byoyomi = new Clock({ time: 1000, byoyomi: 10000 }, null, () => now);
	byoyomi.onFlag = side => { flagged = side; };
	byoyomi.start("second");
	now += 4000;
	assert.deepEqual(byoyomi.shown("second"), { main: 0, byoyomi: 7000 });
	byoyomi.press();
	assert.equal(byoyomi.left.second, 0, "the time of the game is used up");
	assert.deepEqual(byoyomi.shown("second"), { main: 0, byoyomi: 10000 });
	assert.deepEqual(byoyomi.told("shogi").left, [1e3, 0]);
	assert.equal(flagged, "");
});

test("a flag falls", async () => {
	let now = 0, flagged = "";
	const clock = new Clock({ time: 1000 }, null, () => now);
	clock.onFlag = side => { flagged = side; };
	clock.start("first");
	now = 1000;
	await new Promise(resolve => setTimeout(resolve, 250));
	assert.equal(flagged, "first");
	assert.equal(clock.running, null);
});

test("the clock of who lost on time shows that nothing is left, and stands", async () => {
	for (const [name, { byoyomi = 0, away = 0, kept = false }, want] of [
		["sudden death", {}, { main: 0, byoyomi: null }],
		["byoyomi", { byoyomi: 5000 }, { main: 0, byoyomi: 0 }],
		["byoyomi, much too late", { byoyomi: 5000, away: 60000 }, { main: 0, byoyomi: 0 }],
		["byoyomi, after a reload", { byoyomi: 5000, kept: true }, { main: 0, byoyomi: 0 }],
	]) {
		let now = 0;
		const settings = { time: 1000, byoyomi };
		let clock = new Clock(settings, null, () => now);
		const fallen = new Promise(resolve => { clock.onFlag = resolve; });
		clock.start("first");
		now = 1000 + byoyomi + away;
		assert.equal(await fallen, "first");
		if (kept) clock = new Clock(settings, clock.left, () => now);
		assert.deepEqual(clock.shown("first"), want, name);
		now += 3000;
		assert.deepEqual(clock.shown("first"), want, `${name}, later`);
	}
	let now = 0;
	const clock = new Clock({ time: 0, byoyomi: 10000 }, null, () => now);
	clock.start("second");
	now = 4000;
	clock.stop();
	assert.deepEqual(clock.shown("second"), { main: 0, byoyomi: 6000 }, "who resigns has what was left");
	clock.start("second");
	clock.press();
	assert.deepEqual(clock.shown("second"), { main: 0, byoyomi: 10000 }, "a move gives the whole byoyomi again");
});

test("times as text", () => {
	for (const [ms, want] of [[0, "0:00.0"], [9949, "0:09.9"], [10000, "0:10"], [59001, "1:00"], [3600000, "1:00:00"], [3661000, "1:01:01"]]) {
		assert.equal(clockText(ms), want);
	}
});

test("addresses are read as they were written", () => {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
	for (const place of [
		{ game: "chess", mode: "play", position: start, chess960: false, moves: [], ply: 0 },
		{ game: "chess", mode: "analyse", position: "4k3/8/8/8/8/8/8/4K2R w H - 0 1", chess960: true, moves: ["e1h1"], ply: 0 },
		{ game: "shogi", mode: "analyse", position: "4k4/9/4+P4/9/9/9/9/9/4K4 b G2b 1", chess960: false, moves: ["G*5b", "5a6a+"], ply: 2 },
	]) {
		const read = readAddress(writeAddress({ ...place, start }));
		assert.deepEqual({ ...read, position: read.position || start }, place);
	}
	for (const wrong of ["", "#", "#chess", "#chess/analyse/%E0%A4%A"]) assert.equal(readAddress(wrong), null);
});

test("an address can hold a whole game", async () => {
	for (const text of ["", "1. e4 {これ & <b>} *", "x".repeat(100000)]) {
		const hash = await writeWhole("shogi", text), { game, mode, packed } = readAddress(hash);
		assert.deepEqual([game, mode], ["shogi", "analyse"]);
		assert.match(hash, /^#shogi\/tree\/[\w-]*$/, "letters that no program alters");
		assert.ok(hash.length < 300);
		assert.equal(await readWhole(packed, 100000), text);
	}
	const { packed } = readAddress(await writeWhole("chess", "x".repeat(100000)));
	await assert.rejects(readWhole(packed, 99999), "a short address may not become too much");
	for (const wrong of ["!", packed.slice(0, -4), "AAAA"]) await assert.rejects(readWhole(wrong, 100000), wrong);
});

// wire is a link whose other end is a test: it takes what was sent as objects.
class Wire {
	sent = [];
	broken = false;
	send(line, kind) { return !this.broken && Boolean(this.sent.push({ ...JSON.parse(line), kind })); }
	take() { return this.sent.splice(0); }
}

// board is an engine behind a wire. sent waits for what the wire gets next, each as its kind
// and what it asks, and says answers them.
function board() {
	const wire = new Wire(), api = new Api(wire), engine = new Engine(api);
	engine.choice = () => ({ threads: 2, hash: 32 });
	const says = (id, what) => api.line(JSON.stringify({ id, ...what }));
	const sent = async () => {
		await tick();
		return wire.take();
	};
	return { engine, says, sent };
}

const chess = { game: "chess", position: "P", chess960: false };

test("a new search ends the one before", async () => {
	const { engine, says, sent } = board(), told = [];
	const first = engine.search(chess, [], { lines: 2 }, (lines, { nodes }) => told.push([nodes, ...lines.map(l => l?.moves[0])]));
	assert.deepEqual(await sent(), [{ id: 1, do: "new", game: "chess", threads: 2, hash: 32, kind: "engine" }]);
	says(1, { threads: 1, hash: 32 });
	assert.deepEqual(await sent(), [{ id: 2, do: "search", ...chess, moves: [], limits: { lines: 2 }, kind: "engine" }]);
	says(2, { news: [{ rank: 1, moves: ["a"] }], nodes: 5 });
	says(2, { news: [{ rank: 1, moves: ["b"] }, { rank: 2, moves: ["c"] }], nodes: 6 });
	const second = engine.search(chess, ["e2e4"], () => ({ time: 5 }));
	assert.deepEqual(await sent(), [{ id: 2, do: "stop", kind: "engine" }, { id: 3, do: "search", ...chess, moves: ["e2e4"], limits: { time: 5 }, kind: "engine" }]);
	says(2, { news: [{ rank: 1, moves: ["d"] }], nodes: 7 });
	says(2, { best: "d", lines: [{ rank: 1, moves: ["d"] }] });
	const { best, lines, stopped } = await first;
	assert.deepEqual([best, lines[0].moves, stopped], ["d", ["d"], true]);
	assert.deepEqual(told, [[5, "a"], [6, "b", "c"]], "what comes after the stop is old");
	says(3, { best: "e7e5", ponder: "g1f3" });
	assert.deepEqual(await second, { id: 3, best: "e7e5", ponder: "g1f3", lines: [], stopped: false });
	engine.stop();
	assert.deepEqual(await sent(), [], "there is nothing to stop");
});

test("the answer has the last lines", async () => {
	const { engine, says, sent } = board();
	let told;
	const search = engine.search(chess, [], {}, (lines, figures) => { told = [lines[0].depth, figures.nodes]; });
	await sent();
	says(1, {});
	await sent();
	says(2, { best: "a", lines: [{ rank: 1, depth: 9, moves: ["a"] }], nodes: 100 });
	await search;
	assert.deepEqual(told, [9, 100]);
});

test("searches that are overtaken before they begin are never sent", async () => {
	const { engine, says, sent } = board(), position = { ...chess, game: "shogi" };
	const overtaken = engine.search(position, ["A"], {}), last = engine.search(position, ["B"], {});
	const [{ id }] = await sent();
	says(id, { threads: 2 });
	assert.deepEqual((await sent()).map(s => s.moves), [["B"]]);
	assert.equal((await overtaken).best, "");
	engine.lost();
	await assert.rejects(last, LinkLost);
});

test("an engine is set up when it has to be", async () => {
	const { engine, says, sent } = board();
	const ask = async (what, game = "chess") => {
		what();
		engine.prepare(game).catch(() => {});
		const asked = await sent();
		for (const { id } of asked) says(id, {});
		return asked.map(s => `${s.do} ${s.game} ${s.hash}`);
	};
	for (const [name, what, game, want] of [
		["at first", () => {}, "chess", ["new chess 32"]],
		["again", () => {}, "chess", []],
		["for a new game", () => engine.newGame(), "chess", ["new chess 32"]],
		["for the other game", () => {}, "shogi", ["new shogi 32"]],
		["with more memory", () => { engine.choice = () => ({ hash: 64 }); }, "shogi", ["new shogi 64"]],
		["after it was lost", () => engine.lost(), "shogi", ["new shogi 64"]],
	]) assert.deepEqual(await ask(what, game), want, name);
});

test("an engine that breaks down is lost, other errors are told", async () => {
	const { engine, says, sent } = board();
	let why = "";
	engine.onLost = said => { why = said; };
	const wrong = engine.search(chess, [], { depth: -1 });
	await sent();
	says(1, {});
	await sent();
	says(2, { error: "a limit is negative", code: "limits" });
	await assert.rejects(wrong, error => error.message === "a limit is negative" && why === "");
	const search = engine.search(chess, [], {});
	await sent();
	says(3, { error: "crash", code: "lost" });
	await assert.rejects(search, LinkLost);
	assert.equal(why, "crash");
});

test("the web API answers by number", async () => {
	const wire = new Wire(), api = new Api(wire);
	const one = api.ask("games"), two = api.ask("position", { game: "go" });
	const [first, second] = wire.take();
	assert.deepEqual(second, { id: second.id, do: "position", game: "go", kind: "api" });
	api.line(JSON.stringify({ id: second.id, error: "no such game", kept: 3 }));
	api.line(JSON.stringify({ id: first.id, version: "1" }));
	await assert.rejects(two, error => error.message === "no such game" && error.answer.kept === 3);
	assert.equal((await one).version, "1");
	const three = api.ask("games"), four = api.ask("games"), search = api.ask("search", {}, {});
	api.lost(true);
	await assert.rejects(search, LinkLost);
	api.line(JSON.stringify({ id: 3, version: "2" }));
	assert.equal((await three).version, "2", "only the engine was lost");
	api.lost();
	await assert.rejects(four, LinkLost);
});

test("moves are typed in any notation", () => {
	const legal = [
		{ move: "g1f3", names: { san: "Nf3", figurine: "♘f3" } }, { move: "b1c3", names: { san: "Nc3" } }, { move: "e1g1", names: { san: "O-O" } },
		{ move: "b5c6", names: { san: "Bxc6+" } }, { move: "b2b4", names: { san: "b4" } }, { move: "b7c8q", promotes: "Q", names: { san: "bxc8=Q" } }, { move: "b7c8n", promotes: "N", names: { san: "bxc8=N" } },
		{ move: "7g7f", names: { kanji: "▲７六歩", western: "P-7f" } }, { move: "G*5b", names: { kanji: "▲５二金打", western: "G*5b" } }, { move: "8h2b+", names: { kanji: "▲２二角成", western: "Bx2b+" } }, { move: "8h2b", names: { kanji: "▲２二角不成", western: "Bx2b=" } },
	];
	for (const [text, ...want] of [
		["Nf3", "g1f3"], ["nf3", "g1f3"], ["g1f3", "g1f3"], ["♘f3", "g1f3"], ["0-0", "e1g1"], ["o-o", "e1g1"], ["Bc6", "b5c6"], ["Bxc6+", "b5c6"], ["bxc8Q", "b7c8q"], ["bxc8=n", "b7c8n"], ["bxc8", "b7c8q", "b7c8n"],
		["７六歩", "7g7f"], ["76歩", "7g7f"], ["▲７六歩", "7g7f"], ["p-7f", "7g7f"], ["G*5b", "G*5b"], ["Bx2b+", "8h2b+"], ["８八", ], ["", ], ["Ng5"], ["22角成", "8h2b+"], ["22角不成", "8h2b"],
	]) assert.deepEqual(typedMoves(text, legal).map(m => m.move), want, text);
});

test("numbers as text", () => {
	for (const [n, want] of [[0, "0"], [950, "950"], [12345, "12.3 k"], [1234567, "1.2 M"], [2.5e9, "2.5 G"]]) assert.equal(numberText(n), want);
});

test("both languages have all texts", () => {
	assert.deepEqual(Object.keys(texts.ja).sort(), Object.keys(texts.en).sort());
	for (const key in texts.en) assert.equal(typeof texts.ja[key], typeof texts.en[key], key);
	const page = fs.readFileSync("index.html", "utf8");
	const asked = [...page.matchAll(/data-(?:text|label|placeholder|hint)="(\w+)"/g)].map(m => m[1]);
	assert.ok(asked.length > 60);
	for (const key of asked) assert.equal(typeof texts.en[key], "string", key);
	const used = fs.readdirSync("js").filter(name => name !== "texts.js").map(name => fs.readFileSync("js/" + name, "utf8")).join("\n");
	for (const key in texts.en) assert.ok(asked.includes(key) || new RegExp(`\\bt\\.${key}\\b`).test(used), `${key} is not used`);
});

test("openings are named in both languages", () => {
	const sides = [{ en: "Sente", ja: "先手" }, { en: "Gote", ja: "後手" }];
	const app = language => ({ tree: { game: "shogi" }, t: texts[language], say: text => text ? text[language] : "", sides: () => sides });
	const chess = { code: "B90", name: { en: "Sicilian Defence", ja: "シシリアン・ディフェンス" } };
	const shogi = { name: { en: "Fourth-file Rook", ja: "四間飛車" }, castles: [null, { en: "Mino", ja: "美濃囲い" }] };
	for (const [answer, language, want] of [
		[chess, "en", "B90 Sicilian Defence"], [chess, "ja", "B90 シシリアン・ディフェンス"],
		[shogi, "en", "Fourth-file Rook · Gote: Mino"], [shogi, "ja", "四間飛車　☖美濃囲い"],
		[{ name: null, castles: [{ en: "Boat", ja: "舟囲い" }, null] }, "ja", "☗舟囲い"], [{ name: null }, "en", ""],
	]) assert.equal(openingText(answer, app(language)), want);
});

test("without a link a question fails at once", async () => {
	const wire = new Wire(), api = new Api(wire);
	wire.broken = true;
	await assert.rejects(api.ask("games"), LinkLost);
	wire.broken = false;
	const asked = api.ask("games");
	api.line(JSON.stringify({ id: 2, games: [] }));
	assert.deepEqual((await asked).games, [], "and the next one is asked when it is back");
});
