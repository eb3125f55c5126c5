package mate_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/mate"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

func open(t testing.TB, text string) core.Position {
	t.Helper()
	rules := shogi.Rules
	if strings.Count(strings.Fields(text)[0], "/") == 7 {
		rules = chess.Rules
	}
	p, err := rules.Parse(text, core.Settings{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// checkLine fails unless a line is legal and ends in mate, with checks only if that is
// asked for.
func checkLine(t *testing.T, p core.Position, line []core.Move, checks bool) {
	t.Helper()
	p = p.Clone()
	for i, m := range line {
		list := new(core.MoveList)
		p.Generate(core.AllMoves, list)
		if !list.Contains(m) {
			t.Fatalf("move %d of the line is not legal in %s", i+1, p)
		}
		p.Do(m, nil)
		if i%2 == 0 && checks && !p.InCheck() {
			t.Fatalf("move %d gives no check: %s", i+1, p)
		}
	}
	if v := p.Verdict(); v.Ending != core.Checkmate {
		t.Fatalf("the line ends with %v: %s", v.Ending, p)
	}
}

// After a move on a board without the attacker's king, the other side has no king to
// mate.
func TestNobodyToMate(t *testing.T) {
	p := open(t, "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1")
	m, err := p.ParseMove("G*1a")
	must.OK(t, err)
	p.Do(m, nil)
	if a := mate.New(1).Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(20_000)}); a.Verdict != mate.Disproved {
		t.Errorf("%v in %d nodes", a.Verdict, a.Nodes)
	}
}

func TestProblems(t *testing.T) {
	s := mate.New(16)
	for _, c := range []struct {
		name    string
		text    string
		checks  bool
		bound   int // plies, 0 for none
		verdict mate.Verdict
		plies   int // of the line, 0 if others are as good
	}{
		{"gold in front of the king", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", true, 0, mate.Proved, 1},
		{"a pawn drop must not mate", "3skl3/3p1p3/4G4/9/9/9/9/9/9 b P 1", true, 0, mate.Disproved, 0},
		{"the attacker has a king", "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", true, 0, mate.Proved, 1},
		{"white attacks", "9/4k4/9/9/9/9/4p4/9/4K4 w g2r2b3g4s4n4l17p 1", true, 0, mate.Proved, 1},
		{"a check that evades", "4k4/9/4P4/9/9/9/9/4r4/4K3G b - 1", true, 0, mate.Disproved, 0},
		{"nothing to check with", "4k4/9/9/9/9/9/9/9/4K4 b - 1", true, 0, mate.Disproved, 0},
		{"the start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", true, 0, mate.Disproved, 0},
		{"checks for ever", "4k4/9/9/9/9/9/9/9/3R5 b - 1", true, 0, mate.Disproved, 0},
		{"the attacker is mated", "4k4/9/9/9/9/9/4p4/4g4/4K4 b R 1", true, 0, mate.Disproved, 0},
		{"too short a bound", "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51", true, 1, mate.Disproved, 0},
		{"three plies", "lns+R4l/1p1p5/p1pkppB1p/6p2/1R7/6P1P/P1PPnPS2/2+b1G1g2/L3K1sNL b 2GS3Pnp 51", true, 0, mate.Proved, 3},
		{"interposed from the hand", "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1", true, 0, mate.Proved, 5},
		{"Karolina", "4RB1k1/5s3/7n1/5s1LP/9/7r1/9/9/6K2 b b4g2s3n3l17p 1", true, 0, mate.Proved, 0},

		{"back rank", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", false, 1, mate.Proved, 1},
		{"back rank, with checks", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", true, 0, mate.Proved, 1},
		{"two moves", "r5r1/1R4b1/1Q6/4nk1p/2p1R3/2P3PK/2BB4/q7 w - - 0 1", false, 3, mate.Proved, 3},
		{"underpromotion", "6nb/5Ppk/6pp/8/8/8/8/K7 w - - 0 1", false, 1, mate.Proved, 1},
		{"king and rook, quietly", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", false, 5, mate.Proved, 3},
		{"stalemate is no mate", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", false, 1, mate.Proved, 1},
		{"two knights do not mate", "7k/8/6K1/6N1/8/6N1/8/8 w - - 0 1", false, 1, mate.Disproved, 0},
		{"perpetual check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true, 0, mate.Disproved, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.text)
			before := p.String()
			a := s.Solve(p, mate.Problem{ChecksOnly: c.checks, Plies: c.bound, GoOn: atMost(20_000)})
			if a.Verdict != c.verdict || c.plies > 0 && len(a.Line) != c.plies {
				t.Errorf("%v in %d plies after %d nodes, want %v in %d", a.Verdict, len(a.Line), a.Nodes, c.verdict, c.plies)
			}
			if a.Verdict == mate.Proved {
				checkLine(t, p, a.Line, c.checks)
			} else if a.Line != nil {
				t.Errorf("a line without a mate")
			}
			if p.String() != before {
				t.Errorf("the position has changed to %s", p)
			}
		})
	}
}

// Published tsume of many plies. The slow ones run if NITORYU_SLOW is set.
func TestLongProblems(t *testing.T) {
	for _, c := range []struct {
		name  string
		sfen  string
		nodes uint64
		plies int // at least
		slow  bool
	}{
		{"Futakami, Kongo", "6Snl/8k/9/8s/8s/9/9/9/9 b RGSr2b3g3n3l18p 1", 2_000, 9, false},
		{"Futakami, Kongo, another", "7nl/6s2/5N2k/6G2/9/9/9/9/9 b 2RG2b2g3s2n3l18p 1", 100_000, 11, false},
		{"YaneuraOu's example", "+P5l2/4+S4/p1p+bpp1kp/6pgP/3n1n3/P2NP4/3P1NP2/2P2S3/3K3L1 b RGSL2Prb2gsl3p 1", 10_000, 15, false},
		{"a lone king and half of everything", "4k4/9/9/9/9/9/9/9/9 b RBGSNLPrb3g3s3n3l17p 1", 400_000, 15, true},
		{"Zuko 98, the naked king", "8k/9/9/9/9/9/9/9/9 b R2GSr2b2g3s4n4l18p 1", 1_000_000, 31, true},
		{"Zuko 100, Kotobuki", "g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1", 4_000_000, 611, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && os.Getenv("NITORYU_SLOW") == "" {
				t.Skip("NITORYU_SLOW is not set")
			}
			p := open(t, c.sfen)
			a := mate.New(64).Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(c.nodes)})
			t.Logf("%v in %d plies, %d nodes", a.Verdict, len(a.Line), a.Nodes)
			if a.Verdict != mate.Proved || len(a.Line) < c.plies {
				t.Fatalf("%v in %d plies after %d nodes", a.Verdict, len(a.Line), a.Nodes)
			}
			checkLine(t, p, a.Line, true)
		})
	}
}

// eachProblem calls visit with the problems of a shared file of suites and the length of
// their mates in plies or moves, 0 if it is not given: with every sixth problem, or
// with all if NITORYU_SLOW is set.
func eachProblem(t *testing.T, path string, visit func(text string, length int)) {
	folder := os.Getenv("NITORYU_SUITES")
	if folder == "" {
		t.Skip("NITORYU_SUITES does not name a folder of suites")
	}
	file, err := os.Open(filepath.Join(folder, path))
	must.OK(t, err)
	defer file.Close()
	n, step := 0, 6
	if os.Getenv("NITORYU_SLOW") != "" {
		step = 1
	}
	for in := bufio.NewScanner(file); in.Scan(); n++ {
		if n%step != 0 {
			continue
		}
		text, rest, _ := strings.Cut(in.Text(), ";")
		length := 0
		if before, bm, found := strings.Cut(text, " bm #"); found {
			text = before + " 0 1"
			length, _ = strconv.Atoi(bm)
		}
		if field, found := strings.CutPrefix(rest, "mate "); found {
			length, _ = strconv.Atoi(strings.Fields(field)[0])
		}
		visit(text, length)
	}
	if n == 0 {
		t.Errorf("%s holds no problem", path)
	}
}

func TestSharedShogiMates(t *testing.T) {
	for _, name := range []string{"mate1", "mate3", "mate5", "mate7", "mate11"} {
		t.Run(name, func(t *testing.T) {
			s := mate.New(16)
			eachProblem(t, "shogi/mates/"+name+".sfen", func(text string, length int) {
				p := open(t, text)
				a := s.Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(60_000)})
				if a.Verdict != mate.Proved {
					t.Errorf("%s: %v", text, a.Verdict)
					return
				}
				checkLine(t, p, a.Line, true)
			})
		})
	}
	t.Run("nomate1", func(t *testing.T) {
		s := mate.New(16)
		eachProblem(t, "shogi/mates/nomate1.sfen", func(text string, _ int) {
			if a := s.Solve(open(t, text), mate.Problem{ChecksOnly: true, GoOn: atMost(5_000)}); len(a.Line) == 1 {
				t.Errorf("%s: a mate in one", text)
			}
		})
	})
}

// The shortest mates by convention are as long as the known sets say, or shorter where an interposition is futile.
func TestSharedShogiLengths(t *testing.T) {
	for _, name := range []string{"mate1", "mate3", "mate5"} {
		t.Run(name, func(t *testing.T) {
			s := mate.New(16)
			equal, shorter, unknown := 0, 0, 0
			eachProblem(t, "shogi/mates/"+name+".sfen", func(text string, length int) {
				st := s.Study(open(t, text), mate.Problem{ChecksOnly: true, GoOn: atMost(5_000)})
				switch n := len(st.Line); {
				case n == length:
					equal++
				case n == 0 || !st.Shortest:
					unknown++
				case n < length:
					shorter++
				default:
					t.Errorf("%s: %d plies, %d are known", text, n, length)
				}
			})
			t.Logf("%d as long, %d shorter, %d not known in time", equal, shorter, unknown)
		})
	}
}

func TestSharedChessMates(t *testing.T) {
	s := mate.New(16)
	solved, missed := 0, 0
	eachProblem(t, "chess/mates/mates.epd", func(text string, moves int) {
		p := open(t, text)
		a := s.Solve(p, mate.Problem{Plies: 2*moves - 1, GoOn: atMost(5_000)})
		switch a.Verdict {
		case mate.Proved:
			solved++
			checkLine(t, p, a.Line, false)
			if len(a.Line) > 2*moves-1 {
				t.Errorf("%s: %d plies for a mate in %d moves", text, len(a.Line), moves)
			}
		case mate.Disproved:
			t.Errorf("%s: no mate in %d moves", text, moves)
		default:
			missed++
		}
	})
	t.Logf("%d solved, %d not in time", solved, missed)
	if missed > solved/3 {
		t.Errorf("%d solved, %d not in time", solved, missed)
	}
}

// The table never grows beyond its bound, and searches continue with a full one.
func TestBoundedMemory(t *testing.T) {
	s := mate.New(1)
	p := open(t, "7nl/6s2/5N2k/6G2/9/9/9/9/9 b 2RG2b2g3s2n3l18p 1")
	a := s.Solve(p, mate.Problem{ChecksOnly: true, GoOn: atMost(400_000)})
	if a.Verdict != mate.Proved {
		t.Fatalf("%v after %d nodes", a.Verdict, a.Nodes)
	}
	checkLine(t, p, a.Line, true)
	if full := s.Full(); full < 500 || full > 1000 {
		t.Errorf("the table is %d permille full", full)
	}
}

func TestStops(t *testing.T) {
	p := open(t, "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1")
	calls := uint64(0)
	a := mate.New(1).Solve(p, mate.Problem{ChecksOnly: true, GoOn: func(nodes uint64) bool {
		calls++
		if nodes != calls*mate.Interval {
			t.Errorf("call %d at %d nodes", calls, nodes)
		}
		return calls < 5
	}})
	if a.Verdict != mate.Unknown || a.Line != nil || calls != 5 {
		t.Errorf("%v after %d calls", a.Verdict, calls)
	}
}

// The same problem takes the same nodes, whatever was solved before.
func TestReproducible(t *testing.T) {
	s := mate.New(4)
	p := open(t, "4RB1k1/5s3/7n1/5s1LP/9/7r1/9/9/6K2 b b4g2s3n3l17p 1")
	first := s.Solve(p, mate.Problem{ChecksOnly: true})
	s.Solve(open(t, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), mate.Problem{ChecksOnly: true, Plies: 9})
	again := s.Solve(p, mate.Problem{ChecksOnly: true})
	if first.Nodes != again.Nodes || len(first.Line) != len(again.Line) {
		t.Errorf("%d nodes, then %d", first.Nodes, again.Nodes)
	}
}
