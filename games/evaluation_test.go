package games_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// networkFile writes a network that says the same of every position.
func networkFile(t *testing.T, folder string, g games.Game, value int) string {
	t.Helper()
	n, err := nnue.New(nnue.Header{Game: g.Name, Inputs: g.FeatureSets[0].Name, Count: g.FeatureSets[0].Count, Hidden: 32, Buckets: 1, Scale: 100, Name: "constant"})
	must.OK(t, err)
	n.OutputBias[0] = int32(value * nnue.QA * nnue.QB / 100)
	file, err := n.File()
	must.OK(t, err)
	path := filepath.Join(folder, g.Name+" "+strings.Repeat("刀", 2)+".net")
	must.Write(t, path, file)
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
			must.OK(t, err)
			must.Write(t, damaged, file[:len(file)-1])
			other := games.Chess()
			if g.Name == other.Name {
				other = games.Shogi()
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
				{"the hand-crafted evaluation", options.Classic, classic, ""},
				{"a network again", net, 700, ""},
				{"the one to begin with", options.Embedded, usual, ""},
			} {
				err := e.SetEvaluation(g.Name, options.Evaluation{File: test.file})
				if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
					t.Errorf("%s: error %v, want %q", test.name, err, test.fault)
				}
				if got := e.Evaluate(p); got != test.want {
					t.Errorf("%s: the start is worth %d, want %d", test.name, got, test.want)
				}
				// A change clears everything learnt with the previous evaluation.
				if got := bench(); (got == nodes) != (test.file == options.Embedded || test.want == usual) {
					t.Errorf("%s: %d nodes; with the evaluation to begin with it is %d", test.name, got, nodes)
				}
			}
			if err := e.SetEvaluation("go", options.Evaluation{File: options.Classic}); err == nil {
				t.Error("there is an evaluation for an unknown game")
			}
		})
	}
}

// foreignFile writes a network of random weights as another engine would, and returns
// its folder.
// sized returns an architecture, with some sizes if they are open.
func sized(a *foreign.Architecture) *foreign.Architecture {
	if a.Hidden == 0 {
		return a.Sized(256, 32, 32, a.Choices[0])
	}
	return a
}

func foreignFile(t *testing.T, a *foreign.Architecture) string {
	t.Helper()
	n, err := foreign.New(a)
	must.OK(t, err)
	for i := range n.Stacks {
		n.Stacks[i][2].Bias[0] = 50_000
	}
	file, err := n.File()
	must.OK(t, err)
	folder := filepath.Join(t.TempDir(), "水匠 5")
	must.OK(t, os.Mkdir(folder, 0o777))
	must.Write(t, filepath.Join(folder, "nn.bin"), file)
	return folder
}

// Networks of other engines evaluate: by the name of the file, by the folder alone, as
// shogi players name them, and shown as the options or the file beside them say. Those of
// shogi are brought to the scores of ours, whatever they are divided by.
func TestForeignNetworks(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) {
			folder := foreignFile(t, sized(g.Foreign[0]))
			p := g.Start(core.Settings{})
			shown := ""
			value := func(choice options.Evaluation) core.Score {
				t.Helper()
				source, err := g.Evaluation(choice)
				must.OK(t, err)
				e := source.New()
				e.Reset(p)
				if e, ok := e.(core.Explainer); ok {
					_, shown, _ = strings.Cut(e.Explain(), "shows it: ")
				}
				return e.Evaluate()
			}
			whole := value(options.Evaluation{File: filepath.Join(folder, "nn.bin")})
			if own := value(options.Evaluation{}); whole == own || whole == 0 {
				t.Errorf("the start is worth %d by another network and %d by ours", whole, own)
			}
			if got := value(options.Evaluation{Folder: folder, File: options.Embedded}); got != whole {
				t.Errorf("by its folder it is worth %d, by its name %d", got, whole)
			}
			if g.Name != games.Shogi().Name {
				return
			}
			// Values are the same everywhere, so that they are the spread.
			if other := value(options.Evaluation{Folder: foreignFile(t, sized(g.Foreign[1]))}); other != whole {
				t.Errorf("of two networks with equal spread one says %d, the other %d", whole, other)
			}
			for _, test := range []struct {
				divisor int
				want    string
			}{{0, "+34.72"}, {1, "+555.56"}, {16, "+34.72"}, {32, "+17.36"}, {128, "+4.33"}} {
				got := value(options.Evaluation{Folder: folder, File: "nn.bin", Divisor: test.divisor})
				if got != whole || !strings.HasPrefix(shown, test.want) {
					t.Errorf("divided by %d it is worth %d, shown as %.10s, want %d and %s", test.divisor, got, shown, whole, test.want)
				}
			}
			path := filepath.Join(folder, "eval_options.txt")
			write := func(text string) {
				t.Helper()
				must.Write(t, path, []byte(text))
			}
			write("option name Threads type spin default 9\nFV_SCALE=7\nFV_SCALE=32\n")
			if got := value(options.Evaluation{Folder: folder, Divisor: 16}); got != whole || !strings.HasPrefix(shown, "+17.36") {
				t.Errorf("with options of its own it is worth %d, shown as %.10s", got, shown)
			}
			write("\nFV_SCALE 0")
			_, err := g.Evaluation(options.Evaluation{Folder: folder})
			must.Say(t, err, "line 2")
			must.OK(t, os.Remove(path))
			_, err = games.Chess().Evaluation(options.Evaluation{Folder: folder})
			must.Say(t, err, "for shogi, not for chess")
		})
	}
}

// What lab train starts from is a network of ours.
func TestNetworkOfOurs(t *testing.T) {
	folder := foreignFile(t, games.Chess().Foreign[0])
	_, err := games.Network(filepath.Join(folder, "nn.bin"))
	must.Say(t, err, "of Stockfish 12, not one of Nitoryu's")
}

// The architectures of both games can be computed and told apart.
func TestArchitectures(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range games.All() {
		if len(g.Foreign) < 3 {
			t.Errorf("%s: %d architectures", g.Name, len(g.Foreign))
		}
		for _, a := range g.Foreign {
			if a.Hidden == 0 {
				a = a.Sized(64, 8, 32, a.Choices[0])
			}
			if err := a.Check(); err != nil || a.Game != g.Name || a.Value == nil || a.Unit.Output == 0 || a.Unit.Pawns == nil {
				t.Errorf("%s: %+v, error %v", a, a, err)
			}
			if name := a.Game + a.String(); seen[name] {
				t.Errorf("%s twice", name)
			} else {
				seen[name] = true
			}
		}
	}
}

// By the length alone, without a hash or a description that is right, files are what people have.
func TestUsualShapes(t *testing.T) {
	for want, size := range map[string]int{"HalfKP 256x2-32-32": 64216876, "HalfKP 512x2-8-64": 128408940, "K+P 256x2-32-32": 4 + 2*256*(1+1710) + 4 + 32*(4+512) + 32*(4+32) + 4 + 32} {
		file := make([]byte, 12+size)
		binary.LittleEndian.PutUint32(file, 0x7AF32F16)
		n, err := foreign.Parse(foreign.File{Bytes: file, Owner: t}, games.Shogi().Foreign)
		if err != nil || n.Architecture.Name != want || len(n.Warnings) == 0 {
			t.Errorf("%s is read as %v: %v", want, n, err)
		}
	}
}

// <own> stands for the network that learned from our own games alone: another one than the usual only
// where that had a teacher.
func TestOwnNetwork(t *testing.T) {
	for _, g := range games.All() {
		source, err := g.Evaluation(options.Evaluation{File: options.Own})
		must.OK(t, err)
		own, usual := g.OwnNetwork(), g.Network()
		if own == nil || usual == nil || source.Hash() != own.Hash || g.Evaluators.Hash() != usual.Hash {
			t.Fatalf("%s: <own> is %s", g.Name, source.Name())
		}
		if taught := strings.Contains(usual.Data, "static values"); taught != (own.Hash != usual.Hash) || strings.Contains(own.Data, "static values") {
			t.Errorf("%s: the usual network learned from %q, its own from %q", g.Name, usual.Data, own.Data)
		}
		if g.Name == "chess" && !strings.HasPrefix(own.Name, "chess ") {
			t.Errorf("%s: %s", g.Name, own.Name)
		}
	}
}
