package games_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

func TestPhases(t *testing.T) {
	for _, test := range []struct {
		name string
		game games.Game
		text string
		want int
	}{
		{"chess at the start", games.Chess(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 78},
		{"a rook endgame", games.Chess(), "8/5k2/8/3p4/8/4P3/3R1K2/3r4 w - - 0 1", 12},
		{"a bare king against a rook", games.Chess(), "8/8/3k4/8/8/3K4/3R4/8 w - - 0 1", -1},
		{"a queen against a bare king", games.Chess(), "8/8/3k4/4q3/8/8/3K4/8 b - - 0 1", -1},
		{"two bishops", games.Chess(), "8/8/3k4/8/8/3K4/3BB3/8 w - - 0 1", -1},
		{"two knights do not mate", games.Chess(), "8/8/3k4/8/8/3K4/3NN3/8 w - - 0 1", -2},
		{"a knight against a bishop", games.Chess(), "8/8/3k4/3b4/8/3K4/3N4/8 w - - 0 1", -2},
		{"a bishop alone", games.Chess(), "8/8/3k4/3b4/8/3K4/8/8 w - - 0 1", -2},
		{"bare kings", games.Chess(), "8/8/3k4/8/8/3K4/8/8 w - - 0 1", -2},
		{"two bishops against a knight win", games.Chess(), "8/8/3k4/3n4/8/3K4/3BB3/8 w - - 0 1", 9},
		{"two knights against a pawn may win", games.Chess(), "8/3p4/3k4/8/8/3K4/3NN3/8 w - - 0 1", 7},
		{"a rook may be lost to a rook", games.Chess(), "8/3r4/3k4/8/8/3K4/3R4/8 w - - 0 1", 10},
		{"a pawn may draw", games.Chess(), "8/8/3k4/8/8/3K4/3P4/8 w - - 0 1", 1},
		{"a rook against a pawn", games.Chess(), "8/8/3k4/3p4/8/3K4/3R4/8 w - - 0 1", 6},
		{"one of each", games.Chess(), "4k3/p7/8/8/8/8/8/QRBNK3 w - - 0 1", 21},
		{"shogi at the start", games.Shogi(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 0},
		{"one of each in hand", games.Shogi(), "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1", 21},
		{"in the hands of both", games.Shogi(), "4k4/9/9/9/9/9/9/9/4K4 b R3pg 99", 11},
		{"one promoted of each kind", games.Shogi(), "4k4/9/9/+P+L+N+S+B+R+p2/9/9/9/9/4K4 b - 1", 14},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.game.Parse(test.text, core.Settings{})
			must.OK(t, err)
			if got := test.game.Chances.PhaseOf(p); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// In every phase a higher score wins more and loses less, and a level one is fair.
func TestChancesAreSound(t *testing.T) {
	for _, g := range games.All() {
		for phase := -1; phase < 120; phase++ {
			lastWin, lastLoss := -1, 1001
			for s := core.Score(-2000); s <= 2000; s += 5 {
				win, _, loss := g.Chances.WDL(s, phase)
				if win < lastWin || loss > lastLoss {
					t.Fatalf("%s, phase %d: wins fall or losses rise at %d", g.Name, phase, s)
				}
				lastWin, lastLoss = win, loss
			}
			if win, _, loss := g.Chances.WDL(0, phase); win != loss || win == 0 {
				t.Errorf("%s, phase %d: a level score wins %d and loses %d", g.Name, phase, win, loss)
			}
		}
		for i, row := range g.Chances.Rows[1:] {
			if row.Phase <= g.Chances.Rows[i].Phase || row.Draws < 0 || row.Draws >= 1 || row.Scale <= 0 {
				t.Errorf("%s: row %+v", g.Name, row)
			}
		}
	}
}

// With pieces that force no mate the chances are even, whatever a score says, so that nothing is a blunder there;
// but for a mate.
func TestDeadDraws(t *testing.T) {
	for _, text := range []string{"8/8/3k4/8/8/3K4/3NN3/8 w - - 0 1", "8/8/3k4/3b4/8/3K4/3N4/8 w - - 0 1", "8/8/3k4/3b4/8/3K4/8/8 w - - 0 1"} {
		p, err := games.Chess().Parse(text, core.Settings{})
		must.OK(t, err)
		c := games.Chess().Chances
		phase := c.PhaseOf(p)
		for _, s := range []core.Score{-900, -300, 0, 300, 900} {
			if got := c.Points(s, phase); got < 49.9 || got > 50.1 {
				t.Errorf("%s: %d is worth %.1f %%", text, s, got)
			}
		}
		if c.Points(core.WinIn(3), phase) != 100 || c.Points(core.LossIn(2), phase) != 0 {
			t.Errorf("%s: a mate does not decide", text)
		}
	}
}

// A rook more against a bare king wins, whatever a draw would be with other pieces.
func TestBareKingLoses(t *testing.T) {
	p, err := games.Chess().Parse("8/8/3k4/8/8/3K4/3R4/8 w - - 0 1", core.Settings{})
	must.OK(t, err)
	c := games.Chess().Chances
	if win, draw, _ := c.WDL(400, c.PhaseOf(p)); win < 950 {
		t.Errorf("a rook ahead wins %d and draws %d of a thousand", win, draw)
	}
}

// Scores of other engines are hundredths of a pawn, and those of ours are worth something else in chess.
func TestChancesOfEngines(t *testing.T) {
	for _, test := range []struct {
		engine, game string
		score        core.Score
		want         float64
	}{
		{games.Engine, "chess", 100, 58.1},
		{games.Engine + " 1.2", "chess", 100, 58.1},
		{"Stockfish 15.1", "chess", 100, 59.1},
		{games.Engine + "Plus", "chess", 100, 59.1},
		{"", "chess", 100, 59.1},
		{games.Engine, "shogi", 478, 68.9},
		{"YaneuraOu", "shogi", 478, 68.9},
		{games.Engine, "go", 100, 50},
	} {
		if got := games.ChancesFor(test.engine, test.game).Points(test.score, 40); got < test.want-0.1 || got > test.want+0.1 {
			t.Errorf("%q, %s: %d is worth %v percent, want %v", test.engine, test.game, test.score, got, test.want)
		}
	}
}

// docs/use/programs.md says what a score means as the model does.
func TestWhatAScoreMeans(t *testing.T) {
	page, err := os.ReadFile("../docs/use/programs.md")
	must.OK(t, err)
	rows := regexp.MustCompile(`(?m)^\| (\w+), .*\((?:material|upheaval) (\d+)\) \| (\d+ \d+ \d+) \| \+(\d+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) < 6 {
		t.Fatalf("only %d rows are understood", len(rows))
	}
	for _, row := range rows {
		g, err := games.ByName(row[1])
		must.OK(t, err)
		phase, _ := strconv.Atoi(row[2])
		win, draw, loss := g.Chances.WDL(100, phase)
		half := core.Score(0)
		for won := 0; won < 500; {
			half++
			won, _, _ = g.Chances.WDL(half, phase)
		}
		if got := fmt.Sprintf("%d %d %d, +%d", win, draw, loss, half); got != row[3]+", +"+row[4] {
			t.Errorf("%s\nbut the model has %s", row[0], got)
		}
	}
}

// A phase of the other game's position is none.
func TestPhaseOfAnotherGame(t *testing.T) {
	for i, g := range games.All() {
		other := games.All()[1-i]
		if got := g.Chances.PhaseOf(other.Start(core.Settings{})); got != 0 {
			t.Errorf("%s, a position of %s: phase %d", g.Name, other.Name, got)
		}
	}
}
