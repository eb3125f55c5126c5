package book

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/tests/must"
)

// position opens a position, "" for the usual start, after moves.
func position(t testing.TB, rules core.Rules, text string, moves ...string) core.Position {
	t.Helper()
	return play(t, open(t, rules, text, core.Settings{}), moves...)
}

func open(t testing.TB, rules core.Rules, text string, s core.Settings) core.Position {
	t.Helper()
	if text == "" {
		return rules.Start(s)
	}
	p, err := rules.Parse(text, s)
	must.OK(t, err)
	return p
}

// play plays moves on p and returns it.
func play(t testing.TB, p core.Position, moves ...string) core.Position {
	t.Helper()
	for _, text := range moves {
		m, err := p.ParseMove(text)
		must.OK(t, err)
		p.Do(m, nil)
	}
	return p
}

// describe writes moves as text: the move, its weight and what else is known.
func describe(p core.Position, moves []Move) string {
	var all []string
	for _, m := range moves {
		text := fmt.Sprintf("%s*%d", p.FormatMove(m.Move), m.Weight)
		if m.HasScore() {
			text += fmt.Sprintf("=%d/%d", m.Score, m.Depth)
		}
		if m.Reply != core.NoMove {
			after := p.Clone()
			after.Do(m.Move, nil)
			text += ">" + after.FormatMove(m.Reply)
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// The test positions that the format is published with (http://hgm.nubati.net/book_format.html),
// and what they leave out.
func TestPolyglotKey(t *testing.T) {
	tests := []struct {
		name, fen, moves string
		key              uint64
	}{
		{"start", "", "", 0x463b96181691fc9c},
		{"no pawn can capture", "", "e2e4", 0x823c9b50fd114196},
		{"two moves", "", "e2e4 d7d5", 0x0756b94461c50fb0},
		{"three moves", "", "e2e4 d7d5 e4e5", 0x662fafb965db29d4},
		{"en passant", "", "e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
		{"White lost castling", "", "e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
		{"both lost castling", "", "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
		{"Black captures en passant", "", "a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
		{"one wing lost", "", "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := position(t, chess.Rules, test.fen, strings.Fields(test.moves)...)
			if key := PolyglotKey(p.(*chess.Position)); key != test.key {
				t.Errorf("key %016x, want %016x", key, test.key)
			}
		})
	}
}

// Rights written as the files of rooks are those of the wings.
func TestPolyglotKeyOfChess960(t *testing.T) {
	for _, rights := range []string{"KQkq", "K", "Q", "k", "q", "Kq", "-"} {
		fen := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w " + rights + " - 0 1"
		want := PolyglotKey(open(t, chess.Rules, fen, core.Settings{}).(*chess.Position))
		p := open(t, chess.Rules, fen, core.Settings{Chess960: true})
		if key := PolyglotKey(p.(*chess.Position)); key != want {
			t.Errorf("%s: key %016x, want %016x", p, key, want)
		}
	}
}

// A file written elsewhere may count a square of en passant that only pinned pawns could use.
func TestPolyglotKeysOfPinnedPawns(t *testing.T) {
	tests := []struct {
		name, fen string
		files     string // of the keys besides the first
	}{
		{"no pawn beside", "4k3/8/8/8/3p4/8/4P3/4K3 b - - 0 1", ""},
		{"a legal capture", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", ""},
		{"the capture was legal but is over", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", ""},
		{"pinned on the rank", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", "e"},
		{"pinned on the file", "3k4/8/8/8/2PpP3/8/8/3RK3 b - - 0 1", "ce"},
		{"on the last file", "7k/8/8/8/6Pp/8/8/4K2R b - - 0 1", "g"},
		{"White's pawn is pinned", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1", "d"},
		{"the pawn cannot have come from its rank", "8/8/8/8/k2pP2R/4N3/8/4K3 b - - 0 1", ""},
		{"in check by a knight", "8/8/8/3k4/3pP3/8/1N6/4K3 b - - 0 1", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := position(t, chess.Rules, test.fen).(*chess.Position)
			want := []uint64{PolyglotKey(p)}
			for _, file := range []byte(test.files) {
				want = append(want, want[0]^passantKey(int(file-'a')))
			}
			keys := polyglotKeys(p)
			if !slices.Equal(keys, want) {
				t.Fatalf("%016x, want %016x", keys, want)
			}
			// A book has the position under the last key.
			m := anyMove(p)
			book := records(record{keys[len(keys)-1], toPolyglot(m), 3, 0})
			moves, err := openBytes(t, book, Options{}).Moves(p, nil)
			if err != nil || len(moves) != 1 || moves[0].Move != m {
				t.Errorf("moves %v, %v", moves, err)
			}
		})
	}
}

func anyMove(p core.Position) core.Move {
	list := new(core.MoveList)
	p.Generate(core.AllMoves, list)
	return list.Moves[0]
}

func records(all ...record) (b []byte) {
	for _, r := range all {
		b = r.append(b)
	}
	return b
}

func openBytes(t testing.TB, data []byte, o Options) Book {
	t.Helper()
	b, err := OpenReader(bytes.NewReader(data), int64(len(data)), "test", o)
	must.OK(t, err)
	return b
}

// mv makes a move of a Polyglot book of its UCI notation.
func mv(text string) polyglotMove {
	square := func(s string) polyglotMove { return polyglotMove(s[0]-'a') | polyglotMove(s[1]-'1')<<3 }
	m := square(text[2:4]) | square(text[:2])<<6
	if len(text) > 4 {
		m |= polyglotMove(strings.IndexByte("nbrq", text[4])+1) << 12
	}
	return m
}

func TestPolyglotMoves(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	tests := []struct {
		name, fen string
		chess960  bool
		moves     []record // without keys
		want      string
		illegal   string // text of the error
	}{
		{"sorted by weight", "", false, []record{{move: mv("e2e4"), weight: 1}, {move: mv("d2d4"), weight: 65535}}, "d2d4*65535 e2e4*1", ""},
		{"castling as king takes rook", castling, false, []record{{move: mv("e1h1"), weight: 2}, {move: mv("e1a1"), weight: 1}}, "e1g1*2 e1c1*1", ""},
		{"castling as the king's move", castling, false, []record{{move: mv("e1g1"), weight: 2}, {move: mv("e1c1"), weight: 1}}, "e1g1*2 e1c1*1", ""},
		{"both ways", castling, false, []record{{move: mv("e1g1"), weight: 2}, {move: mv("e1h1"), weight: 1}}, "e1g1*3", ""},
		{"a rook that goes e1h1", "3k4/8/8/8/8/8/8/K3R3 w - - 0 1", false, []record{{move: mv("e1h1"), weight: 1}}, "e1h1*1", ""},
		{"Chess960", "1k6/8/8/8/8/8/8/1K1R4 w D - 0 1", true, []record{{move: mv("b1d1"), weight: 2}, {move: mv("b1c1"), weight: 1}}, "b1d1*2 b1c1*1", ""},
		{"promotions", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false,
			[]record{{move: mv("a7a8n"), weight: 4}, {move: mv("a7a8b"), weight: 3}, {move: mv("a7a8r"), weight: 2}, {move: mv("a7a8q"), weight: 1}},
			"a7a8n*4 a7a8b*3 a7a8r*2 a7a8q*1", ""},
		{"weight 0 stays", "", false, []record{{move: mv("e2e4")}}, "e2e4*0", ""},
		{"an illegal move", "", false, []record{{move: mv("e2e5"), weight: 9}, {move: mv("d2d4"), weight: 1}}, "d2d4*1", `the move "e2e5" is not legal in rnbqkbnr`},
		{"a promotion nowhere", "", false, []record{{move: mv("e2e4q"), weight: 9}}, "", `the move "e2e4q" is not legal`},
		{"no promotion where there must be", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false, []record{{move: mv("a7a8"), weight: 9}}, "", `"a7a8"`},
		{"no move at all", "", false, []record{{weight: 9}, {move: 0xffff, weight: 3}}, "", `2 moves, such as "a1a1", are not legal`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, chess.Rules, test.fen, core.Settings{Chess960: test.chess960})
			for i := range test.moves {
				test.moves[i].key = PolyglotKey(p.(*chess.Position))
			}
			before := p.String()
			moves, err := openBytes(t, records(test.moves...), Options{}).Moves(p, nil)
			if got := describe(p, moves); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			var illegal *IllegalMovesError
			if (test.illegal == "") != (err == nil) || err != nil && (!errors.As(err, &illegal) || !strings.Contains(err.Error(), test.illegal)) {
				t.Errorf("error %v, want %s", err, test.illegal)
			}
			if p.String() != before {
				t.Errorf("the position became %s", p)
			}
			for _, m := range moves {
				if back := toPolyglot(m.Move).resolve(p); back != m.Move {
					t.Errorf("%v is written as %v", p.FormatMove(m.Move), toPolyglot(m.Move))
				}
			}
		})
	}
}

// Every record of a file is found, and no other key.
func TestPolyglotSearch(t *testing.T) {
	for _, n := range []int{1, 2, 3, 16, 17, 100, 1000} {
		var all []record
		for i := range n {
			for j := range i%3 + 1 {
				all = append(all, record{uint64(i+1) << 50, polyglotMove(j + 1), uint16(3 - j), uint32(i)})
			}
		}
		data := records(all...)
		b := openBytes(t, data, Options{}).(*polyglot)
		for i := range n {
			found, err := b.find(uint64(i+1) << 50)
			if err != nil || len(found) != i%3+1 || found[0].learn != uint32(i) {
				t.Fatalf("%d records: %d: %v, %v", n, i, found, err)
			}
			if found, err := b.find(uint64(i+1)<<50 + 1); err != nil || len(found) != 0 {
				t.Fatalf("%d records: beside %d: %v, %v", n, i, found, err)
			}
		}
	}
}

func TestBadFiles(t *testing.T) {
	sorted := records(record{key: 1}, record{key: 1 << 60}, record{key: 5 << 60})
	tests := []struct {
		name string
		data []byte
		game string
		want string // text of the error
	}{
		{"empty", nil, "", "test: is empty"},
		{"cut", sorted[:45], "", "test: is cut or corrupt: 45 bytes are no multiple of 16"},
		{"less than a record", []byte("\x00ab"), "", "is cut or corrupt: 3 bytes"},
		{"not sorted", records(record{key: 2<<56 | 3}, record{key: 1<<56 | 5}, record{key: 3<<56 | 4}), "", "is no book in a known format, or a Polyglot book whose records are not sorted"},
		{"Apery", []byte("\x09\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00"), "", "may be a book of Apery"},
		{"text", []byte("e2e4 e7e5\n"), "", "is text, but not a book"},
		{"text of some length", bytes.Repeat([]byte("e2e4 e7e5\n"), 1000), "", "is text, but not a book"},
		{"ZIP", []byte("PK\x03\x04............."), "", "is packed (ZIP); unpack it"},
		{"binary book of YaneuraOu", []byte("YANE-BINBOOK-V1\x00"), "", ".ybb"},
		{"chess for shogi", sorted, "shogi", "test: is a book of chess, not of shogi"},
		{"shogi for chess", []byte(yaneuraouHeader + "\nsfen x b - 1\n"), "chess", "test: is a book of shogi, not of chess"},
		{"a header only", []byte(yaneuraouHeader + "\n"), "", "test: has no positions"},
		{"an endless line", append([]byte(yaneuraouHeader+"\n"), bytes.Repeat([]byte("x"), maxLine+1)...), "", "a line has more than"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := OpenReader(bytes.NewReader(test.data), int64(len(test.data)), "test", Options{Game: test.game})
			if err == nil {
				t.Fatalf("opened as %s", b.Info())
			}
			if !strings.HasPrefix(err.Error(), "test: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q, want %q", err, test.want)
			}
		})
	}
}

// shrunk is a file that became shorter after it was opened.
type shrunk struct {
	io.ReaderAt
	limit int64
}

func (s *shrunk) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > s.limit {
		return 0, io.EOF
	}
	return s.ReaderAt.ReadAt(b, at)
}

func TestFilesThatChange(t *testing.T) {
	start := position(t, chess.Rules, "")
	key := PolyglotKey(start.(*chess.Position))
	t.Run("shorter", func(t *testing.T) {
		data := records(record{key: 1}, record{key: key, move: mv("e2e4")}, record{key: key + 1})
		file := &shrunk{bytes.NewReader(data), int64(len(data))}
		b, err := OpenReader(file, file.limit, "test", Options{})
		must.OK(t, err)
		file.limit = 20
		_, err = b.Moves(start, nil)
		must.Say(t, err, "test: ends at byte")
	})
	t.Run("no longer sorted", func(t *testing.T) {
		data := records(record{key: 1}, record{key: 2}, record{key: 3}, record{key: 4}, record{key: 5}, record{key: 6}, record{key: 7})
		b := openBytes(t, data, Options{})
		copy(data[16:], records(record{key: 1 << 62}))
		if _, err := b.Moves(start, nil); err != nil {
			t.Errorf("the search of a large key came across a small part: %v", err)
		}
		copy(data[16*5:], records(record{key: 1}))
		_, err := b.Moves(start, nil)
		must.Say(t, err, "test: is corrupt: the records are not sorted near byte")
	})
	t.Run("endless moves", func(t *testing.T) {
		b := openBytes(t, bytes.Repeat(records(record{key: key, move: mv("e2e4")}), maxRecords+1), Options{})
		_, err := b.Moves(start, nil)
		must.Say(t, err, "more than 1024 moves")
	})
	t.Run("a position of the other game", func(t *testing.T) {
		b := openBytes(t, records(record{key: key}), Options{})
		_, err := b.Moves(shogiStart(t), nil)
		must.Say(t, err, "a book of chess, but the position is of shogi")
	})
}
