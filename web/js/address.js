// What is kept of a page: its address has game, position and moves, so that it can be sent
// to others; the session of the tab has everything, so that a reload loses nothing; the
// browser keeps what the user prefers.

// write returns the part of an address behind "#": game/mode/position/moves/ply, with "_"
// for spaces. The usual start is left out.
export function writeAddress({ game, mode, position, start, chess960, moves, ply }) {
	const from = position === start ? "" : (chess960 ? "960:" : "") + position.replace(/ /g, "_");
	const parts = [game, mode, encodeURI(from).replace(/#/g, "%23"), moves.join(","), ply === moves.length ? "" : String(ply)];
	while (parts.length > 2 && !parts.at(-1)) parts.pop();
	return "#" + parts.map((part, i) => i === 2 ? part.replace(/\//g, "|") : part).join("/");
}

const whole = "tree"; // stands in place of a mode where a compressed game follows

// readAddress returns what such a text says, or null.
export function readAddress(hash) {
	const parts = hash.replace(/^#/, "").split("/");
	const [game, mode, from = "", moves = "", ply = ""] = parts;
	if (!game || !mode) return null;
	if (mode === whole) return { game, mode: "analyse", packed: from, position: "", chess960: false, moves: [], ply: 0 };
	let position = "";
	try { position = decodeURI(from).replace(/\|/g, "/").replace(/_/g, " "); } catch { return null; }
	const chess960 = position.startsWith("960:");
	const list = moves ? moves.split(",").map(m => { try { return decodeURIComponent(m); } catch { return m; } }) : [];
	return { game, mode, position: chess960 ? position.slice(4) : position, chess960, moves: list,
		ply: ply === "" ? list.length : Number(ply) };
}

// writeWhole returns the address of a game as text, with all that belongs to it, and readWhole
// the text of it. It fails on what is longer than the most characters, or damaged.
export async function writeWhole(game, text) {
	const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(
		));
	return `#${game}/${whole}/${base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

export async function readWhole(packed, most) {
	const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
	const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(
		new TextDecoderStream()).getReader();
	for (let text = ""; ;) {
		const { done, value } = await reader.read();
		if (done) return text;
		text += value;
		if (text.length > most) throw new Error("too long"); // a short address can hold very much
	}
}

// base64 returns bytes as text. The pieces are small: a call has only so many arguments.
export function base64(bytes) {
	let text = "";
	for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
	return btoa(text);
}

// keep and kept hold a value for this tab, as the text that keep returns, store and stored one for all of them, and prefer
// changes some of its fields: the others stay as another tab has set them. They do without
// where a browser refuses.
export function keep(name, value) {
	const text = JSON.stringify(value);
	trying(() => sessionStorage.setItem("nitoryu " + name, text));
	return text;
}
export const kept = name => trying(() => JSON.parse(sessionStorage.getItem("nitoryu " + name)));
export const store = (name, value) => trying(() => localStorage.setItem("nitoryu " + name, JSON.stringify(value)));
export const stored = name => trying(() => JSON.parse(localStorage.getItem("nitoryu " + name)));
export const prefer = (name, some) => store(name, { ...stored(name), ...some });

function trying(run) {
	try { return run() ?? null; } catch { return null; }
}
