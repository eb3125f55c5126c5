// A document that is just enough to run the script of the page without a browser. Reads
// the page from the file in argv[2], and prints what a user would see.
"use strict";
const fs = require("fs"), vm = require("vm");

class Element {
	constructor(name) { this.name = name; this.children = []; this.attributes = {}; this.style = {}; this.hidden = false; this.className = ""; this.text = ""; }
	get textContent() { return this.text + this.children.map(c => typeof c === "string" ? c : c.textContent).join(""); }
	set textContent(t) { this.text = t; this.children = []; }
	append(...all) {
		all = all.map(c => typeof c === "number" ? String(c) : c);
		this.children.push(...all); if (this.name === "table") for (const c of all) { if (c.name === "thead") this.tHead = c; if (c.name === "tbody") this.tBodies = [c]; }
	}
	setAttribute(name, value) { this.attributes[name] = String(value); }
	removeAttribute(name) { delete this.attributes[name]; }
	focus() { focused = this; }
	get classList() {
		return {
			add: c => { this.className += " " + c; },
			remove: c => { this.className = this.className.split(" ").filter(x => x !== c).join(" "); },
		};
	}
	find(ok, list = []) { if (ok(this)) list.push(this); for (const c of this.children) if (c.find) c.find(ok, list); return list; }
}

let focused = null;
const ids = {};
const document = { createElement: n => new Element(n), getElementById: id => ids[id] ||= new Element("div") };
const html = fs.readFileSync(process.argv[2], "utf8");
vm.runInNewContext(html.slice(html.indexOf("<script>") + 8, html.lastIndexOf("</script>")), { document });

const shown = (e, depth = 0) => {
	if (e.hidden) return;
	if (e.className.startsWith("row")) console.log("  ".repeat(depth) + e.children.map(c => c.textContent).join("|") + (e.className.includes("selected") ? " <" : ""));
	for (const c of e.children) if (c.children) shown(c, depth + (e.name === "ul" ? 1 : 0));
};
const state = title => {
	console.log("== " + title);
	shown(ids.tree);
	console.log("line: " + ids.line.textContent.trim() + "\nposition: " + ids.fen.textContent + "\nmoves: " + ids.moves.find(e => e.name === "tr").map(r => r.children.map(c => c.textContent.trim()).join(",")).join(" / "));
};
const items = () => ids.tree.find(e => e.attributes.role === "treeitem");
const press = key => { const at = focused || items()[0]; at.onkeydown({ key, preventDefault() {} }); };

state("start");
items()[0].onclick();
state("selected");
fs.writeFileSync(process.argv[2] + ".svg", ids.board.innerHTML || "");
press("ArrowRight");
press("ArrowRight");
state("keys");
press("ArrowLeft");
press("ArrowLeft");
state("closed");
const pieces = ids.board.innerHTML.match(/<text[^>]*>[^<]*/g).map(t => t.replace(/.*>/, ""));
console.log("== board\n" + pieces.join(""));

// Open everything that opens, down the last move of each position.
for (let i = 0; i < 9; i++) { const all = items(); focused = all[all.length - 1]; press("ArrowRight"); }
console.log("== repeats");
for (const row of ids.tree.find(e => e.className.startsWith("row") && e.textContent.includes("repeats"))) console.log(row.children.map(c => c.textContent).join("|"));
// Down the first moves.
focused = items()[0];
for (let i = 0; i < 9; i++) press("ArrowRight");
const taken = items().map(i => i.textContent).filter(t => t.includes("同"));
console.log("== taken back\n" + taken.join(","));
