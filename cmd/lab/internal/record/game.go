package record

import (
	"errors"
	"fmt"
	"time"

	"github.com/nitoryu/nitoryu/core"
)

// Game is one game of chess or shogi.
type Game struct {
	Event, Site, Round string        // empty: unknown
	Date               time.Time     // when it began, to the second; zero: unknown
	Players            [2]string     // by colour
	Start              core.Position // before the first move; never modified
	Moves              []Move
	Result             Result
	Ending             core.Ending
	TimeControl        string // as in PGN, "60+0.6"; empty: unknown
	Chess960           bool
}

// Move is a move of a game with the player's search information.
type Move struct {
	Move            core.Move
	Annotated       bool       // Score and Depth are known
	Score           core.Score // for the side that moved
	Depth, SelDepth int        // plies; 0: unknown
	Nodes           uint64     // 0: unknown
	Elapsed         time.Duration
	PV              string // expected line in protocol notation, this move first; may be empty
}

// Replay calls visit with the position before each move, in order, until visit
// returns false. visit may play on the position if it takes its moves back. A
// move that is not legal is an error.
func (g *Game) Replay(visit func(p core.Position, m Move) bool) error {
	if g.Start == nil {
		return errors.New("game without a start position")
	}
	p := g.Start.Clone()
	for i, m := range g.Moves {
		if m.Move = p.Expand(m.Move.ID()); m.Move == core.NoMove {
			return fmt.Errorf("ply %d of the game is not legal", i+1)
		}
		if !visit(p, m) {
			return nil
		}
		p.Do(m.Move, nil)
	}
	return nil
}

// toMove returns the side that would move next at the end of the game.
func (g *Game) toMove() core.Color {
	return g.Start.Side() ^ core.Color(len(g.Moves)&1)
}

// Result is how a game ended.
type Result uint8

// The results. The zero value is an unfinished game.
const (
	Unfinished Result = iota
	FirstWins
	SecondWins
	Draw
)

// WinOf returns the result of a game that c won.
func WinOf(c core.Color) Result { return FirstWins + Result(c) }

// Winner returns who won, and false if there is no winner.
func (r Result) Winner() (core.Color, bool) {
	return core.Color(r-FirstWins) & 1, r == FirstWins || r == SecondWins
}

// String returns the result as PGN writes it.
func (r Result) String() string {
	switch r {
	case FirstWins:
		return "1-0"
	case SecondWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	}
	return "*"
}

// parseResult reads a result as PGN writes it.
func parseResult(text string) (Result, bool) {
	for r := Unfinished; r <= Draw; r++ {
		if text == r.String() {
			return r, true
		}
	}
	return Unfinished, false
}
