// The first module: it puts the page together.

import { App } from "./app.js";
import { Analysis } from "./analyse.js";
import { Bars } from "./bars.js";
import { drawEarly, showProgress } from "./early.js";
import { Endgame } from "./endgame.js";
import { Editor } from "./edit.js";
import { $ } from "./dom.js";
import { fit } from "./fit.js";
import { Files } from "./files.js";
import { Levels } from "./levels.js";
import { Library } from "./library.js";
import { Mate } from "./mate.js";
import { Moves } from "./moves.js";
import { Opening } from "./opening.js";
import { Pen } from "./pen.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { Settings } from "./settings.js";
import { Setup } from "./setup.js";
import { Sounds } from "./sounds.js";
import { Tags } from "./tags.js";
import { Trainer } from "./train.js";

const app = new App();
drawEarly(app.board);
const measure = fit(app.board, () => app.preferences.size / 100);
app.link.onProgress = showProgress;
const setup = app.add(new Setup(app));
app.playing = app.add(new Play(app, setup));
app.add(new Levels(app));
app.analysis = app.add(new Analysis(app));
app.engine.choice = () => app.analysis.engine();
app.review = app.add(new Review(app));
app.mate = app.add(new Mate(app));
app.trainer = app.add(new Trainer(app));
app.add(new Moves(app));
app.add(new Opening(app));
app.add(new Endgame(app));
app.add(new Bars(app));
app.files = app.add(new Files(app));
app.add(app.notices);
app.editor = app.add(new Editor(app));
app.add(new Library(app));
app.ownGames = { get version() { return app.keeper.version; }, list: game => app.keeper.played(game) };
app.add(app.premove);
app.add(new Pen(app));
app.add(new Sounds(app));
app.add({ language: measure });
app.add({ changed() { $("times").hidden = app.mode !== "analyse"
	|| !app.tree.main().some(node => (node.spent ?? node.clock) !== undefined); } });
later("times", async () => new (await import("./times.js")).Times(app));
later("explorer", async () => {
	const { Explorer, fileSource, ownSource, bookSource } = await import("./explorer.js");
	return new Explorer(app, [fileSource, ownSource, bookSource]);
});
later("compare", async () => new (await import("./compare.js")).Compare(app));
const drills = later("drills", async () => new (await import("./drills.js")).Drills(app));
app.add({ changed() { if (app.playing.match?.choice.drill) drills(); } }); // after a reload in the middle of one
new Tags(app);
new Settings(app);

// later adds a part that is fetched when its details are unfolded for the first time, or when the function
// that it returns is called.
function later(id, load) {
	let part = null;
	const add = () => part ??= load().then(loaded => app.add(loaded).changed()).catch(error => {
		part = null;
		app.fail(error);
	});
	$(id).addEventListener("toggle", () => { if ($(id).open) add(); });
	return add;
}

app.start().catch(error => app.fail(error));
