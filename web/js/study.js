// An analysis: a tree with variations that the user works on. Every change can be undone;
// an undo takes back what was changed and nothing else. It knows no page.

import { Tree } from "./tree.js";

const depth = 100; // changes that can be undone

export class Study {
	#saved = 0;   // the edits of the tree that are saved, or came from elsewhere
	#undo = [];   // {node, edits, result, ending, back}: where one looked, and how it is taken back
	#source = ""; // the match that the tree is a copy of, by its key

	constructor(tree) { this.set(tree); }

	// dirty reports whether the tree has work of the user that is not saved.
	get dirty() { return this.tree.edits !== this.#saved; }
	get canUndo() { return this.#undo.length > 0; }

	// saved is told that the tree was saved.
	saved() { this.#saved = this.tree.edits; }

	// set puts a tree in that nobody has worked on.
	set(tree, source = "") {
		this.tree = tree;
		this.#source = source;
		this.saved();
	}

	// replace is set that can be undone.
	replace(tree, source) {
		const before = { tree: this.tree, saved: this.#saved, source: this.#source };
		this.#remember(() => {
			this.tree = before.tree;
			this.#saved = before.saved;
			this.#source = before.source;
		});
		this.set(tree, source);
	}

	// add plays a move after a node and returns its node.
	add(move, names, node = this.tree.node) {
		const { tree } = this, known = node.next.length;
		const entry = this.#entry(() => tree.remove(next)), next = tree.add(move, names, node);
		if (node.next.length > known) this.#push(entry);
		return next;
	}

	// graft adds moves with what follows them, {move, names, next}, after a node, as one change.
	// Forks that this makes are folded. It returns how many moves are new.
	graft(moves, node = this.tree.node) {
		const { tree } = this, added = [], folded = [];
		const entry = this.#entry(() => {
			for (const next of added) next.parent.next.splice(next.parent.next.indexOf(next), 1);
			for (const fork of folded) fork.folded = undefined;
		});
		const grow = (moves, node) => {
			for (const { move, names, next = [] } of moves) {
				const known = node.next.length, own = tree.add(move, names, node);
				if (node.next.length > known) added.unshift(own); // what follows goes first
				grow(next, own);
			}
			if (node.next.length > 1 && !node.folded && added.some(next => next.parent === node)) {
				node.folded = true;
				folded.push(node);
			}
		};
		grow(moves, node);
		if (added.length) this.#push(entry);
		return added.length;
	}

	// edit changes what is noted at the node that is looked at, or the tags.
	edit(run) {
		const { tree } = this, { node, tags } = tree, { next, parent, ...noted } = node;
		this.#remember(() => {
			for (const field of Object.keys(node)) if (!(field in noted) && field !== "next" && field !== "parent") delete node[field];
			Object.assign(node, noted);
			tree.tags = tags;
		});
		return tree.change(run);
	}

	// remove and promote are those of the tree.
	remove() {
		const { tree } = this, { node } = tree, { parent } = node;
		if (!parent) return false;
		const i = parent.next.indexOf(node);
		this.#remember(() => parent.next.splice(i, 0, node));
		tree.remove();
		return true;
	}

	promote() {
		const { tree } = this, orders = tree.path().map(({ parent }) => [parent, [...parent.next]]);
		const entry = this.#entry(() => {
			for (const [parent, order] of orders) parent.next.sort((a, b) => order.indexOf(a) - order.indexOf(b));
		});
		if (!tree.promote()) return false;
		this.#push(entry);
		return true;
	}

	#entry(back) {
		const { node, edits, result, ending } = this.tree;
		return { node, edits, result, ending, back };
	}

	#push(entry) {
		this.#undo.push(entry);
		if (this.#undo.length > depth) this.#undo.shift();
	}

	#remember(back) { this.#push(this.#entry(back)); }

	// undo takes the last change back.
	undo() {
		const entry = this.#undo.pop();
		if (!entry) return false;
		entry.back();
		const { node, edits, result, ending } = entry;
		Object.assign(this.tree, { node, edits, result, ending });
		this.tree.touch();
		return true;
	}

	// copies reports whether the tree began as a copy of a match.
	copies(key) { return Boolean(key) && this.#source === key; }

	// follows reports whether the tree may follow a match: it is a copy of that match, or
	// nobody has worked on it.
	follows(key) { return this.#source === key || !this.dirty; }

	// follow brings the moves of a match into the tree, and looks at its end. A tree of
	// something else gives way; what the user added to a copy stays.
	follow(match, key) {
		if (this.#source !== key) {
			const tree = Tree.from(match.tree.record());
			this.replace(tree, key);
			tree.node = tree.find(match.tree.where());
			return;
		}
		const { tree } = this, clean = !this.dirty;
		let node = tree.root;
		const played = match.tree.main();
		for (const move of played) {
			const known = node.next.length, next = tree.add(move.move, move.names, node);
			if (known && node.next[0] !== next) tree.promote(next);
			Object.assign(next, { clock: move.clock, spent: move.spent });
			node = next;
		}
		tree.node = node;
		if (!node.next.length) Object.assign(tree, { result: match.tree.result, ending: match.tree.ending, tags: match.tree.tags });
		tree.touch();
		if (clean) this.saved();
	}

	state() {
		const { tree } = this;
		return { record: tree.record(), where: tree.where(), edits: tree.edits, saved: this.#saved, source: this.#source };
	}

	// from returns the study of such a state.
	static from({ record, where, edits = 0, saved = 0, source = "" }) {
		const study = new Study(Tree.from(record)), { tree } = study;
		tree.node = tree.find(where);
		tree.edits = edits;
		study.#saved = saved;
		study.#source = source;
		return study;
	}
}
