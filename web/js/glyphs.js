// Annotation glyphs: signs for the numbers of PGN, and those that buttons offer.

const signs = {
	7: "□", 10: "=", 11: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+", 20: "+−", 21: "−+", 22: "⨀", 23: "⨀",
		32: "⟳", 33: "⟳",
	36: "↑", 37: "↑", 40: "→", 41: "→", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 142: "⌓", 146: "N",
};

// Of a kind a move has one glyph at most.
export const kinds = [["!!", "!", "!?", "?!", "?", "??"], ["$10", "$13", "$14", "$15", "$16", "$17", "$18", "$19"]];

// signOf returns how a glyph is written: a sign, or the number that has none.
export const signOf = glyph => glyph.startsWith("$") ? signs[glyph.slice(1)] ?? glyph : glyph;

// signsOf returns those of a move; what a review called it counts if nobody said more.
/** @param {{glyphs?: string[], verdict?: {sign: string}}} node */
export const signsOf = ({ glyphs, verdict }) => glyphs?.length ? glyphs.map(signOf).join("\u2009") : verdict?.sign ?? "";

// toggled returns the glyphs of a move after one was chosen, or taken away again.
export function toggled(glyphs = [], chosen) {
	const kind = kinds.find(kind => kind.includes(chosen)) || [chosen];
	const others = glyphs.filter(glyph => !kind.includes(glyph)), all = glyphs.includes(chosen) ? others : [...others, chosen];
	return all.length ? all.sort((a, b) => a.startsWith("$") - b.startsWith("$")) : undefined;
}
