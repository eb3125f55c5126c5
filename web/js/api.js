// The web API knows the rules, notation, records and judgements; the page knows none of
// these. A request is a line of JSON with a number, and so is its answer. Requests for the
// engine go the same way.

// Api asks. It keeps nothing of what it was told.
export class Api {
	largest = 0;          // bytes of a request, 0: not known yet
	/** @type {(...told: any[]) => any} */
	onStray = () => {};   // takes an error that belongs to no question
	#link;
	#last = 0;
	#asked = new Map();   // by number: {resolve, reject} of the promise of an answer, and the search

	constructor(link) { this.#link = link; }

	// ask sends a request and returns its answer. It fails with the message of the web API;
	// the error has the whole answer. Without a link it fails at once, with LinkLost. A search is an object of who asks the engine: it gets
	// the id of the request, and its onNews all that comes before the answer.
	/**
	 * @template {keyof Answers} K
	 * @param {K} what
	 * @returns {Promise<Answers[K]>}
	 */
	ask(what, fields = {}, search = null) {
		const id = ++this.#last, line = JSON.stringify({ id, do: what, ...fields });
		const size = this.largest && line.length * 3 > this.largest ? new TextEncoder().encode(line).length : 0;
		if (size > this.largest) return Promise.reject(
			fault({ error: `the request has ${size} bytes, ${this.largest} is the most`, code: "too large", args: { size, most: this.largest } }));
		if (search) search.id = id;
		return new Promise((resolve, reject) => {
			if (this.#link.send(line, search ? "engine" : "api")) this.#asked.set(id, { resolve, reject, search });
			else reject(new LinkLost());
		});
	}

	// tell says something about a search by its number. It has no answer.
	tell(what, id) { this.#link.send(JSON.stringify({ id, do: what }), "engine"); }

	// line takes a line that the link brought.
	line(line) {
		const answer = JSON.parse(line), asked = this.#asked.get(answer.id);
		if (asked && answer.news) return asked.search.onNews(answer);
		if (!asked) return answer.error && this.onStray(fault(answer));
		this.#asked.delete(answer.id);
		return answer.error ? asked.reject(fault(answer)) : asked.resolve(answer);
	}

	// lost gives up all that was asked, or only what the engine was asked.
	lost(engineOnly = false) {
		for (const [id, { reject, search }] of this.#asked) {
			if (engineOnly && !search) continue;
			this.#asked.delete(id);
			reject(new LinkLost());
		}
	}
}

// fault returns the error of an answer: {error, code, args}.
/** @param {Answer.Problem} answer */
const fault = answer => Object.assign(new Error(answer.error), { answer });

// LinkLost is why a question has no answer when the link is lost.
export class LinkLost extends Error {}
