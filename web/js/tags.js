// The dialog with the tags of a game: who played, when and where.

import { $, make } from "./dom.js";

// usual are the tags that are asked for in each game; others are there if a game has them.
const usual = {
	chess: ["White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Date", "Round", "TimeControl"],
	shogi: ["Sente", "Gote", "Event", "Site", "StartTime", "TimeControl"],
};

export class Tags {
	#app;

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
			return make("div", { className: "field" }, make("label", { for: id }, t.tagNames[name] ?? name), make("input", { id, type: "text", "data-tag": name, value: tags?.[name] ?? "" }));
		}));
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
		if (JSON.stringify(tags) === JSON.stringify(study.tree.tags || {})) return;
		study.retag(tags);
		app.refresh();
	}
}
