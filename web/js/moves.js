// The list of moves: the main line in rows, variations below the move that they replace.

import { $, make, renew, within } from "./dom.js";
import { kinds, signOf, signsOf, toggled } from "./glyphs.js";
import { timeText } from "./notation.js";
import { endText } from "./tags.js";

export class Moves {
	#app;
	#buttons = new Map(); // by node
	#node = null;         // whose comment and glyphs are shown
	#drawn = [];          // what the list was drawn of

	/** @param {import("./app.js").App} app */
	constructor(app) {
		this.#app = app;
		const actions = {
			promote: () => app.study.promote(this.#node), remove: () => app.study.remove(this.#node), undo: () => app.undo(), redo: () => app.redo(),
			fold: () => this.#fold(),
		};
		for (const id in actions) $(id).addEventListener("click", () => { if (actions[id]() !== false) app.refresh(); });
		new ResizeObserver(() => { if (this.#buttons.size) this.#mark(); }).observe($("moves"));
		$("comment").addEventListener("input", () => this.#note({ comment: $("comment").value.trim() || undefined }, true));
		$("comment").addEventListener("change", () => { if (app.study.last) app.study.last.typed = undefined; });
		$("glyphs").append(...kinds.map(kind => make("span", {}, ...kind.map(glyph => make("button", {
			type: "button", "data-glyph": glyph, "aria-pressed": "false", onclick: () => this.#note({ glyphs: toggled(this.#node.glyphs, glyph) }),
		}, signOf(glyph))))));
	}

	// #note changes what is noted at the node that is shown, wherever one is about to look.
	#note(fields, typed) {
		const app = this.#app;
		if (app.mode !== "analyse") return;
		app.study.note(this.#node, fields, typed);
		app.all("changed");
		app.save();
	}

	// #fold folds the variations of all moves, or unfolds them.
	#fold() {
		const { tree } = this.#app, all = [tree.root];
		for (const node of all) all.push(...node.next);
		const forks = all.filter(node => node.next.length > 1), folded = !forks.every(node => node.folded);
		for (const node of forks) node.folded = folded || undefined;
		tree.touch();
	}

	// changed shows where we are, and draws the list again if something else has changed.
	changed() {
		const app = this.#app, { tree, notation } = app, { node } = tree, drawn = [tree, tree.version, notation, app.mode, app.language];
		for (let n = node; n.parent; n = n.parent) {
			if (n.parent.next[0] === n || !n.parent.folded) continue;
			n.parent.folded = undefined; // where we are is seen
			this.#drawn = [];
		}
		if (drawn.some((value, i) => value !== this.#drawn[i])) this.#draw();
		else this.#mark();
		this.#drawn = drawn;
		if (document.activeElement !== $("comment") || this.#node !== node || !$("comment").value.trim() !== !node.comment)
			$("comment").value = node.comment || "";
		this.#node = node;
		for (const button of $("glyphs").querySelectorAll("button")) {
			button.setAttribute("aria-pressed", String(Boolean(node.glyphs?.includes(button.dataset.glyph))));
			button.disabled = !node.parent;
		}
		$("promote").disabled = tree.path().every(n => n.parent.next[0] === n);
		$("remove").disabled = !node.parent;
		$("undo").disabled = !app.study.canUndo;
		$("redo").disabled = !app.study.canRedo;
		const { outcome } = app.answer, text = outcome ? app.say(outcome.text) : node === tree.line().at(-1) ? endText(tree, app) : "";
		$("outcome").textContent = text;
		$("outcome").hidden = !text || app.mode === "play";
	}

	#draw() {
		renew($("moves"), () => {
			const { tree, answer } = this.#app, offset = answer.ply - tree.path().length; // plies before the start
			this.#buttons.clear();
			$("moves").className = tree.game === "chess" ? "paired" : "single";
			return [...(tree.root.comment ? [comment(tree.root)] : []), ...this.#line(tree.root, offset)];
		}, () => this.#mark());
	}

	// #mark shows where we are.
	#mark() {
		$("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
		const b = this.#buttons.get(this.#app.tree.node);
		if (b) {
			b.setAttribute("aria-current", "step");
			within($("moves"), b);
		} else {
			$("moves").scrollTop = 0;
		}
	}

	// #line returns the rows of the main line.
	#line(root, offset) {
		const rows = [], paired = this.#app.tree.game === "chess";
		let row = null, ply = offset;
		for (let node = root.next[0], before = root; node; before = node, node = node.next[0], ply++) {
			if (!paired || ply % 2 === 0 || !row) {
				row = make("div", { className: "row" });
				if (paired) row.append(make("span", { className: "number" }, `${Math.floor(ply / 2) + 1}.`));
				if (paired && ply % 2) row.append(make("span", { className: "gap" }, "…"));
				rows.push(row);
			}
			row.append(this.#button(node, paired ? "" : ply + 1));
			const others = before.next.slice(1);
			if (others.length || node.comment) {
				if (node.comment) rows.push(comment(node));
				if (before.folded) rows.push(this.#unfolder(before));
				else for (const other of others) rows.push(make("div", { className: "variation" }, ...this.#variation(other, ply)));
				row = null;
			}
		}
		return rows;
	}

	// #unfolder returns a button for the variations of a move that are folded.
	#unfolder(node) {
		const { t, tree } = this.#app;
		return make("button", { type: "button", className: "unfold", onclick: () => {
			node.folded = undefined;
			tree.touch();
			this.changed();
		} }, `⊞ ${t.foldedLines(node.next.length - 1)}`);
	}

	// #variation returns a line in running text, with its own variations in brackets.
	#variation(node, ply) {
		const parts = [], paired = this.#app.tree.game === "chess";
		for (let first = true; node; node = node.next[0], ply++, first = false) {
			const number = paired ? (ply % 2 === 0 ? `${ply / 2 + 1}.` : first ? `${(ply - 1) / 2 + 1}…` : "") : first ? ply + 1 : "";
			parts.push(this.#button(node, number, false), " ");
			if (node.comment) parts.push(make("span", { className: "remark" }, node.comment + " "));
			if (first) continue;
			if (node.parent.folded && node.parent.next.length > 1) parts.push(this.#unfolder(node.parent), " ");
			else for (const other of node.parent.next.slice(1)) parts.push("(", ...this.#variation(other, ply).slice(0, -1), ") ");
		}
		return parts;
	}

	#button(node, number, timed = true) {
		const app = this.#app, signs = signsOf(node);
		const b = make("button", { type: "button", onclick: () => app.go(node) });
		if (number) b.append(make("span", { className: "number" }, String(number)), " ");
		b.append(make("span", { className: "move" }, app.nameOf(node.names, node.move)));
		if (signs) b.append(make("b", {}, signs));
		if (timed && node.spent !== undefined) b.append(make("small", { className: "spent" }, timeText(node.spent, app.language)));
		if (node.verdict) b.classList.add(node.verdict.kind);
		this.#buttons.set(node, b);
		return b;
	}
}

const comment = node => make("p", { className: "remark" }, node.comment);
