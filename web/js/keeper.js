// What outlives a tab. A desk is all that a tab has on it; a tab that is opened later finds the desk of one
// that was closed. Games and studies have entries of their own, in the list: a head, which says
// what it is, and a body. Each belongs to the tab that had it last; another one that still
// works on it goes on with a copy.

import { keep } from "./address.js";
import { Store } from "./store.js";
import { Study } from "./study.js";
import { Tree } from "./tree.js";

const desks = 8; // that are kept of closed tabs, and that a tab knows of those before it
const lock = "nitoryu desk ";
const isFile = id => id.startsWith("file");
const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export class Keeper {
	refused = false;        // the browser keeps nothing
	onKept = () => {};      // the list may be another one
	version = 0;            // of the games in the list, 0 if there are none
	#app;
	#store = new Store();
	#id = newId();          // of this desk
	#mine = [this.#id];     // and those before it
	#from = null;           // the desk that this one goes on with: {id, at}
	#busy = Promise.resolve(); // all is kept
	#known = new Map();     // the entries of this desk, by id: {mark, saved}
	#files = new Map();     // what was read from files, by id

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	// trying does something with the store, and tells once that the browser refuses.
	async #trying(run) {
		if (this.refused) return undefined;
		try {
			return await run();
		} catch {
			this.refused = true;
			this.#app.notices.tell(this.#app.t.notKept);
			return undefined;
		}
	}

	// found returns what was on the desk of this tab, own, or on the newest one that was closed: with an
	// address, only one that was at it.
	async found(own, hash) {
		navigator.locks?.request(lock + this.#id, () => new Promise(() => {})).catch(() => {}); // as long as the tab is there
		return await this.#trying(() => this.#find(own, hash)) ?? own;
	}

	async #find(own, hash) {
		const all = (await this.#store.list("desks")).sort((a, b) => b.at - a.at), locks = await navigator.locks?.query().catch(() => null);
		const open = new Set(locks?.held.map(({ name }) => name.slice(lock.length)));
		const followed = desk => all.some(({ from }) => from?.id === desk.id && from.at >= desk.at);
		const closed = all.filter(desk => !open.has(desk.id)), left = closed.filter(desk => !followed(desk));
		this.version = (await this.#store.list("heads")).filter(({ kind }) => kind === "match").length;
		for (const { id } of closed.filter(followed).concat(left.slice(desks))) await this.#store.remove(["desks"], id);
		const newer = ({ id, at }) => id === own.desks?.[0] && at > own.at, there = ({ places }) => !hash || places.includes(hash);
		const desk = own ? all.find(newer) : left.find(there);
		const session = desk ? JSON.parse(desk.text) : own;
		if (!session) return null;
		const before = session.desks ?? []; // an earlier page had none
		this.#mine.push(...before.slice(0, desks));
		this.#from = { id: before[0], at: session.at };
		if (!own) for (const pack of [session, ...Object.values(session.shelf)]) delete pack.at; // clocks stood meanwhile
		return session;
	}

	// save keeps the desk, and what on it belongs into the list.
	save(session) {
		const { address, before, at, study, parts: { play, review, reviewing, guide } } = session;
		const { tree, dirty } = this.#app.study, { match } = this.#app.playing, { entry } = tree;
		if (entry?.id || entry?.of && !isFile(entry.of) || dirty || review || reviewing) {
			const look = [tree.version, reviewing?.found.length, JSON.stringify(guide)];
			this.#enter(tree, "study", [tree.edits, Boolean(review)], look, study, { study, review, reviewing, guide });
		}
		if (match?.length) {
			this.#enter(match.tree, "match", [match.length, Boolean(match.over)], [match.tree.version], play.match, { match: play.match });
		}
		const text = keep("session", { ...session, desks: this.#mine });
		this.#keep(() => this.#store.put([["desks", { id: this.#id, at, places: [address, before], from: this.#from, text }]]));
	}

	// #enter keeps the entry of a tree, whose state is in the body, if it is another one than before.
	// Work is what makes a copy of it where another tab has it.
	#enter(tree, kind, work, look, state, body) {
		const { game, tags, result } = tree, entry = state.entry = tree.entry ??= {}, mark = String([work, look]);
		entry.id ||= newId();
		if (!this.#known.has(entry.id)) this.#known.set(entry.id, {});
		const known = this.#known.get(entry.id), { of, number, name } = entry;
		if (known.mark === mark) return;
		known.mark = mark;
		const about = { kind, game, tags, result, plies: tree.main().length, reviewed: Boolean(body.review), of, number, name };
		const head = { ...about, at: Date.now(), by: this.#id };
		this.#keep(async () => {
			const { id } = entry, before = known.saved, now = known.saved = String(work);
			if (await this.#put(id, head, body, ({ by }) => this.#mine.includes(by))) return;
			const first = entry.id === id;
			if (first && (before === undefined || before === now)) return; // nothing was done here
			if (first) this.#known.set(entry.id = newId(), known);
			const copied = this.#put(entry.id, head, body);
			if (first) this.#app.save(); // after it: there may be more by now
			await copied;
		});
	}

	#put(id, head, body, may) {
		if (head.kind === "match") this.version++;
		return this.#store.put([["heads", { id, ...head }], ["bodies", { id, ...body }]], may);
	}

	// #keep keeps something at once: the tab may be closed before what came before is kept. The
	// browser keeps the order.
	#keep(run) {
		const before = this.#busy, now = this.#trying(run);
		this.#busy = before.then(() => now).then(() => this.onKept());
	}

	// list returns the heads of all entries, the newest first.
	async list() {
		await this.#busy;
		return (await this.#trying(() => this.#store.list("heads")) ?? []).sort((a, b) => b.at - a.at);
	}

	async record(id) {
		const { match, study } = await this.#store.get("bodies", id);
		return (match ?? study).record;
	}

	// played returns the records of all games that were played.
	async played(game) {
		const own = (await this.list()).filter(head => head.kind === "match" && head.game === game);
		return Promise.all(own.map(({ id }) => this.record(id)));
	}

	// #trees returns those on the desk that are an entry.
	#trees(id) { return [this.#app.study.tree, this.#app.playing.match?.tree].filter(tree => tree?.entry?.id === id); }

	// rename gives an entry a name of the user's, none if it is empty.
	async rename(id, name) {
		const head = (await this.list()).find(head => head.id === id);
		if (!head) return;
		await this.#trying(() => this.#store.put([["heads", { ...head, name }]]));
		for (const { entry } of this.#trees(id)) entry.name = name;
		this.#app.save();
		this.onKept();
	}

	async remove(id) {
		await this.#busy;
		await this.#trying(() => this.#store.remove(["heads", "bodies"], id));
		for (const tree of this.#trees(id)) tree.entry = undefined;
		this.#known.delete(id);
		this.onKept();
	}

	// open goes on with an entry of the list.
	async open(head) {
		const app = this.#app, { id, kind, game } = head;
		if (kind === "file") return this.turn(id, 0);
		await this.#busy;
		await app.openGame(game);
		if (kind === "match" && app.playing.match?.tree.entry?.id === id) return app.setMode("play");
		if (kind === "study" && app.study.tree.entry?.id === id) return app.setMode("analyse");
		const body = await this.#trying(() => this.#store.get("bodies", id));
		if (!body) return undefined;
		(body.match ?? body.study).entry.name = head.name;
		await this.#put(id, { ...head, by: this.#id }, body);
		return kind === "match" ? app.playing.reopen(body.match) : app.takeUp(Study.from(body.study), body);
	}

	// bind makes the games of a file, {text} or {bytes, name}, a book that can be leafed
	// through, and returns its id.
	bind(source, games) {
		const text = source.text ?? source.bytes;
		let sum = 0;
		for (let i = 0; i < text.length; i++) sum = Math.imul(sum, 31) + text.charCodeAt(i) | 0;
		const id = `file ${text.length} ${sum >>> 0}`, [{ game }] = games;
		this.#files.set(id, { source, many: games.length });
		this.#keep(() => this.#put(id, { kind: "file", game, name: source.name ?? "", many: games.length, at: Date.now() }, { source }));
		return id;
	}

	// beside returns what there is beside an entry: the numbers of all games of a file, or chapters, and the name.
	async beside({ of }) {
		const heads = await this.list(), file = heads.find(({ id }) => id === of), chapters = heads.filter(head => head.of === of);
		const many = this.#files.get(of)?.many ?? file?.many ?? 0;
		const numbers = [...new Set([...Array(many).keys(), ...chapters.map(({ number }) => number)])].sort((a, b) => a - b);
		return { numbers, chapters, name: file?.name ?? "" };
	}

	// turn opens a game of a file, or a chapter of a study, by its number.
	async turn(of, number) {
		const app = this.#app, { chapters } = await this.beside({ of }), chapter = chapters.find(head => head.number === number);
		if (chapter) return this.open(chapter);
		const file = this.#files.get(of) ?? await this.#trying(() => this.#store.get("bodies", of));
		if (!file) return undefined;
		const { records: [record] } = await app.api.ask("read", { ...file.source, pick: number }), tree = Tree.from(record);
		if (this.refused && app.study.dirty && !await app.notices.confirm(app.t.reallyReplace, app.t.replace)) return undefined;
		tree.entry = { of, number };
		await app.openGame(record.game);
		return app.takeUp(new Study(tree));
	}

	// chapter begins another chapter after the analysis, which becomes one itself.
	async chapter() {
		const app = this.#app, { tree } = app.study;
		if (!tree.entry?.of) tree.entry = { ...tree.entry, of: newId(), number: 0 };
		app.save();
		const { of } = tree.entry, { numbers } = await this.beside({ of }), next = app.newTree();
		next.entry = { of, number: Math.max(...numbers, 0) + 1 };
		return app.takeUp(new Study(next));
	}
}
