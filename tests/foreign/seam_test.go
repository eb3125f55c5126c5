package foreign

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/core/options"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/must"
)

// row is what a network with buckets says of a position with one of them, for the side to
// move and in the units of the file: 16 of them are one of the engine's.
type row struct {
	material   int // the difference of the piece-square sums, halved
	positional int // the output of the layers
}

// numbers is what an evaluator says of a position.
type numbers struct {
	rows   []row // of all buckets, for networks that have them
	output int   // of the layers before any scaling, for networks without

	// shown returns the value of the position for White as the engine shows it; nil: the
	// evaluator does not say.
	shown func() string
}

// evaluator opens a network of a game.
type evaluator struct {
	name string
	open func(t *testing.T, f format, file, small string) func(core.Position) numbers
}

// ours is the evaluator of the repository.
func ours(t *testing.T, f format, file, small string) func(core.Position) numbers {
	t.Helper()
	var source core.EvaluatorFactory
	var err error
	if f.files() {
		source, err = f.source(t, file, small)
	} else {
		source, err = f.game.Evaluation(options.Evaluation{File: file, Small: small})
	}
	must.OK(t, err)
	e := source.New().(interface {
		core.Explainer
		Buckets() ([]foreign.Sums, int)
	})
	return func(p core.Position) (n numbers) {
		e.Reset(p)
		all, used := e.Buckets()
		if !f.material {
			return numbers{output: int(all[used].Positional)}
		}
		for _, s := range all {
			n.rows = append(n.rows, row{int(s.Material), int(s.Positional)})
		}
		n.shown = func() string { return shown.FindStringSubmatch(e.Explain())[1] }
		return n
	}
}

// shown is the line of an explanation with the value of a position.
var shown = regexp.MustCompile(`(?m)^as .* shows it: ([-+]\d+\.\d\d), for the side that began$`)

// compare runs a test with the plain arithmetic of reference_test.go, and with ours.
func compare(t *testing.T, test func(t *testing.T, e evaluator)) {
	for _, e := range []evaluator{{"reference", reference}, {"ours", ours}} {
		t.Run(e.name, func(t *testing.T) {
			test(t, e)
		})
	}
}

// Without any peer, ours says the same as the plain arithmetic. At the usual size, networks have
// few neurons, and not all positions are compared.
func TestOursIsTheReference(t *testing.T) {
	size := sampleSize / 14
	if must.Full() {
		size = sampleSize
	}
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			s := shogiSampling
			if f.game.Name == games.Chess().Name {
				s = chessSampling
			}
			if !must.Full() {
				f = f.reduced(t)
			}
			file := f.write(t)
			want, got := reference(t, f, file, ""), ours(t, f, file, "")
			used := map[string]bool{}
			for _, p := range s.draw(t, 2, size) {
				w, g := want(p), got(p)
				if !slices.Equal(w.rows, g.rows) || w.output != g.output {
					t.Fatalf("%s: we say %v, the reference %v", p, g, w)
				}
				used[fmt.Sprint(w.rows, w.output)] = true
			}
			if len(used) < 20 {
				t.Errorf("only %d different values", len(used))
			}
		})
	}
}

// files reports whether only files of known names are of the format: others of the same layout
// are taken for another one, and so are random ones. A small network is none by itself.
func (f format) files() bool {
	return f.name == "Stockfish 17" || f.name == smallFormat.name || f.reducedTo != nil
}

// source returns the evaluation by files that are of the format whatever they look like.
func (f format) source(t *testing.T, file, small string) (core.EvaluatorFactory, error) {
	t.Helper()
	read := func(f format, file string) *foreign.Network {
		data, err := os.ReadFile(file)
		must.OK(t, err)
		name := foreign.File{Bytes: data}
		if f.external {
			if name.Progress, err = os.ReadFile(filepath.Join(filepath.Dir(file), "progress.bin")); err != nil {
				t.Fatal(err)
			}
			name.Choice = f.mode()
		}
		n, err := foreign.Parse(name, []*foreign.Architecture{f.architecture(t)})
		must.OK(t, err)
		return n
	}
	n := read(f, file)
	if f.name == smallFormat.name {
		a := *n.Architecture
		a.SmallFor, n.Architecture = "", &a
	}
	if small == "" {
		return foreign.NewSource(n, nil, 0)
	}
	return foreign.NewSource(n, read(smallFormat, small), 0)
}

// mode is how a stack is chosen, by the name.
func (f format) mode() string { return f.name[strings.LastIndex(f.name, "_")+1:] }

// writeProgress writes the file of the progress, and the options that say what it is for.
func (f format) writeProgress(t *testing.T, folder string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var data []byte
	for range 81 * 1548 {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(random.Float64()/4-0.125))
	}
	must.Write(t, filepath.Join(folder, "progress.bin"), data)
	must.Write(t, filepath.Join(folder, "eval_options.txt"), []byte("LS_BUCKET_MODE "+f.mode()+"\n"))
}
