// The engine, asked over the link as the web API is. It searches one position at a time: a new
// search ends the one before. A review goes on beside searches, and lets them go first.

import { LinkLost } from "./api.js";

/** @typedef {Answer.SearchAnswer & {lines: Answer.ShownLine[], stopped: boolean}} Found */
/** @typedef {(lines: Answer.ShownLine[], told: {nodes: number, nanoseconds: number}) => void} OnNews */

export class Engine {
	/** @type {(...told: any[]) => any} */
	onLost = () => {};    // takes why the engine has gone
	choice = () => ({});  // {threads, hash}: the engine to be asked next
	#api;
	#name;                // of another engine than ours, "" for ours
	#search = null;       // the last search
	#set = "";            // how the engine was set up
	/** @type {Promise<Answer.Engine>} */
	#ready = null;        // settles when it is
	#fresh = true;        // a new game begins

	constructor(api, name = "") {
		this.#api = api;
		this.#name = name || undefined;
	}

	// newGame makes the engine forget what it knows before its next search.
	newGame() { this.#fresh = true; }

	// prepare sets the engine up for a game, and begins a new one if that was asked for, before
	// there is anything to search, so that a clock need not wait for it.
	prepare(game) {
		const choice = { game, ...this.choice(), engine: this.#name }, set = JSON.stringify(choice);
		if (this.#fresh || this.#set !== set) {
			this.#fresh = false;
			this.#set = set;
			this.#ready = this.#ask("new", choice);
			this.#ready.catch(() => { this.#set = ""; });
		}
		return this.#ready;
	}

	// search thinks about the position after some moves. The limits are those of
	// nitoryu.Limits, or a function that returns them when the engine is ready. onNews gets the
	// lines so far and how much was searched: {nodes, nanoseconds}. It returns {best, lines,
	// stopped} and what else nitoryu.Result has, when the engine says so; best is "" if another
	// search took its place before it began.
	async search({ game, position, chess960, rules }, moves, limits, onNews = /** @type {OnNews} */ (() => {})) {
		this.stop();
		/** @type {{stopped: boolean, id?: number, onNews?: (told: any) => void}} */
		const search = this.#search = { stopped: false };
		/** @type {Answer.ShownLine[]} */
		const lines = [];
		await this.prepare(game);
		if (search.stopped) return /** @type {Found} */ ({ best: "", lines, stopped: true });
		search.onNews = ({ news, ...figures }) => {
			for (const line of news) lines[line.rank - 1] = line;
			if (!search.stopped) onNews(lines, figures);
		};
		const result = await this.#ask("search",
			{ engine: this.#name, game, position, chess960, rules, moves, limits: typeof limits === "function" ? limits() : limits }, search);
		search.onNews({ news: result.lines ?? [], nodes: result.nodes, nanoseconds: result.nanoseconds });
		return { ...result, lines: result.lines ?? [], stopped: search.stopped };
	}

	// review reviews a game, beside all searches. It returns the report of the web API, null if it was
	// stopped. asked is an object of who asks, as of Api.ask: its onNews gets {news: {done, total}}, and {news: {found}},
	// which makes another review of the same game go on after it where that is known.
	async review({ game, position, chess960, rules }, moves, known, asked) {
		try {
			return await this.#ask("review", { game, position, chess960, rules, moves, known }, asked);
		} catch (error) {
			if (error.answer?.code !== "stopped") throw error;
			return null;
		}
	}

	stopReview(asked) { if (asked.id) this.#api.tell("stop", asked.id); }

	// stop ends the search that runs; its promise settles soon after.
	stop() {
		const search = this.#search;
		if (!search || search.stopped) return;
		search.stopped = true;
		if (search.id) this.#api.tell("stop", search.id);
	}

	// lost gives up everything: the next engine knows nothing.
	lost() {
		this.#api.lost(true);
		this.#search = null;
		this.#set = "";
	}

	/**
	 * @template {keyof Answers} K
	 * @param {K} what
	 */
	async #ask(what, fields, search = {}) {
		try {
			return await this.#api.ask(what, fields, search);
		} catch (error) {
			if (error.answer?.code !== "lost") throw error;
			this.onLost(error.message);
			throw new LinkLost();
		} finally {
			search.id = 0; // there is nothing left to stop
		}
	}
}
