package foreign

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
)

// Sums are the two parts of what a network says of a position, for the side to move.
type Sums struct {
	Material   int64 // of the inputs alone; 0 without such sums
	Positional int64 // of the stack
}

// Scorer turns the sums into a value in the units of the search. The divisor is
// core.EvalChoice.Divisor. The value may be out of bounds.
type Scorer func(p core.Position, s Sums, divisor int64) int64

// stack is the layers of a [Stack], packed.
type stack struct {
	first *dense.Layer
	tail  *dense.Tail
}

// newStack packs the layers of a stack.
func newStack(s *Stack) (packed stack, err error) {
	var layers [3]*dense.Layer
	for i, l := range s {
		if layers[i], err = dense.NewLayer(l.Inputs, l.Outputs, l.Weights, l.Bias); err != nil {
			return stack{}, err
		}
	}
	tail, err := dense.NewTail(layers[1], layers[2])
	return stack{layers[0], tail}, err
}

// source makes evaluators that share a network.
type source struct {
	network     *Network
	transformer *nnue.Transformer
	stacks      []stack
	divisor     int64
}

// NewSource returns the evaluation by a network, which must not change afterwards. The
// divisor is core.EvalChoice.Divisor. It is an error if the network does not fit its
// architecture, or if that cannot be computed.
func NewSource(n *Network, divisor int) (core.Source, error) {
	a := n.Architecture
	switch {
	case a == nil:
		return nil, errors.New("the network has no architecture")
	case a.Score == nil || a.Material != 0 && a.Material != nnue.MaterialBuckets:
		return nil, fmt.Errorf("%s: networks of this kind cannot be computed", a)
	case !n.fits():
		return nil, errSizes
	case divisor == 0:
		divisor = core.DefaultDivisor
	}
	s := &source{
		network:     n,
		transformer: &nnue.Transformer{Inputs: a.Inputs, Hidden: a.Hidden, Weights: n.Weights, Bias: n.Bias},
		stacks:      make([]stack, a.Stacks),
		divisor:     int64(divisor),
	}
	if a.Material != 0 {
		s.transformer.Material = nnue.Aligned[nnue.Material](a.Inputs.Count)
		for i := range s.transformer.Material {
			s.transformer.Material[i] = nnue.Material(n.Material[i*nnue.MaterialBuckets:])
		}
	}
	for i := range n.Stacks {
		var err error
		if s.stacks[i], err = newStack(&n.Stacks[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", a, err)
		}
	}
	return s, nil
}

// Name implements core.Source.
func (s *source) Name() string { return s.network.Label() }

// Hash implements core.Source.
func (s *source) Hash() string { return s.network.Hash }

// New implements core.Source.
func (s *source) New() core.Evaluator { return newEvaluator(s) }

// Label returns the name of the architecture and the first digits of the hash.
func (n *Network) Label() string {
	return strings.TrimSpace(n.Architecture.Name + " " + n.Hash[:min(8, len(n.Hash))])
}

// evaluator evaluates one followed position. It implements core.Explainer.
type evaluator struct {
	*nnue.Accumulators
	source  *source
	kernels dense.Kernels

	pooled []uint8 // inputs of a stack
	sums   []int32 // outputs of its first layer
	hidden []uint8 // inputs of its tail
}

func newEvaluator(s *source) *evaluator {
	e := &evaluator{Accumulators: nnue.NewAccumulators(s.transformer), source: s, kernels: dense.Best()}
	first, tail := s.stacks[0].first, s.stacks[0].tail
	e.pooled = make([]uint8, first.PaddedInputs())
	e.sums = make([]int32, max(first.PaddedOutputs(), spare))
	e.hidden = make([]uint8, tail.PaddedInputs()+2*spare)
	return e
}

// spare is how many activations are computed at once: some more than are needed.
const spare = 16

// Evaluate implements core.Evaluator.
func (e *evaluator) Evaluate() core.Score {
	p := e.Position()
	us := p.Side() & 1
	return e.value(e.Of(us), e.Of(us^1), e.bucket())
}

// bucket returns the stack for the position.
func (e *evaluator) bucket() int {
	if len(e.source.stacks) == 1 {
		return 0
	}
	return e.Inputs.Bucket(e.Position(), len(e.source.stacks))
}

// value returns the value for two accumulators, that of the side to move first.
func (e *evaluator) value(own, enemy nnue.Accumulator, bucket int) core.Score {
	e.pool(own, enemy)
	v := e.source.network.Architecture.Score(e.Position(), e.sum(own, enemy, bucket), e.source.divisor)
	return core.Score(min(max(v, int64(-core.EvalBound)), int64(core.EvalBound)))
}

// pool computes the inputs of the first layer.
func (e *evaluator) pool(own, enemy nnue.Accumulator) {
	a := e.source.network.Architecture
	if a.Pooling == Product {
		half := a.Hidden / 2
		e.kernels.Multiply(e.pooled[:half], own.Neurons, 127, 7)
		e.kernels.Multiply(e.pooled[half:], enemy.Neurons, 127, 7)
		return
	}
	e.kernels.ClipNeurons(e.pooled, own.Neurons)
	e.kernels.ClipNeurons(e.pooled[a.Hidden:], enemy.Neurons)
}

// sum computes the output of a stack.
func (e *evaluator) sum(own, enemy nnue.Accumulator, bucket int) (s Sums) {
	a, stack := e.source.network.Architecture, &e.source.stacks[bucket]
	if own.Material != nil {
		s.Material = int64(own.Material[bucket]-enemy.Material[bucket]) / 2
	}
	stack.first.Sums(e.kernels, e.sums, e.pooled)
	n := a.First
	if a.forwards() {
		n--
		s.Positional = int64(e.sums[n]) * int64(a.Forward[0]) / int64(a.Forward[1])
	}
	// Activations beyond n are overwritten, or meet no weight.
	sums, next := e.sums[:padded16(n)], e.hidden
	if a.Squares {
		e.kernels.Square(next, sums)
		next = next[n:]
	}
	e.kernels.Clip(next, sums)
	s.Positional += int64(stack.tail.Sum(e.kernels, e.hidden))
	return s
}

// padded16 rounds up to a multiple of spare.
func padded16(n int) int { return (n + spare - 1) / spare * spare }

// PieceValues returns the value of each piece of the position to the network.
func (e *evaluator) PieceValues() []nnue.PieceValue {
	bucket := e.bucket()
	return e.Accumulators.PieceValues(func(own, enemy nnue.Accumulator) core.Score { return e.value(own, enemy, bucket) })
}

// Buckets returns what each stack says of the position, and which one counts.
func (e *evaluator) Buckets() (all []Sums, used int) {
	us := e.Position().Side() & 1
	own, enemy := e.Of(us), e.Of(us^1)
	e.pool(own, enemy)
	for i := range e.source.stacks {
		all = append(all, e.sum(own, enemy, i))
	}
	return all, e.bucket()
}

// Explain implements core.Explainer. What each stack says of the position is for the
// side to move, in pawns as the engine has them that the network comes from.
func (e *evaluator) Explain() string {
	var b strings.Builder
	b.WriteString(e.Draw(e.PieceValues()))
	buckets, used := e.Buckets()
	if len(buckets) == 1 {
		return b.String()
	}
	unit := e.source.network.Architecture.Unit
	b.WriteString("bucket  material  positional   total, for the side to move\n")
	for i, s := range buckets {
		m, p := unit.of(s.Material), unit.of(s.Positional)
		mark := ""
		if i == used {
			mark = "  <- this position's"
		}
		fmt.Fprintf(&b, "%4d  %10s  %10s%8s%s\n", i, unit.pawns(m), unit.pawns(p), unit.pawns(m+p), mark)
	}
	return b.String()
}

// Unit is how an engine prints the sums of its networks.
type Unit struct {
	Output int64 // output for one of the engine's own units
	Pawn   int64 // units that it prints as a pawn
	Score  int64 // units for one of ours; 0: it depends on the position
}

// of returns a sum in the engine's own units, rounded towards zero.
func (u Unit) of(sum int64) int64 { return sum / u.Output }

// pawns returns units as pawns.
func (u Unit) pawns(v int64) string { return fmt.Sprintf("%+.2f", float64(v)/float64(u.Pawn)) }
