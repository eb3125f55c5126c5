package foreign

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/games"
)

// YaneuraOu prints the value of the side to move by the command e: the output of the
// network divided by the option FV_SCALE towards zero, and then bounded. It evaluates
// positions in check as well.
const yaneuraOuBound = 32000 - 246 - 1

// yaneuraOuValue is what it prints for an output.
func yaneuraOuValue(output, scale int) int {
	return max(-yaneuraOuBound, min(yaneuraOuBound, output/scale))
}

// extremes are positions that random games do not reach. With missing pieces it has an
// input of its own for each, see shogiInputs.
var extremes = []struct{ name, sfen string }{
	{"everything in one hand", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"},
	{"everything in the other hand", "8K/9/9/9/9/9/9/9/k8 b 2r2b4g4s4n4l18p 1"},
	{"kings exchanged", "4K4/9/9/9/9/9/9/9/4k4 w R2B2G2S3N4L7Pr2g2sn11p 1"},
	{"corners", "K7k/9/9/9/9/9/9/9/9 b 2R4S18P2b4g4n4l 1"},
	{"near each other", "9/9/9/3k5/9/3K5/9/9/9 w RB2G2S2N2L9Prb2g2s2n2l9p 1"},
	{"everything promoted", "+L+N+S+B+RG1K1/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/+p+p+p+p+p+p+p+p+p/1k1g+r+b+s+n+l b GSNLgsnl 1"},
	{"handicap of a lance", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"handicap of six pieces", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"bare kings", "4k4/9/9/9/9/9/9/9/4K4 b - 1"},
	{"a mate problem", "7nl/5kP2/3p2g1p/9/9/9/9/9/8K b GSr 1"},
}

// shogiPositions are the sample and the extremes.
func shogiPositions(t *testing.T) []core.Position {
	t.Helper()
	positions := shogiSampling.draw(t, 1, sampleSize)
	for _, e := range extremes {
		p, err := games.Shogi().Parse(e.sfen, core.Settings{})
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		positions = append(positions, p)
	}
	return positions
}

// parseValue reads the answer to e.
func parseValue(line string) (int, error) {
	text, ok := strings.CutPrefix(line, "eval = ")
	if !ok {
		return 0, fmt.Errorf("%q is no value", line)
	}
	return strconv.Atoi(text)
}

// testYaneuraOu compares all positions, at several scales: the smallest shows every bit of
// an output that is not bounded, the others how it is divided.
func testYaneuraOu(t *testing.T, f format) {
	compare(t, func(t *testing.T, with evaluator) {
		session := yaneuraOu(f.name).start(t)
		file := f.write(t)
		session.Send("setoption name EvalDir value "+filepath.Dir(file), "setoption name Threads value 1",
			"setoption name USI_Hash value 1", "setoption name BookFile value no_book")
		for _, line := range session.Answer() {
			if strings.Contains(line, "Warning") || strings.Contains(line, "mismatch") || strings.Contains(line, "Error") {
				t.Errorf("the peer does not like %s: %s", file, line)
			}
		}
		value := with.open(t, f, file, "")
		scales, positions := []int{1, 16, 24}, shogiPositions(t)
		var commands []string
		for _, scale := range scales {
			commands = append(commands, "setoption name FV_SCALE value "+strconv.Itoa(scale))
			for _, p := range positions {
				commands = append(commands, "position sfen "+p.String(), "e")
			}
		}
		outputs, values := make([]int, len(positions)), map[int]bool{}
		for i, p := range positions {
			n := value(p)
			outputs[i] = n.output
			values[n.output] = true
		}
		wrong, bounded := 0, 0
		session.all(commands, isValue, len(scales)*len(positions), func(i int, lines []string) {
			scale, at := scales[i/len(positions)], i%len(positions)
			got, err := parseValue(lines[len(lines)-1])
			if err != nil {
				t.Fatal(err)
			}
			want := yaneuraOuValue(outputs[at], scale)
			if want == yaneuraOuBound || want == -yaneuraOuBound {
				bounded++
			}
			if got != want {
				if wrong++; wrong <= 5 {
					t.Errorf("%s, scale %d: the peer says %d, we say %d", positions[at], scale, got, want)
				}
			}
		})
		t.Logf("%d positions at %d scales, %d outputs, %d wrong, %d bounded", len(positions), len(scales), len(values), wrong, bounded)
		if len(values) < len(positions)*2/3 || bounded > len(positions)/4 {
			t.Error("too many of them are equal or bounded to prove anything")
		}
	})
}

func isValue(line string) bool { return strings.HasPrefix(line, "eval = ") }

// Every edition. Those that are not built are skipped.
func TestYaneuraOu(t *testing.T) {
	for _, f := range formats {
		if f.game.Name == games.Shogi().Name && !f.external {
			t.Run(f.name, func(t *testing.T) { testYaneuraOu(t, f) })
		}
	}
}
