package record

import (
	"strings"

	"github.com/nitoryu/nitoryu/core"
)

// csaSummary is the remark in which shogi-server, the program behind floodgate, says how a game
// ended. For a draw by the number of moves, an illegal move and perpetual check, it writes
// nothing else about the ending.
const csaSummary = "summary:"

// summaryEndings are the endings by their words in the summary.
var summaryEndings = map[string]core.Ending{
	"toryo":           core.Resignation,
	"abnormal":        core.Resignation, // the connection was lost: the server resigns for the player
	"time up":         core.TimeForfeit,
	"kachi":           core.Declaration,
	"illegal kachi":   core.WrongDeclaration,
	"illegal move":    core.IllegalMove,
	"uchifuzume":      core.IllegalMove,
	"oute_kaihimore":  core.IllegalMove, // the check was not answered
	"outori":          core.IllegalMove, // the king was left to be captured
	"sennichite":      core.Repetition,
	"oute_sennichite": core.PerpetualCheck,
	"max_moves":       core.MoveLimit,
}

// parseSummary reads max_moves:a draw:b draw, where first is the name of the player who began:
// old servers named the loser first. It reports false if the text is inconsistent.
func parseSummary(text, first string) (Result, core.Ending, bool) {
	parts := strings.Split(strings.TrimSpace(text), ":")
	if len(parts) != 3 {
		return Unfinished, core.NoEnding, false
	}
	e, known := summaryEndings[parts[0]]
	if strings.HasPrefix(parts[2], first+" ") && !strings.HasPrefix(parts[1], first+" ") {
		parts[1], parts[2] = parts[2], parts[1]
	}
	word := func(player string) string { return player[strings.LastIndexByte(player, ' ')+1:] }
	r := Unfinished
	switch word(parts[1]) + " " + word(parts[2]) {
	case "win lose":
		r = FirstWins
	case "lose win":
		r = SecondWins
	case "draw draw":
		r = Draw
	}
	return r, e, known && r != Unfinished
}

// summarize ends the game as the server's summary says, if the moves end without a terminal, or
// with a declaration that the server did not accept.
func (g *csaGame) summarize() {
	r, e, ok := parseSummary(g.summary, g.Player(core.First))
	if !ok {
		return
	}
	side := g.board.Side()
	said := &Node{Terminal: terminalOf(r, e, side)}
	said.Text = said.csaWord(side)
	switch {
	case g.tail.Terminal == NoTerminal:
		if g.push(said) != nil {
			return
		}
	case g.tail.Terminal == Declares && e == core.WrongDeclaration:
		g.tail.Terminal, g.tail.Text = said.Terminal, said.Text
	}
	if g.tail.Terminal == said.Terminal {
		g.Result, g.Ending = r, e
	}
}
