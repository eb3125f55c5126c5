package opening_test

import (
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/games/opening"
	"github.com/nitoryu/nitoryu/record"
	"github.com/nitoryu/nitoryu/tests/must"
)

// play plays moves in SAN or of USI from the start position of a game.
func play(t testing.TB, rules core.Rules, text string) (start core.Position, moves []core.Move) {
	t.Helper()
	return playFrom(t, rules, "", text)
}

// playFrom plays moves from a position, "" for the start position.
func playFrom(t testing.TB, rules core.Rules, position, text string) (start core.Position, moves []core.Move) {
	t.Helper()
	start = rules.Start(core.Settings{})
	if position != "" {
		var err error
		start, err = rules.Parse(position, core.Settings{})
		must.OK(t, err)
	}
	end := start.Clone()
	for word := range strings.FieldsSeq(text) {
		read := end.ParseMove
		if rules.Name == chess.Rules.Name {
			read = func(text string) (core.Move, error) { return record.ParseSAN(end, text) }
		}
		m, err := read(word)
		must.OK(t, err)
		end.Do(m, nil)
		moves = append(moves, m)
	}
	return start, moves
}

func TestNamesOfChess(t *testing.T) {
	for _, test := range []struct{ name, moves, code, english, japanese string }{
		{"a main line", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5", "B90", "Sicilian Defence: Najdorf, English Attack", "シシリアン・ディフェンス、ナイドルフ、イングリッシュ・アタック"},
		{"the same by other moves", "Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3", "B90", "Sicilian Defence: Najdorf, English Attack", ""},
		{"a Queen's Gambit by the English", "c4 e6 d4 d5", "D30", "Queen's Gambit Declined", ""},
		{"a Closed Spanish that castled late", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d6", "C90", "Ruy Lopez: Closed, Normal", ""},
		{"a family of the line above", "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5", "D47", "Semi-Slav Defence: Meran Variation", "セミスラヴ・ディフェンス、メラン"},
		{"a variation that names its family", "d4 g6", "A40", "Modern Defence: with 1.d4", "モダン・ディフェンス、1.d4型"},
		{"a Grünfeld by the Réti", "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6", "D92", "Grünfeld Defence: Hungarian Attack", ""},
		{"no moves", "", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			start, moves := play(t, chess.Rules, test.moves)
			n := opening.NameOf(start, moves)
			if n.Code != test.code || n.English != test.english || test.japanese != "" && n.In(true) != test.japanese {
				t.Errorf("%q, %q, %q", n.Code, n.English, n.Japanese)
			}
			if family, _, _ := strings.Cut(test.english, ":"); n.Family.English != family {
				t.Errorf("the family is %q", n.Family.English)
			}
			if start.Key() != chess.Rules.Start(core.Settings{}).Key() {
				t.Error("the start position was changed")
			}
		})
	}
}

// Variations belong to a family; the table of games has their names.
func TestFamiliesOfShogi(t *testing.T) {
	const boat = " 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 4i5h 7b8b 5g5f 7a7b"
	for _, test := range []struct{ name, moves, family string }{
		{"a rook on the fourth file", "7g7f 3c3d 2g2f 4c4d" + boat, "四間飛車"},
		{"against a bear in its hole", "7g7f 3c3d 2g2f 4c4d" + boat + " 8h7g 9c9d 7h8h 3a3b 9i9h 3b4c 8h9i", "四間飛車"},
		{"Gote's rook in the centre", "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 3i4h 5d5e 5i6h 2b3c 3g3f 5a6b", "中飛車"},
		{"Ishida", "7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h 7a6b 4h3h 5a4b 3h2h 4b3b", "石田流"},
		{"reclining silvers", "7g7f 8c8d 2g2f 4a3b 6i7h 8d8e 8h7g 3c3d 7i6h 2b7g+ 6h7g 3a2b 3i4h 2b3c 4g4f 7a6b 4h4g 6c6d 4g5f 6b6c", "角換わり"},
		{"a lost tempo", "7g7f 3c3d 2g2f 2b8h+ 7i8h 3a2b 3i4h 2b3c 5i6h 7a6b", "角換わり"},
		{"itself", "7g7f 3c3d 6g6f 3d3e 2h6h 8b3b 5i4h 5a6b", "相振り飛車"},
		{"too short to tell", "7g7f 3c3d 6g6f 8c8d", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			start, moves := play(t, shogi.Rules, test.moves)
			n := opening.NameOf(start, moves)
			if n.Family.Japanese != test.family || (n.English == "") != (test.family == "") {
				t.Errorf("%q (%q), of %q", n.Japanese, n.English, n.Family.Japanese)
			}
		})
	}
}

// Castles are named for both sides alike, by what is built last.
func TestCastles(t *testing.T) {
	start, moves := play(t, shogi.Rules, "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 6a5b 3i3h 5c5d 6i5h")
	if got := opening.NameOf(start, moves).Castles; got[0].Japanese != "美濃囲い" || got[1].Japanese != "舟囲い" {
		t.Errorf("%q", got)
	}
}

// The number of moves that are known ends with the table, and goes on where a
// transposition leads back.
func TestKnown(t *testing.T) {
	for _, test := range []struct {
		name, moves string
		rules       core.Rules
		want        int
	}{
		{"at once", "f3 e5 g4 Qh4#", chess.Rules, 1},
		{"after six plies", "e4 e5 Nf3 Nc6 Bc4 Be7 a3 a6", chess.Rules, 6},
		{"back by a transposition", "e4 c6 Nf3 d5 Nc3", chess.Rules, 5},
		{"shogi", "7g7f 3c3d 2g2f 4c4d 9g9f", shogi.Rules, 4},
	} {
		start, moves := play(t, test.rules, test.moves)
		if got := opening.NameOf(start, moves).Known; got != test.want {
			t.Errorf("%s: %d known, want %d", test.name, got, test.want)
		}
	}
	p, err := chess.Rules.Parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", core.Settings{})
	must.OK(t, err)
	if n := opening.NameOf(p, nil); n.Term != (opening.Term{}) || n.Known != 0 {
		t.Errorf("an endgame is %+v", n)
	}
}

// Lines go on from every position but their ends, with legal moves.
func TestNext(t *testing.T) {
	for _, rules := range []core.Rules{chess.Rules, shogi.Rules} {
		p := rules.Start(core.Settings{})
		for ply := 0; ; ply++ {
			next := opening.Of(rules.Name).Next(p)
			if len(next) == 0 {
				if ply < 4 {
					t.Errorf("%s ends after %d plies", rules.Name, ply)
				}
				break
			}
			lines := 0
			for _, n := range next {
				if p.ValidateMove(n.Move.ID()) != n.Move {
					t.Errorf("%s: %s is not legal in %s", rules.Name, p.FormatMove(n.Move), p)
				}
				lines += n.Lines
			}
			if table := map[string]int{"chess": 2195, "shogi": 57}[rules.Name]; ply == 0 && lines != table {
				t.Errorf("%s: %d lines go on from the start, want %d", rules.Name, lines, table)
			}
			p.Do(next[len(next)-1].Move, nil)
		}
	}
	var none *opening.Paths
	if none.Next(chess.Rules.Start(core.Settings{})) != nil {
		t.Error("no table has moves")
	}
}

func TestTablesWithFaults(t *testing.T) {
	for _, test := range []struct{ name, table, want string }{
		{"no moves", "A00 X\n", "line 1: "},
		{"no name", "A00| e4\n", "line 1: "},
		{"a jump", "A00 X | e4\n\t\tA00 Y | e5\n", "line 2: it is indented too far"},
		{"an illegal move", "A00 X | e4\nA00 Y | e5\n", "line 2: "},
		{"the same position", "A00 X | e4 e6 d4\nA00 Y | d4 e6 e4\n", "line 2: Y has the position of X"},
	} {
		if _, err := opening.Read(chess.Rules, test.table); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

// Whatever a table has, it is read or refused.
func FuzzRead(f *testing.F) {
	f.Add("A00 X | e4\n\tB00 : Y=Z | e5\n")
	f.Fuzz(func(t *testing.T, text string) {
		paths, err := opening.Read(chess.Rules, text)
		if (err == nil) == (paths == nil) {
			t.Errorf("%v and error %v", paths, err)
		}
	})
}

func BenchmarkNameOf(b *testing.B) {
	for _, game := range []struct {
		rules core.Rules
		moves string
	}{
		{chess.Rules, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7"},
		{shogi.Rules, "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 6h7g 6a5b 5h6g 7c7d 8h7i 6c6d 7i6h 5b6c"},
	} {
		b.Run(game.rules.Name, func(b *testing.B) {
			start, moves := play(b, game.rules, game.moves)
			for b.Loop() {
				opening.NameOf(start, moves)
			}
		})
	}
}
