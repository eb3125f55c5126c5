// The engine in a Worker: see README.md.

const inNode = typeof process === "object" && Boolean(process.versions?.node);

// begin starts the thread of an engine.
async function begin() {
	if (!inNode) return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
	const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads");
	return new Thread(new URL("./worker.js", import.meta.url));
}

// start starts an engine of "chess", which speaks UCI, or of "shogi", which speaks USI.
export async function start({ game = "chess" } = {}) {
	if (game !== "chess" && game !== "shogi") throw new Error(`there is no engine of ${game}, only of chess and shogi`);
	const worker = await begin();
	return new Promise((resolve, reject) => {
		const engine = new Engine(worker);
		engine.closed.then(() => reject(new Error("the engine has gone")), reject);
		engine.takeReady(() => resolve(engine));
		worker.postMessage({ game });
	});
}

class Engine {
	#worker;
	#listeners = new Set();
	#ready = () => {};
	#end;
	#gone = null; // why it ended, once it has

	constructor(worker) {
		this.#worker = worker;
		let fail;
		this.closed = new Promise((resolve, reject) => { this.#end = resolve; fail = reject; });
		this.closed.catch(() => {});
		const take = ({ line, ready, error, ended }) => {
			if (ready) this.#ready();
			else if (line !== undefined) for (const listener of [...this.#listeners]) listener(line);
			else this.#leave(error === undefined ? this.#end : () => fail(new Error(error)), error ?? "it was told to quit", ended);
		};
		const lost = error => take({ error: error?.message || "the engine has gone" });
		if (inNode) worker.on("message", take).on("error", lost);
		else Object.assign(worker, { onmessage: event => take(event.data), onerror: lost });
	}

	#leave(settle, why) {
		if (this.#gone !== null) return;
		this.#gone = why;
		this.#worker.terminate();
		settle();
	}

	takeReady(ready) { this.#ready = ready; }

	send(line) {
		if (this.#gone === null) this.#worker.postMessage({ line });
	}

	onLine(listener) {
		this.#listeners.add(listener);
		return () => { this.#listeners.delete(listener); };
	}

	ask(line, last) {
		if (this.#gone !== null) return Promise.reject(new Error(`the engine is not there any more: ${this.#gone}`));
		const lines = [];
		return new Promise((resolve, reject) => {
			const done = this.onLine(said => {
				lines.push(said);
				if (said.split(" ")[0] !== last) return;
				done();
				resolve(lines);
			});
			this.closed.then(() => reject(new Error(`the engine left before ${last}`)), reject);
			this.send(line);
		});
	}

	quit() {
		this.send("quit");
		return this.closed;
	}
}
