// The web API knows the rules, notation, records and judgements; the page knows none of
// these. A request is a line of JSON with a number, and so is its answer.

// Api asks. It keeps nothing of what it was told.
export class Api {
	largest = 0;          // bytes of a request, 0: not known yet
	onStray = () => {};   // takes an error that belongs to no question
	#link;
	#last = 0;
	#asked = new Map();   // by number: what settles the promise of an answer

	constructor(link) { this.#link = link; }

	// ask sends a request and returns its answer. It fails with the message of the web API;
	// the error has the whole answer.
	ask(what, fields = {}) {
		const id = ++this.#last, line = JSON.stringify({ id, do: what, ...fields });
		const size = this.largest && line.length * 3 > this.largest ? new TextEncoder().encode(line).length : 0;
		if (size > this.largest) return Promise.reject(fault({ error: `the request has ${size} bytes, ${this.largest} is the most`, code: "too large", args: { size, most: this.largest } }));
		return new Promise((resolve, reject) => {
			this.#asked.set(id, { resolve, reject });
			this.#link.send(line);
		});
	}

	// line takes a line that the link brought and reports whether it was an answer.
	line(line) {
		if (!line.startsWith("{")) return false;
		const answer = JSON.parse(line);
		const asked = this.#asked.get(answer.id);
		if (!asked) {
			if (answer.error) this.onStray(fault(answer));
			return true;
		}
		this.#asked.delete(answer.id);
		if (answer.error) asked.reject(fault(answer));
		else asked.resolve(answer);
		return true;
	}

	// lost gives up all that was asked.
	lost() {
		for (const { reject } of this.#asked.values()) reject(new LinkLost());
		this.#asked.clear();
	}
}

// fault returns the error of an answer: {error, code, args}.
const fault = answer => Object.assign(new Error(answer.error), { answer });

// LinkLost is why a question has no answer when the link is lost.
export class LinkLost extends Error {}
