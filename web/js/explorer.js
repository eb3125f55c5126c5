// The explorer: what was played in the position that is shown, in the games of the opened file, in
// those of one's own, or in the book of the server. The web API counts; here it is drawn.

import { LinkLost } from "./api.js";
import { $, make, renew } from "./dom.js";

// A source of games is {key, name(t), version(app), games(app)}: games returns what the web API is asked to
// count, {text}, {bytes, name} or {games: [{game, position, chess960, moves, result}]}, and version another
// value whenever they are others, a false one where there are none. One that is looked up instead has look(app).
export class Explorer {
	#app;
	#sources;
	#counted = new Map(); // what the web API has counted: a promise, by the key of a source, with its version
	#asked = 0;

	/** @param {import("./app.js").App} app */
	constructor(app, sources) {
		this.#app = app;
		this.#sources = sources;
		$("explorer-source").addEventListener("change", () => this.changed());
		$("explorer").addEventListener("toggle", () => this.changed());
	}

	language() { if (this.#app.answer) this.changed(); }

	// #offered returns the sources that there are now.
	get #offered() { return this.#sources.filter(source => source.version(this.#app)); }

	async changed() {
		const app = this.#app, { t } = app, number = ++this.#asked, shown = app.mode === "analyse" && !app.editing;
		if (!shown || !$("explorer").open) return;
		const offered = this.#offered;
		$("explorer-source").disabled = !offered.length;
		if (!offered.length) {
			$("explorer-said").textContent = t.notExplorable;
			return $("explorer-moves").replaceChildren();
		}
		const field = $("explorer-source"), options = offered.map(source => [source.key, source.name(t)]), before = field.value;
		if (JSON.stringify(options) !== JSON.stringify([...field.options].map(o => [o.value, o.textContent]))) {
			field.replaceChildren(...options.map(([value, name]) => make("option", { value }, name)));
			field.value = offered.some(source => source.key === before) ? before : offered[0].key;
		}
		const source = offered.find(({ key }) => key === field.value), { node, game } = app.tree;
		try {
			const told = source.look ? await source.look(app) : this.#at(await this.#count(source, game));
			if (number === this.#asked && node === app.tree.node && app.fresh) this.#show(told);
		} catch (error) {
			if (number === this.#asked && !(error instanceof LinkLost)) $("explorer-said").textContent = app.faultText(error);
		}
	}

	// #count lets the web API count the games of a source, once.
	#count(source, game) {
		const app = this.#app, version = `${game} ${source.version(app)}`, kept = this.#counted.get(source.key);
		if (kept?.version === version) return kept.answer;
		$("explorer-said").textContent = app.t.reading;
		const answer = Promise.resolve(source.games(app)).then(games => app.api.ask("explore", { game, ...games }));
		this.#counted.set(source.key, { version, answer });
		answer.catch(() => this.#counted.delete(source.key));
		return answer;
	}

	// #at returns what was counted in the position that is shown.
	#at({ games, left, positions }) { return { games, left: left ?? 0, moves: positions[this.#app.answer.key] ?? [] }; }

	// #show draws the moves: {games, left, moves}, moves with the games that each side won, or with
	// the share that a book gives them and a score.
	#show({ games, left, moves }) {
		const app = this.#app, { t } = app, legal = new Map(app.answer.legal.map(m => [m.move, m]));
		const rows = moves.filter(({ move }) => legal.has(move)), all = rows.reduce((sum, m) => sum + (m.games ?? 0), 0);
		const said = [games === undefined ? "" : t.exploredGames(games, left), rows.length ? "" : t.notExplored];
		$("explorer-said").textContent = said.filter(Boolean).join(" ");
		const play = move => { if (app.fresh && app.answer.legal.includes(move)) app.play(move); };
		const button = move => make("button", { type: "button", onclick: () => play(move) }, app.nameOf(move.names, move.move));
		renew($("explorer-moves"), () => rows.map(m => make("tr", {}, make("th", { scope: "row" }, button(legal.get(m.move))),
			make("td", {}, String(m.games ?? "")), make("td", {}, `${Math.round(m.share ?? m.games / all * 100)}\u00a0%`),
			make("td", {}, m.shown === undefined ? this.#results(m) : app.say(m.shown)))));
	}

	// #results draws how the games ended.
	#results({ first = 0, drawn = 0, second = 0 }) {
		const app = this.#app, sum = first + drawn + second;
		if (!sum) return null;
		const percents = [first, drawn, second].map(n => Math.round(n / sum * 100));
		const label = app.t.resultsAre(app.sideName("first"), app.sideName("second"), ...percents);
		const parts = percents.map((percent, i) => {
			const part = make("i", { className: ["first", "drawn", "second"][i] });
			part.style.flexGrow = percent;
			return part;
		});
		return make("span", { className: "results", role: "img", "aria-label": label, title: label }, ...parts);
	}
}

// The games of the file that was opened.
export const fileSource = {
	key: "file", name: t => t.ofFile,
	version: app => app.files.several?.games.some(game => game.game === app.current) && app.files.several.number,
	games: app => app.files.several.source,
};

// One's own games, as app.ownGames keeps them: {version, list(game)}, which returns records.
export const ownSource = {
	key: "own", name: t => t.ofOwn, version: app => app.ownGames?.version,
	games: async app => ({ games: (await app.ownGames.list(app.current)).map(playedOf) }),
};

// playedOf returns the main line of a record as the web API counts it.
export function playedOf({ game, position, chess960, root, result }) {
	const moves = [];
	for (let node = root.next?.[0]; node; node = node.next?.[0]) moves.push(node.move);
	return { game, position, chess960, moves, result };
}

// The book of the server.
export const bookSource = {
	key: "book", name: t => t.ofBook, version: app => app.game.book,
	look: ({ api, tree: { game, position, chess960 }, tree }) => api.ask("book", { game, position, chess960, moves: tree.moves() }),
};
