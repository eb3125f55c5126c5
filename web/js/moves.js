// The list of moves: the main line in rows, variations below the move that they replace.

import { $, make, within } from "./dom.js";

export class Moves {
	#app;
	#buttons = new Map(); // by node
	#drawn = [];          // what the list was drawn of

	constructor(app) {
		this.#app = app;
		$("promote").addEventListener("click", () => {
			if (app.tree.promote()) app.refresh();
		});
		$("remove").addEventListener("click", () => {
			app.tree.remove();
			app.refresh();
		});
		$("comment").addEventListener("change", () => {
			app.tree.change(() => { app.tree.node.comment = $("comment").value.trim() || undefined; });
			this.changed();
			app.save();
		});
	}

	// changed shows where we are, and draws the list again if something else has changed.
	changed() {
		const { tree, notation } = this.#app, drawn = [tree, tree.version, notation];
		if (drawn.some((value, i) => value !== this.#drawn[i])) this.#draw();
		this.#drawn = drawn;
		$("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
		const b = this.#buttons.get(tree.node);
		if (b) {
			b.setAttribute("aria-current", "step");
			within($("moves"), b);
		} else {
			$("moves").scrollTop = 0;
		}
		if (document.activeElement !== $("comment")) $("comment").value = tree.node.comment || "";
		$("promote").disabled = tree.path().every(n => n.parent.next[0] === n);
		$("remove").disabled = !tree.node.parent;
		const { outcome } = this.#app.answer;
		const text = outcome ? this.#app.say(outcome.text) : "";
		$("outcome").textContent = text;
		$("outcome").hidden = !text || this.#app.mode === "play";
	}

	#draw() {
		const { tree } = this.#app;
		this.#buttons.clear();
		const offset = this.#app.answer.ply - tree.path().length; // plies before the start
		$("moves").className = tree.game === "chess" ? "paired" : "single";
		$("moves").replaceChildren(...(tree.root.comment ? [comment(tree.root)] : []), ...this.#line(tree.root, offset));
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
				for (const other of others) rows.push(make("div", { className: "variation" }, ...this.#variation(other, ply)));
				row = null;
			}
		}
		return rows;
	}

	// #variation returns a line in running text, with its own variations in brackets.
	#variation(node, ply) {
		const parts = [], paired = this.#app.tree.game === "chess";
		for (let first = true; node; node = node.next[0], ply++, first = false) {
			const number = paired ? (ply % 2 === 0 ? `${ply / 2 + 1}.` : first ? `${(ply - 1) / 2 + 1}…` : "") : first ? ply + 1 : "";
			parts.push(this.#button(node, number), " ");
			if (node.comment) parts.push(make("span", { className: "remark" }, node.comment + " "));
			for (const other of first ? [] : node.parent.next.slice(1)) parts.push("(", ...this.#variation(other, ply).slice(0, -1), ") ");
		}
		return parts;
	}

	#button(node, number) {
		const app = this.#app;
		const b = make("button", { type: "button", onclick: () => app.go(node) });
		if (number) b.append(make("span", { className: "number" }, String(number)), " ");
		b.append(make("span", { className: "move" }, app.nameOf(node.names, node.move)));
		const kind = node.judged, glyph = node.glyphs?.length ? node.glyphs.filter(g => !g.startsWith("$")).join("") : { inaccuracy: "?!", mistake: "?", blunder: "??" }[kind] || "";
		if (glyph) b.append(make("b", {}, glyph));
		if (kind) b.classList.add(kind);
		this.#buttons.set(node, b);
		return b;
	}
}

const comment = node => make("p", { className: "remark" }, node.comment);
