package review_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/inside"
	"github.com/nitoryu/nitoryu/review"
)

// The positions of the mates.
const (
	backRank  = "r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1"
	quietMate = "kbK5/pp6/1P6/8/8/8/8/R7"
	twoWays   = "7k/8/8/5K2/8/8/8/RR6"
	threePly  = "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp"
	rookDrop  = "8k/8p/6P2/9/9/9/9/9/4K4 b RGBrb3g"
	twoDrops  = "8k/7p1/9/9/9/9/9/9/4K4 b 2R2G"
)

func TestMates(t *testing.T) {
	tests := []struct {
		name     string
		of       games.Game
		game     string
		analysis script
		want     string // without the replies, which have to be the longest
	}{
		{"a mate in two", games.Chess(), "[FEN \"" + backRank + " w - - 0 1\"]\n\n1. h3 *", script{backRank: "#3 d2d8"}, "mate 3 at 0: d2d8 a8d8 d1d8"},
		{"the search knows a longer one", games.Chess(), "[FEN \"" + backRank + " w - - 0 1\"]\n\n1. h3 *", script{backRank: "#7 h2h3"}, "mate 3 at 0: d2d8 a8d8 d1d8"},
		{"a quiet key", games.Chess(), "[FEN \"" + quietMate + " w - - 0 1\"]\n\n1. Ra6 *", script{quietMate: "#3 a1a6"}, "mate 3 at 0: a1a6 *, played"},
		{"two keys", games.Chess(), "[FEN \"" + twoWays + " w - - 0 1\"]\n\n1. Ra7 *", script{twoWays: "#3 a1a7"}, ""},
		{"other moves are stalemate", games.Chess(), "[FEN \"k7/3Q4/8/3K4/8/8/8/8 w - - 0 1\"]\n\n1. Kc5 *", script{"k7/3Q4/8/3K4/8/8/8/8": "#3 d5c6"}, "mate 3 at 0: d5c6 a8b8 d7b7"},
		{"a mate that goes on", games.Chess(), "[FEN \"1r4k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 b - - 0 1\"]\n\n1... Ra8 2. Qd8+ *",
			script{"1r4k1/5ppp/8/8/8/8/3Q1PPP/3R2K1": "#-4 b8a8", backRank: "#3 d2d8"}, ""},
		{"a mate that was allowed", games.Chess(), "[FEN \"1r4k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 b - - 0 1\"]\n\n1... Ra8 2. Qd8+ *",
			script{backRank: "#3 d2d8"}, "mate 3 at 1: d2d8 a8d8 d1d8, played"},
		{"nobody saw it", games.Chess(), "[FEN \"" + backRank + " w - - 0 1\"]\n\n1. h3 *", nil, ""},
		{"tsume", games.Shogi(), "position sfen " + threePly + " 51 moves 1i1h", nil, "mate 3 at 0: S*5b *"},
		{"its solution is played", games.Shogi(), "position sfen " + threePly + " 51 moves S*5b 6c5d", nil, "mate 3 at 0: S*5b *, played"},
		{"a longer one", games.Shogi(), "position sfen " + rookDrop + " 1 moves 5i5h", nil, "mate 5 at 0: R*2a *"},
		{"two first moves", games.Shogi(), "position sfen " + twoDrops + " 1 moves 5i5h", nil, ""},
		{"a mate in one", games.Shogi(), "position sfen 8k/9/7P1/9/9/9/9/9/4K4 b GS 1 moves 5i5h", nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := judged(t, test.of, test.game, test.analysis)
			f := review.Finder{
				Standard: review.StandardOf(test.of.Name), ChecksOnly: test.of.Tsume, Solve: solverOf(test.of, 1<<20),
				Engine: &scripted{t: t, anything: true}, Glance: glance, Verify: verify,
			}
			if test.of.Tsume {
				f.Prove = func(p core.Position) []core.Move {
					return mate.New(4).Solve(p, mate.Problem{ChecksOnly: true}).Line
				}
			}
			puzzles, err := f.Find(t.Context(), r)
			got := told(puzzles)
			before, end, any := strings.Cut(test.want, "*,")
			if strings.HasSuffix(test.want, " *") {
				before, any = strings.TrimSuffix(test.want, "*"), true
			}
			if err != nil || got != test.want && !(any && strings.HasPrefix(got, before) && strings.HasSuffix(got, end)) {
				t.Errorf("%q, error %v, want %q", got, err, test.want)
			}
			for i := range puzzles {
				checkMate(t, &puzzles[i])
			}
		})
	}
}

// first returns a blank and the first legal move.
func first(p core.Position) string {
	var legal core.MoveList
	p.Generate(core.AllMoves, &legal)
	return " " + p.FormatMove(legal.Moves[0])
}

// checkMate checks that a solution is legal, has its length and mates.
func checkMate(t *testing.T, z *review.Puzzle) {
	t.Helper()
	p := z.Position.Clone()
	if err := p.Play(z.Line...); err != nil {
		t.Fatal(err)
	}
	if o := p.Outcome(); len(z.Line) != z.Mate || o.Ending != nitoryu.Checkmate || o.Winner != z.Position.Side() || z.Score != nitoryu.Score(core.WinIn(z.Mate)) {
		t.Errorf("%s: the solution ends with %v after %d plies of %d, score %d", z.Position, o, len(z.Line), z.Mate, z.Score)
	}
}

// Without a proof there is no mate, and none is said to be the only one.
func TestMatesNeedProofs(t *testing.T) {
	r := judged(t, games.Chess(), "[FEN \""+backRank+" w - - 0 1\"]\n\n1. h3 *", script{backRank: "#3 d2d8"})
	proof := solverOf(games.Chess(), 1<<20)
	for _, test := range []struct {
		name  string
		solve review.Solver
		want  int
	}{
		{"all proofs", proof, 1},
		{"none", func(core.Position, int) ([]core.Move, bool) { return nil, false }, 0},
		{"no refutations of other moves", func(p core.Position, plies int) ([]core.Move, bool) {
			if board(p) == backRank {
				return proof(p, plies)
			}
			return nil, false
		}, 0},
	} {
		think := script{backRank: "0 d2d8 | 0 h2h3"}.both(t)
		f := review.Finder{Standard: review.StandardOf("chess"), Engine: think, Glance: glance, Verify: verify, Solve: test.solve}
		puzzles, err := f.Find(t.Context(), r)
		if err != nil || len(puzzles) != test.want {
			t.Errorf("%s: %d puzzles, error %v, want %d", test.name, len(puzzles), err, test.want)
		}
	}
}

// Mates of games, in which some replies lose sooner, or a move without check mates sooner.
func TestTsumeOfGames(t *testing.T) {
	tests := []struct{ sfen, want string }{
		{"1n2sS1+Pl/l1sk3B1/p1ppp1p1p/5p3/6R2/8P/P2PPPP2/2PK1G3/L+r1G2SNL w 2GN2Pbnp 62", "mate 7 at 0: B*8f"},
		{"+B1g1k1+B1+L/2s6/3ppg1p1/L4pp1p/N1p2s3/1r1PP2PP/5PP2/2+p1KS+r1L/1N7 b GSNL2Pgn2p 111", "mate 7 at 0: L*5b"},
		{"1K1+R4+N/5k3/+B2pp2+P1/p1Pn1sp2/s7L/1+s5p1/P3P+bP1R/9/L8 b 4GS2N2L8P 129", "mate 7 at 0: 6a4a"},
		{"ln2sgk1l/4g1s2/p1pp1plpp/9/4PgN2/2PP+rB2P/P4NKPN/6S2/L+r+p3P2 w bgs4p 122", "mate 5 at 0: B*1i"},
		{"pn1kpgp1l/1s1+b5/l2p1pP2/1g6p/1s1nrP3/4Pn1p1/PP5rP/3+b1S1G1/L5K1L w SNg5p 150", "mate 5 at 0: 2g2h+"},
	}
	for _, test := range tests {
		t.Run(test.sfen, func(t *testing.T) {
			r := judged(t, games.Shogi(), "position sfen "+test.sfen+" moves"+first(inside.Core(parsed(t, test.sfen))), nil)
			f := review.Finder{
				Standard: review.StandardOf("shogi"), ChecksOnly: true, Solve: solverOf(games.Shogi(), 1<<20),
				Prove: func(p core.Position) []core.Move {
					return mate.New(4).Solve(p, mate.Problem{ChecksOnly: true}).Line
				},
			}
			puzzles, err := f.Find(t.Context(), r)
			if got := told(puzzles); err != nil || !strings.HasPrefix(got, test.want) {
				t.Errorf("%q, error %v, want %q", got, err, test.want)
			}
			for i := range puzzles {
				checkMate(t, &puzzles[i])
			}
		})
	}
}
