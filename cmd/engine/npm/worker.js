// The thread of an engine: the first message names the game, all others have lines.

import { create, fileOf } from "./engine.js";

const files = { // each written out, for bundlers
	"chess.wasm": new URL("./chess.wasm", import.meta.url).href,
	"chess-simd.wasm": new URL("./chess-simd.wasm", import.meta.url).href,
	"shogi.wasm": new URL("./shogi.wasm", import.meta.url).href,
	"shogi-simd.wasm": new URL("./shogi-simd.wasm", import.meta.url).href,
};

const inNode = typeof process === "object" && Boolean(process.versions?.node);
const port = inNode ? (await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads")).parentPort : self;

let engine = null;
const early = []; // lines that came before it was there

async function take({ game, line }) {
	if (line !== undefined) return engine ? engine.postMessage(line) : early.push(line);
	try {
		engine = await create(fileOf(game), { locateFile: file => files[file] });
		engine.addMessageListener(said => port.postMessage({ line: said }));
		port.postMessage({ ready: true });
		early.forEach(engine.postMessage);
		await engine.ended;
		port.postMessage({ ended: true });
	} catch (error) {
		port.postMessage({ error: String(error?.message ?? error) });
	}
}

if (inNode) port.on("message", take);
else port.onmessage = event => take(event.data);
