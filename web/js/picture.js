// A picture of the board as a file: SVG that needs neither the page nor its style sheets,
// since every shape has its looks with it.

import { svg } from "./dom.js";

const looks = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "paint-order", "opacity",
	"font-family", "font-size", "font-weight", "text-anchor"];

// pictureOf returns a board that is drawn in the page as the text of a file.
export function pictureOf(drawn, symbols) {
	const [x, y, width, height] = drawn.getAttribute("viewBox").split(" ");
	const picture = svg("svg", { viewBox: `${x} ${y} ${width} ${height}`, width, height });
	const names = new Set([...drawn.querySelectorAll("use")].map(use => use.getAttribute("href").slice(1)));
	for (const name of names) { // and what these are made of
		for (const use of symbols.querySelectorAll(`[id="${name}"] use`)) names.add(use.getAttribute("href").slice(1));
	}
	const used = [...symbols.querySelectorAll("symbol, marker")].filter(e => names.has(e.id) || e.localName === "marker");
	const defs = svg("defs");
	defs.append(...used.map(copy));
	picture.append(defs, svg("rect", { x, y, width, height, fill: getComputedStyle(document.body).backgroundColor }),
		...[...drawn.children].map(copy).filter(Boolean));
	return new XMLSerializer().serializeToString(picture);
}

// rastered returns such a text as PNG, so many pixels wide.
export async function rastered(text, width) {
	const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), image = new Image();
	try {
		image.src = address;
		await image.decode();
		const canvas = document.createElement("canvas");
		canvas.width = width;
		canvas.height = Math.round(width * image.naturalHeight / image.naturalWidth);
		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
		return await new Promise((resolve, reject) => canvas.toBlob(png => png ? resolve(png) : reject(new Error("no picture")), "image/png"));
	} finally {
		URL.revokeObjectURL(address);
	}
}

// copy returns an element with its looks, null if it is not to be seen.
function copy(e) {
	const style = getComputedStyle(e), symbol = e.localName === "symbol" || e.localName === "marker";
	if (style.display === "none" && !symbol) return null;
	const own = e.cloneNode(false);
	own.removeAttribute("class");
	if (!symbol && e.localName !== "use") for (const look of looks) own.setAttribute(look, style.getPropertyValue(look));
	own.append(...[...e.childNodes].map(child => child.nodeType === Node.ELEMENT_NODE ? copy(child) : child.cloneNode()).filter(Boolean));
	return own;
}
