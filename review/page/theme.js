"use strict";
{
	const root = document.documentElement, button = document.getElementById("theme");
	const dark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
	const show = () => button.setAttribute("aria-pressed", String(dark()));
	try {
		const kept = localStorage.getItem("theme");
		if (kept === "dark" || kept === "light") root.dataset.theme = kept;
	} catch { /* pages from a disk may have no storage */ }
	button.addEventListener("click", () => {
		root.dataset.theme = dark() ? "light" : "dark";
		try { localStorage.setItem("theme", root.dataset.theme); } catch { /* as above */ }
		show();
	});
	button.hidden = false;
	show();
}
