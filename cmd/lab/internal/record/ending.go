package record

import "github.com/nitoryu/nitoryu/core"

// Ending says in words why a game ended. Any words will do; those below are the
// ones that the formats tell apart. Where core has an ending of the same name,
// Ending(verdict.Ending.String()) is it.
type Ending string

// The endings.
const (
	Checkmate            Ending = "checkmate"
	Stalemate            Ending = "stalemate"
	Resignation          Ending = "resignation"
	Repetition           Ending = "repetition"
	PerpetualCheck       Ending = "perpetual check"
	FiftyMoves           Ending = "fifty-move rule"
	InsufficientMaterial Ending = "insufficient material"
	MoveLimit            Ending = "move limit"
	Declaration          Ending = "declaration"       // won by it
	WrongDeclaration     Ending = "wrong declaration" // lost by claiming what was not so
	TimeForfeit          Ending = "time forfeit"
	IllegalMove          Ending = "illegal move"
	Crash                Ending = "crash"
	Hang                 Ending = "hang"
	Adjudication         Ending = "adjudication"
	Interrupted          Ending = "interrupted" // unfinished
)

// knownEnding returns the ending that text names.
func knownEnding(text string) (Ending, bool) {
	switch e := Ending(text); e {
	case Checkmate, Stalemate, Resignation, Repetition, PerpetualCheck, FiftyMoves, InsufficientMaterial, MoveLimit,
		Declaration, WrongDeclaration, TimeForfeit, IllegalMove, Crash, Hang, Adjudication, Interrupted:
		return e, true
	}
	return "", false
}

// pgnTermination returns the value of PGN's Termination tag, in the words that
// match managers for engines use.
func (g *Game) pgnTermination() string {
	switch {
	case g.Result == Unfinished:
		return "unterminated"
	case g.Ending == TimeForfeit:
		return "time forfeit"
	case g.Ending == Adjudication:
		return "adjudication"
	case g.Ending == IllegalMove, g.Ending == WrongDeclaration:
		return "illegal move"
	case g.Ending == Crash, g.Ending == Hang:
		return "abandoned"
	}
	return "normal"
}

// endingOf guesses an ending from PGN's Termination tag, or from the verdict
// over the last position where the tag does not say.
func endingOf(termination string, v core.Verdict) Ending {
	switch termination {
	case "time forfeit":
		return TimeForfeit
	case "adjudication":
		return Adjudication
	case "illegal move", "rules infraction":
		return IllegalMove
	case "abandoned":
		return Crash
	case "unterminated":
		return Interrupted
	}
	if v.Over() {
		return Ending(v.Ending.String())
	}
	return ""
}

// shogiEnd returns how KIF and CSA close a game. Both speak of the side that
// would move next: it resigns, runs out of time, declares, or the other side has
// broken the rules. What fits none of that is told as the nearest that names the
// right winner.
func (g *Game) shogiEnd() (kif, csa string) {
	next := g.toMove()
	winner, decided := g.Result.Winner()
	switch {
	case g.Result == Unfinished:
		return "中断", "%CHUDAN"
	case g.Result == Draw && g.Ending == Repetition:
		return "千日手", "%SENNICHITE"
	case g.Result == Draw && g.Ending == MoveLimit:
		return "持将棋", "%JISHOGI"
	case !decided:
		return "持将棋", "%HIKIWAKE"
	case winner == next && g.Ending == Declaration:
		return "入玉勝ち", "%KACHI"
	case winner == next && next == core.First:
		return "反則勝ち", "%-ILLEGAL_ACTION"
	case winner == next:
		return "反則勝ち", "%+ILLEGAL_ACTION"
	}
	switch g.Ending {
	case Checkmate, Stalemate:
		return "詰み", "%TSUMI"
	case TimeForfeit:
		return "切れ負け", "%TIME_UP"
	case IllegalMove, WrongDeclaration, PerpetualCheck:
		return "反則負け", "%ILLEGAL_MOVE"
	}
	return "投了", "%TORYO"
}
