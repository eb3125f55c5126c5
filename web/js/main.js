// The first module: it puts the page together.

import { App } from "./app.js";
import { Analysis } from "./analyse.js";
import { Bars } from "./bars.js";
import { drawEarly, showProgress } from "./early.js";
import { Editor } from "./edit.js";
import { Files } from "./files.js";
import { Moves } from "./moves.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { Settings } from "./settings.js";
import { Setup } from "./setup.js";
import { Tags } from "./tags.js";

const app = new App();
drawEarly(app.board);
app.link.onProgress = showProgress;
const setup = app.add(new Setup(app));
app.playing = app.add(new Play(app, setup));
app.analysis = app.add(new Analysis(app));
app.add(new Review(app));
app.add(new Moves(app));
app.add(new Bars(app));
app.add(new Files(app));
app.add(app.notices);
app.editor = new Editor(app);
new Tags(app);
new Settings(app);
app.start().catch(error => app.fail(error));
