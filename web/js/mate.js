// The search for a mate by checks alone, as problems of shogi ask for it. What it finds
// becomes a line of the analysis, and all replies to it variations.

import { $ } from "./dom.js";

const patience = 60e3; // ms

export class Mate {
	searching = false;
	#app;
	#mates = null; // the node whose position was found to be mate

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("mate").addEventListener("click", () => this.#switch().catch(error => app.fail(error)));
		$("proof").addEventListener("click", () => this.#prove().catch(error => app.fail(error)));
	}

	changed() {
		const app = this.#app;
		$("mate").hidden = app.current !== "shogi";
		$("mate").disabled = Boolean(app.answer.outcome) || Boolean(app.playing.thinking) || Boolean(app.reviewing);
		$("mate").textContent = this.searching ? app.t.stopMate : app.t.mate;
		$("proof").hidden = app.current !== "shogi" || !this.#mates || ![app.tree.root, ...app.tree.path()].includes(this.#mates);
	}

	async #switch() {
		const app = this.#app, { tree } = app.study, { node } = tree, moves = tree.moves();
		if (this.searching) return app.engine.stop();
		app.analysis.halt();
		this.searching = true;
		app.all("changed");
		let found;
		try {
			found = await app.engine.search(tree, moves, { tsume: true, time: patience });
		} catch (error) {
			return app.fail(error);
		} finally {
			this.searching = false;
			if (app.answer) app.all("changed");
		}
		if (found.stopped || app.study.tree !== tree) return undefined;
		if (found.score.startsWith("#-")) return app.notices.tell(app.t.noMate);
		if (!found.best) return app.notices.tell(app.t.mateUnknown);
		const [{ moves: mate }] = found.lines, { lines: [names] } = await app.ask(tree, moves, { lines: [mate] });
		this.#mates = node;
		const last = app.study.extend(names.map((name, i) => ({ move: mate[i], names: name })), node);
		app.refresh();
		return app.notices.tell(app.t.mateIn(names.length, app.nameOf(names[0], found.best)), app.t.showIt, () => app.go(last));
	}

	// #prove adds the replies to the mate that was found, as far as they were found.
	async #prove() {
		const app = this.#app, { study } = app, { tree } = study, node = this.#mates;
		$("proof").disabled = true;
		try {
			const { proof } = await app.api.ask("mate", { game: tree.game, position: tree.position, moves: tree.moves(node) });
			if (study.tree !== tree) return undefined;
			if (!proof) return app.notices.tell(app.t.noProof);
			const added = study.graft([proof], node);
			app.refresh();
			return app.tellUndo(app.t.proofIs(added), added > 0);
		} finally {
			$("proof").disabled = false;
		}
	}
}
