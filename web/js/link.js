// The link to what is behind the page: lines of text to and from an engine and a desk.
// With <meta name="nitoryu-link" content="socket"> it is a WebSocket of "nitoryu serve",
// else two Workers run the same program as WebAssembly. The rest of the page cannot tell
// which. A line that begins with "{" belongs to the desk, any other to the engine.

// openLink returns the link. Its owner sets onLine(line) and onState("open" or "lost").
export function openLink() {
	const meta = document.querySelector('meta[name="nitoryu-link"]');
	return meta && meta.content === "socket" ? new SocketLink() : new WorkerLink();
}

class SocketLink {
	onLine = () => {};
	onState = () => {};
	#socket = null;
	#waiting = []; // lines that are sent when the socket is open

	// restart begins anew, with another engine.
	restart() {
		this.close();
		const address = new URL("link" + location.search, location.href.split(/[?#]/)[0]);
		address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
		const socket = this.#socket = new WebSocket(address);
		socket.onopen = () => {
			for (const line of this.#waiting.splice(0)) socket.send(line);
			this.onState("open");
		};
		socket.onmessage = e => this.onLine(e.data);
		socket.onclose = () => {
			if (this.#socket !== socket) return;
			this.#socket = null;
			this.onState("lost");
		};
	}

	send(line) {
		if (!this.#socket) return;
		if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(line);
		else this.#waiting.push(line);
	}

	close() {
		const socket = this.#socket;
		this.#socket = null;
		this.#waiting = [];
		if (socket) socket.close();
	}
}

class WorkerLink {
	onLine = () => {};
	onState = () => {};
	#workers = null;

	constructor() {
		if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js").catch(() => {}); // it works without, online
	}

	restart() {
		this.close();
		const workers = { engine: new Worker("engine-worker.js"), desk: new Worker("engine-worker.js?desk") };
		this.#workers = workers;
		const lost = () => {
			if (this.#workers !== workers) return;
			this.close();
			this.onState("lost");
		};
		for (const worker of Object.values(workers)) {
			worker.onmessage = e => e.data === null ? lost() : this.onLine(e.data);
			worker.onerror = lost;
		}
		queueMicrotask(() => this.onState("open"));
	}

	send(line) {
		if (this.#workers) this.#workers[line.startsWith("{") ? "desk" : "engine"].postMessage(line);
	}

	close() {
		for (const worker of Object.values(this.#workers || {})) worker.terminate();
		this.#workers = null;
	}
}
