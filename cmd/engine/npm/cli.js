#!/usr/bin/env node
// The engine on the standard streams: npx nitoryu. The first word "usi" chooses shogi, any other chess.

import { createInterface } from "node:readline";
import { create, fileOf } from "./engine.js";

const [wanted] = process.argv.slice(2);
if (wanted !== undefined && wanted !== "chess" && wanted !== "shogi") {
	console.error("nitoryu [chess|shogi]: speaks UCI or USI on the standard streams; without a game the first line, uci or usi, decides");
	process.exit(wanted === "--help" ? 0 : 1);
}

const lines = createInterface({ input: process.stdin, terminal: false });
let engine; // the promise of it
const begin = async game => {
	const made = await create(fileOf(game));
	made.addMessageListener(line => process.stdout.write(line + "\n"));
	const leave = code => process.stdout.write("", () => process.exit(code)); // once all is written
	made.ended.then(() => leave(0), () => leave(1));
	return made;
};
if (wanted) engine = begin(wanted);
lines.on("line", line => {
	engine ??= begin(line.trim() === "usi" ? "shogi" : "chess");
	engine.then(e => e.postMessage(line.trim()), lost);
});
lines.on("close", () => engine ? engine.then(e => e.close(), lost) : process.exit(0));

function lost(error) {
	console.error(`nitoryu: ${error.message}`);
	process.exit(1);
}
