package review

import (
	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/record"
)

// Positions returns how many positions of a game an engine is asked about: those before each
// move of the main line, and the last one unless the game is over there by the rules.
func Positions(g *record.Game) (int, error) {
	p, err := g.Position()
	if err != nil {
		return 0, err
	}
	n := 0
	err = g.Replay(func(before core.Position, _ *record.Node) bool {
		p = before // Replay plays on it
		n++
		return true
	})
	if err == nil && !p.Verdict().Over() {
		n++
	}
	return n, err
}

// bestLine returns the best line of an answer about p, none without an answer.
func bestLine(p core.Position, r *nitoryu.Result) []core.Move {
	if len(r.Lines) == 0 {
		return nil
	}
	return inside.ReadMoves(p, r.Lines[0].Moves...)
}

// bestMove returns the first move of the best line, or NoMove.
func bestMove(r *nitoryu.Result) nitoryu.Move {
	if len(r.Lines) == 0 {
		return nitoryu.NoMove
	}
	return r.Lines[0].First()
}
