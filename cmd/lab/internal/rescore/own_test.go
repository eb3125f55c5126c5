package rescore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/cmd/lab/internal/rescore"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/smp"
	"github.com/nitoryu/nitoryu/tests/must"
)

// walk calls visit for the positions of a game of random moves, which differs by seed.
func walk(g games.Game, seed uint64, visit func(p core.Position, m core.Move)) {
	random, p := rand.New(rand.NewPCG(seed, 1)), g.Start(core.Settings{})
	for range 60 {
		var list core.MoveList
		if p.Generate(core.AllMoves, &list); list.N == 0 || p.Verdict().Over() {
			return
		}
		m := list.Moves[random.IntN(list.N)]
		visit(p, m)
		p.Do(m, nil)
	}
}

// own starts a scorer of our search by the hand-crafted evaluation.
func own(t testing.TB, g games.Game, o rescore.Own) rescore.Scorer {
	t.Helper()
	o.Params, o.Evaluators = g.Params(), g.Classic
	s, err := o.Start(context.Background())
	must.OK(t, err)
	return s
}

// Our search without an engine around it scores as the engine does, game after game.
func TestOwnIsTheEngine(t *testing.T) {
	for _, g := range games.All() {
		for _, o := range []rescore.Own{
			{Hash: 1, Nodes: 2}, {Hash: 1, Nodes: 60}, {Hash: 1, Nodes: 1500}, {Hash: 1, Depth: 1}, {Hash: 1, Depth: 4}, {Hash: 1, Nodes: 300, Depth: 3},
		} {
			t.Run(fmt.Sprintf("%s, %d nodes, depth %d", g.Name, o.Nodes, o.Depth), func(t *testing.T) {
				g.Evaluators = g.Classic
				e := smp.New(g.Engine(nil))
				must.OK(t, e.SetHash(o.Hash))
				engine := rescore.Engine(context.Background(), inside.Wrap(e), nitoryu.Limits{Nodes: o.Nodes, Depth: o.Depth})
				defer engine.Close()
				direct, compared := own(t, g, o), 0
				for seed := range uint64(3) {
					var positions []core.Position
					walk(g, seed, func(p core.Position, m core.Move) {
						if len(positions) == 0 {
							must.OK(t, engine.NewGame(p))
							must.OK(t, direct.NewGame(p))
						}
						positions = append(positions, p.Clone())
						must.OK(t, engine.Played(p, m))
						must.OK(t, direct.Played(p, m))
					})
					for _, p := range slices.Backward(positions) {
						engine.TakenBack()
						direct.TakenBack()
						before := p.String()
						want, wanted, err := engine.Score(p)
						must.OK(t, err)
						got, best, err := direct.Score(p)
						must.OK(t, err)
						if got != want || best != wanted {
							t.Errorf("%s: score %d by %#x, the engine says %d by %#x", p, got, best, want, wanted)
						}
						if compared++; p.String() != before {
							t.Errorf("%s became %s", before, p)
						}
					}
				}
				if compared < 100 {
					t.Errorf("%d positions: not much of a test", compared)
				}
			})
		}
	}
}

// What is worth a declaration is scored as one, as the engine does.
func TestDeclarations(t *testing.T) {
	const camp = "KG7/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/4k4 b "
	for _, c := range []struct {
		name, text string
		claim      core.Claim
	}{
		{"wins", camp + "2R2BS 1", core.WinningClaim},
		{"draws", camp + "2R4S 1", core.DrawingClaim},
		{"loses", camp + "S 1", core.LosingClaim},
	} {
		for _, nodes := range []uint64{1, 100} {
			t.Run(fmt.Sprintf("%s, %d nodes", c.name, nodes), func(t *testing.T) {
				g := games.Shogi()
				p, err := g.Parse(c.text, core.Settings{EnteringKing: "CSARule24"})
				must.OK(t, err)
				if p.Claim() != c.claim {
					t.Fatalf("claim %d: not much of a test", p.Claim())
				}
				// An evaluation by which the side to move loses.
				o := rescore.Own{Params: g.Params(), Evaluators: core.EvaluatorsOf("lost", func() core.Evaluator { return &lost{} }), Hash: 1, Nodes: nodes}
				s, err := o.Start(context.Background())
				must.OK(t, err)
				must.OK(t, s.NewGame(p))
				score, best, err := s.Score(p)
				must.OK(t, err)
				switch c.claim {
				case core.WinningClaim:
					if score != core.WinIn(1) || best != core.NoMove {
						t.Errorf("score %d, move %#x", score, best)
					}
				case core.DrawingClaim:
					if score != core.Draw || best != core.NoMove {
						t.Errorf("score %d, move %#x", score, best)
					}
				default:
					if score >= 0 {
						t.Errorf("score %d", score)
					}
				}
			})
		}
	}
}

// lost is an evaluation by which Black loses.
type lost struct {
	core.Position
	pieces core.DirtyPieces
}

func (l *lost) Reset(p core.Position)   { l.Position = p }
func (l *lost) Push() *core.DirtyPieces { return &l.pieces }
func (l *lost) Pop()                    {}
func (l *lost) Evaluate() core.Score {
	if l.Side() == core.First {
		return -500
	}
	return 500
}

// A single node is the quiescence search of a position, whatever was scored before: the static
// evaluation where no capture is better.
func TestQuiescence(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			static, used := g.Classic.New(), own(t, g, rescore.Own{Nodes: 1})
			quiet, tactical := 0, 0
			for seed := range uint64(3) {
				must.OK(t, used.NewGame(g.Start(core.Settings{})))
				walk(g, seed, func(p core.Position, _ core.Move) {
					got, best, err := used.Score(p)
					must.OK(t, err)
					fresh := own(t, g, rescore.Own{Nodes: 1})
					must.OK(t, fresh.NewGame(p))
					if alone, _, _ := fresh.Score(p.Clone()); alone != got {
						t.Errorf("%s: score %d, alone %d", p, got, alone)
					}
					if p.InCheck() || p.DrawClock() > 0 {
						return
					}
					static.Reset(p)
					value := static.Evaluate()
					if best == core.NoMove {
						if quiet++; got != value {
							t.Errorf("%s: quiet, score %d, static evaluation %d", p, got, value)
						}
					} else {
						if tactical++; got <= value {
							t.Errorf("%s: %s is worth %d, the static evaluation is %d", p, p.FormatMove(best), got, value)
						}
					}
				})
			}
			if quiet < 20 || tactical < 5 {
				t.Errorf("%d quiet positions and %d others: not much of a test", quiet, tactical)
			}
		})
	}
}

// What a quiescence search says where something is to be taken or the king is in check.
func TestQuiescenceOfPositions(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		game        games.Game
		best        string // "": none
		least, most core.Score
	}{
		{"a queen hangs", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", games.Chess(), "e4d5", 0, 500},
		{"nothing to take", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", games.Chess(), "", 0, 500},
		{"an evasion", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", games.Chess(), "e1e2", -1, 1},
		{"a rook hangs", "4k4/9/9/9/4r4/4P4/9/9/4K4 b - 1", games.Shogi(), "5f5e", 0, 3000},
		{"a mate in one", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", games.Shogi(), "G*5b", core.WinIn(1), core.WinIn(1)},
	} {
		t.Run(c.game.Name+", "+c.name, func(t *testing.T) {
			p, err := c.game.Parse(c.text, core.Settings{})
			must.OK(t, err)
			s := own(t, c.game, rescore.Own{Nodes: 1})
			must.OK(t, s.NewGame(p))
			score, best, err := s.Score(p)
			must.OK(t, err)
			name := ""
			if best != core.NoMove {
				name = p.FormatMove(best)
			}
			if name != c.best || score < c.least || score > c.most {
				t.Errorf("%q, score %d; want %q, %d to %d", name, score, c.best, c.least, c.most)
			}
		})
	}
}

// Scoring allocates nothing.
func TestAllocations(t *testing.T) {
	for _, g := range games.All() {
		for _, nodes := range []uint64{1, 100} {
			s, p := own(t, g, rescore.Own{Hash: 1, Nodes: nodes}), g.Start(core.Settings{})
			must.OK(t, s.NewGame(p))
			score := func() {
				if _, _, err := s.Score(p); err != nil {
					t.Fatal(err)
				}
			}
			if n := testing.AllocsPerRun(20, score); n > 0 {
				t.Errorf("%s, %d nodes: %.1f allocations for each position", g.Name, nodes, n)
			}
		}
	}
}

func BenchmarkOwn(b *testing.B) {
	for _, g := range games.All() {
		for _, nodes := range []uint64{1, 100} {
			b.Run(fmt.Sprintf("%s/%d", g.Name, nodes), func(b *testing.B) {
				o := rescore.Own{Params: g.Params(), Evaluators: g.Evaluators, Hash: 1, Nodes: nodes}
				s, err := o.Start(context.Background())
				must.OK(b, err)
				var positions []core.Position
				for seed := range uint64(4) {
					walk(g, seed, func(p core.Position, _ core.Move) { positions = append(positions, p.Clone()) })
				}
				must.OK(b, s.NewGame(positions[0]))
				for i := 0; b.Loop(); i++ {
					if _, _, err := s.Score(positions[i%len(positions)]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
