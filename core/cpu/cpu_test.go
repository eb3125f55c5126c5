package cpu

import (
	"fmt"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name string
		want Level
		ok   bool
	}{
		{"go", Go, true}, {"BMI2", BMI2, true}, {"avx2", AVX2, true}, {"avx512", AVX512, true}, {"neon", NEON, true},
		{"", 0, false}, {"sse2", 0, false},
	} {
		if l, err := Parse(test.name); l != test.want || (err == nil) != test.ok {
			t.Errorf("%q: %v, %v", test.name, l, err)
		}
	}
}

// What each processor has, and what it may be limited to.
func TestUse(t *testing.T) {
	real := machine
	defer func() { machine, allowed = real, real.Best }()
	for _, test := range []struct {
		best Level
		has  string
	}{
		{Go, "[go]"}, {BMI2, "[go bmi2]"}, {AVX2, "[go bmi2 avx2]"}, {AVX512, "[go bmi2 avx2 avx512]"}, {NEON, "[go neon]"},
	} {
		machine = Machine{Best: test.best}
		if got := fmt.Sprint(Levels()); got != test.has {
			t.Errorf("a machine with %s has %s, want %s", test.best, got, test.has)
		}
		for l := range levels {
			allowed = Go
			has := slices.Contains(Levels(), l)
			if err := Use(l); (err == nil) != has || has && Used() != l {
				t.Errorf("%s on a machine with %s: %v, level %s", l, test.best, err, Used())
			}
			amd64 := has && l != Go && l != NEON
			if Has(l) != has || HasPEXT() != amd64 || Has(NEON) != (has && l == NEON) {
				t.Errorf("%s on a machine with %s: has it %v, PEXT %v, NEON %v", l, test.best, Has(l), HasPEXT(), Has(NEON))
			}
		}
	}
	machine = Machine{Best: AVX2, SlowPEXT: true}
	if _ = Use(AVX2); HasPEXT() {
		t.Error("PEXT in microcode is used")
	}
}
