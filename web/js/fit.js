// Fits the board into the window: as large as the rest leaves room for, and the stands of
// shogi where that makes the squares larger, beside the board or above and below it.

import { $ } from "./dom.js";

const least = 200; // pixels

// fit keeps a board as large as a share of the room allows, from now on: what the panel needs
// at least, beside the board or below it, is its smallest size. It returns what measures again.
export function fit(board, share = () => 1) {
	const root = document.documentElement, stage = document.querySelector(".stage");
	const panel = document.querySelector(".panel"), main = document.querySelector("main");
	const measure = () => {
		const { layout } = board;
		if (!layout) return;
		const at = stage.getBoundingClientRect(), beside = panel.getBoundingClientRect().left >= at.right;
		const body = getComputedStyle(document.body), { minWidth, minHeight } = getComputedStyle(panel);
		const rem = parseFloat(getComputedStyle(root).fontSize);
		const px = text => parseFloat(text) * (text.trim().endsWith("rem") ? rem : 1);
		const padding = parseFloat(body.paddingLeft) + parseFloat(body.paddingRight);
		// Rounded as one, else the board grows and shrinks by a pixel for ever.
		const table = document.querySelector(".table").getBoundingClientRect();
		const around = Math.round(at.height - table.height) + parseFloat(body.paddingBottom) + 2;
		const across = root.clientWidth - padding - px(body.getPropertyValue("--gauge")) - (beside ? parseFloat(minWidth) + rem : 0);
		const down = innerHeight - at.top - scrollY - around - (beside ? 0 : parseFloat(minHeight));
		const scale = ([, , width, height]) => Math.min(across / width, down / height);
		const { sheet } = layout, wide = beside && layout.canBeWide && scale(sheet.wideView) > scale(sheet.view);
		const view = wide ? sheet.wideView : sheet.view;
		root.style.setProperty("--board", `${Math.floor(Math.max(least, view[2] * scale(view) * share()))}px`);
		board.setWide(wide);
	};
	board.onGame = measure;
	addEventListener("resize", measure);
	const observer = new ResizeObserver(measure);
	for (const e of [main, $("graph-place"), $("lost")]) observer.observe(e);
	measure();
	return measure;
}
