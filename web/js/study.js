// An analysis: a tree with variations that the user works on. What takes its place or
// deletes from it can be undone. It knows no page.

import { Tree } from "./tree.js";

const depth = 30; // changes that can be undone

export class Study {
	#saved = 0;   // the edits of the tree that are saved, or came from elsewhere
	#undo = [];   // {record, where, saved, source}
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
		this.#remember();
		this.set(tree, source);
	}

	// edit does something to the tree that can be undone.
	edit(run) {
		this.#remember();
		return this.tree.change(run);
	}

	// remove and promote are those of the tree, and can be undone.
	remove() {
		if (!this.tree.node.parent) return false;
		this.#remember();
		this.tree.remove();
		return true;
	}

	promote() {
		this.#remember();
		const done = this.tree.promote();
		if (!done) this.#undo.pop();
		return done;
	}

	#remember() {
		const { tree } = this;
		this.#undo.push({ record: tree.record(), where: tree.where(), edits: tree.edits, saved: this.#saved, source: this.#source });
		if (this.#undo.length > depth) this.#undo.shift();
	}

	// undo goes back to before the last change.
	undo() {
		const before = this.#undo.pop();
		if (!before) return false;
		this.#take(before);
		return true;
	}

	#take({ record, where, edits = 0, saved = 0, source = "" }) {
		this.tree = Tree.from(record);
		this.tree.node = this.tree.find(where);
		this.tree.edits = edits;
		this.#saved = saved;
		this.#source = source;
	}

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
	static from(state) {
		const study = new Study(Tree.from(state.record));
		study.#take(state);
		return study;
	}
}
