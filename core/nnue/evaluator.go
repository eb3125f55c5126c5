package nnue

import "github.com/nitoryu/nitoryu/core"

// Evaluator evaluates one followed position by a network of ours without small layers. It
// implements [core.Explainer].
type Evaluator struct {
	Accumulators
	network *Network
	step    step
}

// newEvaluator returns an evaluator that follows no position yet.
func newEvaluator(n *Network, t *Transformer) *Evaluator {
	a := NewAccumulators(t)
	return &Evaluator{*a, n, newStep(a, n)}
}

// Evaluate implements core.Evaluator. Nearly always both accumulators wait for the last
// move, and a kernel updates them and computes the output in one pass. This is all one
// function, as calls are a part of its time that shows.
func (e *Evaluator) Evaluate() core.Score {
	us, top := e.position.Side()&1, e.stack.Top()
	if top == 0 || !e.step.uniform {
		return e.value(e.updated(us), e.updated(us^1))
	}
	last, r := e.stack.At(top-1), e.stack.At(top)
	waiting := last.Known == [2]bool{true, true} && r.Known == [2]bool{} && r.Dirty.Mover().Piece.Type() != e.step.king
	if !waiting && !e.catchUp() {
		return e.value(e.updated(us), e.updated(us^1))
	}
	s, bucket := &e.step, e.network.bucket(&e.Accumulators)
	s.first = 2 * bucket * s.hidden
	s.perspectives[0].from, s.perspectives[1].from = (2*top-2+int(us))*s.hidden, (2*top-2+int(us^1))*s.hidden
	var sum int64
	switch adds, subs := s.follow(&r.Dirty, &s.buckets[last.After[us]], &s.buckets[last.After[us^1]]); {
	case adds == 1 && subs == 1: // a quiet move
		sum = e.kernels.addSubOutput(s)
	case adds == 1 && subs == 2: // a capture in chess
		sum = e.kernels.addSubSubOutput(s)
	case adds == 2 && subs == 2: // castling, a capture in shogi
		sum = e.kernels.addAddSubSubOutput(s)
	default: // pieces that are not inputs
		return e.value(e.updated(us), e.updated(us^1))
	}
	r.After, r.Known = last.After, last.Known
	return e.network.score(sum, bucket)
}

// value returns the output for the accumulators in two rows, the side to move
// first.
func (e *Evaluator) value(own, enemy int) core.Score {
	return e.output(e.row(own), e.row(enemy), e.network.bucket(&e.Accumulators))
}

// bucket returns the output, or stack of layers, for the position.
func (n *Network) bucket(a *Accumulators) int {
	if n.Buckets == 1 {
		return 0
	}
	return a.Inputs.Bucket(a.Inputs.Phase(a.position), n.Buckets)
}

// output returns the output of a bucket for both accumulators.
func (e *Evaluator) output(own, enemy *int16, bucket int) core.Score {
	n := e.network
	return n.score(e.kernels.output(own, enemy, &n.Output[bucket*2*n.Hidden], n.Hidden), bucket)
}

// score returns the output of a bucket from its sum of products.
func (n *Network) score(sum int64, bucket int) core.Score {
	v := (sum/QA + int64(n.OutputBias[bucket])) * int64(n.Scale) / (QA * QB)
	return core.Score(v).Clamp() // no valid network exceeds 31 bits
}

// PieceValues returns the value of each piece of the position to the network.
func (e *Evaluator) PieceValues() []PieceValue {
	bucket := e.network.bucket(&e.Accumulators)
	return e.Accumulators.PieceValues(func(own, enemy Accumulator) core.Score {
		return e.output(&own.Neurons[0], &enemy.Neurons[0], bucket)
	})
}

// Explain implements core.Explainer.
func (e *Evaluator) Explain() string { return e.Draw(e.PieceValues()) }
