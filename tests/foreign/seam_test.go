package foreign

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue/foreign"
	"github.com/nitoryu/nitoryu/games"
	"github.com/nitoryu/nitoryu/tests/engine"
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

	// total is the value of the position after all scaling but that by the plies without
	// progress, in the engine's units; nil: the evaluator does not say.
	total *int
}

// evaluator opens a network of a game.
type evaluator struct {
	name string
	open func(t *testing.T, g games.Game, file string) func(core.Position) numbers
}

// ours is the evaluator of the repository.
func ours(t *testing.T, g games.Game, file string) func(core.Position) numbers {
	t.Helper()
	source, err := g.Evaluation(core.EvalChoice{File: file})
	if err != nil {
		t.Fatal(err)
	}
	e := source.New().(interface {
		core.Evaluator
		Buckets() ([]foreign.Sums, int)
	})
	return func(p core.Position) (n numbers) {
		e.Reset(p)
		all, used := e.Buckets()
		if g.Name == games.Shogi.Name || len(all) == 1 {
			return numbers{output: int(all[used].Positional)}
		}
		for _, s := range all {
			n.rows = append(n.rows, row{int(s.Material), int(s.Positional)})
		}
		return n
	}
}

// checkTotal compares the total of an evaluator, if it gives one.
func (n numbers) checkTotal(want int) error {
	if n.total != nil && *n.total != want {
		return fmt.Errorf("the total is %d, not %d", *n.total, want)
	}
	return nil
}

// compare runs a test with the plain arithmetic of reference_test.go, and with ours.
func compare(t *testing.T, test func(t *testing.T, e evaluator)) {
	for _, e := range []evaluator{{"reference", reference}, {"ours", ours}} {
		t.Run(e.name, func(t *testing.T) {
			test(t, e)
		})
	}
}

// Without any peer, ours says the same as the plain arithmetic.
func TestOursIsTheReference(t *testing.T) {
	size := sampleSize / 7
	if engine.Full() {
		size = sampleSize
	}
	for name := range randomNets {
		t.Run(name, func(t *testing.T) {
			s := shogiSampling
			if strings.HasPrefix(name, "stockfish") {
				s = chessSampling
			} else if !engine.Full() {
				t.Skip("the file is large: NITORYU_FULL is not set")
			}
			file := network(t, name)
			want, got := reference(t, s.game, file), ours(t, s.game, file)
			for _, p := range s.draw(t, 2, size) {
				if w, g := want(p), got(p); !slices.Equal(w.rows, g.rows) || w.output != g.output {
					t.Fatalf("%s: we say %v, the reference %v", p, g, w)
				}
			}
		})
	}
}
