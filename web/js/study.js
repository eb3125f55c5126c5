// An analysis: a tree with variations that the user works on. Every change is a command, which
// says where it was made, and how it is done and undone, in words that outlive the page. It knows no page.

import { Tree } from "./tree.js";

const depth = 100; // commands that can be undone

// A command is {node, do, undo, before, after}: node is the way to the node where it was made,
// do and undo are steps, before and after what they alter besides. A step is one of
//   {step: "insert", at, to, branch}  a branch becomes the child number to of a node
//   {step: "remove", at}              a node goes, with all that follows it
//   {step: "shift", at, from, to}     a child of a node gets another number
//   {step: "note", at, fields}        something is noted at a node, null for nothing
//   {step: "tags", tags, result, ending}  the game has other tags, or ended in another way
//   {step: "replace", by}             another tree takes the place of all: {tree, saved, source}
export class Study {
	#saved = 0;   // the edits of the tree that are saved, or came from elsewhere
	#undo = [];   // commands
	#redo = [];
	#source = ""; // the match that the tree is a copy of, by its key

	constructor(tree) { this.set(tree); }

	// dirty reports whether the tree has work of the user that is not saved.
	get dirty() { return this.tree.edits !== this.#saved; }
	get canUndo() { return this.#undo.length > 0; }
	get canRedo() { return this.#redo.length > 0; }

	// last is the newest command, which undo would take back.
	get last() { return this.#undo.at(-1); }

	// saved is told that the tree was saved.
	saved() { this.#saved = this.tree.edits; }

	// set puts a tree in that nobody has worked on.
	set(tree, source = "") {
		this.tree = tree;
		this.#source = source;
		this.saved();
	}

	// replace is set that can be undone.
	replace(tree, source = "") { this.#run(this.tree.node, [{ step: "replace", by: { tree, saved: tree.edits, source } }]); }

	// add plays a move after a node and returns its node.
	add(move, names, node = this.tree.node) { return this.extend([{ move, names }], node); }

	// extend plays moves, {move, names}, after a node as one command, and returns the last node.
	extend(line, node = this.tree.node) {
		this.graft(line.reduceRight((next, { move, names }) => [{ move, names, next }], []), node, false);
		for (const { move } of line) node = node.next.find(next => next.move === move);
		return node;
	}

	// graft adds moves with what follows them, {move, names, next}, after a node, as one command.
	// Forks that this makes are folded if that is wished. It returns how many moves are new.
	graft(moves, node = this.tree.node, folds = true) {
		const steps = [];
		let many = 0;
		const copy = ({ move, names, next = [] }) => {
			const own = { move, names, next: [], parent: null };
			own.next = next.map(child => Object.assign(copy(child), { parent: own }));
			if (folds && own.next.length > 1) own.folded = true;
			many++;
			return own;
		};
		const grow = (moves, node) => {
			let to = node.next.length;
			for (const branch of moves) {
				const known = node.next.find(next => next.move === branch.move);
				if (known) {
					known.names ||= branch.names;
					grow(branch.next ?? [], known);
				} else {
					steps.push({ step: "insert", at: this.tree.where(node), to: to++, branch: copy(branch) });
				}
			}
			if (folds && to > 1 && to > node.next.length && !node.folded)
				steps.push({ step: "note", at: this.tree.where(node), fields: { folded: true } });
		};
		grow(moves, node);
		if (steps.length) this.#run(node, steps);
		return many;
	}

	// note notes something at a node, by fields; undefined removes what was there. What is typed
	// goes on with the command before, if that noted the same there.
	note(node, fields, typed = false) {
		const at = this.tree.where(node), own = {};
		for (const [field, value] of Object.entries(fields)) if (value !== node[field]) own[field] = value ?? null;
		if (!Object.keys(own).length) return;
		const step = { step: "note", at, fields: own }, before = typed ? this.last : null;
		if (!before?.typed || String(before.node) !== String(at) || String(Object.keys(before.do[0].fields)) !== String(Object.keys(own))) {
			this.#run(node, [step]);
			this.last.typed = typed || undefined;
			return;
		}
		before.do = [step];
		this.#redo = [];
		this.tree.change(() => this.#take(step));
	}

	// retag gives the game other tags, and another result with how it came about.
	retag(tags, { result, ending } = this.tree) { this.#run(this.tree.node,
		[{ step: "tags", tags, result: result ?? null, ending: ending ?? null }]); }

	// remove removes a node, and promote makes its line the one that the fork goes on with. They return
	// whether they could.
	remove(node = this.tree.node) {
		if (!node.parent) return false;
		this.#run(node, [{ step: "remove", at: this.tree.where(node) }]);
		return true;
	}

	promote(node = this.tree.node) {
		const path = this.tree.path(node), fork = path.findLast(n => n.parent.next[0] !== n);
		if (!fork) return false;
		this.#run(node, [{ step: "shift", at: this.tree.where(fork.parent), from: fork.parent.next.indexOf(fork), to: 0 }]);
		return true;
	}

	// #run does something as a new command.
	#run(node, steps) {
		const command = { node: this.tree.where(node), do: steps };
		this.#do(command);
		this.#undo.push(command);
		if (this.#undo.length > depth) this.#undo.shift();
		this.#redo = [];
	}

	// #do does a command, for the first time or again.
	#do(command) {
		const about = () => (({ edits, result, ending }) => ({ edits, result, ending }))(this.tree), { tree } = this, end = tree.line().at(-1);
		command.before = about();
		command.undo = command.do.map(step => this.#take(step)).reverse();
		if (this.tree === tree) {
			tree.change();
			if (tree.line().at(-1) !== end) tree.result = tree.ending = undefined;
			if (!this.#holds(tree.node)) tree.node = tree.find(command.node);
		}
		command.after = about();
	}

	#holds(node) {
		while (node.parent?.next.includes(node)) node = node.parent;
		return node === this.tree.root;
	}

	// #take takes a step and returns the one back.
	#take(step) {
		const { tree } = this, node = tree.find(step.at ?? []), { at } = step;
		switch (step.step) {
		case "insert":
			step.branch.parent = node;
			node.next.splice(step.to, 0, step.branch);
			return { step: "remove", at: [...at, step.to] };
		case "remove": {
			const to = at.at(-1);
			node.parent.next.splice(to, 1);
			return { step: "insert", at: at.slice(0, -1), to, branch: node };
		}
		case "shift":
			node.next.splice(step.to, 0, ...node.next.splice(step.from, 1));
			return { step: "shift", at, from: step.to, to: step.from };
		case "note": {
			const fields = {};
			for (const field in step.fields) {
				fields[field] = node[field] ?? null;
				node[field] = step.fields[field] ?? undefined;
			}
			return { step: "note", at, fields };
		}
		case "tags": {
			const { tags, result = null, ending = null } = tree;
			tree.tags = step.tags;
			if (step.result !== undefined) Object.assign(tree, { result: step.result ?? undefined, ending: step.ending ?? undefined });
			return { step: "tags", tags, result, ending };
		}
		default: { // replace
			const by = { tree, saved: this.#saved, source: this.#source };
			this.tree = step.by.tree;
			this.#saved = step.by.saved;
			this.#source = step.by.source;
			return { step: "replace", by };
		}
		}
	}

	// undo takes the last command back, and redo does it again. One looks where it was made.
	undo() {
		const command = this.#undo.pop();
		if (!command) return false;
		for (const step of command.undo) this.#take(step);
		Object.assign(this.tree, command.before, { node: this.tree.find(command.node) });
		this.tree.touch();
		this.#redo.push(command);
		return true;
	}

	redo() {
		const command = this.#redo.pop();
		if (!command) return false;
		this.tree.node = this.tree.find(command.node);
		this.#do(command);
		const [{ step, at, to }] = command.do;
		if (step === "insert") this.tree.node = this.tree.find([...at, to]);
		this.#undo.push(command);
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
			tree.node = tree.find(match.tree.where());
			this.replace(tree, key);
			return;
		}
		const { tree } = this, clean = !this.dirty;
		let node = tree.root;
		const played = match.tree.main();
		for (const move of played) {
			const next = this.add(move.move, move.names, node);
			if (node.next[0] !== next) this.promote(next);
			Object.assign(next, { clock: move.clock, spent: move.spent });
			node = next;
		}
		tree.node = node;
		if (!node.next.length) Object.assign(tree, { result: match.tree.result, ending: match.tree.ending, tags: match.tree.tags });
		tree.touch();
		if (clean) this.saved();
	}

	// state is what from makes a study of.
	state() {
		const { tree } = this, packed = commands =>
			commands.map(command => ({ ...command, do: command.do.map(pack), undo: command.undo.map(pack) }));
		return {
			...stateOf(tree), saved: this.#saved, source: this.#source,
			undo: packed(this.#undo), redo: packed(this.#redo),
		};
	}

	/** @param {any} state */
	static from({ saved = 0, source = "", undo = [], redo = [], ...tree }) {
		const study = new Study(treeOf(/** @type {any} */ (tree)));
		const unpacked = commands => commands.map(command => ({ ...command, do: command.do.map(unpack), undo: command.undo.map(unpack) }));
		study.#saved = saved;
		study.#source = source;
		study.#undo = unpacked(undo);
		study.#redo = unpacked(redo);
		return study;
	}
}

// pack returns a step without nodes, and unpack one with nodes again.
function pack(step) {
	const { branch, by } = step;
	if (branch) return { ...step, branch: Tree.copy(branch) };
	return by ? { ...step, by: { ...by, tree: stateOf(by.tree) } } : step;
}

function unpack(step) {
	const { branch, by } = step;
	if (branch) return { ...step, branch: Tree.adopt(branch, null) };
	return by ? { ...step, by: { ...by, tree: treeOf(by.tree) } } : step;
}

// stateOf returns a tree as data, and treeOf the tree of it.
const stateOf = tree => ({ record: tree.record(), where: tree.where(), edits: tree.edits, entry: tree.entry });

function treeOf({ record, where, edits = 0, entry }) {
	const tree = Tree.from(record);
	tree.node = tree.find(where);
	return Object.assign(tree, { edits, entry });
}
