package games_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/games"
)

// networkFile writes a network that says the same of every position.
func networkFile(t *testing.T, folder string, g games.Game, value int) string {
	t.Helper()
	n, err := nnue.New(nnue.Header{Game: g.Name, Inputs: g.Inputs.Name, Count: g.Inputs.Count, Hidden: 32, Buckets: 1, Scale: 100, Name: "constant"})
	if err != nil {
		t.Fatal(err)
	}
	n.OutputBias[0] = int32(value * nnue.QA * nnue.QB / 100)
	file, err := n.File()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, g.Name+" "+strings.Repeat("刀", 2)+".net")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// An engine evaluates by the network it is given, and keeps its evaluation if that cannot be
// read.
func TestEvaluationOfAnEngine(t *testing.T) {
	folder := t.TempDir()
	damaged := filepath.Join(folder, "damaged.net")
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			net := networkFile(t, folder, g, 700)
			file, err := os.ReadFile(net)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(damaged, file[:len(file)-1], 0o666); err != nil {
				t.Fatal(err)
			}
			other := games.Chess
			if g.Name == other.Name {
				other = games.Shogi
			}
			foreign := networkFile(t, folder, other, 0)

			e := games.NewEngine()
			defer e.Close()
			p := g.Start(core.Settings{})
			usual := e.Evaluate(p)
			followed := g.Classic.New()
			followed.Reset(p)
			classic := followed.Evaluate()
			bench := func() uint64 { return e.Search(g.Start(core.Settings{}), core.Limits{Depth: 7}).Nodes }
			nodes := bench()
			for _, test := range []struct {
				name, file string
				want       core.Score
				fault      string
			}{
				{"a network", net, 700, ""},
				{"a file that is not there", filepath.Join(folder, "no.net"), 700, "keeping constant"},
				{"a damaged file", damaged, 700, "keeping constant"},
				{"a network of the other game", foreign, 700, "this is a network for " + other.Name + ", not for " + g.Name},
				{"a folder", folder, 700, "is a folder"},
				{"a device", os.DevNull, 700, "keeping constant"},
				{"the hand-crafted evaluation", core.ClassicEval, classic, ""},
				{"a network again", net, 700, ""},
				{"the one to begin with", core.EmbeddedEval, usual, ""},
			} {
				err := e.SetEvaluation(g.Name, core.EvalChoice{File: test.file})
				if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
					t.Errorf("%s: error %v, want %q", test.name, err, test.fault)
				}
				if got := e.Evaluate(p); got != test.want {
					t.Errorf("%s: the start is worth %d, want %d", test.name, got, test.want)
				}
				// A change clears everything learnt with the previous evaluation.
				if got := bench(); (got == nodes) != (test.file == core.EmbeddedEval || test.want == usual) {
					t.Errorf("%s: %d nodes; with the evaluation to begin with it is %d", test.name, got, nodes)
				}
			}
			if err := e.SetEvaluation("go", core.EvalChoice{File: core.ClassicEval}); err == nil {
				t.Error("there is an evaluation for an unknown game")
			}
		})
	}
}
