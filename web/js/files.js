// Games come in as text that is pasted, opened or dropped, and go out as text. What the
// text means, the web API says.

import { $, make } from "./dom.js";
import { players, Tree } from "./tree.js";

const largest = 4 << 20; // bytes of a file

export class Files {
	#app;
	#found = null; // {text, records} that were read last
	#file = "";
	#raw = null; // the request for a file that is not UTF-8, whose text is not shown

	constructor(app) {
		this.#app = app;
		$("open-button").addEventListener("click", () => this.#openDialog());
		$("open-cancel").addEventListener("click", () => $("open").close());
		$("open-form").addEventListener("submit", e => {
			e.preventDefault();
			this.#open();
		});
		$("open-text").addEventListener("input", () => this.#forget());
		$("open-file").addEventListener("change", () => this.#take($("open-file").files[0]));
		document.addEventListener("dragover", e => { if (e.dataTransfer.types.includes("Files")) e.preventDefault(); });
		document.addEventListener("drop", e => {
			const file = e.dataTransfer.files[0];
			if (!file) return;
			e.preventDefault();
			this.#openDialog();
			this.#take(file);
		});
		for (const id of ["export-button", "save-game"]) $(id).addEventListener("click", () => this.#exportDialog());
		$("export-format").addEventListener("change", () => this.#write());
		$("export-copy").addEventListener("click", async () => {
			$("export-text").select();
			try {
				await navigator.clipboard.writeText($("export-text").value);
			} catch {
				document.execCommand("copy"); // where the clipboard is not allowed
			}
			$("export-fault").textContent = app.t.copied;
		});
		$("export-download").addEventListener("click", () => {
			const url = URL.createObjectURL(new Blob([$("export-text").value], { type: "text/plain" }));
			const a = make("a", { href: url, download: this.#file || "game.txt" });
			a.click();
			setTimeout(() => URL.revokeObjectURL(url), 1000);
		});
	}

	#openDialog() {
		$("open-text").value = "";
		this.#forget();
		if (!$("open").open) $("open").showModal();
	}

	#forget() {
		this.#found = null;
		$("open-games").hidden = true;
		$("open-fault").textContent = "";
	}

	// #take reads a file. What is not UTF-8 goes to the web API as it is, which knows other encodings.
	async #take(file) {
		$("open-file").value = "";
		if (!file) return;
		this.#forget();
		if (file.size > largest) {
			$("open-fault").textContent = `${file.name}: ${Math.round(file.size / 1024)} KiB > ${largest / 1024} KiB`;
			return;
		}
		const bytes = new Uint8Array(await file.arrayBuffer());
		let text;
		try {
			text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
			this.#raw = null;
		} catch {
			text = file.name; // in the place of what cannot be shown
			this.#raw = { text, bytes: btoa(Array.from(bytes, b => String.fromCharCode(b)).join("")), name: file.name };
		}
		$("open-text").value = text;
		this.#open();
	}

	async #open() {
		const app = this.#app, text = $("open-text").value;
		if (!text.trim()) return;
		try {
			if (this.#found?.text !== text) {
				const { records, faults } = await app.api.ask("read", this.#raw?.text === text ? this.#raw : { text });
				this.#found = { text, records };
				$("open-fault").textContent = faults.length ? `${app.t.faults(faults.length)} ${faults.slice(0, 3).join("; ")}` : "";
				if (!records.length) throw new Error(app.t.nothingToOpen);
				if (records.length > 1 || faults.length) {
					$("open-number").replaceChildren(...records.map((r, i) => make("option", { value: i }, this.#title(r, i))));
					$("open-games").hidden = false;
					$("open-number").focus();
					return;
				}
			}
			const record = this.#found.records[$("open-games").hidden ? 0 : Number($("open-number").value)];
			if (!await app.mayLeave()) return;
			$("open").close();
			const tree = Tree.from(record);
			app.mode = "analyse";
			app.setTree(tree);
		} catch (error) {
			$("open-fault").textContent = error.message;
		}
	}

	#title(record, i) {
		const { Date: date = "?" } = record.tags || {};
		return `${i + 1}. ${players(record).filter(Boolean).join(" – ") || this.#app.t[record.game]}${date.startsWith("?") ? "" : `, ${date}`}`;
	}

	#exportDialog() {
		const { game, t } = this.#app;
		const usual = ["pgn", "kif", "ki2", "csa"];
		const formats = game.formats.map(f => f.format).filter(f => usual.includes(f.toLowerCase()));
		const kept = $("export-format").value;
		$("export-format").replaceChildren(...formats.map(f => make("option", { value: f }, f)), make("option", { value: "position" }, t.thePosition), make("option", { value: "moves" }, t.theMoves));
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
		} else if (format === "moves") {
			const moves = tree.current().map(n => n.move);
			$("export-text").value = `position ${tree.game === "chess" ? "fen" : "sfen"} ${tree.position}${moves.length ? " moves " + moves.join(" ") : ""}`;
		} else {
			try {
				const { text, name } = await app.api.ask("write", { format, record: tree.record(), lang: app.language });
				this.#file = name;
				$("export-text").value = text;
			} catch (error) {
				$("export-text").value = "";
				$("export-fault").textContent = error.message;
			}
		}
	}
}
