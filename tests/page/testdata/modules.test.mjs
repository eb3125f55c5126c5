// Modules of the page that need no page, under the test runner of Node.

import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { readAddress, writeAddress } from "./js/address.js";
import { Clock, clockText } from "./js/clock.js";
import { Api } from "./js/api.js";
import { Engine, parseInfo, parseOption } from "./js/engine.js";
import { chanceOf, numberText, scoreText, typedMoves } from "./js/notation.js";
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
	assert.equal(clock.words("uci"), "wtime 57000 btime 60000 winc 2000 binc 2000");
	assert.equal(clock.words("usi"), "btime 57000 wtime 60000 binc 2000 winc 2000");

	const byoyomi = new Clock({ time: 1000, byoyomi: 10000 }, null, () => now);
	byoyomi.onFlag = side => { flagged = side; };
	byoyomi.start("second");
	now += 4000;
	assert.deepEqual(byoyomi.shown("second"), { main: 0, byoyomi: 7000 });
	byoyomi.press();
	assert.equal(byoyomi.left.second, 0, "the time of the game is used up");
	assert.deepEqual(byoyomi.shown("second"), { main: 0, byoyomi: 10000 });
	assert.equal(byoyomi.words("usi"), "btime 1000 wtime 0 byoyomi 10000");
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

test("what the engine says", () => {
	assert.deepEqual(parseInfo("info depth 12 seldepth 20 multipv 2 score cp -35 nodes 1000 nps 5000 time 7 pv e2e4 e7e5"),
		{ depth: 12, seldepth: 20, multipv: 2, score: { cp: -35 }, nodes: 1000, nps: 5000, time: 7, pv: ["e2e4", "e7e5"] });
	assert.deepEqual(parseInfo("info depth 3 score mate -2 pv a1a2").score, { mate: -2 });
	assert.equal(parseInfo("info depth 3 score cp 5 lowerbound pv a1a2").bound, "lowerbound");
	assert.equal(parseInfo("info string depth 3 pv"), null);
	assert.deepEqual(parseOption("option name Move Overhead type spin default 10 min 0 max 5000"), { name: "Move Overhead", type: "spin", default: "10", min: "0", max: "5000" });
	assert.deepEqual(parseOption("option name BookFile type string default "), { name: "BookFile", type: "string", default: "" });
});

// wire is a link whose other end is a test.
class Wire {
	sent = [];
	send(line) { this.sent.push(line); }
	take() { return this.sent.splice(0); }
}

test("a new search ends the one before", async () => {
	const wire = new Wire(), engine = new Engine(wire);
	engine.speak("uci");
	await tick();
	assert.deepEqual(wire.take(), ["uci"]);
	for (const line of ["option name Hash type spin default 16 min 1 max 64", "option name MultiPV type spin default 1 min 1 max 256", "uciok"]) engine.line(line);
	const infos = [];
	const first = engine.search({ position: "P", moves: [], limits: "infinite", options: { hash: 32, MultiPV: 1, Unknown: 1 }, onInfo: info => infos.push(info) });
	await tick();
	assert.deepEqual(wire.take(), ["setoption name Hash value 32", "ucinewgame", "isready"]);
	engine.line("readyok");
	await tick();
	assert.deepEqual(wire.take(), ["position fen P", "go infinite"]);
	engine.line("info depth 1 score cp 3 pv e2e4");
	const second = engine.search({ position: "P", moves: ["e2e4"], limits: "movetime 5", options: { hash: 32 } });
	assert.deepEqual(wire.take(), ["stop"]);
	engine.line("info depth 2 score cp 4 pv e2e4");
	engine.line("bestmove e2e4");
	await tick();
	assert.equal((await first).best, "e2e4");
	assert.equal(infos.length, 1, "what comes after the stop is old");
	assert.deepEqual(wire.take(), ["isready"]);
	engine.line("readyok");
	await tick();
	assert.deepEqual(wire.take(), ["position fen P moves e2e4", "go movetime 5"]);
	engine.line("info depth 2 score cp 4 pv e7e5");
	engine.line("bestmove e7e5 ponder g1f3");
	const { best, lines } = await second;
	assert.equal(best, "e7e5");
	assert.deepEqual(lines[0].pv, ["e7e5"]);
});

test("searches that are overtaken before they begin are never sent", async () => {
	const wire = new Wire(), engine = new Engine(wire);
	engine.speak("usi");
	const overtaken = engine.search({ position: "A", moves: [], limits: "infinite" }), last = engine.search({ position: "B", moves: [], limits: "infinite" });
	await tick();
	engine.line("usiok");
	await tick();
	engine.line("readyok");
	await tick();
	assert.equal((await overtaken).best, "");
	assert.deepEqual(wire.take(), ["usi", "usinewgame", "isready", "position sfen B", "go infinite"]);
	engine.lost();
	await assert.rejects(last);
});

test("the web API answers by number", async () => {
	const wire = new Wire(), api = new Api(wire);
	const one = api.ask("games"), two = api.ask("position", { game: "go" });
	const [first, second] = wire.take().map(JSON.parse);
	assert.deepEqual(second, { id: second.id, do: "position", game: "go" });
	assert.ok(api.line(JSON.stringify({ id: second.id, error: "no such game", kept: 3 })));
	assert.ok(api.line(JSON.stringify({ id: first.id, version: "1" })));
	assert.ok(!api.line("bestmove e2e4"));
	await assert.rejects(two, error => error.message === "no such game" && error.answer.kept === 3);
	assert.equal((await one).version, "1");
	const three = api.ask("games");
	api.lost();
	await assert.rejects(three);
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

test("scores as text", () => {
	for (const [score, side, game, want] of [
		[{ cp: 35 }, "first", "chess", "+0.35"], [{ cp: 35 }, "second", "chess", "−0.35"], [{ cp: -120 }, "second", "shogi", "+120"], [{ cp: 0 }, "second", "shogi", "+0"],
		[{ cp: 20000 }, "second", "chess", "−TB"], [{ cp: 20000 }, "first", "shogi", "+20000"], [{ mate: 3 }, "first", "chess", "+M3"], [{ mate: 3 }, "second", "chess", "−M3"], [{ mate: -2 }, "second", "shogi", "+M2"],
	]) assert.equal(scoreText(score, side, game), want);
	assert.equal(chanceOf({ cp: 0 }, "first", { scale: 100 }), .5);
	assert.equal(chanceOf({ mate: 1 }, "second", { scale: 100 }), 0);
	assert.ok(chanceOf({ cp: 100 }, "second", { scale: 100 }) < .3);
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
	const app = language => ({ t: texts[language], say: text => text ? text[language] : "", sides: () => sides });
	const chess = { code: "B90", name: { en: "Sicilian Defence", ja: "シシリアン・ディフェンス" } };
	const shogi = { name: { en: "Fourth-file Rook", ja: "四間飛車" }, castles: [null, { en: "Mino", ja: "美濃囲い" }] };
	for (const [answer, language, want] of [
		[chess, "en", "B90 Sicilian Defence"], [chess, "ja", "B90 シシリアン・ディフェンス"],
		[shogi, "en", "Fourth-file Rook · Gote: Mino"], [shogi, "ja", "四間飛車　後手：美濃囲い"],
		[{ name: null, castles: [{ en: "Boat", ja: "舟囲い" }, null] }, "ja", "先手：舟囲い"], [{ name: null }, "en", ""],
	]) assert.equal(openingText(answer, app(language)), want);
});
