package nnue

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
)

// Every kernel of a step computes the same as that in Go, and writes nowhere else.
func TestStepKernels(t *testing.T) {
	const inputs, buckets, records = 9, 3, 4
	random := rand.New(rand.NewPCG(1, 2))
	zeros := filling{"none", func(*rand.Rand) int16 { return 0 }}
	visit := func(k kernels, n int, f, rows, w filling) {
		s := step{
			weights: rows.row(random, inputs*n), neurons: f.row(random, 2*records*n), output: w.row(random, 2*buckets*n),
			hidden: n, first: 2 * n * random.IntN(buckets),
		}
		us := random.IntN(2)
		for i := range s.perspectives {
			h := &s.perspectives[i]
			h.from = (2 + (us ^ i)) * n
			for j := range h.adds {
				h.adds[j], h.subs[j] = uint32(random.IntN(inputs)*n), uint32(random.IntN(inputs)*n)
			}
		}
		before := slices.Clone(s.neurons)
		for _, kernel := range []struct {
			name    string
			run, in func(s *step) int64
		}{
			{"addSubOutput", k.addSubOutput, addSubOutputGo},
			{"addSubSubOutput", k.addSubSubOutput, addSubSubOutputGo},
			{"addAddSubSubOutput", k.addAddSubSubOutput, addAddSubSubOutputGo},
		} {
			other := s
			other.neurons = slices.Clone(before)
			copy(s.neurons, before)
			got, want := kernel.run(&s), kernel.in(&other)
			what := fmt.Sprintf("%s, %s of %d, %s, rows %s, weights %s", k, kernel.name, n, f.name, rows.name, w.name)
			if got != want {
				t.Fatalf("%s: %d, Go says %d", what, got, want)
			}
			if !slices.Equal(s.neurons, other.neurons) {
				t.Fatalf("%s: not the neurons that Go says", what)
			}
		}
	}
	eachKernels(t, func(k kernels) {
		for n := HiddenStep; n <= MaxHidden; n += HiddenStep {
			if n > 1024 && n < MaxHidden {
				continue
			}
			for _, f := range neurons {
				for _, w := range outputs {
					visit(k, n, f, f, w)
					if f.name == "all on" { // and they stay so
						visit(k, n, f, zeros, w)
					}
				}
			}
		}
	})
}

// The kernels in Go on numbers that can be checked by hand: two neurons, and rows of
// powers of ten.
func TestStepKernelsInGo(t *testing.T) {
	tests := []struct {
		name     string
		run      func(s *step) int64
		own, sum int64 // both neurons of the side to move; their sum of products
	}{
		{"addSubOutput", addSubOutputGo, 50 + 1 - 10, 41 * 41},
		{"addSubSubOutput", addSubSubOutputGo, 50 + 1 - 10 - 30, 11 * 11},
		{"addAddSubSubOutput", addAddSubSubOutputGo, 50 + 1 + 2 - 10 - 30, 13 * 13},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := step{
				weights: []int16{0, 0, 1, 1, 2, 2, 10, 10, 30, 30},
				neurons: []int16{20, 20, 50, 50, 0, 0, 0, 0}, output: []int16{9, 9, 9, 9, 3, 4, 5, 6}, hidden: 2, first: 4,
			}
			s.perspectives[0] = perspective{2, [...]uint32{2, 4, 99, 99}, [...]uint32{6, 8, 99, 99}}
			s.perspectives[1] = perspective{0, [...]uint32{0, 0, 99, 99}, [...]uint32{0, 0, 99, 99}}
			if got, want := test.run(&s), test.sum*(3+4)+20*20*(5+6); got != want {
				t.Errorf("sum %d, want %d", got, want)
			}
			if own := int16(test.own); !slices.Equal(s.neurons, []int16{20, 20, 50, 50, 20, 20, own, own}) {
				t.Errorf("neurons %d, own ones should be %d", s.neurons, own)
			}
		})
	}
}

// toy is a position of a game on 16 squares.
type toy struct {
	core.Position
	side   core.Color
	pieces []core.Placed
}

func (p *toy) Side() core.Color { return p.side }

// Kinds of pieces. A ghost is no input, or only one to First.
const (
	man core.PieceType = 1 + iota
	king
	ghost
)

// toyInputs has a view of each half of the board, with inputs of its own.
func toyInputs(seesGhosts bool) *FeatureSet {
	in := &FeatureSet{
		Name: "toy", Count: 2 * 96, King: king, Tables: make([]Table, 4),
		Pieces: func(p core.Position, list []core.Placed) []core.Placed { return append(list, p.(*toy).pieces...) },
		Phase:  func(p core.Position) int { return len(p.(*toy).pieces) }, Phases: 17,
	}
	for i := range in.Tables {
		c, zone := core.Color(i/2), i%2
		in.Tables[i].Clear()
		in.KingBuckets = append(in.KingBuckets, KingBucket{Table: i, First: 96 * zone})
		for owner := range core.Color(2) {
			for k := man; k <= ghost; k++ {
				for sq := range 16 {
					if k != ghost || seesGhosts && c == core.First {
						in.Tables[i][core.NewPiece(owner, k)][sq] = uint16(48*int(owner^c) + 16*int(k-man) + sq ^ 15*int(c))
					}
				}
			}
		}
		for sq := 8 * zone; sq < 8*zone+8; sq++ {
			in.KingBucket[c][sq] = uint8(i)
		}
	}
	return in
}

// Evaluations after moves of all kinds are equal to those of the position from scratch,
// and by a kernel of steps wherever one can be used.
func TestSteps(t *testing.T) {
	const ours, theirs, nowhere = core.First, core.Second, core.Nowhere
	change := func(c core.Color, k core.PieceType, from, to core.Place) core.Change {
		return core.Change{Piece: core.NewPiece(c, k), From: from, To: to}
	}
	type moves [][]core.Change
	quiet := []core.Change{change(ours, man, 1, 2)}
	tests := []struct {
		name  string
		moves moves
		each  bool // evaluated after each move, not only after all
		fused bool // the last evaluation
		half  bool // one accumulator is up to date
	}{
		{"no move", nil, true, false, false},
		{"a quiet move", moves{quiet}, true, true, false},
		{"a capture", moves{{change(theirs, man, 5, nowhere), change(ours, man, 1, 5)}}, true, true, false},
		{"a capture to a hand", moves{{change(theirs, man, 5, nowhere), change(ours, man, nowhere, 14), change(ours, man, 1, 5)}}, true, true, false},
		{"castling", moves{{change(ours, man, 1, 4), change(ours, king, 0, 3)}}, true, true, false},
		{"three moves", moves{quiet, {change(theirs, man, 5, 6)}, {change(ours, man, 2, 3)}}, true, true, false},
		{"three moves at once", moves{quiet, {change(theirs, man, 5, 6)}, {change(ours, man, 2, 3)}}, false, true, false},
		{"a king", moves{{change(ours, king, 0, 3)}}, true, true, false},
		{"a king to another view", moves{{change(ours, king, 0, 12)}}, true, false, false},
		{"and a move later", moves{{change(ours, king, 0, 12)}, {change(theirs, man, 5, 6)}}, true, true, false},
		{"both at once", moves{{change(ours, king, 0, 12)}, {change(theirs, man, 5, 6)}}, false, false, false},
		{"the other king to another view", moves{{change(theirs, king, 15, 7)}}, true, false, false},
		{"and half of it is known", moves{{change(theirs, king, 15, 7)}}, true, false, true},
		{"a man that appears", moves{{change(ours, man, nowhere, 13)}}, true, false, false},
		{"a ghost", moves{{change(ours, ghost, 9, 10)}}, true, false, false},
		{"a man that becomes a ghost", moves{{change(ours, man, 1, nowhere), change(ours, ghost, nowhere, 2)}}, true, false, false},
		{"a man and a ghost", moves{{change(ours, ghost, 9, 10), change(ours, man, 1, 2)}}, true, true, false},
	}
	eachKernels(t, func(k kernels) {
		for _, seesGhosts := range []bool{false, true} {
			in := toyInputs(seesGhosts)
			h := small()
			h.Count, h.Hidden, h.Buckets = in.Count, 3*HiddenStep, 3
			n := randomNetwork(t, h)
			for _, part := range [][]int16{n.Weights, n.Bias} {
				for i := range part {
					part[i] /= 256 // or most neurons are clamped
				}
			}
			clear(n.OutputBias)
			for _, test := range tests {
				t.Run(fmt.Sprintf("%s, %s, ghosts seen %v", k, test.name, seesGhosts), func(t *testing.T) {
					p := &toy{pieces: []core.Placed{
						{Piece: core.NewPiece(ours, king), At: 0}, {Piece: core.NewPiece(theirs, king), At: 15}, {Piece: core.NewPiece(ours, man), At: 1},
						{Piece: core.NewPiece(theirs, man), At: 5}, {Piece: core.NewPiece(ours, ghost), At: 9},
					}}
					e, fresh := newEvaluator(n, n.transformer(in)), newEvaluator(n, n.transformer(in))
					e.Reset(p) // after which both accumulators are known, though nobody has asked
					for i, m := range test.moves {
						p.play(m, e.Push())
						if test.each && i < len(test.moves)-1 {
							e.Evaluate()
						}
					}
					if test.half {
						e.Of(theirs)
					}
					waiting := *e
					fresh.Reset(p)
					want := fresh.Evaluate()
					if got := e.Evaluate(); got != want || want == 0 {
						t.Errorf("value %d, want %d", got, want)
					}
					// A step with other weights shows where it is used.
					waiting.step.output = make([]int16, len(n.Output))
					if fused := waiting.Evaluate() == 0; fused != (test.fused && !seesGhosts) {
						t.Errorf("a step was used: %v", fused)
					}
				})
			}
		}
	})
}

// play makes a move of some changes and reports it.
func (p *toy) play(m []core.Change, d *core.DirtyPieces) {
	d.N = 0
	for _, c := range m {
		d.Add(c.Piece, c.From, c.To)
		p.pieces = slices.DeleteFunc(p.pieces, func(other core.Placed) bool { return other == core.Placed{Piece: c.Piece, At: c.From} })
		if c.To != core.Nowhere {
			p.pieces = append(p.pieces, core.Placed{Piece: c.Piece, At: c.To})
		}
	}
	p.side ^= 1
}
