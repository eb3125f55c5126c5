// The list of games and studies that the browser keeps, and the way from one game of a file, or one
// chapter, to the next.

import { $, make } from "./dom.js";
import { download, labelOf, matching } from "./files.js";

const listed = 300; // entries that the list shows at once

export class Library {
	#app;
	#heads = [];   // of all entries
	#entry = null; // the one that is shown: {of, number}

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		app.keeper.onKept = () => { if ($("library").open) this.#load(); };
		const actions = {
			remove: () => this.#remove(), all: () => this.#saveAll(),
			previous: () => this.#turn(-1), next: () => this.#turn(1), chapter: () => app.keeper.chapter(),
		};
		for (const id in actions) {
			$(/** @type {string} */ (`library-${id}`)).addEventListener("click", () =>
				{ if (app.ready) Promise.resolve(actions[id]()).catch(error => this.#fail(error)); });
		}
		for (const button of document.querySelectorAll("[data-library]")) {
			button.addEventListener("click", () => { if (app.ready) this.#show(); });
		}
		$("library-form").addEventListener("submit", e => {
			e.preventDefault();
			this.#open().catch(error => this.#fail(error));
		});
		$("library-close").addEventListener("click", () => $("library").close());
		$("library-search").addEventListener("input", () => this.#list());
		$("library-list").addEventListener("change", () => this.#chose());
		$("library-name").addEventListener("change", () => this.#rename().catch(error => this.#fail(error)));
		$("library-name").addEventListener("keydown", e => {
			if (e.key !== "Enter") return;
			e.preventDefault(); // which would open what has the name
			$("library-list").focus();
		});
		$("library-list").addEventListener("dblclick", () => $("library-form").requestSubmit($("library-open")));
	}

	#fail(error) {
		if ($("library").open) $("library-count").textContent = this.#app.faultText(error);
		else this.#app.fail(error);
	}

	async #show() {
		$("library-search").value = "";
		$("library").showModal();
		await this.#load();
		$("library-list").selectedIndex = 0;
	}

	async #load() {
		const { keeper, t, language, games } = this.#app;
		this.#heads = (await keeper.list()).filter(({ game }) => game in games).map(head => {
			const { kind, at, reviewed, name, many, number, of } = head, day = new Date(at).toLocaleDateString(language);
			const what = kind === "file" ? t.fileOf(many) : reviewed ? t.review : kind === "match" ? t.play : t.analyse;
			const label = kind === "file" ? name || t[head.game] : [name, labelOf(head, t)].filter(Boolean).join(" · ");
			const chapter = of && kind === "study" && t.chapterNumber(number + 1);
			return { ...head, title: [label, chapter, what, day].filter(Boolean).join(" · ") };
		});
		this.#list();
	}

	// #list shows the entries that have all words that are searched for.
	#list() {
		const { t } = this.#app, found = matching(this.#heads, $("library-search").value), list = $("library-list"), was = list.value;
		list.replaceChildren(...found.slice(0, listed).map(({ id, title }) => make("option", { value: id }, title)));
		list.value = was;
		if (list.selectedIndex < 0) list.selectedIndex = 0;
		$("library-count").textContent = this.#app.keeper.refused ? t.notKept : t.gamesFound(found.length, this.#heads.length);
		for (const id of ["open", "remove"]) $(/** @type {string} */ (`library-${id}`)).disabled = !found.length;
		$("library-all").disabled = !this.#heads.length;
		this.#chose();
	}

	// #chose shows the name of what is chosen, unless another one is being typed. A file has its own.
	#chose() {
		const field = $("library-name");
		field.disabled = !this.#chosen || this.#chosen.kind === "file";
		if (document.activeElement !== field) field.value = this.#chosen?.name ?? "";
	}

	async #rename() {
		const head = this.#chosen, name = $("library-name").value.trim();
		if (!head || name === (head.name ?? "")) return;
		await this.#app.keeper.rename(head.id, name);
		this.#entry = null;
		await this.changed();
	}

	get #chosen() { return this.#heads.find(({ id }) => id === $("library-list").value); }

	async #open() {
		const head = this.#chosen;
		if (!head) return;
		await this.#app.keeper.open(head);
		$("library").close();
	}

	async #remove() {
		const { keeper, notices, t } = this.#app, head = this.#chosen;
		if (!head || !await notices.confirm(t.reallyRemove(head.title), t.removeIt)) return;
		await keeper.remove(head.id);
		this.#entry = null; // there may be fewer beside it
		this.changed();
	}

	// #saveAll gives the user all games and studies, in a file for each of the two games.
	async #saveAll() {
		const app = this.#app, files = {};
		for (const { id, kind, game } of this.#heads.toReversed()) {
			if (kind === "file") continue;
			const [{ format, extension }] = app.games[game].formats;
			const { text } = await app.api.ask("write", { format, record: await app.keeper.record(id), lang: app.language });
			(files[game] ??= { name: `nitoryu-${game}.${extension}`, texts: [] }).texts.push(text);
		}
		for (const { name, texts } of Object.values(files)) download(texts.join("\n"), "text/plain", name);
	}

	// #turn goes to the game or the chapter before or after.
	async #turn(by) {
		const { keeper } = this.#app, entry = this.#entry, { numbers } = await keeper.beside(entry);
		const next = numbers[numbers.indexOf(entry.number) + by];
		if (this.#entry === entry && next !== undefined) await keeper.turn(entry.of, next);
	}

	// changed shows which game of a file, or which chapter, is looked at.
	async changed() {
		const app = this.#app, entry = app.mode === "analyse" && app.study.tree.entry?.of ? app.study.tree.entry : null;
		$("library-place").hidden = !entry;
		if (!entry || entry === this.#entry) return;
		this.#entry = entry;
		const { numbers, name } = await app.keeper.beside(entry);
		if (this.#entry !== entry) return;
		const at = numbers.indexOf(entry.number);
		$("library-at").textContent = [app.t.gameOf(at + 1, numbers.length), entry.name || name].filter(Boolean).join(" · ");
		$("library-previous").disabled = at <= 0;
		$("library-next").disabled = at === numbers.length - 1;
	}

	language() { this.#entry = null; }
}
