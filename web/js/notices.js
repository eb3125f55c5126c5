// What the page tells and asks: questions, notices with a way back, faults, and what
// happened to the link.

import { LinkLost } from "./api.js";
import { $ } from "./dom.js";

const noticed = 12000; // ms that a notice stays

export class Notices {
	#app;
	#gone = false;  // the engine, or the web API, or both
	#action = null; // of the notice
	#holds = null;  // whether the notice is still true
	#timer = 0;
	#state = null;  // what the link said last
	#asking = Promise.resolve(); // a question waits for the answer to the one before

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("restart").addEventListener("click", () => app.link.restart());
		$("notice-action").addEventListener("click", () => {
			const action = this.#action;
			this.tell("");
			action?.();
		});
		document.addEventListener("click", e => { // before anybody else
			if (!app.ready || app.linked || !/** @type {Element} */ (e.target).closest("[data-link]")) return;
			e.preventDefault();
			e.stopPropagation();
			this.refuse();
		}, true);
		$("notice-close").addEventListener("click", () => this.tell(""));
	}

	// tell shows a notice, with something to do about it if there is anything, as long as it holds,
	// and no longer than the node is looked at that was on the board.
	tell(text, label = "", action = null, holds = null) {
		const app = this.#app, seen = () => app.ready ? app.tree.node : null, told = seen();
		clearTimeout(this.#timer);
		this.#action = action;
		this.#holds = text ? holds ?? (() => told === null || seen() === told) : null;
		$("notice-text").textContent = text;
		$("notice-action").textContent = label;
		$("notice-action").hidden = !action;
		$("notice").hidden = !text;
		if (text) this.#timer = setTimeout(() => this.tell(""), noticed);
	}

	changed() { if (this.#holds && !this.#holds()) this.tell(""); }

	// refuse says that nothing was done, as there is no link, and wait that what was done is shown later.
	refuse() { this.#tellLost(this.#app.t.notLinked); }
	wait() { this.#tellLost(this.#app.t.waiting); }
	#tellLost(text) { this.tell(text, "", null, () => !this.#app.linked); }

	announce(text) { $("live").textContent = text; }

	// fail shows an error that nobody expected.
	fail(error) {
		if (error instanceof LinkLost) return; // the link says so
		$("move-fault").textContent = `${this.#app.t.fault} ${this.#app.faultText(error)}`;
	}

	// confirm asks the user.
	confirm(question, yes) { return this.#asking = this.#asking.then(() => this.#ask(question, yes)); }

	#ask(question, yes) {
		const dialog = $("confirm");
		$("confirm-text").textContent = question;
		$("confirm-yes").textContent = yes;
		dialog.returnValue = "";
		dialog.showModal();
		return new Promise(resolve => { dialog.onclose = () => resolve(dialog.returnValue === "yes"); });
	}

	// linked: engine or web API came or went.
	linked(state) {
		const app = this.#app, { engine, api } = state;
		if (this.#gone && !state.code && !engine) state.code = this.#state.code; // why it has gone is known
		this.#state = state;
		for (const e of document.querySelectorAll("[data-link]")) e.setAttribute("aria-disabled", String(!api));
		if (engine && api) {
			$("lost").hidden = true;
			if (this.#gone) this.#returned();
			return;
		}
		this.#gone = true;
		if (!api) app.api.lost();
		app.enginesLost();
		app.all("lost");
		this.language();
		$("lost").hidden = false;
	}

	// language says again what happened to the link, and what can be done about it.
	language() {
		if (!this.#state || !this.#gone) return;
		const { api, code, why, most } = this.#state, { t } = this.#app;
		const known = t.lostBecause[code]?.({ most, why });
		const text = known ?? (api ? t.lostEngine(why) : t.lostServer(why));
		if ($("lost-text").textContent !== text) $("lost-text").textContent = text; // readers say it again
		$("restart").hidden = code === "token" || code === "no token";
	}

	// #returned goes on with the same position and another engine.
	async #returned() {
		const app = this.#app;
		this.#gone = false;
		if (!app.ready) return location.reload();
		this.tell("");
		await app.refresh();
		if (app.answer) app.all("back");
		return undefined;
	}
}
