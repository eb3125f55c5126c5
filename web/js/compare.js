// Other engines side by side with ours: what each thinks of the position that is shown, as long as the
// analysis is on.

import { prefer, stored } from "./address.js";
import { LinkLost } from "./api.js";
import { $, make, renew, throttled } from "./dom.js";
import { numberText } from "./notation.js";

const plies = 8; // of a line that are shown

export class Compare {
	#app;
	#on = new Set(stored("compare")?.engines ?? []);
	#node = null;
	#told = new Map(); // what each has said of the node: {worth, depth, moves, names, nodes}
	#draw = throttled(() => this.#show(), 250);

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("compare").addEventListener("toggle", () => this.#again());
	}

	#again() {
		this.#node = null;
		this.changed();
	}

	language() { if (this.#app.answer) this.#show(); }

	get #names() { return this.#app.game.engines ?? []; }
	get #active() {
		const { mode, editing, answer, analysis } = this.#app;
		return mode === "analyse" && !editing && !answer.outcome && $("compare").open && analysis.on;
	}

	changed() {
		const app = this.#app, { node } = app.tree;
		if (app.mode !== "analyse") return this.#halt();
		if (!this.#active) {
			this.#halt();
			return this.#show();
		}
		if (this.#node === node) return this.#show();
		this.#halt();
		this.#node = node;
		for (const name of this.#names) if (this.#on.has(name)) this.#ask(name, node);
		return this.#show();
	}

	switched() { this.changed(); }
	entered() { if (this.#app.mode !== "analyse") this.#halt(); }
	leave() { this.#halt(); }

	#halt() {
		if (!this.#node) return;
		this.#node = null;
		this.#told.clear();
		for (const name of this.#names) this.#app.engineOf(name).stop();
	}

	async #ask(name, node) {
		const app = this.#app, { tree } = app, moves = tree.moves(node);
		try {
			await app.engineOf(name).search(tree, moves, { analysis: true, lines: 1 }, async ([line], figures) => {
				if (!line || this.#node !== node) return;
				const { lines: [names = []] } = await app.ask(tree, moves, { lines: [line.moves.slice(0, plies)] });
				if (this.#node !== node) return;
				this.#told.set(name, { worth: line.worth, depth: line.depth, moves: line.moves, names, nodes: figures.nodes });
				this.#draw();
			});
		} catch (error) {
			if (error instanceof LinkLost) return;
			this.#told.set(name, { fault: app.faultText(error) });
			this.#show();
		}
	}

	#show() {
		const app = this.#app, { t } = app;
		renew($("compare-engines"), () => this.#names.map(name => {
			const told = this.#told.get(name),
				box = { type: "checkbox", checked: this.#on.has(name), onchange: e => this.#switch(name, e.target.checked) };
			const row = make("li", {}, make("label", {}, make("input", box), " ", name));
			if (told?.fault) row.append(make("span", { className: "fault" }, ` ${told.fault}`));
			else if (told) {
				row.append(" ", make("strong", {}, app.say(told.worth.score)),
					make("small", { className: "situation" }, app.say(told.worth.situation)),
					make("small", { className: "faint" }, ` ${t.depth(told.depth)} · ${t.nodes(numberText(told.nodes, app.language))} `),
					told.names.map((names, i) => app.nameOf(names, told.moves[i])).join(" "));
			}
			return row;
		}));
		$("compare-said").textContent = app.analysis.on ? "" : t.engineOff;
	}

	#switch(name, on) {
		if (on) this.#on.add(name);
		else this.#on.delete(name);
		prefer("compare", { engines: [...this.#on] });
		this.#halt();
		this.#again();
	}
}
