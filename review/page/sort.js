{
	// A head of a table sorts its rows, and turns them around when it is chosen again.
	const of = (row, column) => {
		const cell = row.cells[column], text = cell.textContent.trim();
		const key = cell.dataset.sort ?? text.replace(/^[^\d\p{L}]+/u, "");
		return /^-?[\d.]+/.test(key) ? parseFloat(key) : key;
	};
	for (const table of document.querySelectorAll(".sortable")) {
		const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
		if (body.rows.length < 2) continue;
		heads.forEach((head, column) => {
			if (!body.rows[0].cells[column].textContent.trim()) return; // a picture
			const button = document.createElement("button");
			button.type = "button";
			button.append(...head.childNodes);
			head.append(button);
			button.addEventListener("click", () => {
				const down = head.getAttribute("aria-sort") !== "descending";
				for (const other of heads) other.removeAttribute("aria-sort");
				head.setAttribute("aria-sort", down ? "descending" : "ascending");
				const rows = [...body.rows].sort((a, b) => {
					const x = of(a, column), y = of(b, column);
					const order = typeof x === typeof y ? (typeof x === "number" ? x - y : y.localeCompare(x)) : typeof x === "number" ? 1 : -1;
					return down ? -order : order;
				});
				body.append(...rows);
			});
		});
	}
	for (const e of document.querySelectorAll(".sort")) e.hidden = false;
}
