// How moves and scores are written and typed. What a move is called comes from the web API.

// nameOf returns the name of a move in the notation that is preferred.
export function nameOf(names, preferred, move = "") {
	if (!names) return move;
	return names[preferred] || Object.values(names)[0] || move;
}

// unbroken returns a text whose moves, such as P-7f, are not broken at the end of a line.
export const unbroken = text => text.replace(/(?<=[A-Z])-(?=\d)/g, "\u2011");

const plain = text => text.normalize("NFKC").replace(/[-\s+#=x×:!?.()▲△☗☖*']/g, match => match === "+" || match === "*" ? match : "")
	.replace(/0/g, "O").replace(/[竜]/g, "龍").replace(/[王]/g, "玉").replace(/[一二三四五六七八九]/g, c => "一二三四五六七八九".indexOf(c) + 1);

// typedMoves returns the legal moves that a text can mean: a name in any notation, or the
// move of the protocol. Case, signs for captures and checks, and spaces do not matter if
// one move is left without them.
export function typedMoves(text, legal) {
	const exact = text.trim();
	const named = m => [m.move, ...Object.values(m.names || {})];
	const steps = [
		m => named(m).includes(exact),
		m => named(m).some(name => plain(name) === plain(exact)),
		m => named(m).some(name => plain(name).replace(/\+$/, "") === plain(exact).replace(/\+$/, "")),
		m => named(m).some(name => plain(name).toLowerCase() === plain(exact).toLowerCase()),
		m => typeof m.promotes === "string" && named(m).some(name => plain(name).slice(0, -1) === plain(exact)), // to what is missing
	];
	if (!plain(exact)) return [];
	for (const step of steps) {
		const found = legal.filter(step);
		if (found.length) return found;
	}
	return [];
}

// numberText writes a large number as people say it: 1.2 M, 120万.
export function numberText(n, language = "en") {
	if (!n) return "0";
	/** @type {[string, number][]} */
	const units = language === "ja" ? [["億", 1e8], ["万", 1e4]] : [["G", 1e9], ["M", 1e6], ["k", 1e3]];
	const [unit, by] = units.find(([, by]) => n >= by) || /** @type {[string, number]} */ (["", 1]);
	const text = (n / by).toFixed(by > 1 && n / by < 100 ? 1 : 0);
	return language === "ja" ? text + unit : `${text} ${unit}`.trim();
}

// timeText writes the time that a move took.
export function timeText(seconds, language = "en") {
	if (seconds < 60) return `${seconds < 10 && seconds % 1 ? seconds.toFixed(1) : Math.round(seconds)}${language === "ja" ? "秒" : "s"}`;
	const s = Math.round(seconds), pad = n => String(n).padStart(2, "0");
	return s >= 3600 ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}` : `${Math.floor(s / 60)}:${pad(s % 60)}`;
}
