package texel

import (
	"math"

	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

// Rounded returns the weights as an evaluation has them.
func (w Weights) Rounded() []tapered.Weight {
	rounded := make([]tapered.Weight, len(w.Middle))
	for i := range rounded {
		rounded[i] = tapered.Weight{int16(math.Round(float64(w.Middle[i]))), int16(math.Round(float64(w.End[i])))}
	}
	return rounded
}
