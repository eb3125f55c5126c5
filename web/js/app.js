// The page as a whole: what is looked at, and who is asked about it. Play, analysis and
// the other parts get this object and tell it what changed.

import { keep, kept, prefer, preferred, readAddress, writeAddress } from "./address.js";
import { Board } from "./board.js";
import { Desk, LinkLost } from "./desk.js";
import { $, icon, make } from "./dom.js";
import { Engine } from "./engine.js";
import { openLink } from "./link.js";
import { nameOf, typedMoves } from "./notation.js";
import { fill, texts } from "./texts.js";
import { players, Tree } from "./tree.js";

const usual = { language: "", theme: "", pieces: "kanji", chess: "san", shogi: "", coordinates: true, targets: true, figures: "usual", boards: "usual", size: 100, sounds: false };

export class App {
	games = {};     // what the desk says of each game, by name
	parts = [];     // each may have changed(), lost(), back(), language(), state(), restore(state)
	mode = "analyse";
	tree = null;
	answer = null;  // what the desk says of the position
	editing = null; // the editor while it is open
	preferences = { ...usual, ...preferred("preferences") };
	#asked = 0;
	#settled = Promise.resolve(); // when the position is shown
	#writing = 0;   // the timer of the address
	#gone = false;  // the engine, or the desk, or both

	constructor() {
		this.link = openLink();
		this.desk = new Desk(this.link);
		this.engine = new Engine(this.link);
		this.board = new Board($("board"));
		this.link.onLine = line => this.desk.line(line) || this.engine.line(line);
		this.link.onState = state => this.#linked(state);
		this.board.actor = {
			from: place => this.editing ? this.editing.from(place) : this.#targets(place),
			move: (from, to) => this.editing ? this.editing.move(from, to) : this.#moved(from, to),
			tap: place => this.editing ? this.editing.tap(place) : false,
			away: place => this.editing?.away(place),
			get taps() { return Boolean(app.editing); },
		};
		const app = this;
		this.board.name = (place, piece) => this.#placeName(place, piece);
	}

	get language() { return this.preferences.language || (navigator.language.startsWith("ja") ? "ja" : "en"); }
	get t() { return texts[this.language]; }
	get game() { return this.games[this.tree.game]; }

	// say returns a text of the desk in the language of the page.
	say(text) { return text ? text[this.language] : ""; }

	// part returns the part of a kind.
	add(part) { this.parts.push(part); return part; }
	#all(name, ...args) { for (const part of this.parts) part[name]?.(...args); }

	// start shows the page as it was, or as its address says.
	async start() {
		for (const e of document.querySelectorAll("[data-icon]")) e.append(icon(e.dataset.icon));
		this.applyPreferences();
		this.#listen();
		this.link.restart();
		const { games, version } = await this.desk.ask("games");
		for (const game of games) this.games[game.game] = game;
		$("version").textContent = this.t.version(version);
		this.version = version;
		const address = readAddress(location.hash), session = kept("session");
		const same = session && (!address || [session.address, session.before].includes(location.hash));
		await this.#arrive(same ? this.#restore(session) : this.#visit(address));
	}

	// #arrive waits for the first position and says that the page can be used.
	#arrive(shown) { return shown.then(() => { document.body.dataset.ready = "true"; }, error => this.fail(error)); }

	#restore(session) {
		this.mode = session.mode;
		const tree = Tree.from(session.record);
		tree.node = tree.find(session.where);
		this.board.flipped = session.flipped;
		this.#all("restore", session.parts || {});
		return this.setTree(tree, { keepParts: true });
	}

	// visit shows what an address says.
	async #visit(address) {
		const game = this.games[address?.game] || this.games.chess || Object.values(this.games)[0];
		this.mode = address?.mode === "play" || !address ? "play" : "analyse";
		const setup = { game: game.game, position: address?.position || game.start, chess960: Boolean(address?.chess960) };
		let moves = address?.moves || [], answer;
		try {
			answer = await this.ask(setup, moves);
		} catch (error) {
			if (error instanceof LinkLost) throw error;
			this.announce(this.t.gameFault);
			if (error.answer?.kept === undefined) setup.position = game.start;
			moves = error.answer?.kept ? moves.slice(0, error.answer.kept) : [];
			answer = await this.ask(setup, moves);
		}
		const tree = new Tree(setup);
		moves.forEach((move, i) => { tree.node = tree.add(move, answer.names[i]); });
		tree.node = tree.path()[Math.min(address?.ply ?? Infinity, moves.length) - 1] || tree.root;
		this.board.flip(false);
		return this.setTree(tree);
	}

	// ask asks the desk about the position after some moves.
	ask({ game, position, chess960 }, moves, more = {}) {
		return this.desk.ask("position", { game, position, chess960, moves, ...more });
	}

	// open goes to the usual start of a game.
	openGame(name) { this.setTree(new Tree({ game: name, position: this.games[name].start })); }

	// setTree shows another game.
	setTree(tree, { keepParts = false } = {}) {
		const other = this.tree?.game !== tree.game;
		this.tree = tree;
		this.answer = null;
		document.body.classList.toggle("shogi", this.game.layout?.turns ?? tree.game === "shogi");
		document.body.dataset.game = tree.game;
		if (other) this.board.setGame(tree.game, this.t.boardTitle);
		this.board.flip(this.board.flipped);
		this.engine.speak(this.game.protocol).then(() => this.#all("ready"), () => {});
		if (!keepParts) this.#all("opened");
		return this.setMode(this.mode);
	}

	setMode(mode) {
		this.editing?.close();
		this.mode = mode;
		document.body.dataset.mode = mode;
		for (const b of document.querySelectorAll("#modes button")) b.setAttribute("aria-pressed", String(b.dataset.mode === mode));
		for (const b of document.querySelectorAll("#games button")) b.setAttribute("aria-pressed", String(b.dataset.game === this.tree.game));
		this.#all("entered");
		return this.refresh();
	}

	// go looks at another node.
	go(node, { moved = false } = {}) {
		if (!node || this.editing) return;
		const step = moved || node.parent === this.tree.node;
		this.tree.node = node;
		return this.refresh({ step });
	}

	// refresh asks the desk about the position and shows it. The newest question counts.
	refresh(how) { return this.#settled = this.#refresh(how); }

	async #refresh({ step = false } = {}) {
		const number = ++this.#asked, { tree } = this, { node } = tree, moves = tree.moves();
		try {
			const answer = await this.ask(tree, moves);
			if (number !== this.#asked || node !== tree.node) return;
			this.answer = answer;
			tree.path().forEach((n, i) => {
				if (!n.names) tree.change(() => { n.names = answer.names[i]; });
			});
			this.#show(step);
			this.#all("changed");
			this.save();
		} catch (error) {
			if (!(error instanceof LinkLost)) this.fail(error);
		}
	}

	#show(step) {
		const { answer, board } = this;
		const ends = answer.last ? board.ends(answer.last.move, this.sideBefore()) : [];
		const named = answer.last ? nameOf(answer.last.names, this.notation, answer.last.move) : this.t.startIs;
		board.show({
			position: this.placesOf(answer), marks: ends, check: this.#kingInCheck(), arrows: [], moved: step ? ends : null,
		});
		const words = [named];
		if (this.#checked()) words.push(this.t.check);
		if (answer.outcome) words.push(this.say(answer.outcome.text));
		this.announce(words.join(", "));
		$("back").disabled = $("first").disabled = !this.tree.node.parent;
		$("forward").disabled = $("last").disabled = !this.tree.node.next.length;
		$("move-fault").textContent = "";
		$("move").removeAttribute("aria-invalid");
	}

	// sideBefore returns the side that made the last move.
	sideBefore() { return this.answer.side === "first" ? "second" : "first"; }

	#checked() { return Array.isArray(this.answer.check) ? this.answer.check.length > 0 : this.answer.check; }

	#kingInCheck() {
		if (!this.#checked()) return -1;
		const king = this.answer.board.find(p => p.piece === "K" && p.side === this.answer.side);
		return king ? this.board.place(king.square) : -1;
	}

	// placesOf returns the position of an answer as the board draws it.
	placesOf(answer) {
		const { board } = this, { hand } = board.sheet;
		const position = Array.from({ length: board.squares + board.slots }, (_, i) => i < board.squares ? "." : "0");
		for (const { square, piece, side } of answer.board) position[board.place(square)] = side === "first" ? piece : piece.toLowerCase();
		["first", "second"].forEach((side, s) => {
			for (const [piece, n] of Object.entries(answer.hands?.[side] || {})) position[board.squares + s * hand.length + hand.indexOf(piece)] = String(n);
		});
		return position;
	}

	// movable reports whether the user may move now. An analysis may go on after a draw.
	movable() { return this.answer && (this.mode === "analyse" || !this.answer.outcome) && this.parts.every(part => part.movable?.() ?? true); }

	#legalFrom(place) {
		const { answer, board } = this;
		return answer.legal.filter(m => m.drop ? board.place(m.drop + "*", answer.side) === place : board.place(m.from) === place);
	}

	#targets(place) {
		if (!this.movable()) return null;
		const targets = [...new Set(this.#legalFrom(place).map(m => this.board.place(m.to)))];
		return targets.length ? targets : null;
	}

	async #moved(from, to) {
		const moves = this.#legalFrom(from).filter(m => this.board.place(m.to) === to), { node } = this.tree;
		const move = moves.length > 1 ? await this.#choose(moves, to) : moves[0];
		if (move && node === this.tree.node) this.play(move);
		else if (!move) this.board.focus(from);
	}

	// choose lets the user choose between moves with the same ends: what a piece becomes.
	#choose(moves, to) {
		const dialog = $("chooser"), box = this.board.box(to), side = this.answer.side;
		const size = Math.max(48, Math.min(90, box.width * 1.05));
		return new Promise(resolve => {
			let chosen = null, touched = false; // the tap that opened the dialog is no choice in it
			const sorted = [...moves].sort((a, b) => (b.promotes ? 1 : 0) - (a.promotes ? 1 : 0));
			const buttons = sorted.map(m => {
				const letter = m.promotes === true ? "+" + m.piece : m.promotes || m.piece;
				const label = m.promotes === true ? this.t.promotes : m.promotes ? this.pieceName(letter) : this.t.staysAs;
				return make("button", { type: "button", "aria-label": label, title: label, onclick: e => {
					if (e.detail && !touched) return;
					chosen = m;
					dialog.close();
				} }, this.picture(letter, side, size));
			});
			dialog.firstElementChild.replaceChildren(...buttons);
			dialog.setAttribute("aria-label", this.t.choose);
			dialog.onclose = () => resolve(chosen);
			dialog.onpointerdown = () => { touched = true; };
			dialog.onclick = e => { if (touched && e.target === dialog) dialog.close(); };
			dialog.showModal();
			const own = dialog.getBoundingClientRect();
			dialog.style.left = `${Math.max(4, Math.min(innerWidth - own.width - 4, box.left + box.width / 2 - own.width / 2))}px`;
			dialog.style.top = `${Math.max(4, Math.min(innerHeight - own.height - 4, box.top + box.height / 2 - own.height / 2))}px`;
		});
	}

	// picture returns a picture of a piece.
	picture(letter, side, size) {
		const [w, h] = this.board.sheet.size;
		const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
		for (const [name, value] of Object.entries({ viewBox: `0 0 ${w} ${h}`, width: size, height: size * h / w, "aria-hidden": "true" })) picture.setAttribute(name, value);
		const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
		use.setAttribute("href", "#p-" + (side === "second" ? letter.toLowerCase() : letter));
		use.setAttribute("width", w);
		use.setAttribute("height", h);
		picture.append(use);
		return picture;
	}

	// play makes a legal move of the desk's.
	play(move) {
		const { tree } = this;
		const node = tree.add(move.move, move.names);
		this.#all("played", move, node);
		return this.go(node, { moved: true });
	}

	textsOf(language) { return texts[language]; }

	// playerName returns who plays a side by the tags of the game, "" if nobody knows.
	playerName(side) { return players(this.tree)[side === "first" ? 0 : 1]; }

	// sides returns how the sides are called, which are other in handicap games.
	sides() { return this.answer?.sides || this.game.sides; }

	// sideName returns how a side is called.
	sideName(side) { return this.say(this.sides()[side === "first" ? 0 : 1]); }

	// pieceName returns how a piece is called.
	pieceName(letter) {
		const kind = this.game.kinds.find(k => k.piece === letter.toUpperCase());
		return kind ? this.say(kind.name) : letter;
	}

	#placeName(place, piece) {
		const { board } = this, name = board.square(place);
		if (!this.answer) return name;
		if (!piece) return place < board.squares ? `${name}` : `${this.t.handOf(this.sideName(place < board.squares + board.slots / 2 ? "first" : "second"))} ${this.pieceName(name[0])} 0`;
		const side = piece === piece.toLowerCase() ? "second" : "first", whose = this.sideName(side), what = this.pieceName(piece);
		if (place >= board.squares) return `${this.t.handOf(whose)} ${what} ${board.count(place)}`;
		return `${name} ${this.t.piece(whose, what)}`;
	}

	// notation is the one that is preferred in the game.
	get notation() {
		if (this.tree.game === "chess") return this.preferences.chess;
		return this.preferences.shogi || (this.language === "ja" ? "kanji" : "western");
	}

	nameOf(names, move) { return nameOf(names, this.notation, move); }

	announce(text) { $("live").textContent = text; }

	// fail shows an error that nobody expected.
	fail(error) { $("move-fault").textContent = `${this.t.fault} ${error.message}`; }

	// confirm asks the user; a game that is over needs no question.
	confirm(question, yes) {
		const dialog = $("confirm");
		$("confirm-text").textContent = question;
		$("confirm-yes").textContent = yes;
		dialog.returnValue = "";
		dialog.showModal();
		return new Promise(resolve => { dialog.onclose = () => resolve(dialog.returnValue === "yes"); });
	}

	// save keeps everything for a reload and writes the address.
	save() {
		const { tree } = this, moves = tree.current().map(n => n.move);
		const address = writeAddress({
			game: tree.game, mode: this.mode, position: tree.position, start: this.game.start, chess960: tree.chess960, moves, ply: tree.path().length,
		});
		const before = location.hash; // browsers refuse many changes in a short time
		clearTimeout(this.#writing);
		if (address !== before) this.#writing = setTimeout(() => { try { history.replaceState(null, "", address); } catch { /* the next one */ } }, 150);
		const parts = Object.assign({}, ...this.parts.map(part => part.state?.() || {}));
		keep("session", { address, before, mode: this.mode, record: tree.record(), where: tree.where(), flipped: this.board.flipped, parts });
	}

	// applyPreferences shows the page as the user likes it.
	applyPreferences() {
		const root = document.documentElement, { preferences } = this;
		prefer("preferences", preferences);
		fill(this.language);
		$("language").textContent = this.t.otherLanguage;
		$("language").lang = this.language === "ja" ? "en" : "ja";
		if (preferences.theme) root.dataset.theme = preferences.theme;
		else delete root.dataset.theme;
		root.classList.toggle("western", preferences.pieces === "letters");
		root.classList.toggle("plain-pieces", preferences.figures === "plain");
		root.classList.toggle("other-boards", preferences.boards === "other");
		root.classList.toggle("western-ranks", (preferences.shogi || (this.language === "ja" ? "kanji" : "western")) !== "kanji");
		root.classList.toggle("no-coordinates", !preferences.coordinates);
		root.classList.toggle("no-targets", !preferences.targets);
		if (this.version) $("version").textContent = this.t.version(this.version);
		$("board").querySelector(".cells")?.setAttribute("aria-label", this.t.boardTitle);
		this.#all("language");
		if (this.answer && !this.editing) {
			this.#show(false);
			this.#all("changed");
		}
	}

	// #linked: engine or desk came or went.
	#linked({ engine, desk, why }) {
		if (engine && desk) {
			$("lost").hidden = true;
			if (this.#gone) this.#returned();
			return;
		}
		this.#gone = true;
		if (!desk) this.desk.lost();
		if (!engine || !desk) this.engine.lost();
		this.#all("lost");
		$("lost-text").textContent = (desk ? this.t.lostEngine : this.t.lostServer) + (why ? ` (${why})` : "");
		$("lost").hidden = false;
	}

	// #returned goes on with the same position and another engine.
	async #returned() {
		this.#gone = false;
		if (!this.tree) return location.reload();
		this.engine.speak(this.game.protocol).then(() => this.#all("ready"), () => {});
		await this.refresh();
		if (this.answer) this.#all("back");
	}

	#listen() {
		$("restart").addEventListener("click", () => this.link.restart());
		for (const b of document.querySelectorAll("#games button")) {
			b.addEventListener("click", async () => {
				if (b.dataset.game === this.tree?.game || !this.games[b.dataset.game]) return;
				if (await this.mayLeave()) this.openGame(b.dataset.game);
			});
		}
		for (const b of document.querySelectorAll("#modes button")) b.addEventListener("click", () => { if (this.tree) this.setMode(b.dataset.mode); });
		document.querySelector(".skip").addEventListener("click", e => {
			e.preventDefault(); // the address is that of the game
			if (this.tree) this.board.focus();
		});
		$("reset-button").addEventListener("click", () => this.openGame(this.tree.game));
		const steps = {
			first: () => this.go(this.tree.root), back: () => this.go(this.tree.node.parent), forward: () => this.go(this.tree.node.next[0]),
			last: () => this.go(this.tree.line(this.tree.node).at(-1)),
			flip: () => {
				this.board.flip();
				this.#all("flipped");
				this.save();
			},
		};
		for (const id in steps) $(id).addEventListener("click", () => { if (this.tree) steps[id](); });
		const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip" };
		document.addEventListener("keydown", e => {
			if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, textarea, select, dialog")) return;
			if (e.key === " " && !e.target.closest("button, summary, a, [role=gridcell]")) this.#all("space");
			else if (keys[e.key] && this.tree) steps[keys[e.key]]();
			else return;
			e.preventDefault();
		});
		$("typed").addEventListener("submit", e => {
			e.preventDefault();
			this.#typed($("move").value);
		});
		$("language").addEventListener("click", () => this.change({ language: this.language === "ja" ? "en" : "ja" }));
		$("theme").addEventListener("click", () => {
			const dark = (this.preferences.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
			this.change({ theme: dark ? "light" : "dark" });
		});
		addEventListener("hashchange", () => {
			clearTimeout(this.#writing);
			const address = readAddress(location.hash);
			if (address) this.#arrive(this.#visit(address));
		});
	}

	// change changes preferences.
	change(some) {
		Object.assign(this.preferences, some);
		this.applyPreferences();
	}

	// mayLeave asks before a game that is not over is left.
	async mayLeave() {
		if (!this.parts.some(part => part.busy?.())) return true;
		return this.confirm(this.t.reallyLeave, this.t.leave);
	}

	async #typed(text) {
		await this.#settled;
		if (!text.trim() || !this.answer) return;
		const found = this.movable() ? typedMoves(text, this.answer.legal) : [];
		$("move").setAttribute("aria-invalid", String(found.length !== 1));
		if (found.length === 1) {
			$("move").value = "";
			this.play(found[0]);
		} else {
			$("move-fault").textContent = found.length ? this.t.ambiguous(text.trim()) : this.t.notLegal(text.trim());
		}
	}
}
