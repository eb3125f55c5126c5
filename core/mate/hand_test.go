package mate

import (
	"math/rand/v2"
	"testing"
)

// Operations on whole hands agree with those kind by kind.
func TestHands(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	random := func() (h uint64) {
		for kind := range 8 {
			h |= uint64(rng.IntN(4)*rng.IntN(7)) << (8 * kind)
		}
		return h
	}
	for range 2000 {
		a, b, c := random(), random(), random()
		covered := true
		var greater, smaller, none, moved uint64
		for kind := range 8 {
			x, y, z := a>>(8*kind)&0xff, b>>(8*kind)&0xff, c>>(8*kind)&0xff
			covered = covered && x >= y
			greater |= max(x, y) << (8 * kind)
			smaller |= min(x, y) << (8 * kind)
			if x == 0 {
				none |= 0xff << (8 * kind)
			}
			moved |= (max(x+z, y) - y) << (8 * kind)
		}
		if covers(a, b) != covered || most(a, b) != greater || least(a, b) != smaller || lacking(a) != none || moveHand(a, b, c) != moved {
			t.Fatalf("hands %x, %x, %x", a, b, c)
		}
	}
	if !covers(0x0301, 0x0300) || covers(0x0300, 0x0301) || covers(0, 1<<48) {
		t.Error("covers is wrong")
	}
}
