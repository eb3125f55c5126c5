// Sounds of moves, for those who want them. They are made here: a knock of wood is a burst of
// noise and a tone that fades.

// What happens, as knocks {after, tone, loud}: seconds later, in Hertz, from 0 to 1.
const sounds = {
	move: [{ after: 0, tone: 320, loud: .5 }],
	take: [{ after: 0, tone: 240, loud: .6 }, { after: .07, tone: 360, loud: .4 }],
	check: [{ after: 0, tone: 320, loud: .5 }, { after: .1, tone: 700, loud: .35 }],
	end: [{ after: 0, tone: 320, loud: .5 }, { after: .18, tone: 480, loud: .4 }, { after: .36, tone: 640, loud: .4 }],
};

export class Sounds {
	#app;
	#node = null;
	#pieces = 0;
	#context = null; // made when it is first needed: browsers want a gesture before

	/** @param {import("./app.js").App} app */
	constructor(app) { this.#app = app; }

	// changed makes the sound of the move that leads to what is shown now.
	changed() {
		const app = this.#app, { node } = app.tree, before = this.#node, had = this.#pieces;
		this.#node = node;
		this.#pieces = app.answer.board.length;
		if (!app.preferences.sounds || !before || node.parent !== before) return;
		const { outcome, check } = app.answer;
		this.play(outcome ? "end" : check.length ? "check" : this.#pieces < had ? "take" : "move");
	}

	play(name) {
		const context = this.#context ||= new AudioContext();
		for (const knock of sounds[name]) this.#knock(context, knock);
		document.body.dataset.sound = name;
	}

	#knock(context, { after, tone, loud }) {
		const at = context.currentTime + after, length = .12;
		const fade = context.createGain();
		fade.gain.setValueAtTime(loud, at);
		fade.gain.exponentialRampToValueAtTime(.001, at + length);
		fade.connect(context.destination);
		const sine = context.createOscillator();
		sine.frequency.setValueAtTime(tone, at);
		sine.frequency.exponentialRampToValueAtTime(tone / 2, at + length);
		const noise = context.createBufferSource(), grains = context.createBuffer(1, Math.round(context.sampleRate * .03), context.sampleRate);
		grains.getChannelData(0).forEach((_, i, all) => { all[i] = (Math.random() * 2 - 1) * (1 - i / all.length); });
		noise.buffer = grains;
		for (const source of [sine, noise]) {
			source.connect(fade);
			source.start(at);
			source.stop(at + length);
		}
	}
}
