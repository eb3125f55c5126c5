// Made by lab docs.

// Answers are those to the requests of the web API.
interface Answers {
	"anything that fails": Answer.Problem;
	"book": Answer.BookAnswer;
	"drills": Answer.DrillsAnswer;
	"endgame": Answer.Endgame;
	"explore": Answer.ExploreAnswer;
	"games": Answer.GamesAnswer;
	"import": Answer.ImportAnswer;
	"mate": Answer.MateProof;
	"new": Answer.Engine;
	"opening": Answer.Opening;
	"position": Answer.Position;
	"read": Answer.ReadAnswer;
	"review": Answer.Report;
	"search": Answer.SearchAnswer;
	"start960": Answer.StartAnswer;
	"write": Answer.WriteAnswer;
}

declare namespace Answer {
interface BookAnswer {
	"moves": Array<Answer.BookMove> | null;
}
interface BookMove {
	"depth"?: number;
	"games"?: number;
	"move": string;
	"names": Answer.Names;
	"score"?: number | null;
	"share": number;
	"shown"?: Answer.Text | null;
}
interface Chances {
	"draw": number;
	"loss": number;
	"win": number;
}
interface Claim {
	"declaration": boolean;
	"drawn"?: boolean;
}
interface Declaration {
	"draws": number;
	"entered": boolean;
	"pieces": number;
	"points": number;
	"wins": number;
}
interface Drill {
	"goal": string;
	"key": string;
	"name": Answer.Text;
	"position": string;
}
interface DrillsAnswer {
	"drills": Array<Answer.Drill> | null;
}
interface Effect {
	"asked": string;
	"attacked"?: Array<string> | null;
	"defended"?: Array<string> | null;
	"legal": boolean;
	"move"?: Answer.Move | null;
	"outcome"?: Answer.Outcome | null;
	"position"?: string;
	"replies"?: number;
	"taken"?: string;
	"text": string;
	"threatens"?: Array<string> | null;
	"why"?: string;
}
interface Effects {
	"game": string;
	"moves": Array<Answer.Effect> | null;
	"position": string;
	"schema": number;
	"side": string;
}
interface Endgame {
	"dtz"?: number | null;
	"moves": Array<Answer.TableMove> | null;
	"result"?: string;
	"schema"?: number;
	"text"?: string;
}
interface Engine {
	"engine"?: string;
	"hash": number;
	"threads": number;
}
interface Eval {
	"depth"?: number;
	"score": string;
}
interface Exercise {
	"moves": Array<string> | null;
	"position": string;
	"solutions": Array<string> | null;
}
interface ExploreAnswer {
	"games": number;
	"left"?: number;
	"positions": Record<string, Array<Answer.ExploredMove> | null> | null;
}
interface ExploredMove {
	"drawn"?: number;
	"first"?: number;
	"games": number;
	"move": string;
	"second"?: number;
}
interface Format {
	"extension": string;
	"format": string;
}
interface Game {
	"book"?: boolean;
	"declarations"?: Array<string> | null;
	"engines"?: Array<string> | null;
	"formats": Array<Answer.Format> | null;
	"game": string;
	"hand": string;
	"kinds": Array<Answer.Kind> | null;
	"layout": Answer.Layout;
	"levels": Array<Answer.Level> | null;
	"men"?: number;
	"pieces": Array<string> | null;
	"setup": string;
	"sides": Array<Answer.Text>;
	"start": string;
	"starts": Array<Answer.Start> | null;
	"strength": Answer.Ladder;
	"symbols": string;
	"tolerance": number;
	"verdicts": Array<Answer.Verdict> | null;
}
interface GameRecord {
	"chess960"?: boolean;
	"ending"?: string;
	"game": string;
	"position": string;
	"result"?: string;
	"root": Answer.Node;
	"rules"?: Answer.Rules;
	"tags"?: Record<string, any>;
}
interface GamesAnswer {
	"css": string;
	"games": Array<Answer.Game> | null;
	"largest": number;
	"most": Answer.Engine;
	"schema": number;
	"sites"?: Array<string> | null;
	"version": string;
}
interface ImportAnswer {
	"text": string;
}
interface Kind {
	"name": Answer.Text;
	"piece": string;
}
interface Ladder {
	"highest": number;
	"lowest": number;
}
interface Layout {
	"columns": number;
	"origin": Array<number>;
	"rows": number;
	"size": Array<number>;
	"slots": Array<Array<number>> | null;
	"turns": boolean;
	"view": Array<number>;
	"wideSlots": Array<Array<number>> | null;
	"wideView": Array<number>;
}
interface Level {
	"about": Answer.Text;
	"elo"?: number;
	"key": string;
	"name": Answer.Text;
}
interface LineReport {
	"depth": number;
	"mate"?: number | null;
	"moves": Array<string> | null;
	"score"?: number | null;
	"worth"?: Answer.Worth | null;
}
interface Listed {
	"game": string;
	"number": number;
	"plies": number;
	"result": string;
	"tags": Record<string, any>;
}
interface Mate {
	"first": Array<Answer.MateMove> | null;
	"game": string;
	"known": boolean;
	"line": Array<string> | null;
	"mates": boolean;
	"names": Array<string> | null;
	"position": string;
	"schema": number;
	"shortest": boolean;
	"sure": boolean;
	"text": string;
}
interface MateMove {
	"move": string;
	"names": Answer.Names;
	"plies": number;
}
interface MateProof {
	"proof": Answer.Proof | null;
}
interface Move {
	"capture"?: boolean;
	"castles"?: boolean;
	"check"?: boolean;
	"drop"?: string;
	"from"?: string;
	"move": string;
	"names": Answer.Names;
	"piece"?: string;
	"promotes"?: any;
	"rook"?: string;
	"to"?: string;
}
interface MoveReport {
	"accuracy"?: number | null;
	"after": number;
	"before": Answer.ThoughtReport;
	"better"?: Array<string> | null;
	"chance": number;
	"comment"?: string;
	"exercise"?: Answer.Exercise | null;
	"judgement"?: string;
	"loss"?: number | null;
	"missed_mate"?: number;
	"missed_win"?: boolean;
	"move": string;
	"name": string;
	"ply": number;
	"praise"?: string;
	"reasons"?: Array<Answer.ReasonReport> | null;
	"sharpness"?: number | null;
	"side": string;
	"text"?: Answer.Text | null;
}
interface NamedMove {
	"move": string;
	"names": Answer.Names;
}
interface Names {
	"figurine"?: string;
	"kanji"?: string;
	"san"?: string;
	"western"?: string;
}
interface Node {
	"before"?: string;
	"clock"?: number | null;
	"commands"?: string;
	"comment"?: string;
	"eval"?: Answer.Eval | null;
	"glyphs"?: Array<string> | null;
	"move"?: string;
	"names"?: Answer.Names | null;
	"next"?: Array<Answer.Node | null> | null;
	"shapes"?: Array<Answer.Shape> | null;
	"spent"?: number | null;
}
interface Opening {
	"book": Array<string> | null;
	"castles"?: Array<Answer.Text | null> | null;
	"code"?: string;
	"name": Answer.Text | null;
	"next"?: Array<Answer.NamedMove> | null;
	"schema"?: number;
	"strategies"?: Array<Array<Answer.Text | null> | null> | null;
	"tactics"?: Array<Array<Answer.Text | null> | null> | null;
	"text"?: string;
}
interface OpeningReport {
	"castles"?: Array<string>;
	"code"?: string;
	"known": number;
	"name": string;
	"strategies"?: Array<Array<string> | null>;
	"tactics"?: Array<Array<string> | null>;
}
interface Outcome {
	"reason": string;
	"result": string;
	"text": Answer.Text;
}
interface Placed {
	"piece": string;
	"side": string;
	"square": string;
}
interface PlayerReport {
	"accuracy"?: number;
	"agreement"?: number | null;
	"counts": Record<string, number> | null;
	"loss": number;
	"missed_mates"?: number;
	"missed_wins"?: number;
	"moves": number;
	"name"?: string;
	"phases"?: Record<string, number> | null;
	"praise"?: Record<string, number> | null;
	"rating"?: number;
	"side": string;
}
interface Position {
	"board"?: Array<Answer.Placed> | null;
	"check": Array<string> | null;
	"claim": Answer.Claim;
	"declarations"?: Array<Answer.Declaration> | null;
	"diagram"?: string;
	"draw"?: string;
	"game": string;
	"hands"?: Record<string, Record<string, number> | null> | null;
	"key"?: string;
	"last": Answer.Move | null;
	"legal"?: Array<Answer.Move> | null;
	"lines"?: Array<Array<Answer.Names> | null> | null;
	"moves"?: number;
	"names": Array<Answer.Names> | null;
	"outcome": Answer.Outcome | null;
	"passed"?: string;
	"ply": number;
	"position": string;
	"schema"?: number;
	"side": string;
	"sides": Array<Answer.Text>;
	"text"?: string;
}
interface Problem {
	"args"?: Record<string, any> | null;
	"code"?: string;
	"error": string;
	"kept"?: number | null;
}
interface Proof {
	"move": string;
	"names": Answer.Names;
	"next"?: Array<Answer.Proof | null> | null;
	"plies"?: number;
}
interface ReadAnswer {
	"faults": Array<Answer.Problem> | null;
	"format"?: string;
	"games"?: Array<Answer.Listed> | null;
	"records": Array<Answer.GameRecord> | null;
}
interface ReasonReport {
	"fact": string;
	"for"?: Array<string> | null;
	"line": Array<string> | null;
	"pieces"?: Array<string> | null;
	"plies"?: number;
}
interface RecordedGame {
	"ending"?: string;
	"game": string;
	"games": number;
	"moves": Array<Answer.NamedMove> | null;
	"number": number;
	"record"?: string;
	"result": string;
	"schema": number;
	"start": string;
	"tags": Record<string, string> | null;
	"text": string;
}
interface Report {
	"engine": string;
	"file"?: string;
	"game": string;
	"last"?: Answer.ThoughtReport | null;
	"limits": string;
	"moves": Array<Answer.MoveReport> | null;
	"number"?: number;
	"opening"?: Answer.OpeningReport | null;
	"phases"?: Record<string, number> | null;
	"players": Array<Answer.PlayerReport>;
	"result": string;
	"schema": number;
	"start": string;
	"turns": Array<number> | null;
}
interface Rules {
	"declaration"?: string;
	"moves"?: number;
}
interface SearchAnswer {
	"best": string;
	"chances": Answer.Chances;
	"declare"?: boolean;
	"depth": number;
	"fault"?: string;
	"lines"?: Array<Answer.ShownLine> | null;
	"nanoseconds": number;
	"nodes": number;
	"ponder"?: string;
	"resign"?: boolean;
	"score": string;
	"settled"?: number;
}
interface Shape {
	"colour": string;
	"from": string;
	"to": string;
}
interface ShownLine {
	"bound"?: string;
	"chances": Answer.Chances;
	"depth": number;
	"hashFull"?: number;
	"moves": Array<string> | null;
	"nanoseconds": number;
	"nodes": number;
	"rank": number;
	"score": string;
	"selDepth"?: number;
	"worth": Answer.Worth;
}
interface Start {
	"key": string;
	"name": Answer.Text;
	"position": string;
}
interface StartAnswer {
	"number": number;
	"position": string;
}
interface TableMove {
	"dtz"?: number | null;
	"move": string;
	"names": Answer.Names;
	"result"?: string;
}
interface Text {
	"en": string;
	"ja": string;
}
interface Thought {
	"best": Answer.NamedMove | null;
	"declare"?: boolean;
	"depth": number;
	"game": string;
	"lines": Array<Answer.WordedLine> | null;
	"nodes": number;
	"position": string;
	"schema": number;
	"score": string;
	"side": string;
	"text": string;
}
interface ThoughtReport {
	"lines": Array<Answer.LineReport> | null;
	"nodes": number;
}
interface Verdict {
	"kind": string;
	"name": string;
	"sign": string;
}
interface WordedLine {
	"bound"?: string;
	"chances": Answer.Chances;
	"depth": number;
	"moves": Array<string> | null;
	"names": Array<string> | null;
	"score": string;
	"text": string;
}
interface Worth {
	"chance": number;
	"score": Answer.Text;
	"situation": Answer.Text;
}
interface WriteAnswer {
	"name": string;
	"text": string;
}
}
