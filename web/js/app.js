// The page as a whole: what is looked at, and who is asked about it. A game and an analysis
// have trees of their own; docs/build/page.md says who owns what. The parts of the page get
// this object and tell it what changed.

import { kept, prefer, readAddress, readWhole, stored, writeAddress, writeWhole } from "./address.js";
import { Api, LinkLost } from "./api.js";
import { Board } from "./board.js";
import { $, icon } from "./dom.js";
import { Engine } from "./engine.js";
import { Hand } from "./hand.js";
import { Keeper } from "./keeper.js";
import { openLink } from "./link.js";
import { nameOf } from "./notation.js";
import { Notices } from "./notices.js";
import { Premove } from "./premove.js";
import { listen } from "./steps.js";
import { Study } from "./study.js";
import { fill, texts } from "./texts.js";
import { players, Tree } from "./tree.js";

const usual = { language: "", theme: "", pieces: "kanji", chess: "san", shogi: "", coordinates: true, targets: true, arrows: true,
	gauge: true, figures: "usual", boards: "usual", size: 100, sounds: false };

// keyOf names a question about a position.
/** @param {{game: string, position: string, chess960?: boolean, rules?: string, moves?: string[]}} question */
const keyOf = ({ game, position, chess960, rules, moves }) => JSON.stringify([game, position, chess960, rules, moves]);

export class App {
	/** @type {Record<string, Answer.Game>} */
	games = {};     // what the web API says of each game, by name
	/** @type {any[]} */
	parts = [];     // each may have changed(), entered(), opened(), lost(), back(), language(), state(), restore(state)
	mode = "play";
	current = "";   // the name of the game
	/** @type {import("./study.js").Study} */
	study = null;   // the analysis
	/** @type {import("./play.js").Play} */
	playing = null; // the part that has the match
	/** @type {import("./train.js").Trainer} */
	trainer = null; // the part that has the exercise
	/** @type {Answer.Position | null} */
	answer = null;  // what the web API says of the position that is shown
	shown = null;   // the node of that position
	/** @type {import("./edit.js").Editor} */
	editing = null; // the editor while it is open
	reviewing = false; // a review runs
	// Parts that others ask.
	/** @type {import("./analyse.js").Analysis} */
	analysis;
	/** @type {import("./review.js").Review} */
	review;
	/** @type {import("./mate.js").Mate} */
	mate;
	/** @type {import("./files.js").Files} */
	files;
	/** @type {import("./edit.js").Editor} */
	editor;
	/** @type {{version: number, list: (game: string) => Promise<Answer.GameRecord[]>}} */
	ownGames;
	preferences = { ...usual, ...stored("preferences") };
	#engines = new Map(); // others than ours, by name
	#shelf = {};    // what the other game left, by name
	#asked = 0;
	#settled = Promise.resolve(); // when the position is shown
	#writing = 0;   // the timer of the address
	#came = "";     // the address to which Back or Forward led
	/** @type {Map<string, Promise<Answer.Position>>} */
	#answers = new Map(); // of the last questions about positions

	constructor() {
		this.link = openLink();
		this.api = new Api(this.link);
		this.engine = new Engine(this.api);
		this.board = new Board($("board"));
		this.notices = new Notices(this);
		this.link.onLine = line => this.api.line(line);
		this.link.onState = state => this.notices.linked(state);
		this.engine.onLost = why => this.notices.linked({ engine: false, api: true, why });
		this.api.onStray = error => this.fail(error);
		this.hand = new Hand(this);
		this.premove = new Premove(this);
		this.keeper = new Keeper(this);
	}

	get language() { return this.preferences.language || (navigator.language.startsWith("ja") ? "ja" : "en"); }
	get t() { return texts[this.language]; }
	get game() { return this.games[this.current]; }

	// tree is the one on the board: that of the match, of the exercise, or of the analysis.
	get tree() { return ({ play: this.playing, train: this.trainer }[this.mode] ?? this.study).tree; }
	get ready() { return this.study !== null; }

	// linked reports whether there is a web API to ask: without one nothing is begun.
	get linked() { return this.link.up("api"); }

	// fresh reports whether the board shows the node that is looked at.
	get fresh() { return this.answer !== null && this.shown === this.tree.node; }
	get settled() { return this.#settled; }

	// say returns a text of the web API in the language of the page.
	say(text) { return text ? text[this.language] : ""; }
	textsOf(language) { return texts[language]; }

	// engineOf returns another engine than ours by its name, ours for "".
	engineOf(name) {
		if (!name) return this.engine;
		let engine = this.#engines.get(name);
		if (!engine) {
			this.#engines.set(name, engine = new Engine(this.api, name));
			engine.choice = this.engine.choice;
			engine.onLost = why => this.notices.tell(this.t.otherLost(name, why));
		}
		return engine;
	}

	// enginesLost gives all engines up.
	enginesLost() { for (const engine of [this.engine, ...this.#engines.values()]) engine.lost(); }

	// add adds a part.
	add(part) { this.parts.push(part); return part; }
	all(name, ...args) { for (const part of this.parts) part[name]?.(...args); }

	// start shows the page as it was, or as its address says.
	async start() {
		for (const e of document.querySelectorAll("[data-icon]")) e.append(icon(e.dataset.icon));
		this.applyPreferences();
		listen(this);
		addEventListener("hashchange", e => {
			clearTimeout(this.#writing);
			const address = readAddress(new URL(e.newURL).hash); // that of location may have been written since
			if (address && e.newURL !== this.#came) this.#arrive(this.#visit(address, true));
		});
		addEventListener("popstate", ({ state }) => this.#come(state));
		addEventListener("storage", e => {
			if (e.key !== "nitoryu preferences") return;
			Object.assign(this.preferences, stored("preferences"));
			this.applyPreferences();
		});
		this.link.restart();
		const { games, version, largest, most, sites } = await this.api.ask("games");
		for (const game of games) this.games[game.game] = game;
		this.api.largest = largest;
		this.sites = sites;
		this.version = version;
		this.all("ready", most);
		$("version").textContent = this.t.version(version);
		const address = readAddress(location.hash), own = kept("session");
		const same = own && (!address || [own.address, own.before].includes(location.hash));
		const session = await this.keeper.found(same ? own : null, address ? location.hash : "");
		await this.#arrive(session?.current in this.games ? this.#restore(session) : this.#visit(address));
	}

	// #arrive waits for the first position and says that the page can be used.
	#arrive(shown) { return shown.then(() => { document.body.dataset.ready = "true"; }, error => this.fail(error)); }

	#restore(session) {
		this.#shelf = session.shelf || {};
		this.current = session.current;
		return this.#unpack(session);
	}

	// #pack and #unpack hand over everything that belongs to the game that is shown.
	#pack() {
		return { mode: this.mode, flipped: this.board.flipped, study: this.study.state(),
			parts: Object.assign({}, ...this.parts.map(part => part.state?.() || {})), at: Date.now() };
	}

	#unpack(pack, mode = pack?.mode || "play") {
		this.mode = mode;
		this.study = pack ? Study.from(pack.study) : new Study(this.newTree());
		this.#present(Boolean(pack?.flipped));
		this.all("opened");
		this.all("restore", pack?.parts || {}, pack?.at);
		return this.setMode(mode);
	}

	newTree(setup = {}) { return new Tree({ game: this.current, position: this.game.start, ...setup }); }

	// openGame goes over to the other game, which is as it was left, maybe in another mode.
	openGame(name, mode) {
		if (name === this.current) return undefined;
		this.all("leave");
		this.#shelf[this.current] = this.#pack();
		this.editing?.close();
		this.current = name;
		return this.#unpack(this.#shelf[name], mode);
	}

	// #visit shows what an address says. One that has moves is an analysis.
	async #visit(address, asks = false) {
		const name = this.games[address?.game] ? address.game : "chess";
		const setup = { game: name, position: address?.position || this.games[name].start, chess960: Boolean(address?.chess960) };
		let moves = address?.moves || [], answer, note = "", whole = null;
		try {
			if (address?.packed) whole = await this.#unpacked(name, address.packed);
		} catch (error) {
			if (error instanceof LinkLost) throw error;
			note = this.t.linkFault;
		}
		try {
			answer = await this.ask(setup, moves);
		} catch (error) {
			if (error instanceof LinkLost) throw error;
			const legal = error.answer?.kept;
			note = legal === undefined ? this.t.addressFault : this.t.gameFault(legal + 1, moves[legal]);
			if (legal === undefined) setup.position = this.games[name].start;
			moves = moves.slice(0, legal ?? 0);
			answer = await this.ask(setup, moves);
		}
		if (!this.current) {
			this.current = name;
			this.study = new Study(this.newTree());
			this.#present(false);
			this.all("restore", {});
		} else {
			await this.openGame(name);
		}
		if (address?.mode === "train") return this.setMode("train");
		if (!moves.length && address?.mode !== "analyse") {
			if (asks && !await this.mayLeave()) return this.save();
			this.editing?.putAside(); // before the offer, which it would withdraw
			this.playing.offer(address?.position ? setup : null);
			const shown = this.setMode("play");
			if (note) this.notices.tell(note);
			return shown;
		}
		const tree = whole ?? new Tree(setup);
		moves.forEach((move, i) => { tree.node = tree.add(move, answer.names[i]); });
		if (!whole) tree.node = tree.path()[Math.min(address.ply, moves.length) - 1] || tree.root;
		if (!await this.analyse(tree, { note })) return this.save();
		return this.#settled;
	}

	// #unpacked returns the tree in an address. The web API checks it like any other record.
	async #unpacked(game, packed) {
		const [text, way] = JSON.parse(await readWhole(packed, this.api.largest));
		const { records: [record] } = await this.api.ask("read", { text, game, pick: 0 });
		if (record.game !== game) throw new Error("another game");
		const tree = Tree.from(record);
		tree.node = tree.find(way);
		return tree;
	}

	// wholeAddress returns the address for others, with all that belongs to an analysis if there is a link to write it.
	async wholeAddress() {
		const { tree } = this;
		if (this.mode !== "analyse" || !tree.rich || !this.linked) return this.address();
		const { text } = await this.api.ask("write", { format: this.game.formats[0].format, record: tree.record() });
		return writeWhole(tree.game, JSON.stringify([text, tree.where()]));
	}

	// analyse puts a tree in the place of the analysis, and reports whether the user agrees
	// if there is work in it. A note is told besides.
	async analyse(tree, { note = "" } = {}) {
		if (this.study.dirty && !await this.notices.confirm(this.t.reallyReplace, this.t.replace)) return false;
		const worked = this.study.dirty;
		this.study.replace(tree);
		this.board.flip(false);
		this.all("opened");
		await this.setMode("analyse");
		if (worked) this.tellUndo([note, this.t.replaced].filter(Boolean).join(" "));
		else if (note) this.notices.tell(note);
		return true;
	}

	// takeUp goes on with a study that was kept, and what parts have of it.
	/** @param {{review?: any, reviewing?: any, guide?: any}} parts */
	takeUp(study, parts = {}) {
		this.study = study;
		this.board.flip(false);
		this.all("opened");
		this.review.restore(parts);
		return this.setMode("analyse");
	}

	// tellUndo tells of the newest change of the analysis, and offers to undo it as long as it is the newest.
	tellUndo(text, possible = true) {
		const { study } = this, command = study.last, current = () => this.study === study && study.last === command;
		if (possible) this.notices.tell(text, this.t.undo, () => { if (current()) this.undo(); }, current);
		else this.notices.tell(text);
	}

	// undo takes the last change of the analysis back, and redo does it again.
	undo() { this.#step(() => this.study.undo()); }
	redo() { this.#step(() => this.study.redo()); }

	#step(run) {
		if (!this.linked) return this.notices.refuse();
		const { tree } = this.study;
		if (this.mode !== "analyse" || this.editing || !run()) return undefined;
		if (this.study.tree !== tree) this.all("opened");
		return this.refresh();
	}

	/**
	 * ask asks the web API about the position after some moves.
	 * @param {{game?: any, position?: any, chess960?: any, rules?: any}} setup
	 * @param {string[]} moves
	 * @returns {Promise<Answer.Position>}
	 */
	ask({ game, position, chess960, rules }, moves, more = {}) {
		const question = { game, position, chess960, rules, moves, ...more };
		if (Object.keys(more).length) return this.api.ask("position", question);
		const key = keyOf(question);
		let answer = this.#answers.get(key);
		if (!answer) {
			answer = this.api.ask("position", question);
			this.#answers.set(key, answer);
			answer.catch(() => this.#answers.delete(key));
			if (this.#answers.size > 64) this.#answers.delete(this.#answers.keys().next().value);
		}
		return answer;
	}

	// #knows reports whether the answer about a node of the tree on the board has come before.
	#knows(node) { return this.#answers.has(keyOf({ ...this.tree, moves: this.tree.moves(node) })); }

	// #present prepares the board for the game.
	#present(flipped) {
		this.answer = null;
		document.body.classList.toggle("shogi", this.game.layout?.turns ?? this.current === "shogi");
		document.body.dataset.game = this.current;
		this.board.setGame(this.current, this.t.boardTitle);
		this.board.flip(flipped);
	}

	// setMode shows the game, the analysis, or an exercise.
	setMode(mode) {
		this.editing?.putAside();
		this.mode = mode;
		document.body.dataset.mode = mode;
		for (const b of document.querySelectorAll("#modes button")) b.setAttribute("aria-pressed", String(b.dataset.mode === mode));
		for (const b of document.querySelectorAll("#games button")) b.setAttribute("aria-pressed", String(b.dataset.game === this.current));
		this.all("entered");
		return this.refresh();
	}

	// go looks at another node.
	go(node, { moved = false } = {}) {
		if (!node || this.editing) return undefined;
		if (!this.linked && !this.#knows(node)) return this.notices.refuse();
		const step = moved || node.parent === this.tree.node;
		this.tree.node = node;
		return this.refresh({ step });
	}

	// refresh asks about the position and shows it. The newest question counts.
	refresh(how) { return this.#settled = this.#refresh(how); }

	async #refresh({ step = false } = {}) {
		const number = ++this.#asked, { tree } = this, { node } = tree;
		try {
			const answer = await this.ask(tree, tree.moves());
			if (number !== this.#asked || tree !== this.tree || node !== tree.node) return;
			this.answer = answer;
			this.shown = node;
			tree.path().forEach((n, i) => {
				if (n.names) return;
				n.names = answer.names[i];
				tree.touch();
			});
			this.#show(step);
			this.all("changed");
			this.save();
		} catch (error) {
			if (!(error instanceof LinkLost)) return this.fail(error);
			if (number === this.#asked) this.notices.wait();
			this.save();
		}
	}

	#show(step) {
		const { answer, board } = this;
		const ends = answer.last ? board.ends(answer.last.move, this.sideBefore()) : [];
		const named = answer.last ? nameOf(answer.last.names, this.notation, answer.last.move) : this.t.startIs;
		board.show({
			position: this.placesOf(answer), marks: ends, check: this.#kingInCheck(), arrows: [], moved: step ? ends : null,
			shapes: this.tree.node.shapes,
		});
		const words = [named];
		if (answer.check.length) words.push(this.t.check(this.current));
		if (answer.outcome) words.push(this.say(answer.outcome.text));
		this.notices.announce(words.join(", "));
		$("back").disabled = $("first").disabled = !this.tree.node.parent;
		$("forward").disabled = $("last").disabled = !this.tree.node.next.length;
		this.hand.clear();
	}

	// sideBefore returns the side that made the last move.
	sideBefore() { return this.answer.side === "first" ? "second" : "first"; }

	#kingInCheck() {
		if (!this.answer.check.length) return -1;
		const king = this.answer.board.find(p => p.piece === "K" && p.side === this.answer.side);
		return king ? this.board.place(king.square) : -1;
	}

	// placesOf returns the position of an answer as the board draws it.
	/** @param {Answer.Position} answer */
	placesOf(answer) {
		const { board } = this, { hand } = board.sheet;
		/** @type {string[]} */
		const position = Array.from({ length: board.squares + board.slots }, (_, i) => i < board.squares ? "." : "0");
		for (const { square, piece, side } of answer.board) position[board.place(square)] = side === "first" ? piece : piece.toLowerCase();
		["first", "second"].forEach((side, s) => {
			for (const [piece, n] of Object.entries(answer.hands?.[side] || {}))
				position[board.squares + s * hand.length + hand.indexOf(piece)] = String(n);
		});
		return position;
	}

	// play makes a legal move on the board: in the game, or in the analysis.
	async play(move) {
		if (!this.linked) return this.notices.refuse();
		if (this.mode === "play") return this.playing.move(move);
		if (this.mode === "train") return this.trainer.move(move);
		return this.go(this.study.add(move.move, move.names), { moved: true });
	}

	// playerName returns who plays a side by the tags of the game, "" if nobody knows.
	playerName(side) { return players(this.tree)[side === "first" ? 0 : 1]; }

	// sides returns how the sides are called, which are other in handicap games.
	sides() { return this.answer?.sides || this.game.sides; }
	// verdict returns how a judgement or praise of the web API marks a move, undefined for one that does not.
	verdict(name) { return this.game.verdicts.find(v => v.name === name); }

	sideName(side) { return this.say(this.sides()[side === "first" ? 0 : 1]); }

	// pieceName returns how a piece is called.
	pieceName(letter) {
		const kind = this.game.kinds.find(k => k.piece === letter.toUpperCase());
		return kind ? this.say(kind.name) : letter;
	}

	// notation is the one that is preferred in the game.
	get notation() {
		if (this.current === "chess") return this.preferences.chess;
		return this.preferences.shogi || (this.language === "ja" ? "kanji" : "western");
	}

	nameOf(names, move) { return nameOf(names, this.notation, move); }

	// fail shows an error.
	fail(error) { this.notices.fail(error); }

	// faultText returns an error in the language of the page.
	faultText(error) {
		if (error instanceof LinkLost) return this.t.notLinked;
		const { code, args } = error.answer || error;
		return this.t.faultsByCode[code]?.(args || {}) ?? (error.answer || error).error ?? error.message;
	}

	// mayLeave asks before a game that is not over is given up.
	async mayLeave() { return !this.playing.busy || this.notices.confirm(this.t.reallyLeave, this.t.leave); }

	// save keeps everything for a reload and writes the address.
	save() {
		if (!this.ready) return;
		const { tree } = this, moves = tree.current().map(n => n.move), address = this.address();
		const before = location.hash; // browsers refuse many changes in a short time
		clearTimeout(this.#writing);
		const here = { game: this.current, mode: this.mode }, { state } = history;
		const moved = state?.mode && (state.mode !== here.mode || state.game !== here.game);
		const write = how => { try { history[how](here, "", address); } catch { /* the next one */ } };
		if (moved) write("pushState"); // Back leads to the mode before
		else if (!state?.mode) write("replaceState"); // at once, for Back to find it
		else if (address !== before) this.#writing = setTimeout(() => write("replaceState"), 150);
		this.keeper.save({ address, before, moves, current: this.current, shelf: this.#shelf, ...this.#pack() });
	}

	// #come shows the mode to which Back or Forward led. An address in the same mode is visited.
	#come(state) {
		clearTimeout(this.#writing);
		this.#came = "";
		if (!this.ready || !state?.mode || state.game === this.current && state.mode === this.mode) return;
		this.#came = location.href;
		if (state.game === this.current) this.setMode(state.mode);
		else this.openGame(state.game, state.mode);
	}

	// address returns the address of what is shown.
	address() {
		if (this.mode === "train") return `#${this.current}/train`;
		const { tree } = this, moves = tree.current().map(n => n.move);
		return writeAddress({
			game: tree.game, mode: this.mode, position: tree.position, start: this.game.start, chess960: tree.chess960, moves,
				ply: tree.path().length,
		});
	}

	// applyPreferences shows the page as the user likes it.
	applyPreferences() {
		const root = document.documentElement, { preferences } = this;
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
		for (const what of ["targets", "arrows", "gauge"]) root.classList.toggle(`no-${what}`, !preferences[what]);
		if (this.version) $("version").textContent = this.t.version(this.version);
		$("board").querySelector(".cells")?.setAttribute("aria-label", this.t.boardTitle);
		this.all("language");
		if (this.answer && !this.editing) {
			this.#show(false);
			this.all("changed");
		}
	}

	// change changes preferences, and leaves others as another tab may have set them.
	change(some) {
		prefer("preferences", some);
		Object.assign(this.preferences, some);
		this.applyPreferences();
	}
}
