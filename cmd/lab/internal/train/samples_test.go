package train

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/internal/dataset"
)

// played returns a game of moves in protocol notation, all with scores.
func played(t *testing.T, rules core.Rules, result int8, scores []core.Score, moves ...string) *dataset.Game {
	t.Helper()
	g := &dataset.Game{Result: result, Scores: scores}
	p := rules.Start(core.Settings{})
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, m.ID())
		p.Do(m, nil)
	}
	return g
}

// Result and score are those of the side to move. The final position of a game is left out.
func TestLabels(t *testing.T) {
	chessGame, shogiGame := games.Chess(), games.Shogi()
	tests := []struct {
		name string
		game games.Game
		play *dataset.Game
		want []dataset.Label
	}{
		{
			"First mates", chessGame,
			played(t, chess.Rules, 1, []core.Score{20, -25, 90, -95, 31000, -800, core.WinIn(1)}, "e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"),
			[]dataset.Label{{Score: 20, Result: 1}, {Score: -25, Result: -1}, {Score: 90, Result: 1}, {Score: -95, Result: -1}, {Score: 31000, Result: 1}, {Score: -800, Result: -1}, {Score: core.WinIn(1), Result: 1}},
		},
		{
			"Second mates", chessGame,
			played(t, chess.Rules, -1, []core.Score{0, 40, -300, core.WinIn(1)}, "f2f3", "e7e5", "g2g4", "d8h4"),
			[]dataset.Label{{Score: 0, Result: -1}, {Score: 40, Result: 1}, {Score: -300, Result: -1}, {Score: core.WinIn(1), Result: 1}},
		},
		{
			"a draw", shogiGame,
			played(t, shogi.Rules, 0, []core.Score{10, -20, core.NoScore}, "7g7f", "3c3d", "2g2f"),
			[]dataset.Label{{Score: 10, Result: 0}, {Score: -20, Result: 0}},
		},
		{
			"sente wins", shogiGame,
			played(t, shogi.Rules, 1, []core.Score{10, -20, 500}, "7g7f", "3c3d", "8h2b+"),
			[]dataset.Label{{Score: 10, Result: 1}, {Score: -20, Result: -1}, {Score: 500, Result: 1}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			others := randomGames(tt.game.Rules, 1, 20)
			all := load(t, tt.game, Options{Held: 0.5}, append([]*dataset.Game{tt.play}, others...)...)
			set := &all.Training.parts[0].list
			if heldOut(tt.play, 0.5) {
				set = &all.Validation.list
			}
			for i, want := range tt.want {
				r := set.at(uint64(i))
				if r.Label() != want || r.Side() != core.Color(i%2) {
					t.Errorf("ply %d: %v for side %d, want %v", i, r.Label(), r.Side(), want)
				}
			}
			without := load(t, tt.game, Options{Held: 0.5}, others...)
			if n := all.Training.Len() + all.Validation.Len() - without.Training.Len() - without.Validation.Len(); n != len(tt.want) {
				t.Errorf("the game has %d positions to learn of, want %d", n, len(tt.want))
			}
		})
	}
}

// The filter gets the ply of the game.
func TestLoadFilters(t *testing.T) {
	g := games.Chess()
	played := randomGames(g.Rules, 4, 10)
	f := dataset.Filter{MinPly: 20, MaxScore: 600, DropChecks: true, DropTactical: true}
	want := 0
	for _, game := range played {
		ply := 0
		_ = game.Replay(g.Rules, core.Settings{}, func(p core.Position, m core.Move, score core.Score, _ bool) bool {
			if f.Keep(p, m, score, ply) {
				want++
			}
			ply++
			return true
		})
	}
	d := load(t, g, Options{Filter: f, Held: 0.3}, played...)
	if got := d.Training.Len() + d.Validation.Len(); got != want || want == 0 {
		t.Errorf("%d positions, want %d", got, want)
	}
}

// Copies of a game are on the same side, and the positions and their order do not depend on
// the number of threads.
func TestSplit(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			played := randomGames(g.Rules, 5, 200)
			o := Options{Held: 0.2, Threads: 1}
			one := load(t, g, o, played...)
			o.Threads = 5
			five := load(t, g, o, played...)
			if one.Training.Fingerprint() != five.Training.Fingerprint() || !slices.Equal(records(&one.Validation.list), records(&five.Validation.list)) {
				t.Error("threads decide on the order")
			}
			slices.Reverse(played)
			for i := range played {
				played[i].Index = uint64(i)
			}
			twice := load(t, g, o, append(played, played...)...)
			if twice.Training.Len() != 2*one.Training.Len() || twice.Validation.Len() != 2*one.Validation.Len() {
				t.Error("the place in a file decides on the side")
			}
			held := 0
			for _, game := range played {
				if heldOut(game, 0.2) {
					held++
				}
			}
			if held < 20 || held > 60 {
				t.Errorf("%d of 200 games are held out, want about 40", held)
			}
			training := map[dataset.Packed]bool{}
			for _, r := range records(&one.Training.parts[0].list) {
				training[r] = true
			}
			shared := 0
			for _, r := range records(&one.Validation.list) {
				if training[r] {
					shared++
				}
			}
			if shared > one.Validation.Len()/50 {
				t.Errorf("%d of %d positions for validation are trained on", shared, one.Validation.Len())
			}
		})
	}
}

func TestLoadFails(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	g, other := games.Chess(), games.Shogi()
	played := randomGames(g.Rules, 1, 300)
	wrong := randomGames(g.Rules, 2, 300)
	wrong[250].Moves[40] = 0xffff
	good := writeGames(t, g.Rules, played...)
	tests := []struct {
		name string
		ctx  context.Context
		game games.Game
		path string
		held float64
		want string
	}{
		{"another game", context.Background(), other, good, 0.1, "games of chess"},
		{"no file", context.Background(), g, "nowhere", 0.1, "nowhere"},
		{"an illegal move", context.Background(), g, writeGames(t, g.Rules, wrong...), 0.1, "not legal"},
		{"nothing held out", context.Background(), g, good, 1e-9, "too few"},
		{"nothing to train on", context.Background(), g, good, 1, "too few"},
		{"an ended context", ended, g, good, 0.1, context.Canceled.Error()},
	}
	for _, tt := range tests {
		_, err := Load(tt.ctx, tt.game, []string{tt.path}, Options{Held: tt.held, Threads: 3}, func(Reading) {})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
}

func TestScale(t *testing.T) {
	for _, k := range []float64{100, 240, 900} {
		c := new(Counts)
		for score := -300; score <= 1000; score++ { // not the same on both sides
			p := 1 / (1 + math.Exp(-float64(score)/k))
			c[uint16(int16(score))] = [3]int64{int64(1e6*(1-p)) - 100, 200, int64(1e6*p) - 100}
		}
		c[uint16(2000)] = [3]int64{1e9, 0, 0} // beyond the bound
		if got, err := c.Scale(1500); err != nil || math.Abs(got-k) > 0.5 {
			t.Errorf("scale %g fits, error %v; want %g", got, err, k)
		}
	}
	for name, won := range map[string]int64{"results against scores": 0, "no scores at all": -1} {
		c := new(Counts)
		if won >= 0 {
			c[100] = [3]int64{5, 0, won}
		}
		if got, err := c.Scale(1500); err == nil {
			t.Errorf("%s: scale %g", name, got)
		}
	}
}

func TestAgreement(t *testing.T) {
	c := new(Counts)
	at := func(score int) *[3]int64 { return &c[uint16(int16(score))] }
	*at(300) = [3]int64{9, 9, 9} // not beyond the bound
	*at(301) = [3]int64{1, 2, 7}
	*at(-5000) = [3]int64{8, 1, 1}
	*at(-32768) = [3]int64{10, 0, 0}
	if share, n := c.Agreement(300); n != 27 || math.Abs(share-25.0/27) > 1e-9 {
		t.Errorf("%g of %d agree", share, n)
	}
	if share, n := new(Counts).Agreement(300); n != 0 || share != 0 {
		t.Errorf("%g of %d agree where there is nothing", share, n)
	}
}

// Scores from the wrong side's view are noticed.
func TestAgreementOfGames(t *testing.T) {
	for _, g := range games.All() {
		played := randomGames(g.Rules, 6, 30)
		for _, game := range played {
			game.Result = 1
			for i := range game.Scores {
				game.Scores[i] = 400 // First is ahead
				if (game.Random+i)%2 == 1 {
					game.Scores[i] = -400
				}
			}
		}
		d := load(t, g, Options{Held: 0.2}, played...)
		if share, n := d.Training.Count().Agreement(300); share != 1 || n != int64(d.Training.Len()) {
			t.Errorf("%s: %g of %d agree", g.Name, share, n)
		}
		for _, game := range played {
			for i := range game.Scores {
				game.Scores[i] = 400
			}
		}
		d = load(t, g, Options{Held: 0.2}, played...)
		if share, _ := d.Training.Count().Agreement(300); math.Abs(share-0.5) > 0.1 {
			t.Errorf("%s: scores all of one side agree in %g", g.Name, share)
		}
	}
}
