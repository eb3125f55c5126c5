// The link to what is behind the page: lines of text to and from an engine and a desk.
// With <meta name="nitoryu-link" content="socket"> it is a WebSocket of "nitoryu serve",
// else two Workers run the same program as WebAssembly. The rest of the page cannot tell
// which. A line that begins with "{" belongs to the desk, any other to the engine.

import { program } from "./program.js";

// openLink returns the link. Its owner sets onLine(line) and onState(state): {engine, desk}
// say whether these are there, why says more.
export function openLink() {
	const meta = document.querySelector('meta[name="nitoryu-link"]');
	return meta && meta.content === "socket" ? new SocketLink() : new WorkerLink();
}

// Link is what both kinds have: they take lines, among them events of the link itself.
class Link {
	onLine = () => {};
	onState = () => {};
	onProgress = () => {}; // the share of the program that is there

	take(line) {
		if (!line.startsWith('{"engine":')) return this.onLine(line);
		const { engine, why = "" } = JSON.parse(line);
		this.onState({ engine: engine === "ready", desk: true, why });
	}
}

class SocketLink extends Link {
	#socket = null;
	#waiting = []; // lines that are sent when the socket is open

	// restart begins anew, with another engine.
	restart() {
		if (this.#socket?.readyState === WebSocket.OPEN) {
			this.#socket.send('{"do":"restart"}');
			return;
		}
		this.#waiting = [];
		const address = new URL("link" + location.search, location.href.split(/[?#]/)[0]);
		address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
		const socket = this.#socket = new WebSocket(address);
		socket.onopen = () => { for (const line of this.#waiting.splice(0)) socket.send(line); };
		socket.onmessage = e => this.take(e.data);
		socket.onclose = e => {
			if (this.#socket !== socket) return;
			this.#socket = null;
			this.onState({ engine: false, desk: false, why: e.reason });
		};
	}

	send(line) {
		if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(line);
		else this.#waiting.push(line);
	}
}

class WorkerLink extends Link {
	#workers = {};
	#program = null; // the promise of the compiled program
	#kept = false;   // whether the service worker was told to keep the files

	restart() {
		this.#begin("desk", "desk");
		this.#begin("engine", "");
	}

	// #begin starts a worker, the desk only if there is none.
	#begin(kind, name) {
		if (kind === "desk" && this.#workers.desk) return;
		this.#workers[kind]?.terminate();
		const worker = this.#workers[kind] = new Worker("engine-worker.js", { name });
		const lost = why => {
			if (this.#workers[kind] !== worker) return;
			worker.terminate();
			delete this.#workers[kind];
			this.onState({ engine: kind !== "engine", desk: kind !== "desk", why });
		};
		worker.onerror = e => lost(e.message || "");
		worker.onmessage = ({ data }) => {
			if (!data.startsWith('{"engine":')) return this.onLine(data);
			const { engine, why } = JSON.parse(data);
			if (engine === "lost") lost(why);
			else if (kind === "engine") {
				this.take(data);
				this.#keep();
			}
		};
		this.#load().then(module => worker.postMessage(module), error => lost(error.message));
	}

	#load() {
		const size = Number(document.querySelector('meta[name="nitoryu-bytes"]')?.content) || 15e6;
		this.#program ||= program("nitoryu.wasm", size, share => this.onProgress(share));
		this.#program.catch(() => { this.#program = null; }); // a new start fetches it again
		return this.#program;
	}

	// #keep lets all files be kept for the time without a network, once nothing waits for the line.
	#keep() {
		if (this.#kept || !("serviceWorker" in navigator)) return;
		this.#kept = true;
		navigator.serviceWorker.register("service-worker.js").catch(() => {}); // it works without, online
	}

	send(line) { this.#workers[line.startsWith("{") ? "desk" : "engine"]?.postMessage(line); }
}
