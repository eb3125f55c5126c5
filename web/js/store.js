// What the browser keeps for good, in IndexedDB. It knows nothing of games: a shelf has values, and
// each value an id. Where the browser refuses, every call fails.

const version = 1;
const shelves = ["desks", "heads", "bodies"];

export class Store {
	#opened = null; // the promise of the database

	#open() {
		return this.#opened ||= new Promise((resolve, reject) => {
			const asked = indexedDB.open("nitoryu", version), again = () => { this.#opened = null; };
			asked.onupgradeneeded = () => {
				const there = asked.result.objectStoreNames; // a version adds shelves, and takes none away
				for (const shelf of shelves) if (!there.contains(shelf)) asked.result.createObjectStore(shelf, { keyPath: "id" });
			};
			asked.onsuccess = () => {
				asked.result.onclose = again;
				asked.result.onversionchange = () => {
					asked.result.close(); // a newer page waits for this one
					again();
				};
				resolve(asked.result);
			};
			asked.onerror = () => reject(asked.error);
			asked.onblocked = () => reject(new Error("an older page keeps the database"));
		});
	}

	// #deal does something with shelves, all or nothing. What is returned is the result of a request.
	async #deal(names, mode, run) {
		const database = await this.#open();
		return new Promise((resolve, reject) => {
			const deal = database.transaction([...new Set(names)], mode), request = run(name => deal.objectStore(name));
			deal.oncomplete = () => resolve(request?.result);
			deal.onabort = () => reject(deal.error);
		});
	}

	// put keeps rows, [shelf, value], together. may says of what stands in the place of the first
	// whether it may be replaced; put reports whether it was.
	async put(rows, may = null) {
		let kept = true;
		const [[first, { id }]] = rows;
		await this.#deal(rows.map(([name]) => name), "readwrite", shelf => {
			const all = () => { for (const [name, value] of rows) shelf(name).put(value); };
			if (!may) return void all();
			shelf(first).get(id).onsuccess = ({ target: { result } }) => {
				if (kept = !result || may(result)) all();
			};
			return undefined;
		});
		return kept;
	}

	get(name, id) { return this.#deal([name], "readonly", shelf => shelf(name).get(id)); }
	list(name) { return this.#deal([name], "readonly", shelf => shelf(name).getAll()); }

	// remove removes an id from shelves.
	remove(names, id) { return this.#deal(names, "readwrite", shelf => { for (const name of names) shelf(name).delete(id); }); }
}
