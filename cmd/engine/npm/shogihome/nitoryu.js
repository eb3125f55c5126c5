// The engine of shogi as a module of ShogiHome, see docs/use/browsers.md.

import { create } from "./engine.js";

export default options => create("nitoryu.wasm", options);
