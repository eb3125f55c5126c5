/** An engine in a thread of its own. It takes and gives lines of UCI (chess) or USI (shogi). */
export interface Engine {
	/** Sends a line, such as `"go depth 12"`. After the end of the engine it does nothing. */
	send(line: string): void;
	/** Calls `listener` with each line of the engine, until the function that it returns is called. */
	onLine(listener: (line: string) => void): () => void;
	/**
	 * Sends a line and waits for the answer, a line whose first word is `last`, such as `"uciok"`, `"readyok"` or
	 * `"bestmove"`. The promise has all lines up to it, and is rejected if the engine ends before.
	 */
	ask(line: string, last: string): Promise<string[]>;
	/** Ends the engine; the same as `closed` after `send("quit")`. */
	quit(): Promise<void>;
	/** Is fulfilled when the engine was told to quit, and rejected with what was wrong if it ended otherwise. */
	readonly closed: Promise<void>;
}

export interface Options {
	/** Which engine: of chess, which speaks UCI (the default), or of shogi, which speaks USI. */
	game?: "chess" | "shogi";
}

/** Starts an engine: in a Worker of the browser, in a thread of Node. The promise is rejected if it cannot start. */
export function start(options?: Options): Promise<Engine>;
