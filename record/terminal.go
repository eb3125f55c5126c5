package record

import (
	"strings"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
)

// Terminal says how a line of shogi ended, in place of a move. The side is the one that
// would move next.
type Terminal uint8

// The ways to end a line.
const (
	NoTerminal     Terminal = iota // a move
	Resigns                        // the side resigns
	Breaks                         // the game was interrupted
	Repeats                        // drawn by repetition
	Impasse                        // drawn by impasse
	IsMated                        // the side is mated
	HasNoMate                      // a problem without a mate
	LosesOnTime                    // the side has no time left
	LosesByFoul                    // the side has broken the rules
	WinsByFoul                     // the opponent has broken the rules
	Declares                       // the side wins by declaration
	WinsByDefault                  // the opponent did not play
	LosesByDefault                 // the side did not play
	AgreesDraw                     // drawn, for no stated reason
	ReachesLimit                   // drawn by the number of moves
	WinsByTry                      // the side's king has reached its goal
	OtherTerminal                  // something else: see Node.Text
	terminals
)

// terminalWords are the words for the ways to end a line, and how the game ended then. Where KIF or
// CSA has no word, the word for the closest result stands here.
var terminalWords = [terminals]struct {
	kif, csa string
	ending   core.Ending
}{
	Resigns: {"投了", "%TORYO", core.Resignation}, Breaks: {"中断", "%CHUDAN", core.Interrupted},
	Repeats: {"千日手", "%SENNICHITE", core.Repetition}, Impasse: {"持将棋", "%JISHOGI", core.MoveLimit},
	IsMated: {"詰み", "%TSUMI", core.Checkmate}, HasNoMate: {"不詰", "%FUZUMI", core.NoEnding},
	LosesOnTime: {"切れ負け", "%TIME_UP", core.TimeForfeit}, Declares: {"入玉勝ち", "%KACHI", core.Declaration},
	LosesByFoul: {"反則負け", "%ILLEGAL_MOVE", core.IllegalMove}, WinsByFoul: {"反則勝ち", "%+ILLEGAL_ACTION", core.IllegalMove},
	WinsByDefault: {"不戦勝", "%CHUDAN", core.NoEnding}, LosesByDefault: {"不戦敗", "%TORYO", core.NoEnding},
	AgreesDraw: {"持将棋", "%HIKIWAKE", core.NoEnding}, ReachesLimit: {"持将棋", "%MAX_MOVES", core.MoveLimit},
	WinsByTry: {"トライ", "%KACHI", core.NoEnding}, OtherTerminal: {"中断", "%CHUDAN", core.NoEnding},
}

// terminalOfKIF reads the word that ends a line of KIF.
func terminalOfKIF(word string) Terminal {
	switch word {
	case "詰":
		return IsMated
	case "引き分け", "引分", "引分け":
		return AgreesDraw
	case "最大手数":
		return ReachesLimit
	case "入玉", "入玉宣言", "宣言勝ち":
		return Declares
	case "時間切れ":
		return LosesOnTime
	}
	for t := Resigns; t < OtherTerminal; t++ {
		if terminalWords[t].kif == word {
			return t
		}
	}
	return OtherTerminal
}

// terminalOfCSA reads the word that ends a game of CSA, with side to move.
func terminalOfCSA(word string, side core.Color) Terminal {
	switch word {
	case "%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION":
		if (word[1] == '+') == (side == core.First) {
			return LosesByFoul
		}
		return WinsByFoul
	}
	for t := Resigns; t < OtherTerminal; t++ {
		if terminalWords[t].csa == word {
			return t
		}
	}
	return OtherTerminal
}

// kifWord returns the word for a terminal node in a row of KIF: its text, if reading the text
// gives this terminal again.
func (n *Node) kifWord() string {
	text, usual := n.Text, terminalWords[n.Terminal].kif
	word, _, _ := cutTimes(text)
	switch {
	case text == "", word != text, terminalOfKIF(text) != n.Terminal, beginsMove(text):
		return usual
	case n.Terminal != OtherTerminal && strings.HasPrefix(text, "%"): // of CSA
		return usual
	}
	return text
}

// isCSAEnd reports whether a statement of CSA says how the game ended.
func isCSAEnd(text string) bool {
	return strings.HasPrefix(text, "%") && !strings.ContainsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// csaWord returns the word for a terminal node with side to move in CSA.
func (n *Node) csaWord(side core.Color) string {
	if isCSAEnd(n.Text) && terminalOfCSA(n.Text, side) == n.Terminal {
		return n.Text
	}
	if n.Terminal == WinsByFoul && side == core.First {
		return "%-ILLEGAL_ACTION"
	}
	return terminalWords[n.Terminal].csa
}

// Result returns the result of a game that ended with t, with side to move.
func (t Terminal) Result(side core.Color) Result {
	switch t {
	case Resigns, IsMated, LosesOnTime, LosesByFoul, LosesByDefault:
		return WinOf(side.Other())
	case WinsByFoul, Declares, WinsByDefault, WinsByTry:
		return WinOf(side)
	case Repeats, Impasse, AgreesDraw, ReachesLimit:
		return Draw
	}
	return Unfinished
}

// Ending returns the ending of a game that ended with t.
func (t Terminal) Ending() core.Ending { return terminalWords[min(t, OtherTerminal)].ending }

// terminalOf returns the terminal that best says how a game without a terminal ended,
// NoTerminal if nothing is known. side is to move after the last move. Most terminals are about
// the side to move. If that side has won, say because the opponent resigned out of turn, the
// only fitting word is that the game was broken off. terminalOf calls an ending a foul only if
// it was one.
func terminalOf(r Result, e core.Ending, side core.Color) Terminal {
	winner, decided := r.Winner()
	switch {
	case r == Unfinished && e == core.NoEnding:
		return NoTerminal
	case r == Unfinished:
		return Breaks
	case r == Draw && e == core.Repetition:
		return Repeats
	case r == Draw && e == core.MoveLimit:
		return ReachesLimit
	case !decided:
		return AgreesDraw
	case winner == side && e == core.Declaration:
		return Declares
	case winner == side && (e == core.IllegalMove || e == core.PerpetualCheck):
		return WinsByFoul
	case winner == side:
		return Breaks
	}
	switch e {
	case core.Checkmate, core.Stalemate:
		return IsMated
	case core.TimeForfeit:
		return LosesOnTime
	case core.IllegalMove, core.WrongDeclaration, core.PerpetualCheck:
		return LosesByFoul
	}
	return Resigns
}

// end returns the terminal node of the main line. If the line has no terminal, end makes one
// from result and ending, or returns nil if both are unknown. side is to move at the end of the
// line. What the terminal cannot say stands in its comment, in the words of say.
func (g *Game) end(last *Node, side core.Color, say func(Result, core.Ending) string) *Node {
	if last != nil && last.Terminal != NoTerminal {
		return last
	}
	t := terminalOf(g.Result, g.Ending, side)
	if t == NoTerminal {
		return nil
	}
	n := &Node{Terminal: t}
	if t.Result(side) != g.Result || g.Ending != core.NoEnding && t.Ending() != g.Ending {
		n.Comments = []string{say(g.Result, g.Ending)}
	}
	return n
}
