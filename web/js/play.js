// The part that plays a match: it lets engines think, persons move and clocks run, and asks
// the web API how the game stands. The match has the state, the page is the arbiter.

import { $ } from "./dom.js";
import { findHint, spare } from "./hint.js";
import { Match, other, sides, tagsOf } from "./match.js";
import { Tree } from "./tree.js";

const patience = 1500; // ms that the engine thinks about a move without a clock, and about a hint
const pace = [400, 700]; // ms that a weak engine takes at least, so that its move is seen

// otherOf returns the name of another engine than ours that is a level, "" for levels of ours.
const otherOf = level => level?.startsWith("engine:") ? level.slice(7) : "";

export class Play {
	match = null;
	origin = null;    // a position that a game may start from: {position, chess960}
	thinking = null;  // the node that an engine thinks about
	#app;
	#setup;
	#idle = null;     // the tree on the board before a match
	/** @type {Answer.Position | null} */
	#answer = null;   // what the web API says of the end of the match
	#note = "";       // what the status says besides
	#score = null;    // the last one of an engine, for itself
	#was = "";        // the mode before

	/** @param {import("./app.js").App} app */
	constructor(app, setup) {
		this.#app = app;
		this.#setup = setup;
		setup.onBegin = choice => this.begin(choice);
		setup.onPreview = start => this.preview(start);
		const actions = {
			hint: () => this.#hint(), takeback: () => this.#takeBack(), draw: () => this.#offerDraw(),
				declare: () => this.#claim({ declared: true }), resign: () => this.#resign(),
			rematch: () => this.#rematch(), another: () => this.clear(), "analyse-game": () => this.bring(true),
				"to-game": () => app.setMode("play"),
		};
		for (const id in actions) $(id).addEventListener("click", () => Promise.resolve(actions[id]()).catch(error => app.fail(error)));
	}

	get tree() { return this.match?.tree ?? this.#idle; }
	get busy() { return Boolean(this.match?.active && this.match.length); }
	// score is what the engine thought of its last move, for itself.
	get score() { return this.#score; }
	get #atEnd() { return this.match.tree.node === this.match.end; }

	// movable: persons move at the end of a game. The first move begins one.
	movable() { return this.match ? this.match.waits && this.#atEnd : this.#setup.complete; }

	// matchKey names the match for those who keep a copy of it.
	get matchKey() { return this.match ? `match ${this.match.choice.begun}` : ""; }

	// offer puts a position on the board that a game may start from, null the usual one.
	offer(start) {
		const before = this.#putAway();
		this.origin = start;
		if (start) this.#was = "play"; // the position of the analysis does not take its place
		this.#replace(null);
		this.#idle = this.#app.newTree(start || {});
		before();
	}

	// preview shows where a game would start.
	preview(start) {
		if (this.match || this.#app.mode !== "play") return;
		this.#idle = this.#app.newTree(start);
		this.#app.refresh();
	}

	// move makes a move of a person on the board.
	async move(move) {
		if (!this.match) {
			const { side } = this.#app.answer;
			if (!await this.begin(this.#setup.choice(), { side })) return;
		}
		if (this.movable()) this.#played(move);
	}

	// begin starts a match and reports whether it did: {position, chess960, random960, rules,
	// players, levels, elo, clock}. mover is the person whose move begins it.
	async begin(choice, mover = null) {
		const app = this.#app, { t } = app;
		if (!await app.mayLeave()) return false;
		const setup = { game: app.current, position: choice.position, chess960: choice.chess960, rules: choice.rules };
		const { side, sides: names } = await app.ask(setup, []);
		const players = { ...choice.players };
		if (choice.anySide || mover) {
			const person = mover ? mover.side : Math.random() < .5 ? "first" : "second";
			if (Object.values(players).includes("engine") && Object.values(players).includes("person"))
				Object.assign(players, { [person]: "person", [other(person)]: "engine" });
		}
		const whole = { ...choice, ...setup, players, side, sides: names, begun: Date.now() };
		const byKey = key => app.game.levels.find(l => l.key === key);
		const rating = s => players[s] === "engine" ? choice.levels[s] === "elo" ? choice.elo : byKey(choice.levels[s])?.elo : 0;
		const playersNames = Object.fromEntries(
			sides.map(s => [s, players[s] === "engine" ? this.#engineName(whole, s) : players[other(s)] === "person" ? "?" : t.you]));
		whole.tags = tagsOf({
			game: app.current, names: playersNames, clock: choice.clock, event: t.eventName, begun: new Date(whole.begun),
			ratings: { first: rating("first"), second: rating("second") },
		});
		const before = this.#putAway();
		this.#replace(new Match(whole));
		this.origin = null;
		for (const side of sides) this.#engineOf(side).newGame();
		app.board.flip(this.match.person === "second");
		await app.setMode("play");
		for (const engine of new Set(sides.filter(s => players[s] === "engine").map(s => this.#engineOf(s))))
			engine.prepare(app.current).catch(error => app.fail(error));
		$("board").scrollIntoView({ block: "nearest" });
		this.#advance();
		before();
		return true;
	}

	// #putAway returns a function that offers the game that is on the board now again, when
	// something else has taken its place.
	#putAway() {
		const { notices, t } = this.#app, state = this.match?.length ? this.match.state() : null;
		return () => {
			const { match } = this;
			if (state) notices.tell(t.gameLeft, t.undo, () => this.#revive(state), () => this.match === match);
		};
	}

	// reopen goes on with a match that was kept. The one on the board can be had again.
	reopen(state) {
		const before = this.#putAway();
		this.#revive(state);
		before();
	}

	#revive(state) {
		this.#replace(new Match(state.choice, state));
		this.#app.setMode("play");
		this.#advance();
	}

	// clear makes room for another game.
	async clear() {
		if (!await this.#app.mayLeave()) return;
		this.offer(null);
		await this.#app.setMode("play");
	}

	// bring copies the game into the analysis, even one without moves. Without force, it has to have some, and
	// an analysis of something else that is not saved is shown instead.
	async bring(force = false) {
		const app = this.#app, { study } = app, { match } = this;
		if (!match || !force && !(match.length && study.follows(this.matchKey))) return app.setMode("analyse");
		if (!study.follows(this.matchKey) && !await app.notices.confirm(app.t.reallyReplace, app.t.replace)) return undefined;
		const { flipped } = app.board;
		study.follow(match, this.matchKey);
		app.all("opened");
		app.board.flip(flipped);
		return app.setMode("analyse");
	}

	#replace(match) {
		this.#stopThinking();
		this.match?.stop();
		this.match = match;
		this.#answer = this.#score = null;
		this.#note = "";
		if (!match) return;
		match.onTick = () => this.#app.all("tick");
		match.onFlag = () => this.#claim({ flagged: true });
	}

	#rematch() {
		const { choice } = this.match, { game, position, chess960, rules, players, levels, elo, clock, anySide, random960, drill } = choice;
		const again = { game, position, chess960, rules, players, levels, elo, clock, anySide, random960, drill };
		return random960 ? this.#app.api.ask("start960").then(start => this.begin({ ...again, position: start.position })) : this.begin(again);
	}

	// #played adds a move to the match and shows it.
	#played(move) {
		const app = this.#app, shown = this.#atEnd;
		this.match.play(move.move, move.names);
		this.#note = "";
		if (app.mode === "play" && shown) app.refresh({ step: true });
		else app.save();
		this.#advance();
	}

	// #advance asks how the match stands and lets it go on: a clock runs, an engine thinks.
	async #advance() {
		const app = this.#app, { match } = this;
		if (!match?.active) return this.show();
		const node = match.end;
		this.#answer = null;
		try {
			const answer = await app.ask(match.choice, match.moves());
			if (this.match !== match || match.end !== node || !match.active) return undefined;
			this.#answer = answer;
			if (answer.outcome) this.#finishByRule(answer.outcome);
			else if (match.waits) match.run();
			else this.#think(answer);
		} catch (error) {
			app.fail(error);
		}
		return this.show();
	}

	/** @param {Answer.Position} answer */
	async #think(answer) {
		const app = this.#app, { match } = this, node = match.end, { side } = match, weak = this.#isWeak(side);
		if (this.thinking === node) return;
		this.thinking = node;
		app.analysis.halt();
		const began = performance.now();
		let found;
		try {
			found = await this.#engineOf(side).search(match.tree, match.moves(), () => {
				const elo = this.#elo(side);
				if (!match.clock) return { elo, time: weak ? pace[0] : patience };
				if (this.thinking === node) match.run(); // only now: it was not ready before
				return { elo, clock: match.clock.told(app.current, side) };
			});
			if (weak) await this.#linger(began);
		} catch (error) {
			if (this.thinking === node) this.thinking = null;
			app.fail(error);
			return;
		}
		if (this.thinking !== node || this.match !== match || match.end !== node) return;
		this.thinking = null;
		const move = answer.legal.find(m => m.move === found.best);
		this.#score = found.lines[0]?.score ?? this.#score;
		if (found.resign) this.#finish(other(side), this.#both(t => t.resigns(this.#nameIn(side, t))), "resignation");
		else if (found.declare) this.#claim({ declared: true });
		else if (move) this.#played(move);
		else app.fail(new Error(`the engine plays ${found.best}`));
		app.analysis.changed();
	}

	#isWeak(side) { return this.match.choice.levels[side] !== "full" && !otherOf(this.match.choice.levels[side]); }

	// #engineOf returns the engine that plays a side.
	#engineOf(side) { return this.#app.engineOf(otherOf(this.match.choice.levels[side])); }

	// #linger waits until a weak engine may have thought of its move.
	async #linger(began) {
		if (this.match?.clock || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const wait = began + pace[0] + Math.random() * (pace[1] - pace[0]) - performance.now();
		if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
	}

	#stopThinking() {
		if (this.thinking) this.#engineOf(this.match.side).stop();
		this.thinking = null;
	}

	// #elo is the strength that the level of a side has, undefined for full strength.
	#elo(side) {
		const { levels, elo } = this.match.choice;
		return levels[side] === "elo" ? elo : this.#app.game.levels.find(l => l.key === levels[side])?.elo;
	}

	async #hint() {
		const app = this.#app, { match } = this, node = match.end, answer = this.#answer;
		if (!this.movable() || !answer) return;
		this.#note = app.t.hintThinking;
		this.show();
		const hint = await findHint(app, match, answer, patience);
		if (!hint && this.match === match) this.#note = "";
		if (!hint || this.match !== match || match.end !== node || !match.active) return;
		this.#note = hint.text;
		this.show();
		if (app.mode === "play" && hint.ends) app.board.arrows([{ from: hint.ends[0], to: hint.ends[1], rank: 0 }]);
	}

	// #takeBack takes back until it is a person's turn again, whatever is shown.
	#takeBack() {
		const { match } = this, app = this.#app;
		if (!match.canTakeBack) return;
		this.#stopThinking();
		app.engine.stop();
		match.takeBack();
		this.#note = "";
		app.refresh();
		this.#advance();
	}

	// #offerDraw: another person agrees, the engine if it is not better by more than the web API says.
	async #offerDraw() {
		const { match } = this, node = match.end;
		if (!match.person || await this.#accepts(match, this.#answer)) {
			if (this.match === match && match.end === node) this.#finish(null, this.#both(t => t.drawAgreed));
			return;
		}
		if (this.match !== match || match.end !== node) return;
		this.#note = this.#app.t.drawRefused;
		this.show();
	}

	// #accepts asks the engine what it thinks of the position in which a draw is offered.
	async #accepts(match, answer) {
		if (answer?.draw === undefined) return false;
		const limits = { analysis: true, time: spare(match, patience) };
		const found = await this.#app.engine.search(match.tree, match.moves(), limits), [line] = found.lines;
		return !found.stopped && line !== undefined && valueOf(line.score) >= valueOf(answer.draw);
	}

	// #claim: the web API says how the game ends when the side to move declares, or when its
	// time is over, which is a draw against a side that cannot mate.
	async #claim(what) {
		const app = this.#app, { match } = this;
		try {
			const answer = await app.ask(match.choice, match.moves(), what);
			if (this.match === match && match.active && answer.outcome) this.#finishByRule(answer.outcome);
		} catch (error) {
			app.fail(error);
		}
	}

	// #resign: the person resigns, of two the one to move. A game of engines is broken off.
	async #resign() {
		const app = this.#app, { match } = this, { t } = app;
		if (!match.persons.length) return this.#finish(null, this.#both(t => t.brokenOff), "interrupted", "*");
		const side = match.person ?? match.side;
		if (!await app.notices.confirm(t.reallyResign, t.resign) || this.match !== match || !match.active) return undefined;
		return this.#finish(other(side), this.#both(t => t.resigns(this.#nameIn(side, t))), "resignation");
	}

	#both(text) { return { en: text(this.#app.textsOf("en")), ja: text(this.#app.textsOf("ja")) }; }
	#nameIn(side, t) { return this.match.choice.sides[side === "first" ? 0 : 1][t === this.#app.textsOf("ja") ? "ja" : "en"]; }

	#finishByRule({ result, text, reason }) { this.#finish({ "1-0": "first", "0-1": "second" }[result] || null, text, reason, result); }

	#finish(winner, text, reason, result) {
		const app = this.#app, { match } = this;
		if (!match?.active) return;
		this.#stopThinking();
		if (app.mode === "play") app.engine.stop();
		match.finish({ winner, text, reason, result });
		this.#note = "";
		this.show();
		app.notices.announce($("status").textContent);
		if (app.mode !== "play") app.notices.tell($("status").textContent, app.t.toGame, () => app.setMode("play"),
			() => app.mode !== "play" && this.match === match);
		app.save();
	}

	// nameOf returns who plays a side, "" if nobody is known.
	nameOf(side) {
		const { match } = this, { t } = this.#app;
		if (!match) return "";
		if (match.choice.players[side] === "engine") return this.#engineName(match.choice, side);
		return match.person ? t.you : "";
	}

	#engineName({ levels, elo }, side) {
		const app = this.#app, { t } = app, other = otherOf(levels[side]);
		return other || t.engineAt(levels[side] === "elo" ? t.elo(elo) : app.say(app.game.levels.find(l => l.key === levels[side])?.name));
	}

	#statusText() {
		const { match } = this, { t } = this.#app, { over, person } = match;
		if (over)
			return `${person && over.winner === person ? t.youWin + " " : person && over.winner ? t.youLose + " " : ""}${this.#app.say(over.text)}`;
		if (!this.#atEnd) return t.notAtEnd;
		if (!match.waits) return t.thinking(this.#engineName(match.choice, match.side));
		const side = this.#app.say(match.choice.sides[match.side === "first" ? 0 : 1]), check = this.#answer?.check.length;
		return person ? check ? t.yourMoveCheck(this.#app.current) : t.yourMove : t.toMoveNow(side);
	}

	// show shows the panel of the game.
	show() {
		const app = this.#app, { match } = this, inPlay = app.mode === "play", over = Boolean(match?.over);
		this.#setup.show(inPlay && !match);
		$("playing").hidden = !inPlay || !match;
		$("ongoing").hidden = inPlay || !match?.active || !match.length;
		app.all("tick");
		if (!match) return;
		$("status").textContent = [this.#statusText(), this.#note].filter(Boolean).join(" ");
		$("ongoing-text").textContent = match.waits ? app.t.ongoing : app.t.ongoingEngine;
		$("status").classList.toggle("result", over);
		$("playing-actions").hidden = over;
		$("over-actions").hidden = !over;
		const mine = match.waits && this.#atEnd;
		for (const id of ["hint", "draw", "declare"]) $(id).disabled = !mine;
		for (const id of ["hint", "takeback", "draw", "declare"]) $(id).hidden = !match.persons.length;
		$("takeback").disabled = !match.canTakeBack;
		if (app.current !== "chess") $("draw").hidden = true;
		if (app.current !== "shogi") $("declare").hidden = true;
		const { claim } = this.#answer ?? {};
		if (!claim?.declaration) $("declare").disabled = true;
		$("declare").textContent = claim?.drawn ? app.t.declareDraw : app.t.declare;
		this.#showDeclarations();
		$("resign").textContent = match.persons.length ? app.t.resign : app.t.stopGame;
	}

	// #showDeclarations tells the points of a declaration as soon as a king has come so far.
	#showDeclarations() {
		const app = this.#app, { declarations } = this.#answer ?? {}, near = declarations?.some(d => d.entered) && this.match.active;
		$("declarations").hidden = !near;
		if (near) $("declarations").textContent = declarations.map((d, i) => app.t.declarationIs(app.say(this.match.choice.sides[i]), d)).join(
			" · ");
	}

	changed() { this.show(); }
	flipped() { this.show(); }
	language() { if (this.#app.ready) this.show(); }

	// entered: the mode is another one. The analysis gives its position to a new game.
	entered() {
		const app = this.#app, { mode } = app;
		if (mode === "play" && this.match) this.match.tree.node = this.match.end;
		else if (mode === "play" && this.#was === "analyse" && app.answer) {
			const { position } = app.answer, { chess960 } = app.study.tree;
			this.origin = position === app.game.start ? null : { position, chess960 };
			this.#idle = app.newTree(this.origin || {});
		}
		this.#was = mode;
	}

	lost() {
		this.thinking = null;
		this.match?.clock?.stop();
	}

	back() { this.#advance(); }
	leave() { this.#stopThinking(); }

	// state and restore keep a match over a reload, and while the other game is looked at:
	// then the clock of a person goes on.
	state() {
		const tree = this.tree;
		return { play: { record: tree.record(), where: tree.where(), match: this.match?.state() ?? null, origin: this.origin } };
	}

	restore({ play }, at) {
		this.#replace(null);
		this.origin = play?.origin || null;
		this.#idle = play && !play.match ? Tree.from(play.record) : this.#app.newTree();
		if (!play?.match) return;
		const { choice, left, running } = play.match;
		if (at && running && choice.players[running] === "person") left[running] -= Date.now() - at;
		this.#replace(new Match(choice, play.match));
		this.#was = "play";
		this.#advance();
	}
}

// valueOf orders scores of searches: +0.35, #5 and #-4.
const valueOf = score => score.startsWith("#-") ? -Infinity : score.startsWith("#") ? Infinity : Number(score);
