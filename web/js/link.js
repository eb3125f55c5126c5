// The link to what is behind the page: lines of JSON to and from a web API and an engine.
// With <meta name="nitoryu-link" content="socket"> it is a WebSocket of "nitoryu serve",
// else two Workers run the same program as WebAssembly, one for each. The rest of the page
// cannot tell which.

import { choose, program } from "./program.js";

// openLink returns the link. Its owner sets onLine(line) and onState(state): {engine, api}
// say whether these are there, why says more, and code what it is about: "busy" with the
// most engines that there are, "token", "no token" or "server". up(kind) reports whether "api"
// or "engine" can be asked now, and send whether it took a line.
export function openLink() {
	const meta = document.querySelector('meta[name="nitoryu-link"]');
	return meta && meta.content === "socket" ? new SocketLink() : new WorkerLink();
}

// Link is what both kinds have: they take lines, among them events of the link itself.
class Link {
	/** @type {(...told: any[]) => any} */
	onLine = () => {};
	/** @type {(...told: any[]) => any} */
	onState = () => {};
	/** @type {(...told: any[]) => any} */
	onProgress = () => {}; // the share of the program that is there

	take(line) {
		if (!line.startsWith('{"engine":')) return this.onLine(line);
		const { engine, why = "", code = "", most } = JSON.parse(line);
		this.onState({ engine: engine === "ready", api: true, why, code, most });
	}
}

const longest = 10000; // ms between two looks for a server that has gone

class SocketLink extends Link {
	#socket = null;
	#waiting = []; // lines that are sent when the socket is open
	#last = null;  // what the server said before it closed the link
	#retry = 0;    // the timer of the next try to find a server that has gone
	#tries = 0;
	#lost = false; // nothing is asked of a link that is looked for again before it is there

	constructor() {
		super();
		addEventListener("online", () => this.#again());
		document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#again(); });
	}

	up() { return this.#socket !== null && this.#socket.readyState <= WebSocket.OPEN && !this.#lost; }

	// #again looks for a server that has gone, if one is looked for.
	#again() { if (this.#retry) this.restart(); }

	// restart begins anew, with another engine.
	restart() {
		clearTimeout(this.#retry);
		this.#retry = 0;
		if (this.#socket?.readyState === WebSocket.CONNECTING) return; // a second one would keep an engine for nobody
		if (this.#socket?.readyState === WebSocket.OPEN) {
			this.onState({ engine: true, api: true }); // it opens one when it is asked
			return;
		}
		this.#waiting = [];
		this.#last = null;
		const address = new URL("link" + location.search, location.href.split(/[?#]/)[0]), web = String(address);
		address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
		const socket = this.#socket = new WebSocket(address);
		let opened = false;
		socket.onopen = () => {
			opened = true;
			this.#lost = false;
			this.#tries = 0;
			for (const line of this.#waiting.splice(0)) socket.send(line);
		};
		socket.onmessage = e => {
			if (e.data.startsWith('{"engine":"lost"')) this.#last = JSON.parse(e.data);
			this.take(e.data);
		};
		socket.onclose = async e => {
			if (this.#socket !== socket) return;
			this.#socket = null;
			this.#lost = true;
			const code = this.#last?.code || (opened ? "server" : await refusal(web));
			if (this.#socket) return; // there is another one meanwhile
			if (code === "server") this.#retry = setTimeout(() => this.restart(), Math.min(500 * 2 ** this.#tries++, longest));
			this.onState({ engine: false, api: false, why: e.reason, code, most: this.#last?.most });
		};
	}

	send(line) {
		if (!this.up()) return false;
		if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(line);
		else this.#waiting.push(line);
		return true;
	}
}

// refusal returns why a server opens no link, which a browser does not tell of a WebSocket.
async function refusal(address) {
	if (!new URL(address).searchParams.get("token")) return "no token";
	try {
		const response = await fetch(address, { cache: "no-store" });
		return (await response.text()).includes("token") ? "token" : "server";
	} catch {
		return "server";
	}
}

class WorkerLink extends Link {
	#workers = {};
	#file = "";      // its name
	#program = null; // the promise of the compiled program
	#kept = false;   // whether the service worker was told to keep the files

	restart() {
		this.#begin("api");
		this.#begin("engine");
	}

	// #begin starts a worker, the web API only if there is none.
	#begin(kind) {
		if (kind === "api" && this.#workers.api) return;
		this.#workers[kind]?.terminate();
		const worker = this.#workers[kind] = new Worker("engine-worker.js", { name: kind });
		const lost = why => {
			if (this.#workers[kind] !== worker) return;
			worker.terminate();
			delete this.#workers[kind];
			this.onState({ engine: kind !== "engine", api: kind !== "api", why });
		};
		worker.onerror = e => lost(e.message || "");
		worker.onmessage = ({ data }) => {
			if (!data.startsWith('{"engine":')) return this.onLine(data);
			const { engine, why } = JSON.parse(data);
			if (engine === "lost") lost(why);
			else if (engine === "network") this.#keep();
			else if (kind === "engine") this.take(data);
		};
		this.#load().then(module => {
			worker.postMessage(module);
			if (kind === "engine") worker.postMessage({ network: document.body.dataset.game }); // before there is anything to search
		}, error => lost(error.message));
	}

	#load() {
		const sizes = (document.querySelector('meta[name="nitoryu-bytes"]')?.content ?? "").split(" ").map(Number);
		const [file, size] = choose(sizes);
		this.#file = file;
		this.#program ||= program(file, size, share => this.onProgress(share));
		this.#program.catch(() => { this.#program = null; }); // a new start fetches it again
		return this.#program;
	}

	// #keep lets all files be kept for the time without a network, once nothing waits for the line.
	#keep() {
		if (this.#kept || !("serviceWorker" in navigator)) return;
		this.#kept = true;
		navigator.serviceWorker.register("service-worker.js?" + this.#file).catch(() => {}); // it works without, online
	}

	up(kind) { return kind in this.#workers; }

	send(line, kind) {
		this.#workers[kind]?.postMessage(line);
		return this.up(kind);
	}
}
