package record

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// start opens a position; an empty text is the usual one.
func start(t testing.TB, rules core.Rules, text string, s core.Settings) core.Position {
	t.Helper()
	if text == "" {
		return rules.Start(s)
	}
	p, err := rules.Parse(text, s)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// randomGame plays random moves, rare kinds of move preferred, with random
// comments. It ends where the rules end it or after the given number of plies.
func randomGame(p core.Position, plies int, rng *rand.Rand) *Game {
	g := &Game{
		Event: `The "Big" \ one`, Site: "Nowhere", Round: "7", Players: [2]string{"Ada", "Ben Ö."},
		Date: time.Date(2024, 2, 29, 23, 59, 58, 0, time.UTC), TimeControl: "60+0.6", Start: p,
	}
	board := p.Clone()
	for len(g.Moves) < plies && !board.Verdict().Over() {
		m := randomMove(board, rng)
		g.Moves = append(g.Moves, annotated(board, m, rng))
		board.Do(m, nil)
	}
	switch v := board.Verdict(); {
	case !v.Over():
		g.Result, g.Ending = WinOf(core.Color(rng.IntN(2))), core.Adjudication
	case v.Drawn:
		g.Result, g.Ending = Draw, v.Ending
	default:
		g.Result, g.Ending = WinOf(v.Winner), v.Ending
	}
	return g
}

func randomMove(p core.Position, rng *rand.Rand) core.Move {
	moves := legalMoves(p)
	var rare []core.Move
	for _, m := range moves {
		if m.IsCastling() || m.IsEnPassant() || m.IsPromotion() {
			rare = append(rare, m)
		}
	}
	if len(rare) > 0 && rng.IntN(2) == 0 {
		moves = rare
	}
	return moves[rng.IntN(len(moves))]
}

// annotated returns m with random search information.
func annotated(p core.Position, m core.Move, rng *rand.Rand) Move {
	a := Move{Move: m}
	if rng.IntN(2) == 0 {
		a.Elapsed = time.Duration(rng.IntN(100_000)) * time.Millisecond
	}
	switch rng.IntN(4) {
	case 0:
		return a
	case 1:
		a.Score = core.WinIn(rng.IntN(core.MaxPly + 1))
	case 2:
		a.Score = core.LossIn(rng.IntN(core.MaxPly + 1))
	case 3:
		a.Score = core.Score(rng.IntN(2*int(core.EvalBound)+1)) - core.EvalBound
	}
	a.Annotated, a.Depth = true, rng.IntN(100)
	a.SelDepth, a.Nodes = rng.IntN(2)*rng.IntN(200), uint64(rng.IntN(2))*rng.Uint64()
	if rng.IntN(2) == 0 {
		a.PV = p.FormatMove(m)
	}
	return a
}

func TestReplay(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		t.Run(rules.Name, func(t *testing.T) {
			g := randomGame(rules.Start(core.Settings{}), 40, rand.New(rand.NewPCG(1, 1)))
			before, board, n := g.Start.String(), g.Start.Clone(), 0
			err := g.Replay(func(p core.Position, m Move) bool {
				if p.String() != board.String() || m != g.Moves[n] {
					t.Errorf("ply %d: %s in %s, want %s", n, p.FormatMove(m.Move), p, board)
				}
				board.Do(m.Move, nil)
				n++
				return n < 30
			})
			if err != nil || n != 30 || g.Start.String() != before {
				t.Errorf("%d plies, error %v, start now %s", n, err, g.Start)
			}
		})
	}
}

func TestReplayRefuses(t *testing.T) {
	p := chess.Rules.Start(core.Settings{})
	m, err := p.ParseMove("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		game Game
		want string
	}{
		{"no start", Game{}, "without a start"},
		{"a move twice", Game{Start: p, Moves: []Move{{Move: m}, {Move: m}}}, "ply 2 of the game is not legal"},
		{"no move", Game{Start: p, Moves: []Move{{}}}, "ply 1 of the game is not legal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.game.Replay(func(core.Position, Move) bool { return true })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestResult(t *testing.T) {
	tests := []struct {
		result  Result
		text    string
		winner  core.Color
		decided bool
	}{
		{Unfinished, "*", 0, false},
		{WinOf(core.First), "1-0", core.First, true},
		{WinOf(core.Second), "0-1", core.Second, true},
		{Draw, "1/2-1/2", 0, false},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			winner, decided := test.result.Winner()
			if test.result.String() != test.text || decided != test.decided || decided && winner != test.winner {
				t.Errorf("%s, winner %d %t", test.result, winner, decided)
			}
			if back, ok := parseResult(test.text); !ok || back != test.result {
				t.Errorf("read back as %s", back)
			}
		})
	}
}
