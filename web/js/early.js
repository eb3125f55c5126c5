// What is on the page before there is anything to ask: a board with the position that was
// looked at last, or a start position, and how much of the engine has come.

import { keep, kept, readAddress } from "./address.js";
import { boards } from "./boards.js";
import { $ } from "./dom.js";

// drawEarly draws a board at once, and keeps what is on it for the next time.
export function drawEarly(board) {
	const address = readAddress(location.hash), shown = kept("shown");
	const same = shown && boards[shown.game] && (!address || shown.hash === location.hash);
	const game = same ? shown.game : boards[address?.game] ? address.game : "chess";
	document.body.classList.toggle("shogi", boards[game].turns);
	document.body.dataset.game = game;
	board.setGame(game, "");
	board.flip(same && shown.flipped);
	board.show({ position: same ? shown.position : board.layout.read(address?.position || boards[game].start) });
	addEventListener("pagehide", () => {
		if (!document.body.dataset.ready) return;
		keep("shown", { hash: location.hash, game: document.body.dataset.game, position: board.position, flipped: board.flipped });
	});
}

// showProgress tells how much of the program is there, as long as the page waits for it.
export function showProgress(share) {
	$("loading").hidden = false;
	$("loading-bar").value = share;
}
