package foreign

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
	"unsafe"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/core/nnue/dense"
	"github.com/nitoryu/nitoryu/core/options"
)

// Sums are the two parts of what a network says of a position, for the side to move.
type Sums struct {
	Material   int64 // of the inputs alone; 0 without such sums
	Positional int64 // of the stack
}

// Scorer turns the sums into a value in the units of the engine. What depends on its
// search, and on the plies without progress, is left out: our search has its own. The
// divisor is options.Evaluation.Divisor. The value may be out of bounds.
type Scorer func(p core.Position, s Sums, divisor int64) int64

// Switch says when a small network stands in for a large one.
type Switch struct {
	Small func(p core.Position) bool // whether the small one is asked
	// Again reports whether the small one says so little that the large one is asked
	// after all; nil: never.
	Again func(s Sums) bool
	Value Scorer // of the small one
}

// stack is the layers of a [dense.Stack], packed.
type stack struct {
	first *dense.Layer
	tail  *dense.Tail
	// In place of a tail, for Connected.
	second, third *dense.Layer
}

// newStack packs the layers of a stack.
func newStack(a *Architecture, s *dense.Stack) (packed stack, err error) {
	var layers [3]*dense.Layer
	for i, l := range s {
		if i == 0 && a.Shards > 0 {
			l.Weights = a.sharded(&l)
		}
		if layers[i], err = l.Pack(); err != nil {
			return stack{}, err
		}
	}
	if a.Tail == Connected {
		return stack{first: layers[0], second: layers[1], third: layers[2]}, nil
	}
	tail, err := dense.NewTail(layers[1], layers[2])
	return stack{first: layers[0], tail: tail}, err
}

// sharded returns the weights of a layer, without the inputs that an output does not see.
func (a *Architecture) sharded(l *dense.Weights) []int8 {
	weights := make([]int8, len(l.Weights))
	shard, group := (l.Inputs-a.Common)/a.Shards, l.Outputs/a.Shards
	for o := range l.Outputs {
		to, from := weights[o*l.Inputs:][:l.Inputs], l.Weights[o*l.Inputs:][:l.Inputs]
		copy(to[:a.Common], from)
		first := a.Common + o/group*shard
		copy(to[first:first+shard], from[first:])
	}
	return weights
}

// source makes evaluators that share a network.
type source struct {
	network     *Network
	transformer *nnue.Transformer
	pairs       *nnue.PairTransformer // nil: none
	stacks      []stack
	divisor     int64
	unit        [2]int64 // units of ours for units of the engine's
	small       *source  // nil: none
}

// NewSource returns the evaluation by a network, which must not change afterwards. The
// divisor is options.Evaluation.Divisor; values are those with the usual one. The small network stands in for the other where its
// engine does so; nil: the other is always asked. It is an error if a network does not fit
// its architecture, if that cannot be computed, or if the two do not belong together.
func NewSource(n, small *Network, divisor int) (core.EvaluatorFactory, error) {
	if divisor == 0 {
		divisor = options.DefaultDivisor
	}
	s, err := newSource(n, divisor)
	switch {
	case err != nil:
		return nil, err
	case n.Architecture.SmallFor != "":
		return nil, fmt.Errorf("%s is the small one of two networks of %s: it stands in for the other one in some positions (EvalFileSmall)", n.Architecture, n.Architecture.SmallFor)
	case small == nil:
		return s, nil
	case n.Architecture.Small == nil:
		return nil, fmt.Errorf("%s has no small network beside it", n.Architecture)
	case small.Architecture == nil || small.Architecture.SmallFor == "":
		return nil, fmt.Errorf("%s is no small network, which stands in for another in some positions", small.Label())
	}
	s.small, err = newSource(small, divisor)
	return s, err
}

// Rescale returns a source of [NewSource] whose values are to for each from of the given one.
// Anything else is returned as it is.
func Rescale(f core.EvaluatorFactory, from, to int64) core.EvaluatorFactory {
	s, ok := f.(*source)
	if !ok || from < 1 || to < 1 {
		return f
	}
	scaled := *s
	scaled.unit[0] *= to
	scaled.unit[1] *= from
	return &scaled
}

func newSource(n *Network, divisor int) (*source, error) {
	a := n.Architecture
	switch {
	case a == nil:
		return nil, errors.New("the network has no architecture")
	case a.Value == nil || a.Material != 0 && a.Material != nnue.MaterialBuckets:
		return nil, fmt.Errorf("%s: networks of this kind cannot be computed", a)
	case !n.fits():
		return nil, errSizes
	}
	s := &source{network: n, transformer: n.transformer(), stacks: make([]stack, len(n.Stacks)), divisor: int64(divisor), unit: a.Unit.Ours}
	if a.Pairs != nil {
		s.pairs = &nnue.PairTransformer{Pairs: a.Pairs.Pairs, Hidden: a.Hidden, Owner: n.owner}
		material := materialOf(n.Material)
		for i, count := range a.kinds() {
			s.pairs.Parts = append(s.pairs.Parts, nnue.PairPart{Weights: n.Pairs[i], Material: material[:count]})
			material = material[count:]
		}
	}
	for i := range n.Stacks {
		var err error
		if s.stacks[i], err = newStack(a, &n.Stacks[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", a, err)
		}
	}
	return s, nil
}

// transformer returns the first layer, padded to what its kernels take in a step.
func (n *Network) transformer() *nnue.Transformer {
	a := n.Architecture
	t := &nnue.Transformer{
		Inputs: a.Inputs, Hidden: a.Hidden, Weights: n.Weights, Bias: n.Bias,
		Material: materialOf(n.Material[a.pairs()*a.Material:]), Owner: n.owner,
	}
	if rest := a.Hidden % nnue.HiddenStep; rest != 0 {
		t.Hidden += nnue.HiddenStep - rest
		t.Bias = nnue.Aligned[int16](t.Hidden)
		copy(t.Bias, n.Bias)
		t.Weights = nnue.Aligned[int16](a.Inputs.Count * t.Hidden)
		for i := range a.Inputs.Count {
			copy(t.Weights[i*t.Hidden:], n.Weights[i*a.Hidden:][:a.Hidden])
		}
	}
	return t
}

// materialOf returns the material of inputs.
func materialOf(numbers []int32) []nnue.Material {
	return unsafe.Slice((*nnue.Material)(unsafe.Pointer(unsafe.SliceData(numbers))), len(numbers)/nnue.MaterialBuckets)
}

// Name implements core.EvaluatorFactory.
func (s *source) Name() string {
	if s.small == nil {
		return s.network.Label()
	}
	return s.network.Label() + " and " + s.small.network.Label()
}

// Hash implements core.EvaluatorFactory.
func (s *source) Hash() string { return s.network.Hash }

// New implements core.EvaluatorFactory.
func (s *source) New() core.Evaluator {
	e := newEvaluator(s)
	if s.small == nil {
		return e
	}
	return &double{evaluator: e, small: newEvaluator(s.small), change: s.network.Architecture.Small}
}

// Label returns the name of the architecture and the first digits of the hash.
func (n *Network) Label() string {
	return strings.TrimSpace(n.Architecture.Name + " " + n.Hash[:min(8, len(n.Hash))])
}

// evaluator evaluates one followed position. It implements core.Explainer.
type evaluator struct {
	*nnue.Accumulators
	source  *source
	kernels dense.Kernels
	pairs   *nnue.PairAccumulators // nil: none

	pooled []uint8 // inputs of a stack
	sums   []int32 // outputs of its first layer
	hidden []uint8 // inputs of its tail
}

func newEvaluator(s *source) *evaluator {
	e := &evaluator{Accumulators: nnue.NewAccumulators(s.transformer), source: s, kernels: dense.Best()}
	first := s.stacks[0].first
	e.pooled = make([]uint8, first.PaddedInputs())
	e.sums = make([]int32, max(first.PaddedOutputs(), spare))
	// Activations are computed some more at once than are needed.
	e.hidden = make([]uint8, 4*(maxOutputs+spare))
	if s.pairs != nil {
		e.pairs = nnue.NewPairAccumulators(s.pairs, e.Accumulators)
	}
	return e
}

// spare is how many activations are computed at once.
const spare = 16

// Reset implements core.Evaluator.
func (e *evaluator) Reset(p core.Position) {
	e.Accumulators.Reset(p)
	if e.pairs != nil {
		e.pairs.Reset()
	}
}

// Push implements core.Evaluator.
func (e *evaluator) Push() *core.DirtyPieces {
	if e.pairs != nil {
		e.pairs.Forget(e.Depth() + 1)
	}
	return e.Accumulators.Push()
}

// Evaluate implements core.Evaluator.
func (e *evaluator) Evaluate() core.Score {
	return e.score(e.value(options.DefaultDivisor))
}

// score turns a value of the engine into one of ours.
func (e *evaluator) score(value int64) core.Score {
	unit := e.source.unit
	return core.Score(min(max(value*unit[0]/unit[1], int64(-core.EvalBound)), int64(core.EvalBound)))
}

// both are the accumulators of both sides, the side to move first.
type both struct {
	pieces, pairs [2]nnue.Accumulator // pairs: empty if there are none
}

// accumulators returns the accumulators of the position.
func (e *evaluator) accumulators() (b both) {
	us := e.Position().Side() & 1
	if e.pairs == nil {
		b.pieces = [2]nnue.Accumulator{e.Of(us), e.Of(us ^ 1)}
	} else {
		b.pieces, b.pairs = e.pairs.Of(us)
	}
	return b
}

// material returns the difference of the sums of a bucket.
func (b *both) material(bucket int) int64 {
	sum := b.pieces[0].Material[bucket] - b.pieces[1].Material[bucket]
	if b.pairs[0].Material != nil {
		sum += b.pairs[0].Material[bucket] - b.pairs[1].Material[bucket]
	}
	return int64(sum)
}

// now returns the sums of the position.
func (e *evaluator) now() Sums {
	accs := e.accumulators()
	e.pool(accs)
	return e.sum(accs, e.bucket())
}

// bucket returns the stack for the position.
func (e *evaluator) bucket() int {
	n := e.source.network
	c := &n.Architecture.Choice
	if c.Of == nil && c.Progress == 0 {
		return 0
	}
	bucket := 0
	if c.Of != nil {
		bucket = c.Of(e.Position())
	}
	if c.Progress > 0 {
		bucket = bucket*c.Progress + e.progress()*c.Progress/progressSteps
	}
	return min(max(bucket, 0), c.Stacks-1)
}

// progressSteps is how many values the progress of a game has.
const progressSteps = 256

// progressEnds are the sums at which the progress goes up by one, in the 65536th part of
// the logarithm of its odds.
var progressEnds = func() (ends [progressSteps - 1]int64) {
	for i := range ends {
		p := float64(i+1) / progressSteps
		ends[i] = int64(math.Round(math.Log(p/(1-p)) * (1 << 16)))
	}
	return ends
}()

// progress returns how far the game is.
func (e *evaluator) progress() int {
	n := e.source.network
	in, weights := n.Architecture.Progress, n.Progress[1:]
	sum := int64(n.Progress[0])
	in.Active(e.Position(), func(input, times int) { sum += int64(weights[input]) * int64(times) })
	return sort.Search(len(progressEnds), func(i int) bool { return progressEnds[i] > sum })
}

// pool computes the inputs of the first layer.
func (e *evaluator) pool(accs both) {
	a := e.source.network.Architecture
	limit, shift := int16(127), uint(7)
	switch a.Pooling {
	case Clipped:
		for i := range accs.pieces {
			e.kernels.ClipNeurons(e.pooled[i*a.Hidden:], accs.pieces[i].Neurons[:a.Hidden])
		}
		return
	case WideProduct:
		limit, shift = 255, 9
	}
	for i := range accs.pieces {
		pooled, neurons := e.pooled[i*a.Hidden/2:], accs.pieces[i].Neurons[:a.Hidden]
		if e.pairs == nil {
			e.kernels.Multiply(pooled, neurons, limit, shift)
		} else {
			e.kernels.MultiplySums(pooled, neurons, accs.pairs[i].Neurons, limit, shift)
		}
	}
}

// sum computes the output of a stack from what is pooled.
func (e *evaluator) sum(accs both, bucket int) (s Sums) {
	a, stack := e.source.network.Architecture, &e.source.stacks[bucket]
	if a.Material != 0 {
		s.Material = accs.material(bucket) / 2
	}
	stack.first.Sums(e.kernels, e.sums, e.pooled)
	if a.Tail == Connected {
		s.Positional = e.connected(stack)
		return s
	}
	n := a.First
	if a.forwards() {
		n--
		s.Positional = int64(e.sums[n]) * int64(a.Forward[0]) / int64(a.Forward[1])
	}
	// Activations beyond n are overwritten, or meet no weight.
	sums, next := e.sums[:padded16(n)], e.hidden
	if a.Tail == Squared {
		e.kernels.Square(next, sums)
		next = next[n:]
	}
	e.kernels.Clip(next, sums)
	s.Positional += int64(stack.tail.Sum(e.kernels, e.hidden))
	return s
}

// connected computes the rest of a stack that is Connected.
func (e *evaluator) connected(s *stack) int64 {
	a := e.source.network.Architecture
	var sums [maxOutputs]int32
	dense.ActivateWide(e.hidden, e.hidden[a.First:], e.sums[:a.First])
	s.second.Sums(e.kernels, sums[:], e.hidden)
	next := e.hidden[2*a.First:]
	e.kernels.Square(next, sums[:a.Second])
	e.kernels.Clip(next[a.Second:], sums[:a.Second])
	s.third.Sums(e.kernels, sums[:], e.hidden)
	output := int64(sums[0]) + int64(e.sums[a.First-2]) - int64(e.sums[a.First-1])
	return output * int64(a.Forward[0]) / int64(a.Forward[1])
}

// padded16 rounds up to a multiple of spare.
func padded16(n int) int { return (n + spare - 1) / spare * spare }

// Buckets returns what each stack says of the position, and which one counts.
func (e *evaluator) Buckets() (all []Sums, used int) {
	accs := e.accumulators()
	e.pool(accs)
	for i := range e.source.stacks {
		all = append(all, e.sum(accs, i))
	}
	return all, e.bucket()
}

// double evaluates by a large network and a small one.
type double struct {
	*evaluator
	small  *evaluator
	change *Switch
}

// Reset implements core.Evaluator.
func (d *double) Reset(p core.Position) {
	d.evaluator.Reset(p)
	d.small.Reset(p)
}

// Pop implements core.Evaluator.
func (d *double) Pop() {
	d.evaluator.Pop()
	d.small.Drop(d.Accumulators)
}

// Evaluate implements core.Evaluator.
func (d *double) Evaluate() core.Score {
	return d.score(d.value(options.DefaultDivisor))
}

// value returns the value in the units of the engine, with that divisor.
func (d *double) value(divisor int64) int64 {
	if s, ok := d.bySmall(); ok {
		return d.change.Value(d.Position(), s, divisor)
	}
	return d.evaluator.value(divisor)
}

// bySmall returns what the small network says, if that counts.
func (d *double) bySmall() (s Sums, ok bool) {
	if !d.change.Small(d.Position()) {
		return s, false
	}
	d.small.Follow(d.Accumulators)
	s = d.small.now()
	return s, d.change.Again == nil || !d.change.Again(s)
}

// value returns the value in the units of the engine, with that divisor.
func (e *evaluator) value(divisor int64) int64 {
	return e.source.network.Architecture.Value(e.Position(), e.now(), divisor)
}
