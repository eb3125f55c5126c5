package arena

import (
	"context"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu"
	"github.com/nitoryu/nitoryu/client"
	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games/syzygy"
	"github.com/nitoryu/nitoryu/tests/must"
)

// An engine that is too slow to start again is given more time, and loses no game by that. If
// it never starts, the match ends.
func TestSlowRestarts(t *testing.T) {
	for _, test := range []struct {
		name   string
		slow   int // starts in a row
		played int
		want   string // of the error
	}{
		{"never", 0, 4, ""},
		{"once", 1, 4, ""},
		{"twice", 2, 4, ""},
		{"always", 100, 1, "B does not start again, in 3 tries: B: hang: no readyok"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := match(chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"))
			c.Rounds = 2
			start, opened := c.Contestants[1].Start, 0
			c.Contestants[1].Restart = true
			c.Contestants[1].Start = func(ctx context.Context, badLine func(string, error)) (nitoryu.Searcher, error) {
				if opened++; opened > 1 && opened <= 1+test.slow {
					return nil, &client.Failure{Program: "B", Kind: client.Hang, Detail: "no readyok"}
				}
				return start(ctx, badLine)
			}
			tally, err := Run(context.Background(), c)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if tally.Played != test.played || tally.Endings[core.Checkmate] != test.played {
				t.Errorf("%d games played, %v", tally.Played, tally.Endings)
			}
			if replaced := tally.Each[1].Replaced; err == nil && replaced != test.slow {
				t.Errorf("%d replacements are noted", replaced)
			}
		})
	}
}

// A match ends when an engine breaks down again and again, and only then.
func TestBreakingDownAgainAndAgain(t *testing.T) {
	for _, test := range []struct {
		name   string
		kind   client.FailureKind
		breaks func(game int) bool
		played int
		ends   bool
	}{
		{"crashes in each game", client.Crash, func(int) bool { return true }, mostBroken, true},
		{"hangs in each game", client.Hang, func(int) bool { return true }, mostBroken, true},
		{"crashes from a game on", client.Crash, func(game int) bool { return game > 7 }, 7 + mostBroken, true},
		{"crashes in every other game", client.Crash, func(game int) bool { return game%2 == 0 }, 40, false},
		{"plays what is not legal", client.ProtocolError, func(int) bool { return true }, 40, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			game := 0
			c := match(chess.Rules, "", script("f2f3 e7e5 g2g4 d8h4"))
			c.Rounds = 20
			c.Contestants[1].Start = opens(&puppet{think: func(q question) (nitoryu.Result, error) {
				if q.plies() < 2 {
					game++
				}
				if q.plies() < 2 && test.breaks(game) {
					return nitoryu.Result{}, &client.Failure{Program: "B", Kind: test.kind, Detail: "because"}
				}
				return script("f2f3 e7e5 g2g4 d8h4")(q)
			}}, nil)
			tally, err := Run(context.Background(), c)
			if (err != nil) != test.ends || err != nil && (!strings.Contains(err.Error(), "B broke down in 5 games in a row") || !strings.Contains(err.Error(), "because")) {
				t.Errorf("error %v", err)
			}
			if tally.Played != test.played {
				t.Errorf("%d games, want %d", tally.Played, test.played)
			}
		})
	}
}

// Endgame tables settle a game after a capture or a pawn move.
func TestTables(t *testing.T) {
	tables, problems := syzygy.Open("../../../../web/api/testdata/syzygy")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	defer tables.Close()
	for _, test := range []struct {
		name, start, moves string
		result             string
		ending             core.Ending
		plies              int
	}{
		{"a win after a capture", "7k/8/8/8/3p4/8/8/K2Q4 w - - 5 40", "d1d4", "1-0", core.Adjudication, 1},
		{"the other side", "7K/8/8/8/3P4/8/8/k2q4 b - - 5 40", "d1d4", "0-1", core.Adjudication, 1},
		{"a draw after a capture", "3q4/8/8/8/8/8/3Q4/k1K5 w - - 5 40", "c1c2 d8d2", "1/2-1/2", core.Adjudication, 2},
		{"no capture", "7k/8/8/8/8/8/8/K2Q4 w - - 0 40", "d1d4 h8g8", "0-1", core.Resignation, 2},
		{"no table", "7k/8/8/8/3p4/8/8/K2R4 w - - 5 40", "d1d4 h8g8", "0-1", core.Resignation, 2},
		{"a mate is no adjudication", "7k/6p1/5K2/8/8/8/6Q1/8 w - - 0 40", "g2g7", "1-0", core.Checkmate, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := match(chess.Rules, test.start, script(test.moves))
			c.Tables = tables
			r := firstGame(t, c)
			if n := len(strings.Fields(r.Moves)); r.Result != test.result || r.Ending != test.ending || n != test.plies {
				t.Errorf("%s by %s after %d plies (%s)", r.Result, r.Ending, n, r.Moves)
			}
			if (r.Detail == "endgame tables") != (test.ending == core.Adjudication) {
				t.Errorf("detail %q", r.Detail)
			}
			_, err := r.Record(chess.Rules, core.Settings{}, "", [2]Control{})
			must.OK(t, err)
		})
	}
}
