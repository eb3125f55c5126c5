// The engine, spoken to in the words of UCI and USI as by any other program with a board.
// It searches one position at a time: a new search ends the one before.

const handshakes = { uci: ["uci", "uciok", "ucinewgame"], usi: ["usi", "usiok", "usinewgame"] };

// names of options that differ between the protocols
const names = { uci: { hash: "Hash" }, usi: { hash: "USI_Hash" } };

export class Engine {
	onState = () => {};
	name = "";
	options = {};      // those that the engine declares: type, default, min, max
	#link;
	#protocol = "";
	#set = {};         // what was set, so that only changes are sent
	#ready = null;     // settles when the handshake is over
	#search = null;    // the search that runs
	#queue = Promise.resolve();
	#awaited = new Map(); // single words that are waited for
	#newGame = false;

	constructor(link) { this.#link = link; }

	// speak chooses the protocol, "uci" or "usi".
	speak(protocol) {
		if (this.#protocol === protocol) return this.#ready;
		this.#protocol = protocol;
		this.#set = {};
		this.options = {};
		const [hello, done] = handshakes[protocol];
		this.#ready = this.#after(() => this.#exchange(hello, done)).then(() => { this.#newGame = true; });
		this.#ready.catch(() => {});
		return this.#ready;
	}

	// newGame makes the engine forget what it knows before its next search.
	newGame() { this.#newGame = true; }

	// option returns the option that a short name stands for, or undefined.
	option(name) { return this.options[names[this.#protocol]?.[name] || name]; }

	// prepare sets options and begins a new game, if one was asked for, before there is
	// anything to search, so that a clock need not wait for it.
	prepare(options) { return this.#after(() => this.#arrange(options)); }

	async #arrange(options) {
		for (const [name, value] of Object.entries(options || {})) this.#setOption(name, value);
		if (this.#newGame) {
			this.#newGame = false;
			this.#link.send(handshakes[this.#protocol][2]);
		}
		await this.#exchange("isready", "readyok");
	}

	// search thinks about a position: {position, moves, limits, options, onInfo, answer}. limits are
	// the words behind "go". It returns {best, lines, stopped}, when the engine says so; best
	// is "" if another search took its place before it began.
	search(job) {
		this.stop();
		const search = { ...job, lines: [], stopped: false, running: false };
		this.#search = search;
		return this.#after(async () => {
			if (search.stopped) return { best: "", lines: [], stopped: true };
			await this.#arrange(search.options);
			if (search.stopped) return { best: "", lines: [], stopped: true };
			const kind = this.#protocol === "usi" ? "sfen" : "fen";
			const moves = search.moves.length ? " moves " + search.moves.join(" ") : "";
			this.#link.send(`position ${kind} ${search.position}${moves}`);
			search.running = true;
			this.onState();
			const limits = typeof search.limits === "function" ? search.limits() : search.limits;
			try {
				const [, ...words] = (await this.#exchange("go " + limits, search.answer ?? "bestmove")).split(" ");
				return { best: words[0], words, lines: search.lines, stopped: search.stopped };
			} finally {
				search.running = false;
				if (this.#search === search) this.#search = null;
				this.onState();
			}
		});
	}

	// stop ends the search that runs; its promise settles soon after.
	stop() {
		const search = this.#search;
		if (!search || search.stopped) return;
		search.stopped = true;
		search.onInfo = null;
		if (search.running) this.#link.send("stop");
	}

	// line takes a line of the engine.
	line(line) {
		const word = line.split(" ", 1)[0];
		if (this.#awaited.has(word)) {
			const { resolve } = this.#awaited.get(word);
			this.#awaited.delete(word);
			resolve(line);
		} else if (word === "id" && line.startsWith("id name ")) {
			this.name = line.slice(8);
		} else if (word === "option") {
			const option = parseOption(line);
			if (option) this.options[option.name] = option;
		} else if (word === "info" && this.#search?.running) {
			const info = parseInfo(line);
			if (!info) return;
			if (info.pv) this.#search.lines[(info.multipv || 1) - 1] = info;
			if (this.#search.onInfo) this.#search.onInfo(info, this.#search.lines);
		}
	}

	// lost gives up everything: the next engine knows nothing.
	lost() {
		for (const { reject } of this.#awaited.values()) reject(new Error("the engine has gone"));
		this.#awaited.clear();
		this.#search = null;
		this.#protocol = "";
		this.#queue = Promise.resolve();
		this.onState();
	}

	#setOption(name, value) {
		const declared = this.option(name);
		if (!declared || String(this.#set[declared.name] ?? declared.default) === String(value)) return;
		this.#set[declared.name] = value;
		this.#link.send(`setoption name ${declared.name} value ${value}`);
	}

	// exchange sends a line and waits for one that begins with a word.
	#exchange(line, word) {
		return new Promise((resolve, reject) => {
			this.#awaited.set(word, { resolve, reject });
			this.#link.send(line);
		});
	}

	// after does something when all that was begun is over.
	#after(run) {
		const result = this.#queue.then(run);
		this.#queue = result.catch(() => {});
		return result;
	}
}

// parseOption reads "option name Hash type spin default 16 min 1 max 33554432".
export function parseOption(line) {
	const m = line.match(/^option name (.+?) type (\w+)(.*)$/);
	if (!m) return null;
	const option = { name: m[1], type: m[2] };
	for (const word of ["default", "min", "max"]) {
		const value = m[3].match(new RegExp(` ${word} (.*?)(?= (?:default|min|max|var) |$)`));
		if (value) option[word] = value[1];
	}
	return option;
}

// parseInfo reads what the engine tells about a search, null for mere text. A score is
// {cp} or {mate}, for the side to move.
export function parseInfo(line) {
	const words = line.split(" "), info = {};
	for (let i = 1; i < words.length; i++) {
		switch (words[i]) {
		case "string": return null;
		case "pv":
			info.pv = words.slice(i + 1).filter(Boolean);
			return info;
		case "score": {
			const kind = words[++i], value = words[++i];
			info.score = kind === "mate" ? { mate: value === "+" ? 1 : value === "-" ? -1 : Number(value) } : { cp: Number(value) };
			if (kind === "mate" && value.startsWith("-") && info.score.mate === 0) info.score.mate = -0;
			break;
		}
		case "lowerbound": case "upperbound":
			info.bound = words[i];
			break;
		case "depth": case "seldepth": case "multipv": case "nodes": case "nps": case "time": case "hashfull":
			info[words[i]] = Number(words[++i]);
		}
	}
	return info;
}
