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

// Random games: the incremental value equals one computed anew, after moves and
// after taking them back, and the mirrored position has the same value.
func TestEvaluationFollowsTheBoard(t *testing.T) {
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 7))
			follower, fresh := g.eval(), g.eval()
			for range 40 {
				p := g.rule.Start(core.Settings{})
				follower.Reset(p)
				var values []core.Score
				check := func() {
					t.Helper()
					got := follower.Evaluate()
					fresh.Reset(p)
					if want := fresh.Evaluate(); got != want {
						t.Fatalf("%s: %d after moves, %d from scratch", p, got, want)
					}
				}
				for range 200 {
					var list core.MoveList
					p.Generate(core.AllMoves, &list)
					if list.N == 0 {
						break
					}
					values = append(values, follower.Evaluate())
					p.Do(list.Moves[random.IntN(list.N)], follower.Push())
					check()
				}
				mirrored, err := g.rule.Parse(g.flip(p.String()), core.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				fresh.Reset(mirrored)
				if a, b := follower.Evaluate(), fresh.Evaluate(); a != b {
					t.Fatalf("%s: %d, with colours exchanged %d", p, a, b)
				}
				for len(values) > 0 {
					p.Undo()
					follower.Pop()
					if got, want := follower.Evaluate(), values[len(values)-1]; got != want {
						t.Fatalf("%s: %d after taking back, was %d", p, got, want)
					}
					values = values[:len(values)-1]
				}
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
			if err != nil {
				t.Fatal(err)
			}
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
