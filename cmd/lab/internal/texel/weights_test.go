package texel

import (
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core/eval/tapered"
)

func TestRounded(t *testing.T) {
	w := Weights{Middle: []float32{12.4, 500, -0.6}, End: []float32{0, 512.5, 7}}
	if got, want := w.Rounded(), []tapered.Weight{{12, 0}, {500, 513}, {-1, 7}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
