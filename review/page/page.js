{
	const $ = id => document.getElementById(id);
	const data = JSON.parse($("data").textContent);
	const { layout, hand, plies } = data;
	const squares = layout.columns * layout.rows, slots = (layout.slots || []).length;
	const picture = $("board").firstElementChild;
	const groups = Object.fromEntries(["marks", "pieces", "arrows"].map(name => [name, picture.querySelector("." + name)]));

	// What stands on the board after each move. A delta names places in two digits, the
	// first two being where the move began and ended, and what is there now.
	const changes = delta => Array.from((delta || "").matchAll(/(\d\d)(\+?[0-9A-Za-z.])/g), m => [Number(m[1]), m[2]]);
	const play = (position, delta) => {
		const after = position.slice();
		for (const [place, piece] of changes(delta)) after[place] = piece;
		return after;
	};
	const empty = Array.from({ length: squares + slots }, (_, i) => i < squares ? "." : "0");
	const positions = [];
	for (const p of plies) positions.push(positions.length ? play(positions.at(-1), p.d) : play(empty, data.start));

	let ply = 0;       // the position of the game
	let variation = 0; // the best line that is on the board: its number
	let depth = 0;     // and how many of its moves; 0: the game is
	let flipped = false;

	const make = (name, attributes, text) => {
		const e = document.createElementNS("http://www.w3.org/2000/svg", name);
		for (const key in attributes) e.setAttribute(key, attributes[key]);
		if (text !== undefined) e.textContent = text;
		return e;
	};
	const corner = place => {
		if (place >= squares) return layout.slots[(place - squares + (flipped ? slots / 2 : 0)) % slots];
		const seen = flipped ? squares - 1 - place : place;
		return [layout.origin[0] + seen % layout.columns * layout.size[0], layout.origin[1] + Math.floor(seen / layout.columns) * layout.size[1]];
	};
	const middle = place => corner(place).map((v, i) => v + layout.size[i] / 2);

	const draw = (position, delta, arrow) => {
		const [width, height] = layout.size;
		const pieces = [];
		position.forEach((piece, place) => {
			if (piece === "." || piece === "0") return;
			const [x, y] = corner(place);
			let second = piece === piece.toLowerCase(), name = piece;
			if (place >= squares) {
				const slot = place - squares;
				second = slot >= hand.length;
				name = second ? hand[slot - hand.length].toLowerCase() : hand[slot];
			}
			const use = make("use", { href: "#p-" + name, x, y, width, height });
			if (layout.turns && second !== flipped) use.setAttribute("transform", `rotate(180 ${x + width / 2} ${y + height / 2})`);
			pieces.push(use);
			if (place >= squares && piece !== "1") pieces.push(make("text", { class: "number", x: x + 84, y: y + 102 }, parseInt(piece, 36)));
		});
		groups.pieces.replaceChildren(...pieces);
		groups.marks.replaceChildren(...changes(delta).slice(0, 2).map(([place]) => {
			const [x, y] = corner(place);
			return make("rect", { x, y, width, height });
		}));
		groups.arrows.replaceChildren();
		if (arrow) groups.arrows.append(make("path", { class: "arrow", "marker-end": "url(#head)", d: `M${middle(arrow[0])}L${middle(arrow[1])}` }));
		picture.classList.toggle("flipped", flipped);
	};

	// square returns the name of a square.
	const square = place => {
		const column = place % layout.columns, row = Math.floor(place / layout.columns);
		return layout.turns ? `${layout.columns - column}${"abcdefghi"[row]}` : `${"abcdefgh"[column]}${layout.rows - row}`;
	};
	const describe = position => {
		const named = letter => data.names[letter.toUpperCase()] || letter.toUpperCase();
		const lists = [[], []];
		position.slice(0, squares).forEach((piece, place) => {
			if (piece !== ".") lists[piece === piece.toLowerCase() ? 1 : 0].push(`${named(piece)} ${square(place)}`);
		});
		position.slice(squares).forEach((number, slot) => {
			if (number !== "0") lists[slot < hand.length ? 0 : 1].push(`${named(hand[slot % hand.length])} ×${parseInt(number, 36)} ${data.inHand}`);
		});
		return lists.map((list, i) => `${data.sides[i]}: ${list.join(", ")}`);
	};

	// within scrolls a list so that one of its items can be seen, and nothing else.
	const within = (list, item) => {
		const a = list.getBoundingClientRect(), b = item.getBoundingClientRect();
		if (b.top < a.top) list.scrollTop += b.top - a.top - 4;
		else if (b.bottom > a.bottom) list.scrollTop += b.bottom - a.bottom + 4;
	};

	const lines = () => {
		const list = plies[ply].l || [];
		$("lines").replaceChildren(...list.map((line, i) => {
			const row = document.createElement("p");
			const score = document.createElement("strong");
			score.textContent = line.s;
			row.append(score);
			line.m.forEach(([text], j) => {
				const b = document.createElement("button");
				b.type = "button";
				b.textContent = text;
				b.addEventListener("click", () => { variation = i; depth = j + 1; show(); });
				row.append(" ", b);
			});
			return row;
		}));
		const judged = plies[ply].w !== undefined;
		$("no-lines").hidden = list.length > 0 || !judged;
		$("not-judged").hidden = judged;
	};

	let shown = -1, current = null, address = 0;
	const show = () => {
		const p = plies[ply];
		if (shown !== ply) lines();
		let position = positions[ply], delta = p.d, text = p.t, say = p.a || p.t;
		if (depth > 0) {
			for (const [move, change] of p.l[variation].m.slice(0, depth)) {
				position = play(position, change);
				delta = change;
				text = say = move;
			}
		}
		draw(position, delta, depth ? null : p.b);
		picture.setAttribute("aria-label", text + (p.b && !depth ? ". " + data.arrow : ""));
		$("live").textContent = say;
		$("pieces").replaceChildren(...describe(position).map(line => {
			const e = document.createElement("p");
			e.textContent = line;
			return e;
		}));
		document.querySelectorAll("#lines p").forEach((row, i) => row.querySelectorAll("button").forEach((b, j) => {
			if (depth && i === variation && j === depth - 1) b.setAttribute("aria-current", "true");
			else b.removeAttribute("aria-current");
		}));
		$("return").hidden = depth === 0;
		document.querySelector(".stage").classList.toggle("variation", depth > 0);
		$("first").disabled = $("back").disabled = ply === 0 && depth === 0;
		$("last").disabled = $("forward").disabled = depth ? depth === p.l[variation].m.length : ply === plies.length - 1;
		if (shown === ply) return;

		shown = ply;
		const button = document.querySelector(`#moves [data-ply="${ply}"]`);
		if (current) current.removeAttribute("aria-current");
		if (current = button) {
			button.setAttribute("aria-current", "step");
			within($("moves"), button);
		} else {
			$("moves").scrollTop = 0;
		}
		$("now-move").textContent = p.t + (p.g || "");
		$("now-move").className = p.j || "";
		$("now-chance").textContent = p.w === undefined ? "" : `${data.sides[0]} ${p.w.toFixed(0)}%`;
		$("now-comment").textContent = p.c || "";
		$("now-remark").textContent = p.r || "";
		for (const side of [0, 1]) $("bar-" + side).querySelector("time").textContent = p.k ? p.k[side] : "";
		$("cursor").setAttribute("d", `M${ply / Math.max(1, plies.length - 1) * 1000} 0v200`);
		clearTimeout(address);
		address = setTimeout(() => { // browsers complain about many changes a second
			try { history.replaceState(null, "", "#" + (ply || "")); } catch { /* not on every kind of page */ }
		}, 400);
	};

	const go = n => { ply = Math.max(0, Math.min(plies.length - 1, n)); depth = 0; show(); };
	const forward = () => {
		if (!depth) go(ply + 1);
		else if (depth < plies[ply].l[variation].m.length) { depth++; show(); }
	};
	const back = () => {
		if (!depth) go(ply - 1);
		else { depth--; show(); }
	};
	const first = () => go(0), last = () => go(plies.length - 1);
	const mistake = () => {
		for (let i = 1; i < plies.length; i++) {
			const n = (ply + i) % plies.length;
			if (plies[n].g) { go(n); return; }
		}
	};
	const flip = () => {
		flipped = !flipped;
		$("flip").setAttribute("aria-pressed", String(flipped));
		document.querySelector(".stage").classList.toggle("flipped", flipped);
		show();
	};
	const actions = { first, back, forward, last, mistake, flip, return: () => go(ply) };
	for (const id in actions) $(id).addEventListener("click", actions[id]);
	if ($("letters")) $("letters").addEventListener("click", () => {
		$("letters").setAttribute("aria-pressed", String(document.documentElement.classList.toggle("western")));
	});
	document.addEventListener("click", e => {
		const target = e.target.closest("[data-ply]");
		if (!target) return;
		go(Number(target.dataset.ply));
		if (!target.closest("#moves, #graph")) $("board").scrollIntoView({ block: "nearest" });
	});
	const keys = { ArrowRight: forward, ArrowLeft: back, Home: first, End: last };
	document.addEventListener("keydown", e => {
		if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
		if (keys[e.key]) keys[e.key]();
		else if (e.key === "f" && document.activeElement === $("board")) flip();
		else if (e.key === "Escape" && depth) go(ply);
		else return;
		e.preventDefault();
	});

	// A swipe on the board steps, and so does a tap on one of its halves.
	let start = null;
	$("board").addEventListener("pointerdown", e => { start = e.isPrimary ? [e.clientX, e.clientY] : null; });
	$("board").addEventListener("pointerup", e => {
		if (!start) return;
		const dx = e.clientX - start[0], dy = e.clientY - start[1];
		start = null;
		if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) (dx < 0 ? forward : back)();
		else if (Math.hypot(dx, dy) < 10) {
			const box = picture.getBoundingClientRect();
			(e.clientX > box.left + box.width / 2 ? forward : back)();
		}
	});
	$("graph").addEventListener("click", e => {
		if (e.target.closest("[data-ply]")) return;
		const box = $("graph").getBoundingClientRect();
		go(Math.round((e.clientX - box.left) / box.width * (plies.length - 1)));
	});
	document.querySelectorAll("[data-x]").forEach(e => { e.style.left = e.dataset.x / 10 + "%"; });
	document.querySelectorAll("[data-width]").forEach(e => { e.style.width = e.dataset.width / 10 + "%"; });
	addEventListener("hashchange", () => go(Number(location.hash.slice(1)) || 0));

	for (const e of document.querySelectorAll(".controls, #now, #lines-card")) e.hidden = false;
	go(Number(location.hash.slice(1)) || 0);
}
