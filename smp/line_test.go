package smp_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// lively are positions in which iterations differ, and some with mates.
var lively = []struct {
	name  string
	rules core.Rules
	text  string
}{
	{"chess, initial", chess.Rules, chess.StartFEN},
	{"chess, middlegame", chess.Rules, "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9"},
	{"chess, tactics", chess.Rules, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
	{"chess, endgame", chess.Rules, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
	{"chess, mate in four", chess.Rules, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"},
	{"chess, mate in one", chess.Rules, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"},
	{"shogi, initial", shogi.Rules, shogi.StartSFEN},
	{"shogi, middlegame", shogi.Rules, "ln1g1gsnl/1r1s1k1b1/p1ppppppp/1p7/9/2PP5/PPBSPPPPP/2R4K1/LNSG1G1NL w - 14"},
	{"shogi, endgame", shogi.Rules, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"},
}

// checkLastLine checks the line reported last: exact, legal, without repetitions, not
// past the end of the game, as long as its mate says, and no shorter than an earlier one
// with the same move and depth.
func checkLastLine(t *testing.T, p core.Position, o *outcome) core.Info {
	t.Helper()
	last := o.infos[len(o.infos)-1]
	if last.Bound != core.Exact || len(last.PV) == 0 || last.PV[0] != o.result.Best || last.Score != o.result.Score {
		t.Errorf("the last line, %+v, is not that of the answer %+v", last, o.result)
		return last
	}
	for _, i := range o.infos {
		if i.Bound != core.Exact || i.PV[0] != last.PV[0] {
			continue
		}
		if i.Depth > last.Depth {
			t.Errorf("depth %d is reported after depth %d", last.Depth, i.Depth)
		}
		if i.Depth == last.Depth && len(i.PV) > len(last.PV) {
			t.Errorf("depth %d: %d moves, but %d were reported before", i.Depth, len(last.PV), len(i.PV))
		}
	}
	p = p.Clone()
	seen := map[string]bool{}
	for i, m := range last.PV {
		if p.Verdict().Over() || p.ValidateMove(m.ID()) != m {
			t.Errorf("move %d of %d is not legal, or comes after the end: %s", i+1, len(last.PV), p)
			return last
		}
		p.Do(m, nil)
		if at := fmt.Sprint(p.Key()); seen[at] && i+1 < len(last.PV) {
			t.Errorf("move %d of %d repeats a position", i+1, len(last.PV))
		} else {
			seen[at] = true
		}
	}
	if mated := p.Verdict().Ending == core.Checkmate; mated != last.Score.IsDecisive() {
		t.Errorf("score %d, but the line ends with %s", last.Score, p.Verdict().Ending)
	}
	return last
}

// A search that is cut short reports a whole line in the end.
func TestLastLineIsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("one thread is no matter for the race detector")
	}
	changed := 0 // searches in which the unfinished iteration changed the move
	for _, c := range lively {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t, 1)
			for nodes := uint64(700); nodes < 30_000; nodes = nodes * 7 / 6 {
				e.NewGame()
				p := parse(t, c.rules, c.text)
				o := search(t, e, p, core.Limits{Nodes: nodes})
				last := checkLastLine(t, p, o)
				if len(last.PV) < last.Depth/2 && !last.Score.IsDecisive() {
					t.Errorf("%d nodes: %d moves, depth %d, score %d", nodes, len(last.PV), last.Depth, last.Score)
				}
				if len(o.infos) > 1 && o.infos[len(o.infos)-2].PV[0] != o.result.Best {
					changed++
				}
				if t.Failed() {
					t.Fatalf("with %d nodes", nodes)
				}
			}
		})
	}
	if changed < 5 {
		t.Errorf("the move changed in %d unfinished iterations: not much of a test", changed)
	}
}

// However few nodes there are, a forced win or loss is not told before all root moves have been
// looked at: what is told is what the whole first iteration says.
func TestForcedEndsOfFewNodes(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules core.Rules
		text  string
		full  int // plies to the mate that the whole first iteration finds, 0 if there is none
	}{
		{"chess, the first moves lose", chess.Rules, "2r3k1/p1p1p1b1/npP5/2q5/1n1B1Pb1/NP5R/P2PPKQ1/R4BN1 b - - 10 27", 0},
		{"chess, more of them", chess.Rules, "1k3b1r/2q2p1P/5p2/pPp2P2/3p1n2/1PP5/1R2p1R1/1NNnKbB1 w - - 0 46", 0},
		{"chess, the first move mates late", chess.Rules, "6kq/p3r1nr/5pP1/P2p1b2/NP4Pp/3Bq3/2P5/2RK4 b - - 5 47", 1},
		{"shogi, all moves lose", shogi.Rules, "4k4/9/9/7PP/9/9/pg7/2+r6/K8 b - 1", -2},
		{"shogi, the first moves lose", shogi.Rules, "2GgksSnb/3p5/4p3l/l1pGg4/pP1n2p1P/P1l4p1/+rpN3P1L/4+s1KS1/B2P1r1N1 b 6p 131", 0},
		{"shogi, more of them", shogi.Rules, "1G1gksSnb/3p5/4p4/l2Ggr3/1Ppn2p1l/p1l4p1/+rpN3PSL/1B1P+s1K2/7N1 b 8p 139", 0},
	} {
		for _, lines := range []int{1, 3} {
			for _, half := range []bool{false, true} { // of the moves
				t.Run(fmt.Sprintf("%s, %d lines, half %t", c.name, lines, half), func(t *testing.T) {
					p := parse(t, c.rules, c.text)
					limits := core.Limits{MultiPV: lines}
					if half {
						var list core.MoveList
						p.Generate(core.AllMoves, &list)
						limits.RootMoves = list.Slice()[:(list.N+1)/2]
					}
					e := newEngine(t, 1)
					limits.Depth = 1
					full := search(t, e, p, limits)
					if plies := full.result.Score.PliesToMate(); !half && full.result.Score.IsMate() != (c.full != 0) || c.full != 0 && plies != c.full {
						t.Fatalf("the first iteration says %d: not much of a test", full.result.Score)
					}
					limits.Depth = 0
					for limits.Nodes = 1; limits.Nodes < 100; limits.Nodes = limits.Nodes*3/2 + 1 {
						e.NewGame()
						o := search(t, e, p, limits)
						for _, i := range o.infos {
							if i.Depth == 1 && i.Score.IsDecisive() && i.Score != full.infos[i.Rank-1].Score {
								t.Errorf("%d nodes: line %d says %d, the whole iteration %d", limits.Nodes, i.Rank, i.Score, full.infos[i.Rank-1].Score)
							}
						}
						if o.result.Depth == 0 {
							t.Errorf("%d nodes: nothing is known of the answer", limits.Nodes)
						}
						if o.result.Depth == 1 && o.result.Score.IsDecisive() && o.result.Score != full.result.Score || o.result.Best == core.NoMove {
							t.Errorf("%d nodes: the answer is worth %d, the whole iteration says %d", limits.Nodes, o.result.Score, full.result.Score)
						}
					}
				})
			}
		}
	}
}

// A mate is reported with a line that ends in it, each time. The search alone knows most of
// these from the table.
func TestLinesOfMates(t *testing.T) {
	if testing.Short() {
		t.Skip("one thread is no matter for the race detector")
	}
	for _, c := range []struct {
		name  string
		rules core.Rules
		text  string
		lines int
		nodes uint64
	}{
		{"rook and pawns", chess.Rules, "8/8/2K2kp1/3P4/6RP/5PP1/8/8 w - - 3 67", 1, 600_000},
		{"queen against rook", chess.Rules, "3k4/8/2K5/4Q3/8/8/7r/8 w - - 0 1", 1, 200_000},
		{"mate in four, three lines", chess.Rules, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 200_000},
		{"shogi, won", shogi.Rules, "Sn1+L+R4/l1r3+P2/pk2p1p1L/2pp1p2B/4N4/2P1P4/P+p1P5/L2K5/5GSN1 b B2G2SN4Pg2p 83", 1, 200_000},
		{"shogi, lost", shogi.Rules, "8r/9/g1G4+L1/kp2+Bp1p1/s1L1P2Pp/n1PP1PP1b/KP2S3+n/2G1SSp2/1+r7 b G6P2n2l 169", 1, 1_500_000},
		{"shogi, lost, two lines", shogi.Rules, "8r/9/g1G4+L1/kp2+Bp1p1/s1L1P2Pp/n1PP1PP1b/KP2S3+n/2G1SSp2/1+r7 b G6P2n2l 169", 2, 600_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t, 1)
			e.SetPartialAfter(0) // failed searches as well
			p := parse(t, c.rules, c.text)
			o := search(t, e, p, core.Limits{Nodes: c.nodes, MultiPV: c.lines})
			mates := 0
			for _, i := range o.infos {
				if !i.Score.IsMate() {
					continue
				}
				mates++
				if fault := faultOfMate(p, i); fault != "" {
					t.Errorf("depth %d, line %d, mate in %d plies: %s", i.Depth, i.Rank, i.Score.PliesToMate(), fault)
				}
			}
			if mates < 3 {
				t.Errorf("%d lines with a mate: not much of a test", mates)
			}
		})
	}
}

// faultOfMate says what is wrong with the line of a mate, "" for nothing.
func faultOfMate(p core.Position, i core.Info) string {
	p = p.Clone()
	for n, m := range i.PV {
		if p.Verdict().Over() || p.ValidateMove(m.ID()) != m {
			return fmt.Sprintf("move %d is not legal, or comes after the end", n+1)
		}
		p.Do(m, nil)
	}
	if plies := i.Score.PliesToMate(); max(plies, -plies) != len(i.PV) {
		return fmt.Sprintf("%d moves", len(i.PV))
	}
	if p.Verdict().Ending != core.Checkmate {
		return "no mate at the end"
	}
	return ""
}

// The same with threads that vote, and with a clock or a stop.
func TestLastLineOfThreads(t *testing.T) {
	for _, c := range lively {
		for _, threads := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s, %d threads", c.name, threads), func(t *testing.T) {
				e := newEngine(t, threads)
				p := parse(t, c.rules, c.text)
				for i := range 3 {
					e.NewGame()
					checkLastLine(t, p, search(t, e, p, core.Limits{Nodes: uint64(3000 + 2500*i)}))
					e.NewGame()
					checkLastLine(t, p, search(t, e, p, core.Limits{MoveTime: time.Duration(5+4*i) * time.Millisecond}))
					o := new(outcome)
					e.Go(p.Clone(), core.Limits{Infinite: true}, o.callbacks())
					time.Sleep(time.Duration(i) * 3 * time.Millisecond)
					e.Stop()
					e.Wait()
					checkLastLine(t, p, o)
				}
			})
		}
	}
}

// After a while without a report, bounds of failed searches are reported, and each line
// of several as it is finished. The last report is still whole and exact.
func TestPartialLines(t *testing.T) {
	for _, c := range []struct {
		name    string
		after   time.Duration
		threads int
		lines   int
		partial bool // something of unfinished iterations is reported
	}{
		{"one line", 0, 1, 1, true},
		{"three lines", 0, 1, 3, true},
		{"eight lines", 0, 1, 8, true},
		{"two threads", 0, 2, 1, true},
		{"three lines, four threads", 0, 4, 3, true},
		{"not for an hour", time.Hour, 1, 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.threads == 1 {
				t.Skip("one thread is no matter for the race detector")
			}
			allBounds, allExact := 0, 0
			for _, position := range lively {
				t.Run(position.name, func(t *testing.T) {
					e := newEngine(t, c.threads)
					e.SetPartialAfter(c.after)
					p := parse(t, position.rules, position.text)
					var all core.MoveList
					p.Generate(core.AllMoves, &all)
					lines := min(c.lines, all.N)
					bounds, exact := 0, 0
					for nodes := uint64(3000); nodes < 20_000; nodes *= 3 {
						e.NewGame()
						o := search(t, e, p, core.Limits{Nodes: nodes, MultiPV: c.lines})
						b, x := checkPartial(t, p, o.infos, lines)
						bounds, exact = bounds+b, exact+x
						if first := o.infos[len(o.infos)-lines]; first.PV[0] != o.result.Best || !wholeBlock(o.infos[len(o.infos)-lines:], lines) {
							t.Errorf("the last lines are %+v, the answer %+v", o.infos[len(o.infos)-lines:], o.result)
						}
						if lines == 1 {
							checkLastLine(t, p, o)
						}
					}
					allBounds, allExact = allBounds+bounds, allExact+exact
					if !c.partial && bounds+exact > 0 || lines == 1 && exact > 0 {
						t.Errorf("%d bounds and %d finished lines of unfinished iterations are reported", bounds, exact)
					}
				})
			}
			if (allBounds > 0) != c.partial || (allExact > 0) != (c.partial && c.lines > 1) {
				t.Errorf("%d bounds and %d finished lines of unfinished iterations are reported", allBounds, allExact)
			}
		})
	}
}

// wholeBlock reports whether infos begin with all lines of a finished iteration.
func wholeBlock(infos []core.Info, lines int) bool {
	for i := range lines {
		if i == len(infos) || infos[i].Rank != i+1 || infos[i].Depth != infos[0].Depth || infos[i].Bound != core.Exact {
			return false
		}
	}
	return true
}

// checkPartial checks reported lines of finished and unfinished iterations, in order, and
// counts bounds and finished lines among the latter.
func checkPartial(t *testing.T, p core.Position, infos []core.Info, lines int) (bounds, exact int) {
	t.Helper()
	done := 0                   // the last finished iteration
	current := []core.Info(nil) // of the unfinished one, by rank
	for at := 0; at < len(infos); at++ {
		i := infos[at]
		if p.ValidateMove(i.PV[0].ID()) != i.PV[0] || i.Rank > lines || i.Depth < 1 {
			t.Fatalf("reported %+v", i)
		}
		// A finished iteration comes whole, in one block.
		if i.Rank == 1 && i.Bound == core.Exact && wholeBlock(infos[at:], lines) {
			at += lines - 1
			done, current = i.Depth, nil
			continue
		}
		if i.Depth != done+1 {
			t.Errorf("a part of depth %d is reported after depth %d", i.Depth, done)
		}
		if i.Bound != core.Exact {
			bounds++
		} else {
			exact++
		}
		if i.Rank > len(current)+1 {
			t.Errorf("line %d is reported before line %d", i.Rank, len(current)+1)
			return bounds, exact
		}
		current = append(current[:i.Rank-1], i)
		for r, line := range current[:i.Rank-1] {
			if line.PV[0] == i.PV[0] || line.Bound != core.Exact || i.Bound == core.Exact && line.Score < i.Score {
				t.Errorf("line %d is %+v, line %d %+v", r+1, line, i.Rank, i)
			}
		}
	}
	return bounds, exact
}
