import { start, type Engine, type Options } from "nitoryu";

const options: Options = { game: "shogi" };
const engine: Engine = await start(options);
const lines: string[] = await engine.ask("usi", "usiok");
const deaf: () => void = engine.onLine(line => line.length);
deaf();
engine.send(lines[0] ?? "isready");
await engine.quit();
await engine.closed;
// @ts-expect-error there is no such game
await start({ game: "go" });
// @ts-expect-error a line is a text
engine.send(1);
