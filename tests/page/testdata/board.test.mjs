// Where things are on a board, and how the program comes.

import assert from "node:assert/strict";
import test from "node:test";
import { boards } from "./js/boards.js";
import { Layout } from "./js/layout.js";
import { choose, program } from "./js/program.js";

test("positions are read from FEN and SFEN", () => {
	const chess = new Layout(boards.chess), start = chess.read(boards.chess.start);
	assert.equal(start.join("").replaceAll(".", ""), "rnbqkbnrppppppppPPPPPPPPRNBQKBNR");
	assert.equal(start[60], "K");
	const shogi = new Layout(boards.shogi), hands = shogi.read("k8/9/9/9/4+B4/9/9/9/8K b R2Pb10p 1");
	assert.equal(hands[40], "+B");
	assert.deepEqual(hands.slice(81), ["1", "0", "0", "0", "0", "0", "2", "0", "1", "0", "0", "0", "0", "10"]);
	assert.equal(shogi.read("<script>/99999/kkkkkkkkkkkkkkkkkkkkk b 0K").length, 95, "nonsense is no harm");
});

test("pieces in hand stand close together, as seen from both sides", () => {
	const layout = new Layout(boards.shogi), position = layout.read("k8/9/9/9/9/9/9/9/8K b GP2n 1");
	layout.pack(position);
	const { slots } = boards.shogi, gold = layout.place("G*"), pawn = layout.place("P*"), knight = layout.place("N*", "second");
	assert.deepEqual([gold, pawn, knight].map(place => layout.corner(place)), [slots[0], slots[1], slots[7]]);
	assert.deepEqual(new Set(Array.from({ length: 14 }, (_, i) => String(layout.corner(81 + i)))).size, 14, "no two in one slot");
	layout.flipped = true;
	assert.deepEqual([gold, pawn, knight].map(place => layout.corner(place)), [slots[7], slots[8], slots[0]]);
	layout.wide = true;
	assert.deepEqual(layout.corner(gold), boards.shogi.wideSlots[7]);
});

test("every place is found where it is, and has its neighbours", () => {
	for (const game of ["chess", "shogi"]) for (const flipped of [false, true]) for (const wide of [false, true]) {
		const layout = new Layout(boards[game]);
		Object.assign(layout, { flipped, wide: wide && layout.canBeWide });
		const [left, top, width, height] = layout.view, all = layout.rows().flat();
		assert.deepEqual([...all].sort((a, b) => a - b), Array.from({ length: layout.squares + layout.slots }, (_, i) => i));
		for (const place of all) {
			const [x, y] = layout.middle(place);
			assert.equal(layout.at(x, y), place);
			assert.ok(x > left && x < left + width && y > top && y < top + height, `${game} ${place} is in the picture`);
			const right = layout.neighbour(place, 1, 0);
			if (right >= 0 && right < layout.squares && place < layout.squares) assert.equal(layout.neighbour(right, -1, 0), place);
		}
		assert.equal(layout.neighbour(layout.at(...layout.middle(0)), flipped ? -1 : 1, 0), 1);
	}
});

test("the file of the program is the one for the browser", () => {
	for (const [name, sizes, has, want] of [
		["both files", [10, 20], true, ["nitoryu-simd.wasm", 20]],
		["no vectors in the browser", [10, 20], false, ["nitoryu.wasm", 10]],
		["none in the site", [10], true, ["nitoryu.wasm", 10]],
		["sizes are not known", [0], true, ["nitoryu.wasm", 9e6]],
	]) assert.deepEqual(choose(sizes, has), want, name);
});

test("the program tells how much of it is there, and why it cannot be had", async () => {
	const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), shares = [];
	const answers = {
		good: () => new Response(empty, { headers: { "Content-Type": "application/wasm" } }),
		plain: () => new Response(empty), // a host that does not know the type
		damaged: () => new Response("hello", { headers: { "Content-Type": "application/wasm" } }),
		missing: () => new Response("", { status: 404, statusText: "Not Found" }),
	};
	const { fetch } = globalThis;
	globalThis.fetch = async name => answers[name]();
	try {
		assert.ok(await program("good", 16, share => shares.push(share)) instanceof WebAssembly.Module);
		await new Promise(resolve => setTimeout(resolve));
		assert.deepEqual(shares, [.5, 1]);
		assert.ok(await program("plain", 8) instanceof WebAssembly.Module);
		await assert.rejects(program("damaged", 8), WebAssembly.CompileError);
		await assert.rejects(program("missing", 8), /missing cannot be had: 404 Not Found/);
	} finally {
		globalThis.fetch = fetch;
	}
});
