package record

import (
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
)

// Handicaps are known by both their names, and start positions that can be played.
func TestHandicaps(t *testing.T) {
	for _, c := range []struct {
		name, start string
		known       bool
	}{
		{"rook", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"10-piece", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"平手", "", true},
		{"", "", false},
		{"king", "", false},
	} {
		if start, known := Handicap(c.name); start != c.start || known != c.known {
			t.Errorf("%q: %q, %v", c.name, start, known)
		}
	}
	if n := len(Handicaps()); n != commonHandicaps {
		t.Errorf("%d names", n)
	}
	for _, name := range Handicaps() {
		start, known := Handicap(name)
		if _, err := shogi.Rules.Parse(start, core.Settings{}); err != nil || !known || start == "" {
			t.Errorf("%s: %q, %v", name, start, err)
		}
	}
}
