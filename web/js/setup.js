// The form for a new game.

import { $, make } from "./dom.js";
import { prefer, preferred } from "./address.js";

export class Setup {
	onBegin = () => {};
	#app;
	#game = "";
	#choices = preferred("setup") || {}; // what was chosen last, by game

	constructor(app) {
		this.#app = app;
		$("setup-form").addEventListener("submit", e => {
			e.preventDefault();
			this.#begin().catch(error => { $("setup-fault").textContent = error.message; });
		});
		$("setup-form").addEventListener("input", () => this.#adapt());
	}

	// show fills in what there is to choose from.
	show(visible) {
		$("setup").hidden = !visible;
		document.body.classList.toggle("waiting", visible && !this.#app.tree.root.next.length);
		if (!visible) return;
		const app = this.#app, { t, game } = app, kept = this.#game === game.game ? this.#read() : this.#choices[game.game] || {};
		this.#game = game.game;
		const option = (value, text) => make("option", { value }, text[0].toUpperCase() + text.slice(1));
		$("setup-start").replaceChildren(
			...game.starts.map(s => option(s.key, app.say(s.name))),
			...(game.game === "chess" ? [option("chess960", t.chess960)] : []), option("board", t.position));
		const sides = [["first", app.say(game.sides[0])], ["", t.anySide], ["second", app.say(game.sides[1])]];
		$("setup-side").replaceChildren(...sides.map(([value, text]) =>
			make("label", {}, make("input", { type: "radio", name: "side", value, checked: value === (kept.side ?? "first") }), make("span", {}, text))));
		$("setup-level").replaceChildren(...game.levels.map(l => option(l.key, app.say(l.name) + (l.elo ? ` (${l.elo})` : ""))), option("elo", t.byElo));
		const { lowest, highest } = game.strength;
		Object.assign($("setup-elo"), { min: lowest, max: highest });
		const values = { start: "standard", level: game.levels[1]?.key, elo: 1200, clock: "none", minutes: 10, seconds: 10, number: "", ...kept };
		for (const name of ["start", "level", "elo", "clock", "minutes", "seconds", "number"]) {
			const field = $("setup-" + name);
			field.value = values[name];
			if (field.localName === "select" && field.selectedIndex < 0) field.selectedIndex = 0;
		}
		this.#adapt();
	}

	language() { if (!$("setup").hidden) this.show(true); }

	#read() {
		const value = name => $("setup-" + name).value;
		return {
			start: value("start"), number: value("number"), side: document.querySelector("#setup-side :checked")?.value ?? "first",
			level: value("level"), elo: Number(value("elo")), clock: value("clock"), minutes: Number(value("minutes")), seconds: Number(value("seconds")),
		};
	}

	// #adapt shows the fields that the choices need.
	#adapt() {
		const app = this.#app, { t, game } = app, chosen = this.#read();
		$("setup-number-field").hidden = chosen.start !== "chess960";
		$("setup-elo-field").hidden = chosen.level !== "elo";
		$("setup-elo-value").textContent = chosen.elo;
		const level = game.levels.find(l => l.key === chosen.level);
		$("setup-about").textContent = level ? app.say(level.about) : t.eloAbout;
		$("setup-times").hidden = chosen.clock === "none";
		$("setup-seconds-field").hidden = chosen.clock === "sudden";
		$("setup-fault").textContent = "";
	}

	async #begin() {
		const app = this.#app, { t, game } = app, chosen = this.#read();
		let clock = null;
		if (chosen.clock !== "none") {
			const seconds = chosen.clock === "sudden" ? 0 : chosen.seconds * 1000;
			clock = { time: chosen.minutes * 60000, increment: chosen.clock === "increment" ? seconds : 0, byoyomi: chosen.clock === "byoyomi" ? seconds : 0 };
			if (!(clock.time > 0 || clock.byoyomi > 0)) throw new Error(t.noTime);
		}
		let position = game.starts.find(s => s.key === chosen.start)?.position, chess960 = false;
		if (chosen.start === "chess960") {
			({ position } = await app.api.ask("start960", chosen.number === "" ? {} : { number: Number(chosen.number) }));
			chess960 = true;
		} else if (chosen.start === "board") {
			({ position } = app.answer);
			({ chess960 } = app.tree);
		}
		this.#choices[game.game] = chosen;
		prefer("setup", this.#choices);
		this.onBegin({ position, chess960, person: chosen.side || null, level: chosen.level, elo: chosen.elo, clock });
	}
}
