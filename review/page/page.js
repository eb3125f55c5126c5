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
	let line = null;   // the line that is on the board: its moves, and the position it begins at
	let depth = 0;     // and how many of its moves; 0: the game is
	let flipped = false;
	let task = false;  // the position is an exercise
	let chosen = -1;   // the place that was chosen in it

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

	// shape draws an arrow or a circle of the record.
	const shape = ({ f, t, c }) => {
		const [x, y] = middle(t), width = layout.size[0];
		if (f === t) return [make("circle", { class: "drawn " + c, cx: x, cy: y, r: width * .44 })];
		const [fx, fy] = middle(f), length = Math.hypot(x - fx, y - fy), [dx, dy] = [(x - fx) / length, (y - fy) / length], back = width * .3, half = width * .17;
		const point = (along, aside) => `${x - dx * along - dy * aside} ${y - dy * along + dx * aside}`;
		return [make("path", { class: "drawn " + c, d: `M${fx} ${fy}L${point(back, 0)}` }), make("path", { class: "drawn tip " + c, d: `M${x} ${y}L${point(back, half)}L${point(back, -half)}z` })];
	};

	const draw = (position, delta, arrow, reply, shapes) => {
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
		groups.arrows.replaceChildren(...(shapes || []).flatMap(shape));
		for (const [ends, name, head] of [[arrow, "arrow", "head"], [reply, "arrow reply", "head-reply"]]) {
			if (ends) groups.arrows.append(make("path", { class: name, "marker-end": `url(#${head})`, d: `M${middle(ends[0])}L${middle(ends[1])}` }));
		}
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

	// row returns the buttons of a line. Moves of the record have remarks behind them.
	const row = (all, from, head, hidden = 0) => {
		const e = document.createElement("p");
		e.append(head);
		const own = { moves: all, from };
		all.forEach(([text, delta, remark], j) => {
			if (j < hidden) return;
			const b = document.createElement("button");
			b.type = "button";
			b.textContent = text;
			b.disabled = delta === "" && j > 0;
			b.addEventListener("click", () => { line = own; depth = j + 1; show(); });
			buttons.push([own, j + 1, b]);
			e.append(" ", b);
			if (!remark) return;
			const said = document.createElement("em");
			said.textContent = remark;
			e.append(" ", said);
		});
		return e;
	};
	let buttons = []; // of the lines that are shown, with what they lead to
	const lines = () => {
		buttons = [];
		const list = plies[ply].l || [], instead = plies[ply].v || [];
		$("lines").replaceChildren(...list.map((l, i) => {
			const score = document.createElement("strong");
			score.textContent = l.s + (i === 0 && plies[ply].e ? ` ${plies[ply].e}` : "");
			return row(l.m, ply, score);
		}));
		$("instead").lastElementChild.replaceChildren(...instead.map(v => row(v.m, ply - 1, v.k ? "(" : "", v.k)));
		$("instead").hidden = !instead.length;
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
			position = positions[line.from];
			for (const [move, change] of line.moves.slice(0, depth)) {
				position = play(position, change);
				delta = change;
				text = say = move;
			}
		}
		draw(position, task ? "" : delta, depth || task ? null : p.b, depth || task ? null : p.y, depth || task ? null : p.h);
		if (task && chosen >= 0) mark(chosen);
		picture.setAttribute("aria-label", text + (p.b && !depth ? ". " + data.arrow : "") + (p.y && !depth ? " " + data.reply : ""));
		$("live").textContent = say;
		$("pieces").replaceChildren(...describe(position).map(line => {
			const e = document.createElement("p");
			e.textContent = line;
			return e;
		}));
		for (const [own, n, b] of buttons) {
			if (depth === n && own === line) b.setAttribute("aria-current", "true");
			else b.removeAttribute("aria-current");
		}
		$("return").hidden = depth === 0;
		document.querySelector(".stage").classList.toggle("variation", depth > 0);
		$("first").disabled = $("back").disabled = ply === 0 && depth === 0;
		$("last").disabled = $("forward").disabled = depth ? depth === line.moves.length : ply === plies.length - 1;
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
		$("now-chance").textContent = p.w === undefined ? "" : `${data.mark}${p.w.toFixed(0)}%${p.e ? ` ${p.e}` : ""}`;
		$("now-comment").textContent = p.c || "";
		$("now-remark").textContent = p.r ? `${data.source}${p.r}` : "";
		for (const side of [0, 1]) $("bar-" + side).querySelector("time").textContent = p.k ? p.k[side] : "";
		$("cursor").setAttribute("d", `M${ply / Math.max(1, plies.length - 1) * 1000} 0v200`);
		clearTimeout(address);
		address = setTimeout(() => { // browsers complain about many changes a second
			try { history.replaceState(null, "", "#" + (task ? "find" : "") + (ply || "")); } catch { /* not on every kind of page */ }
		}, 400);
	};

	const go = n => {
		if (task) leave();
		ply = Math.max(0, Math.min(plies.length - 1, n));
		depth = 0;
		show();
	};
	const forward = () => {
		if (!depth) go(ply + 1);
		else if (depth < line.moves.length) { depth++; show(); }
	};
	const back = () => {
		if (!depth) go(ply - 1);
		else { depth--; show(); }
	};
	const first = () => go(0), last = () => go(plies.length - 1);
	const mistake = () => {
		for (let i = 1; i < plies.length; i++) {
			const n = (ply + i) % plies.length;
			if (plies[n].g && plies[n].j !== "praise") { go(n); return; }
		}
	};
	const flip = () => {
		flipped = !flipped;
		$("flip").setAttribute("aria-pressed", String(flipped));
		document.querySelector(".stage").classList.toggle("flipped", flipped);
		show();
	};

	// Exercises: the position before a bad move, in which a better one is to be found.
	const tasks = plies.flatMap((p, i) => p.x ? [i] : []);
	const mark = place => {
		const [x, y] = corner(place);
		groups.marks.append(make("rect", { class: "chosen", x, y, width: layout.size[0], height: layout.size[1] }));
	};
	const say = text => { $("task-said").textContent = text; };
	const exercise = n => {
		ply = n;
		depth = 0;
		task = true;
		chosen = -1;
		document.body.classList.add("exercise");
		$("task").hidden = false;
		$("find").setAttribute("aria-pressed", "true");
		const side = (plies[n].p + 0) & 1;
		$("task-text").textContent = data.task.replace("%s", data.sides[side]);
		say("");
		$("task-show").disabled = false;
		if (flipped !== (side === 1)) flip();
		show();
		$("board").scrollIntoView({ block: "nearest" });
	};
	const leave = () => {
		task = false;
		document.body.classList.remove("exercise");
		$("task").hidden = true;
		$("find").setAttribute("aria-pressed", "false");
	};
	const solve = found => {
		chosen = -1;
		const best = plies[ply].x[0];
		draw(positions[ply], "", best);
		$("task-show").disabled = true;
		say((found ? data.right + " " : "") + (plies[ply + 1].c || ""));
	};
	const choose = place => {
		if ($("task-show").disabled) return;
		const begins = chosen < 0 || positions[ply][place] !== "." && place < squares && mine(place) === mine(chosen);
		if (begins) {
			chosen = mine(place) ? place : -1;
			show();
			return;
		}
		const right = plies[ply].x.some(([from, to]) => from === chosen && to === place);
		if (right) { solve(true); return; }
		chosen = -1;
		show();
		say(data.wrong);
	};
	const mine = place => {
		const second = plies[ply].p === 1;
		if (place >= squares) return positions[ply][place] !== "0" && (place - squares >= hand.length) === second;
		const piece = positions[ply][place];
		return piece !== "." && (piece === piece.toLowerCase()) === second;
	};
	const placeAt = e => {
		const box = picture.getBoundingClientRect(), view = picture.viewBox.baseVal;
		const x = view.x + (e.clientX - box.left) / box.width * view.width, y = view.y + (e.clientY - box.top) / box.height * view.height;
		for (let place = 0; place < squares + slots; place++) {
			const [left, top] = corner(place);
			if (x >= left && x < left + layout.size[0] && y >= top && y < top + layout.size[1]) return place;
		}
		return -1;
	};
	const next = () => exercise(tasks.find(n => n > ply) ?? tasks[0]);
	if (tasks.length) {
		$("find").addEventListener("click", () => { if (task) go(ply); else exercise(tasks.find(n => n >= ply) ?? tasks[0]); });
		$("task-show").addEventListener("click", () => solve(false));
		$("task-next").addEventListener("click", next);
		$("task-leave").addEventListener("click", () => go(ply + 1));
	}

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
		else if (e.key === "Escape" && (depth || task)) go(ply);
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
		else if (Math.hypot(dx, dy) < 10 && task) {
			const place = placeAt(e);
			if (place >= 0) choose(place);
		} else if (Math.hypot(dx, dy) < 10) {
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
	const open = () => {
		const n = Number(location.hash.replace("#find", "")), find = location.hash.startsWith("#find") && plies[n]?.x;
		if (find) exercise(n);
		else go(Number(location.hash.slice(1)) || 0);
	};
	addEventListener("hashchange", open);

	for (const e of document.querySelectorAll(".controls, #now, #lines-card")) e.hidden = false;
	open();
}
