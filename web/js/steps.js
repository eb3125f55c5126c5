// Buttons, keys and the wheel that lead through a game and the page.

import { $ } from "./dom.js";

const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", ArrowUp: "up", ArrowDown: "down", f: "flip",
	"?": "keys" };

// beside returns the node of another variation beside a node, or the node itself if there is none.
const beside = (node, by) => node.parent?.next[node.parent.next.indexOf(node) + by] ?? node;

// listen lets the user step through the tree on the board, and switch between games,
// modes and looks.
/** @param {import("./app.js").App} app */
export function listen(app) {
	const steps = {
		first: () => app.go(app.tree.root), back: () => app.go(app.tree.node.parent), forward: () => app.go(app.tree.node.next[0]),
		last: () => app.go(app.tree.line(app.tree.node).at(-1)),
		// up and down go to the variation before or after, of the move that was made last.
		up: () => app.go(beside(app.tree.node, -1)), down: () => app.go(beside(app.tree.node, 1)),
		keys: () => {
			if (!$("settings").open) $("settings").showModal();
			$("keys").scrollIntoView({ block: "nearest" });
		},
		flip: () => {
			app.board.flip();
			app.all("flipped");
			app.save();
		},
	};
	for (const id of ["first", "back", "forward", "last", "flip"]) $(id).addEventListener("click", () => { if (app.ready) steps[id](); });
	document.addEventListener("keydown", e => {
		const at = /** @type {Element} */ (e.target);
		if (at.closest("input, textarea, select, dialog") || !app.ready) return;
		if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === "z") app[e.shiftKey ? "redo" : "undo"]();
		else if (e.ctrlKey && !e.shiftKey && !e.altKey && e.key === "y") app.redo();
		else if (e.ctrlKey || e.altKey || e.metaKey) return;
		else if (e.key === " " && !at.closest("button, summary, a")) app.all("space");
		else if (keys[e.key]) steps[keys[e.key]]();
		else if (!app.parts.some(part => part.key?.(e.key))) return;
		e.preventDefault();
	});
	let turned = 0;
	$("board").addEventListener("wheel", e => {
		if (e.ctrlKey || e.shiftKey || !app.ready || app.editing) return;
		e.preventDefault();
		turned += e.deltaMode ? e.deltaY * 40 : e.deltaY;
		if (Math.abs(turned) < 40) return;
		steps[turned < 0 ? "back" : "forward"]();
		turned = 0;
	}, { passive: false });

	for (const b of document.querySelectorAll("#games button")) {
		b.addEventListener("click", () => { if (app.ready && app.games[b.dataset.game]) app.openGame(b.dataset.game); });
	}
	for (const b of document.querySelectorAll("#modes button")) {
		b.addEventListener("click", () => {
			if (!app.ready || app.mode === b.dataset.mode) return;
			if (app.mode === "play" && b.dataset.mode === "analyse") app.playing.bring();
			else app.setMode(b.dataset.mode);
		});
	}
	document.querySelector(".skip").addEventListener("click", e => {
		e.preventDefault(); // the address is that of the game
		if (app.ready) app.board.focus();
	});
	$("reset-button").addEventListener("click", () => app.analyse(app.newTree()));
	$("language").addEventListener("click", () => app.change({ language: app.language === "ja" ? "en" : "ja" }));
	$("theme").addEventListener("click", () => {
		const dark = (app.preferences.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
		app.change({ theme: dark ? "light" : "dark" });
	});
}
