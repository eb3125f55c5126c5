package opening_test

import (
	"fmt"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// material judges by the static evaluation alone, which is fast.
func material(g games.Game) opening.Judge {
	return func(p core.Position) core.Score {
		e := g.Evaluators.New()
		e.Reset(p)
		return e.Evaluate()
	}
}

func TestRandomOpenings(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			start := g.Start(core.Settings{})
			judge := material(g)
			seen, lengths := map[uint64]bool{}, map[int]bool{}
			for n := range uint64(200) {
				moves, end, err := g.Opening.Random(start, opening.Source(1, n), judge)
				must.OK(t, err)
				again, _, _ := g.Opening.Random(start, opening.Source(1, n), judge)
				if fmt.Sprint(moves) != fmt.Sprint(again) {
					t.Fatalf("opening %d is not reproducible", n)
				}
				p := start.Clone()
				for i, m := range moves {
					if p.ValidateMove(m.ID()) != m {
						t.Fatalf("opening %d: move %d is not legal", n, i)
					}
					if !p.SEE(m, -g.Opening.Blunder) {
						t.Errorf("opening %d: move %d throws a piece away", n, i)
					}
					p.Do(m, nil)
				}
				if p.Key() != end.Key() || end.InCheck() || len(moves) < g.Opening.MinPlies || len(moves) > g.Opening.MaxPlies {
					t.Errorf("opening %d: strange end after %d plies", n, len(moves))
				}
				if score := judge(end); score > g.Opening.Bound || score < -g.Opening.Bound {
					t.Errorf("opening %d: score %d is not within %d", n, score, g.Opening.Bound)
				}
				seen[end.Key()] = true
				lengths[len(moves)] = true
			}
			if len(seen) < 199 || len(lengths) != g.Opening.MaxPlies-g.Opening.MinPlies+1 {
				t.Errorf("%d different openings of 200, %d lengths", len(seen), len(lengths))
			}
			if start.Key() != g.Start(core.Settings{}).Key() {
				t.Error("the start position was changed")
			}
		})
	}
}

func TestHopelessPositionsAreAnError(t *testing.T) {
	g := games.Chess()
	lost, err := g.Parse("k7/8/8/8/8/8/8/KQQ5 w - - 0 1", core.Settings{})
	must.OK(t, err)
	if _, _, err := g.Opening.Random(lost, opening.Source(1, 1), material(g)); err == nil {
		t.Error("a won position has a balanced opening")
	}
}

// A score does not depend on earlier ones.
func TestBy(t *testing.T) {
	g := games.Chess()
	e := smp.New(g.Engine(nil))
	defer e.Close()
	judge := opening.By(e, core.Limits{Nodes: 2000})
	start := g.Start(core.Settings{})
	up, err := g.Parse("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", core.Settings{})
	must.OK(t, err)
	first := judge(start)
	if won := judge(up); won < 500 || first > 100 || first < -100 {
		t.Errorf("a queen up: %d; at the start: %d", won, first)
	}
	if again := judge(start); again != first {
		t.Errorf("judged %d, then %d", first, again)
	}
}
