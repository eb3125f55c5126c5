// Small helpers to find and make elements. Nothing here knows of games.

/**
 * $ returns the element of the page with an id.
 * @template {string} K
 * @param {K} id
 * @returns {string extends K ? any : K extends keyof Elements ? Elements[K] : never}
 */
export const $ = id => /** @type {any} */ (document.getElementById(id));

// make returns an element: properties that begin with "on" are listeners, "class" and
// everything with a dash or that is no property of the element become attributes.
/** @returns {any} */
export function make(name, properties = {}, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (value === undefined || value === null || value === false) continue;
		if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
		else if (key in e && key !== "list" && typeof value !== "object") e[key] = value;
		else e.setAttribute(key === "className" ? "class" : key, value === true ? "" : value);
	}
	e.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
	return e;
}

// svg returns an element of a picture.
export function svg(name, attributes = {}, text) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== null) e.setAttribute(key, value);
	}
	if (text !== undefined) e.textContent = text;
	return e;
}

// markup returns the first element of a text of our own in HTML.
export const markup = text => document.importNode(new DOMParser().parseFromString(text, "text/html").body.firstElementChild, true);

// icons are the pictures on buttons, in a square of 24.
const icons = {
	first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", forward: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
	flip: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4", up: "M12 20V5M6 11l6-6 6 6", remove: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
	pen: "M4 20l1-5L16 4l4 4L9 19z",
	redo: "M20 9H9a5 5 0 0 0 0 10h6M20 9l-5-5M20 9l-5 5",
	undo: "M4 9h11a5 5 0 0 1 0 10H9M4 9l5-5M4 9l5 5", close: "M6 6l12 12M18 6L6 18", fold: "M5 6h14M9 12h10M9 18h10M5 12v6",
		shelf: "M4 4h4v16H4zM10 4h4v16h-4zM16.500 5l4 14.500",
};

// icon returns a picture for a button; those of lines alone are not filled.
export function icon(name) {
	const e = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true",
		class: ["flip", "up", "remove", "undo", "redo", "close", "fold", "pen", "shelf"].includes(name) ? "icon outline" : "icon" });
	e.append(svg("path", { d: icons[name] }));
	return e;
}

// within scrolls a list, and nothing else, until one of its items can be seen.
export function within(list, item) {
	const a = list.getBoundingClientRect(), b = item.getBoundingClientRect();
	if (b.top < a.top) list.scrollTop += b.top - a.top - 4;
	else if (b.bottom > a.bottom) list.scrollTop += b.bottom - a.bottom + 4;
	if (b.left < a.left) list.scrollLeft += b.left - a.left - 24;
	else if (b.right > a.right) list.scrollLeft += b.right - a.right + 24;
}

// renew gives a list other children, as soon as no pointer is down in it: a click on what was
// there when the button went down is not lost. A button that has the focus gives it to the one
// in its place. done is called then.
export function renew(list, children, done = () => {}) {
	if (list.contains(pressed)) return void pending.set(list, [children, done]);
	pending.delete(list);
	const { activeElement: focused } = document, row = [...list.children].findIndex(child => child.contains(focused));
	const buttons = child => [child, ...child?.querySelectorAll("button") ?? []],
		at = row < 0 ? -1 : buttons(list.children[row]).indexOf(focused);
	list.replaceChildren(...children());
	if (at >= 0) buttons(list.children[row])[at]?.focus();
	return done();
}

const pending = new Map(); // what lists will show in which a pointer is down
let pressed = null;

globalThis.document?.addEventListener("pointerdown", e => { pressed = e.target; }, true);
for (const end of ["pointerup", "pointercancel"]) {
	globalThis.addEventListener?.(end, () => setTimeout(() => { // after the click
		pressed = null;
		for (const [list, how] of [...pending]) renew(list, ...how);
	}), true);
}

// throttled returns a function that runs another at most once in so many milliseconds,
// the last time with the newest arguments.
export function throttled(run, interval) {
	let timer = 0, last = -Infinity, newest = [];
	return (...args) => {
		newest = args;
		if (timer) return;
		timer = setTimeout(() => {
			timer = 0;
			last = performance.now();
			run(...newest);
		}, Math.max(0, last + interval - performance.now()));
	};
}
