// Writes into the files of a folder what its engine says of itself: node stamp.mjs FOLDER. The version
// of package.json, and name, author and options of engine.json, whichever is there.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const path = name => `${folder}/${name}`;

// describe returns what an engine answers to the first word of its protocol.
async function describe(file, word) {
	const { create } = await import(pathToFileURL(path("engine.js")).href);
	const engine = await create(file);
	const lines = await new Promise((resolve, reject) => {
		const said = [];
		engine.addMessageListener(line => line === `${word}ok` ? resolve(said) : said.push(line));
		engine.ended.then(() => reject(new Error("the engine left")), reject);
		engine.postMessage(word);
	});
	engine.terminate();
	return lines;
}

const after = (lines, start) => lines.find(line => line.startsWith(start)).slice(start.length);

// option reads an option line: names of USI have no blanks.
function option(line) {
	const [, , name, , type, ...rest] = line.split(" "), made = { name, type };
	for (let i = 0; i + 1 < rest.length; i += 2) {
		const [key, value] = rest.slice(i, i + 2);
		if (key === "var") (made.vars ??= []).push(value);
		else made[key] = type === "spin" ? Number(value) : value;
	}
	return made;
}

function change(name, set) {
	const content = JSON.parse(readFileSync(path(name), "utf8"));
	set(content);
	writeFileSync(path(name), JSON.stringify(content, null, 2) + "\n");
}

if (existsSync(path("package.json"))) {
	const version = after(await describe("shogi.wasm", "usi"), "id name Nitoryu ");
	change("package.json", content => { content.version = version.startsWith("dev") ? `0.0.0-${version}` : version; });
}
if (existsSync(path("engine.json"))) {
	const lines = await describe("nitoryu.wasm", "usi");
	change("engine.json", content => {
		content.name = after(lines, "id name ");
		content.author = after(lines, "id author ");
		content.options = lines.filter(line => line.startsWith("option ")).map(option);
	});
}
