package foreign

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// stockfish is what differs between the versions in how they print an evaluation by the
// command eval. All divide by integers towards zero. Values are printed in pawns with two
// decimals, for White except in the table of buckets, which is for the side to move.
type stockfish struct {
	peer
	classical bool                                        // it prints a hand-crafted evaluation too
	pawns     func(p core.Position, v int) float64        // a value of the engine in pawns
	nnue      string                                      // format of the value of the network
	total     func(n, small numbers, p core.Position) int // in the units of the engine
	decay     func(v int, rule50 int) int                 // of a value, with the plies without progress
	noise     []int                                       // what may be added to the total
}

// divided returns pawns of the same value everywhere.
func divided(pawn int) func(core.Position, int) float64 {
	return func(_ core.Position, v int) float64 { return float64(v) / float64(pawn) }
}

// byMaterial returns pawns whose value depends on the pieces on the board.
func byMaterial(a, b, c, d float64) func(core.Position, int) float64 {
	return func(p core.Position, v int) float64 {
		count := 0
		for _, r := range board(p) {
			count += map[rune]int{'p': 1, 'n': 3, 'b': 3, 'r': 5, 'q': 9}[r|32]
		}
		m := float64(max(17, min(78, count))) / 58
		return 0.01 * float64(int(math.Round(float64(100*v)/(((a*m+b)*m+c)*m+d))))
	}
}

func of1024(d int, r row) int { return ((1024-d)*r.material + (1024+d)*r.positional) / (1024 * 16) }

func abs(x int) int { return max(x, -x) }

// pawnCount returns the pawns of both sides; ahead is how much material the side to move is
// ahead.
func pawnCount(p core.Position) int { return strings.Count(strings.ToLower(board(p)), "p") }

func ahead(p core.Position) (sum int) {
	for _, r := range board(p) {
		value := map[rune]int{'p': 208, 'n': 781, 'b': 825, 'r': 1276, 'q': 2538}[r|32]
		if (r >= 'a') != (p.Side() == core.Second) {
			value = -value
		}
		sum += value
	}
	return sum
}

// by125 is what the parts come to from 17 to 18.
func by125(r row) int { return (125*(r.material/16) + 131*(r.positional/16)) / 128 }

// from17 returns how versions from 17 on compute, with both networks.
func from17(bound int, again func(v int, r row) bool, scale func(v, complexity int, p core.Position, small bool) int) func(n, small numbers, p core.Position) int {
	return func(n, small numbers, p core.Position) int {
		r, isSmall := n.rows[usedBucket(p)], false
		if small.rows != nil && abs(ahead(p)) > bound {
			if s := small.rows[usedBucket(p)]; !again(by125(s), s) {
				r, isSmall = s, true
			}
		}
		return scale(by125(r), abs(r.material/16-r.positional/16), p, isSmall)
	}
}

// rest171 is the rest of the computation of 17.1 and 18.
func rest171(complexity, pawn, all int) func(v, c int, p core.Position, small bool) int {
	return func(v, c int, p core.Position, _ bool) int {
		v -= v * c / complexity
		return v * (all + pawn*pawnCount(p) + nonPawns(p)) / all
	}
}

var stockfishes = map[string]stockfish{
	"12": {
		peer: stockfish12, pawns: divided(208), nnue: "%.2f", classical: true,
		total: func(n, _ numbers, _ core.Position) int { return n.output / 16 * 5 / 4 },
		decay: func(v, rule50 int) int { return v * (100 - rule50) / 100 },
		noise: []int{28}, // for the right to move, which our search has its own idea of
	},
	"15": {
		peer: stockfish15, pawns: divided(208), nnue: "%+.2f", classical: true,
		total: func(n, _ numbers, p core.Position) int {
			material := nonPawns(p)
			delta := 10 - material/1515
			r := n.rows[usedBucket(p)]
			return ((128-delta)*r.material + (128+delta)*r.positional) / 128 / 16 * (1036 + 22*material/1024) / 1024
		},
		decay: func(v, rule50 int) int { return v * (195 - rule50) / 211 },
	},
	"15.1": {
		peer: stockfish151, pawns: divided(361), nnue: "%+.2f", classical: true,
		total: func(n, _ numbers, p core.Position) int {
			material := nonPawns(p)
			return of1024(24-material/9560, n.rows[usedBucket(p)]) * (1064 + 106*material/5120) / 1024
		},
		decay: func(v, rule50 int) int { return v * (195 - rule50) / 211 },
	},
	"16": {
		peer: stockfish16, pawns: divided(328), nnue: "%+.2f", classical: true,
		total: func(n, _ numbers, p core.Position) int {
			return of1024(24, n.rows[usedBucket(p)]) * (945 + nonPawns(p)/64) / 1024
		},
		decay: func(v, rule50 int) int { return v * (200 - rule50) / 214 },
	},
	"16.1": {
		peer: stockfish161, pawns: func(_ core.Position, v int) float64 { return 0.01 * float64(100*v/356) }, nnue: "%+.2f",
		total: func(n, small numbers, p core.Position) int {
			r := n.rows[usedBucket(p)]
			if small.rows != nil && abs(ahead(p)) > 1050 {
				r = small.rows[usedBucket(p)]
			}
			v := of1024(24, r)
			v -= v * (abs(r.material-r.positional)/16 + abs(ahead(p)-v)) / 32768
			return v * (915 + nonPawns(p)/64 + 9*pawnCount(p)) / 1024
		},
		decay: func(v, rule50 int) int { return v * (200 - rule50) / 214 },
	},
	"17": {
		peer: stockfish17, pawns: byMaterial(-37.45051876, 121.19101539, -132.78783573, 420.70576692), nnue: "%+.2f",
		total: from17(962, func(v int, r row) bool { return v*(r.material/16) < 0 || abs(v) < 227 }, func(v, c int, p core.Position, small bool) int {
			complexity, pawn, all := 17864, 532, 74715
			if small {
				complexity, pawn, all = 18815, 553, 68104
			}
			v -= v * c / complexity
			return v * (73921 + pawn*pawnCount(p) + nonPawns(p)) / all / 16 * 16
		}),
		decay: func(v, rule50 int) int { return v - v*rule50/212 },
		noise: []int{-1, 1}, // by its key of the position
	},
	"17.1": {
		peer: stockfish171, pawns: byMaterial(-13.50030198, 40.92780883, -36.82753545, 386.83004070), nnue: "%+.2f",
		total: from17(962, func(v int, _ row) bool { return abs(v) < 236 }, rest171(18000, 535, 77777)),
		decay: func(v, rule50 int) int { return v - v*rule50/212 },
	},
	"18": {
		peer: stockfish18, pawns: byMaterial(-72.32565836, 185.93832038, -144.58862193, 416.44950446), nnue: "%+.2f",
		total: from17(962, func(v int, _ row) bool { return abs(v) < 277 }, rest171(18236, 534, 77871)),
		decay: func(v, rule50 int) int { return v - v*rule50/199 },
	},
	"19": {
		peer: stockfish19, pawns: byMaterial(-142.72052667, 372.35176398, -340.71073572, 415.23490212), nnue: "%+.2f",
		total: func(n, _ numbers, p core.Position) int {
			r := n.rows[usedBucket(p)]
			m, v := r.material/16, r.positional/16
			return rest171(18236, 534, 91000)(m+v, abs(m-v), p, false)
		},
		decay: func(v, rule50 int) int { return v - v*rule50/199 },
	},
}

// usedBucket is the bucket that a position is evaluated with.
func usedBucket(p core.Position) int { return (countPieces(p) - 1) / 4 }

// nonPawns is the value of the pieces of both sides without kings and pawns, as Stockfish
// counts it in the middle game.
func nonPawns(p core.Position) (sum int) {
	for _, r := range board(p) {
		sum += map[rune]int{'n': 781, 'b': 825, 'r': 1276, 'q': 2538}[r|32]
	}
	return sum
}

func rule50(p core.Position) int {
	plies, _ := strconv.Atoi(strings.Fields(p.String())[4])
	return plies
}

// forWhite returns the value of the side to move for White.
func forWhite(p core.Position, v int) int {
	if p.Side() == core.Second {
		return -v
	}
	return v
}

// cell formats a value as in the table of buckets, less the blanks.
func (s stockfish) cell(p core.Position, v int) string {
	sign := ""
	switch {
	case v > 0:
		sign = "+"
	case v < 0:
		sign, v = "-", -v
	}
	return fmt.Sprintf("%s%.2f", sign, s.pawns(p, v))
}

// table returns the rows of the table of buckets that are to be printed. The total is the
// sum of what is printed before it, less rounding: the remainders of 16 are lost before.
func (s stockfish) table(n numbers, p core.Position) (rows [][3]string) {
	for _, r := range n.rows {
		material, positional := r.material/16, r.positional/16
		rows = append(rows, [3]string{s.cell(p, material), s.cell(p, positional), s.cell(p, material+positional)})
	}
	return rows
}

// raw is the value of the network alone, in the units of the engine.
func (s stockfish) raw(n numbers, p core.Position) int {
	if n.rows == nil {
		return n.output / 16
	}
	r := n.rows[usedBucket(p)]
	if s.classical || s.name == stockfish161.name {
		return (r.material + r.positional) / 16
	}
	return r.material/16 + r.positional/16
}

// evaluation is what the command eval prints, less the terms of the classical evaluation
// and the values of single pieces.
type evaluation struct {
	rows                   [][3]string // material, positional, total
	used                   int         // the bucket that is marked
	classical, nnue, final string
}

var (
	bucketRow = regexp.MustCompile(`^\|  (\d) +\|([^|]+)\|([^|]+)\|([^|]+)\|( <-- this bucket is used)?$`)
	valueLine = regexp.MustCompile(`^(Classical|NNUE|Final) evaluation:? +([-+]?\d+\.\d\d) \(white side\)`)
)

// parseEvaluation reads the answer to eval.
func parseEvaluation(lines []string) (e evaluation, err error) {
	e.used = -1
	for _, line := range lines {
		if m := bucketRow.FindStringSubmatch(line); m != nil {
			if m[1] != strconv.Itoa(len(e.rows)) {
				return e, fmt.Errorf("bucket %d is missing before %q", len(e.rows), line)
			}
			var row [3]string
			for i := range row {
				row[i] = strings.ReplaceAll(m[i+2], " ", "")
			}
			if m[5] != "" {
				e.used = len(e.rows)
			}
			e.rows = append(e.rows, row)
		}
		if m := valueLine.FindStringSubmatch(line); m != nil {
			*map[string]*string{"Classical": &e.classical, "NNUE": &e.nnue, "Final": &e.final}[m[1]] = m[2]
		}
	}
	if e.nnue == "" || e.final == "" || len(e.rows) > 0 && (len(e.rows) != 8 || e.used < 0) {
		return e, fmt.Errorf("no whole evaluation in\n%s", strings.Join(lines, "\n"))
	}
	return e, nil
}

// endsEvaluation reports whether a line is the last one of the answer to eval.
func endsEvaluation(line string) bool { return strings.HasPrefix(line, "Final evaluation") }

// classicalFinal reports whether the final value is the hand-crafted one, which the
// versions prefer if one side is far ahead. It is known to a hundredth only.
func (s stockfish) classicalFinal(e evaluation, p core.Position) bool {
	classical, err := strconv.ParseFloat(e.classical, 64)
	final, err2 := strconv.ParseFloat(e.final, 64)
	if err != nil || err2 != nil {
		return false
	}
	const large = 1 << 20
	decayed := classical * float64(s.decay(large, rule50(p))) / large
	return final-decayed < 0.015 && decayed-final < 0.015
}

// check compares what the peer printed with what an evaluator says. It reports whether the
// final value came from the network.
func (s stockfish) check(e evaluation, n, small numbers, p core.Position) (byNetwork bool, err error) {
	if want := s.table(n, p); fmt.Sprint(e.rows) != fmt.Sprint(want) {
		return false, fmt.Errorf("%s: the peer has %v, we have %v", p, e.rows, want)
	}
	if len(e.rows) > 0 && e.used != usedBucket(p) {
		return false, fmt.Errorf("%s: the peer uses bucket %d, we use %d", p, e.used, usedBucket(p))
	}
	if want := s.inPawns(p, s.raw(n, p), s.nnue); e.nnue != want {
		return false, fmt.Errorf("%s: the peer's network says %s, ours %s", p, e.nnue, want)
	}
	total := s.total(n, small, p)
	want := s.finals(total, p)
	byNetwork = slices.Contains(want, e.final)
	if !byNetwork && !(s.classical && s.classicalFinal(e, p)) {
		return false, fmt.Errorf("%s: the peer's final value is %s, ours %s, and the classical one %s", p, e.final, want, e.classical)
	}
	if n.shown != nil {
		if got, want := n.shown(), s.inPawns(p, s.decay(total, rule50(p)), "%+.2f"); got != want {
			return false, fmt.Errorf("%s: we show %s, but it is %s", p, got, want)
		}
	}
	return byNetwork, nil
}

// inPawns formats a value of the side to move for White.
func (s stockfish) inPawns(p core.Position, v int, format string) string {
	return fmt.Sprintf(format, s.pawns(p, forWhite(p, v)))
}

// finals are the final values that a total may be printed as.
func (s stockfish) finals(total int, p core.Position) (all []string) {
	noise := s.noise
	if noise == nil {
		noise = []int{0}
	}
	for _, n := range noise {
		all = append(all, s.inPawns(p, s.decay(total+n, rule50(p)), s.nnue))
	}
	return all
}

// test compares all positions of the sample.
func (s stockfish) test(t *testing.T, f format, file func(*testing.T, *session) string) {
	compare(t, func(t *testing.T, with evaluator) {
		session := s.start(t)
		name := file(t, session)
		session.Send("setoption name EvalFile value " + name)
		value, smallValue := with.open(t, f, name, ""), func(core.Position) (none numbers) { return none }
		if f.small != "" {
			small := formatNamed(t, f.small)
			smallName := small.write(t)
			session.Send("setoption name EvalFileSmall value " + smallName)
			value, smallValue = with.open(t, f, name, smallName), reference(t, small, smallName, "")
		}
		positions := chessSampling.draw(t, 1, sampleSize)
		var questions []string
		for _, p := range positions {
			questions = append(questions, "position fen "+p.String(), "eval")
		}
		byNetwork, wrong, values := 0, 0, map[int]bool{}
		session.all(questions, endsEvaluation, len(positions), func(i int, lines []string) {
			e, err := parseEvaluation(lines)
			if err != nil {
				t.Fatalf("%s: %v", positions[i], err)
			}
			n := value(positions[i])
			values[s.raw(n, positions[i])] = true
			used, err := s.check(e, n, smallValue(positions[i]), positions[i])
			if used {
				byNetwork++
			}
			if err != nil {
				if wrong++; wrong <= 5 {
					t.Error(err)
				}
			}
		})
		t.Logf("%d positions, %d values, %d wrong; the network made the final value of %d", len(positions), len(values), wrong, byNetwork)
		if byNetwork < len(positions)/5 || len(values) < len(positions)/3 {
			t.Error("these are too few to prove anything")
		}
	})
}

// Every version, with random weights.
func TestStockfish(t *testing.T) {
	for version, s := range stockfishes {
		t.Run(version, func(t *testing.T) {
			f := formatNamed(t, "Stockfish "+version)
			s.test(t, f, func(t *testing.T, _ *session) string { return f.write(t) })
		})
	}
}

// The network of Stockfish 15.1 is in its binary, unless that was built without: then it
// exports zeros.
func TestStockfish151(t *testing.T) {
	stockfishes["15.1"].test(t, formatNamed(t, "Stockfish 15.1"), func(t *testing.T, s *session) string {
		file := filepath.Join(t.TempDir(), "own.nnue")
		s.Send("export_net " + file)
		s.Answer()
		data := must.Read(t, file)
		if bytes.Count(data, []byte{0}) > len(data)*9/10 {
			t.Skipf("this %s has no network in it", stockfish151.name)
		}
		return file
	})
}

// answer is what a peer prints, for tests without one.
func answer(s stockfish, n numbers, p core.Position) (lines []string) {
	for i, r := range s.table(n, p) {
		line := fmt.Sprintf("|  %d         | %10s | %10s | %10s |", i, r[0], r[1], r[2])
		if i == usedBucket(p) {
			line += " <-- this bucket is used"
		}
		lines = append(lines, line)
	}
	inPawns := func(v int) string { return s.inPawns(p, v, s.nnue) }
	return append(lines, "Classical evaluation   +99.00 (white side)",
		"NNUE evaluation        "+inPawns(s.raw(n, p))+" (white side)",
		"Final evaluation       "+inPawns(s.decay(s.total(n, numbers{}, p), rule50(p)))+" (white side) [with scaled NNUE, hybrid, ...]")
}

// An answer of the right numbers is accepted. One digit off is not, wherever it is, and
// neither is a part of an answer.
func TestCheckNoticesEveryDigit(t *testing.T) {
	p, err := games.Chess().Parse("r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/P1N2N2/BP3PPP/R1BQR1K1 b - - 7 14", core.Settings{})
	must.OK(t, err)
	n := numbers{rows: []row{{1, -1}, {17, -16}, {-100, 100}, {5776, -5776}, {1234, 5678}, {-4321, 999}, {777, 70000}, {0, 0}}}
	s := stockfishes["15.1"]
	lines := answer(s, n, p)
	e, err := parseEvaluation(lines)
	must.OK(t, err)
	if byNetwork, err := s.check(e, n, numbers{}, p); err != nil || !byNetwork {
		t.Errorf("right numbers: by network %v, %v", byNetwork, err)
	}
	for i, line := range lines {
		if strings.HasPrefix(line, "Classical") { // which only some versions print
			continue
		}
		if part, err := parseEvaluation(append(slices.Clone(lines[:i]), lines[i+1:]...)); err == nil {
			t.Errorf("accepted without %q: %v", line, part)
		}
		for at := strings.Index(line, "."); at < len(line) && !strings.HasPrefix(line, "Classical"); at++ {
			if line[at] < '0' || line[at] > '9' {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = line[:at] + string('0'+(line[at]-'0'+1)%10) + line[at+1:]
			e, err := parseEvaluation(changed)
			if err != nil {
				t.Fatalf("%q: %v", changed[i], err)
			}
			if _, err := s.check(e, n, numbers{}, p); err == nil {
				t.Errorf("accepted %q instead of %q", changed[i], line)
			}
		}
	}
	n.shown = func() string { return "+0.00" }
	if _, err := s.check(e, n, numbers{}, p); err == nil {
		t.Error("a wrong value is accepted")
	}
}
