// A game against the engine: sides, level, clocks, and how it ends. The page is the
// arbiter and keeps the time; the engine only gets the words of its protocol.

import { Clock, clockText } from "./clock.js";
import { $ } from "./dom.js";
import { scoreText } from "./notation.js";
import { playerTags, Tree } from "./tree.js";

const other = side => side === "first" ? "second" : "first";
const patience = 1500; // ms that the engine thinks about a move without a clock, and about a hint

export class Play {
	#app;
	#game = null;    // {person, level, elo, clock, over, left}; null before the first
	#clock = null;
	#thinking = null; // the node that the engine thinks about
	#note = "";      // what the status says besides
	#last = null;    // the last score of the engine, for itself
	#setup;

	constructor(app, setup) {
		this.#app = app;
		this.#setup = setup;
		setup.onBegin = choice => this.begin(choice);
		const actions = {
			hint: () => this.#hint(), takeback: () => this.#takeBack(), draw: () => this.#offerDraw(), declare: () => this.#claim({ declared: true }), resign: () => this.#resign(),
			rematch: () => this.begin({ ...this.#game, person: this.#game.anySide ? null : this.#game.person }),
			another: () => {
				this.#game = null;
				this.changed();
			},
			"analyse-game": () => app.setMode("analyse"),
		};
		for (const id in actions) $(id).addEventListener("click", actions[id]);
	}

	get active() { return this.#game !== null && !this.#game.over; }
	get #playing() { return this.#app.mode === "play" && this.active; }
	get #end() { return this.#app.tree.line(this.#app.tree.root).at(-1); }

	busy() { return this.active && this.#app.tree.main().length > 0; }

	// movable: in a game the user moves for one side, at its end.
	movable() {
		const app = this.#app;
		if (app.mode !== "play") return true;
		return this.active && app.answer.side === this.#game.person && app.tree.node === this.#end;
	}

	// begin starts a game: {start, position, chess960, person, level, elo, clock}.
	begin(choice) {
		const app = this.#app;
		const anySide = !choice.person;
		const person = choice.person || (Math.random() < .5 ? "first" : "second");
		this.#game = { ...choice, person, anySide, over: null, left: null, declared: false };
		this.#note = "";
		this.#last = null;
		app.engine.stop();
		app.engine.newGame();
		const tree = new Tree({ game: app.tree.game, position: choice.position, chess960: choice.chess960 });
		app.mode = "play";
		this.#newClock();
		app.board.flip(person === "second");
		this.#thinking = null;
		app.setTree(tree, { keepParts: true });
		app.engine.prepare({ ...this.#options(), MultiPV: 1 }).catch(() => {});
		$("board").scrollIntoView({ block: "nearest" });
	}

	// opened: another game was put on the board, which is not played.
	opened() {
		this.#game = null;
		this.#stopThinking();
		this.#clock?.stop();
		this.#clock = null;
	}

	#newClock(left) {
		const { clock } = this.#game;
		this.#clock?.stop();
		this.#clock = clock ? new Clock(clock, left) : null;
		if (!this.#clock) return;
		this.#clock.onTick = () => this.#showClocks();
		this.#clock.onFlag = () => this.#claim({ flagged: true });
	}

	// played: the user has moved, or the engine.
	played(move, node) {
		if (!this.#playing) return;
		this.#note = "";
		if (this.#clock) {
			const side = this.#app.answer.side;
			const used = this.#clock.running ? this.#clock.press() : 0;
			node.spent = Math.round(used / 100) / 10;
			node.clock = Math.round(this.#clock.left[side] / 100) / 10;
		}
	}

	// changed: another position is shown.
	changed() {
		const app = this.#app;
		if (this.active && app.mode === "play" && app.tree.node === this.#end) {
			const { outcome } = app.answer;
			if (outcome) this.#finishByRule(outcome);
			else this.#next();
		}
		this.#show();
	}

	entered() {
		if (this.#app.mode !== "play") {
			this.#stopThinking();
			if (this.active) this.#clock?.stop();
			this.#showClocks();
		} else if (this.active && this.#app.tree.node !== this.#end) {
			this.#app.tree.node = this.#end;
		}
	}

	// #next lets the clock of the side to move run, and the engine think if it is the one.
	#next() {
		const app = this.#app, { side } = app.answer;
		if (side === this.#game.person) this.#run(side);
		else this.#think();
	}

	// #run lets the clock of a side run. The first move of a game costs no time.
	#run(side) {
		if (this.#clock && this.#clock.running !== side && this.#app.tree.main().length) this.#clock.start(side);
	}

	async #think() {
		const app = this.#app, { node } = app.tree;
		if (this.#thinking === node) return;
		this.#thinking = node;
		const game = this.#game, { protocol } = app.game;
		let found;
		try {
			found = await app.engine.search({
				position: app.tree.position, moves: app.tree.moves(), options: { ...this.#options(), MultiPV: 1 },
				limits: () => {
					if (!this.#clock) return `movetime ${patience}`;
					if (this.#thinking === node) this.#run(other(game.person)); // only now: it was not ready before
					return this.#clock.words(protocol);
				},
			});
		} catch {
			return; // the link says that it is lost
		}
		if (this.#thinking !== node || this.#game !== game || !this.#playing) return;
		this.#thinking = null;
		const info = found.lines[0];
		this.#last = info?.score ?? this.#last;
		if (found.best === "resign") return this.#finish(game.person, this.#both(t => t.resigns(this.#nameIn(other(game.person), t))), "resignation");
		if (found.best === "win") return this.#claim({ declared: true });
		if (app.tree.node !== node) {
			app.tree.node = node;
			await app.refresh();
		}
		const move = app.answer.legal.find(m => m.move === found.best);
		if (move && this.#playing) app.play(move);
		else if (!move) app.fail(new Error(`bestmove ${found.best}`));
	}

	#stopThinking() {
		if (this.#thinking) this.#app.engine.stop();
		this.#thinking = null;
	}

	// #options are those of the level.
	#options() {
		const { strength, levels } = this.#app.game, { level, elo } = this.#game;
		const options = level === "elo" ? { [strength.skill]: 20, [strength.limit]: "true", [strength.elo]: elo } : { ...levels.find(l => l.key === level).options };
		return { ...options, hash: 64, UCI_AnalyseMode: "false", UCI_Chess960: String(this.#app.tree.chess960) };
	}

	async #hint() {
		const app = this.#app, { node } = app.tree;
		if (!this.movable()) return;
		this.#note = app.t.hintThinking;
		this.#show();
		try {
			const found = await app.engine.search({
				position: app.tree.position, moves: app.tree.moves(),
				options: { ...app.analysis.options(), MultiPV: 1 },
				limits: `movetime ${this.#clock ? Math.min(patience, this.#clock.left[this.#game.person] / 40 + 200) | 0 : patience}`,
			});
			if (app.tree.node !== node || !this.#playing) return;
			const move = app.answer.legal.find(m => m.move === found.best);
			const score = found.lines[0]?.score;
			this.#note = move ? app.t.hintIs(app.nameOf(move.names, move.move), score ? ` (${scoreText(score, app.answer.side, app.tree.game)})` : "") : "";
			this.#show();
			if (move) {
				const [from, to] = app.board.ends(move.move, app.answer.side);
				app.board.arrows([{ from, to, kind: "best" }]);
			}
		} catch { /* the link says that it is lost */ }
	}

	// #takeBack takes back until it is the user's turn again.
	#takeBack() {
		const app = this.#app, { tree } = app, game = this.#game;
		const moves = tree.main(), first = app.answer.side === game.person;
		const back = game.over ? (this.#sideAtEnd() === game.person ? 2 : 1) : first ? 2 : 1;
		if (moves.length < back) return;
		this.#stopThinking();
		app.engine.stop();
		tree.remove(moves[moves.length - back]);
		tree.node = this.#end;
		game.over = null;
		game.declared = false;
		this.#note = "";
		if (this.#clock) {
			const last = side => [...tree.main()].reverse().find((n, i) => n.clock !== undefined && (i % 2 === 0) === (side !== game.person))?.clock;
			const left = {};
			for (const side of ["first", "second"]) left[side] = last(side) !== undefined ? last(side) * 1000 : this.#clock.time;
			this.#newClock(left);
		}
		app.refresh();
	}

	#sideAtEnd() {
		const { tree, answer } = this.#app, away = tree.main().length - tree.path().length;
		return away % 2 ? other(answer.side) : answer.side;
	}

	// #offerDraw: the engine agrees if it does not think that it is better.
	#offerDraw() {
		const app = this.#app, score = this.#last;
		const agrees = app.tree.main().length >= 20 && score && ("mate" in score ? score.mate <= 0 : score.cp <= 0);
		if (agrees) return this.#finish(null, this.#both(t => t.drawAgreed));
		this.#note = app.t.drawRefused;
		this.#show();
	}

	// #claim: the web API says how the game ends when the side to move declares, or when its
	// time is over, which is a draw against a side that cannot mate.
	async #claim(what) {
		const app = this.#app;
		try {
			const answer = await app.ask(app.tree, app.tree.moves(this.#end), what);
			if (this.active && answer.outcome) this.#finishByRule(answer.outcome);
			this.#show();
		} catch (error) {
			app.fail(error);
		}
	}

	async #resign() {
		const { t } = this.#app, { person } = this.#game;
		if (await this.#app.confirm(t.reallyResign, t.resign) && this.active) this.#finish(other(person), this.#both(t => t.resigns(this.#nameIn(person, t))), "resignation");
	}

	#both(text) { return { en: text(this.#app.textsOf("en")), ja: text(this.#app.textsOf("ja")) }; }

	#nameIn(side, t) {
		const name = this.#app.sides()[side === "first" ? 0 : 1];
		return t === this.#app.textsOf("ja") ? name.ja : name.en;
	}

	#finishByRule(outcome) {
		const winner = { "1-0": "first", "0-1": "second" }[outcome.result] || null;
		this.#finish(winner, outcome.text, outcome.reason, outcome.result);
	}

	// #finish ends the game; winner is null for a draw.
	#finish(winner, text, reason, result) {
		const app = this.#app;
		if (!this.active) return;
		this.#stopThinking();
		app.engine.stop();
		this.#clock?.stop();
		this.#game.over = { winner, text };
		app.tree.result = result || (winner === "first" ? "1-0" : winner === "second" ? "0-1" : "1/2-1/2");
		app.tree.ending = reason;
		const [first, second] = playerTags(app.tree.game), names = { [this.#game.person]: app.t.you, [other(this.#game.person)]: this.#engineName() };
		app.tree.tags = { ...app.tree.tags, [first]: names.first, [second]: names.second };
		this.#note = "";
		this.#show();
		app.announce($("status").textContent);
		app.save();
	}

	#engineName() {
		const { t } = this.#app, { level, elo } = this.#game;
		if (level === "elo") return `${t.engineName}, ${t.elo(elo)}`;
		return `${t.engineName}, ${this.#app.say(this.#app.game.levels.find(l => l.key === level).name)}`;
	}

	// #show shows the panel and the names beside the board.
	#show() {
		const app = this.#app, { t } = app, game = this.#game, inPlay = app.mode === "play";
		this.#setup.show(inPlay && !game);
		$("playing").hidden = !inPlay || !game;
		this.#showBars();
		this.#showClocks();
		if (!inPlay || !game || !app.answer) return;
		const over = Boolean(game.over), mine = app.answer.side === game.person;
		let status = "";
		if (over) {
			const { winner, text } = game.over;
			status = `${winner === game.person ? t.youWin + " " : winner ? t.youLose + " " : ""}${app.say(text)}`;
		} else if (app.tree.node !== this.#end) {
			status = t.notAtEnd;
		} else {
			status = mine ? (app.answer.check.length ? t.yourMoveCheck : t.yourMove) : t.thinking(t.engineName);
		}
		$("status").textContent = [status, this.#note].filter(Boolean).join(" ");
		$("status").classList.toggle("result", over);
		$("playing-actions").hidden = over;
		$("over-actions").hidden = !over;
		const atEnd = app.tree.node === this.#end;
		$("hint").disabled = !mine || !atEnd;
		$("takeback").disabled = app.tree.main().length < (this.#sideAtEnd() === game.person ? 2 : 1);
		$("draw").hidden = app.tree.game !== "chess";
		$("draw").disabled = !mine || !atEnd;
		$("declare").hidden = app.tree.game !== "shogi";
		$("declare").disabled = !mine || !atEnd || !app.answer.claim?.declaration;
	}

	#showBars() {
		const app = this.#app, { t, board } = app, game = app.mode === "play" ? this.#game : null;
		for (const [id, side] of [["bar-top", board.flipped ? "first" : "second"], ["bar-bottom", board.flipped ? "second" : "first"]]) {
			const bar = $(id), name = app.sideName(side);
			bar.querySelector("i").className = `side ${side}`;
			const player = game ? (side === game.person ? t.you : this.#engineName()) : app.playerName(side);
			bar.querySelector("bdi").textContent = player || name;
			bar.querySelector("small").textContent = player ? name : "";
			bar.classList.toggle("moving", app.answer?.side === side && !app.answer?.outcome && !game?.over);
		}
	}

	flipped() { this.#show(); }
	language() { if (this.#app.answer) this.#show(); }

	#showClocks() {
		const app = this.#app, { board, t } = app;
		for (const [id, side] of [["bar-top", board.flipped ? "first" : "second"], ["bar-bottom", board.flipped ? "second" : "first"]]) {
			const time = $(id).querySelector("time");
			let text = "", low = false;
			if (app.mode === "play" && this.#clock) {
				const { main, byoyomi } = this.#clock.shown(side);
				text = byoyomi === null ? clockText(main) : clockText(byoyomi);
				low = (byoyomi ?? main) < 10000 && this.#clock.running === side;
				time.title = byoyomi === null ? t.clock : t.clockByoyomi;
			}
			if (time.textContent !== text) time.textContent = text;
			time.hidden = !text;
			time.classList.toggle("running", this.#clock?.running === side);
			time.classList.toggle("low", low);
		}
	}

	lost() {
		this.#thinking = null;
		if (!this.#clock || !this.active) return;
		this.#clock.stop();
	}

	back() { this.changed(); }

	// state and restore keep a game over a reload.
	state() {
		if (!this.#game) return { game: null };
		const left = this.#clock && { ...this.#clock.left };
		if (left && this.#clock.running) left[this.#clock.running] -= this.#clock.used;
		return { game: { ...this.#game, left } };
	}

	restore({ game }) {
		this.#game = game || null;
		if (game?.clock) this.#newClock(game.left);
	}
}
