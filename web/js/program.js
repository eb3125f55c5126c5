// The program behind the page as WebAssembly: it is fetched and compiled once, for all
// Workers, while the page says how much of it is there.

import { withVectors } from "./vectors.js";

// choose returns the file for this browser and its bytes. sizes are those of the files, without one
// where the site has none: plain, and with vectors.
export function choose([plain, vectors], has = withVectors()) {
	return has && vectors ? ["nitoryu-simd.wasm", vectors] : ["nitoryu.wasm", plain || 9e6];
}

// program returns the compiled module of a file with so many bytes, which hosts compress as
// they like; progress gets a share from 0 to 1.
export async function program(file, size, progress = () => {}) {
	const response = await fetch(file);
	if (!response.ok) throw new Error(`${file} cannot be had: ${response.status} ${response.statusText}`);
	const counted = response.clone().body; // the response itself keeps what browsers remember of its code
	const module = response.headers.get("Content-Type") === "application/wasm"
		? WebAssembly.compileStreaming(response) : response.arrayBuffer().then(bytes => WebAssembly.compile(bytes));
	count(counted, size, progress).catch(() => {}); // the module fails too, and says why
	return module;
}

async function count(body, size, progress) {
	let loaded = 0;
	for (const reader = body.getReader(); ;) {
		const { done, value } = await reader.read();
		if (done) return progress(1);
		loaded += value.length;
		progress(Math.min(1, loaded / size));
	}
}
