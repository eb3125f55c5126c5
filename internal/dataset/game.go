package dataset

import (
	"fmt"

	"github.com/nitoryu/nitoryu/core"
)

// Game is one game of a file.
type Game struct {
	Run    int           // which of Header.Runs it belongs to
	Index  uint64        // its number within the run
	Start  string        // FEN or SFEN of the first position, "" for the usual one
	Random int           // leading moves that were played at random and have no score
	Moves  []core.MoveID // at most MaxMoves
	Scores []core.Score  // of the moves after the random moves, for the side to move; core.NoScore: unknown
	Result int8          // for core.First: 1 won, 0 drawn, -1 lost
	Ending core.Ending   // at most core.Adjudication, which stands for a resignation too
}

// String names the game by its index and run.
func (g *Game) String() string { return fmt.Sprintf("game %d of run %d", g.Index, g.Run) }

// Score returns the score of a ply, counted from 0, for the side to move, or
// core.NoScore if the ply has no score.
func (g *Game) Score(ply int) core.Score {
	if i := ply - g.Random; i >= 0 && i < len(g.Scores) {
		return g.Scores[i]
	}
	return core.NoScore
}

// Validate reports what keeps a game from being written: a number out of its
// range, or scores that do not belong to the moves. It does not look at the
// rules of the game, see [Game.Replay].
func (g *Game) Validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%s: %s", g, fmt.Sprintf(format, args...))
	}
	switch {
	case g.Run < 0:
		return fail("run %d is negative", g.Run)
	case len(g.Start) > MaxStart:
		return fail("the start position is longer than %d bytes", MaxStart)
	case len(g.Moves) > MaxMoves:
		return fail("%d moves are more than %d", len(g.Moves), MaxMoves)
	case g.Random < 0 || g.Random > len(g.Moves):
		return fail("%d of %d moves cannot be random", g.Random, len(g.Moves))
	case len(g.Scores) != len(g.Moves)-g.Random:
		return fail("%d scores for %d moves, %d of them random", len(g.Scores), len(g.Moves), g.Random)
	case g.Result < -1 || g.Result > 1:
		return fail("result %d is not -1, 0 or 1", g.Result)
	case g.Ending > core.Adjudication:
		return fail("ending by %s cannot be stored", g.Ending)
	}
	for i, s := range g.Scores {
		if s != core.Score(int16(s)) {
			return fail("score %d of ply %d does not fit in 16 bits", s, g.Random+i)
		}
	}
	return nil
}

// Replay plays the game and calls visit before each move: p is the position to
// move in, which visit must not change or keep, and score is for its side to move,
// core.NoScore where scored is false. It ends early, without an error, when visit returns
// false. An error is about the start position or an illegal move, and names the game.
func (g *Game) Replay(rules core.Rules, s core.Settings, visit func(p core.Position, m core.Move, score core.Score, scored bool) bool) error {
	p, err := g.open(rules, s)
	if err != nil {
		return err
	}
	for ply, id := range g.Moves {
		m := p.ValidateMove(id)
		if m == core.NoMove {
			return fmt.Errorf("%s: ply %d: move %#04x is not legal in %s", g, ply, uint16(id), p)
		}
		score := g.Score(ply)
		if !visit(p, m, score, score != core.NoScore) {
			return nil
		}
		p.Do(m, nil)
	}
	return nil
}

// open returns the first position.
func (g *Game) open(rules core.Rules, s core.Settings) (core.Position, error) {
	if g.Start == "" {
		return rules.Start(s), nil
	}
	p, err := rules.Parse(g.Start, s)
	if err != nil {
		return nil, fmt.Errorf("%s: start position: %w", g, err)
	}
	return p, nil
}

// endingName names how the game ended, and for an adjudication whether it was a win.
func (g *Game) endingName() string {
	switch {
	case g.Ending != core.Adjudication:
		return g.Ending.String()
	case g.Result == 0:
		return "adjudicated draw"
	}
	return "adjudicated win"
}
