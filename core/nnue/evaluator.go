package nnue

import "github.com/nitoryu/nitoryu/core"

// Evaluator evaluates one followed position by a network of ours. It implements
// [core.Explainer].
type Evaluator struct {
	*Accumulators
	network *Network
}

// newEvaluator returns an evaluator that follows no position yet.
func newEvaluator(n *Network, t *Transformer) *Evaluator {
	return &Evaluator{NewAccumulators(t), n}
}

// Evaluate implements core.Evaluator.
func (e *Evaluator) Evaluate() core.Score {
	us := e.position.Side() & 1
	return e.value(e.updated(us), e.updated(us^1))
}

// value returns the output for the accumulators in two rows, that of the side to move
// first.
func (e *Evaluator) value(own, enemy int) core.Score {
	return e.output(e.row(own), e.row(enemy), e.bucket())
}

// bucket returns the output layer for the position.
func (e *Evaluator) bucket() int {
	if e.network.Buckets == 1 {
		return 0
	}
	return e.Inputs.Bucket(e.position, e.network.Buckets)
}

// output returns the output of a bucket for both accumulators.
func (e *Evaluator) output(own, enemy *int16, bucket int) core.Score {
	n := e.network
	sum := e.kernels.output(own, enemy, &n.Output[bucket*2*n.Hidden], n.Hidden)
	v := (sum/QA + int64(n.OutputBias[bucket])) * int64(n.Scale) / (QA * QB)
	return core.Score(v).Clamp() // no valid network exceeds 31 bits
}

// PieceValues returns the value of each piece of the position to the network.
func (e *Evaluator) PieceValues() []PieceValue {
	bucket := e.bucket()
	return e.Accumulators.PieceValues(func(own, enemy Accumulator) core.Score {
		return e.output(&own.Neurons[0], &enemy.Neurons[0], bucket)
	})
}

// Explain implements core.Explainer.
func (e *Evaluator) Explain() string { return e.Draw(e.PieceValues()) }
