// Uses the engine of a folder as the page ShogiHome does: node shogihome.mjs FOLDER.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(process.argv[2] + "/"), about = JSON.parse(readFileSync(new URL("engine.json", folder), "utf8"));
const module = new URL(about.module, folder), { default: create } = await import(module.href);

// launch returns an engine, what it says, and a promise of its next line that begins with a word.
async function launch() {
	const engine = await create({ locateFile: file => new URL(file, module).href, printErr: line => said.push(`ERR ${line}`) });
	const said = [];
	let wake = () => {};
	engine.addMessageListener(line => { said.push(line); wake(); });
	const until = async word => {
		let at;
		while ((at = said.findIndex(line => line.split(" ")[0] === word)) < 0) await new Promise(resolve => { wake = resolve; });
		return said.splice(0, at + 1).at(-1);
	};
	return { engine, said, until };
}

const rest = ms => new Promise(resolve => setTimeout(resolve, ms));

for (const end of ["stop", "quit", "terminate"]) {
	const { engine, said, until } = await launch();
	engine.postMessage("usi");
	await until("usiok");
	engine.postMessage("isready");
	await until("readyok");
	engine.postMessage("position startpos");
	engine.postMessage("go infinite");
	engine.poll();
	await until("info");
	if (end === "stop") {
		engine.postMessage("stop");
		assert.match(await until("bestmove"), /^bestmove \S+/);
		engine.postMessage("go mate 1000");
		assert.match(await until("checkmate"), /^checkmate nomate/);
		engine.terminate();
		continue;
	}
	said.length = 0;
	if (end === "quit") engine.postMessage("quit");
	else engine.terminate();
	await rest(100);
	assert.deepEqual(said, [], `it speaks after ${end}`);
	await engine.ended;
}
console.log("passed");
