package book

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/nitoryu/nitoryu/core"
	"github.com/nitoryu/nitoryu/core/chess"
	"github.com/nitoryu/nitoryu/core/shogi"
	"github.com/nitoryu/nitoryu/tests/must"
)

// legal fails if a move of a book is not legal.
func legal(t *testing.T, p core.Position, moves []Move) {
	for _, m := range moves {
		if p.ValidateMove(m.Move.ID()) != m.Move {
			t.Fatalf("%s is not legal in %s", p.FormatMove(m.Move), p)
		}
		if m.Weight < 0 || m.Count < 0 || m.HasScore() && (m.Score < -core.Mate || m.Score > core.Mate) {
			t.Fatalf("%+v is out of range", m)
		}
	}
}

// FuzzPolyglot looks a position up under a key that the file has, if it is sorted.
func FuzzPolyglot(f *testing.F) {
	start := chess.Rules.Start(core.Settings{})
	key := PolyglotKey(start.(*chess.Position))
	f.Add(records(record{key, mv("e2e4"), 1, 0}), chess.StartFEN)
	f.Add(records(record{1, 1, 1, 1}, record{key, mv("e2e4"), 3, 0}, record{key, mv("e1h1"), 1, 0}, record{^uint64(0), 5, 5, 5}), chess.StartFEN)
	f.Add(records(record{1, 1, 1, 1}, record{2, 0xffff, 65535, 0}), "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1")
	f.Add([]byte("#YANEURAOU"), "1k6/8/8/8/8/8/8/1K1R4 w D - 0 1")
	f.Fuzz(func(t *testing.T, data []byte, fen string) {
		p, err := chess.Rules.Parse(fen, core.Settings{Chess960: len(data)%32 == 0})
		if err != nil {
			return
		}
		b, err := OpenReader(bytes.NewReader(data), int64(len(data)), "fuzz", Options{Game: chess.Rules.Name})
		if err != nil {
			return
		}
		before := p.String()
		moves, _ := b.Moves(p, nil)
		legal(t, p, moves)
		// A record of the file, whatever it is, does no harm.
		r := decodeRecord(data)
		if _, err := b.(*polyglot).find(r.key); err != nil && int64(len(data)) < 3*polyglotSize {
			t.Error(err)
		}
		resolved, _ := b.(*polyglot).resolve(p, []record{r}, nil)
		legal(t, p, resolved)
		var merged bytes.Buffer
		if err := MergePolyglot(&merged, b); err == nil && merged.Len() > len(data) {
			t.Errorf("%d bytes became %d", len(data), merged.Len())
		}
		if p.String() != before {
			t.Errorf("%s became %s", before, p)
		}
	})
}

// FuzzYaneuraOu loads a file and searches it, which must find the same where it is sorted.
func FuzzYaneuraOu(f *testing.F) {
	f.Add([]byte(yaneuraouHeader+"\nsfen "+shogi.StartSFEN+"\n7g7f 3c3d 1 2 3\n"), uint8(0))
	f.Add([]byte(byteOrderMark+"# x\r\nsfen "+shogi.StartSFEN+"\r\n7g7f none\r\n//\r\n\r\n2g2f none none none 4 # best\r\n"), uint8(3))
	f.Add([]byte("sfen a b - 1\n7g7f\nsfen a b - 10\n2g2f\nsfen b w 2P\n"), uint8(1))
	f.Add([]byte("sfen b b -\nsfen a b - 1\nP*5e none 99999999999 -1 -1"), uint8(2))
	f.Add([]byte("sfen 4k4/9/9/9/9/9/9/9/4K4 b 2gPbR 1\nP*5e none\n"), uint8(7))
	f.Add([]byte("sfen \n\nsfen\n"), uint8(0))
	start := shogi.Rules.Start(core.Settings{})
	f.Fuzz(func(t *testing.T, data []byte, bits uint8) {
		o := Options{Game: shogi.Rules.Name, IgnorePly: bits&1 != 0, Flipped: bits&2 != 0}
		b, err := OpenReader(bytes.NewReader(data), int64(len(data)), "fuzz", o)
		if err != nil {
			return
		}
		moves, _ := b.Moves(start, nil)
		legal(t, start, moves)
		compareSearches(t, b.(*yaneuraou), &yaneuraou{name: "fuzz", options: o, text: sorted{bytes.NewReader(data), int64(len(data))}})
		var merged bytes.Buffer
		must.OK(t, MergeYaneuraOu(&merged, b))
		tree := NewTree(shogi.Rules, core.Settings{})
		var bad *IllegalMovesError
		if err := tree.Read(b); err == nil || errors.As(err, &bad) {
			var out bytes.Buffer
			tree.Backup(0)
			must.OK(t, tree.WriteYaneuraOu(&out, Selection{}))
		}
	})
}

// compareSearches fails if a book that is searched in the file finds anything else than
// the same book loaded, provided that the file is sorted and has the hands in order.
func compareSearches(t *testing.T, loaded, fly *yaneuraou) {
	n, comparable := 0, true
	for e, err := range fly.entries() {
		comparable = comparable && err == nil && n < len(loaded.index) && loaded.index[n].key == e.key
		n++
	}
	if comparable = comparable && n == len(loaded.index); !comparable {
		_, _ = fly.find("a b -", 1) // an error, but no panic
		return
	}
	for _, p := range loaded.index {
		for _, number := range []int{p.number, 1} {
			a, errA := loaded.find(p.key, number)
			b, errB := fly.find(p.key, number)
			if errA != nil || errB != nil || !slices.Equal(a, b) {
				t.Fatalf("%q: loaded %v, %v; on the fly %v, %v", p.key, a, errA, b, errB)
			}
		}
	}
}
