// Fits the board into the window: as large as the rest leaves room for, and the stands of
// shogi where that makes the squares larger, beside the board or above and below it.

import { $ } from "./dom.js";

const least = 260; // pixels

// fit keeps a board as large as a share of the room allows, from now on. It returns what
// measures again.
export function fit(board, share = () => 1) {
	const root = document.documentElement, stage = document.querySelector(".stage"), panel = document.querySelector(".panel"), main = document.querySelector("main");
	const measure = () => {
		const { layout } = board;
		if (!layout) return;
		const beside = panel.getBoundingClientRect().top < stage.getBoundingClientRect().bottom && panel.getBoundingClientRect().left > stage.getBoundingClientRect().left;
		const style = getComputedStyle(document.body), rem = parseFloat(getComputedStyle(root).fontSize);
		const px = text => parseFloat(text) * (text.trim().endsWith("rem") ? rem : 1);
		const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
		const gauge = px(style.getPropertyValue("--gauge")), around = stage.offsetHeight - document.querySelector(".table").offsetHeight;
		const across = root.clientWidth - padding - gauge - (beside ? panel.offsetWidth + rem : 0);
		const down = beside ? innerHeight - stage.getBoundingClientRect().top - scrollY - around - parseFloat(style.paddingBottom) - 2 : innerHeight * (innerWidth > 640 ? .66 : .74);
		const scale = ([, , width, height]) => Math.min(across / width, down / height);
		const { sheet } = layout, wide = beside && layout.canBeWide && scale(sheet.wideView) > scale(sheet.view);
		const view = wide ? sheet.wideView : sheet.view;
		root.style.setProperty("--board", `${Math.floor(Math.max(least, view[2] * scale(view) * share()))}px`);
		board.setWide(wide);
	};
	board.onGame = measure;
	addEventListener("resize", measure);
	const observer = new ResizeObserver(measure);
	for (const e of [main, $("graph-place")]) observer.observe(e);
	measure();
	return measure;
}
