package record

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
)

// A line is written as far as it is legal, and the position is then as before.
func TestNotationOfLines(t *testing.T) {
	const bishop = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
	for _, c := range []struct {
		name  string
		p     core.Position
		write Notation
		moves string
		want  string
	}{
		{"the protocol in chess", chess.Rules.Start(core.Settings{}), Protocol, "e2e4 e7e5", "e2e4 e7e5"},
		{"SAN", chess.Rules.Start(core.Settings{}), People(true), "e2e4 e7e5 g1f3", "e4 e5 Nf3"},
		{"a null move", chess.Rules.Start(core.Settings{}), People(false), "e2e4 0000 d2d4", "e4 -- d4"},
		{"an illegal move", chess.Rules.Start(core.Settings{}), People(false), "e2e4 e2e4 e7e5", "e4"},
		{"Japanese", sfen(t, bishop), People(true), "8h2b+ 3a2b", "▲２二角成 △同　銀"},
		{"Western", sfen(t, bishop), People(false), "8h2b+ 3a2b", "Bx2b+ Sx2b"},
		{"nothing", sfen(t, bishop), People(false), "", ""},
	} {
		var line []core.Move
		after := c.p.Clone()
		for text := range strings.FieldsSeq(c.moves) {
			m, err := after.ParseMove(text)
			if text == "0000" {
				m = core.NullMove
			} else if err != nil {
				m, _ = c.p.ParseMove(text) // not legal here any more
			}
			line = append(line, m)
			Play(after, m)
		}
		before := c.p.String()
		if got := strings.Join(c.write.Line(c.p, line), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if c.p.String() != before {
			t.Errorf("%s: the position is %s", c.name, c.p)
		}
	}
}
