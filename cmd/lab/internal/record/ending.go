package record

import "github.com/nitoryu/nitoryu/core"

// pgnTermination returns the value of PGN's Termination tag, as match managers write it.
func (g *Game) pgnTermination() string {
	switch {
	case g.Result == Unfinished:
		return "unterminated"
	case g.Ending == core.TimeForfeit:
		return "time forfeit"
	case g.Ending == core.Adjudication:
		return "adjudication"
	case g.Ending == core.IllegalMove, g.Ending == core.WrongDeclaration:
		return "illegal move"
	case g.Ending == core.Crash, g.Ending == core.Hang:
		return "abandoned"
	}
	return "normal"
}

// endingOf derives the ending from PGN's Termination tag, or else from the verdict on the
// last position.
func endingOf(termination string, v core.Verdict) core.Ending {
	switch termination {
	case "time forfeit":
		return core.TimeForfeit
	case "adjudication":
		return core.Adjudication
	case "illegal move", "rules infraction":
		return core.IllegalMove
	case "abandoned":
		return core.Crash
	case "unterminated":
		return core.Interrupted
	}
	return v.Ending
}

// shogiEnd returns how KIF and CSA close a game. Both speak of the side that
// would move next: it resigns, runs out of time, declares, or the other side has
// broken the rules. Other endings become the nearest of these with the right winner.
func (g *Game) shogiEnd() (kif, csa string) {
	next := g.toMove()
	winner, decided := g.Result.Winner()
	switch {
	case g.Result == Unfinished:
		return "中断", "%CHUDAN"
	case g.Result == Draw && g.Ending == core.Repetition:
		return "千日手", "%SENNICHITE"
	case g.Result == Draw && g.Ending == core.MoveLimit:
		return "持将棋", "%JISHOGI"
	case !decided:
		return "持将棋", "%HIKIWAKE"
	case winner == next && g.Ending == core.Declaration:
		return "入玉勝ち", "%KACHI"
	case winner == next && next == core.First:
		return "反則勝ち", "%-ILLEGAL_ACTION"
	case winner == next:
		return "反則勝ち", "%+ILLEGAL_ACTION"
	}
	switch g.Ending {
	case core.Checkmate, core.Stalemate:
		return "詰み", "%TSUMI"
	case core.TimeForfeit:
		return "切れ負け", "%TIME_UP"
	case core.IllegalMove, core.WrongDeclaration, core.PerpetualCheck:
		return "反則負け", "%ILLEGAL_MOVE"
	}
	return "投了", "%TORYO"
}
