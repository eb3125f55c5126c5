// The clocks of a game: a time for each side, with an increment after each move or a time
// for each move once it is used up (byoyomi). Times are in milliseconds.

export class Clock {
	/** @type {(...told: any[]) => any} */
	onTick = () => {};
	/** @type {(...told: any[]) => any} */
	onFlag = () => {};
	time; increment; byoyomi;
	left;           // what each side has, below 0 what it has used of its byoyomi
	running = null; // "first", "second" or null
	#since = 0;
	#timer = 0;
	#now;

	// A clock has {time, increment, byoyomi}. now tells the time, for tests.
	constructor({ time, increment = 0, byoyomi = 0 }, left, now = () => performance.now()) {
		Object.assign(this, { time, increment, byoyomi });
		const first = time || increment; // a clock without a main time has its first increment at once
		this.begin = { first, second: first };
		this.left = { ...(left || this.begin) };
		this.#now = now;
	}

	// start lets the clock of a side run, and stops the other.
	start(side) {
		this.#since = this.#now();
		this.running = side;
		clearInterval(this.#timer);
		this.#timer = setInterval(() => this.#tick(), 100);
		this.onTick();
	}

	// used returns how long the side has thought.
	get used() { return this.running ? this.#now() - this.#since : 0; }

	// shown returns what a side has left now: {main, byoyomi}, the time for a move being
	// null until it counts.
	shown(side) {
		const left = this.left[side] - (this.running === side ? this.used : 0);
		if (left > 0 || !this.byoyomi) return { main: Math.max(0, left), byoyomi: null };
		return { main: 0, byoyomi: Math.max(0, this.byoyomi + left) };
	}

	// press ends the move of a side and returns the time that it took, none if its clock did
	// not run.
	press(side = this.running) {
		const { used } = this;
		this.stop();
		if (side) this.left[side] = Math.max(0, this.left[side]) + this.increment;
		return used;
	}

	// stop stops the clock; the time that was used is gone, that of a byoyomi being less than nothing.
	stop() {
		clearInterval(this.#timer);
		if (this.running) this.left[this.running] = Math.max(-this.byoyomi, this.left[this.running] - this.used);
		this.running = null;
		this.onTick();
	}

	// told returns the clock as a search by a side is told. Engines of chess know no byoyomi:
	// what is left includes the next one, which is all that there is for a move once the main
	// time is used up.
	told(game, side = "first") {
		const own = game === "shogi", more = own ? 0 : this.byoyomi, last = more > 0 && this.left[side] <= 0;
		const times = ms => ["first", "second"].map(s => Math.round(ms(s)));
		const left = times(s => Math.max(0, this.left[s]) + more), [byoyomi] = times(() => this.byoyomi - more);
		return { left, increment: times(() => last ? 0 : more || this.increment), byoyomi, movesToGo: last ? 1 : 0 };
	}

	#tick() {
		if (this.running && this.left[this.running] + this.byoyomi - this.used <= 0) {
			const side = this.running;
			this.stop();
			this.onFlag(side);
		}
		this.onTick();
	}
}

// clockText returns a time as 1:02:03, 2:03 or, near its end, 0:09.4.
export function clockText(ms) {
	if (ms < 10000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
	const s = Math.ceil(ms / 1000);
	const pad = n => String(n).padStart(2, "0");
	return s >= 3600 ? `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}` : `${Math.floor(s / 60)}:${pad(s % 60)}`;
}
