package record

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// startBoard is the board of an even game.
const startBoard = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

// namedHandicaps are the handicaps that KIF names, as their pieces are in SFEN.
var namedHandicaps = map[string]string{
	"香落ち":  "lnsgkgsn1/1r5b1",
	"右香落ち": "1nsgkgsnl/1r5b1",
	"角落ち":  "lnsgkgsnl/1r7",
	"飛車落ち": "lnsgkgsnl/7b1",
	"飛香落ち": "lnsgkgsn1/7b1",
	"二枚落ち": "lnsgkgsnl/9",
	"四枚落ち": "1nsgkgsn1/9",
	"六枚落ち": "2sgkgs2/9",
	"八枚落ち": "3gkg3/9",
	"十枚落ち": "4k4/9",
}

// handicap returns the SFEN, without the number of the move, of a start with these
// pieces of White.
func handicap(pieces, side string) string {
	return pieces + "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL " + side + " -"
}

// A start is named if programs agree on its name, and drawn if not.
func TestHandicapsHaveNames(t *testing.T) {
	type test struct{ name, sfen, want string }
	tests := []test{
		{"even", startBoard + " b -", "平手"},
		{"even, but White begins", startBoard + " w -", "その他"},
		{"two pieces, but Black begins", handicap("lnsgkgsnl/9", "b"), "その他"},
		{"three pieces", handicap("lnsgkgsn1/9", "w"), "その他"},
		{"five pieces", handicap("2sgkgsn1/9", "w"), "その他"},
		{"five pieces, the left knight", handicap("1nsgkgs2/9", "w"), "その他"},
		{"seven pieces", handicap("2sgkg3/9", "w"), "その他"},
		{"a pawn", "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -", "その他"},
		{"a rook in hand", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R", "その他"},
	}
	for name, pieces := range namedHandicaps {
		tests = append(tests, test{name, handicap(pieces, "w"), name})
	}
	for _, test := range tests {
		for _, number := range []string{" 1", " 7"} {
			t.Run(test.name+number, func(t *testing.T) {
				g, err := NewGame(shogi.Rules, test.sfen+number, core.Settings{})
				must.OK(t, err)
				g.Ending = core.Interrupted
				g.SetPlayer(core.First, "Ada")
				g.SetPlayer(core.Second, "Ben")
				text := write(t, g, KIF, Options{})
				if number != " 1" {
					test.want = "その他" // the number stands with a diagram only
				}
				sides := "先手：Ada\n後手：Ben\n"
				if namedHandicaps[test.want] != "" {
					sides = "下手：Ada\n上手：Ben\n"
				}
				if kif := text; !strings.Contains(kif, "手合割："+test.want+"\n") || !strings.Contains(kif, sides) {
					t.Errorf("want %s and %s in\n%s", test.want, sides, kif)
				}
				again := readOne(t, text, Hint{})
				if p, err := again.Position(); err != nil || unnumbered(p.String()) != test.sfen {
					t.Errorf("%s is read back as %s, error %v", test.sfen, p, err)
				}
			})
		}
	}
}

// Every kind of piece has its own name: in moves, in diagrams and in CSA.
func TestNamesOfPieces(t *testing.T) {
	p := start(t, shogi.Rules, "4k4/9/+P+L+N+S1+B+R2/9/PL1SGBR2/2N6/9/9/4K4 b 3g2s2n2l16p 1", core.Settings{})
	for _, c := range []struct{ move, kif, board, csa string }{
		{"9e9d", "９四歩(95)", "歩", "+9594FU"},
		{"8e8d", "８四香(85)", "香", "+8584KY"},
		{"7f6d", "６四桂(76)", "桂", "+7664KE"},
		{"6e6d", "６四銀(65)", "銀", "+6564GI"},
		{"5e5d", "５四金(55)", "金", "+5554KI"},
		{"4e5f", "５六角(45)", "角", "+4556KA"},
		{"3e3d", "３四飛(35)", "飛", "+3534HI"},
		{"5i5h", "５八玉(59)", "玉", "+5958OU"},
		{"9c9b", "９二と(93)", "と", "+9392TO"},
		{"8c8b", "８二成香(83)", "杏", "+8382NY"},
		{"7c7b", "７二成桂(73)", "圭", "+7372NK"},
		{"6c6b", "６二成銀(63)", "全", "+6362NG"},
		{"4c4b", "４二馬(43)", "馬", "+4342UM"},
		{"3c3b", "３二龍(33)", "龍", "+3332RY"},
	} {
		m, err := p.ParseMove(c.move)
		if err != nil || kifMove(m, core.NoMove) != c.kif || CSAMove(p, m) != c.csa || BoardPiece(m.PieceType()) != c.board {
			t.Errorf("%s: %s, %s, %s, error %v", c.move, kifMove(m, core.NoMove), CSAMove(p, m), BoardPiece(m.PieceType()), err)
		}
	}
}

// Whatever control characters stand in the texts of a game, none is written in any format,
// and what is written is read.
func TestControlCharacters(t *testing.T) {
	const evil = "a\x00b\x1b]0;c\ad\re\x7ff\u009bg\u0085h\xffi"
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		g, err := NewGame(rules, "", core.Settings{})
		must.OK(t, err)
		p, _ := g.Position()
		var list core.MoveList
		p.Generate(core.AllMoves, &list)
		n := g.Root.Add(list.Slice()[0])
		for _, tag := range []string{TagEvent, TagWhite, TagSente, TagNote, "id", "x" + evil} {
			g.Tags.Set(tag, evil)
		}
		n.Comments, n.Before, n.Remarks, n.Bookmark = []string{evil}, []string{evil}, []string{evil}, evil
		n.Eval = &Eval{Score: 1, Engine: evil}
		g.Root.Comments = []string{evil}
		for f := UnknownFormat + 1; f < formats; f++ {
			if name := f.Game(); name != "" && name != rules.Name {
				continue
			}
			var out strings.Builder
			if err := Write(&out, g, f, Options{}); err != nil {
				t.Errorf("%s: %v", f, err)
				continue
			}
			if i := strings.IndexFunc(out.String(), func(r rune) bool { return unicode.IsControl(r) && r != '\n' }); i >= 0 || !utf8.ValidString(out.String()) {
				t.Errorf("%s: byte %d of %q", f, i, out.String())
			}
			if games, faults := readAll(t, out.String(), Hint{Format: f}); len(games) != 1 {
				t.Errorf("%s: %d games, faults %v of %q", f, len(games), faults, out.String())
			}
		}
	}
}

// Control characters of a file are blanks in the game.
func TestControlCharactersRead(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"PGN", "[Event \"a\x1b]0;b\ac\"]\n\n1. e4 {d\x1be\u009bf} *\n"},
		{"KIF", "棋戦：a\x1b]0;b\ac\n1 ７六歩(77)\n*d\x1be\u009bf\n"},
		{"CSA", "V2\n$EVENT:a\x1b]0;b\ac\nPI\n+\n+7776FU\n'*d\x1be\u009bf\n"},
	} {
		g := readOne(t, test.text, Hint{})
		if event, comments := g.Tags.Get(TagEvent), g.Root.Main().Comments; event != "a ]0;b c" || len(comments) != 1 || comments[0] != "d e f" {
			t.Errorf("%s: event %q, comments %q", test.name, event, comments)
		}
	}
}
