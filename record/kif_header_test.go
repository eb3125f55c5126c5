package record

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// Handicaps are known by both their names, and start positions that can be played.
func TestHandicaps(t *testing.T) {
	const twoPieces = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
	for _, c := range []struct {
		name, start string
		known       bool
	}{
		{"rook", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"10-piece", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"2枚落ち", twoPieces, true},
		{"２枚落ち", twoPieces, true},
		{"二枚落", twoPieces, true},
		{" 2枚落 ", twoPieces, true},
		{"2-Piece", twoPieces, true},
		{"２－ｐｉｅｃｅ", twoPieces, true},
		{"6枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"１０枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"飛車落", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"左5枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", true},
		{"9枚落ち", "", false},
		{"落ち", "", false},
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

// Pieces in hand stand with blanks between them or without. A strange one is told with its
// own line, and so is a position that none can be.
func TestHands(t *testing.T) {
	const head, tail = "後手の持駒：なし\n|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
	board := head + strings.Repeat(tail, 7) + "| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九\n"
	for _, test := range []struct{ name, hand, want string }{
		{"one piece", "金", "G"},
		{"without blanks", "金二歩", "2GP"},
		{"a number of two characters in front", "歩十八金", "G18P"},
		{"all of them", "飛角金四銀四桂四香四歩十八", "RB4G4S4N4L18P"},
		{"blanks of two kinds", "金二 歩　香", "2GLP"},
		{"other digits", "金2歩３", "2G3P"},
		{"none", "なし", "-"},
		{"nothing", "", "-"},
		{"another word", "金二x", "line 11: pieces in hand: \"x\" is strange"},
		{"a promoted piece", "金と", "line 11: pieces in hand: \"と\" is strange"},
		{"a number alone", "二金", "line 11: pieces in hand: \"二金\" is strange"},
		{"no number", "歩百", "line 11: pieces in hand: \"百\" is strange"},
		{"too many", "歩十九", "line 10: start position"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := board + "先手の持駒：" + test.hand + "\n先手：a\n後手：b\n手数----\n   1 中断\n"
			g, err := NewReader(strings.NewReader(text), Hint{}).Next()
			if strings.HasPrefix(test.want, "line ") {
				must.Say(t, err, test.want)
				return
			}
			must.OK(t, err)
			if hand := strings.Fields(g.Start)[2]; hand != test.want {
				t.Errorf("hands %s, want %s", hand, test.want)
			}
		})
	}
}

// A fault of the start position has the line that sets it, not the line of the first move.
func TestLinesOfStarts(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a rank of KIF", "先手：a\n|v玉 ・|一\n先手：b\n1 ７六歩(77)\n", "line 2: rank 1 "},
		{"too few ranks", "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n先手：b\n\n1 ７六歩(77)\n", "line 1: the diagram has 1 rank"},
		{"a handicap", "先手：a\n手合割：三歩\n後手：b\n1 ７六歩(77)\n", "line 2: handicap"},
		{"a position of CSA", "V2\nP1 *  *  *  * -OU *  *  *  * \nP+00KI00KI00KI00KI00KI\n-\n'x\n-5152OU\n", "line 3: start position"},
		{"a FEN", "[Event \"x\"]\n[FEN \"8/8 w\"]\n[White \"a\"]\n\n1. e4 *\n", "line 2: FEN tag"},
		{"a variant", "[Variant \"Atomic\"]\n[White \"a\"]\n\n1. e4 *\n", `line 1: "Atomic" is a game of its own`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := NewReader(strings.NewReader(test.text), Hint{}).Next()
			must.Say(t, err, test.want)
		})
	}
}
