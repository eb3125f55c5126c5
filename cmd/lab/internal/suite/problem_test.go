package suite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// The positions of the tests, with room for operations behind them.
const (
	pawnEnding = "4k3/8/8/8/8/8/4P3/4K3 w - - "                  // e3, e4 and four king moves
	backRank   = "6k1/5ppp/8/8/8/8/8/K2R4 w - - "                // Rd8# mates
	twoKnights = "4k3/8/8/6N1/8/2N5/8/4K3 w - - "                // Ne4 is ambiguous
	goldMate   = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1 " // G*5b mates
	shogiStart = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 "
)

func ExampleRead() {
	file := strings.NewReader("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";\n")
	s, err := Read(file, "wac.epd", core.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Game.Name, s.Problems[0].ID, s.Problems[0].expected())
	// Output: chess WAC.002 bm Rxb2
}

// read reads a suite of the lines given.
func read(t testing.TB, lines ...string) *Suite {
	t.Helper()
	s, err := Read(strings.NewReader(strings.Join(lines, "\n")), "x.epd", core.Settings{})
	must.OK(t, err)
	return s
}

// problem reads a suite of one problem.
func problem(t testing.TB, line string) *Problem {
	t.Helper()
	s := read(t, line)
	if len(s.Warnings) > 0 {
		t.Fatal(s.Warnings)
	}
	return &s.Problems[0]
}

func TestRead(t *testing.T) {
	tests := []struct{ name, line, game, id, expected string }{
		{"best moves", pawnEnding + `bm e4 Kd2; id "pawns";`, "chess", "pawns", "bm e4 Kd2"},
		{"moves to avoid", pawnEnding + "am e3;", "chess", "1", "am e3"},
		{"both", pawnEnding + "bm e4; am e3;", "chess", "1", "bm e4, am e3"},
		{"direct mate", backRank + "dm 1;", "chess", "1", "mate in 1"},
		{"best move is a mate", backRank + "bm #3; pv Rd8;", "chess", "1", "mate in 3"},
		{"mate and its move", backRank + "bm Rd8; dm 1;", "chess", "1", "bm Rd8#, mate in 1"},
		{"points", pawnEnding + `bm e4; c0 "e4=10"; c8 "10 3"; c9 "e2e4 e2e3";`, "chess", "1", "bm e4"},
		{"points only", pawnEnding + `c8 "7 3"; c9 "e2e4 e2e3";`, "chess", "1", "7 points"},
		{"c8 without points", pawnEnding + `bm e4; c8 "Tal 1960"; c9 "x";`, "chess", "1", "bm e4"},
		{"shogi best move", shogiStart + ";bm 7g7f", "shogi", "1", "bm 7g7f"},
		{"shogi mate", goldMate + ";mate 3 ;fsf 3 G*5b", "shogi", "1", "mate in 3"},
		{"shogi mate and its move", goldMate + ";mate 1 ;bm G*5b", "shogi", "1", "bm G*5b, mate in 1"},
		{"a puzzle of chess", "r5k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - bm Qd8+; pv Qd8+ Rxd8 Rxd8#; dm 2; ce 32764; id \"a.pgn, game 1, ply 1\"; c0 \"missed, played was h3\";",
			"chess", "a.pgn, game 1, ply 1", "bm Qd8+, mate in 2"},
		{"a puzzle of shogi", goldMate + "bm G*5b; pv G*5b; mate 1; ce 32766; id \"games/a.kif, game 1, ply 9\"; c0 \"found\";",
			"shogi", "games/a.kif, game 1, ply 9", "bm G*5b, mate in 1"},
		{"no mate", shogiStart + ";nomate1", "shogi", "1", "no mate in 1"},
		{"behind a comment", "\ufeff# a/b/c\n\n" + shogiStart + ";bm 7g7f", "shogi", "1", "bm 7g7f"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := read(t, test.line)
			p := &s.Problems[0]
			if s.Game.Name != test.game || p.ID != test.id || p.expected() != test.expected || len(s.Warnings) > 0 {
				t.Errorf("%s %q: %q, warnings %q", s.Game.Name, p.ID, p.expected(), s.Warnings)
			}
		})
	}
}

func TestReadWarns(t *testing.T) {
	good := pawnEnding + "bm e4;"
	tests := []struct {
		name, line, want string
		problems         int
	}{
		{"an illegal best move", pawnEnding + "bm e5;", "x.epd:2: bm: ", 1},
		{"an ambiguous move and a good one", twoKnights + "bm Kd1; am Ne4;", "x.epd:2: am: ", 2},
		{"nothing asked", pawnEnding + "id \"a\";", "x.epd:2: left out", 1},
		{"too few points", pawnEnding + `bm e4; c8 "10"; c9 "e2e4 e2e3";`, "c8 has 1 points for 2 moves", 2},
		{"points for an illegal move", pawnEnding + `bm e4; c8 "10 9"; c9 "e2e4 e2e5";`, "x.epd:2: c9: ", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := read(t, good, test.line)
			if len(s.Problems) != test.problems || !strings.Contains(strings.Join(s.Warnings, "\n"), test.want) {
				t.Errorf("%d problems, warnings %q", len(s.Problems), s.Warnings)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"empty", "", "x.epd is not a test suite"},
		{"nothing to solve", pawnEnding + ";D1 6\n" + pawnEnding + ";D1 6", "none of its 2 positions"},
		{"a table", shogiStart + "\t1\t0\t28", "none of its 1 positions"},
		{"no position", pawnEnding + "bm e4;\nhello", "x.epd:2: "},
		{"two games", pawnEnding + "bm e4;\n" + shogiStart + ";bm 7g7f", "x.epd:2: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.file), "x.epd", core.Settings{})
			must.Say(t, err, test.want)
		})
	}
}

func TestSolvedBy(t *testing.T) {
	const points = `c8 "10 3"; c9 "e2e4 e2e3";`
	tests := []struct {
		name, line, move string // no move: none was answered
		score            core.Score
		want             bool
	}{
		{"a best move", pawnEnding + "bm e4 Kd2;", "e1d2", 0, true},
		{"another move", pawnEnding + "bm e4 Kd2;", "e2e3", 0, false},
		{"no move", pawnEnding + "bm e4;", "", 0, false},
		{"the move to avoid", pawnEnding + "am e3;", "e2e3", 0, false},
		{"not the move to avoid", pawnEnding + "am e3;", "e2e4", 0, true},
		{"no move to avoid one", pawnEnding + "am e3;", "", 0, false},
		{"best, but to avoid", pawnEnding + "bm e4 e3; am e3;", "e2e3", 0, false},
		{"neither best nor to avoid", pawnEnding + "bm e4; am e3;", "e1d2", 0, false},
		{"best and not to avoid", pawnEnding + "bm e4; am e3;", "e2e4", 0, true},
		{"most points", pawnEnding + points, "e2e4", 0, true},
		{"some points", pawnEnding + points, "e2e3", 0, false},
		{"few points for a best move", pawnEnding + "bm e3;" + points, "e2e3", 0, true},
		{"mate as stated", backRank + "dm 2;", "d1d7", core.WinIn(3), true},
		{"mate sooner", backRank + "dm 2;", "d1d8", core.WinIn(1), true},
		{"mate later", backRank + "dm 2;", "d1d7", core.WinIn(5), false},
		{"being mated", backRank + "dm 2;", "d1d7", core.LossIn(2), false},
		{"no mate", backRank + "dm 2;", "d1d7", 3000, false},
		{"mate by another move", backRank + "dm 2; bm Rd8;", "d1d7", core.WinIn(3), false},
		{"shogi mate later", goldMate + ";mate 1", "5i5h", core.WinIn(7), true},
		{"shogi without mate", goldMate + ";mate 1", "G*5b", 3000, false},
		{"claims no mate", shogiStart + ";nomate1", "7g7f", 30, true},
		{"claims a longer mate", shogiStart + ";nomate1", "7g7f", core.WinIn(3), true},
		{"claims a mate in one", shogiStart + ";nomate1", "7g7f", core.WinIn(1), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := problem(t, test.line)
			a := answer{score: test.score}
			if test.move != "" {
				a.move = move(t, p, test.move)
			}
			if got := p.solvedBy(a); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// move reads a move of the problem.
func move(t testing.TB, p *Problem, text string) core.Move {
	t.Helper()
	m, err := p.Position.ParseMove(text)
	must.OK(t, err)
	return m
}

func TestCheckMate(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"mate", "G*5b", ""},
		{"no mate", "5i5h", "does not end in checkmate"},
		{"nothing", "", "does not end in checkmate"},
		{"an illegal move", "5i5h 5a5c", "move 2 of the mate"},
		{"moves after the mate", "G*5b 5a4a", "move 2 of the mate"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := problem(t, goldMate+";mate 1")
			before := p.Position.String()
			_, err := p.checkMate(strings.Fields(test.line))
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if p.Position.String() != before {
				t.Error("the position was changed")
			}
		})
	}
}

// The side to move has to mate.
func TestCheckMateByDefender(t *testing.T) {
	p := problem(t, "4k4/9/9/9/9/9/4p3P/9/4K4 b g 1 ;mate 3")
	if _, err := p.checkMate([]string{"1g1f", "G*5h"}); err == nil {
		t.Error("being mated passed for a mate")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pawnEnding + `bm e4; am e3; c8 "10 3"; c9 "e2e4 e2e3"; dm 3;`)
	f.Add(goldMate + ";mate 1 ;bm G*5b ;nomate1")
	f.Fuzz(func(t *testing.T, file string) {
		s, err := Read(strings.NewReader(file), "x", core.Settings{})
		if err != nil {
			return
		}
		if s.Game.Name != games.Chess().Name && s.Game.Name != games.Shogi().Name {
			t.Errorf("game %q", s.Game.Name)
		}
		for i := range s.Problems {
			p := &s.Problems[i]
			p.expected()
			for _, m := range p.Best {
				if p.Position.ValidateMove(m.ID()) == core.NoMove {
					t.Errorf("%s: illegal best move", p.Source)
				}
			}
		}
	})
}

func TestMateIn(t *testing.T) {
	for _, test := range []struct {
		operations string
		want       int
	}{
		{"dm 3;", 5}, {"bm #2;", 3}, {"bm e4; dm 1;", 1}, {"mate 7;", 7}, {"mate -3;", 0}, {"dm 0;", 0}, {"dm -2;", 0}, {"bm e4;", 0}, {"id \"3\";", 0},
	} {
		t.Run(test.operations, func(t *testing.T) {
			g, err := record.ParsePosition(pawnEnding+test.operations, chess.Rules, core.Settings{})
			must.OK(t, err)
			if got := mateIn(g); got != test.want {
				t.Errorf("%d, want %d", got, test.want)
			}
		})
	}
}
