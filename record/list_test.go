package record_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/record"
)

// Moves that are copied from a page or a book are read without any header.
func TestLists(t *testing.T) {
	const opening = "7g7f 3c3d 8h2b+ 3a2b"
	for _, test := range []struct{ name, text, want string }{
		{"Japanese with numbers", "1 ▲７六歩 2 △３四歩 3 ▲２二角成 4 △同　銀", opening},
		{"a move a line", "1 ▲７六歩\n2 △３四歩\n3 ▲２二角成\n4 △同　銀\n", opening},
		{"without marks", "７六歩 ３四歩 ２二角成 同銀", opening},
		{"digits of ASCII", "76歩 34歩 22角成 同 銀", opening},
		{"KI2", "▲７六歩△３四歩▲２二角成△同　銀", opening},
		{"other marks", "☗７六歩 ☖３四歩 ☗２二角成 ☖同　銀", opening},
		{"with times", "1 ▲７六歩 0秒 2 △３四歩 0.5秒 3 ▲２二角成 1:05 4 △同　銀", opening},
		{"Western with numbers", "1 P-7f 2 P-3d 3 Bx2b+ 4 Sx2b", opening},
		{"Western, a move a line", "1 P-7f\n2 P-3d 0.5s\n\n3 Bx2b+\n4 Sx2b", opening},
		{"Western alone", "P-7f P-3d Bx2b+ Sx2b", opening},
		{"Western in pairs", "1. P-7f P-3d 2. Bx2b+ Sx2b", opening},
		{"USI", "7g7f 3c3d 8h2b+ 3a2b", opening},
		{"the end", "7g7f 3c3d 8h2b+ 3a2b 投了", opening},
		{"what is no move", "1 P-7f 2 P-3d 3 Bx2b+ 4 Sx2b 5 then", opening + " !"},
		{"an illegal move", "7g7f 3c3d 8h2b+ 3a2b 1a1b 9i9h", opening + " !"},
		{"after the end", "7g7f 3c3d 8h2b+ 3a2b 投了 2g2f", opening + " !"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := record.NewReader(strings.NewReader(test.text), record.Hint{}).Next()
			if g == nil {
				t.Fatal(err)
			}
			p, perr := g.Position()
			if perr != nil {
				t.Fatal(perr)
			}
			var got []string
			for n := g.Root.Main(); n != nil && n.Terminal == record.NoTerminal; n = n.Main() {
				got = append(got, p.FormatMove(n.Move))
				p.Do(n.Move, nil)
			}
			if err != nil {
				got = append(got, "!")
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q, %v; want %s", got, err, test.want)
			}
		})
	}
	for _, text := range []string{"1. e4 e5 2. Nf3", "Nf3 d5", "e2e4 e7e5", "hello", "76 people", "7", ""} {
		r := record.NewReader(strings.NewReader(text), record.Hint{})
		if g, _ := r.Next(); g != nil && r.Format() == record.SFEN {
			t.Errorf("%q is a game of shogi: %v", text, g)
		}
	}
}
