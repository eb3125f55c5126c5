// An engine as WebAssembly in this thread, with lines in and out. It has the interface
// shogihome-wasm-engine/1, so that a page for shogi can load it as it is. While the engine thinks it
// gives the thread back every few milliseconds, so that it hears a stop; nobody has to poll it.

import "./wasm_exec.js";
import { withVectors } from "./vectors.js";

const encoder = new TextEncoder();

// lines returns a function that takes bytes and passes them on line by line.
function lines(take) {
	const decoder = new TextDecoder();
	let rest = "";
	return bytes => {
		const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
		rest = parts.pop();
		parts.forEach(take);
	};
}

// fileOf returns the file of the engine of a game that can run here.
export const fileOf = game => withVectors() ? `${game}-simd.wasm` : `${game}.wasm`;

// compile returns the compiled module of a file, wherever it is.
async function compile(url) {
	if (url.startsWith("file:")) {
		const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
		return WebAssembly.compile(await readFile(new URL(url)));
	}
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url} cannot be had: ${response.status} ${response.statusText}`);
	return response.headers.get("Content-Type") === "application/wasm"
		? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// streams are the files of a program: its standard streams, and no others. A Go program looks for
// those of Node.
function streams(out, err) {
	const input = [];
	let waiting = null, closed = false;
	const outputs = { 1: lines(out), 2: lines(err) };
	const refuse = (...args) => args.at(-1)(Object.assign(new Error("there are no files"), { code: "ENOSYS" }));
	function feed() {
		if (!waiting || !input.length && !closed) return;
		const { buffer, offset, length, done } = waiting, line = input.shift() ?? new Uint8Array(0), n = Math.min(length, line.length);
		buffer.set(line.subarray(0, n), offset);
		if (n < line.length) input.unshift(line.subarray(n));
		waiting = null;
		done(null, n);
	}
	const files = {
		constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 },
		read(fd, buffer, offset, length, position, done) {
			if (fd !== 0) return refuse(done);
			waiting = { buffer, offset, length, done };
			queueMicrotask(feed); // once Go waits
		},
		write(fd, buffer, offset, length, position, done) {
			if (!(fd in outputs)) return refuse(done);
			outputs[fd](buffer.subarray(offset, offset + length));
			done(null, length);
		},
		writeSync(fd, buffer) {
			outputs[fd]?.(buffer);
			return buffer.length;
		},
	};
	return {
		fs: new Proxy(files, { get: (known, call) => known[call] ?? refuse }),
		send(line) {
			input.push(encoder.encode(line + "\n"));
			feed();
		},
		close() {
			closed = true;
			feed();
		},
	};
}

// create starts the engine of a file beside this one. Its object is what a page for shogi expects, with two things
// more: close ends its input, as the end of a pipe does, and ended is a promise of its end.
export async function create(file, { locateFile = name => new URL(name, import.meta.url).href, printErr = line => console.error(line) } = {}) {
	const listeners = new Set();
	let over = false, complaint = "";
	const { fs, send, close } = streams(
		line => { if (!over) for (const listener of [...listeners]) listener(line); },
		line => {
			complaint ||= line;
			if (!over) printErr(line);
		},
	);
	const go = new globalThis.Go(), before = globalThis.fs;
	let code = 0;
	go.argv = ["nitoryu"];
	go.exit = n => { code = n; };
	const instance = await WebAssembly.instantiate(await compile(locateFile(file)), go.importObject);
	globalThis.fs = fs; // the program looks for it once, at its start, which ends before run returns
	const ended = go.run(instance).finally(() => {
		for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer); // they outlive the program
	}).then(() => {
		if (code !== 0) throw new Error(complaint || `the engine left with exit status ${code}`);
	});
	ended.catch(error => { if (!over) printErr(String(error)); }).finally(() => { over = true; });
	globalThis.fs = before;
	const engine = {
		ended,
		postMessage(line) {
			if (over) return;
			if (line === "quit") over = true;
			send(line);
		},
		addMessageListener(listener) { listeners.add(listener); },
		removeMessageListener(listener) { listeners.delete(listener); },
		terminate() { engine.postMessage("quit"); },
		poll() {}, // it goes on by itself
		close,
	};
	return engine;
}
