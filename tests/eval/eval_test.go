package eval

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	chesseval "github.com/nitoryu/nitoryu/core/eval/chess"
	shogieval "github.com/nitoryu/nitoryu/core/eval/shogi"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

var games = []struct {
	name string
	rule core.Rules
	eval func() core.Evaluator
	flip func(string) string // the position with colours exchanged
}{
	{"chess", chess.Rules, chesseval.New, flipFEN},
	{"shogi", shogi.Rules, shogieval.New, flipSFEN},
}

// Positions of random games have the same value with colours exchanged.
func TestColoursAreAlike(t *testing.T) {
	for _, g := range games {
		random, e := rand.New(rand.NewPCG(7, 7)), g.eval()
		value := func(p core.Position) core.Score {
			e.Reset(p)
			return e.Evaluate()
		}
		for range 40 {
			p := g.rule.Start(core.Settings{})
			for range 200 {
				var list core.MoveList
				if p.Generate(core.AllMoves, &list); list.N == 0 {
					break
				}
				p.Do(list.Moves[random.IntN(list.N)], nil)
				flipped, err := g.rule.Parse(g.flip(p.String()), core.Settings{})
				must.OK(t, err)
				if a, b := value(p), value(flipped); a != b {
					t.Fatalf("%s: %d, with colours exchanged %d", p, a, b)
				}
			}
		}
	}
}

// A search evaluates without memory, after each of its moves.
func TestNoAllocation(t *testing.T) {
	for _, g := range games {
		for _, start := range starts[g.name] {
			if n := testing.AllocsPerRun(2, following(t, g.rule, g.eval(), start)); n > 0 {
				t.Errorf("%s, %s: %v allocations", g.name, start, n)
			}
		}
	}
}

// following returns a function that evaluates a position after each of its moves.
func following(tb testing.TB, rules core.Rules, e core.Evaluator, start string) func() {
	tb.Helper()
	p, err := rules.Parse(start, core.Settings{Chess960: true})
	must.OK(tb, err)
	e.Reset(p)
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	return func() {
		for _, m := range list.Slice() {
			p.Do(m, e.Push())
			e.Evaluate()
			p.Undo()
			e.Pop()
		}
	}
}

// BenchmarkEvaluate evaluates all positions after a move.
func BenchmarkEvaluate(b *testing.B) {
	for _, g := range games {
		b.Run(g.name, func(b *testing.B) {
			b.ReportAllocs()
			for evaluate := following(b, g.rule, g.eval(), starts[g.name][1]); b.Loop(); {
				evaluate()
			}
		})
	}
}

func TestMaterialCounts(t *testing.T) {
	tests := []struct {
		name  string
		game  int
		text  string
		above core.Score
	}{
		{"chess, a queen up", 0, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 800},
		{"chess, a pawn up", 0, "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 40},
		{"shogi, a rook up", 1, "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 140},
		{"shogi, a gold more in hand", 1, "lnsgk1snl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b G 1", 140},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := games[test.game]
			p, err := g.rule.Parse(test.text, core.Settings{})
			must.OK(t, err)
			e := g.eval()
			e.Reset(p)
			if got := e.Evaluate(); got < test.above {
				t.Errorf("%d, want at least %d", got, test.above)
			}
		})
	}
}

// swapCase exchanges the colours of pieces.
func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// flipFEN turns the board upside down and exchanges the colours.
func flipFEN(fen string) string {
	f := strings.Fields(fen)
	ranks := strings.Split(f[0], "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	f[0] = swapCase(strings.Join(ranks, "/"))
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2], f[3] = "-", "-" // no part of the evaluation
	return strings.Join(f, " ")
}

// flipSFEN turns the board by half a turn and exchanges the colours.
func flipSFEN(sfen string) string {
	f := strings.Fields(sfen)
	var out strings.Builder
	for i := len(f[0]) - 1; i >= 0; i-- {
		if i > 0 && f[0][i-1] == '+' {
			out.WriteByte('+')
		}
		if f[0][i] != '+' {
			out.WriteByte(f[0][i])
		}
	}
	f[0] = swapCase(out.String())
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2] = swapCase(f[2])
	return strings.Join(f, " ")
}
