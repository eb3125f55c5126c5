// A game with its variations. A node is a position after a move; its first child goes on
// with the line, the others are variations. Names of moves come from the web API.

// noted is what is kept of a move: what records say of it, and what a review called it.
const noted = ["move", "names", "before", "comment", "glyphs", "shapes", "commands", "clock", "spent", "eval", "verdict", "folded"];

// playerTags are the tags of the players of a game, that of First before Second's.
export const playerTags = game => game === "chess" ? ["White", "Black"] : ["Sente", "Gote"];

// players returns who plays by the tags of a game, "" where nobody knows.
export const players = ({ game, tags }) => playerTags(game).map(tag => /^\?*$/.test(tags?.[tag] ?? "") ? "" : tags[tag]);

export class Tree {
	game; position; chess960; rules; tags;

	// A tree begins with a position of a game: {game, position, chess960, rules, tags}; result and
	// ending say how the main line ended, in words of the web API.
	/** @param {{game?: string, position?: string, chess960?: boolean, rules?: string, tags?: any, result?: string, ending?: string}} setup */
	constructor({ game, position, chess960 = false, rules, tags = {}, result, ending }) {
		Object.assign(this, { game, position, chess960, rules, tags, result, ending });
		this.root = { move: "", next: [], parent: null };
		this.node = this.root; // the one that is looked at
		this.version = 0;      // another one whenever something but the node has changed
		this.edits = 0;        // changes by the user
		this.entry = undefined; // where it is kept: {id, of, number}, the last two of a chapter or a game of a file
	}

	// touch is told that something has changed that is not the user's work.
	touch() { this.version++; }

	// change does something to the tree. How the main line ended is forgotten if it has
	// another end now.
	change(run = () => {}) {
		const end = this.line().at(-1), result = run();
		this.version++;
		this.edits++;
		if (this.line().at(-1) !== end) this.result = this.ending = undefined;
		return result;
	}

	// path returns the nodes from the first move to a node.
	path(node = this.node) {
		const nodes = [];
		for (; node.parent; node = node.parent) nodes.unshift(node);
		return nodes;
	}

	moves(node = this.node) { return this.path(node).map(n => n.move); }

	// line returns the node and all that follow it by first children.
	line(node = this.root) {
		const nodes = [node];
		while (nodes.at(-1).next.length) nodes.push(nodes.at(-1).next[0]);
		return nodes;
	}

	// main returns the nodes of the main line, without the root.
	main() { return this.line().slice(1); }

	// current returns the nodes of the line that goes through the node that is looked at.
	current() { return [...this.path(), ...this.line(this.node).slice(1)]; }

	// rich reports whether there is more than a line of moves.
	get rich() {
		const all = [this.root];
		for (const node of all) all.push(...node.next);
		return all.some(({ next, comment, glyphs, shapes }) => next.length > 1 || comment || glyphs?.length || shapes?.length)
			|| Object.values(this.tags ?? {}).some(Boolean);
	}

	// add plays a move after a node, the one that is looked at, and returns its node.
	add(move, names, node = this.node) {
		let next = node.next.find(n => n.move === move);
		if (!next) this.change(() => node.next.push(next = { move, names, next: [], parent: node }));
		next.names ||= names;
		return next;
	}

	// promote makes a variation the line that its fork goes on with; it returns whether it
	// could.
	promote(node = this.node) {
		for (; node.parent; node = node.parent) {
			const { next } = node.parent, i = next.indexOf(node);
			if (i > 0) {
				this.change(() => next.unshift(...next.splice(i, 1)));
				return true;
			}
		}
		return false;
	}

	// remove deletes a node with all that follows it.
	remove(node = this.node) {
		const { parent } = node;
		if (!parent) return;
		if (this.path().includes(node)) this.node = parent;
		this.change(() => parent.next.splice(parent.next.indexOf(node), 1));
	}

	// where returns the way to a node as numbers of children.
	where(node = this.node) { return this.path(node).map(n => n.parent.next.indexOf(n)); }

	// find returns the node at the end of such a way, or the last one that exists.
	find(way) {
		let node = this.root;
		for (const i of way) {
			if (!node.next[i]) break;
			node = node.next[i];
		}
		return node;
	}

	// copy returns a node with all that follows it without its parents, and adopt such a node in a tree.
	static copy(node) {
		const own = { next: node.next.map(Tree.copy) };
		for (const field of noted) if (node[field] !== undefined && node[field] !== "") own[field] = node[field];
		return own;
	}

	static adopt(node, parent) {
		/** @type {any} */
		const own = { move: "", parent };
		for (const field of noted) if (node[field] !== undefined) own[field] = node[field];
		own.next = (node.next || []).map(child => Tree.adopt(child, own));
		return own;
	}

	// record returns the tree as the web API reads it.
	record() {
		const { game, position, chess960, rules, tags, result, ending } = this;
		return { game, position, chess960, rules, tags, result, ending, root: Tree.copy(this.root) };
	}

	// from returns the tree of such a record.
	static from(record) {
		const tree = new Tree(record);
		tree.root = tree.node = Tree.adopt(record.root || {}, null);
		return tree;
	}
}
