package foreign

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// stockfish is what differs between the versions in how they print an evaluation by the
// command eval. All divide by integers towards zero. A value v is printed as v/pawn with two
// decimals, for White except in the table of buckets, which is for the side to move.
type stockfish struct {
	peer
	pawn  int    // a pawn, in the units of the engine
	nnue  string // format of the value of the network
	total func(n numbers, p core.Position) int
	decay func(v int, rule50 int) int // of a value, with the plies without progress
}

var stockfishes = map[string]stockfish{
	"12": {
		peer: stockfish12, pawn: 208, nnue: "%.2f",
		total: func(n numbers, _ core.Position) int { return n.output/16*5/4 + 28 },
		decay: func(v, rule50 int) int { return v * (100 - rule50) / 100 },
	},
	"15": {
		peer: stockfish15, pawn: 208, nnue: "%+.2f",
		total: func(n numbers, p core.Position) int {
			material := nonPawns(p)
			delta := 10 - material/1515
			r := n.rows[usedBucket(p)]
			return ((128-delta)*r.material + (128+delta)*r.positional) / 128 / 16 * (1036 + 22*material/1024) / 1024
		},
		decay: func(v, rule50 int) int { return v * (195 - rule50) / 211 },
	},
	"15.1": {
		peer: stockfish151, pawn: 361, nnue: "%+.2f",
		total: func(n numbers, p core.Position) int {
			material := nonPawns(p)
			delta := 24 - material/9560
			r := n.rows[usedBucket(p)]
			return ((1024-delta)*r.material + (1024+delta)*r.positional) / (1024 * 16) * (1064 + 106*material/5120) / 1024
		},
		decay: func(v, rule50 int) int { return v * (195 - rule50) / 211 },
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
func (s stockfish) cell(v int) string {
	sign := ""
	switch {
	case v > 0:
		sign = "+"
	case v < 0:
		sign, v = "-", -v
	}
	return fmt.Sprintf("%s%.2f", sign, float64(v)/float64(s.pawn))
}

// table returns the rows of the table of buckets that are to be printed. The total is the
// sum of what is printed before it, less rounding: the remainders of 16 are lost before.
func (s stockfish) table(n numbers) (rows [][3]string) {
	for _, r := range n.rows {
		material, positional := r.material/16, r.positional/16
		rows = append(rows, [3]string{s.cell(material), s.cell(positional), s.cell(material + positional)})
	}
	return rows
}

// raw is the value of the network alone, in the units of the engine.
func raw(n numbers, p core.Position) int {
	if n.rows == nil {
		return n.output / 16
	}
	r := n.rows[usedBucket(p)]
	return (r.material + r.positional) / 16
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
	if e.classical == "" || e.nnue == "" || e.final == "" || len(e.rows) > 0 && (len(e.rows) != 8 || e.used < 0) {
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
func (s stockfish) check(e evaluation, n numbers, p core.Position) (byNetwork bool, err error) {
	if want := s.table(n); fmt.Sprint(e.rows) != fmt.Sprint(want) {
		return false, fmt.Errorf("%s: the peer has %v, we have %v", p, e.rows, want)
	}
	if len(e.rows) > 0 && e.used != usedBucket(p) {
		return false, fmt.Errorf("%s: the peer uses bucket %d, we use %d", p, e.used, usedBucket(p))
	}
	inPawns := func(v int) string { return fmt.Sprintf(s.nnue, float64(forWhite(p, v))/float64(s.pawn)) }
	if want := inPawns(raw(n, p)); e.nnue != want {
		return false, fmt.Errorf("%s: the peer's network says %s, ours %s", p, e.nnue, want)
	}
	want := inPawns(s.decay(s.total(n, p), rule50(p)))
	if e.final != want && !s.classicalFinal(e, p) {
		return false, fmt.Errorf("%s: the peer's final value is %s, ours %s, and the classical one %s", p, e.final, want, e.classical)
	}
	if err := n.checkTotal(s.total(n, p)); err != nil {
		return false, fmt.Errorf("%s: %w", p, err)
	}
	return e.final == want, nil
}

// test compares all positions of the sample.
func (s stockfish) test(t *testing.T, file func(*testing.T, *session) string) {
	positions := chessSampling.draw(t, 1, sampleSize)
	compare(t, func(t *testing.T, with evaluator) {
		session := s.start(t)
		name := file(t, session)
		session.Send("setoption name EvalFile value " + name)
		value := with.open(t, games.Chess, name)
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
			values[raw(n, positions[i])] = true
			used, err := s.check(e, n, positions[i])
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

// fixed returns a network of the folder.
func fixed(name string) func(*testing.T, *session) string {
	return func(t *testing.T, _ *session) string { return network(t, name) }
}

func TestStockfish12(t *testing.T) { stockfishes["12"].test(t, fixed("stockfish-12/random.nnue")) }

func TestStockfish15(t *testing.T) { stockfishes["15"].test(t, fixed("stockfish-15/random.nnue")) }

// The network of Stockfish 15.1 is in its binary, unless that was built without: then it
// exports zeros.
func TestStockfish151(t *testing.T) {
	stockfishes["15.1"].test(t, func(t *testing.T, s *session) string {
		file := filepath.Join(t.TempDir(), "own.nnue")
		s.Send("export_net " + file)
		s.Answer()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(data, []byte{0}) > len(data)*9/10 {
			t.Skipf("this %s has no network in it", stockfish151.name)
		}
		return file
	})
}

func TestStockfish151WithRandomWeights(t *testing.T) {
	stockfishes["15.1"].test(t, fixed("stockfish-15.1/random.nnue"))
}

// answer is what a peer prints, for tests without one.
func answer(s stockfish, n numbers, p core.Position) (lines []string) {
	for i, r := range s.table(n) {
		line := fmt.Sprintf("|  %d         | %10s | %10s | %10s |", i, r[0], r[1], r[2])
		if i == usedBucket(p) {
			line += " <-- this bucket is used"
		}
		lines = append(lines, line)
	}
	inPawns := func(v int) string { return fmt.Sprintf(s.nnue, float64(forWhite(p, v))/float64(s.pawn)) }
	return append(lines, "Classical evaluation   +99.00 (white side)",
		"NNUE evaluation        "+inPawns(raw(n, p))+" (white side)",
		"Final evaluation       "+inPawns(s.decay(s.total(n, p), rule50(p)))+" (white side) [with scaled NNUE, hybrid, ...]")
}

// An answer of the right numbers is accepted. One digit off is not, wherever it is, and
// neither is a part of an answer.
func TestCheckNoticesEveryDigit(t *testing.T) {
	p, err := games.Chess.Parse("r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/P1N2N2/BP3PPP/R1BQR1K1 b - - 7 14", core.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	n := numbers{rows: []row{{1, -1}, {17, -16}, {-100, 100}, {5776, -5776}, {1234, 5678}, {-4321, 999}, {777, 70000}, {0, 0}}}
	s := stockfishes["15.1"]
	lines := answer(s, n, p)
	e, err := parseEvaluation(lines)
	if err != nil {
		t.Fatal(err)
	}
	if byNetwork, err := s.check(e, n, p); err != nil || !byNetwork {
		t.Errorf("right numbers: by network %v, %v", byNetwork, err)
	}
	for i, line := range lines {
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
			if _, err := s.check(e, n, p); err == nil {
				t.Errorf("accepted %q instead of %q", changed[i], line)
			}
		}
	}
	total := s.total(n, p) + 1
	n.total = &total
	if _, err := s.check(e, n, p); err == nil {
		t.Error("a wrong total is accepted")
	}
}
