// The exercises that come with the page: from games of our engine, with ratings by how our levels fare at
// them. They are fetched when they are wanted, those first that suit how the user has done so far.

import { store, stored } from "./address.js";
import { keyOf } from "./exercises.js";

const begins = 900; // the rating of who has done none
const step = 48;    // that it changes at most by one exercise
const won = .95;    // what the side to move expects

// readStarter returns the exercises in the text of a file, a line each: position, moves and rating.
export function readStarter(text, game) {
	return text.split("\n").filter(Boolean).map(line => {
		const [position, moves, rating] = line.split("\t"), all = moves.split(" ");
		return { game, position, moves: [], solutions: all.slice(0, 1), line: all.map(move => ({ move })), rating: Number(rating), chance: won };
	});
}

// expected returns how likely a user with a rating is to solve an exercise with another one.
export const expected = (own, rating) => 1 / (1 + 10 ** ((rating - own) / 400));

// Starter is a shelf of exercises as exercises.js has them.
export class Starter {
	#app;
	#all = new Map(); // promises of lists, by game

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	#state(game) { return stored("starter")?.[game] ?? { rating: begins, done: {} }; }

	// load fetches the exercises of a game, once.
	load(game) {
		let all = this.#all.get(game);
		if (!all) {
			const told = fetch(`exercises/${game}.txt`).then(answer => {
				if (!answer.ok) throw new Error(answer.statusText);
				return answer.text();
			});
			this.#all.set(game, all = told.then(text => readStarter(text, game)));
			all.catch(() => this.#all.delete(game));
		}
		return all;
	}

	// find returns an exercise by its key, with the side to move and the names of its moves.
	async find(key) {
		const [game] = key.split(" "), entry = (await this.load(game)).find(entry => keyOf(entry) === key);
		if (!entry) return null;
		const { side, lines: [names] } = await this.#app.ask({ game, position: entry.position }, [], { lines: [entry.line.map(m => m.move)] });
		return { ...entry, side, line: entry.line.map(({ move }, i) => ({ move, names: names[i] })) };
	}

	// due returns the keys of the next exercises: those that were not done, nearest to what the user can do.
	async due(game, many = 20) {
		const { rating, done } = this.#state(game), far = ({ rating: own }) => Math.abs(own - rating);
		const all = (await this.load(game)).map(entry => ({ entry, key: keyOf(entry) })), open = all.filter(({ key }) => !done[key]);
		const near = (open.length ? open : all).sort((a, b) => far(a.entry) - far(b.entry)).slice(0, many);
		return near.sort((a, b) => a.entry.rating - b.entry.rating).map(({ key }) => key);
	}

	// note notes what became of an exercise, and rates the user by it.
	async note(key, how) {
		const [game] = key.split(" "), { rating: own } = (await this.load(game)).find(entry => keyOf(entry) === key), state = this.#state(game);
		const rating = Math.round(state.rating + step * (Number(how === "right") - expected(state.rating, own)));
		store("starter", { ...stored("starter"), [game]: { rating, done: { ...state.done, [key]: how === "right" ? 1 : -1 } } });
	}

	rating(game) { return this.#state(game).rating; }
}
