// The first module: it puts the page together.

import { App } from "./app.js";
import { Analysis } from "./analyse.js";
import { Bars } from "./bars.js";
import { drawEarly, showProgress } from "./early.js";
import { Editor } from "./edit.js";
import { fit } from "./fit.js";
import { Files } from "./files.js";
import { Levels } from "./levels.js";
import { Moves } from "./moves.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { Settings } from "./settings.js";
import { Setup } from "./setup.js";
import { Sounds } from "./sounds.js";
import { Tags } from "./tags.js";

const app = new App();
drawEarly(app.board);
const measure = fit(app.board, () => app.preferences.size / 100);
app.link.onProgress = showProgress;
const setup = app.add(new Setup(app));
app.playing = app.add(new Play(app, setup));
app.add(new Levels(app));
app.analysis = app.add(new Analysis(app));
app.add(new Review(app));
app.add(new Moves(app));
app.add(new Bars(app));
app.add(new Files(app));
app.add(app.notices);
app.editor = new Editor(app);
app.add(app.premove);
app.add(new Sounds(app));
app.add({ language: measure });
new Tags(app);
new Settings(app);
app.start().catch(error => app.fail(error));
