package host

import (
	"runtime"
	"testing"
)

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		name       string
		processors int
		quota      float64
		want       int
	}{
		{"no quota", 8, 0, 8},
		{"a quota", 8, 2, 2},
		{"a part of a processor", 8, 0.5, 1},
		{"one and a half", 8, 1.5, 1},
		{"nearly three", 8, 2.99, 2},
		{"more than there are", 4, 16, 4},
		{"none at all", 0, 0, 1},
	} {
		if got := Within(c.processors, c.quota); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestThisHost(t *testing.T) {
	if n := Processors(); n < 1 || n > runtime.NumCPU() {
		t.Errorf("%d of %d processors", n, runtime.NumCPU())
	}
	if most, now := Memory(), Used(); most > 0 && now > most {
		t.Errorf("%d of %d bytes", now, most)
	}
}
