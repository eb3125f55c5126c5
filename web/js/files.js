// Games come in as text that is pasted, or as a file that is opened or dropped, and go out
// as text. What a text means, and how a file is encoded, the web API says.

import { base64 } from "./address.js";
import { $, make } from "./dom.js";
import { rastered } from "./picture.js";
import { players, Tree } from "./tree.js";

const listed = 300; // games that the list shows at once
const pixels = 1200; // across a picture that is copied

export class Files {
	several = null; // the last file or text of several games: {source, games, number}
	#app;
	#source = null; // what is read: {text} or {bytes, name}
	#games = [];    // that are in it: {number, title, tags, ...}
	#file = "";     // the name of the file that is written

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		$("open-button").addEventListener("click", () => this.#openDialog());
		$("open-cancel").addEventListener("click", () => $("open").close());
		$("open-form").addEventListener("submit", e => {
			e.preventDefault();
			this.#open();
		});
		$("open-text").addEventListener("input", () => this.#forget());
		$("open-search").addEventListener("input", () => this.#list());
		$("open-search").addEventListener("keydown", e => { if (e.key === "ArrowDown") $("open-number").focus(); });
		$("open-number").addEventListener("dblclick", () => this.#open());
		$("open-fetch").addEventListener("click", () => this.#fetch());
		$("open-link").addEventListener("keydown", e => {
			if (e.key !== "Enter") return;
			e.preventDefault();
			this.#fetch();
		});
		$("open-file").addEventListener("change", () => this.#take($("open-file").files[0]));
		document.addEventListener("dragover", e => { if (e.dataTransfer.types.includes("Files")) e.preventDefault(); });
		document.addEventListener("drop", e => {
			const file = e.dataTransfer.files[0];
			if (!file || !app.ready) return;
			e.preventDefault();
			this.#openDialog();
			this.#take(file);
		});
		document.addEventListener("paste", e => this.#paste(e));
		for (const id of ["export-button", "save-game"]) $(id).addEventListener("click", () => this.#exportDialog());
		$("export-format").addEventListener("change", () => this.#write());
		$("export-copy").addEventListener("click", async () => {
			$("export-text").select();
			const copied = await this.#copy($("export-text").value);
			$("export-fault").textContent = copied ? app.t.copied : app.t.notCopied;
			if (copied) this.#saved();
		});
		$("export-download").addEventListener("click", () => {
			download($("export-text").value, "text/plain", this.#file || "game.txt");
			this.#saved();
		});
		const pictureName = ending => `${app.current}-${app.tree.path().length}.${ending}`;
		$("save-picture").addEventListener("click", () => download(app.board.file(), "image/svg+xml", pictureName("svg")));
		$("copy-picture").addEventListener("click", async () => {
			const { t } = app;
			try {
				const png = rastered(app.board.file(), pixels);
				try {
					await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
					app.notices.tell(t.copiedPicture);
				} catch { // where the clipboard takes no pictures
					download(await png, "image/png", pictureName("png"));
				}
			} catch (error) {
				app.fail(error);
			}
		});
		$("copy-link").addEventListener("click", async () => {
			const local = /^(localhost|127\..*|\[::1\])$/.test(location.hostname), token = !local && location.search.includes("token=");
			// a token opens nothing to others on this machine alone
			const link = location.href.split(/[?#]/)[0] + (local ? location.search : "") + await app.wholeAddress();
			app.notices.tell(await this.#copy(link) ? token ? app.t.copiedLinkOnly : app.t.copiedLink : `${app.t.notCopied} ${link}`);
		});
		$("copy-position").addEventListener("click", async () => {
			const { position } = app.answer;
			app.notices.tell(await this.#copy(position) ? app.t.copiedPosition(position) : `${app.t.notCopied} ${position}`);
		});
	}

	changed() { $("copy-position").textContent = this.#app.t.copyPosition(this.#app.game.setup.toUpperCase()); }

	// #copy reports whether a text is in the clipboard now.
	async #copy(text) {
		if (!text) return false;
		try {
			await navigator.clipboard.writeText(text);
			return true;
		} catch { // where the clipboard is not allowed
			const field = make("textarea", { value: text, className: "hidden" });
			(document.querySelector("dialog[open]") || document.body).append(field);
			field.select();
			const copied = document.execCommand("copy");
			field.remove();
			return copied;
		}
	}

	#openDialog() {
		$("open-import").hidden = !this.#app.sites;
		$("open-text").value = "";
		$("open-text").readOnly = false;
		this.#forget();
		if (!$("open").open) $("open").showModal();
	}

	#forget() {
		this.#source = null;
		this.#games = [];
		$("open-games").hidden = true;
		$("open-fault").textContent = "";
	}

	// #fetch asks another site for the game, or for the games of the user, that was named.
	async #fetch() {
		const app = this.#app, { t } = app, what = $("open-link").value.trim();
		if (!what) return;
		this.#forget();
		$("open-fault").textContent = t.reading;
		const source = this.#source = { text: "" };
		try {
			const { text } = await app.api.ask("import", { what, site: app.sites[app.current === "shogi" ? 1 : 0] });
			if (this.#source !== source) return;
			$("open-text").value = source.text = text;
			this.#open();
		} catch (error) {
			if (this.#source === source) $("open-fault").textContent = app.faultText(error);
		}
	}

	// #paste opens what is pasted anywhere but in a field.
	#paste(e) {
		const text = e.clipboardData?.getData("text/plain") ?? "", file = e.clipboardData?.files[0];
		if (!this.#app.ready || this.#app.editing || e.target.closest?.("input, textarea, dialog") || !(text.trim() || file)) return;
		e.preventDefault();
		this.#openDialog();
		if (file) return this.#take(file);
		$("open-text").value = text;
		return this.#open();
	}

	// #take reads a file: the web API gets its bytes as they are.
	async #take(file) {
		const app = this.#app, { t } = app;
		$("open-file").value = "";
		if (!file) return;
		this.#forget();
		const most = Math.floor(app.api.largest * 3 / 4) - 1024; // in base64
		if (file.size > most) {
			$("open-fault").textContent = t.fileTooLarge(file.name, (file.size / 2 ** 20).toFixed(1), Math.round(most / 2 ** 20));
			return;
		}
		$("open-text").value = file.name;
		$("open-text").readOnly = true;
		$("open-fault").textContent = t.reading;
		const own = /\.json$/i.test(file.name);
		const source = this.#source = own ? { text: await file.text() } : { bytes: base64(new Uint8Array(await file.arrayBuffer())),
			name: file.name };
		if (this.#source === source) this.#open();
	}

	async #open() {
		const app = this.#app;
		try {
			if (!this.#games.length) {
				this.#source ||= { text: $("open-text").value };
				if (this.#source.text !== undefined && !this.#source.text.trim()) return this.#forget();
				if (!await this.#look(this.#source)) return undefined;
			}
			const listed = !$("open-games").hidden, number = listed ? Number($("open-number").value) : 0, source = this.#source;
			if (listed && !$("open-number").value) return void ($("open-fault").textContent = app.t.noneFound);
			const { records } = await app.api.ask("read", { ...source, pick: number });
			if (this.#source !== source) return undefined;
			if (this.#games.length > 1) this.several = { source, games: this.#games, number: (this.several?.number ?? 0) + 1 };
			if (await this.#show(records[0], source, number)) $("open").close();
			return undefined;
		} catch (error) {
			$("open-fault").textContent = app.faultText(error);
			if (!this.#games.length) this.#source = null;
			return undefined;
		}
	}

	// #look finds what games there are, and reports whether it is only one.
	async #look(source) {
		const app = this.#app;
		if (source.text?.startsWith('{"game":')) await this.#translate(source);
		const { games, faults } = await app.api.ask("read", { ...source, list: true });
		if (this.#source !== source) return false;
		this.#games = games.map((game, i) => ({ ...game, title: titleOf(game, i, app.t) }));
		$("open-fault").textContent = faults.length
			? `${app.t.faults(faults.length)} ${faults.slice(0, 3).map(fault => app.faultText(fault)).join("; ")}` : "";
		if (games.length === 1 && !faults.length) return true;
		$("open-games").hidden = false;
		$("open-search").value = "";
		$("open-search").hidden = games.length < 9;
		this.#list();
		(games.length < 9 ? $("open-number") : $("open-search")).focus();
		return false;
	}

	// #translate turns a record as the page keeps it into one that the web API checks like any other.
	async #translate(source) {
		const record = JSON.parse(source.text), { formats } = this.#app.games[record.game] ?? this.#app.game;
		source.text = (await this.#app.api.ask("write", { format: formats[0].format, record })).text;
	}

	// #list shows the games whose titles have all words that are searched for.
	#list() {
		const { t } = this.#app, found = matching(this.#games, $("open-search").value);
		$("open-number").replaceChildren(...found.slice(0, listed).map(({ number, title }) => make("option", { value: number }, title)));
		$("open-number").selectedIndex = 0;
		$("open-count").textContent = t.gamesFound(found.length, this.#games.length);
	}

	async #show(record, source, number) {
		const app = this.#app, tree = Tree.from(record);
		if (this.#games.length > 1) tree.entry = { of: app.keeper.bind(source, this.#games), number };
		await app.openGame(record.game);
		return app.analyse(tree);
	}

	#saved() { if (this.#app.mode === "analyse") this.#app.study.saved(); }

	#exportDialog() {
		const { game, t } = this.#app, usual = ["pgn", "kif", "ki2", "csa"];
		const formats = game.formats.map(f => f.format).filter(f => usual.includes(f.toLowerCase()));
		const kept = $("export-format").value, byServer = this.#app.linked ? formats.map(f => [f, f]) : [];
		$("export-format").replaceChildren(...[...byServer, ["own", t.ownFormat], ["position", t.thePosition], ["moves", t.theMoves]]
			.map(([value, name]) => make("option", { value }, name)));
		if ([...$("export-format").options].some(o => o.value === kept)) $("export-format").value = kept;
		$("export").showModal();
		this.#write();
	}

	async #write() {
		const app = this.#app, format = $("export-format").value, { tree } = app;
		$("export-fault").textContent = "";
		this.#file = tree.game + ".txt";
		if (format === "position") {
			$("export-text").value = app.answer.position;
		} else if (format === "own") {
			this.#file = tree.game + ".json";
			$("export-text").value = JSON.stringify(tree.record());
		} else if (format === "moves") {
			const moves = tree.current().map(n => n.move);
			$("export-text").value = `position ${app.game.setup} ${tree.position}${moves.length ? " moves " + moves.join(" ") : ""}`;
		} else {
			try {
				const { text, name } = await app.api.ask("write", { format, record: tree.record(), lang: app.language });
				this.#file = name;
				$("export-text").value = text;
			} catch (error) {
				$("export-text").value = "";
				$("export-fault").textContent = app.faultText(error);
			}
		}
	}
}

// download gives the user a file.
export function download(text, type, name) {
	const url = URL.createObjectURL(new Blob([text], { type }));
	make("a", { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// labelOf returns how a game is called, and titleOf how the one with an index is called in a list.
export function labelOf(game, t) {
	const { tags, result } = game, known = tag => /^[?.]*$/.test(tags?.[tag] ?? "") ? "" : tags[tag];
	const parts = [players(game).filter(Boolean).join(" – ") || t[game.game], known("Date") || known("StartTime"), known("Event"),
		result === "*" ? "" : result, t.pliesOf(game.plies)];
	return parts.filter(Boolean).join(", ");
}

export const titleOf = (game, i, t) => `${i + 1}. ${labelOf(game, t)}`;

// matching returns the games whose titles have all words of a text.
export function matching(games, text) {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return games.filter(({ title }) => words.every(word => title.toLowerCase().includes(word)));
}
