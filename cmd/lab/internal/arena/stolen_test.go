package arena

import (
	"testing"
	"time"
)

func TestStolen(t *testing.T) {
	for _, test := range []struct {
		name, stat string
		want       time.Duration
	}{
		{"a virtual machine", "cpu  5493113 1223456 241118 1783965 4286 0 23995 2475 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n", 24750 * time.Millisecond},
		{"a kernel that does not tell", "cpu  5493113 1223456 241118 1783965\n", 0},
		{"something else", "intr 1 2 3 4 5 6 7 8 9 10\n", 0},
		{"no number", "cpu 1 2 3 4 5 6 7 eight 9 10\n", 0},
		{"nothing", "", 0},
	} {
		if got := stolenOf([]byte(test.stat)); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
