package cpu

import "testing"

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name string
		want Level
		ok   bool
	}{
		{"go", Go, true}, {"BMI2", BMI2, true}, {"avx2", AVX2, true}, {"avx512", AVX512, true},
		{"", 0, false}, {"sse2", 0, false},
	} {
		if l, err := Parse(test.name); l != test.want || (err == nil) != test.ok {
			t.Errorf("%q: %v, %v", test.name, l, err)
		}
	}
}

func TestUse(t *testing.T) {
	defer func() { _ = Use(This().Best) }()
	for l := Go; l < levels; l++ {
		err := Use(l)
		if (err == nil) != (l <= This().Best) {
			t.Errorf("%s on a machine with %s: %v", l, This().Best, err)
		}
		if err == nil && (HasPEXT() != (l >= BMI2 && !This().SlowPEXT) || !Has(l) || Has(l+1)) {
			t.Errorf("%s: PEXT %v, the level %v, the next %v", l, HasPEXT(), Has(l), Has(l+1))
		}
	}
}
