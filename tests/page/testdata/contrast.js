// Computes the contrast of all that is written or drawn on buttons, as WCAG 2 does, and
// returns what has too little: texts below 4.5, large ones and icons below 3. With hover all
// is as if the pointer were on it.
(hover => {
	const added = [];
	if (hover) for (const sheet of document.styleSheets) for (const { selectorText: selector, style } of [...sheet.cssRules]) {
		if (!selector?.includes(":hover")) continue;
		sheet.insertRule(`${selector.replaceAll(":hover", ":not(.never)")} { ${style.cssText} }`, sheet.cssRules.length);
		added.push(sheet);
	}
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const known = new Map();
	const rgba = color => {
		if (!known.has(color)) {
			canvas.clearRect(0, 0, 1, 1);
			canvas.fillStyle = color;
			canvas.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
			known.set(color, [r, g, b, a / 255]);
		}
		return known.get(color);
	};
	const over = ([r, g, b, a], under) => [r, g, b].map((v, i) => v * a + under[i] * (1 - a));
	const light = rgb => rgb.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
	const lowest = getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
	const grounds = new Map();
	// ground returns what is behind an element, and how much of the element can be seen.
	const ground = e => {
		if (!grounds.has(e)) {
			const [under, seen] = e.localName !== "dialog" && e.parentElement ? ground(e.parentElement) : [lowest, 1], style = getComputedStyle(e);
			grounds.set(e, [over(rgba(style.backgroundColor), under), seen * Number(style.opacity)]);
		}
		return grounds.get(e);
	};
	const poor = [], shown = e => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && e.getBoundingClientRect().width > 1;
	const judge = (e, color, [under, seen], least, text) => {
		const ink = rgba(color), bright = Number(getComputedStyle(e).filter.match(/brightness\(([\d.]+)\)/)?.[1] ?? 1);
		const made = over([...ink.slice(0, 3), ink[3] * seen], under), lit = rgb => rgb.map(v => Math.min(255, v * bright));
		const found = ratio(lit(made), lit(under));
		if (found < least) poor.push(`${found.toFixed(2)} ${e.localName}${e.id && "#" + e.id}.${e.getAttribute("class") ?? ""} ${text.trim().slice(0, 30)}`);
	};
	const modal = document.querySelector("dialog:modal");
	for (const e of (modal ?? document.body).querySelectorAll("*")) {
		if (e.closest("svg, :disabled, [aria-hidden=true]") || !shown(e)) continue;
		const style = getComputedStyle(e), size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
		const own = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join("");
		const value = e.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select") ? e.value || "x" : "";
		if (own.trim() || value) judge(e, style.color, ground(e), large ? 3 : 4.5, own || value);
		if (e.matches("button") && e.querySelector("svg.icon")) judge(e, style.color, ground(e), 3, "icon " + e.id);
	}
	for (const sheet of added) sheet.deleteRule(sheet.cssRules.length - 1);
	if (modal) return poor;
	// Pictures: names of squares, numbers of pieces in hand, and what is written on pieces.
	const fill = selector => { const e = document.querySelector(selector); return e && over(rgba(getComputedStyle(e).fill), [255, 255, 255]); };
	const ink = (selector, under, least) => {
		for (const e of document.querySelectorAll(selector)) if (under) judge(e, getComputedStyle(e).fill === "none" ? getComputedStyle(e).stroke : getComputedStyle(e).fill, [under, 1], least, "picture");
	};
	const page = ground(document.getElementById("board"))[0];
	ink("#board .on-light", fill("#board .light"), 4.5);
	ink("#board .on-dark", fill("#board .dark"), 4.5);
	ink("#board .file:not(.on-light, .on-dark), #board .rank-kanji, #board .rank-letter", page, 4.5);
	ink("#board .number", rgba(getComputedStyle(document.querySelector("#board .number") ?? document.body).stroke).slice(0, 3), 4.5);
	ink(".symbols .piece-ink, .symbols .piece-line", fill(".symbols .piece-wood"), 4.5);
	ink(".symbols .piece-ways", fill(".symbols .piece-wood"), 3);
	return poor;
})
