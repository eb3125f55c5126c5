// The form for a new game.

import { $, make } from "./dom.js";
import { prefer, stored } from "./address.js";

export class Setup {
	/** @type {(...told: any[]) => any} */
	onBegin = () => {};
	/** @type {(...told: any[]) => any} */
	onPreview = () => {};
	#app;
	#game = "";
	#filled = null;  // what the lists were made for: game, language and the position on the board
	#choices = stored("setup") || {}; // what was chosen last, by game
	#start = null;   // {position, chess960, random960} that is chosen
	#choosing = Promise.resolve();

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("setup-form").addEventListener("submit", e => {
			e.preventDefault();
			this.#begin().catch(error => { $("setup-fault").textContent = app.faultText(error); });
		});
		$("setup-form").addEventListener("input", e => {
			this.#adapt();
			if (["setup-start", "setup-number"].includes(/** @type {Element} */ (e.target).id)) this.#choose(true);
		});
	}

	// complete reports whether a game can begin as the form says.
	get complete() { return this.#game === this.#app.current && this.#start !== null; }

	// show fills in what there is to choose from.
	show(visible) {
		$("setup").hidden = !visible;
		document.body.classList.toggle("waiting", visible);
		if (!visible) {
			this.#game = "";
			return;
		}
		const app = this.#app, { t, game } = app, { origin } = app.playing, [, language, before] = this.#filled || [],
			other = this.#game !== game.game;
		if (!other && language === app.language && before === origin) return; // a list that is made anew loses a click or the focus
		const fresh = other || before !== origin, kept = other ? this.#choices[game.game] || {} : this.#read();
		this.#game = game.game;
		this.#filled = [game.game, app.language, origin];
		const option = (value, text) => make("option", { value }, text[0].toUpperCase() + text.slice(1));
		$("setup-start").replaceChildren(
			...game.starts.map(s => option(s.key, app.say(s.name))),
			...(game.game === "chess" ? [option("chess960", t.chess960)] : []), ...(origin ? [option("board", t.position)] : []));
		const rules = (game.declarations ?? []).filter(rule => t.declarations[rule]); // those of handicap games follow from the position
		$("setup-rule").replaceChildren(...rules.map(rule => option(rule, t.declarations[rule])));
		$("setup-rule-field").hidden = !rules.length;
		const players = [["first", app.say(game.sides[0])], ["", t.anySide], ["second", app.say(game.sides[1])], ["both", t.twoPersons],
			["none", t.twoEngines]];
		$("setup-side").replaceChildren(...players.map(([value, text]) =>
			make("label", {}, make("input", { type: "radio", name: "side", value, checked: value === (kept.side ?? "first") }),
				make("span", {}, text))));
		this.#nameSides();
		const levels = () => [...game.levels.map(l => option(l.key, app.say(l.name) + (l.elo ? ` (${l.elo})` : ""))), option("elo", t.byElo),
			...(game.engines ?? []).map(name => option(`engine:${name}`, name))];
		for (const id of ["setup-level", "setup-level2"]) $(id).replaceChildren(...levels());
		const { lowest, highest } = game.strength;
		Object.assign($("setup-elo"), { min: lowest, max: highest });
		const values = { start: "standard", level: game.levels[1]?.key, level2: game.levels[1]?.key, elo: 1200, clock: "none", minutes: 10,
			seconds: 10, number: "", rule: rules[0] ?? "", ...kept };
		if (fresh && origin) values.start = "board";
		for (const name of ["start", "level", "level2", "elo", "clock", "minutes", "seconds", "number", "rule"]) {
			const field = $("setup-" + name);
			field.value = values[name];
			if (field.localName === "select" && field.selectedIndex < 0) field.selectedIndex = 0;
		}
		this.#adapt();
		if (fresh) this.#choose(values.start !== "standard" && values.start !== "board");
	}

	// changed: sides have other names in handicap games.
	changed() {
		const app = this.#app;
		if ($("setup").hidden || app.mode !== "play" || this.#game !== app.current) return;
		this.#nameSides();
		this.#adapt();
	}

	#nameSides() {
		for (const side of ["first", "second"]) $("setup-side").querySelector(`[value=${side}] + span`).textContent = this.#app.sideName(side);
	}

	language() { if (!$("setup").hidden) this.show(true); }

	#read() {
		const value = name => $("setup-" + name).value;
		return {
			start: value("start"), number: value("number"), side: document.querySelector("#setup-side :checked")?.value ?? "first",
			level: value("level"), level2: value("level2"), elo: Number(value("elo")), clock: value("clock"), minutes: Number(value("minutes")),
				seconds: Number(value("seconds")), rule: value("rule"),
		};
	}

	// #adapt shows the fields that the choices need.
	#adapt() {
		const app = this.#app, { t, game } = app, chosen = this.#read(), engines = { both: 0, none: 2 }[chosen.side] ?? 1;
		$("setup-number-field").hidden = chosen.start !== "chess960";
		$("setup-level-field").hidden = $("setup-about").hidden = engines === 0;
		$("setup-level2-field").hidden = engines < 2;
		$("levels").hidden = engines !== 1;
		$("setup-level-label").textContent = engines === 2 ? app.sideName("first") : t.level;
		$("setup-level2-label").textContent = app.sideName("second");
		$("setup-elo-field").hidden = !(engines > 0 && chosen.level === "elo" || engines > 1 && chosen.level2 === "elo");
		$("setup-elo-value").textContent = String(chosen.elo);
		const level = game.levels.find(l => l.key === chosen.level);
		$("setup-about").textContent = level ? app.say(level.about) : chosen.level === "elo" ? t.eloAbout : "";
		$("setup-times").hidden = chosen.clock === "none";
		$("setup-seconds-field").hidden = chosen.clock === "sudden";
		$("setup-rule-about").textContent = t.declarationsAbout[chosen.rule] ?? "";
		$("setup-fault").textContent = "";
	}

	// #choose finds the start position that is chosen, and lets the board show it.
	#choose(shown) {
		return this.#choosing = this.#find(shown).catch(error => { $("setup-fault").textContent = this.#app.faultText(error); });
	}

	async #find(shown) {
		const app = this.#app, { game } = app, { start, number } = this.#read();
		this.#start = null;
		let found = { position: game.starts.find(s => s.key === start)?.position ?? game.start, chess960: false, random960: false };
		if (start === "chess960") {
			const { position } = await app.api.ask("start960", number === "" ? {} : { number: Number(number) });
			found = { position, chess960: true, random960: number === "" };
		} else if (start === "board" && app.playing.origin) {
			found = { ...app.playing.origin, random960: false };
		}
		if (this.#game !== game.game) return;
		this.#start = found;
		if (shown) this.onPreview(found);
	}

	// choice returns the game that the form describes.
	choice() {
		const { t } = this.#app, chosen = this.#read();
		let clock = null;
		if (chosen.clock !== "none") {
			const seconds = chosen.clock === "sudden" ? 0 : chosen.seconds * 1000;
			clock = { time: chosen.minutes * 60000, increment: chosen.clock === "increment" ? seconds : 0,
				byoyomi: chosen.clock === "byoyomi" ? seconds : 0 };
			if (!(clock.time > 0 || clock.byoyomi > 0 || clock.increment > 0)) throw new Error(t.noTime);
		}
		const who = { first: ["person", "engine"], second: ["engine", "person"], both: ["person", "person"],
			none: ["engine", "engine"] }[chosen.side] || ["person", "engine"];
		const { position, chess960, random960 } = this.#start;
		return {
			position, chess960, random960, rules: this.#rules(chosen.rule, position), players: { first: who[0], second: who[1] },
				anySide: chosen.side === "",
			levels: { first: chosen.level, second: chosen.side === "none" ? chosen.level2 : chosen.level }, elo: chosen.elo, clock,
		};
	}

	// #rules returns the rules of a game from a position: handicap games have a form of their own.
	#rules(rule, position) {
		const { declarations = [], starts, start } = this.#app.game, handicap = position !== start && starts.some(s => s.position === position);
		return rule ? { declaration: handicap && declarations.includes(rule + "H") ? rule + "H" : rule } : undefined;
	}

	async #begin() {
		await this.#choosing;
		if (!this.#start) await this.#choose(false);
		if (!this.#start) return;
		const choice = this.choice();
		this.#choices[this.#game] = this.#read();
		prefer("setup", { [this.#game]: this.#choices[this.#game] });
		await this.onBegin(choice);
	}
}
