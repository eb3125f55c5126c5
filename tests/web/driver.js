// Runs web/engine-worker.js in Node as a browser runs it in a Worker: lines of the standard
// input are messages to it, its messages are lines of the standard output.
//
//     node driver.js FOLDER [ARGS]
"use strict";

const fs = require("fs");
const path = require("path");
const [folder, args = ""] = process.argv.slice(2);
const file = (name) => path.join(folder, path.basename(name));

globalThis.self = globalThis;
globalThis.name = args; // of the Worker
globalThis.onmessage = globalThis.onerror = globalThis.onunhandledrejection = null;
globalThis.postMessage = (line) => process.stdout.write(line + "\n");
globalThis.importScripts = (name) => (0, eval)(fs.readFileSync(file(name), "utf8"));
globalThis.fetch = async (name) => fs.existsSync(file(name))
  ? new Response(fs.readFileSync(file(name))) : new Response("", { status: 404, statusText: "Not Found" });
process.on("unhandledRejection", (reason) => globalThis.onunhandledrejection({ reason }));
process.on("uncaughtException", (error) => globalThis.onerror({ message: String(error) }));

const load = fs.readFileSync(file("engine-worker.js"), "utf8");
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => globalThis.onmessage({ data: line }));
lines.on("close", () => process.exit());
(0, eval)(load);
WebAssembly.compile(fs.readFileSync(file("nitoryu.wasm"))).then((module) => globalThis.onmessage({ data: module }));
