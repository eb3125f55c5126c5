package nnue_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/nnue"
	"github.com/nitoryu/nitoryu/tests/must"
)

// slow evaluates a position by the definition of a network.
func slow(g game, n *nnue.Network, position string) core.Score {
	own, enemy, bucket := g.see(position, n.Buckets)
	var neurons [2][]int64
	for side, on := range [][]int{own, enemy} {
		for i := range n.Hidden {
			v := int64(n.Bias[i])
			for _, in := range on {
				v += int64(n.Weights[in*n.Hidden+i])
			}
			neurons[side] = append(neurons[side], min(max(v, 0), nnue.QA))
		}
	}
	var value int64
	if len(n.Layers) > 0 {
		value = slowLayers(n, neurons, bucket) * int64(n.Scale) / (127 * 64)
	} else {
		sum := int64(0)
		for side := range neurons {
			for i, v := range neurons[side] {
				sum += v * v * int64(n.Output[(2*bucket+side)*n.Hidden+i])
			}
		}
		value = (sum/nnue.QA + int64(n.OutputBias[bucket])) * int64(n.Scale) / (nnue.QA * nnue.QB)
	}
	return core.Score(min(max(value, -int64(core.EvalBound)), int64(core.EvalBound)))
}

// slowLayers returns the output of a stack by its definition.
func slowLayers(n *nnue.Network, neurons [2][]int64, bucket int) int64 {
	var x []int64
	for _, side := range neurons {
		for i := range n.Hidden / 2 {
			x = append(x, side[i]*side[i+n.Hidden/2]/512)
		}
	}
	var sums []int64
	for i, l := range n.Stacks[bucket] {
		sums = nil
		for o, sum := range l.Bias {
			sum := int64(sum)
			for j, v := range x {
				sum += v * int64(l.Weights[o*len(x)+j])
			}
			sums = append(sums, sum)
		}
		x = nil
		if i == 0 {
			for _, sum := range sums {
				x = append(x, min(sum*sum/(1<<19), 127))
			}
		}
		for _, sum := range sums {
			x = append(x, min(max(sum/64, 0), 127))
		}
	}
	return sums[0]
}

// network returns a network with random weights, and with small layers if any are given.
func network(t testing.TB, g game, hidden, buckets int, random *rand.Rand, layers ...int) *nnue.Network {
	t.Helper()
	n, err := nnue.New(nnue.Header{
		Game: g.rules.Name, Inputs: g.inputs.Name, Count: g.inputs.Count, Hidden: hidden, Buckets: buckets, Layers: layers, Scale: 400, Name: "noise",
	})
	must.OK(t, err)
	for i := range n.Weights {
		n.Weights[i] = int16(random.IntN(121) - 60)
	}
	for i := range n.Bias {
		n.Bias[i] = int16(random.IntN(255))
	}
	for i := range n.Output {
		n.Output[i] = int16(random.IntN(255) - 127)
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(random.IntN(20001) - 10000)
	}
	for i := range n.Stacks {
		for _, l := range n.Stacks[i] {
			size := int(120 / math.Sqrt(float64(l.Inputs)))
			for j := range l.Weights {
				l.Weights[j] = int8(random.IntN(2*size+1) - size)
			}
			for j := range l.Bias {
				l.Bias[j] = int32(random.IntN(8001) - 2000)
			}
		}
	}
	return n
}
