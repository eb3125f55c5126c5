// The state of the page: matches, analyses and their clocks, under the test runner of Node.

import assert from "node:assert/strict";
import test from "node:test";
import { Clock } from "./js/clock.js";
import { base64 } from "./js/address.js";
import { matching, titleOf } from "./js/files.js";
import { signsOf, toggled } from "./js/glyphs.js";
import { Match, tagsOf } from "./js/match.js";
import { numberText, timeText } from "./js/notation.js";
import { Study } from "./js/study.js";
import { texts } from "./js/texts.js";
import { Tree } from "./js/tree.js";

const begun = new Date(2026, 10, 6, 9, 5, 3);

// played returns a match in which the moves were played, with a clock that now drives.
function played(moves, { players = { first: "person", second: "engine" }, side = "first", clock = null, game = "chess" } = {}, time = { now: 0 }) {
	const match = new Match({ game, position: "P", chess960: false, side, players, levels: {}, clock, tags: {}, begun: 1 }, {}, () => time.now);
	for (const move of moves.split(" ").filter(Boolean)) {
		match.run();
		time.now += 1000;
		match.play(move, null);
	}
	match.stop();
	return match;
}

const lineOf = tree => tree.main().map(node => node.move).join(" ");

test("a match knows whose turn it is", () => {
	for (const [moves, choice, side, waits, person] of [
		["", {}, "first", true, "first"], ["a", {}, "second", false, "first"], ["a b", {}, "first", true, "first"],
		["", { side: "second", players: { first: "person", second: "engine" } }, "second", false, "first"],
		["a", { players: { first: "person", second: "person" } }, "second", true, null],
		["a", { players: { first: "engine", second: "engine" } }, "second", false, null],
	]) {
		const match = played(moves, choice);
		assert.deepEqual([match.side, match.waits, match.person], [side, waits, person], `${moves} ${JSON.stringify(choice)}`);
	}
});

test("what is looked at does not alter a match", () => {
	const match = played("a b c d");
	match.tree.node = match.tree.main()[0];
	match.play("e");
	assert.equal(lineOf(match.tree), "a b c d e", "a move comes at the end, not where one looks");
	assert.equal(match.tree.node.move, "a", "and one goes on looking there");
	match.tree.node = match.end;
	match.play("f");
	assert.equal(match.tree.node.move, "f");
});

test("taking back", () => {
	for (const [moves, choice, want] of [
		["a b", {}, ""], ["a b c", {}, "a b"], ["a b c d", {}, "a b"], ["", {}, null],
		["a", { side: "second" }, null], ["a b c", { side: "second" }, "a"],
		["a b c", { players: { first: "person", second: "person" } }, "a b"],
		["a b", { players: { first: "engine", second: "engine" } }, null],
	]) {
		const match = played(moves, choice);
		match.tree.node = match.tree.root; // looking back
		assert.equal(match.canTakeBack, want !== null);
		assert.equal(match.takeBack(), want !== null);
		assert.equal(lineOf(match.tree), want ?? moves, `${moves} ${JSON.stringify(choice)}`);
	}
});

test("taking back gives time back", () => {
	const match = played("a b c d", { clock: { time: 60000, increment: 0 } });
	assert.deepEqual(match.clock.left, { first: 59000, second: 58000 }, "the first move costs no time");
	match.takeBack();
	assert.deepEqual(match.clock.left, { first: 60000, second: 59000 });
	match.takeBack();
	assert.deepEqual(match.clock.left, { first: 60000, second: 60000 });
});

test("a match comes back from its state", () => {
	const time = { now: 0 }, match = played("a b", { clock: { time: 60000, increment: 1000 } }, time);
	match.run();
	time.now += 5000;
	const state = JSON.parse(JSON.stringify(match.state()));
	assert.equal(state.running, "first");
	assert.equal(state.left.first, 61000 - 5000, "the first move costs no time but has its increment");
	const again = new Match(state.choice, state, () => time.now);
	assert.equal(lineOf(again.tree), "a b");
	assert.equal(again.clock.left.first, 56000);
	match.stop();
	match.finish({ winner: null, text: { en: "x" }, reason: "time forfeit" });
	const over = new Match(match.choice, JSON.parse(JSON.stringify(match.state())));
	assert.equal(over.active, false);
	assert.equal(over.waits, false);
	assert.deepEqual([over.tree.result, over.tree.ending, over.tree.tags.Termination], ["1/2-1/2", "time forfeit", "time forfeit"]);
});

test("clocks with an increment and no time begin with the increment", () => {
	const clock = new Clock({ time: 0, increment: 5000 }, null, () => 0);
	assert.deepEqual(clock.left, { first: 5000, second: 5000 });
	clock.start("first");
	clock.press();
	assert.equal(clock.left.first, 10000);
});

test("byoyomi is told to engines that do not know it", () => {
	const clock = new Clock({ time: 60000, byoyomi: 10000 }, { first: 60000, second: 0 });
	for (const [game, side, want] of [
		["chess", "first", { left: [70e3, 10e3], increment: [10e3, 10e3], byoyomi: 0, movesToGo: 0 }],
		["chess", "second", { left: [70e3, 10e3], increment: [0, 0], byoyomi: 0, movesToGo: 1 }],
		["shogi", "second", { left: [60e3, 0], increment: [0, 0], byoyomi: 10e3, movesToGo: 0 }],
	]) assert.deepEqual(clock.told(game, side), want, `${game} ${side}`);
});

test("tags of a game", () => {
	const names = { first: "You", second: "Nitoryu" };
	assert.deepEqual(tagsOf({ game: "chess", names, ratings: { second: 1500 }, clock: { time: 600000, increment: 5000 }, event: "E", begun }), {
		Event: "E", Site: "?", Date: "2026.11.06", Round: "-", White: "You", Black: "Nitoryu", BlackElo: "1500", TimeControl: "600+5", UTCDate: begun.toISOString().slice(0, 10).replace(/-/g, "."),
	});
	const control = (game, clock) => tagsOf({ game, names, clock, event: "E", begun }).TimeControl;
	for (const [game, clock, want] of [
		["chess", null, "-"], ["chess", { time: 300000 }, "300"], ["chess", { time: 600000, byoyomi: 30000 }, "600:1/30"],
		["shogi", null, undefined], ["shogi", { time: 600000, byoyomi: 30000 }, "00:10+30"], ["shogi", { time: 5400000 }, "01:30+00"], ["shogi", { time: 600000, increment: 5000 }, "600+0+5"],
	]) assert.equal(control(game, clock), want, `${game} ${JSON.stringify(clock)}`);
	assert.equal(tagsOf({ game: "shogi", names, clock: null, event: "E", begun }).StartTime, "2026/11/06 09:05:03");
});

test("an analysis of a match is a copy that follows", () => {
	const match = played("a b"), study = new Study(new Tree({ game: "chess", position: "P" }));
	study.follow(match, "match 1");
	assert.equal(lineOf(study.tree), "a b");
	assert.equal(study.dirty, false);
	study.tree.add("x", null, study.tree.main()[0]);
	study.tree.add("c", null, study.tree.main()[1]);
	study.tree.add("y", null, study.tree.main()[2]);
	assert.equal(lineOf(match.tree), "a b", "what is tried does not come into the match");
	assert.equal(study.dirty, true);
	match.play("d");
	study.follow(match, "match 1");
	assert.equal(lineOf(study.tree), "a b d", "the moves of the match are the main line");
	assert.deepEqual(study.tree.main()[1].next.map(n => n.move), ["d", "c"], "what was tried stays beside it");
	assert.equal(study.tree.node.move, "d");
	assert.ok(study.follows("match 1"));
	assert.ok(!study.follows("match 2"), "another match would replace work");
});

test("every change can be undone, and nothing else is", () => {
	const study = new Study(new Tree({ game: "chess", position: "P", result: "1-0" })), e4 = study.add("e4");
	assert.equal(study.add("e4", null, study.tree.root), e4, "a move that is there is no change");
	study.tree.node = study.add("e5", null, e4);
	assert.equal(study.dirty, true);
	study.note(study.tree.node, { comment: "good" });
	study.remove();
	assert.equal(lineOf(study.tree), "e4");
	study.replace(new Tree({ game: "chess", position: "Q" }));
	assert.equal(study.dirty, false);
	assert.ok(study.undo());
	assert.deepEqual([study.tree.position, lineOf(study.tree), study.dirty], ["P", "e4", true]);
	assert.ok(study.undo());
	assert.deepEqual([lineOf(study.tree), study.tree.node.move, study.tree.node.comment], ["e4 e5", "e5", "good"]);
	const { node } = study.tree;
	study.tree.add("Nf3", null, node); // by somebody else
	assert.ok(study.undo());
	assert.equal(node.comment, undefined);
	assert.equal(lineOf(study.tree), "e4 e5 Nf3", "a note is taken back, not what came later");
	study.tree.remove(node.next[0]);
	study.tree.node = study.add("c5", null, e4);
	assert.ok(study.promote());
	assert.equal(lineOf(study.tree), "e4 c5");
	assert.equal(study.promote(), false);
	assert.ok(study.undo());
	assert.equal(lineOf(study.tree), "e4 e5");
	for (let i = 0; i < 3; i++) assert.ok(study.undo());
	assert.equal(lineOf(study.tree), "");
	assert.deepEqual([study.canUndo, study.dirty, study.tree.result], [false, false, "1-0"]);
	study.add("d4");
	study.saved();
	const again = Study.from(JSON.parse(JSON.stringify(study.state())));
	assert.equal(lineOf(again.tree), "d4");
	assert.equal(again.dirty, false);
});

test("names that come later are no work", () => {
	const study = new Study(new Tree({ game: "chess", position: "P" })), { version } = study.tree;
	study.tree.touch();
	assert.notEqual(study.tree.version, version);
	assert.equal(study.dirty, false);
});

test("glyphs", () => {
	assert.equal(signsOf({ glyphs: ["!?", "$14", "$99"] }), "!?\u2009+=\u2009$99");
	assert.equal(signsOf({ verdict: { sign: "??" } }), "??");
	assert.equal(signsOf({ verdict: { sign: "??" }, glyphs: ["!"] }), "!", "what was said counts more");
	assert.deepEqual(toggled(undefined, "!"), ["!"]);
	assert.deepEqual(toggled(["$14", "!"], "?"), ["?", "$14"], "of a kind there is one");
	assert.deepEqual(toggled(["?"], "?"), undefined);
	assert.deepEqual(toggled(["!", "$99"], "$16"), ["!", "$99", "$16"]);
});

test("numbers and times as people write them", () => {
	for (const [n, want] of [[9999, "9999"], [12345, "1.2万"], [1234567, "123万"], [123456789, "1.2億"]]) assert.equal(numberText(n, "ja"), want);
	for (const [s, want] of [[0, "0s"], [2.5, "2.5s"], [12.4, "12s"], [75, "1:15"], [3605, "1:00:05"]]) assert.equal(timeText(s), want);
	assert.equal(timeText(2.5, "ja"), "2.5秒");
});

test("files: titles, a search, and bytes", () => {
	const games = [
		{ game: "chess", tags: { White: "Ann", Black: "?", Date: "????.??.??", Event: "?" }, result: "*", plies: 2 },
		{ game: "shogi", tags: { Sente: "太郎", Gote: "花子", StartTime: "2024/05/06", Event: "名人戦" }, result: "1-0", plies: 90 },
		{ game: "chess", tags: {}, result: "1/2-1/2", plies: 0 },
	].map((game, i) => ({ ...game, title: titleOf(game, i, texts.en) }));
	assert.deepEqual(games.map(game => game.title), ["1. Ann, 2 plies", "2. 太郎 – 花子, 2024/05/06, 名人戦, 1-0, 90 plies", "3. Chess, 1/2-1/2, 0 plies"]);
	assert.deepEqual(matching(games, " 花子  2024 ").map(game => game.plies), [90]);
	assert.equal(matching(games, "").length, 3);
	assert.equal(matching(games, "ann bob").length, 0);
	const bytes = Uint8Array.from({ length: 100000 }, (_, i) => i % 256);
	assert.equal(base64(bytes), Buffer.from(bytes).toString("base64"));
});

test("what is undone can be done again, after a reload, too", () => {
	for (const [name, change] of [
		["a move", study => study.add("d4")],
		["a line", study => study.extend([{ move: "d4" }, { move: "d5" }])],
		["a comment elsewhere", study => study.note(study.tree.root.next[0], { comment: "good" })],
		["glyphs taken away", study => study.note(study.tree.root.next[0].next[0], { glyphs: undefined })],
		["a line that is removed", study => study.remove(study.tree.root.next[0])],
		["another main line", study => study.promote(study.tree.root.next[1])],
		["tags", study => study.retag({ White: "Ann" })],
		["another tree", study => study.replace(new Tree({ game: "chess", position: "Q" }))],
		["two changes", study => { study.add("c4"); study.remove(study.tree.root.next[0]); }],
	]) {
		let study = new Study(new Tree({ game: "chess", position: "P", result: "1-0" }));
		study.extend([{ move: "e4" }, { move: "e5" }]);
		study.add("Nf3", null, study.tree.root);
		study.note(study.tree.root.next[0].next[0], { glyphs: ["!"] });
		study.tree.result = "1-0";
		const before = study.tree.record(), reload = () => { study = Study.from(JSON.parse(JSON.stringify(study.state()))); };
		const plain = record => JSON.parse(JSON.stringify(record));
		const times = name === "two changes" ? 2 : 1;
		change(study);
		const after = study.tree.record();
		assert.notDeepEqual(plain(after), plain(before), name);
		for (const between of [() => {}, reload]) {
			for (let i = 0; i < times; i++) {
				between();
				assert.ok(study.undo(), name);
			}
			assert.deepEqual(plain(study.tree.record()), plain(before), `${name} is undone`);
			for (let i = 0; i < times; i++) {
				between();
				assert.ok(study.redo(), name);
			}
			assert.deepEqual(plain(study.tree.record()), plain(after), `${name} is done again`);
		}
		study.undo();
		study.add("h4");
		assert.equal(study.canRedo, false, "another change has taken its place");
	}
});

test("what is typed is one command, as long as it goes on", () => {
	const study = new Study(new Tree({ game: "chess", position: "P" })), e4 = study.add("e4"), type = (node, comment) => study.note(node, { comment }, true);
	for (const comment of ["g", "go", "good"]) type(e4, comment);
	study.undo();
	assert.equal(e4.comment, undefined);
	study.redo();
	assert.equal(e4.comment, "good");
	type(study.tree.root, "a");
	type(e4, "goods");
	study.undo();
	assert.deepEqual([e4.comment, study.tree.root.comment], ["good", "a"]);
	assert.equal(study.tree.node, e4, "one looks where it was made");
});

test("a change that changes nothing is none", () => {
	const study = new Study(new Tree({ game: "chess", position: "P" })), e4 = study.add("e4"), { last } = study;
	study.add("e4", null, study.tree.root);
	study.graft([{ move: "e4" }], study.tree.root);
	study.note(e4, { comment: undefined });
	study.promote(e4);
	study.remove(study.tree.root);
	assert.equal(study.last, last);
});

test("one of something is one", () => {
	const { en, ja } = texts;
	for (const [got, want] of [
		[en.gamesFound(1, 1), "1 game"], [en.gamesFound(0, 1), "0 of 1 game"], [en.gamesFound(2, 2), "2 games"], [en.gamesFound(1, 9), "1 of 9 games"],
		[en.pliesOf(1), "1 ply"], [en.proofIs(1), "1 move was added as a variation."], [ja.gamesFound(1, 1), "1局"],
	]) assert.equal(got, want);
	assert.deepEqual(Object.keys(ja).filter(key => !(key in en)), []);
	assert.deepEqual(Object.keys(en).filter(key => !(key in ja)), []);
});
