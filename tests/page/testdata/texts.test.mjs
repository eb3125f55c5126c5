// The texts of the page, under the test runner of Node.

import assert from "node:assert/strict";
import test from "node:test";
import { numberText } from "./js/notation.js";
import { texts } from "./js/texts.js";

test("numbers of things are said as people say them", () => {
	const counts = { pieces: 1, points: 1, wins: 28, draws: 28 };
	for (const [name, args, en, ja] of [
		["gamesFound", [0, 0], "0 games", "0局"],
		["gamesFound", [1, 1], "1 game", "1局"],
		["gamesFound", [1, 2], "1 of 2 games", "2局中1局"],
		["gamesFound", [0, 1], "0 of 1 game", "1局中0局"],
		["fileOf", [1], "file with 1 game", "1局のファイル"],
		["fileOf", [12], "file with 12 games", "12局のファイル"],
		["exploredGames", [1, 0], "1 game.", "1局。"],
		["exploredGames", [2, 1], "2 games, 1 left out.", "2局（1局は対象外）。"],
		["pliesOf", [1], "1 ply", "1手"],
		["pliesOf", [30], "30 plies", "30手"],
		["mateIn", [1, "G*5b"], "Mate in 1 ply, beginning with G*5b.", "1手詰です（初手G*5b）。"],
		["mateIn", [3, "G*5b"], "Mate in 3 plies, beginning with G*5b.", "3手詰です（初手G*5b）。"],
		["proofIs", [1], "1 move was added as a variation.", "1手を分岐として追加しました。"],
		["proofIs", [2], "2 moves were added as variations.", "2手を分岐として追加しました。"],
		["foldedLines", [1], "1 variation", "分岐1手順"],
		["foldedLines", [2], "2 variations", "分岐2手順"],
		["nodes", [numberText(1, "en")], "1 node", "1ノード"],
		["nodes", [numberText(1000, "en")], `${numberText(1000, "en")} nodes`, `${numberText(1000, "en")}ノード`],
		["progress", [1, 1], "1 of 1 position", "1局面中1局面を解析済み"],
		["progress", [1, 40], "1 of 40 positions", "40局面中1局面を解析済み"],
		["mistakesAre", [0], "There are no mistakes.", "悪い手はありません。"],
		["mistakesAre", [1], "There is one mistake.", "悪い手が1手あります。"],
		["mistakesAre", [2], "There are 2 mistakes.", "悪い手が2手あります。"],
		["faults", [1], "One thing in it was not understood:", "読み取れない箇所が1か所ありました："],
		["faults", [2], "2 things in it were not understood:", "読み取れない箇所が2か所ありました："],
		["drillDone", [1], "Done, in 1 move.", "1手で成功です。"],
		["drillDone", [2], "Done, in 2 moves.", "2手で成功です。"],
		["declarationIs", ["Sente", counts], "Sente: 1 point (28 win), 1 of 10 pieces", "Sente：1点（28点で勝ち）、敵陣に1枚（10枚必要）"],
		["declarationIs", ["Sente", { ...counts, points: 24, draws: 24 }], "Sente: 24 points (24 draw, 28 win), 1 of 10 pieces",
			"Sente：24点（24点で引き分け、28点で勝ち）、敵陣に1枚（10枚必要）"],
	]) {
		assert.equal(texts.en[name](...args), en, `${name} of ${args}`);
		assert.equal(texts.ja[name](...args), ja, `${name} of ${args}`);
	}
	for (const [most, en, ja] of [[1, "The only engine is in use.", "エンジンは使用中です。"], [2, "All 2 engines are in use.", "2個のエンジンがすべて使用中です。"]]) {
		assert.ok(texts.en.lostBecause.busy({ most }).startsWith(en));
		assert.ok(texts.ja.lostBecause.busy({ most }).startsWith(ja));
	}
});

// said calls a text with a number in place of each argument, or with what has it in all its fields.
function said(text, n) {
	const call = arg => String(text(...Array.from({ length: 6 }, () => arg)));
	try {
		const plain = call(n);
		if (!plain.includes("undefined")) return plain;
	} catch { /* it takes another kind */ }
	return call(new Proxy(() => {}, { get: (_, key) => [Symbol.toPrimitive, "replace", "trim"].includes(key) ? () => String(n) : n }));
}

// all returns the texts in a value, with their names.
function all(value, n, name) {
	if (typeof value === "function") return [[name, said(value, n)]];
	if (typeof value === "string") return [[name, value]];
	return Object.entries(value).flatMap(([key, inner]) => all(inner, n, `${name}.${key}`));
}

test("no text has words that are doubled, of which a part is missing, or that do not go with their number", () => {
	assert.deepEqual(Object.keys(texts.en), Object.keys(texts.ja));
	const wrong = {
		en: [/\b([a-z]+) \1\b/i, /\b1 (?!wins|resigns|loses|was|is|has)[a-z]+s\b/i, /undefined|NaN|null|\[object|  | [.,:;)]|\( |\(\)|[.,;]{2}/],
		ja: [/undefined|NaN|null|\[object|（）|。。|、、|：：/],
	};
	for (const language of ["en", "ja"]) {
		for (const n of [1, 2]) {
			for (const [name, text] of all(texts[language], n, language)) {
				if (name.endsWith(".castleOf")) continue; // it takes a side by its place
				for (const pattern of wrong[language]) assert.doesNotMatch(text, pattern, `${name} of ${n}`);
			}
		}
	}
});
