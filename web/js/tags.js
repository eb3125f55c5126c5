// The dialog with the tags of a game: who played, when and where.

import { $, make } from "./dom.js";

// usual are the tags that are asked for in each game; others are there if a game has them.
const usual = {
	chess: ["White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Date", "Round", "TimeControl"],
	shogi: ["Sente", "Gote", "Event", "Site", "StartTime", "TimeControl"],
};

// ends are the results that can be set: the result, and how it came about.
const ends = [["*"], ["1-0"], ["0-1"], ["1/2-1/2"], ["1-0", "resignation"], ["0-1", "resignation"], ["1-0", "time forfeit"],
	["0-1", "time forfeit"]];

// endText says how a game ended, "" if it has no result.
/** @param {{result?: string, ending?: string}} tree */
/**
 * @param {{result?: string, ending?: string}} record
 * @param {import("./app.js").App} app
 */
export function endText({ result = "*", ending }, app) {
	const { t } = app, winner = { "1-0": "first", "0-1": "second" }[result], loser = winner === "first" ? "second" : "first";
	if (!winner) return result === "*" ? "" : t.isDrawn;
	if (ending === "resignation") return t.resigns(app.sideName(loser));
	return t.wins(app.sideName(winner)) + (ending === "time forfeit" ? t.onTime : "");
}

export class Tags {
	#app;

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("tags-button").addEventListener("click", () => this.#open());
		$("tags").addEventListener("close", () => { if ($("tags").returnValue === "yes") this.#take(); });
	}

	#open() {
		const app = this.#app, { tags, game } = app.study.tree, { t } = app;
		const names = [...new Set([...usual[game], ...Object.keys(tags || {})])];
		$("tags-fields").replaceChildren(...names.map(name => {
			const id = "tag-" + name.replace(/\W/g, "_");
			return make("div", { className: "field" }, make("label", { for: id }, t.tagNames[name] ?? name),
				make("input", { id, type: "text", "data-tag": name, value: tags?.[name] ?? "" }));
		}));
		const { result = "*", ending } = app.study.tree, own = [result, ending].filter(Boolean).join(" ");
		const named = ends.map(([result, ending]) => [[result, ending].filter(Boolean).join(" "),
			endText({ result, ending }, app) || t.noResult]);
		if (!named.some(([value]) => value === own))
			named.push([own, [endText({ result }, app) || t.noResult, ending].filter(Boolean).join(", ")]);
		$("tags-result").replaceChildren(...named.map(([value, text]) => make("option", { value, selected: value === own }, text)));
		$("tags").returnValue = "";
		$("tags").showModal();
	}

	#take() {
		const app = this.#app, { study } = app, tags = { ...study.tree.tags };
		for (const field of $("tags-fields").querySelectorAll("input")) {
			const value = field.value.trim();
			if (value) tags[field.dataset.tag] = value;
			else delete tags[field.dataset.tag];
		}
		const [, result, ending] = /^(\S+) ?(.*)$/.exec($("tags-result").value),
			end = { result: result === "*" && !ending ? undefined : result, ending: ending || undefined };
		const { tree } = study, same = (end.result ?? "*") === (tree.result ?? "*") && end.ending === (tree.ending || undefined);
		if (same && JSON.stringify(tags) === JSON.stringify(tree.tags || {})) return;
		study.retag(tags, same ? undefined : end);
		app.refresh();
	}
}
