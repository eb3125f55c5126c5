// Endgame drills: basic endings to be played out against the engine, which defends as well as it can.
// A drill is a game of Play whose choice says so. Whether the goal is still in reach, endgame tables
// say where the server has them, else the score of the engine.

import { LinkLost } from "./api.js";
import { $, make } from "./dom.js";

export class Drills {
	#app;
	#node = null;    // the end of the game that was judged last
	#covered = false; // endgame tables have judged the person's last move
	#slip = null;    // {ply, text}: where the goal was lost
	#listed = "";

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("drills").addEventListener("toggle", () => this.#list());
	}

	// #list offers the drills of the game, each time with another position.
	async #list() {
		const app = this.#app, shown = `${app.current} ${app.language}`;
		if (!$("drills").open || app.mode !== "train" || this.#listed === shown) return;
		this.#listed = shown;
		try {
			const { drills } = await app.api.ask("drills", { game: app.current });
			const button = ({ key, name }) => make("button", { type: "button", onclick: () => this.#begin(key) }, app.say(name));
			if (this.#listed === shown) $("drills-list").replaceChildren(...drills.map(drill => make("li", {}, button(drill))));
		} catch (error) {
			this.#listed = "";
			if (!(error instanceof LinkLost)) app.fail(error);
		}
	}

	// #begin starts a drill from one of its positions.
	async #begin(key) {
		const app = this.#app;
		if (!app.linked) return app.notices.refuse();
		try {
			const { drills } = await app.api.ask("drills", { game: app.current }), drill = drills.find(d => d.key === key);
			const { side } = await app.ask({ game: app.current, position: drill.position }, []);
			await app.playing.begin({
				position: drill.position, chess960: false, drill: { key, name: drill.name, goal: drill.goal }, clock: null, elo: 0,
				levels: { first: "full", second: "full" },
				players: { first: "person", second: "person", [side === "first" ? "second" : "first"]: "engine" },
			});
		} catch (error) {
			app.fail(error);
		}
	}

	language() { if (this.#app.answer) this.changed(); }
	entered() { this.#list(); }

	changed() {
		const app = this.#app, { match } = app.playing, drill = match?.choice.drill;
		$("drill").hidden = app.mode !== "play" || !drill;
		this.#list();
		if ($("drill").hidden) return;
		if (this.#slip && match.length < this.#slip.ply) this.#slip = null; // it was taken back
		if (this.#node !== match.end) {
			this.#node = match.end;
			this.#judge(match, match.end).then(slip => {
				if (slip && !this.#slip && app.playing.match === match && match.length >= slip.ply) this.#slip = slip;
				this.#show();
			}, error => { if (!(error instanceof LinkLost)) app.fail(error); });
		}
		this.#show();
	}

	#show() {
		const app = this.#app, { t } = app, { match } = app.playing, drill = match?.choice.drill;
		if (!drill) return;
		const won = match.over?.winner === match.person, done = match.over && (drill.goal === "draw" ? won || match.over.winner === null : won);
		const said = done ? t.drillDone(Math.ceil(match.length / 2)) : this.#slip?.text ?? (match.over ? t.drillFailed : "");
		$("drill").textContent = `${app.say(drill.name)}: ${t.goals[drill.goal]} ${said}`.trim();
		$("drill").classList.toggle("fault", Boolean(!done && (this.#slip || match.over)));
	}

	// #judge returns {ply, text} if the person's last move of a game has lost the goal.
	async #judge(match, node) {
		const app = this.#app, { game, position } = match.choice, moves = match.tree.moves(node), { goal } = match.choice.drill;
		if (match.over || !moves.length) return null;
		const mine = match.sideAt(moves.length) !== match.person, last = mine ? node : node.parent, ply = moves.length - (mine ? 0 : 1);
		const about = text => ({ ply, text: text(app.nameOf(last.names, last.move)) }), loses = value => goal === "win" ? value <= 0 : value < 0;
		const { board } = await app.ask(match.choice, moves);
		if (mine) {
			const known = board.length <= (app.game.men ?? 0), told = known ? await app.api.ask("endgame", { game, position, moves }) : {};
			this.#covered = Boolean(told.moves);
			if (!told.moves || !loses(-valueOf(told.result))) return null;
			const before = await app.api.ask("endgame", { game, position, moves: moves.slice(0, -1) });
			const kept = before.moves?.filter(m => !loses(valueOf(m.result))) ?? [];
			return kept.length ? about(name => app.t.slipped(name, kept.slice(0, 3).map(m => app.nameOf(m.names, m.move)).join(", "))) : null;
		}
		const { score } = app.playing; // of the engine, for itself
		if (this.#covered || !score) return null;
		const value = score.startsWith("#") ? (score.startsWith("#-") ? 99 : -99) : -Number(score);
		return (goal === "win" ? value < 1 : value < -2.5) ? about(name => app.t.slipped(name, "")) : null;
	}
}

// valueOf returns 1 for a win, 0 for a draw, -1 for a loss: the fifty-move rule counts.
const valueOf = result => ({ win: 1, loss: -1 })[result] ?? 0;
