package strength_test

import (
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// beginner plays as somebody who has just learnt the rules: he takes what he sees hanging, mates
// if he sees it, and otherwise plays a move that does not lose a piece at once, if he looks.
func beginner(p core.Position, r *rand.Rand) core.Move {
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	moves := legal.Slice()
	if r.Float64() < 0.5 {
		for _, m := range moves {
			p.Do(m, nil)
			mates := p.Verdict().Ending == core.Checkmate
			p.Undo()
			if mates {
				return m
			}
		}
	}
	values, best, gain := p.GameInfo().Value, core.NoMove, core.Score(0)
	for _, m := range moves {
		if m.IsCapture() && values[m.Captured()] > gain && p.SEE(m, 1) && r.Float64() < 0.75 {
			best, gain = m, values[m.Captured()]
		}
	}
	if best != core.NoMove {
		return best
	}
	for range 20 {
		if m := moves[r.IntN(len(moves))]; r.Float64() > 0.7 || p.SEE(m, 0) {
			return m
		}
	}
	return moves[0]
}

// A beginner beats the lowest level of shogi, and has his chances in chess.
func TestBeginnersBeatTheLowestLevel(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			e := games.NewEngine()
			defer e.Close()
			e.SetSkill(0)
			number, points := uint64(6), 0.0
			if must.Full() {
				number = 60
			}
			for n := range number {
				r := rand.New(rand.NewPCG(n, 3))
				e.NewGame()
				e.SeedChoices(n)
				p := g.Start(core.Settings{})
				score := 0.5
				for ply := range 300 {
					if v := p.Verdict(); v.Over() {
						if !v.Drawn {
							score = 0
							if int(v.Winner) == int(n%2) {
								score = 1
							}
						}
						break
					}
					var m core.Move
					if uint64(ply)%2 == n%2 {
						m = beginner(p, r)
					} else {
						answer := e.Search(p, core.Limits{})
						m = answer.Best
						if answer.Declare {
							score = 0
							break
						}
					}
					p.Do(m, nil)
				}
				points += score
			}
			t.Logf("a beginner scores %g of %d", points, number)
			if least := map[string]float64{"chess": 0.1, "shogi": 0.5}[g.Name]; points < least*float64(number) {
				t.Errorf("a beginner scores only %g of %d", points, number)
			}
		})
	}
}
