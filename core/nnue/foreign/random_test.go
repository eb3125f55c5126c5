package foreign

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// Random returns a network with random weights, equal for equal seeds, or nil if the
// architecture does not pass [Architecture.Check]. They are of a size that leaves most
// neurons of a position with some 30 active inputs between the ends of their range, and
// nothing overflows.
func Random(a *Architecture, seed uint64) *Network {
	if a.Check() != nil {
		return nil
	}
	n := newNetwork(a)
	n.Description = "random weights of seed " + strconv.FormatUint(seed, 16)
	random := rand.New(rand.NewPCG(seed, 0x6E65742E72616E64))
	for i := range n.Bias {
		n.Bias[i] = int16(random.IntN(128) - 32)
	}
	// A number of 64 bits makes eight weights of -15 .. 15, those near zero more often.
	for i := 0; i < len(n.Weights); {
		for bits := random.Uint64(); bits != 0 && i < len(n.Weights); bits >>= 8 {
			n.Weights[i] = int16(bits&15) - int16(bits>>4&15)
			i++
		}
	}
	for i := range n.Material {
		n.Material[i] = int32(random.IntN(2001) - 1000)
	}
	for s := range n.Stacks {
		for i := range n.Stacks[s] {
			l := &n.Stacks[s][i]
			size := max(1, int(120/math.Sqrt(float64(l.Inputs))))
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
