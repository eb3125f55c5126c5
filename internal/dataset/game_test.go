package dataset

import (
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestReplay(t *testing.T) {
	g := foolsMate(t)
	g.Scores[1] = core.NoScore
	var seen []string
	err := g.Replay(chess.Rules, core.Settings{}, func(p core.Position, m core.Move, score core.Score, scored bool) bool {
		board, _, _ := strings.Cut(p.String(), " ")
		text := p.FormatMove(m) + " " + board
		if scored != (score != core.NoScore) {
			t.Errorf("score %d is scored: %v", score, scored)
		}
		if scored {
			text += " scored"
		}
		seen = append(seen, text)
		return true
	})
	want := []string{
		"f2f3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
		"e7e5 rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR scored",
		"g2g4 rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR",
		"d8h4 rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR scored",
	}
	if err != nil || !slices.Equal(seen, want) {
		t.Errorf("replayed %q, error %v", seen, err)
	}
}

func TestReplayRefuses(t *testing.T) {
	g := foolsMate(t)
	tests := []struct {
		name  string
		rules core.Rules
		game  Game
		want  string
	}{
		{"a bad start", chess.Rules, Game{Index: 3, Start: "8/8 w"}, "game 3 of run 0: start position: "},
		{"an illegal move", chess.Rules, Game{Index: 4, Run: 2, Moves: []core.MoveID{g.Moves[0], g.Moves[0]}},
			"game 4 of run 2: ply 1: move 0x0695 is not legal in rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b"},
		{"no move", chess.Rules, Game{Moves: []core.MoveID{0}}, "ply 0: move 0x0000"},
		{"a null move", shogi.Rules, Game{Moves: []core.MoveID{core.NullMove.ID()}}, "ply 0: move 0x0081"},
		{"moves of chess", shogi.Rules, *g, "ply 0: move 0x0695"},
		{"a move after mate", chess.Rules, Game{Moves: append(slices.Clone(g.Moves), g.Moves[0])}, "ply 4"},
	}
	for _, tt := range tests {
		err := tt.game.Replay(tt.rules, core.Settings{}, func(core.Position, core.Move, core.Score, bool) bool { return true })
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v does not say %q", tt.name, err, tt.want)
		}
	}
}

func TestReplayEndsEarly(t *testing.T) {
	visits := 0
	err := foolsMate(t).Replay(chess.Rules, core.Settings{}, func(core.Position, core.Move, core.Score, bool) bool {
		visits++
		return visits < 2
	})
	if err != nil || visits != 2 {
		t.Errorf("%d visits, error %v", visits, err)
	}
}

// No identity of a move breaks a replay.
func TestReplayAnyMove(t *testing.T) {
	for _, rules := range bothGames() {
		legal := 0
		position := rules.Start(core.Settings{}) // opened once: nothing is played
		rules.Start = func(core.Settings) core.Position { return position }
		for id := range 1 << 16 {
			g := Game{Moves: []core.MoveID{core.MoveID(id)}}
			if g.Replay(rules, core.Settings{}, func(core.Position, core.Move, core.Score, bool) bool { return false }) == nil {
				legal++
			}
		}
		if want := map[string]int{"chess": 20, "shogi": 30}[rules.Name]; legal != want {
			t.Errorf("%s: %d legal first moves, want %d", rules.Name, legal, want)
		}
	}
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		ending core.Ending
		result int8
		number byte
		name   string
	}{
		{core.NoEnding, 0, 0, "unknown"},
		{core.Checkmate, 1, 1, "checkmate"},
		{core.Declaration, -1, 8, "declaration"},
		{core.Adjudication, 1, 9, "adjudicated win"},
		{core.Adjudication, -1, 9, "adjudicated win"},
		{core.Adjudication, 0, 10, "adjudicated draw"},
	} {
		g := Game{Ending: test.ending, Result: test.result}
		text := appendPayload(nil, &g)
		var back Game
		if text[3] != test.number || g.endingName() != test.name || !decodePayload(text, &back) || back.Ending != g.Ending {
			t.Errorf("%s, result %d: number %d, called %s, read as %s", test.ending, test.result, text[3], g.endingName(), back.Ending)
		}
	}
}

func TestFilter(t *testing.T) {
	const quiet = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"
	const check = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"
	standard := DefaultFilter()
	tests := []struct {
		name      string
		filter    Filter
		fen, move string
		score     core.Score
		ply       int
		want      Reason
	}{
		{"kept", standard, quiet, "e2e4", 30, 16, Kept},
		{"early", standard, quiet, "e2e4", 30, 15, Early},
		{"early from a position", standard, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 8", "e2e4", 30, 0, Early},
		{"late from a position", standard, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9", "e2e4", 30, 0, Kept},
		{"random", standard, quiet, "e2e4", core.NoScore, 30, Unscored},
		{"random, without a filter", Filter{}, quiet, "e2e4", core.NoScore, 30, Unscored},
		{"largest score", standard, quiet, "e2e4", 9999, 30, Kept},
		{"large score", standard, quiet, "e2e4", 10000, 30, LargeScore},
		{"large negative score", standard, quiet, "e2e4", -10000, 30, LargeScore},
		{"decisive score", Filter{MaxScore: core.Infinite}, quiet, "e2e4", core.LossIn(20), 30, LargeScore},
		{"large, not decisive", Filter{MaxScore: core.Infinite}, quiet, "e2e4", core.EvalBound, 30, Kept},
		{"in check", standard, check, "e1f1", 30, 30, InCheck},
		{"in check, to be kept", Filter{}, check, "e1f1", 30, 0, Kept},
		{"tactical in check", standard, check, "e1e2", 30, 30, TacticalMove},
		{"tactical, to be kept", Filter{DropChecks: true}, "4k3/8/8/8/8/8/r3P3/4K2R b K - 0 1", "a2e2", 30, 0, Kept},
		{"mate, to be kept", Filter{}, quiet, "e2e4", core.WinIn(1), 0, Kept},
	}
	for _, tt := range tests {
		p, err := chess.Rules.Parse(tt.fen, core.Settings{})
		must.OK(t, err)
		m, err := p.ParseMove(tt.move)
		must.OK(t, err)
		if got := tt.filter.Judge(p, m, tt.score, tt.ply); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if got := tt.filter.Keep(p, m, tt.score, tt.ply); got != (tt.want == Kept) {
			t.Errorf("%s: kept %v", tt.name, got)
		}
	}
}
