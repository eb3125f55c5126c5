// Asks the package nitoryu as a program does that has installed it.
import assert from "node:assert/strict";
import { start } from "nitoryu";

const think = (engine, position, go) => {
	engine.send(`position ${position}`);
	return engine.ask(go, "bestmove");
};

const [chess, shogi] = await Promise.all([start(), start({ game: "shogi" })]);
for (const [engine, protocol, position, move] of [
	[chess, "uci", "fen 7k/R7/6K1/8/8/8/8/8 w - - 0 1", "a7a8"],
	[shogi, "usi", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b"],
]) {
	const said = await engine.ask(protocol, `${protocol}ok`);
	assert.match(said[0], /^id name Nitoryu ./);
	assert(said.includes("option name Threads type spin default 1 min 1 max 1"), "it has threads");
	assert.deepEqual((await engine.ask("isready", "readyok")).slice(-1), ["readyok"]);
	assert.equal((await think(engine, position, "go depth 5")).at(-1).split(" ")[1], move);
}

// An endless search is heard to the end, which a stop brings.
const heard = [];
const deaf = chess.onLine(line => {
	heard.push(line);
	if (line.startsWith("info depth 3 ")) chess.send("stop");
});
const lines = await think(chess, "startpos", "go infinite");
assert.deepEqual(heard, lines);
deaf();
await chess.ask("isready", "readyok");
assert.deepEqual(heard, lines);

// After quit there is silence, and what is asked then fails.
const late = [];
chess.onLine(line => late.push(line));
chess.send("position startpos");
chess.send("go infinite");
const pending = chess.ask("nothing", "never");
const refused = assert.rejects(pending, /left before never/);
const before = late.length;
await chess.quit();
await refused;
await chess.closed;
await assert.rejects(chess.ask("isready", "readyok"), /not there any more/);
assert(!late.slice(before).some(line => line.startsWith("bestmove")), "it answers after quit");

// Its neighbour goes on.
assert.match((await think(shogi, "startpos moves 7g7f", "go depth 3")).at(-1), /^bestmove \S+/);
await shogi.quit();

// Each engine has a file for those who know no vectors.
const { create, fileOf } = await import(new URL("engine.js", import.meta.resolve("nitoryu")));
const { validate } = WebAssembly, files = game => [true, false].map(known => {
	WebAssembly.validate = () => known;
	return fileOf(game);
});
assert.deepEqual(files("chess"), ["chess-simd.wasm", "chess.wasm"]);
for (const file of [...files("chess"), ...files("shogi")]) {
	const engine = await create(file), word = file.startsWith("chess") ? "uci" : "usi";
	await new Promise(resolve => {
		engine.addMessageListener(line => { if (line === `${word}ok`) resolve(); });
		engine.postMessage(word);
	});
	engine.terminate();
	await engine.ended;
}
WebAssembly.validate = validate;

await assert.rejects(start({ game: "go" }), /there is no engine of go/);
console.log("passed");
